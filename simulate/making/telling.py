"""`DeclaredTeller`, which describes a game by the words of its actions and by its components."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from simulate.errors import UsageError
from simulate.game import Aside, Snapshot, Teller, score_in_words, with_unit
from simulate.kit.seats import each_seat, open_scores
from simulate.making.absent import find_absent_cards, without_absent_cards
from simulate.making.choices import describe_revealed
from simulate.making.components.cards import Cards
from simulate.making.components.component import Compiled, Component
from simulate.making.components.counters import SecretChoices
from simulate.making.components.pile import Pile, Shown
from simulate.making.endings import PointsFrom, WhyOver, describe_parts, find_reasons
from simulate.making.moves import CHANGE, CHOICES, OUT, RESULT, SCORE, Effects
from simulate.rules.kinds import Option

#: The words of an action: a text, or a function ``(rules, table, index)`` that returns the text. In
#: a text, ``{n}`` becomes the action's index in its range. ``{seat}`` and ``{card}`` (for `Cards`
#: called "card") become the seat or the card with this index.
Words = str | Callable[[Any, Any, int], str]
#: The words of all actions, by number or by range of numbers.
Actions = Mapping[int | range, Words]


#: The name of the only side in games in which all seats play against the game.
ALL_TOGETHER = "all together"


def as_ranges(actions: Actions) -> dict[range, Words]:
    """Return `actions` with ranges as keys; a single number becomes a range of length 1."""
    ranges: dict[range, Words] = {}
    for numbers, words in actions.items():
        if isinstance(numbers, range):
            ranges[numbers] = words
        else:
            ranges[range(numbers, numbers + 1)] = words
    return ranges


def quantity(number: int, thing: str) -> str:
    """Return a number with a noun, as in "1 card" and "2000 cards".

    For all numbers but 1 an "s" is appended to the noun. The number has no thousands separators.
    """
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def name_by_suit(suits: Sequence[str], numbers: range, counts: Any) -> str:
    """Return the cards of each suit as text, as in "red 1 1 4, blue 0"; "nothing" for no cards.

    Parameters
    ----------
    suits
        The names of the suits.
    numbers
        The numbers on the cards of every suit.
    counts
        The number of copies of each card, an array of length suits x numbers, suit by suit.

    Raises
    ------
    ValueError
        If `counts` does not have this length.
    """
    texts = []
    for suit, copies in zip(suits, np.reshape(counts, (-1, len(numbers))), strict=True):
        if copies.any():
            cards = np.repeat(numbers, copies)
            texts.append(" ".join([suit, *map(str, cards)]))
    return ", ".join(texts) or "nothing"


@dataclass(frozen=True)
class OwnWords:
    """The functions of an author that describe a game in replays, as in `simulate.making.game`."""

    tell: Callable[[Any, Snapshot, Snapshot], str | Sequence[str] | None] | None = None
    why_over: WhyOver | None = None
    points_from: PointsFrom | None = None


class DeclaredTeller(Teller):
    """Describes a game by the words of its actions and by its components.

    Parameters
    ----------
    actions, components
        As in `simulate.making.game`.
    unit, parts, scores, sides
        ``score_unit``, ``score_parts``, ``scores`` and ``sides`` as in `simulate.game.Game`.
    words
        The author's functions that describe the game.
    options
        The rules of the game, by name.

    Raises
    ------
    UsageError
        If the words of an action contain an unknown name in braces.
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
        words: OwnWords = OwnWords(),
        options: Mapping[str, Option] | None = None,
    ) -> None:
        self.actions = as_ranges(actions)
        self.components = components
        self._cards = {cards.name: cards for cards in components if isinstance(cards, Cards)}
        self._unit = unit
        self._parts = parts
        self._sides = sides
        self._words = words
        #: The cards of absent players, which descriptions leave out; set by `for_game`.
        self._absent: Mapping[Shown, Any] = {}
        self._options = options or {}
        self._scores_of = getattr(scores, "py_func", scores)
        #: True if actions take effect at once. With secret choices, cards are laid later.
        self._lays_at_once = not any(
            isinstance(component, SecretChoices) for component in components
        )
        self._check_words()

    def _check_words(self) -> None:
        """Raise `UsageError` if the names in braces in the words of an action cannot be replaced.

        Each range's first and last action are checked. Cards have their numbers in place of names,
        because the names may depend on the rules.
        """
        for numbers, words in self.actions.items():
            if callable(words):
                continue
            try:
                for number in (0, len(numbers) - 1):
                    self._fill_words(words, number, lambda cards: range(cards.kinds))
            except (KeyError, ValueError, IndexError) as error:
                names = ", ".join(f"{{{name}}}" for name in ("n", "seat", *self._cards))
                raise UsageError(
                    f"the words {words!r} for {describe_numbers(numbers)} cannot be filled in "
                    f"({error}); they can use only {names}"
                ) from None

    def _fill_words(
        self, words: str, number: int, labels_of: Callable[[Cards], Sequence[Any]]
    ) -> str:
        """Return the words of an action with the names in braces replaced.

        `number` is the action's index in its range, and ``labels_of(cards)`` returns the name of
        each kind of card. Raise `KeyError`, `ValueError` or `IndexError` if a name in braces cannot
        be replaced.
        """
        if "{" not in words:
            return words
        labels: dict[str, Any] = {}
        for name, cards in self._cards.items():
            if f"{{{name}}}" in words:
                labels[name] = labels_of(cards)[number]
        return words.format(**{"n": number, "seat": f"seat {number + 1}", **labels})

    def for_game(self, rules: Any, dealt: Snapshot) -> DeclaredTeller:
        """Return the teller of a single game, which leaves out the cards of absent players.

        `dealt` is the game before its first action.
        """
        teller = copy(self)
        teller._absent = find_absent_cards(self.components, rules, dealt)
        return teller

    def action(self, rules: Any, table: Any, action: int) -> str:
        """Return the words of an action; "passes" or "does action N" if none are declared.

        Raises
        ------
        Exception
            Any error of a function that the author gave for the words, unchanged.
        """
        for numbers, words in self.actions.items():
            if action in numbers:
                number = numbers.index(action)
                if callable(words):
                    return words(rules, table, number)
                return self._fill_words(words, number, lambda cards: cards.labels(rules))
        return "passes" if action < 0 else f"does action {action}"

    def state(self, rules: Any, snapshot: Snapshot, hands: Sequence[int]) -> list[str]:
        """Return lines that describe the table, then a line for each seat with its score.

        If seats win together, a line with the scores of the sides replaces the scores of the seats.

        What only a seat itself sees is included for the seats in `hands`.
        """
        lines: list[str] = []
        snapshot = without_absent_cards(snapshot, self._absent)
        for component in self.components:
            text = component.describe_table(rules, snapshot)
            if text:
                lines.append(f"{text[:1].upper()}{text[1:]}")
        scores = self._scores(rules, snapshot)
        totals = self._by_side(scores)
        if totals:
            by_side = "; ".join(f"{side}: {self._with_unit(n)}" for side, n in totals.items())
            lines.append(f"{by_side[:1].upper()}{by_side[1:]}")
        sides = self._side_names(rules.players)
        for seat in range(rules.players):
            belongings = [
                component.describe_seat(rules, snapshot, seat, reveal=seat in hands)
                for component in self.components
            ]
            acts = seat == snapshot.table.seat and not snapshot.table.over
            mark = ">" if acts else " "
            heading = f"{mark} seat {seat + 1}"
            if not totals:
                heading += f", {self._with_unit(scores[seat])}"
            elif len(totals) > 1:
                heading += f" ({sides[seat]})"
            lines.append(f"{heading}: {'; '.join(filter(None, belongings))}".rstrip(": "))
        return lines

    def _scores(self, rules: Any, snapshot: Snapshot) -> list[int]:
        """Return every seat's score, in the parts that the kernel counts."""
        scores = self._scores_of(snapshot)
        return [int(scores[seat]) for seat in range(rules.players)]

    def _in_units(self, score: int) -> str:
        """Return a score in the game's own unit as text, such as "9.5"."""
        return score_in_words(score, self._parts)

    def _with_unit(self, score: int) -> str:
        """Return a score with its unit as text, as in "9.5 points" and "1 point"."""
        return with_unit(self._in_units(score), self._unit)

    def _side_names(self, players: int) -> list[str]:
        """Return the name of each seat's side; an empty list if each seat plays alone."""
        sides = self._sides(players)
        if len(set(sides)) == players:
            return []
        if len(set(sides)) == 1:
            return [ALL_TOGETHER] * players
        return [f"side {side + 1}" for side in sides]

    def _by_side(self, scores: Sequence[int]) -> dict[str, int]:
        """Return the sum of the scores of each side, by name; empty if each seat plays alone."""
        totals: dict[str, int] = {}
        for seat, side in enumerate(self._side_names(len(scores))):
            totals[side] = totals.get(side, 0) + scores[seat]
        return totals

    def hand(self, rules: Any, snapshot: Snapshot, seat: int) -> str:
        """Return a description of what only this seat sees; empty if there is nothing."""
        texts = (component.describe_own(rules, snapshot, seat) for component in self.components)
        return "; ".join(filter(None, texts))

    def aftermath(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> list[str]:
        """Return lines about changes of components, new scores, and seats that are out.

        A new deal, and what follows the result of a trick or an auction, comes last.
        """
        return self.aftermath_of_states(rules, [before, after], action)

    def aftermath_of_states(self, rules: Any, states: Sequence[Snapshot], action: int) -> list[str]:
        """Return the lines of `aftermath`, in the order in which the game changed.

        `states` are the states of the game during the action, from the first to the last.
        """
        named_card = self._named_card(action) if self._lays_at_once else None
        effects = Effects(self.components, rules, states, named_card)
        lines: list[tuple[int, int, str]] = []
        for effect in effects.describe():
            lines.append((effect.since, effect.order, Aside(effect.line)))
        for since, text in self._describe_choices(rules, states):
            lines.append((since, CHOICES, Aside(text)))
        for since, (state, following) in enumerate(pairwise(states)):
            for text in self._seats_out(rules, state, following):
                lines.append((since, OUT, text))
        for since, text in self._score_changes(rules, states):
            lines.append((since, SCORE, text))
        # What belongs to the result of a trick or an auction is in the order of most rules.
        last_in_order = -1
        if any(order == RESULT for _, order, _ in lines):
            last_in_order = CHANGE
        lines.sort(key=lambda line: (-1 if line[1] <= last_in_order else line[0], line[1]))
        return [*self._tell_own(rules, states), *(text for _, _, text in lines)]

    def _tell_own(self, rules: Any, states: Sequence[Snapshot]) -> list[str]:
        """Return the lines of the author's function `tell` on an action."""
        if self._words.tell is None:
            return []
        text = self._words.tell(rules, states[0], states[-1])
        lines = [text] if isinstance(text, str) else list(text or ())
        return [Aside(line) for line in lines if line]

    def _describe_choices(
        self, rules: Any, states: Sequence[Snapshot]
    ) -> Iterator[tuple[int, str]]:
        """Yield a line on secret choices that are revealed, with its place among the states."""

        def words_of(action: int) -> str:
            return self.action(rules, states[0].table, action)

        for component in self.components:
            if type(component) is SecretChoices:  # Sealed bids have a result of their own.
                revealed = describe_revealed(component, rules, states, words_of)
                if revealed:
                    yield revealed

    def _seats_out(self, rules: Any, before: Snapshot, after: Snapshot) -> list[str]:
        """Return lines about seats that went out of the game or sit out the round."""
        lines = []
        now_out = int(before.table.active) & ~int(after.table.active)
        sitting_out = int(after.table.sitting_out) & ~int(before.table.sitting_out) & ~now_out
        for seats, words in ((now_out, "is out"), (sitting_out, "sits out this round")):
            for seat in range(rules.players):
                if seats >> seat & 1:
                    lines.append(f"seat {seat + 1} {words}")
        return lines

    def _named_card(self, action: int) -> tuple[Cards, int] | None:
        """Return the card named in the words of an action, as (cards, kind).

        None if the words name no card or more than one.
        """
        for numbers, words in self.actions.items():
            if action in numbers and isinstance(words, str):
                cards = [kind for name, kind in self._cards.items() if f"{{{name}}}" in words]
                if len(cards) == 1:
                    return cards[0], numbers.index(action)
        return None

    def _score_changes(self, rules: Any, states: Sequence[Snapshot]) -> Iterator[tuple[int, str]]:
        """Yield a line for each side whose score changed, or for each seat that plays alone.

        Each line has the index of the last state before the score had its new value.
        """
        scores_before = self._named_scores(rules, states[0])
        since: dict[str, int] = {}
        earlier = scores_before
        for index, state in enumerate(states[1:]):
            later = self._named_scores(rules, state)
            since.update({name: index for name in later if later[name] != earlier[name]})
            earlier = later
        for name, score in earlier.items():
            gained = score - scores_before[name]
            if not gained:
                continue
            verb = "have" if name == ALL_TOGETHER else "has"
            sign = "+" if gained > 0 else ""
            change = f"({sign}{self._in_units(gained)})"
            yield since[name], f"{name} {verb} {self._with_unit(score)} now {change}"

    def _named_scores(self, rules: Any, snapshot: Snapshot) -> dict[str, int]:
        """Return the score of each side, by name, or of each seat if every seat plays alone."""
        scores = self._scores(rules, snapshot)
        by_seat = {f"seat {seat}": score for seat, score in enumerate(scores, 1)}
        return self._by_side(scores) or by_seat

    def game_end(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> str:
        """Return a sentence with the reason for the end, or with the final scores.

        The reason is that of the author's function `why_over`. Without it, a second sentence has
        facts that usually are the reason, such as a supply that is empty.
        """
        scores = self._scores(rules, after)
        if self._words.why_over is not None:
            reason = str(self._words.why_over(rules, after)).strip().removesuffix(".")
            if reason:
                return f"The game is over: {reason}."
        in_words = [self._with_unit(score) for score in scores]
        facts = find_reasons(self.components, self._options, rules, before, after, in_words)
        sentence = self._describe_final_scores(scores)
        return f"{sentence} At its end, {' and '.join(facts)}." if facts else sentence

    def _describe_final_scores(self, scores: Sequence[int]) -> str:
        """Return a sentence with the final scores, by side if seats win together."""
        if not any(scores):
            return "The game is over."
        totals = self._by_side(scores)
        if not totals:
            by_seat = ", ".join(map(self._in_units, scores))
            return f"The game is over: {by_seat} {self._unit}."
        if len(totals) == 1:
            together = " all together" if len(scores) > 1 else ""
            return f"The game is over: {self._with_unit(sum(scores))}{together}."
        by_side = (f"{self._with_unit(total)} for {side}" for side, total in totals.items())
        return f"The game is over: {', '.join(by_side)}."

    def points_from(self, rules: Any, after: Snapshot) -> list[str]:
        """Return a line for each seat on what its final points consist of, as its author says.

        It is empty if the author does not say so.
        """
        if self._words.points_from is None:
            return []
        lines = []
        for seat, score in enumerate(self._scores(rules, after)):
            parts = self._words.points_from(rules, after, seat)
            text = describe_parts(parts, self._in_units, score)
            if text:
                lines.append(f"seat {seat + 1}: {self._with_unit(score)}: {text}")
        return lines

    def census(self, rules: Any, snapshot: Snapshot) -> dict[str, int]:
        """Return the number of cards of each kind in all components, as `count_cards` does."""
        return count_cards(self.components, rules, snapshot)


def declared_totals(components: Sequence[Component], rules: Any) -> dict[Cards, Any]:
    """Return the number of cards of each kind before the deal, as arrays by `Cards`.

    Only piles that begin with all cards are counted. Cards without such a pile are left out,
    because the game's `deal` may create any number of them.
    """
    totals: dict[Cards, Any] = {}
    for component in components:
        if isinstance(component, Pile) and component.set_up is not None:
            copies = np.asarray(rules[f"{component.cards.name}_copies"])
            totals[component.cards] = totals.get(component.cards, 0) + copies
    return totals


def declared_limits(components: Sequence[Component], rules: Any) -> dict[Cards, Any]:
    """Return the largest number of cards of each kind that a game can have, as arrays by `Cards`.

    It is the number of copies. `Cards` in one copy of each kind that all seats see are left out,
    because a game may use them as names of kinds and lay any number of them.
    """
    hidden = {
        component.cards
        for component in components
        if type(component).count_hidden is not Component.count_hidden
    }
    limits: dict[Cards, Any] = {}
    for component in components:
        cards = component.cards
        if cards is not None and (cards.copies != 1 or cards in hidden):
            limits[cards] = np.asarray(rules[f"{cards.name}_copies"])
    return limits


def count_cards(components: Sequence[Component], rules: Any, snapshot: Snapshot) -> dict[str, int]:
    """Return the number of cards of each kind in all components, by name, such as ``"card 3"``."""
    numbers: dict[str, int] = {}
    for cards, counts in count_kinds(components, rules, snapshot).items():
        for label, number in zip(cards.labels(rules), counts, strict=True):
            numbers[f"{cards.name} {label}"] = int(number)
    return numbers


def count_kinds(
    components: Sequence[Component], rules: Any, snapshot: Snapshot
) -> dict[Cards, Any]:
    """Return the number of cards of each kind in all components, as arrays by `Cards`.

    The kinds are on the last axis. If the snapshot holds arrays of records, one per moment, the
    moments are on the first axis.
    """
    totals: dict[Cards, Any] = {}
    for component in components:
        if component.cards is not None:
            counts = component.count(rules, snapshot)
            if counts is not None:
                totals[component.cards] = totals.get(component.cards, 0) + counts
    return totals


def count_hidden_kinds(
    components: Sequence[Component], rules: Any, snapshot: Snapshot
) -> dict[Cards, Any]:
    """Return the number of hidden cards in all components, as arrays by `Cards`.

    The arrays are sums of the results of `Component.count_hidden`. Components that all seats see
    are left out.
    """
    totals: dict[Cards, Any] = {}
    for component in components:
        counts = component.count_hidden(rules, snapshot)
        if counts is not None:
            totals[component.cards] = totals.get(component.cards, 0) + counts
    return totals


def describe_numbers(numbers: range) -> str:
    """Return the numbers of actions, at least one, as in "action 3" and "actions 3 to 7"."""
    if len(numbers) > 1:
        return f"actions {numbers[0]} to {numbers[-1]}"
    return f"action {numbers[-1]}"
