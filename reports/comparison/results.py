"""What differs between arms: studies of one game that were played on the same deals."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from reports.comparison.design import Design
from reports.comparison.difference import Products, figure_difference, is_exact
from reports.comparison.skill import Skill
from reports.figures import differences, statistics
from reports.figures.differences import Difference
from reports.figures.figure import (
    LENGTH,
    LINEUP,
    MEAN,
    STRATEGIES,
    UNFINISHED,
    Figure,
    Mean,
    Unit,
)
from reports.figures.noticeable import Margins
from reports.figures.precision import half_width
from reports.figures.statistics import Estimate
from reports.run.results import Results
from simulate.play.run import Run
from simulate.study import Study

#: What the games allow to say of a difference.
Word = Literal[
    "higher", "lower", "slightly higher", "slightly lower", "practically the same", "not told"
]


@dataclass(frozen=True)
class Compared:
    """One figure in two arms.

    Attributes
    ----------
    figure
        Which one; its title tells both arms' where the rules make them differ.
    first, second
        What each arm gave.
    difference
        The second minus the first.
    p_holm
        Its p-value, corrected for all differences of the comparison.
    margin
        Up to here the two count as practically the same.
    verdict
        What that allows to say.
    exact
        Whether chance had no part in the difference.
    """

    figure: Figure
    first: Estimate
    second: Estimate
    difference: Difference
    p_holm: float
    margin: float
    verdict: Word
    exact: bool

    @property
    def is_clear(self) -> bool:
        """Whether the difference is more than chance explains."""
        return self.verdict not in ("practically the same", "not told")

    @property
    def unit(self) -> Unit:
        """What the difference is told in."""
        return self.figure.unit.of_differences

    @property
    def reach(self) -> float:
        """To within what both arms are told: as the difference is known, or as they are."""
        known = map(half_width, (self.difference.estimate, self.first, self.second))
        return next((reach for reach in known if 0 < reach < math.inf), 0.0)


@dataclass(frozen=True)
class Pair:
    """Two arms: the one that another is compared with, mostly the first, and that one.

    Attributes
    ----------
    a, b
        Labels of the arms.
    figures
        Every figure that both have, by its path.
    only_a, only_b
        Paths of the figures that only one of them has.
    aims
        Paths of the figures that targets of either are about; a mean length stands for those of
        its percentiles that are not compared.
    results
        What both gave over the deals that they share; the first may have more in all.
    """

    a: str
    b: str
    figures: dict[str, Compared]
    only_a: tuple[str, ...]
    only_b: tuple[str, ...]
    aims: frozenset[str]
    results: tuple[Results, Results]

    @property
    def games(self) -> int:
        """Games of either, the fewer where they differ."""
        return min(results.run.games for results in self.results)


@dataclass(frozen=True)
class Comparison:
    """Arms, and each but the first against another one: the first, or that of its cell in a grid.

    Attributes
    ----------
    arms
        Results by label.
    pairs
        One for each arm but the first.
    margins
        What counts as practically the same.
    tests
        How many differences the p-values are corrected for; the same one under two names,
        such as the length in turns and in minutes, counts once.
    design
        The grid that the arms make; ``None`` if they make none.
    skill
        How much playing well pays; ``None`` if that was not found.
    is_paired
        Whether the arms were played together on the same deals.
    changed
        Why stored results are compared instead of being played again; empty if they are not.
    """

    arms: dict[str, Results]
    pairs: tuple[Pair, ...]
    margins: Margins
    tests: int
    design: Design | None = None
    skill: Skill | None = None
    is_paired: bool = True
    changed: str = ""

    @property
    def first(self) -> Results:
        """Of the arm that the others are compared with."""
        return next(iter(self.arms.values()))

    @property
    def confidence(self) -> float:
        """Of every interval."""
        return self.first.confidence

    @property
    def deals(self) -> int:
        """Deals of the arms that have most."""
        return max(results.run.tally.deals for results in self.arms.values())


def compare(
    arms: dict[str, Results],
    products: Sequence[Products] | None,
    margins: Margins | None = None,
    *,
    beside: Sequence[Run] | None = None,
    design: Design | None = None,
    skill: Skill | None = None,
    paths: Sequence[str] | None = None,
) -> Comparison:
    """Compare the later arms with the first, or those of a cell, figure by figure.

    Parameters
    ----------
    arms
        Results by label, at least two; of runs on the same deals.
    products
        As in `simulate.play.run.Together`; ``None`` if the arms were not played together, and are
        compared as if on deals of their own.
    margins
        Up to which difference figures count as practically the same.
    beside
        As in `simulate.play.run.Together`; the arms themselves unless said.
    design
        The grid that the arms make; then the products are of each arm and that of `Design.against`.
    skill
        How much playing well pays in each arm.
    paths
        The figures to compare, where both have them, win rates by how far from fair they are;
        unless said all that both have and that can be compared as they are.
    """
    margins = margins or Margins()
    labels = list(arms)
    against = design.against if design else (0,) * len(arms)
    couples = [(labels[against[place]], labels[place]) for place in range(1, len(labels))]
    crossed: Sequence[Products | None] = products or [None] * len(couples)
    firsts = [
        arms[a] if beside is None or beside[place] is arms[a].run else arms[a].over(beside[place])
        for place, (a, _) in enumerate(couples)
    ]
    found = []
    for place, (a, b) in enumerate(couples):
        first, second = firsts[place], arms[b]
        several = shared_figures(first, second) if paths is None else _named(paths, first, second)
        figures = [
            _compared(figure, both, first, second, crossed[place], margins)
            for figure, both in several
        ]
        if skill and first.players == second.players:
            both, ours = (skill.path, skill.path), (skill.results[a], skill.results[b])
            figures.append(_compared(skill.figure, both, *ours, skill.products[place], margins))
        found.append(figures)
    played = [
        (first.run.tally.id, arms[b].run.tally.id)
        for first, (_, b) in zip(firsts, couples, strict=True)
    ]
    questions = {
        (games, _question(one)): one.difference.p_value
        for games, figures in zip(played, found, strict=True)
        for one in figures
        if _is_tested(one)
    }
    corrected = statistics.holm(list(questions.values()))
    holm = dict(zip(questions, corrected, strict=True))
    alpha = 1 - arms[labels[0]].level
    pairs = [
        Pair(
            a,
            b,
            {
                one.figure.path: _judged(one, holm.get((games, _question(one))), alpha)
                for one in figures
            },
            *_unshared(first, arms[b]),
            _aims(first, arms[b]),
            (first, arms[b]),
        )
        for (a, b), first, games, figures in zip(couples, firsts, played, found, strict=True)
    ]
    return Comparison(
        dict(arms), tuple(pairs), margins, len(questions), design, skill, products is not None
    )


def _unshared(first: Results, second: Results) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the figures of each that are not compared."""
    shared = [paths for _, paths in shared_figures(first, second)]
    return (
        tuple(path for path in first.figures if path not in {one for one, _ in shared}),
        tuple(path for path in second.figures if path not in {other for _, other in shared}),
    )


