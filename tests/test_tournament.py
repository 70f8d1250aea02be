"""Who plays whom, and what the statistics of a tournament say of known truths."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from math import comb
from typing import Any

import numpy as np
import pytest
import statsmodels.api as sm
from scipy.stats import binom

from reports.run.results import Results
from reports.statistics import rate_of
from reports.tournament import bradley_terry, equilibrium
from reports.tournament.results import TournamentResults, check_targets
from reports.tournament.sentences import elo_and_interval, elo_meaning, findings, listed, target
from reports.tournament.tables import COLUMNS, make_tournament_tables, summarise_tournament
from simulate import tournament as playing
from simulate.errors import UsageError
from simulate.run import play
from simulate.study import Study
from simulate.tournament import Tournament, play_tournament
from strategies import find_strategy
from tests.tournaments import Numbers, by_matrix, draw_run, luce, tournament_of

# Numba warns wherever it compiles a strategy in a seat; pytest resets the filter of the kernel.
pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep statsmodels from collecting garbage at every correction, which takes 0.3 s."""
    monkeypatch.setattr("gc.collect", lambda: 0)


#: Where the share of 95 % intervals that hold the truth must lie.
BAND = (0.935, 0.965)


def tournament_in(game: str, players: int, games: int, *specs: str) -> Tournament:
    study = Study(game=game, variant="base", players=players, games=games, seed=5, lineup=())
    return Tournament(study, tuple(find_strategy(spec, game) for spec in specs))


# Who plays whom ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("strategies", "players", "lineups"),
    [
        (8, 4, comb(8, 4) * 6),
        (7, 2, comb(7, 2)),
        (4, 4, 6),
        (3, 4, 3 * 3),  # aabc as a a b c, a a c b and a b a c
        (2, 4, 2),  # aabb and abab
        (2, 2, 1),
    ],
)
def test_all_mixed_lineups_are_as_even_as_can_be_and_differ_by_more_than_rotation(
    strategies: int, players: int, lineups: int
) -> None:
    tournament = tournament_of("abcdefgh"[:strategies], players)
    found = tournament.mixed
    assert len(found) == tournament.mixed_possible == lineups
    for places in found:
        seats = Counter(places)
        assert len(seats) == min(strategies, players)
        assert max(seats.values()) - min(seats.values()) <= 1
    turned = {min(p[k:] + p[:k] for k in range(players)) for p in found}
    assert len(turned) == lineups
    met = Counter(number for places in found for number in places)
    assert len(set(met.values())) == 1


def test_of_too_many_lineups_as_many_different_ones_are_drawn_by_the_seed() -> None:
    tournament = tournament_of([f"s{n}" for n in range(12)], 4)
    assert tournament.mixed_possible == comb(12, 4) * 6
    assert len(set(tournament.mixed)) == playing.MOST_MIXED
    assert all(len(set(places)) == 4 for places in tournament.mixed)
    again = replace(tournament)
    assert again.mixed == tournament.mixed
    other = replace(tournament, study=replace(tournament.study, seed=2))
    assert other.mixed != tournament.mixed
    met = Counter(number for places in tournament.mixed for number in places)
    assert min(met.values()) > 100  # of 167 expected


def test_mixed_lineups_play_deals_of_their_own_and_as_many_games_as_the_rows() -> None:
    tournament = tournament_of("abcde", 4, games=1000)
    cells = len(tournament.cells)
    assert cells == 20
    assert {len(tournament.deals_of(n)) for n in range(cells)} == {250}
    mixed = [set(tournament.deals_of(n)) for n in range(cells, len(tournament.lineups))]
    assert sum(map(len, mixed)) == len(set.union(*mixed))
    a_row, mixed_games = 4 * 1000, tournament.games - cells * 1000
    assert mixed_games * 4 / 5 == pytest.approx(a_row, rel=0.1)


@pytest.mark.parametrize("names", ["a", "aa", "aba"])
def test_fewer_than_two_strategies_or_one_twice_are_refused(names: str) -> None:
    with pytest.raises(UsageError):
        tournament_of(names, 4)


