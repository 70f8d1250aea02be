"""What the commands do, a notebook does: the same games, the same numbers, the same words."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
from matplotlib.figure import Figure as Drawing

import simulate
from simulate import FathomError, UsageError, run
from tests.helpers.commands_helper import random_run


def test_a_run_gives_figures_tables_and_charts() -> None:
    chosen = {"players": 3, "lineup": ["random"], "rules": {"limit": 10}, "games": 300}
    found = run("scaphandre", **chosen, jobs=1, robust=False)
    assert found.games == 300
    advantage = found.figures["first_player_advantage"]
    assert advantage.low < advantage.value < advantage.high
    seats = found.tables["seats"]
    assert isinstance(seats, pd.DataFrame)
    assert list(seats.seat) == [1, 2, 3]
    assert seats.win_rate[0] - 1 / 3 == pytest.approx(advantage.value)
    assert isinstance(found.charts["win_rate_by_seat"], Drawing)
    assert "length" not in found.charts, "all games last as long, which words can say"
    assert found.summary["rules"]["limit"] == 10
    assert repr(found) == "<run of scaphandre: 300 games, seed 1>"


def test_a_notebook_and_the_command_play_the_same_games(tmp_path: Path) -> None:
    told = random_run(tmp_path, "--games", "500", "--seed", "7", "--variant", "expert").json
    found = run("snorkeling", lineup=["random"], games=500, seed=7, variant="expert")
    assert found.summary["tally_id"] == told["tally_id"]
    assert found.summary["seats"] == told["seats"]


def test_nothing_is_printed_or_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    run("snorkeling", lineup=["random"], games="1k")
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "")
    assert list(tmp_path.iterdir()) == []


def test_errors_have_the_words_of_the_command_line() -> None:
    with pytest.raises(UsageError, match=r"unknown game 'snorkelling'; .*did you mean"):
        run("snorkelling")
    with pytest.raises(UsageError, match="rule target_score cannot be 0; allowed: whole numbers"):
        run("snorkeling", rules={"target_score": 0})
    with pytest.raises(FathomError, match="the confidence cannot be 2"):
        run("snorkeling", confidence=2)


def test_a_notebook_has_six_functions_and_no_other() -> None:
    assert {name for name in simulate.__all__ if name.islower()} == {
        "run",
        "compare",
        "sweep",
        "tournament",
        "ladder",
        "ask",
    }
    with pytest.raises(AttributeError, match="has no attribute 'sprint'"):
        _ = simulate.sprint
