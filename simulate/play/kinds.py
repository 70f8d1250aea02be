"""Find the kinds of actions of a game, and the numbers of each kind.

An action is a number. Its kind is its name without details (`kind_of`).
To forbid a kind in an experiment, the actions of this kind have to be told apart from all others:
by their numbers and, if a number stands for several kinds, by the meaning that the game declares
(`simulate.game.Game.meaning`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from simulate.kit.menu import MOST_ACTIONS
from simulate.play.action_names import (
    MOST_KINDS,
    Key,
    common_name,
    families,
    kinds_at,
    meaning_at,
    merge_groups,
)
from simulate.play.arms import make_engine
from simulate.play.engine import Engine
from simulate.strategy import Strategy
from simulate.study import Study


@dataclass(frozen=True)
class ActionNumbers:
    """The numbers of the actions of a kind."""

    #: The lowest number of an action of the kind, or a number below it.
    first: int
    #: The highest number of an action of the kind, or a number above it.
    last: int
    #: The meanings of the actions of the kind, as a set; 0 if they may have any meaning.
    meanings: int = 0

    def include(self, action: int, meaning: int) -> bool:
        """Return True if an action with this meaning is of the kind."""
        has_number = self.first <= action <= self.last
        has_meaning = not self.meanings or bool(self.meanings >> meaning & 1)
        return has_number and has_meaning


def find_numbers(keys: set[Key], other_keys: set[Key]) -> ActionNumbers | None:
    """Return action numbers that include all of `keys` and none of `other_keys`.

    A key is an action with its meaning. `keys` has at least one. The result is a range of actions,
    a set of meanings, or both together, or None if none of these separates the two sets of keys.
    """
    first, last = min(keys)[0], max(keys)[0]
    meanings = 0
    for _, meaning in keys:
        meanings |= 1 << meaning
    candidates = (
        ActionNumbers(first, last),
        ActionNumbers(0, MOST_ACTIONS, meanings),
        ActionNumbers(first, last, meanings),
    )
    for numbers in candidates:
        if not any(numbers.include(*key) for key in other_keys):
            return numbers
    return None


#: The maximum number of games of each line-up that are examined, and approximately of the legal
#: actions in these games.
READ_GAMES = 20
READ_ACTIONS = 25_000
#: A kind is rare if choices between it and other kinds are fewer than `LEAST_CHOICES`, or less than
#: the share `LEAST_SHARE` of all choices.
LEAST_CHOICES = 5
LEAST_SHARE = 0.01


@dataclass(frozen=True)
class ActionKind:
    """A kind of action that can be forbidden."""

    #: Its name, without details.
    name: str
    numbers: ActionNumbers
    #: The number of choices between an action of this kind and an action of another kind.
    offered: int
    #: The number of these choices at which it was chosen.
    chosen: int


@dataclass(frozen=True)
class ActionKinds:
    """The kinds of actions of a game."""

    #: The kinds that can be forbidden; the kind that was offered most often comes first.
    kinds: tuple[ActionKind, ...] = ()
    #: The names of kinds that are hardly ever offered with another kind, and of all kinds after the
    #: first `MOST_KINDS` that can be forbidden.
    rare: tuple[str, ...] = ()
    #: The names of kinds that share numbers with other kinds.
    mixed: tuple[str, ...] = ()


#: For each choice, the names of the kinds that were offered, and the name that was chosen.
_Choices = list[tuple[set[str], str]]


def find_kinds(study: Study, lineups: Sequence[Sequence[Strategy]]) -> ActionKinds:
    """Return the kinds of actions in the first games of a study.

    Parameters
    ----------
    study
        The rules and the seed.
    lineups
        The line-ups that play, at least one. Legal actions of all line-ups are read; choices of the
        first are counted.

    Raises
    ------
    FathomError
        If the game or a strategy cannot be loaded or fails.
    """
    keys: dict[str, set[Key]] = defaultdict(set)
    engines = [make_engine(study, lineup) for lineup in lineups]
    choices, *_ = [_read(engine, keys) for engine in engines]
    # The names of each kind, and its numbers if it has numbers of its own.
    kinds: list[tuple[set[str], ActionNumbers | None]] = []
    all_keys = _keys_of(keys, keys)
    for family in families(keys):
        for names in _divide_by_meaning(family, keys):
            own_keys = _keys_of(names, keys)
            kinds.append((names, find_numbers(own_keys, all_keys - own_keys)))
    return _sorted(kinds, choices)


def _sorted(
    kinds: Sequence[tuple[set[str], ActionNumbers | None]], choices: _Choices
) -> ActionKinds:
    """Return the kinds with the numbers of choices at which they were offered and chosen."""
    common_names = [common_name(sorted(names)) for names, _ in kinds]
    place_of = {name: place for place, (names, _) in enumerate(kinds) for name in names}
    offered = Counter[int]()
    chosen = Counter[int]()
    for names, choice in choices:
        places = {place_of[name] for name in names}
        if len(places) > 1:
            offered.update(places)
            chosen[place_of[choice]] += 1
    least = max(LEAST_CHOICES, LEAST_SHARE * len(choices))
    usable: list[ActionKind] = []
    rare = list[str]()
    mixed = list[str]()
    by_frequency = sorted(
        range(len(kinds)), key=lambda place: (-offered[place], common_names[place])
    )
    for place in by_frequency:
        name = common_names[place]
        numbers = kinds[place][1]
        if offered[place] < least or len(usable) == MOST_KINDS:
            rare.append(name)
        elif numbers is None:
            mixed.append(name)
        else:
            usable.append(ActionKind(name, numbers, offered[place], chosen[place]))
    return ActionKinds(tuple(usable), tuple(rare), tuple(mixed))


def _keys_of(names: Iterable[str], keys: Mapping[str, set[Key]]) -> set[Key]:
    """Return the keys of all actions whose names are in `names`; `keys` has the keys by name."""
    return set().union(*(keys[name] for name in names))


def _read(engine: Engine, keys: dict[str, set[Key]]) -> _Choices:
    """Play some games, add the keys of their legal actions by name, and return their choices.

    Raise `FathomError` if the game or a strategy fails.
    """
    choices: _Choices = []
    actions = 0
    for moment in (moment for number in range(READ_GAMES) for moment in engine.walk(number)):
        if actions > READ_ACTIONS:
            break
        if len(moment.actions) > 1:
            actions += len(moment.actions)
            table = moment.snapshot.table
            kinds = kinds_at(engine, table, moment.actions)
            for action, kind in kinds.items():
                keys[kind].add((action, meaning_at(engine, table, action)))
            choices.append((set(kinds.values()), kinds[moment.action]))
    return choices


def _divide_by_meaning(names: set[str], keys: Mapping[str, set[Key]]) -> list[set[str]]:
    """Return names in as many groups as possible; names that share a meaning are in one group."""
    by_meaning: dict[int, set[str]] = defaultdict(set)
    for name in names:
        for _, meaning in keys[name]:
            by_meaning[meaning].add(name)
    return merge_groups(names, by_meaning.values())
