"""Describes Snorkeling in words, for replays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from simulate.game import Aside, Scored, Snapshot
from simulate.games.snorkeling.declared import COLOURS, STOP, card_of, is_centre, is_pile, pile_of
from simulate.kit.menu import PASS
from simulate.making.telling import name_by_suit

#: How points are scored, for readers who do not know the rules.
SCORING = (
    "A round ends when somebody gets a Beach, a 0, on their pile. Then all players score "
    "the number on top of their own pile. A card laid on an opponent's pile is one lower "
    "than the card below it, so that opponent will score less."
)
#: The words that such readers may not know.
GLOSSARY = {
    "pile": "the cards in front of a player; only the top one scores",
    "Lanternfish": "the highest card, with which every pile begins",
    "Beach": "a card of value 0, which ends the round as soon as it is laid on a pile",
    "centre": "the cards in the middle; a player who lays a card there may then lay cards on piles",
}
#: Sentences on the ends of rounds, in the order of `RoundEnd`.
_ENDINGS = (
    "A Beach: the round is over.",
    "Nobody can go on: the round is over.",
    "The deck is empty: the round is over.",
)


class SnorkelingTeller:
    """Describes Snorkeling in words."""

    def action(self, rules: Any, table: Any, action: int) -> str:
        """Return the words for an action, as in "lays red 4 on the centre"."""
        if is_centre(action):
            return f"lays {_card_name(rules, card_of(action))} on the centre"
        if is_pile(action):
            pile = pile_of(action)
            top = table.tops[pile]
            fish = " (Lanternfish)" if top == rules.values else ""
            card = _card_name(rules, card_of(action))
            return f"lays {card} on {_pile_name(table, pile)}, where the top was {top}{fish}"
        return "has no card to play" if action == PASS else "stops"

    def state(self, rules: Any, snapshot: Snapshot, hands: Sequence[int]) -> list[str]:
        """Return a line on the centre, then a line on each seat.

        The lines of the seats in `hands` include the cards in hand.
        """
        table = snapshot.table
        lines = [
            f"centre {_card_name(rules, table.centre_top)} on top of {table.centre_size - 1} more, "
            f"{table.deck_size} cards in the deck"
        ]
        for seat in range(rules.players):
            pile = [_card_name(rules, card) for card in table.pile[seat, : table.pile_size[seat]]]
            cards = f"{table.hand_size[seat]} cards"
            if seat in hands:
                cards = _list_cards(rules, snapshot.own[seat].count)
            mark = ">" if seat == table.seat else " "
            from_bottom = " > ".join([f"Lanternfish {rules.values}", *pile])
            lines.append(
                f"{mark} seat {seat + 1}, score {table.scores[seat]}: hand {cards}; "
                f"pile {from_bottom}"
            )
        return lines

    def hand(self, rules: Any, snapshot: Snapshot, seat: int) -> str:
        """Return the cards in a seat's hand as text."""
        return _list_cards(rules, snapshot.own[seat].count)

    def aftermath(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> list[str]:
        """Return lines on the cards drawn or taken back, or on a round's scores.

        The list is empty if the turn goes on.
        """
        if after.table.turns == before.table.turns:
            return []
        if after.table.rounds > before.table.rounds:
            return self._round_scores(rules, before, action, after)
        seat = before.table.seat
        lines: list[str] = []
        gained = after.own[seat].count - before.own[seat].count
        if action > STOP:
            gained[card_of(action)] += 1
        if after.table.pile_size[seat] < before.table.pile_size[seat]:
            card = before.table.pile[seat, before.table.pile_size[seat] - 1]
            gained[card] -= 1
            name = _card_name(rules, card)
            lines.append(f"has emptied the hand and takes back {name} from the pile")
        if after.table.centre_size < before.table.centre_size:
            lines.append("the deck was empty: the centre below its top card is the new deck")
        drawn = np.maximum(gained, 0)
        lines.append(f"draws {_list_cards(rules, drawn)}" if drawn.any() else "draws nothing")
        return [Aside(line) for line in lines]

    def _round_scores(
        self, rules: Any, before: Snapshot, action: int, after: Snapshot
    ) -> list[str]:
        """Return sentences on why a round ended, and on the points of all seats."""
        gained = after.table.scores - before.table.scores
        seats = range(rules.players)
        points = ", ".join(
            f"seat {seat + 1} +{gained[seat]} ({_top_name(rules, before.table, action, seat)})"
            for seat in seats
        )
        totals = ", ".join(f"seat {seat + 1} {after.table.scores[seat]}" for seat in seats)
        reason = _ENDINGS[_round_end(before, after)]
        scored = Scored(f"Each pile scores its top card: {points}.")
        return [reason, scored, Aside(f"Totals: {totals}.")]

    def stretch_end(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> str:
        """Return a sentence on why a round ended; empty if the round goes on.

        For example: "A Beach ended the round: seat 1 lays red 0 on seat 2's pile."
        """
        if after.table.rounds == before.table.rounds:
            return ""
        if is_pile(action):
            card = _card_name(rules, card_of(action))
            pile = _pile_name(before.table, pile_of(action))
            return f"A Beach ended the round: seat {before.table.seat + 1} lays {card} on {pile}."
        return _ENDINGS[_round_end(before, after)].partition(":")[0] + "."

    def game_end(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> str:
        """Return a sentence on the seat that reached the target score alone."""
        scores = after.table.scores[: rules.players]
        return (
            f"Seat {np.argmax(scores) + 1} leads alone with {np.max(scores)} points, and "
            f"{rules.target_score} or more are enough for a player alone in the lead."
        )

    def census(self, rules: Any, snapshot: Snapshot) -> dict[str, int]:
        """Return the number of copies of each card in all places together, by name."""
        table = snapshot.table
        total = snapshot.own[: rules.players].count.sum(axis=0) + table.centre
        for seat in range(rules.players):
            np.add.at(total, table.pile[seat, : table.pile_size[seat]], 1)
        np.add.at(total, snapshot.hidden.deck[: table.deck_size], 1)
        return {_card_name(rules, card): int(total[card]) for card in range(rules.cards)}


def _round_end(before: Snapshot, after: Snapshot) -> int:
    """Return the index in `_ENDINGS` of the way in which an action ended a round."""
    counted = after.hidden.counts - before.hidden.counts
    return int(np.argmax(counted[: len(_ENDINGS)]))


def _pile_name(table: Any, pile: int) -> str:
    """Return the name of a pile as the seat to act sees it, as in "seat 2's pile"."""
    return "their own pile" if pile == table.seat else f"seat {pile + 1}'s pile"


def _top_name(rules: Any, table: Any, action: int, seat: int) -> str:
    """Return the name of the card on top of a seat's pile after the last action of a round.

    `table` is the table before that action.
    """
    if is_pile(action) and pile_of(action) == seat:
        card = card_of(action)
    elif table.pile_size[seat]:
        card = table.pile[seat, table.pile_size[seat] - 1]
    else:
        return "Lanternfish"
    return "Beach" if rules.value[card] == 0 else _card_name(rules, card)


def card_names(rules: Any) -> list[str]:
    """Return the name of every card, by number; empty for a card without copies."""
    deck = rules.full_deck[: rules.full_size]
    return [_card_name(rules, card) if card in deck else "" for card in range(rules.cards)]


def card_groups(rules: Any) -> list[str]:
    """Return, for each card, a name for all cards of the same value, such as "any 4".

    The list is empty if some cards of the same value have more copies than others, as they are then
    not interchangeable.
    """
    values = int(rules.values)
    copies = [int(number) for number in rules.copies_of[: rules.cards]]
    if any(number != copies[card % values] for card, number in enumerate(copies)):
        return []
    return [f"any {card % values}" for card in range(len(copies))]


def _card_name(rules: Any, card: int) -> str:
    """Return the name of a card, as in "red 4"."""
    colour, value = divmod(int(card), int(rules.values))
    return f"{COLOURS[colour]} {value}"


def _list_cards(rules: Any, counts: Any) -> str:
    """Return cards as text, as in "red 1 1 4, blue 0"."""
    return name_by_suit(COLOURS[: rules.colours], range(rules.values), counts[: rules.cards])
