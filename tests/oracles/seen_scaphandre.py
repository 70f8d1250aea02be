"""What a strategy sees of Scaphandre, told of the oracle's game and of the engine's records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from simulate.game import Snapshot
from tests.oracles import scaphandre as oracle
from tests.oracles.exact import members


def told_by_oracle(game: oracle.Game) -> dict[str, Any]:
    """Tell everything that a strategy may see of a game, and where every card lies."""
    known = game.known_centre()
    forgotten = len(game.centre) - len(known)
    return {
        "seat": game.seat,
        "turns": game.turns,
        "scores": list(game.scores),
        "centre_total": game.centre_total,
        "centre_size": len(game.centre),
        "centre": [None] * forgotten + known,
        "known": [known.count(card) for card in oracle.CARDS],
        "hidden centre": game.centre,
        "suits": [[holding(suits[number]) for number in oracle.NUMBERS] for suits in game.suits],
        "pairs": [
            sum(card[1] == number for card in game.discarded) / 2 for number in oracle.NUMBERS
        ],
        "hand_size": [len(hand) for hand in game.hands],
        "holding": tuple(seat for seat, hand in enumerate(game.hands) if hand),
        "deck_size": len(game.draw_pile),
        "hands": [sorted(hand) for hand in game.hands],
        "draw pile": sorted(game.draw_pile),
        "actions": game.legal_actions(),
        "pick-ups": game.counts["pick_ups"],
    }


def holding(suit: list[oracle.Card]) -> int:
    """Return how many cards a suit holds, crabs counting as negative."""
    return len(suit) if not suit or suit[0][0] == "octopus" else -len(suit)


def told_by_engine(
    snapshot: Snapshot, actions: Sequence[int], rules: oracle.Rules
) -> dict[str, Any]:
    (table, own, hidden), players = snapshot, rules.players
    size = int(table.centre_size)
    assert not table.centre[size:].any(), "what lay in an earlier centre is still shown"
    hands = []
    for seat in range(players):
        counts = own["count"][seat].tolist()
        assert own["cards"][seat] == sum(1 << card for card, count in enumerate(counts) if count)
        hands.append(
            sorted(oracle.CARDS[card] for card, count in enumerate(counts) for _ in range(count))
        )
    laid = [oracle.CARDS[card] for card in hidden.centre[:size]]
    assert hidden.centre_count.tolist() == [laid.count(card) for card in oracle.CARDS]
    return {
        **{
            name: int(table[name])
            for name in ("seat", "turns", "centre_total", "centre_size", "deck_size")
        },
        "scores": table.scores[:players].tolist(),
        "centre": [None if card < 0 else oracle.CARDS[card] for card in table.centre[:size]],
        "known": table.centre_count.tolist(),
        "hidden centre": laid,
        "suits": table.suits[:players].tolist(),
        "pairs": table.pairs.tolist(),
        "hand_size": table.hand_size[:players].tolist(),
        "holding": members(table.holding),
        "hands": hands,
        "draw pile": sorted(oracle.CARDS[card] for card in hidden.deck[: table.deck_size]),
        "actions": [oracle.CARDS[action] for action in actions],
        "pick-ups": int(table.checkpoints),
    }
