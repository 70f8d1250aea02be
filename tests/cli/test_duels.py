"""The whole command ``fathom tournament --duels``, in a study file, a report and a notebook."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from reports.tournament.contest import CONTEST
from reports.writing.columns import all_meanings
from simulate import tournament
from tests.helpers.commands_helper import fathom

COLUMNS = all_meanings(CONTEST.tables)

SPECS = ("random", "attacker", "closer")
SMALL = ("tournament", "snorkeling", *(part for spec in SPECS for part in ("-s", spec)))
GAMES = ("--games", "80")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("duels")


@pytest.fixture(scope="module")
def done(folder: Path) -> Any:
    return fathom(folder, *SMALL, *GAMES, "--duels", "--out", "found")


@pytest.fixture(scope="module")
def found(folder: Path, done: Any) -> Any:
    assert done
    return json.loads((folder / "found" / "summary.json").read_text())


def test_the_total_is_said_and_one_answer_is_told(done: Any) -> None:
    said = " ".join((done.err + done.out).split())
    assert "and 360 games of 6 duels: " in said
    assert "each alone among others of each other one, two against two and in mixed" in said
    told = done.out.partition("Who wins two against two?")[2].partition("How sure?")[0]
    assert 100 < len(told) < 420  # five lines of 80


def test_json_tables_and_charts_hold_the_duels(folder: Path, found: Any) -> None:
    table = pd.read_csv(folder / "found" / "duels.csv")
    assert list(table) == list(COLUMNS["duels"])
    assert len(table) == 3 * 3
    assert [one["value"] for one in found["duels"]] == pytest.approx(
        table["value"].tolist(), abs=1e-5
    )
    for one in found["duels"]:
        assert one["ci_low"] < one["value"] < one["ci_high"]
    for together, *ways in (found["duels"][first:][:3] for first in (0, 3, 6)):
        assert sum(part["games"] for part in ways) == together["games"] == 120
    for question in CONTEST.questions:
        assert (folder / "found" / f"{question.name}.png").is_file() == bool(question.draw)


def test_without_duels_all_else_is_the_same_and_nothing_is_told_of_them(
    folder: Path, found: Any
) -> None:
    plain = fathom(folder, *SMALL, *GAMES, "--json").json
    assert "duels" not in plain
    assert found["games"] == plain["games"] + 360
    for key in ("matrix", "ranking", "lasting", "beats_all"):
        assert found[key] == plain[key]
    assert found["tally_id"] != plain["tally_id"]
    assert found["study_id"] != plain["study_id"]


def test_the_study_plays_them_again_and_verify_finds_a_duel_that_differs(
    folder: Path, found: Any
) -> None:
    again = fathom(folder, "tournament", "found/study.toml", "--json").json
    assert again["tally_id"] == found["tally_id"]
    # 6 cells, all mixed line-ups, and two ways to sit.
    assert "9 tallies as pinned" in fathom(folder, "verify", "found").out
    study = (folder / "found" / "study.toml").read_text()
    place = study.index('[pinned."duels seated as AABB"]')
    turns = study.index("turns = ", place) + len("turns = ")
    (folder / "altered.toml").write_text(study[:turns] + "1" + study[turns:])
    failed = fathom(folder, "tournament", "altered.toml", "--json", code=1)
    assert "at duels seated as AABB, sum of turns is " in failed.err
    # Without them, the study is another one, and nothing is compared.
    assert "duels" not in fathom(folder, "tournament", "altered.toml", "--no-duels", "--json").json


@pytest.mark.slow
def test_a_study_file_a_report_and_a_notebook_have_them_too(folder: Path, found: Any) -> None:
    specs = ", ".join(f'"{spec}"' for spec in SPECS)
    text = f'game = "snorkeling"\ngames = 80\n[tournament]\nstrategies = [{specs}]\nduels = true\n'
    (folder / "aims.toml").write_text(text + '[targets]\n"duels.closer.random" = { min = -0.5 }\n')
    told = fathom(folder, "tournament", "aims.toml", "--json").json
    assert told["tally_id"] == found["tally_id"]
    assert told["targets"][0]["verdict"] == "meets"
    fathom(folder, "report", "aims.toml", "--out", "duels.html")
    page = (folder / "duels.html").read_text()
    assert "Who wins two against two?" in page
    assert "By how many of 100 games A wins more a seat than B" in page
    here = tournament("snorkeling", strategies=SPECS, duels=True, games=80, jobs=2)
    assert here.tally_id == found["tally_id"]
    assert here.figures["duels.closer.random"].value == told["targets"][0]["value"]
    assert len(here.tables["duels"]) == 9


def test_where_a_duel_is_a_cell_nothing_is_played_twice(folder: Path) -> None:
    few = (*SMALL, "--players", "3", *GAMES, "--json")
    plain, duels = fathom(folder, *few), fathom(folder, *few, "--duels")
    assert duels.json["tally_id"] == plain.json["tally_id"]
    assert "duels" not in duels.err
    assert {one["seating"] for one in duels.json["duels"]} == {"all", "AAB", "ABB"}


def test_duels_of_cells_that_stop_when_they_are_decided_are_refused(tmp_path: Path) -> None:
    failed = fathom(tmp_path, *SMALL, "--duels", "--until-decided", code=2)
    assert "leave out --duels or --until-decided" in failed.message
