"""Tune a strategy's weights: ``python tests/bench/tune.py snorkeling --variant base expert``.

A ladder of champions. The first is the strategy as it is. A challenger is looked for among the
weights around the champion's, by the cross-entropy method (Rubinstein 1999): draw many, race
them, draw again around those that came in first. A race plays the same deals for all and drops
the worse half lap by lap, so that most games go to the good ones; the optimizers of libraries want
one number for each point, and know no races. They race at three kinds of tables, with each
number of players in each variant: one of them among champions, one champion among them, and one
of them among former champions and other styles. Then the challenger is measured on deals that no
race had. It becomes champion if, all tables taken together, it wins clearly more than its share
among champions, and nowhere clearly less than its share among any earlier one, nor any earlier
one more among those like it: so the ladder does not lead in a circle. It ends with the first
challenger who does not become champion.

What is printed is the same each time, on any number of jobs.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import joblib
import numpy as np

from simulate.game import find_game
from simulate.play import rows as row
from simulate.play.engine import Engine
from simulate.strategy import Strategy
from simulate.study import rotations
from strategies import find_strategy, strategies_for

Numbers = np.ndarray[Any, np.dtype[np.float64]]

#: Stands in a line-up for whoever is measured.
NEW = "?"
#: How many challengers are drawn at once, and how many of them come in.
DRAWN, KEPT = 24, 6
#: How far around the champion they are drawn at first, as shares of a weight and of its bounds.
OF_WEIGHT, OF_BOUNDS = 0.35, 0.03
#: Standard errors beyond which a share is clearly above or below the fair one.
CLEAR = 3.0
#: Deals that no race plays begin here.
FRESH = 10**9


@dataclass(frozen=True)
class Table:
    """Who sits where, `NEW` for whoever is measured, and under which rules."""

    variant: str
    players: int
    seats: tuple[str, ...]


@dataclass(frozen=True)
class Share:
    """What share of games was won, as a multiple of the fair one, with its standard error."""

    value: float
    error: float
    games: int
    unfinished: int

    @property
    def low(self) -> float:
        """The least that it is likely to be."""
        return self.value - CLEAR * self.error

    @property
    def high(self) -> float:
        """The most that it is likely to be."""
        return self.value + CLEAR * self.error


class Ground:
    """Where strategies are measured: a game, each variant with each number of players.

    All deals and all weights drawn are of one seed; `jobs` threads change nothing but the speed.
    `played` counts games.
    """

    def __init__(
        self, game: str, variants: Sequence[str], players: Sequence[int], seed: int, jobs: int
    ) -> None:
        self.game, self.seed, self.jobs, self.played = game, seed, jobs, 0
        self.rules = [(variant, count) for variant in variants for count in players]

    def tables(self, others: Callable[[int], tuple[str, ...]]) -> list[Table]:
        """Return a table of each kind, at which `others` gives who sits there."""
        return [Table(variant, players, others(players)) for variant, players in self.rules]

    def deals(
        self, specs: Sequence[str], tables: Sequence[Table], first: int, deals: int
    ) -> Numbers:
        """Measure strategies on the same deals: shape (specs, tables, deals, 2).

        How much of a fair share of the win each had, and how many games did not end.
        """
        calls = [joblib.delayed(self._one)(s, t, first, deals) for s in specs for t in tables]
        block_wins = joblib.Parallel(n_jobs=self.jobs, backend="threading")(calls)
        self.played += sum(deals * rotations(table.seats, True) for table in tables) * len(specs)
        return np.reshape(block_wins, (len(specs), len(tables), deals, 2))

    def share(self, spec: str, table: Table, games: int) -> Share:
        """Measure one strategy at one table, on fresh deals."""
        turned = rotations(table.seats, True)
        deals = -(-games // turned)
        step = max(1, deals // 40)
        parts = [
            joblib.delayed(self._one)(spec, table, FRESH + k, min(step, deals - k))
            for k in range(0, deals, step)
        ]
        results = np.concatenate(joblib.Parallel(n_jobs=self.jobs, backend="threading")(parts))
        self.played += deals * turned
        shares = results[:, 0]
        error = shares.std(ddof=1) / deals**0.5
        return Share(shares.mean(), error, deals * turned, int(results[:, 1].sum()))

    def _one(self, spec: str, table: Table, first: int, deals: int) -> Numbers:
        lineup = tuple(spec if seat == NEW else seat for seat in table.seats)
        game, turned = find_game(self.game), rotations(table.seats, True)
        strategies = [_find(spec, self.game) for spec in lineup]
        values = game.resolve(table.variant, {}, table.players)
        engine = Engine(game, values, strategies, turned, self.seed)
        games = engine.play(first * turned, deals * turned)
        won = games[:, row.WINNERS, None] >> np.arange(table.players) & 1
        shares = won / np.maximum(1, won.sum(axis=1, keepdims=True))
        places = [place for place, seat in enumerate(table.seats) if seat == NEW]
        seats = (np.array(places) - games[:, row.ROTATION, None]) % table.players
        fair = np.take_along_axis(shares, seats, axis=1).mean(axis=1) * table.players
        by_game = np.stack([fair, 1 - games[:, row.FINISHED]], axis=1)
        by_deal = by_game.reshape(deals, turned, 2)
        return np.stack([by_deal[..., 0].mean(axis=1), by_deal[..., 1].sum(axis=1)], axis=1)


@cache
def _find(spec: str, game: str) -> Strategy:
    return find_strategy(spec, game)


def alone(other: str) -> Callable[[int], tuple[str, ...]]:
    """Return tables of one new player and one kind of others."""
    return lambda players: (NEW, *[other] * (players - 1))


def among(other: str) -> Callable[[int], tuple[str, ...]]:
    """Return tables of one other player and new ones."""
    return lambda players: (other, *[NEW] * (players - 1))


def mixed(others: Sequence[str]) -> Callable[[int], tuple[str, ...]]:
    """Return tables of one new player and others of several kinds."""
    return lambda players: (NEW, *[others[k % len(others)] for k in range(players - 1)])


class Weights:
    """The named weights of a strategy, as points in a box; the others stay as they are."""

    def __init__(self, start: Strategy, names: Sequence[str]) -> None:
        self.strategy = start
        self.names = list(names)
        declared = [start.parameters[name] for name in self.names]
        self.low = np.array([p.minimum for p in declared], float)
        self.high = np.array([p.maximum for p in declared], float)
        values = dict(zip(start.parameters, start.vector, strict=True))
        self.middle = np.array([values[name] for name in self.names])
        self.width = OF_WEIGHT * np.abs(self.middle) + OF_BOUNDS * (self.high - self.low)

    def spec(self, point: Numbers) -> str:
        """Return the strategy with a point's weights, in three digits."""
        inside = np.clip(point, self.low, self.high)
        written = {n: float(f"{v:.3g}") for n, v in zip(self.names, inside, strict=True)}
        return self.strategy.with_values(written).spec


