"""The registry of strategies: decorators that declare them, and specs that select them.

Strategies are declared in a module of this folder, in the file of their game, in an installed
package with the entry point group ``fathom.strategies``, or in a file that a spec names. A spec is
``planner``, ``planner(attack=0.8)`` or ``mine.py:bold``.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from collections import namedtuple
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

import strategies
from simulate.errors import FathomError, UsageError, unknown
from simulate.game import Game, find_game, game_names, module_of
from simulate.kit.code_key import ships_with_fathom
from simulate.kit.compiled import checked, compiled, inlined, specialise
from simulate.play.kernel import call_of
from simulate.strategy import MOST_NUMBERS, MOST_PARAMETERS, TIERS, Parameter, Player, Strategy
from simulate.user_files import load_file, load_plug_in, warn_left_out
from strategies import worlds
from strategies.personas import Persona, as_persona, persona_of

GROUP = "fathom.strategies"
_SPEC = re.compile(r"(?P<name>[^()]+?)\s*(?:\((?P<values>.*)\))?\s*", re.DOTALL)


def strategy(
    game: str, *, tier: int, **parameters: Parameter
) -> Callable[[Callable[..., Any]], Strategy]:
    """Declare a function as a strategy, named and described by the function's name and docstring.

    Parameters
    ----------
    game
        The name of the game that it plays; ``"*"`` for every game.
    tier
        The strength: 0 random, 1 simple, 2 solid, 3 strong.
    **parameters
        Numbers that tune the strategy. The function takes them after the view, in this order,
        either by name or together as ``*weights``.

    Returns
    -------
    Callable
        The decorator, which returns a `Strategy` in place of the function.

    Raises
    ------
    UsageError
        If the tier or a parameter is invalid, or the parameters do not match the function.
    """

    def declare(function: Callable[..., Any]) -> Strategy:
        name = getattr(function, "__name__", "?")
        if not 0 <= tier < len(TIERS):
            raise UsageError(f"the tier of strategy {name} cannot be {tier}; allowed: 0 to 3")
        _check_parameters(name, function, parameters)
        compile_function = inlined if ships_with_fathom(function) else checked
        return Strategy(
            name=name,
            game=game,
            tier=tier,
            description=_description(function),
            decide=compile_function(function),
            parameters=parameters,
        )

    return declare


def _check_parameters(
    name: str, function: Callable[..., Any], parameters: Mapping[str, Parameter]
) -> None:
    """Raise `UsageError` unless the function takes a view and then the declared parameters."""
    for parameter, declared in parameters.items():
        if not isinstance(declared, Parameter):
            raise UsageError(
                f"parameter {parameter} of strategy {name} cannot be {declared!r}; write "
                f'{parameter}=Parameter(default, minimum, maximum, "meaning")'
            )
    arguments = inspect.signature(function).parameters
    by_name = [arg for arg, kind in arguments.items() if kind.kind is not kind.VAR_POSITIONAL]
    takes_all_together = len(by_name) < len(arguments)
    expected = [] if takes_all_together else list(parameters)
    if by_name[1:] != expected or len(parameters) > MOST_PARAMETERS:
        raise UsageError(
            f"strategy {name} takes ({', '.join(arguments)}); it must take a view and then "
            f"its parameters, at most {MOST_PARAMETERS}, as declared: "
            f"({', '.join(['view', *parameters])})"
        )


def _description(function: Callable[..., Any]) -> str:
    """Return a function's docstring with each paragraph on a single line."""
    text = inspect.cleandoc(function.__doc__ or "No description.")
    return "\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))


def weights_of(planner: Strategy) -> Any:
    """Return a named tuple type with a field for each parameter of a strategy.

    A strategy that takes its parameters as ``*weights`` uses it to read them by name.
    """
    return namedtuple("Weights", planner.parameters)


