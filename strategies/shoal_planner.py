"""The planners of Shoal: they guess who has which colour, and weigh all points by it."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simulate.games.shoal import (
    COLOURS,
    CORAL,
    DISCARD,
    NOTHING,
    OCTOPUS,
    OWN_SHOAL,
    SHARK,
    SLOTS,
    colour_of,
    fish_on,
    fitting,
    is_fish,
    seabed_of,
)
from simulate.kit.bits import bit, has, lowest
from simulate.kit.compiled import compiled, inlined
from simulate.kit.grid import CELLS, ROW, SET
from simulate.kit.menu import PASS, action_at
from simulate.kit.view import View, working_memory
from simulate.strategy import Parameter
from strategies import shoal_lines
from strategies.registry import strategy
from strategies.shoal import line_of
from strategies.shoal_guess import (
    CHANGED,
    MINDS,
    WORTH,
    betrayed,
    guess_colours,
    majority,
    one_more,
    place_of,
    seat_at,
    weigh_players,
)
from strategies.shoal_lines import cooled, find_hot, hot_cells, near, take_away, threat


class _Weights(NamedTuple):
    """What a planner goes by: the planner's parameters, and what makes `open` open."""

    spoil: float
    lead: float
    guess: float
    trust: float
    doubt: float
    hide: float
    peril: float
    offer: float
    hope: float
    deny: float
    reef: float
    hunt: float
    flock: float
    spread: float
    frank: float


_USUAL = _Weights(
    spoil=1.0,
    lead=0.1,
    guess=0.4,
    trust=1.0,
    doubt=0.25,
    hide=24.0,
    peril=0.4,
    offer=0.0,
    hope=0.5,
    deny=0.4,
    reef=0.5,
    hunt=1.5,
    flock=1.5,
    spread=0.3,
    frank=0.0,
)
#: Points by which a fish of its own colour comes first for the open player.
_FRANK = 3.0
#: What hiding is worth to the bluffing player.
_BLUFF = 240.0

_SPOIL = Parameter(
    _USUAL.spoil, 0, 3, "How much all opponents' points together count, against its own."
)
_HIDE = (
    "Points that not being seen through is worth, shared by the opponents; falls to 0 at the end."
)


@strategy(
    "shoal",
    tier=3,
    spoil=_SPOIL,
    lead=Parameter(_USUAL.lead, 0, 3, "How much more opponents in front count, for each point."),
    guess=Parameter(_USUAL.guess, 0, 5, "How much a fish tells of the colour of who lays it."),
    trust=Parameter(_USUAL.trust, 0, 5, "How much more or less it tells in the own shoal."),
    doubt=Parameter(_USUAL.doubt, 0, 1, "Odds it leaves a colour that all signs speak against."),
    hide=Parameter(_USUAL.hide, 0, 500, _HIDE),
    peril=Parameter(_USUAL.peril, 0, 1, "Chance that a line one card short is cursed."),
    offer=Parameter(_USUAL.offer, -1, 1, "How much higher it is for each card on offer to do it."),
    hope=Parameter(_USUAL.hope, 0, 5, "The same chance for lines it wants cursed, as a share."),
    deny=Parameter(_USUAL.deny, -2, 2, "Share of a fish's worth that it has while on offer."),
    reef=Parameter(_USUAL.reef, 0, 10, "How much the octopuses to come count."),
    hunt=Parameter(_USUAL.hunt, 0, 10, "How much the points for most sharks count."),
    flock=Parameter(_USUAL.flock, 0, 10, "How much the points for the majority count."),
    spread=Parameter(_USUAL.spread, 0.01, 20, "How unsure a lead is, for each card to come."),
)
def planner(
    view: View,
    spoil: float,
    lead: float,
    guess: float,
    trust: float,
    doubt: float,
    hide: float,
    peril: float,
    offer: float,
    hope: float,
    deny: float,
    reef: float,
    hunt: float,
    flock: float,
    spread: float,
) -> int:
    """Weighs its own points against all others', each as likely as it thinks they are.

    It guesses who has which colour from what they laid, cursed and ate: each fish makes the colour
    likelier, and no two have the same. So it knows what a fish of each colour in sight is worth to
    it, wherever it lies. To that it adds the majority and its chance to last, the
    octopuses that more corals bring, most sharks, and the curse: it breaks lines of fish that harm
    it, lays no line of its own that the next card would turn, and covers the cell where somebody
    could. It plans both steps at once, so as to take the best pair of cards; takes away what
    others would like; and as long as cards are to come it avoids being seen through.

    With open tiles it knows the colours and has nothing to hide. Of equal places it takes that of
    the next player and the first cell, row by row.
    """
    weights = _Weights(
        spoil=spoil,
        lead=lead,
        guess=guess,
        trust=trust,
        doubt=doubt,
        hide=hide,
        peril=peril,
        offer=offer,
        hope=hope,
        deny=deny,
        reef=reef,
        hunt=hunt,
        flock=flock,
        spread=spread,
        frank=0.0,
    )
    return _plan(view, weights)


