"""A run of a changed game file offers a comparison with the run before the change."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from simulate.cli.earlier_version import find_earlier_version
from tests.helpers.commands_helper import fathom

STUDY = 'game = "game/reef.py"\nplayers = {players}\nlineup = ["racer"]\ntally_id = "1"\n'


def make_folder(path: Path, content: str, age: int, players: int = 4, study: str = STUDY) -> Path:
    """Make a folder of results, `age` seconds old, with a game's file."""
    (path / "game").mkdir(parents=True)
    (path / "game" / "reef.py").write_text(content, encoding="utf-8")
    file = path / "study.toml"
    file.write_text(study.format(players=players), encoding="utf-8")
    time = 1_700_000_000 - age
    os.utime(file, (time, time))
    return path


def test_the_newest_run_of_another_version_is_the_earlier_version(tmp_path: Path) -> None:
    new = make_folder(tmp_path / "new", "goal = 40", age=0)
    make_folder(tmp_path / "same", "goal = 40", age=1)
    changed = make_folder(tmp_path / "changed", "goal = 45", age=3)
    make_folder(tmp_path / "older", "goal = 50", age=9)
    assert find_earlier_version(new) == changed


@pytest.mark.parametrize("difference", ["players", "no run", "broken", "bundled"])
def test_other_folders_are_no_earlier_version(difference: str, tmp_path: Path) -> None:
    new = make_folder(tmp_path / "new", "goal = 40", age=0)
    other = make_folder(tmp_path / "other", "goal = 50", age=3)
    assert find_earlier_version(new) == other
    texts = {
        "players": STUDY.format(players=3),
        "no run": STUDY.format(players=4).replace("tally_id", "[sweep]\nother"),
        "broken": "game =",
        "bundled": STUDY.format(players=4).replace("game/reef.py", "snorkeling"),
    }
    (other / "study.toml").write_text(texts[difference], encoding="utf-8")
    assert find_earlier_version(new) is None


def test_a_changed_file_is_offered_for_comparison_with_its_earlier_run(tmp_path: Path) -> None:
    fathom(tmp_path, "new", "reef")
    options = ("reef.py", "--trust", "--games", "40", "--no-robust", "--no-charts")
    first = fathom(tmp_path, "run", *options)
    assert "to compare" not in first.err
    file = tmp_path / "reef.py"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("default=50", "default=40"), encoding="utf-8")
    second = " ".join(fathom(tmp_path, "run", *options).err.split())
    words = second.partition("to compare: fathom ")[2].split()
    assert words[0] == "compare"
    compared = fathom(tmp_path, *words[:3], "--no-charts").out
    assert "Changed: goal 50 \N{RIGHTWARDS ARROW} 40" in compared