def thinker(
    *, is_handicap: bool = False, **declared: Parameter | Player
) -> Callable[[Callable[..., Any]], Strategy]:
    """Declare a function as a strategy for every game that uses other strategies to decide.

    Such a strategy simulates how the game may continue, or plays as another strategy with a
    handicap. The function is copied for each game, together with the other functions of its
    module. In the copy, the game's functions, the types of its records, and the other strategies
    have the names that `specialised` lists.

    Parameters
    ----------
    is_handicap
        Whether the strategy is a handicap of another one. A handicap also plays games that define
        no ``redeal``, and may be put on a strategy that simulates.
    **declared
        The parameters, and the other strategies (`Player`), by the names that the function uses.

    Raises
    ------
    UsageError
        If the parameters do not match the function.
    """
    players = {name: item for name, item in declared.items() if isinstance(item, Player)}
    parameters = {name: item for name, item in declared.items() if isinstance(item, Parameter)}

    def declare(function: Callable[..., Any]) -> Strategy:
        return replace(
            strategy("*", tier=3, **parameters)(function),
            decide=function,
            template=function,
            thinks_with=players,
            is_handicap=is_handicap,
        )

    return declare


def _bind(thinking: Strategy, game: Game, specs: Mapping[str, str]) -> Strategy:
    """Return a strategy declared by `thinker`, compiled for a game.

    `specs` are the specs of the strategies that it uses, by name (default: `usual_player`).
    """
    if game.redeal is None and not thinking.is_handicap:
        raise UsageError(
            f"strategy {thinking.name} cannot play {game.name}, which does not define how to deal "
            "the cards that a player cannot see (redeal)"
        )
    usual = usual_player(game)
    players = {
        name: find_strategy(specs.get(name, usual), game.name_or_file)
        for name in thinking.thinks_with
    }
    for name, player in players.items():
        if player.players and not thinking.thinks_with[name].may_think:
            raise UsageError(
                f"{name} of strategy {thinking.name} cannot be {player.name}, which thinks "
                "itself; choose another strategy"
            )
    usual_spec = find_strategy(usual, game.name_or_file).spec
    bound = replace(thinking, players=players, usual=usual_spec)
    if len(bound.vector) > MOST_NUMBERS:
        raise UsageError(
            f"strategy {bound.spec} has {len(bound.vector)} parameters, including those of the "
            f"strategies that it uses; allowed: {MOST_NUMBERS}"
        )
    return replace(bound, decide=specialised(bound.template, game, *_calls(bound, game)))


def usual_player(game: Game) -> str:
    """Return the spec of the strategy that simulated games are played with by default.

    It is the game's default strategy, or ``"random"`` if that one simulates games itself.
    """
    default = _strategies_of(game.name_or_file).get(game.default_strategy.partition("(")[0])
    return "random" if default and default.thinks_with else game.default_strategy


def _calls(thinking: Strategy, game: Game, first: int = 0) -> Iterator[tuple[str, Any, int, int]]:
    """Yield the ``calls`` of `specialised` for the strategies that a strategy uses.

    `first` is the index in the view's parameters at which those of the strategy begin.
    """
    for name, player in thinking.players.items():
        place = first + thinking.places[name]
        decide = player.decide
        if player.players:
            decide = specialised(player.template, game, *_calls(player, game, place))
        yield name, decide, place, len(player.parameters)


