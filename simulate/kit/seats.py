"""Seats around a table: order of play, scores, winners, and the ends of turns, rounds and games."""

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
    """Return the next seat around the table that is in a set, which must not be empty.

    The result is the seat itself if no other seat is in the set.

    Parameters
    ----------
    seats
        The set of seats.
    seat
        The seat, which need not be in the set.
    players
        The number of seats at the table.
    direction
        `CLOCKWISE` or `COUNTERCLOCKWISE`.
    """
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
    """Return the set of the seats with the highest score among the set `seats`.

    The result is empty if `seats` is.
    """
    return _first(scores, seats, players, 1)


@compiled
def lowest(scores: Any, seats: Any, players: int) -> Any:
    """Return the set of the seats with the lowest score among the set `seats`.

    The result is empty if `seats` is.
    """
    return _first(scores, seats, players, -1)


@inlined
def _first(scores: Any, seats: Any, players: int, sign: int) -> Any:
    """Return the set of the seats in `seats` with the highest `sign` times score.

    `sign` is 1 for the highest score, -1 for the lowest.
    """
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


#: The number of bits per seat in an integer that holds the sides of all seats.
_SIDE_BITS = 4


def packed_sides(side_of: Sequence[int]) -> int:
    """Return the sides of all seats packed into one integer, for compiled code.

    Seat 0 has the lowest `_SIDE_BITS` bits. Sides are numbered from 0 to 15.
    """
    return sum(side << _SIDE_BITS * seat for seat, side in enumerate(side_of))


def _sides_at(sides: tuple[int, ...], sign: int, *, as_seats: bool) -> Callable[..., Any]:
    """Return a compiled function ``(scores, seats, players)`` that finds the best sides.

    The best sides are those with the highest total. A side's total is `sign` times the sum of the
    scores of its seats that are in the set `seats`. The function returns the set of the sides'
    numbers or, with `as_seats`, of their seats that are in `seats`.

    Parameters
    ----------
    sides
        The sides of all seats, packed by `packed_sides`, indexed by number of players.
    sign
        1 to find the highest totals, -1 to find the lowest.
    as_seats
        True if the function returns seats.
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
    """Return a compiled function that finds the sides with the best total score.

    The function is called with the scores of all seats, a set of seats to count, and the number of
    players. It returns the set of the numbers of the best sides.

    Parameters
    ----------
    sides
        The sides of all seats, packed by `packed_sides`, indexed by number of players.
    lower_leads
        True if lower scores are better.
    """
    return _sides_at(sides, -1 if lower_leads else 1, as_seats=False)


def seats_of_worst_sides(sides: Any, *, lower_leads: bool) -> Callable[..., Any]:
    """Return a compiled function that finds the seats of the sides with the worst total score.

    The function is called with the scores of all seats, a set of seats to count, and the number of
    players. It returns the set of those counted seats that belong to the worst sides.

    Parameters
    ----------
    sides
        The sides of all seats, packed by `packed_sides`, indexed by number of players.
    lower_leads
        True if lower scores are better.
    """
    return _sides_at(sides, 1 if lower_leads else -1, as_seats=True)


@compiled
def margin(scores: Any, players: int) -> int:
    """Return the difference between the two highest scores, 0 or more, for two or more players."""
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
    """Return the array with each seat's score, for games in which everybody knows the scores."""
    return state.table.scores


@inlined
def head_start_of(rules: Any, seat: int) -> int:
    """Return the points that a seat begins with because of the rule head_start.

    They are in the units of compiled code (`simulate.game.Game.score_parts`), without a remaining
    half point. The set-up adds them to the scores. Code that later sets a score with ``=`` has to
    add them again: ``table.scores[seat] = points + head_start_of(rules, seat)``.
    """
    return max(rules.head_start[seat], 0) >> 1  # type: ignore[no-any-return]


def deal_with_head_start(deal: Any) -> Callable[..., Any]:
    """Return a compiled function ``(rules, state)`` that deals and then gives head starts.

    The values of the rule head_start count half points. Whole points are added to scores. A
    remaining half point only decides ties; see `break_by_half_points`.
    """
    compiled_deal: Any = compiled(deal)

    def set_up(rules: Any, state: Any) -> None:
        compiled_deal(rules, state)
        for seat in range(rules.players):
            state.table.scores[seat] += head_start_of(rules, seat)

    compiled_set_up: Callable[..., Any] = compiled(set_up)
    return compiled_set_up


@compiled
def highest_scorers(rules: Any, state: Any) -> Any:
    """Return the set of active seats with the highest score; half points break ties."""
    return break_by_half_points(
        rules, highest(state.table.scores, state.table.active, rules.players), 1
    )


@compiled
def lowest_scorers(rules: Any, state: Any) -> Any:
    """Return the set of active seats with the lowest score; half points break ties."""
    return break_by_half_points(
        rules, lowest(state.table.scores, state.table.active, rules.players), 0
    )


