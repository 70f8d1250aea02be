"""Folders of several runs: compared after changes of the code, and merged."""

from __future__ import annotations

import json
import math
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from reports.analysis.execution import made_with
from simulate import compare
from simulate.game import find_game
from tests.helpers.commands_helper import contents, fathom, write_bold
from tests.helpers.file_games import file_of

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
    """Change the record in a folder of what a run was made with."""
    file = folder / "summary.json"
    summary = json.loads(file.read_text())
    summary["made_with"] |= changes
    file.write_text(json.dumps(summary))


def test_compare_does_not_pair_runs_if_the_version_of_the_game_has_changed(weeks: Path) -> None:
    made_otherwise(weeks / "runs" / "week1", game_version=1, code="0123456789ab")
    done = fathom(weeks, "compare", "runs/week1", "runs/week2", "--out", "both")
    assert "stored results, not played again" in done.out
    step = (
        "NEXT See every change fathom compare runs/week1 runs/week2 --full Look at week2 fathom run"
    )
    assert step in " ".join(done.out.split())
    why = "between week1 and week2, the game's version (1, then 2) and the code of the game or of"
    assert "Changed: expert false \N{RIGHTWARDS ARROW} true." in " ".join(done.out.split())
    summary = json.loads((weeks / "both" / "summary.json").read_text())
    assert summary["stored"]["changed"].startswith(why)
    stored = [
        json.loads((weeks / "runs" / week / "summary.json").read_text())
        for week in ("week1", "week2")
    ]
    assert [arm["result"] for arm in summary["arms"]] == stored
    for row in summary["differences"]:
        assert row["pairing_gain"] is None
        assert row["ci_low"] is None or row["ci_low"] <= row["value"] <= row["ci_high"]
    by_figure = {difference["figure"]: difference for difference in summary["differences"]}
    assert "skill" not in by_figure  # nothing was played
    turns, [week1, week2] = by_figure["length.turns.mean"], stored
    assert turns["value"] == pytest.approx(
        week2["length"]["turns"]["mean"] - week1["length"]["turns"]["mean"]
    )
    first, second = (run["length"]["turns"] for run in stored)
    half = math.hypot(second["ci_high"] - second["mean"], first["mean"] - first["ci_low"])
    assert turns["ci_high"] - turns["value"] == pytest.approx(half)
    assert turns["verdict"] == "higher"


def store_skill(folder: Path, strategy: str, wins: float) -> None:
    """Let a run have measured skill: the wins of a good player in 100 games."""
    file = folder / "summary.json"
    summary = json.loads(file.read_text())
    share = wins / 100
    summary["skill"] = {
        "strategy": strategy,
        "value": share,
        "ci_low": share - 0.02,
        "ci_high": share + 0.02,
        "games": 400,
    }
    file.write_text(json.dumps(summary))


def test_the_skill_of_stored_runs_is_written_on_the_first_page(weeks: Path) -> None:
    runs = [weeks / "runs" / week for week in ("week1", "week2")]
    made_otherwise(runs[0], code="0123456789ab")

    def sentence() -> str:
        page = fathom(weeks, "compare", "runs/week1", "runs/week2", "--no-charts").out
        assert len(page.rstrip().splitlines()) <= 24
        [paragraph] = re.findall(r"Skill\b[^.].*?(?=\n\n|\n        Not shown)", page, re.DOTALL)
        return " ".join(paragraph.split())

    assert sentence() == (
        "Skill is not compared, because it was not measured; 'fathom run' without --no-robust "
        "measures it."
    )
    store_skill(runs[0], "planner", 61)
    assert sentence() == (
        "Skill is not compared, because it was not measured with week2; 'fathom run' without "
        "--no-robust measures it."
    )
    store_skill(runs[1], "planner", 54)
    assert sentence() == (
        "Skill: of 100 games, a good player among beginners wins 61.0 \N{PLUS-MINUS SIGN} 2.0 with "
        "week1 and 54.0 \N{PLUS-MINUS SIGN} 2.0 with week2; luck gives 25."
    )
    store_skill(runs[1], "attacker", 54)
    assert sentence() == (
        "Skill is not compared, because the good player is not the same in all results."
    )


