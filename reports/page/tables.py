"""The tables behind what only a report has: what was checked first, and the sample games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pandas as pd

from reports.figures.statistics import Estimate
from reports.page.checks import COIN, LookedAt
from reports.page.skill import skill_difference
from reports.page.suspense import LEADS, lead_rows
from reports.thinking.sentences import chance_rows
from reports.writing.columns import Column, frames
from simulate.play import rows as row

#: The tables' columns.
TABLES: dict[str, Sequence[Column]] = {
    "checks": (
        Column("study", "which study was checked; empty if the report is of one only"),
        Column("check", "what was checked"),
        Column("mark", "fine, look (worth a look) or wrong"),
        Column("figure", "what the finding rests on"),
        Column("value", "the figure", interval=True),
    ),
    "samples": (
        Column("study", "which study the game is of; empty if the report is of one only"),
        Column("game", "the number of the game, which 'fathom replay --game' takes"),
        Column("sample", "what it is a sample of"),
        Column("seat", "place at the table, clockwise; seat 1 is first in turn order"),
        Column("score", "final score of the seat, in the game's own unit"),
        Column("turns", "turns of the game"),
        Column("lead_changes", "how often the lead changed"),
    ),
    "leads": LEADS,
    "chances": (
        Column("study", "which study the game is of; empty if the report is of one only"),
        Column("game", "the number of a sample game"),
        Column("turn", "the turn that a choice is in, from 1"),
        Column("seat", "whose chance it is, as this seat can know it"),
        Column("chance", "how likely it is to win, if all play on as usual"),
        Column("error", "standard error of that"),
        Column("worlds", "games played on behind it"),
        Column("turns", "turns of the game"),
        Column("choices", "choices among several actions in the game"),
        Column("looked_at", "at how many of them the chances were found"),
        Column("decided_turn", "the turn from which on the winner's chance stayed above 90 %"),
        Column("decided_share", "how much of the game's turns was over before it"),
    ),
}


def make_tables(several: Sequence[LookedAt]) -> dict[str, pd.DataFrame]:
    """Return the tables by name; the columns are those of `TABLES`."""
    return frames(
        TABLES,
        {
            "checks": [*(one for told in several for one in _checks(told)), *_compared(several)],
            "samples": [one for told in several for one in _samples(told)],
            "leads": [row for told in several for row in lead_rows(told)],
            "chances": [one for told in several for one in _chances(told)],
        },
    )


def _checks(told: LookedAt) -> Iterator[dict[str, Any]]:
    for check in told.checked:
        known = {"study": told.name, "check": check.name, "mark": check.mark}
        for figure, found in check.figures.items():
            value = found if isinstance(found, Estimate) else float(found)
            yield {**known, "figure": figure, "value": value}


def _compared(several: Sequence[LookedAt]) -> Iterator[dict[str, Any]]:
    """Yield how much more luck there is in the second of two studies."""
    found = skill_difference(several)
    if found:
        first, second = (one.name for one in several)
        yield {
            "study": f"{second} minus {first}",
            "check": "Skill",
            "mark": "fine",
            "figure": COIN,
            "value": found,
        }


def _samples(told: LookedAt) -> Iterator[dict[str, Any]]:
    game = told.results.game
    for replay in told.replays:
        for seat in range(told.results.players):
            yield {
                "study": told.name,
                "game": replay.sample.number,
                "sample": " and ".join(replay.sample.kinds),
                "seat": seat + 1,
                "score": float(game.in_units(int(replay.result[row.SCORES + seat]))),
                "turns": int(replay.result[row.TURNS]),
                "lead_changes": int(replay.result[row.LEAD_CHANGES]),
            }


def _chances(told: LookedAt) -> Iterator[dict[str, Any]]:
    for replay in told.replays:
        thoughts = replay.thoughts
        if thoughts is None:
            continue
        after = thoughts.decided_after
        of_game = {
            "study": told.name,
            "game": replay.sample.number,
            "worlds": thoughts.game.worlds,
            "turns": thoughts.turns,
            "choices": thoughts.game.decisions,
            "looked_at": len(thoughts.game.weighed),
            "decided_turn": None if after is None else after + 1,
            "decided_share": None if after is None else after / thoughts.turns,
        }
        yield from ({**of_game, **row} for row in chance_rows(thoughts))
