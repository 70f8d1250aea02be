"""A game in words, as far as they follow from what is declared: its actions and components."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from simulate.errors import UsageError
from simulate.game import Aside, Drawn, Snapshot, Teller, score_in_words
from simulate.kit.seats import each_seat, open_scores
from simulate.making import moves
from simulate.making.components.cards import Cards
from simulate.making.components.component import Compiled, Component
from simulate.making.components.counters import SecretChoices

#: The words of an action: a text in which ``{card}`` stands for the card of that number where
#: cards are called "card", ``{seat}`` for the seat, and ``{n}`` for the number; or
#: ``(rules, table, number) -> words``.
Words = str | Callable[[Any, Any, int], str]
Actions = Mapping[int | range, Words]


def as_ranges(actions: Actions) -> dict[range, Words]:
    """Return the words of actions, with every key a range of numbers."""
    return {
        (numbers if isinstance(numbers, range) else range(numbers, numbers + 1)): words
        for numbers, words in actions.items()
    }


def quantity(number: int, thing: str) -> str:
    """Write how many there are of something, as in "2 cards"."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def name_by_suit(suits: Sequence[str], numbers: range, counts: Any) -> str:
    """Name some cards suit by suit, as in "red 1 1 4, blue 0"; `counts` are by suit and number."""
    parts = []
    for suit, copies in zip(suits, np.reshape(counts, (-1, len(numbers))), strict=True):
        if copies.any():
            parts.append(" ".join([suit, *map(str, np.repeat(numbers, copies))]))
    return ", ".join(parts) or "nothing"


