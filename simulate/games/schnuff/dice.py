"""The cards of Schnuff that are played with dice: Risk, and Schnuff itself."""

from __future__ import annotations

from typing import Any

from simulate.games.schnuff.cards import MOST_ROLLED, NUMBER_CARDS
from simulate.games.schnuff.counts import Counted
from simulate.games.schnuff.options import SchnuffTie
from simulate.games.schnuff.paying import RoundEnd, cross, is_decided, pay, put_out
from simulate.games.schnuff.state import MOST_ROLLS
from simulate.kit.bits import EMPTY, bit, lowest, size
from simulate.kit.chance import below
from simulate.kit.compiled import compiled, inlined
from simulate.kit.seats import next_seat


@compiled
def play_risk(rules: Any, state: Any, seat: int) -> RoundEnd:
    """Roll the dice: 7 or more is added and may cross the limit, less is subtracted."""
    table = state.table
    had_number = state.own[seat].cards & NUMBER_CARDS != 0
    chips = table.scores[seat]
    state.hidden.rolls_size = 0
    roll = _roll(state, seat)
    ended = RoundEnd.GOES_ON
    if roll >= 7:
        table.total += roll
        if table.total > rules.limits[table.level]:
            ended = cross(rules, state, seat)
    else:
        table.total = max(table.total - roll, 0)
        while table.level > 0 and table.total <= rules.limits[table.level - 1]:
            table.level -= 1
    if had_number:
        state.hidden.counts[Counted.SAVED_BY_RISK] -= chips - table.scores[seat]
    return ended


@compiled
def play_schnuff(rules: Any, state: Any, seat: int) -> RoundEnd:
    """Let the others roll and pay; at the last limit the round ends."""
    table = state.table
    state.hidden.rolls_size = 0
    others = table.active & ~bit(seat)
    if size(others) == 1:
        spared = others if _roll(state, lowest(others)) < 7 else 0
    else:
        spared = _lowest_rollers(rules, state, others, seat)
        while rules.schnuff_tie == SchnuffTie.REROLL and size(spared) > 1:
            spared = _lowest_rollers(rules, state, spared, seat)
    payers = others & ~spared
    other = seat
    while payers != 0:
        other = next_seat(payers, other, rules.players)
        payers &= ~bit(other)
        price = min(rules.costs[table.level], table.scores[other])
        state.hidden.counts[Counted.PAID_TO_SCHNUFF] += pay(table, other, price)
        if table.scores[other] == 0:
            put_out(table, state, other)
    if table.level == rules.limits_length - 1:
        return RoundEnd.SCHNUFF
    table.free |= bit(table.level)
    return RoundEnd.LAST_OUT if is_decided(rules, table) else RoundEnd.GOES_ON


@compiled
def _lowest_rollers(rules: Any, state: Any, rollers: Any, seat: int) -> Any:
    """Let a set of seats roll clockwise from a seat, and return those with the lowest roll."""
    least = MOST_ROLLED + 1
    tied = EMPTY
    other = seat
    for _ in range(size(rollers)):
        other = next_seat(rollers, other, rules.players)
        roll = _roll(state, other)
        if roll < least:
            least = roll
            tied = bit(other)
        elif roll == least:
            tied |= bit(other)
    return tied


@inlined
def _roll(state: Any, seat: int) -> int:
    roll = 2 + below(state.dice, 6) + below(state.dice, 6)
    hidden = state.hidden
    if hidden.rolls_size < MOST_ROLLS:
        hidden.roller[hidden.rolls_size] = seat
        hidden.rolls[hidden.rolls_size] = roll
    hidden.rolls_size += 1
    return roll
