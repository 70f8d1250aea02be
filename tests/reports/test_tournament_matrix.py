"""Who clearly beats whom by the matrix of a tournament, and how seldom that is chance."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom

from reports.tournament.beating import BEATING
from reports.tournament.contest import CONTEST
from reports.tournament.results import TournamentResults
from tests.helpers.contests import draw_run, drawn, half_undecided, luce, ring, tournament_of


def test_the_shortest_ring_is_found_and_told_and_none_of_chance_or_of_an_order() -> None:
    assert BEATING.answer(drawn(ring(3))) == [
        "No style beats all others one at a time.",
        "As in rock, paper, scissors: a beats b beats c beats a.",
    ]
    for size in (3, 4, 5):
        assert drawn(ring(size)).matrix.ring == list(range(size))
    assert drawn(ring(3, 0.01), games=400).matrix.ring == []
    assert drawn([[0.5, 0.7, 0.8], [0.3, 0.5, 0.6], [0.2, 0.4, 0.5]]).matrix.ring == []


@pytest.mark.parametrize("rates", [[[0.25, 0.4], [0.25, 0.25]], [[0.25, 0.25], [0.1, 0.25]]])
def test_a_style_beats_another_only_if_that_one_also_loses_against_it(
    rates: list[list[float]],
) -> None:
    results = drawn(rates, players=4, games=2000)
    assert [one.is_clear for one in results.matrix.against_fair.values()].count(False) == 1
    assert not results.matrix.beats(0, 1)
    assert not results.matrix.beats(1, 0)
    both = drawn([[0.25, 0.4], [0.1, 0.25]], players=4, games=2000)
    assert both.matrix.beats(0, 1)
    assert not both.matrix.beats(1, 0)


def test_unfinished_games_lower_the_fair_share_that_cells_are_compared_with() -> None:
    half = half_undecided(drawn([[0.5, 0.5], [0.5, 0.5]], games=2000))
    assert half.matrix.rates[0][1].high < 0.3
    assert not any(one.is_clear for one in half.matrix.against_fair.values())
    assert any("ended undecided, after 10,000 turns" in told for told in CONTEST.find(half).known)


def test_a_cell_is_clearly_not_fair_as_its_interval_says() -> None:
    results = drawn(
        [[0.25, 0.3, 0.27], [0.22, 0.25, 0.26], [0.2, 0.25, 0.25]], players=4, games=800
    )
    for (one, other), found in results.matrix.against_fair.items():
        cell = results.matrix.rates[one][other]
        assert (found.p_value < 0.05) == (not cell.low <= 0.25 <= cell.high)
        assert found.p_holm >= found.p_value


@pytest.mark.slow
def test_among_equals_something_is_clear_in_hardly_more_tournaments_than_one_in_twenty() -> None:
    tournament = tournament_of("abc", 3, 150)
    source, chances = np.random.default_rng(11), luce((0.0,) * 3)
    cells, pairs, uncorrected = 0, 0, 0
    for _ in range(2000):
        results = TournamentResults(draw_run(tournament, chances, source))
        found = results.matrix.against_fair.values()
        cells += any(one.is_clear for one in found)
        uncorrected += any(one.p_value < 0.05 for one in found)
        pairs += any(pair.compared.is_clear for pair in results.mixed.pairs)
    # What one in twenty gives in all but one of a thousand such tests; 8 % give more.
    most = binom.ppf(0.999, 2000, 0.05)
    assert most < binom.ppf(0.02, 2000, 0.08)
    assert cells <= most
    assert pairs <= most
    assert uncorrected > most  # negative control