@strategy("shoal", tier=3, spoil=_SPOIL)
def open(view: View, spoil: float) -> int:
    """Plans like the planner, but openly: neither hides its colour nor guesses at others'.

    Lays fish of its own colour before everything else, and takes every opponent to have each
    other colour alike, unless the tiles are open. The difference to the planner is what
    secrecy is worth.
    """
    return _plan(view, _like_the_planner(spoil, 0.0, 0.0, _FRANK))


@strategy("shoal", tier=3, spoil=_SPOIL, hide=Parameter(_BLUFF, 0, 500, _HIDE))
def bluffing(view: View, spoil: float, hide: float) -> int:
    """Plans like the planner, but bluffs: early on it lays decoys, and its own colour late.

    Not being seen through is worth so much to it that it starts its shoal with
    another colour, and feeds others' shoals with that. The more cards have been turned
    up, the more it plays for points.
    """
    return _plan(view, _like_the_planner(spoil, _USUAL.guess, hide, 0.0))


@inlined
def _like_the_planner(spoil: float, guess: float, hide: float, frank: float) -> Any:
    return _Weights(
        spoil=spoil,
        lead=_USUAL.lead,
        guess=guess,
        trust=_USUAL.trust,
        doubt=_USUAL.doubt,
        hide=hide,
        peril=_USUAL.peril,
        offer=_USUAL.offer,
        hope=_USUAL.hope,
        deny=_USUAL.deny,
        reef=_USUAL.reef,
        hunt=_USUAL.hunt,
        flock=_USUAL.flock,
        spread=_USUAL.spread,
        frank=frank,
    )


# Both steps ---------------------------------------------------------------------
# Beside what shoal_guess and shoal_lines keep in it, the working memory holds the most that
# each slot's card is worth, in the own shoal and in an opponent's, and the action for it.

_BEST = shoal_lines.FRACTIONS
_FRACTIONS = _BEST + 2 * SLOTS
_ACTIONS = shoal_lines.NUMBERS
_NUMBERS = _ACTIONS + 2 * SLOTS
_WORST = -1e18
#: However many cards are to come, some doubt about a lead.
_DOUBT = 0.25


@compiled
def _plan(view: Any, weights: Any) -> int:
    """Return the action that is worth most, together with the best second step."""
    if view.menu.count == 1:
        return action_at(view.menu, 0)
    whole = working_memory(view, _FRACTIONS + _NUMBERS)
    memory, numbers = whole[:_FRACTIONS].view(np.float64), whole[_FRACTIONS:]
    guess_colours(view, memory, weights.guess, weights.trust, weights.doubt)
    weigh_players(view, memory, weights.spoil, weights.lead)
    for index in range(2 * SLOTS):
        memory[_BEST + index] = _WORST
        numbers[_ACTIONS + index] = PASS
    own = view.table.step == OWN_SHOAL
    for place in range(0 if own else 1, view.rules.players):
        _look_at(view, memory, numbers, weights, seat_at(view, place))
    chosen, best = PASS, _WORST
    for slot in range(SLOTS):
        index = slot if own else SLOTS + slot
        value = memory[_BEST + index]
        if own:
            value += _best_after(memory, slot)
        if numbers[_ACTIONS + index] != PASS and value > best:
            chosen, best = numbers[_ACTIONS + index], value
    return _discard(view, memory) if chosen == PASS else chosen