@inlined
def break_by_half_points(rules: Any, level: Any, most: int) -> Any:
    """Return the set of seats that win a tie, which half points of head starts may decide.

    Parameters
    ----------
    rules
        The rules record, whose head_start counts half points.
    level
        The set of seats with level scores.
    most
        1 if seats that have the half point win, 0 if seats without it win (where points are bad).

    Returns
    -------
    int
        A set of seats. It is `level` if half points do not decide the tie.
    """
    winners = EMPTY
    for seat in range(rules.players):
        if has(level, seat) and max(rules.head_start[seat], 0) & 1 == most:
            winners |= bit(seat)
    return winners if winners != 0 else level


def each_seat(players: int) -> tuple[int, ...]:
    """Return the sides of all seats if each seat is a side of its own: (0, 1, 2, ...)."""
    return tuple(range(players))


def opposite_seats(players: int) -> tuple[int, ...]:
    """Return the sides of all seats if seats alternate between two sides: (0, 1, 0, ...)."""
    return tuple(seat % 2 for seat in range(players))


def all_together(players: int) -> tuple[int, ...]:
    """Return the sides of all seats if all play together against the game: (0, 0, ...)."""
    return (0,) * players


#: The seats of the first of two opposite sides at the largest table, as a set.
_FIRST_SIDE = from_members(range(0, SEATS, 2))


@compiled
def _better_side(rules: Any, state: Any, sign: int) -> Any:
    """Return the set of seats of the side with the higher total score, or of all seats on a tie.

    If `sign` is -1, the side with the lower total is better. The sides are those
    that `opposite_seats` returns.
    """
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
    """Return the set of seats of the side with the higher total score, or of all seats on a tie.

    The sides are those that `opposite_seats` returns.
    """
    return _better_side(rules, state, 1)


@compiled
def lower_side(rules: Any, state: Any) -> Any:
    """Return the set of seats of the side with the lower total score, or of all seats on a tie.

    The sides are those that `opposite_seats` returns.
    """
    return _better_side(rules, state, -1)


@compiled
def with_opposite(winners: Any, players: int) -> Any:
    """Return the set of all seats of the sides to which the seats in `winners` belong.

    The sides are those that `opposite_seats` returns.
    """
    first = _FIRST_SIDE if winners & _FIRST_SIDE != 0 else EMPTY
    second = ~_FIRST_SIDE if winners & ~_FIRST_SIDE != 0 else EMPTY
    return all_seats(players) & (first | second)


@compiled
def with_all(winners: Any, players: int) -> Any:
    """Return the set of all seats, or the empty set if the set `winners` is empty."""
    return EMPTY if winners == 0 else all_seats(players)


@inlined
def end_turn(rules: Any, state: Any, direction: int = CLOCKWISE) -> None:
    """End the turn of the seat to act, and pass the turn to the next active seat in the round."""
    table = state.table
    table.turns += 1
    table.seat = next_seat(in_round(table), table.seat, rules.players, direction)


@inlined
def count_round(state: Any) -> None:
    """Count a completed round, and make the engine take the standings after the current action.

    Seats that sat out the round take part in the next one.
    """
    state.table.sitting_out = EMPTY
    state.table.rounds += 1
    state.table.checkpoints += 1


@inlined
def end_round(state: Any) -> None:
    """End a round: count it, let the engine take the standings, and start the next round's chance.

    Each round has its own stream of random numbers for cards, and another for dice. So two rule
    sets meet the same cards in a round, whatever happened before it.
    """
    count_round(state)
    start_chance(state)


@inlined
def start_chance(state: Any) -> None:
    """Start the streams of random numbers, for cards and for dice, of the round that begins."""
    chance, dice, rounds = state.chance, state.dice, state.table.rounds
    start(chance, chance.seed, chance.deal, rounds)
    start(dice, dice.seed, dice.deal, label(GAME_PURPOSE, rounds))


@inlined
def end_game(state: Any) -> None:
    """End the game. The current scores are the final scores."""
    state.table.over = 1


@inlined
def put_out(rules: Any, state: Any, seat: int) -> None:
    """Remove a seat from the game, which continues without it. The last active seat stays."""
    table = state.table
    if has(table.active, seat) and table.active != bit(seat):
        table.active ^= bit(seat)
        if in_round(table) == EMPTY:  # Some seat has to act until the round is over.
            table.sitting_out = EMPTY


@inlined
def sit_out(rules: Any, state: Any, seat: int) -> None:
    """Make a seat sit out until the next round, unless no other seat is in the round."""
    table = state.table
    if in_round(table) & ~bit(seat) != EMPTY:
        table.sitting_out |= bit(seat)


@inlined
def in_round(table: Any) -> Any:
    """Return the set of active seats that do not sit out."""
    return table.active & ~table.sitting_out


@inlined
def odds_of(lead: float, doublings: int = 4) -> float:
    """Return the odds of winning with a lead: about exp(lead), and 1 for a lead of 0.

    The result is (1 + lead / n) ** n, where n is 2 ** `doublings`, or 0 if the lead is below -n.
    Repeated squaring rounds the same way on every machine, unlike ``exp``.
    """
    root = max(0.0, 1.0 + lead / (1 << doublings))
    for _ in range(doublings):
        root *= root
    return root
