"""The whole command ``fathom ask``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from reports.ask.contest import CONTEST
from reports.writing.columns import all_meanings
from simulate import UsageError, ask
from tests.helpers.commands_helper import contents, fathom

COLUMNS = all_meanings(CONTEST.tables)

SMALL = ("ask", "schnuff", "--players", "3", "--with", "saver", "--games", "240")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("ask")


@pytest.fixture(scope="module")
def text(folder: Path) -> str:
    return fathom(folder, *SMALL, "--out", "found").out


@pytest.fixture(scope="module")
def found(folder: Path, text: str) -> Any:
    assert text
    return json.loads((folder / "found" / "summary.json").read_text())


def test_plain_questions_get_plain_answers(text: str, found: Any) -> None:
    assert "Which actions must you use?" in text
    assert "Must you use “plays Panic and says …”?" in text
    for one in found["questions"]:
        assert f"{one['question']} {one['answer']}: " in text
    assert "All intervals hold together at 95 %." in text


def test_json_has_the_fields_that_other_programs_read(folder: Path, found: Any) -> None:
    before = contents(folder)
    done = fathom(folder, *SMALL, "--json", "--quiet")
    assert done.err == ""
    assert contents(folder) == before
    same = [{k: v for k, v in one.items() if not k.endswith("_s")} for one in (done.json, found)]
    assert same[0] == same[1]
    assert (found["player"], found["games_per_question"]) == ("saver", 240)
    costs = [one["cost"] for one in found["questions"]]
    assert costs == sorted(costs, reverse=True)
    for one in found["questions"]:
        assert one["ci_low"] <= one["win_rate"] <= one["ci_high"]
        assert one["cost"] == pytest.approx(1 / 3 - one["win_rate"])


def test_tables_and_charts_are_those_declared(folder: Path, found: Any) -> None:
    names = {path.name for path in (folder / "found").iterdir()}
    assert {f"{chart}.svg" for chart in CONTEST.charts} < names
    for name, columns in COLUMNS.items():
        table = pd.read_csv(folder / "found" / f"{name}.csv")
        assert list(table.columns) == list(columns)
        assert len(table) == len(found["questions"])


def test_a_player_of_the_table_plays_again_what_it_was_asked(folder: Path, found: Any) -> None:
    one = next(one for one in found["questions"] if one["name"].startswith("without"))
    seated = ["-s", one["player"], "-s", "saver", "-s", "saver"]
    said = ("run", "schnuff", "--players", "3", *seated, "--games", "240", "--json")
    told = fathom(folder, *said).json["strategies"][0]
    assert (told["strategy"], told["win_rate"]) == (one["player"], one["win_rate"])


@pytest.mark.slow
def test_what_is_written_is_verified_and_reported(folder: Path, text: str) -> None:
    assert "The study gave" in fathom(folder, "verify", "found").out
    fathom(folder, "report", "found", "--out", "found.md", "--quiet")
    told = (folder / "found.md").read_text(encoding="utf-8")
    assert "Which actions must you use?" in told
    assert "fathom ask study.toml" in told


def test_a_study_that_gives_something_else_is_told(folder: Path, text: str) -> None:
    study = (folder / "found" / "study.toml").read_text()
    before, _, after = study.partition("turns = ")
    (folder / "other.toml").write_text(f"{before}turns = 1{after}")
    assert "pinned" in fathom(folder, "ask", "other.toml", "--no-charts", code=1).err


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("[ask]\nplayer = 'savr'", "unknown strategy 'savr' for schnuff"),
        ("lineup = ['saver']\n[ask]", "has lineup; say who plays without a handicap as"),
        ("[targets]\nx = {max = 1}\n[ask]", "has targets; the answers are verdicts themselves"),
    ],
)
def test_a_study_that_cannot_be_asked_is_told(folder: Path, written: str, message: str) -> None:
    (folder / "wrong.toml").write_text(f'game = "schnuff"\n{written}\n')
    assert message in fathom(folder, "ask", "wrong.toml", code=2).err


def test_a_notebook_asks_the_same(found: Any) -> None:
    asked = ask("schnuff", players=3, player="saver", games=240)
    assert asked.summary["tally_id"] == found["tally_id"]
    assert set(asked.figures) == {one["name"] for one in found["questions"]}
    with pytest.raises(UsageError, match="unknown strategy 'savr'"):
        ask("schnuff", player="savr")
