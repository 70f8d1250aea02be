"""The versions that a search has judged, as JSON values: what each changes, and what it meets."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from reports.figures import figure as fig
from reports.figures.statistics import half_width
from reports.run.results import RunResults
from reports.tune.first_page import (
    describe_missing_starter,
    make_seat_table,
    write_points,
)
from reports.tune.results import TuneResults, Version
from reports.writing import wording
from simulate.explore.design import Wishes
from simulate.explore.wishes import judge_fairness, judge_length
from simulate.game import Game
from simulate.rules.kinds import Option, written
from simulate.rules.values import HEAD_START, find_option

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
    version: Version, changes: Sequence[Change], game: Game, wishes: Wishes
) -> dict[str, Any]:
    """Return a version for the page: its changes in words, and whether it meets the wishes."""
    lines = [describe_change(change, game) for change in changes]
    return {
        "change": "; ".join(text for text, _ in lines) or NO_CHANGE,
        "lines": [{"text": text, "before": before} for text, before in lines],
        "count": wording.counted(len(changes), "change"),
        "cells": _judge(version[0].results, wishes),
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


# Whether the wishes are met


def describe_found(tune: TuneResults, wishes: Wishes) -> str:
    """Return a headline on whether a version meets the wishes."""
    several = wishes.fair is not None and wishes.long is not None
    met = "both wishes" if several else "the wish"
    if tune.verdict == "none":
        return f"No rules found that meet {met}. These are the nearest."
    if tune.verdict == "undecided":
        if is_probable(rank_versions(tune)[0]):
            return f"The first of these probably meets {met}; more games make it certain."
        return f"Perhaps one of these meets {met}; more games would tell."
    changes = len(tune.changes(tune.leading[0]))
    if not changes:
        return f"The rules meet {met} without a change."
    return f"A version with {wording.counted(changes, 'change')} meets {met}."


# Even seats


def describe_even(tune: TuneResults) -> dict[str, Any]:
    """Return the answer to who should start and what others get, for the page."""
    game = tune.base.game
    lines = [describe_change(change, game)[0] for change in changes_of(tune, tune.leading)]
    return {
        "headline": _head_even(tune, wording.listed(lines)),
        "sentence": " ".join([*_describe_wins(tune), *_describe_starter(tune), *_advise(tune)]),
        "seats": _describe_seats(tune),
    }


def _head_even(tune: TuneResults, lines: str) -> str:
    """Return the headline; `lines` has the changes of the leading version, empty for none."""
    if tune.verdict == "meets":
        if not lines:
            return "The seats are even as the rules are."
        return f"The seats become even. {lines}."
    if not lines:
        if tune.verdict == "undecided":
            return "Too few games yet to tell what evens the seats."
        return "Nothing that was tried brings the seats nearer to even."
    if tune.verdict == "undecided":
        word = "Probably" if is_probable(tune.leading) else "Perhaps"
        return f"{word} even, not certain yet. {lines}."
    nearest = "Nearest" if tune.is_clearly_fairer else "Nearest, but not clearly better than now"
    return f"Not quite even. {nearest}: {wording.uncapital(lines)}."


def _describe_wins(tune: TuneResults) -> list[str]:
    """Return a sentence on the wins of the seats in the leading version, and as the rules are."""
    if tune.leading[0].is_base:
        return [f"The seats win {_range_of_wins(tune.base)} of 100 games."]
    then = _range_of_wins(tune.leading[0].results)
    return [f"The seats then win {then} of 100 games; now {_range_of_wins(tune.base)}."]


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
    """Return a sentence on other rules that bring the seats nearer to even, if some do."""
    options = {option.name: option for option in tune.base.game.options}
    changes = [
        wording.listed([_name_assignment(text, options) for text in version[0].label.split(" ")])
        for version in tune.helpful[:_MOST_HELPFUL]
    ]
    return [f"Other rules that may help: {wording.listed(changes, 'or')}."] if changes else []


def _name_assignment(text: str, options: dict[str, Option]) -> str:
    """Return a text such as "singles=2" in words; as it is, if it sets an entry of a table."""
    name, _, value = text.partition("=")
    option = options.get(name)
    if option is None:
        return text
    return f"{option.title_in_words} {option.in_words(option.parse(value))}"


def _describe_seats(tune: TuneResults) -> dict[str, Any]:
    """Return the table of the wins of each seat in 100 games."""
    table = make_seat_table(tune)
    return {
        "headings": [heading.title for heading in table.columns],
        "rows": [[cell.text for cell in row] for row in table.rows],
    }
