"""Nothing that a strategy can see is left over from another game."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulate.errors import UsageError
from simulate.game import Game, find_game, game_names
from tests.helpers.strategy_files import write_strategy
from tests.helpers.studies import make_study, rows
from tests.helpers.tables import quick_among


def choosing_by_all_it_sees(game: Game) -> str:
    """Return statements that choose by every number in the table and the own record."""
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
def test_a_strategy_that_looks_at_everything_plays_each_game_alike_wherever_a_block_begins(
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
