"""Strategies: how players decide.

The folder has modules with strategies for a single bundled game, and modules with strategies for
every game. Authors of strategies import from this package everything that does not belong to their
game. `README.md` in this folder explains how to write a strategy, and lists the names::

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
