"""The kinds of actions of any game, and which numbers each has, read off games played."""

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

#: Sizes of blocks of actions that are tried: of those that belong to one seat, or to one thing.
BLOCKS = (GROUP, *(2**power for power in range(17) if 2**power != GROUP))
#: What lies on the table is told apart by a number from 0 to less than this.
MOST_VALUES = 62
#: A seat and an action: what the kind may depend on.
Key = tuple[int, int]


@dataclass(frozen=True)
class ActionNumbers:
    """Which actions are of a kind: all from `first` to `last`.

    `whose` is 0, or of blocks of so many actions, one a seat from `first` on: 1 for that of the
    seat to act alone, 2 for those of the others. It may also depend on what lies on the table, in
    `among` integers from number `entry` of the table's on (-1: none); every `each` actions it is
    the next of them, and those in `values`, a set, are meant.
    """

    first: int
    last: int
    whose: int = 0
    block: int = GROUP
    entry: int = -1
    among: int = 1
    each: int = 1
    values: int = 0

    def hold(self, seat: int, action: int) -> bool:
        """Tell whether an action of a seat is one of these, whatever lies on the table."""
        if not self.first <= action <= self.last:
            return False
        return not self.whose or ((action - self.first) // self.block == seat) == (self.whose == 1)


def find_numbers(keys: set[Key], others: set[Key]) -> ActionNumbers | None:
    """Return numbers that hold these seats' actions and no others; ``None`` if there are none."""
    for numbers in _candidates({action for _, action in keys}, others):
        if all(numbers.hold(*key) for key in keys) and not any(numbers.hold(*k) for k in others):
            return numbers
    return None


def _candidates(actions: set[int], others: set[Key]) -> Iterator[ActionNumbers]:
    yield ActionNumbers(min(actions), max(actions))
    # Where whose action it is decides, the same actions are of another kind for another seat.
    everybodys = [action for _, action in others if action in actions] + list(actions)
    low, high = min(everybodys), max(everybodys)
    for block in BLOCKS:
        for begin in (low - low % block, *range(low, max(-1, low - GROUP), -1)):
            for whose in (1, 2):
                yield ActionNumbers(begin, high, whose, block)


#: An action that was offered: its name, whose it is, and the numbers on the table.
_Offered = tuple[str, Key, Integers]


def _components(
    names: Sequence[str], pairs: Iterable[tuple[int, int]]
) -> list[tuple[set[str], int]]:
    """Return the names that go together because a value comes with several, and their values."""
    by_value: dict[int, set[str]] = {}
    for place, value in pairs:
        by_value.setdefault(value, set()).add(names[place])
    groups = merge_groups(names, by_value.values())
    return [
        (group, sum(1 << value for value, some in by_value.items() if some <= group))
        for group in groups
    ]


def merge_groups(names: Iterable[str], together: Iterable[set[str]]) -> list[set[str]]:
    """Split names into groups, so that all that stand together anywhere are in one."""
    group_of = {name: {name} for name in sorted(names)}
    for several in together:
        one, *others = sorted(several)
        for other in others:
            if group_of[one] is not group_of[other]:
                group_of[one] |= group_of[other]
                for name in group_of[other]:
                    group_of[name] = group_of[one]
    return list({id(group): group for group in group_of.values()}.values())


def fields_of(layout: Layout) -> list[tuple[int, int]]:
    """Return where each number and each row of numbers of a table's record lies, and how many."""
    fields: Any = layout.dtype.fields
    numbers = [(kind.shape, offset) for kind, offset, *_ in fields.values()]
    return [(offset // 8, *(shape or (1,))) for shape, offset in numbers if len(shape) < 2]


#: The most kinds; with more, those that differ by a word beside a number count as one, and those
#: of a series of at least so many that differ by one word.
MOST_KINDS, SERIES = 8, 3
#: Games of each line-up that are read, and about the most actions that are told of.
READ_GAMES, READ_ACTIONS = 20, 25_000
#: A kind beside which there is another one at fewer choices, or at a smaller share, is rare.
LEAST_CHOICES, LEAST_SHARE = 5, 0.01
_SOME = "\N{HORIZONTAL ELLIPSIS}"


@dataclass(frozen=True)
class ActionKind:
    """A kind of action: its name, without particulars, and its numbers.

    At `offered` choices it and another kind could be chosen, and at `chosen` of these it was.
    """

    name: str
    numbers: ActionNumbers
    offered: int
    chosen: int


@dataclass(frozen=True)
class ActionKinds:
    """The kinds of actions of a game that can be forbidden, the most often offered first.

    Kinds are `rare` that hardly ever come together
    with another, or less often than those found; those that share their numbers are `mixed`.
    """

    kinds: tuple[ActionKind, ...] = ()
    rare: tuple[str, ...] = ()
    mixed: tuple[str, ...] = ()


#: Of each choice that was read, what was offered and what was chosen.
_Choices = list[tuple[set[str], str]]


def find_kinds(study: Study, lineups: Sequence[Sequence[Strategy]]) -> ActionKinds:
    """Read the kinds of actions off some games of a study's rules.

    Of all line-ups what is offered is read; what the first of them chooses is counted.
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
        mine = set().union(*(keys[name] for name in names))
        numbers = find_numbers(mine, set().union(*keys.values()) - mine)
        several = [one for one in offered if one[0] in names] if len(names) > 1 else []
        parts = _split(several, fields, numbers) if numbers and several else []
        fit = parts and len(parts) + len(families) - 1 <= MOST_KINDS
        kinds += parts if fit else [(names, numbers)]
    return _sorted(kinds, choices)


def _sorted(
    kinds: Sequence[tuple[set[str], ActionNumbers | None]], choices: _Choices
) -> ActionKinds:
    """Count how often each kind was offered and chosen, and leave out what is rare."""
    called = [_common(sorted(names)) for names, _ in kinds]
    kind_of_name = {name: place for place, (names, _) in enumerate(kinds) for name in names}
    offered, chosen = Counter[int](), Counter[int]()
    for names, choice in choices:
        several = {kind_of_name[name] for name in names}
        if len(several) > 1:
            offered.update(several)
            chosen[kind_of_name[choice]] += 1
    least = max(LEAST_CHOICES, LEAST_SHARE * len(choices))
    found: list[ActionKind] = []
    rare, mixed = list[str](), list[str]()
    for place in sorted(range(len(kinds)), key=lambda place: (-offered[place], called[place])):
        name, numbers = called[place], kinds[place][1]
        if offered[place] < least or len(found) == MOST_KINDS:
            rare.append(name)
        elif numbers is None:
            mixed.append(name)
        else:
            found.append(ActionKind(name, numbers, offered[place], chosen[place]))
    return ActionKinds(tuple(found), tuple(rare), tuple(mixed))


def _read(engine: Engine, offered: list[_Offered]) -> _Choices:
    """Walk some games, and add what is offered in them to `offered`."""
    choices: _Choices = []
    told = 0
    for moment in (moment for number in range(READ_GAMES) for moment in engine.walk(number)):
        if told > READ_ACTIONS:
            break
        if len(moment.actions) > 1:
            told += len(moment.actions)
            named = kinds_at(engine, moment)
            table = np.frombuffer(moment.snapshot.table, np.int64)
            offered += ((kind, (moment.seat, action), table) for action, kind in named.items())
            choices.append((set(named.values()), named[moment.action]))
    return choices


def _families(keys: dict[str, set[Key]]) -> list[set[str]]:
    """Return groups of names that numbers alone cannot tell apart, fewer if there are many."""
    by_key: dict[Key, set[str]] = defaultdict(set)
    for name, some in keys.items():
        for key in some:
            by_key[key].add(name)
    groups = merge_groups(keys, by_key.values())
    if len(groups) > MOST_KINDS:
        groups = merge_groups(keys, [*groups, *_alike(set(keys), beside_number=True)])
    called: dict[str, set[str]] = defaultdict(set)
    for group in groups:
        called[_common(sorted(group))] |= group
    return list(called.values())


def _split(
    offered: Sequence[_Offered], fields: Sequence[tuple[int, int]], numbers: ActionNumbers
) -> list[tuple[set[str], ActionNumbers | None]]:
    """Split a kind by what lies on the table, if that tells its names apart, as far as it does."""
    called, keys, tables = zip(*offered, strict=True)
    found, places = np.unique(called, return_inverse=True)
    names, actions = found.tolist(), np.array(keys)[:, 1]
    on_table, parts = np.array(tables), list[tuple[set[str], int]]()
    for entry, among in fields:
        for each in sorted(BLOCKS):
            values = on_table[np.arange(len(actions)), entry + actions // each % among]
            if values.min() < 0 or values.max() >= MOST_VALUES:
                continue
            pairs = np.unique(places * MOST_VALUES + values).tolist()
            more = _components(names, (divmod(pair, MOST_VALUES) for pair in pairs))
            if len(more) > max(1, len(parts)):
                parts, numbers = more, replace(numbers, entry=entry, among=among, each=each)
    groups = [some for some, _ in parts]
    if len(groups) > MOST_KINDS // 2:
        groups = merge_groups(names, [*groups, *_alike(names, beside_number=False)])
    return [
        (group, replace(numbers, values=sum(value for some, value in parts if some <= group)))
        for group in groups
    ]


def _alike(names: Iterable[str], *, beside_number: bool) -> list[set[str]]:
    """Return groups of names that differ in one word alone, beside a number or in a `SERIES`."""
    found: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for name in names:
        words = name.split()
        for place in range(len(words)):
            near = (*words[max(0, place - 1) : place], *words[place + 1 : place + 2])
            if _SOME in near or not beside_number:
                found[*words[:place], _SOME, *words[place + 1 :]].add(name)
    return [group for group in found.values() if beside_number or len(group) >= SERIES]


def _alike_at_first(several: Sequence[Sequence[str]]) -> int:
    """Return with how many words all begin alike."""
    return len(list(takewhile(lambda words: len(set(words)) == 1, zip(*several, strict=False))))


def _common(names: Sequence[str]) -> str:
    """Return what some names have in common, an ellipsis for the rest."""
    split = [name.split() for name in names]
    if len({len(words) for words in split}) == 1:
        said = [words[0] if len(set(words)) == 1 else _SOME for words in zip(*split, strict=True)]
    else:
        before = _alike_at_first(split)
        after = _alike_at_first([words[before:][::-1] for words in split])
        said = [*split[0][:before], _SOME, *split[0][len(split[0]) - after :]]
    if set(said) == {_SOME}:
        return f"{names[0]}, and the like"
    return " ".join(w for place, w in enumerate(said) if w != _SOME or said[:place][-1:] != [_SOME])
