from __future__ import annotations

import numpy as np
import pytest

from simulate.game import find_game, game_names
from simulate.kit.layout import hidden_layout, layout, table_layout


@pytest.mark.parametrize("name", ["pprint", "size", "shape", "sort", "T", "flags", "item", "copy"])
def test_a_field_cannot_hide_behind_an_attribute_of_numpys_records(name: str) -> None:
    with pytest.raises(ValueError, match=f"{name!r}, which NumPy's records use"):
        layout(**{name: "something"})


def test_every_field_is_a_64_bit_integer_of_the_declared_shape() -> None:
    made = layout(number="a number", line=("a row", 7), square=("a square", 3, 4))
    record = np.zeros(1, made.dtype)
    shapes = {name: record[name].shape[1:] for name in made.meanings}
    assert shapes == {"number": (), "line": (7,), "square": (3, 4)}
    assert all(record[name].dtype == np.int64 for name in made.meanings)
    assert made.meanings == {"number": "a number", "line": "a row", "square": "a square"}


def test_hidden_fields_have_room_for_counts_even_if_a_game_declares_none() -> None:
    assert np.zeros(1, hidden_layout(3, deck="cards").dtype)["counts"].shape == (1, 3)
    assert np.zeros(1, hidden_layout(0).dtype)["counts"].shape == (1, 1)
    assert "counts" not in table_layout().meanings


@pytest.mark.parametrize("game", game_names())
def test_every_field_of_every_game_has_an_explanation(game: str) -> None:
    loaded = find_game(game)
    for part in (loaded.table, loaded.own, loaded.hidden, loaded.derived, loaded.menu):
        assert all(meaning.strip() for meaning in part.meanings.values())
        assert part.dtype.names in (tuple(part.meanings), ("unused",))


def test_a_record_without_fields_has_a_placeholder_and_no_meanings() -> None:
    nothing = layout()
    assert nothing.meanings == {}
    assert np.frombuffer(np.zeros(3, nothing.dtype).tobytes(), nothing.dtype).shape == (3,)
