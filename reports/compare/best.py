"""The version that is best by fairness, tension or skill, and the best number of players.

Fairness (of seats, sides and groups) and tension decide which number of players is best. Fairness
comes first: a number of players that is clearly less fair than another is never called best, and
neither is one that is clearly not fair while others may be. If no number is among the best by both,
none is called best. Differences that nobody would notice do not count.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from reports.compare.balance import Imbalance, measure_imbalance
from reports.compare.results import ComparisonResults
from reports.compare.sentences import PLAYERS_LABEL, quote_label, shorten_players
from reports.figures import figure as kinds
from reports.figures.differences import may_be_largest
from reports.figures.statistics import Estimate
from reports.run import fairness
from reports.run import first_page as run_page
from reports.run.results import RunResults
from reports.writing.wording import capital, listed, round_half_up

#: The number of criteria by which versions are ranked: fairness, tension and skill.
_CRITERIA = 3
#: The smallest number of consecutive numbers of players that are written as a range.
_LEAST_RANGE = 3


@dataclass(frozen=True)
class Ranking:
    """The versions that may be the best by one criterion."""

    #: The criterion as a beginning of a sentence, such as "Fairest".
    name: str
    #: The labels of the versions that may be the best.
    labels: Sequence[str]
    #: A remark on the best version, such as "the least fair seat is off by 2 in 100"; may be empty.
    remark: str = ""
    #: The same for the worst version, such as "with base, by 3"; empty if it may be the best.
    contrast: str = ""
    #: A sentence on all versions; may be empty.
    note: str = ""
    #: The labels of the versions that may be the best, or whose distance from the best is too small
    #: to notice.
    near: Sequence[str] = ()
    #: Those of `near` for which this is certain.
    sure: Sequence[str] = ()
    #: What to say of a best version in a sentence on several criteria; "" for a default.
    reason: str = ""
    #: False if clearly no version is fair.
    is_some_fair: bool = True


def rank_by_fairness(comparison: ComparisonResults) -> Ranking | None:
    """Return the versions that may be the fairest; None if that is not known.

    Fairness is the distance of the least fair seat, side or group from its fair share. If some
    versions are clearly not fair and others may be fair, the others are the fairest, even if the
    difference between two of them is not clear.
    """
    arms = comparison.arms
    if not all(results.has(kinds.SEAT_SPREAD) for results in arms.values()):
        return None
    if any(results.is_seated or results.is_hardly_won for results in arms.values()):
        return None
    imbalances = {label: measure_imbalance(results) for label, results in arms.items()}
    even = [label for label in arms if not _is_uneven(arms[label], imbalances[label])]
    if 0 < len(even) < len(arms):
        return _rank_even_versions(even, imbalances)
    return _rank_by_distance(comparison, imbalances)


def _rank_by_distance(
    comparison: ComparisonResults, imbalances: Mapping[str, Imbalance]
) -> Ranking:
    """Return the ranking by fairness if all versions may be fair, or if clearly none is.

    `imbalances` has the distance of the least fair rival in each version, by label.
    """
    distances = {label: imbalance.distance for label, imbalance in imbalances.items()}
    closeness = {label: distance.negated() for label, distance in distances.items()}
    labels = _best_labels(comparison, closeness)
    best, worst = find_extremes(distances)
    rival, worst_rival = (imbalances[label].rival for label in (best, worst))
    games, worst_games = (_of_100(distances[label].value) for label in (best, worst))
    at_best = "at best, " if len(labels) > 1 else ""
    remark = f"{at_best}the least fair {rival} is off by {games} in 100"
    contrast = ""
    if worst not in labels:
        subject = "" if worst_rival == rival else f"the least fair {worst_rival} "
        contrast = f"with {quote_label(worst)}, {subject}by {worst_games}"
    is_some_fair = any(distance.low <= fairness.SMALL for distance in distances.values())
    is_each_fair = all(distance.high <= fairness.SMALL for distance in distances.values())
    ranking = Ranking("Fairest", labels, remark, contrast, is_some_fair=is_some_fair)
    if not is_some_fair:
        ranking = replace(ranking, note="None is fair.")
    if is_each_fair:
        # Then "fair" and "nearly fair" do not decide which number of players is best.
        scope = "With any number of players"
        if not has_only_player_counts(comparison):
            scope = "In all versions"
        reason = f"{scope}, every {rival} is fair within {_of_100(fairness.SMALL)} in 100"
        ranking = replace(ranking, reason=reason, note=f"{reason}.")
    return _with_near(ranking, closeness, fairness.SMALL)


def _is_uneven(results: RunResults, imbalance: Imbalance) -> bool:
    """Return True if some seat, side or group is clearly off, perhaps by more than is small."""
    distance = imbalance.distance
    is_off = distance.low > 0 and distance.high > fairness.SMALL
    return is_off or run_page.is_clearly_uneven(results)


def _rank_even_versions(even: Sequence[str], imbalances: Mapping[str, Imbalance]) -> Ranking:
    """Return the ranking by fairness if some versions are clearly not fair.

    Parameters
    ----------
    even
        The labels of the other versions.
    imbalances
        The distance of the least fair rival in each version, by label.
    """
    distances = {label: imbalance.distance for label, imbalance in imbalances.items()}
    uneven = [label for label in imbalances if label not in even]
    worst = max(uneven, key=lambda label: distances[label].value)
    rival = imbalances[worst].rival
    games = _of_100(distances[worst].value)
    # With more games, a version that is off by little may turn out to be nearly fair.
    may_join = any(distances[label].low <= fairness.SMALL for label in uneven)
    sure = [label for label in even if distances[label].high <= fairness.SMALL and not may_join]
    remark = f"no {rival} clearly wins too much or too little"
    return Ranking(
        "Fairest",
        even,
        remark,
        contrast=f"with {quote_label(worst)}, the least fair {rival} is off by {games} in 100",
        near=even,
        sure=sure,
        reason=capital(remark),
    )


def _of_100(share: float) -> str:
    """Return a share as a number of games in 100, as in "2" or "2.5"."""
    return f"{100 * share:.1f}".removesuffix(".0")


def rank_by_tension(comparison: ComparisonResults) -> Ranking | None:
    """Return the versions that may be the tensest; None if that is not known.

    The measure of tension is the number of lead changes per game. It is unknown if nobody ever
    leads, as in a game without points.
    """
    path = kinds.LEAD_CHANGES
    if not all(results.has(path) for results in comparison.arms.values()):
        return None
    changes = {label: results.estimate(path) for label, results in comparison.arms.items()}
    if not all(math.isfinite(estimate.value) for estimate in changes.values()):
        return None
    if not any(estimate.value for estimate in changes.values()):
        return None
    labels = _best_labels(comparison, changes)
    most = max(estimate.value for estimate in changes.values())
    unnoticed = kinds.noticeable_difference(comparison.first.figure(path), most)
    return _with_near(Ranking("Tensest", labels), changes, unnoticed)


def _with_near(ranking: Ranking, estimates: Mapping[str, Estimate], unnoticed: float) -> Ranking:
    """Return a ranking with the versions that are hardly worse than the best.

    Parameters
    ----------
    ranking
        The ranking without them.
    estimates
        The estimate of each version, by label; larger values are better.
    unnoticed
        The largest difference that nobody would notice.
    """
    best = max(estimates.values(), key=lambda estimate: estimate.value)
    near = []
    sure = []
    for label, estimate in estimates.items():
        if label in ranking.labels or best.value - estimate.value <= unnoticed:
            near.append(label)
        if list(ranking.labels) == [label] or best.high - estimate.low <= unnoticed:
            sure.append(label)
    return replace(ranking, near=near, sure=sure)


def rank_by_skill(comparison: ComparisonResults) -> Ranking | None:
    """Return the versions in which skill may count most; None if skill was not measured.

    There are several versions if it is not clear in which of them skill counts most. It is also
    None if the same games measured skill in all versions, because these differ only in the players.

    The measure of skill is a good player's win rate minus the fair share, divided by the largest
    possible difference, so that different numbers of players can be compared.
    """
    skill = comparison.skill
    if skill is None or not measures_skill(comparison):
        return None
    shares = {}
    for label, results in comparison.arms.items():
        fair = results.fair_share
        shares[label] = skill.estimate(label).shifted(-fair).scaled(1 / (1 - fair))
    labels = _best_labels(comparison, shares)
    least, most = find_extremes(shares)
    # Losses are compared, because a fair share of the wins depends on the number of players.
    losses, most_losses = (
        round_half_up(100 - 100 * skill.estimate(label).value) for label in (most, least)
    )
    remark = f"a good player among beginners loses {losses} of 100"
    contrast = "" if least in labels else f"with {quote_label(least)}, {most_losses}"
    return Ranking("Skill counts most", labels, remark, contrast)


def measures_skill(comparison: ComparisonResults) -> bool:
    """Return True if skill was measured, in other games for some versions than for others.

    Versions that differ only in their strategies share these games.
    """
    if comparison.skill is None:
        return False
    lineups = {results.run.study.lineup for results in comparison.arms.values()}
    if len(lineups) == 1:
        return True
    wins = {comparison.skill.estimate(label) for label in comparison.arms}
    return len(wins) > 1


def _best_labels(comparison: ComparisonResults, estimates: Mapping[str, Estimate]) -> list[str]:
    """Return the labels of the versions that may have the largest of these estimates."""
    labels = list(estimates)
    values = list(estimates.values())
    if not any(math.isfinite(estimate.value) for estimate in values):
        return labels
    places = may_be_largest(values, comparison.first.look_confidence, _CRITERIA)
    return [labels[place] for place in places]


def find_extremes(estimates: Mapping[str, Estimate]) -> tuple[str, str]:
    """Return the labels of the versions with the lowest and the highest value."""
    lowest = min(estimates, key=lambda label: estimates[label].value)
    highest = max(estimates, key=lambda label: estimates[label].value)
    return lowest, highest


def find_intended_lengths(comparison: ComparisonResults) -> Ranking | None:
    """Return the versions whose mean length may be the playing time on the box.

    The result is None if the box has no playing time.
    """
    if comparison.first.game.box_minutes is None:
        return None
    labels = [
        label
        for label, results in comparison.arms.items()
        if run_page.is_as_long_as_the_box_says(results)
    ]
    return Ranking("As long as the box says", labels)


def has_only_player_counts(comparison: ComparisonResults) -> bool:
    """Return True if the versions are several numbers of players and differ only in them."""
    return len(comparison.arms) > 1 and all(map(PLAYERS_LABEL.fullmatch, comparison.arms))


@dataclass(frozen=True)
class BestVersions:
    """The versions that may be the best by fairness and by tension."""

    #: The rankings by fairness and by tension; None if unknown.
    fairest: Ranking | None
    tensest: Ranking | None
    #: The labels of all versions.
    labels: Sequence[str]

    @property
    def rankings(self) -> list[Ranking]:
        """The rankings that are known."""
        return [ranking for ranking in (self.fairest, self.tensest) if ranking]

    @property
    def best(self) -> list[str]:
        """The labels of the versions that may be the best by every ranking; empty if none is."""
        common = set(self.labels).intersection(*(ranking.near for ranking in self.rankings))
        return [label for label in self.labels if label in common]

    @property
    def is_sure(self) -> bool:
        """True if more games would not change which versions are best."""
        return all(set(self.best) <= set(ranking.sure) for ranking in self.rankings)


def find_best(comparison: ComparisonResults) -> BestVersions:
    """Return the versions that may be the best by fairness and by tension."""
    fairest = rank_by_fairness(comparison)
    return BestVersions(fairest, rank_by_tension(comparison), list(comparison.arms))


def describe_best(versions: BestVersions, difference: str = "") -> str:
    """Return sentences that name the best number of players, or say why none is best.

    Parameters
    ----------
    versions
        The numbers of players that may be best.
    difference
        A sentence on the most important figure that clearly differs; "" if none does.
    """
    fairest, tensest = versions.fairest, versions.tensest
    if fairest is None:
        return "No number of players can be called best, because it is unknown how fair they are."
    best = versions.best
    if not best:
        return _describe_conflict(versions.rankings)
    if len(best) == len(versions.labels):
        if versions.is_sure and difference:
            criteria = "fair and tense" if tensest else "fair"
            return f"Every number of players is equally {criteria}, but they differ. {difference}"
        if versions.is_sure:
            return "Every number of players is equally good: nobody would notice a difference."
        return "Too few games to tell which number of players is best."
    reasons = [_explain_fairness(fairest, best)]
    if tensest:
        reasons.append(_explain_tension(tensest, best, versions.labels))
    opening = "Best" if versions.is_sure else "Best so far"
    return f"{opening}: {list_versions(best, 'or')}. {', and '.join(reasons)}."


def _describe_conflict(rankings: Sequence[Ranking]) -> str:
    """Return the sentence for versions of which none is among the best by both criteria."""
    fairest, tensest = (list_versions(ranking.labels, "or") for ranking in rankings)
    return (
        f"No number of players is best in everything: the game is fairest with {fairest}, and "
        f"tensest with {tensest}."
    )


def _explain_fairness(ranking: Ranking, candidates: Sequence[str]) -> str:
    """Return a clause on the fairness of the best versions, with a capital letter."""
    if ranking.reason:
        return ranking.reason
    others = [label for label in candidates if label not in ranking.labels]
    if others:
        first = list_versions(ranking.labels, "or")
        if len(others) == len(candidates):
            return f"Hardly less fair than {first}"
        return f"Fairest with {first}, hardly less fair with {list_versions(others, 'or')}"
    is_tied = len(candidates) < len(ranking.labels)
    if not ranking.is_some_fair:
        return "Not fair, but no other number is " + ("clearly fairer" if is_tied else "fairer")
    return "No other number is clearly fairer" if is_tied else "Fairest"


def _explain_tension(ranking: Ranking, candidates: Sequence[str], labels: Sequence[str]) -> str:
    """Return a clause on the tension with the best versions.

    `labels` has the labels of all versions.
    """
    others = [label for label in candidates if label not in ranking.labels]
    if others:
        first = list_versions(ranking.labels, "or")
        if len(others) == len(candidates):
            return f"the lead changes almost as often as with {first}"
        second = list_versions(others, "or")
        return f"the lead changes most often with {first} and almost as often with {second}"
    if len(ranking.labels) == len(labels):
        return "the lead changes about as often as with any other"
    if len(candidates) < len(ranking.labels):
        return "with no other number does the lead clearly change more often"
    return "the lead changes most often"


def describe_ranking(ranking: Ranking, labels: Sequence[str]) -> str:
    """Return a sentence on the versions that may be the best by one criterion.

    Parameters
    ----------
    ranking
        The ranking.
    labels
        The labels of all versions.
    """
    note = f" {ranking.note}".rstrip()
    if len(ranking.labels) == len(labels):
        return f"{ranking.name}: no clear difference between them.{note}"
    remark = "; ".join(filter(None, [ranking.remark, ranking.contrast]))
    in_brackets = f" ({remark})" if remark else ""
    return f"{ranking.name}: {list_versions(ranking.labels, 'or')}{in_brackets}.{note}"


def list_versions(labels: Sequence[str], conjunction: str = "and") -> str:
    """Return labels as text, as in "base or expert", "2 or 3 players" or "3 to 6 players"."""
    if len(labels) >= _LEAST_RANGE and all(map(PLAYERS_LABEL.fullmatch, labels)):
        numbers = [int(re.sub(r"\D", "", label)) for label in labels]
        if numbers == list(range(numbers[0], numbers[-1] + 1)):
            return f"{numbers[0]} to {labels[-1]}"
    return listed(shorten_players([quote_label(label) for label in labels]), conjunction)
