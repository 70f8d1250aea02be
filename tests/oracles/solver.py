"""Solve small games for two exactly: the best play, the best answer to a player, what errors cost.

Plain NumPy, importing nothing of ours. A game is laid out level by level; positions that are
alike are one node. The nodes that their mover cannot tell apart are a set (an information set),
in which a strategy plays alike. Values are seat 0's share of the win, from 0 to 1; seat 1 wins
the rest.

Where nothing is hidden, `best_answer` for both seats is backward induction. Where hands are
hidden, `solve` comes near an equilibrium by counterfactual regret minimisation (Zinkevich and
others, NIPS 2007) in the variant CFR+ (Tammelin, 2014), and `exploited` tells how near.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

import numpy as np

Position = TypeVar("Position", bound=Hashable)
Floats = np.ndarray[Any, np.dtype[Any]]
Numbers = np.ndarray[Any, np.dtype[Any]]

#: What sums of probabilities may differ by and still be equal.
ROUNDING = 1e-12
#: The mover of a position in which the game is over.
NOBODY = 2


class Rules(Protocol[Position]):
    """A game for seats 0 and 1; positions are equal where all that follows is alike."""

    def starts(self) -> Iterable[tuple[float, Position]]:
        """List the first positions with their chances."""

    def mover(self, position: Position) -> int:
        """Return who is to move, or `NOBODY`."""

    def value(self, position: Position) -> float:
        """Return seat 0's share of the win in a position in which the game is over."""

    def seen(self, position: Position) -> Hashable:
        """Return all that the mover knows and remembers."""

    def moves(self, position: Position) -> Sequence[int]:
        """List what the mover can do, at least one thing; it follows from what is seen."""

    def after(self, position: Position, move: int) -> Iterable[tuple[float, Position]]:
        """List what a move leads to, with the chances."""


@dataclass(frozen=True)
class Tree:
    """A game laid out. Nodes, sets, choices (the moves of a set) and edges have numbers.

    Attributes
    ----------
    set_of, value, chance
        By node: its set (-1 where the game is over), the value there, the chance to begin there.
    parent, choice, odds, child
        By edge: a node, the choice made there, how likely it then leads here, and to which node.
    owner, examples
        By set: who decides, and a position in it.
    first
        By set: its first choice; one more is the end.
    moves, decider
        By choice: the move, and who decides.
    nodes, sets, edges
        By level: its first node, set and edge; one more is the end.
    """

    set_of: Numbers
    value: Floats
    chance: Floats
    parent: Numbers
    choice: Numbers
    odds: Floats
    child: Numbers
    owner: Numbers
    examples: list[Any] = field(repr=False)
    first: Numbers
    moves: Numbers
    decider: Numbers
    nodes: list[int]
    sets: list[int]
    edges: list[int]

    def of_sets(self, choices: Floats) -> Floats:
        """Add up numbers of choices in each set."""
        return np.add.reduceat(choices, self.first[:-1])

    def best_of_sets(self, choices: Floats) -> Floats:
        """Return the highest number of the choices of each set."""
        return np.maximum.reduceat(choices, self.first[:-1])

    def spread(self, sets: Floats) -> Floats:
        """Repeat a number of each set for its choices."""
        return np.repeat(sets, np.diff(self.first))


def lay_out(rules: Rules[Position]) -> Tree:
    """Lay out all that can happen."""
    nodes, sets, edges, first = [0], [0], [0], [0]
    set_of: list[int] = []
    value: list[float] = []
    links: list[tuple[int, int, float, int]] = []
    owner: list[int] = []
    examples: list[Any] = []
    moves: list[int] = []
    level: dict[Any, int] = {}
    chance: list[float] = []
    for odds, position in rules.starts():
        node = level.setdefault(position, len(level))
        chance += [0.0] * (len(level) - len(chance))
        chance[node] += odds
    while level:
        nodes.append(nodes[-1] + len(level))
        known: dict[Hashable, int] = {}
        following: dict[Any, int] = {}
        for position, node in level.items():
            mover = rules.mover(position)
            if mover == NOBODY:
                set_of.append(-1)
                value.append(rules.value(position))
                continue
            offered = rules.moves(position)
            number = known.setdefault((mover, rules.seen(position)), len(owner))
            if number == len(owner):
                owner.append(mover)
                examples.append(position)
                moves += offered
                first.append(len(moves))
            assert moves[first[number] : first[number + 1]] == list(offered), "see `Rules.moves`"
            set_of.append(number)
            value.append(0.0)
            for place, move in enumerate(offered, first[number]):
                for odds, then in rules.after(position, move):
                    child = following.setdefault(then, nodes[-1] + len(following))
                    links.append((node, place, odds, child))
        sets.append(len(owner))
        edges.append(len(links))
        level = following
    parent, choice, weights, child_of = zip(*links, strict=True)
    return Tree(
        np.array(set_of), np.array(value), np.array(chance + [0.0] * (len(value) - len(chance))),
        np.array(parent), np.array(choice), np.array(weights), np.array(child_of),
        np.array(owner), examples, np.array(first), np.array(moves),
        np.repeat(owner, np.diff(first)), nodes, sets, edges,
    )  # fmt: skip


# A strategy is a probability for each choice, of both seats.


def evenly(tree: Tree) -> Floats:
    """Return the strategy that chooses evenly."""
    return 1.0 / tree.spread(np.diff(tree.first))


