"""Strategies for Shoal, but for those that plan, which have their own file.

None of them guesses at the others' colours. Among actions that are equally good, whatever
shoals and cells they are for, each chooses at random.
"""

from __future__ import annotations

from typing import Any

from simulate.games import shoal as game
from simulate.kit.grid import ROW
from strategies import PASS, Parameter, View, below, compiled, inlined, legal, strategy

#: More than any action adds to a merit in fish.
_MUCH = 1000.0
#: The choice before any action was looked at: action, merit, equally good ones.
_START = (PASS, -2 * _MUCH, 0)


@strategy("shoal", tier=1)
def grower(view: View) -> int:
    """Grows its own shoal: its colour goes there, as many fish as it can, and nowhere else.

    In the own shoal it lays the card that brings most fish of its colour and costs it none;
    without one a coral, so that there is room; and another colour last. To opponents it gives
    anything but its own colour.
    """
    own = view.own.tile
    best = _START
    for action in legal(view):
        mine, _ = change(view, action)
        merit = float(mine)
        if game.shoal_of(action) == view.table.seat:
            merit += 0.5 * _is_coral(view, action)
        elif _brings(view, action, own):
            merit = -_MUCH
        best = _better(view, best, action, merit)
    return best[0]


@strategy("shoal", tier=1)
def feeder(view: View) -> int:
    """Feeds its own colour into every shoal, in both steps, and lays corals otherwise.

    Takes the card and the place that bring most fish of its colour in sight, in whichever
    opponent's shoal, and that cost it none. Without its colour on offer it lays a coral, if it can.
    """
    best = _START
    for action in legal(view):
        mine, _ = change(view, action)
        best = _better(view, best, action, mine + 0.5 * _is_coral(view, action))
    return best[0]


@strategy("shoal", tier=1)
def reefer(view: View) -> int:
    """Builds a reef: takes every coral for its own shoal, so that the octopuses come to it.

    Otherwise it lays the card that brings most fish of its colour, in its own shoal and
    in others'. It never gives an opponent a coral unless it must.
    """
    best = _START
    for action in legal(view):
        mine, _ = change(view, action)
        merit = float(mine)
        if _is_coral(view, action):
            merit += _MUCH if game.shoal_of(action) == view.table.seat else -_MUCH
        best = _better(view, best, action, merit)
    return best[0]


@strategy(
    "shoal",
    tier=2,
    spite=Parameter(1, 0, 5, "How much a fish of any other colour counts, against one of its own."),
)
def spoiler(view: View, spite: float) -> int:
    """Spoils what is not its own: sends sharks and draws curses on the other colours.

    Counts what an action changes at once: fish of its own colour that come into sight, less
    `spite` times those of all other colours, whoever has them. So it eats two fish rather
    than one, completes lines of others' fish, breaks none of its own, and gives an opponent
    rather a coral than a fish of another colour.
    """
    best = _START
    for action in legal(view):
        mine, others = change(view, action)
        best = _better(view, best, action, mine - spite * others)
    return best[0]


@strategy(
    "shoal",
    tier=2,
    lead=Parameter(0, -10, 60, "Fish that its colour may be ahead of the others it has laid."),
)
def hider(view: View, lead: float) -> int:
    """Hides its colour: never lays more of it in its own shoal than of some other colour.

    Counts like the spoiler, but for fish that would give it away: a fish of its colour in
    its own shoal is wanted only if what it has laid there of another colour is then less by no
    more than `lead`. In others' shoals it lays its colour freely.
    """
    table, own = view.table, view.own.tile
    most = 0
    for colour in range(game.COLOURS):
        if colour != own:
            most = max(most, table.kept[table.seat, colour])
    best = _START
    for action in legal(view):
        mine, others = change(view, action)
        merit = float(mine - others)
        if game.shoal_of(action) == table.seat and _brings(view, action, own):
            fish = game.fish_on(table.slots[game.slot_of(action)])
            if table.kept[table.seat, own] + fish - most > lead:
                merit -= _MUCH
        best = _better(view, best, action, merit)
    return best[0]


@inlined
def _better(view: Any, best: Any, action: int, merit: float) -> Any:
    """Return the choice after one more action; of equal ones each is as likely."""
    if merit > best[1]:
        return action, merit, 1
    if merit < best[1]:
        return best
    equal = best[2] + 1
    return (action if below(view.chance, equal) == 0 else best[0]), merit, equal


@inlined
def _is_coral(view: Any, action: int) -> bool:
    return action < game.DISCARD and view.table.slots[game.slot_of(action)] == game.CORAL


@inlined
def _brings(view: Any, action: int, colour: int) -> bool:
    """Tell whether an action lays a fish of a colour, whatever becomes of it."""
    card = view.table.slots[game.slot_of(action)]
    return action < game.DISCARD and game.is_fish(card) and game.colour_of(card) == colour


@compiled
def change(view: Any, action: int) -> Any:
    """Return how an action changes the fish in sight: of the own colour, and of all others."""
    if action >= game.DISCARD:
        return 0, 0
    table, own = view.table, view.own.tile
    card = table.slots[game.slot_of(action)]
    shoal, cell = game.shoal_of(action), game.cell_of(action)
    if card == game.CORAL:
        return 0, 0
    if card == game.SHARK:
        return _lost(table, own, shoal, cell, 1, 1)
    mine = others = 0
    length = view.rules.curse_length
    seabed = game.seabed_of(card)
    cursed = False
    for step in (1, ROW):
        first, cards = game.line_of(table, shoal, seabed, cell, step)
        if length > 0 and cards >= length:
            gone = _lost(table, own, shoal, first, cards, step)
            mine += gone[0]
            others += gone[1]
            cursed = True
    if cursed:
        return mine, others
    if game.colour_of(card) == own:
        return game.fish_on(card), 0
    return 0, game.fish_on(card)


@inlined
def _lost(table: Any, own: int, shoal: int, first: int, cards: int, step: int) -> Any:
    """Return the change if a line of cards goes out of sight; a free cell counts as none."""
    mine = others = 0
    for cell in range(first, first + cards * step, step):
        card = game.card_at(table, shoal, cell)
        if game.is_fish(card):
            if game.colour_of(card) == own:
                mine -= game.fish_on(card)
            else:
                others -= game.fish_on(card)
    return mine, others
