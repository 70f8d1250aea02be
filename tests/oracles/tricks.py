"""The tricks of the example that ``fathom new`` writes, in plain Python, from its rules alone."""

from __future__ import annotations

from collections.abc import Collection, Sequence

#: Cards in their order, as they are called: a suit, and a rank from 1.
CARDS = [f"{suit}{rank}" for suit in "ABCD" for rank in range(1, 8)]
TRUMPS = "A"


def playable(hand: Collection[str], led: str | None) -> set[str]:
    """Return the cards of a hand that may be laid: of the suit led, if there is one."""
    following = {card for card in hand if led is not None and card[0] == led[0]}
    return following or set(hand)


def taker(trick: Sequence[str], *, trumps: bool) -> int:
    """Return which card of a trick, counted from who led, takes it."""
    suit = trick[0][0]
    if trumps and any(card[0] == TRUMPS for card in trick):
        suit = TRUMPS
    best = max(card for card in trick if card[0] == suit)
    return trick.index(best)
