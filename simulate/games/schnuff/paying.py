"""What crossing a limit costs in Schnuff, and who is out by it."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from simulate.games.schnuff.cards import KINDS
from simulate.games.schnuff.counts import ROUNDS_TOLD, Counted
from simulate.games.schnuff.options import Ending
from simulate.games.schnuff.state import hand
from simulate.kit.bits import bit, has, size
from simulate.kit.compiled import compiled, inlined


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
