"""What differs between arms: studies of one game that were played on the same deals."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from reports.figures import differences, statistics
from reports.figures.catalogue import Figure, Mean, Quantile, Ratio
from reports.figures.differences import Difference
from reports.figures.statistics import Estimate
from reports.run.results import Results
from simulate.study import Study

#: Sums over deals of each figure of one study times each of another; see
#: `simulate.play.run.Together`.
Products = Sequence[Sequence[int]]
#: The smallest p-value looked for where it takes trying.
LEAST_P = 1e-9

#: What the games allow to say of a difference.
Word = Literal[
    "higher", "lower", "slightly higher", "slightly lower", "practically the same", "not told"
]


@dataclass(frozen=True)
class Margins:
    """Up to which difference figures count as practically the same.

    Attributes
    ----------
    rate
        Of rates, in shares of 1.
    relative
        Of all other figures, as a share of the first arm's value.
    """

    rate: float = 0.005
    relative: float = 0.01


@dataclass(frozen=True)
class Compared:
    """One figure in two arms.

    Attributes
    ----------
    path
        The figure's name.
    title
        What it is, in small letters, under the rules of the first arm.
    is_rate
        Whether it is a share, told in percent.
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

    path: str
    title: str
    is_rate: bool
    first: Estimate
    second: Estimate
    difference: Difference
    p_holm: float
    margin: float
    verdict: Word
    exact: bool

    @property
    def told(self) -> bool:
        """Whether the difference can be told from chance."""
        return self.verdict.endswith(("higher", "lower"))


@dataclass(frozen=True)
class Pair:
    """The first arm and another one.

    Attributes
    ----------
    a, b
        Labels of the arms.
    figures
        Every figure that both have, by its path.
    only_a, only_b
        Paths of the figures that only one of them has.
    """

    a: str
    b: str
    figures: dict[str, Compared]
    only_a: tuple[str, ...]
    only_b: tuple[str, ...]


@dataclass(frozen=True)
class Comparison:
    """Arms played on the same deals, and every later one against the first.

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
    """

    arms: dict[str, Results]
    pairs: tuple[Pair, ...]
    margins: Margins
    tests: int

    @property
    def confidence(self) -> float:
        """Of every interval."""
        return next(iter(self.arms.values())).confidence


def compare(
    arms: dict[str, Results], products: Sequence[Products], margins: Margins | None = None
) -> Comparison:
    """Compare the later arms with the first, figure by figure.

    Parameters
    ----------
    arms
        Results by label, at least two; of runs on the same deals.
    products
        As in `simulate.play.run.Together`.
    margins
        Up to which difference figures count as practically the same.
    """
    margins = margins or Margins()
    (a, first), *others = arms.items()
    found = [
        [
            _compared(name, paths, first, second, crossed, margins)
            for name, paths in _shared(first, second).items()
        ]
        for (_, second), crossed in zip(others, products, strict=True)
    ]
    questions = {
        (b, _question(one)): one.difference.p_value
        for (b, _), figures in zip(others, found, strict=True)
        for one in figures
        if _is_tested(one)
    }
    corrected = statistics.holm(list(questions.values()))
    holm = dict(zip(questions, corrected, strict=True))
    alpha = 1 - first.confidence
    pairs = [
        Pair(
            a,
            b,
            {one.path: _judged(one, holm.get((b, _question(one))), alpha) for one in figures},
            *_unshared(first, second),
        )
        for (b, second), figures in zip(others, found, strict=True)
    ]
    return Comparison(dict(arms), tuple(pairs), margins, len(questions))


