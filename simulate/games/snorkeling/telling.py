"""Snorkeling in words: what is done, what lies on the table, what happened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from simulate.game import Aside, Snapshot
from simulate.games.snorkeling.declared import COLOURS, STOP, card_of, is_centre, is_pile, pile_of
from simulate.kit.menu import PASS
from simulate.making.telling import name_by_suit

#: In the order of `RoundEnd`.
_ENDINGS = (
    "A Beach: the round is over.",
    "Nobody can go on: the round is over.",
    "The deck is empty: the round is over.",
)


class SnorkelingTeller:
    """Tells Snorkeling in words."""

    def action(self, rules: Any, table: Any, action: int) -> str:
        """Name an action, as in "lays red 4 on the centre"."""
        if is_centre(action):
            return f"lays {_card(rules, card_of(action))} on the centre"
        if is_pile(action):
            pile = pile_of(action)
            top = table.tops[pile]
            fish = " (Lanternfish)" if top == rules.values else ""
            card = _card(rules, card_of(action))
            return f"lays {card} on {_whose(table, pile)}, where the top was {top}{fish}"
        return "has no card to play" if action == PASS else "stops"

    def state(self, rules: Any, snapshot: Snapshot, hands: Sequence[int]) -> list[str]:
        table = snapshot.table
        lines = [
            f"centre {_card(rules, table.centre_top)} on top of {table.centre_size - 1} more, "
            f"{table.deck_size} cards in the deck"
        ]
        for seat in range(rules.players):
            pile = [_card(rules, card) for card in table.pile[seat, : table.pile_size[seat]]]
            holding = f"{table.hand_size[seat]} cards"
            if seat in hands:
                holding = _cards(rules, snapshot.own[seat].count)
            lines.append(
                f"{'>' if seat == table.seat else ' '} seat {seat + 1}, score "
                f"{table.scores[seat]}: hand {holding}; pile "
                + " > ".join([f"Lanternfish {rules.values}", *pile])
            )
        return lines

    def hand(self, rules: Any, snapshot: Snapshot, seat: int) -> str:
        return _cards(rules, snapshot.own[seat].count)

    def aftermath(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> list[str]:
        seat = before.table.seat
        if after.table.turns == before.table.turns:
            return []
        if after.table.rounds > before.table.rounds:
            gained = after.table.scores - before.table.scores
            seats = range(rules.players)
            points = ", ".join(f"seat {s + 1} +{gained[s]}" for s in seats)
            totals = ", ".join(f"seat {s + 1} {after.table.scores[s]}" for s in seats)
            end = _ENDINGS[_ended(before, after)]
            return [end, f"Points: {points}.", Aside(f"Totals: {totals}.")]
        lines: list[str] = []
        gained = after.own[seat].count - before.own[seat].count
        if action > STOP:
            gained[card_of(action)] += 1
        if after.table.pile_size[seat] < before.table.pile_size[seat]:
            card = before.table.pile[seat, before.table.pile_size[seat] - 1]
            gained[card] -= 1
            lines.append(f"emptied the hand and takes back {_card(rules, card)} from the pile")
        if after.table.centre_size < before.table.centre_size:
            lines.append("the deck was empty: the centre below its top card is the new deck")
        drawn = np.maximum(gained, 0)
        lines.append(f"draws {_cards(rules, drawn)}" if drawn.any() else "draws nothing")
        return [Aside(line) for line in lines]

    def stretch_end(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> str:
        """Say why a round ended, as in "A Beach ended it: seat 1 lays red 0 on seat 2's pile."."""
        if after.table.rounds == before.table.rounds:
            return ""
        if is_pile(action):
            card, whose = _card(rules, card_of(action)), _whose(before.table, pile_of(action))
            return f"A Beach ended it: seat {before.table.seat + 1} lays {card} on {whose}."
        return _ENDINGS[_ended(before, after)].partition(":")[0] + "."

    def game_end(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> str:
        scores = after.table.scores[: rules.players]
        return (
            f"Seat {np.argmax(scores) + 1} is alone in front with {np.max(scores)} points; "
            f"{rules.target_score} or more end the game."
        )

    def census(self, rules: Any, snapshot: Snapshot) -> dict[str, int]:
        table, total = snapshot.table, snapshot.own[: rules.players].count.sum(axis=0)
        total = total + table.centre
        for seat in range(rules.players):
            np.add.at(total, table.pile[seat, : table.pile_size[seat]], 1)
        np.add.at(total, snapshot.hidden.deck[: table.deck_size], 1)
        return {_card(rules, card): int(total[card]) for card in range(rules.cards)}


def _ended(before: Snapshot, after: Snapshot) -> int:
    counted = after.hidden.counts - before.hidden.counts
    return int(np.argmax(counted[: len(_ENDINGS)]))


def _whose(table: Any, pile: int) -> str:
    return "their own pile" if pile == table.seat else f"seat {pile + 1}'s pile"


def card_names(rules: Any) -> list[str]:
    """Name every card, with nothing for those of which there is none."""
    there = rules.full_deck[: rules.full_size]
    return [_card(rules, card) if card in there else "" for card in range(rules.cards)]


def _card(rules: Any, card: int) -> str:
    colour, value = divmod(int(card), int(rules.values))
    return f"{COLOURS[colour]} {value}"


def _cards(rules: Any, counts: Any) -> str:
    return name_by_suit(COLOURS[: rules.colours], range(rules.values), counts[: rules.cards])
