"""Describes Schnuff in words, for replays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from simulate.game import Aside, Scored, Snapshot
from simulate.games.schnuff import declared as game
from simulate.games.schnuff.declared import Counted
from simulate.kit.bits import has
from simulate.kit.seats import CLOCKWISE
from simulate.making.telling import count_cards, quantity

#: How points are scored, for readers who do not know the rules.
SCORING = (
    "Nobody ever gains chips. A player whose card takes the total above a limit loses "
    "chips, more for higher limits, and landing exactly on it is free. Players without "
    "chips are out, and the player who keeps chips longest wins."
)
#: The words that such readers may not know.
GLOSSARY = {
    "total": "the sum of the cards played in this round",
    "limit": "a total, such as 30, above which the player who passes it loses chips",
    "cross": "to take the total above a limit",
    "Pass": "a card that leaves the total unchanged",
    "Back": "a card that leaves the total unchanged and reverses the direction of play",
    "Panic": "a card that raises the total exactly to the next limit",
    "Risk": "a card for which two dice are rolled: 7 or more is added, 6 or less is taken off",
    "Schnuff": "a card for a total exactly on a limit, which makes the others roll and pay",
}
#: The lowest roll of a Risk that is added to the total.
_ADDED = 7
#: Sentences on the ends of rounds, in the order of `RoundEnd`.
_ENDINGS = (
    "The last limit is crossed: the round is over.",
    "Schnuff on the last limit: the round is over.",
    "Nobody can play: the round is over.",
    "The game is decided.",
)


class SchnuffTeller:
    """Describes Schnuff in words."""

    def action(self, rules: Any, table: Any, action: int) -> str:
        """Return the words for an action, as in "plays 4 and says 34"."""
        if action == game.NONE:
            return "shows a hand without a card to play"
        total = int(table.total)
        if action < game.NUMBERS:
            total += action + 1
        elif action == game.PANIC:
            total = int(rules.limits[table.level])
        words = f"plays {_card_name(action)}"
        return words if action == game.RISK else f"{words} and says {total}"

    def state(self, rules: Any, snapshot: Snapshot, hands: Sequence[int]) -> list[str]:
        """Return a line on the total and the piles, then a line on each seat.

        The lines of the seats in `hands` include the cards in hand.
        """
        table = snapshot.table
        limit, cost = int(rules.limits[table.level]), int(rules.costs[table.level])
        price = f"{quantity(cost, 'chip')} to cross"
        if has(table.free, table.level):
            price = "free to cross"
        direction = "clockwise" if table.direction == CLOCKWISE else "counterclockwise"
        lines = [
            f"total {table.total}, next limit {limit} ({price}), {direction}; "
            f"{table.draw_size} cards to draw, {table.discard_size} discarded"
        ]
        for seat in range(rules.players):
            mark = ">" if seat == table.seat else " "
            if not has(table.active, seat):
                lines.append(f"  seat {seat + 1}, out")
                continue
            cards = f"{table.hand_size[seat]} cards"
            if seat in hands:
                cards = _list_cards(snapshot.own[seat].count)
            dealer = " (dealer)" if seat == table.dealer else ""
            lines.append(
                f"{mark} seat {seat + 1}, {quantity(table.scores[seat], 'chip')}: {cards}{dealer}"
            )
        return lines

    def hand(self, rules: Any, snapshot: Snapshot, seat: int) -> str:
        """Return a text that lists the cards in a seat's hand."""
        return _list_cards(snapshot.own[seat].count)

    def aftermath(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> list[str]:
        """Return lines on rolls, chips lost, seats out, cards drawn, and the end of a round."""
        lines: list[str] = []
        if action == game.RISK:
            lines.append(f"rolls {after.hidden.rolls[0]}")
        elif action == game.SCHNUFF:
            lines += _list_rolls(after.hidden)
        round_is_over = after.table.rounds > before.table.rounds
        if action == game.RISK and not round_is_over:
            lines.append(f"the total is {after.table.total}")
        lines += self._losses(rules, before, action, after)
        if round_is_over:
            ending = _ENDINGS[_round_end(before, after)]
            return [*lines, Aside(ending) if after.table.over else ending]
        seat = before.table.seat
        draws_card = False
        if action != game.NONE and has(after.table.active, seat):
            drawn = after.own[seat].count - before.own[seat].count
            drawn[action] += 1
            draws_card = bool(drawn.any())
            lines.append(Aside(f"draws {_list_cards(drawn)}" if draws_card else "forgets to draw"))
        if draws_card and before.table.draw_size == 1:
            how = "turned over" if rules.recycle == game.Recycle.FLIP else "shuffled"
            lines.append(Aside(f"the discard pile is {how} and becomes the draw pile"))
        return lines

    def _losses(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> list[str]:
        """Return a line for each seat that loses chips or is out, with the reason."""
        lines: list[str] = []
        reason, price = _price(rules, before.table, action, after.hidden)
        if action == game.SCHNUFF:
            rule = "all others roll, and all but the lowest lose"
            if int(before.table.active).bit_count() == 2:
                rule = "the other player rolls, and 7 or more costs"
            lines.append(Scored(f"Schnuff on {before.table.total}: {rule} {_chips(price)}"))
        for seat in range(rules.players):
            paid = int(before.table.scores[seat] - after.table.scores[seat])
            is_out = has(before.table.active, seat) and not has(after.table.active, seat)
            if paid or is_out:
                state = "is out" if is_out else f"has {after.table.scores[seat]} left"
                why = reason if 0 < paid <= price else ""
                lines.append(Scored(f"seat {seat + 1} loses {_chips(paid)}{why} and {state}"))
        return lines

    def stretch_end(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> str:
        """Return a sentence on why a round ended; empty if the round goes on.

        For example: "The last limit is crossed: seat 1 plays 4."
        """
        if after.table.rounds == before.table.rounds:
            return ""
        reason = _ENDINGS[_round_end(before, after)].partition(":")[0].rstrip(".")
        if action == game.NONE:
            return f"{reason}."
        return f"{reason}: seat {before.table.seat + 1} plays {_card_name(action)}."

    def game_end(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> str:
        """Return a sentence on why the game ended: how many players are still in."""
        seats = [seat for seat in range(rules.players) if has(after.table.active, seat)]
        if len(seats) == 1:
            return f"Only seat {seats[0] + 1} is still in."
        return "A player is out, and the first to be out ends the game."

    def census(self, rules: Any, snapshot: Snapshot) -> dict[str, int]:
        """Return the number of copies of each card, by name, and of all chips, as ``"chips"``."""
        table = snapshot.table
        cards = count_cards(game.COMPONENTS, rules, snapshot)
        return {**cards, "chips": int(table.scores.sum() + table.box)}


def _price(rules: Any, table: Any, action: int, hidden: Any) -> tuple[str, int]:
    """Return the reason for which a card costs chips, and how many at most; ("", 0) for neither.

    `table` is the table before the card was played, and `hidden` has the rolls.
    """
    limit, cost = int(rules.limits[table.level]), int(rules.costs[table.level])
    if action == game.SCHNUFF:
        return "", cost
    added = 0
    if action == game.RISK:
        roll = int(hidden.rolls[0])
        added = roll if roll >= _ADDED else 0
    elif action < game.NUMBERS:
        added = action + 1
    if table.total + added <= limit:
        return "", 0
    return f" for taking the total above {limit}", cost


def _chips(number: int) -> str:
    """Return a number of chips, as in "1 chip" or "3 chips"."""
    return quantity(number, "chip")


def _round_end(before: Snapshot, after: Snapshot) -> int:
    """Return the index in `_ENDINGS` of the way in which an action ended a round."""
    gained = after.hidden.counts - before.hidden.counts
    return int(np.argmax(gained[Counted.ROUNDS_ENDED_BY_CROSSING :]))


def _card_name(kind: int) -> str:
    """Return the name of a card, as in "Pass"."""
    return game.KIND_NAMES[kind].capitalize()


def _list_cards(counts: Any) -> str:
    """Return cards as text, as in "1 3 3 Pass"."""
    names: list[str] = []
    for kind in range(game.KINDS):
        names += [_card_name(kind)] * int(counts[kind])
    return " ".join(names) or "nothing"


def _list_rolls(hidden: Any) -> list[str]:
    """Return lines with all rolls of a turn. A new line begins when tied seats roll again."""
    lines: list[dict[int, str]] = [{}]
    rolls = list(zip(hidden.roller, hidden.rolls, strict=True))
    for roller, roll in rolls[: hidden.rolls_size]:
        if roller in lines[-1]:
            lines.append({})
        lines[-1][roller] = f"seat {roller + 1} rolls {roll}"
    first, *ties = (", ".join(line.values()) for line in lines)
    return [first, *(f"tied for the lowest roll: {rolls}" for rolls in ties)]
