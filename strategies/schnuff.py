"""Strategies for Schnuff, except the planner.

When every number card in hand would cross a limit, each strategy plays a chance card: Schnuff,
which is allowed only on a limit, otherwise Pass, Back or Panic, and Risk last. Without a chance
card it crosses the limit with its lowest number. The docstrings describe the other decisions.
"""

from __future__ import annotations

from typing import Any

from simulate.games import schnuff as game
from simulate.games.schnuff.play import price
from strategies import Parameter, View, bit, has, inlined, lowest, strategy

#: The default parameters of the saver, which the bully uses too.
_NEAR, _WORTH = 5, 1


@strategy("schnuff", tier=1)
def creeper(view: View) -> int:
    """Plays its lowest number card that crosses no limit, and a chance card if it has none."""
    numbers = _fitting_numbers(view)
    return lowest(numbers) if numbers != 0 else _escape_card(view)


@strategy("schnuff", tier=1)
def hurrier(view: View) -> int:
    """Plays its highest number card that crosses no limit, and a chance card if it has none."""
    numbers = _fitting_numbers(view)
    return highest(numbers) if numbers != 0 else _escape_card(view)


@strategy("schnuff", tier=1)
def spender(view: View) -> int:
    """Plays chance cards as soon as they are allowed, and number cards only when it has none.

    It plays Schnuff first, then Pass, Back, Panic and Risk. Of its number cards it plays the
    highest that crosses no limit, or the lowest if all of them cross a limit.
    """
    if view.menu.members[0] & ~game.NUMBER_CARDS != 0:
        return _escape_card(view)
    numbers = _fitting_numbers(view)
    return highest(numbers) if numbers != 0 else _escape_card(view)


@strategy(
    "schnuff",
    tier=1,
    nerve=Parameter(0, 0, 30, "The smallest distance to the next limit at which it plays Risk."),
)
def gambler(view: View, nerve: float) -> int:
    """Plays Risk whenever it has it, before every other card, even on a limit.

    Without Risk, or when the next limit is nearer than `nerve`, it plays its highest number card
    that crosses no limit, and another chance card if it has none.
    """
    if has(view.menu.members[0], game.RISK) and room_left(view) >= nerve:
        return game.RISK
    numbers = _fitting_numbers(view)
    return highest(numbers) if numbers != 0 else _escape_card(view)


@strategy(
    "schnuff",
    tier=2,
    snare=Parameter(2, 0, 11, "The greatest distance below a limit at which a total is a trap."),
    reserve=Parameter(
        1, 0, 8, "The number of Pass, Back and Panic cards that it keeps to escape its own trap."
    ),
)
def bully(view: View, snare: float, reserve: float) -> int:
    """Sets traps: it brings the total to a limit or just below it, so that the next player crosses.

    It uses its highest number card that crosses no limit, if the total is then within `snare` of
    the limit. Otherwise it uses Panic at any distance, unless it could play Schnuff or crossing is
    free. It sets a trap only if it keeps `reserve` Pass, Back and Panic cards. If it sets no trap,
    it plays like the saver.
    """
    options = view.menu.members[0]
    count = view.own.count
    outs = count[game.SKIP] + count[game.BACK] + count[game.PANIC]
    numbers = _fitting_numbers(view)
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
    return _saver_card(view, _NEAR, _WORTH)


@strategy(
    "schnuff",
    tier=2,
    near=Parameter(
        _NEAR, 0, 30, "The largest distance to the limit at which it plays low numbers."
    ),
    worth=Parameter(
        _WORTH, 0, 50, "The lowest price in chips at which it avoids crossing a limit."
    ),
)
def saver(view: View, near: float, worth: float) -> int:
    """Keeps the cards that help at a limit: low numbers, and all chance cards except Risk.

    At a total twelve or more below the next limit it plays Risk, which cannot cross the limit from
    there. While the limit is more than `near` away it plays its highest number card, and nearer to
    it the lowest. It uses a chance card only when all its number cards would cross the limit, and
    only if crossing would cost it at least `worth` chips. A free crossing costs 0.
    """
    return _saver_card(view, near, worth)


@inlined
def _saver_card(view: Any, near: float, worth: float) -> int:
    """Return the card that the saver plays with the parameters `near` and `worth`."""
    fitting, room = _fitting_numbers(view), room_left(view)
    if room >= game.MOST_ROLLED and has(view.menu.members[0], game.RISK):
        return game.RISK
    if fitting != 0:
        return highest(fitting) if room > near else lowest(fitting)
    numbers = view.menu.members[0] & game.NUMBER_CARDS
    if numbers != 0 and price(view.rules, view.table, view.table.seat) < worth:
        return lowest(numbers)  # type: ignore[no-any-return]
    return _escape_card(view)


@inlined
def room_left(view: Any) -> int:
    """Return the difference between the next limit and the total."""
    return view.rules.limits[view.table.level] - view.table.total  # type: ignore[no-any-return]


@inlined
def _fitting_numbers(view: Any) -> Any:
    """Return the set of number cards that can be played and cross no limit."""
    return view.menu.members[0] & game.NUMBER_CARDS & (bit(min(room_left(view), game.NUMBERS)) - 1)


@inlined
def highest(numbers: Any) -> int:
    """Return the highest card in a set of number cards, which must not be empty."""
    card = game.NUMBERS - 1
    while not has(numbers, card):
        card -= 1
    return card


@inlined
def _escape_card(view: Any) -> int:
    """Return the card to play when no number card fits: a chance card, a number, or `NONE`."""
    options = view.menu.members[0]
    if has(options, game.SCHNUFF):
        return game.SCHNUFF
    # As cards, Pass, Back, Panic and Risk are numbered in this order.
    chance_cards = options & ~game.NUMBER_CARDS
    if chance_cards != 0:
        options = chance_cards
    return lowest(options)  # type: ignore[no-any-return]
