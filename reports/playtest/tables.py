"""The tables of what was found, tidy, and its JSON object: what other programs read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from reports.figures.figure import PLAIN, SHARE, TURNS, WIN_RATE
from reports.figures.statistics import plain
from reports.playtest.agreement import Agreement
from reports.playtest.results import Playtest
from reports.writing import numbers
from reports.writing.columns import Column, frames, plain_rows
from reports.writing.words import capital

if TYPE_CHECKING:
    import pandas as pd


def _number(value: float, one: Agreement) -> str:
    unit, (low, high) = SHARE if WIN_RATE in one.figure else PLAIN, one.usual
    return numbers.with_unit(numbers.number(value, (high - low) / 20 or 0.1, unit), unit)


def _usual(one: Agreement) -> str:
    return " to ".join(_number(end, one) for end in one.usual)


def _likely(one: Any) -> str:
    return f"{min(99, round(100 * one['posterior']))} %"  # never all of it


_FIGURE = Column("figure", "what it is about, as a path")
TABLES: dict[str, Sequence[Column]] = {
    "figures": (
        replace(_FIGURE, heading="figure", shown=lambda one: capital(one.title), numeric=False),
        Column("games", "logged games that say it", heading="games"),
        Column("logged", "their mean", heading="yours", shown=lambda one: _number(one.logged, one)),
        Column("usual_low", "95 in 100 tables are from", lambda one: one.usual[0]),
        Column("usual_high", "to", lambda one: one.usual[1], heading="usual", shown=_usual),
        Column("p", "how likely it is to be as far off"),
        Column("verdict", "usual, unusual or not explained", heading="verdict", numeric=False),
    ),
    "levels": (
        Column("level", "what all seats play", heading="all seats play", numeric=False),
        Column("posterior", "how likely yours are so", heading="likely", shown=_likely),
        Column("games", "games that were finished"),
        Column("turns", "their mean turns", heading="turns", interval=True),
        Column("minutes", "their mean minutes, at your seconds a turn"),
    ),
    "your_table": (_FIGURE, Column("value", "it, at a table like yours", interval=True)),
    "log": (Column("COLUMN", "the log as it was read, with seats in place of names"),),
}


def level_rows(playtest: Playtest) -> list[dict[str, Any]]:
    """Return a row for each playing style, the likeliest first."""
    rows = []
    for one in playtest.ranked:
        turns, games = one.results.estimate(TURNS), len(one.columns[TURNS])
        row = {"level": one.name, "posterior": playtest.posterior[one.name], "games": games}
        rows.append({**row, "turns": turns, "minutes": turns.value * playtest.seconds.value / 60})
    return rows


def make_tables(playtest: Playtest) -> dict[str, pd.DataFrame]:
    """Return the tables by name; the columns are those of `TABLES`. None holds a player's name."""
    import pandas as pd  # takes as long to import as all of Fathom

    table = [{"figure": path, "value": one} for path, one in playtest.your_table.items()]
    rows = {"figures": playtest.agreements, "levels": level_rows(playtest), "your_table": table}
    declared: dict[str, Any] = {name: TABLES[name] for name in rows}
    return {**frames(declared, rows), "log": pd.DataFrame(playtest.log.nameless)}  # type: ignore[arg-type]


def summarise(playtest: Playtest) -> dict[str, Any]:
    """Return all that was found as plain values that JSON can hold."""
    study, seconds = playtest.styles[0].results.run.study, playtest.seconds
    return {
        **{name: getattr(study, name) for name in ("game", "variant", "players")},
        "games_logged": playtest.log.games,
        "left_out": playtest.log.left_out or None,
        "figures": plain_rows(TABLES["figures"], playtest.agreements),
        "levels": plain_rows(TABLES["levels"], level_rows(playtest)),
        "your_table": {path: plain(one) for path, one in playtest.your_table.items()},
        "seconds_per_turn": {**plain(seconds), "measured": seconds.n > 0},
        "confidence": playtest.confidence,
    }
