"""The whole command ``fathom ladder``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from reports.ladder.contest import CONTEST
from reports.writing.columns import all_meanings
from simulate import ladder
from simulate.cli.plans.ladder import parse_rollouts
from simulate.errors import UsageError
from tests.helpers.commands_helper import fathom

COLUMNS = all_meanings(CONTEST.tables)

THINKER = "search(doubt=0, base=random, playout=random)"
SPECS = ("-s", "random", "-s", "collector", "-s", THINKER)
SMALL = (
    *("ladder", "scaphandre", "--players", "3", "--against", "random", *SPECS),
    *("--rollouts", "1,3", "--games", "90", "--slow-games", "30"),
)
TOP = "search(rollouts=3, doubt=0, base=random, playout=random)"
TABLES = [name for name in COLUMNS if name != "targets"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("ladder")


@pytest.fixture(scope="module")
def text(folder: Path) -> str:
    return fathom(folder, *SMALL, "--out", "found").out


@pytest.fixture(scope="module")
def found(folder: Path, text: str) -> Any:
    assert text
    return json.loads((folder / "found" / "summary.json").read_text())


def test_json_has_the_fields_that_other_programs_read(folder: Path, found: Any) -> None:
    done = fathom(folder, *SMALL, "--json", "--quiet").json
    for one in (done, found):
        for rung in one["rungs"]:
            assert rung.pop("games_per_s") > 0 or rung["kind"] == "reference"
    same = [{k: v for k, v in one.items() if not k.endswith("_s")} for one in (done, found)]
    assert same[0] == same[1]
    assert found["reference"] == "random"
    assert {rung["strategy"]: rung["games"] for rung in found["rungs"]} == {
        "random": 0,
        "collector": 90,
        TOP: 30,
        TOP.replace("=3", "=1", 1): 30,
    }
    for rung in found["rungs"]:
        assert rung["ci_low"] <= rung["win_rate"] <= rung["ci_high"]
        assert rung["from_fair"] == pytest.approx(rung["win_rate"] - 1 / 3)
    assert found["thinking"]["verdict"] in ("stops", "still pays", "not told")
    [step] = found["thinking"]["differences"]
    assert (step["fewer"], step["more"]) == (1, 3)
    skill = found["skill"]
    assert (skill["strategy"], skill["others"], skill["games"]) == ("planner", "random", 90)
    assert (
        0 <= skill["coin_share_ci_low"] <= skill["coin_share"] <= skill["coin_share_ci_high"] <= 1
    )
    assert skill["top"] == TOP


def test_a_rung_is_what_run_says_of_its_lineup(folder: Path, found: Any) -> None:
    lineup = ("-s", "collector", "-s", "random", "-s", "random")
    run = fathom(folder, "run", "scaphandre", "--players", "3", *lineup, "--games", "90", "--json")
    collector = run.json["strategies"][0]
    [rung] = [one for one in found["rungs"] if one["strategy"] == "collector"]
    for key in ("win_rate", "ci_low", "ci_high"):
        assert rung[key] == collector[key]


def test_what_is_slow_is_said_before_playing(folder: Path) -> None:
    said = fathom(folder, *SMALL, "--json").err
    assert "2 line-ups of 90 games, and 2 with one who thinks ahead, of 30 games" in said


def test_the_folder_holds_the_tables_charts_and_a_study_that_gives_the_same_again(
    folder: Path, found: Any
) -> None:
    tables = [f"{name}.{kind}" for name in TABLES for kind in ("csv", "parquet")]
    charts = [f"{name}.{kind}" for name in CONTEST.charts for kind in ("png", "svg")]
    files = {path.name for path in (folder / "found").iterdir()}
    assert files == {"study.toml", "summary.json", "journal", *tables, *charts}
    for name in TABLES:
        assert list(pd.read_csv(folder / "found" / f"{name}.csv")) == list(COLUMNS[name])
    again = fathom(folder, "ladder", "found/study.toml", "--json").json
    assert again["tally_id"] == found["tally_id"]
    assert "4 tallies as pinned" in fathom(folder, "verify", "found").out


def test_a_pinned_number_that_differs_is_named(folder: Path, found: Any) -> None:
    assert found
    study = (folder / "found" / "study.toml").read_text()
    place = study.index('[pinned."collector at a table of random"]')
    turns = study.index("turns = ", place) + len("turns = ")
    (folder / "altered.toml").write_text(study[:turns] + "1" + study[turns:])
    failed = fathom(folder, "ladder", "altered.toml", "--json", code=1)
    assert "at collector at a table of random, sum of turns is " in failed.err
    # Said otherwise on the command line, the study is another one.
    fathom(folder, "ladder", "altered.toml", "--json", "--slow-games", "15")


def test_the_text_says_what_the_json_says(text: str, found: Any) -> None:
    lines = text.splitlines()
    assert lines[0] == "Ladder of 4 strategies: Scaphandre, 3 players"
    assert "90 games each, and 30 games each of those who think ahead" in " ".join(text.split())
    assert f", seed 1, tally {found['tally_id'][:12]}" in lines[-2]
    [row] = [line for line in lines if line.startswith("collector ")]
    [rung] = [one for one in found["rungs"] if one["strategy"] == "collector"]
    assert f"{100 * rung['win_rate']:.1f}" in row
    assert f"{rung['elo']:+.0f}" in row
    luck = 100 * found["skill"]["coin_share"]
    assert f"Luck: {luck:.1f} % (" in " ".join(text.split())


def test_a_notebook_finds_what_the_command_does(found: Any) -> None:
    done = ladder(
        "scaphandre",
        players=3,
        strategies=["random", "collector", THINKER],
        against="random",
        rollouts=[1, 3],
        games=90,
        slow_games=30,
        jobs=2,
    )
    assert done.tally_id == found["tally_id"]
    assert done.figures["skill.coin_share"].value == found["skill"]["coin_share"]
    assert f"rungs.{TOP}.elo" in done.figures
    assert list(done.tables) == TABLES
    assert list(done.charts) == CONTEST.charts


def test_targets_name_rungs_and_skill_and_are_judged(folder: Path, found: Any) -> None:
    assert found
    study = (folder / "found" / "study.toml").read_text().partition("tally_id")[0]
    (folder / "aims.toml").write_text(
        f"""{study}
