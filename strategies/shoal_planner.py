"""The planners of Shoal, which guess the colours of players and value fish accordingly."""

from __future__ import annotations

from typing import Any, NamedTuple

from simulate.games import shoal as game
from simulate.kit.bits import bit, has, lowest
from simulate.kit.grid import CELLS, ROW, SET
from simulate.kit.view import View, working_record
from strategies import PASS, Parameter, action_at, compiled, inlined, legal, strategy, weights_of
from strategies import shoal_outlook as outlook

#: The uncertainty of a lead when no cards are left.
_DOUBT = 0.25

_SPOIL = Parameter(1, 0, 3, "Value of all opponents' points together, relative to its own.")
_HIDE = "Value in points of hiding its colour, per colour that no opponent has; 0 at the end."


@strategy(
    "shoal",
    tier=3,
    spoil=_SPOIL,
    lead=Parameter(0.1, 0, 3, "How much more an opponent counts for each point of their lead."),
    guess=Parameter(0.25, 0, 5, "How strongly a fish laid suggests its player's colour."),
    blame=Parameter(4, 0, 20, "The number of fish laid that a cursed or eaten fish outweighs."),
    hide=Parameter(4, 0, 500, _HIDE),
    peril=Parameter(0.3, 0, 1, "Chance that a line that needs one more card will be cursed."),
    deny=Parameter(
        0.9, -2, 2, "Value of a fish card on offer, as a share of its value when it is laid."
    ),
    reef=Parameter(1.8, 0, 10, "Weight of the octopuses that are still to come."),
    hunt=Parameter(4, 0, 10, "Weight of the points for the most sharks."),
    flock=Parameter(1, 0, 10, "Weight of the points for the majority."),
    spread=Parameter(0.5, 0.01, 20, "How much each card to come adds to a lead's uncertainty."),
)
def planner(view: View, *parameters: float) -> int:
    """Compares its expected points with the expected points of all other players.

    It guesses the players' colours from the cards that they laid, and even more from the fish that
    they cursed and ate, because players rarely harm fish of their own colour. No two players have
    the same colour. From this it computes the value of a visible fish of each colour, in any shoal.
    It adds the value of the majority, times the chance that it lasts, of the octopuses that more
    corals bring, and of having the most sharks. It considers the curse: it breaks lines of fish
    that harm it, lays no line of its own that the next card would turn over, and covers cells where
    a card would turn over its fish. It plans both steps of its turn together, to take the best pair
    of cards, and it takes cards that others would like. Other players may guess its colour in the
    same way. While many cards are still to come, it therefore lays other colours and even harms a
    few fish of its own.

    With open tiles it knows the colours and has nothing to hide. Of equally good actions it chooses
    the first: in the shoal of the next player, then row by row.
    """
    weights = _Weights(*parameters)
    return _plan(view, weights, _Style(weights.spoil, weights.guess, weights.hide, 0.0))


_Weights = weights_of(planner)
_USUAL = _Weights(*(float(parameter.default) for parameter in planner.parameters.values()))


class _Style(NamedTuple):
    """The numbers in which the three planners differ."""

    #: The value of the parameter ``spoil``.
    spoil: float
    #: The value of the parameter ``guess``.
    guess: float
    #: The value of the parameter ``hide``.
    hide: float
    #: The extra value in points of laying a fish card of the player's own colour.
    frank: float


@strategy("shoal", tier=3, spoil=_SPOIL)
def open(view: View, spoil: float) -> int:
    """Plans like the planner, but neither hides its colour nor guesses the colours of others.

    It lays fish of its own colour before everything else. Unless the tiles are open, it assumes
    that an opponent has any of the other colours with the same probability. The planner's win rate
    minus the win rate of this strategy shows how much secrecy is worth.
    """
    return _plan(view, _USUAL, _Style(spoil, 0.0, 0.0, 3.0))


@strategy("shoal", tier=3, spoil=_SPOIL, hide=Parameter(240, 0, 500, _HIDE))
def bluffing(view: View, spoil: float, hide: float) -> int:
    """Plans like the planner, but lays other colours at first, and its own colour late.

    Hiding counts so much that it starts its shoal with another colour, and lays that colour in the
    shoals of others too. The fewer cards are left, the more it plays for points.
    """
    return _plan(view, _USUAL, _Style(spoil, _USUAL.guess, hide, 0.0))


@compiled
def _plan(view: Any, weights: Any, style: Any) -> int:
    """Return the action with the highest value, including the value of the best second step."""
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
        _value_shoal(view, memory, weights, style, outlook.seat_at(view, place))
    chosen, best = PASS, outlook.WORST
    for slot in range(game.SLOTS):
        action, value = memory.actions[step, slot], memory.best[step, slot]
        if own:
            value += _best_second_step(memory, slot)
        if action != PASS and value > best:
            chosen, best = action, value
    return _discard(view, memory) if chosen == PASS else chosen


