"""Every number that a report shows is in the tables behind it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pandas as pd
import pytest

from tests.helpers.commands_helper import fathom
from tests.helpers.report_numbers import (
    Page,
    chances_told,
    explains,
    numbers,
    read_tables,
    unexplained,
)

pytestmark = pytest.mark.usefixtures("reports_that_look_less_closely")

STUDIES = {
    "run": """\
game = "scaphandre"
players = 3
games = 600
lineup = ["planner", "random", "random"]
[targets]
first_player_advantage = { within = 0.01 }
"length.turns.p95" = { max = 8 }
""",
    "compare": """\
game = "snorkeling"
games = 400
[[compare.arms]]
label = "base"
variant = "base"
players = 4
lineup = ["eager"]
[[compare.arms]]
label = "expert"
variant = "expert"
players = 4
lineup = ["eager"]
""",
    "sweep": """\
game = "snorkeling"
players = 3
games = 300
lineup = ["eager"]
[sweep]
vary = ["target_score=6,12", "hand_size=4,5"]
""",
    "tournament": """\
game = "scaphandre"
players = 3
games = 240
[tournament]
strategies = ["random", "collector", "planner"]
""",
    "ladder": """\
game = "scaphandre"
players = 3
games = 240
[ladder]
strategies = ["random", "collector", "search(doubt=0, base=random, playout=random)"]
rollouts = [1, 3]
slow_games = 60
""",
}


#: Reports that take longest, and are made like the other.
SLOW = ("compare", "tournament", "sweep", "ladder")


@pytest.fixture(
    scope="module",
    params=[pytest.param(name, marks=pytest.mark.slow if name in SLOW else ()) for name in STUDIES],
)
def reported(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a report and of the tables behind it."""
    folder = tmp_path_factory.mktemp(request.param)
    (folder / "study.toml").write_text(STUDIES[request.param], encoding="utf-8")
    # An undecided or missed target is told by the exit code.
    code = 1 if request.param == "run" else 0
    wanted = ["--out", "report.html", "--tables", "tables", "--quiet"]
    done = fathom(folder, "report", "study.toml", *wanted, code=code)
    assert done.out.endswith("\nThe report is in report.html, its tables are in tables\n")
    return folder


def test_every_number_of_a_report_is_in_its_tables(reported: Path) -> None:
    html = (reported / "report.html").read_text(encoding="utf-8")
    pieces = Page(html).pieces
    assert len({piece.section for piece in pieces}) >= 6
    assert sum(len(numbers(piece.text)) for piece in pieces) > 100
    assert unexplained(html, read_tables(reported / "tables")) == []


def test_the_chances_to_win_in_sample_games_are_in_their_table(reported: Path) -> None:
    html = (reported / "report.html").read_text(encoding="utf-8")
    charts = chances_told(html, reported / "tables")
    assert charts
    for told, known in charts:
        assert len(told) > 12
        assert [one for one in told if not explains(one, known)] == []


def test_a_number_that_is_in_no_table_is_noticed(reported: Path, tmp_path: Path) -> None:
    """The negative control: tables that tell other values than the page does."""
    html = (reported / "report.html").read_text(encoding="utf-8")
    shutil.copytree(reported / "tables", tmp_path, dirs_exist_ok=True)
    for file in tmp_path.glob("*.csv"):
        table = pd.read_csv(file)
        for column in {"value", "value_a", "value_b", "win_rate", "elo", "width", "share"} & set(
            table
        ):
            table[column] = 1.07 * table[column] + 0.0123
        table.to_csv(file, index=False)
    assert len(unexplained(html, read_tables(tmp_path))) > 10


def test_tables_are_written_into_a_new_folder_only(tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").touch()
    small = ["scaphandre", "--players", "3", "-s", "random", "--games", "90"]
    done = fathom(tmp_path, "report", *small, "--tables", "full", code=2)
    assert "full is there already; name a new folder with --tables" in done.err
    assert [path.name for path in tmp_path.iterdir()] == ["full"]