def find_challenger(
    ground: Ground, weights: Weights, tables: Sequence[Table], generations: int, lap: int
) -> str:
    """Return the spec of the weights that the races end up around."""
    chance = np.random.default_rng(ground.seed)
    middle, width = weights.middle, weights.width
    deal = 0
    for generation in range(generations):
        drawn = middle + width * chance.standard_normal((DRAWN, len(middle)))
        drawn[0] = middle
        drawn = np.clip(drawn, weights.low, weights.high)
        order, laps = _race(ground, [weights.spec(point) for point in drawn], tables, deal, lap)
        deal += laps
        first = drawn[order[:KEPT]]
        steps = np.sqrt(np.mean((first - middle) ** 2, axis=0))
        middle, width = first.mean(axis=0), 0.5 * width + 0.45 * steps
        _tell(f"  {generation + 1}: {weights.spec(middle)}")
    return weights.spec(middle)


def _race(
    ground: Ground, specs: Sequence[str], tables: Sequence[Table], first: int, lap: int
) -> tuple[list[int], int]:
    """Return the order in which they come in, and how many deals it took."""
    order = list(range(len(specs)))
    totals = np.zeros(len(specs))
    deals, alive = 0, len(specs)
    while alive > KEPT:
        more = lap + deals  # a lap is twice as long as the one before
        running = order[:alive]
        new_deals = ground.deals([specs[k] for k in running], tables, first + deals, more)
        totals[running] += new_deals[..., 0].mean(axis=1).sum(axis=1)
        deals += more
        running.sort(key=lambda k: -totals[k])
        order[:alive] = running
        alive = max(KEPT, alive // 2)
    return order, deals


def climb(
    ground: Ground,
    champion: str,
    names: Sequence[str],
    styles: Sequence[str],
    *,
    rounds: int,
    generations: int,
    lap: int,
    games: int,
) -> list[str]:
    """Let challengers win against champions until none does; return all champions."""
    champions = [champion]
    for number in range(rounds):
        _tell(f"Looking for who beats {champions[-1]}")
        former = [*reversed(champions), *styles]
        tables = [
            *ground.tables(alone(champions[-1])),
            *ground.tables(among(champions[-1])),
            *ground.tables(mixed(former)),
        ]
        weights = Weights(find_strategy(champions[-1], ground.game), names)
        challenger = find_challenger(ground, weights, tables, generations, lap)
        print(f"\n{number + 1}. {challenger}\n", flush=True)
        held = [measure(ground, challenger, old, games) for old in champions]
        if not (held[-1][0] and all(no_worse for _, no_worse in held)):
            print("It does not become champion.")
            break
        champions.append(challenger)
    return champions


def measure(ground: Ground, new: str, old: str, games: int) -> tuple[bool, bool]:
    """Measure a new one against an old one, and print it.

    Tells whether it is clearly better all in all, and whether it is nowhere clearly worse.
    """
    print(f"Against {old}:\n")
    print("| variant | players | new among old | old among new |\n| --- | --- | --- | --- |")
    own_wins, theirs = [], []
    for alone_table, several in zip(
        ground.tables(alone(old)), ground.tables(among(old)), strict=True
    ):
        own_wins.append(ground.share(new, alone_table, games))
        theirs.append(_turned(ground.share(new, several, games), alone_table.players))
        cells = [_written(share, alone_table.players) for share in (own_wins[-1], theirs[-1])]
        print(
            f"| {alone_table.variant} | {alone_table.players} | {' | '.join(cells)} |", flush=True
        )
    print(flush=True)
    values, errors = ([getattr(share, name) for share in own_wins] for name in ("value", "error"))
    together = float(np.mean(values)) - CLEAR * float(np.hypot.reduce(errors)) / len(own_wins)
    worse = any(share.high < 1 for share in own_wins) or any(share.low > 1 for share in theirs)
    return together > 1, not worse


def _turned(share: Share, players: int) -> Share:
    """Return the share of the one whose others, all alike, had this share."""
    rest = players - 1
    return Share(players - rest * share.value, rest * share.error, share.games, share.unfinished)


def _written(share: Share, players: int) -> str:
    """Write a share as the win rate it is, with half of its 95% interval."""
    rate = 100 / players
    unfinished = f", {share.unfinished} unfinished" if share.unfinished else ""
    return f"{share.value * rate:.1f} ± {1.96 * share.error * rate:.1f}{unfinished}"


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def main() -> None:
    """Tune a strategy and print each step of the ladder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--strategy", help="the spec to begin with (default: the game's own)")
    parser.add_argument("--variant", nargs="+", help="variants (default: the game's own)")
    parser.add_argument("--players", nargs="+", type=int, help="how many (default: all)")
    parser.add_argument("--leave", nargs="+", default=[], help="weights to leave as they are")
    parser.add_argument("--style", nargs="+", help="others at mixed tables (default: solid ones)")
    parser.add_argument("--against", help="a spec to be measured against, instead of tuning")
    parser.add_argument("--rounds", type=int, default=4, help="the most champions to look for")
    parser.add_argument("--generations", type=int, default=12, help="races for each of them")
    parser.add_argument("--lap", type=int, default=8, help="deals a table in a race's first lap")
    parser.add_argument("--games", type=int, default=20_000, help="games a cell when measured")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    game = find_game(given.game)
    champion = find_strategy(given.strategy or game.default_strategy, game.name)
    names = [name for name in champion.parameters if name not in given.leave]
    styles = given.style or [
        style.name
        for style in strategies_for(game.name).values()
        if style.tier >= 2 and style.name != champion.name
    ]
    variants = given.variant or [game.default_variant]
    players = given.players or range(game.seats[0], game.seats[1] + 1)
    ground = Ground(game.name, variants, players, given.seed, given.jobs)
    if given.against:
        measure(ground, champion.spec, given.against, given.games)
        return
    sizes = {name: getattr(given, name) for name in ("rounds", "generations", "lap", "games")}
    champions = climb(ground, champion.spec, names, styles, **sizes)
    print(f"\nThe champion: {champions[-1]}\n{ground.played:,} games were played.")


if __name__ == "__main__":
    main()
