"""The planners of Shoal: they guess who has which colour, and weigh all points by it."""

from __future__ import annotations

from typing import Any, NamedTuple

from simulate.games import shoal as game
from simulate.kit.bits import bit, has, lowest
from simulate.kit.grid import CELLS, ROW, SET
from simulate.kit.view import View, working_record
from strategies import PASS, Parameter, action_at, compiled, inlined, legal, strategy, weights_of
from strategies import shoal_outlook as outlook

#: However many cards are to come, some doubt about a lead.
_DOUBT = 0.25

_SPOIL = Parameter(1, 0, 3, "How much all opponents' points together count, against its own.")
_HIDE = "Points that hiding is worth for each colour that no opponent has; falls to 0 at the end."


@strategy(
    "shoal",
    tier=3,
    spoil=_SPOIL,
    lead=Parameter(0.1, 0, 3, "How much more opponents in front count, for each point."),
    guess=Parameter(0.25, 0, 5, "How much a fish tells of the colour of who lays it."),
    blame=Parameter(4, 0, 20, "How many times as much one cursed or eaten tells against it."),
    hide=Parameter(4, 0, 500, _HIDE),
    peril=Parameter(0.3, 0, 1, "Chance that a line one card short is cursed."),
    deny=Parameter(0.9, -2, 2, "Share of a fish's worth that it has while on offer."),
    reef=Parameter(1.8, 0, 10, "How much the octopuses to come count."),
    hunt=Parameter(4, 0, 10, "How much the points for most sharks count."),
    flock=Parameter(1, 0, 10, "How much the points for the majority count."),
    spread=Parameter(0.5, 0.01, 20, "How unsure a lead is, for each card to come."),
)
def planner(view: View, *parameters: float) -> int:
    """Weighs its own points against all others', each as likely as it thinks they are.

    It guesses who has which colour from what they laid, and still more from what they cursed and
    ate, for hardly anybody harms fish of their own; and no two have the same. So it knows what a
    fish of each colour in sight is worth to it, wherever it lies. To that it adds the majority and
    its chance to last, the octopuses that more corals bring, most sharks, and the curse: it breaks
    lines of fish that harm it, lays no line of its own that the next card would turn, and covers
    the cell where somebody could. It plans both steps at once, so as to take the best pair of
    cards, and takes away what others would like. Others read it as it reads them: so as long as
    many cards are to come, it lays other colours and even harms a few fish of its own.

    With open tiles it knows the colours and has nothing to hide. Of equal places it takes that of
    the next player and the first cell, row by row.
    """
    weights = _Weights(*parameters)
    return _plan(view, weights, _Style(weights.spoil, weights.guess, weights.hide, 0.0))


_Weights = weights_of(planner)
_USUAL = _Weights(*(float(one.default) for one in planner.parameters.values()))


class _Style(NamedTuple):
    """What tells the three planners from each other, who weigh all else alike."""

    spoil: float
    guess: float
    hide: float
    #: Points by which a fish of its own colour comes first.
    frank: float


@strategy("shoal", tier=3, spoil=_SPOIL)
def open(view: View, spoil: float) -> int:
    """Plans like the planner, but openly: neither hides its colour nor guesses at others'.

    Lays fish of its own colour before everything else, and takes every opponent to have each
    other colour alike, unless the tiles are open. The difference to the planner is what
    secrecy is worth.
    """
    return _plan(view, _USUAL, _Style(spoil, 0.0, 0.0, 3.0))


@strategy("shoal", tier=3, spoil=_SPOIL, hide=Parameter(240, 0, 500, _HIDE))
def bluffing(view: View, spoil: float, hide: float) -> int:
    """Plans like the planner, but bluffs: early on it lays decoys, and its own colour late.

    Not being seen through is worth so much to it that it starts its shoal with
    another colour, and feeds others' shoals with that. The more cards have been turned
    up, the more it plays for points.
    """
    return _plan(view, _USUAL, _Style(spoil, _USUAL.guess, hide, 0.0))


