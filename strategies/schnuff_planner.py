"""The planner of Schnuff, which computes who is likely to cross the present limit."""

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
    hold=Parameter(
        0.4, 0, 2, "Share of the next limit's price that many Pass, Back and Panic cards save."
    ),
    fade=Parameter(
        0.6, 0, 0.95, "Saving by each further Pass, Back or Panic, relative to the card before."
    ),
    wait=Parameter(0.75, 0, 3, "Weight of keeping Schnuff for the next limit."),
    low=Parameter(0.02, 0, 1, "Value in chips of playing a number card, for each of its points."),
    shed=Parameter(0.1, -1, 1, "Value in chips of having one Risk less in hand."),
)
def planner(view: View, hold: float, fade: float, wait: float, low: float, shed: float) -> int:
    """Computes for each of its cards who is likely to cross the present limit.

    At a total more than 12 below the limit it plays Risk and then high numbers, and keeps Pass,
    Back and Panic. Nearer to the limit, or with a Panic in hand, it counts the cards that it has
    not seen. From them it computes how likely each opponent is to cross the limit at each distance.
    It follows the total around the table until somebody crosses the limit, or until its next turn
    with the cards that it has left. It takes its share of all chips as its chance to win: paying
    lowers it, and payments of others raise it, most when few chips are left. Pass, Back and Panic
    cards that it keeps save chips at the next limit, a Schnuff may be kept for the next limit, and
    Back counts more if it reaches a player who has more to lose. It plays the card with the highest
    value. Among equal cards it plays the lowest number, then Pass, Back, Panic, Risk and Schnuff in
    this order.
    """
    options = view.menu.members[0]
    if view.menu.count == 1:
        return lowest(options)  # type: ignore[no-any-return]
    gap = room_left(view)
    if gap > _FAR and not has(options, game.PANIC):
        # The limit is far away: play the cards that will not help near it.
        if has(options, game.RISK) and shed > 0:
            return game.RISK
        if options & game.NUMBER_CARDS & ~bit(0) != 0:
            return highest(options & game.NUMBER_CARDS)
    count, memory = view.own.count, working_record(view, _MEMORY)
    fight = _prepare(view, memory, hold, fade, wait)
    held = count[game.SKIP] + count[game.BACK] + count[game.PANIC]
    outs = min(held, _MOST_OUTS)
    rooms = _FAR if has(options, game.RISK) else min(gap, _FAR)
    for left in range(outs + 1):
        _fill_values(memory, fight, view.own.cards, left, left, rooms)
    chosen, best = lowest(options), _WORST
    rest = options
    while rest != 0:
        card = lowest(rest)
        rest ^= bit(card)
        if card < game.NUMBERS:
            value = _number_value(view, memory, fight, card, gap, outs)
            value += low * fight.chip * (card + 1) * _UNIT
        elif card == game.RISK:
            value = _risk_value(memory, fight, gap, outs) + shed * fight.chip * _UNIT
        elif card == game.SCHNUFF:
            value = (fight.schnuff + _saved_by_outs(fight, outs)) * _UNIT
        else:
            value = _value_after(memory, min(held - 1, outs), 0 if card == game.PANIC else gap)
            if card == game.BACK:
                value += _reversal_value(memory, fight, gap)
        if value > best:
            chosen, best = card, value
    return chosen  # type: ignore[no-any-return]


# The fight for a limit ----------------------------------------------------------------
# A *fight* is the play until somebody crosses the present limit. An *out* is a Pass, Back or Panic.
# A *room* or *gap* is the distance of the total from the limit.
# Functions return values in units of ``1 / _UNIT`` of the chance to win, except `_change_of_share`
# and `_saved_by_outs`, which return changes of this chance itself.

#: The largest room that is computed. A larger room counts as this one.
_FAR = 12
_ROOMS = _FAR + 1
#: The maximum number of outs that is computed.
_MOST_OUTS = 3
#: The number of rooms for which opponents' chances are computed: 0 to the highest number card.
_STEPS = game.NUMBERS + 1
#: The fields of the working memory. Fractions are stored as whole multiples of ``1 / _UNIT``.
_MEMORY = record_of(
    # The share of each kind among the unseen cards.
    share=(np.int64, game.KINDS),
    # By opponent in the order of play: the change of the chance to win if the opponent pays.
    gain=(np.int64, SEATS),
    # By opponent and room (the last is for all larger rooms): the chance that the opponent crosses
    # the limit.
    cross=(np.int64, SEATS, _STEPS),
    # The chance that the opponent plays a number card, divided by the share of cards that fit.
    move=(np.int64, SEATS, _STEPS),
    # The chance that the opponent plays a chance card, divided by the share of such cards.
    dodge=(np.int64, SEATS, _STEPS),
    # By opponent (the planner is the last) and room: the value when it is their turn.
    turn=(np.int64, SEATS, _ROOMS),
    # By outs left and room: the value after the planner's turn. The last row is for a hand from
    # which the last copy of a number card is played.
    value=(np.int64, _MOST_OUTS + 2, _ROOMS),
)
_UNIT = 2.0**32
_WORST = -1e18
_TINY = 1e-9


