"""Finding strategies: the decorator that declares one, and specs such as ``planner(attack=0.8)``.

A strategy is found by being declared in a module of this folder, in its game's own file, in an
installed package under the entry point group ``fathom.strategies``, or in a file named in the
spec: ``mine.py:bold``.
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
    """Declare a function to be a strategy, named as the function, described by its docstring.

    It plays `game`, or every game as ``"*"``; its `tier` is 0 random, 1 simple, 2 solid, 3 strong.
    Parameters are numbers that tune it, in the order in which the function takes them after the
    view: by name, or all as ``*weights``. `UsageError` if they do not match the function.
    """

    def declare(function: Callable[..., Any]) -> Strategy:
        name = getattr(function, "__name__", "?")
        for parameter, declared in parameters.items():
            if not isinstance(declared, Parameter):
                raise UsageError(
                    f"parameter {parameter} of strategy {name} cannot be {declared!r}; write "
                    f'{parameter}=Parameter(default, minimum, maximum, "meaning")'
                )
        if not 0 <= tier < len(TIERS):
            raise UsageError(f"the tier of strategy {name} cannot be {tier}; allowed: 0 to 3")
        taken = inspect.signature(function).parameters
        named = [one for one, kind in taken.items() if kind.kind is not kind.VAR_POSITIONAL]
        expected = list(parameters) if len(named) == len(taken) else []
        if named[1:] != expected or len(parameters) > MOST_PARAMETERS:
            raise UsageError(
                f"strategy {name} takes ({', '.join(taken)}); it must take a view and then "
                f"its parameters, at most {MOST_PARAMETERS}, as declared: "
                f"({', '.join(['view', *parameters])})"
            )
        text = inspect.cleandoc(function.__doc__ or "No description.")
        return Strategy(
            name=name,
            game=game,
            tier=tier,
            description="\n".join(" ".join(part.split()) for part in text.split("\n\n")),
            decide=(inlined if ships_with_fathom(function) else checked)(function),
            parameters=parameters,
        )

    return declare


def weights_of(planner: Strategy) -> Any:
    """Return a record type with a strategy's parameters by name, to be made of its ``*weights``."""
    return namedtuple("Weights", planner.parameters)


def thinker(
    *, is_handicap: bool = False, **declared: Parameter | Player
) -> Callable[[Callable[..., Any]], Strategy]:
    """Declare a function to be a strategy for every game that plays it on in its thoughts.

    The function is copied for each game, together with the functions beside it; in the copy the
    game's functions, the types of its records, and the strategies that it thinks with stand
    under the names that `specialised` lists. With `is_handicap` it plays as another one does, but
    for a handicap: games that do not say how to deal anew too, and it may be put on one who thinks.
    """
    players = {name: one for name, one in declared.items() if isinstance(one, Player)}
    numbers = {name: one for name, one in declared.items() if isinstance(one, Parameter)}

    def declare(function: Callable[..., Any]) -> Strategy:
        found = strategy("*", tier=3, **numbers)(function)
        return replace(
            found, decide=function, template=function, thinks_with=players, is_handicap=is_handicap
        )

    return declare


