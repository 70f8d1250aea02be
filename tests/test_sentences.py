"""The sentence on going first says what the numbers allow, and no more."""

from __future__ import annotations

import pytest

from reports.run import sentences
from reports.run.results import Results
from simulate.cli.selection import Selection, choose
from simulate.run import play


def told(**chosen: object) -> str:
    """Play a small study and return what is said of going first."""
    selection = Selection(source="snorkeling", **chosen)  # type: ignore[arg-type]
    return sentences.first_player(Results(play(*choose(selection), jobs=2)))


def test_an_advantage_is_told_when_the_whole_interval_lies_above_zero() -> None:
    text = told(strategies=["random"], games="40k")
    assert text.startswith("Going first is an advantage: seat 1 wins ")
    assert "of 40,000 games instead of a fair 25.0 %" in text
    assert "percentage points, 95 % interval" in text


def test_nothing_is_told_that_a_few_games_cannot_tell() -> None:
    text = told(strategies=["random"], games="50")
    assert text.startswith("No first-player advantage can be told from chance: ")


def test_no_verdict_is_given_when_many_games_are_undecided() -> None:
    text = told(strategies=["random"], games="4000", rules=["max_turns=80"])
    assert text.startswith("No verdict on going first, because ")
    assert "were not decided" in text


@pytest.mark.parametrize("no_rotate", [False, True])
def test_no_verdict_is_given_when_strategies_keep_their_seats(no_rotate: bool) -> None:
    lineup = ["random", "planner", "planner", "random"]
    text = told(strategies=lineup, games="4000", no_rotate=no_rotate)
    assert ("each strategy kept its seat" in text) == no_rotate
