"""Parameters of tests that are tried with each value in every run, and with all pairs in slow runs.

There are dozens of pairs of a number of players and a variant, or of a strategy and a number of
players. But a mistake nearly always concerns only one of both. So every run has each value at
least once, in changing pairs, and all other pairs are marked slow. Tests that are much alike for
all games, strategies or figures have a few of them in every run (`quick_among`), and the others
only in slow runs.

In this file, a table is a number of players and a variant.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from simulate.game import find_game, game_names


def each_pair(
    first: str, values: Iterable[Any], second: str, others: Iterable[Any]
) -> pytest.MarkDecorator:
    """Parametrize a test by all pairs of values of two parameters, most of them marked slow."""
    rows, columns = list(values), list(others)
    return pytest.mark.parametrize(
        (first, second),
        [
            pytest.param(value, other, marks=() if _on_diagonal(*places) else pytest.mark.slow)
            for row, value in enumerate(rows)
            for column, other in enumerate(columns)
            for places in [(row, column, len(rows), len(columns))]
        ],
    )


def quick_among(values: Iterable[Any], *quick: Any) -> list[Any]:
    """Return values to parametrize a test by; all that are not in `quick` are marked slow."""
    every = list(values)
    assert set(quick) <= set(every), f"{quick} are not all among {every}"
    return [pytest.param(name, marks=() if name in quick else pytest.mark.slow) for name in every]


def each_table(game: str) -> pytest.MarkDecorator:
    """Parametrize a test by ``players`` and ``variant``: all tables of a game."""
    return pytest.mark.parametrize(("players", "variant"), _marked([game], 1))


def each_table_of_all_games(
    quick: int | None = None, games: Iterable[str] = ()
) -> pytest.MarkDecorator:
    """Parametrize a test by ``game``, ``players`` and ``variant``: all tables of all games.

    `games` limits the games. All but the first `quick` of `chosen_tables` are marked slow; by
    default, none of `chosen_tables` is.
    """
    games = list(games) or game_names()
    return pytest.mark.parametrize(("game", "players", "variant"), _marked(games, 0, quick))


def each_size_of_all_games() -> pytest.MarkDecorator:
    """Parametrize a test by ``game`` and ``players``: all numbers of players of all games.

    All but one number of each game are marked slow: the fewest and the most players alternate.
    """
    return pytest.mark.parametrize(
        ("game", "players"),
        [
            pytest.param(game, players, marks=() if players == quick else pytest.mark.slow)
            for place, game in enumerate(game_names())
            for quick in [find_game(game).seats[place % 2]]
            for players in _sizes(game)
        ],
    )


def chosen_tables(game: str) -> list[tuple[int, str]]:
    """Return the tables in every run: as few as possible, with each size and each variant."""
    sizes, variants = _sizes(game), list(find_game(game).variants)
    most = max(len(sizes), len(variants))
    return [(sizes[n % len(sizes)], variants[n % len(variants)]) for n in range(most)]


def _all_tables(game: str) -> list[tuple[int, str]]:
    return [(players, name) for players in _sizes(game) for name in find_game(game).variants]


def _sizes(game: str) -> Sequence[int]:
    fewest, most = find_game(game).seats
    return range(fewest, most + 1)


def _on_diagonal(row: int, column: int, rows: int, columns: int) -> bool:
    """Return True if a pair is one of a smallest set that covers all rows and all columns."""
    return row % columns == column if rows >= columns else column % rows == row


def _marked(games: Sequence[str], leave_out: int, quick: int | None = None) -> list[Any]:
    """Return the tables of games as parameters, without the first `leave_out` of each."""
    return [
        pytest.param(
            *(game, players, variant)[leave_out:],
            marks=() if (players, variant) in chosen_tables(game)[:quick] else pytest.mark.slow,
        )
        for game in games
        for players, variant in _all_tables(game)
    ]
