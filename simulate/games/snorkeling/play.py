"""The rules of Snorkeling, compiled: dealing, what may be done, and what it leads to."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from simulate.games.snorkeling import declared as game
from simulate.games.snorkeling.declared import Counted, card_of, followers, is_centre, pile_of
from simulate.kit.bits import bit, has, lowest, nonnegative, size
from simulate.kit.chance import GAME_PURPOSE, below, label, start
from simulate.kit.compiled import compiled, inlined
from simulate.kit.hands import draw_at_random, hold, put_down, take_card
from simulate.kit.menu import GROUP, offer
from simulate.kit.seats import highest_scorers, next_seat

#: How a round ended, in the order of the counts.
RoundEnd = IntEnum("RoundEnd", ["GOES_ON", "BEACH", "STANDSTILL", "EMPTY_DECK"], start=-1)
#: Which of the deal's streams draws the next starter.
STARTER_STREAM = GAME_PURPOSE


@compiled
def deal(rules: Any, state: Any) -> None:
    """Set up a new game: seat 1 starts the first round."""
    _deal_round(rules, state)


@compiled
def _deal_round(rules: Any, state: Any) -> None:
    table = state.table
    chance = state.chance
    start(chance, chance.seed, chance.deal, table.rounds)
    for card in range(rules.cards):
        table.centre[card] = 0
    for place in range(rules.full_size):
        state.hidden.deck[place] = rules.full_deck[place]
    table.deck_size = rules.full_size
    for seat in range(rules.players):
        own = state.own[seat]
        own.cards = 0
        for card in range(rules.cards):
            own.count[card] = 0
        if table.known_size[seat] > 0:
            table.known_size[seat] = 0
            table.known[seat, :] = 0
        table.hand_size[seat] = 0
        for place in range(table.pile_size[seat]):
            table.pile[seat, place] = 0
        table.pile_size[seat] = 0
        table.tops[seat] = rules.values
    for seat in range(rules.players):
        own = state.own[seat]
        for _ in range(rules.hand_size):
            take_card(table, own, seat, _draw(table, state.hidden, chance), chance)
    top = _draw(table, state.hidden, chance)
    table.centre_top = top
    table.centre[top] = 1
    table.centre_size = 1
    table.idle_turns = 0
    _begin_turn(rules, table, table.starter)


@inlined
def _draw(table: Any, hidden: Any, chance: Any) -> int:
    card = draw_at_random(hidden.deck, table.deck_size, chance)
    table.deck_size -= 1
    return card


@inlined
def _begin_turn(rules: Any, table: Any, seat: int) -> None:
    table.seat = seat
    table.played = 0
    table.pushed = 0
    table.accepts = rules.same_colour[table.centre_top] | rules.one_higher[table.centre_top]


@inlined
def legal(rules: Any, state: Any, menu: Any) -> None:
    """Offer what the seat to act may do; nothing when its hand is empty.

    Piles are offered clockwise from the next seat, so that a strategy that takes the
    first of several equal actions does not pick on a place at the table.
    """
    table = state.table
    seat = table.seat
    if table.hand_size[seat] == 0:
        return
    cards = state.own[seat].cards
    offer(menu, game.STOP, 1)
    offer(menu, game.CENTRE, cards & table.accepts)
    if table.played == 0 or (rules.pile_limit == game.PileLimit.PER_TURN and table.pushed != 0):
        return
    other = seat
    for _ in range(rules.players):
        other = 0 if other + 1 == rules.players else other + 1
        if other == seat and rules.own_pile == 0:
            continue
        if rules.pile_limit == game.PileLimit.PER_OPPONENT and has(table.pushed, other):
            continue
        offer(menu, game.PILE + GROUP * other, cards & rules.of_value[table.tops[other] - 1])


@inlined
def apply(rules: Any, state: Any, action: int) -> None:
    """Play an action; then, where it ends them, finish the turn, the round and the game."""
    table = state.table
    seat = nonnegative(table.seat)
    ended = RoundEnd.GOES_ON
    if action > game.STOP:
        card = card_of(action)
        put_down(table, state.own[seat], seat, card)
        if table.known_size[seat] > 0:
            _forget(table, seat, card)
        if is_centre(action):
            _lay_on_centre(rules, table, card)
        else:
            ended = _lay_on_pile(rules, table, pile_of(action), card)
        if ended == RoundEnd.GOES_ON and table.hand_size[seat] > 0:
            return
    table.turns += 1
    if ended == RoundEnd.GOES_ON:
        ended = _refill_hand(rules, state, seat)
    if ended != RoundEnd.GOES_ON:
        _end_round(rules, state, ended)
        return
    _begin_turn(rules, table, next_seat(table.active, seat, rules.players))


@compiled
def _forget(table: Any, seat: int, card: int) -> None:
    """Take account that a card laid by a seat may be the one it was known to hold."""
    if table.known[seat, card] > 0:
        table.known[seat, card] -= 1
        table.known_size[seat] -= 1


@inlined
def _lay_on_centre(rules: Any, table: Any, card: int) -> None:
    table.accepts = followers(rules, table.centre_top, card)
    table.centre_top = card
    table.centre[card] += 1
    table.centre_size += 1
    table.played += 1


@inlined
def _lay_on_pile(rules: Any, table: Any, pile: int, card: int) -> RoundEnd:
    table.accepts = 0
    table.pushed |= bit(pile)
    size = table.pile_size[pile]
    table.pile[pile, size] = card
    table.pile_size[pile] = size + 1
    value = rules.value[card]
    table.tops[pile] = value
    return RoundEnd.BEACH if value == 0 else RoundEnd.GOES_ON


@inlined
def _refill_hand(rules: Any, state: Any, seat: int) -> RoundEnd:
    """Draw at the end of a turn, and tell how the round ended, if it did."""
    table = state.table
    wanted = rules.draws_per_turn
    if table.hand_size[seat] == 0 and table.played > 0:
        if table.pile_size[seat] > 0:
            _take_back(rules, state, seat)
        else:
            wanted += 1
    drawn = 0
    while drawn < wanted:
        if table.deck_size == 0:
            if rules.empty_deck == game.EmptyDeck.END_ROUND:
                return RoundEnd.EMPTY_DECK
            if table.centre_size <= 1:
                break
            _reshuffle(rules, table, state.hidden)
        card = _draw(table, state.hidden, state.chance)
        take_card(table, state.own[seat], seat, card, state.chance)
        drawn += 1
    if table.played > 0 or drawn > 0:
        table.idle_turns = 0
        return RoundEnd.GOES_ON
    table.idle_turns += 1
    return RoundEnd.STANDSTILL if table.idle_turns >= rules.players else RoundEnd.GOES_ON


@compiled
def _take_back(rules: Any, state: Any, seat: int) -> None:
    """Take the top card of one's own pile into the hand, where everybody saw it go."""
    table = state.table
    size = table.pile_size[seat] - 1
    card = table.pile[seat, size]
    table.pile[seat, size] = 0
    table.pile_size[seat] = size
    table.tops[seat] = rules.value[table.pile[seat, size - 1]] if size > 0 else rules.values
    take_card(table, state.own[seat], seat, card, state.chance)
    table.known[seat, card] += 1
    table.known_size[seat] += 1


