"""All commands on games of sides and of groups that play together, against exact chances."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from simulate.cli.commands import COMMANDS
from tests.helpers.commands_helper import fathom
from tests.helpers.stakes import (
    PLAYERS,
    assert_near,
    share_of_group,
    share_of_side,
    totals,
    write_stakes,
)
from tests.making.test_sides_course import RELAY, ROUNDS

GAMES = 4_000
KINDS = {"sides": "opposite seats", "together": "all together"}
#: Commands that write a folder of results, with what they take besides the game.
WRITING: dict[str, tuple[str, ...]] = {
    "run": ("--full",),
    "compare": ("--rule", "goal=6", "--rule", "goal=3"),
    "sweep": ("--vary", "goal=3,6"),
    "tune": ("--vary", "goal=3,6", "--target", "sides.1.win_rate=0.4..0.9"),
    "tournament": (),
    "ladder": ("--rollouts", "2"),
    "ask": (),
    "when": ("tosses a coin",),
    "waiting": (),
    "setups": ("--deal", "1..30", "--repeat", "10"),
    "playtest": ("games.csv",),
}
#: Commands that only print something of a game.
PRINTING: dict[str, tuple[str, ...]] = {
    "replay": ("--game", "3"),
    "rules": (),
    "strategies": (),
    "check": (),
}
#: Commands with tests of their own: `cards` in `test_sides_cards`, the others below.
APART = {"bench", "cards", "explore", "learn", "merge", "report", "verify"}
#: Commands that know nothing of a game's sides.
WITHOUT_SIDES = {"data", "games", "guide", "new", "pack", "schema"}


@pytest.fixture(scope="module", params=KINDS)
def case(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Return the file of a game of two sides, or of a group, and the kind of game."""
    kind = request.param
    folder = tmp_path_factory.mktemp(kind)
    (folder / "games.csv").write_text("players,winner,minutes\n4,1+3,9\n4,2+4,8\n")
    return write_stakes(folder, KINDS[kind]), kind


def play(file: Path, command: str, *options: str) -> Any:
    """Return the JSON object of a command that plays the game."""
    few = ("--games", str(GAMES), "--json", "--quiet")
    return fathom(file.parent, command, file.name, *few, *options).json


def run(file: Path, *options: str) -> Any:
    """Return the JSON object of a run without other players."""
    return play(file, "run", "--no-robust", *options)


def exact_rate(kind: str, goal: int = 6) -> float:
    """Return the exact win rate of the first side where every seat tosses the coin."""
    return 0.5 if kind == "sides" else share_of_group("bold", goal)


def first_side(summary: Any) -> float:
    """Return the win rate of the first side of a run."""
    rate: float = summary["sides"][0]["win_rate"]
    return rate


def with_changed_fingerprints(study: str) -> str:
    """Return the text of a study file in which the first digit of each fingerprint differs."""
    return re.sub(
        r'(tally_id = ")(\w)',
        lambda digit: digit[1] + ("1" if digit[2] == "0" else "0"),
        study,
    )


def test_every_command_is_tested_with_sides_or_listed_as_independent_of_sides() -> None:
    listed = {*WRITING, *PRINTING, *APART, *WITHOUT_SIDES}
    assert listed == {*COMMANDS}, "add the command to WRITING, PRINTING, APART or WITHOUT_SIDES"


@pytest.mark.slow
@pytest.mark.parametrize("command", PRINTING)
def test_commands_print_games_of_sides_and_groups(command: str, case: Any) -> None:
    file, _ = case
    assert fathom(file.parent, command, file.name, *PRINTING[command]).out