class DeclaredTeller(Teller):
    """Tells a game by the names of its actions and by its components.

    Parameters
    ----------
    actions, components
        As of `simulate.making.game`.
    unit, parts, scores, sides
        The ``score_unit``, ``score_parts``, ``scores`` and ``sides`` of `simulate.game.Game`.
    """

    def __init__(
        self,
        actions: Actions,
        components: Sequence[Component],
        unit: str,
        *,
        parts: int = 1,
        scores: Compiled = open_scores,
        sides: Callable[[int], tuple[int, ...]] = each_seat,
    ) -> None:
        self.actions = as_ranges(actions)
        self.components = components
        self._cards = {one.name: one for one in components if isinstance(one, Cards)}
        self._unit, self._parts, self._sides = unit, parts, sides
        self._scores_of = getattr(scores, "py_func", scores)
        #: Whether actions take effect at once; with secret choices, cards are laid later.
        self._lays_at_once = not any(
            isinstance(component, SecretChoices) for component in components
        )
        for numbers, words in self.actions.items():
            try:
                for number in (0, len(numbers) - 1):
                    if not callable(words):
                        self._worded(words, number, lambda cards: range(cards.kinds))
            except (KeyError, ValueError, IndexError) as error:
                known = ", ".join(f"{{{name}}}" for name in ("n", "seat", *self._cards))
                raise UsageError(
                    f"the action {words!r} for {describe_numbers(numbers)} cannot be told "
                    f"({error}); it may hold {known}"
                ) from None

    def _worded(self, words: str, number: int, labels_of: Callable[[Cards], Sequence[Any]]) -> str:
        if "{" not in words:
            return words
        labels = {
            name: labels_of(cards)[number]
            for name, cards in self._cards.items()
            if f"{{{name}}}" in words
        }
        return words.format(**{"n": number, "seat": f"seat {number + 1}", **labels})

    def action(self, rules: Any, table: Any, action: int) -> str:
        """Name an action as declared."""
        for numbers, words in self.actions.items():
            if action in numbers:
                number = numbers.index(action)
                if callable(words):
                    return words(rules, table, number)
                return self._worded(words, number, lambda cards: cards.labels(rules))
        return "passes" if action < 0 else f"does action {action}"

    def state(self, rules: Any, snapshot: Snapshot, hands: Sequence[int]) -> list[str]:
        """Describe what lies on the table, then each seat's score and what belongs to it."""
        table, scores = snapshot.table, self._scores(rules, snapshot)
        sides = self._named_sides(rules.players)
        texts = (component.describe_table(rules, snapshot) for component in self.components)
        lines: list[str] = [f"{text[:1].upper()}{text[1:]}" for text in texts if text]
        for seat in range(rules.players):
            belongings = [
                component.describe_seat(rules, snapshot, seat, known=seat in hands)
                for component in self.components
            ]
            mark = ">" if seat == table.seat else " "
            side = f" ({sides[seat]})" if len(set(sides)) > 1 else ""
            begin = f"{mark} seat {seat + 1}{side}, {self._counted(scores[seat])}"
            lines.append(Drawn(f"{begin}: {'; '.join(filter(None, belongings))}".rstrip(": ")))
        return lines

    def _scores(self, rules: Any, snapshot: Snapshot) -> list[int]:
        """Return every seat's score, in parts of a unit."""
        scores = self._scores_of(snapshot)
        return [int(scores[seat]) for seat in range(rules.players)]

    def _in_units(self, score: int) -> str:
        return score_in_words(score, self._parts)

    def _counted(self, score: int) -> str:
        unit = self._unit
        has_singular = unit.endswith("s") and not unit.endswith(("ies", "ss"))
        is_one = abs(score) == self._parts
        return f"{self._in_units(score)} {unit[:-1] if is_one and has_singular else unit}"

    def _named_sides(self, players: int) -> list[str]:
        """Return the name of each seat's side; an empty list if each seat is its own side."""
        sides = self._sides(players)
        if len(set(sides)) == players:
            return []
        if len(set(sides)) == 1:
            return ["all together"] * players
        return [f"side {side + 1}" for side in sides]

    def _by_side(self, scores: Sequence[int]) -> dict[str, int]:
        """Return the score of each side, by name; empty if each seat is its own side."""
        totals: dict[str, int] = {}
        names = self._named_sides(len(scores))
        for side, score in zip(names, scores, strict=bool(names)):
            totals[side] = totals.get(side, 0) + score
        return totals

    def hand(self, rules: Any, snapshot: Snapshot, seat: int) -> str:
        """Describe the hidden things that a seat sees."""
        texts = (component.describe_own(rules, snapshot, seat) for component in self.components)
        return "; ".join(filter(None, texts))

    def aftermath(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> list[str]:
        """Describe the cards that moved, other changes, and the scores that changed."""
        named = self._named_card(action) if self._lays_at_once else None
        changes = moves.describe_changes(self.components, rules, before, after, named)
        lines: list[str] = [*map(Aside, changes), *self._gains(rules, before, after)]
        gone = int(before.table.active) & ~int(after.table.active)
        rest = int(after.table.sitting_out) & ~int(before.table.sitting_out) & ~gone
        for seats, what in ((gone, "is out"), (rest, "sits out this round")):
            lines += [f"seat {s + 1} {what}" for s in range(rules.players) if seats >> s & 1]
        return lines

    def _named_card(self, action: int) -> tuple[Cards, int] | None:
        """Return the card that the words of an action name, as (cards, kind); None if not one."""
        for numbers, words in self.actions.items():
            if action in numbers and isinstance(words, str):
                cards = [kind for name, kind in self._cards.items() if f"{{{name}}}" in words]
                if len(cards) == 1:
                    return cards[0], numbers.index(action)
        return None

    def _gains(self, rules: Any, before: Snapshot, after: Snapshot) -> list[str]:
        """Return a line for each seat whose score changed, with the score of its side."""
        then, now = (self._scores(rules, moment) for moment in (before, after))
        names, totals = self._named_sides(rules.players), self._by_side(now)
        lines = []
        for seat, score in enumerate(now):
            gained = score - then[seat]
            if gained:
                sign = "+" if gained > 0 else ""
                line = f"seat {seat + 1} has {self._counted(score)} now"
                line += f" ({sign}{self._in_units(gained)})"
                if totals:
                    verb = "have" if len(totals) == 1 else "has"
                    line += f"; {names[seat]} {verb} {self._in_units(totals[names[seat]])}"
                lines.append(line)
        return lines

    def game_end(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> str:
        """Return a sentence on the final scores, by side where seats win together."""
        scores = self._scores(rules, after)
        totals = self._by_side(scores)
        if not totals:
            by_seat = ", ".join(map(self._in_units, scores))
            return f"The game is over: {by_seat} {self._unit}."
        if len(totals) == 1:
            return f"The game is over: {self._counted(sum(scores))} all together."
        by_side = (f"{self._counted(total)} for {side}" for side, total in totals.items())
        return f"The game is over: {', '.join(by_side)}."

    def census(self, rules: Any, snapshot: Snapshot) -> dict[str, int]:
        """Count the cards of each kind, wherever they lie."""
        return count_cards(self.components, rules, snapshot)


def count_cards(components: Sequence[Component], rules: Any, snapshot: Snapshot) -> dict[str, int]:
    """Count the cards of each kind, in whatever component they lie."""
    found: dict[str, int] = {}
    for cards, total in count_kinds(components, rules, snapshot).items():
        found |= {
            f"{cards.name} {label}": int(number)
            for label, number in zip(cards.labels(rules), total, strict=True)
        }
    return found


def count_kinds(
    components: Sequence[Component], rules: Any, snapshot: Snapshot
) -> dict[Cards, Any]:
    """Count the cards of each kind in all components; many moments lie along the first axis."""
    counts: dict[Cards, Any] = {}
    for component in components:
        if component.cards is not None:
            here = component.count(rules, snapshot)
            if here is not None:
                counts[component.cards] = counts.get(component.cards, 0) + here
    return counts


def count_hidden_kinds(
    components: Sequence[Component], rules: Any, snapshot: Snapshot
) -> dict[Cards, Any]:
    """Count the cards that some seat does not see, by holder and kind.

    The arrays have the shape (..., `SEATS` + 1, kinds), as of `Component.count_hidden`.
    """
    counts: dict[Cards, Any] = {}
    for component in components:
        here = component.count_hidden(rules, snapshot)
        if here is not None:
            counts[component.cards] = counts.get(component.cards, 0) + here
    return counts


def describe_numbers(numbers: range) -> str:
    """Return numbers of actions in words."""
    several = f"s {numbers[0]} to" if len(numbers) > 1 else ""
    return f"action{several} {numbers[-1]}"
