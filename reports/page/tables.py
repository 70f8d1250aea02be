"""The tables behind what only a report has: what was checked first, and the sample games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pandas as pd

from reports.figures.statistics import Estimate
from reports.page.checks import COIN
from reports.page.looked_at import LookedAt
from reports.page.skill import skill_difference
from reports.page.suspense import leader_wins
from reports.run.tables import as_tables
from simulate.play import rows as row

#: What every column of each table means; `fathom schema --tables` prints this.
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
    "leads": {
        "study": "which study it is; empty if the report is of one only",
        "percent": "after so much of a game's moves, in percent",
        "games": "decided games that were followed, each of a deal of its own",
        "alone": "in how many of them one seat led alone then",
        "wins": "how much of the win these leaders got",
        "low": "lower end of its interval",
        "high": "upper end of its interval",
    },
    "chances": {
        "study": "which study the game is of; empty if the report is of one only",
        "game": "the number of a sample game",
        "turn": "the turn that a choice is in, from 1",
        "seat": "whose chance it is, as this seat can know it",
        "chance": "how likely it is to win, if all play on as usual",
        "error": "standard error of that",
        "worlds": "games played on behind it",
        "turns": "turns of the game",
        "choices": "choices among several actions in the game",
        "looked_at": "at how many of them the chances were found",
        "decided_turn": "the turn from which on the winner's chance stayed above 90 %",
        "decided_share": "how much of the game's turns was over before it",
    },
}


def make_tables(several: Sequence[LookedAt]) -> dict[str, pd.DataFrame]:
    """Return the tables by name; the columns are those of `COLUMNS`."""
    rows = {
        "checks": [*(one for told in several for one in _checks(told)), *_compared(several)],
        "samples": [one for told in several for one in _samples(told)],
        "leads": [one for told in several for one in _leads(told)],
        "chances": [one for told in several for one in _chances(told)],
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


def _leads(told: LookedAt) -> Iterator[dict[str, Any]]:
    for lead in told.leads:
        known = {"study": told.name, "percent": lead.percent, "games": lead.games}
        found = leader_wins(lead, told.results.confidence, told.results.run.layout.win)
        ends = {"wins": found.value, "low": found.low, "high": found.high}
        yield {**known, "alone": len(lead.wins), **(ends if lead.wins else {})}


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
        for one, chances in zip(thoughts.game.weighed, thoughts.chances, strict=True):
            for seat, found in enumerate(chances, 1):
                known = {"chance": found.value, "error": found.error}
                yield {**of_game, "turn": one.turn + 1, "seat": seat, **known}
