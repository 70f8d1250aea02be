"""The numbers of a game whose choices were weighed: as a JSON object, and as tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pandas as pd

from reports.thinking.results import Chance, Choice, Thoughts, mean_by_seat
from reports.thinking.sentences import Name
from reports.writing.columns import Column, frames

#: The tables' columns.
TABLES: dict[str, Sequence[Column]] = {
    "chances": (
        Column("step", "the number of the move, from 1, turns without a choice included"),
        Column("turn", "the turn that it is in, from 1"),
        Column("decides", "the seat that chooses then"),
        Column("seat", "whose chance it is, as this seat can know it"),
        Column("chance", "how likely it is to win, if all play on as usual"),
        Column("error", "standard error of that"),
    ),
    "choices": (
        Column("step", "the number of the move, from 1, turns without a choice included"),
        Column("turn", "the turn that it is in, from 1"),
        Column("seat", "the seat that chooses"),
        Column("chosen", "what it chose"),
        Column("other", "the best other action"),
        Column("before", "its chance to win if it played on as usual"),
        Column("after", "its chance with what it chose"),
        Column("gain", "how much more the other action wins, in the same worlds; below 0 if less"),
        Column("error", "standard error of the gain"),
        Column("poor", "whether the other action is clearly better"),
        Column("lead", "how much more the best action of all wins than the second best"),
        Column("lead_error", "standard error of the lead"),
        Column(
            "mattered",
            "yes if the lead is clearly above 2 percentage points, no if below; not clear",
        ),
    ),
}


def make_tables(thoughts: Thoughts, name: Name) -> dict[str, pd.DataFrame]:
    """Return the tables by name; the columns are those of `TABLES`."""
    rows = {
        "chances": list(chance_rows(thoughts)),
        "choices": [_choice(one, name) for one in thoughts.choices],
    }
    return frames(TABLES, rows)


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
    moment, row = one.weighed.moment, _choice(one, name)
    kept = ("before", "after", "other", "gain", "error", "poor", "lead", "lead_error", "mattered")
    return {
        **{key: row[key] for key in kept},
        "actions": [
            {
                "action": action,
                "said": name(moment, action),
                "seats": [_plain(seat) for seat in mean_by_seat(shares)],
            }
            for action, shares in zip(moment.actions, one.weighed.tried, strict=True)
        ],
    }


def _choice(one: Choice, name: Name) -> dict[str, Any]:
    moment = one.weighed.moment
    return {
        "step": moment.step,
        "turn": one.weighed.turn + 1,
        "seat": moment.seat + 1,
        "chosen": name(moment, moment.action),
        "other": name(moment, one.other),
        "before": one.before.value,
        "after": one.after.value,
        "gain": one.gain.value,
        "error": one.gain.error,
        "poor": one.is_poor,
        "lead": one.lead.value,
        "lead_error": one.lead.error,
        "mattered": one.mattered,
    }


def chance_rows(thoughts: Thoughts) -> Iterator[dict[str, Any]]:
    """Yield the rows of the table of chances."""
    for one, chances in zip(thoughts.game.weighed, thoughts.chances, strict=True):
        for seat, found in enumerate(chances):
            yield {
                "step": one.moment.step,
                "turn": one.turn + 1,
                "decides": one.moment.seat + 1,
                "seat": seat + 1,
                "chance": found.value,
                "error": found.error,
            }


def _plain(found: Chance) -> dict[str, float]:
    return {"chance": found.value, "error": found.error}
