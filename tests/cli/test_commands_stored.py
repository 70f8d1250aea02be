"""Folders of several runs: compared, and merged."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from simulate.cli.plans.provenance import made_with
from tests.helpers.commands_helper import fathom, write_bold

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


def test_two_runs_are_played_again_and_it_is_told_if_that_gives_other_games(weeks: Path) -> None:
    runs = ["runs/week1", "runs/week2"]
    fathom(weeks, "compare", *runs, "--json")
    file = weeks / "runs" / "week1" / "study.toml"
    file.write_text(file.read_text().replace("turns = ", "turns = 1", 1))
    done = fathom(weeks, "compare", *runs, "--json", code=1)
    assert "first difference: at week1, sum of turns is" in done.message


def test_a_number_of_games_that_is_none_is_told_before_a_game_is_looked_for(weeks: Path) -> None:
    file = weeks / "runs" / "week1" / "summary.json"
    file.write_text(file.read_text().replace('"games": 400', '"games": "many"', 1))
    done = fathom(weeks, "replay", "runs/week1", "--game", "3", code=1)
    assert "summary.json: games cannot be 'many'; play the study beside it again" in done.message


def test_the_code_of_a_game_changes_with_its_sources_and_a_strategy_file(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("x = 1\n")
    specs = [f"{mine}:bold", "random"]
    before = made_with("snorkeling", specs)
    assert before == made_with("snorkeling", specs)
    assert made_with("schnuff", ["random"])["code"] != made_with("shoal", ["random"])["code"]
    mine.write_text("x = 2\n")
    after = made_with("snorkeling", specs)
    assert (after["code"] != before["code"]) and after["fathom"] == before["fathom"]


# Merged -----------------------------------------------------------------------------------------


PLAY = ("run", "scaphandre", "--players", "3", "-s", "random", "--no-charts", "--json")


def shared(folder: Path, out: str, *deals: str, jobs: int = 1) -> Any:
    ranges = [word for one in deals for word in ("--deals", one)]
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


def test_shares_give_the_tally_of_the_whole(shares: Path, tmp_path: Path) -> None:
    merged(shares, tmp_path, "c", "a", "b")
    found, whole = summary(tmp_path / "all"), summary(shares / "whole")
    for name in ("tally_id", "study_id", "games", "seats", "length", "ranges"):
        assert found[name] == whole[name]
    assert found["ranges"] is None
    again = fathom(tmp_path, "run", "all", "--json", "--no-robust").json
    assert again["tally_id"] == whole["tally_id"]


def test_a_share_has_a_study_that_gives_it_again(shares: Path, tmp_path: Path) -> None:
    found = summary(shares / "b")
    assert found["ranges"] == [[1000, 2000]]
    assert found["games"] == 1000
    again = fathom(tmp_path, "run", str(shares / "b" / "study.toml"), "--json").json
    assert again["tally_id"] == found["tally_id"]
    assert again["study_id"] == found["study_id"] != summary(shares / "whole")["study_id"]


def test_a_hole_is_told_and_stays_one(shares: Path, tmp_path: Path) -> None:
    told = merged(shares, tmp_path, "a", "c").err
    assert "deals 1,000 to 1,999 are in none of them" in " ".join(told.split())
    found = summary(tmp_path / "all")
    assert found["ranges"] == [[0, 1000], [2000, 3000]]
    assert found["deals"] == 2000
    both = shared(tmp_path, "both", "0:1k", "2k:3k")
    assert both["tally_id"] == found["tally_id"]


def test_deals_that_two_have_are_counted_once(shares: Path, tmp_path: Path) -> None:
    shared(tmp_path, "more", "500:2500")
    folders = [str(shares / "a"), "more", str(shares / "c")]
    done = fathom(tmp_path, "merge", *folders, "--out", "all", "--no-charts")
    told = " ".join(done.err.split())
    assert "1,000 deals are in more than one of them and are counted once" in told
    assert summary(tmp_path / "all")["tally_id"] == summary(shares / "whole")["tally_id"]


def test_a_foreign_study_is_named(shares: Path, tmp_path: Path) -> None:
    write_bold(tmp_path)
    seed = ("--games", "60", "--seed", "2", "--out", "seed")
    fathom(tmp_path, *PLAY, *seed)
    folders = ("merge", str(shares / "a"), "seed", "--out", "all")
    done = fathom(tmp_path, *folders, code=2)
    assert done.message.endswith(f"seed is of another study than {shares / 'a'}: seed is 2, not 1")
    fathom(tmp_path, *PLAY, "--games", "60", "--rule", "limit=11", "--out", "rule")
    done = fathom(tmp_path, "merge", str(shares / "a"), "rule", "--out", "all", code=2)
    assert "rule limit is 11, not 12" in done.message
    assert not (tmp_path / "all").exists()


def test_a_folder_without_a_journal_is_named(shares: Path, tmp_path: Path) -> None:
    fathom(tmp_path, *PLAY, "--games", "60", "--out", "bare")
    (tmp_path / "bare" / "journal").unlink()
    done = fathom(tmp_path, "merge", str(shares / "a"), "bare", "--out", "all", code=2)
    assert done.message.startswith("fathom: bare holds no journal of its games")
    done = fathom(tmp_path, "merge", str(shares / "a"), "--out", "all", code=2)
    assert "name two or more folders" in done.message


def test_a_journal_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    command = (*PLAY, "--games", "60", "--out", "it")
    first = fathom(tmp_path, *command).json
    (tmp_path / "it" / "journal").write_bytes(b"something else")
    again = fathom(tmp_path, *command)
    assert "is no journal that can be read, so all is played anew" in again.message
    assert again.json["tally_id"] == first["tally_id"]


def test_other_code_is_told(shares: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from simulate.cli.plans import carry_out

    monkeypatch.setattr(carry_out, "made_with", lambda *played: {"fathom": "9"})
    done = merged(shares, tmp_path, "a", "b", code=2)
    assert "was played by other code than this" in done.message


@pytest.mark.parametrize("deals", ["1k", "5:5", "9:3", "-1:5", "a:b", "0:1.5", "0:9999G", ":"])
def test_deals_that_cannot_be_read_are_told(deals: str, tmp_path: Path) -> None:
    done = fathom(tmp_path, *PLAY, f"--deals={deals}", code=2)
    assert done.message.startswith(f"fathom: the deals cannot be {deals!r}")
