"""Seats around a table that some may have left, and the ends of turns, rounds and games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from simulate.kit.bits import EMPTY, bit, from_members, has
from simulate.kit.chance import GAME_PURPOSE, label, start
from simulate.kit.compiled import compiled, inlined
from simulate.kit.layout import SEATS

#: Directions of play.
CLOCKWISE, COUNTERCLOCKWISE = 1, -1


@inlined
def all_seats(players: int) -> Any:
    """Return the set of seats 0 to `players` - 1 (at most 63)."""
    return bit(players) - 1


@inlined
def next_seat(seats: Any, seat: int, players: int, direction: int = CLOCKWISE) -> int:
    """Return the first of a set of seats, not empty, after `seat`, which may be the seat itself."""
    while True:
        seat += direction
        if seat >= players:
            seat = 0
        elif seat < 0:
            seat = players - 1
        if has(seats, seat):
            return seat


@compiled
def highest(scores: Any, seats: Any, players: int) -> Any:
    """Return those of a set of seats, not empty, that have the highest score, as a set."""
    return _first(scores, seats, players, 1)


@compiled
def lowest(scores: Any, seats: Any, players: int) -> Any:
    """Return those of a set of seats, not empty, that have the lowest score, as a set."""
    return _first(scores, seats, players, -1)


@inlined
def _first(scores: Any, seats: Any, players: int, sign: int) -> Any:
    best = EMPTY
    most = 0
    for seat in range(players):
        if has(seats, seat):
            score = sign * scores[seat]
            if best == 0 or score > most:
                most = score
                best = bit(seat)
            elif score == most:
                best |= bit(seat)
    return best


#: Bits of a side's number, where the sides of all seats are in one integer.
_SIDE_BITS = 4


def packed_sides(side_of: Sequence[int]) -> int:
    """Return the sides of all seats in one integer, for compiled code."""
    return sum(side << _SIDE_BITS * seat for seat, side in enumerate(side_of))


def _sides_at(sides: tuple[int, ...], sign: int, *, as_seats: bool) -> Callable[..., Any]:
    """Return a compiled function of (scores, seats, players) that finds the best sides.

    These are the sides with the highest total. A side's total is `sign` times the sum of the scores
    of its seats that are among `seats`. The function returns a set of the sides' numbers or, with
    `as_seats`, of their seats that are among `seats`.

    Parameters
    ----------
    sides
        The sides of all seats, as of `packed_sides`, by number of players.
    sign
        1 to find the highest totals, -1 to find the lowest.
    as_seats
        Whether the function returns seats.
    """

    def highest_totals(scores: Any, seats: Any, players: int) -> Any:
        best, most = EMPTY, 0
        packed, mask = sides[players], (1 << _SIDE_BITS) - 1
        for seat in range(players):
            if has(seats, seat):
                total = 0
                side = packed >> _SIDE_BITS * seat & mask
                for partner in range(players):
                    is_partner = packed >> _SIDE_BITS * partner & mask == side
                    if has(seats, partner) and is_partner:
                        total += sign * scores[partner]
                member = bit(seat if as_seats else side)
                if best == EMPTY or total > most:
                    best, most = member, total
                elif total == most:
                    best |= member
        return best

    compiled_function: Callable[..., Any] = compiled(highest_totals)
    return compiled_function


def best_sides(sides: Any, *, lower_leads: bool) -> Callable[..., Any]:
    """Return a function that finds the sides in front, as a set of numbers: see `_sides_at`."""
    return _sides_at(sides, -1 if lower_leads else 1, as_seats=False)


def seats_of_worst_sides(sides: Any, *, lower_leads: bool) -> Callable[..., Any]:
    """Return a function that finds the seats of the sides in last place: see `_sides_at`."""
    return _sides_at(sides, 1 if lower_leads else -1, as_seats=True)


@compiled
def margin(scores: Any, players: int) -> int:
    """Return how far the highest score is above the second; of two players or more."""
    best, second = max(scores[0], scores[1]), min(scores[0], scores[1])
    for seat in range(2, players):
        if scores[seat] > best:
            second = best
            best = scores[seat]
        elif scores[seat] > second:
            second = scores[seat]
    return best - second  # type: ignore[no-any-return]


@inlined
def open_scores(state: Any) -> Any:
    """Return every seat's score so far, where everybody knows it, as in most games."""
    return state.table.scores


