"""The tables on other players, tidy, and their JSON objects: what other programs read."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter, methodcaller
from typing import Any

from reports.figures.figure import CLOSE_GAMES, COMEBACKS, LEAD_CHANGES, MINUTES
from reports.figures.statistics import plain
from reports.robust.directions import LevelsOfArms
from reports.robust.levels import Judgement, Robustness
from reports.writing.columns import Column, plain_rows

_STRENGTH = Column("strength", "how strong that is, in a word")


def _figure(name: str, means: str, path: str = "") -> Column:
    return Column(name, means, methodcaller("at", path or name), interval=True)


#: The columns of the tables of a run; rows are those of `rows_of`.
TABLES: dict[str, Sequence[Column]] = {
    "robustness": (
        Column("among", "all playing styles, or those alone of solid and strong players"),
        Column("about", "seats, length or course: what is judged"),
        Column("figure", "the figure that decides, by its path in summary.json"),
        Column("verdict", "the game's, depends on play, or not clear"),
        Column("lowest_level", "who plays where the figure is smallest"),
        Column("lowest", "the figure there; of seats, win rate minus fair share"),
        Column("highest_level", "who plays where the figure is largest"),
        Column("highest", "the figure there"),
        Column(
            "spread",
            "of seats the highest minus the lowest, else how many times as large it is",
            interval=True,
        ),
        Column("margin", "up to which spread levels agree; 0.2 is 1.2 times as large"),
        Column("levels", "playing styles that were asked in all"),
        Column("games", "the least games of a level, those that think ahead left out"),
    ),
    "levels": (
        Column("level", "who plays all seats, or what the table is called", attrgetter("name")),
        _STRENGTH,
        Column("games", "games played"),
        Column("unfinished", "share of the games that were not decided", attrgetter("undecided")),
        Column(
            "advantage",
            "win rate of seat 1 minus the fair share",
            methodcaller("against_fair"),
            True,
        ),
        _figure("minutes", "mean length in minutes", MINUTES),
        _figure(LEAD_CHANGES, "mean number of lead changes a game"),
        _figure(COMEBACKS, "share of seats in last place half-way that still win"),
        _figure(CLOSE_GAMES, "share of games decided by one point or less"),
        Column("lineup", of=lambda level: list(level.lineup), in_files=False),
        Column("tally_id", in_files=False),
        Column("few", in_files=False),
        Column("is_study", of=attrgetter("asked"), in_files=False),
    ),
}
#: The columns of the table of levels of several versions; rows are those of `difference_rows`.
LEVELS = (
    Column("figure", "what is compared, by its path in the JSON object of 'fathom run'"),
    Column("a", "the version that others are compared with"),
    Column("b", "the version compared with it"),
    Column("level", "who plays all seats of both, or what the table is called"),
    _STRENGTH,
    Column("games", "games of each; the least, where they differ"),
    Column("value", "b minus a", interval=True),
    Column(
        "stands",
        "higher, lower or the same (within the margin) where that is clear among all levels; "
        "empty otherwise",
    ),
    Column(
        "verdict",
        "of all levels: at every level (clearly higher, lower or the same at each), depends on "
        "play, or not clear",
    ),
)


def rows_of(robustness: Robustness) -> dict[str, list[Any]]:
    """Return the rows of the tables `TABLES`."""
    sets = {"all": robustness.judged, "solid and strong": robustness.skilled}
    return {
        "robustness": [
            {"among": among, **_judgement(robustness, one)}
            for among, several in sets.items()
            for one in several.values()
        ],
        "levels": [*robustness.levels],
    }


def _judgement(robustness: Robustness, one: Judgement) -> dict[str, Any]:
    low, high = one.ends
    return {
        **{name: getattr(one, name) for name in ("about", "figure", "verdict", "spread", "margin")},
        "lowest_level": one.lowest.name,
        "lowest": low.value,
        "highest_level": one.highest.name,
        "highest": high.value,
        "levels": len(robustness.levels),
        "games": robustness.games,
    }


def summarise(robustness: Robustness) -> dict[str, Any]:
    """Return all that was found of a run as plain values that JSON can hold."""
    margins, rows = robustness.margins, rows_of(robustness)
    return {
        "margins": {"rate": margins.rate, "relative": margins.relative},
        "verdicts": plain_rows(TABLES["robustness"], rows["robustness"]),
        "levels": plain_rows(TABLES["levels"], rows["levels"]),
        "games": [*robustness.looks],
        "looks": robustness.looked,
        "missing": [*robustness.missing],
    }


def difference_rows(levels: LevelsOfArms | None) -> list[dict[str, Any]]:
    """Return the rows of the table `LEVELS`; none if no other players were asked."""
    return [
        {
            "figure": one.kind.path,
            "a": one.a,
            "b": one.b,
            "level": level.name,
            "strength": level.strength,
            "games": min(arm.games for arm in (level, *others)),
            "value": one.differences[level.name],
            "stands": one.stands[level.name],
            "verdict": one.word,
        }
        for one in (levels.directions if levels else ())
        for level, *others in (levels.levels if levels else ())
    ]


def summarise_differences(levels: LevelsOfArms | None) -> dict[str, Any] | None:
    """Return all that was found of several versions as plain values that JSON can hold."""
    if levels is None:
        return None
    return {
        "levels": [
            {
                "level": arms[0].name,
                "strength": arms[0].strength,
                "few": arms[0].few,
                "is_study": arms[0].asked,
                "arms": [
                    {
                        "label": label,
                        "lineup": list(arm.lineup),
                        "games": arm.games,
                        "tally_id": arm.tally_id,
                    }
                    for label, arm in zip(levels.labels, arms, strict=True)
                ],
            }
            for arms in levels.levels
        ],
        "verdicts": [
            {
                "figure": one.kind.path,
                "a": one.a,
                "b": one.b,
                "verdict": one.word,
                "direction": one.way,
                "differences": [
                    {"level": name, **plain(found), "stands": one.stands[name]}
                    for name, found in one.differences.items()
                ],
            }
            for one in levels.directions
        ],
    }
