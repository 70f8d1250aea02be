"""The course of games of sides, against exact numbers and against walks through games."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from reports.run.kept_games import KeptGames, recount
from simulate.play import rows as row
from simulate.play.arms import make_engine
from simulate.play.run import play
from tests.helpers.commands_helper import fathom
from tests.helpers.studies import lineup_of, make_study

GAMES = 20_000
ROUNDS, MORE_ROUNDS = 3, 6
#: Two sides of two seats roll a coin with 0 or 1 points a seat, for some rounds.
RELAY = '''
"""Two sides toss coins for points; the side with more points wins."""
from simulate.making import Whole, allow, below, end_game, game

TOSS = 0


def legal(rules, state, menu):
    allow(menu, TOSS)


def apply(rules, state, action):
    table = state.table
    table.scores[table.seat] += below(state.chance, 2)
    if table.seat == 0:
        table.scores[0] += rules.bonus
    if table.turns == rules.players * rules.rounds - 1:
        end_game(state)


GAME = game(
    name="relay",
    seats=(4, 4),
    sides="opposite seats",
    rules={
        "rounds": Whole(default=3, minimum=1, maximum=9, meaning="Rounds of a game."),
        "bonus": Whole(default=0, minimum=0, maximum=9, meaning="Points of seat 1 in a round."),
    },
    components=[],
    actions={TOSS: "tosses a coin"},
    legal=legal,
    apply=apply,
    default_strategy="random",
)
'''


@pytest.fixture(scope="module")
def relay(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of the game in which two sides toss coins."""
    file = tmp_path_factory.mktemp("relay") / "relay.py"
    file.write_text(RELAY)
    return file


def lead_by_round(rounds: int) -> Iterator[tuple[Fraction, list[int]]]:
    """Yield every way in which the lead of the first side can go, and its probability."""
    gains = {-2: 1, -1: 4, 0: 6, 1: 4, 2: 1}
    for steps in product(gains, repeat=rounds):
        probability, lead, leads = Fraction(1), 0, []
        for step in steps:
            probability *= Fraction(gains[step], 16)
            lead += step
            leads.append(lead)
        yield probability, leads


def lead_changes(leads: list[int]) -> int:
    signs = [int(math.copysign(1, lead)) for lead in leads if lead]
    return sum(before != after for before, after in pairwise(signs))


def exact_course(rounds: int) -> dict[str, Fraction]:
    """Return the expected figures of the game without a bonus.

    Half-time is after half of the rounds, and one round earlier if their number is odd.
    """
    half = rounds // 2 - 1
    changes = close = behind = won_from_behind = Fraction(0)
    for probability, leads in lead_by_round(rounds):
        changes += probability * lead_changes(leads)
        close += probability * (abs(leads[-1]) <= 1)
        if leads[half]:
            behind += probability
            comeback = leads[-1] * leads[half]
            share = Fraction(1, 2) if not comeback else Fraction(int(comeback < 0))
            won_from_behind += probability * share
    comebacks = won_from_behind / behind
    return {
        "lead_changes": changes,
        "close_games": close,
        "comebacks": comebacks,
        "half_time_leads": 1 - comebacks,
    }


def run(file: Path, *options: str) -> Any:
    few = ("--games", str(GAMES), "--no-robust", "--json")
    return fathom(file.parent, "run", file.name, *few, *options).json


@pytest.mark.slow
@pytest.mark.parametrize("rounds", [ROUNDS, MORE_ROUNDS])
def test_figures_of_a_game_of_sides_match_an_enumeration_of_all_tosses(
    relay: Path, rounds: int
) -> None:
    summary = run(relay, "--rule", f"rounds={rounds}")
    for path, exact in exact_course(rounds).items():
        figure = summary[path]
        error = (figure["ci_high"] - figure["ci_low"]) / 2 / 1.96
        assert abs(figure["value"] - float(exact)) < 4 * error, path
    # The negative control: a share that is 0.05 off would be noticed.
    comebacks = summary["comebacks"]
    assert 4 * (comebacks["ci_high"] - comebacks["ci_low"]) / 2 / 1.96 < 0.05


def test_the_score_of_a_side_is_the_sum_of_its_seats(relay: Path) -> None:
    summary = run(relay, "--rule", "bonus=2")
    first, second = summary["sides"]
    seats = [seat["score_mean"] for seat in summary["seats"]]
    assert first["score_mean"] == pytest.approx(seats[0] + seats[2])
    assert second["score_mean"] == pytest.approx(seats[1] + seats[3])
    for side, exact in ((first, ROUNDS + 2 * ROUNDS), (second, ROUNDS)):
        error = math.sqrt(2 * ROUNDS / 4 / GAMES)
        assert abs(side["score_mean"] - exact) < 4 * error
        half_width = (side["score_mean_ci_high"] - side["score_mean_ci_low"]) / 2
        assert half_width == pytest.approx(1.96 * error, rel=0.05)


@pytest.mark.slow
def test_figures_of_trick_taking_games_match_walks_through_them(tmp_path: Path) -> None:
    fathom(tmp_path, "new", "skat", "--like", "tricks")
    study = make_study(str(tmp_path / "skat.py"), 4, games=200)
    path = tmp_path / "games.parquet"
    keeper = KeptGames([path], study, tmp_path / "spool")
    played = play(study, lineup_of(study), watchers={"games": keeper})
    keeper.close()
    assert recount(path, study) == played.tally
    engine = make_engine(study, lineup_of(study))
    changes = close = led = leader_wins = 0
    for number in range(study.games):
        walk, leads, rounds = engine.walk(number), [], 0
        for moment in walk:
            if moment.snapshot.table["checkpoints"] != rounds:
                rounds = int(moment.snapshot.table["checkpoints"])
                leads.append(lead_of(moment.snapshot.table["scores"]))
        result = walk.finish()
        leads.append(lead_of(result[row.SCORES : row.SCORES + 4]))
        changes += lead_changes(leads)
        close += abs(leads[-1]) <= 1
        half = len(leads) // 2 - 1
        if leads[half]:
            led += 1
            leader_wins += leads[half] * leads[-1] > 0
    sums, layout = played.tally.sums, played.layout
    names = ("lead_changes", "close_games", "half_leaders")
    assert [sums[layout.single(name)] for name in names] == [changes, close, led]
    assert sums[layout.single("leader_wins")] == leader_wins * layout.win
    assert sums[layout.single("comeback_wins")] == (led - leader_wins) * layout.win
    assert changes > 0


def lead_of(scores: Any) -> int:
    """Return the lead of seats 1 and 3 over seats 2 and 4, in points."""
    return int(np.dot(scores[:4], [1, -1, 1, -1]))
