"""The planner of Schnuff: it plays the fight for the next limit out in its head."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simulate.games import schnuff as game
from simulate.kit.bits import bit, has, lowest, size
from simulate.kit.view import View, record_of, working_record
from strategies import SEATS, Parameter, compiled, inlined, next_seat, strategy
from strategies.schnuff import highest, room_left


@strategy(
    "schnuff",
    tier=3,
    hold=Parameter(0.4, 0, 2, "Share of the next limit's price that a hand full of outs saves."),
    fade=Parameter(0.6, 0, 0.95, "What each further out saves, as a share of the one before."),
    wait=Parameter(0.75, 0, 3, "Share of what Schnuff brings at the next limit to wait for."),
    low=Parameter(0.02, 0, 1, "Chips that getting rid of a number is worth, for each point."),
    shed=Parameter(0.1, -1, 1, "Chips that getting rid of Risk is worth."),
)
def planner(view: View, hold: float, fade: float, wait: float, low: float, shed: float) -> int:
    """Plays the fight for the next limit out in its head, once for each card it could play.

    More than 12 below a limit it just gets rid of Risk and then of high numbers, and keeps its
    outs: Pass, Back and Panic. Nearer, or with a Panic in hand, it counts the cards it
    has not seen, and from them how likely each opponent can answer at each distance. It
    follows the total around the table until somebody crosses or it is on turn again with
    the cards it would have left. Its chance to win is its share of all chips: paying lowers
    that and others' paying raises it, most when few chips are left. Outs it keeps save chips at
    the next limit, a Schnuff may wait for a dearer one, and Back is worth more where
    it puts somebody on the spot who has more to lose. It plays what is worth most; of equals the
    lowest number, and then Pass, Back, Panic, Risk and Schnuff in this order.
    """
    options = view.menu.members[0]
    if view.menu.count == 1:
        return lowest(options)  # type: ignore[no-any-return]
    gap = room_left(view)
    if gap > _FAR and not has(options, game.PANIC):
        # No fight yet: get rid of what will not help in it.
        if has(options, game.RISK) and shed > 0:
            return game.RISK
        if options & game.NUMBER_CARDS & ~bit(0) != 0:
            return highest(options & game.NUMBER_CARDS)
    count, memory = view.own.count, working_record(view, _MEMORY)
    fight = _size_up(view, memory, hold, fade, wait)
    held = count[game.SKIP] + count[game.BACK] + count[game.PANIC]
    outs = min(held, _MOST_OUTS)
    rooms = _FAR if has(options, game.RISK) else min(gap, _FAR)
    for left in range(outs + 1):
        _play_out(memory, fight, view.own.cards, left, left, rooms)
    chosen, best = lowest(options), _WORST
    rest = options
    while rest != 0:
        card = lowest(rest)
        rest ^= bit(card)
        if card < game.NUMBERS:
            value = _number(view, memory, fight, card, gap, outs)
            value += low * fight.chip * (card + 1) * _UNIT
        elif card == game.RISK:
            value = _rolled(memory, fight, gap, outs) + shed * fight.chip * _UNIT
        elif card == game.SCHNUFF:
            value = (fight.schnuff + _kept(fight, outs)) * _UNIT
        else:
            value = _after(memory, min(held - 1, outs), 0 if card == game.PANIC else gap)
            if card == game.BACK:
                value += _turned_lap(memory, fight, gap)
        if value > best:
            chosen, best = card, value
    return chosen  # type: ignore[no-any-return]


# The planner's fight for a limit ------------------------------------------------------
# An out is a Pass, Back or Panic; a room is how far the total is below the limit.

_FAR = 12
_ROOMS = _FAR + 1
_MOST_OUTS = 3
_STEPS = game.NUMBERS + 1
#: What it plans with. Fractions are stored as multiples of 1 / `_UNIT`.
_MEMORY = record_of(
    # By kind: its share of the unseen cards.
    share=(np.int64, game.KINDS),
    # By opponent in the order of play: what is won if they pay.
    gain=(np.int64, SEATS),
    # By opponent and room, 4 standing for all higher: the chance that they cross, and, over
    # the share of cards that do it, that they play a number and that they play a chance card.
    cross=(np.int64, SEATS, _STEPS),
    move=(np.int64, SEATS, _STEPS),
    dodge=(np.int64, SEATS, _STEPS),
    # By opponent, the planner last, and room: the value when they are on turn.
    turn=(np.int64, SEATS, _ROOMS),
    # By outs left and room: the value after the planner's turn; in the last row without the
    # number card it plays.
    value=(np.int64, _MOST_OUTS + 2, _ROOMS),
)
_UNIT = 2.0**32
_WORST = -1e18
_TINY = 1e-9


class _Fight(NamedTuple):
    """What stays the same while a fight is played out; worth is in chances to win."""

    #: How many opponents are still in.
    opponents: int
    #: What one chip, and this limit's price, are worth to the planner.
    chip: float
    pain: float
    #: What a hand full of outs saves at the next limit; see the parameters.
    later: float
    fade: float
    #: What playing Schnuff gains, less what waiting is worth; what another's Schnuff does to it.
    schnuff: float
    hit: float


@compiled
def _size_up(view: Any, memory: Any, hold: float, fade: float, wait: float) -> Any:
    """Fill the memory with the opponents' chances and what their paying is worth."""
    table, rules = view.table, view.rules
    level = table.level
    price = rules.costs[level]
    due = 0 if has(table.free, level) else price
    next_price = rules.costs[level + 1] if level < rules.limits_length - 1 else 0
    chips = 0
    other = table.seat
    opponents = size(table.active) - 1
    for _ in range(opponents + 1):
        other = next_seat(table.active, other, rules.players)
        chips += table.scores[other]
    unseen = 0
    for kind in range(game.KINDS):
        left = rules.deck[kind] - table.seen[kind] - view.own.count[kind]
        memory.share[kind] = left
        unseen += left
    for kind in range(game.KINDS):
        memory.share[kind] = int(memory.share[kind] / max(1, unseen) * _UNIT)
    safe = (memory.share[game.SKIP] + memory.share[game.BACK] + memory.share[game.PANIC]) / _UNIT
    schnuffs = memory.share[game.SCHNUFF] / _UNIT
    gained = awaited = 0.0
    for place in range(opponents):
        other = next_seat(table.active, other, rules.players, table.direction)
        memory.gain[place] = int(_change(view, chips, other, due) * _UNIT)
        gained += _change(view, chips, other, price)
        awaited += _change(view, chips, other, next_price)
        fits = 0.0
        for room in range(_STEPS):
            ways = safe
            if room == 0:
                ways += schnuffs
            else:
                fits += memory.share[room - 1] / _UNIT
            stuck = _to_the_power(1.0 - fits, table.hand_size[other])
            cross = _to_the_power(max(0.0, 1.0 - fits - ways), table.hand_size[other])
            memory.cross[place, room] = int(cross * _UNIT)
            memory.move[place, room] = int((1.0 - stuck) / max(fits, _TINY) * _UNIT)
            memory.dodge[place, room] = int((stuck - cross) / max(ways, _TINY) * _UNIT)
    hit = (opponents - 1) / opponents if opponents > 1 else 21 / 36
    return _Fight(
        opponents=opponents,
        chip=-_change(view, chips, table.seat, 1),
        pain=-_change(view, chips, table.seat, due),
        later=-hold * _change(view, chips, table.seat, next_price),
        fade=fade,
        schnuff=hit * (gained - wait * awaited),
        hit=hit * (gained + _change(view, chips, table.seat, price)),
    )