@inlined
def _best_second_step(memory: Any, used: int) -> float:
    """Return the highest value of a second step that does not use the card of a slot."""
    best = outlook.WORST
    for slot in range(game.SLOTS):
        if slot != used:
            best = max(best, memory.best[1, slot])
    return 0.0 if best == outlook.WORST else best


@inlined
def _discard(view: Any, memory: Any) -> int:
    """Return the discard that costs the planner least. Corals and sharks cost nothing."""
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
    """A shoal in which the planner can lay cards."""

    #: The seat of the shoal's owner.
    seat: int
    #: True if the shoal is the planner's own.
    own: bool
    #: The `_Style` of the planner.
    style: Any
    #: What hiding its colour is worth to the planner at present.
    hide: float
    #: The number of hot cells.
    hot: int
    #: What it is worth to the planner if the owner has the majority.
    flock: float
    #: The uncertainty of a lead in fish (`shoal_outlook.ramp`).
    unsure: float
    #: What the owner's present chance to have the majority is worth to the planner.
    now: float


@compiled
def _value_shoal(view: Any, memory: Any, weights: Any, style: Any, seat: int) -> None:
    """Update the fields ``best`` and ``actions`` of `memory` with the cards laid in a shoal.

    Each card on offer that can be laid in the shoal of `seat` is tried on its best cell.
    """
    table, rules = view.table, view.rules
    cards_left = 0
    for slot in range(game.SLOTS):
        cards_left += table.piles[slot]
    unsure = _DOUBT + weights.spread * cards_left
    hide = style.hide * (game.COLOURS + 1 - rules.players) * cards_left / max(1, rules.full_size)
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
            value, cell = _best_coral(view, memory, weights, shoal)
        elif card == game.SHARK:
            value, cell = _best_shark(view, memory, weights, shoal)
        else:
            value, cell = _best_fish(view, memory, weights, shoal, card)
        if cell != PASS and value > memory.best[step, slot]:
            memory.best[step, slot] = value
            memory.actions[step, slot] = (seat * game.SLOTS + slot) * CELLS + cell


@inlined
def _majority_change(view: Any, memory: Any, shoal: Any) -> float:
    """Return the change in the value of the majority if fish are added to a shoal.

    The fish are in the field ``changed`` of the memory.
    """
    return shoal.flock * outlook.majority(view, memory, shoal.seat, shoal.unsure) - shoal.now  # type: ignore[no-any-return]


@compiled
def _best_coral(view: Any, memory: Any, weights: Any, shoal: Any) -> Any:
    """Return the highest value of a coral in a shoal, and its cell; `PASS` if none fits."""
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
def _best_shark(view: Any, memory: Any, weights: Any, shoal: Any) -> Any:
    """Return the highest value of a shark in a shoal, and its cell; `PASS` if none fits."""
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
                gain = _majority_change(view, memory, shoal) - fish * memory.worth[colour]
                gain -= outlook.betrayal(view, memory, weights, shoal, colour, 0.0)
                memory.changed[colour] = 0.0
                if gain > value:
                    value, chosen = gain, SET * word + lowest(prey)
    unsure = _DOUBT + weights.spread * table.to_come[game.SHARK]
    most_sharks = outlook.one_more(view, memory, table.shark_count, shoal.seat, 1, 0.5, unsure)
    return value + weights.hunt * view.rules.shark_points * most_sharks, chosen


@compiled
def _best_fish(view: Any, memory: Any, weights: Any, shoal: Any, card: int) -> Any:
    """Return the highest value of a fish card in a shoal, and its cell; `PASS` if none fits."""
    table, rules = view.table, view.rules
    colour, seabed, fish = game.colour_of(card), game.seabed_of(card), game.fish_on(card)
    memory.changed[colour] = fish
    plain = fish * memory.worth[colour] + _majority_change(view, memory, shoal)
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
            gain = _value_in_line(view, memory, weights, shoal, card, cell, plain)
            if has(memory.hot_board[word], member):
                gain += outlook.cooled(memory, shoal.hot, cell)
            if gain > value:
                value, chosen = gain, cell
    value -= weights.deny * fish * memory.worth[colour]
    if colour == view.own.tile:
        value += shoal.style.frank
    return value, chosen


@compiled
def _value_in_line(
    view: Any, memory: Any, weights: Any, shoal: Any, card: int, cell: int, plain: float
) -> float:
    """Return the value of a fish card on a cell where it may form a line.

    `plain` is its value on a cell where it forms no line.
    """
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
    # The card itself counts as laid and as harmed.
    value = _majority_change(view, memory, shoal)
    value -= outlook.betrayal(view, memory, weights, shoal, colour, (1.0 - weights.blame) * fish)
    for any_colour in range(game.COLOURS):
        value += memory.changed[any_colour] * memory.worth[any_colour]
        memory.changed[any_colour] = 0.0
    return value
