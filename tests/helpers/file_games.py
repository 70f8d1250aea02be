"""Engines for the games of `tests/making/games`, for tests that compare them with an oracle."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from simulate.checking.steps import CheckedStep
from simulate.game import find_game
from simulate.play.engine import Engine
from simulate.rules.kinds import Value
from strategies import find_strategy
from tests.oracles.agreement import distance

FOLDER = Path(__file__).parents[1] / "making" / "games"
Matrix = np.ndarray[tuple[int, ...], np.dtype[np.float64]]
#: The largest accepted difference of two means, in standard errors.
LIMIT = 4.0


def file_of(name: str) -> str:
    """Return the path of the game's file."""
    return str(FOLDER / f"{name}.py")


def file_engine(name: str, players: int, *strategies: str, **rules: Value) -> Engine:
    """Return an engine with seed 1. `strategies` has one for all seats, or one per seat."""
    game = find_game(file_of(name))
    values = game.resolve("base", rules, players)
    specs = strategies * players if len(strategies) == 1 else strategies
    lineup = [find_strategy(spec, file_of(name)) for spec in specs]
    return Engine(game, values, lineup, 1, 1)


def checked_steps(name: str, strategy: str, number: int) -> list[CheckedStep]:
    """Return all steps of a game of two players, each with worlds that a seat may imagine.

    Parameters
    ----------
    name, strategy
        The name of the game, and of the strategy in both seats.
    number
        The number of the game.
    """
    engine = file_engine(name, 2, strategy)
    walk = engine.walk(number)
    before = walk.state
    steps = []
    for moment in walk:
        steps.append(CheckedStep(engine, moment, before, walk.snapshot, {}, number))
        before = walk.state
    return steps


def distances(ours: Matrix, theirs: Matrix) -> list[float]:
    """Return the difference between the means of each column, in standard errors."""
    return [distance(own, expected) for own, expected in zip(ours.T, theirs.T, strict=True)]


def from_truth(sample: Matrix, truth: float) -> float:
    """Return the difference of a sample's mean from the exact value, in standard errors."""
    return float((sample.mean() - truth) / (sample.std(ddof=1) / np.sqrt(len(sample))))
