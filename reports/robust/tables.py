"""The tables and JSON objects with the results of other players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from operator import attrgetter, methodcaller
from typing import Any

from reports.figures.figure import ADVANTAGE, CLOSE_GAMES, COMEBACKS, LEAD_CHANGES, MINUTES, SHARE
from reports.figures.statistics import plain
from reports.robust.directions import JudgedDifference, LevelsOfArms
from reports.robust.levels import PlayerLevel
from reports.robust.robustness import Judgement, LevelSpread, Robustness
from reports.writing import wording
from reports.writing.columns import Column, document_table, plain_rows
from reports.writing.document import Table

_PLAYERS = Column(
    "players",
    "the kind of players: sensible, beginners, not ranked (if hardly any game has a winner), or "
    "your own (a line-up of the user)",
)
_WINS = methodcaller("share")
_VERDICT = (
    "settled, still moving (the strongest two differ, and one of them is clearly stronger), "
    "depends on style, or not clear"
)


def _figure(name: str, means: str, path: str = "", seat: int = 0) -> Column:
    """Return a column with the estimate of a figure at each player level.

    `path` is the path of the figure if it is not `name`, and `means` the meaning of the column.
    `seat` is the number of a seat whose win rate is shown, or 0.
    """
    return Column(name, means, methodcaller("at", path or name, seat), interval=True)


#: The columns of each table of a run. `rows_of` returns the rows.
TABLES: dict[str, Sequence[Column]] = {
    "robustness": (
        Column("about", "the judged group of figures: seats, length or course"),
        Column("verdict", _VERDICT),
        Column(
            "among",
            "the players of this row: sensible players, the strongest two of them (all players if "
            "only one style is sensible), or beginners",
        ),
        Column("levels", "number of player levels among them"),
        Column(
            "from",
            "lower end of the range that holds the figure at all of these levels, with the "
            "confidence of the intervals; for seats, the win rate minus the fair share",
        ),
        Column("to", "upper end of that range"),
        Column("figure", "path in summary.json of the figure that decides"),
        Column("lowest_level", "level at which the figure is smallest"),
        Column("lowest", "the figure there; for seats, the win rate minus the fair share"),
        Column("highest_level", "level at which the figure is largest"),
        Column("highest", "the figure there"),
        Column(
            "spread",
            "for seats, the highest minus the lowest value; otherwise their ratio",
            interval=True,
        ),
        Column("games", "smallest number of games of a level"),
    ),
    "strengths": (
        Column(
            "style", "style that plays alone among the strongest", heading="style", numeric=False
        ),
        Column("wins", "share of games that this player won", _WINS, True, "wins", unit=SHARE),
        Column("fair", "fair share"),
        Column("games", "games played", heading="games"),
        Column(
            "sensible",
            "true if the style is sensible; empty if hardly any game has a winner",
        ),
    ),
    "levels": (
        Column("level", "players: a style in all seats, or alone among others", attrgetter("name")),
        Column("style", "style of the level; empty for a line-up of the user"),
        _PLAYERS,
        Column("games", "games played"),
        Column("unfinished", "share of unfinished games", attrgetter("undecided")),
        _figure("advantage", "win rate of seat 1 minus the fair share", ADVANTAGE, 1),
        _figure("minutes", "mean length in minutes", MINUTES),
        _figure(LEAD_CHANGES, "mean number of lead changes per game"),
        _figure(COMEBACKS, "share of seats in last place at half-time that still win"),
        _figure(CLOSE_GAMES, "share of games decided by one point or less"),
        Column("lineup", of=attrgetter("specs"), in_files=False),
        Column("tally_id", in_files=False),
        Column("few", of=lambda level: level.game_limit > 0, in_files=False),
        Column("is_study", in_files=False),
    ),
}
#: The columns of the table of differences by level. `difference_rows` returns the rows.
LEVELS = (
    Column("figure", "path of the compared figure in the JSON object of 'fathom run'"),
    Column("a", "version with which b is compared"),
    Column("b", "version that is compared with a"),
    Column("level", "player level at which both versions were played"),
    _PLAYERS,
    Column("games", "games of each version; the smaller number if they differ"),
    Column("value", "b minus a", interval=True),
    Column(
        "stands",
        "higher, lower or the same (within the margin) if that is clear, corrected for the number "
        "of levels; empty otherwise",
    ),
    Column(
        "verdict",
        "settled (clearly higher, lower or the same with all sensible players), still moving, "
        "depends on style, or not clear",
    ),
)


def rows_of(robustness: Robustness) -> dict[str, list[Any]]:
    """Return the rows of each table in `TABLES`, by name of the table."""
    ranked = robustness.ranked
    return {
        "robustness": [
            row
            for judgement in robustness.judged.values()
            for row in (
                _judgement_row(judgement, "sensible", ranked.sensible, judgement.sensible),
                _judgement_row(judgement, "strongest", ranked.strongest, judgement.strongest),
                _judgement_row(judgement, "beginners", ranked.beginners, None),
            )
        ],
        "strengths": [level for level in ranked.levels if level.is_guest],
        "levels": ranked.levels,
    }


def _judgement_row(
    judgement: Judgement, among: str, levels: Sequence[PlayerLevel], spread: LevelSpread | None
) -> dict[str, Any]:
    """Return the row of the table ``robustness`` for a group of figures and some levels.

    `among` names the levels, and `spread` is their comparison; None if they were not compared.
    """
    row: dict[str, Any] = {
        "about": judgement.figure.group,
        "verdict": judgement.verdict,
        "among": among,
        "levels": len(levels),
    }
    span = judgement.span(levels)
    if span:
        row["from"], row["to"] = span
    if spread:
        row["figure"] = spread.figure
        row["spread"] = spread.spread
        row["games"] = spread.spread.n
        row["lowest_level"] = spread.lowest.name
        row["highest_level"] = spread.highest.name
        row["lowest"] = spread.lowest.at(spread.figure, spread.seat).value
        row["highest"] = spread.highest.at(spread.figure, spread.seat).value
    return row


def strengths(robustness: Robustness) -> Table:
    """Return the table of the strengths of styles, the strongest first."""
    first = robustness.levels[0]
    caption = f"Wins alone among {first.style}; {wording.percent(first.fair)} is fair"
    rows = sorted(rows_of(robustness)["strengths"], key=lambda level: -level.share().value)
    return document_table(caption, TABLES["strengths"], rows)


def summarise(robustness: Robustness) -> dict[str, Any]:
    """Return the results of a run with other players for the JSON object.

    Returns
    -------
    dict
        The margins, the rows of `TABLES` (``verdicts``, ``strengths``, ``levels``), the number of
        games at each look (``games``), the number of looks that took place (``looks``) and the
        names of levels that were not played (``missing``).
    """
    tables = {name: plain_rows(TABLES[name], rows) for name, rows in rows_of(robustness).items()}
    return {
        "margins": asdict(robustness.margins),
        "verdicts": tables.pop("robustness"),
        **tables,
        "games": [*robustness.looks],
        "looks": robustness.looks_taken,
        "missing": [*robustness.missing],
    }


def difference_rows(levels: LevelsOfArms | None) -> list[dict[str, Any]]:
    """Return the rows of the table `LEVELS`, one per difference and level.

    The list is empty if other players were not played.
    """
    if levels is None:
        return []
    return [
        {
            **vars(difference),
            "level": level.name,
            "players": level.players,
            "games": level.games,
            "value": difference.at[level.name].value,
            "stands": difference.at[level.name].direction,
        }
        for difference in levels.directions
        for level in levels.ranked.levels
    ]


def summarise_differences(levels: LevelsOfArms | None) -> dict[str, Any] | None:
    """Return the results of several versions with other players for the JSON object.

    Returns
    -------
    dict or None
        The games of each version at each level (``levels``) and the verdicts with the differences
        at each level (``verdicts``). None if other players were not played.
    """
    if levels is None:
        return None
    summaries = []
    for level, arms in zip(levels.ranked.levels, levels.levels, strict=True):
        summary = _columns_of(level, "level", "players", "few", "is_study")
        summary["arms"] = [
            {"label": label, **_columns_of(arm, "lineup", "games", "tally_id")}
            for label, arm in zip(levels.labels, arms, strict=True)
        ]
        summaries.append(summary)
    return {
        "levels": summaries,
        "verdicts": list(map(_summarise_direction, levels.directions)),
    }


def _summarise_direction(difference: JudgedDifference) -> dict[str, Any]:
    """Return the JSON object of a difference with the differences at all levels."""
    fields = {name: value for name, value in vars(difference).items() if name != "at"}
    differences = [
        {"level": name, **plain(estimate.value), "stands": estimate.direction}
        for name, estimate in difference.at.items()
    ]
    return {**fields, "differences": differences}


def _columns_of(level: PlayerLevel, *names: str) -> dict[str, Any]:
    """Return the values of a player level in the table ``levels``, by the given column names."""
    columns = {column.name: column for column in TABLES["levels"]}
    return plain_rows([columns[name] for name in names], [level])[0]