def _aims(first: Results, second: Results) -> frozenset[str]:
    """Return the figures that targets of either are about, as they are compared."""
    found = set()
    for results in (first, second):
        for path in filter(results.has, results.run.study.targets):
            figure = results.figure(path)
            mean = replace(figure, what=MEAN).path
            found.add(path if path in results.figures or figure.kind != LENGTH else mean)
    return frozenset(found)


def _question(one: Compared) -> tuple[float, float] | str:
    """Return what is the same for the same difference under two names, whatever its unit."""
    interval, p_value = one.difference.estimate, one.difference.p_value
    if not 0 < interval.high - interval.low < math.inf or interval.value == 0:
        source = one.figure.source
        return f"sum {source.place}" if isinstance(source, Mean) else one.figure.path
    return round(2 * interval.value / (interval.high - interval.low), 9), p_value


def shared_figures(first: Results, second: Results) -> Iterator[tuple[Figure, tuple[str, str]]]:
    """Yield the figures that both have and that can be compared, and what each arm calls them.

    The number of unfinished games cannot where one arm played more games, nor can win rates
    where the fair share differs: the first-player advantage tells of them. Where one strategy
    takes another's place in the line-up, the two are compared as what the place wins.
    """
    games = first.run.games == second.run.games
    fair = first.players == second.players and first.fair_share == second.fair_share
    for path, one in first.figures.items():
        comparable = (fair or not one.per_fair_share) and (games or one.kind != UNFINISHED)
        if path in second.figures and comparable:
            other = second.figure(path)
            title = one.title if one.title == other.title else f"{one.title} / {other.title}"
            settled = one.settled and other.settled
            yield replace(one, title=title, settled=settled), (path, path)
    if fair:
        yield from _replaced(first, second)