def deal_with_head_start(deal: Any) -> Callable[..., Any]:
    """Return a function that deals, and then gives the points of the rule head_start."""
    dealt: Any = compiled(deal)

    def set_up(rules: Any, state: Any) -> None:
        dealt(rules, state)
        for seat in range(rules.players):
            state.table.scores[seat] += max(rules.head_start[seat], 0) >> 1

    both: Callable[..., Any] = compiled(set_up)
    return both


@compiled
def highest_scorers(rules: Any, state: Any) -> Any:
    """Return the set of seats still in with the highest score, who win in most games."""
    return break_by_half_points(
        rules, highest(state.table.scores, state.table.active, rules.players), 1
    )


@compiled
def lowest_scorers(rules: Any, state: Any) -> Any:
    """Return the set of seats still in with the lowest score, who win where points are bad."""
    return break_by_half_points(
        rules, lowest(state.table.scores, state.table.active, rules.players), 0
    )


@inlined
def break_by_half_points(rules: Any, level: Any, most: int) -> Any:
    """Return those of a set of seats with level scores who are best by half a point to begin with.

    These are who have it (`most` is 1), or who have not where points are bad (0); or all of them.
    """
    found = EMPTY
    for seat in range(rules.players):
        if has(level, seat) and max(rules.head_start[seat], 0) & 1 == most:
            found |= bit(seat)
    return found if found != 0 else level


def each_seat(players: int) -> tuple[int, ...]:
    """Let each seat play for itself, as in most games: a side of its own, numbered from 0."""
    return tuple(range(players))


def opposite_seats(players: int) -> tuple[int, ...]:
    """Make two sides of the seats in turn: with four, seats 1 and 3 against 2 and 4."""
    return tuple(seat % 2 for seat in range(players))


def all_together(players: int) -> tuple[int, ...]:
    """Let all play against the game."""
    return (0,) * players


#: The first of two opposite sides, of as many seats as there can be.
_FIRST_SIDE = from_members(range(0, SEATS, 2))


@compiled
def _better_side(rules: Any, state: Any, sign: int) -> Any:
    """Return the seats of that of two opposite sides that has more points, or fewer, or all."""
    lead = 0
    for seat in range(rules.players):
        points = sign * state.table.scores[seat]
        lead += points if seat % 2 == 0 else -points
    seats = all_seats(rules.players)
    if lead == 0:
        return seats
    return seats & (_FIRST_SIDE if lead > 0 else ~_FIRST_SIDE)


@compiled
def higher_side(rules: Any, state: Any) -> Any:
    """Return the seats of that of two opposite sides whose scores have the higher sum, or all."""
    return _better_side(rules, state, 1)


@compiled
def lower_side(rules: Any, state: Any) -> Any:
    """Return the seats of that of two opposite sides whose scores have the lower sum, or all."""
    return _better_side(rules, state, -1)


@compiled
def with_opposite(winners: Any, players: int) -> Any:
    """Return all seats of the opposite sides that some seats play for."""
    first = _FIRST_SIDE if winners & _FIRST_SIDE != 0 else EMPTY
    second = ~_FIRST_SIDE if winners & ~_FIRST_SIDE != 0 else EMPTY
    return all_seats(players) & (first | second)


@compiled
def with_all(winners: Any, players: int) -> Any:
    """Return all seats if any is among some seats, else none."""
    return EMPTY if winners == 0 else all_seats(players)


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


@inlined
def odds_of(lead: float, doublings: int = 4) -> float:
    """Return the odds that a lead stands for: about exp(lead), at 0 even.

    It is (1 + lead / n) ** n, in steps that round alike everywhere; below -n it is 0. The power n
    is 16, or 2 to the number of doublings.
    """
    root = max(0.0, 1.0 + lead / (1 << doublings))
    for _ in range(doublings):
        root *= root
    return root
