"""The numbers of a game whose choices were weighed, as plain values for JSON and tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from reports.thinking.results import Chance, Choice, Thoughts, mean_by_seat
from reports.thinking.sentences import Name


def summarise(thoughts: Thoughts, name: Name) -> dict[str, Any]:
    """Return what is known of a game as plain values that JSON can hold."""
    after, lowest = thoughts.decided_after, thoughts.lowest
    return {
        "rollouts_per_chance": thoughts.game.worlds,
        "playout": thoughts.game.playout,
        "decided": None
        if after is None
        else {"turn": after + 1, "share_of_turns": after / thoughts.turns},
        "lowest": None if lowest is None else {"turn": lowest[0] + 1, **_plain(lowest[1])},
        "choices": len(thoughts.choices),
        "mattered": {
            "yes": thoughts.count("yes"),
            "no": thoughts.count("no"),
            "not_clear": thoughts.count("not clear"),
        },
        "poor_choices": thoughts.poor_count,
        "turning_points": [
            {
                "step": one.moment.step,
                "turn": one.turn + 1,
                "acts": one.moment.seat + 1,
                "action": name(one.moment, one.moment.action),
                "seat": one.seat + 1,
                "before": one.before.value,
                "after": one.after.value,
            }
            for one in thoughts.turning_points
        ],
    }


def thought(one: Choice, name: Name) -> dict[str, Any]:
    """Return what a choice was worth as plain values, each action's chances by seat included."""
    moment = one.weighed.moment
    return {
        "before": one.before.value,
        "after": one.after.value,
        "other": name(moment, one.other),
        "gain": one.gain.value,
        "error": one.gain.error,
        "poor": one.is_poor,
        "lead": one.lead.value,
        "lead_error": one.lead.error,
        "mattered": one.mattered,
        "actions": [
            {
                "action": action,
                "said": name(moment, action),
                "seats": [_plain(seat) for seat in mean_by_seat(shares)],
            }
            for action, shares in zip(moment.actions, one.weighed.tried, strict=True)
        ],
    }


def chance_rows(thoughts: Thoughts) -> Iterator[dict[str, Any]]:
    """Yield each seat's chance to win at each choice, as rows of a table."""
    for one, chances in zip(thoughts.game.weighed, thoughts.chances, strict=True):
        for seat, found in enumerate(chances):
            yield {"turn": one.turn + 1, "seat": seat + 1, **_plain(found)}


def _plain(found: Chance) -> dict[str, float]:
    return {"chance": found.value, "error": found.error}
