"""The command ``fathom learn``, and commands that play as the player that it taught."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from reports.advice import recording
from simulate.cli import pack_game
from simulate.cli.learning_clock import OutOfTimeError
from simulate.game import find_game
from strategies import find_strategy
from strategies.learned import files, learning, rivals, sessions
from strategies.learned.learning import Course, Learner
from strategies.learned.measuring import Exam, Strength
from tests.helpers.commands_helper import Finished, fathom

FILE = "reef-2-players.learned"
LIFEBOAT = Path(__file__).parents[1] / "making" / "games" / "lifeboat.py"
TABLE = ("reef.py", "--players", "2")
RUN = ("run", *TABLE, "-s", "learned", "--no-robust", "--no-charts", "--games", "200")


@pytest.fixture(scope="module", autouse=True)
def _short_courses() -> Iterator[None]:
    """Let every player of this module learn for about a second."""
    with pytest.MonkeyPatch.context() as patched:
        short = Course(games=192, completions=1)
        patched.setattr(sessions, "USUAL_COURSE", short)
        patched.setattr(sessions, "ROUND_DEALS", 50)
        patched.setattr(sessions, "FINAL_DEALS", 400)
        patched.setattr(rivals, "TRIAL_GAMES", 100)
        patched.setattr(rivals, "CHALLENGE_GAMES", 300)
        yield


def learn(folder: Path, *options: str, code: int = 0) -> Finished:
    return fathom(folder, "learn", *TABLE, *options, code=code)


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the file of a game, and of a player that learned it in two rounds."""
    folder = tmp_path_factory.mktemp("learned")
    fathom(folder, "new", "reef", "--like", "dice")
    learn(folder, "--rounds", "2", "--quiet")
    return folder


@pytest.fixture
def folder(learned: Path, tmp_path: Path) -> Path:
    """Return a copy of the folder."""
    shutil.copytree(learned, tmp_path, dirs_exist_ok=True)
    return tmp_path


def edit_game(folder: Path, before: str, after: str) -> None:
    """Change the file of the game."""
    edit(folder / "reef.py", before, after)


def edit(file: Path, before: str, after: str) -> None:
    """Change a file."""
    text = file.read_text(encoding="utf-8")
    assert before in text
    file.write_text(text.replace(before, after), encoding="utf-8")


def test_learn_prints_each_round_and_the_meaning_of_the_result(folder: Path) -> None:
    done = learn(folder, "--rounds", "1", "--fresh", "--base", "random")
    assert "comparing racer with the game's other strategies" in done.err
    assert "learning reef with 2 players, measured against racer" in done.err
    assert "(an equal share of wins is 50.0%)" in done.err
    [line] = [line for line in done.err.splitlines() if line.startswith("round 1:")]
    assert re.search(r"\(50 deals\); about \d+ s left", line)
    assert "learned in 1 round; the best player, after round 1" in done.out
    assert "against racer at all other seats (400 deals)" in " ".join(done.out.split())
    assert "It is weaker than racer" in done.out
    assert "fathom run reef.py --players 2 -s learned" in done.out
    assert sorted(file.name for file in folder.iterdir()) == [FILE, "reef.py"]


def test_two_commands_learn_the_same_as_one(folder: Path) -> None:
    two_rounds = (folder / FILE).read_bytes()
    first = learn(folder, "--rounds", "1", "--fresh", "--jobs", "1")
    assert "continuing" not in first.err
    second = learn(folder, "--rounds", "2", "--jobs", "2")
    assert "continuing after round 1 of reef with 2 players; use --fresh" in second.err
    assert (folder / FILE).read_bytes() == two_rounds
    third = learn(folder, "--rounds", "2", "--json")
    assert "this player has already learned 2 rounds; give a higher --rounds" in third.err
    assert "playing round" not in third.err
    assert (folder / FILE).read_bytes() == two_rounds
    assert len(third.json["rounds"]) == 2


