"""Playing the same games twice with code that is not Fathom's own, and comparing.

That finds chance, clocks and memory wherever they come from, as long as these games meet them;
`simulate.play.determinism` refuses what they may miss.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from simulate.errors import FathomError
from simulate.game import Game
from simulate.kit import compiled
from simulate.kit.compiled import ships_with_fathom
from simulate.play.determinism import changeable
from simulate.play.engine import Engine
from simulate.play.kernel import ships
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
    tables = engine.game.rules_record(engine.values, len(engine.lineup))
    if differing.size:
        raise _differing(new, foreign, f"game {int(differing[0])}, played twice, went another way")
    if tables.tobytes() != engine.rules.tobytes():
        raise _differing(new, [], "what prepare makes of the rules was something else")
    _played_alike.update(new)


def _differing(new: Iterable[object], foreign: list[Strategy], said: str) -> FathomError:
    who = [f"the game {one.name}" for one in new if isinstance(one, Game)]
    who = [*dict.fromkeys(f"strategy {one.spec}" for one in foreign), *who]
    functions = (function for one in foreign for function in one.functions)
    names = dict.fromkeys(name for function in functions for name in changeable(function))
    kept = f" Perhaps something is kept in {' or '.join(names)}." if names else ""
    return FathomError(
        f"{' or '.join(who)} does not keep to the seed: {said} the second time.{kept} Let the "
        "rules and what is seen decide alone, without clock and files. Draw with "
        "below(view.chance, 6), in a game with below(state.chance, 6); a strategy plans in "
        "working_memory(view, size), a game keeps things in its fields"
    )