def test_compare_does_not_pair_runs_if_one_does_not_record_its_code(weeks: Path) -> None:
    runs = [weeks / "runs" / week for week in ("week1", "week2")]
    same = compare(runs)
    assert same.comparison.is_paired and "stored" not in same.summary, "nothing changed"
    [pair] = same.comparison.pairs
    assert pair.figures["lead_changes"].difference.pairing_gain
    summary = json.loads((runs[1] / "summary.json").read_text())
    del summary["made_with"]
    (runs[1] / "summary.json").write_text(json.dumps(summary))
    results = compare(runs)
    assert results.comparison.changed == "week2 does not say with which code it was played"
    assert not results.comparison.is_paired


@pytest.mark.slow
def test_three_stored_runs_of_a_game_with_teams_are_compared(tmp_path: Path) -> None:
    shutil.copy(file_of("camps"), tmp_path / "camps.py")
    for games in ("400", "800", "1200"):
        run = ("run", "camps.py", "--games", games, "--no-jit", "--no-robust", "--no-charts")
        fathom(tmp_path, *run, "--players", "4", "--quiet", "--out", games)
    page = fathom(tmp_path, "compare", "400", "800", "1200", "--no-charts").out
    assert "stored results, not played again" in page
    assert "villagers win" in page
    # In 3 of 4 games, the villagers win, as a team of two.
    assert re.search(r"\n +1200 .* 7[3-7]\.\d \N{PLUS-MINUS SIGN} ", page)


@pytest.mark.slow
def test_runs_of_a_game_file_are_played_again_only_if_the_file_is_unchanged(tmp_path: Path) -> None:
    fathom(tmp_path, "new", "pairs", "--like", "dice")
    file = tmp_path / "pairs.py"
    few = ("--games", "8", "--no-jit", "--no-robust", "--no-charts", "--quiet")
    fathom(tmp_path, "run", "pairs.py", *few, "--out", "one")
    fathom(tmp_path, "run", "pairs.py", *few, "-s", "random", "--out", "two")
    file.write_text(
        file.read_text().replace("end_turn(rules, state)", "end_turn(rules, state);", 1)
    )
    fathom(tmp_path, "run", "pairs.py", *few, "--out", "three")
    both = fathom(tmp_path, "compare", "one", "two", "--no-jit", "--no-charts", "--full").out
    assert "one and two: 8 games of each, on the same 8 deals" in " ".join(both.split())
    versions = ("compare", "three", "one", "--no-charts", "--full", "--out", "both")
    changed = " ".join(fathom(tmp_path, *versions).out.split())
    assert (
        "The reason: they hold different versions of the game. So they are compared as" in changed
    )
    assert "game =" not in (tmp_path / "both" / "study.toml").read_text()
    message = fathom(tmp_path, "report", "both", code=2).message
    assert "both compares two versions of a game's file, and no report has both" in message


