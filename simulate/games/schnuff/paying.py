"""What crossing a limit costs in Schnuff, and who is out by it."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from simulate.games.schnuff.cards import KINDS, MOST_ROLLED, NUMBER_CARDS
from simulate.games.schnuff.options import ROUNDS_TOLD, Counted, Ending, SchnuffTie
from simulate.games.schnuff.state import MOST_ROLLS, hand
from simulate.kit.bits import EMPTY, bit, has, lowest, size
from simulate.kit.chance import below
from simulate.kit.compiled import compiled, inlined
from simulate.kit.seats import next_seat


class RoundEnd(IntEnum):
    """How a round ended, in the order of the counts."""

    GOES_ON = -1
    CROSSING = 0
    SCHNUFF = 1
    STANDSTILL = 2
    LAST_OUT = 3


@compiled
def cross(rules: Any, state: Any, seat: int) -> RoundEnd:
    """Let a seat pay for crossing the next limit, and tell whether and how the round ended."""
    table = state.table
    crossed = table.level
    paid = pay(table, seat, price(rules, table, seat))
    # The limits have a count each, in their order.
    state.hidden.counts[Counted.LOST_AT_LIMIT_1 + crossed] += paid
    table.free &= ~bit(crossed)
    ended = RoundEnd.CROSSING
    if crossed < rules.limits_length - 1:
        table.level += 1
        ended = RoundEnd.GOES_ON
    if table.scores[seat] == 0:
        put_out(table, state, seat)
    return RoundEnd.LAST_OUT if ended == RoundEnd.GOES_ON and is_decided(rules, table) else ended


@inlined
def price(rules: Any, table: Any, seat: int) -> int:
    """Return what crossing the next limit costs a seat now."""
    if has(table.free, table.level):
        return 0
    return min(rules.costs[table.level], table.scores[seat])  # type: ignore[no-any-return]


@inlined
def pay(table: Any, seat: int, chips: int) -> int:
    """Take chips from a seat that has as many, and return them."""
    table.scores[seat] -= chips
    table.box += chips
    return chips


@inlined
def is_decided(rules: Any, table: Any) -> bool:
    """Tell whether so many are out that the game is over."""
    left = size(table.active)
    return left == 1 or (  # type: ignore[no-any-return]
        rules.ending == Ending.FIRST_OUT and left < rules.players
    )


@compiled
def put_out(table: Any, state: Any, seat: int) -> None:
    """Take a seat out of the game and lay its hand on the discard pile."""
    table.active &= ~bit(seat)
    # The first rounds have a count each, and all later ones share the last.
    state.hidden.counts[Counted.OUT_IN_ROUND_1 + min(table.rounds, ROUNDS_TOLD - 1)] += 1
    own = state.own[seat]
    for card in range(KINDS):
        while own.count[card] > 0:
            discard(state, seat, card)


@inlined
def discard(state: Any, seat: int, card: int) -> None:
    """Lay a card that a seat holds on the discard pile."""
    table = state.table
    hand.put_down(state, seat, card)
    state.hidden.discards[table.discard_size] = card
    table.discard_size += 1
    table.seen[card] += 1


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