@compiled
def _change(view: Any, chips: int, payer: int, price: int) -> float:
    """Return how its chance to win, its share of all `chips`, changes if `payer` pays `price`."""
    table = view.table
    mine, paid = table.scores[table.seat], min(price, table.scores[payer])
    now = mine / chips
    if payer == table.seat:
        mine -= paid
    return mine / max(1, chips - paid) - now  # type: ignore[no-any-return]


@inlined
def _to_the_power(base: float, exponent: int) -> float:
    """Return a power, multiplied out so that it rounds alike everywhere."""
    result = 1.0
    for _ in range(exponent):
        result *= base
    return result


@inlined
def _kept(fight: Any, outs: int) -> float:
    """Return what some outs left after this limit will save at the next one."""
    return fight.later * (1.0 - _to_the_power(fight.fade, outs))  # type: ignore[no-any-return]


@inlined
def _after(memory: Any, row: int, gap: int) -> float:
    """Return the value of leaving the total `gap` below the limit, as played out in a row."""
    return float(memory.value[row, min(gap, _FAR)])


@inlined
def _number(view: Any, memory: Any, fight: Any, card: int, gap: int, outs: int) -> float:
    gap -= card + 1
    if gap < 0:
        return (_kept(fight, outs) - fight.pain) * _UNIT  # type: ignore[no-any-return]
    row = outs
    if view.own.count[card] == 1 and gap > 0:  # without it, the rest plays out differently
        row = _MOST_OUTS + 1
        _play_out(memory, fight, view.own.cards ^ bit(card), outs, row, min(gap, _FAR))
    return _after(memory, row, gap)


