"""Print how far players are from perfect play: ``python -m tests.bench.yardsticks [GAME [SPEC]]``.

Each game is played under rules that make it small enough to be solved (`GAMES`). Tables are in
percent, and losses in percentage points of the win; for a spec its dearest mistakes are description
instead.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

import numpy as np
from scipy.stats import t as student

from simulate.game import find_game
from strategies import strategies_for
from tests.bench.tables import markdown_table
from tests.helpers.small_games import SmallGame, SmallScaphandre, SmallSchnuff, SmallSnorkeling
from tests.helpers.small_players import (
    Measured,
    SmallPlayer,
    Yardstick,
    dearest,
    measure,
    yardstick_of,
)
from tests.oracles.solver import exploited, lay_out

COLUMNS = (
    "player",
    "loss per decision",
    "best choices",
    "wins against perfect play",
    "wins of the best opponent",
)
#: How many mistakes are description.
MISTAKES = 6
SEARCHES = tuple(f"search(rollouts={rollouts})" for rollouts in (16, 64, 256))


@dataclass(frozen=True)
class Small:
    """A game under rules that make it small, with a description of these rules.

    Its `tables` are solved one after the other, each in `rounds` rounds; 0 rounds means backward
    induction, if nothing is hidden. Strategies choose `repeats` times in each view, because some
    choose at random.
    """

    description: str
    tables: Callable[[], Sequence[SmallGame]]
    rounds: int
    repeats: int


GAMES = {
    "schnuff": Small(
        "2 players, one chip each, one limit (12), 10 cards (2 2 3 3 4 4 4 Pass Pass Panic), "
        "3 in hand",
        lambda: [SmallSchnuff(3, {"2": 2, "3": 2, "4": 3, "pass": 2, "panic": 1})],
        rounds=300,
        repeats=8,
    ),
    "snorkeling": Small(
        "2 players, one round, 8 cards (2 colours of 4 values), 2 in hand; ends with the deck",
        lambda: [SmallSnorkeling(2, 4, 1, 2)],
        rounds=200,
        repeats=4,
    ),
    "scaphandre": Small(
        "2 players, all ten cards dealt, so that each knows the other's hand; 21 of the 252 deals",
        lambda: [SmallScaphandre(12, [deal]) for deal in range(6, 252, 12)],
        rounds=0,
        repeats=1,
    ),
}


def main() -> None:
    """Print tables, or the dearest mistakes of one player."""
    for name in sys.argv[1:2] or GAMES:
        small = GAMES[name]
        solved = [(game, yardstick_of(lay_out(game), small.rounds)) for game in small.tables()]
        if sys.argv[2:]:
            _print_mistakes(solved, sys.argv[2])
        else:
            _print_table(solved, name)


def _print_table(solved: Sequence[tuple[SmallGame, Yardstick]], name: str) -> None:
    nodes = sum(len(yardstick.tree.set_of) for _, yardstick in solved)
    print(f"\n**{find_game(name).title}**: {GAMES[name].description}; {nodes} positions.\n")
    print(markdown_table(COLUMNS, ()))
    for spec in (*strategies_for(name), *SEARCHES):
        cells = " | ".join(_cells(solved, spec, GAMES[name].repeats))
        print(f"| `{spec}` | {cells} |", flush=True)


def _print_mistakes(solved: Sequence[tuple[SmallGame, Yardstick]], spec: str) -> None:
    several = solved[:MISTAKES]
    for game, yardstick in several:
        strategy = SmallPlayer(game, spec).strategy(yardstick.tree)
        for line in dearest(game, yardstick, strategy, MISTAKES // len(several)):
            print(line)


def _cells(
    solved: Sequence[tuple[SmallGame, Yardstick]], spec: str, requested: int
) -> Iterator[str]:
    """Measure a player; several deals, or several times that it is repeats, give an interval."""
    measured: list[Measured] = []
    beaten: list[float] = []
    for game, yardstick in solved:
        player = SmallPlayer(game, spec, requested)
        usual = player.strategy(yardstick.tree)
        beaten.append(exploited(yardstick.tree, usual))
        times = 1 if player.steady else requested
        measured += [
            measure(yardstick, player.strategy(yardstick.tree, time) if times > 1 else usual)
            for time in range(times)
        ]
    yield _percent([measurement.loss for measurement in measured], 2)
    yield _percent([measurement.best for measurement in measured], 1)
    yield _percent([measurement.wins for measurement in measured], 1)
    yield _percent(beaten, 1)


def _percent(shares: Sequence[float], decimals: int) -> str:
    """Write a mean in percent with the half width of its 95% interval, if it has one."""
    mean = f"{100 * fmean(shares):.{decimals}f}"
    if len(shares) == 1 or np.ptp(shares) == 0:
        return mean
    half = student.ppf(0.975, len(shares) - 1) * stdev(shares) / len(shares) ** 0.5
    return f"{mean} ± {100 * half:.{decimals}f}"


if __name__ == "__main__":
    main()
