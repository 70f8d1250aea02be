"""Strategies for Shoal, except the planners.

None of them guesses the colours of other players. Among equally good actions, in all shoals and
cells, each strategy chooses at random.
"""

from __future__ import annotations

from typing import Any

from simulate.games import shoal as game
from simulate.kit.grid import ROW
from strategies import PASS, Parameter, View, below, compiled, inlined, legal, strategy

#: A merit above that of every action. Merits are counted in fish.
_MUCH = 1000.0
#: The initial best choice: an action, its merit, and the number of equally good actions.
_START = (PASS, -2 * _MUCH, 0)


@strategy("shoal", tier=1)
def grower(view: View) -> int:
    """Lays fish of its own colour in its own shoal, and nowhere else.

    In its own shoal it lays the card that adds the most fish of its colour without losing any. If
    no card does so, it lays a coral, which makes room, and another colour only as a last choice. It
    gives opponents any card except a fish of its own colour.
    """
    own = view.own.tile
    best = _START
    for action in legal(view):
        own_change, _ = change(view, action)
        merit = float(own_change)
        if game.shoal_of(action) == view.table.seat:
            merit += 0.5 * _is_coral(view, action)
        elif _lays_colour(view, action, own):
            merit = -_MUCH
        best = _better_choice(view, best, action, merit)
    return best[0]


@strategy("shoal", tier=1)
def feeder(view: View) -> int:
    """Lays its own colour in every shoal, in both steps of its turn, and corals otherwise.

    It takes the card and the cell that add the most visible fish of its colour without losing any,
    in any opponent's shoal. If its colour is not on offer, it lays a coral if it can.
    """
    best = _START
    for action in legal(view):
        own_change, _ = change(view, action)
        best = _better_choice(view, best, action, own_change + 0.5 * _is_coral(view, action))
    return best[0]


@strategy("shoal", tier=1)
def reefer(view: View) -> int:
    """Takes every coral for its own shoal, so that the octopuses come to it.

    Otherwise it lays the card that adds the most fish of its colour, in its own shoal and in other
    shoals. It gives an opponent a coral only if it must.
    """
    best = _START
    for action in legal(view):
        own_change, _ = change(view, action)
        merit = float(own_change)
        if _is_coral(view, action):
            merit += _MUCH if game.shoal_of(action) == view.table.seat else -_MUCH
        best = _better_choice(view, best, action, merit)
    return best[0]


@strategy(
    "shoal",
    tier=2,
    spite=Parameter(1, 0, 5, "Value of a fish of another colour, relative to one of its own."),
)
def spoiler(view: View, spite: float) -> int:
    """Harms the other colours with sharks and curses.

    It considers only the immediate change by an action: the visible fish of its own colour that are
    added, minus `spite` times the fish of all other colours. So it eats two fish rather than one,
    completes lines of others' fish but not of its own, and gives an opponent a coral rather than a
    fish of another colour.
    """
    best = _START
    for action in legal(view):
        own_change, other_change = change(view, action)
        best = _better_choice(view, best, action, own_change - spite * other_change)
    return best[0]


@strategy(
    "shoal",
    tier=2,
    lead=Parameter(0, -10, 60, "The allowed lead in fish of its colour in its own shoal."),
)
def hider(view: View, lead: float) -> int:
    """Hides its colour: its own shoal gets no more fish of this colour than of some other.

    It chooses like the spoiler, except for fish that would reveal its colour. It lays a fish of its
    colour in its own shoal only if it has then laid at most `lead` more fish of its colour there
    than of the most frequent other colour. In the shoals of others it lays its colour freely.
    """
    table, own = view.table, view.own.tile
    most = 0
    for colour in range(game.COLOURS):
        if colour != own:
            most = max(most, table.kept[table.seat, colour])
    best = _START
    for action in legal(view):
        own_change, other_change = change(view, action)
        merit = float(own_change - other_change)
        if game.shoal_of(action) == table.seat and _lays_colour(view, action, own):
            fish = game.fish_on(table.slots[game.slot_of(action)])
            if table.kept[table.seat, own] + fish - most > lead:
                merit -= _MUCH
        best = _better_choice(view, best, action, merit)
    return best[0]


@inlined
def _better_choice(view: Any, best: Any, action: int, merit: float) -> Any:
    """Return the best choice after another action is compared with it; a tie is broken at random.

    A choice is an action, its merit, and the number of equally good actions.
    """
    if merit > best[1]:
        return action, merit, 1
    if merit < best[1]:
        return best
    equal = best[2] + 1
    return (action if below(view.chance, equal) == 0 else best[0]), merit, equal


@inlined
def _is_coral(view: Any, action: int) -> bool:
    """Return True if an action lays a coral."""
    return action < game.DISCARD and view.table.slots[game.slot_of(action)] == game.CORAL


@inlined
def _lays_colour(view: Any, action: int, colour: int) -> bool:
    """Return True if an action lays a fish of a colour, even if the fish is cursed at once."""
    card = view.table.slots[game.slot_of(action)]
    return action < game.DISCARD and game.is_fish(card) and game.colour_of(card) == colour


@compiled
def change(view: Any, action: int) -> Any:
    """Return the change in the visible fish of the own colour, and of all others, by an action."""
    if action >= game.DISCARD:
        return 0, 0
    table, own = view.table, view.own.tile
    card = table.slots[game.slot_of(action)]
    shoal, cell = game.shoal_of(action), game.cell_of(action)
    if card == game.CORAL:
        return 0, 0
    if card == game.SHARK:
        return _changes_by_turning(table, own, shoal, cell, 1, 1)
    own_change = other_change = 0
    length = view.rules.curse_length
    seabed = game.seabed_of(card)
    cursed = False
    for step in (1, ROW):
        first, cards = game.line_of(table, shoal, seabed, cell, step)
        if length > 0 and cards >= length:
            lost = _changes_by_turning(table, own, shoal, first, cards, step)
            own_change += lost[0]
            other_change += lost[1]
            cursed = True
    if cursed:
        return own_change, other_change
    if game.colour_of(card) == own:
        return game.fish_on(card), 0
    return 0, game.fish_on(card)


@inlined
def _changes_by_turning(table: Any, own: int, shoal: int, first: int, cards: int, step: int) -> Any:
    """Return the two changes in visible fish, as in `change`, if a line of cards is turned over.

    `own` is the strategy's colour. `first` is the first cell of the line in the shoal, `cards` its
    length, and `step` the step from cell to cell.
    """
    own_change = other_change = 0
    for cell in range(first, first + cards * step, step):
        card = game.card_at(table, shoal, cell)
        if game.is_fish(card):
            if game.colour_of(card) == own:
                own_change -= game.fish_on(card)
            else:
                other_change -= game.fish_on(card)
    return own_change, other_change
