"""Find the kinds of actions of a game, and the numbers of each kind, from games that were played.

An action is a number. Its kind is its name without details (`simulate.play.extra_runs.kind_of`).
To forbid a kind in an experiment, its numbers have to be told apart from those of all other kinds.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

import numpy as np

from simulate.kit.layout import Layout
from simulate.kit.menu import GROUP
from simulate.play.arms import make_engine
from simulate.play.engine import Engine
from simulate.play.extra_runs import kinds_at
from simulate.play.rows import Integers
from simulate.strategy import Strategy
from simulate.study import Study

#: The sizes of blocks of actions that are tried: the actions of a seat, or of a place on the table.
BLOCKS = (GROUP, *(2**power for power in range(17) if 2**power != GROUP))
#: Numbers on the table tell kinds apart only if they are from 0 to less than this.
MOST_VALUES = 62
#: A seat and an action.
Key = tuple[int, int]


@dataclass(frozen=True)
class ActionNumbers:
    """The numbers of the actions of a kind."""

    #: The kind has no actions below `first` or above `last`.
    first: int
    last: int
    #: 0 if all numbers in between are of the kind. Otherwise each seat has a block of `block`
    #: numbers, from `first` on, and the kind has the numbers of the acting seat (1) or those of all
    #: other seats (2).
    whose: int = 0
    block: int = GROUP
    #: If it is not -1, the kind also depends on the `among` integers of the table from this one on.
    #: Every `each` actions belong to the next of them, and the kind has those whose integer is in
    #: the set `values`.
    entry: int = -1
    among: int = 1
    each: int = 1
    values: int = 0

    def hold(self, seat: int, action: int) -> bool:
        """Return whether an action of a seat is of the kind, the table aside."""
        if not self.first <= action <= self.last:
            return False
        return not self.whose or ((action - self.first) // self.block == seat) == (self.whose == 1)


def find_numbers(keys: set[Key], other_keys: set[Key]) -> ActionNumbers | None:
    """Return numbers that hold some keys and none of the others, or None if no numbers do."""
    for numbers in _candidates({action for _, action in keys}, other_keys):
        holds_all = all(numbers.hold(*key) for key in keys)
        if holds_all and not any(numbers.hold(*key) for key in other_keys):
            return numbers
    return None


def _candidates(actions: set[int], other_keys: set[Key]) -> Iterator[ActionNumbers]:
    """Yield numbers that may hold some actions, simple ones first."""
    yield ActionNumbers(min(actions), max(actions))
    # If the kind depends on the seat, an action is of another kind when another seat chooses it.
    shared = [action for _, action in other_keys if action in actions] + list(actions)
    low, high = min(shared), max(shared)
    for block in BLOCKS:
        for begin in (low - low % block, *range(low, max(-1, low - GROUP), -1)):
            for whose in (1, 2):
                yield ActionNumbers(begin, high, whose, block)


#: A legal action: the name of its kind, its key, and the integers of the table.
_Offered = tuple[str, Key, Integers]


def _components(
    names: Sequence[str], pairs: Iterable[tuple[int, int]]
) -> list[tuple[set[str], int]]:
    """Group names that share a value, and return each group with its values as a set.

    A pair is the index of a name and a value.
    """
    by_value: dict[int, set[str]] = {}
    for place, value in pairs:
        by_value.setdefault(value, set()).add(names[place])
    groups = merge_groups(names, by_value.values())
    return [
        (group, sum(1 << value for value, members in by_value.items() if members <= group))
        for group in groups
    ]


def merge_groups(names: Iterable[str], together: Iterable[set[str]]) -> list[set[str]]:
    """Split names into as many groups as possible, with each set of `together` within a group."""
    group_of = {name: {name} for name in sorted(names)}
    for members in together:
        first, *rest = sorted(members)
        for member in rest:
            if group_of[first] is not group_of[member]:
                group_of[first] |= group_of[member]
                for name in group_of[member]:
                    group_of[name] = group_of[first]
    return list({id(group): group for group in group_of.values()}.values())


def fields_of(layout: Layout) -> list[tuple[int, int]]:
    """Return the place and the length of each integer, and each row of integers, of a record."""
    fields: Any = layout.dtype.fields
    numbers = [(kind.shape, offset) for kind, offset, *_ in fields.values()]
    return [(offset // 8, *(shape or (1,))) for shape, offset in numbers if len(shape) < 2]


#: The most kinds. If there are more, kinds that differ in a word next to a number are merged.
MOST_KINDS = 8
#: Kinds that differ in a single word are merged only if there are at least this many of them.
SERIES = 3
#: The number of games of each line-up that are read, and about the most actions in them.
READ_GAMES = 20
READ_ACTIONS = 25_000
#: A kind is rare if it could be chosen instead of another one at fewer choices than this, or at a
#: smaller share of all choices.
LEAST_CHOICES = 5
LEAST_SHARE = 0.01
_SOME = "\N{HORIZONTAL ELLIPSIS}"


@dataclass(frozen=True)
class ActionKind:
    """A kind of action that can be forbidden."""

    #: Its name, without details.
    name: str
    numbers: ActionNumbers
    #: The number of choices between this kind and another one.
    offered: int
    #: The number of these choices at which it was chosen.
    chosen: int


@dataclass(frozen=True)
class ActionKinds:
    """The kinds of actions of a game."""

    #: The kinds that can be forbidden; the kind that was offered most often comes first.
    kinds: tuple[ActionKind, ...] = ()
    #: The names of kinds that are hardly ever offered with another kind.
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
        Line-ups that play. Legal actions of all of them are read; choices of the first are counted.
    """
    offered: list[_Offered] = []
    engines = [make_engine(study, lineup) for lineup in lineups]
    choices, *_ = [_read(engine, offered) for engine in engines]
    fields = fields_of(engines[0].game.table)
    # The names of each kind, and its numbers if it has numbers of its own.
    kinds: list[tuple[set[str], ActionNumbers | None]] = []
    keys: dict[str, set[Key]] = defaultdict(set)
    for name, key, _ in offered:
        keys[name].add(key)
    families = _families(keys)
    for names in families:
        own_keys = set().union(*(keys[name] for name in names))
        numbers = find_numbers(own_keys, set().union(*keys.values()) - own_keys)
        parts: list[tuple[set[str], ActionNumbers | None]] = []
        if len(names) > 1 and numbers:
            actions = [action for action in offered if action[0] in names]
            parts = _split(actions, fields, numbers)
        if parts and len(parts) + len(families) - 1 <= MOST_KINDS:
            kinds += parts
        else:
            kinds.append((names, numbers))
    return _sorted(kinds, choices)