def test_a_player_is_continued_with_the_seed_and_the_base_with_which_it_began(
    folder: Path,
) -> None:
    begin = ("--fresh", "--seed", "5", "--base", "careful")
    learn(folder, "--rounds", "1", *begin, "--quiet")
    assert learn(folder, "--rounds", "2", "--json", "--quiet").json["seed"] == 5
    listed = " ".join(fathom(folder, "strategies", "reef.py").out.split())
    assert "built on careful" in listed
    refused = learn(folder, "--rounds", "3", "--seed", "6", "--base", "racer", code=2)
    assert "learned with --base careful and --seed 5; give the same, or --fresh" in " ".join(
        refused.err.split()
    )


@pytest.mark.slow
def test_suggested_commands_use_the_rules_that_the_player_learned(folder: Path) -> None:
    options = ("--rule", "goal=60", "--rounds")
    done = learn(folder, *options, "1", "--fresh", "--quiet")
    table = "reef.py --players 2 --rule goal=60"
    assert f"fathom run {table} -s learned" in done.out
    assert f"fathom tournament {table} -s learned -s racer" in done.out
    assert f"fathom learn {table} " in done.out
    assert "continuing after round 1" in learn(folder, *options, "2").err


def test_players_for_different_numbers_of_players_share_a_base(folder: Path) -> None:
    before = (folder / FILE).read_bytes()
    three = ("learn", "reef.py", "--players", "3", "--rounds", "1")
    refused = fathom(folder, *three, "--base", "careful", code=2)
    message = " ".join(refused.err.split())
    assert "the learned player for 2 players builds on racer" in message
    assert f"must build on the same strategy; give --base racer, or remove {FILE}" in message
    assert sorted(file.name for file in folder.iterdir()) == [FILE, "reef.py"]
    assert (folder / FILE).read_bytes() == before


def test_a_player_for_another_number_of_players_gets_the_base_of_the_first(folder: Path) -> None:
    learn(folder, "--rounds", "1", "--fresh", "--base", "careful", "--quiet")
    done = fathom(folder, "learn", "reef.py", "--players", "3", "--rounds", "1")
    message = "building on careful instead of racer, because all learned players of a game share"
    assert message in " ".join(done.err.split())
    assert "learning reef with 3 players, measured against racer" in done.err
    listed = " ".join(fathom(folder, "strategies", "reef.py").out.split())
    assert "With 3 players, built on careful: wins" in listed


def test_a_strategy_that_is_surely_stronger_than_the_default_is_the_base_and_the_rival(
    folder: Path,
) -> None:
    edit_game(folder, "tier=1, least", "tier=3, least")
    done = learn(folder, "--rounds", "1", "--fresh")
    assert re.search(r"racer is stronger than careful: it wins [\d.]+% ± [\d.]+% against", done.err)
    assert "learning reef with 2 players, measured against racer" in done.err
    listed = " ".join(fathom(folder, "strategies", "reef.py").out.split())
    assert "With 2 players, built on racer: wins" in listed
    # It continues with the same rival, without comparing the strategies again.
    again = learn(folder, "--rounds", "2", "--json")
    assert "comparing" not in again.err
    assert again.json["rival"] == "racer"


def test_a_strategy_that_fails_is_left_out_of_comparisons(folder: Path) -> None:
    edit_game(
        folder, "return KEEP if view.table.pot >= least", "return 99 if view.table.pot >= least"
    )
    # The second player is weaker than racer, and is then compared with weaker strategies too.
    for base in ("racer", "random"):
        done = learn(folder, "--rounds", "1", "--fresh", "--base", base)
        message = " ".join(done.err.split())
        assert "careful is left out of the comparison: " in message
        assert "which is not legal" in message
        assert "learning reef with 2 players, measured against racer" in message
    assert "It is weaker than racer so far" in done.out