# Playing ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def small() -> Tournament:
    return tournament_in("snorkeling", 3, 120, "random", "attacker", "closer", "eager")


def test_neither_passes_nor_jobs_change_what_is_found(small: Tournament) -> None:
    once = play_tournament(small, jobs=1, passes=1)
    often = play_tournament(small, jobs=2, passes=4)
    assert once.tally_id == often.tally_id
    for one, other in zip(once.cells + once.mixed, often.cells + often.mixed, strict=True):
        assert one.places == other.places
        assert np.array_equal(one.wins, other.wins)
    assert once.games == small.games


def test_a_cell_is_what_a_run_of_its_lineup_gives(small: Tournament) -> None:
    results = TournamentResults(play_tournament(small))
    study = replace(small.study, lineup=("closer", "attacker", "attacker"))
    lineup = [find_strategy(spec, "snorkeling") for spec in study.lineup]
    run = Results(play(study, lineup))
    assert results.matrix.rates[2][1] == run.estimate("strategies.closer.win_rate")
    assert results.matrix.played(2, 1).tally.sums == run.run.tally.sums
    assert results.matrix.played(2, 1).tally.squares == run.run.tally.squares


def test_an_interrupted_tournament_is_a_smaller_one(small: Tournament) -> None:
    calls = 0

    def press(_: Any) -> None:
        nonlocal calls
        calls += 1
        if calls == 2 * len(small.lineups) + 3:
            raise KeyboardInterrupt

    run = play_tournament(small, passes=4, watch=press)
    assert run.interrupted
    assert {len(played.wins) for played in run.cells} == {20}  # of 40 deals
    whole = play_tournament(small)
    for part, all_of_it in zip(run.cells + run.mixed, whole.cells + whole.mixed, strict=True):
        assert np.array_equal(part.wins, all_of_it.wins[: len(part.wins)])
        assert part.tally.deals == len(part.wins)


def test_interrupted_before_the_first_pass_there_is_nothing(small: Tournament) -> None:
    def press(_: Any) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_tournament(small, watch=press)


def test_the_diagonal_is_the_fair_share_exactly(small: Tournament) -> None:
    results = TournamentResults(play_tournament(small))
    for number in range(4):
        cell = results.matrix.rates[number][number]
        assert (cell.value, cell.low, cell.high) == (1 / 3, 1 / 3, 1 / 3)


# Bradley and Terry ------------------------------------------------------------------


@pytest.mark.parametrize("size", [2, 5, 12])
def test_strengths_are_those_of_a_logistic_regression(size: int) -> None:
    source = np.random.default_rng(size)
    truth = source.normal(0, 1.5, size)
    wins = np.zeros((size, size))
    pairs = [(a, b) for a in range(size) for b in range(a)]
    signs, outcomes = np.zeros((len(pairs), size)), np.zeros((len(pairs), 2))
    for row, (a, b) in enumerate(pairs):
        wins[a, b] = 1 + source.binomial(500, 1 / (1 + np.exp(truth[b] - truth[a])))
        wins[b, a] = 502 - wins[a, b]
        signs[row, a], signs[row, b] = 1, -1
        outcomes[row] = wins[a, b], wins[b, a]
    groups = [
        bradley_terry.Group(np.array([0.0 + (n == b) for n in range(size)]), row[None])
        for b in range(size)
        for row in [wins[:, b]]
    ]
    found = bradley_terry.fit(groups, lambda terms: np.eye(size)).values
    # Half a win and half a loss each, shared among all others: of a pair each gives both a part.
    outcomes += 2 * 0.5 / (size - 1) / 2
    model = sm.GLM(outcomes, signs[:, 1:], family=sm.families.Binomial())
    with np.errstate(all="ignore"):
        if size > 2:
            fitted = np.concatenate([[0.0], model.fit().params])
        else:  # one pair and one strength: the odds themselves
            fitted = np.array([0.0, np.log((wins[1, 0] + 0.5) / (wins[0, 1] + 0.5))])
    assert found == pytest.approx(fitted - even_strength(fitted), abs=1e-6)