@cache
def specialised(template: Any, game: Game, *calls: tuple[str, Any, int, int]) -> Any:
    """Return the copy of a function for a game; equal arguments return the same copy.

    The other functions of its module and those of `strategies.worlds` are copied too. The copies
    see these names: the game's ``redeal``, ``offer_actions``, ``apply``, ``scores`` and
    ``winners``; ``HORIZON`` and ``DOUBT``; the types ``TABLE``, ``MENU`` and ``ROOM``; and the
    name of each of `calls`.

    Parameters
    ----------
    template
        The Python function.
    game
        The game.
    *calls
        For each strategy that the function calls: the name, the function, the index in the view's
        parameters at which its own begin, and their number.
    """
    names: dict[str, Any] = {
        name: getattr(game, name)
        for name in ("redeal", "offer_actions", "apply", "scores", "winners")
    }
    names["HORIZON"] = game.horizon
    names["DOUBT"] = game.doubt
    dtypes = {"TABLE": game.table.dtype, "MENU": game.menu.dtype, "ROOM": worlds.room_dtype(game)}
    # Interpreted code reads fields as attributes, which needs records.
    names |= {name: np.dtype((np.record, dtype)) for name, dtype in dtypes.items()}
    for name, decide, place, parameters in calls:
        names[name] = _with_parameters(decide, place, parameters, template.__code__.co_filename)
    return specialise(template, names, worlds)


@cache
def _with_parameters(decide: Any, place: int, parameters: int, file: str) -> Any:
    """Return a function of a view that passes a strategy its parameters from the view.

    They are the next `parameters` numbers of the view's parameters from index `place`.
    """
    source = f"def ask(view):\n    return {call_of(place, parameters)}\n"
    namespace: dict[str, Any] = {"decide": decide}
    exec(compile(source, file, "exec"), namespace)
    return compiled(namespace["ask"])


def strategies_for(game: str) -> dict[str, Strategy]:
    """Return the strategies that play a game without simulating it, by name, weakest tier first."""
    quick = [s for s in _strategies_of(game).values() if not s.thinks_with]
    return {s.name: s for s in sorted(quick, key=lambda s: (s.tier, s.name))}


def thinkers_for(game: str) -> dict[str, Strategy]:
    """Return the slow strategies that simulate a game to decide, by name.

    A game that defines no ``redeal`` has none.
    """
    if not find_game(game).redeal:
        return {}
    known = _strategies_of(game).values()
    return {s.name: s for s in known if s.thinks_with and not s.is_handicap}


def handicaps_for(game: str) -> dict[str, Strategy]:
    """Return the strategies that play a game as another one with a handicap, by name."""
    return {s.name: s for s in _strategies_of(game).values() if s.is_handicap}


def _all_of(game: str) -> dict[str, Strategy]:
    return {**strategies_for(game), **thinkers_for(game), **handicaps_for(game)}


def _strategies_of(game: str) -> dict[str, Strategy]:
    """Return all strategies that play a game, by name.

    Strategies in the game's own file replace others of the same name.
    """
    games = _games_played(game)
    declared = (*_declared(games), *_in_module(module_of(game)))
    return {s.name: s for s in declared if s.game in games}


def _games_played(game: str) -> tuple[str, ...]:
    """Return the values that `Strategy.game` may have in a strategy that plays the given game."""
    loaded = find_game(game)
    return "*", loaded.name, loaded.played_as or loaded.name


def find_strategy(spec: str, game: str) -> Strategy:
    """Return the strategy that a spec names, with its parameters set, ready to play a game.

    Parameters
    ----------
    spec
        ``name``, ``name(parameter=value, ...)``, either with ``file.py:`` before it, or the spec
        of a persona (see `strategies.personas`).
    game
        The name or file of the game.

    Raises
    ------
    UsageError
        If the strategy or a parameter is unknown or invalid, or the strategy plays another game.
    FathomError
        If a file of the strategy cannot be loaded.
    """
    spec = spec.strip()
    persona = persona_of(spec)
    if persona:
        return find_persona(persona, game)
    match = _SPEC.fullmatch(spec)
    if not match:
        raise UsageError(
            f"cannot read the strategy {spec!r}; write name or name(parameter=value, ...)"
        )
    name = match["name"]
    texts = _parse_values(match["values"] or "", spec)
    if ".toml" in name:
        raise UsageError(
            f"{name} is a persona, whose parameters are set in its file; write {name} alone"
        )
    if name.endswith(".py"):
        raise UsageError(f"{name} is a file; name a strategy in it, as in {name}:bold")
    path, colon, name_in_file = name.rpartition(":")
    if colon and not Path(path).name:
        raise UsageError(f"no file is named before the colon in {spec!r}; write file.py:name")
    strategy = _from_file(path, name_in_file) if colon else _all_of(game).get(name)
    if strategy is None:
        raise unknown("strategy", name, _all_of(game), f" for {game}")
    if strategy.game not in _games_played(game):
        raise UsageError(f"strategy {name} plays {strategy.game}, not {game}")
    if strategy.thinks_with:
        players = {name: texts.pop(name) for name in strategy.thinks_with if name in texts}
        strategy = _bind(strategy, find_game(game), players)
    return strategy.with_values({name: _number(name, text, spec) for name, text in texts.items()})


