"""What follows an event is compared with games that were as far, and its intervals hold."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from reports.when.matching import SIDES, compare_matched
from simulate.kit.layout import SEATS
from simulate.play.events import EventMatch


def games_of(seed: int, deals: int, turned: int, often: float, gain: float) -> Any:
    """Return games of a toy: seats take turns, and at each the event may come to who has it.

    The deals of a game are alike: some have the event more often, and more for everybody. Games
    that last longer are better for two seats. An event makes its seat win so much more often.
    """
    chance = np.random.default_rng(seed)
    looked, won, numbers = [], [], []
    for deal in range(deals):
        luck = chance.random()
        for _ in range(turned):
            last, happened, chances = int(chance.integers(2, 13)), False, list[int]()
            for turn in range(1, last + 1):
                chances.append(SEATS * turn + (turn - 1) % 4)
                happened = bool(chance.random() < often * (0.5 + luck))
                if happened:
                    break
            wins = 0.25 + 0.005 * (last - 7) * np.array([1, -1, 1, -1]) + 0.1 * (luck - 0.5)
            wins[chances[-1] % SEATS] += gain * happened
            won.append((chance.random(4) < wins).astype(float))
            looked.append(EventMatch(int(happened), happened, chances))
            numbers.append(deal)
    return looked, np.array(won), np.array(numbers)


def found_in(*toy: Any) -> Any:
    looked, won, deals = games_of(*toy)
    return compare_matched(looked, won, deals, np.zeros(won.shape, int), 0.95, True)[0]


def test_games_stand_beside_those_that_were_as_far_with_the_same_seat() -> None:
    def looked(happened: bool, *chances: tuple[int, int]) -> EventMatch:
        return EventMatch(int(happened), happened, [SEATS * turn + seat for turn, seat in chances])

    # Five games get to turn 2 of seat 1 without it, one of them has it later; two end before.
    with_it = [looked(True, (1, 0), (2, 1)), looked(True, (1, 0), (2, 1), (3, 0))]
    without = [looked(False, (1, 0), (2, 1))] * 4 + [looked(False, (1, 0))] * 2
    games = [*with_it, *without]
    won = np.zeros((len(games), 2))
    won[:, 1] = (1, 0, 1, 0, 0, 0, 1, 1)
    won[1, 1] = 1
    found, left_out = compare_matched(
        games, won, np.arange(len(games)), np.zeros(won.shape, int), 0.95, True
    )
    # Nobody stands beside the later one, of turn 3; of the five, the one that has it later counts.
    assert (found["with"].value, found["with"].n, left_out) == (1.0, 1, 1)
    assert found["without"].value == pytest.approx(2 / 5)
    assert found["difference"].value == pytest.approx(3 / 5)
    # Where somebody else plays that seat in two of the five, fewer than five stand beside it.
    who = np.zeros(won.shape, int)
    who[2:4, 1] = 1
    assert compare_matched(games, won, np.arange(len(games)), who, 0.95, True)[1] == 2


def covered(deals: int, turned: int, often: float, gain: float, seeds: int) -> list[float]:
    """Return in which share of toys each interval holds what very many games give."""
    true = found_in(10**6, 40_000 // turned, turned, often, gain)
    held = np.zeros(3)
    for seed in range(seeds):
        found = found_in(seed, deals, turned, often, gain)
        for place, name in enumerate(SIDES):
            one, truth = found[name], true[name].value
            held[place] += one.low <= truth <= one.high
    return list(held / seeds)


@pytest.mark.parametrize("turned", [1, pytest.param(4, marks=pytest.mark.slow)])
def test_intervals_hold_the_truth_as_often_as_they_say(turned: int) -> None:
    # Four standard errors of 200 toys are 0.062.
    assert all(one >= 0.888 for one in covered(400 // turned, turned, 0.05, 0.2, 200))
