"""Every command that plays ends well after very few games, and prints no Python warning."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.commands_helper import fathom, real_fathom
from tests.helpers.file_games import file_of

pytestmark = pytest.mark.slow  # dozens of commands, and games that note draws compile slowly

LOG = "players,turns,winner,score_1,score_2\n2,16,1,123,120\n"
VERSIONS = ("--rule", "luck=5", "--rule", "luck=20")
VALUES = ("--vary", "luck=5,20")
STRATEGIES = ("-s", "random", "-s", "first")
COMMANDS = {
    "run": ("run", "--no-robust"),
    "run --cards": ("run", "--no-robust", "--cards"),
    "compare": ("compare", *VERSIONS, "--cards"),
    "sweep": ("sweep", *VALUES),
    "tune": ("tune", *VALUES, "--target", "length.turns.mean=1..30", "--no-robust"),
    "tune --even": ("tune", "--even", "--no-robust"),
    "tournament": ("tournament", *STRATEGIES),
    "ladder": ("ladder", *STRATEGIES, "--rollouts", "2"),
    "ask": ("ask",),
    "cards": ("cards", "-s", "random"),
    "when": ("when", "seat 1 lays no. 1", "--then", "seats.1.win_rate"),
    "waiting": ("waiting",),
    "setups": ("setups", "--deal", "0..2", "--repeat", "2"),
    "playtest": ("playtest", "log.csv"),
    "report": ("report", "--out", "page.md", "--no-robust"),
}


@pytest.mark.parametrize("games", ["1", "2", "3"])
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_succeeds_with_very_few_games(name: str, games: str, tmp_path: Path) -> None:
    command, *options = COMMANDS[name]
    (tmp_path / "log.csv").write_text(LOG, encoding="utf-8")
    common = ("--players", "2", "--games", games, "--jobs", "1", "--quiet")
    code = 3 if command == "tune" else 0
    done = fathom(tmp_path, command, file_of("race"), *options, *common, code=code)
    assert done.err == ""
    assert "nan" not in done.out


@pytest.mark.parametrize("seed", ["1", "2", "3", "4", "5", "6"])
def test_exchanges_of_cards_never_differ_clearly_after_very_few_games(
    seed: str, tmp_path: Path
) -> None:
    options = ("cards", file_of("race"), "-s", "random", "--players", "2", "--games", "12")
    done = fathom(tmp_path, *options, "--seed", seed, "--jobs", "1", "--json", "--quiet")
    exchanges = {card["exchange"] for card in done.json["cards"]}
    assert "differs" not in exchanges


def test_a_python_warning_of_a_users_file_does_not_reach_the_screen(tmp_path: Path) -> None:
    text = Path(file_of("race")).read_text(encoding="utf-8")
    warning = "import warnings\nwarnings.warn('old', DeprecationWarning)\nwarnings.warn('new')\n"
    (tmp_path / "loud.py").write_text(f"{text}\n{warning}", encoding="utf-8")
    assert real_fathom(tmp_path, "rules", "loud.py").err == ""
