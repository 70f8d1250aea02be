"""When line-ups of a tournament stop, and what is told of duels, is wrong as seldom as is said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from reports.contests.tournament import CONTEST
from reports.figures.statistics import holm
from reports.tournament.ranking import DUELS
from reports.tournament.results import TournamentResults, resting_on
from simulate.play.lineups import Places
from simulate.play.tournament import TournamentRun
from tests.bench.races import WAYS, wrong
from tests.helpers.contests import (
    Chances,
    Numbers,
    by_matrix,
    cut,
    draw_run,
    luce,
    raced,
    tournament_of,
)
from tests.reports.test_charts import faults

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
    return {two for two, how in settled.items() if how == "open"}


def test_what_is_clear_stops_early_and_what_is_equal_is_played_to_the_most() -> None:
    results = raced(draw(CLEAR_BUT_ONE))
    games = {cell: results.matrix.played[cell].games for cell in results.design.cells}
    assert games[2, 3] == games[3, 2] == 4_000
    assert max(games[one, other] for one, other in games if {one, other} != {2, 3}) < 1_000
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
    assert len(set(results.run.looked[cells:])) == 1
    assert set(results.race.pairs.values()) == {"clear"}
    assert results.run.games < tournament.games / 10


def test_what_nobody_would_notice_is_settled() -> None:
    results = raced(draw(np.full((2, 2), 0.5), 20_000, mixed=(1, 1)), margin=0.1)
    assert set(results.race.cells.values()) == {"practically the same"}
    assert set(results.race.pairs.values()) == {"practically the same"}
    assert results.race.is_decided
    assert max(played.games for played in results.run.cells) < 4_000


def test_every_interval_is_wider_by_what_all_looks_cost_and_none_of_a_fixed_one() -> None:
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
    assert whole.matrix.surely(0, 1).low < fixed.matrix.surely(0, 1).low
    for cell, one in whole.matrix.against_fair.items():
        assert one.p_value == fixed.matrix.against_fair[cell].p_value
    corrected = holm([min(1, looks * one.p_value) for one in whole.matrix.against_fair.values()])
    assert [one.p_holm for one in whole.matrix.against_fair.values()] == corrected


def test_several_cells_are_told_by_the_deals_that_all_of_them_played() -> None:
    results = raced(draw(CLEAR_BUT_ONE))
    short, long = results.matrix.played[0, 1], results.matrix.played[2, 3]
    deals = len(short.wins)
    assert deals < len(long.wins)
    both = results.matrix.together([(0, 1), (2, 3)])
    wins = short.wins[:, 0] + long.wins[:deals, 0].astype(int)
    assert both.n == 2 * 2 * deals
    assert both.value == pytest.approx(wins.sum() / 60 / both.n)
    assert results.matrix.together([(2, 3)]).n == long.games == 4_000


def test_each_cell_says_its_own_number_of_games_and_how_it_stands() -> None:
    results = raced(draw(CLEAR_BUT_ONE))
    matrix = CONTEST.make_tables(results)["matrix"]
    matrix = matrix[matrix.strategy != matrix.others]
    assert len(set(matrix.games)) > 1
    looks = [deals * 2 for deals in results.design.interim]
    cells = results.run.looked[: len(matrix)]
    assert [looks[at - 1] for at in cells] == matrix.games.tolist()
    assert matrix[matrix.settled == "open"].games.tolist() == [4_000] * 2
    found = CONTEST.summarise(results)["until_decided"]
    assert found["cells"] == {"clear": 10, "open": 2}
    assert found["looks"] == looks
    assert not found["decided"]
    text = " ".join(CONTEST.find(results).known)
    assert (
        "with the most played of what is open, not every cell of the matrix and every pair" in text
    )
    assert "10 are clear and 2 are open (c among d and d among c)" in text


def test_a_target_keeps_the_lineups_that_it_rests_on_in_the_race() -> None:
    target = {"matrix.a.b": {"min": 0.7}}
    results = raced(draw(CLEAR_BUT_ONE, targets=target))
    games = {cell: results.matrix.played[cell].games for cell in results.design.cells}
    assert games[0, 1] == 4_000
    assert games[1, 0] < 1_000
    ranking, tiers = (
        resting_on(results.design, results.figures[path])
        for path in ("ranking.a.win_rate", "tiers.simple.simple")
    )
    assert (list(ranking), list(tiers)) == (list(range(12, 18)), list(range(12)))
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


def by_neighbours(edges: dict[str, float], apart: dict[str, float] | None = None) -> Chances:
    """Let the strategy of the lower letter win so much more than its share, by who meets.

    Parameters
    ----------
    edges
        By the two letters.
    apart
        How much more where each two sit in pairs and not in turn.
    """

    def chances(places: Places) -> Numbers:
        different = tuple(dict.fromkeys(places))
        shares = np.array([places.count(one) / len(places) for one in different])
        if len(different) == 2 and min(map(places.count, different)) == len(places) // 2:
            pair = "".join(sorted("abcdefghij"[one] for one in different))
            turned = [places[shift:] + places[:shift] for shift in range(len(places))]
            in_pairs = any(one == other for one, other in zip(places, turned[1], strict=True))
            edge = edges.get(pair, 0.0) + (apart or {}).get(pair, 0.0) * in_pairs
            shares += edge * np.where(np.array(different) == min(different), 1, -1)
        return shares

    return chances


def duelled(
    names: str, players: int, chances: Chances, games: int = 2000, seed: int = 1, **more: Any
) -> TournamentResults:
    tournament = replace(tournament_of(names, players, games, **more), with_duels=True)
    return TournamentResults(draw_run(tournament, chances, np.random.default_rng(seed)))


def pairs_of(results: TournamentResults) -> dict[str, float]:
    """Return by how much the lower letter of each pair wins more a seat."""
    found = {}
    for duel in results.duels.pairs:
        names = results.specs[duel.first] + results.specs[duel.second]
        sign = 1 if names == "".join(sorted(names)) else -1
        found["".join(sorted(names))] = sign * duel.difference.value
    return found


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_lead_is_told_as_wins_a_seat_whoever_ranks_higher(players: int) -> None:
    edges = {"ab": 0.1, "ac": -0.2, "bc": 0.0}
    found = pairs_of(duelled("abc", players, by_neighbours(edges), 20_000))
    # The side of k seats wins so much more than its share, the other so much less.
    a_seat = players / (players // 2 * (players - players // 2))
    for pair, edge in edges.items():
        assert found[pair] == pytest.approx(edge * a_seat, abs=0.02), pair


def test_the_intervals_hold_the_truth_as_often_as_they_say() -> None:
    chances = by_neighbours({"ab": 0.12}, {"ab": 0.06})
    # A side's lead over its share, half of all games, counts four times that over four seats.
    truth = {"AABB": 0.18, "ABAB": 0.12, "all": (2 * 0.18 + 0.12) / 3}
    held = dict.fromkeys(truth, 0)
    studies = 300
    for seed in range(studies):
        duels = duelled("ab", 4, chances, 400, seed).duels
        [duel] = duels.pairs
        first = 1 if duel.first == 0 else -1
        by_name = {seated.seating: seated.difference for seated in duel.seated}
        by_name["all"] = duel.difference
        for name, found in by_name.items():
            held[name] += found.low <= first * truth[name] <= found.high
    for name, count in held.items():
        assert 0.91 < count / studies < 0.985, name


@pytest.mark.slow
def test_where_nothing_differs_hardly_any_tournament_tells_a_difference() -> None:
    found = [duelled("abcd", 4, by_neighbours({}), 400, seed).duels.pairs for seed in range(100)]
    told = sum(any(duel.compared.is_clear for duel in pairs) for pairs in found)
    # Uncorrected, the negative control: of six pairs one of 20 each is told by chance alone.
    alone = sum(any(duel.compared.p_value < 0.05 for duel in pairs) for pairs in found)
    most = 0.05 + 4 * (0.05 * 0.95 / len(found)) ** 0.5
    assert told / len(found) < most < alone / len(found)


def test_who_wins_against_all_is_told_and_else_how_many_pairs_are_clear() -> None:
    def told(chances: Chances, names: str = "abc", games: int = 2000) -> str:
        return DUELS.answer(duelled(names, 4, chances, games))[0]

    best = told(by_neighbours({"ab": 0.3, "ac": 0.1}))
    assert best.startswith("a clearly wins more than each other style; the nearest is c, by ")
    assert " of 100 games a seat (" in best
    assert told(by_neighbours({"ab": 0.3}), "ab").startswith("a clearly wins more than b, by ")
    some = told(by_neighbours({"bc": -0.2}))
    assert some.startswith("No style clearly wins more than all others; 1 of 3 pairs are clear.")
    assert "Most apart: c wins " in some
    none = told(by_neighbours({}), games=200)
    assert none.startswith("No style clearly wins more than another. Most apart: ")


def test_six_sit_in_four_ways_named_from_the_side_of_who_ranks_higher() -> None:
    def chances(places: Places) -> Numbers:
        """Let who has the lower letter win all where it sits as in 001011; else rank lower."""
        different = tuple(dict.fromkeys(places))
        sides = tuple(int(place != min(places)) for place in places)
        if len(different) == 2 and sides == (0, 0, 1, 0, 1, 1):
            return np.where(np.array(different) == min(different), 1.0, 0.0)
        weights = np.array([places.count(one) * (1.0 + 5.0 * one) for one in different])
        return np.asarray(weights / weights.sum())

    results = duelled("ab", 6, chances, 1200)
    [duel] = results.duels.pairs
    assert results.specs[duel.first] == "b"
    assert [seated.seating for seated in duel.seated] == ["AAABBB", "AABABB", "AABBAB", "ABABAB"]
    # Seen from b, 001011 is 110100, which is 001101 turned.
    lost = [seated.seating for seated in duel.seated if seated.difference.value < -0.3]
    assert lost == ["AABBAB"]


def test_undecided_games_are_no_lead() -> None:
    results = duelled("ab", 4, by_neighbours({}), 4000)
    run, others = results.run, len(results.run.played) - len(results.run.duels)
    none = [replace(played, wins=0 * played.wins) for played in run.duels]
    played = (*run.played[:others], *none)
    [duel] = TournamentResults(replace(run, played=played)).duels.pairs
    assert duel.difference.value == 0
    assert [seated.difference.value for seated in duel.seated] == [0, 0]


def test_tables_json_and_figures_tell_the_same_and_are_there_only_if_asked() -> None:
    targets = {"duels.a.b": {"min": 0.05}, "duels.b.a": {"max": -0.05}}
    results = duelled("abc", 4, by_neighbours({"ab": 0.2}), targets=targets)
    rows = CONTEST.summarise(results)["duels"]
    assert [row["seating"] for row in rows] == 3 * ["all", "AABB", "ABAB"]
    assert CONTEST.make_tables(results)["duels"]["value"].tolist() == [row["value"] for row in rows]
    ahead, behind = (results.estimates[path] for path in targets)
    assert ahead == behind.negated()
    assert [one.verdict.word for one in results.judged()] == ["meets", "meets"]
    assert CONTEST.find(results).answers[3].question == "Who wins two against two?"
    plain = TournamentResults(replace(results.run, design=tournament_of("abc", 4, 2000)))
    assert "duels" not in CONTEST.make_tables(plain)
    assert "duels" not in CONTEST.summarise(plain)
    assert [chart.name for chart in CONTEST.charts_of(plain)] == ["matrix", "ranking"]


@pytest.mark.parametrize(("names", "players"), [("ab", 2), ("abcdef", 4), ("abc", 6), ("abcd", 5)])
def test_no_text_of_the_chart_is_cut_or_overlaps(names: str, players: int) -> None:
    results = duelled(names, players, by_neighbours({"ab": 0.1, "ac": 0.2}), 600)
    *_, chart = CONTEST.charts_of(results)
    for narrow in (False, True):
        assert faults(chart.draw(narrow=narrow)) == []


def test_of_very_many_pairs_the_chart_says_how_many_it_leaves_out() -> None:
    results = duelled("abcdefghij", 2, by_neighbours({"ab": 0.3}), 400)
    drawing = CONTEST.charts_of(results)[-1].draw()
    assert len(drawing.axes[0].get_yticklabels()) == 36
    notes = " ".join(text.get_text().replace("\n", " ") for text in drawing.texts)
    assert "Drawn are the 36 pairs that are most apart" in notes
    assert "9 more pairs" in notes