def coverage(
    players: int, games: int, alike: float, studies: int, strengths: tuple[float, ...]
) -> tuple[float, float, float]:
    """Return how often intervals hold the truth: of Elo, of win rates, of Elo by single games."""
    source = np.random.default_rng(players)
    tournament = tournament_of("abcdefgh"[: len(strengths)], players, games)
    chances = luce(strengths)
    elos = 1500 + bradley_terry.ELO * (np.array(strengths) - even_strength(strengths))
    won, seats = np.zeros(len(strengths)), np.zeros(len(strengths))
    for places in tournament.mixed:
        rotations = playing._rotations(places)
        for number, share in zip(dict.fromkeys(places), chances(places), strict=True):
            won[number] += share * rotations
            seats[number] += places.count(number) * rotations
    held: dict[str, list[bool]] = {"elo": [], "rate": [], "single": []}
    for _ in range(studies):
        run = draw_run(tournament, chances, source, alike)
        results = TournamentResults(run)
        naive = TournamentResults(replace(run, mixed=tuple(map(as_single_games, run.mixed))))
        for number, truth in enumerate(elos):
            elo, single = results.mixed.elos[number], naive.mixed.elos[number]
            rate, expected = results.mixed.win_rate(number), won[number] / seats[number]
            held["elo"].append(elo.low <= truth <= elo.high)
            held["rate"].append(rate.low <= expected <= rate.high)
            held["single"].append(single.low <= truth <= single.high)
    return (
        float(np.mean(held["elo"])),
        float(np.mean(held["rate"])),
        float(np.mean(held["single"])),
    )


def even_strength(strengths: Sequence[float] | Numbers) -> float:
    """Return the strength that wins half of the games against all, met equally often."""
    low, high = min(strengths), max(strengths)
    for _ in range(60):
        middle = (low + high) / 2
        wins = np.mean(1 / (1 + np.exp(np.array(strengths) - middle)))
        low, high = (middle, high) if wins < 0.5 else (low, middle)
    return low


def as_single_games(played: Any) -> Any:
    """Treat every win on a deal as a deal of its own."""
    wins = played.wins // 60
    rows = [np.eye(wins.shape[1], dtype=np.int16)[n] for deal in wins for n, k in enumerate(deal)
            for _ in range(k)]  # fmt: skip
    return replace(
        played,
        wins=60 * np.array(rows, np.int16),
        tally=replace(played.tally, deals=len(rows)),
        figures=replace(played.figures, rotations=1),
    )


@pytest.mark.parametrize(
    ("players", "games", "alike", "strengths"),
    [(2, 40, 0.0, (0.0, 0.5, 1.0, 1.5)), (4, 40, 0.6, (0.0, 0.3, 0.6, 1.0, 1.6))],
)
def test_intervals_of_elo_and_win_rate_hold_known_strengths_as_often_as_they_say(
    players: int, games: int, alike: float, strengths: tuple[float, ...]
) -> None:
    elo, rate, single = coverage(players, games, alike, 250, strengths)
    assert BAND[0] <= elo <= BAND[1]
    assert BAND[0] <= rate <= BAND[1]
    if alike:  # negative control: games that share a deal are not independent
        assert single < BAND[0] - 0.05


def test_drawn_lineups_make_intervals_hold_the_mean_of_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    strengths = tuple(np.linspace(0, 3, 7))
    everyone = tournament_of("abcdefg", 4, 160)
    chances, source = luce(strengths), np.random.default_rng(8)
    met = [(places, chances(places)) for places in everyone.mixed]
    truth = [np.mean([s[p.index(n)] for p, s in met if n in p]) for n in range(7)]
    monkeypatch.setattr(playing, "MOST_MIXED", 40)
    held, naive = [], []
    for seed in range(250):
        tournament = replace(everyone, study=replace(everyone.study, seed=seed))
        assert (len(tournament.mixed), tournament.mixed_possible) == (40, 210)
        run = draw_run(tournament, chances, source)
        results = TournamentResults(run)
        for n in range(7):
            rate = results.mixed.win_rate(n)
            held.append(rate.low <= truth[n] <= rate.high)
        monkeypatch.setattr(Tournament, "mixed_possible", 40)
        fixed = TournamentResults(run)
        for n in range(7):
            rate = fixed.mixed.win_rate(n)
            naive.append(rate.low <= truth[n] <= rate.high)
        monkeypatch.undo()
        monkeypatch.setattr(playing, "MOST_MIXED", 40)
    assert BAND[0] <= np.mean(held) <= BAND[1]
    assert np.mean(naive) < BAND[0] - 0.05  # negative control: as if these were all


