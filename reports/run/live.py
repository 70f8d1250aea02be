"""How studies stand while they are played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from reports.figures.figure import ADVANTAGE, MINUTES, PLAIN, POINTS, SHARE
from reports.figures.statistics import judge
from reports.figures.targets import read_targets
from reports.run.results import Results
from reports.writing import wording
from reports.writing.document import Column
from simulate.game import find_game
from simulate.play.arms import layout_of
from simulate.play.run import Run
from simulate.play.tally import Tally
from simulate.study import Study

LIVE_COLUMNS = (
    Column("", numeric=False),
    Column("games", spare=True),
    Column("first-player advantage", short="first player"),
    Column("minutes", spare=True),
)
#: Where a study is played until its targets are decided, or differences.
TARGET_COLUMNS, DIFFERENCE_COLUMNS = (
    [Column(title, numeric=False) for title in titles]
    for titles in (("target", "wanted", "so far", ""), ("difference", "noticed from", "so far", ""))
)
#: What is said of what is open, at the end of its row.
OPEN = "open"
_STANDS = {"meets": "met", "misses": "missed", "undecided": OPEN}
#: With more rows only those are shown that are open.
_MOST_ROWS = 12


def live_rows(study: Study, tally: Tally, confidence: float, name: str = "") -> list[list[str]]:
    """Return how a study stands, named among several; its targets, if these end it."""
    if not study.until_decided:
        return [live_row(study, tally, confidence, name or study.variant)]
    results, rows = _results(study, tally, confidence), []
    for target in read_targets(study.targets) if tally.deals else ():
        figure, found = results.figure(target.figure), results.estimate(target.figure)
        verdict = judge(found, target.low, target.high, results.run.games)
        in_points = figure.unit.share and figure.unit.name
        unit = replace(figure.unit, name="pp") if in_points else figure.unit
        rows.append(
            [
                f"{name}: {figure.title}" if name else figure.title,
                wording.wanted(target, unit),
                wording.interval(found, unit),
                _STANDS[verdict.word],
            ]
        )
    return rows


def fewer_rows(rows: Sequence[list[str]]) -> list[list[str]]:
    """Return rows of targets or differences, where they are many only those that are open."""
    still_open = [row for row in rows if row[-1] == OPEN]
    return list(rows) if len(rows) <= _MOST_ROWS else still_open[:_MOST_ROWS]


def live_row(study: Study, tally: Tally, confidence: float, name: str) -> list[str]:
    """Return how a study stands, in the order of `LIVE_COLUMNS`."""
    if not tally.deals:
        return [name, "0", "", ""]
    results = _results(study, tally, confidence)
    minutes = wording.value(results.estimate(MINUTES), PLAIN)
    if results.contest == "together":
        [rate] = results.rivals().values()
        return [name, f"{results.run.games:,}", f"none; won: {wording.known(rate, SHARE)}", minutes]
    advantage = results.estimate(ADVANTAGE)
    value, ends = wording.number(advantage.value, 0.001, POINTS), wording.ends(advantage, POINTS)
    return [name, f"{results.run.games:,}", f"{value} ({ends}) pp", minutes]


def _results(study: Study, tally: Tally, confidence: float) -> Results:
    layout = layout_of(study, find_game(study.game))
    return Results(Run(study, layout, tally, 0.0, 1, False), confidence)
