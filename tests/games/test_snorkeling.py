"""Snorkeling's rules on stacked positions; the names of the options are those of the game.

Colours are 0 yellow, 1 red, 2 green, 3 blue.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.helpers.snorkeling_positions import STOP, Card, Position, centre, pile

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


def test_the_expert_example_is_illegal_in_the_base_game_after_its_first_card() -> None:
    position = base([(RED, 4), (RED, 2), (RED, 1), (GREEN, 2)]).play(centre(RED, 4))
    assert position.legal() == {STOP}


def test_nothing_but_one_higher_or_the_same_colour_starts_a_turn() -> None:
    hand = [(RED, 0), (RED, 1), (RED, 2), (RED, 3), (RED, 4), (0, 0), (0, 3)]
    assert base(hand).legal() == {STOP, centre(RED, 4), centre(0, 0), centre(0, 3)}


def test_a_0_follows_the_highest_value() -> None:
    hand = [(RED, 0), (RED, 1), (RED, 4), (GREEN, 3)]
    assert base(hand, top=(YELLOW, 4)).legal() == {STOP, centre(RED, 0)}
    assert base(hand, top=(YELLOW, 4), variant="expert").legal() == {STOP, centre(RED, 0)}
    higher = base([(RED, 0), (RED, 5)], top=(YELLOW, 4), rules={"values": 6})
    assert higher.legal() == {STOP, centre(RED, 5)}


def test_a_first_card_of_the_colour_that_is_also_one_higher_is_a_colour_play() -> None:
    position = base([(0, 4), (0, 1), (RED, 0)]).play(centre(0, 4))
    assert position.legal() == {STOP, centre(0, 1)}


def test_one_higher_in_another_colour_closes_the_centre_but_not_the_piles() -> None:
    position = base([(RED, 4), (RED, 0), (GREEN, 0), (GREEN, 4), (0, 1)])
    position.play(centre(RED, 4))
    assert position.legal() == {STOP, pile(1, GREEN, 4), pile(2, GREEN, 4)}


def test_one_higher_after_a_colour_play_is_expert_diving_only() -> None:
    hand = [(0, 0), (RED, 1), (0, 2)]
    assert base(hand).play(centre(0, 0)).legal() == {STOP, centre(0, 2)}
    expert = base(hand, variant="expert").play(centre(0, 0))
    assert expert.legal() == {STOP, centre(0, 2), centre(RED, 1)}


@pytest.mark.parametrize("variant", ["base", "expert"])
def test_a_pile_card_closes_the_centre(variant: str) -> None:
    position = base([(0, 1), (0, 2), (0, 4), (RED, 4)], variant=variant).play(centre(0, 1))
    assert centre(0, 2) in position.legal()
    assert position.play(pile(1, RED, 4)).legal() == {STOP, pile(2, 0, 4)}


def test_piles_take_no_card_before_the_centre_got_one() -> None:
    assert base([(RED, 4), (0, 4)], top=(YELLOW, 1)).legal() == {STOP, centre(0, 4)}


def test_piles_take_only_exactly_one_lower_in_any_colour() -> None:
    hand = [(0, 0), (RED, 2), (RED, 3), (RED, 4), (GREEN, 4), (BLUE, 1)]
    position = base(hand, piles=[[], [(0, 4), (0, 3)], []]).play(centre(0, 0))
    assert position.legal() == {STOP, pile(1, RED, 2), pile(2, RED, 4), pile(2, GREEN, 4)}


FOURS_AND_THREE: list[Card] = [(0, 0), (RED, 4), (GREEN, 4), (GREEN, 3), (BLUE, 1)]


@pytest.mark.parametrize(
    ("limit", "after"),
    [
        ("per_opponent", {STOP, pile(2, GREEN, 4)}),
        ("per_turn", {STOP}),
        ("none", {STOP, pile(2, GREEN, 4), pile(1, GREEN, 3)}),
    ],
)
def test_the_pile_limit_is_what_the_option_says(limit: str, after: set[tuple[object]]) -> None:
    position = base(FOURS_AND_THREE, rules={"pile_limit": limit})
    assert position.play(centre(0, 0), pile(1, RED, 4)).legal() == after


def test_the_pile_limit_begins_anew_each_turn() -> None:
    position = Position(
        hands=[[(0, 0), (RED, 4), (BLUE, 1)], [(0, 2), (RED, 4), (BLUE, 1)]],
        centre=[(0, 3)],
        deck=[(BLUE, 4)] * 5,
        rules={"pile_limit": "per_turn"},
    )
    position.play(centre(0, 0), pile(1, RED, 4), STOP, centre(0, 2), pile(0, RED, 4))
    assert position.pile(0) == position.pile(1) == [(RED, 4)]


def test_the_own_pile_takes_cards_only_where_the_option_says_so() -> None:
    hand = [(0, 0), (RED, 4), (BLUE, 1)]
    others = {STOP, pile(1, RED, 4), pile(2, RED, 4)}
    assert base(hand).play(centre(0, 0)).legal() == others
    own = base(hand, rules={"own_pile": True}).play(centre(0, 0))
    assert own.legal() == {*others, pile(0, RED, 4)}


def test_the_own_pile_takes_one_card_a_turn_like_the_others() -> None:
    hand = [(0, 0), (RED, 4), (RED, 3), (BLUE, 1)]
    position = base(hand, rules={"own_pile": True}).play(centre(0, 0), pile(0, RED, 4))
    assert position.legal() == {STOP}


def test_equal_cards_are_one_action() -> None:
    position = base([(0, 4), (0, 4), (0, 4)])
    assert position.legal() == {STOP, centre(0, 4)}
    assert position.play(centre(0, 4)).hand(0) == [(0, 4), (0, 4)]


def test_a_turn_draws_one_card_unless_told_otherwise() -> None:
    assert len(base([(BLUE, 1)]).play(STOP).hand(0)) == 2
    assert len(base([(BLUE, 1)], rules={"draws_per_turn": 3}).play(STOP).hand(0)) == 4


def test_an_emptied_hand_takes_the_top_of_the_own_pile_back_and_draws() -> None:
    position = base([(0, 1)], piles=[[(RED, 4), (GREEN, 3)], [], []]).play(centre(0, 1))
    assert position.hand(0) == [(GREEN, 3), (BLUE, 4)]
    assert position.pile(0) == [(RED, 4)]
    assert position.table.deck_size == 4


def test_an_emptied_hand_draws_one_card_more_when_the_pile_is_the_lanternfish() -> None:
    position = base([(0, 1)]).play(centre(0, 1))
    assert position.hand(0) == [(BLUE, 4), (BLUE, 4)]
    assert position.pile(0) == []
    assert position.table.tops[0] == 5


def test_a_hand_emptied_on_a_pile_takes_its_own_pile_back_too() -> None:
    position = base([(0, 1), (RED, 4)], piles=[[(GREEN, 4)], [], []])
    position.play(centre(0, 1), pile(1, RED, 4))
    assert position.hand(0) == [(GREEN, 4), (BLUE, 4)]
    assert position.table.seat == 1


def test_a_seat_without_a_card_passes_without_a_decision() -> None:
    position = Position(
        hands=[[(0, 1)], [], [(BLUE, 1)]],
        centre=[(BLUE, 2), (YELLOW, 3)],
        piles=[[(RED, 4)], [], []],
        seat=1,
        rules={"empty_deck": "end_round"},
        deck=[(GREEN, 0)],
    )
    assert position.legal() == set()
    position.pass_empty_hands()
    # Passing is a turn; it draws, but takes nothing back, for no hand was emptied by playing.
    assert position.hand(1) == [(GREEN, 0)]
    assert (position.table.turns, position.table.seat) == (1, 2)


def test_a_card_taken_back_is_known_until_a_card_like_it_is_laid() -> None:
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


def test_cards_drawn_are_not_known() -> None:
    position = base([(0, 1)]).play(centre(0, 1))
    assert position.hand(0)
    assert position.known(0) == []
