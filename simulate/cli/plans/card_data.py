"""From ``--data`` to the tables of cards that are played instead of a game's own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulate.errors import UsageError

if TYPE_CHECKING:
    from simulate.game import Game
    from simulate.rules.kinds import CardTable


def given_tables(texts: Sequence[str], game: Game) -> dict[str, Any]:
    """Read the tables of the command line, by rule, each as all of its records.

    They are typed as a file, or ``RULE=FILE`` where a game has several tables. `UsageError` if one
    does not fit the game's table, or the game has none.
    """
    from simulate.rules.spreadsheets import read_value

    found: dict[str, Any] = {}
    for text in texts:
        table, file = table_of(text, game)
        if table.name in found:
            raise UsageError(
                f"--data is given twice for {table.name}; give it once, or compare them with "
                f"'fathom compare {game.typed} {' '.join(f'--data {one}' for one in texts)}'"
            )
        found[table.name] = read_value(table, file)
    return found


def table_of(text: str, game: Game) -> tuple[CardTable, Path]:
    """Return which rule a ``--data`` is for, and its file."""
    from simulate.rules.kinds import CardTable

    tables = {one.name: one for one in game.options if isinstance(one, CardTable)}
    if not tables:
        raise UsageError(
            f"--data {text} is for cards from a spreadsheet, and {game.name} has none; a game's "
            'file declares them as in CARDS = Cards("card", data="cards.csv")'
        )
    name, equals, file = text.partition("=")
    if equals and name.strip() in tables:
        return tables[name.strip()], Path(file.strip())
    if len(tables) > 1:
        raise UsageError(
            f"--data {text} does not say which table it is; known: {', '.join(tables)}; write for "
            f"instance --data {next(iter(tables))}={file or text}"
        )
    return next(iter(tables.values())), Path(text)
