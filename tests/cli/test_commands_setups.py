"""`fathom setups` plays the same set-up many times, and can be repeated, watched and resumed."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from reports.setups.first_page import define_kinds
from tests.helpers.commands_helper import fathom

RACE = Path(__file__).parents[1] / "making" / "games" / "race.py"
GAME = ("race.py", "--players", "4", "-s", "random", "--games", "40", "--quiet")


@pytest.fixture(autouse=True)
def _race(tmp_path: Path) -> None:
    (tmp_path / "race.py").write_text(RACE.read_text(encoding="utf-8"), encoding="utf-8")


@pytest.mark.slow
def test_the_first_screen_of_many_deals_is_short_and_names_a_command(tmp_path: Path) -> None:
    done = fathom(tmp_path, "setups", *GAME, "--deal", "1..30", "--repeat", "20")
    lines = done.out.splitlines()
    assert len(lines) <= 24
    for label in ("START?", "SET-UP?", "BEST?", "TRUST?", "NEXT"):
        assert any(line.startswith(label) for line in lines)


@pytest.mark.slow
def test_the_first_screen_is_short_also_if_set_ups_decide_and_lists_seats(tmp_path: Path) -> None:
    players = ("-s", "planner", "--games", "200", "--quiet", "--no-rotate")
    for count, deals in ((4, "1..40"), (4, "3"), (5, "1..40"), (5, "3")):
        game = ("animal-splash", "--players", str(count), *players)
        out = fathom(tmp_path, "setups", *game, "--deal", deals, "--repeat", "100").out
        assert len(out.splitlines()) <= 24
        has_table = count == 4 or deals == "3"
        assert ("seat 1  " in out) is has_table
        if deals == "1..40":
            text = " ".join(out.split())
            assert (
                "All 100 plays of each deal ended alike: in these deals the set-up alone decides"
                in text
            )
            assert re.search(r"Over all deals it decides at least 9\d of 100 games\.", text)
            assert re.search(r"Deal \d+ is the best start: seat \d won 100 of 100 plays\. ", text)


@pytest.mark.slow
def test_limits_of_hopeless_deals_have_at_most_one_decimal(tmp_path: Path) -> None:
    game = ("snorkeling", "--players", "6", "-s", "random", "--games", "60", "--quiet")
    out = fathom(tmp_path, "setups", *game, "--deal", "2", "--repeat", "12").out
    text = " ".join(out.split())
    assert "Hopeless: wins fewer than 3.33 of 100 plays; unbeatable: more than 96.7." in text


def test_one_deal_is_compared_with_all_deals(tmp_path: Path) -> None:
    done = fathom(tmp_path, "setups", *GAME, "--deal", "17", "--repeat", "40")
    assert "Deal 17" in done.out
    assert "over all deals" in " ".join(done.out.split())
    assert "replay" in done.out
    assert "--deal 17" in " ".join(done.out.split())


def test_the_json_has_every_deal_and_is_the_same_on_any_number_of_threads(tmp_path: Path) -> None:
    options = ("--deal", "3..24", "--repeat", "10", "--json")
    first = fathom(tmp_path, "setups", *GAME, *options, "--jobs", "1").json
    second = fathom(tmp_path, "setups", *GAME, *options, "--jobs", "3").json
    assert first["tally_id"] == second["tally_id"]
    assert [row["deal"] for row in first["deals"]] == [d for d in range(3, 25) for _ in range(4)]
    assert first["repeat"] == 10
    assert first["games"] == 40 + 22 * 10
    assert sum(row["value"] for row in first["deals"][:4]) <= 1 + 1e-9


@pytest.mark.slow
def test_the_study_of_a_result_repeats_it_exactly(tmp_path: Path) -> None:
    options = ("--deal", "1..3", "--repeat", "10")
    first = fathom(tmp_path, "setups", *GAME, *options, "--json", "--out", "kept").json
    again = fathom(tmp_path, "setups", "kept/study.toml", "--json", "--quiet").json
    assert again["tally_id"] == first["tally_id"]
    assert (tmp_path / "kept" / "deals.csv").is_file()
    fathom(tmp_path, "report", "kept", "--out", "page.md", "--quiet")
    assert "Repeated deals" in (tmp_path / "page.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_suggested_replay_shows_the_deal(tmp_path: Path) -> None:
    done = fathom(tmp_path, "setups", *GAME, "--deal", "5", "--repeat", "10")
    [line] = [line for line in done.out.splitlines() if "fathom replay" in line]
    command = shlex.split(line[line.index("fathom ") :])
    first = fathom(tmp_path, *command[1:]).out
    assert "deal 5, play 1 " in first
    # Its own suggestions show all moves of the same play, and the next play.
    lines = [line for line in first.splitlines() if "fathom replay" in line]
    moves, following = (shlex.split(line[line.index("fathom ") :])[1:] for line in lines)
    assert "deal 5, play 1 (seed 1)" in fathom(tmp_path, *moves).out
    assert "deal 5, play 2 " in fathom(tmp_path, *following).out


@pytest.mark.slow
def test_replays_of_a_deal_have_its_set_up_and_the_scores_that_were_counted(tmp_path: Path) -> None:
    options = ("--deal", "5", "--repeat", "8", "--json")
    counted = fathom(tmp_path, "setups", *GAME, *options).json["deals"]
    plays = []
    for number in range(1, 9):
        play = ("--deal", "5", "--repeat", str(number), "--json")
        plays.append(fathom(tmp_path, "replay", *GAME[:-3], *play).json)
    for row in counted:
        scores = [play["scores"][row["seat"] - 1] for play in plays]
        assert row["score"] == pytest.approx(sum(scores) / 8)
        wins = [(row["seat"] in play["winners"]) / len(play["winners"]) for play in plays]
        assert row["value"] == pytest.approx(sum(wins) / 8)
    assert [play["repeat"] for play in plays] == [*range(1, 9)]
    assert {play["deal"] for play in plays} == {5}
    assert len({str(play["steps"][0]["table"]) for play in plays}) == 1
    assert len({str(play["steps"]) for play in plays}) > 1


def test_replay_without_a_choice_shows_a_typical_game(tmp_path: Path) -> None:
    few = ("--games", "200", "--json")
    shown = fathom(tmp_path, "replay", *GAME[:-3], *few).json
    assert shown == fathom(tmp_path, "replay", *GAME[:-3], "--game", "typical", *few).json


def test_replay_refuses_two_choices_of_a_game(tmp_path: Path) -> None:
    for options, reason in {
        ("--deal", "5", "--game", "3"): "leave out one of them",
        ("--game", "3", "--repeat", "2"): "give --deal too",
        ("--deal", "-1"): "there is no deal -1",
        ("--deal", "5", "--repeat", "0"): "there is no play 0",
        ("--deal", "5", "--search"): "leave out --search",
    }.items():
        done = fathom(tmp_path, "replay", *GAME[:-3], *options, code=2)
        assert reason in " ".join(done.err.split())


def test_impossible_options_are_refused(tmp_path: Path) -> None:
    for options, reason in {
        ("--deal", "9..3"): "smaller number first",
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


def test_the_limits_of_hopeless_deals_are_rounded_with_many_seats() -> None:
    results: Any = SimpleNamespace(limit=1 / 60, contest="seats")
    expected = "Hopeless: wins fewer than 1.67 of 100 plays; unbeatable: more than 98.3."
    assert define_kinds(results) == expected


def test_ten_plays_of_a_deal_are_counted_out_of_ten_and_too_few_to_be_hopeless(
    tmp_path: Path,
) -> None:
    game = ("animal-splash", "--players", "4", "-s", "planner", "--games", "100", "--quiet")
    out = fathom(tmp_path, "setups", *game, "--no-rotate", "--deal", "3", "--repeat", "10").out
    text = " ".join(out.split())
    assert re.search(r"Deal 3: seat \d won 10 of 10 plays \(at least \d\d in 100\); over all", text)
    assert "whether it is hopeless or unbeatable; it takes at least 59." in text
    assert "--repeat 59" in text
    out = fathom(tmp_path, "setups", *game, "--no-rotate", "--deal", "1..24", "--repeat", "4").out
    text = " ".join(out.split())
    assert "a player won or lost all 4 plays. That may be luck; to be sure takes at least" in text
    assert re.search(
        r"Deal \d+ is the best start: seat \d won 4 of 4 plays\. Deal \d+ is the worst", text
    )
    assert "of 100 plays. Deal" not in text


@pytest.mark.slow
def test_deals_of_players_who_win_together_are_sure_instead_of_unbeatable(tmp_path: Path) -> None:
    lifeboat = (str(RACE.with_name("lifeboat.py")), "--players", "1", "--rule", "shore=1")
    options = ("--games", "40", "--quiet", "--deal", "1..3")
    few = fathom(tmp_path, "setups", *lifeboat, *options, "--repeat", "10")
    text = " ".join(few.out.split())
    assert "clearly hopeless for the player (fewer than 5 wins in 100 plays) or sure to be" in text
    assert "unbeatable" not in text
    many = fathom(tmp_path, "setups", *lifeboat, *options, "--repeat", "80")
    text = " ".join(many.out.split())
    assert "Of 3 deals, none are surely hopeless for the player" in text
    assert "plays), 3 surely to be won (more than 95)." in text
