"""The legal actions of a moment, as a few groups of up to 64 each.

An action is an integer: a group's base plus a member of the group's set. Games offer whole groups
("any of these cards to the centre") with one call; counting and picking at random need no list,
which made random play a fifth faster.
"""

from __future__ import annotations

from typing import Any

from simulate.kit.bits import bit, has, lowest, nth, size
from simulate.kit.compiled import compiled, inlined
from simulate.kit.layout import Layout, layout
from simulate.kit.read_only import opened

#: What the engine applies when nothing can be chosen: the turn has no decision.
PASS = -1
#: The members a group can have.
GROUP = 64


def menu_layout(groups: int) -> Layout:
    """Make the layout of a menu with room for `groups` groups."""
    return layout(
        groups="how many groups are offered",
        count="how many actions are offered",
        bases=("each group's base: the action is base + member", groups),
        members=("each group's members, as a set", groups),
    )


@inlined
def clear(menu: Any) -> None:
    """Begin a new menu."""
    menu.groups = 0
    menu.count = 0


@inlined
def offer(menu: Any, base: int, members: Any) -> None:
    """Offer the actions `base` + member for each member of the set (which may be empty)."""
    group = menu.groups
    menu.bases[group] = base
    menu.members[group] = members
    menu.groups = group + 1
    menu.count += size(members)


@inlined
def allow(menu: Any, action: int) -> None:
    """Offer one action; those offered so lie in groups of 64 by their number."""
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
    """Return action number `index` (0 to count - 1), in the order offered."""
    for group in range(menu.groups):
        members = menu.members[group]
        here = size(members)
        if index < here:
            return menu.bases[group] + nth(members, index)  # type: ignore[no-any-return]
        index -= here
    return PASS


@inlined
def allows(menu: Any, action: int) -> bool:
    """Tell whether `action` is on the menu."""
    for group in range(menu.groups):
        member = action - menu.bases[group]
        if 0 <= member < GROUP and has(menu.members[group], member):
            return True
    return False


@compiled
def legal(view: Any) -> Any:
    """List the legal actions in the order offered, as an array of int64.

    It lies in the view's scratch memory: the next call writes over it.
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
