"""Races stop line-ups early, and are wrong no more often than their confidence allows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from reports.figures.statistics import holm
from reports.tournament.document import CONTEST
from reports.tournament.play import TournamentRun
from reports.tournament.results import TournamentResults, lineups_behind
from tests.bench.races import WAYS, wrong
from tests.helpers.contests import (
    by_matrix,
    cut,
    draw_run,
    luce,
    raced,
    tournament_of,
)

#: Two beat the others by far, the last two are equal.
CLEAR_BUT_ONE = (
    (0.5, 0.7, 0.8, 0.8),
    (0.3, 0.5, 0.7, 0.7),
    (0.2, 0.3, 0.5, 0.5),
    (0.2, 0.3, 0.5, 0.5),
)
MIXED = (4.0, 2.0, 1.0, 1.0)


def draw(rates: Any, games: int = 4_000, mixed: Any = MIXED, **more: Any) -> TournamentRun:
    tournament = tournament_of("abcdefgh"[: len(rates)], 2, games, until_decided=0.95, **more)
    return draw_run(tournament, by_matrix(rates, mixed), np.random.default_rng(1))


def open_of(settled: Mapping[Any, str]) -> set[Any]:
    return {pair for pair, state in settled.items() if state == "open"}


def test_clear_cells_stop_early_and_equal_cells_play_all_games() -> None:
    results = raced(draw(CLEAR_BUT_ONE))
    games = {cell: results.matrix.runs[cell].games for cell in results.design.cells}
    assert games[2, 3] == games[3, 2] == 4_000
    assert max(games[cell] for cell in games if set(cell) != {2, 3}) < 1_000
    assert open_of(results.race.cells) == {(2, 3), (3, 2)}
    assert not results.race.is_decided
    assert set(map(frozenset, open_of(results.race.pairs))) == {frozenset({2, 3})}
    assert results.mixed.games > 4_000


def test_all_mixed_lineups_stop_together_when_every_rank_is_known() -> None:
    tournament = tournament_of("abc", 2, 20_000, until_decided=0.95)
    whole = draw_run(tournament, luce([0.0, 0.6, 1.2]), np.random.default_rng(1))
    results = raced(whole)
    assert results.race.is_decided
    cells = len(results.run.cells)
    assert len(set(results.run.looks[cells:])) == 1
    assert set(results.race.pairs.values()) == {"clear"}
    assert results.run.games < tournament.games / 10


def test_a_difference_too_small_to_notice_is_settled() -> None:
    results = raced(draw(np.full((2, 2), 0.5), 20_000, mixed=(1, 1)), margin=0.1)
    assert set(results.race.cells.values()) == {"practically the same"}
    assert set(results.race.pairs.values()) == {"practically the same"}
    assert results.race.is_decided
    assert max(played.games for played in results.run.cells) < 4_000


def test_intervals_of_a_race_are_wider_than_those_of_a_fixed_tournament() -> None:
    race = draw(CLEAR_BUT_ONE)
    looks = len(race.design.interim)
    whole = TournamentResults(cut(race, [looks] * len(race.design.lineups)))
    study = replace(race.design.study, until_decided=0.0)
    fixed = TournamentResults(replace(race, design=replace(race.design, study=study)))
    assert whole.level == pytest.approx(1 - 0.05 / looks)
    assert fixed.level == 0.95
    assert whole.matrix.rates[0][1].low < fixed.matrix.rates[0][1].low
    assert whole.mixed.win_rate(0).high > fixed.mixed.win_rate(0).high
    assert whole.mixed.elos[0].high > fixed.mixed.elos[0].high
    assert whole.mixed.pairs[0].difference.low < fixed.mixed.pairs[0].difference.low
    assert whole.matrix.simultaneous_rate(0, 1).low < fixed.matrix.simultaneous_rate(0, 1).low
    comparisons = whole.matrix.against_fair
    for cell, comparison in comparisons.items():
        assert comparison.p_value == fixed.matrix.against_fair[cell].p_value
    p_values = [min(1, looks * comparison.p_value) for comparison in comparisons.values()]
    assert [comparison.p_holm for comparison in comparisons.values()] == holm(p_values)


def test_the_mean_of_several_cells_uses_the_deals_that_all_of_them_played() -> None:
    results = raced(draw(CLEAR_BUT_ONE))
    short, long = results.matrix.runs[0, 1], results.matrix.runs[2, 3]
    deals = len(short.wins)
    assert deals < len(long.wins)
    both = results.matrix.mean_rate([(0, 1), (2, 3)])
    wins = short.wins[:, 0] + long.wins[:deals, 0].astype(int)
    assert both.n == 2 * 2 * deals
    assert both.value == pytest.approx(wins.sum() / 60 / both.n)
    assert results.matrix.mean_rate([(2, 3)]).n == long.games == 4_000


def test_each_cell_has_its_own_number_of_games_and_state() -> None:
    results = raced(draw(CLEAR_BUT_ONE))
    matrix = CONTEST.make_tables(results)["matrix"]
    matrix = matrix[matrix.strategy != matrix.others]
    assert len(set(matrix.games)) > 1
    looks = [deals * 2 for deals in results.design.interim]
    cells = results.run.looks[: len(matrix)]
    assert [looks[at - 1] for at in cells] == matrix.games.tolist()
    assert matrix[matrix.settled == "open"].games.tolist() == [4_000] * 2
    summary = CONTEST.summarise(results)["until_decided"]
    assert summary["cells"] == {"clear": 10, "open": 2}
    assert summary["looks"] == looks
    assert not summary["decided"]
    text = " ".join(item.text for item in CONTEST.make_findings(results).certainty)
    assert (
        "the maximum for everything still open, not every cell of the matrix and every pair" in text
    )
    assert "10 are clear and 2 are open (c among d and d among c)" in text


def test_an_undecided_target_keeps_its_lineups_in_the_race() -> None:
    target = {"matrix.a.b": {"min": 0.7}}
    results = raced(draw(CLEAR_BUT_ONE, targets=target))
    games = {cell: results.matrix.runs[cell].games for cell in results.design.cells}
    assert games[0, 1] == 4_000
    assert games[1, 0] < 1_000
    ranking, tiers = (
        lineups_behind(results.design, results.figures[path])
        for path in ("ranking.a.win_rate", "tiers.simple.simple")
    )
    assert (list(ranking), list(tiers)) == (list(range(12, 18)), list(range(12)))
    assert not results.race.is_decided


@pytest.mark.slow
@pytest.mark.parametrize("alike", [0.0, 0.5])
def test_races_with_cells_on_the_limit_are_wrong_no_more_often_than_allowed(alike: float) -> None:
    """Some cells are fair, some just noticeably unfair, and two strategies are equal."""
    studies = 150
    few = 0.05 + 3 * (0.05 * 0.95 / studies) ** 0.5
    errors = list(wrong(studies, alike))
    control = list(wrong(studies // 3, alike, peeking=True))
    for way in WAYS:
        assert sum(way in kinds for kinds in errors) / studies <= few
    assert sum(bool(kinds) for kinds in control) / len(control) > few
