"""Whole commands: a game told move by move, as JSON, and with its choices weighed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from reports.thinking.tables import COLUMNS
from tests.helpers.commands_helper import fathom

GAME = ("replay", "schnuff", "--players", "3", "-s", "random", "--game", "5")
WEIGHED = (*GAME, "--search", "--rollouts", "2", "--playout", "random", "--jobs", "1")


def read(text: str) -> dict[str, Any]:
    found = json.loads(text)
    assert isinstance(found, dict)
    return found


def test_as_json_a_replay_is_one_object_that_tells_the_same_game(tmp_path: Path) -> None:
    told = fathom(tmp_path, *GAME).out
    found = read(fathom(tmp_path, *GAME, "--json").out)
    assert (found["number"], found["seats"]) == (5, ["random"] * 3)
    assert [step["step"] for step in found["steps"]] == list(range(1, len(found["steps"]) + 1))
    for step in found["steps"]:
        assert f"  seat {step['seat']} {step['said']}" in told
    assert found["decisions"] <= len(found["steps"])
    assert f"after {found['turns']} turns" in told
    assert all(f"seat {seat} (random)" in told.splitlines()[-1] for seat in found["winners"])
    assert "search" not in found


def test_weighed_every_choice_is_told_and_the_same_each_time(tmp_path: Path) -> None:
    first = fathom(tmp_path, *WEIGHED).out
    assert fathom(tmp_path, *WEIGHED[:-1], "2").out == first
    assert max(map(len, first.splitlines())) <= 100
    found = read(fathom(tmp_path, *WEIGHED, "--json").out)
    several = [step for step in found["steps"] if step["choices"] > 1]
    assert first.count("chance to win ") == len(several) == found["search"]["choices"]
    assert all("choice" in step for step in several)
    weighed = several[0]["choice"]["actions"]
    assert len(weighed) == several[0]["choices"]
    assert sum(seat["chance"] for seat in weighed[0]["seats"]) == pytest.approx(1)
    for question in ("When was it decided?", "What turned it?", "Which choices mattered?"):
        assert question in first
    assert list(tmp_path.iterdir()) == []


def test_tables_and_the_chart_are_written_where_it_is_said(tmp_path: Path) -> None:
    done = fathom(tmp_path, *WEIGHED, "--out", "told")
    assert done.out.splitlines()[-1] == "Tables and the chart are in told"
    names = {f"{name}.{kind}" for name in COLUMNS for kind in ("csv", "parquet")}
    files = {file.name for file in (tmp_path / "told").iterdir()}
    assert files == {*names, "summary.json", "chances.png", "chances.svg"}
    for name, columns in COLUMNS.items():
        assert list(pd.read_csv(tmp_path / "told" / f"{name}.csv")) == list(columns)
    again = fathom(tmp_path, *WEIGHED, "--out", "told", "--no-charts")
    assert again.out.splitlines()[-1] == "Tables are in told"
    assert {file.name for file in (tmp_path / "told").iterdir()} == {*names, "summary.json"}
    other = [*WEIGHED[:7], "6", *WEIGHED[8:]]
    refused = fathom(tmp_path, *other, "--out", "told", code=2)
    assert "told holds the results of another study" in refused.err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--rollouts", "8"), "--rollouts is about weighing the choices; give --search too"),
        (("--out", "x"), "--out is about weighing the choices; give --search too"),
        (("--playout", "random"), "--playout is about weighing the choices"),
        (("--search", "--rollouts", "1"), "--rollouts cannot be 1; allowed: 2 to 4096"),
        (("--search", "--playout", "search"), "search cannot play on in thought"),
        (("--search", "--playout", "plannr"), "unknown strategy 'plannr'"),
    ],
)
def test_a_mistake_is_told(tmp_path: Path, options: tuple[str, ...], message: str) -> None:
    assert message in fathom(tmp_path, *GAME, *options, code=2).err
    assert list(tmp_path.iterdir()) == []
