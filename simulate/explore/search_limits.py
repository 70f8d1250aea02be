"""What *Find rules* may change: the list of rules for the page, and the plan of the search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from reports.tune.plan import TunePlan, searched_rules, values_to_try
from simulate.command_options import Selection
from simulate.errors import UsageError
from simulate.explore.design import Choices, Limits, Wishes
from simulate.explore.wishes import targets_of
from simulate.game import Game
from simulate.rules.kinds import HalfPoints, Option
from simulate.rules.values import HEAD_START

_NOTHING_TO_VARY = (
    "No rule may change: tick at least one. The rules that you changed yourself stay as they are."
)


@dataclass(frozen=True)
class SearchedRule:
    """A rule that a search can change."""

    name: str
    title: str
    #: The values that are tried, in words.
    values: str
    #: True if it decides who starts.
    is_starter: bool = False
    #: True if the designer changed the rule, so that it stays as it is.
    is_changed: bool = False


def list_rules(
    game: Game, choices: Choices, values: Mapping[str, Any], wishes: Wishes
) -> list[SearchedRule]:
    """Return the rules that a search can change.

    Points to begin with are among them if there is a wish for fairness.

    Parameters
    ----------
    game
        The game.
    choices
        The choices from which the search begins.
    values
        The value of every rule, by name.
    wishes
        The wishes of the designer.
    """
    rules = []
    for option in searched_rules(game):
        is_changed = option.name in choices.rules
        # The value of a changed rule may be impossible.
        value = option.default if is_changed else values[option.name]
        tried = values_to_try(option, value)
        if len(tried) > 1:
            rule = SearchedRule(
                option.name,
                option.title_in_words,
                _describe_values(option, tried),
                option.about == "who starts",
                is_changed,
            )
            rules.append(rule)
    if wishes.fair is not None and any(isinstance(option, HalfPoints) for option in game.options):
        rules.append(SearchedRule(HEAD_START, "Points to begin with", "for seats that win too few"))
    return rules


def _describe_values(option: Option, values: Sequence[Any]) -> str:
    """Return the values of a rule that are tried in words, such as "6 to 18"."""
    if all(isinstance(value, int | float) and not isinstance(value, bool) for value in values):
        return f"{option.in_words(min(values))} to {option.in_words(max(values))}"
    return ", ".join(map(option.in_words, values))


def describe_limits(rules: Sequence[SearchedRule], limits: Limits) -> dict[str, Any]:
    """Return the rules and the limits of a search as JSON values."""
    return {
        "rules": [
            {
                "name": rule.name,
                "title": rule.title,
                "values": rule.values,
                "is_changed": rule.is_changed,
                "may_change": not rule.is_changed and rule.name not in limits.kept,
            }
            for rule in rules
        ],
        "max_changes": limits.max_changes,
    }


def check_limits(game: Game, limits: Limits) -> None:
    """Raise `UsageError` if a rule to keep is none that a search can change."""
    names = {HEAD_START, *(option.name for option in searched_rules(game))}
    for name in limits.kept:
        if name not in names:
            raise UsageError(f"no search changes a rule {name!r}")


def make_plan(
    selection: Selection, rules: Sequence[SearchedRule], wishes: Wishes, limits: Limits
) -> TunePlan:
    """Return the plan of a search within the limits.

    Its command is as short as possible: it names the rules to vary or, if these are more, the rules
    to keep.

    Raises
    ------
    UsageError
        If no rule may change.
    """
    free = [rule for rule in rules if not rule.is_changed]
    varied = [rule for rule in free if rule.name not in limits.kept]
    kept = [rule for rule in free if rule.name in limits.kept and rule.name != HEAD_START]
    own = [rule.name for rule in varied if rule.name != HEAD_START]
    if not varied:
        raise UsageError(_NOTHING_TO_VARY)
    is_even = len(own) < len(varied)
    vary = own
    if len(own) > len(kept):
        vary = ["all"]
    elif is_even:
        # Rules on who starts are varied with head starts, unless they are kept.
        kept = [rule for rule in kept if rule.is_starter]
    else:
        kept = []
    make = partial(
        TunePlan,
        selection,
        vary=vary,
        target=targets_of(wishes),
        keep=[rule.name for rule in kept],
        max_changes=limits.max_changes,
    )
    if is_even and own:
        # In some games no head start changes anything.
        with suppress(UsageError):
            return make(even=True)
    return make(even=not own)