def test_a_player_is_refused_if_the_game_no_longer_has_the_strategy_it_was_compared_with(
    folder: Path,
) -> None:
    path = folder / FILE
    player = files.read_player(path, find_game(str(folder / "reef.py")), 2)
    (folder / "other.py").write_text("raise SystemExit('this code must not run')")
    for rival in ("daring", "other.py:daring"):
        files.write_player(path, replace(player, rival=rival))
        message = " ".join(learn(folder, "--rounds", "3", code=2).err.split())
        assert f"was compared with {rival}, which cannot be played now" in message
        assert message.endswith("give --fresh to start over")


def test_a_strategy_that_thinks_ahead_cannot_be_the_base(folder: Path) -> None:
    message = " ".join(learn(folder, "--fresh", "--base", "search", code=2).err.split())
    assert "the strategy to build on cannot be search; choose one of" in message


def test_the_json_object_has_every_round_and_the_final_strength(folder: Path) -> None:
    summary = learn(folder, "--rounds", "2", "--json").json
    assert [round_["round"] for round_ in summary["rounds"]] == [1, 2]
    for strength in (*summary["rounds"], summary["final"]):
        assert strength["compared_with"] == 0.5
        difference = strength["difference"]
        assert difference["value"] == strength["share"] - 0.5
        assert -0.5 <= difference["ci_low"] < difference["value"] < difference["ci_high"] <= 0.5
    bounds = [round_["difference"]["ci_low"] for round_ in summary["rounds"]]
    assert bounds[summary["best_round"] - 1] == max(bounds)
    assert summary["final"]["deals"] == 400
    assert (summary["game"], summary["players"], summary["rival"]) == ("reef", 2, "racer")
    assert summary["together"] is False
    assert Path(summary["file"]) == Path(FILE)


def test_a_time_ends_learning_after_at_least_one_round(folder: Path) -> None:
    done = learn(folder, "--minutes", "0.0001", "--fresh")
    assert len([line for line in done.err.splitlines() if line.startswith("round ")]) == 1


