"""The games that prove files pass the checks that designers are told to make."""

from pathlib import Path

import pytest

from tests.helpers.commands_helper import fathom
from tests.helpers.file_games import FOLDER

NAMES = sorted(file.stem for file in FOLDER.glob("*.py"))


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_game_in_a_file_passes_every_check(name: str, tmp_path: Path) -> None:
    done = fathom(tmp_path, "check", str(FOLDER / f"{name}.py"), "--json", "--quiet")
    checks = done.json["checks"]
    assert [one["name"] for one in checks if one["passed"] is False] == []
    assert sum(one["passed"] is True for one in checks) >= 15