def _sorted(
    kinds: Sequence[tuple[set[str], ActionNumbers | None]], choices: _Choices
) -> ActionKinds:
    """Count how often each kind was offered and chosen, and set rare and mixed kinds aside."""
    common_names = [_common(sorted(names)) for names, _ in kinds]
    place_of = {name: place for place, (names, _) in enumerate(kinds) for name in names}
    offered, chosen = Counter[int](), Counter[int]()
    for names, choice in choices:
        places = {place_of[name] for name in names}
        if len(places) > 1:
            offered.update(places)
            chosen[place_of[choice]] += 1
    least = max(LEAST_CHOICES, LEAST_SHARE * len(choices))
    usable: list[ActionKind] = []
    rare, mixed = list[str](), list[str]()
    by_frequency = sorted(
        range(len(kinds)), key=lambda place: (-offered[place], common_names[place])
    )
    for place in by_frequency:
        name, numbers = common_names[place], kinds[place][1]
        if offered[place] < least or len(usable) == MOST_KINDS:
            rare.append(name)
        elif numbers is None:
            mixed.append(name)
        else:
            usable.append(ActionKind(name, numbers, offered[place], chosen[place]))
    return ActionKinds(tuple(usable), tuple(rare), tuple(mixed))


def _read(engine: Engine, offered: list[_Offered]) -> _Choices:
    """Play some games, add their legal actions to `offered`, and return their choices."""
    choices: _Choices = []
    actions = 0
    for moment in (moment for number in range(READ_GAMES) for moment in engine.walk(number)):
        if actions > READ_ACTIONS:
            break
        if len(moment.actions) > 1:
            actions += len(moment.actions)
            kinds = kinds_at(engine, moment)
            table = np.frombuffer(moment.snapshot.table, np.int64)
            offered += ((kind, (moment.seat, action), table) for action, kind in kinds.items())
            choices.append((set(kinds.values()), kinds[moment.action]))
    return choices


