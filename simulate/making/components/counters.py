"""Components that hold numbers: counters, dice, secret choices, and statistics of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from simulate.errors import UsageError, unknown
from simulate.game import Count, Snapshot, score_in_words
from simulate.kit.bits import EMPTY, bit, has
from simulate.kit.chance import below
from simulate.kit.compiled import inlined
from simulate.kit.layout import SEATS
from simulate.kit.notes import note_roll
from simulate.kit.seats import in_round, next_seat
from simulate.making.components.axes import NamedEntries, check_axis, length_of
from simulate.making.components.cards import Cards
from simulate.making.components.component import Component, Fields, readable_name
from simulate.making.components.holding import (
    Holds,
    SetOf,
    check_holds,
    holds_seat,
    is_amount,
    is_no_seat,
    number_in_words,
    set_change,
    signed_change,
)
from simulate.rules.kinds import Option


class Counter(Component):
    """A number that everybody sees: coins, a pot, the place of a piece on a track.

    Its field is ``table.NAME``, or ``table.NAME[seat]`` if each seat has a number of its own, or
    ``table.NAME[place]`` if each place or kind of card has one.

    Parameters
    ----------
    meaning
        The meaning of the field, for authors of strategies.
    each
        True if each seat has a number of its own, as in ``Counter("coins", "coins each player has",
        each=True)``. A list of names, or `Cards`, if each of these has a number of its own, as in
        ``Counter("damage", "damage of each place", each=["mill", "inn"])``.
    begins
        The number at the beginning of a game, or the name of a rule that holds it.
    holds
        The meaning of the number in replays: ``"number"``, ``"number or none"`` (-1 is shown as
        "none"), ``"points"`` (in the unit of scores), ``"seat"`` (counted from 0), `Cards` for a
        kind of card, a list of words, or a set of seats, cards or words, such as
        ``SetOf("seat")``. Replays write -1 as "nobody" for a seat, and as "none" for a card or a
        word. They write -2 as "not yet".
    in_replays
        False for a number that only helps the code, such as the number of seats that have still to
        act, so that replays leave it out.

    Raises
    ------
    UsageError
        If `name` cannot be the name of a field, `holds` is not a valid meaning, or `each` is not a
        list of different names. The function `game` raises it if no rule is called `begins`.
    """

    def __init__(
        self,
        name: str,
        meaning: str,
        *,
        each: bool | Sequence[str] | Cards = False,
        begins: int | str = 0,
        holds: Holds = "number",
        in_replays: bool = True,
    ) -> None:
        super().__init__(name, "a counter")
        self.in_replays = in_replays
        check_holds(holds, f"the counter {name}")
        self.meaning = meaning
        #: True if each seat has a number.
        self.each = each is True
        self.belongs_to_result = self.each
        self.begins = begins
        self.holds = holds
        self._parts = 1
        #: The names of the places or kinds of cards that have a number each; None if others do.
        self._axis = None if isinstance(each, bool) else each
        if self._axis is not None:
            check_axis(self._axis, f"the counter {name}")
        if begins != 0:
            self.set_up = self._make_set_up(number_getter(begins))

    def _make_set_up(self, number: Any) -> Any:
        """Return the compiled function that sets the numbers; ``number(rules)`` returns theirs."""
        name = self.name
        places = 0 if self._axis is None else length_of(self._axis)

        def begin_seats(rules: Any, state: Any) -> None:
            for seat in range(rules.players):
                state.table[name][seat] = number(rules)

        def begin_places(rules: Any, state: Any) -> None:
            for place in range(places):
                state.table[name][place] = number(rules)

        def begin(rules: Any, state: Any) -> None:
            state.table[name] = number(rules)

        if self._axis is not None:
            return inlined(begin_places)
        return inlined(begin_seats if self.each else begin)

    def fields(self, options: Mapping[str, Option]) -> Fields:
        if isinstance(self.begins, str) and self.begins not in options:
            raise unknown("rule", self.begins, options, f" for the beginning of {self.name}")
        if self._axis is not None:
            return Fields(table={self.name: (self.meaning, length_of(self._axis))})
        return Fields(table={self.name: (self.meaning, SEATS) if self.each else self.meaning})

    def set_score_parts(self, parts: int) -> None:
        self._parts = parts

    @property
    def is_amount(self) -> bool:
        """True if the number is an amount, such as points, and not a seat, a card or a word."""
        return is_amount(self.holds)

    @property
    def is_single(self) -> bool:
        """True if the counter is one number, not one for each seat, place or kind of card."""
        return not self.each and self._axis is None

    @property
    def _entries(self) -> NamedEntries | None:
        """The words for the numbers of places or kinds of cards; None for other counters."""
        if self._axis is None:
            return None
        return NamedEntries([self._axis], self._in_words, self._signed)

    def _in_words(self, rules: Any, number: Any) -> str:
        return number_in_words(self.holds, rules, int(number), self._parts)

    def describe_table(self, rules: Any, snapshot: Snapshot) -> str:
        if self.each or not self.in_replays:
            return ""
        if self._entries:
            numbers = self._entries.describe(rules, snapshot.table[self.name])
            return f"{readable_name(self.name)}: {numbers}"
        separator = " " if self.is_amount else ": "
        words = self._in_words(rules, snapshot.table[self.name])
        return f"{readable_name(self.name)}{separator}{words}"

    def describe_seat(self, rules: Any, snapshot: Snapshot, seat: int, *, reveal: bool) -> str:
        if not self.each or not self.in_replays:
            return ""
        return (
            f"{readable_name(self.name)} {self._in_words(rules, snapshot.table[self.name][seat])}"
        )

    def describe_changes(self, rules: Any, before: Snapshot, after: Snapshot) -> list[str]:
        if not self.in_replays:
            return []
        if self._entries:
            changes = self._entries.describe_changes(
                rules, before.table[self.name], after.table[self.name]
            )
            return [f"{readable_name(self.name)}: {changes}"] if changes else []
        numbers_before = np.atleast_1d(before.table[self.name])
        numbers_after = np.atleast_1d(after.table[self.name])
        clauses = []
        if self.each:
            for seat in range(rules.players):
                if numbers_before[seat] != numbers_after[seat]:
                    change = self._change_of_seat(
                        rules, int(numbers_before[seat]), int(numbers_after[seat])
                    )
                    clauses.append(f"seat {seat + 1} {change}")
        elif numbers_before[0] != numbers_after[0]:
            if self.is_amount:
                change = self._signed(rules, int(numbers_before[0]), int(numbers_after[0]))
                return [f"{self.describe_table(rules, after)} {change}".rstrip()]
            if not isinstance(self.holds, SetOf):
                return [self.describe_table(rules, after)]
            added, removed = set_change(
                self.holds, rules, int(numbers_before[0]), int(numbers_after[0])
            )
            if added:
                clauses.append(f"{added} added")
            if removed:
                clauses.append(f"{removed} removed")
        return [f"{readable_name(self.name)}: {'; '.join(clauses)}"] if clauses else []

    def _change_of_seat(self, rules: Any, before: int, after: int) -> str:
        """Return a description of the change of a seat's number, as in "has 9 now (-3)"."""
        if isinstance(self.holds, SetOf):
            added, removed = set_change(self.holds, rules, before, after)
            clauses = []
            if added:
                clauses.append(f"gets {added}")
            if removed:
                clauses.append(f"loses {removed}")
            return " and ".join(clauses)
        has = f"has {self._in_words(rules, after)} now"
        return f"{has} {self._signed(rules, before, after)}".rstrip()

    def _signed(self, rules: Any, before: int, after: int) -> str:
        """Return the change of an amount, as in "(+3)"; empty for other numbers."""
        return signed_change(self.holds, rules, before, after, self._parts)

    def find_wrong_seats(self, rules: Any, snapshot: Snapshot) -> dict[str, Any]:
        if not holds_seat(self.holds):
            return {}
        players = int(rules.players)
        numbers = snapshot.table[self.name]
        if self.each:
            numbers = numbers[..., :players]
        return {self.name: is_no_seat(numbers, players)}


