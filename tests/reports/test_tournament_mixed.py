"""The mixed line-ups of a tournament: intervals of Elo and win rates hold known truths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from reports.analysis.contest_results import ELO
from reports.figures.figure import SHARE
from reports.tournament import play as playing
from reports.tournament.document import RANKING
from reports.tournament.play import TournamentDesign
from reports.tournament.results import TournamentResults
from reports.tournament.strengths import Group, fit
from reports.writing import wording
from simulate.study import rotations
from tests.helpers.contests import (
    Numbers,
    by_matrix,
    draw_run,
    drawn,
    luce,
    results_of,
    tournament_of,
)

#: The accepted range of the coverage of 95% intervals.
BAND = (0.935, 0.965)


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
        Group(np.array([0.0 + (n == b) for n in range(size)]), row[None])
        for b in range(size)
        for row in [wins[:, b]]
    ]
    strengths = fit(groups, lambda terms: np.eye(size)).values
    # Each strategy gets half a win and half a loss, divided equally among all its rivals.
    outcomes += 2 * 0.5 / (size - 1) / 2
    # Imported here, because it takes long.
    from statsmodels.api import GLM, families

    model = GLM(outcomes, signs[:, 1:], family=families.Binomial())
    with np.errstate(all="ignore"):
        if size > 2:
            fitted = np.concatenate([[0.0], model.fit().params])
        else:  # one pair and one strength: the odds themselves
            fitted = np.array([0.0, np.log((wins[1, 0] + 0.5) / (wins[0, 1] + 0.5))])
    assert strengths == pytest.approx(fitted - even_strength(fitted), abs=1e-6)


def coverage(
    players: int, games: int, alike: float, studies: int, strengths: tuple[float, ...]
) -> tuple[float, float, float]:
    """Return the coverage of intervals: of Elo, of win rates, and of Elo ignoring deals."""
    source = np.random.default_rng(players)
    tournament = tournament_of("abcdefgh"[: len(strengths)], players, games)
    chances = luce(strengths)
    elos = 1500 + ELO * (np.array(strengths) - even_strength(strengths))
    won, seats = np.zeros(len(strengths)), np.zeros(len(strengths))
    for places in tournament.mixed:
        turned = rotations(places, True)
        for number, share in zip(dict.fromkeys(places), chances(places), strict=True):
            won[number] += share * turned
            seats[number] += places.count(number) * turned
    held: dict[str, list[bool]] = {"elo": [], "rate": [], "single": []}
    for _ in range(studies):
        run = draw_run(tournament, chances, source, alike)
        results = TournamentResults(run)
        single_games = (*run.cells, *map(as_single_games, run.mixed))
        naive = TournamentResults(replace(run, lineup_runs=single_games)) if alike else results
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
    """Return the strength that wins half of its games, with equally many against each strategy."""
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
        layout=replace(played.layout, rotations=1),
    )


@pytest.mark.parametrize(
    ("players", "games", "alike", "strengths"),
    [
        pytest.param(2, 40, 0.0, (0.0, 0.5, 1.0, 1.5), marks=pytest.mark.slow),
        pytest.param(4, 40, 0.6, (0.0, 0.3, 0.6, 1.0, 1.6), marks=pytest.mark.slow),
    ],
)
def test_intervals_of_elo_and_win_rate_contain_the_known_strengths(
    players: int, games: int, alike: float, strengths: tuple[float, ...]
) -> None:
    elo, rate, single = coverage(players, games, alike, 250, strengths)
    assert BAND[0] <= elo <= BAND[1]
    assert BAND[0] <= rate <= BAND[1]
    if alike:  # negative control: games that share a deal are not independent
        assert single < BAND[0] - 0.05


@pytest.mark.slow
def test_intervals_contain_the_means_of_all_line_ups_if_line_ups_are_sampled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    strengths = tuple(np.linspace(0, 3, 7))
    everyone = tournament_of("abcdefg", 4, 160)
    chances, source = luce(strengths), np.random.default_rng(8)
    met = [(places, chances(places)) for places in everyone.mixed]
    truth = [np.mean([s[p.index(n)] for p, s in met if n in p]) for n in range(7)]
    monkeypatch.setattr(playing, "MOST_MIXED", 40)
    held, naive = [], []
    for seed in range(80):
        tournament = replace(everyone, study=replace(everyone.study, seed=seed))
        assert (len(tournament.mixed), tournament.mixed_possible) == (40, 210)
        run = draw_run(tournament, chances, source)
        results = TournamentResults(run)
        for n in range(7):
            rate = results.mixed.win_rate(n)
            held.append(rate.low <= truth[n] <= rate.high)
        if seed >= 30:
            continue
        with monkeypatch.context() as patched:
            patched.setattr(TournamentDesign, "mixed_possible", 40)
            fixed = TournamentResults(run)
            for n in range(7):
                rate = fixed.mixed.win_rate(n)
                naive.append(rate.low <= truth[n] <= rate.high)
    assert BAND[0] <= np.mean(held) <= BAND[1]
    assert np.mean(naive) < BAND[0] - 0.05  # negative control: as if these were all


def test_a_strategy_that_won_nothing_has_no_elo_and_does_not_change_others() -> None:
    # In some studies d wins a game or two, in others none.
    studies = [results_of("abcd", 2, 200, luce((0.0, 0.3, 0.6, -7.0)), seed) for seed in range(8)]
    won = [results.mixed.win_rate(3).value > 0 for results in studies]
    assert {True, False} == set(won)
    for number in range(3):
        elos = [results.mixed.elos[number] for results in studies]
        means = [
            np.mean([elo.value for elo, some in zip(elos, won, strict=True) if some == which])
            for which in (True, False)
        ]
        assert abs(means[0] - means[1]) < 20
    nothing = studies[won.index(False)]
    assert [wording.elo(elo) == "not known" for elo in nothing.mixed.elos] == [False] * 3 + [True]
    assert "The Elo of d, which won no game against the others" in RANKING.notes(nothing)[1]


@pytest.mark.parametrize("strengths", [(0.0, -800.0), (0.0, -400.0, -800.0)])
def test_strategies_that_win_all_games_or_none_have_no_elo(strengths: tuple[float, ...]) -> None:
    results = results_of("abc"[: len(strengths)], 2, 100, luce(strengths))
    assert {wording.elo(elo) for elo in results.mixed.elos} == {"not known"}


def test_a_win_rate_of_zero_is_bounded_by_half_the_games_of_the_strategy() -> None:
    results = results_of([f"s{n}" for n in range(8)], 2, 100, luce((-800.0, *[0.0] * 7)))
    rate = results.mixed.win_rate(0)
    # Of 350 deals, two games each, that it plays; with all 1,400 it would be a quarter of that.
    assert (rate.n, rate.value, rate.low) == (700, 0, 0)
    assert rate.high == pytest.approx(1.96**2 / (350 + 1.96**2), rel=0.06)


def test_ranks_overlap_exactly_if_a_pair_is_not_clear() -> None:
    results = results_of("abcd", 3, 900, luce((0.0, 0.02, 1.0, 2.0)), 4)
    ranking = results.mixed.ranking
    assert [ranked.strategy for ranked in ranking[:2]] == [3, 2]
    ranks = [(ranked.best_rank, ranked.worst_rank) for ranked in ranking]
    assert ranks == [(1, 1), (2, 2), (3, 4), (3, 4)]
    pairs = results.mixed.pairs
    unclear = [{pair.first, pair.second} for pair in pairs if not pair.compared.is_clear]
    assert unclear == [{0, 1}]


@pytest.mark.parametrize("deals", [2, 4])
def test_winning_all_of_a_few_deals_does_not_make_a_strategy_clearly_better(deals: int) -> None:
    few = drawn([[0.5, 1.0], [0.0, 0.5]], games=2 * deals)
    [pair] = few.mixed.pairs
    assert pair.difference.value == 1
    assert pair.difference.low < 0.9
    assert pair.compared.p_value > 0
    assert deals > 2 or pair.compared.word == "not told"
    many = drawn([[0.5, 1.0], [0.0, 0.5]], games=2_000)
    assert many.mixed.pairs[0].compared.word == "above"
    assert many.mixed.pairs[0].difference.low > 0.98


@pytest.mark.slow
def test_the_highest_win_rate_is_not_printed_if_others_may_be_as_good() -> None:
    studies, size, missed = 100, 8, 0
    for seed in range(studies):
        results = results_of("abcdefgh", 2, 60, by_matrix([[0.5] * size] * size), seed)
        best = results.mixed.ranking[0].win_rate
        if len(results.mixed.best) > 1:
            missed += not best.low <= 0.5 <= best.high
            [text] = RANKING.answer(results)
            assert wording.value(best, SHARE) not in text
            assert " wins most, but " in text
    assert missed > 0.1 * studies, "the negative control: it would mislead"
