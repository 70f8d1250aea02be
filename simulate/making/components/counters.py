"""Numbers that a game keeps: counters, tracks, dice, what is chosen in secret, what is counted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from simulate.errors import unknown
from simulate.game import Count, Snapshot, score_in_words
from simulate.kit.bits import EMPTY, bit, has
from simulate.kit.chance import below
from simulate.kit.compiled import inlined
from simulate.kit.layout import SEATS
from simulate.kit.notes import note_roll
from simulate.kit.seats import in_round, next_seat
from simulate.making.components.component import Component, Fields, readable_name
from simulate.making.components.holding import (
    Holds,
    SetOf,
    check_holds,
    number_in_words,
    set_change,
)
from simulate.rules.kinds import Option


class Counter(Component):
    """A number that all see: coins, a pot, the place of a piece on a track.

    Field: ``table.NAME``, or with `each`, where each seat has one, ``table.NAME[seat]``.

    Parameters
    ----------
    meaning
        The meaning of the field, for authors of strategies.
    each
        Whether each seat has one, as in ``Counter("coins", "coins each player has", each=True)``.
    begins
        The number at the beginning of a game, or the rule of that name which sets it.
    holds
        The meaning of the number in replays: ``"number"``, ``"points"`` (counted as scores are), a
        ``"seat"`` from 0, a kind of some `Cards`, a word of a list, or a set of these, such as
        ``SetOf("seat")``. A seat, card or word that is -1 is shown as nobody or none.
    """

    def __init__(
        self,
        name: str,
        meaning: str,
        *,
        each: bool = False,
        begins: int | str = 0,
        holds: Holds = "number",
    ) -> None:
        super().__init__(name, "a counter")
        check_holds(holds, f"the counter {name}")
        self.meaning, self.each, self.begins, self.holds = meaning, each, begins, holds
        self._parts = 1
        if begins != 0:
            number = number_getter(begins)

            def begin_each(rules: Any, state: Any) -> None:
                for seat in range(rules.players):
                    state.table[name][seat] = number(rules)

            def begin(rules: Any, state: Any) -> None:
                state.table[name] = number(rules)

            self.set_up = inlined(begin_each if each else begin)

    def fields(self, options: Mapping[str, Option]) -> Fields:
        if isinstance(self.begins, str) and self.begins not in options:
            raise unknown("rule", self.begins, options, f" with what {self.name} begins with")
        return Fields(table={self.name: (self.meaning, SEATS) if self.each else self.meaning})

    def set_score_parts(self, parts: int) -> None:
        self._parts = parts

    @property
    def _is_amount(self) -> bool:
        return self.holds in ("number", "points")

    def _in_words(self, rules: Any, number: Any) -> str:
        return number_in_words(self.holds, rules, int(number), self._parts)

    def describe_table(self, rules: Any, snapshot: Snapshot) -> str:
        if self.each:
            return ""
        apart = " " if self._is_amount else ": "
        words = self._in_words(rules, snapshot.table[self.name])
        return f"{readable_name(self.name)}{apart}{words}"

    def describe_seat(self, rules: Any, snapshot: Snapshot, seat: int, *, known: bool) -> str:
        if not self.each:
            return ""
        return (
            f"{readable_name(self.name)} {self._in_words(rules, snapshot.table[self.name][seat])}"
        )

    def describe_changes(self, rules: Any, before: Snapshot, after: Snapshot) -> list[str]:
        then, now = (np.atleast_1d(moment.table[self.name]) for moment in (before, after))
        if self.each:
            clauses = [
                f"seat {seat + 1} {self._change_of_seat(rules, int(then[seat]), int(now[seat]))}"
                for seat in range(rules.players)
                if then[seat] != now[seat]
            ]
            return [f"{readable_name(self.name)}: {'; '.join(clauses)}"] if clauses else []
        if then[0] == now[0]:
            return []
        if isinstance(self.holds, SetOf):
            came, left = set_change(self.holds, rules, int(then[0]), int(now[0]))
            words = [f"{came} added" if came else "", f"{left} removed" if left else ""]
            return [f"{readable_name(self.name)}: {'; '.join(filter(None, words))}"]
        return [self.describe_table(rules, after)]

    def _change_of_seat(self, rules: Any, before: int, after: int) -> str:
        """Return the words for the change of one seat's number, as in "has 9 now (-3)"."""
        if isinstance(self.holds, SetOf):
            came, left = set_change(self.holds, rules, before, after)
            verbs = [f"gets {came}" if came else "", f"loses {left}" if left else ""]
            return " and ".join(filter(None, verbs))
        has = f"has {self._in_words(rules, after)} now"
        if not self._is_amount:
            return has
        sign = "+" if after > before else ""
        return f"{has} ({sign}{self._in_words(rules, after - before)})"


def number_getter(number: int | str) -> Any:
    """Return a compiled function of the rules that gives a number, or what a rule says."""

    def by_rule(rules: Any) -> int:
        return rules[number]  # type: ignore[no-any-return]

    def always(rules: Any) -> int:
        return number  # type: ignore[return-value]

    return inlined(by_rule if isinstance(number, str) else always)


