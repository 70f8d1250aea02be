"""The ends of Snorkeling's rounds and games, on stacked positions."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from simulate.games.snorkeling import RoundEnd
from tests.helpers.snorkeling_positions import GAME, STOP, Card, Position, centre, pile

YELLOW, RED, GREEN, BLUE = range(4)
FILLER: list[Card] = [(BLUE, 1)] * 3
DEEP: list[Card] = [(0, 4), (0, 3), (0, 2), (0, 1)]


def about_to_push(**more: object) -> Position:
    """Make a position in which seat 1 of three can end the round on seat 2's pile."""
    fields: dict[str, object] = {
        "hands": [[(0, 1), (RED, 0), (GREEN, 4)], FILLER, FILLER],
        "centre": [(0, 3)],
        "deck": [(BLUE, 4)] * 20,
        "piles": [[], DEEP, [(0, 4), (0, 3)]],
    }
    return Position(**{**fields, **more})  # type: ignore[arg-type]


def beach(position: Position) -> Position:
    return position.play(centre(0, 1), pile(1, RED, 0))


def test_a_beach_ends_the_round_at_once() -> None:
    position = about_to_push()
    position.play(centre(0, 1))
    before = position.table.deck_size
    position.play(pile(1, RED, 0))
    assert position.scores == [5, 0, 3]
    assert (position.table.rounds, position.table.turns) == (1, 1)
    assert position.hidden.counts.tolist() == [1, 0, 0]
    assert before == 20  # a new round is dealt: nobody drew from the old deck
    assert position.table.deck_size == 75 - 3 * 5 - 1


def test_a_beach_with_the_last_card_takes_nothing_back() -> None:
    position = about_to_push(
        hands=[[(0, 1), (RED, 0)], FILLER, FILLER], piles=[[(GREEN, 4)], DEEP, []]
    )
    assert beach(position).scores == [4, 0, 5]


def test_a_new_round_begins_with_full_piles_hands_and_deck() -> None:
    position = beach(about_to_push())
    assert [len(position.hand(seat)) for seat in range(3)] == [5, 5, 5]
    assert [position.pile(seat) for seat in range(3)] == [[], [], []]
    assert position.table.centre_size == 1
    assert position.table.idle_turns == 0
    assert not any(position.known(seat) for seat in range(3))
    held = [card for seat in range(3) for card in position.hand(seat)]
    top = position.card(position.table.centre_top)
    assert sorted([*held, top, *position.deck]) == sorted(
        (colour, value) for colour in range(5) for value in range(5) for _ in range(3)
    )


@pytest.mark.parametrize(
    ("scores", "over"),
    [
        ([6, 0, 0], False),  # 11 points
        ([7, 0, 0], True),  # 12 points, alone in front
        ([20, 0, 0], True),
        ([7, 12, 0], False),  # 12 and 12
        ([7, 0, 9], False),  # 12 and 12
        ([8, 12, 8], True),  # 13, 12, 11
        ([15, 20, 0], False),  # a tie far above the target
        ([3, 3, 9], True),  # 8, 3, 12
    ],
)
def test_the_game_is_over_when_somebody_alone_in_front_has_the_target(
    scores: Sequence[int], over: bool
) -> None:
    position = beach(about_to_push(scores=scores))  # seats get 5, 0 and 3
    assert bool(position.table.over) == over
    if over:
        winner = position.scores.index(max(position.scores))
        assert GAME.winners(position.rules, position.state) == 1 << winner
    else:
        assert position.table.rounds == 1
        assert position.legal()


def test_the_target_is_the_rules_target() -> None:
    assert beach(about_to_push(scores=[3, 0, 0], variant="short")).table.over
    assert not beach(about_to_push(scores=[2, 0, 0], variant="short")).table.over


@pytest.mark.parametrize(
    ("option", "last", "following"),
    [
        ("same", 0, 0),
        ("same", 2, 2),
        ("rotate", 0, 1),
        ("rotate", 2, 0),
        ("winner", 1, 0),
        ("loser", 2, 1),
    ],
)
def test_the_next_round_is_started_by_whom_the_option_says(
    option: str, last: int, following: int
) -> None:
    position = beach(about_to_push(starter=last, rules={"starter": option}))
    assert (position.table.starter, position.table.seat) == (following, following)


@pytest.mark.parametrize(
    ("last", "following"), [(0, 2), (1, 2), (2, 0), (3, 0)]
)  # seats 1 and 3 have 5 points each, seats 2 and 4 have 0 and 4
def test_a_tie_for_winner_goes_to_the_nearest_clockwise_after_the_last_starter(
    last: int, following: int
) -> None:
    position = about_to_push(
        hands=[[(0, 1), (RED, 0), (GREEN, 4)], FILLER, FILLER, FILLER],
        piles=[[], DEEP, [], [(0, 4)]],
        starter=last,
        rules={"starter": "winner"},
    )
    assert beach(position).table.starter == following