def test_of_who_won_nothing_a_bound_is_told_and_the_others_elo_does_not_depend_on_it() -> None:
    tournament = tournament_of("abcd", 2, 200)
    found = []
    for seed in range(8):  # in some d wins one game or two, in others none
        run = draw_run(tournament, luce((0.0, 0.3, 0.6, -7.0)), np.random.default_rng(seed))
        found.append(TournamentResults(run))
    won = [results.mixed.win_rate(3).value > 0 for results in found]
    assert {True, False} == set(won)
    for number in range(3):
        elos = [results.mixed.elos[number] for results in found]
        means = [
            np.mean([elo.value for elo, some in zip(elos, won, strict=True) if some == which])
            for which in (True, False)
        ]
        assert abs(means[0] - means[1]) < 20
    nothing = found[won.index(False)]
    last = nothing.mixed.ranking[3]
    assert (last.strategy, last.elo.low) == (3, -np.inf)
    # Truly it is 7 strengths, 1216 Elo points, below a.
    assert nothing.mixed.elos[0].value - 1300 < last.elo.high < nothing.mixed.elos[0].low
    assert last.elo.value < last.elo.high
    summary = summarise_tournament(nothing)["ranking"][3]
    assert (summary["elo_ci_low"], summary["elo_ci_high"]) == (None, last.elo.high)
    told = [elo_and_interval(nothing.mixed.elos[3]), elo_meaning(nothing)]
    assert told[0] == f"below {last.elo.high:.0f}"
    assert "Of d, who won no game against the others or lost none, no more than a" in told[1]


def test_of_two_of_which_one_wins_all_only_bounds_are_told() -> None:
    tournament = tournament_of("ab", 2, 100)
    run = draw_run(tournament, luce((0.0, -800.0)), np.random.default_rng(1))
    results = TournamentResults(run)
    first, last = results.mixed.elos
    # As strong as to win no more than the upper end of its win rate.
    wins = 1 / (1 + 10 ** (-2 * (last.high - 1500) / 400))
    assert wins == pytest.approx(results.mixed.win_rate(1).high)
    assert (first.high, last.low) == (np.inf, -np.inf)
    assert 1500 < first.low < first.value
    assert 1500 > last.high > last.value
    assert elo_and_interval(first) == f"above {first.low:.0f}"


def test_who_is_between_one_who_always_wins_and_one_who_never_does_has_no_bound() -> None:
    tournament = tournament_of("abc", 2, 100)
    run = draw_run(tournament, luce((0.0, -400.0, -800.0)), np.random.default_rng(1))
    results = TournamentResults(run)
    assert elo_and_interval(results.mixed.elos[1]) == "not known"


def test_the_elo_of_who_wins_hardly_ever_is_below_its_bound_as_often_as_said() -> None:
    strengths = (0.0, 0.2, -6.0)
    tournament = tournament_of("abc", 2, 100)
    truth = 1500 + bradley_terry.ELO * (strengths[2] - even_strength(strengths))
    source, held = np.random.default_rng(9), []
    for _ in range(200):
        elo = TournamentResults(draw_run(tournament, luce(strengths), source)).mixed.elos[2]
        if elo.low == -np.inf:
            held.append(truth <= elo.high)
    assert len(held) > 80
    assert np.mean(held) >= BAND[0]


