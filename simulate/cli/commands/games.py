"""``fathom games``: list the games."""

from __future__ import annotations

EXAMPLE = "Example: fathom games"


def games() -> int:
    """List the games: players, variants and strategies, one line each."""
    from rich.table import Table

    from reports.writing.terminal import stdout
    from simulate.errors import FathomError
    from simulate.game import find_game, game_names
    from simulate.user_files import go_without
    from strategies import strategies_for

    table = Table(box=None, pad_edge=False)
    for column in ("game", "players", "variants", "strategies"):
        table.add_column(column, overflow="fold")
    for name in game_names():
        try:
            game = find_game(name)
        except FathomError as error:
            go_without(error)
            continue
        table.add_row(
            name, game.table_sizes, ", ".join(game.variants), ", ".join(strategies_for(name))
        )
    stdout().print(table)
    return 0
