"""Playing the same games twice with code that is not Fathom's own, and comparing.

Reading the code (`simulate.play.outside`) does not show everything: interpreted Python can reach
chance, the clock and files, and remember things, in many ways.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from simulate.errors import FathomError
from simulate.kit import compiled
from simulate.kit.compiled import ships_with_fathom
from simulate.play.engine import Engine
from simulate.play.kernel import ships
from simulate.play.outside import changeable
from simulate.strategy import Strategy

#: Games in each of the two blocks that are played twice; one where games are slow.
GAMES = 20
_played_alike: set[object] = set()


def check_repeating(engine: Engine) -> None:
    """Play two blocks of games twice, unless all code is Fathom's or was looked at before.

    Raises
    ------
    FathomError
        The second time a game went otherwise; names the likely cause.
    """
    foreign = [one for one in engine.lineup if not all(map(ships_with_fathom, one.functions))]
    new: dict[object, None] = {(engine.game, one.spec): None for one in foreign}
    if not ships(engine.game):
        new[engine.game] = None
    if new.keys() <= _played_alike:
        return
    slow = not compiled.JIT or any(one.is_slow for one in engine.lineup)
    games = 1 if slow else GAMES
    try:
        first = np.concatenate([engine.play(begin, games) for begin in (0, games)])
        # In one block, and elsewhere: what is kept between games, or by a thread, shows.
        with ThreadPoolExecutor(1) as elsewhere:
            again = elsewhere.submit(engine.play, 0, 2 * games).result()
    except FathomError:
        return  # it fails, which is told when that game is played or replayed
    differing = np.flatnonzero((first != again).any(axis=1))
    if differing.size:
        raise _differing(engine, foreign, int(differing[0]))
    _played_alike.update(new)


def _differing(engine: Engine, foreign: list[Strategy], game: int) -> FathomError:
    specs = list(dict.fromkeys(one.spec for one in foreign))
    who = f"strategy {' or '.join(specs)}" if specs else f"the game {engine.game.name}"
    names = dict.fromkeys(
        name for one in foreign for function in one.functions for name in changeable(function)
    )
    kept = f"something is kept in {' or '.join(names)} from one decision to the next"
    stream = "view.chance" if specs else "state.chance"
    likely = kept if names else f"chance does not come from {stream}"
    return FathomError(
        f"{who} does not keep to the seed: game {game}, played twice, went another way the second "
        f"time. Most likely {likely}; it may also be the clock or a file. Decide by what is seen "
        f"alone, and draw with below({stream}, 6) or uniform({stream})"
    )