def in_proportion(tree: Tree, weights: Floats) -> Floats:
    """Return the strategy that chooses in proportion to weights, and evenly where all are 0."""
    sums = tree.spread(tree.of_sets(weights))
    return np.divide(weights, sums, out=evenly(tree), where=sums > 0)


def reached(tree: Tree, strategy: Floats, *seats: int) -> Floats:
    """Return by node how likely it is reached.

    These seats choose by the strategy; the others always do what leads there.
    """
    follows = np.where(np.isin(tree.decider, seats), strategy, 1.0)
    weights = tree.odds * follows[tree.choice]
    likely = tree.chance.copy()
    for level in range(len(tree.nodes) - 2):
        edges = slice(*tree.edges[level : level + 2])
        low, high = tree.nodes[level + 1 : level + 3]
        came = likely[tree.parent[edges]] * weights[edges]
        likely[low:high] += np.bincount(tree.child[edges] - low, came, high - low)
    return likely


def reached_sets(tree: Tree, likely: Floats) -> Floats:
    """Return by set how likely it is reached, from how likely its nodes are."""
    going_on = tree.set_of >= 0
    return np.bincount(tree.set_of[going_on], likely[going_on], len(tree.owner))


def played_on(tree: Tree, strategy: Floats) -> Floats:
    """Return by node what seat 0 wins when both play on by a strategy."""
    weights = tree.odds * strategy[tree.choice]
    worth = tree.value.copy()
    for level in range(len(tree.nodes) - 2, -1, -1):
        edges = slice(*tree.edges[level : level + 2])
        low, high = tree.nodes[level : level + 2]
        came = weights[edges] * worth[tree.child[edges]]
        worth[low:high] += np.bincount(tree.parent[edges] - low, came, high - low)
    return worth


def value(tree: Tree, strategy: Floats) -> float:
    """Return what seat 0 wins of the game when both play by a strategy."""
    return float(tree.chance @ played_on(tree, strategy))


@dataclass(frozen=True)
class Answer:
    """The best that some seats can do."""

    #: What seat 0 wins of the game then.
    value: float
    #: By choice: theirs, evenly among equally good ones, and what it answers.
    strategy: Floats
    #: By choice of these seats: how much less of the win is theirs after it than after their best
    #: choice, if they do their best from then on. In sets that others never let happen, 0.
    costs: Floats


def best_answer(tree: Tree, strategy: Floats, *seats: int) -> Answer:
    """Return the best that one seat can do against the other's part of a strategy.

    With both seats it is best play of both, if nothing is hidden.
    """
    others = {0, 1} - set(seats)
    assert others or len(tree.owner) == (tree.set_of >= 0).sum(), "something is hidden"
    likely = reached(tree, strategy, *others)
    ours, sign = np.isin(tree.decider, seats), np.where(tree.decider == 0, 1.0, -1.0)
    answer, gains = strategy.copy(), np.zeros(len(tree.moves))
    worth = tree.value.copy()
    for level in range(len(tree.nodes) - 2, -1, -1):
        edges = slice(*tree.edges[level : level + 2])
        low, high = tree.nodes[level : level + 2]
        choices = slice(*tree.first[tree.sets[level : level + 2]])
        parent, choice = tree.parent[edges], tree.choice[edges]
        came = tree.odds[edges] * worth[tree.child[edges]]
        size = choices.stop - choices.start
        won = np.bincount(choice - choices.start, likely[parent] * came, size)
        gains[choices] = sign[choices] * won
        best = gains[choices] >= tree.spread(tree.best_of_sets(gains))[choices] - ROUNDING
        answer[choices] = np.where(ours[choices], best, answer[choices])
        answer[choices] = in_proportion(tree, answer)[choices]
        worth[low:high] += np.bincount(parent - low, came * answer[choice], high - low)
    costs = tree.spread(tree.best_of_sets(gains)) - gains
    sets = tree.spread(reached_sets(tree, likely))
    costs = np.divide(costs, sets, out=np.zeros(len(costs)), where=ours & (sets > 0))
    return Answer(float(tree.chance @ worth), answer, costs)


def exploited(tree: Tree, strategy: Floats) -> float:
    """Return what best answers win against a strategy, in the mean of both seats."""
    return (1.0 + best_answer(tree, strategy, 0).value - best_answer(tree, strategy, 1).value) / 2


def solve(tree: Tree, rounds: int) -> Floats:
    """Return a strategy near an equilibrium, by so many rounds of CFR+."""
    sign = np.where(tree.decider == 0, 1.0, -1.0)
    regrets, total = np.zeros(len(tree.moves)), np.zeros(len(tree.moves))
    for number in range(1, rounds + 1):
        for seat in (0, 1):
            own, strategy = tree.decider == seat, in_proportion(tree, regrets)
            likely = reached(tree, strategy, 1 - seat)
            came = likely[tree.parent] * tree.odds * played_on(tree, strategy)[tree.child]
            gains = sign * np.bincount(tree.choice, came, len(tree.moves))
            gains -= tree.spread(tree.of_sets(gains * strategy))
            regrets[own] = np.maximum(regrets + gains, 0.0)[own]
            strategy = in_proportion(tree, regrets)
            weights = tree.spread(reached_sets(tree, reached(tree, strategy, seat)))
            total[own] += (number * weights * strategy)[own]
    return in_proportion(tree, total)
