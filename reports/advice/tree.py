"""Decision trees that describe choices: a short tree whose leaves have weights.

A leaf is a kind of legal action. The model behind it is the conditional logit: at each decision, an
action is chosen with a probability in proportion to the weight of its leaf. The player that the
tree describes takes the action with the highest weight; ties are broken at random.

A library for trees is not used, because theirs do not know that the actions of a decision compete,
and do not prefer features that can be said in plain words.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from reports.advice.features import Feature

#: The maximum depth of a tree and the maximum number of its leaves.
MOST_DEPTH, MOST_LEAVES = 4, 8
#: The maximum number of bounds at which a feature is split.
MOST_BOUNDS = 12
#: The maximum number of bounds that are tried once a feature was chosen.
MOST_REFINED = 200
#: A split has to gain at least this much likelihood, in units of a chi-squared statistic with one
#: degree of freedom. It is high, because thousands of splits are tried.
LEAST_GAIN = 20.0
#: Both sides of a split need at least this number of actions per decision.
LEAST_SHARE = 0.03
#: Splits whose gain is at least this share of the best are as good, so the plainest is chosen.
AS_GOOD = 0.97
#: The factor of the gain of a question about something that some of the actions do not have.
PARTIAL = 0.85
#: Two leaves are merged if the tree then explains less by at most this share of what it explains.
WORTH_A_SPLIT = 0.012
#: The number of rounds in which the weights of leaves are found.
_ROUNDS = 200
#: Half a choice is added to each leaf, so that no weight is 0.
_PRIOR = 0.5


@dataclass(frozen=True, eq=False)
class ActionSet:
    """Legal actions of some decisions, as indices of the actions of all decisions."""

    #: The actions, those of a decision one after another: shape (actions,).
    actions: NDArray[np.int64]
    #: The index in `actions` of the first action of each decision: shape (decisions,).
    starts: NDArray[np.int64]
    #: True for actions that were chosen: shape (actions,).
    chosen: NDArray[np.bool_]

    @property
    def decisions(self) -> NDArray[np.int64]:
        """The index of the decision of each action."""
        lengths = np.diff(np.append(self.starts, len(self.actions)))
        return np.repeat(np.arange(len(self.starts)), lengths)

    def any_of(self, is_meant: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return True for the decisions with at least one of the meant actions."""
        if not len(self.starts):
            return np.zeros(0, np.bool_)
        has_any: NDArray[np.bool_] = np.logical_or.reduceat(is_meant, self.starts)
        return has_any


@dataclass(eq=False)
class Node:
    """A node of a tree: a leaf, or a question with a node for each answer."""

    depth: int = 0
    #: The feature of the question and the lowest value for "yes"; None for a leaf.
    feature: Feature | None = None
    bound: float = 0.0
    yes: Node | None = None
    no: Node | None = None
    #: True if some actions that reach the question have no value of the feature; they are "no".
    is_partial: bool = False
    #: The weight of a leaf.
    weight: float = 1.0

    def leaves(self) -> Iterator[Node]:
        """Yield the leaves below this node, or the node itself."""
        if self.yes is None or self.no is None:
            yield self
        else:
            yield from self.yes.leaves()
            yield from self.no.leaves()

    def questions(self) -> Iterator[Node]:
        """Yield the nodes with a question, from this node downwards."""
        if self.yes is not None and self.no is not None:
            yield self
            yield from self.yes.questions()
            yield from self.no.questions()

    def split(self, feature: Feature, bound: float, *, is_partial: bool) -> None:
        """Turn a leaf into a question."""
        self.is_partial = is_partial
        self.feature = feature
        self.bound = bound
        self.yes = Node(self.depth + 1)
        self.no = Node(self.depth + 1)

    def merge(self) -> tuple[Feature | None, Node | None, Node | None]:
        """Turn a question into a leaf; return what `restore` needs."""
        kept = (self.feature, self.yes, self.no)
        self.feature = self.yes = self.no = None
        return kept

    def restore(self, kept: tuple[Feature | None, Node | None, Node | None]) -> None:
        """Turn a leaf into the question that it was before `merge`."""
        self.feature, self.yes, self.no = kept

    def sort(self, actions: NDArray[np.int64]) -> dict[Node, NDArray[np.int64]]:
        """Return the places in `actions` of those that belong to each leaf."""
        sorted_places: dict[Node, NDArray[np.int64]] = {}
        self._sort(actions, np.arange(len(actions)), sorted_places)
        return sorted_places

    def _sort(
        self,
        actions: NDArray[np.int64],
        places: NDArray[np.int64],
        into: dict[Node, NDArray[np.int64]],
    ) -> None:
        """Add the places of actions that reach this node to the leaves below it."""
        if self.feature is None or self.yes is None or self.no is None:
            into[self] = places
            return
        is_yes = self.feature.values[actions[places]] >= self.bound
        self.yes._sort(actions, places[is_yes], into)
        self.no._sort(actions, places[~is_yes], into)


