"""`Groups` and `Teams`: how authors declare factions, roles and hidden teams whose wins count."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from simulate.errors import UsageError
from simulate.kit.bits import bit
from simulate.kit.compiled import compiled, inlined
from simulate.kit.groups import Grouping
from simulate.making.components.cards import Cards
from simulate.making.components.component import Compiled
from simulate.making.components.hands import BaseHands, Tableau
from simulate.making.sides import EACH, Sides

#: The largest number of groups of a game, over all its groupings. Each needs memory in every game.
MOST_GROUPS = 256


class Groups:
    """Groups of seats whose wins are counted, such as factions, roles or characters.

    A seat's groups are those at the end of the game.

    Parameters
    ----------
    of
        A `Tableau` or `Hands`: a seat is in the group of each card that it has there, and groups
        are called like the cards. Or the names of the groups, or `Cards` with these names.
    function
        For names: compiled, ``(rules, state, seat)``, returns the number of the group that a seat
        is in, counted from 0, or -1 for none. For a `Tableau` or `Hands` it is left out.

    Raises
    ------
    UsageError
        If the names are invalid, or a function is missing or not allowed.
    """

    wins_together = False

    def __init__(
        self, of: Tableau | BaseHands | Cards | Sequence[str], function: Compiled | None = None
    ) -> None:
        self.of = of
        self.function = function
        if isinstance(of, Tableau | BaseHands):
            if function is not None:
                raise UsageError(
                    f"{type(self).__name__} of {of.name} needs no function, because its cards say "
                    "which group a seat is in; leave out the function, or give the names of the "
                    "groups instead"
                )
            return
        if not callable(function):
            raise UsageError(
                f"{type(self).__name__} with names needs a function (rules, state, seat) that "
                "returns the number of the group of a seat; to use the cards that a seat has, give "
                "a Tableau or Hands"
            )
        if not isinstance(of, Cards):
            _check_names(of)


class Teams(Groups):
    """Groups of seats that win together, such as wolves and villagers; parameters as in `Groups`.

    The winners of a game must be all seats of a team. Teams may be hidden, have different numbers
    of seats, and change from game to game.
    """

    wins_together = True


def _check_names(names: object) -> None:
    """Raise `UsageError` unless `names` are different names of at least one group."""
    is_list = isinstance(names, Sequence) and not isinstance(names, str)
    if not is_list or not names or not all(isinstance(name, str) and name for name in names):  # type: ignore[attr-defined]
        raise UsageError(
            f"the names of groups cannot be {names!r}; give a list such as ['wolf', 'villager']"
        )
    if len(set(names)) < len(names):  # type: ignore[call-overload,arg-type]
        raise UsageError(f"two groups have the same name in {names!r}; give them different names")


def make_groupings(game: str, wins_by: Mapping[str, Any], sides: Sides) -> tuple[Grouping, ...]:
    """Return the groupings that a game declares in `wins_by` of `simulate.making.game`.

    Parameters
    ----------
    game
        The name of the game, for error messages.
    wins_by
        By the noun for a group: `Groups`, `Teams`, or a `Tableau` or `Hands` for groups of its
        cards.
    sides
        The seats that win together.

    Raises
    ------
    UsageError
        If a grouping is invalid, if there are several groupings with teams, or teams in a game
        with sides, or if there are more than `MOST_GROUPS` groups.
    """
    groupings = []
    for name, groups in wins_by.items():
        declared = Groups(groups) if isinstance(groups, Tableau | BaseHands) else groups
        if not isinstance(declared, Groups):
            raise UsageError(
                f"wins_by of game {game} cannot have {name!r}: {groups!r}; give a Tableau or Hands "
                f'of {name} cards, or Groups(["NAME", ...], function)'
            )
        _check_noun(game, name)
        groupings.append(_make_grouping(name, declared))
    teams = sum(grouping.wins_together for grouping in groupings)
    if teams > 1:
        raise UsageError(
            f"wins_by of game {game} has Teams in several entries; use Groups instead in all but "
            "one of them"
        )
    if teams and not sides.play_alone:
        ways = " or ".join(repr(way) for way in sorted(sides.ways - {EACH}))
        raise UsageError(
            f"game {game} has teams, so it cannot have sides={ways}; leave out one of them"
        )
    number = sum(grouping.size for grouping in groupings)
    if number > MOST_GROUPS:
        raise UsageError(
            f"wins_by of game {game} has {number} groups; at most {MOST_GROUPS} are allowed"
        )
    return tuple(groupings)


def _check_noun(game: str, noun: object) -> None:
    """Raise `UsageError` unless `noun`, the key of a grouping, is a word."""
    if not isinstance(noun, str) or not noun.replace(" ", "_").isidentifier():
        raise UsageError(
            f"wins_by of game {game} cannot have a group called {noun!r}; give a noun, as in "
            'wins_by={"faction": ...}'
        )


def _make_grouping(noun: str, groups: Groups) -> Grouping:
    of = groups.of
    if isinstance(of, Tableau | BaseHands):
        cards: Cards = of.cards
        note = _note_cards(cards, _holder_of(of))
        return Grouping(noun, cards.kinds, _names_of(cards), note, groups.wins_together)
    note = _note_numbers(noun, _number_of(of), groups.function)
    names = _names_of(of) if isinstance(of, Cards) else _constant(of)
    return Grouping(noun, _number_of(of), names, note, groups.wins_together)


def _number_of(of: Cards | Sequence[str]) -> int:
    return of.kinds if isinstance(of, Cards) else len(of)


def _constant(names: Sequence[str]) -> Callable[[Any], Sequence[str]]:
    """Return a function ``(rules)`` that returns the same names under all rules."""
    return lambda rules: names


def _names_of(cards: Cards) -> Callable[[Any], Sequence[str]]:
    """Return a function ``(rules)`` that returns the names of all kinds of cards.

    The name of a kind without copies is "".
    """

    def names(rules: Any) -> list[str]:
        copies = rules[f"{cards.name}_copies"]
        pairs = zip(cards.labels(rules), copies, strict=True)
        return [label if number else "" for label, number in pairs]

    return names


def _holder_of(place: Tableau | BaseHands) -> Compiled:
    """Return a function ``(state, seat, card)`` that tests if a seat has a card in a component."""
    if isinstance(place, BaseHands):
        counted = place.counted
        return inlined(lambda state, seat, card: state.own[seat][counted][card] > 0)
    name = place.name
    return inlined(lambda state, seat, card: state.table[name][seat, card] > 0)


def _note_cards(cards: Cards, has: Compiled) -> Compiled:
    """Return the function `Grouping.note` for the cards that seats have.

    ``has(state, seat, card)`` returns True if a seat has a kind of card.
    """
    kinds = cards.kinds

    def note(rules: Any, state: Any, sets: Any, first: int) -> None:
        for seat in range(rules.players):
            for card in range(kinds):
                if has(state, seat, card):
                    sets[first + card] |= bit(seat)

    return compiled(note)


def _note_numbers(noun: str, number: int, function: Any) -> Compiled:
    """Return the function `Grouping.note` for groups that an author's function returns."""
    group_of = compiled(function)
    wrong = (
        f"the function for the {noun} of a seat must return a number from 0 to {number - 1}, or -1 "
        "for none"
    )

    def note(rules: Any, state: Any, sets: Any, first: int) -> None:
        for seat in range(rules.players):
            group = group_of(rules, state, seat)
            if group < -1 or group >= number:
                raise IndexError(wrong)
            if group >= 0:
                sets[first + group] |= bit(seat)

    return compiled(note)