def test_a_round_that_would_end_too_late_is_left_out(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    learn(folder, "--rounds", "1", "--fresh", "--quiet")
    one_round = (folder / FILE).read_bytes()

    def fail(*arguments: Any) -> float:
        raise OutOfTimeError

    monkeypatch.setattr(Learner, "play_round", fail)
    done = learn(folder, "--rounds", "5", "--minutes", "9")
    assert "there is not enough time for round 2; it was stopped and does not count" in done.err
    assert "learned in 1 round" in done.out
    assert (folder / FILE).read_bytes() == one_round


def test_an_interruption_keeps_the_rounds_before_and_says_how_to_continue(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    two_rounds = (folder / FILE).read_bytes()
    play_round = Learner.play_round

    def interrupted(learner: Learner, *arguments: Any) -> None:
        if learner.rounds == 1:
            raise KeyboardInterrupt
        play_round(learner, *arguments)

    with monkeypatch.context() as patched:
        patched.setattr(Learner, "play_round", interrupted)
        stopped = learn(folder, "--rounds", "2", "--fresh", code=130)
        again = learn(folder, "--rounds", "2", code=130)
    assert "the best player of 1 round is in" in stopped.err
    assert "the same command without --fresh continues" in " ".join(stopped.err.split())
    assert "the same command continues" in " ".join(again.err.split())
    assert "learned" in fathom(folder, *RUN).out
    assert "not measured yet" in " ".join(fathom(folder, "strategies", "reef.py").out.split())
    learn(folder, "--rounds", "2", "--quiet")
    assert (folder / FILE).read_bytes() == two_rounds


def test_an_error_of_the_game_in_simulated_games_is_explained(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: Any) -> float:
        raise IndexError("index is out of bounds")

    monkeypatch.setattr(Learner, "play_round", fail)
    before = (folder / FILE).read_bytes()
    message = " ".join(learn(folder, "--rounds", "3", code=1).err.split())
    assert "reef.py failed in simulated games (IndexError: index is out of bounds)" in message
    assert "check its redeal with 'fathom check reef.py'" in message
    assert (folder / FILE).read_bytes() == before


def test_an_error_of_the_game_in_the_final_measurement_is_explained(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: Any) -> None:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr(sessions.Session, "measure", fail)
    message = " ".join(learn(folder, "--rounds", "1", "--fresh", code=1).err.split())
    assert "reef.py failed in simulated games (ZeroDivisionError: division by zero)" in message


# Players who win or lose together, and single players ----------------------------


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 2])
def test_a_game_without_competitors_is_learned_by_its_share_of_wins(
    players: int, tmp_path: Path
) -> None:
    fathom(tmp_path, "new", "rescue", "--like", "co-op")
    table = ("rescue.py", "--players", str(players))
    done = fathom(tmp_path, "learn", *table, "--rounds", "1")
    started, text = " ".join(done.err.split()), " ".join(done.out.split())
    who = {1: "1 player, who plays alone;", 2: "2 players, who win or lose together;"}[players]
    compared = "its share of wins is compared with that of watchful"
    assert f"learning rescue with {who} {compared}" in started
    assert re.search(r"round 1: wins [\d.]+% of games, watchful [\d.]+%: ", started)
    final = fathom(tmp_path, "learn", *table, "--rounds", "1", "--json", "--quiet").json["final"]
    shares = f"wins {final['share']:.1%} of games, watchful {final['compared_with']:.1%}: "
    assert shares in text
    difference = final["difference"]
    more = "more" if difference["value"] >= 0 else "fewer"
    assert f"points {more} (the same 400 deals)" in text
    assert difference["ci_low"] < difference["value"] < difference["ci_high"]
    assert shares in " ".join(fathom(tmp_path, "strategies", "rescue.py").out.split())
    assert (tmp_path / f"rescue-{players}-player{'s' * (players > 1)}.learned").is_file()
    # A run counts wins in the same way.
    run = fathom(tmp_path, "run", *table, "-s", "learned", *RUN[6:], "--json", "--quiet").json
    assert abs(run["sides"][0]["win_rate"] - final["share"]) < 0.15


@pytest.mark.slow
def test_players_who_win_together_learn_from_the_strongest_strategy(tmp_path: Path) -> None:
    fathom(tmp_path, "new", "rescue", "--like", "co-op")
    # The builder, which wins less, becomes the default strategy.
    edit(tmp_path / "rescue.py", "tier=1", "tier=3")
    table = ("rescue.py", "--players", "2")
    done = fathom(tmp_path, "learn", *table, "--rounds", "1", "--json")
    assert done.json["together"] is True
    assert done.json["rival"] == "watchful"
    assert re.search(r"watchful is stronger than builder: it wins [\d.]+% of games, b", done.err)


# What cannot be learned ----------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--minutes", "0"), "--minutes cannot be 0"),
        (("--minutes", "nan"), "--minutes cannot be nan"),
        (("--rounds", "0"), "--rounds cannot be 0"),
        (("--rounds", "1000000"), "--rounds cannot be 1000000"),
        (("--rule", "goal=60", "--rounds", "3"), "learned with the default rules"),
    ],
)
def test_invalid_options_are_refused(options: tuple[str, ...], words: str, folder: Path) -> None:
    before = (folder / FILE).read_bytes()
    assert words in " ".join(learn(folder, *options, code=2).err.split())
    assert (folder / FILE).read_bytes() == before


@pytest.mark.slow
def test_games_that_cannot_be_learned_are_refused(folder: Path) -> None:
    file = folder / "reef.py"
    rules, _, _ = file.read_text(encoding="utf-8").partition("# 5. Strategies")
    # Without strategies of its own, the game is learned among random players.
    file.write_text(rules, encoding="utf-8")
    assert learn(folder, "--rounds", "1", "--fresh", "--json").json["rival"] == "random"
    (folder / FILE).unlink()
    edit_game(
        folder, "    allow(menu, ROLL)", "    if state.table.pot == 0:\n        allow(menu, ROLL)"
    )
    done = learn(folder, code=2)
    assert "in which there is never a choice" in " ".join(done.err.split())
    assert not list(folder.glob("*.learned"))


