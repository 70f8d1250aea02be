"""What is told of a second look: a pinned study that was undecided, played with more games."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from reports.run.ending import error_of_two_looks
from simulate.cli.plans.run import earlier_look
from simulate.cli.plans.selection import Selection, choose
from tests.helpers.commands_helper import fathom

QUIET = ("--quiet", "--no-charts", "--no-robust")
#: Seat 1 wins a third of the games or a little more.
STUDY = """
game = "scaphandre"
players = 3
lineup = ["random"]
games = 500
[targets]
"seats.1.score_mean" = { max = 30 }
"seats.1.win_rate" = { min = 0.335 }
"""
SAID = "Looked at twice, for a target was undecided after 500 games"
OR_ELSE = "or --until-decided, which may be looked at any time"


def run(folder: Path, *arguments: str, code: int = 3) -> str:
    return " ".join(fathom(folder, "run", *arguments, *QUIET, code=code).out.split())


@pytest.fixture
def pinned(tmp_path: Path) -> Path:
    """Return a folder in which a study lies, played, undecided and pinned, in ``pin``."""
    (tmp_path / "study.toml").write_text(STUDY)
    run(tmp_path, "study.toml", "--out", "pin")
    return tmp_path


@pytest.mark.parametrize(("share", "error"), [(0.5, 0.0831), (1 - 1e-9, 0.05), (1e-9, 1 - 0.95**2)])
def test_two_looks_err_as_is_known_of_them(share: float, error: float) -> None:
    assert error_of_two_looks(share, 0.95) == pytest.approx(error, abs=1e-4)


def test_two_looks_err_as_often_as_in_simulated_studies() -> None:
    share, studies = 0.2, 200_000
    drawn = np.random.default_rng(1).standard_normal((2, studies))
    second = np.sqrt(share) * drawn[0] + np.sqrt(1 - share) * drawn[1]
    missed = np.mean((np.abs(drawn[0]) > 1.644854) | (np.abs(second) > 1.644854))
    error = error_of_two_looks(share, 0.9)
    assert abs(missed - error) < 4 * (error * (1 - error) / studies) ** 0.5
    assert abs(missed - 0.1) > 0.05  # as if there were one look


def test_a_second_look_is_told_with_what_it_costs_and_what_to_type_instead(pinned: Path) -> None:
    text = run(pinned, "pin", "--games", "1000")
    assert SAID in text
    assert "in 8.3 % of studies, not 5 % (exact for two looks at a normal figure)" in text
    instead = "fathom run pin --until-decided --games 10000"
    assert f"'{instead}' may be looked at any time, and keeps to 5 %" in text
    found = fathom(pinned, "run", "pin", "--games", "1000", *QUIET, "--json", code=3).json
    assert found["looked_before"]["games"] == 500
    assert found["looked_before"]["undecided"] == ["seats.1.win_rate"]
    assert found["looked_before"]["error"] == pytest.approx(error_of_two_looks(0.5, 0.95))
    # The same games as if nobody had looked, and what is advised can be played.
    fresh = fathom(pinned, "run", "study.toml", "--games", "1000", *QUIET, "--json", code=3).json
    assert "looked_before" not in fresh
    assert fresh["tally_id"] == found["tally_id"]
    assert fathom(pinned, *instead.split()[1:], *QUIET, "--json", code=3).json["until_decided"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("study.toml", "--games", "1000"),  # nothing is pinned, so nobody looked
        ("pin",),
        ("pin", "--games", "400"),
        ("pin", "--games", "1000", "--seed", "2"),  # other games
        ("pin", "--games", "1000", "--rule", "seconds_per_turn=20"),
        ("pin", "--games", "1000", "--until-decided"),
    ],
    ids=" ".join,
)
def test_nothing_is_told_where_it_is_no_second_look(
    arguments: tuple[str, ...], pinned: Path
) -> None:
    assert "Looked at twice" not in run(pinned, *arguments)


def test_what_is_played_in_a_time_is_no_second_look(pinned: Path) -> None:
    file = str(pinned / "pin")
    both: list[tuple[dict[str, Any], int]] = [({}, 500), ({"minutes": 1.0}, 0)]
    for said, deals in both:
        selection = replace(Selection(source=file, games="1k"), **said)
        study, _ = choose(replace(selection, minutes=None))
        assert earlier_look(selection, study) == deals


def test_nothing_is_told_where_the_first_look_left_nothing_open(pinned: Path) -> None:
    study = (pinned / "pin" / "study.toml").read_text()
    (pinned / "told.toml").write_text(study.replace("0.335", "0.2"))
    assert "Looked at twice" not in run(pinned, "told.toml", "--games", "1000", code=0)
    (pinned / "none.toml").write_text(study.partition("[targets.")[0])
    assert "Looked at twice" not in run(pinned, "none.toml", "--games", "1000", code=0)
