"""Tricks with four suits in plain Python, from their rules alone."""

from __future__ import annotations

from collections.abc import Collection, Sequence

TRUMPS = "A"


def deck(ranks: int) -> list[str]:
    """Return cards in their order, as they are called: a suit, and a rank from 1 to 9 at most."""
    return [f"{suit}{rank}" for suit in "ABCD" for rank in range(1, ranks + 1)]


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


def points_of_a_trick(trick: Sequence[str], *, is_last: bool) -> int:
    """Return what a trick is worth where tricks are counted."""
    return 1


def points_of_eights(trick: Sequence[str], *, is_last: bool) -> int:
    """Return what it is worth where cards of rank 8 are, and the last trick."""
    return sum(card[1] == "8" for card in trick) + (3 if is_last else 0)