@pytest.mark.slow
def test_a_changed_game_is_refused_until_its_player_has_learned_again(folder: Path) -> None:
    edit_game(folder, "rolled > 1", "rolled > 2")
    for command in (RUN, ("learn", *TABLE, "--rounds", "3")):
        message = " ".join(fathom(folder, *command, code=2).err.split())
        assert f"reef.py has changed since its player ({FILE}) learned it" in message
        assert "'fathom learn reef.py --players 2 --fresh'" in message
    listed = fathom(folder, "strategies", "reef.py")
    assert "reef.py has changed since" in " ".join(listed.err.split())
    assert "careful" in listed.out
    learn(folder, "--rounds", "1", "--fresh", "--quiet")
    fathom(folder, *RUN)


def test_comments_and_other_strategies_of_a_game_can_change(folder: Path) -> None:
    edit_game(folder, "# Chance comes only from the state.", "# Luck.")
    edit_game(folder, "view.table.pot >= least", "view.table.pot > least")
    fathom(folder, *RUN)


@pytest.mark.slow
def test_a_player_is_refused_after_a_change_of_the_strategy_that_it_builds_on(folder: Path) -> None:
    edit_game(folder, "enough = 20", "enough = 25")
    error = fathom(folder, *RUN, code=2).err
    assert "strategy racer has changed since the learned player of reef.py was built on it" in error
    learn(folder, "--rounds", "1", "--fresh")
    fathom(folder, *RUN)


# Playing as the learned player ---------------------------------------------------


def test_strategies_lists_the_learned_player_with_its_strength(folder: Path) -> None:
    listed = " ".join(fathom(folder, "strategies", "reef.py").out.split())
    summary = learn(folder, "--rounds", "2", "--json", "--quiet").json
    assert f"learned ({summary['tier']})" in listed
    assert f"With 2 players, built on racer: wins {summary['final']['share']:.1%}" in listed
    (folder / FILE).unlink()
    assert "learned" not in fathom(folder, "strategies", "reef.py").out


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        ("run", "-s", "learned,racer", "--no-robust"),
        ("compare", "-s", "learned", "--rule", "goal=60"),
        ("tournament", "-s", "learned", "-s", "careful"),
        ("replay", "-s", "learned", "--game", "1"),
        ("run", "-s", "search(base=learned, rollouts=1)", "--no-robust"),
        ("run", "-s", "restricted(base=learned)", "--no-robust"),
        ("run", "-s", "learned", "--rule", "forbid=keeps the pot", "--no-robust"),
    ],
    ids=" ".join,
)
def test_commands_play_as_the_learned_player(command: tuple[str, ...], folder: Path) -> None:
    name, *options = command
    few = () if name == "replay" else ("--games", "40")
    done = fathom(folder, name, *TABLE, *options, *few, "--json", "--quiet")
    assert done.err == ""
    assert "learned" in json.dumps(done.json)


@pytest.mark.slow
def test_screens_say_that_a_player_learned_other_rules(folder: Path) -> None:
    caution = "Careful: learned learned the game with other rules, so people may do better."
    own_rules = " ".join(fathom(folder, *RUN).out.split())
    assert caution not in own_rules
    other_rules = " ".join(fathom(folder, *RUN, "--rule", "goal=60").out.split())
    assert caution in other_rules
    options = ("-s", "learned,racer", "--rule", "goal=60", "--games", "40", "--quiet")
    assert caution in " ".join(fathom(folder, "compare", *TABLE, *options).out.split())


