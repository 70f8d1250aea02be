"""Find the kinds of actions of a game, and the numbers of each kind.

An action is a number. Its kind is its name without details (`kind_of`).
To forbid a kind in an experiment, the actions of this kind have to be told apart from all others:
by their numbers and, if a number stands for several kinds, by the meaning that the game declares
(`simulate.game.Game.meaning`).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from simulate.errors import UsageError
from simulate.kit.menu import MOST_ACTIONS, MOST_MEANINGS
from simulate.play.arms import make_engine
from simulate.play.engine import Engine
from simulate.play.walk import Moment
from simulate.strategy import Strategy
from simulate.study import Study

#: An action and its meaning.
Key = tuple[int, int]


def kinds_at(engine: Engine, moment: Moment) -> dict[int, str]:
    """Return the kind of each legal action at a moment, by the number of the action."""
    tell = engine.game.teller
    rules = engine.rules[0]
    table = moment.snapshot.table
    return {action: kind_of(tell.action(rules, table, action)) for action in moment.actions}


def kind_of(action: str) -> str:
    """Return the kind of an action from its name: the name without numbers and details.

    Words with a digit become an ellipsis, and all after a comma is dropped: "lays red 4 on seat 2's
    pile, where …" becomes "lays red … on seat …'s pile".
    """
    return re.sub(r"[\w.+-]*\d[\w.+-]*", "\N{HORIZONTAL ELLIPSIS}", action.partition(",")[0])


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


def merge_groups(names: Iterable[str], together: Iterable[set[str]]) -> list[set[str]]:
    """Return names in as many groups as possible, with each set of `together` within a group.

    The groups are in the alphabetical order of their first names. The sets of `together` must not
    be empty, and must have only names that are in `names`.
    """
    group_of = {name: {name} for name in sorted(names)}
    for members in together:
        first, *later_members = sorted(members)
        for member in later_members:
            if group_of[first] is not group_of[member]:
                group_of[first] |= group_of[member]
                for name in group_of[member]:
                    group_of[name] = group_of[first]
    return list({id(group): group for group in group_of.values()}.values())


#: The maximum number of kinds. If there are more, kinds that differ in a word next to a number are
#: merged.
MOST_KINDS = 8
#: The maximum number of games of each line-up that are examined, and approximately of the legal
#: actions in these games.
READ_GAMES = 20
READ_ACTIONS = 25_000
#: A kind is rare if choices between it and other kinds are fewer than `LEAST_CHOICES`, or less than
#: the share `LEAST_SHARE` of all choices.
LEAST_CHOICES = 5
LEAST_SHARE = 0.01
_SOME = "\N{HORIZONTAL ELLIPSIS}"


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
    for family in _families(keys):
        for names in _divide_by_meaning(family, keys):
            own_keys = _keys_of(names, keys)
            kinds.append((names, find_numbers(own_keys, all_keys - own_keys)))
    return _sorted(kinds, choices)


def _sorted(
    kinds: Sequence[tuple[set[str], ActionNumbers | None]], choices: _Choices
) -> ActionKinds:
    """Return the kinds with the numbers of choices at which they were offered and chosen."""
    common_names = [_common(sorted(names)) for names, _ in kinds]
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
            kinds = kinds_at(engine, moment)
            for action, kind in kinds.items():
                keys[kind].add((action, _meaning_at(engine, moment, action)))
            choices.append((set(kinds.values()), kinds[moment.action]))
    return choices


def _meaning_at(engine: Engine, moment: Moment, action: int) -> int:
    """Return the meaning of an action at a moment.

    Raises
    ------
    UsageError
        If the number that the game returns is not a valid meaning.
    """
    game = engine.game
    meaning_of = getattr(game.meaning, "py_func", game.meaning)
    meaning = int(meaning_of(engine.rules[0], moment.snapshot.table, action))
    if not 0 <= meaning < MOST_MEANINGS:
        raise UsageError(
            f"meaning of game {game.name} returns {meaning} for action {action}; allowed: 0 to "
            f"{MOST_MEANINGS - 1}"
        )
    return meaning


def _families(keys: Mapping[str, set[Key]]) -> list[set[str]]:
    """Return the names of actions in groups; all names that an action can have are in one group.

    If there are many groups, groups with similar names are merged.
    """
    by_action: dict[int, set[str]] = defaultdict(set)
    for name, name_keys in keys.items():
        for action, _ in name_keys:
            by_action[action].add(name)
    groups = merge_groups(keys, by_action.values())
    if len(groups) > MOST_KINDS:
        groups = merge_groups(keys, [*groups, *_alike(keys)])
    by_common_name: dict[str, set[str]] = defaultdict(set)
    for group in groups:
        by_common_name[_common(sorted(group))] |= group
    return list(by_common_name.values())


def _divide_by_meaning(names: set[str], keys: Mapping[str, set[Key]]) -> list[set[str]]:
    """Return names in as many groups as possible; names that share a meaning are in one group."""
    by_meaning: dict[int, set[str]] = defaultdict(set)
    for name in names:
        for _, meaning in keys[name]:
            by_meaning[meaning].add(name)
    return merge_groups(names, by_meaning.values())


def _alike(names: Iterable[str]) -> list[set[str]]:
    """Return groups of names that differ in a single word, which is next to a number."""
    by_pattern: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for name in names:
        words = name.split()
        for place in range(len(words)):
            near = (*words[max(0, place - 1) : place], *words[place + 1 : place + 2])
            if _SOME in near:
                by_pattern[*words[:place], _SOME, *words[place + 1 :]].add(name)
    return list(by_pattern.values())


def _count_equal_first(texts: Sequence[Sequence[str]]) -> int:
    """Return the number of words at the beginning that all texts have in common."""
    return len(list(takewhile(lambda words: len(set(words)) == 1, zip(*texts, strict=False))))


def _common(names: Sequence[str]) -> str:
    """Return the words that names have in common, with an ellipsis for the others.

    If they have no word in common, this is the first name and "and the like".
    """
    texts = [name.split() for name in names]
    if len({len(words) for words in texts}) == 1:
        pattern = [
            words[0] if len(set(words)) == 1 else _SOME for words in zip(*texts, strict=True)
        ]
    else:
        before = _count_equal_first(texts)
        after = _count_equal_first([words[before:][::-1] for words in texts])
        pattern = [*texts[0][:before], _SOME, *texts[0][len(texts[0]) - after :]]
    if set(pattern) == {_SOME}:
        return f"{names[0]}, and the like"
    words = [
        word
        for place, word in enumerate(pattern)
        if word != _SOME or pattern[:place][-1:] != [_SOME]
    ]
    return " ".join(words)