@inlined
def _turned_lap(memory: Any, fight: Any, gap: int) -> float:
    """Return what a lap in the other direction gains more than one in this direction.

    Only who of the opponents crosses first at this distance is compared.
    """
    room = min(gap, game.NUMBERS)
    more, onward, turned = 0.0, 1.0, 1.0
    for place in range(fight.opponents):
        opposite = fight.opponents - 1 - place
        cross = memory.cross[place, room] / _UNIT
        more -= onward * cross * memory.gain[place]
        onward *= 1.0 - cross
        cross = memory.cross[opposite, room] / _UNIT
        more += turned * cross * memory.gain[opposite]
        turned *= 1.0 - cross
    return more


@inlined
def _rolled(memory: Any, fight: Any, gap: int, outs: int) -> float:
    """Return the value of playing Risk: the mean over the 36 rolls."""
    value = 0.0
    for roll in range(2, game.MOST_ROLLED + 1):
        ways = min(roll - 1, game.MOST_ROLLED + 1 - roll)
        left = gap + roll if roll < 7 else gap - roll
        if left < 0:
            value += ways / 36 * (_kept(fight, outs) - fight.pain) * _UNIT
        else:
            value += ways / 36 * _after(memory, outs, left)
    return value


@compiled
def _play_out(memory: Any, fight: Any, cards: Any, outs: int, row: int, rooms: int) -> None:
    """Play the fight out for each distance from the limit, 0 to `rooms`.

    Fills in the values after the planner's turn with `cards` and `outs` left, of which the row
    below must hold those with one less. Back from the planner's next turn: there it plays a number
    that fits, an out, Schnuff, or crosses, whatever is best, and without any of them may be saved
    by the card drawn. Each opponent before plays a number that fits where the hand has
    one, else a chance card, else crosses.
    """
    kept = _kept(fight, outs) * _UNIT
    opponents = fight.opponents
    skip, back = memory.share[game.SKIP] / _UNIT, memory.share[game.BACK] / _UNIT
    panic, schnuffs = memory.share[game.PANIC] / _UNIT, memory.share[game.SCHNUFF] / _UNIT
    crossing = kept - fight.pain * _UNIT
    for gap in range(rooms + 1):
        room = min(gap, game.NUMBERS)
        best = crossing
        rest = cards & (bit(room) - 1)
        stuck = rest == 0
        while rest != 0:
            card = lowest(rest)
            rest ^= bit(card)
            best = max(best, float(memory.turn[0, gap - card - 1]))
        if outs > 0:
            best = max(best, float(memory.value[outs - 1, gap]))
            stuck = False
            if has(cards, game.PANIC):
                best = max(best, float(memory.value[outs - 1, 0]))
        if gap == 0 and has(cards, game.SCHNUFF):
            best = max(best, fight.schnuff * _UNIT + kept)
            stuck = False
        if stuck:
            if has(cards, game.RISK):
                best += 15 / 36 * (kept - best)
            fits = skip + back + panic
            for card in range(room):
                fits += memory.share[card] / _UNIT
            best += fits * (max(best, kept) - best)
        memory.turn[opponents, gap] = int(best)
        for place in range(opponents - 1, -1, -1):
            after = place + 1
            turned = max(after, opponents - place)
            total = skip * memory.turn[after, gap] + back * memory.turn[turned, gap]
            total += panic * memory.turn[after, 0]
            if gap == 0:
                total += schnuffs * (fight.hit * _UNIT + kept)
            value = memory.dodge[place, room] / _UNIT * total
            value += memory.cross[place, room] / _UNIT * (memory.gain[place] + kept)
            if room > 0:
                total = 0.0
                for card in range(room):
                    total += memory.share[card] / _UNIT * memory.turn[after, gap - card - 1]
                value += memory.move[place, room] / _UNIT * total
            memory.turn[place, gap] = int(value)
        memory.value[row, gap] = memory.turn[0, gap]
