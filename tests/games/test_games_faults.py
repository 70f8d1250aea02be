"""Errors of strategies that fail, in every game."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

import pytest

from simulate.errors import FathomError, UsageError
from simulate.game import game_names
from simulate.play.arms import make_engine
from simulate.play.run import play
from simulate.study import Study
from tests.helpers.processes import run_python
from tests.helpers.reports_made import tell_in_full
from tests.helpers.strategy_files import write_strategy
from tests.helpers.studies import lineup_of, make_study
from tests.helpers.tables import each_pair, quick_among

each_game = pytest.mark.parametrize("game", game_names())
LATE = "if view.table.turns >= 1:\n    {failure}\nreturn action_at(view.menu, 0)"
FAILURES = {
    "chooses what is not on the menu": ("return 1_000_000", "chose 1000000, which is not legal"),
    "chooses to pass": ("return -1", "chose -1, which is not legal"),
    "raises": ("raise ValueError('I am lost')", "raised ValueError: I am lost"),
    "indexes outside": ("return np.zeros(2, np.int64)[view.table.turns + 2]", "raised IndexError"),
    "asserts": ("assert view.table.turns < 1, 'too late'", "raised AssertionError: too late"),
}


def failing_study(game: str, folder: Path, failure: str, games: int = 6) -> Study:
    spec = write_strategy(folder, LATE.format(failure=failure), name="failing")
    players = make_study(game).players
    return make_study(game, lineup=("random",) * (players - 1) + (spec,), games=games)


@each_pair("game", game_names(), "fails", FAILURES)
def test_an_error_of_a_strategy_names_the_game_the_decision_and_the_table_it_saw(
    game: str, fails: str, tmp_path: Path
) -> None:
    failure, message_part = FAILURES[fails]
    study = failing_study(game, tmp_path, failure)
    engine = make_engine(study, lineup_of(study))
    with pytest.raises(FathomError) as failed:
        engine.play(0, 6)
    message = str(failed.value)
    assert not isinstance(failed.value, UsageError)
    assert f"failing.py:failing {message_part}" in message
    place = re.search(
        r"\(seat (\d+), game (\d+), decision (\d+); \S*failing\.py, line \d+\)", message
    )
    assert place, message
    seat, number, decision = (int(text) for text in place.groups())
    assert number == 0
    assert engine.lineup_of(0)[seat - 1].name == "failing"
    # The table it saw is that of a game in which a similar strategy does not fail.
    twin = write_strategy(tmp_path, "return action_at(view.menu, 0)", name="twin")
    alike = make_study(game, lineup=(*study.lineup[:-1], twin))
    steps = make_engine(alike, lineup_of(alike)).walk(0)
    moment = next(moment for moment in steps if moment.actions and moment.decisions == decision)
    assert moment.seat == seat - 1
    for line in engine.game.teller.state(engine.rules[0], moment.snapshot, [seat - 1]):
        assert line in message
    legal = message.partition("legal: ")[2]
    offered = [int(text) for text in re.findall(r"(\d+) \([^)]*\)", legal)]
    assert offered == list(moment.actions)


@pytest.mark.parametrize("game", quick_among(game_names(), "schnuff", "shoal"))
def test_a_failure_does_not_depend_on_jobs_and_leaves_the_engine_usable(
    game: str, tmp_path: Path
) -> None:
    failing = failing_study(game, tmp_path, "return -5", games=200)
    for jobs in (1, 3):
        with pytest.raises(FathomError, match="chose -5, which is not legal"):
            play(failing, lineup_of(failing), jobs, block=10)
    study = make_study(game)
    engine = make_engine(study, lineup_of(study))
    assert (engine.play(0, 5) == engine.play(0, 5)).all()


@each_pair("game", game_names(), "failure", ["return -5", "raise ValueError('lost')"])
def test_a_replay_ends_with_the_error_of_a_failing_strategy(
    game: str, failure: str, tmp_path: Path
) -> None:
    study = failing_study(game, tmp_path, failure)
    with pytest.raises(FathomError, match="failing"):
        for _ in islice(tell_in_full(study, lineup_of(study), 0), 20_000):
            pass


@pytest.mark.slow
@each_game
def test_an_error_reads_the_same_when_interpreted(game: str, tmp_path: Path) -> None:
    study = failing_study(game, tmp_path, "return -5")
    engine = make_engine(study, lineup_of(study))
    with pytest.raises(FathomError) as failed:
        engine.play(0, 1)
    script = (
        "import sys\n"
        "from simulate.errors import FathomError\n"
        "from simulate.play.arms import make_engine\n"
        "from tests.helpers.studies import lineup_of, make_study\n"
        f"study = make_study({game!r}, lineup={study.lineup!r})\n"
        "try:\n    make_engine(study, lineup_of(study)).play(0, 1)\n"
        "except FathomError as error:\n    print(error)\n"
    )
    assert run_python(script, NUMBA_DISABLE_JIT="1").strip() == str(failed.value)
