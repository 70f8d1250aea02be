"""Hands: messages for wrong arguments, and for fields that are changed without their functions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from simulate.errors import UsageError
from simulate.making import Cards, Dice, Hands, OwnDecks, Pile, PrivateDice, Tableau
from tests.helpers.commands_helper import fathom

pytestmark = pytest.mark.usefixtures("short_survey")

CARDS = Cards("card", 5)


def test_own_decks_and_private_dice_have_no_functions_that_do_not_suit_them() -> None:
    decks = OwnDecks(CARDS, Tableau("discards", CARDS))
    assert not hasattr(decks, "pass_on")
    assert hasattr(Hands(CARDS), "pass_on")
    assert not isinstance(decks, Hands)
    dice = PrivateDice("dice", 5)
    assert not hasattr(dice, "roll_one")
    assert not isinstance(dice, Dice)


def test_hands_with_their_name_first_are_refused_with_the_right_order() -> None:
    with pytest.raises(UsageError, match=r"needs its cards first.*; write Hands\(CARDS\) with"):
        Hands("hand", CARDS)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=r"write Hands\(CARDS, 'library'\) with"):
        Hands("library", CARDS)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [52, "hand", Pile("deck", CARDS)])
def test_hands_without_cards_are_refused_with_an_example(wrong: Any) -> None:
    with pytest.raises(
        UsageError, match=r"needs the cards .*; write CARDS = Cards\(\"card\", 52\)"
    ):
        Hands(wrong)


def test_a_pile_with_its_cards_first_or_without_cards_is_refused() -> None:
    with pytest.raises(UsageError, match=r"needs its name first.*; write Pile\('deck', CARDS\)"):
        Pile(CARDS, "deck")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=r"not 52; write CARDS = .* and Pile\('deck', CARDS\)"):
        Pile("deck", 52)  # type: ignore[arg-type]


#: An edit of the game of ``fathom new --like cards``, and the finding of `check`.
CHANGES = {
    "state.own[seat].count[action] -= 1": "own.count of seat 1 has 5 cards, and table.hand_size",
    "table.hand_size[seat] -= 1": "own.count of seat 1 has 6 cards, and table.hand_size says 5",
    "hand.put_down(state, seat, action); state.own[seat].cards = 0": "have different cards",
}


@pytest.mark.slow
@pytest.mark.parametrize("change", CHANGES)
def test_check_names_the_line_that_changes_a_hand_without_its_functions(
    change: str, tmp_path: Path
) -> None:
    fathom(tmp_path, "new", "reef", "--like", "cards")
    file = tmp_path / "reef.py"
    text = file.read_text(encoding="utf-8")
    put_down = "hand.put_down(state, seat, action)"
    assert put_down in text
    file.write_text(text.replace(put_down, change), encoding="utf-8")
    findings = fathom(tmp_path, "check", "reef.py", "--json", "--quiet", code=1).json["findings"]
    assert findings[0]["rule"] == "fields-disagree"
    assert "redeal" not in findings[0]["remedy"]
    assert CHANGES[change] in findings[0]["message"]
    assert "hand.put_down(state, seat, card)" in findings[0]["remedy"]
    assert findings[0]["line"] == 36
