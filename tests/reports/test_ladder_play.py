"""The line-ups of a ladder, and the games that it plays."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from reports.ladder.play import LadderDesign, play_ladder
from tests.helpers.contests import ladder_of
from tests.helpers.studies import pressed_after


@pytest.fixture(scope="module")
def small() -> LadderDesign:
    """Return a quick ladder in which a fast style replaces the strategy that thinks ahead."""
    ladder = ladder_of([], 3, 60, 24, quick=("random", "eager", "attacker", "closer"))
    random, eager, attacker, closer = ladder.quick
    return replace(
        ladder,
        reference=closer,
        quick=(random, eager, closer),
        thinking=(attacker,),
        strong=eager,
        weak=random,
    )


def names(ladder: LadderDesign) -> list[tuple[str, str]]:
    return [(alone.spec, others.spec) for alone, others in ladder.pairs]


def test_every_rung_but_the_reference_plays_alone_among_reference_players() -> None:
    ladder = ladder_of([2, 8])
    assert names(ladder) == [
        ("search(rollouts=8, playout=random)", "planner"),
        ("search(rollouts=2, playout=random)", "planner"),
        ("random", "planner"),
        ("attacker", "planner"),
        ("planner", "random"),
    ]
    for study, (alone, others) in zip(ladder.studies, ladder.pairs, strict=True):
        assert study.lineup == (alone.spec, *[others.spec] * 3)


def test_the_best_strategy_among_random_players_is_played_once_even_if_it_is_a_rung() -> None:
    ladder = ladder_of([2])
    weak = replace(ladder, reference=ladder.weak)
    assert names(weak).count(("planner", "random")) == 1


def test_the_larger_the_budget_the_fewer_games_thinking_rungs_play() -> None:
    games = {
        budgets[-1]: ladder_of(budgets, games=10_000).thinking_games
        for budgets in ([16, 64], [16, 64, 256], [16, 1024])
    }
    assert games == {64: 400, 256: 100, 1024: 25}
    assert ladder_of([16, 256], games=1).thinking_games == 1
    assert ladder_of([1, 2], games=40).thinking_games == 40
    ladder = ladder_of([16, 256], games=10_000)
    assert [study.games for study in ladder.studies] == [100, 100, 10_000, 10_000, 10_000]
    assert ladder_of([16, 256], slow_games=24).thinking_games == 24


def test_ladders_with_different_results_have_different_ids() -> None:
    ladders = [
        ladder_of([2, 8]),
        ladder_of([2, 4]),
        ladder_of([2, 8], slow_games=40),
        ladder_of([2, 8], games=2000, slow_games=ladder_of([2, 8]).thinking_games),
        ladder_of([2, 8], quick=("random", "planner")),
        replace(ladder_of([2, 8]), reference=ladder_of([]).weak),
    ]
    assert len({ladder.id for ladder in ladders}) == len(ladders)
    assert ladders[0].id == ladder_of([2, 8], slow_games=ladders[0].thinking_games).id


def test_threads_and_passes_do_not_change_the_results(small: LadderDesign) -> None:
    once = play_ladder(small, 1, passes=1)
    often = play_ladder(small, 2, passes=4)
    assert once.tally_id == often.tally_id
    for first, second in zip(once.lineup_runs, often.lineup_runs, strict=True):
        assert np.array_equal(first.wins, second.wins)
    assert once.games == small.games == 4 * 60 + 24 - 60


def test_all_rungs_play_the_same_deals_from_the_first_on(small: LadderDesign) -> None:
    longer = play_ladder(replace(small, slow_games=60))
    shorter = play_ladder(small)
    assert [len(played.wins) for played in shorter.lineup_runs] == [8, 20, 20, 20]
    assert np.array_equal(longer.lineup_runs[0].wins[:8], shorter.lineup_runs[0].wins)


def test_an_interrupted_ladder_equals_a_ladder_with_fewer_games(small: LadderDesign) -> None:
    run = play_ladder(small, passes=4, watch=pressed_after(2 * len(small.pairs) + 1))
    assert run.interrupted
    assert [len(played.wins) for played in run.lineup_runs] == [4, 10, 10, 10]
    again = play_ladder(run.as_played)
    assert again.tally_id == run.tally_id
    assert run.as_played.id != small.id
    assert again.as_played.id == run.as_played.id
