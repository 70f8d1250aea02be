from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simulate.kit.bits import from_members
from simulate.kit.compiled import compiled
from simulate.kit.menu import GROUP, PASS, action_at, allows, clear, legal, menu_layout, offer
from simulate.kit.read_only import closed
from simulate.kit.view import View
from tests.kit import kinds, of

GROUPS = 4
#: The part of working memory in which actions are listed.
SCRATCH = np.dtype([("actions", np.int64, (GROUPS * GROUP,))], align=True)
groups = st.lists(st.sets(st.integers(0, 63)), max_size=GROUPS)


def filled_menu(kind: str, offered: list[set[int]]) -> Any:
    """Return a menu whose group g has base 64 * g, written over another menu."""
    menu = np.zeros(1, menu_layout(GROUPS).dtype).view(np.recarray)[0]
    menu.groups, menu.count = 3, 99
    menu.members[:] = -1
    of(kind, clear)(menu)
    for group, chosen in enumerate(offered):
        of(kind, offer)(menu, GROUP * group, np.int64(from_members(chosen)))
    return menu


def expected_actions(offered: list[set[int]]) -> list[int]:
    return [GROUP * g + member for g, chosen in enumerate(offered) for member in sorted(chosen)]


@compiled
def listed_compiled(menu: Any, scratch: Any) -> Any:
    return legal(View(None, None, None, menu, None, None, closed(scratch)))


def view_of(menu: Any) -> View:
    scratch = np.zeros(1, SCRATCH).view(np.recarray)[0]
    return View(None, None, None, menu, None, None, scratch)


@kinds
@given(offered=groups)
def test_actions_are_numbered_in_the_order_in_which_they_are_offered(
    kind: str, offered: list[set[int]]
) -> None:
    menu, expected = filled_menu(kind, offered), expected_actions(offered)
    assert menu.count == len(expected)
    assert [int(of(kind, action_at)(menu, i)) for i in range(len(expected))] == expected
    assert int(of(kind, action_at)(menu, len(expected))) == PASS


@kinds
@given(offered=groups)
def test_legal_returns_exactly_the_actions_that_were_offered(
    kind: str, offered: list[set[int]]
) -> None:
    menu = filled_menu(kind, offered)
    view = view_of(menu)
    listed = listed_compiled(menu, view.scratch) if kind == "compiled" else of(kind, legal)(view)
    assert [int(action) for action in listed] == expected_actions(offered)


@kinds
@given(
    offered=groups,
    action=st.one_of(st.integers(-GROUP, GROUP * (GROUPS + 1)), st.integers(-(2**63), 2**63 - 1)),
)
def test_a_menu_allows_exactly_the_offered_actions(
    kind: str, offered: list[set[int]], action: int
) -> None:
    menu, expected = filled_menu(kind, offered), expected_actions(offered)
    assert bool(of(kind, allows)(menu, action)) == (action in expected)
    assert all(of(kind, allows)(menu, action) for action in expected)
