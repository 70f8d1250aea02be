"""What a sweep found, in plain words."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import median

from reports.figures import ADVANTAGE, Figure, Mean
from reports.statistics import Estimate
from reports.sweep.results import Axis, Dead, Point, Sweep, Told, group, is_rate, is_signed
from reports.sweep.tables import chart_names
from reports.targets import Judged
from simulate.option_kinds import written

#: So many things are listed one by one.
MOST_LISTED = 6
_MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True)
class Words:
    """How a figure's numbers are written: shares in percent, their differences in points.

    Attributes
    ----------
    half
        To within what the figure is mostly known, which says how many decimals it has; each
        number has its own without it.
    """

    figure: Figure
    half: float = math.nan

    @property
    def factor(self) -> int:
        """What 1 of the figure is, as written."""
        return 100 if is_rate(self.figure) else 1

    @property
    def unit(self) -> str:
        """What stands after the figure."""
        if is_signed(self.figure):
            return " points"
        return " %" if is_rate(self.figure) else ""

    def value(self, estimate: Estimate) -> str:
        """Write a figure, with as many decimals as its interval has meaning for."""
        return self._number(estimate.value, estimate, is_signed(self.figure)) + self.unit

    def interval(self, estimate: Estimate) -> str:
        """Write its interval: "26.9 to 27.3 %"."""
        return f"{self._ends(estimate, is_signed(self.figure))}{self.unit}"

    def with_half(self, estimate: Estimate) -> str:
        """Write a figure with half its interval: "27.1 ± 0.2"."""
        half = (estimate.high - estimate.low) / 2
        told = self._number(estimate.value, estimate, is_signed(self.figure))
        if not math.isfinite(half):
            return told
        return f"{told} \N{PLUS-MINUS SIGN} {self._number(half, estimate, False)}"

    def difference(self, estimate: Estimate) -> str:
        """Write a difference of two such figures, with its sign."""
        return self._number(estimate.value, estimate, True)

    def difference_interval(self, estimate: Estimate) -> str:
        """Write the interval of a difference, with the signs of its ends."""
        return self._ends(estimate, True)

    def _ends(self, estimate: Estimate, signed: bool) -> str:
        if not math.isfinite(estimate.high - estimate.low):
            return "not known"
        low, high = (self._number(e, estimate, signed) for e in (estimate.low, estimate.high))
        return f"{low} to {high}"

    def _number(self, number: float, estimate: Estimate, signed: bool) -> str:
        if math.isnan(number):
            return "not known"
        own = (estimate.high - estimate.low) / 2
        half = self.factor * (own if math.isnan(self.half) else self.half)
        decimals = min(4, max(0, math.ceil(-math.log10(half)) + 1)) if 0 < half < math.inf else 1
        if is_rate(self.figure):
            decimals = max(1, decimals - 1)
        text = f"{self.factor * number:{'+' if signed else ''},.{decimals}f}"
        if float(text.replace(",", "")) == 0:  # no sign where nothing is left of the number
            text = text.lstrip("+-")
        return text.replace("-", _MINUS)


def words_of(sweep: Sweep, path: str) -> Words:
    """Return how a figure is written, with as many decimals at every point."""
    known = [told.estimate for told in sweep.told[path] if told]
    halves = [half for one in known if 0 < (half := (one.high - one.low) / 2) < math.inf]
    return Words(sweep.figure(path), median(halves) if halves else math.nan)


def sentences(sweep: Sweep) -> list[str]:
    """Say what each figure asked for does, the seats' and the strategies' in one each."""
    return [_figure_sentence(sweep, path, lead) for lead, path in _telling(sweep)]


def _telling(sweep: Sweep) -> Iterator[tuple[str, str]]:
    """Yield the figures worth a sentence, and how it begins; of a group what varies most."""
    for name, grouped in groupby(sweep.paths, group):
        paths, lead = list(grouped), ""
        if name and len(paths) > 1:
            lead = f"Of the {_PLURALS[name]}, "
            if "seats.1.win_rate" in paths and ADVANTAGE in sweep.paths:
                lead = "Of the other seats, "  # the advantage tells of seat 1
                paths.remove("seats.1.win_rate")
            paths = [max(paths, key=lambda path: _effect(sweep, path))]
            if _effect(sweep, paths[0]) == (0.0, 0.0):
                paths = []
        yield from ((lead, path) for path in paths)


_PLURALS = {"seat": "seats", "strategy": "strategies"}


def _effect(sweep: Sweep, path: str) -> tuple[float, float]:
    """Return how much a figure differs at most from the first point: what is told goes first."""
    compared = [one for one in sweep.told[path] if one and one.difference]
    sizes = [(abs(one.difference.estimate.value), one) for one in compared if one.difference]
    told = [size for size, one in sizes if one.verdict in ("higher", "lower")]
    return max(told, default=0.0), max((size for size, _ in sizes), default=0.0)


def _figure_sentence(sweep: Sweep, path: str, lead: str) -> str:
    words = words_of(sweep, path)
    title = f"{lead}the {words.figure.title}"
    if lead:
        title += " varies most:"
    known = [(p, t) for p, t in zip(sweep.points, sweep.told[path], strict=True) if t]
    if len(sweep.axes) > 1:
        text = _over_two(sweep, known, words)
    elif sweep.axes[0].is_number:
        text = _along(sweep.axes[0], known, words)
    else:
        text = _among(sweep.axes[0], known, words)
    said = f"{title} {'it ' if lead else ''}{text}."
    return said[0].upper() + said[1:]


def chart_words(sweep: Sweep) -> dict[str, str]:
    """Say in words what each chart of `reports.sweep.charts` shows, by its file stem."""
    alone = {path: _figure_sentence(sweep, path, "") for path in sweep.paths}
    return {
        name: " ".join(alone[path] for path in paths)
        for name, paths in chart_names(sweep.paths, len(sweep.axes)).items()
    }


Known = Sequence[tuple[Point, Told]]


def _along(axis: Axis, known: Known, words: Words) -> str:
    """Say how a figure goes from the first value of a rule that is a number to the last."""
    (first, begin), (last, end) = known[0], known[-1]
    names = [f"{axis.name} {written(first.values[0])}", written(last.values[0])]
    if all(told.verdict == "the same" for _, told in known[1:]):
        return f"is {words.value(begin.estimate)} at every value of {axis.name}"
    if end.difference is None:
        return f"is {words.value(end.estimate)} at {axis.name} {names[1]}"
    paired = _paired(end, words)
    if end.verdict in ("higher", "lower"):
        verb = "rises" if end.verdict == "higher" else "falls"
        text = (
            f"{verb} from {words.value(begin.estimate)} at {names[0]} to "
            f"{words.value(end.estimate)} at {names[1]} ({paired})"
        )
    else:
        text = (
            f"is {words.value(begin.estimate)} at {names[0]} and {words.value(end.estimate)} at "
            f"{names[1]}: no difference can be told from chance ({paired})"
        )
    beyond = _beyond(known, words)
    return f"{text}; {beyond}" if beyond else text


def _beyond(known: Known, words: Words) -> str:
    """Say where between the first and the last value a figure is surely beyond both."""
    ends = [known[0][1].estimate, known[-1][1].estimate]
    between = [one for one in known[1:-1] if one[1].verdict in ("higher", "lower")]
    found = []
    for name, sign in (("highest", 1), ("lowest", -1)):
        out = [
            one
            for one in between
            if all(
                one[1].estimate.low > end.high if sign > 0 else one[1].estimate.high < end.low
                for end in ends
            )
        ]
        if out:
            point, told = max(out, key=lambda one: sign * one[1].estimate.value)
            found.append(
                f"it is {name} at {written(point.values[0])}: {words.value(told.estimate)}"
            )
    return "; ".join(found)


def _among(axis: Axis, known: Known, words: Words) -> str:
    """Say what a figure is at each of the values of a rule that are words."""
    (first, begin), *others = known
    start = f"is {words.value(begin.estimate)} with {axis.name} {written(first.values[0])}"
    if all(told.verdict == "the same" for _, told in others):
        return f"{start}, and exactly the same with every other value"
    told = sorted(
        (one for one in others if one[1].verdict in ("higher", "lower")),
        key=lambda one: -abs(one[1].estimate.value - begin.estimate.value),
    )
    if not told:
        return f"{start}; no difference with another value can be told from chance"
    parts = [
        f"{words.value(one.estimate)} with {written(point.values[0])} ({_paired(one, words)})"
        for point, one in told[:MOST_LISTED]
    ]
    if len(told) > MOST_LISTED:
        parts.append(f"{len(told) - MOST_LISTED} more values differ")
    rest = [written(point.values[0]) for point, one in others if one.verdict == "not told"]
    same = [written(point.values[0]) for point, one in others if one.verdict == "the same"]
    text = f"{start}, {_listed(parts)}"
    if rest:
        text += f"; not told from {written(first.values[0])}: {', '.join(rest)}"
    if same:
        text += f"; exactly as with {written(first.values[0])}: {', '.join(same)}"
    return text


def _over_two(sweep: Sweep, known: Known, words: Words) -> str:
    """Say where a figure is lowest and highest over two rules."""
    if all(told.verdict == "the same" for _, told in known[1:]):
        return f"is {words.value(known[0][1].estimate)} at every point"
    low, high = (pick(known, key=lambda one: one[1].estimate.value) for pick in (min, max))
    parts = [
        f"{name} at {sweep.label(point)} ({words.value(told.estimate)}, "
        f"{words.interval(told.estimate)})"
        for name, (point, told) in (("lowest", low), ("highest", high))
    ]
    compared = [told for _, told in known if told.difference]
    different = sum(told.verdict in ("higher", "lower") for told in compared)
    return (
        f"is {' and '.join(parts)}; at {different} of {len(compared)} other points a difference "
        f"to {sweep.label(sweep.points[0])} can be told from chance"
    )


def _paired(told: Told, words: Words) -> str:
    assert told.difference
    estimate = told.difference.estimate
    unit = " points" if is_rate(words.figure) else ""
    percentile = not isinstance(words.figure, Mean) and math.isnan(told.difference.pairing_gain)
    kind = "difference" if percentile else "paired difference"
    if estimate.low == estimate.high:
        return f"{kind} {words.difference(estimate)}{unit}"
    return f"{kind} {words.difference(estimate)}{unit}, {words.difference_interval(estimate)}"


def _listed(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def dead_sentences(sweep: Sweep) -> list[str]:
    """Say which rules have no effect, or none on what was asked for."""
    found = [_dead(sweep, one) for one in sweep.dead]
    for rule, paths in sweep.unasked.items():
        found.append(
            f"{rule} changes none of the figures asked for; it does change {_some(paths)}."
        )
    return found


def _dead(sweep: Sweep, one: Dead) -> str:
    where = f" at {one.where}" if one.where else ""
    games = f"{sweep.base.run.games:,} games"
    if one.figures:
        return (
            f"{one.rule} changes no game{where}: all its values give the very same {games}; only "
            f"how they are told differs ({_some(one.figures)})."
        )
    return f"{one.rule} has no effect at all{where}: all its values give the very same {games}."


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(names[:MOST_LISTED])
    more = len(names) - MOST_LISTED
    return f"{shown} and {more} more" if more > 0 else shown


def target_sentences(sweep: Sweep) -> list[tuple[str, bool]]:
    """Say of each target where it is met, and whether it is met anywhere."""
    judged = [point.results.judged() for point in sweep.points]
    return [
        (_target(sweep, column), any(one.verdict.word == "meets" for one in column))
        for column in zip(*judged, strict=True)
    ]


def _target(sweep: Sweep, column: Sequence[Judged]) -> str:
    target = column[0].target
    start = f"{target.figure} {target.wish}: "
    if len(sweep.axes) == 1:
        return start + _verdicts_along(sweep, column)
    met = [
        f"({sweep.label(point)})"
        for point, one in zip(sweep.points, column, strict=True)
        if one.verdict.word == "meets"
    ]
    words = [one.verdict.word for one in column]
    counts = [f"{w} at {words.count(w)}" for w in ("meets", "undecided", "misses") if w in words]
    where = f": met at {_some(met)}" if met else ""
    return f"{start}{', '.join(counts)} of {len(words)} points{where}."


def _verdicts_along(sweep: Sweep, column: Sequence[Judged]) -> str:
    axis = sweep.axes[0]
    parts: list[str] = []
    pairs = zip(sweep.points, column, strict=True)
    for word, run in groupby(pairs, key=lambda pair: pair[1].verdict.word):
        values = [written(point.values[0]) for point, _ in run]
        if len(values) == 1:
            span = values[0]
        elif axis.is_number and len(values) > 2:
            span = f"{values[0]} to {values[-1]}"
        else:
            span = " and ".join([", ".join(values[:-1]), values[-1]])
        parts.append(f"{word} at {axis.name if not parts else ''} {span}".replace("  ", " "))
    return f"{', '.join(parts)}."