def test_the_win_rate_of_who_won_nothing_is_bounded_by_its_own_games() -> None:
    tournament = tournament_of([f"s{n}" for n in range(20)], 2, 40)
    run = draw_run(tournament, luce((-800.0, *[0.0] * 19)), np.random.default_rng(1))
    rate = TournamentResults(run).mixed.win_rate(0)
    # Of 380 deals, two games each, that it plays; with all 3,800 it would be a tenth of that.
    assert (rate.n, rate.value, rate.low) == (760, 0, 0)
    assert rate.high == pytest.approx(1.96**2 / (380 + 1.96**2), rel=0.06)


def test_intervals_hold_a_small_win_rate_as_often_as_they_say() -> None:
    tournament = tournament_of([f"s{n}" for n in range(10)], 2, 20)
    chances, source = luce((-4.6, *[0.0] * 9)), np.random.default_rng(2)
    truth, held, naive = chances((0, 1))[0], [], []
    for _ in range(200):
        results = TournamentResults(draw_run(tournament, chances, source))
        rate = results.mixed.win_rate(0)
        held.append(rate.low <= truth <= rate.high)
        all_deals = sum(len(played.wins) for played in results.run.mixed)
        if rate.value == 0:
            rate = rate_of(0.0, 0.0, all_deals, rate.n)
        naive.append(rate.low <= truth <= rate.high)
    assert np.mean(held) >= BAND[0]
    assert np.mean(naive) < BAND[0] - 0.05  # negative control: deals that it did not play


# What survives ----------------------------------------------------------------------

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


@pytest.mark.usefixtures("quick")
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


def test_of_equal_styles_it_is_not_told_how_many_are_viable() -> None:
    told = " ".join(findings(drawn([[0.25] * 3] * 3, players=4, games=400)))
    assert "How many styles are viable is not told from chance: the effective number may be " in (
        told
    )
    assert "to 3.0." in told


def test_where_two_styles_are_stable_alone_it_depends_on_where_it_starts() -> None:
    results = drawn([[0.25, 0.15], [0.155, 0.25]], players=4, games=4000)
    assert results.long_run.stable_alone == [0, 1]
    assert [(share.low, share.high) for share in results.long_run.shares] == [(0, 1), (0, 1)]
    assert (results.long_run.effective_styles.low, results.long_run.effective_styles.high) == (1, 1)
    told = " ".join(findings(results))
    assert "depends on where it starts: all play a, or all play b." in told
    assert summarise_tournament(results)["stable_alone"] == ["a", "b"]
    assert results.long_run.never_pays == []


def ring(size: int, edge: float = 0.3) -> Numbers:
    """Make a matrix for two players in which each beats the next, and else all is even."""
    rates = np.full((size, size), 0.5)
    for one in range(size):
        rates[one, (one + 1) % size] += edge
        rates[(one + 1) % size, one] -= edge
    return rates


def drawn(
    rates: Any, players: int = 2, games: int = 1000, mixed: Any = None, **more: Any
) -> TournamentResults:
    tournament = tournament_of("abcdefgh"[: len(rates)], players, games, **more)
    chances = by_matrix(rates, mixed)
    return TournamentResults(draw_run(tournament, chances, np.random.default_rng(3)))


def test_a_ring_is_found_and_told() -> None:
    results = drawn(ring(3))
    assert results.matrix.cycles == [(0, 1, 2)]
    assert results.long_run.effective_styles.value == pytest.approx(3, abs=0.1)
    assert results.long_run.effective_styles.low > 2.5
    assert not results.long_run.never_pays
    told = " ".join(findings(results))
    assert "As in rock, paper, scissors: a beats b beats c beats a." in told
    assert "No style is told to beat all others." in told
    assert "Of no style is it told that it never pays." in told


def test_a_ring_of_four_is_found_where_there_is_none_of_three() -> None:
    assert drawn(ring(4)).matrix.cycles == [(0, 1, 2, 3)]
    assert drawn(ring(5)).matrix.cycles == [(0, 1, 2, 3, 4)]


def test_no_ring_is_told_of_chance_or_of_an_order() -> None:
    assert drawn(ring(3, 0.01), games=400).matrix.cycles == []
    assert drawn([[0.5, 0.7, 0.8], [0.3, 0.5, 0.6], [0.2, 0.4, 0.5]]).matrix.cycles == []


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
    assert "One style beats all others: a, alone at a table of any other strategy" in told
    assert (
        "c never pays: below the fair share against each other strategy and with mixed line-ups, "
        "told from chance, and gone in the long run."
    ) in told


