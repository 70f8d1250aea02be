"""How studies stand while they are played, and which of several go on until all is decided.

A study of which all is settled stops, and the others go on; what it is compared with goes on with
them. The difference then stays as it was at that look, so it has to be clear whatever becomes of
the others: unlikely by chance by Bonferroni's correction for all that are tested, from which
Holm's, whose verdict is told, follows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from reports.figures.differences import Difference, games_to_tell
from reports.figures.figure import ADVANTAGE, MINUTES, PLAIN, POINTS, SHARE, Figure, Unit
from reports.figures.statistics import judge
from reports.figures.targets import read_targets
from reports.run.ending import decided, stopped
from reports.run.results import Results
from reports.writing import numbers
from reports.writing.document import Column
from reports.writing.words import listed
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


def columns_of(study: Study) -> Sequence[Column]:
    """Return the columns of `live_rows`."""
    return TARGET_COLUMNS if study.until_decided else LIVE_COLUMNS


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
                numbers.wanted(target, unit),
                numbers.interval(found, unit),
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
    minutes = numbers.value(results.estimate(MINUTES), PLAIN)
    if results.contest == "together":
        [rate] = results.rivals().values()
        return [name, f"{results.run.games:,}", f"none; won: {numbers.known(rate, SHARE)}", minutes]
    advantage = results.estimate(ADVANTAGE)
    span = (
        f"{numbers.number(advantage.value, 0.001, POINTS)} ({numbers.ends(advantage, POINTS)}) pp"
    )
    return [name, f"{results.run.games:,}", span, minutes]


def _results(study: Study, tally: Tally, confidence: float) -> Results:
    layout = layout_of(study, find_game(study.game))
    return Results(Run(study, layout, tally, 0.0, 1, False), confidence)


@dataclass(frozen=True)
class Question:
    """A difference that is to be decided: clear, or too small to notice."""

    label: str
    figure: Figure
    difference: Difference
    least: float
    #: Whether it is more than chance explains, among all that are tested.
    is_clear: bool

    @property
    def is_small(self) -> bool:
        """Whether the whole interval is within what nobody would notice."""
        found = self.difference.estimate
        return -self.least <= found.low and found.high <= self.least

    @property
    def is_open(self) -> bool:
        """Whether more games would tell."""
        return not (self.is_clear or self.is_small)


@dataclass(frozen=True)
class Deciding:
    """What is to be decided: the targets of the studies, if any has some, else differences."""

    arms: Mapping[str, Results]
    asked: Sequence[Question]
    #: For how many differences what is clear is corrected.
    tests: int

    @property
    def longest(self) -> Results:
        """Of a study with most games: others may have stopped sooner."""
        return max(self.arms.values(), key=lambda results: results.run.tally.deals)

    @property
    def _alpha(self) -> float:
        return 1 - self.longest.level

    @property
    def _has_targets(self) -> bool:
        return any(results.run.study.targets for results in self.arms.values())

    @property
    def is_decided(self) -> bool:
        """Whether all is decided that is asked."""
        return not self.more

    @cached_property
    def more(self) -> Mapping[int, int | None]:
        """About how many more games open studies take, by place; ``None`` if that is not known."""
        found = {}
        for place, (label, results) in enumerate(self.arms.items()):
            if self._has_targets:
                if not results.is_decided:
                    found[place] = results.games_to_decide
                continue
            still_open = [one for one in self.asked if one.label == label and one.is_open]
            if still_open:
                found[place] = self._more(still_open, results.run.games)
        return found

    @property
    def going(self) -> list[int]:
        """The places of the studies that go on: of those that have not stopped the open ones."""
        places = list(self.more)
        if places and not self._has_targets:
            unsettled = {one.label for one in self.asked if not self._is_settled(one)}
            places = [place for place, label in enumerate(self.arms) if label in unsettled]
        runs, most = [results.run for results in self.arms.values()], self.longest.run.tally.deals
        return [place for place in places if runs[place].tally.deals == most]

    @property
    def rows(self) -> list[list[str]]:
        """A row of `DIFFERENCE_COLUMNS` for each difference."""
        return [_row(one) for one in self.asked]

    def said(self, targets: str) -> list[str]:
        """Say what ended studies that are played until all is decided; nothing of others."""
        if not self.longest.run.study.until_decided:
            return []
        figures = dict.fromkeys(one.figure.title for one in self.asked)
        what = f"every difference in {listed(list(figures))}, as clear or too small to notice,"
        told = decided(self.longest, targets if self._has_targets else what, known=self.is_decided)
        return [f"{told} Nothing else was waited for.", *stopped(self.arms)]

    def _is_settled(self, one: Question) -> bool:
        """Return whether a difference is decided, whatever becomes of the others."""
        return one.is_small or one.difference.p_value * self.tests < self._alpha

    def _more(self, several: Sequence[Question], games: int) -> int | None:
        found = [
            games_to_tell(one.difference.estimate, one.least, games, self._alpha, self.tests)
            for one in several
        ]
        known = [one for one in found if one is not None]
        return max(known) if len(known) == len(found) else None


def _row(one: Question) -> list[str]:
    unit = one.figure.unit.of_differences
    plain, short = Unit(unit.name, share=unit.share), numbers.short_unit(unit)
    return [
        f"{one.label}: {one.figure.title}",
        f"{numbers.number(one.least, one.least / 10, plain)} {short}".rstrip(),
        f"{numbers.ends(one.difference.estimate, unit)} {short}".rstrip(),
        "too small to notice" if one.is_small else "clear" if one.is_clear else OPEN,
    ]
