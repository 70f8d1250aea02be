"""The advice on a strategy: a tree, and the share of choices that it explains."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from reports.advice.features import KIND, Feature, find_features, kinds_by_first_word
from reports.advice.recording import RecordedDecisions, record_decisions
from reports.advice.tree import (
    ActionSet,
    Node,
    explained,
    grow_tree,
    join,
    leaf_numbers,
    weights_of,
)
from reports.advice.wording import describe_range, quoted
from reports.figures.statistics import (
    DEFAULT_CONFIDENCE,
    Estimate,
    rate_from_variance,
    ratio,
    ratio_sums,
)
from reports.writing.wording import listed
from simulate.play.intervals import student_quantile
from simulate.strategy import Strategy
from simulate.study import Study

#: Of every five games, two are for growing the tree, one for pruning it, and two for measuring it.
_PARTS = 5
_GROWING, _PRUNING = (0, 2), (4,)
#: A tree has to agree with surely this share of choices more than chance, or it is no advice.
LEAST_GAIN = 0.1
#: The maximum number of kinds of actions with which a sentence begins.
MOST_NAMED = 3
#: What a strategy does with the actions of a leaf.
FOLLOWED, AVOIDED, RARE = "followed", "avoided", "rare"
#: A line has to decide at least this share of the choices, and this share of those at which one of
#: its actions is possible. Other lines only say what is left when earlier lines do not fit.
LEAST_DECIDED, LEAST_OPEN = 0.03, 1 / 3
#: Actions that are chosen less often than this are avoided.
SELDOM = 0.1


@dataclass(frozen=True)
class Condition:
    """A condition on a path of a tree: a feature with its range."""

    feature: Feature
    low: float = -np.inf
    high: float = np.inf
    #: True if the condition is the opposite, and also holds for actions without the feature.
    is_exception: bool = False

    @property
    def order(self) -> int:
        """The place among conditions in a sentence: what is done, then details, then exceptions."""
        if self.is_exception:
            return 2
        return 0 if self.feature.plainness == KIND and self.low > 0 else 1

    @property
    def holds(self) -> NDArray[np.bool_]:
        """True for actions for which the condition holds: shape (actions,)."""
        values = self.feature.values
        if self.is_exception:
            return ~(values >= self.low)
        is_inside = values >= self.low if self.low > -np.inf else ~(values > self.high)
        return is_inside & ~(values > self.high)

    @property
    def text(self) -> str:
        """The condition in words."""
        if self.is_exception:
            return f"unless {self._range_text}"
        return self._range_text

    @property
    def _range_text(self) -> str:
        return describe_range(self.feature.phrase, self.low, self.high, self.feature.occurring)


@dataclass(frozen=True)
class Leaf:
    """A leaf of the tree, measured on held-out decisions."""

    #: The conditions on the path to it, first to last.
    conditions: Sequence[str]
    #: The place of the leaf among all by its weight in the tree, from 1.
    rank: int
    #: The number of decisions at which such an action was possible.
    n: int
    #: The share of these at which one was chosen; None if there were none.
    share: Estimate | None
    #: The same for the decisions at which no action of an earlier leaf was possible. Rare leaves do
    #: not count as earlier ones.
    first_n: int
    first_share: Estimate | None
    #: `FOLLOWED`; `AVOIDED` if its actions are seldom chosen; or `RARE` if it decides too few
    #: choices. It is known from decisions that are not held out.
    role: str


@dataclass(frozen=True)
class KindGroup:
    """A kind of action, or all kinds with the same first word."""

    #: The kind, or the first word, as in "fights …".
    name: str
    #: The names of its kinds.
    kinds: frozenset[str]
    #: The share of held-out choices that are of these kinds although the first followed leaf with a
    #: legal action is another, or none has one.
    missed: Estimate


@dataclass(frozen=True)
class Line:
    """A line of the tree."""

    depth: int
    #: The condition, such as "takes the centre" or "otherwise".
    text: str
    leaf: Leaf | None


@dataclass(frozen=True)
class Advice:
    """What a strategy does, in words, and how much of it the words explain."""

    study: Study
    strategy: Strategy
    #: The numbers of games that were played and of decisions that were recorded.
    games: int
    decisions: int
    #: The number of held-out decisions, on which everything is measured.
    held_out: int
    #: The shares of choices that are explained by the tree, by chance, and by the most frequent
    #: kind; and the tree's share less that of chance. None without held-out decisions.
    tree: Estimate | None
    random: Estimate | None
    kind: Estimate | None
    gain: Estimate | None
    #: The most frequent kind of action.
    usual_kind: str
    #: How often each kind of action is chosen where the lines are wrong, and kinds with the same
    #: first word together.
    kind_groups: Sequence[KindGroup]
    leaves: Sequence[Leaf]
    lines: Sequence[Line]
    #: The number of held-out decisions at which no followed line is possible.
    without_line: int

    @property
    def is_explained(self) -> bool:
        """True if it has lines that explain clearly more choices than chance (see `LEAST_GAIN`)."""
        followed, _ = followed_and_avoided(self.leaves)
        has_lines = len(self.leaves) > 1 and bool(followed)
        return has_lines and self.gain is not None and self.gain.low >= LEAST_GAIN


def followed_and_avoided(leaves: Sequence[Leaf]) -> tuple[list[Leaf], list[Leaf]]:
    """Return the leaves that a strategy follows, and those that it avoids, in order of rank.

    Rare leaves, and leaves that decided nothing in held-out decisions, are left out.
    """
    followed = [leaf for leaf in leaves if leaf.role == FOLLOWED and leaf.first_n]
    return followed, [leaf for leaf in leaves if leaf.role == AVOIDED and leaf.n]


def player_to_describe(lineup: Sequence[Strategy]) -> Strategy:
    """Return the strongest strategy of a line-up; the learned player if it is as strong."""
    return max(lineup, key=lambda strategy: (strategy.tier, bool(strategy.learned)))


def find_advice(
    study: Study,
    strategy: Strategy,
    jobs: int,
    confidence: float = DEFAULT_CONFIDENCE,
    check: Callable[[], object] = lambda: None,
) -> Advice:
    """Play fresh games with a strategy in all seats, and describe its choices by a tree.

    Parameters
    ----------
    study
        The study whose rules are played.
    strategy
        The strategy.
    jobs
        The number of threads. The result does not depend on it.
    confidence
        The confidence of the intervals.
    check
        Called repeatedly while games are played; it may raise an error to stop.

    Raises
    ------
    UsageError
        If the game or the strategy does not compile.
    FathomError
        If the game or the strategy fails.
    """
    decisions = record_decisions(study, strategy, jobs, check)
    return _Describer(study, strategy, decisions, confidence).describe()


class _Describer:
    """Describes recorded decisions."""

    def __init__(
        self, study: Study, strategy: Strategy, decisions: RecordedDecisions, confidence: float
    ) -> None:
        self._study = study
        self._strategy = strategy
        self._decisions = decisions
        self._confidence = confidence
        part = decisions.games % _PARTS
        is_growing = np.isin(part, _GROWING)
        is_pruning = np.isin(part, _PRUNING)
        self._growing = self._select(is_growing)
        self._pruning = self._select(is_pruning)
        #: True for held-out decisions: shape (decisions,).
        self._is_held_out = ~is_growing & ~is_pruning
        self._held_out = self._select(self._is_held_out)
        self._games = decisions.games[self._is_held_out]
        #: The kind of each action, and the names of the kinds.
        self._kinds = np.zeros(len(decisions.offers.actions), np.int64)
        self._kind_names: list[str] = []

    def describe(self) -> Advice:
        """Return the advice."""
        decisions = self._decisions
        held_out = self._held_out
        if not len(held_out.starts):
            return self._advice(None, None, None, None, "", Node(), {})
        features, kinds, names = find_features(decisions)
        self._kinds = kinds
        self._kind_names = names
        tree = grow_tree(features, self._growing, self._pruning)
        roles = find_roles(tree, join(self._growing, self._pruning))
        leaves = self._measure_leaves(tree, roles)
        ignore_rare_leaves(roles)
        by_tree = explained(weights_of(tree, held_out), held_out)
        by_chance = explained(np.zeros(len(held_out.actions)), held_out)
        chosen = decisions.chosen[~self._is_held_out]
        frequencies = np.bincount(kinds[chosen], minlength=len(names))
        by_kind = explained(frequencies[kinds[held_out.actions]].astype(float), held_out)
        return self._advice(
            self._share(by_tree),
            # These are exact probabilities, which need not vary at all.
            self._mean(by_chance),
            self._share(by_kind),
            self._mean(by_tree - by_chance),
            names[int(frequencies.argmax())],
            tree,
            leaves,
        )

    def _select(self, is_selected: NDArray[np.bool_]) -> ActionSet:
        """Return the legal actions of some decisions."""
        offers = self._decisions.offers
        lengths = np.diff(offers.starts)
        actions = np.flatnonzero(np.repeat(is_selected, lengths))
        starts = np.concatenate([[0], np.cumsum(lengths[is_selected])])[:-1].astype(np.int64)
        is_chosen = np.zeros(len(offers.actions), np.bool_)
        is_chosen[self._decisions.chosen] = True
        return ActionSet(actions, starts, is_chosen[actions])

    def _share(self, matches: NDArray[np.float64]) -> Estimate:
        """Return the mean of a share over held-out decisions; games are independent."""
        value, variance, games = _mean_by_game(matches, self._games)
        n = len(matches)
        return rate_from_variance(value, variance, games, n, self._confidence, min(games, n))

    def _mean(self, values: NDArray[np.float64]) -> Estimate:
        """Return the mean of a number over held-out decisions; games are independent."""
        value, variance, games = _mean_by_game(values, self._games)
        half = math.inf
        if games > 1:
            half = student_quantile(games, self._confidence) * math.sqrt(variance)
        return Estimate(value, value - half, value + half, len(values))

    def _advice(
        self,
        tree_share: Estimate | None,
        random_share: Estimate | None,
        kind_share: Estimate | None,
        gain: Estimate | None,
        usual_kind: str,
        tree: Node,
        leaves: dict[Node, Leaf],
    ) -> Advice:
        """Return the advice with the tree in words."""
        followed, _ = followed_and_avoided(list(leaves.values()))
        return Advice(
            self._study,
            self._strategy,
            self._decisions.played,
            len(self._decisions),
            len(self._held_out.starts),
            tree_share,
            random_share,
            kind_share,
            gain,
            usual_kind,
            self._kind_groups(tree, leaves),
            list(leaves.values()),
            list(_lines(tree, leaves, 0)),
            len(self._held_out.starts) - sum(leaf.first_n for leaf in followed),
        )

    def _kind_groups(self, tree: Node, leaves: Mapping[Node, Leaf]) -> list[KindGroup]:
        """Return the kinds with the shares that the lines miss, groups of kinds first."""
        held_out = self._held_out
        if not len(held_out.starts):
            return []
        chosen = self._kinds[held_out.actions[held_out.chosen]]
        is_missed = ~self._are_foreseen(tree, leaves)
        members = list(kinds_by_first_word(self._kind_names).items())
        members += [(name, [kind]) for kind, name in enumerate(self._kind_names)]
        return [
            KindGroup(
                name,
                frozenset(self._kind_names[kind] for kind in kinds),
                self._share((is_missed & np.isin(chosen, kinds)).astype(float)),
            )
            for name, kinds in members
        ]

    def _are_foreseen(self, tree: Node, leaves: Mapping[Node, Leaf]) -> NDArray[np.bool_]:
        """Return True for held-out decisions whose choice is of the first followed leaf that fits.

        `leaves` are in order of rank.
        """
        held_out = self._held_out
        no_line = len(leaves) + 1
        rank_of = {
            node: leaf.rank if leaf.role == FOLLOWED else no_line for node, leaf in leaves.items()
        }
        ranks = np.array([rank_of[node] for node in tree.leaves()])[leaf_numbers(tree, held_out)]
        first = np.minimum.reduceat(ranks, held_out.starts)
        are_foreseen: NDArray[np.bool_] = (ranks[held_out.chosen] == first) & (first < no_line)
        return are_foreseen

    def _measure_leaves(self, tree: Node, roles: Mapping[Node, str]) -> dict[Node, Leaf]:
        """Return the leaves of a tree with their shares of held-out decisions, in order of rank.

        `roles` are those of the leaves, in this order.
        """
        held_out = self._held_out
        nodes = list(tree.leaves())
        numbers = leaf_numbers(tree, held_out)
        paths = dict(_paths(tree, ()))
        is_left = np.ones(len(held_out.starts), np.bool_)
        leaves = {}
        for rank, (node, role) in enumerate(roles.items(), 1):
            inside = numbers == nodes.index(node)
            possible = held_out.any_of(inside)
            chosen = held_out.any_of(inside & held_out.chosen)
            leaves[node] = Leaf(
                self._put_into_words(paths[node]),
                rank,
                int(possible.sum()),
                self._share_among(chosen, possible),
                int((possible & is_left).sum()),
                self._share_among(chosen, possible & is_left),
                role,
            )
            if role != RARE:
                is_left &= ~possible
        return leaves

    def _put_into_words(self, conditions: Sequence[Condition]) -> list[str]:
        """Return conditions in words, what is done first.

        Conditions that follow from the others are left out. If all actions of at least two kinds in
        the game are of at most `MOST_NAMED` kinds here, these kinds come first.
        """
        inside = _all_hold(conditions, len(self._kinds))
        kinds = np.unique(self._kinds[inside])
        texts = []
        known = np.ones(len(self._kinds), np.bool_)
        if conditions and self._are_named(kinds):
            texts = [listed([quoted(self._kind_names[kind]) for kind in kinds], "or")]
            known = np.isin(self._kinds, kinds)
        left = sorted(conditions, key=lambda condition: condition.order)
        for condition in reversed(left.copy()):
            others = [other for other in left if other is not condition]
            if (_all_hold(others, len(known)) & known == inside).all():
                left = others
        return texts + [condition.text for condition in left]

    def _are_named(self, kinds: NDArray[np.int64]) -> bool:
        """Return True if the words for a leaf begin with the names of its kinds."""
        return len(kinds) <= MOST_NAMED and len(kinds) < len(self._kind_names)

    def _share_among(self, chosen: NDArray[np.bool_], among: NDArray[np.bool_]) -> Estimate | None:
        """Return the share of some held-out decisions at which something was chosen, if any."""
        if not among.any():
            return None
        ones = np.ones(int(among.sum()), int)
        return ratio(ratio_sums(self._games[among], chosen[among], ones), self._confidence)


def find_roles(tree: Node, decisions: ActionSet) -> dict[Node, str]:
    """Return the roles of the leaves of a tree (see `Leaf.role`), the highest weight first.

    The last leaves are avoided if their actions are seldom chosen, also at the decisions at which
    no action of an earlier leaf is possible. Rare leaves do not count as earlier ones.
    """
    nodes = list(tree.leaves())
    numbers = leaf_numbers(tree, decisions)
    is_left = np.ones(len(decisions.starts), np.bool_)
    roles = {}
    highest_share = {}
    for node in sorted(nodes, key=lambda node: -node.weight):
        inside = numbers == nodes.index(node)
        possible = decisions.any_of(inside)
        chosen = decisions.any_of(inside & decisions.chosen)
        first = possible & is_left
        least = max(LEAST_DECIDED * len(is_left), LEAST_OPEN * possible.sum())
        roles[node] = RARE if first.sum() < least else FOLLOWED
        shares = [chosen[among].mean() for among in (possible, first) if among.any()]
        highest_share[node] = max(shares, default=0.0)
        if roles[node] == FOLLOWED:
            is_left &= ~possible
    for node in reversed(list(roles)):
        if highest_share[node] >= SELDOM:
            break
        roles[node] = AVOIDED
    return roles


def ignore_rare_leaves(roles: Mapping[Node, str]) -> None:
    """Give all rare leaves the same weight, between those of followed and of avoided leaves."""
    avoided = [node.weight for node, role in roles.items() if role == AVOIDED]
    for node, role in roles.items():
        if role == RARE:
            node.weight = float(np.nextafter(max(avoided, default=0.0), np.inf))


def _all_hold(conditions: Sequence[Condition], actions: int) -> NDArray[np.bool_]:
    """Return True for the actions for which all conditions hold."""
    hold = np.ones(actions, np.bool_)
    for condition in conditions:
        hold &= condition.holds
    return hold


def _mean_by_game(
    values: NDArray[np.float64], games: NDArray[np.int64]
) -> tuple[float, float, int]:
    """Return the mean of values, its variance by the delta method, and the number of games."""
    _, group = np.unique(games, return_inverse=True)
    number = int(group.max()) + 1
    value = float(values.mean())
    residuals = np.bincount(group, values - value, number)
    variance = 0.0
    if number > 1:
        variance = float((residuals**2).sum()) * number / (number - 1) / len(values) ** 2
    return value, variance, number


def _paths(
    node: Node, conditions: tuple[Condition, ...]
) -> Iterator[tuple[Node, tuple[Condition, ...]]]:
    """Yield each leaf below a node with the conditions on the path to it."""
    if node.feature is None or node.yes is None or node.no is None:
        yield node, conditions
        return
    yield from _paths(node.yes, _with(conditions, node, is_yes=True))
    yield from _paths(node.no, _with(conditions, node, is_yes=False))


def _with(conditions: tuple[Condition, ...], node: Node, *, is_yes: bool) -> tuple[Condition, ...]:
    """Return conditions with the answer to a node's question; ranges of a feature are joined."""
    added = _answer(node, is_yes=is_yes)
    merged = []
    is_new = True
    for condition in conditions:
        is_same = condition.feature is added.feature
        if is_same and not condition.is_exception and not added.is_exception:
            is_new = False
            low, high = max(added.low, condition.low), min(added.high, condition.high)
            merged.append(Condition(added.feature, low, high))
        else:
            merged.append(condition)
    if is_new:
        merged.append(added)
    return tuple(merged)


def _answer(node: Node, *, is_yes: bool) -> Condition:
    """Return the answer to a node's question as a condition."""
    assert node.feature is not None, "only questions have answers"
    if is_yes:
        return Condition(node.feature, low=node.bound)
    if node.is_partial:
        return Condition(node.feature, low=node.bound, is_exception=True)
    below = [value for value in node.feature.occurring if value < node.bound]
    return Condition(node.feature, high=below[-1] if below else -np.inf)


def _lines(node: Node, leaves: dict[Node, Leaf], depth: int) -> Iterator[Line]:
    """Yield the lines of a tree below a node."""
    if node.feature is None or node.yes is None or node.no is None:
        return
    for child, is_yes in ((node.yes, True), (node.no, False)):
        text = _answer(node, is_yes=is_yes).text
        yield Line(depth, text, leaves.get(child))
        yield from _lines(child, leaves, depth + 1)
