"""Ending a turn, a round, a game: what every game tells the engine, said in one call."""

from __future__ import annotations

from typing import Any

from simulate.kit.bits import EMPTY, bit, has
from simulate.kit.chance import GAME_PURPOSE, label, start
from simulate.kit.compiled import inlined
from simulate.kit.seats import CLOCKWISE, next_seat


@inlined
def end_turn(rules: Any, state: Any, direction: int = CLOCKWISE) -> None:
    """End the turn of the seat to act; the next seat that is still in is to act."""
    table = state.table
    table.turns += 1
    table.seat = next_seat(in_round(table), table.seat, rules.players, direction)


@inlined
def count_round(state: Any) -> None:
    """Count a round as over and take the standings; who sat out is in again."""
    state.table.sitting_out = EMPTY
    state.table.rounds += 1
    state.table.checkpoints += 1


@inlined
def end_round(state: Any) -> None:
    """End a round: count it, take the standings, and give the next one chance of its own.

    So two rule sets meet the same cards in a round, whatever happened in those before it.
    """
    count_round(state)
    start_chance(state)


@inlined
def start_chance(state: Any) -> None:
    """Start the chance of the round that begins, that of dice too."""
    chance, dice, rounds = state.chance, state.dice, state.table.rounds
    start(chance, chance.seed, chance.deal, rounds)
    start(dice, dice.seed, dice.deal, label(GAME_PURPOSE, rounds))


@inlined
def end_game(state: Any) -> None:
    """End the game; the standings are final."""
    state.table.over = 1


@inlined
def put_out(rules: Any, state: Any, seat: int) -> None:
    """Put a seat out of the game, which goes on among the others; the last one stays in."""
    table = state.table
    if has(table.active, seat) and table.active != bit(seat):
        table.active ^= bit(seat)
        if in_round(table) == EMPTY:  # somebody has to act until the round is over
            table.sitting_out = EMPTY


@inlined
def sit_out(rules: Any, state: Any, seat: int) -> None:
    """Let a seat sit out until the next round, still in the game; the last one plays on."""
    table = state.table
    if in_round(table) & ~bit(seat) != EMPTY:
        table.sitting_out |= bit(seat)


@inlined
def in_round(table: Any) -> Any:
    """Return the seats still in that do not sit out, as a set."""
    return table.active & ~table.sitting_out