def leaf_numbers(tree: Node, action_set: ActionSet) -> NDArray[np.int64]:
    """Return the number of the leaf of each action, in the order of `Node.leaves`."""
    numbers = np.zeros(len(action_set.actions), np.int64)
    places = tree.sort(action_set.actions)
    for number, leaf in enumerate(tree.leaves()):
        numbers[places[leaf]] = number
    return numbers


def explained(values: NDArray[np.float64], action_set: ActionSet) -> NDArray[np.float64]:
    """Return, for each decision, the probability that a player makes the same choice.

    The player takes the action with the highest value; ties are broken at random.
    """
    best = np.maximum.reduceat(values, action_set.starts)
    is_best = values == best[action_set.decisions]
    return np.add.reduceat(is_best & action_set.chosen, action_set.starts) / np.add.reduceat(
        is_best.astype(np.int64), action_set.starts
    )


def weights_of(tree: Node, action_set: ActionSet) -> NDArray[np.float64]:
    """Return the weight of the leaf of each action."""
    weights = np.array([leaf.weight for leaf in tree.leaves()])
    of_actions: NDArray[np.float64] = weights[leaf_numbers(tree, action_set)]
    return of_actions


def grow_tree(features: Sequence[Feature], growing: ActionSet, pruning: ActionSet) -> Node:
    """Return a tree that describes choices, with weights from all of them.

    Parameters
    ----------
    features
        The features.
    growing
        The decisions from which questions are chosen.
    pruning
        Other decisions, which show what questions are worth.
    """
    tree = Node()
    if len(growing.starts) and len(pruning.starts):
        splits = _list_splits(features, growing)
        while splits and _split_best_leaf(tree, splits, growing):
            _find_weights(tree, growing)
        _prune(tree, growing, pruning)
    _find_weights(tree, join(growing, pruning))
    return tree


def join(first: ActionSet, second: ActionSet) -> ActionSet:
    """Return the decisions of both."""
    return ActionSet(
        np.concatenate([first.actions, second.actions]),
        np.concatenate([first.starts, second.starts + len(first.actions)]),
        np.concatenate([first.chosen, second.chosen]),
    )


