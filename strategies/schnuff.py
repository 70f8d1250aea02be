"""Strategies for Schnuff, but for the planner, which has its own file.

When all number cards in hand would cross a limit, each of them plays a chance card: Schnuff,
which is allowed only on a limit, else Pass, Back, Panic, and Risk last. Without a chance
card it crosses with its lowest number. The descriptions tell what else each does.
"""

from __future__ import annotations

from typing import Any

from simulate.games import schnuff as game
from simulate.games.schnuff.play import price
from strategies import Parameter, View, bit, has, inlined, lowest, strategy

#: What the saver's parameters are by default, for the bully too.
_NEAR, _WORTH = 5, 1


@strategy("schnuff", tier=1)
def creeper(view: View) -> int:
    """Plays its lowest number card that crosses no limit, and chance cards only in need."""
    numbers = _fitting(view)
    return lowest(numbers) if numbers != 0 else _way_out(view)


@strategy("schnuff", tier=1)
def hurrier(view: View) -> int:
    """Plays its highest number card that crosses no limit, and chance cards only in need."""
    numbers = _fitting(view)
    return highest(numbers) if numbers != 0 else _way_out(view)


@strategy("schnuff", tier=1)
def spender(view: View) -> int:
    """Plays chance cards as soon as it may, and numbers only when it has none.

    Schnuff comes first, then Pass, Back, Panic and Risk. Of its numbers it plays the
    highest that crosses no limit, else the lowest.
    """
    if view.menu.members[0] & ~game.NUMBER_CARDS != 0:
        return _way_out(view)
    numbers = _fitting(view)
    return highest(numbers) if numbers != 0 else _way_out(view)


@strategy(
    "schnuff",
    tier=1,
    nerve=Parameter(0, 0, 30, "How far away the next limit must at least be to roll."),
)
def gambler(view: View, nerve: float) -> int:
    """Plays Risk whenever it has it, before every other card, even on a limit.

    Without Risk, or nearer to the next limit than `nerve`, it plays its highest number that
    crosses nothing, and other chance cards only in need.
    """
    if has(view.menu.members[0], game.RISK) and room_left(view) >= nerve:
        return game.RISK
    numbers = _fitting(view)
    return highest(numbers) if numbers != 0 else _way_out(view)


@strategy(
    "schnuff",
    tier=2,
    snare=Parameter(2, 0, 11, "How far below a limit a total still is a trap."),
    reserve=Parameter(1, 0, 8, "Pass, Back and Panic cards it keeps to get out of its own trap."),
)
def bully(view: View, snare: float, reserve: float) -> int:
    """Sets traps: takes the total to a limit, or just below, for the next player to cross.

    With its highest number that fits, if that ends within `snare` of the limit; else, once
    Schnuff cannot be played, with Panic at any distance, unless crossing is free. It does so
    only if it then still holds `reserve` of Pass, Back and Panic. Without a trap to set it
    plays like the saver.
    """
    options = view.menu.members[0]
    count = view.own.count
    outs = count[game.SKIP] + count[game.BACK] + count[game.PANIC]
    numbers = _fitting(view)
    if numbers != 0 and outs >= reserve:
        number = highest(numbers)
        if room_left(view) - (number + 1) <= snare:
            return number
    if (
        has(options, game.PANIC)
        and not has(options, game.SCHNUFF)
        and outs > reserve
        and price(view.rules, view.table, view.table.seat) > 0
    ):
        return game.PANIC
    return _careful(view, _NEAR, _WORTH)


@strategy(
    "schnuff",
    tier=2,
    near=Parameter(_NEAR, 0, 30, "How near the next limit it begins to play its lowest numbers."),
    worth=Parameter(_WORTH, 0, 50, "Chips a crossing must cost to spend a chance card on it."),
)
def saver(view: View, near: float, worth: float) -> int:
    """Keeps what helps at a limit: low numbers, and chance cards but for Risk.

    Twelve or more below the next limit it plays Risk, which cannot cross from there. While
    the limit is more than `near` away it plays its highest number, then the
    lowest. It spends a chance card only when all its numbers would cross, and not
    on a crossing that costs it less than `worth` chips; one that is free costs 0.
    """
    return _careful(view, near, worth)


@inlined
def _careful(view: Any, near: float, worth: float) -> int:
    fitting, room = _fitting(view), room_left(view)
    if room >= game.MOST_ROLLED and has(view.menu.members[0], game.RISK):
        return game.RISK
    if fitting != 0:
        return highest(fitting) if room > near else lowest(fitting)
    numbers = view.menu.members[0] & game.NUMBER_CARDS
    if numbers != 0 and price(view.rules, view.table, view.table.seat) < worth:
        return lowest(numbers)  # type: ignore[no-any-return]
    return _way_out(view)


@inlined
def room_left(view: Any) -> int:
    """Return how far the next limit is."""
    return view.rules.limits[view.table.level] - view.table.total  # type: ignore[no-any-return]


@inlined
def _fitting(view: Any) -> Any:
    """Return the number cards that can be played and cross no limit."""
    return view.menu.members[0] & game.NUMBER_CARDS & (bit(min(room_left(view), game.NUMBERS)) - 1)


@inlined
def highest(numbers: Any) -> int:
    """Return the highest of a set of number cards that is not empty."""
    card = game.NUMBERS - 1
    while not has(numbers, card):
        card -= 1
    return card


@inlined
def _way_out(view: Any) -> int:
    """Return the chance card to play where no number fits, the lowest number, or `NONE`."""
    options = view.menu.members[0]
    if has(options, game.SCHNUFF):
        return game.SCHNUFF
    # Pass, Back, Panic and Risk have numbers in this order.
    chance_cards = options & ~game.NUMBER_CARDS
    if chance_cards != 0:
        options = chance_cards
    return lowest(options)  # type: ignore[no-any-return]
