"""The compiled rules of Shoal: the deal, the legal actions, the cards on offer, and redealing."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.shoal import declared as game
from simulate.games.shoal.declared import Counted, cell_of, shoal_of, slot_of
from simulate.games.shoal.laying import add_up_scores, begin_shoal, end_game, fitting, lay_card
from simulate.kit.bits import bit, has, lowest, nonnegative, nth, size
from simulate.kit.chance import below, start
from simulate.kit.compiled import compiled, inlined
from simulate.kit.grid import CELLS, MIDDLE, SET, cell_at, is_on, put_on, take_off
from simulate.kit.hands import draw_at_random
from simulate.kit.menu import PASS, offer
from simulate.kit.notes import claim
from simulate.kit.seats import highest


@compiled
def deal(rules: Any, state: Any) -> None:
    """Deal the colours, lay the first corals, and turn up the first cards."""
    table, hidden, chance = state.table, state.hidden, state.chance
    start(chance, chance.seed, chance.deal, 0)
    _deal_tiles(rules, state)
    for seat in range(rules.players):
        begin_shoal(rules, table, hidden, seat)
    for place in range(rules.full_size):
        table.to_come[rules.full_deck[place]] += 1
    _fill_pool(table, hidden)
    for slot in range(game.SLOTS):
        table.slots[slot] = game.NOTHING
        table.piles[slot] = rules.full_size // game.SLOTS + (slot < rules.full_size % game.SLOTS)
    refill(state)
    resolve_display(rules, state)
    add_up_scores(rules, state)
    table.step = next_step(table)


@inlined
def _deal_tiles(rules: Any, state: Any) -> None:
    """Deal a colour to each seat."""
    hidden = state.hidden
    for colour in range(game.COLOURS):
        hidden.pool[colour] = colour
    for seat in range(rules.players):
        colour = draw_at_random(hidden.pool, game.COLOURS - seat, state.chance, game.CARDS)
        claim(state.chance, seat, game.CARDS + colour)
        hidden.tiles[seat] = colour
        state.own[seat].tile = colour
        state.table.tiles[seat] = colour if rules.open_tiles != 0 else game.SECRET


@inlined
def legal(rules: Any, state: Any, menu: Any) -> None:
    """Offer every card on every cell where it fits, or discards if no card fits anywhere.

    In the first step of a turn, cards can be laid only in the seat's own shoal, and in the second
    step only in other shoals.
    """
    table = state.table
    seat = nonnegative(table.seat)
    own = table.step == game.OWN_SHOAL
    usable = _usable_slots(table, own)
    first, last = (seat, seat) if own else (0, rules.players - 1)
    for slot in range(game.SLOTS):
        if has(usable, slot):
            for shoal in range(first, last + 1):
                if own or shoal != seat:
                    _offer_cells(table, menu, shoal, slot, table.slots[slot])
    if menu.count == 0:
        offer(menu, game.DISCARD, usable)


@compiled
def _offer_cells(table: Any, menu: Any, shoal: int, slot: int, card: int) -> None:
    """Offer the card of a slot on every cell of a shoal where it fits."""
    base = (shoal * game.SLOTS + slot) * CELLS
    for word in range(table.first_word[shoal], table.last_word[shoal] + 1):
        cells = fitting(table, shoal, card, word)
        if cells != 0:
            offer(menu, base + SET * word, cells)


@inlined
def used_by(rules: Any, table: Any, action: int) -> int:
    """Return the card that an action lays, or -1 for a discard."""
    return table.slots[slot_of(action)] if action < game.DISCARD else -1


@inlined
def _usable_slots(table: Any, own: bool) -> Any:
    """Return the set of slots whose card is of a kind that can be laid in a step of a turn.

    In the seat's own shoal (if `own`) these are all cards but sharks, in other shoals all cards.
    There may be no cell where the card fits.
    """
    slots = np.int64(0)
    for slot in range(game.SLOTS):
        card = table.slots[slot]
        if card != game.NOTHING and not (own and card == game.SHARK):
            slots |= bit(slot)
    return slots


@inlined
def next_step(table: Any) -> int:
    """Return the first step of a turn: `OWN_SHOAL`, or `OPPONENT` if only sharks are on offer.

    It is also `OPPONENT` if no card is on offer.
    """
    return game.OWN_SHOAL if _usable_slots(table, True) != 0 else game.OPPONENT


@inlined
def apply(rules: Any, state: Any, action: int) -> None:
    """Lay or discard a card, and end the turn after its second step.

    The turn ends after the first step if no card is left on offer, and at once after `PASS`.
    """
    table = state.table
    if action == PASS:
        _end_turn(rules, state)
        return
    slot = nonnegative(slot_of(action))
    card = table.slots[slot]
    table.slots[slot] = game.NOTHING
    if action >= game.DISCARD:
        table.gone[card] += 1
        state.hidden.counts[Counted.CARDS_DISCARDED] += 1
    else:
        lay_card(rules, table, state.hidden, nonnegative(shoal_of(action)), card, cell_of(action))
    if table.step == game.OWN_SHOAL and _usable_slots(table, False) != 0:
        table.step = game.OPPONENT
    else:
        _end_turn(rules, state)


@compiled
def _end_turn(rules: Any, state: Any) -> None:
    """Refill the slots, and end the game or make the next seat act."""
    table, hidden = state.table, state.hidden
    refill(state)
    resolve_display(rules, state)
    table.turns += 1
    add_up_scores(rules, state)
    exhausted = 0
    for slot in range(game.SLOTS):
        exhausted += table.piles[slot] == 0
    lap_ends = table.seat == rules.players - 1
    if exhausted >= rules.piles_to_end:
        end_game(rules, state)
        return
    if lap_ends:
        table.checkpoints += 1
        if 2 * hidden.pool_size <= rules.full_size:
            table.halftime = 1
    table.seat = 0 if lap_ends else table.seat + 1
    table.step = next_step(table)


@inlined
def refill(state: Any) -> None:
    """Turn up a card in every empty slot whose pile has one."""
    table, hidden = state.table, state.hidden
    hidden.turned_size = 0
    hidden.age += 1
    for slot in range(game.SLOTS):
        if table.slots[slot] == game.NOTHING:
            _turn_up(state, slot)


@inlined
def _turn_up(state: Any, slot: int) -> None:
    """Replace the card of a slot, if it has one, by the next card of its pile.

    If the pile is empty, the slot is empty afterwards.
    """
    table, hidden = state.table, state.hidden
    table.slots[slot] = game.NOTHING
    if table.piles[slot] > 0:
        card = draw_at_random(hidden.pool, hidden.pool_size, state.chance)
        hidden.pool_size -= 1
        table.piles[slot] -= 1
        table.to_come[card] -= 1
        table.slots[slot] = card
        hidden.ages[slot] = hidden.age
        _record_fate(hidden, slot, card, game.STAYS)


@inlined
def _record_fate(hidden: Any, slot: int, card: int, fate: int) -> None:
    """Record for replays what happened to a card that was turned up.

    `fate` is `STAYS`, `LEAVES`, or the seat that got the card.
    """
    place = hidden.turned_size
    hidden.turned_slots[place] = slot
    hidden.turned_cards[place] = card
    hidden.turned_fates[place] = fate
    hidden.turned_size = place + 1


@compiled
def resolve_display(rules: Any, state: Any) -> None:
    """Replace cards on offer that cannot stay: octopuses, and a shark if there are only sharks.

    Every octopus goes to the seat with the most corals, or is discarded on a tie. Of the sharks
    whose pile has cards, the one turned up last is discarded. This is repeated for the cards that
    are turned up instead.
    """
    table, hidden = state.table, state.hidden
    while True:
        on_offer = 0
        sharks = 0
        octopus = game.NOTHING
        latest = game.NOTHING
        for slot in range(game.SLOTS):
            card = table.slots[slot]
            on_offer += card != game.NOTHING
            if card == game.OCTOPUS and octopus == game.NOTHING:
                octopus = slot
            if card == game.SHARK:
                sharks += 1
                if table.piles[slot] > 0 and (
                    latest == game.NOTHING or hidden.ages[slot] > hidden.ages[latest]
                ):
                    latest = slot
        if octopus != game.NOTHING:
            _record_fate(hidden, octopus, game.OCTOPUS, _send_octopus(rules, table, hidden))
            changed = octopus
        elif on_offer == sharks and latest != game.NOTHING:
            _record_fate(hidden, latest, game.SHARK, game.LEAVES)
            table.gone[game.SHARK] += 1
            hidden.counts[Counted.SHARKS_DISCARDED] += 1
            changed = latest
        else:
            return
        hidden.age += 1
        _turn_up(state, changed)


@inlined
def _send_octopus(rules: Any, table: Any, hidden: Any) -> int:
    """Give an octopus to the seat with the most corals, or discard it on a tie.

    Returns the seat, or `LEAVES` if the octopus is discarded.
    """
    most = highest(table.coral_count, table.active, rules.players)
    if size(most) > 1:
        table.gone[game.OCTOPUS] += 1
        hidden.counts[Counted.OCTOPUSES_DISCARDED] += 1
        return game.LEAVES
    seat = nonnegative(lowest(most))
    cell = hidden.coral_order[seat, table.octopus_count[seat]]
    take_off(table.corals[seat], cell)
    put_on(table.octopuses[seat], cell)
    table.octopus_count[seat] += 1
    table.coral_count[seat] -= 1
    table.gone[game.CORAL] += 1
    hidden.counts[Counted.OCTOPUSES_GAINED] += 1
    return seat


@compiled
def redeal(rules: Any, state: Any, seat: int) -> None:
    """Deal possible colours to the other seats, and put all face-down cards into the pool.

    Two more facts are in no record that players see, although players could remember them: the
    order in which corals were laid, and when each card on offer was turned up. Both are drawn at
    random so that they fit the table. The order of corals only affects where octopuses lie, and the
    times only affect which of four sharks is discarded.
    """
    _deal_colours(rules, state, seat)
    _fill_pool(state.table, state.hidden)
    _date_cards(rules, state)
    for owner in range(rules.players):
        _order_corals(state.table, state.hidden, owner, state.chance)
    add_up_scores(rules, state)


@compiled
def _deal_colours(rules: Any, state: Any, seat: int) -> None:
    """Set the colour of each seat: the true colour if `seat` knows it, else a random one.

    Random colours differ from all known colours and from each other.
    """
    tiles = state.hidden.tiles
    unused = bit(game.COLOURS) - 1
    for owner in range(rules.players):
        tiles[owner] = state.own[seat].tile if owner == seat else state.table.tiles[owner]
        if tiles[owner] != game.SECRET:
            unused ^= bit(tiles[owner])
    for owner in range(rules.players):
        if tiles[owner] == game.SECRET:
            tiles[owner] = nth(unused, below(state.chance, size(unused)))
            unused ^= bit(tiles[owner])
        if owner != seat:
            state.own[owner].tile = tiles[owner]


@compiled
def _fill_pool(table: Any, hidden: Any) -> None:
    """Put all face-down cards into the pool, from which they are drawn at random."""
    place = 0
    for card in range(game.CARDS):
        for _ in range(table.to_come[card]):
            hidden.pool[place] = card
            place += 1
    hidden.pool_size = place


@compiled
def _date_cards(rules: Any, state: Any) -> None:
    """Choose at random when each card on offer was turned up, to fit the sizes of the piles.

    Two cards are taken in each turn. For each turn, beginning with the latest, the two slots that
    were refilled are drawn, in proportion to the slots' refills in this and earlier turns. Refills
    after an octopus or a discarded shark are not treated separately.
    """
    table, hidden = state.table, state.hidden
    refills = np.zeros(game.SLOTS, np.int64)
    for slot in range(game.SLOTS):
        pile = rules.full_size // game.SLOTS + (slot < rules.full_size % game.SLOTS)
        refills[slot] = max(0, pile - 1 - table.piles[slot])
        # A refill to which no turn is assigned followed an octopus in the deal.
        hidden.ages[slot] = min(1, refills[slot])
    for turn in range(table.turns, 0, -1):
        first = _draw_refilled_slot(state.chance, refills, turn, game.NOTHING)
        second = _draw_refilled_slot(state.chance, refills, turn, first)
        for slot in (first, second):
            if slot != game.NOTHING:
                refills[slot] -= 1
                hidden.ages[slot] = max(hidden.ages[slot], turn + 1)
    hidden.age = table.turns + 1


@compiled
def _draw_refilled_slot(chance: Any, refills: Any, turn: int, excluded: int) -> int:
    """Return a random slot other than `excluded` that was refilled in a turn, or `NOTHING`.

    `refills` is the number of refills of each slot in all turns up to this one.
    """
    total = 0
    for slot in range(game.SLOTS):
        if slot != excluded:
            if refills[slot] >= turn:
                return slot  # The slot was refilled in every turn up to this one.
            total += refills[slot]
    drawn = below(chance, total) if total > 0 else 0
    for slot in range(game.SLOTS):
        if slot != excluded:
            if drawn < refills[slot]:
                return slot
            drawn -= refills[slot]
    return game.NOTHING


@compiled
def _order_corals(table: Any, hidden: Any, seat: int, chance: Any) -> None:
    """Draw at random the order in which a seat's corals without an octopus were laid.

    The coral in the middle comes first. The order of the others is random, even if the shoal could
    not have grown in that order.
    """
    corals, order = table.corals[seat], hidden.coral_order[seat]
    middle = cell_at(MIDDLE, MIDDLE)
    first = nonnegative(table.octopus_count[seat])
    if is_on(corals, middle):
        order[first] = middle
        first += 1
    place = first
    for word in range(table.first_word[seat], table.last_word[seat] + 1):
        cells = corals[word]
        while cells != 0:
            cell = SET * word + lowest(cells)
            cells &= cells - 1
            if cell != middle:
                earlier = first + below(chance, place - first + 1)
                order[place] = order[earlier]
                order[earlier] = cell
                place += 1