def test_a_missing_player_and_another_number_of_players_are_refused(folder: Path) -> None:
    done = fathom(folder, "run", "reef.py", "--players", "3", "-s", "learned", code=2)
    message = " ".join(done.err.split())
    assert "strategy learned has learned reef.py with 2 players, not with 3; to teach" in message
    (folder / FILE).unlink()
    done = fathom(folder, *RUN, code=2)
    message = " ".join(done.err.split())
    assert "no player has learned reef.py yet; to teach one, type 'fathom learn reef" in message


@pytest.mark.slow
def test_a_stored_run_notices_that_its_player_has_learned_on(folder: Path) -> None:
    run = (*RUN[:-2], "--quiet", "--json", "--deals")
    first = fathom(folder, *run, "0:100", "--out", "first").json
    more = fathom(folder, *run, "100:200", "--out", "more").json
    assert more["made_with"] == first["made_with"]
    fathom(folder, "merge", "first", "more", "--out", "both", "--no-charts", "--quiet")
    learn(folder, "--rounds", "1", "--fresh", "--seed", "9", "--quiet")
    other = fathom(folder, *run, "100:200", "--out", "other").json
    assert other["made_with"]["code"] != first["made_with"]["code"]
    assert other["tally_id"] != more["tally_id"]
    again = fathom(folder, "run", "first", "--out", "again", *RUN[6:-2], "--json").json
    assert again["tally_id"] == first["tally_id"]  # It is played by the player in its folder.
    refused = fathom(folder, "merge", "first", "other", "--out", "none", code=2)
    assert "was played by another version of" in " ".join(refused.err.split())


def test_the_number_of_jobs_does_not_change_what_the_learned_player_does(folder: Path) -> None:
    runs = [fathom(folder, *RUN, "--jobs", jobs, "--json").json for jobs in ("1", "2")]
    assert runs[0]["tally_id"] == runs[1]["tally_id"]


def test_a_damaged_file_is_refused_by_every_command(folder: Path) -> None:
    file = folder / FILE
    file.write_bytes(file.read_bytes()[:-1])
    for command in (RUN, ("learn", *TABLE), ("replay", *TABLE, "-s", "learned", "--game", "1")):
        message = " ".join(fathom(folder, *command, code=2).err.split())
        assert f"{FILE} is damaged" in message
        assert "learn again with 'fathom learn reef.py --players 2 --fresh'" in message
    fathom(folder, "run", *TABLE, "-s", "racer", "--no-robust", "--games", "40")


@pytest.mark.slow
def test_the_player_of_a_bundled_game_is_in_the_folder_for_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    options = ("--players", "2", "--rounds", "1", "--quiet", "--json")
    file = Path(fathom(tmp_path, "learn", "schnuff", *options).json["file"])
    assert file == tmp_path / "data" / "fathom" / "learned" / "schnuff-2-players.learned"
    assert file.is_file()
    assert find_game("schnuff").origin == ""


def test_learn_reports_that_nothing_better_than_the_base_was_found(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learning, "MARGINS", (1.0,))
    done = learn(folder, "--rounds", "1", "--fresh")
    text = " ".join(done.out.split())
    assert "wins 50.0% ± 0.7% against racer at all other seats (400 deals)" in text
    assert "It has not found anything better than racer yet, and plays like it." in text
    assert "stronger" not in text
    on_another = " ".join(
        learn(folder, "--rounds", "1", "--fresh", "--base", "careful").out.split()
    )
    assert (
        "anything better than careful yet, and plays like it. More rounds may help." in on_another
    )
    assert "It is weaker than racer so far." in on_another


