"""The titles of a run's charts: verdicts that follow from the numbers drawn."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from reports.figures import figure as fig
from reports.figures.statistics import Estimate, half_width
from reports.figures.targets import JudgedTarget
from reports.run import fairness
from reports.run.first_page import CLEARLY
from reports.run.results import Against, RunResults
from reports.run.sentences import write_lengths
from reports.writing import wording

#: Titles begin with "So far" if chance moves a mean by more than this share of it.
_UNSETTLED = 0.05


@dataclass(frozen=True)
class JudgedRate:
    """The win rate of a seat, side or strategy, with its verdict against the fair share."""

    #: The subject of sentences, such as "The first player".
    name: str
    #: The win rate.
    rate: Estimate
    #: The verdict against the fair share.
    verdict: Against


def title_of_seats(results: RunResults) -> str:
    """Return the verdict on the seats or sides, or the reason why they are not judged."""
    rivals = "seats" if results.contest == "seats" else "sides"
    if results.is_hardly_won:
        return f"Too few games have a winner to judge the {rivals}"
    if fairness.explain_missing_verdict(results):
        if results.is_seated:
            return "Each strategy kept its seat, so the seats are not judged"
        return f"Too many games end undecided to judge the {rivals}"
    names = [wording.capital(name) for name in results.rival_win_rates()]
    if results.contest == "seats":
        names[0] = "The first player"
    judged = [
        JudgedRate(name, rate, verdict)
        for name, rate, verdict in zip(
            names, results.joint_win_rates().values(), results.judge_rivals(), strict=True
        )
    ]
    return write_verdict(judged, results.decided_fair_share, rivals.removesuffix("s"))


def write_verdict(judged: Sequence[JudgedRate], fair: float, noun: str) -> str:
    """Return the verdict on several win rates, as in "The first player wins too often".

    If rates clearly differ from the fair share, the verdict names the furthest of them. It also
    names the first item of `judged` if that clearly differs.

    Parameters
    ----------
    judged
        The win rates with their verdicts, in the order of seats, sides or strategies.
    fair
        The fair share.
    noun
        The noun for what is judged, such as "seat".
    """
    unfair = [item for item in judged if item.verdict != "not clear"]
    if unfair:
        furthest = max(unfair, key=lambda item: abs(item.rate.value - fair))
        title = f"{furthest.name} wins {_how_often(furthest, fair)}"
        first = unfair[0]
        if first is not furthest and first is judged[0]:
            name = first.name[0].lower() + first.name[1:]
            title += f", {name} {_how_often(first, fair)}"
        return title
    if all(fairness.largest_distance(item.rate, fair) <= fairness.SMALL for item in judged):
        return f"Every {noun} wins its fair share"
    return f"Too few games to tell whether a {noun} wins too often"


def _how_often(judged: JudgedRate, fair: float) -> str:
    """Return "too often" or "too rarely", with "a little" if the distance is small."""
    little = "a little " if abs(judged.rate.value - fair) < fairness.SMALL else ""
    return f"{little}too often" if judged.verdict == "above fair" else f"{little}too rarely"


def title_of_strategies(results: RunResults) -> str:
    """Return the verdict on the strategies of a line-up that rotates.

    If too few games have a winner, it says so instead.
    """
    if results.is_hardly_won:
        return "Too few games have a winner to judge the strategies"
    rates = results.joint_win_rates(fig.STRATEGIES)
    best = max(rates, key=lambda spec: rates[spec].value)
    if "above fair" not in results.judge_win_rates(fig.STRATEGIES):
        return "No strategy clearly wins more than its share"
    rivals = [spec for spec, rate in rates.items() if spec != best and rate.high >= rates[best].low]
    if rivals:
        return f"{best} wins most, but may not be better than {wording.listed(rivals)}"
    return f"{best} wins most"


def title_of_length(results: RunResults) -> str:
    """Return a title with the usual length of a game and the range of nine games in ten.

    If there are targets for lengths, it begins with the verdict on them.

    Raises
    ------
    UsageError
        If a target is invalid or has an unknown figure.
    """
    length = results.minutes()
    low, middle, high = write_lengths(*length.percentiles.values())
    sentence = f"Usually {middle} minutes; nine games in ten take {low} to {high}"
    if low == high:
        sentence = f"Nine games in ten take {middle} minutes"
    verdict = _judge_length(length_targets(results))
    if verdict:
        return f"{verdict}: {sentence[0].lower()}{sentence[1:]}"
    if half_width(length.mean) > _UNSETTLED * length.mean.value:
        return f"So far: {sentence[0].lower()}{sentence[1:]}"
    return sentence


def length_targets(results: RunResults) -> list[JudgedTarget]:
    """Return the judged targets of lengths in minutes.

    Raises
    ------
    UsageError
        If a target is invalid or has an unknown figure.
    """
    return [
        judged
        for judged in results.judged()
        if judged.target.figure.startswith(f"{fig.LENGTH}.minutes.")
    ]


def _judge_length(targets: Sequence[JudgedTarget]) -> str:
    """Return the verdict on targets for the length; "" without targets or if one is undecided."""
    words = {judged.verdict.word for judged in targets}
    if "misses" in words:
        missed = next(judged for judged in targets if judged.verdict.word == "misses")
        return "Too long" if missed.estimate.value > missed.target.high else "Too short"
    return "As long as wished" if words == {"meets"} else ""


def title_of_lead_changes(results: RunResults) -> str:
    """Return a sentence with the mean number of lead changes, or its interval if imprecise."""
    changes = results.estimate(fig.LEAD_CHANGES)
    if not math.isfinite(half_width(changes)):
        return "Too few games to tell how often the lead changes"
    if half_width(changes) > _UNSETTLED * changes.value:
        low = math.floor(10 * max(changes.low, 0.0)) / 10
        high = math.ceil(10 * changes.high) / 10
        return f"So far: the lead changes {low:.1f} to {high:.1f} times per game"
    return f"The lead changes {changes.value:.1f} times per game"


def title_of_skill(rate: Estimate, fair: float) -> str:
    """Return a title that says whether good play pays.

    Parameters
    ----------
    rate
        The win rate of a good player.
    fair
        The win rate that luck alone would give.
    """
    if rate.low <= fair <= rate.high:
        return "Too few games to tell whether good play pays"
    if rate.high < fair:
        return "Good play does not pay"
    if rate.high < CLEARLY * fair:
        return "Good play hardly pays"
    return "Good play pays"
