"""The first page of `when`: how often events happen, a figure in these games, and next commands."""

from __future__ import annotations

from typing import Literal

from reports.analysis.observed_document import command_of
from reports.figures import figure as fig
from reports.figures.statistics import Estimate, half_width
from reports.run.results import RunResults
from reports.when.results import WhenResults
from reports.when.sentences import describe_moments, name_winner
from reports.writing import spoken, wording
from reports.writing.document import Step
from reports.writing.spoken import of_100
from simulate.play.events import describe_events

#: A difference of win rates is small if its interval is within this distance of 0.
_SMALL = 0.02
#: A difference of another figure is small if its interval is within this share of the figure.
_SMALL_SHARE = 0.05
#: Win rates that clearly differ, but by less than this, are written with a decimal, so that the
#: written numbers differ too.
_NEAR = 0.02
#: The conclusion from the interval of a difference.
Finding = Literal["clear", "small", "open"]
_WORDS: dict[Finding, str] = {
    "clear": "A clear difference",
    "small": "Hardly a difference",
    "open": "Too few games to tell",
}
#: The number of example games on the first page.
_EXAMPLES = 2
#: A suggested command plays this multiple of the number of games played.
_TIMES = 4


# The answer to "Often?"


def describe_share(results: WhenResults) -> list[str]:
    """Return sentences on how often and how early the events happen."""
    events = results.design.parsed
    share = results.share(len(events))
    if not share.value:
        games = wording.counted(results.run.games, "game")
        sentences = [f"Never in {games}: {describe_events(events)}."]
    else:
        sentences = [f"In {of_100(share)} games {describe_events(events)}."]
    return [*sentences, *describe_moments(results)]


# The answer to "Then?"


def describe_difference(results: WhenResults) -> list[str]:
    """Return sentences that compare games with and without the events.

    There are none if no game has all events.
    """
    if not results.ordered:
        return []
    estimates, _ = results.matched
    with_it, without_it, gap = estimates.values()
    if not gap.n:
        return ["Nothing to compare it with: hardly any game lasted that long without it."]
    finding = judge_difference(results)
    if results.path.endswith(fig.WIN_RATE):
        decimals = 1 if finding == "clear" and abs(gap.value) < _NEAR else 0
        first, second = (f"{100 * side.value:.{decimals}f}" for side in (with_it, without_it))
        comparison = f"{name_winner(results)} {first} of 100 games with it, {second} without"
        unit: fig.Unit = fig.POINTS
    else:
        figure = RunResults(results.run.runs["games"], results.confidence).figure(results.path)
        unit = figure.unit.of_differences
        if gap.low == gap.high == 0:
            title = wording.capital(figure.title)
            value = wording.value(with_it, figure.unit)
            return [f"No difference. {title}: {value} with and without it."]
        reach = max(half_width(with_it), half_width(without_it))
        first, second = (wording.value(side, figure.unit, reach) for side in (with_it, without_it))
        comparison = f"{wording.capital(figure.title)}: {first} with it, {second} without"
    sentences = [f"{_WORDS[finding]}. {comparison}.", _describe_gap(gap, unit)]
    if finding == "clear":
        sentences.append(_explain_cause(results))
    return sentences


def judge_difference(results: WhenResults) -> Finding:
    """Return the conclusion on the difference between games with and without the event."""
    estimates, _ = results.matched
    _, without_it, gap = estimates.values()
    if gap.low > 0 or gap.high < 0:
        return "clear"
    limit = _SMALL
    if not results.path.endswith(fig.WIN_RATE):
        limit = _SMALL_SHARE * abs(without_it.value)
    return "small" if max(-gap.low, gap.high) <= limit else "open"


def _describe_gap(gap: Estimate, unit: fig.Unit) -> str:
    """Return a sentence on a difference and its interval.

    The difference is named only if the interval excludes 0. No end is rounded to 0 then.
    """
    is_clear = gap.low * gap.high > 0
    reach = wording.reach_near_bounds(gap, unit, [0.0] if is_clear else [], half_width(gap))
    low, middle, high = (wording.number(end, reach, unit) for end in (gap.low, gap.value, gap.high))
    if not is_clear:
        if unit.share:
            fewer = low.lstrip("\N{MINUS SIGN}")
            more = high.lstrip("+")
            return f"The true difference may be {fewer} fewer to {more} more wins in 100."
        return f"The real difference may be {low} to {high}."
    ends = sorted((gap.low, gap.high), key=abs)
    least, most = (_without_sign(wording.number(end, reach, unit)) for end in ends)
    if unit.share:
        word = "more" if gap.value > 0 else "fewer"
        return (
            f"That is {_without_sign(middle)} {word} wins in 100 games (likely {least} to {most})."
        )
    word = "higher" if gap.value > 0 else "lower"
    return f"That is {_without_sign(middle)} {word} (likely {least} to {most})."


def _without_sign(number: str) -> str:
    """Return a written number without its sign."""
    return number.lstrip("+\N{MINUS SIGN}")


def _explain_cause(results: WhenResults) -> str:
    """Return a sentence on whether the events cause the difference."""
    if results.by_chance:
        return "All players move at random, so the event itself makes the difference."
    return "The event need not be the reason: a good position may lead to both."


# The answer to "Trust?"


def describe_trust(results: WhenResults) -> list[str]:
    """Return sentences on the games that are compared, and on the players."""
    sentences = []
    if results.ordered:
        _, left_out = results.matched
        kind = results.design.parsed[-1].kind
        others = "games that were at the same point without it"
        if kind in ("end", "figure"):
            others = "all other games"
        sentences.append(f"Compared with {others}.")
        if left_out:
            games = wording.counted(left_out, "game")
            verb = "is" if left_out == 1 else "are"
            sentences.append(
                f"{games} {verb} left out: hardly any game was at the same point without it."
            )
    return [*sentences, spoken.describe_scope(results.study)]


# Commands to run next


def suggest_next_steps(results: WhenResults) -> list[Step]:
    """Return the commands that a designer probably wants next, with their purposes."""
    steps = []
    for row in results.example_rows[:_EXAMPLES]:
        when = row["when"].removesuffix(", at the end").removeprefix("at the end")
        steps.append(Step(f"See it ({when})" if when else "See it", row["command"]))
    is_open = not results.ordered or not results.matched[0]["difference"].n
    if is_open or judge_difference(results) == "open":
        design = results.design
        words = list(design.events)
        if design.figure:
            words += ["--then", design.figure]
        games = spoken.games_option(_TIMES * results.run.games)
        command = command_of(results, "when", *words, "--games", games)
        steps.insert(0, Step("Be surer", command, _TIMES * results.run.elapsed))
    if not results.ordered:
        steps.append(Step("List what can happen", command_of(results, "when", "--events")))
    return steps
