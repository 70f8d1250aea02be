"""The four cards on offer: turned up from the piles, and octopuses and sharks that go at once."""

from __future__ import annotations

from typing import Any

from simulate.games.shoal.cards import CORAL, NOTHING, OCTOPUS, SHARK, SLOTS
from simulate.games.shoal.options import Counted
from simulate.games.shoal.state import LEAVES, STAYS
from simulate.kit.bits import lowest, nonnegative, size
from simulate.kit.compiled import compiled, inlined
from simulate.kit.grid import put_on, take_off
from simulate.kit.hands import draw_at_random
from simulate.kit.seats import highest


@inlined
def refill(state: Any) -> None:
    """Turn up a card in every empty slot whose pile has one, all of them together."""
    table, hidden = state.table, state.hidden
    hidden.turned_size = 0
    hidden.age += 1
    for slot in range(SLOTS):
        if table.slots[slot] == NOTHING:
            _turn_up(state, slot)


@inlined
def _turn_up(state: Any, slot: int) -> None:
    """Turn up the next card of a slot's pile; without one the slot is empty."""
    table, hidden = state.table, state.hidden
    table.slots[slot] = NOTHING
    if table.piles[slot] > 0:
        card = draw_at_random(hidden.pool, hidden.pool_size, state.chance)
        hidden.pool_size -= 1
        table.piles[slot] -= 1
        table.to_come[card] -= 1
        table.slots[slot] = card
        hidden.ages[slot] = hidden.age
        _note(hidden, slot, card, STAYS)


@inlined
def _note(hidden: Any, slot: int, card: int, fate: int) -> None:
    """Remember what happened to the display, for whoever tells the game."""
    place = hidden.turned_size
    hidden.turned_slots[place] = slot
    hidden.turned_cards[place] = card
    hidden.turned_fates[place] = fate
    hidden.turned_size = place + 1


@compiled
def resolve_display(rules: Any, state: Any) -> None:
    """Let octopuses go and discard of sharks alone the latest, until the display stays."""
    table, hidden = state.table, state.hidden
    while True:
        shown = 0
        sharks = 0
        octopus = NOTHING
        latest = NOTHING
        for slot in range(SLOTS):
            card = table.slots[slot]
            shown += card != NOTHING
            if card == OCTOPUS and octopus == NOTHING:
                octopus = slot
            if card == SHARK:
                sharks += 1
                if table.piles[slot] > 0 and (
                    latest == NOTHING or hidden.ages[slot] > hidden.ages[latest]
                ):
                    latest = slot
        if octopus != NOTHING:
            _note(hidden, octopus, OCTOPUS, _send_octopus(rules, table, hidden))
            changed = octopus
        elif shown == sharks and latest != NOTHING:
            _note(hidden, latest, SHARK, LEAVES)
            table.gone[SHARK] += 1
            hidden.counts[Counted.SHARKS_DISCARDED] += 1
            changed = latest
        else:
            return
        hidden.age += 1
        _turn_up(state, changed)


@inlined
def _send_octopus(rules: Any, table: Any, hidden: Any) -> int:
    """Give an octopus to the one seat with most corals, or discard it; return its fate."""
    most = highest(table.coral_count, table.active, rules.players)
    if size(most) > 1:
        table.gone[OCTOPUS] += 1
        hidden.counts[Counted.OCTOPUSES_DISCARDED] += 1
        return LEAVES
    seat = nonnegative(lowest(most))
    cell = hidden.coral_order[seat, table.octopus_count[seat]]
    take_off(table.corals[seat], cell)
    put_on(table.octopuses[seat], cell)
    table.octopus_count[seat] += 1
    table.coral_count[seat] -= 1
    table.gone[CORAL] += 1
    hidden.counts[Counted.OCTOPUSES_GAINED] += 1
    return seat
