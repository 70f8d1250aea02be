"""Each deal is played in every rotation of a line-up, with the same chance."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from simulate.errors import FathomError, UsageError
from simulate.game import Game, find_game, game_names
from simulate.kit.layout import SEATS
from simulate.play import rows as row
from simulate.play.arms import make_engine
from tests.helpers.strategy_files import write_strategy
from tests.helpers.studies import lineup_of, make_study, rows
from tests.helpers.tables import each_size_of_all_games, quick_among

each_size = each_size_of_all_games()
RANDOM = "return action_at(view.menu, below(view.chance, view.menu.count))"


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return specs of strategies with different names that all play at random."""
    folder = tmp_path_factory.mktemp("copies")
    declared = f"number=Parameter(0, 0, {SEATS}, 'Which copy.')"
    spec = write_strategy(folder, RANDOM, name="copy", declared=declared, takes="number")
    return [f"{spec}(number={number})" for number in range(SEATS)]


@each_size
def test_rows_are_ordered_by_deal_and_rotation(game: str, players: int, copies: list[str]) -> None:
    results = rows(make_study(game, players, lineup=tuple(copies[:players]), games=5 * players))
    numbers = range(5 * players)
    assert results[:, row.DEAL].tolist() == [number // players for number in numbers]
    assert results[:, row.ROTATION].tolist() == [number % players for number in numbers]


@each_size
def test_every_rotation_of_a_deal_has_the_same_chance(
    game: str, players: int, copies: list[str]
) -> None:
    # The strategies play alike, so with the same cards and dice the games are the same.
    results = rows(make_study(game, players, lineup=tuple(copies[:players]), games=5 * players))
    for deal in range(5):
        played = results[deal * players : (deal + 1) * players, row.FINISHED :]
        assert (played == played[0]).all()
    assert len({tuple(game_row) for game_row in results[::players, row.FINISHED :]}) > 1


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
def test_each_seat_is_played_by_the_strategy_of_its_line_up(
    game: str, players: int, copies: list[str], tmp_path: Path
) -> None:
    # One strategy chooses an illegal action, and the engine names its seat.
    outlaw = write_strategy(tmp_path, "return -7", name="outlaw")
    study = make_study(game, players, lineup=(outlaw, *copies[1:players]), games=players)
    engine = make_engine(study, lineup_of(study))
    for number in range(players):
        with pytest.raises(FathomError) as failed:
            engine.play(number, 1)
        match = re.search(r"outlaw chose -7.*\(seat (\d+), game (\d+),", str(failed.value))
        assert match, failed.value
        seated = [strategy.name for strategy in engine.lineup_of(number)]
        assert (int(match[1]), int(match[2])) == (seated.index("outlaw") + 1, number)


def choosing_by_all_it_sees(game: Game) -> str:
    """Return code that chooses an action by all numbers in the table and the own record."""
    lines = ["seen = 0"]
    for part, layout in (("table", game.table), ("own", game.own)):
        for name in layout.dtype.names or ():
            shape = layout.dtype[name].shape
            for axis, length in enumerate(shape):
                lines.append(f"{'    ' * axis}for i{axis} in range({length}):")
            place = ", ".join(f"i{axis}" for axis in range(len(shape)))
            read = f"view.{part}.{name}[{place}]" if shape else f"view.{part}.{name}"
            lines.append(f"{'    ' * len(shape)}seen = (31 * seen + {read}) & 0xFFFFFF")
    lines.append("return action_at(view.menu, seen % view.menu.count)")
    return "\n".join(lines)


@pytest.mark.parametrize("game", quick_among(game_names(), "schnuff"))
def test_a_strategy_that_reads_every_field_does_not_depend_on_the_start_of_a_block(
    game: str, tmp_path: Path
) -> None:
    spec = write_strategy(tmp_path, choosing_by_all_it_sees(find_game(game)), name="looker")
    players = find_game(game).seats[1]
    study = make_study(game, players, lineup=(spec,) * players, games=30)
    assert (rows(study)[9:] == rows(study, 9, 21)).all()


@pytest.mark.parametrize("game", game_names())
def test_a_strategy_cannot_change_its_parameters_for_later_games(game: str, tmp_path: Path) -> None:
    # As an error when it is compiled, or by having no effect.
    spec = write_strategy(
        tmp_path,
        "if view.table.turns > 3:\n    view.parameters.value[0] = 1.0\n"
        "return action_at(view.menu, 0 if mood < 0.5 else view.menu.count - 1)",
        name="moody",
        declared="mood=Parameter(0.0, 0.0, 1.0, 'Where it changes its mind.')",
        takes="mood",
    )
    study = make_study(game, lineup=(spec,) * make_study(game).players, games=5)
    try:
        assert (rows(study)[2:] == rows(study, 2, 3)).all()
    except UsageError as refused:
        assert "moody" in str(refused)
