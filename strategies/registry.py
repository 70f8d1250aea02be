"""The registry of strategies: decorators that declare strategies, and specs that select them.

A strategy is declared in a module of this folder, in the file of its game, in an installed package
with the entry point group ``fathom.strategies``, or in a file that a spec names. A spec is the text
with which users select a strategy, such as ``planner``, ``planner(attack=0.8)`` or
``mine.py:bold``.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import shlex
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
from simulate.kit.compiled import JIT, checked, inlined, specialise
from simulate.play.kernel import with_parameters
from simulate.strategy import MOST_NUMBERS, MOST_PARAMETERS, TIERS, Parameter, Player, Strategy
from simulate.user_files import load_file, load_plug_in, warn_left_out
from strategies import worlds
from strategies.personas import Persona, as_persona, persona_of

GROUP = "fathom.strategies"
#: The name of the strategy that plays as a learned player.
LEARNED = "learned"
_SPEC = re.compile(r"(?P<name>[^()]+?)\s*(?:\((?P<values>.*)\))?\s*", re.DOTALL)


def strategy(
    game: str, *, tier: int, **parameters: Parameter
) -> Callable[[Callable[..., Any]], Strategy]:
    """Return a decorator that declares a function as a strategy.

    The strategy has the function's name, and the function's docstring as its description.

    Parameters
    ----------
    game
        The name of the game that it plays; ``"*"`` for every game.
    tier
        The strength: 0 random, 1 simple, 2 solid, 3 strong.
    **parameters
        The numbers that tune the strategy, by name. The function takes them after the view, in this
        order, either by name or together as ``*weights``.

    Returns
    -------
    Callable
        The decorator, which replaces the function by a `Strategy`.

    Raises
    ------
    UsageError
        When a function is decorated, if the tier or a parameter is invalid, or if the function
        does not take a view and then the parameters.
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

    A function that takes its parameters as ``*weights`` reads them by name from
    ``weights_of(strategy)(*weights)``.
    """
    return namedtuple("Weights", planner.parameters)


def thinker(
    *, is_handicap: bool = False, **declared: Parameter | Player
) -> Callable[[Callable[..., Any]], Strategy]:
    """Return a decorator that declares a strategy that uses other strategies, for every game.

    The strategy simulates how the game may continue, or plays as another strategy with a handicap.
    Its function is copied for each game, together with the other functions of its module. The
    copies find the game's functions, the types of its records, and the other strategies under the
    names that `specialised` lists.

    Parameters
    ----------
    is_handicap
        True if the strategy is a handicap of another strategy. A handicap also plays games that
        define no ``redeal``, and the other strategy may simulate games.
    **declared
        The parameters and the other strategies (`Player`), by the names that the function uses.

    Raises
    ------
    UsageError
        When a function is decorated, if it does not take a view and then the parameters.
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
    """Return a copy for a game of a strategy that `thinker` declared.

    `specs` are the specs of the strategies that it uses, by argument name (default:
    `usual_player`).

    Raises `UsageError` if the game defines no ``redeal`` and the strategy simulates games, if a
    strategy that it uses is unknown or not allowed, or if there are too many parameters. Raises
    `FathomError` if the file of a strategy that it uses cannot be loaded.
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
        if player.thinks_with and not thinking.thinks_with[name].may_think:
            raise UsageError(
                f"{name} of strategy {thinking.name} cannot be {player.name}, which thinks "
                "ahead itself; choose a strategy that does not"
            )
    usual_spec = find_strategy(usual, game.name_or_file).spec
    # Functions of all these strategies get the same view, and thus the same numbers.
    learned = [player.numbers for player in players.values() if player.numbers is not None]
    numbers = learned[0] if learned else None
    bound = replace(thinking, players=players, usual=usual_spec, numbers=numbers)
    if len(bound.vector) > MOST_NUMBERS:
        raise UsageError(
            f"strategy {bound.spec} has {len(bound.vector)} parameters, including those of the "
            f"strategies that it uses; allowed: {MOST_NUMBERS}"
        )
    return replace(bound, decide=_decide_for(bound, game), specialise=_decide_for)


def _decide_for(bound: Strategy, game: Game, first: int = 0) -> Callable[..., Any]:
    """Return the function with which a bound strategy decides in a game.

    `first` is the index in the view's parameters at which its own begin.
    """
    calls = _player_calls(bound, game, first)
    function: Callable[..., Any] = specialised(bound.template, game, *calls)
    return function


def usual_player(game: Game) -> str:
    """Return the spec of the strategy that plays simulated games by default.

    It is the game's default strategy, or ``"random"`` if the default strategy simulates games
    itself.

    Raises
    ------
    FathomError
        If the game or its default strategy cannot be loaded.
    """
    default = _strategies_of(game.name_or_file).get(game.default_strategy.partition("(")[0])
    return "random" if default and default.thinks_with else game.default_strategy


def _player_calls(
    thinking: Strategy, game: Game, first: int = 0
) -> Iterator[tuple[str, Any, int, int]]:
    """Yield the arguments ``*calls`` of `specialised` for the strategies that `thinking` uses.

    `first` is the index in the view's parameters at which the parameters of `thinking` begin.
    """
    for name, player in thinking.players.items():
        place = first + thinking.places[name]
        decide = player.decide
        if player.players and player.specialise:
            decide = player.specialise(player, game, place)
        yield name, decide, place, len(player.parameters)


@cache
def specialised(template: Any, game: Game, *calls: tuple[str, Any, int, int]) -> Any:
    """Return a copy of a strategy's function for a game. Equal arguments return the same copy.

    The other functions of its module and those of `strategies.worlds` are copied too. The copies
    find these global names: the game's ``redeal``, ``offer_actions``, ``apply``, ``meaning``,
    ``scores`` and ``winners``; its ``HORIZON`` and ``DOUBT``; the types of records ``TABLE``,
    ``MENU`` and ``ROOM``; and the names in `calls`.

    Parameters
    ----------
    template
        The Python function.
    game
        The game.
    *calls
        A tuple for each strategy that the function calls: its name in the function, its own
        function, the index of its first parameter in the view's parameters, and the number of its
        parameters.
    """
    names: dict[str, Any] = {
        name: getattr(game, name)
        for name in ("redeal", "offer_actions", "apply", "meaning", "scores", "winners")
    }
    names["HORIZON"] = game.horizon
    names["DOUBT"] = game.doubt
    dtypes = {"TABLE": game.table.dtype, "MENU": game.menu.dtype, "ROOM": worlds.room_dtype(game)}
    # Interpreted code reads fields as attributes, which needs records.
    names |= {name: np.dtype((np.record, dtype)) for name, dtype in dtypes.items()}
    for name, decide, place, parameters in calls:
        names[name] = with_parameters(decide, place, parameters, template.__code__.co_filename)
    return specialise(template, names, worlds)


def strategies_for(game: str) -> dict[str, Strategy]:
    """Return the strategies that play a game without simulating it, by name, weakest tier first.

    `game` is a game's name or file, as in `simulate.game.find_game`.

    Raises
    ------
    FathomError
        If the game is unknown or cannot be loaded.
    """
    quick = [s for s in _strategies_of(game).values() if not s.thinks_with]
    return {s.name: s for s in sorted(quick, key=lambda s: (s.tier, s.name))}


def thinkers_for(game: str) -> dict[str, Strategy]:
    """Return the slow strategies that simulate a game to decide, by name, without handicaps.

    The dictionary is empty for a game that defines no ``redeal``. `game` is a game's name or file,
    as in `simulate.game.find_game`.

    Raises
    ------
    FathomError
        If the game is unknown or cannot be loaded.
    """
    if not find_game(game).redeal:
        return {}
    known = _strategies_of(game).values()
    return {s.name: s for s in known if s.thinks_with and not s.is_handicap}


def handicaps_for(game: str) -> dict[str, Strategy]:
    """Return the handicaps that can play a game: a dictionary from name to strategy.

    A handicap, such as ``restricted``, is a strategy that plays like another strategy but must not
    take some actions or see the scores. `game` is a game's name or file, as in
    `simulate.game.find_game`.

    Raises
    ------
    FathomError
        If the game is unknown or cannot be loaded.
    """
    return {s.name: s for s in _strategies_of(game).values() if s.is_handicap}


def learned_for(game: str) -> dict[str, Strategy]:
    """Return the strategy ``learned`` by its name; empty if no player has learned the game.

    It plays as the players that `fathom learn` taught, which have files of their own. A strategy of
    this name that the game's file or a package declares takes its place. `game` is a game's name or
    file, as in `simulate.game.find_game`.

    Raises
    ------
    UsageError
        If the game is unknown, or the file of a learned player is damaged or for an earlier version
        of the game.
    FathomError
        If the game cannot be loaded.
    """
    from strategies.learned.files import read_players
    from strategies.learned.learned_strategy import common_base, learned_strategy

    if LEARNED in _strategies_of(game):
        return {}
    loaded = find_game(game)
    players = read_players(loaded)
    if not players:
        return {}
    base = find_base(common_base(loaded, players), game)
    return {LEARNED: learned_strategy(loaded, players, base)}


def find_base(spec: str, game: str) -> Strategy:
    """Return a strategy of a game on which a learned player can build.

    Files of learned players name it, and can come from a stranger. A strategy in another file,
    whose code would run, is therefore refused.

    Raises
    ------
    UsageError
        If the game has no such strategy, or if it thinks ahead.
    FathomError
        If the game cannot be loaded.
    """
    name = spec.partition("(")[0].strip()
    known = strategies_for(game)
    if name not in known:
        if name in _strategies_of(game):
            raise UsageError(
                f"the strategy to build on cannot be {name}; choose one of {', '.join(known)}"
            )
        raise unknown("strategy to build on", name, known, f" for {game}")
    return find_strategy(spec, game)


def _all_strategies_of(game: str) -> dict[str, Strategy]:
    return {**strategies_for(game), **thinkers_for(game), **handicaps_for(game)}


def _find_learned(game: str) -> Strategy:
    """Return the strategy ``learned``; raise `UsageError` if no player has learned the game."""
    if not JIT:
        raise UsageError(
            f"strategy {LEARNED} needs the compiler; leave out --no-jit and unset "
            "NUMBA_DISABLE_JIT, or play another strategy"
        )
    learned = learned_for(game)
    if not learned:
        raise UsageError(
            f"no player has learned {game} yet; to teach one, type "
            f"'fathom learn {shlex.quote(game)}'"
        )
    return learned[LEARNED]


def _strategies_of(game: str) -> dict[str, Strategy]:
    """Return all strategies that play a game, by name.

    A strategy in the game's own file replaces other strategies of the same name.

    Raise `FathomError` if the game is unknown or cannot be loaded.
    """
    games = _games_played(game)
    declared = (*_declared(games), *_in_module(module_of(game)))
    return {s.name: s for s in declared if s.game in games}


def _games_played(game: str) -> tuple[str, ...]:
    """Return the values that `Strategy.game` may have in a strategy that plays the given game.

    Raise `FathomError` if the game is unknown or cannot be loaded.
    """
    loaded = find_game(game)
    return "*", loaded.name, loaded.played_as or loaded.name


def find_strategy(spec: str, game: str) -> Strategy:
    """Return the strategy that a spec selects for a game, with its parameters set.

    Parameters
    ----------
    spec
        ``name`` or ``name(parameter=value, ...)``, which may have ``file.py:`` before it, or the
        spec of a persona (see `strategies.personas`).
    game
        The name or file of the game.

    Raises
    ------
    UsageError
        If the spec cannot be read, the game, the strategy or a parameter is unknown or invalid, or
        the strategy plays another game.
    FathomError
        If a file of the game, the strategy or the persona cannot be loaded.
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
        raise UsageError(f"there is no file before the colon in {spec!r}; write file.py:name")
    strategy = _from_file(path, name_in_file) if colon else _all_strategies_of(game).get(name)
    if strategy is None and name == LEARNED:
        strategy = _find_learned(game)
    if strategy is None:
        raise unknown("strategy", name, _all_strategies_of(game), f" for {game}")
    if strategy.game not in _games_played(game):
        raise UsageError(f"strategy {name} plays {strategy.game}, not {game}")
    if strategy.thinks_with:
        players = {name: texts.pop(name) for name in strategy.thinks_with if name in texts}
        strategy = _bind(strategy, find_game(game), players)
    return strategy.with_values({name: _number(name, text, spec) for name, text in texts.items()})


