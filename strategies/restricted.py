"""The strategy ``restricted``: another strategy with a handicap, for every game.

A handicap forbids actions or hides the scores. Its cost in wins shows how much a game depends on
those actions or on the scores (Jaffe, Miller, Andersen, Liu, Karlin and Popović, "Evaluating
Competitive Game Balance with Restricted Play", AIIDE 2012). The strategy works for every game
because it uses only the numbers and meanings of actions, the menu, and the scores on the table.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.kit.bits import bit, has, lowest, size
from simulate.kit.menu import MOST_ACTIONS, MOST_MEANINGS
from simulate.kit.read_only import copy_record, read_only
from simulate.strategy import Player
from strategies import SEATS, Parameter, View, action_at, allows, below, weights_of
from strategies.registry import thinker

# Placeholders for the game's function ``meaning``, for types of its records, and for the strategies
# that decide. They are replaced in the copy of this module that `strategies.registry.specialised`
# makes for each game.
meaning: Any = None
base: Any = None
instead: Any = None
TABLE: Any = None
MENU: Any = None


@thinker(
    is_handicap=True,
    first=Parameter(-1, -1, MOST_ACTIONS, "The first forbidden action; -1: none."),
    last=Parameter(-1, -1, MOST_ACTIONS, "The last forbidden action."),
    meanings=Parameter(
        0,
        0,
        2**MOST_MEANINGS - 1,
        "In games that declare meanings of actions: the meanings of the forbidden actions, as a "
        "sum of 2**meaning; 0: all.",
    ),
    only=Parameter(
        0, 0, 1, "1: the actions that the other parameters describe are the only ones allowed."
    ),
    level=Parameter(0, 0, 1, "1: it sees the scores of all other seats as equal to its own."),
    base=Player("The strategy that plays with the handicap.", may_think=True),
    instead=Player("The strategy that decides where the base would take a forbidden action."),
)
def restricted(view: View, *numbers: float) -> int:
    """Plays like its base strategy, but some actions are forbidden, or the scores are hidden.

    Forbidden actions are removed from the menu unless no other action is on it. If the base chooses
    a forbidden action anyway, a second strategy decides. If that strategy does so too, the choice
    is random.
    """
    tables, menus = np.zeros(1, TABLE), np.zeros(1, MENU)
    copy_record(tables[0], view.table)
    copy_record(menus[0], view.menu)
    handicap = _Handicap(*numbers)
    if handicap.first >= 0.0:
        _forbid(menus[0], view.rules, tables[0], handicap)
    if handicap.level != 0.0:
        for seat in range(SEATS):
            tables[0].scores[seat] = view.table.scores[view.table.seat]
    return _choose(view, tables, menus)


_Handicap = weights_of(restricted)


def _choose(view: View, tables: Any, menus: Any) -> int:
    """Return the action of the base, or else of the second strategy, for a changed table and menu.

    If neither chooses an action on the menu, the result is a random action on it. `tables` and
    `menus` are arrays of length 1, because in compiled code a record does not keep its array alive.
    """
    menu = menus[0]
    changed_view = View(
        read_only(tables[0]),
        view.own,
        view.rules,
        read_only(menu),
        view.chance,
        view.parameters,
        view.scratch,
    )
    action = base(changed_view)
    if not allows(menu, action):
        action = instead(changed_view)
    if not allows(menu, action):
        action = action_at(menu, below(view.chance, menu.count))
    return action  # type: ignore[no-any-return]


def _forbid(menu: Any, rules: Any, table: Any, handicap: Any) -> None:
    """Remove the forbidden actions from a menu, unless all its actions are forbidden."""
    count = 0
    for group in range(menu.groups):
        count += size(_allowed_members(menu, group, rules, table, handicap))
    if count > 0:
        menu.count = count
        # Groups that become empty stay, so that the other groups keep their indices.
        for group in range(menu.groups):
            menu.members[group] = _allowed_members(menu, group, rules, table, handicap)


def _allowed_members(menu: Any, group: int, rules: Any, table: Any, handicap: Any) -> int:
    """Return the members of a group of the menu that are not forbidden, as a set."""
    members, allowed = menu.members[group], menu.members[group]
    while members != 0:
        member = lowest(members)
        members ^= bit(member)
        action = menu.bases[group] + member
        if _is_selected(action, rules, table, handicap) == (handicap.only == 0.0):
            allowed ^= bit(member)
    return allowed  # type: ignore[no-any-return]


def _is_selected(action: int, rules: Any, table: Any, handicap: Any) -> bool:
    """Return True if the parameters of the handicap select an action at the current table."""
    if not handicap.first <= action <= handicap.last:
        return False
    meanings = int(handicap.meanings)
    return meanings == 0 or has(meanings, meaning(rules, table, action))