def test_a_style_that_wins_with_mixed_lineups_pays_though_it_loses_at_every_other_table() -> None:
    rates = [[0.25, 0.4, 0.5], [0.15, 0.25, 0.4], [0.1, 0.15, 0.25]]
    results = drawn(rates, players=4, games=2000, mixed=[1, 1, 2])
    assert all(results.matrix.against_fair[2, other].word == "below" for other in (0, 1))
    assert results.long_run.shares[2].high == 0
    assert results.mixed.ranking[0].strategy == 2
    assert results.mixed.against_fair[2].word == "above"
    assert results.long_run.never_pays == []
    # As good as the others with mixed line-ups, nothing is told either.
    assert drawn(rates, players=4, games=2000).long_run.never_pays == []


@pytest.mark.parametrize("rates", [[[0.25, 0.4], [0.25, 0.25]], [[0.25, 0.25], [0.1, 0.25]]])
def test_a_style_beats_another_only_if_that_one_also_loses_against_it(
    rates: list[list[float]],
) -> None:
    results = drawn(rates, players=4, games=2000)
    assert [told.word for told in results.matrix.against_fair.values()].count("not told") == 1
    assert not results.matrix.beats(0, 1)
    assert not results.matrix.beats(1, 0)
    both = drawn([[0.25, 0.4], [0.1, 0.25]], players=4, games=2000)
    assert both.matrix.beats(0, 1)
    assert not both.matrix.beats(1, 0)


def test_a_style_below_fair_that_keeps_a_share_or_is_not_told_is_not_flagged() -> None:
    # Nobody gains anything alone among others: every style can be what all play.
    apart = drawn([[0.25, 0.2], [0.2, 0.25]], players=4, games=4000)
    assert all(told.word == "below" for told in apart.matrix.against_fair.values())
    assert apart.long_run.never_pays != [0, 1]
    assert drawn([[0.25, 0.26], [0.24, 0.25]], players=4, games=400).long_run.never_pays == []


def half_undecided(played: Any) -> Any:
    """Leave every second deal undecided."""
    wins = played.wins.copy()
    wins[::2] = 0
    sums = list(played.tally.sums)
    sums[played.figures.single("unfinished")] = played.figures.rotations * len(wins[::2])
    return replace(played, wins=wins, tally=replace(played.tally, sums=tuple(sums)))


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


def test_unfinished_games_lower_the_fair_share_that_cells_are_compared_with() -> None:
    results = drawn([[0.5, 0.5], [0.5, 0.5]], games=2000)
    run = results.run
    cells = map(half_undecided, run.cells)
    half = TournamentResults(replace(run, cells=tuple(cells)))
    assert half.matrix.rates[0][1].high < 0.3
    assert {told.word for told in half.matrix.against_fair.values()} == {"not told"}
    assert any("were still undecided after 10,000 turns" in told for told in findings(half))


# Chance -----------------------------------------------------------------------------


@pytest.mark.usefixtures("quick")
def test_among_equals_something_is_told_in_hardly_more_tournaments_than_one_in_twenty() -> None:
    tournament = tournament_of("abc", 3, 150)
    source, chances = np.random.default_rng(11), luce((0.0,) * 3)
    cells, pairs, mixed, uncorrected = 0, 0, 0, 0
    for _ in range(2000):
        results = TournamentResults(draw_run(tournament, chances, source))
        told = results.matrix.against_fair.values()
        cells += any(one.word != "not told" for one in told)
        uncorrected += any(one.p_value < 0.05 for one in told)
        pairs += any(pair.told.word != "not told" for pair in results.mixed.pairs)
        mixed += any(one.word != "not told" for one in results.mixed.against_fair)
    # What one in twenty gives in all but one of a thousand such tests; 8 % give more.
    most = binom.ppf(0.999, 2000, 0.05)
    assert most < binom.ppf(0.02, 2000, 0.08)
    assert cells <= most
    assert pairs <= most
    assert mixed <= most
    assert uncorrected > most  # negative control


