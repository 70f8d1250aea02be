"""How players decide: one module a game, what serves every game, and the door for authors.

A strategy's file needs one import for all that is not the game's own; `README.md` here tells
how to write one, and what each name is for::

    from strategies import Parameter, legal, strategy
"""

from simulate.kit import grid
from simulate.kit.bits import EMPTY, bit, from_members, has, lowest, nth, size
from simulate.kit.chance import below, uniform
from simulate.kit.compiled import compiled, inlined
from simulate.kit.layout import SEATS
from simulate.kit.menu import GROUP, PASS, action_at, allows, legal
from simulate.kit.seats import CLOCKWISE, COUNTERCLOCKWISE, all_seats, next_seat, odds_of
from simulate.kit.view import View, record_of, working_memory, working_record
from simulate.strategy import Parameter, Strategy
from strategies.registry import (
    find_strategy,
    handicaps_for,
    strategies_for,
    strategy,
    thinkers_for,
    weights_of,
)
