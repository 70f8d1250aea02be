"""The compiled rules of Schnuff: the deal, the legal actions and their effects."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from simulate.games.schnuff import declared as game
from simulate.games.schnuff.declared import Counted, hand
from simulate.kit.bits import EMPTY, bit, has, lowest, nonnegative, size
from simulate.kit.chance import GAME_PURPOSE, below, label, start, uniform
from simulate.kit.compiled import compiled, inlined
from simulate.kit.hands import draw_at_random
from simulate.kit.menu import offer
from simulate.kit.seats import CLOCKWISE, next_seat

#: The ways in which a round can end, in the order of the counts.
RoundEnd = IntEnum(
    "RoundEnd", ["GOES_ON", "CROSSING", "SCHNUFF", "STANDSTILL", "LAST_OUT"], start=-1
)
#: The label of the stream of chance that the dice use.
DICE = GAME_PURPOSE


@compiled
def deal(rules: Any, state: Any) -> None:
    """Set up a new game. The last seat deals, so seat 1 sits to the left of the dealer."""
    table = state.table
    table.dealer = rules.players - 1
    for seat in range(rules.players):
        table.scores[seat] = rules.chips
    _deal_round(rules, state)


@compiled
def _deal_round(rules: Any, state: Any) -> None:
    """Begin a round: deal until a seat has a number card, and let the first such seat act."""
    table, chance, dice = state.table, state.chance, state.dice
    start(chance, chance.seed, chance.deal, table.rounds)
    start(dice, dice.seed, dice.deal, label(DICE, table.rounds))
    table.total = 0
    table.level = 0
    table.free = 0
    table.direction = CLOCKWISE
    table.opening = 1
    table.idle_turns = 0
    openers = _deal_cards(rules, state)
    while openers == 0:
        openers = _deal_cards(rules, state)
    table.seat = next_seat(openers, table.dealer, rules.players)


@inlined
def _deal_cards(rules: Any, state: Any) -> Any:
    """Deal hands from the full deck, and return the set of seats that hold a number card."""
    table, hidden = state.table, state.hidden
    for place in range(rules.card_total):
        hidden.pile[place] = rules.card_all[place]
    hidden.top = 0
    hidden.ordered = 0
    table.draw_size = rules.card_total
    table.discard_size = 0
    table.seen[:] = 0
    openers = EMPTY
    for seat in range(rules.players):
        own = state.own[seat]
        own.cards = 0
        own.count[:] = 0
        table.hand_size[seat] = 0
        if has(table.active, seat):
            for _ in range(rules.hand_size):
                _draw(state, seat)
            if own.cards & game.NUMBER_CARDS != 0:
                openers |= bit(seat)
    return openers


@inlined
def _draw(state: Any, seat: int) -> None:
    """Give a seat the next card of the draw pile, which must not be empty."""
    table, hidden = state.table, state.hidden
    if hidden.ordered != 0:
        card = hidden.pile[hidden.top]
        hidden.top += 1
    else:
        card = draw_at_random(hidden.pile, table.draw_size, state.chance)
    table.draw_size -= 1
    hand.add(state, seat, card)


@inlined
def legal(rules: Any, state: Any, menu: Any) -> None:
    """Offer each different card that the seat to act may play, or `NONE` if it may play no card."""
    table = state.table
    cards = state.own[table.seat].cards
    if table.opening != 0:
        cards &= game.NUMBER_CARDS
    elif table.total != rules.limits[table.level]:
        cards &= game.ALWAYS_PLAYABLE
    if cards == 0:
        cards = bit(game.NONE)
    offer(menu, 0, cards)


@inlined
def apply(rules: Any, state: Any, action: int) -> None:
    """Play a card, pay for a crossed limit, draw a card, and let the next seat act.

    `action` is the card to play, or `NONE` if the seat has no playable card. The seat may forget to
    draw (rule ``forget_rate``). The round ends if the card ends it, or if no seat could play a card
    in a whole lap. Then the next round is dealt, or the game ends.
    """
    table = state.table
    seat = nonnegative(table.seat)
    table.turns += 1
    if action == game.NONE:
        table.idle_turns += 1
        if table.idle_turns >= size(table.active):
            _end_round(rules, state, RoundEnd.STANDSTILL)
            return
    else:
        ended = _play(rules, state, seat, nonnegative(action))
        if ended == RoundEnd.GOES_ON and has(table.active, seat):
            ended = _draw_or_forget(rules, state, seat)
        if ended != RoundEnd.GOES_ON:
            _end_round(rules, state, ended)
            return
    table.seat = next_seat(table.active, seat, rules.players, table.direction)


@inlined
def _play(rules: Any, state: Any, seat: int, card: int) -> RoundEnd:
    """Play a card with its effects, and return how the round ends, or `GOES_ON`."""
    table = state.table
    table.idle_turns = 0
    table.opening = 0
    room = rules.limits[table.level] - table.total
    if room < game.NUMBERS and card >= game.NUMBERS:
        _count_saving(rules, state, seat, card, room)
    discard(state, seat, card)
    if card == game.RISK:
        return play_risk(rules, state, seat)
    if card == game.SCHNUFF:
        return play_schnuff(rules, state, seat)
    # This avoids branches, which the processor would predict wrong for every second card.
    table.total += (card + 1) * np.int64(card < game.NUMBERS) + room * np.int64(card == game.PANIC)
    table.direction *= 1 - 2 * np.int64(card == game.BACK)
    if table.total > rules.limits[table.level]:
        return cross(rules, state, seat)
    return RoundEnd.GOES_ON


@compiled
def _count_saving(rules: Any, state: Any, seat: int, card: int, room: int) -> None:
    """Count the chips that a chance card saves if every number card in hand would cross the limit.

    `room` is the distance from the total to the limit.
    """
    numbers = state.own[seat].cards & game.NUMBER_CARDS
    if numbers != 0 and lowest(numbers) + 1 > room:
        # Each chance card has its own count, in the order of the kinds.
        state.hidden.counts[Counted.SAVED_BY_PASS + card - game.SKIP] += price(
            rules, state.table, seat
        )


@inlined
def _draw_or_forget(rules: Any, state: Any, seat: int) -> RoundEnd:
    """Make a seat draw a card or forget to draw.

    Returns `LAST_OUT` if the seat is out because it forgot, and this ends the game, else `GOES_ON`.
    """
    table = state.table
    if rules.forget_rate > 0.0 and uniform(state.dice) < rules.forget_rate:
        if table.hand_size[seat] == 0:
            pay(table, seat, table.scores[seat])
            state.hidden.counts[Counted.OUT_BY_FORGETTING] += 1
            put_out(table, state, seat)
            return RoundEnd.LAST_OUT if is_decided(rules, table) else RoundEnd.GOES_ON
        return RoundEnd.GOES_ON
    _draw(state, seat)
    if table.draw_size == 0:
        _turn_over_discards(rules, table, state.hidden)
    return RoundEnd.GOES_ON


@compiled
def _turn_over_discards(rules: Any, table: Any, hidden: Any) -> None:
    """Turn the discard pile into the draw pile. It has at least the card just played."""
    for place in range(table.discard_size):
        hidden.pile[place] = hidden.discards[place]
    hidden.top = 0
    hidden.ordered = 1 if rules.recycle == game.Recycle.FLIP else 0
    table.draw_size = table.discard_size
    table.discard_size = 0
    table.seen[:] = 0


@compiled
def _end_round(rules: Any, state: Any, ended: RoundEnd) -> None:
    """Count how the round ended, and end the game or deal the next round."""
    table = state.table
    # The counts are in the order of `RoundEnd`.
    state.hidden.counts[Counted.ROUNDS_ENDED_BY_CROSSING + ended] += 1
    table.rounds += 1
    table.checkpoints += 1
    table.halftime = 1
    if is_decided(rules, table):
        table.over = 1
        return
    table.dealer = next_seat(table.active, table.dealer, rules.players)
    _deal_round(rules, state)


@compiled
def cross(rules: Any, state: Any, seat: int) -> RoundEnd:
    """Make a seat pay for crossing the next limit; return how the round ends, or `GOES_ON`."""
    table = state.table
    crossed = table.level
    paid = pay(table, seat, price(rules, table, seat))
    # Each limit has its own count, in the order of the limits.
    state.hidden.counts[Counted.LOST_AT_LIMIT_1 + crossed] += paid
    table.free &= ~bit(crossed)
    if table.scores[seat] == 0:
        put_out(table, state, seat)
    if crossed == rules.limits_length - 1:
        return RoundEnd.CROSSING
    table.level += 1
    return RoundEnd.LAST_OUT if is_decided(rules, table) else RoundEnd.GOES_ON


@inlined
def price(rules: Any, table: Any, seat: int) -> int:
    """Return the number of chips that a seat pays for crossing the next limit now.

    It is 0 if the next crossing of this limit is free, and never more than the seat has.
    """
    if has(table.free, table.level):
        return 0
    return min(rules.costs[table.level], table.scores[seat])  # type: ignore[no-any-return]


@inlined
def pay(table: Any, seat: int, chips: int) -> int:
    """Move chips from a seat, which must have them, to the box; return the number of chips."""
    table.scores[seat] -= chips
    table.box += chips
    return chips


@inlined
def is_decided(rules: Any, table: Any) -> bool:
    """Return True if enough seats are out to end the game."""
    seats_in = size(table.active)
    return seats_in == 1 or (  # type: ignore[no-any-return]
        rules.ending == game.Ending.FIRST_OUT and seats_in < rules.players
    )


@compiled
def put_out(table: Any, state: Any, seat: int) -> None:
    """Put a seat out of the game, and lay its hand on the discard pile."""
    table.active &= ~bit(seat)
    # Each of the first rounds has its own count; all later rounds share the last.
    state.hidden.counts[Counted.OUT_IN_ROUND_1 + min(table.rounds, game.ROUNDS_COUNTED - 1)] += 1
    own = state.own[seat]
    for card in range(game.KINDS):
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
    """Roll the dice; add a roll of 7 or more to the total, and subtract a lower roll.

    Returns how the round ends if the total crosses a limit, or `GOES_ON`.
    """
    table = state.table
    had_number = state.own[seat].cards & game.NUMBER_CARDS != 0
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
    """Make the other seats roll and pay, and return how the round ends, or `GOES_ON`.

    A single other seat pays if it rolls 7 or more. Of several seats, all pay except for the seat
    with the lowest roll; the rule ``schnuff_tie`` says what happens on a tie. A seat without chips
    left is out.

    Returns
    -------
    RoundEnd
        `SCHNUFF` on the last limit. On other limits `LAST_OUT` if the game is decided, else
        `GOES_ON`.
    """
    table = state.table
    state.hidden.rolls_size = 0
    rollers = table.active & ~bit(seat)
    if size(rollers) == 1:
        spared = rollers if _roll(state, lowest(rollers)) < 7 else 0
    else:
        spared = _lowest_rollers(rules, state, rollers, seat)
        while rules.schnuff_tie == game.SchnuffTie.REROLL and size(spared) > 1:
            spared = _lowest_rollers(rules, state, spared, seat)
    payers = rollers & ~spared
    payer = seat
    while payers != 0:
        payer = next_seat(payers, payer, rules.players)
        payers &= ~bit(payer)
        price = min(rules.costs[table.level], table.scores[payer])
        state.hidden.counts[Counted.PAID_TO_SCHNUFF] += pay(table, payer, price)
        if table.scores[payer] == 0:
            put_out(table, state, payer)
    if table.level == rules.limits_length - 1:
        return RoundEnd.SCHNUFF
    table.free |= bit(table.level)
    return RoundEnd.LAST_OUT if is_decided(rules, table) else RoundEnd.GOES_ON


@compiled
def _lowest_rollers(rules: Any, state: Any, rollers: Any, seat: int) -> Any:
    """Make the seats of the set `rollers` roll, clockwise from `seat`.

    Returns the set of seats with the lowest roll.
    """
    least = game.MOST_ROLLED + 1
    tied = EMPTY
    roller = seat
    for _ in range(size(rollers)):
        roller = next_seat(rollers, roller, rules.players)
        roll = _roll(state, roller)
        if roll < least:
            least = roll
            tied = bit(roller)
        elif roll == least:
            tied |= bit(roller)
    return tied


@inlined
def _roll(state: Any, seat: int) -> int:
    """Roll two dice for a seat, and return their sum.

    The first `MOST_ROLLS` rolls of a turn are recorded for replays.
    """
    roll = 2 + below(state.dice, 6) + below(state.dice, 6)
    hidden = state.hidden
    if hidden.rolls_size < game.MOST_ROLLS:
        hidden.roller[hidden.rolls_size] = seat
        hidden.rolls[hidden.rolls_size] = roll
    hidden.rolls_size += 1
    return roll