@pytest.mark.parametrize(("last", "following"), [(0, 1), (1, 2), (2, 1), (3, 1)])
def test_a_tie_for_loser_goes_to_the_nearest_clockwise_after_the_last_starter(
    last: int, following: int
) -> None:
    # The deck is empty, so the round ends without a Beach: 5, 3, 3 and 4 points.
    position = Position(
        hands=[FILLER] * 4,
        centre=[(0, 3)],
        piles=[[], [(0, 4), (0, 3)], [(0, 4), (0, 3)], [(0, 4)]],
        starter=last,
        rules={"starter": "loser", "empty_deck": "end_round"},
    ).play(STOP)
    assert position.scores == [5, 3, 3, 4]
    assert position.table.starter == following


def test_any_seat_may_start_by_lot_and_each_equally_often() -> None:
    started = [0, 0, 0]
    for deal in range(900):
        position = about_to_push(rules={"starter": "random"})
        position.state.chance.seed, position.state.chance.deal = 1, deal
        started[beach(position).table.starter] += 1
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


def test_a_deck_that_runs_out_while_drawing_is_renewed_in_between() -> None:
    position = Position(
        hands=[[(BLUE, 1)], FILLER],
        centre=[(RED, 0), (0, 3)],
        deck=[(GREEN, 4)],
        rules={"draws_per_turn": 3},
    ).play(STOP)
    assert position.hand(0) == [(RED, 0), (GREEN, 4), (BLUE, 1)]  # the third cannot be drawn
    assert position.table.rounds == 0


def test_an_empty_deck_ends_the_round_where_the_option_says_so() -> None:
    position = Position(
        hands=[[(0, 1), (0, 2)], FILLER],
        centre=[(RED, 0), (0, 3)],
        piles=[[], [(0, 4)]],
        rules={"empty_deck": "end_round"},
    ).play(centre(0, 1))
    assert position.table.rounds == 0  # at the end of the turn, not before
    position.play(STOP)
    assert position.scores == [5, 4]
    assert position.hidden.counts.tolist() == [0, 0, 1]


def test_the_last_card_of_the_deck_does_not_end_the_round() -> None:
    position = Position(
        hands=[FILLER, FILLER],
        centre=[(0, 3)],
        deck=[(0, 0)],
        rules={"empty_deck": "end_round"},
    )
    assert position.play(STOP).table.rounds == 0
    assert position.play(STOP).table.rounds == 1


def test_an_emptied_hand_takes_its_pile_back_before_an_empty_deck_ends_the_round() -> None:
    position = Position(
        hands=[[(0, 1)], FILLER],
        centre=[(0, 3)],
        piles=[[(RED, 4), (RED, 3)], []],
        rules={"empty_deck": "end_round"},
    ).play(centre(0, 1))
    assert position.scores == [4, 5]


def test_a_lap_without_a_card_laid_or_drawn_ends_the_round_as_it_stands() -> None:
    position = Position(hands=[FILLER] * 3, centre=[(0, 3)], piles=[[], [(0, 4)], []])
    position.play(STOP, STOP)
    assert position.table.rounds == 0
    position.play(STOP)
    assert position.scores == [5, 4, 5]
    assert position.hidden.counts.tolist() == [0, 1, 0]


def test_a_card_laid_begins_the_lap_anew() -> None:
    hands = [FILLER, [(0, 3), (0, 2), (BLUE, 1)], FILLER]
    position = Position(hands=hands, centre=[(0, 3)])
    position.play(STOP, centre(0, 3), STOP)  # draws the card below the top
    assert position.table.idle_turns == 0
    assert position.play(STOP, STOP).table.rounds == 0


def test_seats_without_a_card_count_in_the_lap_and_the_round_ends() -> None:
    position = Position(hands=[FILLER, [], []], centre=[(0, 3)]).play(STOP)
    position.pass_empty_hands()
    assert position.hidden.counts.tolist() == [0, 1, 0]
    assert position.table.turns == 3


def test_the_ends_of_a_round_are_in_the_order_of_their_counts() -> None:
    ends = [end for end in RoundEnd if end != RoundEnd.GOES_ON]
    assert ends == list(range(len(ends)))
    names = [f"rounds_ended_by_{end.name.lower()}" for end in ends]
    assert names == [count.name for count in GAME.counts]
