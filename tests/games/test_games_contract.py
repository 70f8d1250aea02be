"""Contracts that every bundled game satisfies: components, numbering, parallel runs."""

from __future__ import annotations

import json
from itertools import islice

import pytest

from simulate.game import find_game, game_names
from simulate.kit.bits import size
from simulate.play import rows as row
from simulate.play.arms import make_engine
from simulate.play.run import play
from simulate.study import Study
from tests.helpers.processes import run_python
from tests.helpers.studies import (
    TALLY_IDS,
    Seen,
    extremes,
    lineup_of,
    make_study,
    rows,
    run,
    tally_ids,
)
from tests.helpers.tables import each_table_of_all_games, quick_among

each_case = each_table_of_all_games()
each_game = pytest.mark.parametrize("game", game_names())
#: The number of steps of a game that are checked one by one.
WALKED = 120


def assert_nothing_is_lost(study: Study, number: int, looked_at: int) -> None:
    """Count all components at each of the first steps of a game, and at its end."""
    engine = make_engine(study, lineup_of(study))
    census = engine.game.teller.census
    walk = engine.walk(number)
    expected = census(engine.rules[0], walk.snapshot)
    assert sum(expected.values()) > 0
    for moment in islice(walk, looked_at):
        assert census(engine.rules[0], walk.snapshot) == expected, (number, moment.step)
    walk.finish()
    assert census(engine.rules[0], walk.snapshot) == expected, number


@each_case
def test_no_component_is_lost_or_made_by_any_step(game: str, players: int, variant: str) -> None:
    assert_nothing_is_lost(make_study(game, players, variant), players, WALKED)


@pytest.mark.parametrize("game", quick_among(game_names(), "scaphandre", "schnuff"))
def test_no_component_is_lost_or_made_under_extreme_rules(game: str) -> None:
    for players, rules in extremes(game):
        study = make_study(game, players, rules={**rules, "max_turns": 40})
        # A lost component stays lost, so it is enough to check the end.
        assert_nothing_is_lost(study, 1, 0)


@each_case
def test_seats_that_are_out_never_act_and_never_come_back(
    game: str, players: int, variant: str
) -> None:
    study = make_study(game, players, variant)
    engine = make_engine(study, lineup_of(study))
    still_in = (1 << players) - 1
    walk = engine.walk(players)
    for moment in islice(walk, 2 * WALKED):
        active = int(moment.snapshot.table.active)
        assert active & ~still_in == 0, moment.step
        assert active >> moment.seat & 1, moment.step
        still_in = active
    walk.finish()
    final = int(walk.snapshot.table.active)
    assert final & ~still_in == 0
    assert final > 0, "nobody is left at the end"


@each_case
def test_the_tally_does_not_depend_on_jobs_or_blocks(game: str, players: int, variant: str) -> None:
    study = make_study(game, players, variant, games=40)
    ids = {
        run(study, jobs=1, block=1000).tally.id,
        run(study, jobs=1, block=7).tally.id,
        run(study, jobs=2, block=1).tally.id,
        run(study, jobs=5, block=7).tally.id,
    }
    assert len(ids) == 1


@each_case
def test_a_game_does_not_depend_on_the_number_of_games_or_where_a_block_begins(
    game: str, players: int, variant: str
) -> None:
    study = make_study(game, players, variant, games=24)
    whole = rows(study)
    assert (rows(study, 0, 5) == whole[:5]).all()
    assert (rows(study, 7, 11) == whole[7:18]).all()
    assert (rows(study, 13, 1) == whole[13:14]).all()


@each_case
def test_every_row_of_results_is_consistent(game: str, players: int, variant: str) -> None:
    results = rows(make_study(game, players, variant, games=60))
    winners = results[:, row.WINNERS]
    assert ((winners > 0) == (results[:, row.FINISHED] == 1)).all()
    assert (winners < 2**players).all()
    assert all(60 % size(shared) == 0 for shared in winners if shared)
    assert (results[:, row.LAST_AT_HALF] < 2**players).all()
    assert (results[:, row.SCORES + players : row.DECIDED] == 0).all()
    assert (results[:, row.DECIDED] > 0).all()
    assert (results[:, row.DECIDED] < 2**players).all()
    assert (results[:, row.DECISIONS] > 0).all()
    assert (results[:, row.TURNS] > 0).all()


@each_game
def test_different_deals_and_seeds_give_different_games(game: str) -> None:
    games = 200
    final_states = set()
    lineup = ("random",) * find_game(game).seats[0]
    for seed in (1, 2):
        study = make_study(game, lineup=lineup, games=games, seed=seed, rotate=False)
        engine = make_engine(study, lineup_of(study))
        for number in range(games):
            walk = engine.walk(number)
            walk.finish()
            final_states.add(b"".join(record.tobytes() for record in walk.snapshot))
    assert len(final_states) > 0.9 * 2 * games


@each_game
def test_rows_played_in_three_jobs_equal_the_rows_of_the_engine(game: str) -> None:
    study = make_study(game, games=60)
    seen = Seen()
    play(study, lineup_of(study), 3, block=4, watchers={"seen": seen})
    assert seen.rows.tolist() == rows(study).tolist()


@each_game
def test_progress_is_reported_with_increasing_numbers_of_deals_up_to_all(game: str) -> None:
    study = make_study(game, games=60)
    deals: list[int] = []
    play(study, lineup_of(study), 2, block=7, progress=lambda tally: deals.append(tally.deals))
    assert deals == [*range(7, study.deals, 7), study.deals]


# Ways of running ------------------------------------------------------------------


@pytest.mark.slow
@each_game
def test_compiled_and_interpreted_play_give_the_same_tallies(game: str) -> None:
    # In interpreted code, an index beyond an array raises an error.
    interpreted = run_python(TALLY_IDS, game, NUMBA_DISABLE_JIT="1")
    assert json.loads(interpreted) == tally_ids(game)
