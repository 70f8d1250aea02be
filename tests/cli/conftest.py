"""Small contests, which are played once for all tests of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from reports.contest.contest import Contest
from tests.helpers.commands_helper import Finished, fathom

SPECS = ("random", "attacker", "closer")
THINKER = "search(doubt=0, base=random, playout=random)"


def typed(*specs: str) -> tuple[str, ...]:
    return tuple(part for spec in specs for part in ("-s", spec))


@dataclass(frozen=True)
class Small:
    """A small contest: how it is typed, how a notebook asks for it, and what it is not asked."""

    command: str
    game: str
    arguments: tuple[str, ...]
    called: dict[str, Any]
    missing: tuple[str, ...] = ("targets",)

    @property
    def typed(self) -> tuple[str, ...]:
        return (self.command, self.game, *self.arguments)

    @property
    def contest(self) -> Contest:
        found: Contest = import_module(f"reports.contests.{self.command}").CONTEST
        return found

    @property
    def tables(self) -> list[str]:
        return [name for name in self.contest.tables if name not in self.missing]

    @property
    def charts(self) -> list[str]:
        return [name for name in self.contest.charts if name not in self.missing]


CONTESTS = {
    "tournament": Small(
        "tournament",
        "snorkeling",
        ("--players", "3", *typed(*SPECS), "--games", "90"),
        {"players": 3, "strategies": list(SPECS), "games": 90},
        ("targets", "duels"),
    ),
    "duels": Small(
        "tournament",
        "snorkeling",
        (*typed(*SPECS), "--games", "80", "--duels"),
        {"strategies": SPECS, "duels": True, "games": 80},
    ),
    "ladder": Small(
        "ladder",
        "scaphandre",
        (
            *("--players", "3", "--against", "random", *typed("random", "collector", THINKER)),
            *("--rollouts", "1,3", "--games", "90", "--slow-games", "30"),
        ),
        {
            "players": 3,
            "strategies": ["random", "collector", THINKER],
            "against": "random",
            "rollouts": [1, 3],
            "games": 90,
            "slow_games": 30,
        },
    ),
    "ask": Small(
        "ask",
        "scaphandre",
        ("--players", "3", "--with", "random", "--games", "60"),
        {"players": 3, "player": "random", "games": 60},
    ),
}


@dataclass(frozen=True)
class Made:
    """A contest that was played, and its folder."""

    small: Small
    folder: Path
    done: Finished
    summary: Any


#: Plays a contest by its name, once.
Contests = Callable[[str], Made]


@pytest.fixture(scope="session")
def contests(tmp_path_factory: pytest.TempPathFactory) -> Contests:
    @cache
    def play(name: str) -> Made:
        folder, small = tmp_path_factory.mktemp(name), CONTESTS[name]
        done = fathom(folder, *small.typed, "--out", "found")
        summary = json.loads((folder / "found" / "summary.json").read_text())
        return Made(small, folder, done, summary)

    return play


@pytest.fixture(params=CONTESTS)
def made(request: pytest.FixtureRequest, contests: Contests) -> Made:
    return contests(request.param)


def flat(text: str) -> str:
    return " ".join(text.split())
