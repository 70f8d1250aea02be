"""Whole commands: a game told move by move, as JSON, and with its choices weighed."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from reports.run.samples import TYPED
from tests.helpers.commands_helper import fathom
from tests.helpers.tables import quick_among

GAME = ("replay", "scaphandre", "--players", "3", "-s", "random", "--game", "5")
WEIGHED = (*GAME, "--search", "--rollouts", "2", "--playout", "random", "--jobs", "1")


def read(text: str) -> dict[str, Any]:
    found = json.loads(text)
    assert isinstance(found, dict)
    return found


def test_as_json_a_replay_is_one_object_that_tells_the_same_game(tmp_path: Path) -> None:
    told = fathom(tmp_path, *GAME).out
    found = read(fathom(tmp_path, *GAME, "--json").out)
    assert (found["number"], found["seats"]) == (5, ["random"] * 3)
    assert [step["step"] for step in found["steps"]] == list(range(1, len(found["steps"]) + 1))
    said = iter(told.splitlines())
    for step in found["steps"]:
        assert any(line.startswith(f"  {step['said']}") for line in said), "in their order"
    assert found["decisions"] <= len(found["steps"])
    assert f"after {found['turns']} turns" in told
    assert all(
        f"seat {seat} (random)" in told.splitlines()[-1].lower() for seat in found["winners"]
    )
    assert "search" not in found


def test_weighed_every_choice_is_told_and_the_same_each_time(tmp_path: Path) -> None:
    first = fathom(tmp_path, *WEIGHED).out
    assert fathom(tmp_path, *WEIGHED[:-1], "2").out == first
    assert max(map(len, first.splitlines())) <= 100
    found = read(fathom(tmp_path, *WEIGHED, "--json").out)
    several = [step for step in found["steps"] if step["choices"] > 1]
    assert first.count("chance to win ") == len(several) == found["search"]["choices"]
    assert all("choice" in step for step in several)
    weighed = several[0]["choice"]["actions"]
    assert len(weighed) == several[0]["choices"]
    assert sum(seat["chance"] for seat in weighed[0]["seats"]) == pytest.approx(1)
    for question in ("When was it decided?", "What turned it?", "Which choices mattered?"):
        assert question in first
    assert list(tmp_path.iterdir()) == []


RANDOM = ("snorkeling", "--players", "3", "-s", "random")
PLAYED = ("--games", "45", "--out", "mine", "--no-charts", "--no-robust", "--quiet")


@pytest.mark.parametrize("kind", quick_among(TYPED, "longest", "closest"))
def test_a_game_is_picked_for_what_it_is_and_told_as_by_its_number(
    kind: str, tmp_path: Path
) -> None:
    done = fathom(tmp_path, "replay", *RANDOM, "--game", kind, "--games", "60").out
    found = re.search(r"\n  Game (\d+) was picked as .* of 60 games: ", done)
    assert found
    number = int(found[1])
    by_number = fathom(tmp_path, "replay", *RANDOM, "--game", str(number)).out
    assert "Why this game?" not in by_number
    title, rest = by_number.split("\n", 1)
    assert done.startswith(f"{title}\n\nWhy this game?\n")
    assert done.endswith(rest)
    again = " ".join(done.partition("by its number: ")[2].partition("\n\n")[0].split())
    assert again.startswith("fathom replay snorkeling ")
    assert fathom(tmp_path, *again.split()[1:]).out == by_number
    as_json = read(
        fathom(tmp_path, "replay", *RANDOM, "--game", kind, "--games", "60", "--json").out
    )
    assert (as_json["number"], as_json["picked"]) == (number, {"kind": kind, "games": 60})


def test_a_kind_is_looked_for_in_all_games_of_a_run(tmp_path: Path) -> None:
    fathom(tmp_path, "run", *RANDOM, *PLAYED, "--keep-games")
    games = pd.read_parquet(tmp_path / "mine" / "games.parquet")
    found = read(fathom(tmp_path, "replay", "mine", "--game", "longest", "--json").out)
    assert found["turns"] == games.turns.max()
    assert found["picked"] == {"kind": "longest", "games": 45}
    fewer = read(
        fathom(tmp_path, "replay", "mine", "--game", "shortest", "--games", "9", "--json").out
    )
    assert fewer["turns"] == games.turns[:9].min()
    assert fewer["picked"]["games"] == 9


def test_a_number_beyond_the_run_is_told_with_how_many_there_are(tmp_path: Path) -> None:
    fathom(tmp_path, "run", *RANDOM, *PLAYED)
    for source in ("mine", "mine/study.toml"):
        assert fathom(tmp_path, "replay", source, "--game", "44").out
        done = fathom(tmp_path, "replay", source, "--game", "45", code=2)
        assert "there is no game 45: the run has 45 games, numbered from 0 to 44" in done.err
    done = fathom(tmp_path, "replay", *RANDOM, "--games", "10", "--game", "99999999", code=2)
    assert "the run has 10 games, numbered from 0 to 9" in done.err
    # A game's name alone is no run: any game of its study can be told.
    assert "game 99999999 " in fathom(tmp_path, "replay", *RANDOM, "--game", "99999999").out


def test_no_such_game_is_told_with_what_there_is(tmp_path: Path) -> None:
    done = fathom(tmp_path, "replay", *RANDOM, "--game", "longst", code=2)
    assert f"--game cannot be 'longst'; give a number, or one of: {', '.join(TYPED)}" in done.err
    short = (*RANDOM, "--rule", "target_score=1", "--games", "1", "--game", "comeback")
    done = fathom(tmp_path, "replay", *short, code=2)
    assert "none of 1 game is one for --game comeback: won from last place" in done.err
    assert all(kind in fathom(tmp_path, "replay", "--help").out for kind in TYPED)


def test_who_thinks_ahead_cannot_play_on_in_thought(tmp_path: Path) -> None:
    done = fathom(tmp_path, *GAME, "--search", "--playout", "search", code=2)
    assert "search cannot play on in thought" in done.err