def _unshared(first: Results, second: Results) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the figures of each that are not compared."""
    shared = _shared(first, second).values()
    return (
        tuple(path for path in first.figures if path not in {one for one, _ in shared}),
        tuple(path for path in second.figures if path not in {other for _, other in shared}),
    )


def _question(one: Compared) -> tuple[float, float] | str:
    """Return what is the same for the same difference under two names, whatever its unit."""
    interval, p_value = one.difference.estimate, one.difference.p_value
    if not 0 < interval.high - interval.low < math.inf or interval.value == 0:
        return one.path
    return round(2 * interval.value / (interval.high - interval.low), 9), p_value


def figure_difference(
    path: str, first: Results, second: Results, products: Products, another: str = ""
) -> Difference:
    """Estimate how much larger a figure is in the second of two runs on the same deals.

    Means and ratios are paired by deal. Percentiles are not, so that their intervals are
    mostly too wide; a p-value below `LEAST_P` is told as that.

    Parameters
    ----------
    path
        A figure that both have.
    first, second
        The runs; the confidence is the first one's.
    products
        Sums over deals of each figure of the first times each of the second.
    another
        What the second calls the figure, if not the same.
    """
    another = another or path
    one, other = first.figure(path), second.figure(another)
    if is_exact(path, first, second, another):
        value = second.estimate(another).value - first.estimate(path).value
        exactly = Estimate(value, value, value, first.run.tally.deals)
        return Difference(exactly, float(value == 0), math.nan)
    if isinstance(one, Quantile) or isinstance(other, Quantile):
        return _unpaired(path, first, second)
    if isinstance(one, Mean) and isinstance(other, Mean):
        # What a deal may differ by is known in the figure's own unit, before its factor.
        found = differences.difference(
            first.deal_sums(one),
            replace(second.deal_sums(other), unit=other.unit * one.factor / other.factor),
            products[one.place][other.place],
            first.confidence,
            kind=one.kind,
            shift=(other.shift - one.shift) / one.factor,
        )
        return replace(found, estimate=found.estimate.scaled(one.factor))
    assert isinstance(one, Ratio) and isinstance(other, Ratio), f"{path} is two things"
    crossed = [[products[i][j] for j in (other.part, other.whole)] for i in (one.part, one.whole)]
    return differences.ratio_difference(
        first.ratio_sums(one),
        second.ratio_sums(other),
        ((crossed[0][0], crossed[0][1]), (crossed[1][0], crossed[1][1])),
        first.confidence,
    )


def is_exact(path: str, first: Results, second: Results, another: str = "") -> bool:
    """Return whether chance had no part in how a figure differs between two runs.

    It had none where all games went the same, and where each run allows one value only.
    """
    # The same turns may be told as other minutes.
    another = another or path
    alike = first.figure(path) == second.figure(another)
    if alike and first.run.tally.id == second.run.tally.id:
        return True
    constant = all(e.low == e.high for e in (first.estimate(path), second.estimate(another)))
    return constant and not isinstance(first.figure(path), Quantile)


def _unpaired(path: str, first: Results, second: Results) -> Difference:
    """Estimate the difference of two percentiles, with the p-value its intervals imply.

    That is one minus the largest confidence at which the interval of the difference
    leaves out 0.
    """
    found = differences.unpaired_difference(first.estimate(path), second.estimate(path))

    def told(p_value: float) -> bool:
        one, other = (Results(r.run, 1 - p_value).estimate(path) for r in (first, second))
        interval = differences.unpaired_difference(one, other).estimate
        return not interval.low <= 0 <= interval.high

    low, high = math.log(LEAST_P), 0.0
    if found.estimate.value == 0 or told(LEAST_P):
        return replace(found, p_value=LEAST_P if found.estimate.value else 1.0)
    for _ in range(16):
        middle = (low + high) / 2
        low, high = (low, middle) if told(math.exp(middle)) else (middle, high)
    return replace(found, p_value=math.exp(high))


def _shared(first: Results, second: Results) -> dict[str, tuple[str, str]]:
    """Return the figures that both have and that can be compared: what each arm calls them.

    The number of unfinished games cannot where one arm played more games, and of win rates only
    the first-player advantage where the fair share differs. Where one strategy takes another's
    place in the line-up, the two are compared as what the place wins.
    """
    games, fair = first.run.games == second.run.games, first.players == second.players
    found = {
        path: (path, path)
        for path in first.figures
        if path in second.figures
        and (games or path != "unfinished")
        and (fair or not (path.endswith(".win_rate") or path == "comebacks"))
    }
    old, new = first.run.study.strategies, second.run.study.strategies
    gone = [spec for spec in old if spec not in new]
    come = [spec for spec in new if spec not in old]
    places = list(zip(first.run.study.lineup, second.run.study.lineup, strict=False))
    replaced = len(gone) == len(come) == 1 and all(
        new == (come[0] if old == gone[0] else old) for old, new in places
    )
    if fair and replaced and (len(old) > 1 or len(new) > 1):
        for what in ("win_rate", "score_mean"):
            paths = (f"strategies.{gone[0]}.{what}", f"strategies.{come[0]}.{what}")
            found[f"lineup.{first.run.study.lineup.index(gone[0]) + 1}.{what}"] = paths
    return found


def _compared(
    name: str,
    paths: tuple[str, str],
    first: Results,
    second: Results,
    products: Products,
    margins: Margins,
) -> Compared:
    path, another = paths
    figure = first.figure(path)
    one, other = first.estimate(path), second.estimate(another)
    share = isinstance(figure, Ratio) or (isinstance(figure, Mean) and figure.kind == "rate")
    factor = figure.factor if isinstance(figure, Mean) else 1.0
    margin = margins.rate * factor if share else margins.relative * abs(one.value)
    difference = figure_difference(path, first, second, products, another)
    is_rate = share and path != "unfinished"
    title = _title(figure, second.figure(another))
    exact = is_exact(path, first, second, another)
    known = (name, title, is_rate, one, other, difference)
    return Compared(*known, math.nan, margin, "not told", exact)


def _title(first: Figure, second: Figure) -> str:
    same = first.title == second.title
    return first.title if same else f"{first.title} / {second.title}"


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
        A difference is told where `p_holm` is below.
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
