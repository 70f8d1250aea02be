"""Contests between sides, and of groups that play together, against exact chances."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.commands_helper import fathom

PLAYERS, GAMES = 4, 4_000
#: Each seat takes a point, or tosses a coin for three points, once.
STAKES = '''
"""Each seat takes a point for sure, or tosses a coin for three points."""
from simulate.kit.seats import all_seats, higher_side
from simulate.making import Counter, Whole, allow, below, bit, end_game, game
from strategies import strategy

SAFE, BOLD = 0, 1
total = Counter("total", "points of all seats")


def legal(rules, state, menu):
    allow(menu, SAFE)
    allow(menu, BOLD)


def apply(rules, state, action):
    table = state.table
    points = 1
    if action == BOLD:
        points = 3 * below(state.chance, 2)
    table.scores[table.seat] = points
    table.total += points
    if table.turns == rules.players - 1:
        end_game(state)


def wins(rules, state):
    if SIDES == "opposite seats":
        return higher_side(rules, state)
    return all_seats(rules.players) if state.table.total >= rules.goal else 0


SIDES = "opposite seats"
GAME = game(
    name="stakes",
    seats=(4, 4),
    sides=SIDES,
    rules={"goal": Whole(default=6, minimum=0, maximum=12, meaning="Points that all win with.")},
    components=[total],
    actions={SAFE: "takes a point", BOLD: "tosses a coin"},
    legal=legal,
    apply=apply,
    wins=wins,
)


@strategy("stakes", tier=1)
def safe(view):
    """Takes a point."""
    return SAFE


@strategy("stakes", tier=2)
def bold(view):
    """Tosses the coin."""
    return BOLD
'''
#: What each strategy gets: points, each with its chance.
POINTS: dict[str, dict[int, Fraction]] = {
    "safe": {1: Fraction(1)},
    "bold": {0: Fraction(1, 2), 3: Fraction(1, 2)},
    "random": {1: Fraction(1, 2), 0: Fraction(1, 4), 3: Fraction(1, 4)},
}


@pytest.fixture(scope="module")
def stakes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of the game of two sides."""
    file = tmp_path_factory.mktemp("sides") / "stakes.py"
    file.write_text(STAKES)
    return file


