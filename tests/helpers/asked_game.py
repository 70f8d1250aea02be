"""A game of a few lines whose answers are known: one action is all, one nothing, one a trap.

Whoever digs finds a piece of gold or none, by chance; who waves does nothing; and every sixth time
round anybody may gamble, which loses two pieces. The most gold after a dozen rounds wins.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from simulate.games.snorkeling import GAME as SNORKELING
from simulate.kit.chance import below, start
from simulate.kit.compiled import compiled
from simulate.kit.menu import offer
from simulate.kit.seats import all_seats, next_seat

#: From `GREET` on, greeting each seat; one's own is to bow.
DIG, WAVE, GAMBLE, GREET = 0, 1, 2, 64
ROUNDS = 12

#: Who digs, but gambles whenever that may be done: a strategy for `tests.helpers.strategy_files`.
GAMBLER = """
if view.menu.members[0] & 4 != 0:
    return 2
return 0 if view.menu.members[0] & 1 != 0 else action_at(view.menu, 0)
"""
#: Who digs whatever the menu says.
STUBBORN = "return 0"


@compiled
def deal(rules: Any, state: Any) -> None:
    """Begin with seat 1."""
    table = state.table
    table.seat = 0
    table.active = all_seats(rules.players)
    start(state.chance, state.chance.seed, state.chance.deal, 0)


@compiled
def offer_actions(rules: Any, state: Any, menu: Any) -> None:
    """Offer digging, waving and greeting, and every sixth round gambling."""
    offer(menu, 0, 7 if state.table.turns // rules.players % 6 == 0 else 3)
    for seat in range(rules.players):
        offer(menu, GREET + seat, 1)


@compiled
def apply(rules: Any, state: Any, action: int) -> None:
    """Count the gold, and hand on the turn."""
    table = state.table
    found = below(state.chance, 2)
    if action == DIG:
        table.scores[table.seat] += found
    elif action == GAMBLE:
        table.scores[table.seat] -= 2
    table.turns += 1
    table.over = int(table.turns == ROUNDS * rules.players)
    table.seat = next_seat(table.active, table.seat, rules.players)


class _Teller(type(SNORKELING.teller)):  # type: ignore[misc]
    """Tells the actions."""

    def action(self, rules: Any, table: Any, action: int) -> str:
        """Name an action."""
        if action >= GREET:
            seat = action - GREET
            return "bows" if seat == table.seat else f"greets seat {seat + 1}, who smiles"
        return f"{('digs', 'waves', 'gambles')[action]} in round {table.turns // rules.players}"


GAME = replace(
    SNORKELING,
    name="gold",
    title="Gold",
    default_strategy="random",
    deal=deal,
    offer_actions=offer_actions,
    apply=apply,
    redeal=None,
    teller=_Teller(),
)