def test_learn_names_the_strategies_that_are_stronger_than_the_player(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    careful = find_strategy("careful", str(folder / "reef.py"))
    weakness = (careful, Strength(0.4, 0.5, -0.15, -0.05, 500))
    monkeypatch.setattr(learning, "MARGINS", (0.0,))
    monkeypatch.setattr(sessions, "find_weaknesses", lambda *_: [weakness])
    for low, comparison in (
        (0.01, "It is stronger than racer"),
        (-0.01, "These games do not show whether it or racer is stronger"),
    ):
        strength = Strength(0.51, 0.5, low, 0.03, 2000)
        monkeypatch.setattr(Exam, "measure", lambda *_, strength=strength: strength)
        text = " ".join(learn(folder, "--rounds", "1", "--fresh").out.split())
        against = "wins 40.0% ± 5.0% against it at all other seats, 500 deals"
        assert f"{comparison}, but it is weaker than careful ({against}). It counts as" in text
        assert "It counts as simple." in text
    options = ("--rounds", "1", "--json", "--quiet")
    assert learn(folder, *options).json["weaknesses"] == [
        {
            "strategy": "careful",
            "share": 0.4,
            "compared_with": 0.5,
            "difference": {"value": pytest.approx(-0.1), "ci_low": -0.15, "ci_high": -0.05},
            "deals": 500,
        }
    ]
    assert "weaker than careful (wins 40.0%" in fathom(folder, "strategies", "reef.py").out


# What it does, in words ------------------------------------------------------------


@pytest.mark.slow
def test_reports_say_what_a_learned_player_does_and_nothing_of_others(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recording, "MOST_DECISIONS", 1_500)
    report = ("report", *TABLE, "--games", "200", "--no-robust", "--quiet")
    fathom(folder, *report, "-s", "learned", "--out", "learned.md", "--tables", "learned")
    text = (folder / "learned.md").read_text()
    assert "## What the learned player does" in text
    assert re.search(r"These lines agree with [\d.]+ ± [\d.]+% of [\d,]+ choices", text)
    assert "“keeps the pot" in text
    advice = pd.read_csv(folder / "learned" / "advice.csv")
    assert advice["rank"].tolist() == list(range(1, len(advice) + 1))
    assert advice["chosen"].between(0, 1).all()

    fathom(folder, *report, "-s", "careful", "--out", "other.md", "--tables", "other")
    assert "What the learned player does" not in (folder / "other.md").read_text()
    assert not (folder / "other" / "advice.csv").exists()


# Games without strategies ----------------------------------------------------------


@pytest.mark.slow
def test_a_game_without_strategies_is_learned_and_a_run_then_suggests_the_player(
    tmp_path: Path,
) -> None:
    rules, _, _ = LIFEBOAT.read_text(encoding="utf-8").partition("@strategy")
    (tmp_path / "boat.py").write_text(rules, encoding="utf-8")
    table = ("boat.py", "--players", "3")
    run = ("run", *table, "--no-robust", "--no-charts", "--games", "40", "--quiet")
    suggestion = f"fathom compare {shlex.join(table)} -s learned -s 'search(rollouts=8, doubt=0)'"
    assert suggestion not in " ".join(fathom(tmp_path, *run).out.split())
    done = fathom(tmp_path, "learn", *table, "--rounds", "1")
    assert "compared with that of random" in " ".join(done.err.split())
    assert "It wins more than random" in done.out
    meaning = "It was not compared with search(rollouts=8, doubt=0), the game's default strategy,"
    assert meaning in " ".join(done.out.split())
    assert f"fathom run {shlex.join(table)} -s learned" in done.out
    assert suggestion in done.out
    page = " ".join(fathom(tmp_path, *run).out.split())
    # Whether it is better than the default strategy, which thinks ahead, is not known.
    assert f"NEXT Compare the learned player {suggestion}" in page
    # The player has learned neither these rules nor this number of players.
    assert "-s learned" not in fathom(tmp_path, *run, "--rule", "shore=20").out
    assert "-s learned" not in fathom(tmp_path, "run", "boat.py", "--players", "4", *run[4:]).out
    assert "-s learned" not in fathom(tmp_path, *run, "-s", "random").out


def test_a_run_suggests_a_player_that_is_surely_stronger_than_the_default_strategy(
    folder: Path,
) -> None:
    path = folder / FILE
    player = files.read_player(path, find_game(str(folder / "reef.py")), 2)
    assert player.final
    files.write_player(path, replace(player, final=replace(player.final, low=0.01, high=0.2)))
    run = ("run", *TABLE, "--no-robust", "--no-charts", "--games", "40", "--quiet")
    page = " ".join(fathom(folder, *run).out.split())
    assert "NEXT Try better players fathom run reef.py --players 2 -s learned" in page


def test_a_run_does_not_suggest_a_player_that_is_not_surely_stronger(folder: Path) -> None:
    learn(folder, "--rounds", "1", "--fresh", "--base", "random", "--quiet")
    run = ("run", *TABLE, "--no-robust", "--no-charts", "--games", "40", "--quiet")
    assert "Try better players" not in fathom(folder, *run).out


@pytest.mark.slow
def test_a_thorough_check_plays_with_a_player_only_if_it_is_surely_stronger(folder: Path) -> None:
    check = ("run", *TABLE, "--robust", "--no-charts", "--games", "100", "--json", "--quiet")
    game = find_game(str(folder / "reef.py"))
    path = folder / FILE
    player = files.read_player(path, game, 2)
    assert player.final
    for low, expected in ((0.01, True), (-0.01, False)):
        files.write_player(path, replace(player, final=replace(player.final, low=low, high=0.2)))
        robustness = fathom(folder, *check).json["robustness"]
        names = [level["level"] for level in robustness["levels"]]
        assert ("learned" in names) is expected
        assert ("learned + 1 racer" in names) is expected


@pytest.mark.slow
def test_a_thorough_check_says_if_it_leaves_the_learned_player_out(folder: Path) -> None:
    check = ("run", *TABLE, "--robust", "--no-charts", "--games", "100")
    edit_game(folder, "rolled > 1", "rolled > 2")
    message = " ".join(fathom(folder, *check).err.split())
    assert "the learned player is left out: reef.py has changed since its player" in message
    (folder / FILE).unlink()
    assert "left out" not in fathom(folder, *check).err


# Sending the player to others -----------------------------------------------------


def test_a_packed_game_brings_its_player_which_can_learn_on(folder: Path) -> None:
    here = fathom(folder, *RUN, "--json").json
    packed = fathom(folder, "pack", "reef.py")
    assert f"{FILE}  what '-s learned' plays with 2 players" in packed.out
    friend = folder / "friend"
    friend.mkdir()
    (folder / "reef.zip").rename(friend / "reef.zip")
    there = ("reef.zip", *RUN[2:])
    assert fathom(friend, "run", *there, "--trust", "--json").json["tally_id"] == here["tally_id"]
    fathom(friend, "run", *there, "--out", "kept", "--quiet")
    again = fathom(friend, "run", "kept", "--out", "again", *RUN[6:-2], "--json").json
    assert again["tally_id"] == here["tally_id"]
    listed = " ".join(fathom(friend, "strategies", "reef.zip").out.split())
    assert "With 2 players, built on racer" in listed
    learn_on = ("learn", "reef.zip", "--players", "2", "--rounds", "3", "--json")
    learned_on = fathom(friend, *learn_on)
    assert "continuing after round 2" in learned_on.err
    assert len(learned_on.json["rounds"]) == 3
    assert (friend / FILE).is_file()
    assert fathom(friend, *learn_on).json == learned_on.json


def test_a_player_that_cannot_be_played_is_not_packed_and_the_command_says_so(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pack_game, "_MOST_PLAYER_BYTES", 1000)
    packed = fathom(folder, "pack", "reef.py")
    assert f"{FILE} is left out: it has" in " ".join(packed.err.split())
    assert FILE not in packed.out
    edit_game(folder, "rolled > 1", "rolled > 2")
    packed = fathom(folder, "pack", "reef.py")
    assert f"{FILE} is left out: reef.py has changed since" in " ".join(packed.err.split())
    with zipfile.ZipFile(folder / "reef.zip") as zipped:
        assert sorted(zipped.namelist()) == ["README.txt", "reef.py"]
