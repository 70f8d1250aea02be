"""What a sweep found, in plain words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from reports.figures.extremes import is_larger, may_be_largest
from reports.figures.figure import ADVANTAGE
from reports.sweep.effects import Dead
from reports.sweep.line import Known, Line, grouped, line_of
from reports.sweep.naming import (
    MOST_LISTED,
    base_name,
    marked,
    name_of,
    named,
    some,
    span,
    value_of,
)
from reports.sweep.points import Point, group
from reports.sweep.results import AtPoint, Sweep, Word
from reports.writing.words import capital, listed

#: So many values are listed with their differences.
MOST_DETAILED = 4
_PLURALS = {"side": "sides", "seat": "seats", "strategy": "strategies"}
_FARTHEST = "the {}interval that reaches farthest"


def sentences(sweep: Sweep) -> list[str]:
    """Say what each figure asked for does, the seats' and the strategies' in one each."""
    found = []
    for kind, paths in grouped(sweep):
        say = _group_sentence(sweep, kind, paths) if kind else figure_sentence(sweep, paths[0])
        found.append(say)
    return [*filter(None, found)]


def figure_sentence(sweep: Sweep, path: str, of_which: str = "") -> str:
    """Say what a figure does.

    Parameters
    ----------
    path
        The figure.
    of_which
        Says among which figures it is told as an example, as in "the seats".
    """
    line = _line(sweep, path)
    lead = f"of {of_which}, for example, " if of_which else ""
    lead += f"at {line.pace}, " if line.pace else ""
    title = line.figure.singular
    if sweep.from_fair(path):
        title = f"the distance of {title} from the fair share"
    return capital(f"{lead}{title} {_text(sweep, line)}.")


def in_a_line(sweep: Sweep, paths: Sequence[str]) -> str:
    """Say what some figures do, as the title of a chart: of the one that changes most, if any does.

    Parameters
    ----------
    paths
        One figure, or win rates that are told together.
    """
    lines = [_line(sweep, path) for path in paths]
    clear = [(_size(one), line) for line in lines for _, one in line.clear]
    line = max(clear, key=lambda each: each[0])[1] if clear else lines[0]
    title = capital(line.figure.title)
    if sweep.from_fair(line.figure.path):
        title += " from the fair share"
    where = "at all settings"
    if not clear:
        if len(lines) > 1:
            return f"No difference in {_PLURALS[group(line.figure)]}' win rates is clear"
        ends = _range(line.known, line)
        if all(one.verdict == "the same" for _, one in line.compared):
            return f"{title}: {ends}, exactly the same {where}"
        return f"{title}: {ends} {where}; no difference is clear"
    low, high = (_extremes(sweep, line, word) for word in _ENDS)
    if len(low) == len(high) == 1:
        both = sorted([*low, *high], key=lambda each: sweep.points.index(each[0]))
        told = [f"{_short(one, line)} with {name_of(sweep, point)}" for point, one in both]
        return f"{title}: {' and '.join(told)}"
    for end, name in ((low, "lowest"), (high, "highest")):
        if len(end) == 1:
            return f"{title}: {_range(line.known, line)}, {name} with {name_of(sweep, end[0][0])}"
    return f"{title}: {_range(line.known, line)}"


def _line(sweep: Sweep, path: str) -> Line:
    """Return a figure as it is told in a sentence."""
    line = line_of(sweep, path)
    return line.distances if sweep.from_fair(path) else line


def _group_sentence(sweep: Sweep, kind: str, paths: Sequence[str]) -> str:
    """Tell of a win rate that clearly varies, if one does, as an example."""
    which = f"the {_PLURALS[kind]}"
    others = [path for path in paths if not sweep.figure(path).detail]
    if ADVANTAGE in sweep.paths and len(others) < len(paths):
        which, paths = f"the other {_PLURALS[kind]}", others  # the advantage tells of seat 1
    lines = [_line(sweep, path) for path in paths]
    clear = [(_size(one), line) for line in lines for _, one in line.clear]
    if clear:
        most = max(clear, key=lambda each: each[0])[1]
        return figure_sentence(sweep, most.figure.path, which)
    compared = [(point, one, line) for line in lines for point, one in line.compared]
    if not any(_size(one) for _, one, _ in compared):
        return ""
    point, one, line = max(compared, key=lambda each: _reach(each[1]))
    farthest = f"{_FARTHEST.format('paired ')}: {_interval(one, line)}, {line.figure.member}"
    what = "distances from the fair share" if sweep.from_fair(paths[0]) else "win rates"
    return (
        f"No difference in the {what} of {which} is clear"
        f"{_among([(point, one)]) or f' ({farthest} with {name_of(sweep, point)})'}."
    )


def _text(sweep: Sweep, line: Line) -> str:
    """Say what a figure is, and how it differs from the base."""
    known, compared = line.known, line.compared
    if not compared:
        return f"is {_values(sweep, line)}; there is none with {base_name(sweep)}"
    if all(one.verdict == "the same" for _, one in compared):
        where = f"with all values of {sweep.axes[0].name}"
        everywhere = where if len(sweep.axes) == 1 else "at all settings"
        if len(known) < len(sweep.points):
            everywhere = "wherever there is one"
        return f"is {line.value(known[0][1].estimate)} {everywhere}, exactly the same"
    if not line.clear:
        return _unclear(sweep, line)
    if len(sweep.axes) > 1:
        return _over_two(sweep, line)
    return _steady(sweep, line) or _parted(sweep, line)


def _values(sweep: Sweep, line: Line) -> str:
    """List a figure at every point: "+2.1 percentage points with starter same, 0.0 with ..."."""
    (first, begin), *others = line.known
    parts = [f"{line.value(begin.estimate)} with {named(sweep.axes, first.values)}"]
    parts += [f"{_short(one, line)} with {value_of(sweep, point)}" for point, one in others]
    return listed(parts)


def _short(one: AtPoint, line: Line) -> str:
    """Write a figure in a row of others: in percentage points like the first one."""
    return line.number(one.estimate) if line.unit.signed else line.value(one.estimate)


def _unclear(sweep: Sweep, line: Line) -> str:
    """Say what a figure is where no difference is clear: no value is named as a special one."""
    known, one_rule = line.known, len(sweep.axes) == 1
    if one_rule and len(known) <= MOST_LISTED:
        what = _values(sweep, line)
    else:
        where = f"at all {len(known)} settings"
        if one_rule and sweep.axes[0].is_number:
            ends = known[0][0], known[-1][0]
            where = f"with {named(sweep.axes, ends[0].values)} to {name_of(sweep, ends[1])}"
        what = f"{_range(known, line)} {where}"
    others = "" if one_rule else " at any other setting"
    base = marked(sweep, sweep.base_point, name_of(sweep, sweep.base_point))
    return (
        f"is {what}: no difference to {base} is clear{others}"
        f"{_among(line.compared) or f' ({_farthest(sweep, line.compared, line)})'}"
    )


def _range(known: Known, line: Line, short: bool = False) -> str:
    """Write from where to where a figure goes."""
    estimates = [one.estimate for _, one in known if not math.isnan(one.estimate.value)]
    if not estimates:
        return "not known"
    low, high = (pick(estimates, key=lambda one: one.value) for pick in (min, max))
    last = line.number(high) if short and line.unit.signed else line.value(high)
    if line.number(low) == line.number(high):
        return last
    return f"between {line.number(low)} and {last}"


def _among(compared: Known) -> str:
    """Say why none of some differences is clear, if an interval that is no proof leaves out 0."""
    alone = any(
        one.difference and not one.difference.estimate.low <= 0 <= one.difference.estimate.high
        for _, one in compared
    )
    return " among so many figures and settings" if alone else ""


def _farthest(sweep: Sweep, compared: Known, line: Line) -> str:
    """Tell how large a difference might be at most."""
    point, one = max(compared, key=lambda each: _reach(each[1]))
    if len(compared) == 1:
        return _paired(one, line)
    what = _FARTHEST.format("paired " if line.figure.is_paired else "")
    return f"{what}: {_interval(one, line)}, with {name_of(sweep, point)}"


def _size(one: AtPoint) -> float:
    """Return how large a difference is."""
    assert one.difference
    return abs(one.difference.estimate.value)


def _reach(one: AtPoint) -> float:
    """Return how far the interval of a difference is from 0 at its farther end."""
    assert one.difference
    reach = max(abs(one.difference.estimate.low), abs(one.difference.estimate.high))
    return reach if math.isfinite(reach) else math.inf


def _interval(one: AtPoint, line: Line) -> str:
    """Write the interval of a difference."""
    assert one.difference
    return line.differences.interval(one.difference.estimate)


def _paired(one: AtPoint, line: Line) -> str:
    """Write a difference with its interval."""
    assert one.difference
    estimate, differences = one.difference.estimate, line.differences
    kind = "paired difference" if line.figure.is_paired else "difference"
    value = f"{kind} {differences.value(estimate)}"
    return value if estimate.low == estimate.high else f"{value}, {differences.ends(estimate)}"


def _steady(sweep: Sweep, line: Line) -> str:
    """Say from where to where a figure goes that clearly rises or falls at each step of a rule.

    "" where it does not, or where a difference to the base is not clear. That all steps go one way
    is claimed only if each does, so each is tested at the full level (an intersection-union test;
    Berger and Hsu, Statistical Science 11, 1996), but for the two ways and for other figures.
    """
    known = line.known
    steps = [(one.estimate, other.estimate) for (_, one), (_, other) in pairwise(known)]
    level, tests = sweep.base.level, _asked(sweep)
    rises = all(is_larger(other, one, level, tests) for one, other in steps)
    falls = all(is_larger(one, other, level, tests) for one, other in steps)
    all_clear = len(line.clear) == len(known) - 1
    if not sweep.axes[0].is_number or not all_clear or not (rises or falls):
        return ""
    parts, paired = [], []
    for place, (point, one) in enumerate(known):
        is_base, is_end = point is sweep.base_point, place in (0, len(known) - 1)
        if is_base or is_end:
            name = value_of(sweep, point) if place else named(sweep.axes, point.values)
            value = _short(one, line) if place else line.value(one.estimate)
            parts.append(f"{value} with {marked(sweep, point, name)}")
        if is_end and not is_base:
            paired.append((point, one))
    middle = f" over {parts[1]}" if len(parts) == 3 else ""
    differences = [_paired(one, line) for _, one in paired]
    if len(paired) > 1:
        differences = [
            f"{text}, with {value_of(sweep, point)}"
            for (point, _), text in zip(paired, differences, strict=True)
        ]
    verb = "rises" if rises else "falls"
    return f"{verb} from {parts[0]}{middle} to {parts[-1]} ({'; '.join(differences)})"


def _parted(sweep: Sweep, line: Line) -> str:
    """Say with which values of a rule a figure is lower, higher, or not clearly different."""
    base = next(one for point, one in line.known if point is sweep.base_point)
    parts = [f"is {line.value(base.estimate)} with {base_name(sweep)}"]
    for word in ("lower", "higher"):
        several = [each for each in line.known if each[1].verdict == word]
        if several:
            parts.append(f"{word} with {_detailed(sweep, several, line)}")
    rest = [each for each in line.known if each[1].verdict == "not clear"]
    same = [point for point, one in line.known if one.verdict == "the same"]
    if rest:
        where = span(sweep, [point for point, _ in rest])
        values = _range(rest, line, short=True)
        values += "" if _among(rest) else f"; {_farthest(sweep, rest, line)}"
        parts.append(f"not clearly different with {where} ({values})")
    if same:
        parts.append(f"exactly the same with {span(sweep, same)}")
    return "; ".join(parts)


def _detailed(sweep: Sweep, several: Known, line: Line) -> str:
    """List values of a rule with their differences; of many the one that clearly is the end."""

    def detail(point: Point, one: AtPoint) -> str:
        return f"{value_of(sweep, point)} ({_short(one, line)}; {_paired(one, line)})"

    ordered = sorted(several, key=lambda each: _size(each[1]), reverse=True)
    if len(several) <= MOST_DETAILED:
        return listed([detail(*each) for each in ordered])
    where = span(sweep, [point for point, _ in several])
    end = _extremes(sweep, line, several[0][1].verdict)
    if len(end) == 1:
        return f"{where}, most with {detail(*end[0])}"
    return f"{where} ({_range(several, line, short=True)})"


def _over_two(sweep: Sweep, line: Line) -> str:
    """Say where a figure is lowest and highest over two rules, or may be, of what is clear."""
    base = next(one for point, one in line.known if point is sweep.base_point)
    parts = []
    for word, name in _ENDS.items():
        if not any(one.verdict == word for _, one in line.known):
            continue
        end = _extremes(sweep, line, word)
        names = [named(sweep.axes, point.values) for point, _ in end]
        if len(end) == 1:
            values = f"{_short(end[0][1], line)}; {_paired(end[0][1], line)}"
            parts.append(f"{name} with {names[0]} ({values})")
        else:
            shown = [*(names if len(names) <= MOST_LISTED else []), _range(end, line, short=True)]
            parts.append(f"{name} with one of {len(end)} settings ({'; '.join(shown)})")
    clear, compared = len(line.clear), len(line.compared)
    share = "all" if clear == compared else f"{clear} of"
    return (
        f"is {line.value(base.estimate)} with {base_name(sweep)}; the difference to it is clear at "
        f"{share} {compared} other settings: {' and '.join(parts)}"
    )


#: Where a figure that is lower or higher than at the base is so most of all.
_ENDS: dict[Word, str] = {"lower": "lowest", "higher": "highest"}


def _extremes(sweep: Sweep, line: Line, word: Word | None) -> Known:
    """Return the settings that may be where a figure is lowest, or highest."""
    found = [one.estimate if word == "higher" else one.estimate.negated() for _, one in line.known]
    return [line.known[n] for n in may_be_largest(found, sweep.base.level, _asked(sweep))]


def _asked(sweep: Sweep) -> int:
    """Return how often it is asked where a figure ends: above and below, and of each figure."""
    return 2 * len(sweep.paths)


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