@pytest.fixture(scope="module")
def together(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of the same game, which all play together."""
    file = tmp_path_factory.mktemp("together") / "stakes.py"
    file.write_text(STAKES.replace('SIDES = "opposite seats"', 'SIDES = "all together"'))
    return file


def totals(*lineup: str) -> dict[int, Fraction]:
    """Return the chances of each sum of points of some seats."""
    chances: dict[int, Fraction] = {}
    for points in product(*(POINTS[name].items() for name in lineup)):
        total = sum(point for point, _ in points)
        chance = math.prod((part for _, part in points), start=Fraction(1))
        chances[total] = chances.get(total, Fraction(0)) + chance
    return chances


def share_of_side(strategy: str, others: str) -> float:
    """Return how often a side of a strategy wins against a side of another one."""
    won = Fraction(0)
    own, theirs = totals(strategy, strategy), totals(others, others)
    for (points, chance), (other, beside) in product(own.items(), theirs.items()):
        won += chance * beside * (1 if points > other else Fraction(points == other) / 2)
    return float(won)


def share_of_group(strategy: str) -> float:
    """Return how often a group of a strategy reaches 6 points."""
    reached = [part for total, part in totals(*[strategy] * PLAYERS).items() if total >= 6]
    return float(sum(reached, Fraction(0)))


def contest(file: Path, command: str, *options: str) -> Any:
    few = ("--games", str(GAMES), "--json", "--quiet")
    return fathom(file.parent, command, file.name, *few, *options).json


def assert_near(rate: float, exact: float, games: int) -> None:
    """Check that a share lies within four standard errors of what it should be."""
    assert abs(rate - exact) <= 4 * math.sqrt(exact * (1 - exact) / games), (rate, exact)


def test_a_tournament_of_sides_gives_exact_chances(stakes: Path) -> None:
    told = contest(stakes, "tournament")
    for row in told["matrix"]:
        for cell in row:
            exact = share_of_side(cell["strategy"], cell["others"])
            assert_near(cell["win_rate"], exact, GAMES // 2)
    assert share_of_side("bold", "safe") == 0.75
    ranking = {one["strategy"]: one for one in told["ranking"]}
    for spec in POINTS:
        others = [other for other in POINTS if other != spec]
        exact = sum(share_of_side(spec, other) for other in others) / len(others)
        assert_near(ranking[spec]["win_rate"], exact, GAMES)


def test_a_ladder_of_sides_gives_exact_chances(stakes: Path) -> None:
    told = contest(stakes, "ladder", "-s", "safe", "-s", "random", "-s", "bold")
    for rung in told["rungs"]:
        assert_near(rung["win_rate"], share_of_side(rung["strategy"], "bold"), GAMES // 2)
    assert_near(told["skill"]["win_rate"], share_of_side("bold", "random"), GAMES // 2)


def test_questions_to_sides_give_exact_chances(stakes: Path) -> None:
    told = {one["name"]: one for one in contest(stakes, "ask")["questions"]}
    assert_near(told["simple"]["win_rate"], share_of_side("safe", "bold"), GAMES // 2)
    assert_near(told["random"]["win_rate"], share_of_side("random", "bold"), GAMES // 2)
    assert told["simple"]["cost"] == pytest.approx(0.5 - told["simple"]["win_rate"])


def test_skill_is_a_side_of_good_players_against_beginners(stakes: Path) -> None:
    few = ("--games", str(GAMES), "--no-charts")
    told = fathom(stakes.parent, "run", stakes.name, *few, "--json").json["skill"]
    assert_near(told["value"], share_of_side("bold", "random"), GAMES // 2)
    page = " ".join(fathom(stakes.parent, "run", stakes.name, *few).out.split())
    assert "Skill? A side of bold against a side of random wins" in page


def test_a_tournament_of_groups_tells_how_often_each_group_wins(together: Path) -> None:
    told = contest(together, "tournament")
    for one in told["ranking"]:
        assert_near(one["win_rate"], share_of_group(one["strategy"]), GAMES)
        assert one["elo"] is None
    assert [one["strategy"] for one in told["ranking"]] == ["bold", "random", "safe"]
    assert [row[place]["win_rate"] for place, row in enumerate(told["matrix"])] == [
        next(one["win_rate"] for one in told["ranking"] if one["strategy"] == spec)
        for spec in told["strategies"]
    ]
    assert share_of_group("bold") == 11 / 16


def test_a_ladder_of_groups_compares_them_with_the_reference(together: Path) -> None:
    told = contest(together, "ladder", "-s", "safe", "-s", "random", "-s", "bold")
    reference = next(rung for rung in told["rungs"] if rung["strategy"] == "bold")
    for rung in told["rungs"]:
        assert_near(rung["win_rate"], share_of_group(rung["strategy"]), GAMES)
        apart = rung["win_rate"] - reference["win_rate"]
        assert rung["from_fair"] == pytest.approx(apart)
    verdicts = {rung["strategy"]: rung["verdict"] for rung in told["rungs"]}
    assert verdicts == {"safe": "below", "random": "below", "bold": "the reference"}


def test_questions_to_a_group_compare_it_with_one_without_a_handicap(together: Path) -> None:
    told = {one["name"]: one for one in contest(together, "ask")["questions"]}
    exact = share_of_group("random")
    assert_near(told["random"]["win_rate"], exact, GAMES)
    cost = share_of_group("bold") - exact
    assert told["random"]["cost_ci_low"] < cost < told["random"]["cost_ci_high"]
    assert told["random"]["verdict"] == "costs"


def test_events_and_what_follows_are_told_of_sides_and_groups(stakes: Path, together: Path) -> None:
    happened = contest(stakes, "when", "seat 3 wins")["happened"]
    tie = float(sum(part**2 for part in totals("bold", "bold").values()))
    assert_near(happened / GAMES, (1 - tie) / 2 + tie, GAMES)  # both sides win a tie
    won = contest(together, "when", "seat 2 wins")["happened"]
    assert_near(won / GAMES, share_of_group("bold"), GAMES)
    said = fathom(together.parent, "when", together.name, "seat 1 leads", code=2).message
    assert "all play stakes together" in said


def test_a_side_leads_with_the_points_of_all_its_seats(stakes: Path) -> None:
    told = contest(stakes, "when", "seat 1 wins", "--then", "sides.1.score_mean")["then"]
    own = totals("bold", "bold")
    won = {
        points: part * sum(beside for other, beside in own.items() if other <= points)
        for points, part in own.items()
    }
    exact = float(sum(points * part for points, part in won.items()) / sum(won.values()))
    assert told["with"]["ci_low"] < exact < told["with"]["ci_high"]


@pytest.mark.parametrize(
    "lines",
    [
        ["winner", "1+2+3+4", "", "1+2+3+4"],
        ["winner", "1+2+3+4", "none", "1+2+3+4"],
        ["winner", "1", "0", "2"],
        ["won", "yes", "no", "yes"],
    ],
)
def test_logs_tell_whether_a_group_won(lines: list[str], together: Path) -> None:
    heading, *games = lines
    rows = [f"2026-11-0{n},4,{text},9" for n, text in enumerate(games, 1)]
    (together.parent / "log.csv").write_text(
        "\n".join([f"date,players,{heading},minutes", *rows, ""])
    )
    told = contest(together, "playtest", "log.csv")
    won = next(one for one in told["figures"] if one["figure"] == "sides.1.win_rate")
    assert told["games_logged"] == len(games)
    assert won["logged"] == pytest.approx(2 / 3)
    assert "sides.1.win_rate" in told["your_table"]


def test_a_group_that_won_neither_way_is_refused(together: Path) -> None:
    (together.parent / "odd.csv").write_text("players,won\n4,perhaps\n")
    said = fathom(together.parent, "playtest", together.name, "odd.csv", code=2)
    assert "allowed: yes or no" in said.message


def test_logs_of_sides_are_read_by_side(stakes: Path) -> None:
    (stakes.parent / "log.csv").write_text("players,winner\n4,1+3\n4,2+4\n4,1+3\n")
    told = contest(stakes, "playtest", "log.csv")
    figures = {one["figure"]: one["logged"] for one in told["figures"]}
    assert figures["sides.1.win_rate"] == pytest.approx(2 / 3)
    assert figures["sides.2.win_rate"] == pytest.approx(1 / 3)
    assert not any(path.startswith("seats.") for path in figures)


def test_a_comparison_leads_with_the_games_that_a_group_wins(together: Path) -> None:
    versions = ("--rule", "goal=6", "--rule", "goal=3")
    text = fathom(together.parent, "compare", together.name, *versions, "--games", "2000").out
    lead = " ".join(text.partition("What differs?")[2].split())
    assert lead.startswith("Games won by the players: ")
    # Also where it hardly differs, and something else does.
    alike = ("--rule", "seconds_per_turn=15", "--rule", "seconds_per_turn=40")
    text = fathom(together.parent, "compare", together.name, *alike, "--games", "2000").out
    lead = " ".join(text.partition("What differs?")[2].split())
    assert lead.startswith("Games won by the players: ")


def test_games_are_played_until_the_win_rate_of_a_group_is_decided(together: Path) -> None:
    versions = ("--rule", "goal=6", "--rule", "goal=9")
    until = ("--until-decided", "--games", "100000")
    told = fathom(together.parent, "compare", together.name, *versions, *until).out
    assert "games won by the players" in " ".join(told.partition("How sure?")[2].split())


#: Commands that play, with what they take besides the game.
COMMANDS = (
    ("run", "--full"),
    ("compare", "--rule", "goal=6", "--rule", "goal=3"),
    ("sweep", "--vary", "goal=3,6"),
    ("tune", "--vary", "goal=3,6", "--target", "sides.1.win_rate=0.4..0.9"),
    ("tournament",),
    ("ladder", "--rollouts", "2"),
    ("ask",),
    ("when", "tosses a coin"),
    ("waiting",),
    ("playtest", "games.csv"),
    ("replay", "--game", "3"),
    ("report",),
    ("bench",),
)


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
@pytest.mark.parametrize("kind", ["sides", "together"])
def test_every_command_plays_games_of_sides_and_groups(
    command: tuple[str, ...], kind: str, stakes: Path, together: Path
) -> None:
    file = stakes if kind == "sides" else together
    (file.parent / "games.csv").write_text("players,winner,minutes\n4,1+3,9\n4,2+4,8\n")
    name, *options = command
    few = () if name in ("replay", "bench") else ("--games", "400")
    done = fathom(file.parent, name, file.name, *options, *few)
    assert done.out