def test_stored_runs_with_different_numbers_of_games_or_seeds_are_compared(weeks: Path) -> None:
    fathom(weeks, *RUN, "--games", "300", "--seed", "9", "--out", "runs/week3")
    done = fathom(weeks, "compare", "runs/week1", "runs/week3", "--no-charts", "--full")
    assert "they have different seeds" in done.out
    assert "week3 (300 games, seed 9)" in " ".join(done.out.split())
    first = fathom(weeks, "compare", "runs/week3", "runs/week1", "--json")
    assert [arm["label"] for arm in first.json["arms"]] == ["week3", "week1"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--robust"], "--robust plays additional games, but these stored results are compared"),
        (["--confidence", "0.9"], "these folders hold 95% intervals, not 90%; give --confidence"),
    ],
)
def test_comparing_stored_results_refuses_options_that_need_new_games(
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
def test_an_altered_file_of_stored_results_is_refused(
    file: str, old: str, new: str, why: str, weeks: Path
) -> None:
    made_otherwise(weeks / "runs" / "week1", game_version=1, code="0123456789ab")
    spoilt = weeks / "runs" / "week1" / file
    held = spoilt.read_bytes()
    assert old.encode() in held
    spoilt.write_bytes(held.replace(old.encode(), new.encode(), 1))
    done = fathom(weeks, "compare", "runs/week1", "runs/week2", "--quiet", code=1)
    assert why in done.message


def test_a_summary_with_an_invalid_number_of_games_is_refused_by_replay(weeks: Path) -> None:
    file = weeks / "runs" / "week1" / "summary.json"
    file.write_text(file.read_text().replace('"games": 400', '"games": "many"', 1))
    done = fathom(weeks, "replay", "runs/week1", "--game", "3", code=1)
    assert (
        "summary.json: games cannot be 'many'; play the study file in the same folder again"
        in done.message
    )


def test_the_recorded_code_changes_with_the_sources_of_the_game_and_of_strategies(
    tmp_path: Path,
) -> None:
    strategy_file = tmp_path / "mine.py"
    strategy_file.write_text("x = 1\n")
    specs = [f"{strategy_file}:bold", "random"]
    before = made_with(find_game("snorkeling"), specs)
    assert before == made_with(find_game("snorkeling"), specs)
    schnuff, shoal = find_game("schnuff"), find_game("shoal")
    assert made_with(schnuff, ["random"])["code"] != made_with(shoal, ["random"])["code"]
    strategy_file.write_text("x = 2\n")
    after = made_with(find_game("snorkeling"), specs)
    assert (after["code"] != before["code"]) and after["fathom"] == before["fathom"]


# Merged -----------------------------------------------------------------------------------------


ALONE = ("-s", "random", "--no-charts", "--no-robust", "--json")
PLAY = ("run", "scaphandre", "--players", "3", *ALONE)


def shared(folder: Path, out: str, *deals: str, jobs: int = 1) -> Any:
    ranges = [word for deal in deals for word in ("--deals", deal)]
    return fathom(folder, *PLAY, *ranges, "--out", out, "--jobs", str(jobs)).json


@pytest.fixture(scope="module")
def shares(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three shares of 3000 deals, played with different jobs, and the whole."""
    folder = tmp_path_factory.mktemp("shares")
    shared(folder, "a", "0:1k")
    shared(folder, "b", "1k:2k", jobs=2)
    shared(folder, "c", "2k:3k", jobs=3)
    fathom(folder, *PLAY, "--games", "3k", "--out", "whole")
    return folder


def summary(folder: Path) -> Any:
    return json.loads((folder / "summary.json").read_text())


def merged(shares: Path, tmp_path: Path, *names: str, code: int = 0) -> Any:
    folders = [str(shares / name) for name in names]
    return fathom(tmp_path, "merge", *folders, "--out", "all", "--no-charts", code=code)


def test_merged_parts_of_a_study_give_the_tally_of_the_whole(shares: Path, tmp_path: Path) -> None:
    merged(shares, tmp_path, "c", "a", "b")
    merged_summary, whole = summary(tmp_path / "all"), summary(shares / "whole")
    for name in ("tally_id", "study_id", "games", "seats", "length", "ranges"):
        assert merged_summary[name] == whole[name]
    assert merged_summary["ranges"] is None
    again = fathom(tmp_path, "run", "all", "--json", "--no-robust").json
    assert again["tally_id"] == whole["tally_id"]


def test_the_study_file_of_a_part_gives_the_same_part_again(shares: Path, tmp_path: Path) -> None:
    results = summary(shares / "b")
    assert results["ranges"] == [[1000, 2000]]
    assert results["games"] == 1000
    again = fathom(tmp_path, "run", str(shares / "b" / "study.toml"), *ALONE).json
    assert again["tally_id"] == results["tally_id"]
    assert again["study_id"] == results["study_id"] != summary(shares / "whole")["study_id"]


def test_missing_deals_are_reported_and_stay_missing_after_merging(
    shares: Path, tmp_path: Path
) -> None:
    errors = merged(shares, tmp_path, "a", "c").err
    assert "deals 1,000 to 1,999 are in none of them" in " ".join(errors.split())
    results = summary(tmp_path / "all")
    assert results["ranges"] == [[0, 1000], [2000, 3000]]
    assert results["deals"] == 2000
    both = shared(tmp_path, "both", "0:1k", "2k:3k")
    assert both["tally_id"] == results["tally_id"]


def test_deals_in_two_merged_runs_are_counted_once(shares: Path, tmp_path: Path) -> None:
    shared(tmp_path, "more", "500:2500")
    folders = [str(shares / "a"), "more", str(shares / "c")]
    done = fathom(tmp_path, "merge", *folders, "--out", "all", "--no-charts")
    message = " ".join(done.err.split())
    assert "1,000 deals are in more than one of them and are counted once" in message
    assert summary(tmp_path / "all")["tally_id"] == summary(shares / "whole")["tally_id"]


def test_merging_a_run_of_another_study_is_refused_with_the_difference(
    shares: Path, tmp_path: Path
) -> None:
    write_bold(tmp_path)
    seed = ("--games", "60", "--seed", "2", "--out", "seed")
    fathom(tmp_path, *PLAY, *seed)
    folders = ("merge", str(shares / "a"), "seed", "--out", "all")
    done = fathom(tmp_path, *folders, code=2)
    assert done.message.endswith(f"seed has another study than {shares / 'a'}: seed is 2, not 1")
    fathom(tmp_path, *PLAY, "--games", "60", "--rule", "limit=11", "--out", "rule")
    done = fathom(tmp_path, "merge", str(shares / "a"), "rule", "--out", "all", code=2)
    assert "rule limit is 11, not 12" in done.message
    assert not (tmp_path / "all").exists()


def test_merging_a_folder_without_a_journal_is_refused(shares: Path, tmp_path: Path) -> None:
    fathom(tmp_path, *PLAY, "--games", "60", "--out", "bare")
    (tmp_path / "bare" / "journal").unlink()
    done = fathom(tmp_path, "merge", str(shares / "a"), "bare", "--out", "all", code=2)
    assert done.message.startswith("fathom: bare contains no journal of its games")
    done = fathom(tmp_path, "merge", str(shares / "a"), "--out", "all", code=2)
    assert "merge needs two or more folders of runs" in done.message


def test_an_unreadable_journal_is_reported_and_all_games_are_played_again(tmp_path: Path) -> None:
    command = (*PLAY, "--games", "60", "--out", "it")
    first = fathom(tmp_path, *command).json
    (tmp_path / "it" / "journal").write_bytes(b"something else")
    again = fathom(tmp_path, *command)
    assert "is not a readable journal, so all games are played again" in again.message
    assert again.json["tally_id"] == first["tally_id"]


def test_merging_runs_of_different_code_is_refused(
    shares: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from simulate.cli import carry_out

    monkeypatch.setattr(carry_out, "made_with", lambda *played: {"fathom": "9"})
    done = merged(shares, tmp_path, "a", "b", code=2)
    assert "was played by another version of Fathom, of the game or of a strategy" in done.message


@pytest.mark.parametrize("deals", ["1k", "5:5", "9:3", "-1:5", "a:b", "0:1.5", "0:9999G", ":"])
def test_an_invalid_range_of_deals_is_refused(deals: str, tmp_path: Path) -> None:
    done = fathom(tmp_path, *PLAY, f"--deals={deals}", code=2)
    assert done.message.startswith(f"fathom: the deals cannot be {deals!r}")