@inlined
def _best_after(memory: Any, used: int) -> float:
    """Return the most that a second step is worth without the card of one slot."""
    best = _WORST
    for slot in range(SLOTS):
        if slot != used:
            best = max(best, memory[_BEST + SLOTS + slot])
    return 0.0 if best == _WORST else best


@inlined
def _discard(view: Any, memory: Any) -> int:
    """Return the discard that harms it least: corals and sharks count nothing."""
    chosen, best = PASS, _WORST
    for slot in range(SLOTS):
        card = view.table.slots[slot]
        if card == NOTHING or (card == SHARK and view.table.step == OWN_SHOAL):
            continue
        value = -memory[WORTH + colour_of(card)] * fish_on(card) if is_fish(card) else 0.0
        if value > best:
            chosen, best = DISCARD + slot, value
    return chosen


# One shoal ----------------------------------------------------------------------


class _Shoal(NamedTuple):
    """A shoal that cards could be laid in.

    Attributes
    ----------
    seat
        Whose it is.
    own
        Whether it is the planner's own.
    hot
        How many hot cells it has.
    flock
        What its owner's majority is worth to the planner.
    unsure
        How much a lead in fish can change.
    now
        What the owner's chance of the majority is worth as it stands.
    """

    seat: int
    own: bool
    hot: int
    flock: float
    unsure: float
    now: float


@compiled
def _look_at(view: Any, memory: Any, numbers: Any, weights: Any, seat: int) -> None:
    """Find what each slot's card is worth in a shoal, and note it if it is the most so far."""
    table, rules = view.table, view.rules
    unsure = _DOUBT + weights.spread * _left(table)
    for colour in range(COLOURS):
        memory[CHANGED + colour] = 0.0
    flock = weights.flock * rules.majority_points * memory[MINDS + place_of(view, seat)]
    shoal = _Shoal(
        seat=seat,
        own=seat == table.seat,
        hot=find_hot(view, memory, numbers, weights, seat),
        flock=flock,
        unsure=unsure,
        now=flock * majority(view, memory, seat, unsure),
    )
    for slot in range(SLOTS):
        card = table.slots[slot]
        if card == NOTHING or (shoal.own and card == SHARK):
            continue
        if card == CORAL:
            value, cell = _coral(view, memory, numbers, weights, shoal)
        elif card == SHARK:
            value, cell = _shark(view, memory, weights, shoal)
        else:
            value, cell = _fish(view, memory, numbers, weights, shoal, card)
        index = slot if shoal.own else SLOTS + slot
        if cell != PASS and value > memory[_BEST + index]:
            memory[_BEST + index] = value
            numbers[_ACTIONS + index] = (seat * SLOTS + slot) * CELLS + cell


@inlined
def _left(table: Any) -> int:
    """Return how many cards are to come."""
    left = 0
    for slot in range(SLOTS):
        left += table.piles[slot]
    return left


@inlined
def _flock(view: Any, memory: Any, shoal: Any) -> float:
    """Return what the fish of `CHANGED` change in the worth of the majority."""
    return shoal.flock * majority(view, memory, shoal.seat, shoal.unsure) - shoal.now  # type: ignore[no-any-return]


@compiled
def _coral(view: Any, memory: Any, numbers: Any, weights: Any, shoal: Any) -> Any:
    """Return the most that a coral is worth in a shoal, and its cell."""
    table, rules = view.table, view.rules
    value, chosen = _WORST, PASS
    for word in range(table.first_word[shoal.seat], table.last_word[shoal.seat] + 1):
        cells = table.frontier[shoal.seat, word]
        quiet = cells & ~hot_cells(numbers, word)
        if quiet != 0 and value < 0.0:
            value, chosen = 0.0, SET * word + lowest(quiet)
        cells &= ~quiet
        while cells != 0:
            member = lowest(cells)
            cells ^= bit(member)
            saved = cooled(memory, numbers, shoal.hot, SET * word + member)
            if saved > value:
                value, chosen = saved, SET * word + member
    unsure = _DOUBT + weights.spread * table.to_come[CORAL]
    octopuses = weights.reef * rules.octopus_points * table.to_come[OCTOPUS]
    gain = one_more(view, memory, table.coral_count, shoal.seat, 0, -0.5, unsure)
    return value + octopuses * gain, chosen


