"""Games that are played by the strategies of another game."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulate.errors import UsageError
from simulate.game import find_game
from tests.helpers.commands_helper import fathom

#: A game with two strategies.
STEPS = '''
"""Each seat takes one or two steps; the most steps win."""
from simulate.making import allow, end_game, game
from strategies import strategy

ONE, TWO = 1, 2


def legal(rules, state, menu):
    allow(menu, ONE)
    allow(menu, TWO)


def apply(rules, state, action):
    state.table.scores[state.table.seat] += action
    if state.table.turns == 3:
        end_game(state)


GAME = game(
    name="steps",
    seats=(2, 2),
    legal=legal,
    apply=apply,
    actions={ONE: "takes a step", TWO: "takes two steps"},
)


@strategy("steps", tier=1)
def slow(view):
    """Takes one step."""
    return ONE


@strategy("steps", tier=2)
def fast(view):
    """Takes two steps."""
    return TWO
'''
#: A game that is played as the other, with a place for more imports.
LONG_STEPS = '''
"""The same game with another name."""
from dataclasses import replace
from steps import GAME as STEPS
# imports

GAME = replace(STEPS, name="long-steps", default_strategy="", played_as="steps")
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with the first game in a file."""
    (tmp_path / "steps.py").write_text(STEPS)
    return tmp_path


def test_a_game_whose_strategies_cannot_be_found_is_refused_with_the_remedy(folder: Path) -> None:
    (folder / "long_steps.py").write_text(LONG_STEPS)
    with pytest.raises(UsageError) as error:
        find_game(str(folder / "long_steps.py"))
    assert "played_as='steps'" in str(error.value)
    assert "'from steps import bold'" in str(error.value)


@pytest.mark.slow
def test_imported_strategies_play_the_game_and_are_checked(folder: Path) -> None:
    text = LONG_STEPS.replace("# imports", "from steps import fast, slow")
    (folder / "long_steps.py").write_text(text)
    assert find_game(str(folder / "long_steps.py")).default_strategy == "fast"
    run = fathom(folder, "run", "long_steps.py", "-s", "slow", "--games", "50", "--json").json
    assert [seat["score_mean"] for seat in run["seats"]] == [2, 2]
    assert "played by random, fast, slow" in " ".join(
        fathom(folder, "check", "long_steps.py").out.split()
    )
