"""A command in the process of the tests behaves like a command in a separate process."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from tests.helpers.commands_helper import BOLD, contents, fathom, real_fathom, write_bold


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("run", "--help"), 0),
        (("replay", "snorkeling", "--game", "x"), 2),
        pytest.param(
            ("replay", "schnuff", "-s", "random", "--game", "1"), 0, marks=pytest.mark.slow
        ),
    ],
)
def test_a_command_in_process_has_the_output_and_files_of_a_separate_process(
    arguments: tuple[str, ...], code: int, tmp_path: Path
) -> None:
    left = []
    for place, run in (("here", fathom), ("there", real_fathom)):
        folder = tmp_path / place
        folder.mkdir()
        left.append((run(folder, *arguments, code=code), contents(folder)))
    assert left[0] == left[1]


def test_a_command_in_process_restores_the_state_of_the_process(tmp_path: Path) -> None:
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


@pytest.mark.parametrize("spec", ["mine.py:bold", "more.py:bold"])
def test_a_file_edited_between_two_commands_is_read_again(spec: str, tmp_path: Path) -> None:
    (tmp_path / "more.py").write_text("from mine import bold\n")
    tally_ids = []
    # As many letters in the same second: neither time nor size tells that it is another file.
    for bound in ("0.5", "0.9"):
        edited = BOLD.replace("boldness >= 0.5", f"boldness >= {bound}")
        (tmp_path / "mine.py").write_text(edited, encoding="utf-8")
        short = ("--games", "8", "--rule", "max_turns=100", "--json", "--quiet")
        tally_ids.append(fathom(tmp_path, "run", "snorkeling", "-s", spec, *short).json["tally_id"])
    assert tally_ids[0] != tally_ids[1]
