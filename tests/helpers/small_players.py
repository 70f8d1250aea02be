"""Strategies in small games, and how much of the win they lose against perfect play."""

from __future__ import annotations

from dataclasses import dataclass, field
from zlib import crc32

import numpy as np

from simulate.game import Snapshot
from tests.helpers.asking import Seen, answers
from tests.helpers.small_games import Position, SmallGame
from tests.oracles.solver import (
    Floats,
    Tree,
    best_answer,
    evenly,
    reached,
    reached_sets,
    solve,
    value,
)

#: A choice that costs less of the win than this counts as the best, as equilibria are approximate.
AS_GOOD = 0.001


@dataclass(frozen=True)
class SmallPlayer:
    """A strategy of the engine in a small game, which chooses `times` times in each view.

    `chosen` has its choices, by digest of the view.
    """

    game: SmallGame
    spec: str
    times: int = 1
    chosen: dict[bytes, list[int]] = field(default_factory=dict, repr=False)

    def ask(self, position: Position) -> list[int]:
        """Return the strategy's choices in a position, each with other random numbers."""
        view = self.game.view_of(position)
        if view not in self.chosen:
            game = self.game
            game.moves(position)
            seen = Seen(game.table, game.own[game.table.seat], game.rules, game.menu)
            self.chosen[view] = [
                next(iter(answers(game.game, self.spec, seen, seed=crc32(view, time))))
                for time in range(self.times)
            ]
        return self.chosen[view]

    @property
    def steady(self) -> bool:
        """True if all choices in each view were the same."""
        return all(len(set(choices)) == 1 for choices in self.chosen.values())

    def strategy(self, tree: Tree, time: int | None = None) -> Floats:
        """Return the frequency of each choice of the tree, or the choices of one `time`.

        All choices are equally frequent in positions that the strategy never reaches with its own
        choices, whatever its rival does.
        """
        if self.spec == "random":
            return evenly(tree)
        chances = evenly(tree)
        comes = np.zeros((2, len(tree.set_of)), bool)
        comes[:, : tree.nodes[1]] = True
        for level in range(len(tree.nodes) - 2):
            nodes = np.arange(*tree.nodes[level : level + 2])
            nodes = nodes[tree.set_of[nodes] >= 0]
            here = comes[tree.owner[tree.set_of[nodes]], nodes]
            for number in np.unique(tree.set_of[nodes[here]]):
                first, end = tree.first[number : number + 2]
                if end - first > 1:
                    answers = self.ask(tree.examples[number])
                    answers = answers if time is None else [answers[time]]
                    offered = tree.moves[first:end].tolist()
                    chances[first:end] = [answers.count(move) / len(answers) for move in offered]
            edges = slice(*tree.edges[level : level + 2])
            choice, parent = tree.choice[edges], tree.parent[edges]
            for seat in (0, 1):
                goes_on = (tree.decider[choice] != seat) | (chances[choice] > 0)
                comes[seat, tree.child[edges][goes_on & comes[seat, parent]]] = True
        return chances


@dataclass(frozen=True)
class Yardstick:
    """Perfect or nearly perfect play of both seats in a game.

    `costs` has the share of the win that each choice costs against perfect play.
    """

    tree: Tree
    strategy: Floats
    costs: Floats


def yardstick_of(tree: Tree, rounds: int = 0) -> Yardstick:
    """Solve a game in `rounds` iterations, or by backward induction (0) if nothing is hidden."""
    if rounds:
        strategy = solve(tree, rounds)
        costs = sum(best_answer(tree, strategy, seat).costs for seat in (0, 1))
        return Yardstick(tree, strategy, np.asarray(costs))
    solved = best_answer(tree, evenly(tree), 0, 1)
    return Yardstick(tree, solved.strategy, solved.costs)


@dataclass(frozen=True)
class Measured:
    """The distance of a strategy from perfect play.

    `wins` is the share of games won against perfect play, with half of the games in each seat;
    perfect play wins half. `decisions` is the number of decisions in a game, without those with a
    single legal action. `loss` is the mean share of the win lost per decision, and `best` the share
    of decisions that cost nothing.
    """

    wins: float
    loss: float
    best: float
    decisions: float


def measure(yardstick: Yardstick, strategy: Floats) -> Measured:
    """Compare a strategy with perfect play."""
    tree = yardstick.tree
    choosing = tree.spread(np.diff(tree.first)) > 1
    weights = np.where(choosing, sum(_weights(yardstick, strategy)), 0.0)
    mixed = [np.where(tree.decider == seat, strategy, yardstick.strategy) for seat in (0, 1)]
    return Measured(
        wins=(1.0 + value(tree, mixed[0]) - value(tree, mixed[1])) / 2,
        loss=float(weights @ yardstick.costs / weights.sum()),
        best=float(weights @ (yardstick.costs < AS_GOOD) / weights.sum()),
        decisions=float(weights.sum() / 2),
    )


def _weights(yardstick: Yardstick, strategy: Floats) -> list[Floats]:
    """Return the probability of each choice in a game against perfect play, for each seat."""
    tree, weights = yardstick.tree, []
    for seat in (0, 1):
        mixed = np.where(tree.decider == seat, strategy, yardstick.strategy)
        sets = tree.spread(reached_sets(tree, reached(tree, mixed, 0, 1)))
        weights.append(np.where(tree.decider == seat, sets * mixed, 0.0))
    return weights


def dearest(game: SmallGame, yardstick: Yardstick, strategy: Floats, most: int) -> list[str]:
    """Return lines on the choices that cost most in games against perfect play."""
    tree = yardstick.tree
    lost = sum(_weights(yardstick, strategy)) / 2 * yardstick.costs
    by_view: dict[tuple[bytes, int], list[int]] = {}
    for choice in np.flatnonzero(lost > 0):
        number = int(np.searchsorted(tree.first, choice, side="right")) - 1
        key = game.view_of(tree.examples[number]), int(tree.moves[choice])
        by_view.setdefault(key, []).append(int(choice))
    lines = []
    for (_, move), choices in sorted(by_view.items(), key=lambda item: -lost[item[1]].sum())[:most]:
        number = int(np.searchsorted(tree.first, choices[0], side="right")) - 1
        game.show(tree.examples[number])
        seat, tell = int(game.table.seat), game.game.teller
        snapshot = Snapshot(game.table, game.own, game.hidden)
        offered = range(*tree.first[number : number + 2])
        costs = [
            f"{tell.action(game.rules, game.table, int(tree.moves[choice]))}: "
            f"{100 * yardstick.costs[choice]:.1f}"
            for choice in offered
        ]
        chosen = tell.action(game.rules, game.table, move)
        lines += [
            f"{chosen}; all such cost {100 * lost[choices].sum():.2f} points a game",
            *(f"    {line}" for line in tell.state(game.rules, snapshot, [seat])),
            f"    costs in points: {'; '.join(costs)}",
        ]
    return lines
