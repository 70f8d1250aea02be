"""Changes of the choices by the controls of the page, and choices that are possible nearby."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from reports.analysis.selection import split_specs
from simulate.errors import FathomError, UsageError
from simulate.explore.controls import BY_SEAT, LINEUP, PLAYERS, list_styles
from simulate.explore.design import Choices
from simulate.game import Game
from simulate.rules.kinds import Option
from simulate.rules.values import find_option
from strategies import find_strategy

#: The maximum number of values of a rule that are tried to find one that works.
_MOST_TRIED = 60
#: The maximum number of values of a rule that are suggested.
_MOST_REMEDIES = 2


def usual_choices(game: Game) -> Choices:
    """Return the choices of a game that nobody has changed."""
    return Choices(game.default_variant, game.usual_players, (game.default_strategy,))


def showable_choices(game: Game, choices: Choices) -> Choices:
    """Return choices with a variant and a number of players that the game has.

    The file of the game may have changed since the choices were made. They are impossible then, but
    the page still shows the rules.
    """
    if choices.variant not in game.variants:
        choices = replace(choices, variant=game.default_variant)
    try:
        game.check_players(choices.players)
    except UsageError:
        choices = replace(choices, players=game.usual_players)
    return choices


def change_choices(game: Game, choices: Choices, name: str, value: Any) -> Choices:
    """Return choices after a change of a control.

    Parameters
    ----------
    game
        The game.
    choices
        The choices before the change.
    name
        The name of the control: a rule, an entry of a table such as ``deck.fish``, `PLAYERS`,
        `LINEUP`, or a seat of the line-up such as "@lineup.2".
    value
        The new value. A text is read as on the command line.

    Raises
    ------
    UsageError
        If there is no such control, or the value cannot be read.
    """
    if name == PLAYERS:
        return _with_players(game, choices, int(value))
    if name == LINEUP:
        return _with_lineup(game, choices, str(value))
    if name.startswith(f"{LINEUP}."):
        return _with_style(game, choices, int(name.removeprefix(f"{LINEUP}.")), str(value))
    option_name, _, entry = name.partition(".")
    option = find_option(game.options, option_name, game.name)
    if entry:
        return choices.with_rule(name, value)
    return choices.with_rule(name, _read_value(option, value))


def _read_value(option: Option, value: Any) -> Any:
    """Return a value from the page in a form that the option takes; raise `UsageError` if none.

    Values outside the bounds of the option are returned too, so that the page can show them.
    """
    if not isinstance(value, str):
        return value
    try:
        return option.parse(value)
    except UsageError:
        return value


def _with_players(game: Game, choices: Choices, players: int) -> Choices:
    """Return choices with another number of players; new seats play like the last one.

    Raise `UsageError` if the game does not allow this number, or a strategy cannot play with it.
    """
    try:
        game.check_players(players)
    except UsageError as error:
        reason, _, _ = str(error).partition(";")  # The rest is about options of commands.
        raise UsageError(reason) from None
    lineup = choices.lineup
    for spec in dict.fromkeys(lineup):
        find_strategy(spec, game.name_or_file).check_players(players, game.name_or_file)
    if len(lineup) > 1:
        lineup = (*lineup, *[lineup[-1]] * players)[:players]
    return replace(choices, players=players, lineup=lineup)


def _with_style(game: Game, choices: Choices, seat: int, style: str) -> Choices:
    """Return choices with another style of a seat.

    Raise `UsageError` if there is no such seat or style.
    """
    lineup = list(choices.lineup)
    if not 1 <= seat <= len(lineup):
        raise UsageError(f"no style can be chosen for seat {seat}")
    lineup[seat - 1] = style
    _check_styles(game, lineup, choices)
    return replace(choices, lineup=tuple(lineup))


def _check_styles(game: Game, lineup: Sequence[str], before: Choices) -> None:
    """Raise `UsageError` for a style that the page does not offer.

    The specification of a strategy can name a file with code, and no request may do that.
    """
    offered = {*list_styles(game, before.players), game.default_strategy, *before.lineup}
    for style in lineup:
        if style not in offered:
            raise UsageError(f"there is no style {style!r}; choose one of the list")


def _with_lineup(game: Game, choices: Choices, value: str) -> Choices:
    """Return choices with other styles; `BY_SEAT` gives each seat its present style.

    Raise `UsageError` if there is no such style.
    """
    if value == BY_SEAT:
        lineup = choices.lineup
        if len(lineup) == 1:
            lineup = lineup * choices.players
        return replace(choices, lineup=lineup)
    styles = split_specs([value])
    _check_styles(game, styles, choices)
    return replace(choices, lineup=tuple(styles))


def find_remedies(
    game: Game, choices: Choices, last_rule: str, check: Callable[[Choices], object]
) -> list[dict[str, Any]]:
    """Return changes of impossible choices that make them possible, each of a single rule.

    Parameters
    ----------
    game
        The game.
    choices
        The choices, which are not possible.
    last_rule
        The name of the rule that was changed last, for which a value is suggested first.
    check
        Raises `UsageError` if the choices it gets are not possible.

    Returns
    -------
    list
        For each change a ``label``, the name of the ``rule``, and the ``value``.
    """
    names = dict.fromkeys([last_rule.partition(".")[0], *choices.rules])
    remedies = []
    for option in game.options:
        if option.name in names:
            value = next(_possible_values(option, choices, check), None)
            if value is not None:
                label = f"{option.title_in_words} {option.in_words(value)}"
                remedies.append({"label": label, "rule": option.name, "value": value})
    remedies.sort(key=lambda remedy: remedy["rule"] != last_rule)
    return remedies[:_MOST_REMEDIES]


def _possible_values(
    option: Option, choices: Choices, check: Callable[[Choices], object]
) -> Iterator[Any]:
    """Yield values of a rule that make choices possible, nearest to the present value first."""
    present = choices.rules.get(option.name, option.default)
    for value in _near_values(option, present):
        try:
            check(choices.with_rule(option.name, value))
        except FathomError:
            continue
        yield value


def _near_values(option: Option, present: Any) -> list[Any]:
    """Return other values of an option, nearest to the present one first."""
    low, high = getattr(option, "minimum", None), getattr(option, "maximum", None)
    if isinstance(present, int) and isinstance(low, int) and isinstance(high, int):
        inside = min(max(present, low), high)
        values = range(max(low, inside - _MOST_TRIED), min(high, inside + _MOST_TRIED) + 1)
        others = [value for value in values if value != present]
        return sorted(others, key=lambda value: abs(value - present))[:_MOST_TRIED]
    try:
        changes = option.alternatives(option.default).get(option.name, [])
    except (NotImplementedError, UsageError):
        return []
    return [value for value in [option.default, *changes] if value != present][:_MOST_TRIED]
