"""When the line-ups of a tournament stop, and how often what they stop at is wrong."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from reports.figures.statistics import holm
from reports.tournament.race import summarise_race
from reports.tournament.race_words import ended, looked, stops_table
from reports.tournament.results import TournamentResults
from reports.tournament.tables import make_tournament_tables
from simulate.play.tournament import TournamentRun
from tests.bench.races import WAYS, wrong
from tests.helpers.tournaments import by_matrix, cut, draw_run, luce, raced, tournament_of

#: Two beat the others by far, the last two are equal.
CLEAR_BUT_ONE = (
    (0.5, 0.7, 0.8, 0.8),
    (0.3, 0.5, 0.7, 0.7),
    (0.2, 0.3, 0.5, 0.5),
    (0.2, 0.3, 0.5, 0.5),
)
MIXED = (4.0, 2.0, 1.0, 1.0)


def draw(
    rates: Any,
    games: int = 4_000,
    seed: int = 1,
    mixed: Any = MIXED,
    alike: float = 0.0,
    **more: Any,
) -> TournamentRun:
    tournament = tournament_of(
        "abcdefgh"[: len(rates)], 2, games, **{"until_decided": 0.95, **more}
    )
    return draw_run(tournament, by_matrix(rates, mixed), np.random.default_rng(seed), alike)


def test_what_is_clear_stops_early_and_what_is_equal_is_played_to_the_most() -> None:
    results = raced(draw(CLEAR_BUT_ONE))
    games = {cell: results.matrix.played(*cell).games for cell in results.tournament.cells}
    assert games[2, 3] == games[3, 2] == 4_000
    assert max(games[one, other] for one, other in games if {one, other} != {2, 3}) < 1_000
    assert set(results.race.open_cells) == {(2, 3), (3, 2)}
    assert not results.race.is_decided
    assert [set(pair) for pair in results.race.open_pairs] == [{2, 3}]
    assert results.mixed.games > 4_000


def test_all_mixed_lineups_stop_together_when_every_rank_is_known() -> None:
    tournament = tournament_of("abc", 2, 20_000, until_decided=0.95)
    whole = draw_run(tournament, luce([0.0, 0.6, 1.2]), np.random.default_rng(1))
    results = raced(whole)
    assert results.race.is_decided
    cells = len(results.run.cells)
    assert len(set(results.run.looked[cells:])) == 1
    assert set(results.race.pairs.values()) == {"clear"}
    assert results.run.games < tournament.games / 10


def test_what_nobody_would_notice_is_settled_as_practically_fair() -> None:
    results = raced(draw(np.full((2, 2), 0.5), 20_000, mixed=(1, 1)), margin=0.1)
    assert set(results.race.cells.values()) == {"practically fair"}
    assert set(results.race.pairs.values()) == {"practically the same"}
    assert results.race.is_decided
    assert max(played.games for played in results.run.cells) < 4_000


def test_every_interval_is_wider_by_what_all_looks_cost_and_none_of_a_fixed_one() -> None:
    race = draw(CLEAR_BUT_ONE)
    looks = len(race.tournament.looks)
    whole = TournamentResults(cut(race, [looks] * len(race.tournament.lineups)))
    study = replace(race.tournament.study, until_decided=0.0)
    fixed = TournamentResults(replace(race, tournament=replace(race.tournament, study=study)))
    assert whole.level == pytest.approx(1 - 0.05 / looks)
    assert fixed.level == 0.95
    assert whole.matrix.rates[0][1].low < fixed.matrix.rates[0][1].low
    assert whole.mixed.win_rate(0).high > fixed.mixed.win_rate(0).high
    assert whole.mixed.elos[0].high > fixed.mixed.elos[0].high
    assert whole.mixed.pairs[0].difference.low < fixed.mixed.pairs[0].difference.low
    errors = np.sqrt(np.diag(whole.long_run._cell_covariance))
    assert (errors > 1.3 * np.sqrt(np.diag(fixed.long_run._cell_covariance))).all()
    for cell, one in whole.matrix.against_fair.items():
        assert one.p_value == fixed.matrix.against_fair[cell].p_value
    corrected = holm([min(1, looks * one.p_value) for one in whole.matrix.against_fair.values()])
    assert [one.p_holm for one in whole.matrix.against_fair.values()] == corrected


def test_several_cells_are_told_by_the_deals_that_all_of_them_played() -> None:
    results = raced(draw(CLEAR_BUT_ONE))
    short, long = results.matrix.played(0, 1), results.matrix.played(2, 3)
    deals = len(short.wins)
    assert deals < len(long.wins)
    both = results.matrix.together([(0, 1), (2, 3)])
    wins = short.wins[:, 0] + long.wins[:deals, 0].astype(int)
    assert both.n == 2 * 2 * deals
    assert both.value == pytest.approx(wins.sum() / 60 / both.n)
    assert results.matrix.together([(2, 3)]).n == long.games == 4_000


def test_cells_hang_together_by_the_deals_that_both_played() -> None:
    """Two cells that give the same on every deal, of which one stopped: root of the share."""
    whole = draw(np.full((3, 3), 0.5), mixed=(1, 1, 1))
    first = whole.cells[0]
    whole = replace(
        whole, cells=(first, replace(whole.cells[1], wins=first.wins), *whole.cells[2:])
    )
    looked = [len(whole.tournament.looks)] * len(whole.tournament.lineups)
    looked[1] = 8
    results = TournamentResults(cut(whole, looked))
    deals = [len(played.wins) for played in results.run.cells]
    assert deals[1] < deals[0] / 2
    spread = results.long_run._cell_covariance
    together = spread[0, 1] / math.sqrt(spread[0, 0] * spread[1, 1])
    assert together == pytest.approx(math.sqrt(deals[1] / deals[0]), rel=0.05)
    assert np.linalg.eigvalsh(spread).min() > -1e-12


def test_each_cell_says_its_own_number_of_games_and_when_it_stopped() -> None:
    results = raced(draw(CLEAR_BUT_ONE))
    tables = make_tournament_tables(results)
    stops = tables["stops"]
    matrix = tables["matrix"][tables["matrix"].strategy != tables["matrix"].others]
    assert stops.games.tolist()[:-1] == matrix.games.tolist()
    assert len(set(matrix.games)) > 1
    assert stops.settled.tolist()[-1] == "open"
    looks = [deals * 2 for deals in results.tournament.looks]
    assert [looks[at - 1] for at in stops.looks.tolist()[:-1]] == stops.games.tolist()[:-1]
    found = summarise_race(results)
    assert found["cells"] == {"clear": 10, "practically fair": 0, "open": 2}
    assert found["looks"] == looks
    assert not found["decided"]
    text = " ".join([*ended(results), *looked(results)])
    assert (
        "with the most played of what is open, not every cell of the matrix and every pair" in text
    )
    assert "10 are clear and 2 are open (c among d and d among c)" in text
    cells = [cell.text for row in stops_table(results).rows for cell in row[1:]]
    assert sorted(cell for cell in cells if cell.endswith("?")) == ["4,000 ?"] * 2


def test_a_target_keeps_the_lineups_that_it_rests_on_in_the_race() -> None:
    target = {"matrix.a.b": {"min": 0.7}}
    results = raced(draw(CLEAR_BUT_ONE, targets=target))
    games = {cell: results.matrix.played(*cell).games for cell in results.tournament.cells}
    assert games[0, 1] == 4_000
    assert games[1, 0] < 1_000
    assert results.race.resting_on("ranking.a.win_rate") == {12, 13, 14, 15, 16, 17}
    assert results.race.resting_on("tiers.simple.simple") == set(range(12))
    assert not results.race.is_decided


@pytest.mark.slow
@pytest.mark.parametrize("alike", [0.0, 0.5])
def test_races_with_cells_on_the_limit_are_wrong_no_oftener_than_is_said(alike: float) -> None:
    """Some cells are fair, some just so far off that it would be noticed; two are as good."""
    studies = 150
    few = 0.05 + 3 * (0.05 * 0.95 / studies) ** 0.5
    found = list(wrong(studies, alike))
    control = list(wrong(studies // 3, alike, peeking=True))
    for way in WAYS:
        assert sum(way in one for one in found) / studies <= few
    assert sum(bool(one) for one in control) / len(control) > few
