"""A game in words, as far as they follow from what is declared: its actions and components."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from simulate.errors import UsageError
from simulate.game import Aside, Drawn, Snapshot, Teller
from simulate.making.components.cards import Cards
from simulate.making.components.component import Component

#: What an action is called: words, in which ``{card}`` stands for the card of that number where
#: cards are called "card", and ``{n}`` for the number; or ``(rules, table, number) -> words``.
Words = str | Callable[[Any, Any, int], str]
Actions = Mapping[int | range, Words]


def by_ranges(actions: Actions) -> dict[range, Words]:
    """Return what actions are called, all by ranges of numbers."""
    return {
        (numbers if isinstance(numbers, range) else range(numbers, numbers + 1)): words
        for numbers, words in actions.items()
    }


def counted(number: int, thing: str) -> str:
    """Write how many there are of something, as in "2 cards"."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


class DeclaredTeller(Teller):
    """Tells a game by the names of its actions and by its components; scores count `unit`."""

    def __init__(self, actions: Actions, components: Sequence[Component], unit: str) -> None:
        self.actions = by_ranges(actions)
        self._components = components
        self._cards = {one.name: one for one in components if isinstance(one, Cards)}
        self._unit = unit
        for numbers, words in self.actions.items():
            try:
                for number in (0, len(numbers) - 1):
                    if not callable(words):
                        self._worded(words, number, lambda cards: range(cards.kinds))
            except (KeyError, ValueError, IndexError) as error:
                known = ", ".join(f"{{{name}}}" for name in ("n", *self._cards))
                raise UsageError(
                    f"the action {words!r} for {called(numbers)} cannot be told ({error}); it may "
                    f"hold {known}"
                ) from None

    def _worded(self, words: str, number: int, labels_of: Callable[[Cards], Sequence[Any]]) -> str:
        if "{" not in words:
            return words
        labels = {
            name: labels_of(cards)[number]
            for name, cards in self._cards.items()
            if f"{{{name}}}" in words
        }
        return words.format(n=number, **labels)

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
        table = snapshot.table
        told = (one.tell_table(rules, snapshot) for one in self._components)
        lines: list[str] = [f"{text[:1].upper()}{text[1:]}" for text in told if text]
        for seat in range(rules.players):
            mine = [
                one.tell_seat(rules, snapshot, seat, known=seat in hands)
                for one in self._components
            ]
            mark = ">" if seat == table.seat else " "
            begin = f"{mark} seat {seat + 1}, {self._counted(table.scores[seat])}"
            lines.append(Drawn(f"{begin}: {'; '.join(filter(None, mine))}".rstrip(": ")))
        return lines

    def _counted(self, score: int) -> str:
        unit = self._unit
        has_singular = unit.endswith("s") and not unit.endswith(("ies", "ss"))
        return f"{score} {unit[:-1] if abs(score) == 1 and has_singular else unit}"

    def hand(self, rules: Any, snapshot: Snapshot, seat: int) -> str:
        """Name what a seat alone sees."""
        told = (one.tell_own(rules, snapshot, seat) for one in self._components)
        return "; ".join(filter(None, told))

    def aftermath(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> list[str]:
        """Tell whose score changed, and what else changed on the table."""
        lines: list[str] = []
        for one in self._components:
            was, now = (one.tell_table(rules, moment) for moment in (before, after))
            if was != now:
                lines.append(Aside(now))
        for seat in range(rules.players):
            gained = after.table.scores[seat] - before.table.scores[seat]
            if gained:
                has = self._counted(after.table.scores[seat])
                lines.append(f"seat {seat + 1} has {has} now ({gained:+d})")
        gone = int(before.table.active) & ~int(after.table.active)
        rest = int(after.table.sitting_out) & ~int(before.table.sitting_out) & ~gone
        for seats, what in ((gone, "is out"), (rest, "sits out this round")):
            lines += [f"seat {s + 1} {what}" for s in range(rules.players) if seats >> s & 1]
        return lines

    def game_end(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> str:
        """Say with which standings the game ended."""
        scores = ", ".join(str(after.table.scores[seat]) for seat in range(rules.players))
        return f"The game is over: {scores} {self._unit}."

    def census(self, rules: Any, snapshot: Snapshot) -> dict[str, int]:
        """Count the cards of each kind, wherever they lie."""
        return count_cards(self._components, rules, snapshot)


def count_cards(components: Sequence[Component], rules: Any, snapshot: Snapshot) -> dict[str, int]:
    """Count the cards of each kind, in whatever component they lie."""
    found: dict[str, int] = {}
    for cards in dict.fromkeys(one.cards for one in components if one.cards is not None):
        total = sum(one.count(rules, snapshot) for one in components if one.cards is cards)
        found |= {
            f"{cards.name} {label}": int(number)
            for label, number in zip(cards.labels(rules), total, strict=True)
        }
    return found


def called(numbers: range) -> str:
    """Return numbers of actions in words."""
    several = f"s {numbers[0]} to" if len(numbers) > 1 else ""
    return f"action{several} {numbers[-1]}"
