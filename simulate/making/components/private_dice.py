"""`PrivateDice`: dice that each seat rolls under its own cup, as in liar's dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from simulate.errors import unknown
from simulate.game import Snapshot
from simulate.kit.chance import below
from simulate.kit.compiled import compiled, inlined
from simulate.kit.layout import SEATS
from simulate.kit.notes import claim, note_roll
from simulate.making.components.component import Compiled, Fields, readable_name
from simulate.making.components.counters import BaseDice, number_getter
from simulate.rules.kinds import Option


class PrivateDice(BaseDice):
    """Dice of each seat, which only that seat sees; everybody knows how many it has.

    Its fields are ``own.NAME`` (the latest roll of each die of the seat, from 1; 0 for dice that it
    has not rolled or no longer has), ``table.NAME_left`` (the number of dice of each seat) and
    ``table.NAME_rolls`` (how often each seat has rolled). Every seat has all its dice at the start.
    Compiled code uses these functions:

    - ``roll(rules, state, seat)`` rolls all dice that a seat has left;
    - ``lose(state, seat)`` takes the seat's last die away;
    - ``showing(own, face)`` returns how many of the seat's dice show a face, where `own` is
      ``state.own[seat]`` or a view's ``own``.

    Taking a die from a seat without dice raises ``IndexError``. For strategies that think ahead,
    the dice of other seats are rolled anew, so all their rolls are equally likely; what a bid says
    about them is not taken into account.

    Parameters
    ----------
    name
        The component's name.
    number
        The number of dice of each seat at the start, or the name of a rule that holds it.
    sides
        The number of sides of each die, or the name of a rule that holds it.

    Raises
    ------
    UsageError
        If `name` cannot be the name of a field. The function `game` raises it if no rule is called
        `number` or `sides`.
    """

    def __init__(self, name: str, number: int | str, *, sides: int | str = 6) -> None:
        super().__init__(name, sides=sides)
        self.number = number
        #: The fields of the table with the numbers of dice and of rolls of each seat.
        self.left = f"{name}_left"
        self.rolls = f"{name}_rolls"
        roll_faces = _make_roll_faces(self)
        self.set_up = _make_set_up(self)
        self.roll = _make_roll(self, roll_faces)
        self.lose = _make_lose(self)
        self.showing = _make_showing(self)
        self.redeal = _make_redeal(self)

    def fields(self, options: Mapping[str, Option]) -> Fields:
        super().fields(options)
        if isinstance(self.number, str) and self.number not in options:
            raise unknown("rule", self.number, options, f" with the number of {self.name}")
        most = int(getattr(options.get(str(self.number)), "maximum", self.number))
        dice = readable_name(self.name)
        return Fields(
            table={
                self.left: (f"the number of {dice} of each seat", SEATS),
                self.rolls: (f"how often each seat has rolled its {dice}", SEATS),
            },
            own={self.name: (f"the latest roll of each of its {dice}; 0 for none", most)},
        )

    def describe_table(self, rules: Any, snapshot: Snapshot) -> str:
        return ""

    def describe_seat(self, rules: Any, snapshot: Snapshot, seat: int, *, reveal: bool) -> str:
        name = readable_name(self.name)
        faces = self._faces(snapshot, seat) if reveal else ""
        if faces:
            return f"{name} {faces}"
        number = self._number_in_words(int(snapshot.table[self.left][seat]))
        return number if name == "dice" else f"{name} {number}"

    def describe_own(self, rules: Any, snapshot: Snapshot, seat: int) -> str:
        return self._faces(snapshot, seat)

    def describe_changes(self, rules: Any, before: Snapshot, after: Snapshot) -> list[str]:
        """Return a line with the dice that seats lost and rolled; no line if there are none."""
        clauses = []
        for seat in range(rules.players):
            left = int(after.table[self.left][seat])
            if left != before.table[self.left][seat]:
                clauses.append(f"seat {seat + 1} has {self._number_in_words(left)} left")
            if after.table[self.rolls][seat] != before.table[self.rolls][seat]:
                clauses.append(f"seat {seat + 1} rolls {self._faces(after, seat)}")
        return [f"{readable_name(self.name)}: {'; '.join(clauses)}"] if clauses else []

    def _faces(self, snapshot: Snapshot, seat: int) -> str:
        """Return the faces of a seat's dice in rising order; empty if it has rolled none."""
        faces = np.sort(snapshot.own[seat][self.name])
        return " ".join(map(str, faces[faces > 0]))

    def _number_in_words(self, number: int) -> str:
        """Return a number of dice in words, such as "1 die" or "3 dice"."""
        return "1 die" if number == 1 else f"{number} dice"


def _make_set_up(dice: PrivateDice) -> Compiled:
    """Return the function ``(rules, state)`` that gives every seat its dice, not yet rolled."""
    left, number_of = dice.left, number_getter(dice.number)

    def set_up(rules: Any, state: Any) -> None:
        for seat in range(rules.players):
            state.table[left][seat] = number_of(rules)

    return inlined(set_up)


def _make_roll_faces(dice: PrivateDice) -> Compiled:
    """Return the function ``(rules, state, seat)`` that rolls a seat's dice without noting it."""
    name, left, sides_of = dice.name, dice.left, number_getter(dice.sides)
    component = dice

    def roll_faces(rules: Any, state: Any, seat: int) -> None:
        faces = sides_of(rules)
        for die in range(state.table[left][seat]):
            face = note_roll(state.chance, below(state.dice, faces), faces, component.first)
            claim(state.chance, seat, component.first + face)
            state.own[seat][name][die] = 1 + face

    return compiled(roll_faces)


def _make_roll(dice: PrivateDice, roll_faces: Compiled) -> Compiled:
    """Return the function ``(rules, state, seat)`` that rolls all dice that a seat has left."""
    rolls = dice.rolls

    def roll(rules: Any, state: Any, seat: int) -> None:
        roll_faces(rules, state, seat)
        state.table[rolls][seat] += 1

    return inlined(roll)


def _make_lose(dice: PrivateDice) -> Compiled:
    """Return the function ``(state, seat)`` that takes a seat's last die away."""
    name, left = dice.name, dice.left
    missing = f"a die of {name} is taken from a seat that has none"

    def lose(state: Any, seat: int) -> None:
        last = state.table[left][seat] - 1
        if last < 0:
            raise IndexError(missing)
        state.table[left][seat] = last
        state.own[seat][name][last] = 0

    return inlined(lose)


def _make_showing(dice: PrivateDice) -> Compiled:
    """Return the function ``(own, face)`` that counts the seat's dice with a face."""
    name = dice.name

    def showing(own: Any, face: int) -> int:
        shown = 0
        for die in range(own[name].shape[0]):
            shown += own[name][die] == face
        return shown

    return inlined(showing)


def _make_redeal(dice: PrivateDice) -> Compiled:
    """Return the function `Component.redeal`: it rolls the dice of all other seats anew."""
    name, left, rolls, sides_of = dice.name, dice.left, dice.rolls, number_getter(dice.sides)

    def redeal(rules: Any, state: Any, seat: int) -> None:
        for owner in range(rules.players):
            if owner != seat and state.table[rolls][owner] > 0:
                for die in range(state.table[left][owner]):
                    state.own[owner][name][die] = 1 + below(state.dice, sides_of(rules))

    return inlined(redeal)