class Dice(Component):
    """Dice that all see.

    Field: ``table.NAME``, the numbers rolled last; 0 before. In compiled code:
    ``roll(rules, state)`` rolls all and returns their sum, ``roll_one(rules, state, die)`` one.
    They have a stream of chance of their own, so that the same cards come whatever is rolled. The
    sides of each are a number, or the name of a rule that says it.
    """

    def __init__(self, name: str, number: int = 1, *, sides: int | str = 6) -> None:
        super().__init__(name, "dice")
        self.number, self.sides = number, sides
        #: Which number its first face is of what can be drawn in the game.
        self.first = 0
        faces, die_of = number_getter(sides), self
        #: The hidden field that counts the rolls of each die, so that replays tell each roll.
        rolls = self._rolls = f"{name}_rolls"

        @inlined
        def roll_one(rules: Any, state: Any, die: int) -> int:
            most = faces(rules)
            rolled: int = 1 + note_roll(state.chance, below(state.dice, most), most, die_of.first)
            state.table[name][die] = rolled
            state.hidden[rolls][die] += 1
            return rolled

        def roll(rules: Any, state: Any) -> int:
            total = 0
            for die in range(number):
                total += roll_one(rules, state, die)
            return total

        self.roll_one, self.roll = roll_one, inlined(roll)

    def fields(self, options: Mapping[str, Option]) -> Fields:
        if isinstance(self.sides, str) and self.sides not in options:
            raise unknown("rule", self.sides, options, f" with the sides of {self.name}")
        most = getattr(options.get(str(self.sides)), "maximum", self.sides)
        #: The most sides that each can have.
        self.most = int(most)
        return Fields(
            table={self.name: ("what was rolled last; 0 before", self.number)},
            hidden={self._rolls: ("how often each die was rolled", self.number)},
        )

    def describe_table(self, rules: Any, snapshot: Snapshot) -> str:
        rolled = snapshot.table[self.name]
        numbers = " ".join(map(str, rolled)) if np.any(rolled) else "not rolled"
        return f"{readable_name(self.name)} {numbers}"

    def describe_changes(self, rules: Any, before: Snapshot, after: Snapshot) -> list[str]:
        rolled = np.flatnonzero(after.hidden[self._rolls] - before.hidden[self._rolls])
        if len(rolled) in (0, self.number):
            return [self.describe_table(rules, after)] if len(rolled) else []
        faces = after.table[self.name]
        dice = (f"number {die + 1} shows {faces[die]}" for die in rolled)
        return [f"{readable_name(self.name)}: {', '.join(dice)}"]


class SecretChoices(Component):
    """What all choose at once: each seat in turn, unseen by the others, until all have chosen.

    Fields: ``own.NAME``, what the seat chose, and ``table.NAME_made``, the set of seats that
    have chosen. In compiled code ``choose(rules, state, action)`` keeps what the seat to act
    chose and hands on to the next; once all seats still in have chosen, the turn of all is over:
    it returns True, and ``state.own[seat].NAME`` is what each chose. Then the seat to act is the
    first one still in.
    """

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
                table.turns += 1  # one for all, who think at the same time
                table.seat = next_seat(in_round(table), rules.players - 1, rules.players)
                return True
            table[made] = chosen
            table.seat = next_seat(open_, table.seat, rules.players)
            return False

        self.choose = inlined(choose)
        self.fixed_fields = Fields(
            table={made: f"the seats that have chosen their {readable_name(name)}, as a set"},
            own={name: f"the {readable_name(name)} that the seat chose last"},
        )

    def describe_seat(self, rules: Any, snapshot: Snapshot, seat: int, *, known: bool) -> str:
        return f"{readable_name(self.name)} chosen" if has(snapshot.table[self.made], seat) else ""


class Counted(Component):
    """Something that is counted in every game and told as a mean, as ``counts.NAME``.

    In compiled code: ``add(state, number)``, and ``put(state, number)`` to set it. The meaning, in
    small letters, says what the mean is the mean of; the rest is as of `simulate.game.Count`, as in
    ``Counted("busts", "turns that brought nothing", per_player=True)``.
    """

    def __init__(self, name: str, meaning: str, **more: Any) -> None:
        super().__init__(name, "a count")
        self.definition = Count(name=name, meaning=meaning, **more)
        self.place = -1

    def set_place(self, place: int) -> None:
        """Be count number `place` of the game."""
        self.place = place

        def add(state: Any, number: int = 1) -> None:
            state.hidden.counts[place] += number

        def put(state: Any, number: int) -> None:
            state.hidden.counts[place] = number

        self.add, self.put = inlined(add), inlined(put)

    def describe_changes(self, rules: Any, before: Snapshot, after: Snapshot) -> list[str]:
        number = int(after.hidden.counts[self.place])
        if number == int(before.hidden.counts[self.place]):
            return []
        meaning = (
            readable_name(self.name) if "{" in self.definition.meaning else self.definition.meaning
        )
        return [f"counted: {meaning}, {score_in_words(number, self.definition.parts)} in this game"]
