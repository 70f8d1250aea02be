"""Each deal is played in every rotation of a line-up, with the same chance."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from simulate.errors import FathomError
from simulate.kit.layout import SEATS
from simulate.play import rows as row
from simulate.play.arms import layout_of, make_engine
from tests.helpers.strategy_files import write_strategy
from tests.helpers.studies import lineup_of, make_study, rows
from tests.helpers.tables import each_size_of_all_games

each_size = each_size_of_all_games()
RANDOM = "return action_at(view.menu, below(view.chance, view.menu.count))"


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Strategies that play alike, at random, under different names."""
    folder = tmp_path_factory.mktemp("copies")
    return [write_strategy(folder, RANDOM, name=f"copy_{number}") for number in range(SEATS)]


@each_size
def test_rows_come_in_the_order_of_deals_and_their_rotations(
    game: str, players: int, copies: list[str]
) -> None:
    found = rows(make_study(game, players, lineup=tuple(copies[:players]), games=5 * players))
    numbers = range(5 * players)
    assert found[:, row.DEAL].tolist() == [number // players for number in numbers]
    assert found[:, row.ROTATION].tolist() == [number % players for number in numbers]


@each_size
def test_every_rotation_of_a_deal_has_the_same_chance(
    game: str, players: int, copies: list[str]
) -> None:
    # The strategies play alike, so with the same cards and dice the games are the same.
    found = rows(make_study(game, players, lineup=tuple(copies[:players]), games=5 * players))
    for deal in range(5):
        played = found[deal * players : (deal + 1) * players, row.FINISHED :]
        assert (played == played[0]).all()
    assert len({tuple(game_row) for game_row in found[::players, row.FINISHED :]}) > 1


@each_size
def test_a_line_up_that_is_not_rotated_plays_each_deal_once(
    game: str, players: int, copies: list[str]
) -> None:
    lineup = tuple(copies[:players])
    whole = rows(make_study(game, players, lineup=lineup, games=3 * players))
    once = rows(make_study(game, players, lineup=lineup, games=3, rotate=False))
    assert (once[:, row.ROTATION] == 0).all()
    assert (once == whole[::players]).all()


@each_size
def test_each_strategy_sits_in_each_seat_once_a_deal(
    game: str, players: int, copies: list[str]
) -> None:
    study = make_study(game, players, lineup=tuple(copies[:players]), games=players)
    engine = make_engine(study, lineup_of(study))
    for seat in range(players):
        names = {engine.seated(number)[seat].name for number in range(players)}
        assert names == {f"copy_{number}" for number in range(players)}
    layout = layout_of(study, engine.game)
    assert (layout.games_by_cell == 1).all()


@each_size
def test_who_is_said_to_sit_in_a_seat_decides_there(
    game: str, players: int, copies: list[str], tmp_path: Path
) -> None:
    # One strategy chooses nothing legal, and the engine tells from which seat.
    outlaw = write_strategy(tmp_path, "return -7", name="outlaw")
    study = make_study(game, players, lineup=(outlaw, *copies[1:players]), games=players)
    engine = make_engine(study, lineup_of(study))
    for number in range(players):
        with pytest.raises(FathomError) as failed:
            engine.play(number, 1)
        told = re.search(r"outlaw chose -7.*\(seat (\d+), game (\d+),", str(failed.value))
        assert told, failed.value
        seated = [strategy.name for strategy in engine.seated(number)]
        assert (int(told[1]), int(told[2])) == (seated.index("outlaw") + 1, number)
