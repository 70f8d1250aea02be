"""The default number of simulated games with which the choices of a game are evaluated.

It follows from counted steps of the game and not from a clock, so that it is the same on every
machine and with any number of threads.
"""

from __future__ import annotations

from simulate.play.engine import Engine
from strategies.weighing import CLOSER, RIVALS, ROLLOUTS

#: The maximum number of simulated steps, approximately. They take less than half a minute on two
#: cores in Snorkeling, whose games are the longest of the bundled games.
STEPS = 150_000_000
#: The smallest number of simulated games for each action.
FEWEST = 2


def choose_rollouts(engine: Engine, number: int) -> int:
    """Return a number of simulated games per action that keeps a replay quick.

    It is `ROLLOUTS`, or fewer in very long games, but at least `FEWEST`.

    Parameters
    ----------
    engine
        The engine that plays the games.
    number
        The number of the game.

    Raises
    ------
    FathomError
        If the game or a strategy fails.
    """
    steps = count_simulated_steps(engine, number)
    return max(FEWEST, min(ROLLOUTS, STEPS // max(1, steps)))


def count_simulated_steps(engine: Engine, number: int) -> int:
    """Return the approximate number of steps simulated with one simulated game per action.

    At each choice, the rest of the game is simulated once for each action, and `CLOSER` more times
    for the chosen action, for each of its rivals, and for each seat's chance to win.

    Raises
    ------
    FathomError
        If the game or a strategy fails.
    """
    choices = [len(moment.actions) for moment in engine.walk(number)]
    seats = len(engine.lineup)
    closer = CLOSER * (1 + RIVALS + seats)
    steps = len(choices)
    return sum(
        (actions + closer) * (steps - place) for place, actions in enumerate(choices) if actions > 1
    )
