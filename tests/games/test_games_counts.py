"""Every game addresses its counts by the names it tells them by."""

from __future__ import annotations

import importlib
import pkgutil
from typing import Any

import pytest

import simulate.games
from simulate.game import game_names

BUNDLED = [
    importlib.import_module(f"{simulate.games.__name__}.{module.name}")
    for module in pkgutil.iter_modules(simulate.games.__path__)
]


#: Those made of components number their counts themselves.
NUMBERED = [module for module in BUNDLED if hasattr(module, "Counted")]


@pytest.mark.parametrize("module", NUMBERED, ids=lambda module: module.__name__)
def test_the_members_of_counted_are_the_names_of_the_counts_in_order(module: Any) -> None:
    told = [count.name.upper() for count in module.GAME.counts]
    assert [member.name for member in module.Counted] == told
    assert [int(member) for member in module.Counted] == list(range(len(told)))


def test_every_bundled_game_is_looked_at() -> None:
    assert sorted(module.GAME.name for module in BUNDLED) == game_names()
    assert len(NUMBERED) >= 3