class _Fight(NamedTuple):
    """The numbers that stay the same until somebody crosses the present limit (see above).

    A value is a change of the planner's chance to win.
    """

    #: The number of opponents who are still in the game.
    opponents: int
    #: The value of a chip.
    chip: float
    #: The chance to win that the planner loses by paying the price of this limit.
    pain: float
    #: The chance to win that having many outs saves at the next limit (parameter ``hold``).
    later: float
    #: The saving of each further out at the next limit, as a share of the saving of the out before
    #: it (parameter ``fade``).
    fade: float
    #: The value of playing Schnuff now instead of keeping it.
    schnuff: float
    #: The value for the planner if another player plays Schnuff.
    hit: float


@compiled
def _prepare(view: Any, memory: Any, hold: float, fade: float, wait: float) -> Any:
    """Return the numbers that stay the same until somebody crosses the limit, as a `_Fight`.

    This also sets the fields ``share``, ``gain``, ``cross``, ``move`` and ``dodge`` of `memory`
    (see `_MEMORY`). `hold`, `fade` and `wait` are the parameters of the planner.
    """
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
        memory.gain[place] = int(_change_of_share(view, chips, other, due) * _UNIT)
        gained += _change_of_share(view, chips, other, price)
        awaited += _change_of_share(view, chips, other, next_price)
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
        chip=-_change_of_share(view, chips, table.seat, 1),
        pain=-_change_of_share(view, chips, table.seat, due),
        later=-hold * _change_of_share(view, chips, table.seat, next_price),
        fade=fade,
        schnuff=hit * (gained - wait * awaited),
        hit=hit * (gained + _change_of_share(view, chips, table.seat, price)),
    )


@compiled
def _change_of_share(view: Any, chips: int, payer: int, price: int) -> float:
    """Return the change of the planner's share of all `chips` if a seat pays `price` chips.

    The planner takes this share as its chance to win.
    """
    table = view.table
    own, paid = table.scores[table.seat], min(price, table.scores[payer])
    now = own / chips
    if payer == table.seat:
        own -= paid
    return own / max(1, chips - paid) - now  # type: ignore[no-any-return]


@inlined
def _to_the_power(base: float, exponent: int) -> float:
    """Return `base` to a power, by multiplication, so that all machines round it the same way."""
    result = 1.0
    for _ in range(exponent):
        result *= base
    return result


@inlined
def _saved_by_outs(fight: Any, outs: int) -> float:
    """Return the chance to win that is saved at the next limit by the `outs` that are left."""
    return fight.later * (1.0 - _to_the_power(fight.fade, outs))  # type: ignore[no-any-return]


@inlined
def _value_after(memory: Any, row: int, gap: int) -> float:
    """Return the value of a total that is `gap` below the limit, after the planner's turn.

    It is taken from row `row` of the field ``value`` of `memory`, which `_fill_values` has filled.
    """
    return float(memory.value[row, min(gap, _FAR)])


@inlined
def _number_value(view: Any, memory: Any, fight: Any, card: int, gap: int, outs: int) -> float:
    """Return the value of playing a number card, at `gap` below the limit with `outs` outs."""
    gap -= card + 1
    if gap < 0:
        return (_saved_by_outs(fight, outs) - fight.pain) * _UNIT  # type: ignore[no-any-return]
    row = outs
    if view.own.count[card] == 1 and gap > 0:
        # Without the card, the planner's next turn has other values.
        row = _MOST_OUTS + 1
        _fill_values(memory, fight, view.own.cards ^ bit(card), outs, row, min(gap, _FAR))
    return _value_after(memory, row, gap)


