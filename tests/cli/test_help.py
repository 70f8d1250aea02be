"""The help lists every command in a group, is short, and shows all options on request."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulate.cli.app import GROUPS, HELP_ALL, command_line
from simulate.command_options import COMMANDS
from tests.helpers import commands_helper
from tests.helpers.commands_helper import fathom

#: The most lines of a command's help.
MOST_LINES = 60


def test_help_lists_every_command_in_one_group_on_its_own_line(tmp_path: Path) -> None:
    listed = [name for names in GROUPS.values() for name in names]
    assert sorted(listed) == sorted(COMMANDS)
    lines = fathom(tmp_path, "--help").out.splitlines()
    for group, summaries in GROUPS.items():
        assert any(f" {group} " in line for line in lines)
        for name, summary in summaries.items():
            [line] = [line for line in lines if line.split()[1:2] == [name]]
            assert summary in line


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_help_is_short_and_help_all_has_every_option(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands_helper, "COLUMNS", "80")
    short = fathom(tmp_path, command, "--help").out
    whole = fathom(tmp_path, command, HELP_ALL).out
    assert len(short.splitlines()) <= MOST_LINES
    options = [
        name
        for parameter in command_line.commands[command].params  # type: ignore[attr-defined]
        for name in parameter.opts
        if name.startswith("--")
    ]
    for option in options:
        assert option in whole
    left_out = [option for option in options if option not in short]
    assert (f"fathom {command} {HELP_ALL}" in short) == bool(left_out)


@pytest.mark.parametrize("command", ["run", "replay", "tune"])
def test_the_help_of_the_line_up_says_that_strategies_rotate(command: str, tmp_path: Path) -> None:
    words = fathom(tmp_path, command, "--help").out.replace("│", " ").split()
    assert "one per seat (a,b,b), rotating unless --no-rotate:" in " ".join(words)


def test_the_columns_of_seats_say_that_strategies_rotate(tmp_path: Path) -> None:
    columns = " ".join(fathom(tmp_path, "schema", "--tables", "run").out.split())
    assert "Different strategies rotate over the seats" in columns
