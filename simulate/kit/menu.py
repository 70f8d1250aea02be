"""Menus: the legal actions at a moment, in a few groups of up to 64 actions each.

An action is an integer: the base of its group plus a member of the group's set. Games offer a whole
group ("any of these cards to the centre") with one call. Actions can be counted and chosen at
random without a list of them, which made random play a fifth faster.
"""

from __future__ import annotations

from typing import Any

from simulate.kit.bits import bit, has, lowest, nth, size
from simulate.kit.chance import below
from simulate.kit.compiled import compiled, inlined
from simulate.kit.layout import Layout, layout
from simulate.kit.read_only import opened

#: The action that the engine applies when no action is legal, in a turn without a decision.
PASS = -1
#: The maximum number of members of a group.
GROUP = 64
#: The number of every action of every game is below this.
MOST_ACTIONS = 2**31
#: The meaning of an action (`simulate.game.Game.meaning`) is a number from 0 to below this.
MOST_MEANINGS = 31


def menu_layout(groups: int) -> Layout:
    """Return the layout of a menu with room for a number of groups."""
    return layout(
        groups="the number of groups offered",
        count="the number of actions offered",
        bases=("each group's base: the action is base + member", groups),
        members=("each group's members, as a set", groups),
    )


@inlined
def only_meaning(rules: Any, table: Any, action: int) -> int:
    """Return 0: the meaning of every action in a game that declares no meanings."""
    return 0


@inlined
def clear(menu: Any) -> None:
    """Remove all actions from a menu."""
    menu.groups = 0
    menu.count = 0


@inlined
def offer(menu: Any, base: int, members: Any) -> None:
    """Add a group to a menu: the action `base` + member for each member of the set `members`.

    The set may be empty. The menu must have room for another group.
    """
    group = menu.groups
    menu.bases[group] = base
    menu.members[group] = members
    menu.groups = group + 1
    menu.count += size(members)


@inlined
def allow(menu: Any, action: int) -> None:
    """Add one action to a menu, unless it is on the menu already.

    The action is added to a group whose base is a multiple of 64.
    """
    base = action & ~63
    for group in range(menu.groups):
        if menu.bases[group] == base:
            if not has(menu.members[group], action & 63):
                menu.members[group] |= bit(action & 63)
                menu.count += 1
            return
    offer(menu, base, bit(action & 63))


@inlined
def action_at(menu: Any, index: int) -> int:
    """Return the action at a position (0 to count - 1) on a menu, in the order of offers.

    The result is `PASS` for positions beyond the last action.
    """
    for group in range(menu.groups):
        members = menu.members[group]
        actions = size(members)
        if index < actions:
            return menu.bases[group] + nth(members, index)  # type: ignore[no-any-return]
        index -= actions
    return PASS


@inlined
def allows(menu: Any, action: int) -> bool:
    """Return True if an action is on a menu."""
    for group in range(menu.groups):
        member = action - menu.bases[group]
        if 0 <= member < GROUP and has(menu.members[group], member):
            return True
    return False


@inlined
def legal_or_random(menu: Any, action: int, chance: Any) -> int:
    """Return an action if it is on a menu, or else a random action of the menu.

    The menu must have an action. A strategy that does not read the menu can choose an action that a
    handicap has removed.
    """
    if allows(menu, action):
        return action
    return action_at(menu, below(chance, menu.count))


@compiled
def legal(view: Any) -> Any:
    """Return the legal actions of a view in the order of offers, as an array of int64.

    The array lies in the view's scratch memory, and the next call overwrites it.
    """
    menu = view.menu
    listed = opened(view.scratch).actions
    count = 0
    for group in range(menu.groups):
        members = menu.members[group]
        while members != 0:
            member = lowest(members)
            members ^= bit(member)
            listed[count] = menu.bases[group] + member
            count += 1
    return listed[:count]
