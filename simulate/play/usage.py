"""Find rules without an effect, and actions that are never offered or never chosen.

`fathom check` and the report's checks both use this file. They differ in the values that they try,
and in the games in which they count actions.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice, pairwise
from typing import Any, TypeVar

import numpy as np

from simulate.errors import UsageError
from simulate.play.action_names import kinds_at
from simulate.play.arms import make_engine
from simulate.play.engine import Engine
from simulate.play.executor import in_threads
from simulate.play.rows import Integers
from simulate.rules.values import MOST_TURNS, combine_changes
from simulate.strategy import Strategy
from simulate.study import Study

#: Rules of every game that change neither cards nor moves.
UNPLAYED_RULES = ("seconds_per_turn", MOST_TURNS)
#: The number of games that are played first with a changed rule. Most effects show in these games.
FIRST_GAMES = 20
#: The maximum number of other values of a rule that are tried for a report.
MOST_VALUES = 3
#: The number of games that are played move by move to count the kinds of actions.
WALKED_GAMES = 6
#: The maximum number of moves in all these games together.
WALKED_MOVES = 2_000

#: Returns the engine for changed rules, from the new values by the name of the rule. It raises
#: `UsageError` if the new values cannot be combined with the other rules.
MakeEngine = Callable[[Mapping[str, Any]], Engine]
_Action = TypeVar("_Action", int, str)


class UnchangedGames:
    """Games with unchanged rules, to be compared with the same games under a changed rule.

    Parameters
    ----------
    make
        Returns the engine for changed rules; it is called with no changes for the unchanged rules.
    games
        The number of games, at least 1.

    Attributes
    ----------
    parts
        The games in consecutive parts: for each, the number of its first game and the number of
        games. The total number of games doubles with each part, up to `games`.
    """

    def __init__(self, make: MakeEngine, games: int) -> None:
        self._make = make
        # Each part doubles the number of games, because most effects show in the first games.
        doublings = range(games.bit_length())
        ends = sorted({min(FIRST_GAMES << doubling, games) for doubling in doublings})
        self.parts = [(start, end - start) for start, end in pairwise([0, *ends])]
        self._rows: dict[tuple[int, int], Integers] = {}

    def engine_with(self, changes: Mapping[str, Any]) -> Engine | None:
        """Return the engine for changed rules; None if the values cannot be combined.

        `changes` has the new values by the name of the rule.
        """
        try:
            return self._make(changes)
        except UsageError:
            return None

    def rows(self, part: tuple[int, int]) -> Integers:
        """Return the rows of a part (one of `parts`) of the unchanged games.

        The part is played at the first call only.

        Raises
        ------
        FathomError
            If the code of the game or of a strategy raises an error.
        """
        if part not in self._rows:
            self._rows[part] = self._make({}).play(*part)
        return self._rows[part]

    def differ(self, changed: Engine, part: tuple[int, int]) -> bool:
        """Return True if the engine `changed` plays any game of a part differently.

        `part` is one of `parts`.

        Raises
        ------
        FathomError
            If the code of the game or of a strategy raises an error.
        """
        return not np.array_equal(changed.play(*part), self.rows(part))


@dataclass(frozen=True)
class RuleValue:
    """Another value of a rule, to be tried in some games."""

    #: The assignment that makes the change, as it is typed.
    text: str
    #: The new values by the name of the rule.
    change: Mapping[str, Any]
    games: UnchangedGames


@dataclass(frozen=True)
class TriedRule:
    """The other values of a rule that were tried; `has_effect` if one of them changed a game."""

    #: The values, as they are typed. Values that cannot be combined with the other rules are left
    #: out. If a value changes a game, the values after it may be missing.
    values: Sequence[str]
    has_effect: bool

    @property
    def is_without_effect(self) -> bool:
        """True if at least one value was tried and none of them changed a game."""
        return bool(self.values) and not self.has_effect


def try_rule(values: Iterable[RuleValue], most: int | None = None) -> TriedRule:
    """Play games with other values of a rule until a game changes, and return the values tried.

    Values that cannot be combined with the other rules are skipped.

    Parameters
    ----------
    values
        The values, each with the games in which it is tried. All have the same
        `UnchangedGames.parts`.
    most
        The maximum number of values to try; None for all.

    Raises
    ------
    FathomError
        If the code of the game or of a strategy raises an error.
    """
    texts: dict[str, None] = {}
    unchanged: list[tuple[UnchangedGames, Engine]] = []
    for value in values:
        engine = value.games.engine_with(value.change)
        if engine is None:
            continue
        texts[value.text] = None
        if value.games.differ(engine, value.games.parts[0]):
            return TriedRule(list(texts), has_effect=True)
        unchanged.append((value.games, engine))
        if len(texts) == most:
            break
    for number in range(1, max((len(games.parts) for games, _ in unchanged), default=0)):
        for games, engine in unchanged:
            if games.differ(engine, games.parts[number]):
                return TriedRule(list(texts), has_effect=True)
    return TriedRule(list(texts), has_effect=False)


def try_rules(
    study: Study, lineup: Sequence[Strategy], jobs: int, games: int
) -> dict[str, TriedRule]:
    """Try other values of each rule in the first games of a study, one rule at a time.

    For each rule, these are the `MOST_VALUES` allowed values that are nearest to the study's value.
    Rules in `UNPLAYED_RULES` are left out.

    Parameters
    ----------
    study
        The study.
    lineup
        The strategies that play, by seat.
    jobs
        The number of threads.
    games
        The number of games for each value.

    Returns
    -------
    dict
        The result by the name of a rule, or of an entry of a rule such as ``deck.fish``.

    Raises
    ------
    FathomError
        If the game or a strategy fails.
    """
    game = study.loaded_game

    def make(changes: Mapping[str, Any]) -> Engine:
        rules = combine_changes(game.options, study.rules, changes)
        return make_engine(replace(study, rules=rules), lineup)

    unchanged = UnchangedGames(make, games)
    for part in unchanged.parts:
        unchanged.rows(part)  # This compiles the code before threads need it.

    values: dict[str, list[RuleValue]] = {}
    for option in game.own_options:
        if option.name in UNPLAYED_RULES:
            continue
        for name, changes in option.alternatives(study.values[option.name]).items():
            values[name] = [
                RuleValue(str(option.assignments(change)), {option.name: change}, unchanged)
                for change in changes
            ]
    tried_rules = in_threads(partial(try_rule, most=MOST_VALUES), values.values(), jobs)
    return dict(zip(values, tried_rules, strict=True))


@dataclass(frozen=True)
class UnusedActions:
    """The names of groups of actions that were never offered, or offered and never chosen."""

    never_offered: Sequence[str]
    never_chosen: Sequence[str]


def find_unused(
    groups: Mapping[str, Collection[_Action]],
    offered: Collection[_Action],
    chosen: Collection[_Action],
) -> UnusedActions:
    """Return the groups of actions that were never offered, or offered and never chosen.

    Both lists of names are in the order of `groups`.

    Parameters
    ----------
    groups
        The actions of each group, by its name. An action is a number, or the name of a kind.
    offered
        The actions that were offered in some games.
    chosen
        The actions that were chosen in these games.
    """
    offered = set(offered)
    chosen = set(chosen)
    never_offered = [name for name, actions in groups.items() if offered.isdisjoint(actions)]
    never_chosen = [
        name
        for name, actions in groups.items()
        if name not in never_offered and chosen.isdisjoint(actions)
    ]
    return UnusedActions(never_offered, never_chosen)


@dataclass
class MoveCounts:
    """The kinds of actions in some games, at decisions between two or more legal actions."""

    games: int = 0
    #: The number of decisions between two or more legal actions.
    moves: int = 0
    #: By kind of action: the number of decisions at which it was offered.
    offered: Counter[str] = field(default_factory=Counter)
    #: By kind of action: the number of decisions at which it was chosen.
    chosen: Counter[str] = field(default_factory=Counter)
    #: By kind of action: the expected number of decisions at which it is chosen if all choices are
    #: made at random.
    expected: dict[str, float] = field(default_factory=lambda: defaultdict(float))

    def avoided(self, least: float) -> dict[str, float]:
        """Return the kinds that were never chosen although random choices would have chosen them.

        `least` is the smallest expected number of random choices. The result has the expected
        number by kind.
        """
        unused = find_unused({kind: [kind] for kind in self.offered}, self.offered, +self.chosen)
        expected = {kind: self.expected[kind] for kind in unused.never_chosen}
        return {kind: number for kind, number in expected.items() if number >= least}


def count_moves(study: Study, lineup: Sequence[Strategy]) -> MoveCounts:
    """Return counts of the kinds of actions in the first games of a study.

    It follows at most `WALKED_GAMES` games and `WALKED_MOVES` moves. Moves without a choice are not
    counted.

    Raises
    ------
    FathomError
        If the game or a strategy fails.
    """
    engine = make_engine(study, lineup)
    counts = MoveCounts()
    numbers = range(min(WALKED_GAMES, study.games))
    steps = ((number, moment) for number in numbers for moment in engine.walk(number))
    for number, moment in islice(steps, WALKED_MOVES):
        counts.games = number + 1
        if len(moment.actions) < 2:
            continue
        counts.moves += 1
        kinds = kinds_at(engine, moment.snapshot.table, moment.actions)
        actions_by_kind = Counter(kinds.values())
        counts.offered.update(actions_by_kind.keys())
        for kind, actions in actions_by_kind.items():
            counts.expected[kind] += actions / len(kinds)
        counts.chosen[kinds[moment.action]] += 1
    return counts
