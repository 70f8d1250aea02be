"""Repeats of a deal have its set-up and its piles; dice, later shuffles and choices differ."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from reports.analysis.selection import resolve_study
from simulate.command_options import Selection
from simulate.play import rows as row
from simulate.play.arms import CompiledStudy
from simulate.play.engine import Engine
from simulate.play.repeats import SHARES, SQUARED_SHARES, WON, play_repeats

ORDER = str(Path(__file__).parents[1] / "helpers" / "order_game.py")
PLAYS = 60


def arm_of(source: str, **options: object) -> CompiledStudy:
    """Return the compiled study of a game that is played at random."""
    chosen = {"strategy": ["random"], "games": "40", **options}
    study, lineup = resolve_study(Selection(source=source, **chosen))  # type: ignore[arg-type]
    return CompiledStudy(study, lineup)


@pytest.fixture(scope="module")
def order() -> CompiledStudy:
    return arm_of(ORDER)


def digits(engine: Engine, deal: int) -> list[list[str]]:
    """Return, for each seat, the digits of its scores in the repeats of a deal."""
    scores = engine.repeat(deal, PLAYS)[:, row.SCORES : row.SCORES + 4]
    return [[str(score) for score in column] for column in scores.T.tolist()]


@pytest.mark.slow
def test_repeats_begin_with_the_first_card_of_the_ordinary_game(order: CompiledStudy) -> None:
    ordinary = [str(score)[0] for score in order.engine.play(0, 30)[:, row.SCORES].tolist()]
    assert ordinary == [digits(order.repeater, deal)[0][0][0] for deal in range(30)]


def test_repeats_draw_a_shuffled_pile_in_the_same_order(order: CompiledStudy) -> None:
    cards = digits(order.repeater, 3)[0]
    assert len({text[:4] for text in cards}) == 1
    assert sorted(cards[0][:4]) == ["1", "2", "3", "4"]


@pytest.mark.slow
@pytest.mark.parametrize("source", [ORDER, "snorkeling", "scaphandre"])
def test_a_walk_through_a_repeat_is_the_game_that_was_counted(source: str) -> None:
    strategies = ["random"] if source == ORDER else ["random", "planner", "random", "random"]
    engine = arm_of(source, strategy=strategies).repeater
    for deal in (0, 5):
        rows = engine.repeat(deal, 7)
        for number in range(7):
            walk = engine.walk_repeat(deal, number)
            steps = sum(1 for _ in walk)
            assert walk.row is not None
            assert walk.row.tolist() == rows[number].tolist()
            assert steps == walk.steps > 0


def test_a_later_shuffle_differs_between_repeats(order: CompiledStudy) -> None:
    cards = digits(order.repeater, 3)[0]
    later = {text[4:] for text in cards}
    # 60 plays of 24 orders hit about 22 of them.
    assert len(later) > 12
    assert all(sorted(text) == ["1", "2", "3", "4"] for text in later)


@pytest.mark.parametrize("seat", [1, 2, 3], ids=["dice", "rolls with chance", "choices"])
def test_dice_and_choices_differ_between_repeats(order: CompiledStudy, seat: int) -> None:
    values = digits(order.repeater, 3)[seat]
    least = 2 if seat == 3 else 3
    for place in range(8):
        assert len({text[place] for text in values}) >= least


def test_different_deals_have_different_orders(order: CompiledStudy) -> None:
    orders = {digits(order.repeater, deal)[0][0][:4] for deal in range(40)}
    assert len(orders) > 12


@pytest.mark.slow
def test_orders_and_rolls_of_repeats_are_uniform(order: CompiledStudy) -> None:
    first = [digits(order.repeater, deal)[0][0][0] for deal in range(400)]
    counts = np.array([first.count(digit) for digit in "1234"])
    assert np.all(np.abs(counts - 100) < 4 * np.sqrt(400 * 0.25 * 0.75))
    rolls = [text[place] for text in digits(order.repeater, 1)[1] for place in range(8)]
    counts = np.array([rolls.count(digit) for digit in "123456"])
    assert np.all(np.abs(counts - 80) < 4 * np.sqrt(480 * 5 / 36))


def test_repeats_are_the_same_for_any_threads_and_ranges(order: CompiledStudy) -> None:
    def played(deals: range, jobs: int) -> tuple[list[int], list[int]]:
        repeated, _, _ = play_repeats(
            order.study, order.engine.lineup, deals, 8, jobs, lambda games: None
        )
        return repeated.deals.tolist(), repeated.counts.tolist()

    whole = played(range(2, 12), 1)
    assert played(range(2, 12), 3) == whole
    first, second = played(range(2, 5), 1), played(range(5, 12), 2)
    assert (first[0] + second[0], first[1] + second[1]) == whole


def test_counts_of_repeats_agree_with_the_rows(order: CompiledStudy) -> None:
    repeated, _, _ = play_repeats(
        order.study, order.engine.lineup, range(5, 7), 10, 1, lambda games: None
    )
    rows = order.repeater.repeat(6, 10)
    won = [[int(winners) >> seat & 1 for seat in range(4)] for winners in rows[:, row.WINNERS]]
    assert repeated.counts[1, :, WON].tolist() == np.sum(won, axis=0).tolist()
    assert np.all(repeated.counts[:, :, SQUARED_SHARES] >= repeated.counts[:, :, SHARES])


def test_a_deal_that_decides_a_game_alone_gives_the_same_game_in_all_repeats() -> None:
    # The order of the pile decides everything, as the players make no random choices.
    arm = arm_of("animal-splash", strategy=None)
    for deal in range(3):
        rows = arm.repeater.repeat(deal, 6)
        kept = arm.engine.play(deal, 1)[0]
        assert all(np.array_equal(cards, kept) for cards in rows)


def test_repeats_of_a_bundled_game_differ() -> None:
    arm = arm_of("snorkeling", players=3)
    rows = arm.repeater.repeat(1, 6)
    assert len({bytes(cards) for cards in rows}) == 6
