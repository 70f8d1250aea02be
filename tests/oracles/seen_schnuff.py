"""What a strategy sees of Schnuff, told of the oracle's game and of the engine's records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from simulate.game import Snapshot
from tests.oracles import schnuff as oracle
from tests.oracles.exact import members


def told_by_oracle(game: oracle.Game) -> dict[str, Any]:
    """Tell everything that a strategy may see of a game, and where every card lies."""
    rules, hands = game.rules, [sorted(hand) for hand in game.hands]
    position = rules.limits.index(game._limit_ahead())
    return {
        "seat": game.seat,
        "turns": game.turns,
        "rounds": game.rounds,
        "active": tuple(game.active),
        "scores": game.chips,
        "total": game.total,
        "level": position,
        "free": tuple(at for at, limit in enumerate(rules.limits) if limit in game.free_crossings),
        "direction": game.direction,
        "opening": not game.opened,
        "dealer": game.dealer,
        "box": rules.players * rules.chips + sum(game.head_start) - sum(game.chips),
        "hand_size": [len(hand) for hand in hands],
        "seen": [game.discard_pile.count(kind) for kind in oracle.KINDS],
        "discard_size": len(game.discard_pile),
        "draw_size": len(game.draw_pile),
        "idle_turns": game.idle_turns,
        "counts": list(game.counts.values()),
        "hands": hands,
        "actions": game.legal_actions(),
        "discards": game.discard_pile,
        "draw pile": (
            game.draw_pile_is_ordered,
            game.draw_pile if game.draw_pile_is_ordered else sorted(game.draw_pile),
        ),
    }


def told_by_engine(
    snapshot: Snapshot, actions: Sequence[int], rules: oracle.Rules
) -> dict[str, Any]:
    (table, own, hidden), players = snapshot, rules.players
    kinds = [*oracle.KINDS, oracle.NONE]
    plain = ("seat", "turns", "rounds", "total", "level", "direction", "dealer", "box")
    sizes = ("discard_size", "draw_size", "idle_turns")
    hands = []
    for seat in range(players):
        counts = own["count"][seat].tolist()
        assert own["cards"][seat] == sum(1 << kind for kind, count in enumerate(counts) if count)
        hands.append(sorted(kinds[kind] for kind, count in enumerate(counts) for _ in range(count)))
    pile = [kinds[card] for card in hidden.pile[hidden.top : hidden.top + table.draw_size]]
    return {
        **{name: int(table[name]) for name in (*plain, *sizes)},
        "active": members(table.active),
        "scores": table.scores[:players].tolist(),
        "free": members(table.free),
        "opening": bool(table.opening),
        "hand_size": table.hand_size[:players].tolist(),
        "seen": table.seen.tolist(),
        "counts": hidden.counts.tolist(),
        "hands": hands,
        "actions": [kinds[action] for action in actions],
        "discards": [kinds[card] for card in hidden.discards[: table.discard_size]],
        "draw pile": (bool(hidden.ordered), pile if hidden.ordered else sorted(pile)),
    }
