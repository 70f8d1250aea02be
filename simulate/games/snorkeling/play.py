"""The compiled rules of Snorkeling: the deal, the legal actions and their effects."""

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

#: The ways in which a round can end, in the order of the counts.
RoundEnd = IntEnum("RoundEnd", ["GOES_ON", "BEACH", "STANDSTILL", "EMPTY_DECK"], start=-1)
#: The label of the stream of chance that draws the next starter.
STARTER_STREAM = GAME_PURPOSE


@compiled
def deal(rules: Any, state: Any) -> None:
    """Set up a new game: seat 1 starts the first round."""
    _deal_round(rules, state)


@compiled
def _deal_round(rules: Any, state: Any) -> None:
    """Collect all cards, deal new hands, and begin the starter's turn."""
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
    """Take a random card from the deck, which must not be empty, and return the card."""
    card = draw_at_random(hidden.deck, table.deck_size, chance)
    table.deck_size -= 1
    return card


@inlined
def _begin_turn(rules: Any, table: Any, seat: int) -> None:
    """Begin a seat's turn. The centre accepts cards of its colour, and cards one higher."""
    table.seat = seat
    table.played = 0
    table.pushed = 0
    table.accepts = rules.same_colour[table.centre_top] | rules.one_higher[table.centre_top]


@inlined
def legal(rules: Any, state: Any, menu: Any) -> None:
    """Offer the legal actions of the seat to act. A seat with an empty hand has none.

    Piles are offered clockwise from the next seat. A strategy that takes the first of several
    equal actions then does not always choose the same seat.
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
    owner = seat
    for _ in range(rules.players):
        owner = 0 if owner + 1 == rules.players else owner + 1
        if owner == seat and rules.own_pile == 0:
            continue
        if rules.pile_limit == game.PileLimit.PER_OPPONENT and has(table.pushed, owner):
            continue
        offer(menu, game.PILE + GROUP * owner, cards & rules.of_value[table.tops[owner] - 1])


@inlined
def apply(rules: Any, state: Any, action: int) -> None:
    """Carry out an action, and end the turn, the round or the game if the action ends it."""
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
    """Remove a card that a seat lays from the cards that others know to be in its hand."""
    if table.known[seat, card] > 0:
        table.known[seat, card] -= 1
        table.known_size[seat] -= 1


@inlined
def _lay_on_centre(rules: Any, table: Any, card: int) -> None:
    """Lay a card on the centre."""
    table.accepts = followers(rules, table.centre_top, card)
    table.centre_top = card
    table.centre[card] += 1
    table.centre_size += 1
    table.played += 1


@inlined
def _lay_on_pile(rules: Any, table: Any, pile: int, card: int) -> RoundEnd:
    """Lay a card on a seat's pile; return `BEACH` for a 0, which ends the round, else `GOES_ON`."""
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
    """Draw cards at the end of a turn; return how the round ends, or `GOES_ON`."""
    table = state.table
    draws = rules.draws_per_turn
    if table.hand_size[seat] == 0 and table.played > 0:
        if table.pile_size[seat] > 0:
            _take_back(rules, state, seat)
        else:
            draws += 1
    drawn = 0
    while drawn < draws:
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
    """Move the top card of a seat's pile to its hand, where everybody knows the card."""
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
    """Make all cards of the centre except the top one the new deck."""
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
    """Score the round, and end the game or deal the next round."""
    table = state.table
    # The counts are in the order of `RoundEnd`.
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
    """Return the seat that starts the next round; of tied winners or losers, the next clockwise."""
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
    """Deal the cards that a seat does not see to other hands at random, the rest to the deck.

    Cards that everybody knows stay in the hands that hold them.
    """
    table, deck = state.table, state.hidden.deck
    size = 0
    for card in range(rules.cards):
        unseen = rules.copies_of[card] - state.own[seat].count[card] - table.centre[card]
        for owner in range(rules.players):
            if owner != seat:
                unseen -= table.known[owner, card]
            for place in range(table.pile_size[owner]):
                if table.pile[owner, place] == card:
                    unseen -= 1
        for _ in range(unseen):
            deck[size] = card
            size += 1
    for owner in range(rules.players):
        if owner == seat:
            continue
        own = state.own[owner]
        for card in range(rules.cards):
            for _ in range(table.known[owner, card]):
                hold(own, card)
        for _ in range(table.hand_size[owner] - table.known_size[owner]):
            hold(own, draw_at_random(deck, size, state.chance))
            size -= 1