def number_getter(number: int | str) -> Any:
    """Return a compiled function ``(rules)`` that returns `number`.

    If `number` is the name of a rule, the function returns the value of the rule.
    """

    def value_of_rule(rules: Any) -> int:
        return rules[number]  # type: ignore[no-any-return]

    def constant(rules: Any) -> int:
        return number  # type: ignore[return-value]

    return inlined(value_of_rule if isinstance(number, str) else constant)


class BaseDice(Component):
    """The base of `Dice` and `PrivateDice`: dice with a number of sides.

    Raises
    ------
    UsageError
        If `name` cannot be the name of a field. The function `game` raises it if no rule is called
        `sides`.
    """

    def __init__(self, name: str, *, sides: int | str) -> None:
        super().__init__(name, "dice")
        self.sides = sides
        #: The largest number of sides that the rules allow; set by `fields`.
        self.most = 0
        #: The number of the first face in `Game.deck`; set by `make_deck`.
        self.first = 0

    def fields(self, options: Mapping[str, Option]) -> Fields:
        if isinstance(self.sides, str) and self.sides not in options:
            raise unknown("rule", self.sides, options, f" with the sides of {self.name}")
        self.most = int(getattr(options.get(str(self.sides)), "maximum", self.sides))
        return self.fixed_fields


