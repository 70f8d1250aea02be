"""How often those win who lead on the way is what it truly is."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from reports.page.tables import leader_wins
from simulate.play.extra_runs import QUARTERS, Lead, find_leads
from simulate.play.tally import whole_win
from tests.helpers import coin_race
from tests.helpers.studies import lineup_of, make_study
from tests.helpers.toy_game import register

GAMES = 1500


@pytest.fixture(scope="module")
def leads() -> list[Lead]:
    with pytest.MonkeyPatch.context() as patch:
        register(patch, coin_race.GAME)
        study = make_study("coin-race", 2, lineup=("random", "random"))
        return find_leads(study, lineup_of(study), GAMES)


def truly(moves: int) -> tuple[float, float]:
    """Return in how much of all games one leads alone after some moves, and how much it wins."""
    turns, won, alone = ((moves + 1) // 2, moves // 2), Fraction(0), Fraction(0)
    each = coin_race.TURNS // 2
    odds = coin_race.AT_RANDOM
    tosses = product((0, 1), repeat=moves)
    for toss in tosses:
        lead = sum(toss[: turns[0]]) - sum(toss[turns[0] :])
        weight = Fraction(1)
        for point in toss:
            weight *= odds if point else 1 - odds
        if lead:
            leader = 0 if lead > 0 else 1
            left = (each - turns[leader], each - turns[1 - leader])
            alone += weight
            for mine, other in product((0, 1), repeat=2):
                won += weight * coin_race.share(abs(lead) + mine - other, *left) / 4
    return float(alone), float(won / alone)


def test_leaders_win_as_often_as_they_truly_do(leads: list[Lead]) -> None:
    assert [lead.percent for lead in leads] == list(QUARTERS)
    for lead in leads:
        alone, wins = truly(coin_race.TURNS * lead.percent // 100)
        assert lead.games == GAMES
        error = (alone * (1 - alone) / GAMES) ** 0.5
        assert abs(len(lead.wins) / GAMES - alone) < 4 * error
        found = leader_wins(lead, 0.95, whole_win(2))
        assert abs(found.value - wins) < 2 * (found.high - found.low)


def test_leaders_of_another_time_are_found_out_by_the_same_test(leads: list[Lead]) -> None:
    # The negative control: who leads late wins clearly more often than who leads early.
    early, late = (leader_wins(lead, 0.95, whole_win(2)) for lead in (leads[0], leads[2]))
    _, wins = truly(coin_race.TURNS * 75 // 100)
    assert abs(early.value - wins) > 2 * (early.high - early.low)
    assert late.low > early.high
    # A shared win counts half.
    assert {won for lead in leads for won in lead.wins} == {0, whole_win(2) // 2, whole_win(2)}