@compiled
def _plan(view: Any, weights: Any, style: Any) -> int:
    """Return the action that is worth most, together with the best second step."""
    if view.menu.count == 1:
        return action_at(view.menu, 0)
    memory = working_record(view, outlook.MEMORY)
    outlook.guess_colours(view, memory, style.guess, weights.blame)
    outlook.weigh_players(view, memory, style.spoil, weights.lead)
    memory.best[:, :] = outlook.WORST
    memory.actions[:, :] = PASS
    own = view.table.step == game.OWN_SHOAL
    step = 0 if own else 1
    for place in range(step, view.rules.players):
        _look_at(view, memory, weights, style, outlook.seat_at(view, place))
    chosen, best = PASS, outlook.WORST
    for slot in range(game.SLOTS):
        action, value = memory.actions[step, slot], memory.best[step, slot]
        if own:
            value += _best_after(memory, slot)
        if action != PASS and value > best:
            chosen, best = action, value
    return _discard(view, memory) if chosen == PASS else chosen


@inlined
def _best_after(memory: Any, used: int) -> float:
    """Return the most that a second step is worth without the card of one slot."""
    best = outlook.WORST
    for slot in range(game.SLOTS):
        if slot != used:
            best = max(best, memory.best[1, slot])
    return 0.0 if best == outlook.WORST else best


@inlined
def _discard(view: Any, memory: Any) -> int:
    """Return the discard that harms it least: corals and sharks count nothing."""
    chosen, best = PASS, outlook.WORST
    for action in legal(view):
        card = view.table.slots[game.slot_of(action)]
        value = 0.0
        if game.is_fish(card):
            value = -memory.worth[game.colour_of(card)] * game.fish_on(card)
        if value > best:
            chosen, best = action, value
    return chosen


class _Shoal(NamedTuple):
    """A shoal that cards could be laid in."""

    #: Whose it is, and whether it is the planner's own.
    seat: int
    own: bool
    #: How the planner plays, and what not being seen through is worth to it.
    style: Any
    hide: float
    #: How many hot cells it has.
    hot: int
    #: What its owner's majority is worth to the planner.
    flock: float
    #: How much a lead in fish can change.
    unsure: float
    #: What the owner's chance of the majority is worth as it stands.
    now: float


@compiled
def _look_at(view: Any, memory: Any, weights: Any, style: Any, seat: int) -> None:
    """Find what each slot's card is worth in a shoal, and note it if it is the most so far."""
    table, rules = view.table, view.rules
    left = 0
    for slot in range(game.SLOTS):
        left += table.piles[slot]
    unsure = _DOUBT + weights.spread * left
    hide = style.hide * (game.COLOURS + 1 - rules.players) * left / max(1, rules.full_size)
    hide *= rules.open_tiles == 0
    flock = weights.flock * rules.majority_points * memory.minds[outlook.place_of(view, seat)]
    hot = outlook.find_hot(view, memory, weights, seat)
    now = flock * outlook.majority(view, memory, seat, unsure)
    shoal = _Shoal(seat, seat == table.seat, style, hide, hot, flock, unsure, now)
    step = 0 if shoal.own else 1
    for slot in range(game.SLOTS):
        card = table.slots[slot]
        if card == game.NOTHING or (shoal.own and card == game.SHARK):
            continue
        if card == game.CORAL:
            value, cell = _coral(view, memory, weights, shoal)
        elif card == game.SHARK:
            value, cell = _shark(view, memory, weights, shoal)
        else:
            value, cell = _fish(view, memory, weights, shoal, card)
        if cell != PASS and value > memory.best[step, slot]:
            memory.best[step, slot] = value
            memory.actions[step, slot] = (seat * game.SLOTS + slot) * CELLS + cell


@inlined
def _flock(view: Any, memory: Any, shoal: Any) -> float:
    """Return what the fish of `changed` change in the worth of the majority."""
    return shoal.flock * outlook.majority(view, memory, shoal.seat, shoal.unsure) - shoal.now  # type: ignore[no-any-return]


@compiled
def _coral(view: Any, memory: Any, weights: Any, shoal: Any) -> Any:
    """Return the most that a coral is worth in a shoal, and its cell."""
    table, rules = view.table, view.rules
    value, chosen = outlook.WORST, PASS
    for word in range(table.first_word[shoal.seat], table.last_word[shoal.seat] + 1):
        cells = table.frontier[shoal.seat, word]
        quiet = cells & ~memory.hot_board[word]
        if quiet != 0 and value < 0.0:
            value, chosen = 0.0, SET * word + lowest(quiet)
        cells &= ~quiet
        while cells != 0:
            member = lowest(cells)
            cells ^= bit(member)
            saved = outlook.cooled(memory, shoal.hot, SET * word + member)
            if saved > value:
                value, chosen = saved, SET * word + member
    unsure = _DOUBT + weights.spread * table.to_come[game.CORAL]
    octopuses = weights.reef * rules.octopus_points * table.to_come[game.OCTOPUS]
    gain = outlook.one_more(view, memory, table.coral_count, shoal.seat, 0, -0.5, unsure)
    return value + octopuses * gain, chosen


