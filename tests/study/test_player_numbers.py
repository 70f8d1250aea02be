"""Numbers of players as users type them."""

from __future__ import annotations

import pytest

from simulate.errors import UsageError
from simulate.game import find_game
from simulate.study.player_numbers import (
    names_several,
    parse_player_numbers,
    write_player_numbers,
)

SCHNUFF = find_game("schnuff")


@pytest.mark.parametrize(
    ("texts", "numbers"),
    [
        (["4"], [4]),
        (["3", "2"], [3, 2]),
        (["2..4"], [2, 3, 4]),
        (["2-4"], [2, 3, 4]),
        (["2 to 4"], [2, 3, 4]),
        (["2,5", "3..5"], [2, 5, 3, 4]),
        (["all"], [2, 3, 4, 5, 6]),
        (["ALL"], [2, 3, 4, 5, 6]),
    ],
)
def test_numbers_ranges_lists_and_all_are_read(texts: list[str], numbers: list[int]) -> None:
    assert parse_player_numbers(texts, SCHNUFF) == numbers


@pytest.mark.parametrize("text", ["", "x", "4..2", "2..", "2.5", "1e3", "-1", "2,,3"])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(UsageError, match=r"give a number, several as in 2\.\.4 or 2,4, or all"):
        parse_player_numbers([text], SCHNUFF)


@pytest.mark.parametrize("numbers", [[4], [2, 3, 4], [2, 4], [4, 3, 2], [6, 2]])
def test_written_numbers_are_read_again(numbers: list[int]) -> None:
    text = write_player_numbers(numbers)
    assert parse_player_numbers([text], SCHNUFF) == numbers
    assert names_several(text) == (len(numbers) > 1)
