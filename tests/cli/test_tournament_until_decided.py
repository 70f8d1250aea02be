"""A tournament that is played until all is decided, as whole commands."""

from __future__ import annotations

from pathlib import Path

import pytest

from reports.tournament.results import TournamentResults
from simulate import tournament
from simulate.cli.plans.contest import ContestResult
from simulate.cli.plans.selection import Selection
from simulate.cli.plans.tournament import TournamentPlan
from simulate.errors import ExitCode
from simulate.play.tournament import play_tournament
from tests.helpers.commands_helper import fathom

#: Three of whom every rank and every cell is clear after a few thousand games.
EASY = ("-s", "planner", "-s", "closer", "-s", "random", "--players", "3")
QUIET = ("--quiet", "--no-charts")


def test_it_ends_when_all_is_settled_and_says_what_ended_it(tmp_path: Path) -> None:
    done = fathom(tmp_path, "tournament", "snorkeling", "--until-decided", *EASY, *QUIET, "--full")
    said = " ".join(done.out.split())
    assert "every cell of the matrix and every pair of the ranking was decided; so it" in said
    assert "Of 6 cells 6 are clear; of 3 pairs of the ranking 3 are clear." in said
    assert "Whether all was decided was looked at" in said


def test_its_json_says_how_each_cell_stands_and_its_folder_is_verified(tmp_path: Path) -> None:
    command = ("tournament", "snorkeling", "--until-decided", "--games", "4k", *EASY, *QUIET)
    found = fathom(tmp_path, *command, "--json", "--out", "out").json
    until = found["until_decided"]
    assert until["decided"]
    assert until["looks"][-1] == 4_002  # whole deals of three games
    assert until["level"] == pytest.approx(1 - 0.05 / len(until["looks"]))
    assert until["cells"] == {"clear": 6}
    cells = [cell for row in found["matrix"] for cell in row if cell["games"]]
    assert {cell["settled"] for cell in cells} == {"clear"}
    assert {cell["games"] for cell in cells} <= set(until["looks"])
    assert found["games"] == found["mixed_games"] + sum(cell["games"] for cell in cells)
    assert found["study_id"] == found["played_study_id"]
    pinned = (tmp_path / "out" / "study.toml").read_text()
    assert "until_decided = true" in pinned
    assert "games = 4000" in pinned
    assert found["tally_id"] in pinned
    assert "as pinned" in fathom(tmp_path, "verify", "out").out
    one, two = (
        fathom(tmp_path, "tournament", "out", "--json", "--jobs", jobs, *QUIET).json["tally_id"]
        for jobs in ("1", "2")
    )
    assert one == two == found["tally_id"]
    names = [name for name in EASY[:6] if name != "-s"]
    again = tournament("snorkeling", strategies=names, players=3, games="4k", until_decided=True)
    assert again.tally_id == found["tally_id"]
    (tmp_path / "out" / "study.toml").write_text(pinned.replace("games = 4000", "games = 8000"))
    assert "DIFFERS" in fathom(tmp_path, "verify", "out", code=1).out


@pytest.mark.slow
def test_a_file_says_it_and_all_games_of_it_can_be_played_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "race.toml").write_text(
        'game = "snorkeling"\nplayers = 3\ngames = 900\nuntil_decided = 0.99\n'
        '[tournament]\nstrategies = ["planner", "closer", "shedder"]\n'
    )
    found = fathom(tmp_path, "tournament", "race.toml", "--json", *QUIET, code=3).json
    assert found["confidence"] == 0.99
    assert not found["until_decided"]["decided"]
    whole = fathom(tmp_path, "tournament", "race.toml", "--all-games", "--json", *QUIET).json
    assert "until_decided" not in whole
    assert whole["games"] >= found["games"]
    report = fathom(tmp_path, "report", "race.toml", "--out", "race.md", *QUIET[:1], code=3)
    assert "with the most played of what is open, not every cell" in " ".join(report.out.split())


def test_without_a_number_of_games_ten_times_as_many_are_the_most(tmp_path: Path) -> None:
    found = fathom(
        tmp_path, "tournament", "scaphandre", "--until-decided", "--json", "--quiet",
        "-s", "random", "-s", "planner", "--players", "2",
    ).json  # fmt: skip
    assert found["until_decided"]["looks"][-1] == 100_000
    assert found["games_per_cell"] < 100_000


def test_interrupted_it_tells_what_it_has_and_pins_nothing() -> None:
    chosen = Selection(source="snorkeling", players=3, games="2k", until_decided=True)
    plan = TournamentPlan(chosen, strategies=["closer", "shedder"])
    looks = iter(range(3))

    def open_until_it_is_pressed(_: object) -> range:
        if next(looks) == 2:
            raise KeyboardInterrupt
        return range(len(plan.design.lineups))

    run = play_tournament(plan.design, still_open=open_until_it_is_pressed)
    found = ContestResult(plan, TournamentResults(run))
    assert found.exit_code is ExitCode.INTERRUPTED
    assert found.interrupted == (
        f"these are the {found.games:,} games finished of {plan.design.games:,} at most, up to "
        "the last look at what is decided"
    )
    assert found.summary["until_decided"]["looked"] == 3
    assert found.summary["games_per_cell"] == 3 * plan.design.interim[2]
    text = found.study_file(pinned=True)
    assert "until_decided = true" in text
    assert "tally_id" not in text
    assert found.document()
