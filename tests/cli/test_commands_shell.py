"""What a shell expects of a command: pipes that close early, --version, help that can be read."""

from __future__ import annotations

import inspect
import re
import subprocess
from pathlib import Path

import pytest

from simulate.cli import app
from tests.helpers.commands_helper import FATHOM, TOO_LONG, environment, fathom, real_fathom

QUICK = ("-s", "random", "--games", "100", "--quiet")
COMMANDS = {
    "run": (("run", "snorkeling", *QUICK), 0),
    "a missed target": (("run", "aims.toml", "--quiet"), 1),
    "tournament": (("tournament", "snorkeling", "-s", "eager", *QUICK), 0),
}
AIMS = """\
game = "snorkeling"
lineup = ["random"]
games = 100
[targets]
"length.turns.mean" = { max = 1 }
"""


def unread(folder: Path, *arguments: str) -> tuple[int, str]:
    """Run ``fathom`` with nobody at the other end of the pipe; return its code and stderr."""
    process = subprocess.Popen(
        [str(FATHOM), *arguments],
        cwd=folder,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout and process.stderr
    process.stdout.close()
    with process.stderr:
        said = process.stderr.read()
    return process.wait(timeout=TOO_LONG), said


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name == "run" else pytest.mark.slow) for name in COMMANDS],
)
def test_a_result_that_nobody_reads_is_written_all_the_same(name: str, tmp_path: Path) -> None:
    (tmp_path / "aims.toml").write_text(AIMS)
    arguments, code = COMMANDS[name]
    assert unread(tmp_path, *arguments, "--out", "kept") == (code, "")
    names = {path.name for path in (tmp_path / "kept").iterdir()}
    assert {"study.toml", "summary.json"} < names
    assert {path.suffix for path in (tmp_path / "kept").iterdir()} >= {".csv", ".png"}


@pytest.mark.parametrize("command", ["games", "--help"])
def test_a_list_that_nobody_reads_is_no_failure(command: str, tmp_path: Path) -> None:
    assert unread(tmp_path, command) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("games",), 0),
        (("run", "aims.toml", "--json", "--quiet"), 1),
    ],
)
def test_the_shell_is_told_how_it_went(
    arguments: tuple[str, ...], code: int, tmp_path: Path
) -> None:
    (tmp_path / "aims.toml").write_text(AIMS)
    real_fathom(tmp_path, *arguments, code=code)


def test_the_version_is_told(tmp_path: Path) -> None:
    assert fathom(tmp_path, "--version").out.startswith("Fathom 0.1")


@pytest.mark.parametrize("command", [command.name for command in app.app.registered_commands])
def test_help_shows_every_word_of_the_docstring_in_whole_paragraphs(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.helpers.commands_helper.COLUMNS", "80")
    [found] = [one for one in app.app.registered_commands if one.name == command]
    shown = [line.strip() for line in fathom(tmp_path, command, "--help").out.splitlines()]
    assert re.search(rf"^(Examples?: )?fathom {command}\b", "\n".join(shown), re.MULTILINE)
    assert f" {command} " in fathom(tmp_path, "--help").out
    written = inspect.getdoc(found.callback) or ""
    for paragraph in written.split("\n\n"):
        words = paragraph.split()
        begin = next(n for n, line in enumerate(shown) if line.startswith(" ".join(words[:4])))
        end = begin + shown[begin:].index("")
        assert " ".join(shown[begin:end]).split() == words
        # A line ends only where the next word would not have fitted.
        for line, after in zip(shown[begin:end], shown[begin + 1 : end], strict=False):
            assert len(f" {line} {after.split()[0]}") >= 79
