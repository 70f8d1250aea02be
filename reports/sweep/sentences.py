"""What a sweep found, in plain words."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise

from reports.figures.catalogue import ADVANTAGE, Quantile
from reports.sweep.effects import Dead
from reports.sweep.points import Point, group, is_rate
from reports.sweep.results import Sweep, Told
from reports.sweep.tables import chart_names
from reports.sweep.words import (
    PLAYERS,
    Words,
    base_name,
    marked,
    named,
    pace,
    span,
    subject,
    value_of,
    words_of,
)
from reports.writing.wording import capital, listed

#: So many things are listed one by one, and so many with their differences.
MOST_LISTED, MOST_DETAILED = 6, 4
_PLURALS = {"seat": "seats", "strategy": "strategies"}

#: A figure at the points that have it.
Known = Sequence[tuple[Point, Told]]


def sentences(sweep: Sweep) -> list[str]:
    """Say what each figure asked for does, the seats' and the strategies' in one each."""
    found: list[str] = []
    for name, grouped in groupby(sweep.paths, group):
        paths = list(grouped)
        if name and len(paths) > 1:
            found += _group_sentence(sweep, name, paths)
        else:
            found += [_figure_sentence(sweep, path) for path in paths]
    return found


def chart_words(sweep: Sweep) -> dict[str, str]:
    """Say in words what each chart of `reports.sweep.charts` shows, by its file stem."""
    return {
        name: " ".join(_figure_sentence(sweep, path) for path in paths)
        for name, paths in chart_names(sweep.paths, len(sweep.axes)).items()
    }


def _group_sentence(sweep: Sweep, name: str, paths: Sequence[str]) -> Iterator[str]:
    """Tell of the win rate that varies most, if any can be told to vary."""
    which = f"the {_PLURALS[name]}"
    if "seats.1.win_rate" in paths and ADVANTAGE in sweep.paths:
        which = "the other seats"  # the advantage tells of seat 1
        paths = [path for path in paths if path != "seats.1.win_rate"]
    most = max(paths, key=lambda path: _effect(sweep, path), default="")
    if not most or _effect(sweep, most) == (0.0, 0.0):
        return
    if _effect(sweep, most)[0]:
        yield _figure_sentence(sweep, most, f"of {which}, ")
        return
    compared = [
        (point, one, path) for path in paths for point, one in _compared(_known(sweep, path))
    ]
    point, one, path = max(compared, key=lambda each: _reach(each[1]))
    farthest = f"{_interval_of(one, _words(sweep, path))}, {_member(path)}"
    what = "the win rates"
    if sweep.from_fair(path):
        what = "the distances from the fair share"
    yield (
        f"No difference in {what} of {which} can be told from chance{_among([one])} "
        f"({_FARTHEST.format('paired ')}: {farthest} with {_name(sweep, point)})."
    )


def _member(path: str) -> str:
    name = path.split(".", 1)[1].removesuffix(".win_rate")
    return f"seat {name}" if group(path) == "seat" else name


def _effect(sweep: Sweep, path: str) -> tuple[float, float]:
    """Return how much a figure differs at most from the base: what is told goes first."""
    compared = [one for one in sweep.told[path] if one and one.difference]
    sizes = [(abs(one.difference.estimate.value), one) for one in compared if one.difference]
    told = [size for size, one in sizes if one.verdict in ("higher", "lower")]
    return max(told, default=0.0), max((size for size, _ in sizes), default=0.0)


def _figure_sentence(sweep: Sweep, path: str, lead: str = "") -> str:
    words = _words(sweep, path)
    title = subject(words.figure)
    if sweep.from_fair(path):
        title = f"the distance of {title} from the fair share"
    if assumed := pace(sweep, path):
        lead += f"at {assumed}, "
    if group(path) and lead:
        title += " varies most: it"
    said = f"{lead}{title} {_text(sweep, _known(sweep, path), words)}."
    return capital(said)


def _known(sweep: Sweep, path: str) -> Known:
    """Return a figure at the points that have it, as it is told in a sentence."""
    found = [(p, t) for p, t in zip(sweep.points, sweep.told[path], strict=True) if t]
    if not sweep.from_fair(path):
        return found
    return [
        (point, replace(told, estimate=told.estimate.shifted(-point.results.fair_share)))
        for point, told in found
    ]


def _words(sweep: Sweep, path: str) -> Words:
    words = words_of(sweep, path)
    return replace(words, signed=True) if sweep.from_fair(path) else words


def _compared(known: Known) -> Known:
    return [(point, told) for point, told in known if told.difference]


def _told(known: Known) -> Known:
    return [(point, told) for point, told in known if told.verdict in ("higher", "lower")]


def _text(sweep: Sweep, known: Known, words: Words) -> str:
    """Say what a figure is, and how it differs from the base."""
    compared = _compared(known)
    if not compared:
        return f"is {_values(sweep, known, words)}; there is none with {base_name(sweep)}"
    if all(told.verdict == "the same" for _, told in compared):
        where = f"with all values of {sweep.axes[0].name}"
        everywhere = where if len(sweep.axes) == 1 else "at all settings"
        if len(known) < len(sweep.points):
            everywhere = "wherever there is one"
        return f"is {words.value(known[0][1].estimate)} {everywhere}, exactly the same"
    if not _told(compared):
        return _untold(sweep, known, words)
    if len(sweep.axes) > 1:
        return _over_two(sweep, known, words)
    return _steady(sweep, known, words) or _parted(sweep, known, words)


def _values(sweep: Sweep, known: Known, words: Words) -> str:
    """List a figure at every point: "+2.1 percentage points with starter same, 0.0 with ..."."""
    (first, begin), *others = known
    parts = [f"{words.value(begin.estimate)} with {named(sweep.axes, first.values)}"]
    parts += [f"{_short(told, words)} with {value_of(sweep, point)}" for point, told in others]
    return listed(parts)


def _short(told: Told, words: Words) -> str:
    """Write a figure in a row of others: in percentage points like the first one."""
    return words.number(told.estimate) if words.signed else words.value(told.estimate)


def _untold(sweep: Sweep, known: Known, words: Words) -> str:
    """Say what a figure is where no difference is told: no value is named as a special one."""
    one_rule = len(sweep.axes) == 1
    if one_rule and len(known) <= MOST_LISTED:
        what = _values(sweep, known, words)
    else:
        where = f"at all {len(known)} settings"
        if one_rule and sweep.axes[0].is_number:
            ends = known[0][0], known[-1][0]
            where = f"with {named(sweep.axes, ends[0].values)} to {_name(sweep, ends[1])}"
        what = f"{_range(known, words)}{words.unit} {where}"
    others = "" if one_rule else " at any other"
    base = marked(sweep, sweep.base_point, _name(sweep, sweep.base_point))
    return (
        f"is {what}: no difference to {base} can be told from chance{others}"
        f"{_among([told for _, told in known])} ({_farthest(sweep, _compared(known), words)})"
    )


def _name(sweep: Sweep, point: Point) -> str:
    """Name a point whose rule is clear; players never go without the word."""
    short = value_of(sweep, point)
    return named(sweep.axes, point.values) if sweep.axes[0].name == PLAYERS else short


def _range(known: Known, words: Words) -> str:
    """Write from where to where a figure goes, without its unit."""
    estimates = [told.estimate for _, told in known if not math.isnan(told.estimate.value)]
    if not estimates:
        return "not known"
    ends = [pick(estimates, key=lambda one: one.value) for pick in (min, max)]
    low, high = map(words.number, ends)
    return low if low == high else f"between {low} and {high}"


_FARTHEST = "the {}interval that reaches farthest"


def _among(several: Sequence[Told]) -> str:
    """Say why none of some differences is told, if the interval of one alone leaves out 0."""
    alone = any(
        one.difference and not one.difference.estimate.low <= 0 <= one.difference.estimate.high
        for one in several
    )
    return " among so many figures and settings" if alone else ""


def _farthest(sweep: Sweep, compared: Known, words: Words) -> str:
    """Tell how large a difference might be at most."""
    point, told = max(compared, key=lambda one: _reach(one[1]))
    if len(compared) == 1:
        return _paired(told, words)
    what = _FARTHEST.format("" if isinstance(words.figure, Quantile) else "paired ")
    return f"{what}: {_interval_of(told, words)}, with {_name(sweep, point)}"


def _reach(told: Told) -> float:
    """Return how far the interval of a difference is from 0 at its farther end."""
    assert told.difference
    reach = max(abs(told.difference.estimate.low), abs(told.difference.estimate.high))
    return reach if math.isfinite(reach) else math.inf


def _interval_of(told: Told, words: Words) -> str:
    """Write the interval of a difference with its unit."""
    assert told.difference
    estimate = told.difference.estimate
    unit = " pp" if is_rate(words.figure) and math.isfinite(_reach(told)) else ""
    return words.difference_interval(estimate) + unit


def _paired(told: Told, words: Words) -> str:
    """Write a difference with its interval."""
    assert told.difference
    estimate = told.difference.estimate
    unit = " pp" if is_rate(words.figure) else ""
    kind = "difference" if isinstance(words.figure, Quantile) else "paired difference"
    value = f"{kind} {words.difference(estimate)}{unit}"
    if estimate.low == estimate.high:
        return value
    return f"{value}, {words.difference_interval(estimate)}"


def _steady(sweep: Sweep, known: Known, words: Words) -> str:
    """Say from where to where a figure goes that rises or falls with the rule all along.

    "" where it does not, or where a difference to the base is not told.
    """
    values = [told.estimate.value for _, told in known]
    rises = all(a < b for a, b in pairwise(values))
    falls = all(a > b for a, b in pairwise(values))
    all_told = len(_told(known)) == len(known) - 1
    if not sweep.axes[0].is_number or not all_told or not (rises or falls):
        return ""
    parts, paired = [], []
    for place, (point, told) in enumerate(known):
        is_base, is_end = point is sweep.base_point, place in (0, len(known) - 1)
        if is_base or is_end:
            name = value_of(sweep, point) if place else named(sweep.axes, point.values)
            value = _short(told, words) if place else words.value(told.estimate)
            parts.append(f"{value} with {marked(sweep, point, name)}")
        if is_end and not is_base:
            paired.append((point, told))
    middle = f" over {parts[1]}" if len(parts) == 3 else ""
    differences = [_paired(told, words) for _, told in paired]
    if len(paired) > 1:
        differences = [
            f"{text}, with {value_of(sweep, point)}"
            for (point, _), text in zip(paired, differences, strict=True)
        ]
    verb = "rises" if rises else "falls"
    return f"{verb} from {parts[0]}{middle} to {parts[-1]} ({'; '.join(differences)})"


def _parted(sweep: Sweep, known: Known, words: Words) -> str:
    """Say with which values of a rule a figure is lower, higher, or not told from the base."""
    base = next(told for point, told in known if point is sweep.base_point)
    parts = [f"is {words.value(base.estimate)} with {base_name(sweep)}"]
    for word in ("lower", "higher"):
        several = [one for one in known if one[1].verdict == word]
        if several:
            parts.append(f"{word} with {_detailed(sweep, several, words)}")
    rest = [one for one in known if one[1].verdict == "not told"]
    same = [point for point, told in known if told.verdict == "the same"]
    if rest:
        where = span(sweep, [point for point, _ in rest])
        unit = "" if words.signed else words.unit
        values = f"{_range(rest, words)}{unit}; {_farthest(sweep, rest, words)}"
        parts.append(f"not told from it with {where} ({values})")
    if same:
        parts.append(f"exactly the same with {span(sweep, same)}")
    return "; ".join(parts)


def _detailed(sweep: Sweep, several: Known, words: Words) -> str:
    """List values of a rule with their differences, or the one with the largest."""

    def size(one: tuple[Point, Told]) -> float:
        assert one[1].difference
        return abs(one[1].difference.estimate.value)

    def detail(point: Point, told: Told) -> str:
        return f"{value_of(sweep, point)} ({_short(told, words)}; {_paired(told, words)})"

    if len(several) <= MOST_DETAILED:
        return listed([detail(*one) for one in sorted(several, key=size, reverse=True)])
    where = span(sweep, [point for point, _ in several])
    return f"{where}, most with {detail(*max(several, key=size))}"


def _over_two(sweep: Sweep, known: Known, words: Words) -> str:
    """Say where a figure is lowest and highest over two rules, of what is told."""
    base = next(told for point, told in known if point is sweep.base_point)
    compared, told = _compared(known), _told(known)
    parts = []
    for word, name, pick in (("lower", "lowest", min), ("higher", "highest", max)):
        several = [one for one in told if one[1].verdict == word]
        if several:
            point, one = pick(several, key=lambda each: each[1].estimate.value)
            values = f"{_short(one, words)}; {_paired(one, words)}"
            parts.append(f"{name} with {named(sweep.axes, point.values)} ({values})")
    share = "all" if len(told) == len(compared) else f"{len(told)} of"
    return (
        f"is {words.value(base.estimate)} with {base_name(sweep)}; a difference to it can be told "
        f"from chance at {share} {len(compared)} other settings: {' and '.join(parts)}"
    )


def dead_sentences(sweep: Sweep) -> list[str]:
    """Say which rules have no effect, or none on what was asked for."""
    found = [_dead(sweep, one) for one in sweep.dead]
    for rule, paths in sweep.unasked.items():
        found.append(f"{rule} changes none of the figures asked for; it does change {some(paths)}.")
    return found


def _dead(sweep: Sweep, one: Dead) -> str:
    where = f" with {one.where}" if one.where else ""
    games = f"all its values give the very same {sweep.base.run.games:,} games"
    if one.figures:
        titles = [sweep.figure(path).title for path in one.figures]
        return (
            f"{one.rule} changes none of these games{where}: {games}; only how they are told "
            f"differs ({some(titles)})."
        )
    return (
        f"{one.rule} has no effect{where} in these games by these strategies: {games}; with other "
        "strategies it may have one."
    )


def some(names: Sequence[str]) -> str:
    """List names, not too many of them."""
    shown = ", ".join(names[:MOST_LISTED])
    more = len(names) - MOST_LISTED
    return f"{shown} and {more} more" if more > 0 else shown
