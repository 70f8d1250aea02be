"""What a rule does to each figure, in one sentence: for the screen, and as the title of a chart."""

from __future__ import annotations

from collections.abc import Sequence

from reports.figures.differences import may_be_largest
from reports.figures.figure import ADVANTAGE
from reports.sweep.line import Known, Line, grouped, line_of
from reports.sweep.naming import MOST_LISTED, name_of, named, some, value_of
from reports.sweep.points import Point, group
from reports.sweep.results import AtPoint, Sweep, Word
from reports.writing.words import capital, listed

_PLURALS = {"side": "sides", "seat": "seats", "strategy": "strategies"}


def sentences(sweep: Sweep) -> list[str]:
    """Say what the rule does to each figure asked for, to the seats' and strategies' in one each.

    Of seats those are left out that the first-player advantage tells of.
    """
    found = []
    for kind, paths in grouped(sweep):
        others = [path for path in paths if not sweep.figure(path).detail]
        told = others if kind and others and ADVANTAGE in sweep.paths else paths
        found.append(f"{sentence(sweep, told)}.")
    return found


def sentence(sweep: Sweep, paths: Sequence[str]) -> str:
    """Say what the rule does to some figures: of several, to the one that changes most.

    A value is named as that where a figure is lowest or highest only if that is clear.

    Parameters
    ----------
    paths
        One figure, or win rates that are told together.
    """
    lines = [drawn_line(sweep, path) for path in paths]
    clear = [(_size(one), line) for line in lines for _, one in line.clear]
    line = max(clear, key=lambda each: each[0])[1] if clear else lines[0]
    title = capital(line.figure.title)
    if sweep.from_fair(line.figure.path):
        title += " from the fair share"
    if not clear:
        if len(lines) > 1:
            return f"No difference in {_PLURALS[group(line.figure)]}' win rates is clear"
        if not line.compared:
            return f"{title}: {values(sweep, line)}"
        ends = _range(line.known, line)
        if all(one.verdict == "the same" for _, one in line.compared):
            return f"{title}: {ends}, exactly the same at all values"
        return f"{title}: {ends}; no difference is clear"
    ends = _range(line.known, line)
    low, high = (_extremes(sweep, line, word) for word in ("lower", "higher"))
    parts = [
        f"{name} with {name_of(sweep, end[0][0])}"
        for name, end in (("lowest", low), ("highest", high))
        if len(end) == 1
    ]
    if not parts:
        where = [name_of(sweep, point) for point, _ in line.clear]
        parts = [f"clearly different with {some(where)}"]
    return f"{title}: {', '.join([ends, *parts])}"


def values(sweep: Sweep, line: Line) -> str:
    """List a figure at every point, or of many from where to where it goes."""
    if len(line.known) > 2 * MOST_LISTED:
        return _range(line.known, line)
    (first, begin), *others = line.known
    parts = [f"{line.value(begin.estimate)} with {named(sweep.axes, first.values)}"]
    parts += [f"{_short(one, line)} with {value_of(sweep, point)}" for point, one in others]
    return listed(parts)


def drawn_line(sweep: Sweep, path: str) -> Line:
    """Return a figure as it is told and drawn: win rates from fair where the fair share varies."""
    line = line_of(sweep, path)
    return line.distances if sweep.from_fair(path) else line


def _size(one: AtPoint) -> float:
    """Return how large a difference to the base is."""
    return abs(one.difference.estimate.value) if one.difference else 0.0


def _short(one: AtPoint, line: Line) -> str:
    """Write a figure in a row of others: in percentage points like the first one."""
    return line.number(one.estimate) if line.unit.signed else line.value(one.estimate)


def _range(known: Known, line: Line) -> str:
    """Write from where to where a figure goes."""
    estimates = [one.estimate for _, one in known if one.estimate.value == one.estimate.value]
    if not estimates:
        return "not known"
    low, high = (pick(estimates, key=lambda one: one.value) for pick in (min, max))
    if line.number(low) == line.number(high):
        return line.value(high)
    return f"{line.number(low)} to {line.value(high)}"


def _extremes(sweep: Sweep, line: Line, word: Word) -> Known:
    """Return the settings that may be where a figure is lowest, or highest."""
    found = [one.estimate if word == "higher" else one.estimate.negated() for _, one in line.known]
    # It is asked above and below, and of each figure.
    asked = 2 * len(sweep.paths)
    return [line.known[n] for n in may_be_largest(found, sweep.base.level, asked)]


def dead_sentences(sweep: Sweep) -> list[str]:
    """Say which rules change no game."""
    games = f"all its values give the very same {sweep.base.run.games:,} games"
    other = "with other strategies it may change some"
    return [f"{rule} changes no game of these strategies: {games}; {other}." for rule in sweep.dead]


def point_names(sweep: Sweep, points: Sequence[Point]) -> dict[str, str]:
    """Return by label what points are called in sentences."""
    return {sweep.label(point): name_of(sweep, point) for point in points}
