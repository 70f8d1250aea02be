"""Interrupted commands keep their finished games."""

from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from reports.writing.progress import ProgressDisplay
from simulate.play import executor, journal
from simulate.play.rows import Integers
from simulate.play.run import play
from tests.helpers.commands_helper import fathom, interrupted
from tests.helpers.studies import Seen, lineup_of, make_study, pressed_after
from tests.helpers.tables import quick_among

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
LONG = ("run", "snorkeling", "-s", "random", "--games", "50M", "--no-robust")
#: Code that waits at the point that a test needs, and makes a file when it begins to wait.
WAITS = """\
import time
from pathlib import Path
from typing import Any

from strategies import strategy

{on_import}

@strategy("snorkeling", tier=1)
def waits(view):
    {on_play}
    return 0
"""
#: A strategy that never ends a decision, in one of twenty million decisions.
ENDLESS = """\
from strategies import below, legal, strategy


@strategy("snorkeling", tier=1)
def ponders(view):
    actions = legal(view)
    if below(view.chance, 100_000) == 0 and below(view.chance, 200) == 0:
        thought = 1
        while thought > 0:
            thought = thought * 3 % 1_000_003 + 1
    return actions[below(view.chance, len(actions))]
"""
WAIT = "Path('waiting').touch(); time.sleep(20)"


