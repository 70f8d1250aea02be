"""What all contests promise, as whole commands: ``fathom tournament``, ``ladder`` and ``ask``."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import simulate
from reports.contest.question import Question, frame
from reports.writing.chart_frame import Sheet
from reports.writing.columns import Column, all_meanings
from tests.cli.conftest import CONTESTS, Contests, Made, flat, typed
from tests.helpers.commands_helper import contents, fathom
from tests.helpers.tables import quick_among

#: What is one for all contests is tried with the quickest in every run.
most_often_with_one = pytest.mark.parametrize(
    "made", quick_among(CONTESTS, "tournament"), indirect=True
)


def timeless(found: Any) -> Any:
    """Leave out what the clock tells."""
    if isinstance(found, dict):
        return {key: timeless(one) for key, one in found.items() if not key.endswith("_s")}
    return list(map(timeless, found)) if isinstance(found, list) else found


@most_often_with_one
def test_json_alone_is_that_of_the_folder_and_leaves_nothing(made: Made) -> None:
    before = contents(made.folder)
    done = fathom(made.folder, *made.small.typed, "--json", "--quiet")
    assert done.err == ""
    assert contents(made.folder) == before
    assert timeless(done.json) == timeless(made.summary)


def test_the_screen_asks_and_answers_what_the_json_object_does(made: Made) -> None:
    lines, said = made.done.out.splitlines(), flat(made.done.out)
    assert f", seed 1, fingerprint {made.summary['tally_id'][:12]}" in lines[-2]
    assert lines[-1] == "Tables and charts are in found"
    for asked, answers in made.summary["answers"].items():
        assert asked in lines
        for answer in answers:
            assert flat(answer) in said


def test_the_folder_holds_the_tables_charts_and_a_study_that_gives_the_same_again(
    made: Made,
) -> None:
    small, folder = made.small, made.folder / "found"
    columns = all_meanings(small.contest.tables)
    tables = [f"{name}.{kind}" for name in small.tables for kind in ("csv", "parquet")]
    charts = [f"{name}.{kind}" for name in small.charts for kind in ("png", "svg")]
    files = {path.name for path in folder.iterdir()}
    assert files == {"study.toml", "summary.json", "journal", *tables, *charts}
    for name in small.tables:
        assert list(pd.read_csv(folder / f"{name}.csv")) == list(columns[name])
    again = fathom(made.folder, small.command, "found/study.toml", "--json").json
    assert again["tally_id"] == made.summary["tally_id"]
    pins = tomllib.loads((folder / "study.toml").read_text())["pinned"]
    assert f"{len(pins)} fingerprints as pinned" in fathom(made.folder, "verify", "found").out


@most_often_with_one
def test_a_pinned_number_that_differs_is_named(made: Made) -> None:
    study = (made.folder / "found" / "study.toml").read_text()
    *_, label = tomllib.loads(study)["pinned"]
    place = study.rindex("[pinned.")
    turns = study.index("turns = ", place) + len("turns = ")
    (made.folder / "altered.toml").write_text(study[:turns] + "1" + study[turns:])
    command = (made.small.command, "altered.toml", "--no-charts")
    failed = fathom(made.folder, *command, "--json", code=1)
    assert f"at {label}, sum of turns is " in failed.err
    assert "DIFFERS" in fathom(made.folder, "verify", "altered.toml", code=1).out
    # Said otherwise on the command line, the study is another one.
    fathom(made.folder, *command, "--json", "--seed", "2")


@most_often_with_one
def test_a_notebook_finds_what_the_command_does(made: Made) -> None:
    small = made.small
    done = getattr(simulate, small.command)(small.game, jobs=2, **small.called)
    assert done.tally_id == made.summary["tally_id"]
    assert done.games == made.summary["games"]
    assert (list(done.tables), list(done.charts)) == (small.tables, small.charts)
    assert done.figures


@pytest.mark.parametrize(
    ("name", "places"),
    [("tournament", ("matrix", 2, 0)), ("ladder", ("rungs", "collector")), ("ask", ("questions",))],
)
def test_a_line_up_is_what_run_says_of_it(
    name: str, places: tuple[Any, ...], contests: Contests, tmp_path: Path
) -> None:
    one, small = contests(name).summary, CONTESTS[name]
    for place in places:
        one = one[place] if not isinstance(one, list) or isinstance(place, int) else next(
            row for row in one if row["strategy"] == place
        )  # fmt: skip
    one = one[0] if isinstance(one, list) else one
    seated = typed(one.get("strategy") or one["player"], "random", "random")
    games = ("--games", str(one["games"]), "--json", "--no-robust")
    run = fathom(tmp_path, "run", small.game, "--players", "3", *seated, *games).json
    told = run["strategies"][0]
    keys = ("win_rate",) if name == "ask" else ("win_rate", "ci_low", "ci_high")
    assert [told[key] for key in keys] == [one[key] for key in keys]


@pytest.mark.parametrize("name", ["tournament", "ladder", "ask"])
def test_a_question_of_every_contest_is_on_the_screen_in_the_json_object_and_in_the_folder(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def draw(sheet: Sheet, results: Any) -> Any:
        drawing = frame(results, sheet, "all games", 1, [])
        drawing.subplots()
        return drawing

    asked = Question(
        name="seats",
        asks="How many sit at the table?",
        answer=lambda results: [f"{results.players} players."],
        columns=[Column("players", "who sit there")],
        rows=lambda results: [results],
        draw=draw,
    )
    silent = replace(asked, name="silent", answer=lambda results: ())
    monkeypatch.setattr("reports.contest.contest.QUESTIONS", [asked, silent])
    done = fathom(tmp_path, *CONTESTS[name].typed, "--out", "found")
    assert "How many sit at the table?" in done.out
    summary = json.loads((tmp_path / "found" / "summary.json").read_text())
    assert summary["answers"]["How many sit at the table?"] == ["3 players."]
    assert summary["seats"] == [{"players": 3}]
    assert {"seats.csv", "seats.svg"} <= {path.name for path in (tmp_path / "found").iterdir()}
    assert "silent" not in summary


def test_other_commands_send_a_file_of_a_contest_where_it_belongs(made: Made) -> None:
    failed = fathom(made.folder, "run", "found/study.toml", code=2)
    assert f"play it with 'fathom {made.small.command} found/study.toml'" in failed.err


@pytest.mark.slow
def test_a_contest_has_a_report_too(made: Made, reports_that_look_less_closely: None) -> None:
    fathom(made.folder, "report", "found", "--out", "report.html", "--quiet")
    page = (made.folder / "report.html").read_text()
    for asked in made.summary["answers"]:
        assert page.count(f"<dt>{asked}</dt>") == 1
    assert f"fathom {made.small.command} study.toml" in page


#: A tournament with a target.
STUDY = """\
game = "snorkeling"
players = 3
games = 300
seed = 4
[tournament]
strategies = ["planner", "random", "closer"]
[targets]
"tiers.strong.random" = { min = 0.4 }
"""


@pytest.mark.parametrize(
    ("aim", "code", "shown", "word"),
    [(0.4, 0, "MET", "meets"), (0.999, 1, "MISSED", "misses")],
)
def test_targets_are_judged(aim: float, code: int, shown: str, word: str, tmp_path: Path) -> None:
    (tmp_path / "aims.toml").write_text(STUDY.replace("0.4", str(aim)))
    done = fathom(tmp_path, "tournament", "aims.toml", "--out", "out", "--no-charts", code=code)
    said = flat(done.out)
    assert f"{shown}: Win rate of strong strategies at tables of random ones: " in said
    assert f"; wanted at least {100 * aim:.12g} %." in said
    [target] = json.loads((tmp_path / "out" / "summary.json").read_text())["targets"]
    assert target["verdict"] == word
    if word == "meets":
        (tmp_path / "aims.toml").write_text(STUDY.replace("0.4", str(target["value"])))
        done = fathom(tmp_path, "tournament", "aims.toml", "--json", code=3)
        assert done.json["targets"][0]["verdict"] == "undecided"
