"""The kinds of actions of any game, and which numbers each has, read off games played.

A game tells people what each action is, and gives strategies a number for it. From some games move
by move it shows which numbers are of one kind, so that a kind can be forbidden by numbers alone.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from simulate.play.arms import make_engine
from simulate.play.engine import Engine
from simulate.play.extra_runs import kind_of
from simulate.play.kind_numbers import (
    Key,
    Numbers,
    Seen,
    fields_of,
    find_numbers,
    join,
    split_by_table,
)
from simulate.strategy import Strategy
from simulate.study import Study

#: The most kinds; with more, those that differ by a word beside a number count as one, and those
#: of a series of at least so many that differ by one word.
MOST_KINDS, SERIES = 8, 3
#: Games of each line-up that are read, and about the most actions that are told of.
READ_GAMES, READ_ACTIONS = 20, 25_000
#: A kind beside which there is another one at fewer choices, or at a smaller share, is rare.
LEAST_CHOICES, LEAST_SHARE = 5, 0.01
_SOME = "\N{HORIZONTAL ELLIPSIS}"


@dataclass(frozen=True)
class Kind:
    """A kind of action.

    Attributes
    ----------
    name
        What its actions are called, without their particulars.
    numbers
        Which they are.
    offered, chosen
        At how many choices it could be chosen and another kind as well, and at how many of these
        it was.
    """

    name: str
    numbers: Numbers
    offered: int
    chosen: int


@dataclass(frozen=True)
class Kinds:
    """The kinds of actions of a game.

    Attributes
    ----------
    found
        Those that can be forbidden, the most often offered first.
    choices
        Choices that were read of the game's players, in how many `games`.
    rare
        Names of kinds that come together with another one hardly ever, or less often than those
        found.
    mixed
        Names of kinds whose actions share their numbers with other kinds.
    """

    found: tuple[Kind, ...]
    games: int
    choices: int
    rare: tuple[str, ...]
    mixed: tuple[str, ...]


@dataclass
class _Read:
    """What was read of some games: of each choice, what was offered and what was chosen."""

    games: int = 0
    choices: list[tuple[set[str], str]] = field(default_factory=list)


@dataclass
class _Offered:
    """All actions offered in games that were read, one in each place."""

    names: list[str] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)
    tables: list[Any] = field(default_factory=list)
    fields: list[tuple[int, int]] = field(default_factory=list)

    def of(self, names: set[str]) -> Seen:
        """Return those with one of some names."""
        kept = [place for place, name in enumerate(self.names) if name in names]
        return Seen(
            [self.names[place] for place in kept],
            np.array([self.actions[place] for place in kept]),
            np.array([self.rows[place] for place in kept]),
            np.array(self.tables),
        )


def find_kinds(study: Study, lineups: Sequence[Sequence[Strategy]]) -> Kinds:
    """Read the kinds of actions off some games of a study's rules.

    Parameters
    ----------
    study
        The rules, players and seed.
    lineups
        Who plays; what the first of them chooses is counted.
    """
    offered = _Offered()
    engines = [make_engine(study, lineup) for lineup in lineups]
    read, *_ = [_read(engine, offered) for engine in engines]
    # The names of each kind, and its numbers if it has numbers of its own.
    kinds: list[tuple[set[str], Numbers | None]] = []
    keys: dict[str, set[Key]] = defaultdict(set)
    for name, seat, action in zip(offered.names, offered.seats, offered.actions, strict=True):
        keys[name].add((seat, action))
    families = _families(keys)
    for names in families:
        mine = set().union(*(keys[name] for name in names))
        numbers = find_numbers(mine, set().union(*keys.values()) - mine)
        parts = _split(offered, names, numbers) if numbers and len(names) > 1 else []
        fit = parts and len(parts) + len(families) - 1 <= MOST_KINDS
        kinds += parts if fit else [(names, numbers)]
    return _sorted(kinds, read)


def _sorted(kinds: Sequence[tuple[set[str], Numbers | None]], read: _Read) -> Kinds:
    """Count how often each kind was offered and chosen, and leave out what is rare."""
    called = [_common(sorted(names)) for names, _ in kinds]
    kind_of_name = {name: place for place, (names, _) in enumerate(kinds) for name in names}
    offered, chosen = Counter[int](), Counter[int]()
    for names, choice in read.choices:
        several = {kind_of_name[name] for name in names}
        if len(several) > 1:
            offered.update(several)
            chosen[kind_of_name[choice]] += 1
    least = max(LEAST_CHOICES, LEAST_SHARE * len(read.choices))
    found: list[Kind] = []
    rare: list[str] = []
    mixed: list[str] = []
    for place in sorted(range(len(kinds)), key=lambda place: (-offered[place], called[place])):
        numbers = kinds[place][1]
        if offered[place] < least or len(found) == MOST_KINDS:
            rare.append(called[place])
        elif numbers is None:
            mixed.append(called[place])
        else:
            found.append(Kind(called[place], numbers, offered[place], chosen[place]))
    return Kinds(tuple(found), read.games, len(read.choices), tuple(rare), tuple(mixed))


def _read(engine: Engine, offered: _Offered) -> _Read:
    """Walk some games, and add what is offered in them to `offered`."""
    tell, rules = engine.game.teller, engine.rules[0]
    found, told = _Read(), 0
    for number in range(READ_GAMES):
        if told > READ_ACTIONS:
            break
        found.games += 1
        for moment in engine.walk(number):
            if told > READ_ACTIONS:
                break
            if len(moment.actions) < 2:
                continue
            told += len(moment.actions)
            table = moment.snapshot.table
            named = {
                action: kind_of(tell.action(rules, table, action)) for action in moment.actions
            }
            offered.names += named.values()
            offered.actions += named
            offered.seats += [moment.seat] * len(named)
            offered.rows += [len(offered.tables)] * len(named)
            offered.tables.append(np.frombuffer(table, np.int64))
            offered.fields = fields_of(table)
            found.choices.append((set(named.values()), named[moment.action]))
    return found


def _families(keys: dict[str, set[Key]]) -> list[set[str]]:
    """Return groups of names that numbers alone cannot tell apart, fewer if there are many."""
    by_key: dict[Key, set[str]] = defaultdict(set)
    for name, some in keys.items():
        for key in some:
            by_key[key].add(name)
    groups = join(keys, by_key.values())
    if len(groups) > MOST_KINDS:
        groups = join(keys, [*groups, *_alike(set(keys), beside_number=True)])
    called: dict[str, set[str]] = defaultdict(set)
    for group in groups:
        called[_common(sorted(group))] |= group
    return list(called.values())


def _split(
    offered: _Offered, names: set[str], numbers: Numbers
) -> list[tuple[set[str], Numbers | None]]:
    """Split a kind by what lies on the table; nothing if that does not tell its names apart."""
    found = split_by_table(offered.of(names), offered.fields)
    if found is None:
        return []
    (entry, among, each), parts = found
    groups = [some for some, _ in parts]
    if len(groups) > MOST_KINDS // 2:
        groups = join(names, [*groups, *_alike(names, beside_number=False)])
    return [
        (
            group,
            replace(
                numbers,
                entry=entry,
                among=among,
                each=each,
                values=sum(values for some, values in parts if some <= group),
            ),
        )
        for group in groups
    ]


def _alike(names: set[str], *, beside_number: bool) -> list[set[str]]:
    """Return groups of names that differ in one word alone.

    As colours do: in one beside a number, or else in any if there is a `SERIES` of them.
    """
    found: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for name in names:
        words = name.split()
        for place in range(len(words)):
            near = (*words[max(0, place - 1) : place], *words[place + 1 : place + 2])
            if _SOME in near or not beside_number:
                found[*words[:place], _SOME, *words[place + 1 :]].add(name)
    return [group for group in found.values() if beside_number or len(group) >= SERIES]


def _common(names: Sequence[str]) -> str:
    """Return what some names have in common, an ellipsis for the rest."""
    split = [name.split() for name in names]
    least = min(map(len, split))
    if len({len(words) for words in split}) == 1:
        said = [words[0] if len(set(words)) == 1 else _SOME for words in zip(*split, strict=True)]
    else:
        before = next((n for n in range(least) if len({words[n] for words in split}) > 1), least)
        after = next(
            (n for n in range(least - before) if len({words[-1 - n] for words in split}) > 1),
            least - before,
        )
        said = [*split[0][:before], _SOME, *split[0][len(split[0]) - after :]]
    if set(said) == {_SOME}:
        return f"{names[0]}, and the like"
    return " ".join(w for place, w in enumerate(said) if w != _SOME or said[:place][-1:] != [_SOME])