def find_persona(persona: Persona, game: str) -> Strategy:
    """Return the strategy of a persona, under the persona's name.

    Raises
    ------
    UsageError
        If the persona plays another game, has the name of a strategy, or its base is invalid.
    """
    if persona.game and persona.game not in _games_played(game):
        find_game(persona.game)
        raise UsageError(f"{persona.where} plays {persona.game}, not {game}")
    if persona.name in _all_of(game):
        raise UsageError(
            f"{persona.where} has the name of a strategy of {game}; give it another name"
        )
    try:
        return as_persona(find_strategy(persona.base, game), persona)
    except UsageError as error:
        raise UsageError(f"{persona.where}: {error}") from None


def split_at_commas(text: str) -> list[str]:
    """Split a text at the commas that are not in brackets, and strip the parts."""
    parts = [""]
    depth = 0
    for letter in text:
        if letter == "(":
            depth += 1
        elif letter == ")":
            depth -= 1
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def _parse_values(text: str, spec: str) -> dict[str, str]:
    """Split ``attack=0.8, playout=random`` into the texts of values, by name."""
    values: dict[str, str] = {}
    for part in filter(None, split_at_commas(text)):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if name in values:
            raise UsageError(f"parameter {name} is set twice in {spec!r}; set it once")
        if not equals or not value:
            raise _unreadable(part, spec)
        values[name] = value
    return values


def _number(name: str, text: str, spec: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise _unreadable(f"{name}={text}", spec) from None


def _unreadable(part: str, spec: str) -> UsageError:
    return UsageError(f"cannot read {part!r} in the strategy {spec!r}; write parameter=number")


@cache
def _declared(games: tuple[str, ...]) -> tuple[Strategy, ...]:
    """Return the strategies that are declared in this folder and in installed packages.

    Modules of this folder for games that are not in `games` are not loaded.
    """
    declared: list[Strategy] = []
    other_games = tuple(name.replace("-", "_") for name in game_names() if name not in games)
    for module in pkgutil.iter_modules(strategies.__path__):
        if not module.name.startswith(other_games):
            declared += _in_module(importlib.import_module(f"strategies.{module.name}"))
    for entry in entry_points(group=GROUP):
        try:
            loaded = load_plug_in(entry, "strategy")
            if not isinstance(loaded, Strategy):
                raise FathomError(
                    f"the installed strategy {entry.name!r} ({entry.value}) is not a Strategy; "
                    "it must be declared with @strategy"
                )
            declared.append(loaded)
        except FathomError as error:
            warn_left_out(error)
    return tuple(declared)


def _in_module(module: ModuleType) -> Iterator[Strategy]:
    return (value for value in vars(module).values() if isinstance(value, Strategy))


def _from_file(path: str, name: str) -> Strategy:
    module = load_file(Path(path), "strategy file")
    declared: Mapping[str, Strategy] = {s.name: s for s in _in_module(module)}
    if name not in declared:
        if callable(getattr(module, name, None)):
            raise UsageError(
                f"{path}: {name} is a function but not a strategy; write "
                '@strategy("GAME", tier=1) above it (from strategies import strategy)'
            )
        raise unknown("strategy", name, declared, f" in {path}")
    return replace(declared[name], origin=path)
