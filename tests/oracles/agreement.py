"""Compare the engine with the oracles under random play, figure by figure.

Run ``python tests/oracles/agreement.py [GAME [GAMES]]``: plays every variant of a game, or of every
game, with every number of players on both sides, GAMES games each by the oracle, and prints a
table. Oracle and engine share no code and no random numbers, so the difference of each mean is
told in its standard errors.
"""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy.stats import fisher_exact, norm

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from simulate.game import Game, find_game
from simulate.kit.bits import size
from simulate.play import rows as row
from simulate.play.engine import Engine
from simulate.rules.kinds import Value
from strategies import find_strategy
from tests.oracles import animal_splash, scaphandre, schnuff, shoal, snorkeling
from tests.oracles.exact import known_values
from tests.oracles.plain import Outcome, at_random

ORACLE_GAMES = 1500
ENGINE_GAMES = 20_000
#: A figure that differs by more standard errors than this is wrong.
LIMIT = 4.0
#: With fewer games than this that are not as most games are, a mean is far from normal.
RARE = 20
FIGURES = ("seat 1 wins", "turns", "rounds", "decisions", "lead changes", "last at half-time")
Matrix = np.ndarray[Any, np.dtype[np.float64]]


ORACLES: dict[str, Any] = {
    "animal-splash": animal_splash,
    "snorkeling": snorkeling,
    "schnuff": schnuff,
    "scaphandre": scaphandre,
    "shoal": shoal,
}


class Comparison(NamedTuple):
    """One figure by oracle and by engine."""

    game: str
    players: int
    variant: str
    figure: str
    oracle: float
    engine: float
    standard_errors: float


def compare(
    name: str,
    players: int,
    variant: str,
    games: int = ORACLE_GAMES,
    seed: int = 1,
    oracle_rules: Mapping[str, Value] | None = None,
) -> list[Comparison]:
    """Play one variant on both sides; `oracle_rules` differ on the oracle's side only."""
    game = find_game(name)
    values = game.resolve(variant, {}, players)
    figures = [*FIGURES, "score of seat 1", *(count.name for count in game.counts)]
    ours = engine_figures(game, values, players, seed)
    theirs = oracle_figures(game, {**values, **(oracle_rules or {})}, players, games, seed)
    return [
        Comparison(
            name,
            players,
            variant,
            figure,
            float(theirs[:, column].mean()),
            float(ours[:, column].mean()),
            distance(ours[:, column], theirs[:, column]),
        )
        for column, figure in enumerate(figures)
        # What cannot be anything but 0, and is on both sides.
        if ours[:, column].any() or theirs[:, column].any()
    ]


def distance(ours: Matrix, theirs: Matrix) -> float:
    """Return how far apart the means of two samples are, in standard errors.

    Where all but a few games have the same figure, its mean is far from normal: then Fisher's
    exact test compares how many games have another one, and its p-value is told as the standard
    errors that are as unlikely.
    """
    both = np.concatenate([ours, theirs])
    variance = float(both.var())
    if variance == 0:
        return 0.0
    difference = float(ours.mean() - theirs.mean())
    values, times = np.unique(both, return_counts=True)
    usual = values[times.argmax()]
    if (both != usual).mean() * min(len(ours), len(theirs)) < RARE:
        table = [[(some != usual).sum(), (some == usual).sum()] for some in (ours, theirs)]
        unlikely = float(fisher_exact(table).pvalue)
        return math.copysign(float(norm.isf(unlikely / 2)), difference)
    # Both should be samples of one distribution, so one variance serves both.
    return difference / math.sqrt(variance * (1 / len(ours) + 1 / len(theirs)))


def engine_figures(game: Game, values: Mapping[str, Value], players: int, seed: int) -> Matrix:
    """Return a row of figures for each of the engine's games."""
    lineup = [find_strategy("random", game.name)] * players
    results = Engine(game, values, lineup, 1, seed).play(0, ENGINE_GAMES)
    won = [winners % 2 / max(1, size(winners)) for winners in results[:, row.WINNERS].tolist()]
    last = [size(seats) for seats in results[:, row.LAST_AT_HALF].tolist()]
    columns = [row.TURNS, row.ROUNDS, row.DECISIONS, row.LEAD_CHANGES]
    counts = results[:, row.COUNTS :]
    return np.column_stack([won, results[:, columns], last, results[:, row.SCORES], counts])


def oracle_figures(
    game: Game, values: Mapping[str, Any], players: int, games: int, seed: int
) -> Matrix:
    """Return a row of figures for each of the oracle's games."""
    oracle = ORACLES[game.name]
    rules = oracle.Rules(players=players, **known_values(values))
    source = random.Random(seed)
    names = [count.name for count in game.counts]
    outcomes = (at_random(oracle, rules, source) for _ in range(games))
    return np.array([_row(outcome, names) for outcome in outcomes], float)


def _row(outcome: Outcome, names: list[str]) -> list[float]:
    counts = outcome.counts
    assert set(counts) == set(names), f"engine counts {names}, oracle counts {sorted(counts)}"
    return [
        1 / len(outcome.winners) if 0 in outcome.winners else 0,
        outcome.turns,
        outcome.rounds,
        outcome.decisions,
        outcome.lead_changes,
        len(outcome.half_last),
        outcome.scores[0],
        *(counts[name] for name in names),
    ]


def wrong(comparisons: Iterable[Comparison]) -> list[Comparison]:
    """Return the figures that differ by more than `LIMIT` standard errors."""
    return [comparison for comparison in comparisons if not abs(comparison.standard_errors) < LIMIT]


def main() -> None:
    """Print the table for every variant and number of players of the games asked for."""
    names = sys.argv[1:2] or list(ORACLES)
    games = int(sys.argv[2]) if len(sys.argv) > 2 else ORACLE_GAMES
    if not set(names) <= set(ORACLES):
        raise SystemExit(f"there is no oracle for {names[0]}; there is for: {', '.join(ORACLES)}")
    every = (
        comparison
        for name in names
        for players in range(find_game(name).seats[0], find_game(name).seats[1] + 1)
        for variant in find_game(name).variants
        for comparison in compare(name, players, variant, games)
    )
    print("| game | players | variant | figure | oracle | engine | standard errors |")
    print("| :- | -: | :- | :- | -: | -: | -: |")
    distances = []
    for figure in every:
        distances.append(abs(figure.standard_errors))
        print(
            f"| {figure.game} | {figure.players} | {figure.variant} | {figure.figure} "
            f"| {figure.oracle:.3f} | {figure.engine:.3f} | {figure.standard_errors:+.2f} |",
            flush=True,
        )
    beyond, expected = np.sum(np.array(distances) > 3), len(distances) * math.erfc(3 / 2**0.5)
    print(f"\n{beyond} of {len(distances)} differ by more than 3; by chance about {expected:.2g}")


if __name__ == "__main__":
    main()
