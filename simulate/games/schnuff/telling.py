"""Schnuff in words: what is played, what lies on the table, what happened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from simulate.game import Aside, Snapshot
from simulate.games.schnuff import declared as game
from simulate.games.schnuff.declared import Counted
from simulate.kit.bits import has
from simulate.kit.seats import CLOCKWISE
from simulate.making.telling import count_cards, quantity

#: In the order of `RoundEnd`.
_ENDINGS = (
    "The last limit is crossed: the round is over.",
    "Schnuff on the last limit: the round is over.",
    "Nobody can play: the round is over.",
    "The game is decided.",
)


class SchnuffTeller:
    """Tells Schnuff in words."""

    def action(self, rules: Any, table: Any, action: int) -> str:
        """Name an action, as in "plays 4 and says 34"."""
        if action == game.NONE:
            return "shows a hand without a card to play"
        total = int(table.total)
        if action < game.NUMBERS:
            total += action + 1
        elif action == game.PANIC:
            total = int(rules.limits[table.level])
        return f"plays {_card(action)}{'' if action == game.RISK else f' and says {total}'}"

    def state(self, rules: Any, snapshot: Snapshot, hands: Sequence[int]) -> list[str]:
        table = snapshot.table
        limit, cost = int(rules.limits[table.level]), int(rules.costs[table.level])
        price = (
            "free to cross"
            if has(table.free, table.level)
            else f"{quantity(cost, 'chip')} to cross"
        )
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
            holding = f"{table.hand_size[seat]} cards"
            if seat in hands:
                holding = _hand(snapshot.own[seat].count)
            dealer = " (dealer)" if seat == table.dealer else ""
            lines.append(
                f"{mark} seat {seat + 1}, {quantity(table.scores[seat], 'chip')}: {holding}{dealer}"
            )
        return lines

    def hand(self, rules: Any, snapshot: Snapshot, seat: int) -> str:
        return _hand(snapshot.own[seat].count)

    def aftermath(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> list[str]:
        seat, seats = before.table.seat, range(rules.players)
        lines: list[str] = []
        if action == game.RISK:
            lines.append(f"rolls {after.hidden.rolls[0]}")
        elif action == game.SCHNUFF:
            lines += _rolls(after.hidden)
        over = after.table.rounds > before.table.rounds
        if action == game.RISK and not over:
            lines.append(f"the total is {after.table.total}")
        for other in seats:
            paid = int(before.table.scores[other] - after.table.scores[other])
            out = has(before.table.active, other) and not has(after.table.active, other)
            if paid or out:
                lines.append(
                    f"seat {other + 1} loses {quantity(paid, 'chip')} and "
                    + ("is out" if out else f"has {after.table.scores[other]} left")
                )
        if over:
            return [*lines, _ENDINGS[_ended(before, after)]]
        drew = False
        if action != game.NONE and has(after.table.active, seat):
            drawn = after.own[seat].count - before.own[seat].count
            drawn[action] += 1
            drew = bool(drawn.any())
            lines.append(Aside(f"draws {_hand(drawn)}" if drew else "forgets to draw"))
        if drew and before.table.draw_size == 1:
            how = "turned over" if rules.recycle == game.Recycle.FLIP else "shuffled"
            lines.append(Aside(f"the discard pile is {how} and becomes the draw pile"))
        return lines

    def stretch_end(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> str:
        """Say why a round ended, as in "The last limit is crossed: seat 1 plays 4."."""
        if after.table.rounds == before.table.rounds:
            return ""
        why = _ENDINGS[_ended(before, after)].partition(":")[0].rstrip(".")
        if action == game.NONE:
            return f"{why}."
        return f"{why}: seat {before.table.seat + 1} plays {_card(action)}."

    def game_end(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> str:
        left = [seat for seat in range(rules.players) if has(after.table.active, seat)]
        if len(left) == 1:
            return f"Only seat {left[0] + 1} is still in."
        return "A player is out, and the first to be out ends the game."

    def census(self, rules: Any, snapshot: Snapshot) -> dict[str, int]:
        table = snapshot.table
        cards = count_cards(game.COMPONENTS, rules, snapshot)
        return {**cards, "chips": int(table.scores.sum() + table.box)}


def _ended(before: Snapshot, after: Snapshot) -> int:
    gained = after.hidden.counts - before.hidden.counts
    return int(np.argmax(gained[Counted.ROUNDS_ENDED_BY_CROSSING :]))


def _card(kind: int) -> str:
    return game.KIND_NAMES[kind].capitalize()


def _hand(counts: Any) -> str:
    """Name some cards, as in "1 3 3 Pass"."""
    return (
        " ".join(_card(kind) for kind in range(game.KINDS) for _ in range(counts[kind]))
        or "nothing"
    )


def _rolls(hidden: Any) -> list[str]:
    """Tell all rolls of a turn, each time that a tie is rolled again on a new line."""
    told: list[dict[int, str]] = [{}]
    for roller, roll in list(zip(hidden.roller, hidden.rolls, strict=True))[: hidden.rolls_size]:
        if roller in told[-1]:
            told.append({})
        told[-1][roller] = f"seat {roller + 1} rolls {roll}"
    first, *again = (", ".join(rolls.values()) for rolls in told)
    return [first, *(f"tied for the lowest roll: {rolls}" for rolls in again)]
