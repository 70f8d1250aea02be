"""Whether a sweep is decided, and which of its settings need not be played on.

A setting of which all is settled stops; the rules as they are, with which the others are compared,
go on as long as any. As in comparisons of several arms, what stops has to be clear whatever
becomes of the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from reports.figures.noticeable import noticeable
from reports.figures.telling import games_to_tell
from reports.run.ending import decided, stopped
from reports.run.live import OPEN, difference_row
from reports.sweep.points import Point
from reports.sweep.results import AtPoint, Sweep
from reports.writing.words import listed


def said(sweep: Sweep) -> list[str]:
    """Say what ended a sweep that is played until all is decided; nothing of others."""
    if not sweep.base.run.study.until_decided:
        return []
    titles = listed([sweep.figure(path).title for path in sweep.deciding])
    what = f"every difference in {titles}, as clear or too small to notice,"
    if _has_targets(sweep):
        what = "every target at every setting"
    arms = {sweep.label(point): point.results for point in sweep.points}
    return [decided(sweep.base, what, known=is_decided(sweep)), *stopped(arms)]


def is_decided(sweep: Sweep) -> bool:
    """Return whether all is decided that is asked."""
    return not more_by_point(sweep)


def more_by_point(sweep: Sweep) -> Mapping[int, int | None]:
    """Return about how many more games settings take that are open, by their places.

    Of those of which it cannot be told ``None``.
    """
    points = list(enumerate(sweep.points))
    if _has_targets(sweep):
        return {n: p.results.games_to_decide for n, p in points if not p.results.is_decided}
    found = {}
    for n, point in points:
        unclear = [
            (path, one)
            for path, one in _asked(sweep, n)
            if not (one.is_clear or _is_small(sweep, point, path, one))
        ]
        if unclear:
            found[n] = _more(sweep, point, unclear)
    return found


def going_on(sweep: Sweep) -> list[int]:
    """Return the places of the settings that go on: of those that have not stopped the open ones.

    That with which the others are compared is not among them unless it is open itself.
    """
    still_open = more_by_point(sweep)
    if still_open and not _has_targets(sweep):
        still_open = {
            n: None
            for n, point in enumerate(sweep.points)
            if not all(_is_settled(sweep, point, *each) for each in _asked(sweep, n))
        }
    most = sweep.base.run.tally.deals
    return [n for n in still_open if sweep.points[n].results.run.tally.deals == most]


def _has_targets(sweep: Sweep) -> bool:
    return bool(sweep.base.run.study.targets)


def _asked(sweep: Sweep, place: int) -> list[tuple[str, AtPoint]]:
    """Return the differences of a setting that are to be decided, by path."""
    found = [(path, sweep.found[path][place]) for path in sweep.deciding]
    return [(path, one) for path, one in found if one and one.difference]


def _least(sweep: Sweep, point: Point, path: str) -> float:
    """Return from which difference on it counts."""
    assert point.against
    return noticeable(sweep.figure(path), point.against.estimate(path).value)


def _is_small(sweep: Sweep, point: Point, path: str, one: AtPoint) -> bool:
    """Return whether the whole interval of a difference is within what nobody would notice."""
    assert one.difference
    least, found = _least(sweep, point, path), one.difference.estimate
    return -least <= found.low and found.high <= least


def _is_settled(sweep: Sweep, point: Point, path: str, one: AtPoint) -> bool:
    """Return whether a difference is decided, whatever becomes of the others."""
    assert one.difference
    surely = one.difference.p_value * sweep.tests < 1 - sweep.base.level
    return surely or _is_small(sweep, point, path, one)


def _more(sweep: Sweep, point: Point, unclear: Sequence[tuple[str, AtPoint]]) -> int | None:
    """Return about how many more games of a setting decide differences; ``None`` if not known."""
    games, alpha, found = point.results.run.games, 1 - sweep.base.level, []
    for path, one in unclear:
        assert one.difference
        least = _least(sweep, point, path)
        more = games_to_tell(one.difference.estimate, least, games, alpha, sweep.tests)
        if more is None:
            return None
        found.append(more)
    return max(found)


def difference_rows(sweep: Sweep) -> list[list[str]]:
    """Return a row for each difference that is to be decided; see `reports.run.live`."""
    found = []
    for place, point in enumerate(sweep.points):
        for path, one in _asked(sweep, place):
            assert one.difference
            small = _is_small(sweep, point, path, one)
            word = "too small to notice" if small else "clear" if one.is_clear else OPEN
            figure, least = sweep.figure(path), _least(sweep, point, path)
            change = one.difference.estimate
            found.append(difference_row(sweep.label(point), figure, least, change, word))
    return found
