"""The tables on other players, tidy, and their JSON objects: what other programs read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from operator import attrgetter, methodcaller
from typing import Any

from reports.figures.figure import ADVANTAGE, CLOSE_GAMES, COMEBACKS, LEAD_CHANGES, MINUTES, SHARE
from reports.figures.statistics import plain
from reports.robust.directions import LevelsOfArms
from reports.robust.levels import PlayerLevel
from reports.robust.robustness import LevelSpread, Robustness
from reports.writing import wording
from reports.writing.columns import Column, document_table, plain_rows
from reports.writing.document import Table

_PLAYERS = Column(
    "players",
    "who that is: sensible, beginners, not ranked (if hardly any game has a winner), or a line-up "
    "of your own",
)
_WINS = methodcaller("share")
_VERDICT = (
    "settled, still moving (the strongest two differ, and one of them is clearly stronger), "
    "depends on style, or not clear"
)


def _figure(name: str, means: str, path: str = "", seat: int = 0) -> Column:
    return Column(name, means, methodcaller("at", path or name, seat), interval=True)


#: The columns of the tables of a run; rows are those of `rows_of`.
TABLES: dict[str, Sequence[Column]] = {
    "robustness": (
        Column("about", "seats, length or course: what is judged"),
        Column("verdict", _VERDICT),
        Column(
            "among", "sensible players, the strongest two of them (of one: everybody), beginners"
        ),
        Column("levels", "how many kinds of players that is"),
        Column(
            "from",
            "lower end of the range that holds the figure with all of them, with the confidence "
            "of the intervals; of seats, win rate minus fair share",
        ),
        Column("to", "upper end of that range"),
        Column("figure", "the figure that decides, by its path in summary.json"),
        Column("lowest_level", "who plays where the figure is smallest"),
        Column("lowest", "the figure there; of seats, win rate minus fair share"),
        Column("highest_level", "who plays where the figure is largest"),
        Column("highest", "the figure there"),
        Column(
            "spread",
            "of seats the highest minus the lowest, else how many times as large it is",
            interval=True,
        ),
        Column("games", "the least games of one of them"),
    ),
    "strengths": (
        Column("style", "who plays alone among the strongest", heading="style", numeric=False),
        Column("wins", "share of the games won there", _WINS, True, "wins", unit=SHARE),
        Column("fair", "the share that is fair"),
        Column("games", "games played", heading="games"),
        Column(
            "sensible",
            "whether that is enough to be called sensible; empty if hardly any game is won",
        ),
    ),
    "levels": (
        Column("level", "who plays: a style in all seats, or beside whom", attrgetter("name")),
        Column("style", "the style that it tells of; none of a line-up of your own"),
        _PLAYERS,
        Column("games", "games played"),
        Column("unfinished", "share of the games that were not decided", attrgetter("undecided")),
        _figure("advantage", "win rate of seat 1 minus the fair share", ADVANTAGE, 1),
        _figure("minutes", "mean length in minutes", MINUTES),
        _figure(LEAD_CHANGES, "mean number of lead changes per game"),
        _figure(COMEBACKS, "share of seats in last place half-way that still win"),
        _figure(CLOSE_GAMES, "share of games decided by one point or less"),
        Column("lineup", of=attrgetter("specs"), in_files=False),
        Column("tally_id", in_files=False),
        Column("few", of=lambda level: level.game_limit > 0, in_files=False),
        Column("is_study", in_files=False),
    ),
}
#: The columns of the table of levels of several versions; rows are those of `difference_rows`.
LEVELS = (
    Column("figure", "what is compared, by its path in the JSON object of 'fathom run'"),
    Column("a", "the version that others are compared with"),
    Column("b", "the version compared with it"),
    Column("level", "who plays all seats of both, or what the table is called"),
    _PLAYERS,
    Column("games", "games of each; the least, where they differ"),
    Column("value", "b minus a", interval=True),
    Column(
        "stands",
        "higher, lower or the same (within the margin) where that is clear among all levels; "
        "empty otherwise",
    ),
    Column(
        "verdict",
        "settled (clearly higher, lower or the same with all sensible players), still moving, "
        "depends on style, or not clear",
    ),
)


def rows_of(robustness: Robustness) -> dict[str, list[Any]]:
    """Return the rows of the tables `TABLES`."""
    ranked = robustness.ranked
    everybody = {name: getattr(ranked, name) for name in ("sensible", "strongest", "beginners")}
    return {
        "robustness": [
            {
                "about": one.figure.group,
                "verdict": one.verdict,
                "among": among,
                "levels": len(levels),
                **dict(zip(("from", "to"), one.span(levels) or (), strict=False)),
                **(_apart(apart) if (apart := getattr(one, among, None)) else {}),
            }
            for one in robustness.judgements.values()
            for among, levels in everybody.items()
        ],
        "strengths": [level for level in ranked.levels if level.is_guest],
        "levels": ranked.levels,
    }


def _apart(apart: LevelSpread) -> dict[str, Any]:
    ends = {"lowest": apart.lowest, "highest": apart.highest}
    return {
        "figure": apart.figure,
        "spread": apart.spread,
        "games": apart.spread.n,
        **{f"{end}_level": level.name for end, level in ends.items()},
        **{end: level.at(apart.figure, apart.seat).value for end, level in ends.items()},
    }


def strengths(robustness: Robustness) -> Table:
    """Show how strong each style is, the strongest first."""
    first = robustness.levels[0]
    caption = f"Wins alone among {first.style}; {wording.percent(first.fair)} is fair"
    rows = sorted(rows_of(robustness)["strengths"], key=lambda level: -level.share().value)
    return document_table(caption, TABLES["strengths"], rows)


def summarise(robustness: Robustness) -> dict[str, Any]:
    """Return all that was found of a run as plain values that JSON can hold."""
    tables = {name: plain_rows(TABLES[name], rows) for name, rows in rows_of(robustness).items()}
    return {
        "margins": asdict(robustness.margins),
        "verdicts": tables.pop("robustness"),
        **tables,
        "games": [*robustness.looks],
        "looks": robustness.looked,
        "missing": [*robustness.missing],
    }


def difference_rows(levels: LevelsOfArms | None) -> list[dict[str, Any]]:
    """Return the rows of the table `LEVELS`; none if no other players were asked."""
    if levels is None:
        return []
    return [
        {
            **vars(one),
            "level": level.name,
            "players": level.players,
            "games": level.games,
            "value": one.at[level.name].value,
            "stands": one.at[level.name].direction,
        }
        for one in levels.directions
        for level in levels.ranked.levels
    ]


def summarise_differences(levels: LevelsOfArms | None) -> dict[str, Any] | None:
    """Return all that was found of several versions as plain values that JSON can hold."""
    if levels is None:
        return None
    return {
        "levels": [
            {
                **_some(level, "level", "players", "few", "is_study"),
                "arms": [
                    {"label": label, **_some(arm, "lineup", "games", "tally_id")}
                    for label, arm in zip(levels.labels, arms, strict=True)
                ],
            }
            for level, arms in zip(levels.ranked.levels, levels.levels, strict=True)
        ],
        "verdicts": [
            {
                **{name: said for name, said in vars(one).items() if name != "at"},
                "differences": [
                    {"level": name, **plain(seen.value), "stands": seen.direction}
                    for name, seen in one.at.items()
                ],
            }
            for one in levels.directions
        ],
    }


def _some(level: PlayerLevel, *names: str) -> dict[str, Any]:
    known = {column.name: column for column in TABLES["levels"]}
    return plain_rows([known[name] for name in names], [level])[0]