def _named(
    paths: Sequence[str], first: Results, second: Results
) -> Iterator[tuple[Figure, tuple[str, str]]]:
    """Yield the figures of some paths that both have, as `shared_figures` does."""
    for path in paths:
        if first.has(path) and second.has(path):
            yield first.figure(path), (path, path)


def _replaced(first: Results, second: Results) -> Iterator[tuple[Figure, tuple[str, str]]]:
    """Yield the figures of a strategy and of the one that takes its place, if only one does."""
    old, new = first.run.study.strategies, second.run.study.strategies
    gone = [spec for spec in old if spec not in new]
    come = [spec for spec in new if spec not in old]
    lineups = first.run.study.lineup, second.run.study.lineup
    if len(gone) != 1 or len(come) != 1 or len(old) == len(new) == 1:
        return
    if any(two != (come[0] if one == gone[0] else one) for one, two in zip(*lineups, strict=True)):
        return
    place = str(lineups[0].index(gone[0]) + 1)
    ours, theirs = (
        [figure for figure in results.some(STRATEGIES) if figure.of == (spec,)]
        for results, spec in ((first, gone[0]), (second, come[0]))
    )
    for one, other in zip(ours, theirs, strict=True):
        title = f"{one.title}, or of {come[0]} in its place"
        yield replace(one, kind=LINEUP, of=(place,), title=title), (one.path, other.path)


def _compared(
    figure: Figure,
    paths: tuple[str, str],
    first: Results,
    second: Results,
    products: Products | None,
    margins: Margins,
) -> Compared:
    path, another = paths
    one, other = first.estimate(path), second.estimate(another)
    if products is None and not is_exact(path, first, second, another):
        difference = differences.independent_difference(one, other, first.level)
    else:
        from_fair = figure.is_win_rate and first.fair_share != second.fair_share
        difference = figure_difference(
            path, first, second, products or [], another, from_fair=from_fair
        )
    margin = _margin(figure, one, margins)
    exact = is_exact(path, first, second, another)
    return Compared(figure, one, other, difference, math.nan, margin, "not told", exact)


def _margin(figure: Figure, first: Estimate, margins: Margins) -> float:
    """Return up to which difference a figure counts as practically the same."""
    if isinstance(figure.source, Mean) and figure.source.kind == "rate":
        return margins.rate * figure.source.factor
    return margins.rate if figure.unit.share else margins.relative * abs(first.value)


def _is_tested(compared: Compared) -> bool:
    """Return whether the difference needs a test, and has one."""
    return not compared.exact and not math.isnan(compared.difference.p_value)


def _judged(compared: Compared, p_holm: float | None, alpha: float) -> Compared:
    """Return a figure with its verdict; what needs no test keeps its own p-value."""
    corrected = (
        p_holm if p_holm is not None and _is_tested(compared) else compared.difference.p_value
    )
    word = verdict(compared.difference.estimate, corrected, compared.margin, alpha)
    return replace(compared, p_holm=corrected, verdict=word)


def verdict(difference: Estimate, p_holm: float, margin: float, alpha: float) -> Word:
    """Say what the games allow to say of a difference.

    Parameters
    ----------
    difference
        With its interval.
    p_holm
        Its corrected p-value; NaN where there is none.
    margin
        Up to here the figures count as practically the same.
    alpha
        A difference is clear where `p_holm` is below.
    """
    inside = -margin <= difference.low and difference.high <= margin
    if p_holm < alpha:
        if difference.value > 0:
            return "slightly higher" if inside else "higher"
        return "slightly lower" if inside else "lower"
    return "practically the same" if inside else "not told"


def comparison_id(studies: Sequence[Study]) -> str:
    """Return twelve hexadecimal digits that differ between different comparisons."""
    return hashlib.sha256(" ".join(study.id for study in studies).encode()).hexdigest()[:12]
