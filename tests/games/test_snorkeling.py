"""Snorkeling's rules on stacked positions, and its deck; options have the names of the game's.

Colours are 0 yellow, 1 red, 2 green, 3 blue.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from simulate.games.snorkeling import Counted
from simulate.games.snorkeling.declared import COLOURS
from simulate.games.snorkeling.play import RoundEnd
from simulate.play import rows as row
from tests.helpers.snorkeling_positions import GAME, STOP, Card, Position, centre, pile
from tests.helpers.studies import make_study, rows

YELLOW, RED, GREEN, BLUE = range(4)
FILLER: list[Card] = [(BLUE, 1)] * 3


def base(hand: Sequence[Card], top: Card = (YELLOW, 3), **more: object) -> Position:
    """Make a position of three players in which seat 1 holds `hand`."""
    fields: dict[str, object] = {
        "hands": [hand, FILLER, FILLER],
        "centre": [(BLUE, 2), top],
        "deck": [(BLUE, 4)] * 5,
    }
    return Position(**{**fields, **more})  # type: ignore[arg-type]


def test_the_printed_example_of_the_base_game_is_legal_card_by_card() -> None:
    hand = [(0, 1), (0, 4), (0, 2), (RED, 4), (GREEN, 3), (BLUE, 0)]
    position = base(hand, piles=[[], [], [(BLUE, 4)]])
    assert position.legal() == {STOP, *(centre(*card) for card in hand[:4])}
    position.play(centre(0, 1))
    # Colour play goes on: yellow only, and now piles: a 4 on the 5, a 3 on the 4.
    piles = {pile(1, RED, 4), pile(1, YELLOW, 4), pile(2, GREEN, 3)}
    assert position.legal() == {STOP, centre(0, 4), centre(0, 2), *piles}
    position.play(centre(0, 4))
    assert position.legal() == {STOP, centre(0, 2), pile(1, RED, 4), pile(2, GREEN, 3)}
    position.play(centre(0, 2))
    assert position.legal() == {STOP, pile(1, RED, 4), pile(2, GREEN, 3)}
    position.play(pile(1, RED, 4))
    assert position.legal() == {STOP, pile(2, GREEN, 3)}
    position.play(pile(2, GREEN, 3))
    assert position.legal() == {STOP}
    position.play(STOP)
    assert position.pile(1) == [(RED, 4)]
    assert position.pile(2) == [(BLUE, 4), (GREEN, 3)]
    assert position.hand(0) == [(BLUE, 0), (BLUE, 4)]
    assert position.table.seat == 1


def test_the_printed_example_of_expert_diving_is_legal_card_by_card() -> None:
    hand = [(RED, 4), (RED, 2), (RED, 1), (GREEN, 2), (BLUE, 3), (BLUE, 0)]
    position = base(hand, variant="expert", piles=[[], [], [(BLUE, 4)]])
    assert position.legal() == {STOP, centre(RED, 4)}
    position.play(centre(RED, 4))
    assert position.legal() == {
        STOP,
        *(centre(*card) for card in [(RED, 2), (RED, 1), (BLUE, 0)]),
        pile(2, BLUE, 3),
    }
    position.play(centre(RED, 2))
    assert position.legal() == {STOP, centre(RED, 1), centre(BLUE, 3), pile(2, BLUE, 3)}
    position.play(centre(RED, 1))
    assert position.legal() == {STOP, centre(GREEN, 2), pile(2, BLUE, 3)}
    position.play(centre(GREEN, 2))
    assert position.legal() == {STOP, centre(BLUE, 3), pile(2, BLUE, 3)}
    position.play(pile(2, BLUE, 3))
    assert position.legal() == {STOP}


def test_the_expert_example_is_illegal_in_the_base_game_from_its_second_card_on() -> None:
    position = base([(RED, 4), (RED, 2), (RED, 1), (GREEN, 2)]).play(centre(RED, 4))
    assert position.legal() == {STOP}


def test_a_card_taken_back_is_known_until_an_equal_card_is_laid() -> None:
    position = Position(
        hands=[[(0, 1)], [(BLUE, 1)]],
        centre=[(0, 3)],
        piles=[[(0, 4), (0, 3)], []],
        deck=[(BLUE, 4)] * 5,
    ).play(centre(0, 1))
    assert position.known(0) == [(0, 3)]
    assert position.known(1) == []
    position.play(STOP)
    assert position.known(0) == [(0, 3)]
    position.play(centre(0, 3))
    assert position.known(0) == []


def test_with_a_random_starter_each_seat_starts_equally_often() -> None:
    started = [0, 0, 0]
    for deal in range(900):
        position = base(
            [(0, 1), (RED, 0), (GREEN, 4)],
            deck=[(BLUE, 4)] * 20,
            piles=[[], [(0, 4), (0, 3), (0, 2), (0, 1)], []],
            rules={"starter": "random"},
        )
        position.chance.seed, position.chance.deal = 1, deal
        started[position.play(centre(0, 1), pile(1, RED, 0)).table.starter] += 1
    assert all(abs(times - 300) < 4 * 200**0.5 for times in started), started


def test_an_empty_deck_is_renewed_from_the_centre_below_its_top() -> None:
    position = Position(
        hands=[[(BLUE, 1)], FILLER],
        centre=[(RED, 0), (GREEN, 2), (RED, 0), (0, 3)],
        rules={"draws_per_turn": 2},
    ).play(STOP)
    drawn = position.hand(0)
    assert len(drawn) == 3
    assert sorted([*drawn, *position.deck]) == [(RED, 0), (RED, 0), (GREEN, 2), (BLUE, 1)]
    assert position.table.centre_size == 1
    assert position.table.centre.sum() == position.table.centre[position.code((0, 3))] == 1


def test_the_enum_of_round_ends_has_the_order_of_their_counts() -> None:
    ends = [end for end in RoundEnd if end != RoundEnd.GOES_ON]
    assert ends == list(range(len(ends)))
    names = [f"rounds_ended_by_{end.name.lower()}" for end in ends]
    assert names == [count.name for count in GAME.counts]


def deck(players: int = 4, **rules: Any) -> dict[str, int]:
    """Return the number of copies of each card in the full deck, by name."""
    values = GAME.resolve("base", rules, players)
    record = GAME.rules_record(values, players)[0]
    full = list(record.full_deck[: record.full_size])
    return {
        f"{COLOURS[card // record.values]}-{card % record.values}": full.count(card)
        for card in range(record.cards)
    }


def test_copies_of_a_value_apply_to_all_colours_and_copies_of_a_card_override_them() -> None:
    assert set(deck().values()) == {3}
    assert deck(copies=2) == deck(deck={str(value): 2 for value in range(5)})
    copies = deck(deck={"0": 5, "red-0": 1, "blue-4": 0})
    assert copies.pop("red-0") == 1
    assert copies.pop("blue-4") == 0
    beaches = [copies.pop(f"{colour}-0") for colour in COLOURS[:5] if colour != "red"]
    assert beaches == [5] * 4
    assert set(copies.values()) == {3}


def test_without_beaches_rounds_can_end_with_an_empty_deck() -> None:
    study = make_study(
        "snorkeling", 3, games=30, rules={"deck": {"0": 0}, "empty_deck": "end_round"}
    )
    counts = rows(study)[:, row.COUNTS :].sum(axis=0)
    assert counts[Counted.ROUNDS_ENDED_BY_BEACH] == 0
    assert counts[Counted.ROUNDS_ENDED_BY_EMPTY_DECK] > 0