@inlined
def _reversal_value(memory: Any, fight: Any, gap: int) -> float:
    """Return the value of the reversed direction of play minus that of the current direction.

    It depends only on which opponent would be the first to cross the limit at this distance.
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
def _risk_value(memory: Any, fight: Any, gap: int, outs: int) -> float:
    """Return the value of playing Risk: the mean over the 36 rolls of two dice."""
    value = 0.0
    for roll in range(2, game.MOST_ROLLED + 1):
        ways = min(roll - 1, game.MOST_ROLLED + 1 - roll)
        left = gap + roll if roll < 7 else gap - roll
        if left < 0:
            value += ways / 36 * (_saved_by_outs(fight, outs) - fight.pain) * _UNIT
        else:
            value += ways / 36 * _value_after(memory, outs, left)
    return value


@compiled
def _fill_values(memory: Any, fight: Any, cards: Any, outs: int, row: int, rooms: int) -> None:
    """Fill row `row` of the field ``value`` of `memory`, for each room from 0 to `rooms`.

    The row has the values after the planner's turn if the planner then has `cards` (the set of its
    kinds of cards) and `outs` outs left. The row for one out fewer must be filled first. The values
    are computed backwards, from the planner's next turn to the turn of the first opponent.
    """
    kept = _saved_by_outs(fight, outs) * _UNIT
    opponents = fight.opponents
    shares = _ChanceShares(
        memory.share[game.SKIP] / _UNIT,
        memory.share[game.BACK] / _UNIT,
        memory.share[game.PANIC] / _UNIT,
        memory.share[game.SCHNUFF] / _UNIT,
    )
    for gap in range(rooms + 1):
        memory.turn[opponents, gap] = int(_own_turn(memory, fight, shares, cards, outs, gap, kept))
        for place in range(opponents - 1, -1, -1):
            memory.turn[place, gap] = int(_opponent_turn(memory, fight, shares, place, gap, kept))
        memory.value[row, gap] = memory.turn[0, gap]


class _ChanceShares(NamedTuple):
    """The shares of chance cards among the unseen cards."""

    skip: float
    back: float
    panic: float
    schnuff: float


@inlined
def _own_turn(
    memory: Any, fight: Any, shares: Any, cards: Any, outs: int, gap: int, kept: float
) -> float:
    """Return the value of the planner's next turn, if it then has `cards` and `outs` left.

    The planner takes the best of a number card that fits, an out, Schnuff, and crossing the limit.
    If its cards only allow Risk or crossing, a card drawn before the turn may still help. The other
    arguments are as in `_opponent_turn`.
    """
    room = min(gap, game.NUMBERS)
    best = kept - fight.pain * _UNIT
    rest = cards & (bit(room) - 1)
    must_cross = rest == 0
    while rest != 0:
        card = lowest(rest)
        rest ^= bit(card)
        best = max(best, float(memory.turn[0, gap - card - 1]))
    if outs > 0:
        best = max(best, float(memory.value[outs - 1, gap]))
        must_cross = False
        if has(cards, game.PANIC):
            best = max(best, float(memory.value[outs - 1, 0]))
    if gap == 0 and has(cards, game.SCHNUFF):
        best = max(best, fight.schnuff * _UNIT + kept)
        must_cross = False
    if must_cross:
        if has(cards, game.RISK):
            best += 15 / 36 * (kept - best)
        fits = shares.skip + shares.back + shares.panic
        for card in range(room):
            fits += memory.share[card] / _UNIT
        best += fits * (max(best, kept) - best)
    return best  # type: ignore[no-any-return]


@inlined
def _opponent_turn(
    memory: Any, fight: Any, shares: Any, place: int, gap: int, kept: float
) -> float:
    """Return the value of an opponent's turn, in the units of ``memory.value``.

    The opponent plays a number card that fits, otherwise a chance card, and otherwise crosses.
    `place` is the opponent's index in the order of play, `gap` the distance from the total to the
    limit, and `kept` the value of the cards that the planner keeps. `shares` are the shares of the
    chance cards among the unseen cards.
    """
    room = min(gap, game.NUMBERS)
    after = place + 1
    turned = max(after, fight.opponents - place)
    total = shares.skip * memory.turn[after, gap] + shares.back * memory.turn[turned, gap]
    total += shares.panic * memory.turn[after, 0]
    if gap == 0:
        total += shares.schnuff * (fight.hit * _UNIT + kept)
    value = memory.dodge[place, room] / _UNIT * total
    value += memory.cross[place, room] / _UNIT * (memory.gain[place] + kept)
    if room > 0:
        total = 0.0
        for card in range(room):
            total += memory.share[card] / _UNIT * memory.turn[after, gap - card - 1]
        value += memory.move[place, room] / _UNIT * total
    return value  # type: ignore[no-any-return]
