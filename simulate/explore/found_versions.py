"""The versions that a search has judged, as JSON values: what each changes, and what it meets."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from reports.figures import figure as fig
from reports.figures.statistics import half_width
from reports.run.results import RunResults
from reports.tune.first_page import (
    describe_missing_starter,
    gives_tie_breaks,
    make_seat_table,
    write_points,
)
from reports.tune.results import TuneResults, Version
from reports.writing import wording
from simulate.explore.design import Wishes
from simulate.explore.wishes import judge_fairness, judge_length, name_fairness
from simulate.game import Game
from simulate.rules.kinds import Option, written
from simulate.rules.values import HEAD_START, find_option

#: The change of a version that changes nothing.
NO_CHANGE = "No change"
#: The maximum number of other rules that are named because they may help.
_MOST_HELPFUL = 2


@dataclass(frozen=True)
class Change:
    """The change of a rule that a version makes."""

    #: The name of the rule, or of an entry of a table.
    rule: str
    value: Any
    #: The value from which the search began.
    before: Any = None


def changes_of(tune: TuneResults, version: Version) -> list[Change]:
    """Return the changes that a version makes."""
    return [
        Change(change.rule, change.value, change.current) for change in tune.changes(version[0])
    ]


def rank_versions(tune: TuneResults) -> list[Version]:
    """Return the judged versions, the best first.

    Versions that meet all wishes come first, then those that probably do. Within both, the smallest
    change comes first: the fewest rules, then the smallest steps. The others follow as
    `TuneResults.ranked` sorts them.
    """
    numbers = {
        id(version[0]): number for number, version in enumerate(tune.by_version(tune.points))
    }

    def order(version: Version) -> tuple[float, float]:
        number = numbers[id(version[0])]
        size = tune.change_sizes[number]
        if tune.verdicts[number] == "meets":
            return 0, size
        if tune.verdicts[number] == "undecided" and is_probable(version):
            return 1, size
        return 2, 0

    return sorted(tune.ranked, key=order)


def is_probable(version: Version) -> bool:
    """Return True if all figures of a version are within the wishes, certain or not."""
    return all(judged.is_estimate_within for point in version for judged in point.results.judged())


def describe_version(
    results: RunResults, changes: Sequence[Change], game: Game, wishes: Wishes
) -> dict[str, Any]:
    """Return a version for the page: its changes in words, and whether it meets the wishes.

    Parameters
    ----------
    results
        Its games.
    changes
        Its changes.
    game
        The game.
    wishes
        The wishes of the designer.
    """
    lines = [describe_change(change, game) for change in changes]
    return {
        "change": "; ".join(text for text, _ in lines) or NO_CHANGE,
        "lines": [{"text": text, "before": before} for text, before in lines],
        "count": wording.counted(len(changes), "change"),
        "cells": _judge(results, wishes),
        "games": wording.counted(results.run.games, "game"),
    }


def describe_change(change: Change, game: Game) -> tuple[str, str]:
    """Return a change in words, as in "Target score: 8", and the value before it."""
    name, _, entry = change.rule.partition(".")
    option = find_option(game.options, name, game.name)
    if name == HEAD_START and entry:
        before = write_points(change.before) if change.before else "nothing"
        return f"Seat {entry} begins with {write_points(change.value)}", before
    title = f"{option.title_in_words} {entry}".strip()
    value, before = (
        written(number) if entry else option.in_words(number)
        for number in (change.value, change.before)
    )
    return f"{title}: {value}", before


def _judge(results: RunResults, wishes: Wishes) -> list[dict[str, Any]]:
    """Return the state of each wish in a version, with words and the number for it."""
    cells = []
    fair, long = judge_fairness(results, wishes), judge_length(results, wishes)
    if fair:
        spread = results.estimate(fig.SEAT_SPREAD).scaled(100)
        cells.append(_cell(fair, f"{_with_half(spread, 1)} off"))
    if long:
        minutes = results.estimate(fig.USUAL_MINUTES)
        cells.append(_cell(long, f"{_with_half(minutes, 0)} minutes"))
    return cells


def _cell(state: dict[str, Any], number: str) -> dict[str, Any]:
    return {
        "state": state["state"],
        "text": state["text"].partition(": ")[2],
        "number": number,
    }


def _with_half(estimate: Any, decimals: int) -> str:
    """Return a number with half the width of its interval, as in "0.6 ± 1.0"."""
    number = wording.round_half_up(estimate.value, decimals)
    reach = half_width(estimate)
    if not math.isfinite(reach):
        return number
    return f"{number} ± {wording.round_half_up(max(reach, 10**-decimals), decimals)}"


# The state of a search


@dataclass(frozen=True)
class Outcome:
    """What a search found, with the games from which its best version is described."""

    tune: TuneResults
    #: The games of the current rules.
    base: RunResults
    #: The games of the best version; those of `base` if it changes nothing.
    best: RunResults
    #: The number of games that the answer has too, if both have as many; else 0.
    games_of_answer: int = 0

    @classmethod
    def of(cls, tune: TuneResults) -> Self:
        """Return the outcome of a search with the games that the search itself played."""
        return cls(tune, tune.base, tune.leading[0].results)

    @property
    def changes(self) -> list[Change]:
        """The changes of the best version."""
        return changes_of(self.tune, self.tune.leading)

    @property
    def title(self) -> str:
        """The title of the game."""
        return self.tune.base.game.title

    def describe_changes(self) -> str:
        """Return the changes of the best version, as in "target score: 8 and who starts: last"."""
        game = self.tune.base.game
        lines = [wording.uncapital(describe_change(change, game)[0]) for change in self.changes]
        return wording.listed(lines)


def describe_so_far(tune: TuneResults, wishes: Wishes) -> tuple[str, str]:
    """Return a headline and a sentence for a search that goes on; neither recommends a version."""
    goal = _goal(wishes)
    headline = {
        "meets": f"So far: a version {goal.meets}, not settled.",
        "undecided": f"So far: too early to tell whether a version {goal.meets}, not settled.",
        "none": f"So far: no version {goal.meets}, not settled.",
    }[tune.verdict]
    games = max(point.results.run.games for point in tune.points)
    sentence = (
        f"The first look had up to {wording.counted(games, 'game')} of each version. The versions, "
        "their order and their numbers may all still change."
    )
    return headline, sentence


@dataclass(frozen=True)
class _Goal:
    """What the wishes ask of a version, in words."""

    #: As in "is fair within 1 point".
    meets: str
    #: As in "makes Shoal fair within 1 point", after "nothing tried"; the game is left out.
    makes: str


def _goal(wishes: Wishes, title: str = "") -> _Goal:
    if wishes.long is None and wishes.fair is not None:
        fair = f"fair {name_fairness(wishes.fair)}"
        return _Goal(f"is {fair}", f"makes {title} {fair}")
    wish = "the wish" if wishes.fair is None else "both wishes"
    return _Goal(f"meets {wish}", f"meets {wish}")


# Whether the wishes are met


def describe_outcome(outcome: Outcome, wishes: Wishes) -> str:
    """Return the headline of a search that has ended.

    It names the best version and, if seats were to become fair, how far the least fair seat stays
    off.
    """
    tune, goal = outcome.tune, _goal(wishes, outcome.title)
    state = _state_of(outcome.best, wishes)
    if not outcome.changes:
        return {
            "met": f"{outcome.title} {goal.meets} as it is.",
            "unclear": f"Too few games yet to tell what {goal.makes}.",
            "missed": f"Nothing tried {goal.makes}, or comes nearer than the rules as they are.",
        }["unclear" if tune.verdict == "undecided" and state == "missed" else state]
    changes, distance = outcome.describe_changes(), _describe_distance(outcome, wishes)
    details = ". ".join(map(wording.capital, filter(None, [changes, distance])))
    if state == "met":
        count = wording.counted(len(outcome.changes), "change")
        return f"A version with {count} {goal.meets}. {details}."
    if state == "unclear":
        word = "Probably" if _is_estimate_within(outcome.best, wishes) else "Perhaps"
        return f"{word} a version {goal.meets}, not certain. {details}."
    words = "Smallest change among the nearest" if _is_chosen_for_size(outcome) else "Nearest"
    nearest = f"{words}: {'; '.join(filter(None, [changes, distance]))}."
    if tune.verdict == "none":
        return f"Nothing tried {goal.makes}. {nearest}"
    return f"Nothing tried so far {goal.makes}; more games may find it. {nearest}"


def _is_chosen_for_size(outcome: Outcome) -> bool:
    """Return True if a larger change looks nearer to fair, although that may be chance."""
    distances = [
        version[0].results.estimate(fig.SEAT_SPREAD).value
        for version in outcome.tune.by_version(outcome.tune.points)
        if len(changes_of(outcome.tune, version)) > len(outcome.changes)
    ]
    return min(distances, default=1.0) < outcome.best.estimate(fig.SEAT_SPREAD).value


def _state_of(results: RunResults, wishes: Wishes) -> str:
    """Return the state of all wishes together: "met", "missed" or "unclear"."""
    states = {cell["state"] for cell in _judge(results, wishes)}
    if "missed" in states:
        return "missed"
    return "unclear" if "unclear" in states else "met"


def _is_estimate_within(results: RunResults, wishes: Wishes) -> bool:
    """Return True if the estimates meet all wishes, certain or not."""
    is_within = True
    if wishes.fair is not None:
        is_within = results.estimate(fig.SEAT_SPREAD).value <= wishes.fair / 100
    if wishes.long is not None:
        shortest, longest = wishes.long
        usual = results.estimate(fig.USUAL_MINUTES).value
        is_within = is_within and shortest <= usual <= longest
    return is_within


def _describe_distance(outcome: Outcome, wishes: Wishes) -> str:
    """Return a clause on how far the least fair seat is off; empty without a wish for fairness."""
    if wishes.fair is None:
        return ""
    then, now = (
        _with_half(results.estimate(fig.SEAT_SPREAD).scaled(100), 1)
        for results in (outcome.best, outcome.base)
    )
    return f"the worst seat is then {then} points off, instead of {now}"


def describe_gain(outcome: Outcome) -> str:
    """Return a sentence on whether the best version is nearer to fair than the current rules.

    It is empty if the numbers themselves show it, or if the best version changes nothing.
    """
    gain = outcome.tune.gain
    if gain is None:
        return ""
    then, now = (results.estimate(fig.SEAT_SPREAD) for results in (outcome.best, outcome.base))
    if then.high < now.low:
        return ""
    difference = f"the difference is {_with_half(gain.scaled(100), 1)} points"
    same_deals = f"on the same {wording.counted(gain.n, 'deal')}"
    if then.value >= now.value or gain.value <= 0:
        return f"Whether that is nearer to fair than now is not clear: {difference} {same_deals}."
    if gain.low > 0:
        return f"That is clearly nearer to fair than now: {difference} {same_deals}."
    return f"That is probably nearer to fair than now, not certainly: {difference} {same_deals}."


def describe_length(outcome: Outcome, wishes: Wishes) -> str:
    """Return a sentence on the usual length; empty without a wish for it, or without a change."""
    if wishes.long is None or not outcome.changes:
        return ""
    then, now = (
        _with_half(results.estimate(fig.USUAL_MINUTES), 0)
        for results in (outcome.best, outcome.base)
    )
    return f"The usual length is then {then} minutes, instead of {now}."


def describe_sources(outcome: Outcome) -> str:
    """Return a sentence on the games from which the numbers come."""
    if not outcome.games_of_answer:
        return (
            "These are the games of the search, so the numbers differ a little from those of the "
            "Answer; both estimate the same. More games of the first version make its numbers "
            "surer; it stays the first."
        )
    games = f"{outcome.games_of_answer:,} games"
    if outcome.changes:
        text = f"The first version and the rules as they are have {games} each, as in the Answer."
    else:
        text = f"The rules as they are have {games}, as in the Answer."
    others = len(outcome.tune.by_version(outcome.tune.points)) - 1 - bool(outcome.changes)
    if not others:
        return text
    return (
        f"{text} Other versions have fewer games of their own, so their numbers are rougher. "
        "Versions whose difference may be chance are sorted by the number of their changes."
    )


# Even seats


def describe_seats(outcome: Outcome) -> str:
    """Return sentences on the wins of the seats, who starts, and what else may help."""
    sentences = [_describe_wins(outcome), *_describe_starter(outcome.tune)]
    if gives_tie_breaks(outcome.tune, outcome.tune.leading[0]):
        sentences.append("Half a point only decides who wins a tie.")
    return " ".join([*sentences, *_advise(outcome.tune)])


def _describe_wins(outcome: Outcome) -> str:
    """Return a sentence on the wins of the seats in the best version, and as the rules are."""
    now = _range_of_wins(outcome.base)
    if not outcome.changes:
        return f"The seats win {now} of 100 games."
    return f"The seats then win {_range_of_wins(outcome.best)} of 100 games; now {now}."


def _range_of_wins(results: RunResults) -> str:
    """Return the fewest and the most wins of a seat in 100 games, as in "22 to 26"."""
    rates = [100 * seat.win_rate.value for seat in results.seats()]
    fewest, most = (wording.round_half_up(rate, 1) for rate in (min(rates), max(rates)))
    return fewest if fewest == most else f"{fewest} to {most}"


def _describe_starter(tune: TuneResults) -> list[str]:
    """Return a sentence on who starts, unless the leading version changes it."""
    missing = describe_missing_starter(tune)
    if missing:
        return [missing]
    changed = {change.rule for change in tune.changes(tune.leading[0])}
    study = tune.base.run.study
    return [
        f"{option.title_in_words}: {option.in_words(study.values[option.name])}, as now."
        for option in tune.base.game.options
        if option.about == "who starts" and option.name not in changed
    ]


def _advise(tune: TuneResults) -> list[str]:
    """Return a sentence on other rules that bring the seats nearer to even, if any were tried."""
    options = {option.name: option for option in tune.base.game.options}
    changes = [
        wording.listed([_name_assignment(text, options) for text in version[0].label.split(" ")])
        for version in tune.helpful[:_MOST_HELPFUL]
    ]
    if changes:
        return [f"Other rules that may help: {wording.listed(changes, 'or')}."]
    tried = len(tune.by_version(tune.helping))
    if not tried:
        return []
    return [f"One more change of another rule does not clearly help; {tried} were tried."]


def _name_assignment(text: str, options: dict[str, Option]) -> str:
    """Return a text such as "singles=2" in words; as it is, if it sets an entry of a table."""
    name, _, value = text.partition("=")
    option = options.get(name)
    if option is None:
        return text
    return f"{option.title_in_words} {option.in_words(option.parse(value))}"


def make_seats(outcome: Outcome) -> dict[str, Any]:
    """Return the table of the wins of each seat in 100 games."""
    versions = [outcome.base]
    if outcome.changes:
        versions.append(outcome.best)
    table = make_seat_table(versions)
    return {
        "headings": [wording.capital(heading.title) for heading in table.columns],
        "rows": [[cell.text for cell in row] for row in table.rows],
    }