@compiled
def _reshuffle(rules: Any, table: Any, hidden: Any) -> None:
    """Make all centre cards but the top one the new deck."""
    table.centre[table.centre_top] -= 1
    size = 0
    for card in range(rules.cards):
        for _ in range(table.centre[card]):
            hidden.deck[size] = card
            size += 1
        table.centre[card] = 0
    table.centre[table.centre_top] = 1
    table.centre_size = 1
    table.deck_size = size


@compiled
def _end_round(rules: Any, state: Any, ended: RoundEnd) -> None:
    table = state.table
    # The counts are in the order of the ends.
    state.hidden.counts[Counted.ROUNDS_ENDED_BY_BEACH + ended] += 1
    for seat in range(rules.players):
        table.scores[seat] += table.tops[seat]
    leaders = highest_scorers(rules, state)
    table.rounds += 1
    table.checkpoints += 1
    table.halftime = 1
    best = table.scores[nonnegative(lowest(leaders))]
    if size(leaders) == 1 and best >= rules.target_score:
        table.over = 1
        return
    table.starter = _next_starter(rules, table, state.chance)
    _deal_round(rules, state)


@compiled
def _next_starter(rules: Any, table: Any, chance: Any) -> int:
    if rules.starter == game.Starter.SAME:
        return table.starter  # type: ignore[no-any-return]
    if rules.starter == game.Starter.RANDOM:
        start(chance, chance.seed, chance.deal, label(STARTER_STREAM, table.rounds))
        return below(chance, rules.players)
    following = (table.starter + 1) % rules.players
    if rules.starter == game.Starter.ROTATE:
        return following  # type: ignore[no-any-return]
    sign = 1 if rules.starter == game.Starter.WINNER else -1
    chosen = following
    for step in range(1, rules.players):
        seat = (following + step) % rules.players
        if sign * table.tops[seat] > sign * table.tops[chosen]:
            chosen = seat
    return chosen  # type: ignore[no-any-return]


@compiled
def redeal(rules: Any, state: Any, seat: int) -> None:
    """Deal the cards that a seat does not see to the other hands; what is left is the deck."""
    table, deck = state.table, state.hidden.deck
    size = 0
    for card in range(rules.cards):
        unseen = rules.copies_of[card] - state.own[seat].count[card] - table.centre[card]
        for other in range(rules.players):
            if other != seat:
                unseen -= table.known[other, card]
            for place in range(table.pile_size[other]):
                if table.pile[other, place] == card:
                    unseen -= 1
        for _ in range(unseen):
            deck[size] = card
            size += 1
    for other in range(rules.players):
        if other == seat:
            continue
        own = state.own[other]
        for card in range(rules.cards):
            for _ in range(table.known[other, card]):
                hold(own, card)
        for _ in range(table.hand_size[other] - table.known_size[other]):
            hold(own, draw_at_random(deck, size, state.chance))
            size -= 1
