"""Personas in the commands: the same label everywhere, and the file is not needed again."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.helpers.commands_helper import fathom

AUNT = """\
name = "cautious aunt"
game = "scaphandre"
base = "collector"
about = "Takes what lies there."
"""
FEW = ("--games", "40", "--no-charts")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "people").mkdir()
    (tmp_path / "people" / "aunt.toml").write_text(AUNT, encoding="utf-8")
    return tmp_path


def written(folder: Path, name: str) -> dict[str, object]:
    return tomllib.loads((folder / name / "study.toml").read_text(encoding="utf-8"))


def test_strategies_lists_the_personas_of_a_folder(folder: Path) -> None:
    out = fathom(folder, "strategies", "scaphandre", "--personas", "people").out
    assert "cautious aunt  (persona, " in out
    assert "Takes what lies there. Plays as collector." in out
    assert "-s 'cautious aunt = collector'" in out
    fathom(folder, "strategies", "shoal", "--personas", "people", code=2)


def test_of_a_handicap_it_says_what_a_designer_may_write(folder: Path) -> None:
    out = fathom(folder, "strategies", "schnuff").out
    assert "e+" not in out
    assert "first=-1 (-1 or more): " in out
    assert "By hand, write level=1 or say who plays" in out
    assert "'fathom ask schnuff'" in " ".join(out.split())
    played = ("-s", "restricted(level=1, base=planner)", "--no-robust", "--quiet")
    fathom(folder, "run", "scaphandre", *played, *FEW, "--json")


def test_a_run_tells_who_the_persona_is_and_can_be_run_again_without_the_file(
    folder: Path,
) -> None:
    line_up = ("-s", "people/aunt.toml", "-s", "random", "--players", "2")
    first = fathom(folder, "run", "scaphandre", *line_up, *FEW, "--no-robust", "--out", "one")
    assert "cautious aunt (collector) and random play" in " ".join(first.out.split())
    assert written(folder, "one")["lineup"] == ["cautious aunt = collector", "random"]
    (folder / "people" / "aunt.toml").unlink()
    again = fathom(folder, "run", "one", "--no-robust", "--json", "--out", "two").json
    assert again["lineup"] == ["cautious aunt", "random"]
    assert again["personas"] == {"cautious aunt": "cautious aunt = collector"}
    assert written(folder, "two")["tally_id"] == written(folder, "one")["tally_id"]
    replayed = fathom(folder, "replay", "one", "--game", "1").out
    assert "cautious aunt" in replayed


def test_a_comparison_calls_its_arms_by_the_personas_names(folder: Path) -> None:
    arms = ("-s", "people/aunt.toml", "-s", "random")
    found = fathom(folder, "compare", "scaphandre", *arms, *FEW, "--json", "--out", "both").json
    assert [arm["label"] for arm in found["arms"]] == ["cautious aunt", "random"]
    (folder / "people" / "aunt.toml").unlink()
    again = fathom(folder, "compare", "both", "--json").json
    assert [arm["result"]["tally_id"] for arm in again["arms"]] == [
        arm["result"]["tally_id"] for arm in found["arms"]
    ]


def test_tournaments_and_ladders_keep_what_a_persona_is(folder: Path) -> None:
    said = ("-s", "people/aunt.toml", "-s", "random", "--players", "2", *FEW)
    fathom(folder, "tournament", "scaphandre", *said, "--out", "cup")
    assert written(folder, "cup")["tournament"] == {
        "strategies": ["cautious aunt = collector", "random"]
    }
    fathom(folder, "ladder", "scaphandre", *said, "--out", "steps")
    table = written(folder, "steps")["ladder"]
    assert isinstance(table, dict)
    assert "cautious aunt = collector" in table["strategies"]
