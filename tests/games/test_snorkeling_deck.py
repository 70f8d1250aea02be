"""Snorkeling with some cards more or fewer times in the deck than the others."""

from __future__ import annotations

from typing import Any

import pytest

from simulate.errors import UsageError
from simulate.game import find_game
from simulate.games.snorkeling import Counted
from simulate.games.snorkeling.declared import COLOURS
from simulate.play import rows as row
from tests.helpers.studies import make_study, rows, run

GAME = find_game("snorkeling")


def deck(players: int = 4, **rules: Any) -> dict[str, int]:
    """Return how many copies of each card the full deck has, by its name."""
    values = GAME.resolve("base", rules, players)
    record = GAME.rules_record(values, players)[0]
    full = list(record.full_deck[: record.full_size])
    return {
        f"{COLOURS[card // record.values]}-{card % record.values}": full.count(card)
        for card in range(record.cards)
    }


def test_unless_it_is_said_every_card_has_as_many_copies() -> None:
    assert set(deck().values()) == {3}
    assert set(deck(copies=2).values()) == {2}


def test_a_value_is_said_for_all_colours_and_a_card_goes_before_its_value() -> None:
    found = deck(deck={"0": 5, "red-0": 1, "blue-4": 0})
    assert found.pop("red-0") == 1
    assert found.pop("blue-4") == 0
    beaches = [found.pop(f"{colour}-0") for colour in COLOURS[:5] if colour != "red"]
    assert beaches == [5] * 4
    assert set(found.values()) == {3}


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ({"deck": {"red-5": 1}}, "rule deck.red-5 names a card that is not in the deck"),
        ({"deck": {"white-1": 1}}, "rule deck.white-1 names a card that is not in the deck"),
        ({"deck": {"5": 1}}, "rule deck.5 names a card that is not in the deck"),
        ({"deck": {"0": 0}}, "the deck has no Beach"),
        ({"deck": dict.fromkeys("01234", 1)}, "the deck has 25 cards"),
        ({"deck": {"rde-1": 1}}, "did you mean 'red-1'?"),
    ],
)
def test_a_deck_that_cannot_be_played_is_refused(rules: dict[str, Any], told: str) -> None:
    with pytest.raises(UsageError) as refused:
        GAME.resolve("base", rules, 5)
    assert told in str(refused.value)


def test_without_a_beach_rounds_may_end_with_the_deck() -> None:
    study = make_study(
        "snorkeling", 3, games=30, rules={"deck": {"0": 0}, "empty_deck": "end_round"}
    )
    counts = rows(study)[:, row.COUNTS :].sum(axis=0)
    assert counts[Counted.ROUNDS_ENDED_BY_BEACH] == 0
    assert counts[Counted.ROUNDS_ENDED_BY_EMPTY_DECK] > 0


def test_the_same_deck_in_other_words_gives_the_same_games() -> None:
    said: dict[str, Any] = {"deck": {str(value): 2 for value in range(5)}}
    copies: dict[str, Any] = {"copies": 2}
    by_card, by_copies = (
        run(make_study("snorkeling", 3, games=40, rules=rules)) for rules in (said, copies)
    )
    assert by_card.tally.id == by_copies.tally.id
