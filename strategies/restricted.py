"""A handicap for every game: whoever plays, without some actions or without an eye on the scores.

What a handicap costs tells what a game asks of its players (Jaffe, Miller, Andersen, Liu, Karlin
and Popovic, "Evaluating Competitive Game Balance with Restricted Play", AIIDE 2012). It is made of
what every game has: the numbers of actions, the menu, and the scores on the table.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.kit.bits import bit, has, lowest, size
from simulate.kit.read_only import copy_record, integer_at, read_only
from simulate.strategy import Player
from strategies import GROUP, SEATS, Parameter, View, action_at, allows, below, weights_of
from strategies.registry import thinker

#: The most actions of a game, as numbers.
MOST_ACTIONS = 2**31
#: How many values each of two numbers holds as a set.
HALF = 31
#: Whose block of actions is meant: anybody's, that of the seat to act, that of any other seat.
ANY, OWN_BLOCK, OTHER_BLOCK = range(3)

# Of the game, and of the strategies it plays with: each game's copy has its own.
base: Any = None
instead: Any = None
TABLE: Any = None
MENU: Any = None


@thinker(
    is_handicap=True,
    first=Parameter(-1, -1, MOST_ACTIONS, "The first action that it must not choose; -1: none."),
    last=Parameter(-1, -1, MOST_ACTIONS, "The last action that it must not choose."),
    whose=Parameter(
        0, 0, 2, "Of blocks of actions, one a seat: 0: all, 1: its own, 2: those of others."
    ),
    block=Parameter(GROUP, 1, MOST_ACTIONS, "How many actions each such block has."),
    entry=Parameter(
        -1, -1, MOST_ACTIONS, "The integer of the table on which it depends; -1: none."
    ),
    among=Parameter(1, 1, MOST_ACTIONS, "Among how many integers from that on is the one meant."),
    each=Parameter(1, 1, MOST_ACTIONS, "After how many actions it is the next of them."),
    low=Parameter(0, 0, 2**31 - 1, "Which values are meant, 0 to 30: the sum of 2 to their power."),
    high=Parameter(0, 0, 2**31 - 1, "Likewise which of 31 to 61."),
    only=Parameter(0, 0, 1, "1: it must choose those actions whenever it can."),
    level=Parameter(0, 0, 1, "1: it sees every other score as its own."),
    base=Player("Who plays, but for the handicap.", may_think=True),
    instead=Player("Who plays where the base would do what it must not."),
)
def restricted(view: View, *numbers: float) -> int:
    """Plays as its base does, but under a handicap: some actions are forbidden, or scores unseen.

    Forbidden actions are off the menu as long as another one is on it. Where the base would choose
    one all the same, its stand-in chooses; where that would too, the lot decides.
    """
    tables, menus = np.zeros(1, TABLE), np.zeros(1, MENU)
    copy_record(tables[0], view.table)
    copy_record(menus[0], view.menu)
    handicap = _Handicap(*numbers)
    if handicap.first >= 0.0:
        _forbid(menus[0], tables[0], handicap)
    if handicap.level != 0.0:
        for other in range(SEATS):
            tables[0].scores[other] = view.table.scores[view.table.seat]
    return _choose(view, tables, menus)


_Handicap = weights_of(restricted)


def _choose(view: View, tables: Any, menus: Any) -> int:
    """Let somebody choose who sees these; the caller keeps the arrays that they lie in."""
    menu = menus[0]
    seen = View(
        read_only(tables[0]),
        view.own,
        view.rules,
        read_only(menu),
        view.chance,
        view.parameters,
        view.scratch,
    )
    action = base(seen)
    if not allows(menu, action):
        action = instead(seen)
    if not allows(menu, action):
        action = action_at(menu, below(view.chance, menu.count))
    return action  # type: ignore[no-any-return]


def _forbid(menu: Any, table: Any, handicap: Any) -> None:
    """Take actions off a menu, unless nothing would be left; its groups keep their places."""
    kept = 0
    for group in range(menu.groups):
        kept += size(_left(menu, group, table, handicap))
    if kept > 0:
        menu.count = kept
        for group in range(menu.groups):
            menu.members[group] = _left(menu, group, table, handicap)


def _left(menu: Any, group: int, table: Any, handicap: Any) -> int:
    members, left = menu.members[group], menu.members[group]
    while members != 0:
        member = lowest(members)
        members ^= bit(member)
        if _is_meant(menu.bases[group] + member, table, handicap) == (handicap.only == 0.0):
            left ^= bit(member)
    return left  # type: ignore[no-any-return]


def _is_meant(action: int, table: Any, meant: Any) -> bool:
    if not meant.first <= action <= meant.last:
        return False
    if meant.whose != ANY:
        is_own = (action - int(meant.first)) // int(meant.block) == table.seat
        if is_own != (meant.whose == OWN_BLOCK):
            return False
    if meant.entry < 0:
        return True
    place = int(meant.entry) + action // int(meant.each) % int(meant.among)
    value = integer_at(table, place)
    return 0 <= value < 2 * HALF and has(int(meant.low) | int(meant.high) << HALF, value)
