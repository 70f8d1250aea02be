"""Which styles are left in the long run, of payoffs whose outcome is known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from reports.tournament import equilibrium
from reports.tournament.results import TournamentResults
from reports.tournament.sentences import findings
from reports.tournament.tables import summarise_tournament
from tests.helpers.tournaments import (
    by_matrix,
    draw_run,
    drawn,
    half_undecided,
    ring,
    tournament_of,
)

RINGS = {
    "mild": [[0.5, 0.45, 0.55], [0.55, 0.5, 0.45], [0.45, 0.55, 0.5]],
    "strong": [[0.5, 0.1, 0.9], [0.9, 0.5, 0.1], [0.1, 0.9, 0.5]],
    "losing more than winning": [[0.25, 0.05, 0.3], [0.3, 0.25, 0.05], [0.05, 0.3, 0.25]],
}


@pytest.mark.parametrize("payoffs", RINGS.values(), ids=list(RINGS))
def test_rock_paper_scissors_leaves_three_equal_styles(payoffs: list[list[float]]) -> None:
    shares = equilibrium.shares(np.array(payoffs))
    assert shares == pytest.approx([1 / 3] * 3, abs=0.002)
    assert equilibrium.effective_number(shares) == pytest.approx(3, abs=0.001)


def test_an_uneven_ring_has_the_shares_of_its_equilibrium() -> None:
    payoffs = np.array([[0.5, 0.4, 0.8], [0.6, 0.5, 0.45], [0.2, 0.55, 0.5]])
    shares = equilibrium.shares(payoffs)
    gains = payoffs @ shares
    assert gains == pytest.approx([gains[0]] * 3, abs=1e-4)
    assert shares == pytest.approx([1 / 9, 6 / 9, 2 / 9], abs=0.002)


def test_a_dominant_style_is_left_alone() -> None:
    payoffs = np.array([[0.25, 0.27, 0.3], [0.2, 0.25, 0.6], [0.2, 0.1, 0.25]])
    shares = equilibrium.shares(payoffs)
    assert shares.tolist() == [1, 0, 0]
    assert equilibrium.effective_number(shares) == 1


def test_styles_that_gain_where_they_are_rare_live_side_by_side() -> None:
    shares = equilibrium.shares(np.array([[0.25, 0.4], [0.3, 0.25]]))
    # Equal gains: 0.25 x + 0.4 (1 - x) = 0.3 x + 0.25 (1 - x).
    assert shares == pytest.approx([0.75, 0.25], abs=0.001)


def test_equal_styles_stay_equally_common_and_scale_does_not_matter() -> None:
    assert equilibrium.shares(np.full((4, 4), 0.25)) == pytest.approx([0.25] * 4)
    ring = np.array(RINGS["mild"])
    assert equilibrium.shares(0.5 + (ring - 0.5) / 100) == pytest.approx([1 / 3] * 3, abs=0.002)


NEAR_TIES: dict[str, tuple[list[list[float]], list[float]]] = {
    "worse by a thousandth": ([[0.25, 0.251], [0.249, 0.25]], [1, 0]),
    "worse by less beside a hopeless one": (
        [[0.25, 0.2504, 0.9], [0.2496, 0.25, 0.9], [0.01, 0.01, 0.25]],
        [1, 0, 0],
    ),
    "better only against a hopeless one": (
        [[0.25, 0.2504, 0.5], [0.2496, 0.25, 0.9], [0.01, 0.01, 0.25]],
        [1, 0, 0],
    ),
    "side by side by little, beside a hopeless one": (
        [[0.25, 0.2503, 0.5], [0.2501, 0.25, 0.5], [0.01, 0.01, 0.25]],
        [0.75, 0.25, 0],
    ),
    "a little worse than what circles": (
        [[0.5, 0.1, 0.9, 0.5], [0.9, 0.5, 0.1, 0.5], [0.1, 0.9, 0.5, 0.5], [0.4999] * 3 + [0.5]],
        [1 / 3, 1 / 3, 1 / 3, 0],
    ),
    "a little better than what circles": (
        [[0.5, 0.1, 0.9, 0.5], [0.9, 0.5, 0.1, 0.5], [0.1, 0.9, 0.5, 0.5], [0.5001] * 3 + [0.5]],
        [0, 0, 0, 1],
    ),
}


@pytest.mark.parametrize(("payoffs", "truth"), NEAR_TIES.values(), ids=list(NEAR_TIES))
def test_what_wins_by_little_wins_in_the_long_run(
    payoffs: list[list[float]], truth: list[float]
) -> None:
    assert equilibrium.shares(np.array(payoffs)) == pytest.approx(truth, abs=1e-6)


def test_what_is_worse_than_another_is_taken_out_until_nothing_is() -> None:
    better, _ = NEAR_TIES["better only against a hopeless one"]
    # The second is better against the third, until that is gone.
    payoffs = np.array([better, RINGS["mild"], np.full((3, 3), 0.25).tolist()])
    left = equilibrium.undominated(payoffs, np.ones((3, 3), np.bool_))
    assert left.tolist() == [[True, False, False], [True] * 3, [True] * 3]
    third_gone = np.array([True, True, False])
    assert equilibrium.undominated(payoffs[0], third_gone).tolist() == [True, False, False]


def test_of_even_styles_that_lose_at_each_others_tables_one_is_left() -> None:
    payoffs = np.array([[0.25, 0.2], [0.2, 0.25]])
    assert sorted(equilibrium.shares(payoffs)) == [0, 1]
    assert equilibrium.stable_alone(payoffs).tolist() == [True, True]
    assert equilibrium.stable_alone(np.array(RINGS["mild"])).tolist() == [False] * 3


def test_nobody_gains_by_leaving_what_is_left() -> None:
    source = np.random.default_rng(5)
    payoffs = np.clip(source.normal(0.25, 0.1, (200, 5, 5)), 0, 1)
    shares = equilibrium.shares(payoffs)
    gains = np.einsum("kij,kj->ki", payoffs, shares)
    better = gains.max(axis=1) - (gains * shares).sum(axis=1)
    # Where what is left comes and goes without end, its mean is near that.
    assert np.mean(better < 1e-9) > 0.97
    assert better.max() < 0.01


@pytest.mark.parametrize(
    ("low", "high", "most"),
    [
        ([0, 0, 0], [1, 1, 1], 3),
        ([1, 0, 0], [1, 0, 0], 1),
        ([0.7, 0.2], [0.8, 0.3], np.exp(-0.7 * np.log(0.7) - 0.3 * np.log(0.3))),
        ([0, 0, 0], [0.2, 1, 1], np.exp(-0.2 * np.log(0.2) - 0.8 * np.log(0.4))),
    ],
)
def test_shares_are_most_diverse_where_they_are_most_equal(
    low: list[float], high: list[float], most: float
) -> None:
    found = equilibrium.most_diverse(np.array(low, float), np.array(high, float))
    assert found == pytest.approx(most)


KNOWN: dict[str, tuple[int, int, list[list[float]]]] = {
    "three equal": (2, 200, [[0.5] * 3] * 3),
    "five equal": (4, 200, [[0.25] * 5] * 5),
    "a ring": (2, 200, [[0.5, 0.8, 0.2], [0.2, 0.5, 0.8], [0.8, 0.2, 0.5]]),
    "a dominant one": (4, 400, [[0.25, 0.4, 0.5], [0.15, 0.25, 0.4], [0.1, 0.15, 0.25]]),
    "two uneven ones": (4, 1600, [[0.25, 0.4], [0.3, 0.25]]),
    "two that exclude each other": (4, 800, [[0.25, 0.15], [0.15, 0.25]]),
}


@pytest.mark.slow
@pytest.mark.parametrize(("players", "games", "rates"), KNOWN.values(), ids=list(KNOWN))
def test_the_interval_of_the_number_of_viable_styles_holds_known_truths(
    players: int, games: int, rates: list[list[float]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reports.tournament.long_run.RESAMPLES", 200)
    truth = float(equilibrium.effective_number(equilibrium.shares(np.array(rates))))
    tournament = tournament_of("abcde"[: len(rates)], players, games)
    source, held, naive = np.random.default_rng(4), [], []
    for _ in range(40):
        results = TournamentResults(draw_run(tournament, by_matrix(rates), source))
        number = results.long_run.effective_styles
        held.append(number.low - 1e-6 <= truth <= number.high + 1e-6)
        resampled = equilibrium.effective_number(results.long_run._outcomes[1])
        naive.append(np.quantile(resampled, 0.025) <= truth <= np.quantile(resampled, 0.975))
    assert np.mean(held) >= 0.875  # 40 x 0.95 less two standard errors
    if truth == len(rates) > 1 and len(set(map(tuple, rates))) == 1:
        assert not any(naive)  # negative control: the number of resamples is always lower


def test_of_equal_styles_it_is_not_clear_how_many_are_viable() -> None:
    told = " ".join(findings(drawn([[0.25] * 3] * 3, players=4, games=400)))
    assert "How many styles are viable is not known yet: the effective number may be " in told
    assert "to 3." in told


def test_where_two_styles_are_stable_alone_it_depends_on_where_it_starts() -> None:
    results = drawn([[0.25, 0.15], [0.155, 0.25]], players=4, games=4000)
    assert results.long_run.stable_alone == [0, 1]
    assert [(share.low, share.high) for share in results.long_run.shares] == [(0, 1), (0, 1)]
    assert (results.long_run.effective_styles.low, results.long_run.effective_styles.high) == (1, 1)
    told = " ".join(findings(results))
    assert "depends on where it starts: all play a, or all play b." in told
    assert summarise_tournament(results)["stable_alone"] == ["a", "b"]
    assert results.long_run.never_pays == []


def test_a_style_that_beats_all_is_told_and_one_that_never_pays_is_flagged() -> None:
    rates = [[0.25, 0.4, 0.5], [0.15, 0.25, 0.4], [0.1, 0.15, 0.25]]
    results = drawn(rates, players=4, games=2000, mixed=[3, 2, 1])
    assert [share.value for share in results.long_run.shares] == [1, 0, 0]
    assert (results.long_run.effective_styles.value, results.long_run.effective_styles.high) == (
        1,
        1,
    )
    assert results.long_run.never_pays == [2]
    told = " ".join(findings(results))
    assert "beats all others one at a time: a, alone at a table of any other strategy" in told
    assert (
        "c never pays: clearly below the fair share against each other strategy and with mixed "
        "line-ups, and gone in the long run."
    ) in told


def test_a_style_that_wins_with_mixed_lineups_pays_though_it_loses_at_every_other_table() -> None:
    rates = [[0.25, 0.4, 0.5], [0.15, 0.25, 0.4], [0.1, 0.15, 0.25]]
    results = drawn(rates, players=4, games=2000, mixed=[1, 1, 2])
    assert all(results.matrix.against_fair[2, other].word == "below" for other in (0, 1))
    assert results.long_run.shares[2].high == 0
    assert results.mixed.ranking[0].strategy == 2
    assert results.mixed.against_fair[2].word == "above"
    assert results.long_run.never_pays == []
    # As good as the others with mixed line-ups, nothing is clear either.
    assert drawn(rates, players=4, games=2000).long_run.never_pays == []


def test_a_style_below_fair_that_keeps_a_share_or_is_not_clear_is_not_flagged() -> None:
    # Nobody gains anything alone among others: every style can be what all play.
    apart = drawn([[0.25, 0.2], [0.2, 0.25]], players=4, games=4000)
    assert all(one.word == "below" for one in apart.matrix.against_fair.values())
    assert apart.long_run.never_pays != [0, 1]
    assert drawn([[0.25, 0.26], [0.24, 0.25]], players=4, games=400).long_run.never_pays == []


def test_unfinished_games_do_not_make_what_plays_against_itself_look_better() -> None:
    rates = [[0.25, 0.4], [0.3, 0.25]]
    results = drawn(rates, players=4, games=8000)
    cells = tuple(map(half_undecided, results.run.cells))
    half = TournamentResults(replace(results.run, cells=cells))
    # All cells are below the fair share of all games.
    assert max(half.matrix.rates[0][1].value, half.matrix.rates[1][0].value) < 0.25
    assert half.long_run.stable_alone == []
    assert half.long_run.shares[0].value == pytest.approx(0.75, abs=0.05)
    for share in half.long_run.shares:
        assert share.low < share.value < share.high
    wide, narrow = (
        one.long_run.shares[0].high - one.long_run.shares[0].low for one in (half, results)
    )
    assert wide == pytest.approx(narrow * 2**0.5, rel=0.15)  # half of the deals tell something


def test_a_cell_without_a_decided_game_tells_nothing() -> None:
    results = drawn([[0.5, 0.6], [0.4, 0.5]], games=200)
    nothing = [
        half_undecided(replace(played, wins=0 * played.wins)) for played in results.run.cells
    ]
    unknown = TournamentResults(replace(results.run, cells=tuple(nothing)))
    assert [payoff.value for payoff in unknown.long_run._payoffs] == [0.5, 0.5]
    assert all(share.high == 1 for share in unknown.long_run.shares)


def test_the_correlation_of_cells_on_the_same_deals_is_kept() -> None:
    results = drawn(ring(3), games=400)
    cells = results.run.cells
    same = TournamentResults(
        replace(results.run, cells=(cells[0], replace(cells[0], places=(0, 2)), *cells[2:]))
    )
    covariance = same.long_run._cell_covariance
    assert covariance[0, 1] == pytest.approx(covariance[0, 0])
    assert abs(covariance[0, 3]) < 0.2 * covariance[0, 0]


def test_two_deals_do_not_tell_which_styles_are_viable() -> None:
    """A ring of three, of which two deals may show anything: no interval is of one style only."""
    source, tournament = np.random.default_rng(8), tournament_of("abc", 2, 4)
    runs = [draw_run(tournament, by_matrix(ring(3, 0.1).tolist()), source) for _ in range(12)]
    found = [TournamentResults(run).long_run.effective_styles for run in runs]
    assert np.mean([one.low <= 3 <= one.high + 1e-6 for one in found]) >= 0.8