def _bound(thinking: Strategy, game: Game, specs: Mapping[str, str]) -> Strategy:
    """Return a strategy that thinks, ready for a game and with those it thinks with."""
    if game.redeal is None and not thinking.is_handicap:
        raise UsageError(
            f"strategy {thinking.name} cannot play {game.name}, which does not say how to deal "
            "anew what a player cannot know (redeal)"
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
    found = replace(thinking, players=players, usual=find_strategy(usual, game.name_or_file).spec)
    if len(found.vector) > MOST_NUMBERS:
        raise UsageError(
            f"strategy {found.spec} has {len(found.vector)} parameters with those of all whom it "
            f"asks; allowed: {MOST_NUMBERS}"
        )
    return replace(found, decide=specialised(found.template, game, *_calls(found, game)))


def usual_player(game: Game) -> str:
    """Return who is asked by strategies that think: the usual one, or lots where that thinks."""
    found = _known(game.name_or_file).get(game.default_strategy.partition("(")[0])
    return "random" if found and found.thinks_with else game.default_strategy


def _calls(thinking: Strategy, game: Game, first: int = 0) -> Iterator[tuple[str, Any, int, int]]:
    """Yield for each strategy it thinks with: name, function, place of its numbers, how many.

    Its own numbers begin at `first`, which says where one reads that thinks with others itself.
    """
    for name, player in thinking.players.items():
        place, decide = first + thinking.places[name], player.decide
        if player.players:
            decide = specialised(player.template, game, *_calls(player, game, place))
        yield name, decide, place, len(player.parameters)


@cache
def specialised(template: Any, game: Game, *calls: tuple[str, Any, int, int]) -> Any:
    """Return the copy of a function who thinks ahead in a game, the same one each time.

    With it the functions of its module and of `strategies.worlds` are copied. `calls` are those it
    asks: the name, the function, where its numbers begin in the view, and how many they are.
    """
    names: dict[str, Any] = {
        name: getattr(game, name)
        for name in ("redeal", "offer_actions", "apply", "scores", "winners")
    }
    names["HORIZON"], names["DOUBT"] = game.horizon, game.doubt
    # Interpreted, fields are attributes of such records only.
    rooms = {"TABLE": game.table.dtype, "MENU": game.menu.dtype, "ROOM": worlds.room_dtype(game)}
    names |= {name: np.dtype((np.record, dtype)) for name, dtype in rooms.items()}
    for name, decide, place, parameters in calls:
        names[name] = _asked(decide, place, parameters, template.__code__.co_filename)
    return specialise(template, names, worlds)


@cache
def _asked(decide: Any, place: int, parameters: int, file: str) -> Any:
    """Return a function of a view alone, in which a strategy's numbers stand from `place` on."""
    source = f"def ask(view):\n    return {call_of(place, parameters)}\n"
    namespace: dict[str, Any] = {"decide": decide}
    exec(compile(source, file, "exec"), namespace)
    return compiled(namespace["ask"])


def strategies_for(game: str) -> dict[str, Strategy]:
    """Return the styles in which a game can be played, by name, weakest tier first."""
    styles = (s for s in _known(game).values() if not s.thinks_with)
    return {s.name: s for s in sorted(styles, key=lambda s: (s.tier, s.name))}


def thinkers_for(game: str) -> dict[str, Strategy]:
    """Return the strategies that play a game on in their thoughts, which makes them slow."""
    thinkers = {s.name: s for s in _known(game).values() if s.thinks_with and not s.is_handicap}
    return thinkers if find_game(game).redeal else {}


def handicaps_for(game: str) -> dict[str, Strategy]:
    """Return what can be put on another strategy of a game as a handicap."""
    return {s.name: s for s in _known(game).values() if s.is_handicap}


def _all_of(game: str) -> dict[str, Strategy]:
    return {**strategies_for(game), **thinkers_for(game), **handicaps_for(game)}


def _known(game: str) -> dict[str, Strategy]:
    """Return the strategies that play a game, its own file's in place of others of their names."""
    games = _played(game)
    declared = (*_declared(games), *_in_module(module_of(game)))
    return {s.name: s for s in declared if s.game in games}


def _played(game: str) -> tuple[str, ...]:
    """Return for which games a strategy may be that plays this one."""
    found = find_game(game)
    return "*", found.name, found.played_as or found.name


def find_strategy(spec: str, game: str) -> Strategy:
    """Return the strategy that a spec names, to play a game with its parameters set.

    The spec is ``name``, ``name(parameter=value, …)``, or either with ``file.py:`` before it; or a
    persona, see `strategies.personas`. `UsageError` if nothing is called so, the file does not
    import, or a parameter is wrong.
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
    name, written = match["name"], _written(match["values"] or "", spec)
    if ".toml" in name:
        raise UsageError(
            f"{name} is a persona, whose parameters stand in its file; write {name} alone"
        )
    if name.endswith(".py"):
        raise UsageError(f"{name} is a file; name a strategy in it, as in {name}:bold")
    path, colon, name_in_file = name.rpartition(":")
    if colon and not Path(path).name:
        raise UsageError(f"no file stands before the colon in {spec!r}; write file.py:name")
    found = _from_file(path, name_in_file) if colon else _all_of(game).get(name)
    if found is None:
        raise unknown("strategy", name, _all_of(game), f" for {game}")
    if found.game not in _played(game):
        raise UsageError(f"strategy {name} plays {found.game}, not {game}")
    players = {name: written.pop(name) for name in found.thinks_with if name in written}
    if found.thinks_with:
        found = _bound(found, find_game(game), players)
    return found.with_values({name: _number(name, text, spec) for name, text in written.items()})


def find_persona(persona: Persona, game: str) -> Strategy:
    """Return a persona's strategy, known by the persona's name."""
    if persona.game and persona.game not in _played(game):
        find_game(persona.game)
        raise UsageError(f"{persona.where} plays {persona.game}, not {game}")
    if persona.name in _all_of(game):
        raise UsageError(
            f"{persona.where} is called as a strategy of {game} is; give it another name"
        )
    try:
        return as_persona(find_strategy(persona.base, game), persona)
    except UsageError as error:
        raise UsageError(f"{persona.where}: {error}") from None


def split_at_commas(text: str) -> list[str]:
    """Split a text at its commas, those between brackets excepted."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def _written(text: str, spec: str) -> dict[str, str]:
    """Read ``attack=0.8, playout=random`` into texts by name."""
    values: dict[str, str] = {}
    for part in filter(None, split_at_commas(text)):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if name in values:
            raise UsageError(f"parameter {name} is given twice in {spec!r}; give it once")
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
    """Return the strategies of this folder, but other games', and of installed packages."""
    found: list[Strategy] = []
    others = tuple(name.replace("-", "_") for name in game_names() if name not in games)
    for module in pkgutil.iter_modules(strategies.__path__):
        if not module.name.startswith(others):
            found += _in_module(importlib.import_module(f"strategies.{module.name}"))
    for entry in entry_points(group=GROUP):
        try:
            loaded = load_plug_in(entry, "strategy")
            if not isinstance(loaded, Strategy):
                raise FathomError(
                    f"the installed strategy {entry.name!r} ({entry.value}) is not a Strategy; "
                    "it must be declared with @strategy"
                )
            found.append(loaded)
        except FathomError as error:
            warn_left_out(error)
    return tuple(found)


def _in_module(module: ModuleType) -> Iterator[Strategy]:
    return (value for value in vars(module).values() if isinstance(value, Strategy))


def _from_file(path: str, name: str) -> Strategy:
    module = load_file(Path(path), "strategy file")
    found: Mapping[str, Strategy] = {s.name: s for s in _in_module(module)}
    if name not in found:
        if callable(getattr(module, name, None)):
            raise UsageError(
                f"{path}: {name} is a function but not a strategy; write "
                '@strategy("GAME", tier=1) above it (from strategies import strategy)'
            )
        raise unknown("strategy", name, found, f" in {path}")
    return replace(found[name], origin=path)
