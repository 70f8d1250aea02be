"""A game is explained on the page to readers who do not know it."""

from __future__ import annotations

import pytest

from simulate.explore.a_game import make_game
from tests.helpers.studies import lineup_of, make_study


def test_a_game_says_how_points_are_scored_and_what_its_words_mean() -> None:
    study = make_study("snorkeling", 4, lineup=("random",) * 4)
    shown = make_game(study, lineup_of(study), 0, None)
    assert "score the number on top of their own pile" in shown["scoring"]
    meanings = {entry["word"]: entry["meaning"] for entry in shown["words"]}
    assert meanings["Beach"].startswith("a card of value 0")
    [style] = shown["styles"]
    assert (style["who"], style["style"]) == ("Every seat", "random")
    assert "`" not in style["meaning"]


def test_the_turn_of_a_scoring_says_what_its_points_consist_of() -> None:
    study = make_study("snorkeling", 4, lineup=("random",) * 4)
    shown = make_game(study, lineup_of(study), 0, None)
    last = shown["steps"][-1]["moves"][-1]["effects"]
    assert any(line.startswith("Each pile scores its top card: seat 1 +") for line in last)
    assert any("Each pile scores its top card" in point["done"] for point in shown["points"])


@pytest.mark.parametrize(
    ("name", "letters"), [("shoal", "xxx: fishbone"), ("animal-splash", "in []")]
)
def test_the_key_to_a_drawing_is_apart_from_the_table_of_the_first_turn(
    name: str, letters: str
) -> None:
    study = make_study(name, 2, lineup=("random",) * 2)
    shown = make_game(study, lineup_of(study), 0, None)
    assert letters in " ".join(shown["key"])
    assert not any(line in shown["key"] for step in shown["steps"] for line in step["state"])


def test_a_game_without_drawings_has_no_key() -> None:
    study = make_study("snorkeling", 4, lineup=("random",) * 4)
    assert make_game(study, lineup_of(study), 0, None)["key"] == []
