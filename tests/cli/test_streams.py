"""What is printed reaches a console of any encoding."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest

from simulate.cli.outlets.messages import unbreakable
from tests.helpers.commands_helper import FATHOM, environment

QUICK = ("run", "snorkeling", "-s", "random", "--games", "200", "--no-charts", "--out", "kept")


@pytest.mark.parametrize("encoding", ["cp1252", pytest.param("utf-8", marks=pytest.mark.slow)])
def test_a_console_of_any_encoding_gets_the_whole_result(encoding: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [str(FATHOM), *QUICK],
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