[ladder]
strategies = ["random", "collector"]
against = "random"
[targets]
"rungs.collector.win_rate" = {{ min = 0.34 }}
"skill.coin_share" = {{ max = 0.9 }}
"rungs.collector.elo" = {{ max = -100 }}
"""
    )
    done = fathom(folder, "ladder", "aims.toml", "--json", code=1).json
    assert [one["verdict"] for one in done["targets"]] == ["meets", "meets", "misses"]
    text = (folder / "aims.toml").read_text().replace("rungs.collector.elo", "rungs.colector.elo")
    (folder / "wrong.toml").write_text(text)
    failed = fathom(folder, "ladder", "wrong.toml", code=2)
    assert "unknown figure 'rungs.colector.elo' of this ladder" in failed.err


@pytest.mark.slow
def test_a_ladder_has_a_report_too(
    folder: Path, found: Any, reports_that_look_less_closely: None
) -> None:
    assert found
    fathom(folder, "report", "found", "--out", "report.html", "--quiet")
    page = (folder / "report.html").read_text()
    assert "<dt>How strong is strong?</dt>" in page
    assert page.count("<dt>Does skill pay?</dt>") == 1
    assert "fathom ladder study.toml" in page


@pytest.mark.parametrize(
    ("text", "budgets"),
    [
        ("16,64,256", [16, 64, 256]),
        ("16", [16]),
        (" 4 , 8 ", [4, 8]),
    ],
)
def test_budgets_are_a_list(text: str, budgets: list[int]) -> None:
    assert parse_rollouts(text) == budgets


@pytest.mark.parametrize("text", ["", "many", "16:", "16:64", "1,,2", "1,2:3", "-4", "1.5"])
def test_budgets_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(UsageError, match=r"the rollouts cannot be .*; give a list, as in 16"):
        parse_rollouts(text)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--rollouts", "9999"), "parameter rollouts of strategy search cannot be 9999"),
        (("--against", "plannr"), "unknown strategy 'plannr' for scaphandre"),
        (("-s", "random", "-s", "random"), "strategy random is named twice; name it once"),
        (("-s", "planner"), "nobody climbs but planner, who has all other seats; name more"),
        (("-s", "search", "-s", THINKER), "a ladder has one strategy that thinks ahead, not 2"),
        (("-s", "search(rollouts=8)"), "has its budget with it; give search without rollouts"),
        (("--games", "none"), "the number of games cannot be 'none'"),
        (("--slow-games", "0"), "the number of games cannot be '0'"),
    ],
)
def test_what_cannot_be_played_is_said(
    arguments: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    failed = fathom(tmp_path, "ladder", "scaphandre", *arguments, code=2)
    assert said in failed.err
    assert list(tmp_path.iterdir()) == []


def test_a_file_for_a_ladder_is_played_by_no_other_command(folder: Path, found: Any) -> None:
    assert found
    failed = fathom(folder, "run", "found/study.toml", code=2)
    assert "has a [ladder] table; play it with 'fathom ladder found/study.toml'" in failed.err
