"""The tables of levels of play, and what programs read of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reports.figures.figure import (
    ADVANTAGE,
    CLOSE_GAMES,
    COMEBACKS,
    LEAD_CHANGES,
    MINUTES,
    WIN_RATE,
)
from reports.figures.statistics import finite, plain
from reports.robust.levels import Group, Judgement, Level, Robustness, value_at, win_rate_of

_ENDS = {
    "_low": "lower end of the interval of {}",
    "_high": "upper end of the interval of {}",
}


def _with_ends(name: str, meaning: str) -> dict[str, str]:
    return {name: meaning} | {f"{name}{end}": text.format(name) for end, text in _ENDS.items()}


#: What every column of every table means; reports/README.md prints this.
COLUMNS: dict[str, dict[str, str]] = {
    "robustness": {
        "among": "all levels of play, or those alone at which solid and strong players play",
        "about": "seats, length or course: what is judged",
        "figure": "the figure that decides, by its path in summary.json",
        "verdict": "the game's, depends on play, or not clear",
        "lowest_level": "who plays where the figure is smallest",
        "lowest": "the figure there; of seats, win rate minus fair share",
        "highest_level": "who plays where the figure is largest",
        "highest": "the figure there",
        "spread": "of seats the highest minus the lowest, else how many times as large it is",
        "spread_low": "lower end of the interval of spread",
        "spread_high": "upper end of the interval of spread",
        "margin": "up to which spread levels agree; 0.2 is 1.2 times as large",
        "levels": "levels of play that were asked in all",
        "games": "the least games of a level, those that think ahead left out",
    },
    "levels": {
        "level": "who plays all seats, or what the table is called",
        "strength": "how strong that is, in a word",
        "games": "games played",
        "unfinished": "share of the games that were not decided",
        **_with_ends("advantage", "win rate of seat 1 minus the fair share"),
        **_with_ends("minutes", "mean length in minutes"),
        **_with_ends("lead_changes", "mean number of lead changes a game"),
    },
}


def rows_of(robustness: Robustness) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of the tables `COLUMNS`."""
    return {
        "robustness": [
            {"among": among, **_judgement(robustness, one)}
            for among, several in _sets(robustness).items()
            for one in several.values()
        ],
        "levels": [_level(robustness, level) for level in robustness.levels],
    }


def _sets(robustness: Robustness) -> dict[str, Mapping[Group, Judgement]]:
    return {"all": robustness.judged, "solid and strong": robustness.skilled}


def _judgement(robustness: Robustness, one: Judgement) -> dict[str, Any]:
    low, high = (value_at(robustness, one, level) for level in (one.lowest, one.highest))
    return {
        "about": one.group,
        "figure": one.path,
        "verdict": one.verdict,
        "lowest_level": one.lowest.name,
        "lowest": low.value,
        "highest_level": one.highest.name,
        "highest": high.value,
        "spread": one.spread.value,
        "spread_low": one.spread.low,
        "spread_high": one.spread.high,
        "margin": one.margin,
        "levels": len(robustness.levels),
        "games": robustness.games,
    }


def _level(robustness: Robustness, level: Level) -> dict[str, Any]:
    confidence = robustness.confidence
    figures = {
        "advantage": level.against_fair(1, confidence),
        "minutes": level.known(MINUTES, confidence),
        "lead_changes": level.known(LEAD_CHANGES, confidence),
    }
    row: dict[str, Any] = {
        "level": level.name,
        "strength": level.strength,
        "games": level.games,
        "unfinished": level.undecided,
    }
    for name, found in figures.items():
        row |= {name: found.value, f"{name}_low": found.low, f"{name}_high": found.high}
    return row


def summarise_levels(robustness: Robustness) -> dict[str, Any]:
    """Return all that was found as plain values that JSON can hold."""
    margins = robustness.margins
    return {
        "margins": {"rate": margins.rate, "relative": margins.relative},
        "verdicts": [
            {"among": among, **_plain_judgement(robustness, one)}
            for among, several in _sets(robustness).items()
            for one in several.values()
        ],
        "levels": [_plain_level(robustness, level) for level in robustness.levels],
        "games": [*robustness.looks],
        "looks": robustness.looked,
        "missing": [*robustness.missing],
    }


def _plain_judgement(robustness: Robustness, one: Judgement) -> dict[str, Any]:
    return {
        "about": one.group,
        "figure": one.path,
        "verdict": one.verdict,
        "spread": plain(one.spread),
        "margin": one.margin,
        **{
            end: {"level": level.name, "value": finite(value_at(robustness, one, level).value)}
            for end, level in (("lowest", one.lowest), ("highest", one.highest))
        },
    }


def _plain_level(robustness: Robustness, level: Level) -> dict[str, Any]:
    def figure(path: str) -> dict[str, Any]:
        found = level.known(path, robustness.confidence)
        return {**plain(found), "n": found.n}

    return {
        "level": level.name,
        "strength": level.strength,
        "lineup": list(level.lineup),
        "games": level.games,
        "deals": level.deals,
        "unfinished": round(level.undecided * level.games),
        "few": level.few,
        "is_study": level.asked,
        "tally_id": level.tally_id,
        ADVANTAGE: figure(ADVANTAGE),
        "seats": [
            {"seat": seat, WIN_RATE: figure(win_rate_of(seat))}
            for seat in range(1, level.players + 1)
        ],
        MINUTES: figure(MINUTES),
        **{path: figure(path) for path in (LEAD_CHANGES, COMEBACKS, CLOSE_GAMES)},
    }