class Dice(BaseDice):
    """Dice that everybody sees.

    Their field is ``table.NAME``, the latest roll of each die, or 0 before the first roll. In
    compiled code, ``roll(rules, state)`` rolls all dice and returns their sum, and
    ``roll_one(rules, state, die)`` rolls the die with index `die` and returns the number rolled.
    Dice have their own stream of chance, so that rolls do not change which cards are drawn.

    Parameters
    ----------
    number
        The number of dice.
    sides
        The number of sides of each die, or the name of a rule that holds it.

    Raises
    ------
    UsageError
        If `name` cannot be the name of a field, or `number` is not a whole number. The function
        `game` raises it if no rule is called `sides`.
    """

    def __init__(self, name: str, number: int = 1, *, sides: int | str = 6) -> None:
        super().__init__(name, sides=sides)
        if not isinstance(number, int):
            raise UsageError(
                f"the number of {name} cannot be {number!r}; Dice need a whole number, such as the "
                "largest that a rule allows, and roll_one rolls only some of them"
            )
        self.number = number
        sides_of = number_getter(sides)
        component = self
        #: The hidden field that counts the rolls of each die, so that replays show every roll.
        rolls = self._rolls = f"{name}_rolls"

        @inlined
        def roll_one(rules: Any, state: Any, die: int) -> int:
            faces = sides_of(rules)
            face = below(state.dice, faces)
            rolled: int = 1 + note_roll(state.chance, face, faces, component.first)
            state.table[name][die] = rolled
            state.hidden[rolls][die] += 1
            return rolled

        def roll(rules: Any, state: Any) -> int:
            total = 0
            for die in range(number):
                total += roll_one(rules, state, die)
            return total

        self.roll_one = roll_one
        self.roll = inlined(roll)
        self.fixed_fields = Fields(
            table={name: ("the latest roll of each die; 0 before the first", number)},
            hidden={rolls: ("how often each die was rolled", number)},
        )

    def describe_table(self, rules: Any, snapshot: Snapshot) -> str:
        rolled = snapshot.table[self.name]
        numbers = " ".join(map(str, rolled)) if np.any(rolled) else "not rolled"
        return f"{readable_name(self.name)} {numbers}"

    def describe_changes(self, rules: Any, before: Snapshot, after: Snapshot) -> list[str]:
        rolled = np.flatnonzero(after.hidden[self._rolls] - before.hidden[self._rolls])
        if len(rolled) == 0:
            return []
        if len(rolled) == self.number:
            return [self.describe_table(rules, after)]
        faces = after.table[self.name]
        dice = (f"number {die + 1} shows {faces[die]}" for die in rolled)
        return [f"{readable_name(self.name)}: {', '.join(dice)}"]


