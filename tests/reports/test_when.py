"""Games with an event are compared with games that came as far, and intervals hold the truth."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from reports.when.matching import SIDES, compare_matched
from simulate.kit.layout import SEATS
from simulate.play.events import EventMatch


def games_of(seed: int, deals: int, turned: int, often: float, gain: float) -> Any:
    """Return matches, wins and deals of a toy game: in each turn the event may happen to its seat.

    Games of a deal are similar: in some deals, the event and wins are more frequent for all seats.
    Longer games are better for two seats. The event raises the win rate of its seat by `gain`.
    """
    chance = np.random.default_rng(seed)
    matches, won, numbers = [], [], []
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
            matches.append(EventMatch(int(happened), happened, chances))
            numbers.append(deal)
    return matches, np.array(won), np.array(numbers)


def compare(*toy: Any) -> Any:
    matches, won, deals = games_of(*toy)
    return compare_matched(matches, won, deals, np.zeros(won.shape, int), 0.95, True)[0]


def test_games_with_an_event_are_matched_with_games_that_reached_the_same_turn_and_seat() -> None:
    def match(happened: bool, *chances: tuple[int, int]) -> EventMatch:
        return EventMatch(int(happened), happened, [SEATS * turn + seat for turn, seat in chances])

    # Five games get to turn 2 of seat 1 without it, one of them has it later; two end before.
    with_it = [match(True, (1, 0), (2, 1)), match(True, (1, 0), (2, 1), (3, 0))]
    without = [match(False, (1, 0), (2, 1))] * 4 + [match(False, (1, 0))] * 2
    games = [*with_it, *without]
    won = np.zeros((len(games), 2))
    won[:, 1] = (1, 0, 1, 0, 0, 0, 1, 1)
    won[1, 1] = 1
    estimates, left_out = compare_matched(
        games, won, np.arange(len(games)), np.zeros(won.shape, int), 0.95, True
    )
    # The later event, in turn 3, has no match. A game that has the event later is a match, too.
    assert (estimates["with"].value, estimates["with"].n, left_out) == (1.0, 1, 1)
    assert estimates["without"].value == pytest.approx(2 / 5)
    assert estimates["difference"].value == pytest.approx(3 / 5)
    # If another strategy has that seat in two of the five games, there are fewer than five matches.
    strategies = np.zeros(won.shape, int)
    strategies[2:4, 1] = 1
    assert compare_matched(games, won, np.arange(len(games)), strategies, 0.95, True)[1] == 2


def covered(deals: int, turned: int, often: float, gain: float, seeds: int) -> list[float]:
    """Return the share of toy games in which each interval holds the result of very many games."""
    true = compare(10**6, 40_000 // turned, turned, often, gain)
    held = np.zeros(3)
    for seed in range(seeds):
        estimates = compare(seed, deals, turned, often, gain)
        for place, name in enumerate(SIDES):
            estimate, truth = estimates[name], true[name].value
            held[place] += estimate.low <= truth <= estimate.high
    return list(held / seeds)


@pytest.mark.parametrize("turned", [1, pytest.param(4, marks=pytest.mark.slow)])
def test_intervals_have_the_coverage_of_their_confidence(turned: int) -> None:
    # Four standard errors of 200 toys are 0.062.
    assert all(share >= 0.888 for share in covered(400 // turned, turned, 0.05, 0.2, 200))
