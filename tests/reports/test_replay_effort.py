"""The choices of very long games are evaluated with fewer simulated games, without a clock."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from reports.replay import effort
from reports.replay.effort import choose_rollouts, count_simulated_steps


def engine_of(*actions: int, seats: int = 4) -> Any:
    """Return an engine whose games have a step for each number of legal actions."""
    moments = [SimpleNamespace(actions=tuple(range(count))) for count in actions]
    engine = SimpleNamespace(walk=lambda number: iter(moments), lineup=[None] * seats)
    return cast(Any, engine)


def test_steps_are_counted_from_each_choice_to_the_end_of_the_game() -> None:
    # Of 4 times as many simulated games, 3 are for actions and one is for each of 4 seats.
    closer = 4 * (3 + 4)
    expected = (2 + closer) * 3 + (5 + closer) * 1
    assert count_simulated_steps(engine_of(2, 1, 5), 0) == expected


@pytest.mark.parametrize(("steps", "rollouts"), [(10, 16), (400, 2), (40, 3), (30, 6)])
def test_longer_games_have_fewer_simulated_games_for_each_action(
    steps: int, rollouts: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(effort, "STEPS", 90_000)
    assert choose_rollouts(engine_of(*[2] * steps), 0) == rollouts
