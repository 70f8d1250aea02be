"""The templates of this package, compiled for a game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from threading import Lock
from typing import Any

import numba
import numpy as np
from numba import types

from simulate.errors import UsageError
from simulate.game import Game
from simulate.kit.compiled import Instance, specialise
from simulate.kit.view import scratch_dtype
from simulate.play.kernel import seats_dtype, ships, with_parameters
from simulate.strategy import Strategy
from strategies.learned import features, judging, lookahead, playing, states
from strategies.learned.brain import Brain, pack, pack_all
from strategies.learned.keys import short_digest

#: The functions of a game that the templates call.
_OF_GAME = ("redeal", "offer_actions", "apply", "meaning", "scores", "winners", "set_up")
#: Held while a template is copied or compiled, so that threads do not compile the same function at
#: once.
_COMPILING = Lock()


def specialised_for(game: Game, template: Any, base: Strategy, first: int = 0) -> Any:
    """Return a compiled copy of a template and of the functions of this package that it calls.

    `first` is the index in the parameters of a view at which those of the base strategy begin.

    Raises
    ------
    UsageError
        If the game does not define how to deal the cards that a player cannot see.
    """
    return _specialised(game, template, base.decide, first, len(base.parameters))


@cache
def _specialised(game: Game, template: Any, decide: Any, first: int, parameters: int) -> Any:
    """Return the copy for a base strategy with a function and a number of parameters."""
    if game.redeal is None:
        raise UsageError(
            f"a player cannot learn {game.name}, which does not define how to deal the cards that "
            "a player cannot see (redeal)"
        )
    names: dict[str, Any] = {name: getattr(game, name) for name in _OF_GAME}
    names["SIGN"] = -1 if game.lower_leads else 1
    dtypes = {
        "RULES": game.rules_dtype,
        "STATE": states.state_dtype(game),
        "MENU": game.menu.dtype,
        "SEATS_RECORD": seats_dtype(game),
        "SCRATCH": scratch_dtype(game.groups),
    }
    # Interpreted code reads fields as attributes, which needs records.
    names |= {name: np.dtype((np.record, dtype)) for name, dtype in dtypes.items()}
    file = template.__code__.co_filename
    names["base"] = with_parameters(decide, first, parameters, file)
    return specialise(template, names, states, features, lookahead, judging)


def compiled_call(game: Game, template: Any, base: Strategy, *arguments: Any) -> None:
    """Call the copy of a template for a game, compiled for the types of the arguments.

    Several threads can do this at the same time. The first compiles the copy for all.
    """
    types_of_arguments = tuple(map(numba.typeof, arguments))
    with _COMPILING:
        copy = specialised_for(game, template, base)
        name = f"{template.__name__}_{base.code}"
        function = _compile_copy(copy, name, game, types_of_arguments)
    function(*arguments)


@cache
def _compile_copy(copy: Any, name: str, game: Game, argument_types: tuple[Any, ...]) -> Any:
    """Return a copy of a template, loaded from the disk if it was compiled before."""
    signature = types.void(*argument_types)
    plain = getattr(copy, "py_func", copy)
    return Instance(plain, f"{name}_{game.name}", signature, {}, checks=not ships(game)).compile()


def strategy_of(game: Game, brain: Brain, base: Strategy) -> Strategy:
    """Return the strategy that plays a game as a learned player does."""
    return strategy_of_all(game, [brain], base)


def strategy_of_all(game: Game, brains: Sequence[Brain], base: Strategy) -> Strategy:
    """Return the strategy that plays a game with the learned player for its number of players.

    `brains` are players that learned the game with different numbers of players, all with the same
    base strategy.
    """
    return Strategy(
        name="learned",
        game=game.name,
        tier=2,
        description=(playing.learned.__doc__ or "").strip(),
        decide=specialised_for(game, playing.learned, base),
        parameters={},
        players={"base": base},
        usual=base.spec,
        specialise=_decide_for,
        numbers=pack_all(brains),
        learned={int(brain.settings["players"][0]): digest_of(brain, base) for brain in brains},
    )


def _decide_for(strategy: Strategy, game: Game, first: int) -> Any:
    """Return the function with which a learned strategy decides in a copy of its game.

    `first` is the index at which the parameters of its base strategy begin.
    """
    return specialised_for(game, playing.learned, strategy.players["base"], first)


def digest_of(brain: Brain, base: Strategy) -> str:
    """Return a digest of everything that a player learned."""
    return short_digest(pack(brain).tobytes() + base.full_spec.encode())
