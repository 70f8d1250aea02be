"""Compare the engine with the oracle of Snorkeling under random play, figure by figure.

Run ``python tests/oracles/agreement.py [GAMES]``: plays every variant with 2 to 6 players on
both sides and prints a table. Oracle and engine share no code and no random numbers, so the
difference of each mean is told in its standard errors.
"""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from simulate import rows as row
from simulate.engine import Engine
from simulate.game import find_game
from simulate.rules import Value
from strategies import find_strategy
from tests.oracles import snorkeling as oracle

GAME = find_game("snorkeling")
ORACLE_GAMES = 1500
ENGINE_GAMES = 20_000
FIGURES = ("seat 1 wins", "turns", "rounds", "decisions", "lead changes")
Matrix = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True)
class Comparison:
    """One figure by oracle and by engine."""

    players: int
    variant: str
    figure: str
    oracle: float
    engine: float
    standard_errors: float


def compare(
    players: int,
    variant: str,
    games: int = ORACLE_GAMES,
    seed: int = 1,
    oracle_rules: Mapping[str, Value] | None = None,
) -> list[Comparison]:
    """Play one variant on both sides; `oracle_rules` differ on the oracle's side only."""
    values = GAME.resolve(variant, {}, players)
    ours = engine_figures(values, players, seed)
    theirs = oracle_figures({**values, **(oracle_rules or {})}, players, games, seed)
    error = np.sqrt(ours.var(axis=0) / len(ours) + theirs.var(axis=0) / len(theirs))
    difference = ours.mean(axis=0) - theirs.mean(axis=0)
    return [
        Comparison(
            players,
            variant,
            figure,
            float(theirs[:, column].mean()),
            float(ours[:, column].mean()),
            _ratio(float(difference[column]), float(error[column])),
        )
        for column, figure in enumerate(FIGURES)
    ]


def _ratio(difference: float, error: float) -> float:
    if error > 0:
        return difference / error
    return math.copysign(math.inf, difference) if difference else 0.0


def engine_figures(values: Mapping[str, Value], players: int, seed: int) -> Matrix:
    """Return a row of `FIGURES` for each of the engine's games."""
    lineup = [find_strategy("random", GAME.name)] * players
    results = Engine(GAME, values, lineup, 1, seed).play(0, ENGINE_GAMES)
    columns = [row.TURNS, row.ROUNDS, row.DECISIONS, row.LEAD_CHANGES]
    won = results[:, row.WINNERS] == 1  # Snorkeling has one winner
    return np.column_stack([won, results[:, columns]]).astype(np.float64)


def oracle_figures(values: Mapping[str, Any], players: int, games: int, seed: int) -> Matrix:
    """Return a row of `FIGURES` for each of the oracle's games."""
    rules = oracle.Rules(players=players, **values)
    source = random.Random(seed)
    outcomes = (oracle.play(rules, source) for _ in range(games))
    return np.array(
        [(0 in o.winners, o.turns, o.rounds, o.decisions, o.lead_changes) for o in outcomes],
        np.float64,
    )


def table(comparisons: Iterable[Comparison]) -> Iterable[str]:
    """Yield the lines of a table."""
    yield "| players | variant        | figure       |   oracle |   engine | standard errors |"
    yield "| ------: | :------------- | :----------- | -------: | -------: | --------------: |"
    for one in comparisons:
        yield (
            f"| {one.players:7} | {one.variant:14} | {one.figure:12} | {one.oracle:8.3f} | "
            f"{one.engine:8.3f} | {one.standard_errors:+15.2f} |"
        )


def main() -> None:
    """Print the table for every variant and number of players."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else ORACLE_GAMES
    every = (
        comparison
        for players in range(GAME.seats[0], GAME.seats[1] + 1)
        for variant in GAME.variants
        for comparison in compare(players, variant, games)
    )
    for line in table(every):
        print(line, flush=True)


if __name__ == "__main__":
    main()