def test_a_cell_is_told_from_fair_as_its_interval_says() -> None:
    results = drawn(
        [[0.25, 0.3, 0.27], [0.22, 0.25, 0.26], [0.2, 0.25, 0.25]], players=4, games=800
    )
    for (one, other), told in results.matrix.against_fair.items():
        cell = results.matrix.rates[one][other]
        assert (told.p_value < 0.05) == (not cell.low <= 0.25 <= cell.high)
        assert told.p_holm >= told.p_value


def test_ranks_overlap_exactly_where_pairs_are_not_told() -> None:
    strengths = (0.0, 0.02, 1.0, 2.0)
    tournament = tournament_of("abcd", 3, 900)
    results = TournamentResults(draw_run(tournament, luce(strengths), np.random.default_rng(4)))
    assert [ranked.strategy for ranked in results.mixed.ranking[:2]] == [3, 2]
    assert [(ranked.best, ranked.worst) for ranked in results.mixed.ranking] == [
        (1, 1),
        (2, 2),
        (3, 4),
        (3, 4),
    ]
    assert {results.mixed.pair(0, 1).told.word} == {"not told"}
    assert results.mixed.pair(3, 0).told.word == "above"
    told = findings(results)[0]
    assert told.startswith("d is on top, and not by chance: d wins ")
    level = TournamentResults(draw_run(tournament, luce((0, 0, 0, 0)), np.random.default_rng(4)))
    assert findings(level)[0].startswith("Who is on top cannot be told from chance: ")


def test_the_correlation_of_cells_on_the_same_deals_is_kept() -> None:
    results = drawn(ring(3), games=400)
    cells = results.run.cells
    same = TournamentResults(
        replace(results.run, cells=(cells[0], replace(cells[0], places=(0, 2)), *cells[2:]))
    )
    covariance = same.long_run._cell_covariance
    assert covariance[0, 1] == pytest.approx(covariance[0, 0])
    assert abs(covariance[0, 3]) < 0.2 * covariance[0, 0]


# Figures and tables -----------------------------------------------------------------


def test_every_figure_that_a_target_can_name_has_an_estimate() -> None:
    rates = [[0.5, 0.8, 0.9], [0.2, 0.5, 0.6], [0.1, 0.4, 0.5]]
    results = drawn(rates, tiers=(3, 1, 1))
    strong = results.estimate("tiers.strong.simple")
    assert strong.low < 0.85 < strong.high
    both = (results.matrix.rates[0][1].value + results.matrix.rates[0][2].value) / 2
    assert strong.value == pytest.approx(both)
    assert strong.n == 2000
    assert results.estimate("tiers.simple.simple").value == pytest.approx(0.5, abs=0.05)
    assert results.estimate("matrix.a.b") == results.matrix.rates[0][1]
    assert results.estimate("ranking.a.win_rate") == next(
        ranked.win_rate for ranked in results.mixed.ranking if ranked.strategy == 0
    )
    assert results.estimate("ranking.a.elo") == results.mixed.elos[0]
    assert results.estimate("equilibrium.a").value == 1
    assert results.estimate("effective_styles").value == 1


