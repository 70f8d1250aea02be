"""Sums of cases instead of products: each value in every test run, all pairs in the slow one.

Every number of players with every variant, every strategy at tables of every size: dozens of pairs,
while a mistake is nearly always one of a variant, of a number of players, or of a strategy. So
every run has each of them at least once, beside another partner from one to the next; the other
pairs are marked slow. What is the same for each game, strategy or figure is tried with a few of
them in every run, which `quick_among` names, and with the others in the slow one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from simulate.game import find_game, game_names


def each_pair(
    first: str, values: Iterable[Any], second: str, others: Iterable[Any]
) -> pytest.MarkDecorator:
    """Parametrize a test by the pairs of two named parameters' values."""
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
    """Return values to parametrize a test by: those named `quick` in every run, others slow."""
    every = list(values)
    assert set(quick) <= set(every), f"{quick} are not all among {every}"
    return [pytest.param(name, marks=() if name in quick else pytest.mark.slow) for name in every]


def each_table(game: str) -> pytest.MarkDecorator:
    """Parametrize a test by all tables of a game: ``players`` and ``variant``."""
    return pytest.mark.parametrize(("players", "variant"), _marked([game], 1))


def each_table_of_all_games(
    quick: int | None = None, games: Iterable[str] = ()
) -> pytest.MarkDecorator:
    """Parametrize a test by ``game``, ``players`` and ``variant``, by default of all games.

    The quick run has `quick` tables of each game, by default those of `chosen_tables`.
    """
    games = list(games) or game_names()
    return pytest.mark.parametrize(("game", "players", "variant"), _marked(games, 0, quick))


def each_size_of_all_games() -> pytest.MarkDecorator:
    """Parametrize a test by ``game`` and ``players``: the fewest or the most in every run."""
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
    """Return the tables that every run has, the fewest that have each size and each variant."""
    sizes, variants = _sizes(game), list(find_game(game).variants)
    most = max(len(sizes), len(variants))
    return [(sizes[n % len(sizes)], variants[n % len(variants)]) for n in range(most)]


def _all_tables(game: str) -> list[tuple[int, str]]:
    return [(players, name) for players in _sizes(game) for name in find_game(game).variants]


def _sizes(game: str) -> Sequence[int]:
    fewest, most = find_game(game).seats
    return range(fewest, most + 1)


def _on_diagonal(row: int, column: int, rows: int, columns: int) -> bool:
    """Tell whether a pair is one of the fewest that have each row and each column."""
    return row % columns == column if rows >= columns else column % rows == row


def _marked(games: Sequence[str], leave_out: int, quick: int | None = None) -> list[Any]:
    """Return the tables of some games without the first `leave_out` parameters."""
    return [
        pytest.param(
            *(game, players, variant)[leave_out:],
            marks=() if (players, variant) in chosen_tables(game)[:quick] else pytest.mark.slow,
        )
        for game in games
        for players, variant in _all_tables(game)
    ]
