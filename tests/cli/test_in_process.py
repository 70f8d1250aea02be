"""A command run in the process of the tests does what one in a process of its own does."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.helpers.commands_helper import BOLD, Finished, contents, fathom, real_fathom, write_bold
from tests.helpers.in_process import run_main

#: Commands whose every byte is alike each time, with what they leave with.
COMMANDS = {
    "nothing": ((), 2),
    "help": (("run", "--help"), 0),
    "a list": (("games",), 0),
    "a mistake in a name": (("run", "snorkelling"), 2),
    "a mistake in an option": (("replay", "snorkeling"), 2),
    "a replay": (("replay", "schnuff", "-s", "random", "--game", "1"), 0),
    "a text to keep": (("rules", "schnuff", "--toml"), 0),
}
#: A command that succeeds and one that does not.
QUICK = ("help", "a mistake in an option")


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in COMMANDS],
)
def test_it_says_and_leaves_the_same(name: str, tmp_path: Path) -> None:
    arguments, code = COMMANDS[name]
    left = []
    for place, run in (("here", fathom), ("there", real_fathom)):
        folder = tmp_path / place
        folder.mkdir()
        left.append((run(folder, *arguments, code=code), contents(folder)))
    assert left[0] == left[1]


def test_nothing_of_it_stays(tmp_path: Path) -> None:
    def state() -> tuple[object, ...]:
        streams = (sys.stdin, sys.stdout, sys.stderr)
        handler = signal.getsignal(signal.SIGINT)
        names = {name for name in sys.modules if "strategy_file" in name or name == "mine"}
        main = sys.modules["__main__"]
        where = Path.cwd()
        return where, dict(os.environ), list(sys.path), sys.argv, streams, handler, names, main

    before = state()
    write_bold(tmp_path)
    (tmp_path / "more.py").write_text("from mine import bold\n")
    short = ("--games", "4", "--rule", "max_turns=20", "--json")
    fathom(tmp_path, "run", "snorkeling", "-s", "more.py:bold", *short)
    fathom(tmp_path, "run", "snorkelling", code=2)
    assert state() == before


@pytest.mark.parametrize(
    ("run", "spec"),
    [
        (fathom, "mine.py:bold"),
        (fathom, "more.py:bold"),
        pytest.param(real_fathom, "more.py:bold", marks=pytest.mark.slow),
    ],
    ids=["here", "here in its neighbour", "there in its neighbour"],
)
def test_a_file_edited_between_two_commands_is_read_again(
    run: Callable[..., Finished], spec: str, tmp_path: Path
) -> None:
    (tmp_path / "more.py").write_text("from mine import bold\n")
    told = []
    # As many letters in the same second: neither time nor size tells that it is another file.
    for bound in ("0.5", "0.9"):
        edited = BOLD.replace("boldness >= 0.5", f"boldness >= {bound}")
        (tmp_path / "mine.py").write_text(edited, encoding="utf-8")
        short = ("--games", "8", "--rule", "max_turns=100", "--json", "--quiet")
        told.append(run(tmp_path, "run", "snorkeling", "-s", spec, *short).json["tally_id"])
    assert told[0] != told[1]


def test_an_error_of_our_own_is_not_hidden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> int:
        raise ZeroDivisionError

    monkeypatch.setattr("simulate.cli.app.run_app", fail)
    with pytest.raises(ZeroDivisionError):
        run_main("fathom", [], tmp_path, {})
    assert Path.cwd() != tmp_path