def _families(keys: dict[str, set[Key]]) -> list[set[str]]:
    """Return groups of names that share numbers; if there are many, similar names are merged."""
    by_key: dict[Key, set[str]] = defaultdict(set)
    for name, name_keys in keys.items():
        for key in name_keys:
            by_key[key].add(name)
    groups = merge_groups(keys, by_key.values())
    if len(groups) > MOST_KINDS:
        groups = merge_groups(keys, [*groups, *_alike(set(keys), beside_number=True)])
    by_common_name: dict[str, set[str]] = defaultdict(set)
    for group in groups:
        by_common_name[_common(sorted(group))] |= group
    return list(by_common_name.values())


def _split(
    offered: Sequence[_Offered], fields: Sequence[tuple[int, int]], numbers: ActionNumbers
) -> list[tuple[set[str], ActionNumbers | None]]:
    """Split a kind by an integer on the table, as far as one tells the names of the kind apart."""
    offered_names, keys, tables = zip(*offered, strict=True)
    unique_names, places = np.unique(offered_names, return_inverse=True)
    names, actions = unique_names.tolist(), np.array(keys)[:, 1]
    on_table = np.array(tables)
    parts: list[tuple[set[str], int]] = []
    for entry, among in fields:
        for each in sorted(BLOCKS):
            values = on_table[np.arange(len(actions)), entry + actions // each % among]
            if values.min() < 0 or values.max() >= MOST_VALUES:
                continue
            pairs = np.unique(places * MOST_VALUES + values).tolist()
            components = _components(names, (divmod(pair, MOST_VALUES) for pair in pairs))
            if len(components) > max(1, len(parts)):
                parts = components
                numbers = replace(numbers, entry=entry, among=among, each=each)
    groups = [members for members, _ in parts]
    if len(groups) > MOST_KINDS // 2:
        groups = merge_groups(names, [*groups, *_alike(names, beside_number=False)])
    kinds: list[tuple[set[str], ActionNumbers | None]] = []
    for group in groups:
        values = sum(value for members, value in parts if members <= group)
        kinds.append((group, replace(numbers, values=values)))
    return kinds


def _alike(names: Iterable[str], *, beside_number: bool) -> list[set[str]]:
    """Return groups of names that differ in a single word.

    With `beside_number` this word is next to a number; otherwise a group has at least `SERIES`
    names.
    """
    by_pattern: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for name in names:
        words = name.split()
        for place in range(len(words)):
            near = (*words[max(0, place - 1) : place], *words[place + 1 : place + 2])
            if _SOME in near or not beside_number:
                by_pattern[*words[:place], _SOME, *words[place + 1 :]].add(name)
    return [group for group in by_pattern.values() if beside_number or len(group) >= SERIES]


def _count_equal_first(texts: Sequence[Sequence[str]]) -> int:
    """Return the number of first words that are the same in all texts."""
    return len(list(takewhile(lambda words: len(set(words)) == 1, zip(*texts, strict=False))))


def _common(names: Sequence[str]) -> str:
    """Return the words that names have in common, with an ellipsis for the others."""
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
