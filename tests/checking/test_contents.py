"""``fathom check`` begins with the cards of a game in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulate.checking.contents import describe_cards
from simulate.game import find_game
from tests.fixtures.broken_versions import text_of
from tests.helpers.file_games import file_of

DECK = 'CARDS = Cards("card", [f"{suit}{rank}" for suit in "ABCD" for rank in range(1, 8)])'
DECKS = {
    DECK: "28 cards: 4 x 7 (A1 to D7)",
    DECK.replace("range(1, 8)", "range(1, 7)"): "24 cards: 4 x 6 (A1 to D6)",
    DECK.replace("])", "], copies=2)"): "56 cards: 4 x 7, 2 of each (A1 to D7)",
    'CARDS = Cards("card", 28)': "28 cards: 28 kinds (1 to 28), one of each",
    'CARDS = Cards("card", ["A1", "B1", "C1", "D2"], copies=7)': (
        "28 cards: 4 kinds (A1 to D2), 7 of each"
    ),
    'CARDS = Cards("card", ["A", "B", "C", "D"], copies=[1, 2, 0, 4])': (
        "7 cards: 1 x A, 2 x B, 4 x D"
    ),
    'CARDS = Cards("card", 8, copies=[1, 2, 3, 4, 5, 6, 7, 8])': (
        "36 cards: 8 kinds, with 1 to 8 copies each"
    ),
    'CARDS = Cards("card", ["A"], copies=4)': "4 cards: A",
}


@pytest.mark.parametrize("declaration", DECKS)
def test_the_cards_are_described_by_their_kinds_and_copies(
    declaration: str, tmp_path: Path
) -> None:
    text = text_of("tricks")
    assert text.count(DECK) == 1
    text = text.replace(DECK, declaration)
    text = text.replace('suits=["A", "B", "C", "D"]', "suits=[0] * CARDS.kinds")
    file = tmp_path / "reef.py"
    file.write_text(text, encoding="utf-8")
    assert describe_cards(find_game(str(file))) == [DECKS[declaration]]


def test_a_game_without_cards_has_no_line() -> None:
    assert describe_cards(find_game(file_of("dudo"))) == []
    assert describe_cards(find_game("snorkeling")) == []
