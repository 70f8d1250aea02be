"""Files that users name: pipes, devices and folders are refused, and nothing waits for them."""

from __future__ import annotations

import ast
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from reports.playtest.recording import record_game
from reports.writing.report_file import check_replaceable
from simulate.command_options import Selection
from simulate.errors import UsageError
from simulate.input_files import decode, open_regular, read_file
from simulate.output.json_text import read_object
from simulate.play.journal import Journal
from simulate.rules.spreadsheets import read_sheet
from simulate.study.text import read_toml
from tests.cli.test_commands_card_data import CARDS, GAME
from tests.helpers.commands_helper import fathom

ROOT = Path(__file__).resolve().parents[2]
STUDY = 'game = "snorkeling"\nlineup = ["random"]\ngames = 20\n'

#: Functions that read a file that a user names.
READERS: dict[str, Callable[[Path], object]] = {
    "sheet": read_sheet,
    "study": read_toml,
    "results": read_object,
    "journal": Journal.read,
    "report": check_replaceable,
    "log": lambda path: record_game(Selection(source="snorkeling"), str(path)),
}


@pytest.fixture
def no_waiting() -> Iterator[None]:
    """Fail a test that waits for a pipe, which would never end."""

    def fail(number: int, frame: object) -> None:
        raise AssertionError("it waits for a file that has no end")

    before = signal.signal(signal.SIGALRM, fail)
    signal.alarm(60)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@pytest.fixture(params=["pipe", "link to pipe", "/dev/zero", "link to /dev/zero"])
def endless(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return a file that never ends, or skip the test where there is none."""
    if not hasattr(os, "mkfifo") or not Path("/dev/zero").exists():
        pytest.skip("this system has no named pipes or no devices")
    os.mkfifo(tmp_path / "pipe")
    file = {"pipe": tmp_path / "pipe", "/dev/zero": Path("/dev/zero")}
    if request.param in file:
        return file[request.param]
    link = tmp_path / "link.html"
    link.symlink_to(file[request.param.removeprefix("link to ")])
    return link


@pytest.mark.usefixtures("no_waiting")
@pytest.mark.parametrize("reader", READERS)
def test_pipes_and_devices_are_refused_at_once(reader: str, endless: Path) -> None:
    if reader == "report" and endless.suffix != ".html":
        pytest.skip("a report is only written to a file with the ending of one")
    with pytest.raises(UsageError, match="is not a file on a disk; copy its content to a file"):
        READERS[reader](endless)


@pytest.mark.usefixtures("no_waiting")
@pytest.mark.parametrize(
    "command",
    [
        "run FILE.toml",
        "compare FILE.toml plain.toml",
        "verify FILE.toml",
        "run snorkeling -s FILE.toml",
        "run FILE.py",
        "run snorkeling -s FILE.py:bold",
        "playtest snorkeling FILE.csv",
        "playtest snorkeling FILE.csv --record",
        "playtest log.toml",
        "run cards.py --data FILE.csv",
        "run cards_of_pipe.py",
        "report plain.toml --out FILE.html",
        "run folder",
        "report folder",
        "replay folder --game 1",
        "run plain.toml --out folder",
    ],
)
def test_commands_refuse_a_pipe_as_a_file(command: str, tmp_path: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("this system has no named pipes")
    (tmp_path / "folder").mkdir()
    names = ("FILE.toml", "FILE.py", "FILE.csv", "FILE.html")
    for name in (*names, "folder/study.toml", "folder/summary.json"):
        os.mkfifo(tmp_path / name)
    (tmp_path / "plain.toml").write_text(STUDY)
    (tmp_path / "log.toml").write_text('game = "snorkeling"\n[playtest]\nlog = "FILE.csv"\n')
    (tmp_path / "cards.csv").write_text(CARDS)
    for name, table in (("cards", "cards.csv"), ("cards_of_pipe", "FILE.csv")):
        (tmp_path / f"{name}.py").write_text(GAME.replace("cards.csv", table))
    message = fathom(tmp_path, *command.split(), code=2).message
    assert "FILE" in message or "folder" in message


def test_a_folder_and_a_name_with_a_zero_byte_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is a folder; name a file"):
        open_regular(tmp_path)
    with pytest.raises(UsageError, match="cannot be read: embedded null byte"):
        read_file(Path("a\0b"), "table", ".csv", 9)
    with pytest.raises(UsageError, match="there is no table"):
        read_file(tmp_path / "none" / "a.csv", "table", ".csv", 9)


def test_a_file_above_the_size_limit_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_bytes(b"a" * 9)
    assert read_file(file, "table", ".csv", 9) == b"a" * 9
    with pytest.raises(UsageError, match="larger than the"):
        read_file(file, "table", ".csv", 8)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_text_in_every_supported_encoding_is_decoded(encoding: str) -> None:
    assert decode("name,é\n".encode(encoding)) == "name,é\n"
    assert decode("é".encode("cp1252"), "cp1252") == "é"
    with pytest.raises(UnicodeDecodeError):
        decode("é".encode("cp1252"))


#: Calls that open a file for reading without `open_regular`, by the file of the code, and why.
ALLOWED = {
    "simulate/input_files.py": "opens files for all others",
    "simulate/user_files.py": "reads code that it loads, which it knows to be a regular file",
    "simulate/packed_games.py": "reads from zip files in memory, and files that it unpacked",
    "simulate/permission.py": "reads the record that only this user can have written",
    "simulate/kit/code_key.py": "reads Fathom's own sources",
    "simulate/kit/kept.py": "reads machine code that this user's Fathom wrote",
    "simulate/cli/__init__.py": "opens the null device",
    "simulate/output/messages.py": "opens the null device",
    "reports/writing/report_file.py": "reads the PDF that its browser printed",
    "simulate/cli/cluster.py": "reads files that it copied",
    "reports/analysis/execution.py": "reads Fathom's own sources",
    "simulate/cli/game_templates.py": "reads Fathom's own templates",
    "simulate/cli/check_output.py": "reads the file of a game that was loaded before",
    "simulate/cli/guide_text.py": "reads Fathom's own documents",
    "reports/run/kept_games.py": "reads the files of games that it writes",
    "reports/writing/table_files.py": "reads a part of the workbook that it writes",
    "simulate/cli/commands/explore.py": "opens the browser",
    "simulate/explore/server.py": "reads the files of the page that ship with Fathom",
    "simulate/explore/documents.py": "reads the files that it wrote",
    "reports/writing/html.py": "reads the parts of the page that ship with Fathom",
}


def reads_a_file(call: ast.Call) -> bool:
    """Return whether a call opens a file for reading, by its name and its mode."""
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    if name in ("read_text", "read_bytes"):
        return True
    if name != "open":
        return False
    modes = [part.value for part in call.args if isinstance(part, ast.Constant)]
    return not any(isinstance(mode, str) and set(mode) & set("wax") for mode in modes)


@pytest.mark.slow
def test_only_listed_modules_open_files_for_reading() -> None:
    reading = {
        str(file.relative_to(ROOT).as_posix())
        for folder in ("simulate", "strategies", "reports")
        for file in (ROOT / folder).rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and reads_a_file(node)
    }
    assert reading == set(ALLOWED)
