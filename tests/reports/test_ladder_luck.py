"""Where the luck sits, found again where it is known."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from reports.ladder.luck import split_luck
from simulate.play.extra_runs import GAMES_A_UNIT, Crossed
from simulate.play.tally import whole_win

Numbers = Any
#: Returns the winning seat, given what each source gives: arrays of uniform numbers.
Game = Callable[[Numbers, Numbers, Numbers], Numbers]


def cross(game: Game, units: int, players: int, seed: int) -> Crossed:
    """Play games and partners of a game that is known."""
    source = np.random.default_rng(seed)
    opening, later, play = source.random((3, units, GAMES_A_UNIT))
    # Each partner shares one source with the first.
    for place, shared in enumerate((opening, later, play), 1):
        shared[:, place] = shared[:, 0]
    winners = game(opening, later, play)
    wins = (winners[..., None] == np.arange(players)) * whole_win(2)
    return Crossed("planner", wins.astype(np.int64))


def by_opening(opening: Numbers, later: Numbers, play: Numbers) -> Numbers:
    return (opening * 4).astype(int)


def by_most(opening: Numbers, later: Numbers, play: Numbers) -> Numbers:
    """Of three fair coins the side that most show; each coin alone decides a quarter."""
    return ((opening > 0.5).astype(int) + (later > 0.5) + (play > 0.5) >= 2).astype(int)


def by_both(opening: Numbers, later: Numbers, play: Numbers) -> Numbers:
    """Whether two coins agree, of which neither alone tells anything."""
    return ((opening > 0.5) == (later > 0.5)).astype(int)


def by_seat(opening: Numbers, later: Numbers, play: Numbers) -> Numbers:
    """Seat 1 wins 60 %, seat 2 40 %: of 1/2 variance of both seats 2 x 0.01 is the seats'."""
    return (play > 0.6).astype(int)


KNOWN: list[tuple[Game, int, dict[str, float]]] = [
    (by_opening, 4, {"seat": 0, "opening": 1, "later": 0, "play": 0, "together": 0}),
    (by_most, 2, {"seat": 0, "opening": 0.25, "later": 0.25, "play": 0.25, "together": 0.25}),
    (by_both, 2, {"seat": 0, "opening": 0, "later": 0, "play": 0, "together": 1}),
    (by_seat, 2, {"seat": 0.04, "opening": 0, "later": 0, "play": 0.96, "together": 0}),
]


@pytest.mark.parametrize(
    ("game", "players", "shares"), KNOWN, ids=["opening", "most", "both", "seat"]
)
def test_the_shares_are_found_again_and_their_intervals_hold(
    game: Game, players: int, shares: dict[str, float]
) -> None:
    times = 200
    found = [split_luck(cross(game, 300, players, seed), 0.95) for seed in range(times)]
    for source, share in shares.items():
        estimates = [one.shares[source] for one in found if one]
        assert len(estimates) == times
        # What is cut off below 0 makes the mean of nothing a little more than nothing.
        assert np.mean([one.value for one in estimates]) == pytest.approx(share, abs=0.05)
        held = np.mean([one.low - 1e-9 <= share <= one.high + 1e-9 for one in estimates])
        assert held > 0.95 - 4 * math.sqrt(0.95 * 0.05 / times), source


def test_with_few_games_the_seats_are_not_credited_with_chance() -> None:
    """Seat 1 wins 90 %: of 0.5 variance of both seats 2 x 0.16 is the seats', with any games."""

    def mostly_first(opening: Numbers, later: Numbers, play: Numbers) -> Numbers:
        return (play > 0.9).astype(int)

    found = [split_luck(cross(mostly_first, 4, 2, seed), 0.95) for seed in range(3000)]
    seats = [one.shares["seat"].value for one in found if one]
    assert np.mean(seats) == pytest.approx(0.64, abs=0.015)


def test_a_wrong_share_is_noticed() -> None:
    """The negative control: where the opening decides a quarter, a half is out of reach."""
    found = split_luck(cross(by_most, 1000, 2, 1), 0.95)
    assert found
    assert found.shares["opening"].high < 0.5
    assert found.shares["opening"].low > 0


def test_partners_that_share_nothing_show_nothing() -> None:
    crossed = cross(by_opening, 2000, 4, 1)
    wins = crossed.wins.copy()
    wins[:, 1] = np.roll(wins[:, 1], 1, axis=0)
    found = split_luck(Crossed("planner", wins), 0.95)
    assert found
    assert found.shares["opening"].value < 0.05
    assert found.shares["together"].value > 0.9


def test_where_everybody_wins_alike_there_is_nothing_to_split() -> None:
    assert split_luck(Crossed("planner", np.zeros((50, 4, 3), np.int64)), 0.95) is None


def test_of_few_games_that_went_alike_nothing_is_certain() -> None:
    def first(opening: Numbers, later: Numbers, play: Numbers) -> Numbers:
        return np.zeros_like(opening).astype(int)

    for game in (by_opening, first):
        found = split_luck(cross(game, 4, 4, 1), 0.95)
        assert found
        assert all(share.high - share.low > 0.5 for share in found.shares.values())