#: Mistakes in games of sides, each with the exit code of ``check`` and what it prints.
MISTAKES = {
    "a side never wins": (
        "opposite seats",
        ("return higher_side(rules, state)", "return bit(0) | bit(2)"),
        1,
        "seat 2 wins none of",
    ),
    "no group wins": (
        "all together",
        (">= rules.goal", "> 99 + rules.goal"),
        0,
        "the players never win in",
    ),
    "a seat of a group never acts": (
        "all together",
        ("table.turns == rules.players - 1", "table.turns == rules.players - 2"),
        0,
        "seat 4 never acts in",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("mistake", MISTAKES)
def test_check_reports_mistakes_in_games_with_sides_or_groups(mistake: str, tmp_path: Path) -> None:
    sides, (right, wrong), code, message = MISTAKES[mistake]
    file = write_stakes(tmp_path, sides)
    text = file.read_text()
    assert text.count(right) == 1
    file.write_text(text.replace(right, wrong))
    printed = fathom(tmp_path, "check", file.name, "--quiet", code=code).out
    assert message in " ".join(printed.split())


@pytest.mark.slow
@pytest.mark.parametrize("command", WRITING)
def test_results_of_sides_and_groups_are_verified_until_they_are_changed(
    command: str, case: Any
) -> None:
    file, _ = case
    out = ("--games", "400", "--out", command)
    assert fathom(file.parent, command, file.name, *WRITING[command], *out).out
    verify = ("verify", command, "--trust", "--quiet")
    assert "gave the fingerprint" in fathom(file.parent, *verify).out
    study = file.parent / command / "study.toml"
    text = study.read_text()
    study.write_text(with_changed_fingerprints(text))
    assert "DIFFERS" in fathom(file.parent, *verify, code=1).out


@pytest.mark.slow
def test_runs_of_sides_and_groups_agree_with_exact_chances_and_a_side_wins_together(
    case: Any,
) -> None:
    file, kind = case
    summary = run(file)
    assert_near(first_side(summary), exact_rate(kind), GAMES)
    assert len(summary["sides"]) == (2 if kind == "sides" else 1)
    sides = [side["win_rate"] for side in summary["sides"]]
    assert [seat["win_rate"] for seat in summary["seats"]] == [
        sides[seat % len(sides)] for seat in range(PLAYERS)
    ]


@pytest.mark.slow
def test_sides_of_two_strategies_agree_with_exact_chances(tmp_path: Path) -> None:
    file = write_stakes(tmp_path, KINDS["sides"])
    players = ("-s", "safe,bold,safe,bold")
    fixed = run(file, *players, "--no-rotate")
    assert_near(first_side(fixed), share_of_side("safe", "bold"), GAMES)
    rotated = {entry["strategy"]: entry["win_rate"] for entry in run(file, *players)["strategies"]}
    assert_near(rotated["bold"], share_of_side("bold", "safe"), GAMES // 2)
    assert rotated["bold"] + rotated["safe"] == pytest.approx(1)


@pytest.mark.slow
def test_kept_games_counted_one_by_one_give_the_summary_and_the_replays(case: Any) -> None:
    file, kind = case
    summary = run(file, "--keep-games", "--out", "kept")
    games = pd.read_parquet(file.parent / "kept" / "games.parquet").to_dict("records")
    wins = dict.fromkeys(range(PLAYERS), 0.0)
    for row in games:
        points = [row[f"score_seat_{seat + 1}"] for seat in range(PLAYERS)]
        assert set(points) <= {0, 3}
        for seat in range(PLAYERS):
            own, rest = sum(points[seat % 2 :: 2]), sum(points[1 - seat % 2 :: 2])
            share = 0.5 if own == rest else float(own > rest)
            if kind == "together":
                share = float(sum(points) >= 6)
            assert row[f"win_share_seat_{seat + 1}"] == share
            wins[seat] += share
    rates = [seat["win_rate"] for seat in summary["seats"]]
    assert rates == pytest.approx([won / GAMES for won in wins.values()])
    for number in (0, 1, 2):
        story = fathom(file.parent, "replay", "kept", "--game", str(number), "--json").json
        shares = [games[number][f"win_share_seat_{seat + 1}"] for seat in range(PLAYERS)]
        winners = [seat + 1 for seat, share in enumerate(shares) if share]
        assert story["winners"] == winners


@pytest.mark.slow
def test_merged_runs_of_sides_and_groups_are_the_run_over_all_deals(case: Any) -> None:
    file, kind = case
    folder = file.parent
    ends = (0, GAMES // 4, GAMES)
    parts = [run_of_deals(file, f"{begin}:{end}") for begin, end in pairwise(ends)]
    overlapping = run_of_deals(file, f"{GAMES // 8}:{GAMES // 2}")
    options = ("--trust", "--quiet", "--json", "--out", "all")
    merged = fathom(folder, "merge", *(name for name, _ in parts), *options).json
    whole = run(file)
    assert merged["tally_id"] == whole["tally_id"]
    assert merged["sides"] == whole["sides"]
    won = [first_side(summary) * summary["games"] for _, summary in parts]
    assert first_side(merged) == pytest.approx(sum(won) / GAMES)
    assert_near(first_side(merged), exact_rate(kind), GAMES)
    assert "gave the fingerprint" in fathom(folder, "verify", "all", "--trust", "--quiet").out
    again = fathom(folder, "merge", "all", overlapping[0], *options[:3], "--out", "more").json
    assert again["tally_id"] == whole["tally_id"], "deals that two runs have count once"


def run_of_deals(file: Path, deals: str) -> tuple[str, Any]:
    """Play some deals into a folder of their own; return its name and the JSON object."""
    name = deals.replace(":", "-")
    options = ("--deals", deals, "--no-robust", "--json", "--quiet", "--out", name)
    return name, fathom(file.parent, "run", file.name, *options).json


@pytest.mark.slow
def test_verify_reports_changed_wins_of_a_side(case: Any) -> None:
    file, _ = case
    run(file, "--out", "pinned")
    study = file.parent / "pinned" / "study.toml"
    text = study.read_text()
    wins = re.search(r"seat_wins = \[\s+(\d+)", text)
    assert wins
    changed = text.replace(wins[1], str(int(wins[1]) + 60), 1)
    study.write_text(with_changed_fingerprints(changed))
    printed = fathom(file.parent, "verify", "pinned", "--trust", "--quiet", code=1).out
    assert "DIFFERS: sum of wins of seat 1" in printed


@pytest.mark.slow
@pytest.mark.parametrize("command", ["compare", "sweep"])
def test_versions_for_groups_agree_with_exact_chances(command: str, tmp_path: Path) -> None:
    file = write_stakes(tmp_path, KINDS["together"])
    summary = play(file, command, *WRITING[command])
    versions = [part["result"] for part in summary["arms" if command == "compare" else "points"]]
    goals = [version["rules"]["goal"] for version in versions]
    assert sorted(goals) == [3, 6]
    for goal, version in zip(goals, versions, strict=True):
        assert_near(first_side(version), share_of_group("bold", goal), GAMES)
    [difference] = [
        entry for entry in summary["differences"] if entry["figure"] == "sides.1.win_rate"
    ]
    exact = share_of_group("bold", 3) - share_of_group("bold", 6)
    assert difference["ci_low"] < exact < difference["ci_high"]


@pytest.mark.slow
def test_tuning_for_a_group_finds_the_goal_with_the_wanted_chance(tmp_path: Path) -> None:
    file = write_stakes(tmp_path, KINDS["together"])
    rates = {goal: share_of_group("bold", goal) for goal in range(3, 13)}
    assert [rates[goal] for goal in (3, 6, 9, 12)] == [15 / 16, 11 / 16, 5 / 16, 1 / 16]
    target = ("--target", "sides.1.win_rate=0.2..0.45")
    summary = play(file, "tune", "--vary", "goal=3,6,9,12", *target)
    # Of the goals with the same chance as 9, it is the smallest change from the current goal of 6.
    assert rates[7] == rates[9]
    assert summary["recommended"]["rules"] == {"goal": 7}
    for point in summary["points"]:
        version = point["result"]
        assert_near(first_side(version), rates[version["rules"]["goal"]], version["games"])


@pytest.mark.slow
def test_games_of_bench_for_sides_and_groups_agree_with_exact_chances(case: Any) -> None:
    file, kind = case
    summary = fathom(file.parent, "bench", file.name, "--quiet", "--json").json
    exact = 0.5 if kind == "sides" else share_of_group("random")
    assert_near(first_side(summary), exact, summary["games"])


@pytest.mark.slow
def test_a_report_on_sides_and_groups_has_the_win_rates_of_the_run(case: Any) -> None:
    file, kind = case
    options = ("--games", str(GAMES), "--no-robust", "--quiet", "--out", "page.md")
    fathom(file.parent, "report", file.name, *options)
    page = (file.parent / "page.md").read_text()
    summary = run(file)
    for side in summary["sides"]:
        assert f"{100 * side['win_rate']:.1f}%" in page
    if kind == "sides":
        [close] = re.findall(r"decided by one point or less \| ([\d.]+)%", page)
        tie = float(sum(part**2 for part in totals("bold", "bold").values()))
        assert_near(float(close) / 100, tie, GAMES)  # points come by threes


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_seats_of_sides_and_groups_wait_for_all_others(kind: str, tmp_path: Path) -> None:
    text = RELAY
    if kind == "together":
        text = text.replace('sides="opposite seats"', 'sides="all together", wins=wins').replace(
            "GAME = game(", "def wins(rules, state):\n    return 15\n\n\nGAME = game("
        )
    (tmp_path / "relay.py").write_text(text)
    options = ("--games", "400", "--json", "--quiet")
    summary = fathom(tmp_path, "waiting", "relay.py", *options).json
    assert summary["waiting_all"]["value"] == PLAYERS - 1
    assert summary["waiting_all"]["n"] == 400 * PLAYERS * (ROUNDS - 1)
    assert summary["forced"]["value"] == 1  # there is one action only
    assert summary["out"]["value"] == 0
    assert summary["kingmaking"]["n"] == 0  # there are fewer than three rivals
