"""Scaphandre in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from simulate.game import Aside, Snapshot
from simulate.games.scaphandre import play as game
from simulate.games.scaphandre.play import ANIMALS, NUMBERS, animal_of, number_of
from simulate.making.telling import count_cards, name_by_suit


class ScaphandreTeller:
    """Tells Scaphandre in words."""

    def action(self, rules: Any, table: Any, action: int) -> str:
        """Name an action, as in "lays 3 crabs and announces 8"."""
        total = table.centre_total + number_of(action)
        told = f"lays {_card(action)} and announces {total}"
        return told if total < rules.limit else f"{told}: takes the centre"

    def state(self, rules: Any, snapshot: Snapshot, hands: Sequence[int]) -> list[str]:
        table = snapshot.table
        centre = []
        for place in range(table.centre_size):
            card = table.centre[place]
            if card != game.UNKNOWN:
                centre.append(_card(card))
            elif len(hands) == rules.players:
                centre.append(f"{_card(snapshot.hidden.centre[place])} (nobody knows)")
            else:
                centre.append("unknown")
        lines = [
            f"centre {table.centre_total}, bottom to top: {', '.join(centre) or 'empty'}; "
            f"{table.deck_size} cards to draw"
        ]
        for seat in range(rules.players):
            cards = f"{table.hand_size[seat]} cards"
            holding = _hand(snapshot.own[seat].count) if seat in hands else cards
            suits = _hand(np.maximum(np.append(table.suits[seat], -table.suits[seat]), 0))
            lines.append(
                f"{'>' if seat == table.seat else ' '} seat {seat + 1}, "
                f"{table.scores[seat]} animals: hand {holding}; suits {suits}"
            )
        return lines

    def hand(self, rules: Any, snapshot: Snapshot, seat: int) -> str:
        return _hand(snapshot.own[seat].count)

    def aftermath(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> list[str]:
        seat = before.table.seat
        lines: list[str] = []
        if after.table.checkpoints > before.table.checkpoints:
            taken = np.array(before.hidden.centre_count)
            taken[action] += 1
            pairs = after.table.pairs - before.table.pairs
            cancelled = [f"{2 * n} cards of number {suit}" for suit, n in enumerate(pairs, 1) if n]
            gained = after.table.scores[seat] - before.table.scores[seat]
            lines.append(Aside(f"takes {_hand(taken)}"))
            if cancelled:
                lines.append(f"cancels {', '.join(cancelled)}")
            lines.append(f"has {after.table.scores[seat]} animals now ({gained:+d})")
        drawn = after.own[seat].count - before.own[seat].count
        drawn[action] += 1
        lines.append(Aside(f"draws {_hand(drawn)}" if drawn.any() else "draws nothing"))
        if after.table.over and after.table.centre_total:
            lines.append(f"the {after.table.centre_total} animals in the centre do not count")
        return lines

    def stretch_end(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> str:
        """Say who takes the centre, and what it brings."""
        if after.table.checkpoints == before.table.checkpoints:
            return ""
        seat = before.table.seat
        total = before.table.centre_total + number_of(action)
        gained = after.table.scores[seat] - before.table.scores[seat]
        return f"Seat {seat + 1} takes the centre at {total}: {gained:+d} animals."

    def game_end(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> str:
        if after.table.holding == 0:
            return "All cards have been played."
        return "The draw pile is used up, and all have had as many turns."

    def census(self, rules: Any, snapshot: Snapshot) -> dict[str, int]:
        return count_cards(game.COMPONENTS, rules, snapshot)


def _card(card: int) -> str:
    number = number_of(card)
    return f"{number} {ANIMALS[animal_of(card)][int(number != 1)]}"


def _hand(counts: Any) -> str:
    return name_by_suit([several for _, several in ANIMALS], range(1, NUMBERS + 1), counts)
