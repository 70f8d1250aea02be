"""What a shell expects: pipes that close early, consoles of any encoding, help that can be read."""

from __future__ import annotations

import inspect
import io
import re
import subprocess
import sys
from pathlib import Path

import pytest

from simulate.cli import app
from simulate.cli.outlets.messages import unbreakable
from tests.helpers.commands_helper import FATHOM, TOO_LONG, environment, fathom, real_fathom

QUICK = ("-s", "random", "--games", "100", "--quiet")
COMMANDS = {
    "run": (("run", "snorkeling", *QUICK, "--no-robust"), 0),
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
        (("run", "aims.toml", "--json", "--quiet", "--no-robust"), 1),
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


KEPT = (*COMMANDS["run"][0], "--no-charts", "--out", "kept")


@pytest.mark.parametrize("encoding", ["cp1252", pytest.param("utf-8", marks=pytest.mark.slow)])
def test_a_console_of_any_encoding_gets_the_whole_result(encoding: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [str(FATHOM), *KEPT],
        cwd=tmp_path,
        env={**environment(), "PYTHONIOENCODING": encoding},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=120,
        check=False,
    )
    text = done.stdout.decode(encoding)
    assert (done.returncode, done.stderr) == (0, b"")
    assert text.splitlines()[-1] == "Tables are in kept"
    assert ("+/-" if encoding == "ascii" else "\N{PLUS-MINUS SIGN}") in text
    assert (tmp_path / "kept" / "summary.json").is_file()


def test_a_console_of_windows_is_written_to_as_python_does(tmp_path: Path) -> None:
    console = type("_WindowsConsoleIO", (io.FileIO,), {})
    raw = console(str(tmp_path / "console"), "w")
    stream = io.TextIOWrapper(io.BufferedWriter(raw), encoding="cp437")
    assert unbreakable(stream) is stream
    print("\u2212\u00e9", file=stream, flush=True)
    stream.close()
    assert (tmp_path / "console").read_bytes().rstrip() == "-\u00e9".encode("cp437")


def test_what_an_encoding_lacks_is_written_plainer() -> None:
    script = (
        "import sys; from simulate.cli.outlets.messages import unbreakable;"
        "sys.stdout = unbreakable(sys.stdout);"
        "print('\\u22125 \\u00b1 2 \\u00d7 3 \\u2026 \\u25b2 caf\\u00e9 \\u4e2d');"
        "print('\\u00aba \\u2192 b\\u00bb \\u2264 \\u2588\\u258c\\u2502\\u253c\\u2500');"
        "sys.stdout.flush()"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**environment(), "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout == '-5 +/- 2 x 3 ... ^ cafe ?\n"a -> b" <= ##|+-\n'