class SecretChoices(Component):
    """Actions that all seats choose at the same time, without seeing the choices of the others.

    The fields are ``own.NAME``, the latest choice of a seat, and ``table.NAME_made``, the set of
    seats that have chosen. In compiled code, ``choose(rules, state, action)`` records the choice of
    the seat to act, and makes the next seat that has not chosen the seat to act. It returns True
    when all seats that are still in the round have chosen. The choices are then in
    ``state.own[seat].NAME``, a turn has been counted, and the first seat that is still in the round
    is to act.

    Raises
    ------
    UsageError
        If `name` cannot be the name of a field.
    """

    turn_functions: tuple[str, ...] = ("choose",)

    def __init__(self, name: str) -> None:
        super().__init__(name, "secret choices")
        made = self.made = f"{name}_made"

        def choose(rules: Any, state: Any, action: int) -> bool:
            table = state.table
            state.own[table.seat][name] = action
            chosen = table[made] | bit(table.seat)
            open_ = in_round(table) & ~chosen
            if open_ == EMPTY:
                table[made] = EMPTY
                table.turns += 1  # All seats choose at the same time, so it is a single turn.
                table.seat = next_seat(in_round(table), rules.players - 1, rules.players)
                return True
            table[made] = chosen
            table.seat = next_seat(open_, table.seat, rules.players)
            return False

        self.choose = inlined(choose)
        self.fixed_fields = Fields(
            table={made: f"the seats that have chosen their {readable_name(name)}, as a set"},
            own={name: f"the latest {readable_name(name)} of the seat"},
        )

    def describe_seat(self, rules: Any, snapshot: Snapshot, seat: int, *, reveal: bool) -> str:
        return f"{readable_name(self.name)} chosen" if has(snapshot.table[self.made], seat) else ""


class Counted(Component):
    """A number that is counted in every game. Reports have its mean, the figure ``counts.NAME``.

    In compiled code, ``add(state, number)`` adds to the count (1 by default), and
    ``put(state, number)`` sets it.

    Parameters
    ----------
    name, meaning, **more
        As in `simulate.game.Count`. The meaning, in lower-case letters, says what is counted, as in
        ``Counted("busts", "turns that brought nothing", per_player=True)``. With `per_player`,
        reports divide the mean per game by the number of players. With `yes_or_no`, the count is 0
        or 1 in every game, and its mean is a share of the games. With `signed`, it may be below 0.
    in_replays
        False for a count that replays leave out, because other lines say the same.

    Raises
    ------
    UsageError
        If `name` cannot be the name of a field.
    """

    belongs_to_result = True

    def __init__(self, name: str, meaning: str, *, in_replays: bool = True, **more: Any) -> None:
        super().__init__(name, "a count")
        self.in_replays = in_replays
        self.definition = Count(name=name, meaning=meaning, **more)
        self.place = -1

    def set_place(self, place: int) -> None:
        """Set the index of the count in ``hidden.counts``, and define `add` and `put`."""
        self.place = place

        def add(state: Any, number: int = 1) -> None:
            state.hidden.counts[place] += number

        def put(state: Any, number: int) -> None:
            state.hidden.counts[place] = number

        self.add = inlined(add)
        self.put = inlined(put)

    def describe_changes(self, rules: Any, before: Snapshot, after: Snapshot) -> list[str]:
        number = int(after.hidden.counts[self.place])
        if number == int(before.hidden.counts[self.place]) or not self.in_replays:
            return []
        # A meaning may contain a rule's name in braces, which only reports replace by its value.
        meaning = self.definition.meaning
        if "{" in meaning:
            meaning = readable_name(self.name)
        total = score_in_words(number, self.definition.parts)
        whose = " of all players" if self.definition.per_player else ""
        return [f"counted: {meaning}, {total}{whose} in this game"]
