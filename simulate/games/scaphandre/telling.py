"""Describes Scaphandre in words, for replays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from simulate.game import Aside, Scored, Snapshot
from simulate.games.scaphandre import play as game
from simulate.games.scaphandre.play import ANIMALS, NUMBERS, animal_of, number_of
from simulate.making.telling import count_cards, name_by_suit, quantity

MINUS = "\N{MINUS SIGN}"
#: How points are scored, for readers who do not know the rules.
SCORING = (
    "The player who brings the centre to the limit takes all its cards, wanted or not. Each "
    "card goes into the player's suit of its number and is worth that many animals. But an "
    "octopus card and a crab card of the same number cancel each other, so taking the "
    "centre can also cost animals."
)
#: The words that such readers may not know.
GLOSSARY = {
    "centre": "the cards in the middle, whose animals are added up; centre 8 is the eighth that a "
    "player takes",
    "announces": "says how many animals are in the centre now",
    "suit": "a player's pile for the cards of one number, which can hold only one kind of animal",
    "cancels": "an octopus card and a crab card of the same number are both out of the game",
}


class ScaphandreTeller:
    """Describes Scaphandre in words."""

    def action(self, rules: Any, table: Any, action: int) -> str:
        """Return the words for an action, as in "lays 3 crabs and announces 8"."""
        total = table.centre_total + number_of(action)
        words = f"lays {_card_name(action)} and announces {total}"
        return words if total < rules.limit else f"{words}: takes the centre"

    def state(self, rules: Any, snapshot: Snapshot, hands: Sequence[int]) -> list[str]:
        """Return a line on the centre, then a line on each seat.

        The lines of the seats in `hands` include the cards in hand.
        """
        table = snapshot.table
        centre = self._centre(snapshot, reveal=len(hands) == rules.players)
        lines = [
            f"centre {table.centre_total}, bottom to top: {', '.join(centre) or 'empty'}; "
            f"{table.deck_size} cards to draw"
        ]
        for seat in range(rules.players):
            cards = f"{table.hand_size[seat]} cards"
            if seat in hands:
                cards = _list_cards(snapshot.own[seat].count)
            mark = ">" if seat == table.seat else " "
            suits = np.maximum(np.append(table.suits[seat], -table.suits[seat]), 0)
            lines.append(
                f"{mark} seat {seat + 1}, {table.scores[seat]} animals: hand {cards}; "
                f"suits {_list_cards(suits)}"
            )
        return lines

    def _centre(self, snapshot: Snapshot, *, reveal: bool) -> list[str]:
        """Return the names of the cards in the centre.

        A card that no player knows any more is "unknown", unless `reveal` is True.
        """
        names = []
        for place in range(snapshot.table.centre_size):
            card = snapshot.table.centre[place]
            if card != game.UNKNOWN:
                names.append(_card_name(card))
            elif reveal:
                names.append(f"{_card_name(snapshot.hidden.centre[place])} (nobody knows)")
            else:
                names.append("unknown")
        return names

    def hand(self, rules: Any, snapshot: Snapshot, seat: int) -> str:
        """Return a text that lists the cards in a seat's hand."""
        return _list_cards(snapshot.own[seat].count)

    def aftermath(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> list[str]:
        """Return lines on the centre taken, the card drawn, and the animals left at the end."""
        seat = before.table.seat
        lines: list[str] = []
        if after.table.checkpoints > before.table.checkpoints:
            taken = np.array(before.hidden.centre_count)
            taken[action] += 1
            pairs = after.table.pairs - before.table.pairs
            cancelled = [
                f"{2 * number} cards of number {suit}"
                for suit, number in enumerate(pairs, 1)
                if number
            ]
            gained = after.table.scores[seat] - before.table.scores[seat]
            lines.append(Aside(f"takes {_list_cards(taken)}"))
            if cancelled:
                lines.append(f"cancels {', '.join(cancelled)}")
            lines.append(_describe_suits(before.table.suits[seat], after.table.suits[seat]))
            lines.append(f"has {after.table.scores[seat]} animals now ({gained:+d})")
        drawn = after.own[seat].count - before.own[seat].count
        drawn[action] += 1
        lines.append(Aside(f"draws {_list_cards(drawn)}" if drawn.any() else "draws nothing"))
        if after.table.over and after.table.centre_total:
            lines.append(f"the {after.table.centre_total} animals in the centre do not count")
        return lines

    def stretch_end(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> str:
        """Return a sentence on the seat that takes the centre; empty if nobody does."""
        if after.table.checkpoints == before.table.checkpoints:
            return ""
        seat = before.table.seat
        total = before.table.centre_total + number_of(action)
        gained = after.table.scores[seat] - before.table.scores[seat]
        return f"Seat {seat + 1} takes the centre at {total}: {gained:+d} animals."

    def game_end(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> str:
        """Return a sentence on why the game ended: no cards are left, or the last lap is over."""
        if after.table.holding == 0:
            return "All cards have been played."
        return "The draw pile is used up, and all players have had the same number of turns."

    def census(self, rules: Any, snapshot: Snapshot) -> dict[str, int]:
        """Return the number of copies of each card in all places together, by name."""
        return count_cards(game.COMPONENTS, rules, snapshot)


def _describe_suits(before: Any, after: Any) -> str:
    """Return a line on the cards that a seat's suits gain and lose, and on their animals.

    An example is "its suits gain cards of 3 and 3 animals: 3 + 3 = 6 animals".
    """
    gained: list[int] = []
    lost: list[int] = []
    for number, change in enumerate((np.abs(after) - np.abs(before)).tolist(), 1):
        gained += [number] * change
        lost += [number] * -change
    clauses = []
    if gained:
        clauses.append(f"gain {_name_cards(gained)}")
    if lost:
        clauses.append(f"lose {_name_cards(lost)}, cancelled by the other animal")
    if not clauses:
        return Scored("its suits keep as many cards as before")
    text = f"its suits {' and '.join(clauses)}"
    if len(gained) + len(lost) == 1:
        return Scored(text)
    terms = " + ".join(map(str, gained))
    for number in lost:
        terms += f" {MINUS} {number}" if terms else f"{MINUS}{number}"
    total = sum(gained) - sum(lost)
    result = f"{MINUS if total < 0 else ''}{quantity(abs(total), 'animal')}"
    return Scored(f"{text}: {terms} = {result}")


def _name_cards(numbers: Sequence[int]) -> str:
    """Return the words for cards with these numbers of animals: "cards of 3 and 5 animals"."""
    if len(numbers) == 1:
        return f"a card of {quantity(numbers[0], 'animal')}"
    *first, last = map(str, numbers)
    return f"cards of {', '.join(first)} and {last} animals"


def _card_name(card: int) -> str:
    """Return the name of a card, as in "3 crabs"."""
    number = number_of(card)
    singular, plural = ANIMALS[animal_of(card)]
    return f"{number} {singular if number == 1 else plural}"


def _list_cards(counts: Any) -> str:
    """Return cards as text, as in "octopuses 1 3 3, crabs 2"."""
    plurals = [plural for _, plural in ANIMALS]
    return name_by_suit(plurals, range(1, NUMBERS + 1), counts)
