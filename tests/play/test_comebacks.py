"""Comebacks are measured as a slow walk through each game measures them."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from reports.story.results import find_greatest_deficit, make_story
from simulate.game import game_names
from simulate.play import rows as row
from simulate.play.arms import make_engine
from simulate.play.comebacks import Comebacks, measure_comebacks, measure_course
from simulate.play.replay import Replay
from tests.helpers.studies import lineup_of, make_study


@pytest.mark.parametrize("turns_limit", [1, 10**6])
def test_the_largest_deficit_of_a_winner_is_that_after_a_round_or_else_after_a_turn(
    turns_limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simulate.play.comebacks.LEAST_STRETCHES", turns_limit)
    study = make_study("snorkeling", 3, lineup=("random", "planner", "random"))
    engine = make_engine(study, lineup_of(study))
    deficits = []
    for number in range(12):
        walk = engine.walk(number)
        winner = int(engine.play(number, 1)[0][row.WINNERS]).bit_length() - 1
        exact = 0
        field = "checkpoints" if turns_limit == 1 else "turns"
        for moment in walk:
            after = walk.snapshot
            is_new = after.table[field] > moment.snapshot.table[field]
            if is_new and walk.row is None:
                scores = engine.scores(after)
                exact = max(exact, max(scores) - scores[winner])
        course = measure_course(engine, number)
        assert course.deficit == exact
        assert course.is_in_stretches == (turns_limit == 1)
        deficits.append(exact)
    assert max(deficits) > 1 > min(deficits)


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
def test_the_deficit_of_a_game_is_that_of_its_replay(game: str) -> None:
    study = make_study(game, 3, lineup=("random",) * 3)
    lineup = lineup_of(study)
    engine = make_engine(study, lineup)
    for number in range(6):
        deficit = find_greatest_deficit(make_story(Replay(study, lineup, number)))
        expected = deficit.behind if deficit else 0
        assert measure_course(engine, number).deficit == expected


def test_the_largest_gain_is_the_most_that_a_seat_gains_on_its_best_rival_in_a_round() -> None:
    study = make_study("snorkeling", 3, lineup=("random",) * 3)
    lineup = lineup_of(study)
    engine = make_engine(study, lineup)
    for number in range(6):
        story = make_story(Replay(study, lineup, number))
        standings = [(0, 0, 0), *(stretch.standing.scores for stretch in story.stretches)]
        gains = []
        for before, after in pairwise(standings):
            for seat in range(3):
                rivals = [other for other in range(3) if other != seat]
                ahead_before = before[seat] - max(before[rival] for rival in rivals)
                ahead_after = after[seat] - max(after[rival] for rival in rivals)
                gains.append(ahead_after - ahead_before)
        assert measure_course(engine, number).largest_gain == max(gains)


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_comebacks_of_a_study_are_those_of_its_games_on_any_number_of_threads(
    jobs: int,
) -> None:
    study = make_study("shoal", 3, lineup=("random", "feeder", "grower"), games=300)
    lineup = lineup_of(study)
    assert study.rotations == 3
    progress: list[int] = []
    comebacks = measure_comebacks(study, lineup, jobs, 200, progress.append)
    assert comebacks.games == 198
    assert progress[-1] == 198
    engine = make_engine(study, lineup)
    courses = [measure_course(engine, number) for number in range(198)]
    assert comebacks.deficits.ravel().tolist() == [course.deficit for course in courses]
    assert comebacks.deficits.shape == (66, 3)
    assert comebacks.usual_gain == sorted(course.largest_gain for course in courses)[99]
    assert comebacks.are_in_stretches


def test_the_greatest_comeback_is_in_the_shortest_of_the_games_with_the_largest_deficit() -> None:
    deficits = np.array([[3, 9], [9, 9]])
    turns = np.array([[10, 50], [40, 40]])
    comebacks = Comebacks(deficits, turns, np.ones((2, 2), np.int64), True)
    assert (comebacks.greatest, comebacks.greatest_deficit) == (2, 9)
    nobody = Comebacks(0 * deficits, turns, deficits, True)
    assert nobody.greatest is None
