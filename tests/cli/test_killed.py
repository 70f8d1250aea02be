"""A command that is killed goes on where it was, and finds what it would have found."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.helpers.killing import COMMANDS, kill_often, undisturbed

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", COMMANDS)
def test_killed_at_any_moment_it_finds_the_same_and_leaves_nothing(
    name: str, tmp_path: Path
) -> None:
    (tmp_path / "whole").mkdir()
    (tmp_path / "killed").mkdir()
    undisturbed(tmp_path / "whole", name)  # compiles
    expected, seconds = undisturbed(tmp_path / "whole", name)
    found = kill_often(tmp_path / "killed", name, expected, seconds, 3, random.Random(name))
    assert found.kills and found.went_on
    assert all(lost < 5 for lost in found.lost)
