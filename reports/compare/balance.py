"""The distance from the fair share of the least fair seat, side or group in a version."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from reports.compare.results import ComparisonResults
from reports.compare.seats import is_stored
from reports.figures import figure as kinds
from reports.figures.spread import number_of_tests
from reports.figures.statistics import Estimate
from reports.run.results import RunResults
from simulate.play.tally import GroupingLayout


@dataclass(frozen=True)
class Imbalance:
    """The largest distance of a rival's wins from its fair share."""

    #: The noun for the rivals, such as "seat", "side" or "faction".
    rival: str
    #: The distance, as a share of the games.
    distance: Estimate


def measure_imbalance(results: RunResults) -> Imbalance:
    """Return the largest distance from the fair share among seats or sides, and among groups.

    Groups are those whose wins the game counts, such as hidden teams.

    Raises
    ------
    KeyError
        If the results have no distances of seats, as in games that all players win together.
    """
    rival = "seat" if results.contest == "seats" else "side"
    imbalances = [Imbalance(rival, results.estimate(kinds.SEAT_SPREAD))]
    for grouping in results.run.layout.groupings:
        distances = [_absolute(surplus) for surplus in _surpluses(results, grouping).values()]
        if distances:
            imbalances.append(Imbalance(grouping.name, _largest(distances)))
    return max(imbalances, key=lambda imbalance: imbalance.distance.value)


def _surpluses(results: RunResults, grouping: GroupingLayout) -> dict[str, Estimate]:
    """Return the win rate minus the fair share of each group, by name, where it is known.

    The intervals hold for all groups together. Stored results have only the intervals that were
    stored.
    """
    paths = {
        name: f"{kinds.GROUPS}.{grouping.name}.{name}.{kinds.GROUP_ADVANTAGE}"
        for name in grouping.groups
        if name
    }
    seen = {
        name: path
        for name, path in paths.items()
        if results.has(path) and math.isfinite(results.estimate(path).value)
    }
    jointly = results
    if seen and not is_stored(results):
        tests = number_of_tests(len(seen)) if grouping.wins_together else len(seen)
        jointly = results.at_confidence(1 - (1 - results.look_confidence) / max(1, tests))
    return {name: jointly.estimate(path) for name, path in seen.items()}


def _largest(distances: Sequence[Estimate]) -> Estimate:
    """Return the largest of several distances.

    Their intervals hold together, so it is at least the largest of their lower bounds, and at most
    the largest of their upper bounds.
    """
    return Estimate(
        max(distance.value for distance in distances),
        max(distance.low for distance in distances),
        max(distance.high for distance in distances),
        max(distance.n for distance in distances),
    )


def _absolute(surplus: Estimate) -> Estimate:
    """Return the absolute value of an estimate, with the interval that follows from its own."""
    low = max(0.0, surplus.low, -surplus.high)
    high = max(-surplus.low, surplus.high)
    return Estimate(abs(surplus.value), low, high, surplus.n)


def find_uneven_team(comparison: ComparisonResults) -> tuple[str, str] | None:
    """Return the team that wins too much in some version, as the grouping and the team's name.

    It is the team that is farthest above its fair share in any version, among those that are in
    all versions. None if no team clearly wins more than its fair share.
    """
    versions: Counter[tuple[str, str]] = Counter()
    farthest: dict[tuple[str, str], float] = {}
    for results in comparison.arms.values():
        for grouping in results.run.layout.groupings:
            if not grouping.wins_together:
                continue
            for name, surplus in _surpluses(results, grouping).items():
                team = (grouping.name, name)
                versions[team] += 1
                if surplus.low > 0:
                    farthest[team] = max(surplus.value, farthest.get(team, 0.0))
    candidates = [team for team in farthest if versions[team] == len(comparison.arms)]
    return max(candidates, key=lambda team: farthest[team]) if candidates else None
