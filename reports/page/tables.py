"""The tables behind what only a report has: what was checked first, and the sample games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pandas as pd

from reports.figures.statistics import Estimate
from reports.page.checks import COIN
from reports.page.looked_at import LookedAt
from reports.page.skill import skill_difference
from reports.run.tables import as_tables
from simulate.play import rows as row

#: What every column of each table means; reports/README.md prints this.
COLUMNS: dict[str, dict[str, str]] = {
    "checks": {
        "study": "which study was checked; empty if the report is of one only",
        "check": "what was checked",
        "mark": "fine, look (worth a look) or wrong",
        "figure": "what the finding rests on",
        "value": "the figure",
        "low": "lower end of its interval; empty for what is exact",
        "high": "upper end of its interval; empty for what is exact",
    },
    "samples": {
        "study": "which study the game is of; empty if the report is of one only",
        "game": "the number of the game, which 'fathom replay --game' takes",
        "sample": "what it is a sample of",
        "seat": "place at the table, clockwise; seat 1 is first in turn order",
        "score": "final score of the seat, in the game's own unit",
        "turns": "turns of the game",
        "lead_changes": "how often the lead changed",
    },
}


def make_tables(several: Sequence[LookedAt]) -> dict[str, pd.DataFrame]:
    """Return the tables by name; the columns are those of `COLUMNS`."""
    rows = {
        "checks": [*(one for told in several for one in _checks(told)), *_compared(several)],
        "samples": [one for told in several for one in _samples(told)],
    }
    return as_tables(rows, COLUMNS)


def _checks(told: LookedAt) -> Iterator[dict[str, Any]]:
    for check in told.checked:
        known = {"study": told.name, "check": check.name, "mark": check.mark}
        for figure, found in check.figures.items():
            if isinstance(found, Estimate):
                numbers = {"value": found.value, "low": found.low, "high": found.high}
            else:
                numbers = {"value": float(found)}
            yield {**known, "figure": figure, **numbers}


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
            "value": found.value,
            "low": found.low,
            "high": found.high,
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
