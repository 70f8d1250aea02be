"""What a rule does from one of its values to the next: nothing at all, or turn a verdict."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from reports.figures.targets import Judged
from reports.run.results import Results
from reports.sweep.points import Axis, Point, label


@dataclass(frozen=True)
class Dead:
    """A rule without effect.

    Attributes
    ----------
    rule
        Its name.
    where
        The value of the other rule, as in "hand_size=4", where it has none; ``""`` where it
        has none anywhere.
    figures
        Paths of figures that differ though all games are the same: those that the rule
        only tells otherwise, as ``seconds_per_turn`` does.
    """

    rule: str
    where: str
    figures: tuple[str, ...]


@dataclass(frozen=True)
class Change:
    """Two neighbouring values of a rule between which the verdict on a target changes."""

    judged: tuple[Judged, Judged]
    rule: str
    values: tuple[Any, Any]
    where: str


def dead_rules(axes: Sequence[Axis], points: Sequence[Point]) -> list[Dead]:
    """Return the rules without any effect on the games played."""
    found = []
    for place, axis in enumerate(axes):
        lines = [line for line in _lines(points, place) if len(line) > 1]
        dead = [line for line in lines if len({r.run.tally.id for r in _same_deals(line)}) == 1]
        if lines and len(dead) == len(lines):
            paths = {path: None for line in dead for path in _differing(line)}
            found.append(Dead(axis.name, "", tuple(paths)))
        else:
            found += [
                Dead(axis.name, _where(axes, line[0], place), tuple(_differing(line)))
                for line in dead
            ]
    return found


def changed_figures(axes: Sequence[Axis], points: Sequence[Point]) -> dict[str, tuple[str, ...]]:
    """Return by rule the figures whose values differ from one of its values to another."""
    return {
        axis.name: tuple(
            {path: None for line in _lines(points, place) for path in _differing(line)}
        )
        for place, axis in enumerate(axes)
    }


def verdict_changes(axes: Sequence[Axis], points: Sequence[Point]) -> list[Change]:
    """Return where the verdict on a target differs from one value of a rule to the next."""
    found = []
    for place, axis in enumerate(axes):
        for line in _lines(points, place):
            judged = [point.judged for point in line]
            pairs = zip(line, line[1:], judged, judged[1:], strict=False)
            for one, other, before, after in pairs:
                values = (one.values[place], other.values[place])
                found += [
                    Change((a, b), axis.name, values, _where(axes, one, place))
                    for a, b in zip(before, after, strict=True)
                    if a.verdict.word != b.verdict.word
                ]
    return found


def _lines(points: Sequence[Point], place: int) -> list[list[Point]]:
    """Return the points that differ in one rule only, a list for each value of the other."""
    lines: dict[tuple[str, ...], list[Point]] = {}
    for point in points:
        others = tuple(text for i, text in enumerate(point.key) if i != place)
        lines.setdefault(others, []).append(point)
    return list(lines.values())


def _same_deals(line: Sequence[Point]) -> list[Results]:
    """Return the results of points as of the same deals, those of the base beside each other one.

    Points that stopped after different numbers of deals did not play the same games.
    """
    others = [point for point in line if point.against]
    base = [one.against for one in others if one.against and len(others) < len(line)]
    return [*(point.results for point in others), *base]


def _where(axes: Sequence[Axis], point: Point, place: int) -> str:
    """Name the other rule's value of a point."""
    kept = [i for i in range(len(axes)) if i != place]
    return label([axes[i] for i in kept], [point.values[i] for i in kept])


def _differing(points: Sequence[Point]) -> list[str]:
    """Return the figures, of those that all points have, whose values differ."""
    several = _same_deals(points)
    paths = [
        path
        for path in points[0].results.figures
        if all(path in results.figures for results in several)
    ]
    values = {
        path: {_comparable(results.estimate(path).value) for results in several} for path in paths
    }
    return [path for path in paths if len(values[path]) > 1]


def _comparable(value: float) -> float | None:
    return None if math.isnan(value) else value