def find_persona(persona: Persona, game: str) -> Strategy:
    """Return the strategy with which a persona plays a game, under the persona's name.

    `game` is a game's name or file, as in `simulate.game.find_game`.

    Raises
    ------
    UsageError
        If the game is unknown, or if the persona plays another game, has the name of a strategy,
        or has an invalid base.
    FathomError
        If a file of the game or of the base strategy cannot be loaded.
    """
    if persona.game and persona.game not in _games_played(game):
        find_game(persona.game)
        raise UsageError(f"{persona.where} plays {persona.game}, not {game}")
    if persona.name in _all_strategies_of(game):
        raise UsageError(
            f"{persona.where} has the name of a strategy of {game}; give it another name"
        )
    try:
        return as_persona(find_strategy(persona.base, game), persona)
    except UsageError as error:
        raise UsageError(f"{persona.where}: {error}") from None


def split_at_commas(text: str) -> list[str]:
    """Return the stripped parts of a text between commas that are not in parentheses.

    For example, "a(x=1, y=2), b" gives ["a(x=1, y=2)", "b"].
    """
    specs = [""]
    depth = 0
    for letter in text:
        if letter == "(":
            depth += 1
        elif letter == ")":
            depth -= 1
        if letter == "," and depth == 0:
            specs.append("")
        else:
            specs[-1] += letter
    return [part.strip() for part in specs]


def _parse_values(text: str, spec: str) -> dict[str, str]:
    """Return the values in a text such as ``attack=0.8, playout=random``, as texts, by name.

    Raise `UsageError`, with the whole `spec`, if the text cannot be read or sets a name twice.
    """
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
    """Return the number in a text; raise `UsageError` if the value of `name` is no number."""
    try:
        return float(text)
    except ValueError:
        raise _unreadable(f"{name}={text}", spec) from None


def _unreadable(part: str, spec: str) -> UsageError:
    return UsageError(f"cannot read {part!r} in the strategy {spec!r}; write parameter=number")


@cache
def _declared(games: tuple[str, ...]) -> tuple[Strategy, ...]:
    """Return the strategies that are declared in this folder and in installed packages.

    Modules of this folder for other games than `games` are not loaded. A strategy of an installed
    package that cannot be loaded is left out with a warning.
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
    """Return the strategy called `name` that a file declares.

    Raise `UsageError` if the file cannot be loaded or does not declare the strategy.
    """
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
