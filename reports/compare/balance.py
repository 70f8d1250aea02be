"""The distance from the fair share of the least fair seat, side or group in a version."""

from __future__ import annotations

import math
from dataclasses import dataclass

from reports.compare.results import ComparisonResults
from reports.figures import figure as kinds
from reports.figures.statistics import Estimate
from reports.run.groups import GroupingResults, group_results
from reports.run.results import RunResults


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
    for grouping in group_results(results):
        distance = _measure_groups(grouping)
        if distance is not None:
            imbalances.append(Imbalance(grouping.noun, distance))
    return max(imbalances, key=lambda imbalance: imbalance.distance.value)


def _measure_groups(grouping: GroupingResults) -> Estimate | None:
    """Return the largest distance of a group from its fair share; None if it is unknown.

    The intervals of the groups hold together, so the largest distance is at least the largest of
    their lower bounds, and at most the largest of their upper bounds.
    """
    distances = []
    for group in grouping.groups:
        surplus = group.joint.shifted(-group.fair_share)
        if all(map(math.isfinite, (surplus.low, surplus.value, surplus.high))):
            distances.append(_absolute(surplus))
    if not distances:
        return None
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
    groupings = [group_results(results) for results in comparison.arms.values()]
    surplus: dict[tuple[str, str], float] = {}
    versions: dict[tuple[str, str], int] = {}
    for grouping in (grouping for version in groupings for grouping in version):
        if not grouping.wins_together:
            continue
        for group in grouping.groups:
            team = (grouping.noun, group.name)
            versions[team] = versions.get(team, 0) + 1
            if group.verdict == "above fair":
                distance = group.joint.value - group.fair_share
                surplus[team] = max(distance, surplus.get(team, 0.0))
    candidates = [team for team in surplus if versions[team] == len(groupings)]
    return max(candidates, key=lambda team: surplus[team]) if candidates else None