@pytest.fixture(scope="module", autouse=True)
def _compiled(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Compile the games and strategies of these tests, so that no test waits for that."""
    few = ("run", "snorkeling", "-s", "random", "--games", "100", "--no-robust", "--json")
    fathom(tmp_path_factory.mktemp("warm"), *few)


@pytest.mark.slow
def test_an_interrupted_run_writes_finished_games_and_can_be_repeated(tmp_path: Path) -> None:
    options = ("--out", "long", "--keep-games")
    begun = tmp_path / "long" / "journal"
    done = interrupted(tmp_path, *LONG, *options, after=0.1, until=begun)
    assert done.code == 130, done.err
    assert (tmp_path / "long" / "summary.json").is_file(), done.err
    summary = json.loads((tmp_path / "long" / "summary.json").read_text())
    games = summary["games"]
    assert 0 < games < 50_000_000
    assert summary["interrupted"] is True
    told = f"PARTIAL: It was interrupted: these are the {games:,} games finished of 50,000,000."
    assert told in " ".join(done.out.split())
    assert done.out.splitlines()[-1] == "Details: --full; tables: long"
    line = done.message
    assert line.startswith("fathom: interrupted")
    assert f"{games:,}" in line
    assert "50,000,000" in line
    assert line.endswith(
        "the games played are kept in long, and the same command continues from there"
    )
    assert not list((tmp_path / "long").glob("*.png")), "nobody waits for charts then"
    rows = pd.read_parquet(tmp_path / "long" / "games.parquet", columns=["game", "turns"])
    assert len(rows) == games
    assert rows.game.iloc[-1] == games - 1
    assert rows.turns.mean() == pytest.approx(summary["length"]["turns"]["mean"], abs=1e-9)
    assert {path.name for path in tmp_path.iterdir()} == {"long"}
    again = fathom(tmp_path, "run", "long/study.toml", "--json").json
    assert again["games"] == games
    assert again["tally_id"] == summary["tally_id"]
    assert again["interrupted"] is False


def test_a_block_interrupted_while_it_is_saved_is_saved_completely_or_not_at_all() -> None:
    """Ctrl-C while a block is being kept: tally and kept games are of the same games."""
    study = make_study("scaphandre", 3, lineup=("random",) * 3, games=300)
    kept = 0

    def keep(rows: Integers) -> None:
        nonlocal kept
        if kept:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.01)  # here Python would raise KeyboardInterrupt
        kept += len(rows)

    run = play(study, lineup_of(study), 1, block=60, watchers={"seen": Seen(keep)})
    assert run.interrupted
    assert run.games == kept == 120


@pytest.mark.slow
def test_interrupting_an_endless_strategy_keeps_finished_games(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(ENDLESS, encoding="utf-8")
    command = ("run", "snorkeling", "-s", "mine.py:ponders", *LONG[4:], "--out", "long")
    done = interrupted(
        tmp_path,
        *(*command, "--no-charts", "--quiet", "--jobs", "2", "--json"),
        after=3,
        until=tmp_path / "long" / "journal",
        number=signal.SIGTERM,
    )
    assert done.code == 130, done.err
    assert 0 < done.json["games"] < 50_000_000
    assert json.loads((tmp_path / "long" / "summary.json").read_text()) == done.json


@pytest.mark.slow
@pytest.mark.parametrize("place", quick_among(["on_import", "on_play"], "on_play"))
def test_an_interruption_before_any_game_is_finished_is_reported(
    place: str, tmp_path: Path
) -> None:
    code = WAITS.format(**({"on_import": "", "on_play": "pass"} | {place: WAIT}))
    (tmp_path / "mine.py").write_text(code, encoding="utf-8")
    done = interrupted(
        tmp_path,
        *("run", "snorkeling", "-s", "mine.py:waits", "--no-jit", "--out", "none"),
        after=0.3,
        until=tmp_path / "waiting",
    )
    assert done.code == 130, done.err
    assert done.out == ""
    assert done.err == "fathom: interrupted before anything was finished\n"
    left = {path.name for path in tmp_path.iterdir()} - {"__pycache__"}
    assert left == {"mine.py", "waiting"}


def test_an_interruption_before_play_begins_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pressing(arguments: object) -> None:
        os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr("simulate.user_files.code_files_named", pressing)
    done = fathom(tmp_path, *LONG, code=130)
    assert (done.out, done.err) == ("", "fathom: interrupted before anything was finished\n")


@pytest.mark.parametrize("number", quick_among(SIGNALS))
def test_any_signal_and_repeated_signals_keep_finished_games(
    number: signal.Signals, tmp_path: Path
) -> None:
    options = ("--out", "long", "--no-charts")
    begun = tmp_path / "long" / "journal"
    done = interrupted(tmp_path, *LONG, *options, after=0.1, until=begun, number=number, times=4)
    assert done.code == 130, done.err
    summary = json.loads((tmp_path / "long" / "summary.json").read_text())
    assert f"these are the {summary['games']:,} games finished" in done.message
    assert {path.name for path in tmp_path.iterdir()} == {"long"}


def test_the_same_command_resumes_an_interrupted_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = (*LONG[:5], "3k", "--out", "it", "--no-charts", "--no-robust")
    with monkeypatch.context() as patched:
        patched.setattr(executor, "BLOCK_GAMES", 300)
        patched.setattr(journal, "FIRST_PAUSE", 0.0)
        patched.setattr(ProgressDisplay, "show", pressed_after(4))
        first = fathom(tmp_path, *command, "--keep-games", "--json", code=130)
    assert 0 < first.json["games"] < 3_000
    again = fathom(tmp_path, *command, "--keep-games", "--json")
    assert (
        again.err
        == "fathom: continuing with the games of an earlier command; use --fresh to start over\n"
    )
    anew = fathom(tmp_path, *command, "--json", "--fresh")
    assert anew.err == ""
    assert again.json["games"] == 3_000
    assert again.json["tally_id"] == anew.json["tally_id"]
    # Kept games of a part never stand beside a whole summary.
    assert not list((tmp_path / "it").glob("games.*"))


def test_interrupting_the_charts_keeps_all_other_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save: Any = FigureCanvasAgg.print_png
    saved = []

    def pressing(self: Any, file: Any) -> None:
        saved.append(file)
        if len(saved) == 2:
            os.kill(os.getpid(), signal.SIGINT)
        save(self, file)

    monkeypatch.setattr(FigureCanvasAgg, "print_png", pressing)
    few = ("run", "snorkeling", "-s", "random", "--games", "90", "--out", "a", "--no-robust")
    done = fathom(tmp_path, *few, code=130)
    assert "90 games" in done.out
    assert done.message.startswith("fathom: interrupted while charts were drawn")
    assert (tmp_path / "a" / "summary.json").is_file()
    assert len(list((tmp_path / "a").glob("*.png"))) == 2
    assert len(saved) == 2
