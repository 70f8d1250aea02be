"""`fathom setups` plays the same set-up many times, and can be repeated, watched and resumed."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tests.helpers.commands_helper import fathom

RACE = Path(__file__).parents[1] / "making" / "games" / "race.py"
GAME = ("race.py", "--players", "4", "-s", "random", "--games", "40", "--quiet")


@pytest.fixture(autouse=True)
def _race(tmp_path: Path) -> None:
    (tmp_path / "race.py").write_text(RACE.read_text(encoding="utf-8"), encoding="utf-8")


def test_the_first_screen_of_many_deals_is_short_and_names_a_command(tmp_path: Path) -> None:
    done = fathom(tmp_path, "setups", *GAME, "--deal", "1..30", "--repeat", "20")
    lines = done.out.splitlines()
    assert len(lines) <= 24
    for label in ("START?", "SET-UP?", "BEST?", "TRUST?", "NEXT"):
        assert any(line.startswith(label) for line in lines)


def test_one_deal_is_compared_with_all_deals(tmp_path: Path) -> None:
    done = fathom(tmp_path, "setups", *GAME, "--deal", "17", "--repeat", "40")
    assert "Deal 17" in done.out
    assert "over all deals" in " ".join(done.out.split())
    assert "replay" in done.out
    assert "--game 17" in " ".join(done.out.split())


def test_the_json_has_every_deal_and_is_the_same_on_any_number_of_threads(tmp_path: Path) -> None:
    options = ("--deal", "3..24", "--repeat", "10", "--json")
    first = fathom(tmp_path, "setups", *GAME, *options, "--jobs", "1").json
    second = fathom(tmp_path, "setups", *GAME, *options, "--jobs", "3").json
    assert first["tally_id"] == second["tally_id"]
    assert [row["deal"] for row in first["deals"]] == [d for d in range(3, 25) for _ in range(4)]
    assert first["repeat"] == 10
    assert first["games"] == 40 + 22 * 10
    assert sum(row["value"] for row in first["deals"][:4]) <= 1 + 1e-9


def test_the_study_of_a_result_repeats_it_exactly(tmp_path: Path) -> None:
    options = ("--deal", "1..3", "--repeat", "10")
    first = fathom(tmp_path, "setups", *GAME, *options, "--json", "--out", "kept").json
    again = fathom(tmp_path, "setups", "kept/study.toml", "--json", "--quiet").json
    assert again["tally_id"] == first["tally_id"]
    assert (tmp_path / "kept" / "deals.csv").is_file()
    fathom(tmp_path, "report", "kept", "--out", "page.md", "--quiet")
    assert "Repeated deals" in (tmp_path / "page.md").read_text(encoding="utf-8")


def test_the_suggested_replay_shows_the_deal(tmp_path: Path) -> None:
    done = fathom(tmp_path, "setups", *GAME, "--deal", "5", "--repeat", "10")
    [line] = [line for line in done.out.splitlines() if "--moves" in line]
    command = shlex.split(line[line.index("fathom ") :])
    assert "game 5" in fathom(tmp_path, *command[1:]).out


def test_impossible_options_are_refused(tmp_path: Path) -> None:
    for options, reason in {
        ("--deal", "9..3"): "larger one",
        ("--deal", "x"): "as in 17 or 1..500",
        ("--repeat", "1"): "allowed: 2",
        ("--deal", "1..999999"): "at most 100,000",
    }.items():
        done = fathom(tmp_path, "setups", *GAME, *options, code=2)
        assert reason in " ".join(done.err.split())
    assert "setups" in fathom(tmp_path, "run", *GAME, "--deal", "17", code=2).err


def test_the_same_command_takes_finished_deals_from_the_journal(tmp_path: Path) -> None:
    command = ("setups", *GAME[:-1], "--deal", "1..5", "--repeat", "10", "--json", "--out", "kept")
    first = fathom(tmp_path, *command)
    again = fathom(tmp_path, *command)
    assert "continuing with the games of an earlier command" in " ".join(again.err.split())
    assert again.json["tally_id"] == first.json["tally_id"]