def test_targets_are_told_in_words_as_those_of_a_run() -> None:
    targets = {
        "tiers.strong.simple": {"min": 0.7},
        "matrix.b.c": {"min": 0.601, "max": 0.7},
        "ranking.a.win_rate": {"max": 0.9},
        "ranking.a.elo": {"min": 1400},
        "equilibrium.c": {"max": 0.05},
        "effective_styles": {"min": 2},
    }
    rates = [[0.5, 0.8, 0.9], [0.2, 0.5, 0.6], [0.1, 0.4, 0.5]]
    results = drawn(rates, tiers=(3, 1, 1), targets=targets)
    told = [target(results, judged) for judged in results.judged()]
    rate = results.matrix.rates[1][2]
    elo = results.mixed.elos[0]
    assert re.fullmatch(
        r"Win rate of strong strategies at tables of simple ones: 8\d % "
        r"\(8\d to 8\d %\); wanted at least 70 %\.",
        told[0],
    )
    assert told[1].startswith(
        f"Win rate of b at a table of c: {100 * rate.value:.0f} % ({100 * rate.low:.0f} to "
        f"{100 * rate.high:.0f} %); wanted 60.1 to 70 %; about "
    )
    judged = results.judged()[1]
    # As many more in each cell as --games must rise by; and so in all line-ups.
    more = re.search(r"about ([\d,]+) more games in each cell \(([\d,]+) in all\) would", told[1])
    assert more
    assert int(more[2].replace(",", "")) == judged.verdict.more_games
    a_cell = judged.verdict.more_games * results.cell_games / results.run.games
    assert int(more[1].replace(",", "")) == pytest.approx(a_cell, rel=0.1)
    assert told[2].startswith("Win rate of a with mixed line-ups: ")
    assert told[3] == (
        f"Elo of a: {elo.value:.0f} ({elo.low:.0f} to {elo.high:.0f}); wanted at least 1400."
    )
    assert told[4] == "Share of c in the long run: 0 % (0 to 0 %); wanted at most 5 %."
    assert told[5] == "Effective number of viable styles: 1 (1 to 1); wanted at least 2."


def test_a_target_of_an_elo_of_which_a_bound_is_known_can_be_judged() -> None:
    aims = {"ranking.b.elo": {"max": 1400}, "ranking.a.elo": {"max": 1400}}
    tournament = tournament_of("ab", 2, 100, targets=aims)
    results = TournamentResults(draw_run(tournament, luce((0.0, -800.0)), np.random.default_rng(1)))
    told = [(one.verdict.word, target(results, one)) for one in results.judged()]
    assert [word for word, _ in told] == ["meets", "misses"]
    assert told[0][1] == f"Elo of b: below {results.mixed.elos[1].high:.0f}; wanted at most 1400."


@pytest.mark.parametrize("figure", ["tiers.strong.strong", "matrix.a.a", "ranking.z.win_rate"])
def test_a_target_of_a_figure_that_is_not_there_is_refused(figure: str) -> None:
    tournament = tournament_of("abc", 2, tiers=(3, 1, 1), targets={figure: {"min": 0.4}})
    with pytest.raises(UsageError, match="figure"):
        check_targets(tournament)


def test_targets_of_tiers_are_judged_by_their_intervals() -> None:
    targets = {
        "tiers.strong.simple": {"min": 0.7},
        "tiers.simple.strong": {"min": 0.3},
        "matrix.b.c": {"min": 0.601},
    }
    rates = [[0.5, 0.8, 0.9], [0.2, 0.5, 0.6], [0.1, 0.4, 0.5]]
    judged = drawn(rates, tiers=(3, 1, 1), targets=targets).judged()
    assert [one.verdict.word for one in judged] == ["meets", "misses", "undecided"]


def test_tables_have_their_columns_and_say_what_the_json_object_says() -> None:
    results = drawn(ring(3))
    tables, summary = make_tournament_tables(results), summarise_tournament(results)
    assert {name: list(table.columns) for name, table in tables.items()} == {
        name: list(columns) for name, columns in COLUMNS.items() if name != "targets"
    }
    matrix = tables["matrix"].set_index(["strategy", "others"])
    assert matrix.loc[("a", "b"), "win_rate"] == summary["matrix"][0][1]["win_rate"]
    assert summary["matrix"][1][1] == {"win_rate": 0.5, "ci_low": 0.5, "ci_high": 0.5}
    ranking = tables["ranking"]
    assert ranking["strategy"].tolist() == [one["strategy"] for one in summary["ranking"]]
    assert ranking["elo"].tolist() == [one["elo"] for one in summary["ranking"]]
    assert summary["cycles"] == [["a", "b", "c"]]
    assert sum(one["value"] for one in summary["equilibrium"]) == pytest.approx(1)
    assert len(tables["pairs"]) == 3


def test_names_are_listed_as_people_do() -> None:
    assert [listed(names) for names in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]