@compiled
def _shark(view: Any, memory: Any, weights: Any, shoal: Any) -> Any:
    """Return the most that a shark is worth in a shoal, and its cell."""
    table = view.table
    value, chosen = _WORST, PASS
    for colour in range(COLOURS):
        for word in range(table.first_word[shoal.seat], table.last_word[shoal.seat] + 1):
            cells = table.colours[shoal.seat, colour, word]
            if cells == 0:
                continue
            doubles = cells & table.doubles[shoal.seat, word]
            for fish in (1, 2):
                prey = doubles if fish == 2 else cells & ~doubles
                if prey == 0:
                    continue
                memory[CHANGED + colour] = -fish
                this = _flock(view, memory, shoal) - fish * memory[WORTH + colour]
                memory[CHANGED + colour] = 0.0
                if this > value:
                    value, chosen = this, SET * word + lowest(prey)
    unsure = _DOUBT + weights.spread * table.to_come[SHARK]
    gain = one_more(view, memory, table.shark_count, shoal.seat, 1, 0.5, unsure)
    return value + weights.hunt * view.rules.shark_points * gain, chosen


@compiled
def _fish(view: Any, memory: Any, numbers: Any, weights: Any, shoal: Any, card: int) -> Any:
    """Return the most that a fish is worth in a shoal, and its cell."""
    table, rules = view.table, view.rules
    colour, seabed, fish = colour_of(card), seabed_of(card), fish_on(card)
    memory[CHANGED + colour] = fish
    plain = fish * memory[WORTH + colour] + _flock(view, memory, shoal)
    memory[CHANGED + colour] = 0.0
    value, chosen = _WORST, PASS
    for word in range(table.first_word[shoal.seat], table.last_word[shoal.seat] + 1):
        cells = fitting(table, shoal.seat, card, word)
        if cells == 0:
            continue
        close = hot_cells(numbers, word)
        if rules.curse_length > 0:
            close |= near(table, shoal.seat, seabed, word)
        quiet = cells & ~close
        if quiet != 0 and plain > value:
            value, chosen = plain, SET * word + lowest(quiet)
        cells &= close
        while cells != 0:
            member = lowest(cells)
            cells ^= bit(member)
            cell = SET * word + member
            this = _in_line(view, memory, weights, shoal, card, cell, plain)
            if has(hot_cells(numbers, word), member):
                this += cooled(memory, numbers, shoal.hot, cell)
            if this > value:
                value, chosen = this, cell
    value -= weights.deny * fish * memory[WORTH + colour]
    if colour == view.own.tile:
        value += weights.frank
    if rules.open_tiles == 0:
        tells = weights.guess * fish * (weights.trust if shoal.own else 1.0)
        hide = weights.hide / (rules.players - 1) * _left(table) / max(1, rules.full_size)
        value -= hide * betrayed(view, memory, colour, tells)
    return value, chosen


@compiled
def _in_line(
    view: Any, memory: Any, weights: Any, shoal: Any, card: int, cell: int, plain: float
) -> float:
    """Return what a fish is worth on a cell where it may lie in line with others.

    `plain` is what it is worth where it does not.
    """
    table, length, seabed = view.table, view.rules.curse_length, seabed_of(card)
    if length == 0:
        return plain
    cursed = False
    for step in (1, ROW):
        first, cards = line_of(table, shoal.seat, seabed, cell, step)
        if cards >= length:
            take_away(view, memory, shoal.seat, first, cards, step)
            cursed = True
    if not cursed:
        return plain - threat(view, memory, weights, shoal.seat, card, cell)
    value = _flock(view, memory, shoal)
    for colour in range(COLOURS):
        value += memory[CHANGED + colour] * memory[WORTH + colour]
        memory[CHANGED + colour] = 0.0
    return value
