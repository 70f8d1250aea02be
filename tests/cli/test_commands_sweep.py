"""The command ``fathom sweep``, run as users run it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from simulate import sweep
from tests.helpers.commands_helper import fathom

QUICK = ("sweep", "snorkeling", "-s", "random", "--games", "300")
STUDY = """\
game = "snorkeling"
players = 3
games = 200
lineup = ["random"]
[sweep]
vary = ["target_score=4,8"]
figures = ["length.minutes.mean"]
[targets]
"length.minutes.mean" = { max = 1 }
"""


@pytest.fixture(scope="module")
def where(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the results of a sweep in ``swept``."""
    folder = tmp_path_factory.mktemp("sweep")
    done = fathom(folder, *QUICK, "--vary", "target_score=4,8,12", "--out", "swept", "--json")
    (folder / "printed.json").write_text(done.out)
    return folder


@pytest.fixture(scope="module")
def found(where: Path) -> Any:
    return json.loads((where / "printed.json").read_text())


def test_each_point_of_a_sweep_has_the_results_of_its_run(where: Path, found: Any) -> None:
    assert [point["rules"] for point in found["points"]] == [
        {"target_score": value} for value in (4, 8, 12)
    ]
    options = ("--rule", "target_score=8", "--no-robust", "--json")
    run = fathom(where, "run", *QUICK[1:], *options).json
    del run["made_with"]
    result = dict(found["points"][1]["result"])
    for differs in ("elapsed_s", "games_per_s", "decisions_per_s", "jobs"):
        del run[differs], result[differs]
    assert result == run


def test_differences_of_a_sweep_are_relative_to_the_current_rule(found: Any) -> None:
    assert found["base"] == {"rules": {"target_score": 12}, "as_it_is": True}
    figures = ["first_player_advantage", "length.minutes.mean"]
    figures += [f"seats.{seat}.win_rate" for seat in (1, 2, 3, 4)]
    assert found["figures"] == figures
    assert len(found["differences"]) == 2 * len(figures)
    by = {(one["figure"], one["b"]): one for one in found["differences"]}
    assert {one["a"] for one in found["differences"]} == {"target_score=12"}
    first = by["length.minutes.mean", "target_score=4"]
    means = [point["result"]["length"]["minutes"]["mean"] for point in found["points"]]
    assert first["value"] == pytest.approx(means[0] - means[2])
    assert first["ci_low"] < first["value"] < first["ci_high"]
    assert (first["verdict"], first["rules"]) == ("lower", {"target_score": 4})


def test_the_study_file_of_a_sweep_keeps_its_base(tmp_path: Path) -> None:
    for name, vary, rules in (("new", "4,8", {"target_score": 4}), ("old", "8,12", None)):
        options = ("--vary", f"target_score={vary}", "--out", name, "--no-charts", "--json")
        found = fathom(tmp_path, *QUICK, *options).json
        assert found["base"]["rules"] == (rules or {"target_score": 12})
        assert found["base"]["as_it_is"] is (rules is None)
        again = fathom(tmp_path, "sweep", f"{name}/study.toml", "--json").json
        for key in ("base", "differences", "study_id"):
            assert again[key] == found[key]
    # A file's own value of what it varies is the rule as it is.
    text = (tmp_path / "old" / "study.toml").read_text()
    (tmp_path / "mine.toml").write_text(text.replace("[rules]", "[rules]\ntarget_score = 8"))
    mine = fathom(tmp_path, "sweep", "mine.toml", "--json").json
    assert mine["base"] == {"rules": {"target_score": 8}, "as_it_is": True}
    assert mine["study_id"] != again["study_id"]


def test_the_folder_has_exactly_the_documented_files(where: Path, found: Any) -> None:
    names = {"study.toml", "summary.json", "journal"}
    names |= {f"{t}.{e}" for t in ("sweep", "all_figures") for e in ("csv", "parquet")}
    charts = ("first_player_advantage", "length_minutes_mean", "win_rate_by_seat")
    names |= {f"{chart}.{ending}" for chart in charts for ending in ("png", "svg")}
    assert {path.name for path in (where / "swept").iterdir()} == names
    assert json.loads((where / "swept" / "summary.json").read_text()) == found
    table = pd.read_csv(where / "swept" / "sweep.csv")
    assert list(table["target_score"].unique()) == [4, 8, 12]


def test_the_screen_of_a_sweep_shows_sentences_and_tables(where: Path) -> None:
    done = fathom(where, *QUICK, "--vary", "max_turns=9000,10000", "--no-charts", "--out", "dead")
    assert done.out.startswith("Snorkeling, 4 players: max_turns 9000, 10000")
    assert "300 games each" in done.out
    assert "CHANGE? No. " in done.out
    assert "exactly the same with all values." in " ".join(done.out.split())
    lines = done.out.splitlines()
    rows = [line.split()[0] for line in lines if line.startswith("          ")][1:3]
    assert rows == ["9000", "10000"]
    assert "10000 (current) " in done.out
    assert lines[-1] == "Details: --full; tables: dead"
    assert done.err == ""
    full = fathom(where, *QUICK, "--vary", "max_turns=9000,10000", "--full", "--out", "dead")
    assert "WHAT MAX_TURNS DOES" in full.out
    said = " ".join(full.out.split())
    assert ": 300 games each on the same 300 deals, for 4 players; " in said
    assert "What does max_turns do to the first-player advantage? In words: " in full.out


def test_a_study_file_sets_the_axes_and_a_missed_target_does_not_fail_a_sweep(
    tmp_path: Path,
) -> None:
    (tmp_path / "mine.toml").write_text(STUDY)
    done = fathom(tmp_path, "sweep", "mine.toml", "--json")
    assert done.json["figures"] == ["length.minutes.mean"]
    assert [p["result"]["targets"][0]["verdict"] for p in done.json["points"]] == ["misses"] * 2
    assert list(tmp_path.iterdir()) == [tmp_path / "mine.toml"]


@pytest.mark.slow
def test_a_sweep_in_a_notebook_returns_figures_by_point(found: Any) -> None:
    values = {"target_score": np.array([4, 8, 12])}
    swept = sweep("snorkeling", vary=values, lineup=["random"], games=300)
    assert [run.tally.id for run in swept.runs.values()] == [
        point["result"]["tally_id"] for point in found["points"]
    ]
    assert swept.summary["study_id"] == found["study_id"]
    assert swept.games == 900
    estimate = swept.figures["target_score=8: length.minutes.mean"]
    assert estimate.value == found["points"][1]["result"]["length"]["minutes"]["mean"]
    assert len(swept.figures) == 3 * len(found["figures"])
    assert list(swept.tables["sweep"]["target_score"].unique()) == [4, 8, 12]
    charts = swept.charts
    assert list(charts) == ["first_player_advantage", "length_minutes_mean", "win_rate_by_seat"]
    assert charts["length_minutes_mean"].axes[0].get_xlabel() == "target_score"


def test_a_target_met_at_no_point_is_reported_with_the_points_around_it(tmp_path: Path) -> None:
    wanted = '"length.minutes.mean" = { min = 24, max = 26 }'
    (tmp_path / "aim.toml").write_text(f'game = "schnuff"\ngames = 300\n[targets]\n{wanted}\n')
    vary = ("sweep", "aim.toml", "--vary", "chips=5,10,15", "--quiet", "--no-charts")
    told = " ".join(fathom(tmp_path, *vary).out.split())
    assert "missed, too low, with chips 5 (" in told
    assert "missed, too high, with 10 (" in told
    assert "between 5 and 10, where nothing was played, it crosses the target." in told
