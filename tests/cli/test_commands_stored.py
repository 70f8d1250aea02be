"""What ``fathom compare`` says of the folders of two runs, when the code changed between them."""

from __future__ import annotations

import json
import math
import shutil
from pathlib import Path
from typing import Any

import pytest

from simulate import compare
from simulate.cli.plans.provenance import made_with
from tests.helpers.commands_helper import contents, fathom

RUN = ("run", "snorkeling", "-s", "random", "--no-robust", "--no-charts", "--quiet")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("weeks")
    fathom(folder, *RUN, "--games", "400", "--out", "runs/week1")
    fathom(folder, *RUN, "--games", "400", "--variant", "expert", "--out", "runs/week2")
    return folder


@pytest.fixture
def weeks(played: Path, tmp_path: Path) -> Path:
    """Return a copy of the folders of two runs."""
    shutil.copytree(played, tmp_path, dirs_exist_ok=True)
    return tmp_path


def made_otherwise(folder: Path, **changes: Any) -> None:
    """Let a run say that it was made with something else."""
    file = folder / "summary.json"
    summary = json.loads(file.read_text())
    summary["made_with"] |= changes
    file.write_text(json.dumps(summary))


def test_another_version_of_the_game_has_the_stored_results_compared(weeks: Path) -> None:
    made_otherwise(weeks / "runs" / "week1", game_version=1, code="0123456789ab")
    done = fathom(weeks, "compare", "runs/week1", "runs/week2", "--out", "both")
    assert "nothing was played again" in " ".join(done.out.split())
    why = "between week1 and week2, the game's version (1, then 2) and the code of the game or of"
    assert why in " ".join(done.out.split())
    assert "800 games, played earlier" in done.out
    found = json.loads((weeks / "both" / "summary.json").read_text())
    assert found["stored"]["changed"].startswith(why)
    stored = [
        json.loads((weeks / "runs" / week / "summary.json").read_text())
        for week in ("week1", "week2")
    ]
    assert [arm["result"] for arm in found["arms"]] == stored
    for one in found["differences"]:
        assert one["pairing_gain"] is None
        assert one["ci_low"] is None or one["ci_low"] <= one["value"] <= one["ci_high"]
    by_figure = {one["figure"]: one for one in found["differences"]}
    assert "skill" not in by_figure  # nothing was played
    turns, [one, other] = by_figure["length.turns.mean"], stored
    assert turns["value"] == pytest.approx(
        other["length"]["turns"]["mean"] - one["length"]["turns"]["mean"]
    )
    first, second = (run["length"]["turns"] for run in stored)
    half = math.hypot(second["ci_high"] - second["mean"], first["mean"] - first["ci_low"])
    assert turns["ci_high"] - turns["value"] == pytest.approx(half)
    assert turns["verdict"] == "higher"


def test_a_run_that_does_not_say_with_which_code_it_was_played_is_not_played_again(
    weeks: Path,
) -> None:
    runs = [weeks / "runs" / week for week in ("week1", "week2")]
    same = compare(runs)
    assert same.comparison.is_paired and "stored" not in same.summary, "nothing changed"
    [pair] = same.comparison.pairs
    assert pair.figures["lead_changes"].difference.pairing_gain
    summary = json.loads((runs[1] / "summary.json").read_text())
    del summary["made_with"]
    (runs[1] / "summary.json").write_text(json.dumps(summary))
    found = compare(runs)
    assert found.comparison.changed == "week2 does not say with which code it was played"
    assert not found.comparison.is_paired


def test_runs_with_other_numbers_of_games_or_seeds_are_compared_as_they_are(weeks: Path) -> None:
    fathom(weeks, *RUN, "--games", "300", "--seed", "9", "--out", "runs/week3")
    done = fathom(weeks, "compare", "runs/week1", "runs/week3", "--no-charts", "--full")
    assert "they have different seeds" in done.out
    assert "week3 (300 games, seed 9)" in " ".join(done.out.split())
    first = fathom(weeks, "compare", "runs/week1", "runs/week3", "--against", "week3", "--json")
    assert [arm["label"] for arm in first.json["arms"]] == ["week3", "week1"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--robust"], "--robust has other players play, and the code changed"),
        (["--confidence", "0.9"], "these folders hold 95 % intervals, not 90 %; give --confidence"),
        (["--against", "week"], "unknown version 'week' of this comparison; known: week1, week2"),
    ],
)
def test_what_stored_results_cannot_tell_is_an_error(
    weeks: Path, options: list[str], message: str
) -> None:
    made_otherwise(weeks / "runs" / "week1", code="0123456789ab")
    before = contents(weeks)
    done = fathom(weeks, "compare", "runs/week1", "runs/week2", *options, code=2)
    assert message in done.err
    assert contents(weeks) == before


@pytest.mark.parametrize(
    ("file", "old", "new", "why"),
    [
        ("study.toml", "players = 4", "players = 3", "4 strategies for 3 players"),
        ("study.toml", 'variant = "base"', "", "variant"),
        ("summary.json", '"deals": 400', '"deals": "a"', ""),
        ("summary.json", "{", "[" * 100_000, "holds no JSON object"),
        ("figures.parquet", "PAR1", "a,b", "runs/week1 does not hold the results of a run"),
    ],
)
def test_a_spoilt_file_of_a_folder_is_told_in_a_line(
    file: str, old: str, new: str, why: str, weeks: Path
) -> None:
    made_otherwise(weeks / "runs" / "week1", game_version=1, code="0123456789ab")
    spoilt = weeks / "runs" / "week1" / file
    held = spoilt.read_bytes()
    assert old.encode() in held
    spoilt.write_bytes(held.replace(old.encode(), new.encode(), 1))
    done = fathom(weeks, "compare", "runs/week1", "runs/week2", "--quiet", code=1)
    assert why in done.message


def test_a_number_of_games_that_is_none_is_told_before_a_game_is_looked_for(weeks: Path) -> None:
    file = weeks / "runs" / "week1" / "summary.json"
    file.write_text(file.read_text().replace('"games": 400', '"games": "many"', 1))
    done = fathom(weeks, "replay", "runs/week1", "--game", "3", code=1)
    assert "summary.json: games cannot be 'many'; play the study beside it again" in done.message


def test_the_code_of_a_game_changes_with_its_own_sources_and_a_strategy_file(
    tmp_path: Path,
) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("x = 1\n")
    specs = [f"{mine}:bold", "random"]
    before = made_with("snorkeling", specs)
    assert before == made_with("snorkeling", specs)
    assert made_with("schnuff", ["random"])["code"] != made_with("shoal", ["random"])["code"]
    mine.write_text("x = 2\n")
    after = made_with("snorkeling", specs)
    assert (after["code"] != before["code"]) and after["fathom"] == before["fathom"]