@compiled
def _shark(view: Any, memory: Any, weights: Any, shoal: Any) -> Any:
    """Return the most that a shark is worth in a shoal, and its cell."""
    table = view.table
    value, chosen = outlook.WORST, PASS
    for colour in range(game.COLOURS):
        for word in range(table.first_word[shoal.seat], table.last_word[shoal.seat] + 1):
            cells = table.colours[shoal.seat, colour, word]
            if cells == 0:
                continue
            doubles = cells & table.doubles[shoal.seat, word]
            for fish in (1, 2):
                prey = doubles if fish == 2 else cells & ~doubles
                if prey == 0:
                    continue
                memory.changed[colour] = -fish
                this = _flock(view, memory, shoal) - fish * memory.worth[colour]
                this -= outlook.betrayal(view, memory, weights, shoal, colour, 0.0)
                memory.changed[colour] = 0.0
                if this > value:
                    value, chosen = this, SET * word + lowest(prey)
    unsure = _DOUBT + weights.spread * table.to_come[game.SHARK]
    gain = outlook.one_more(view, memory, table.shark_count, shoal.seat, 1, 0.5, unsure)
    return value + weights.hunt * view.rules.shark_points * gain, chosen


@compiled
def _fish(view: Any, memory: Any, weights: Any, shoal: Any, card: int) -> Any:
    """Return the most that a fish is worth in a shoal, and its cell."""
    table, rules = view.table, view.rules
    colour, seabed, fish = game.colour_of(card), game.seabed_of(card), game.fish_on(card)
    memory.changed[colour] = fish
    plain = fish * memory.worth[colour] + _flock(view, memory, shoal)
    plain -= outlook.betrayal(view, memory, weights, shoal, colour, fish)
    memory.changed[colour] = 0.0
    value, chosen = outlook.WORST, PASS
    for word in range(table.first_word[shoal.seat], table.last_word[shoal.seat] + 1):
        cells = game.fitting(table, shoal.seat, card, word)
        if cells == 0:
            continue
        close = memory.hot_board[word]
        if rules.curse_length > 0:
            close |= outlook.near(table, shoal.seat, seabed, word)
        quiet = cells & ~close
        if quiet != 0 and plain > value:
            value, chosen = plain, SET * word + lowest(quiet)
        cells &= close
        while cells != 0:
            member = lowest(cells)
            cells ^= bit(member)
            cell = SET * word + member
            this = _in_line(view, memory, weights, shoal, card, cell, plain)
            if has(memory.hot_board[word], member):
                this += outlook.cooled(memory, shoal.hot, cell)
            if this > value:
                value, chosen = this, cell
    value -= weights.deny * fish * memory.worth[colour]
    if colour == view.own.tile:
        value += shoal.style.frank
    return value, chosen


@compiled
def _in_line(
    view: Any, memory: Any, weights: Any, shoal: Any, card: int, cell: int, plain: float
) -> float:
    """Return what a fish is worth where it may lie in line with others; elsewhere it is `plain`."""
    table, length = view.table, view.rules.curse_length
    colour, seabed, fish = game.colour_of(card), game.seabed_of(card), game.fish_on(card)
    if length == 0:
        return plain
    cursed = False
    for step in (1, ROW):
        first, cards = game.line_of(table, shoal.seat, seabed, cell, step)
        if cards >= length:
            outlook.take_away(view, memory, shoal.seat, first, cards, step)
            cursed = True
    if not cursed:
        return plain - outlook.threat(view, memory, weights, shoal.seat, card, cell)
    # The card itself is laid and harmed.
    value = _flock(view, memory, shoal)
    value -= outlook.betrayal(view, memory, weights, shoal, colour, (1.0 - weights.blame) * fish)
    for other in range(game.COLOURS):
        value += memory.changed[other] * memory.worth[other]
        memory.changed[other] = 0.0
    return value
