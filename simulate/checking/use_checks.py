"""Checks that counts are within their bounds, and that a game uses all that it declares."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import numpy as np

from simulate.checking.checked_game import CheckedGame
from simulate.checking.kinds import Kind
from simulate.checking.offering_loops import find_loop_beside
from simulate.checking.screens import actions_in
from simulate.checking.walks import CheckedTable, Finding
from simulate.errors import UsageError
from simulate.game import Game
from simulate.kit.layout import table_layout
from simulate.making.telling import DeclaredTeller, describe_numbers
from simulate.play import rows as row
from simulate.play.engine import Engine
from simulate.play.head_start_use import GAMES as HEAD_START_GAMES
from simulate.play.head_start_use import find_useless_head_start
from simulate.play.usage import (
    RuleValue,
    UnchangedGames,
    UnusedActions,
    find_unused,
    try_rule,
)
from simulate.rules.kinds import Option
from simulate.rules.values import HEAD_START

#: The minimum and the maximum number of games that are played with each other value of a rule.
FEWEST_RULE_GAMES, MOST_RULE_GAMES = 100, 3000
#: The approximate maximum number of steps in all these games. Fewer games are played if games are
#: long.
RULE_STEPS = 6_000_000

#: A name in braces in the words of an action, such as "{card}".
_WORD_IN_BRACES = re.compile(r"\{\w*\}")

COUNTS = "counts are within their bounds"
USED = "every count, counter and place is used"
RULES = "every rule has an effect"
ACTIONS = "every action is offered and chosen"


def find_wrong_counts(checked: CheckedGame) -> Iterator[Finding]:
    """Yield a finding for each count that is below 0 but not signed, or yes-or-no but above 1.

    Raises
    ------
    FathomError
        If the code of the game or of a strategy raises an error.
    """
    for (table, _), rows in checked.rows.items():
        for place, count in enumerate(checked.game.counts):
            numbers = rows[:, row.COUNTS + place]
            wrong = (numbers < 0) & (not count.signed)
            if count.yes_or_no:
                wrong |= numbers > 1
            if wrong.any():
                number = int(np.flatnonzero(wrong)[0])
                yield Finding(
                    f"count {count.name} is {numbers[number]} in a game",
                    "correct the counting (a count is 0 or more, and a yes-or-no count is 0 "
                    "or 1), or declare it signed",
                    where=str(table),
                    game=number,
                    kind=Kind.COUNT_OUT_OF_BOUNDS,
                    about=count.name,
                )


def no_counts(checked: CheckedGame) -> str:
    """Return the reason why counts are not checked; empty if they are checked."""
    return "" if checked.game.counts else "the game declares no counts"


def find_unused_fields(checked: CheckedGame) -> Iterator[Finding]:
    """Yield a finding for each field that never changes, and each count that is 0 in every game.

    Raises
    ------
    FathomError
        If the code of the game or of a strategy raises an error.
    """
    game = checked.game
    survey = checked.survey
    layouts = (game.table, game.own, game.hidden)
    not_checked = {*table_layout().meanings, "counts", "unused", *_fields_of_cards(game)}
    for record, name in survey.unchanged:
        if name in not_checked:
            continue
        record_name = ("table", "own", "hidden")[record]
        yield Finding(
            f"{record_name}.{name} ({layouts[record].meanings[name]}) never changes in "
            f"{survey.games:,} games",
            "use it in the game, or remove it",
            warning=True,
            kind=Kind.UNUSED_FIELD,
            about=name,
        )
    results = np.concatenate(list(checked.results.values()))
    for place, count in enumerate(game.counts):
        applies = any(
            count.applies(game.resolve(table.variant, {}, table.players))
            for table in checked.tables
        )
        if not applies or results[:, row.COUNTS + place].any():
            continue
        if not _rises_with_other_rules(checked, place):
            yield Finding(
                f"count {count.name} ({count.meaning}) is 0 in all of {len(results):,} games",
                f"find out whether it can happen; if so, count it with {count.name}.add(state)",
                warning=True,
                kind=Kind.UNUSED_COUNT,
                about=count.name,
            )


def _rises_with_other_rules(checked: CheckedGame, place: int) -> bool:
    """Return True if a count is not 0 in one of a few games with another value of a rule.

    `place` is the index of the count.

    Raise `FathomError` if the game or a strategy fails.
    """
    table = checked.tables[0]
    values = checked.game.resolve(table.variant, {}, table.players)
    for option in checked.game.own_options:
        for value in other_values(option, values[option.name]):
            for lineup in range(len(checked.lineups)):
                with suppress(UsageError):  # The game rejects this combination of values.
                    engine = checked.make(table, lineup, {option.name: value})
                    if engine.play(0, FEWEST_RULE_GAMES)[:, row.COUNTS + place].any():
                        return True
    return False


def _fields_of_cards(game: Game) -> Iterator[str]:
    """Yield the names of fields for places of cards, which may change only during the set-up."""
    if not isinstance(game.teller, DeclaredTeller):
        return
    options = {option.name: option for option in game.options}
    for component in game.teller.components:
        if component.cards is not None:
            fields = component.fields(options)
            yield from (*fields.table, *fields.own, *fields.hidden)


def find_rules_without_effect(checked: CheckedGame) -> Iterator[Finding]:
    """Yield a finding for each rule without an effect: none of its other values changes a game.

    Rules that could not be tried are added to ``checked.left_out``, with the reason.

    Raises
    ------
    FathomError
        If the code of the game or of a strategy raises an error.
    """
    games = _games_for_rules(checked)
    unchanged = {
        (table, lineup): UnchangedGames(partial(checked.make, table, lineup), games)
        for table in checked.tables
        for lineup in range(len(checked.lineups))
    }
    for option in checked.game.own_options:
        rule = try_rule(_values_to_try(option, checked, unchanged))
        if not rule.values:
            checked.left_out.append(
                f"rule {option.name}, because no other value can be combined with the other rules"
            )
        if rule.is_without_effect:
            tried_values = ", ".join(rule.values[:4])
            yield Finding(
                f"rule {option.name} changes nothing in {games:,} games at each table "
                f"({tried_values})",
                f"use rules.{option.name} in the game, or remove the rule",
                warning=True,
                kind=Kind.RULE_WITHOUT_EFFECT,
                about=option.name,
            )
    if checked.game.gives_head_start:
        yield from _find_useless_head_starts(checked)


def _find_useless_head_starts(checked: CheckedGame) -> Iterator[Finding]:
    """Yield a finding if the points of head starts are lost, at the table with the most players.

    If points do not decide who wins, that is no mistake: it is added to ``checked.left_out``.

    Raise `FathomError` if the code of the game or of a strategy raises an error.
    """
    table = max(checked.tables, key=lambda table: table.players)

    def make(seat: int, points: float) -> Engine:
        return checked.make(table, 0, {HEAD_START: {str(seat): points}})

    seats = range(1, table.players + 1)
    useless = {
        seat: reason
        for seat in seats
        if (reason := find_useless_head_start(checked.game, table.players, seat, 1, make))
    }
    if not useless:
        return
    reason = next(iter(useless.values()))
    if not reason.points_are_lost:
        checked.left_out.append(f"rule {HEAD_START}, because {reason.cause}")
        return
    of_seats = "" if len(useless) == len(seats) else f" of seat {', '.join(map(str, useless))}"
    yield Finding(
        f"rule {HEAD_START}{of_seats}, which games get from Fathom, changes nothing in "
        f"{HEAD_START_GAMES} games: {reason.cause}",
        reason.remedy,
        where=str(table),
        warning=True,
        kind=Kind.RULE_WITHOUT_EFFECT,
    )


def _games_for_rules(checked: CheckedGame) -> int:
    """Return the number of games that are played with each other value of a rule."""
    cells = max(len(checked.survey.cells), 1)
    length = max(checked.survey.steps / max(checked.survey.games, 1), 1.0)
    return int(min(max(RULE_STEPS / (length * cells * 3), FEWEST_RULE_GAMES), MOST_RULE_GAMES))


def _values_to_try(
    option: Option,
    checked: CheckedGame,
    unchanged: Mapping[tuple[CheckedTable, int], UnchangedGames],
) -> Iterator[RuleValue]:
    """Yield the other values of a rule at each table, with the games in which to try them.

    `unchanged` holds the games with the rules of each table, by table and number of the line-up.
    """
    for (table, _), games in unchanged.items():
        values = checked.game.resolve(table.variant, {}, table.players)
        for value in other_values(option, values[option.name]):
            yield RuleValue(option.assignments(value)[0], {option.name: value}, games)


def no_rules(checked: CheckedGame) -> str:
    """Return the reason why rules are not checked; empty if they are checked."""
    has_rules = checked.game.own_options or checked.game.gives_head_start
    return "" if has_rules else "the game declares no rules"


def other_values(option: Option, value: Any) -> Iterator[Any]:
    """Yield allowed changes of a rule: for each entry, up to four near and far changes.

    These are the two changes nearest to `value`, and the last two of `Option.extremes`, which may
    repeat them or leave the value unchanged. A rule whose values have no order, such as a text,
    yields no changes.
    """
    for name, changes in option.alternatives(value).items():
        yield from changes[:2]
        yield from option.extremes().get(name, [])[-2:]


def find_unused_actions(checked: CheckedGame) -> Iterator[Finding]:
    """Yield a finding for each declared action that is never offered or chosen, or has no name.

    The teller of the game must be a `DeclaredTeller`; see `no_action_names`.
    """
    teller = checked.game.teller
    games = checked.survey.games
    assert isinstance(teller, DeclaredTeller), "other tellers do not list actions"
    # Random players choose every action, so they count only if there are no other strategies.
    lineups = list(range(1, len(checked.lineups))) or [0]
    unused = _unused_actions(checked, teller, lineups)
    for numbers, words in teller.actions.items():
        name = describe_numbers(numbers)
        action = f"{name} ({words})" if isinstance(words, str) else name
        if name in unused.never_offered:
            loop = find_loop_beside(checked.game, numbers, actions_in(checked.survey.offered))
            remedy = "offer it in legal, or remove it; if it is for a rare case, leave it"
            if loop:
                remedy = "let this loop begin earlier or end later, or remove the action"
            yield Finding(
                f"{action} is never offered in {games:,} games",
                remedy,
                line=loop,
                warning=True,
                kind=Kind.ACTION_NEVER_OFFERED,
                about=words if isinstance(words, str) else "",
            )
        elif name in unused.never_chosen:
            strategies = " or ".join(checked.lineups[lineup] for lineup in lineups)
            yield Finding(
                f"{action} is never chosen by {strategies}",
                "find out whether it can ever be a good choice",
                warning=True,
                kind=Kind.ACTION_NEVER_CHOSEN,
                about=words if isinstance(words, str) else "",
            )
    named = {number for numbers in teller.actions for number in numbers}
    unnamed = sorted(actions_in(checked.survey.offered) - named)
    if unnamed and teller.actions:
        yield Finding(
            f"action {unnamed[0]} is offered and has no name",
            "name it in actions={...}",
            warning=True,
            kind=Kind.ACTION_WITHOUT_NAME,
        )


def _unused_actions(
    checked: CheckedGame, teller: DeclaredTeller, lineups: Sequence[int]
) -> UnusedActions:
    """Return the declared actions that were never offered, or that no line-up ever chose.

    `lineups` are the numbers of the line-ups that are considered.
    """
    groups = {describe_numbers(numbers): numbers for numbers in teller.actions}
    chosen = set().union(*(checked.survey.chosen.get(lineup, set()) for lineup in lineups))
    return find_unused(groups, actions_in(checked.survey.offered), chosen)


def no_action_names(checked: CheckedGame) -> str:
    """Return the reason why actions are not checked; empty if they are checked."""
    is_declared = isinstance(checked.game.teller, DeclaredTeller)
    return "" if is_declared else "the game's teller does not list its actions"


def never_offered_actions(checked: CheckedGame) -> dict[str, range]:
    """Return the declared actions that were never offered, by description, such as "action 3".

    The result is empty if the game's teller does not declare actions.
    """
    teller = checked.game.teller
    if not isinstance(teller, DeclaredTeller):
        return {}
    unused = _unused_actions(checked, teller, range(len(checked.lineups))).never_offered
    by_name = {describe_numbers(numbers): numbers for numbers in teller.actions}
    return {name: by_name[name] for name in unused}


def never_last(checked: CheckedGame) -> Sequence[str]:
    """Return descriptions of the declared actions with which no turn ever ended.

    Actions that are declared as a range are left out if one of them ended a turn. The list is empty
    if no action ended a turn, which is a finding, or if the game's teller does not declare actions.
    """
    teller = checked.game.teller
    survey = checked.survey
    if not isinstance(teller, DeclaredTeller) or not survey.ended:
        return []
    descriptions = []
    for numbers, words in teller.actions.items():
        chosen = [number for number in numbers if number in survey.examples]
        if not chosen or any(number in survey.ended for number in chosen):
            continue
        if isinstance(words, str):
            descriptions.append(_WORD_IN_BRACES.sub("...", words))
        else:
            rules, table = survey.examples[chosen[0]]
            try:
                name = teller.action(rules, table, chosen[0])
            except Exception:  # Another check reports errors in the author's function.
                name = describe_numbers(numbers)
            descriptions.append(f"{name} and the like")
    return descriptions