@dataclass(frozen=True, eq=False)
class _Splits:
    """All questions that are tried."""

    features: list[Feature]
    bounds: list[float]
    #: For each question, the actions for which the answer is yes, as 1 or 0.
    answers: NDArray[np.float32]
    #: For each feature that some actions lack, True for these actions.
    lacks: dict[Feature, NDArray[np.bool_]]

    def lacking(self, inside: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return, for each question, True if some of the actions in a leaf lack its feature."""
        lacked = {feature for feature, lacks in self.lacks.items() if lacks[inside].any()}
        return np.array([feature in lacked for feature in self.features])


def _list_splits(features: Sequence[Feature], action_set: ActionSet) -> _Splits | None:
    """Return the questions that are tried; None if there are none."""
    chosen_features: list[Feature] = []
    bounds: list[float] = []
    answers = []
    seen: set[bytes] = set()
    for feature in features:
        values = feature.values[action_set.actions]
        for bound in _bounds(values):
            answer = values >= bound
            content = np.packbits(answer).tobytes()
            opposite = np.packbits(~answer).tobytes()
            if content in seen or opposite in seen:
                continue
            seen.add(content)
            chosen_features.append(feature)
            bounds.append(bound)
            answers.append(answer.astype(np.float32))
    if not answers:
        return None
    lacks = {}
    for feature in dict.fromkeys(chosen_features):
        is_lacking = np.isnan(feature.values[action_set.actions])
        if is_lacking.any():
            lacks[feature] = is_lacking
    return _Splits(chosen_features, bounds, np.array(answers), lacks)


def _bounds(values: NDArray[np.float64]) -> list[float]:
    """Return the values at which a feature is split: each is the lowest value for "yes"."""
    known = values[~np.isnan(values)]
    # A split at the lowest value would only separate actions that have the feature from those that
    # lack it. The kind of the action says this already.
    bounds = np.unique(known)[1:]
    if len(bounds) > MOST_BOUNDS:
        shares = np.linspace(0, 1, MOST_BOUNDS + 2)[1:-1]
        quantiles = np.unique(np.quantile(known, shares, method="higher"))
        bounds = quantiles[quantiles >= bounds[0]]
    return bounds.tolist()  # type: ignore[no-any-return]


def _split_best_leaf(tree: Node, splits: _Splits, action_set: ActionSet) -> bool:
    """Split the leaf that gains most; return False if no split is worth it."""
    leaves = list(tree.leaves())
    if len(leaves) >= MOST_LEAVES:
        return False
    weights = weights_of(tree, action_set)
    chances = weights / np.add.reduceat(weights, action_set.starts)[action_set.decisions]
    surplus = (action_set.chosen - chances).astype(np.float64)
    spread = chances * (1 - chances)
    best = (LEAST_GAIN, -1)
    best_leaf = None
    best_is_partial = False
    numbers = leaf_numbers(tree, action_set)
    decisions = len(action_set.starts)
    plainness = np.array([feature.plainness for feature in splits.features])
    for number, leaf in enumerate(leaves):
        if leaf.depth >= MOST_DEPTH:
            continue
        inside = numbers == number
        gains = _gains(splits.answers[:, inside], surplus[inside], spread[inside], decisions)
        is_partial = splits.lacking(inside)
        worth = gains * plainness * np.where(is_partial, PARTIAL, 1.0)
        top = worth.max(initial=0.0)
        if top <= best[0]:
            continue
        as_good = np.flatnonzero(worth >= AS_GOOD * top)
        place = int(as_good[np.argmax(plainness[as_good])])
        best = (float(top), place)
        best_leaf = leaf
        best_is_partial = bool(is_partial[place])
    if best_leaf is None:
        return False
    feature, bound = splits.features[best[1]], splits.bounds[best[1]]
    inside = numbers == leaves.index(best_leaf)
    values = feature.values[action_set.actions[inside]]
    bound = _refine(bound, values, surplus[inside], spread[inside], decisions)
    best_leaf.split(feature, bound, is_partial=best_is_partial)
    return True


def _refine(
    bound: float,
    values: NDArray[np.float64],
    surplus: NDArray[np.float64],
    spread: NDArray[np.float64],
    decisions: int,
) -> float:
    """Return the best bound at which a feature is split in a leaf.

    Only some of the bounds were tried before if there are many. `bound` is returned if there are
    still too many, or if none is better. The other parameters are as in `_gains`; `values` are
    those of the feature.
    """
    bounds = np.unique(values[~np.isnan(values)])[1:]
    if not 0 < len(bounds) <= MOST_REFINED:
        return bound
    bounds = np.append(bound, bounds)
    answers = (values >= bounds[:, None]).astype(np.float32)
    gains = _gains(answers, surplus, spread, decisions)
    return float(bounds[gains.argmax()])


def _gains(
    answers: NDArray[np.float32],
    surplus: NDArray[np.float64],
    spread: NDArray[np.float64],
    decisions: int,
) -> NDArray[np.float64]:
    """Return the gain of each question in a leaf (a score test of the conditional logit).

    Parameters
    ----------
    answers
        The answers to each question for the actions of the leaf.
    surplus
        For each action, 1 if it was chosen or else 0, less its chance.
    spread
        The variance of this number.
    decisions
        The number of all decisions.
    """
    of_yes = answers @ surplus
    spread_of_yes = answers @ spread
    number_of_yes = answers.sum(axis=1)
    of_no = surplus.sum() - of_yes
    spread_of_no = spread.sum() - spread_of_yes
    gains = of_yes**2 / (spread_of_yes + 1) + of_no**2 / (spread_of_no + 1)
    gains -= surplus.sum() ** 2 / (spread.sum() + 1)
    least = LEAST_SHARE * decisions
    is_rare = (number_of_yes < least) | (answers.shape[1] - number_of_yes < least)
    worthwhile: NDArray[np.float64] = np.where(is_rare, 0.0, gains)
    return worthwhile


def _find_weights(tree: Node, action_set: ActionSet) -> None:
    """Set the weights of the leaves to those under which the choices are most likely.

    They are found by the method of Hunter (MM algorithms for generalized Bradley-Terry models,
    Annals of Statistics 32, 2004).
    """
    leaves = list(tree.leaves())
    if not len(action_set.starts):
        return
    numbers = leaf_numbers(tree, action_set)
    offered = np.zeros((len(action_set.starts), len(leaves)))
    np.add.at(offered, (action_set.decisions, numbers), 1.0)
    chosen = np.bincount(numbers[action_set.chosen], minlength=len(leaves)) + _PRIOR
    weights = np.ones(len(leaves))
    for _ in range(_ROUNDS):
        totals = offered @ weights + _PRIOR / len(action_set.starts) * 2
        weights = chosen / ((offered / totals[:, None]).sum(axis=0) + _PRIOR)
        weights /= math.exp(np.log(weights).mean())
    for leaf, weight in zip(leaves, weights.tolist(), strict=True):
        leaf.weight = weight


def _prune(tree: Node, growing: ActionSet, pruning: ActionSet) -> None:
    """Merge leaves as long as the tree explains hardly less; the least loss comes first."""

    def measure() -> float:
        _find_weights(tree, growing)
        return float(explained(weights_of(tree, pruning), pruning).mean())

    share = measure()
    while True:
        losses: list[tuple[float, int, Node]] = []
        for node in tree.questions():
            if node.yes is None or node.no is None or node.yes.yes or node.no.yes:
                continue
            kept = node.merge()
            losses.append((share - measure(), len(losses), node))
            node.restore(kept)
        if not losses:
            break
        loss, _, node = min(losses, key=lambda entry: entry[:2])
        if loss > WORTH_A_SPLIT * share:
            break
        node.merge()
        share = measure()
    measure()
