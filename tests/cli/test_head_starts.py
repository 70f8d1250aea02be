"""Head starts are tried until the neighbours of the fair share are known, whatever the game."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from reports.tune.head_starts import bracket_fair_share


def step_at(points: float) -> Callable[[float], float]:
    """Return win rates that jump from 20% to 80% at some number of points."""
    return lambda head_start: 0.8 if head_start >= points else 0.2


@pytest.mark.parametrize(
    ("rate", "tried"),
    [
        (step_at(5), [4, 8, 6, 5, 4.5]),
        (step_at(4.5), [4, 8, 6, 5, 4.5]),
        (step_at(0.5), [1, 0.5]),
        (step_at(2), [1, 1.5]),
        (step_at(7), [4, 8, 6, 7, 6.5]),
        (lambda points: 0.4 + points / 100, [4, 8, 16, 12, 10, 9, 9.5]),
        (lambda points: 0.55, []),
        (lambda points: 0.2, [4, 8, 16, 32, 64, 128, 256, 512, 1024]),
    ],
)
def test_the_neighbours_of_the_fair_share_are_tried(
    rate: Callable[[float], float], tried: list[float]
) -> None:
    assert bracket_fair_share(rate, {0: rate(0), 2: rate(2)}, 0.5, 0.5) == tried


def test_only_whole_points_are_tried_if_a_rule_takes_no_halves() -> None:
    assert bracket_fair_share(step_at(5), {0: 0.2, 2: 0.2}, 0.5, 1) == [4, 8, 6, 5]


def test_no_larger_head_start_is_tried_after_the_rules_refuse_points() -> None:
    refusing: Callable[[float], float | None] = lambda points: 0.2 if points <= 8 else None  # noqa: E731
    assert bracket_fair_share(refusing, {0: 0.2, 2: 0.2}, 0.5, 0.5) == [4, 8]
