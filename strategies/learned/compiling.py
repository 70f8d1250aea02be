"""The templates of this package, compiled for a game."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache
from typing import Any

import numba
import numpy as np
from numba import types

from simulate.errors import UsageError
from simulate.game import Game
from simulate.kit.compiled import Instance, specialise
from simulate.play.kernel import ships
from simulate.strategy import Strategy
from strategies.learned import features, judging, playing, states
from strategies.learned.brain import Brain, pack, pack_all

#: The functions of a game that the templates call.
_OF_GAME = ("redeal", "offer_actions", "apply", "meaning", "scores", "winners", "set_up")


@cache
def specialised_for(game: Game, template: Any) -> Any:
    """Return a compiled copy of a template and of the functions of this package that it calls.

    Raises
    ------
    UsageError
        If the game does not define how to deal the cards that a player cannot see.
    """
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
    }
    # Interpreted code reads fields as attributes, which needs records.
    names |= {name: np.dtype((np.record, dtype)) for name, dtype in dtypes.items()}
    return specialise(template, names, states, features, judging)


def compiled_call(game: Game, template: Any, *arguments: Any) -> None:
    """Call the copy of a template for a game, compiled for the types of the arguments."""
    compile_template(game, template, tuple(map(numba.typeof, arguments)))(*arguments)


@cache
def compile_template(game: Game, template: Any, argument_types: tuple[Any, ...]) -> Any:
    """Return the copy of a template for a game, loaded from the disk if it was compiled before."""
    copy = specialised_for(game, template)
    signature = types.void(*argument_types)
    name = f"{template.__name__}_{game.name}"
    plain = getattr(copy, "py_func", copy)
    return Instance(plain, name, signature, {}, checks=not ships(game)).compile()


def strategy_of(game: Game, brain: Brain) -> Strategy:
    """Return the strategy that plays a game as a learned player does."""
    return strategy_of_all(game, [brain])


def strategy_of_all(game: Game, brains: Sequence[Brain]) -> Strategy:
    """Return the strategy that plays a game with the learned player for its number of players.

    `brains` are players that learned the game with different numbers of players.
    """
    return Strategy(
        name="learned",
        game=game.name,
        tier=2,
        description=(playing.learned.__doc__ or "").strip(),
        decide=specialised_for(game, playing.learned),
        parameters={},
        specialise=_decide_for,
        numbers=pack_all(brains),
        learned={int(brain.settings["players"][0]): digest_of(brain) for brain in brains},
    )


def _decide_for(strategy: Strategy, game: Game, first: int) -> Any:
    """Return the function with which a learned strategy decides in a copy of its game.

    It has no parameters, so that `first`, the index at which they would begin, has no effect.
    """
    return specialised_for(game, playing.learned)


def digest_of(brain: Brain) -> str:
    """Return a digest of everything that a player learned: twenty hexadecimal digits."""
    return hashlib.sha256(pack(brain).tobytes()).hexdigest()[:20]
