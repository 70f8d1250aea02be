"""The whole command ``fathom tournament``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from reports.tournament.contest import CONTEST
from reports.writing.columns import all_meanings
from simulate import tournament
from tests.helpers.commands_helper import contents, fathom, interrupted, write_bold

COLUMNS = all_meanings(CONTEST.tables)

SPECS = ("-s", "random", "-s", "attacker", "-s", "closer")
SMALL = ("tournament", "snorkeling", "--players", "3", *SPECS, "--games", "90")
#: Two cells that are pinned one after the other.
CELLS = ('"closer at a table of random"', '"closer at a table of attacker"')
#: The tables and charts of a study without targets and duels.
TABLES = [name for name in COLUMNS if name not in ("targets", "duels")]
USUAL = ["matrix", "ranking"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tournament")


@pytest.fixture(scope="module")
def text(folder: Path) -> str:
    return fathom(folder, *SMALL, "--out", "found").out


@pytest.fixture(scope="module")
def found(folder: Path, text: str) -> Any:
    assert text
    return json.loads((folder / "found" / "summary.json").read_text())


def test_json_has_the_fields_that_other_programs_read(folder: Path, found: Any) -> None:
    before = contents(folder)
    done = fathom(folder, *SMALL, "--json", "--quiet")
    assert done.err == ""
    assert contents(folder) == before
    same = [{k: v for k, v in one.items() if not k.endswith("_s")} for one in (done.json, found)]
    assert same[0] == same[1]
    assert found["strategies"] == ["random", "attacker", "closer"]
    for one, row in enumerate(found["matrix"]):
        for other, cell in enumerate(row):
            assert cell["ci_low"] <= cell["win_rate"] <= cell["ci_high"]
            assert (cell["win_rate"] == 1 / 3) or one != other
    assert sorted(one["strategy"] for one in found["ranking"]) == sorted(found["strategies"])
    assert [one["rank"] for one in found["ranking"]] == [1, 2, 3]
    for one in found["ranking"]:
        assert one["ci_low"] < one["win_rate"] < one["ci_high"]
        assert one["elo_ci_low"] < one["elo"] < one["elo_ci_high"]
    ahead = [(1500 - one["elo"]) / 400 for one in found["ranking"]]
    assert sum(1 / (1 + 10**by) for by in ahead) == pytest.approx(1.5)
    assert found["games"] == found["games_per_cell"] * 6 + found["mixed_games"]


def test_a_cell_is_what_run_says_of_its_lineup(folder: Path, found: Any) -> None:
    lineup = ("-s", "closer", "-s", "random", "-s", "random")
    run = fathom(folder, "run", "snorkeling", "--players", "3", *lineup, "--games", "90", "--json")
    [closer, _] = run.json["strategies"]
    cell = found["matrix"][2][0]
    assert {key: cell[key] for key in ("win_rate", "ci_low", "ci_high")} == {
        key: closer[key] for key in ("win_rate", "ci_low", "ci_high")
    }


def test_the_total_is_said_before_playing(folder: Path) -> None:
    said = fathom(folder, *SMALL, "--json").err
    assert "3 strategies: 6 cells of 90 games, and 180 games of 2 mixed line-ups: 720 games" in said


def test_the_folder_holds_the_tables_charts_and_a_study_that_gives_the_same_again(
    folder: Path, found: Any
) -> None:
    tables = [f"{name}.{kind}" for name in TABLES for kind in ("csv", "parquet")]
    charts = [f"{name}.{kind}" for name in USUAL for kind in ("png", "svg")]
    files = {path.name for path in (folder / "found").iterdir()}
    assert files == {"study.toml", "summary.json", "journal", *tables, *charts}
    for name in TABLES:
        assert list(pd.read_csv(folder / "found" / f"{name}.csv")) == list(COLUMNS[name])
    again = fathom(folder, "tournament", "found/study.toml", "--json").json
    assert again["tally_id"] == found["tally_id"]
    assert "7 tallies as pinned" in fathom(folder, "verify", "found").out


def test_a_pinned_number_that_differs_is_named(folder: Path, found: Any) -> None:
    assert found
    study = (folder / "found" / "study.toml").read_text()
    place = study.index('[pinned."closer at a table of random"]')
    turns = study.index("turns = ", place) + len("turns = ")
    (folder / "altered.toml").write_text(study[:turns] + "1" + study[turns:])
    failed = fathom(folder, "tournament", "altered.toml", "--json", code=1)
    assert "at closer at a table of random, sum of turns is " in failed.err
    assert "DIFFERS" in fathom(folder, "verify", "altered.toml", code=1).out
    # Said otherwise on the command line, the study is another one.
    fathom(folder, "tournament", "altered.toml", "--json", "--seed", "2")


def test_wins_are_pinned_by_seat_and_strategy_and_named(folder: Path, found: Any) -> None:
    assert found
    study = (folder / "found" / "study.toml").read_text()
    begin, end = (study.index(f"[pinned.{name}]") for name in CELLS)
    wins = study.index("strategy_wins = [", begin, end) + len("strategy_wins = [")
    (folder / "altered.toml").write_text(study[:wins] + "\n    1" + study[wins:].lstrip(" \n"))
    failed = fathom(folder, "tournament", "altered.toml", "--json", code=1)
    assert "at closer at a table of random, sum of wins of closer in 60ths is " in failed.err
    # In each mixed line-up others play, so there are no sums by strategy.
    mixed = study[study.index('[pinned."mixed line-ups"]') :]
    assert "seat_wins = [" in mixed
    assert "strategy" not in mixed


def test_the_text_says_what_the_json_says(text: str, found: Any) -> None:
    lines = text.splitlines()
    assert lines[0] == "Tournament of 3 strategies: Snorkeling, 3 players"
    assert ": 720 games, 90 of each cell of the matrix; seed 1." in " ".join(text.split())
    assert f", seed 1, tally {found['tally_id'][:12]}" in lines[-2]
    cell = found["matrix"][1][0]
    half = 50 * (cell["ci_high"] - cell["ci_low"])
    [row] = [line for line in lines if line.startswith("attacker ") and "±" in line][:1]
    assert f"{100 * cell['win_rate']:.1f} ± {half:.1f} +" in row
    first = found["ranking"][0]
    assert any(f"mixed line-ups {first['strategy']} is clearly best" in line for line in lines)
    assert any("Elo (Bradley and Terry): " in line for line in lines)
    assert lines[-1] == "Tables and charts are in found"


def test_a_notebook_finds_what_the_command_does(found: Any) -> None:
    done = tournament(
        "snorkeling", players=3, strategies=["random", "attacker", "closer"], games=90, jobs=2
    )
    assert done.tally_id == found["tally_id"]
    assert done.games == found["games"] == 720
    assert done.figures["matrix.closer.random"].value == found["matrix"][2][0]["win_rate"]
    assert done.figures["ranking.closer.elo"].n == done.tables["ranking"]["games"].iloc[0]
    assert list(done.tables) == TABLES
    assert list(done.charts) == USUAL


def test_all_bundled_strategies_compete_unless_said_but_who_thinks_ahead_or_has_a_handicap(
    tmp_path: Path,
) -> None:
    found = fathom(tmp_path, "tournament", "schnuff", "--players", "2", "--games", "2", "--json")
    listed = fathom(tmp_path, "strategies", "schnuff").out
    named = [line.split("  (")[0] for line in listed.splitlines() if "  (" in line[:25]]
    assert named == [*found.json["strategies"], "search", "restricted"]
    assert found.json["tiers"]["planner"] == "strong"


@pytest.mark.slow
def test_a_strategy_of_ones_own_competes(tmp_path: Path) -> None:
    bold = write_bold(tmp_path)
    arguments = ["-s", bold, "-s", f"{bold}(boldness=0)", "--no-jit", "--rule", "target_score=2"]
    done = fathom(
        tmp_path, "tournament", "snorkeling", "--players", "2", *arguments, "--games", "4", "--json"
    )
    assert done.json["strategies"] == ["mine.py:bold", "mine.py:bold(boldness=0)"]


STUDY = """\
game = "snorkeling"
players = 3
games = 300
seed = 4
[tournament]
strategies = ["planner", "random", "closer"]
[targets]
"tiers.strong.random" = {{ min = {aim} }}
"""


@pytest.mark.parametrize(
    ("aim", "code", "shown", "word"),
    [(0.4, 0, "MET", "meets"), (0.999, 1, "MISSED", "misses")],
)
def test_targets_of_tiers_are_judged(
    aim: float, code: int, shown: str, word: str, tmp_path: Path
) -> None:
    (tmp_path / "aims.toml").write_text(STUDY.format(aim=aim))
    done = fathom(tmp_path, "tournament", "aims.toml", "--out", "out", "--no-charts", code=code)
    said = " ".join(done.out.split())
    assert f"{shown}: Win rate of strong strategies at tables of random ones: " in said
    assert f"; wanted at least {100 * aim:.12g} %." in said
    [target] = json.loads((tmp_path / "out" / "summary.json").read_text())["targets"]
    assert target["verdict"] == word


def test_an_undecided_target_exits_3(tmp_path: Path) -> None:
    (tmp_path / "aims.toml").write_text(STUDY.format(aim=0.4))
    found = fathom(tmp_path, "tournament", "aims.toml", "--json").json
    value = found["targets"][0]["value"]
    (tmp_path / "aims.toml").write_text(STUDY.format(aim=value))
    done = fathom(tmp_path, "tournament", "aims.toml", "--json", code=3)
    assert done.json["targets"][0]["verdict"] == "undecided"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["snorkeling", "-s", "random"], "at least 2 strategies, not 1"),
        (["snorkeling", "-s", "random", "-s", "random"], "strategy random is named twice"),
        (["snorkeling", "-s", "random", "-s", "atacker"], "did you mean 'attacker'?"),
        (["snorkelling"], "unknown game"),
        (["snorkeling", *SPECS, "--players", "9"], "players"),
        (["snorkeling", *SPECS, "--games", "none"], "number of games cannot be 'none'"),
        (["snorkeling", *SPECS, "--confidence", "2"], "confidence"),
        (["snorkeling", *SPECS, "--jobs", "0"], "jobs"),
        (["unfit.toml"], "precision"),
        (["aims.toml"], "unknown figure 'tiers.strong.strong'"),
    ],
)
def test_what_cannot_be_played_is_an_error_of_one_line_and_leaves_nothing(
    arguments: list[str], said: str, tmp_path: Path
) -> None:
    (tmp_path / "unfit.toml").write_text('game = "snorkeling"\nprecision = 0.01\n')
    study = STUDY.format(aim=0.5).replace("tiers.strong.random", "tiers.strong.strong")
    (tmp_path / "aims.toml").write_text(study)
    before = contents(tmp_path)
    failed = fathom(tmp_path, "tournament", *arguments, code=2)
    assert said in failed.message
    assert contents(tmp_path) == before


def test_other_commands_send_a_file_of_a_tournament_here(tmp_path: Path) -> None:
    (tmp_path / "aims.toml").write_text(STUDY.format(aim=0.5))
    failed = fathom(tmp_path, "run", "aims.toml", code=2)
    assert "play it with 'fathom tournament aims.toml'" in failed.err


def test_help_names_the_options(tmp_path: Path) -> None:
    told = fathom(tmp_path, "tournament", "--help").out
    for option in ("--strategy", "--games", "--players", "--seed", "--json", "--out", "--jobs"):
        assert option in told


@pytest.mark.slow
def test_ctrl_c_keeps_the_passes_that_were_finished(tmp_path: Path) -> None:
    many = ("tournament", "snorkeling", "--players", "2", *SPECS, "--games", "20M")
    for seconds in (10, 30, 60):  # a busy machine takes longer to finish a pass
        done = interrupted(tmp_path, *many, "--out", "kept", "--no-charts", after=seconds)
        assert done.code == 130
        if "before anything was finished" not in done.err:
            break
        assert not (tmp_path / "kept").exists()
    found = json.loads((tmp_path / "kept" / "summary.json").read_text())
    assert found["interrupted"]
    assert 0 < found["games_per_cell"] < 20_000_000
    assert f"fathom: interrupted; these are the {found['games']:,} games finished" in done.err
    said = " ".join(done.out.split())
    assert f": {found['games']:,} games, {found['games_per_cell']:,} of each cell of the" in said
    finished = f"these are the {found['games']:,} games finished of "
    assert f"PARTIAL: It was interrupted: {finished}" in said
