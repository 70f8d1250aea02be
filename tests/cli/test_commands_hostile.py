"""Hostile texts and errors of the system are reported safely; commands work well in shells."""

from __future__ import annotations

import errno
import inspect
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from reports.analysis import execution
from reports.run.kept_games import KeptGames
from simulate.cli import app
from simulate.errors import FathomError, file_error, find_unprintable
from simulate.output.json_text import json_text, read_object
from simulate.output.messages import LONGEST_WORD, unbreakable, wrapped
from tests.helpers.commands_helper import FATHOM, TOO_LONG, environment, fathom, started
from tests.helpers.studies import make_study, rows

ROOT = Path(__file__).resolve().parents[2]
HEAD = 'game = "snorkeling"\nlineup = ["random"]\ngames = 20\n'
LONG = "a" * 300
BEGIN = (sys.executable, "-m", "fathom_games", "--version")
FEW = "-s random --games 20 --no-charts --no-robust --quiet --out kept"


def ran(folder: Path, *typed: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a program in `folder` as a shell does, with some variables set."""
    return subprocess.run(
        typed,
        cwd=folder,
        env=environment() | variables,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding=variables.get("PYTHONIOENCODING", "utf-8"),
        timeout=120,
        check=False,
    )


def test_numbers_that_json_lacks_are_written_as_null() -> None:
    value = {"a": float("inf"), "b": [float("nan"), (1.5, -float("inf"))], float("nan"): 1, 2: True}
    read = json.loads(json_text(value), parse_constant=pytest.fail)
    assert read == {"a": None, "b": [None, [1.5, None]], "NaN": 1, "2": True}


def test_a_target_with_an_infinite_bound_is_written_as_strict_json(tmp_path: Path) -> None:
    target = '[targets]\n"length.turns.mean" = { max = inf }\n'
    (tmp_path / "aims.toml").write_text(f"{HEAD}{target}")
    done = fathom(tmp_path, "run", "aims.toml", "--json", "--no-charts", "--out", "x")
    assert done.json["targets"][0]["asked"] == {"max": None}
    written = (tmp_path / "x" / "summary.json").read_text()
    assert json.loads(written, parse_constant=pytest.fail)["targets"]


@pytest.mark.parametrize("text", ["[1]", "{", "[" * 100_000, '"a"', "\udcff"])
def test_an_invalid_json_file_of_results_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "summary.json"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(FathomError, match="holds no JSON object; play the study beside it again"):
        read_object(file)


@pytest.mark.parametrize(
    ("source", "code"), [("long.toml", 2), (LONG, 1), (f"{LONG}.toml", 1), (f"{LONG}.py", 1)]
)
def test_a_file_name_that_is_too_long_is_refused(source: str, code: int, tmp_path: Path) -> None:
    (tmp_path / "long.toml").write_text(f'game = "{LONG}.py"\n')
    error_message = fathom(tmp_path, "run", source, code=code).message
    assert f"{source}: " in error_message or source == LONG
    assert "file name too long; give it a shorter name" in error_message


@pytest.mark.parametrize(
    ("number", "remedy"),
    [
        (errno.ENOSPC, "make room on the disk"),
        (errno.EROFS, "choose a folder that can be written to"),
        (errno.EACCES, "ask for permission"),
        (errno.ENAMETOOLONG, "give it a shorter name"),
        (errno.EMFILE, "ulimit -n"),
        (errno.EXDEV, "check the file and its folder"),
    ],
)
def test_an_error_of_the_operating_system_is_one_line_with_the_file_and_a_remedy(
    number: int, remedy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: object, **options: object) -> int:
        raise OSError(number, os.strerror(number), "place/file.csv")

    monkeypatch.setattr(app, "command_line", fail)
    line = fathom(tmp_path, "games", code=1).message
    assert line.startswith("fathom: cannot read or write place/file.csv: ")
    assert remedy in line
    assert str(file_error(OSError(number, os.strerror(number)))).startswith(
        "the command cannot continue: "
    )


def test_a_lack_of_threads_is_reported_and_other_runtime_errors_are_raised(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    why = "can't start new thread"

    def fail(*arguments: object, **options: object) -> int:
        raise RuntimeError(why)

    monkeypatch.setattr(app, "command_line", fail)
    assert "use fewer with --jobs" in fathom(tmp_path, "games", code=1).message
    why = "a bug"
    with pytest.raises(RuntimeError, match="a bug"):
        fathom(tmp_path, "games")


def test_the_maximum_number_of_threads_is_accepted() -> None:
    assert execution.default_jobs(execution.MOST_JOBS) == execution.MOST_JOBS


@pytest.mark.parametrize("typed", ["sn\x1b[31mork", "a\u202eb", "a\udcffb"])
def test_an_argument_with_unprintable_characters_is_refused(typed: str, tmp_path: Path) -> None:
    done = fathom(tmp_path, "run", typed, code=2)
    assert "a character that cannot be shown; leave the character out, and" in done.message
    assert find_unprintable(done.err) == ""


def test_messages_contain_no_control_characters_and_shorten_long_words_in_the_middle() -> None:
    lines = wrapped("a \x1b[2J\x07b\n  \u202eline", 80)
    assert lines == "a \ufffd[2J\ufffdb\n  \ufffdline"
    lines = wrapped("a " + "b" * 10_000 + "c", 80)
    assert lines.endswith("bc")
    assert len(lines) < LONGEST_WORD


@pytest.mark.parametrize("key", ["name", "title"])
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a\\x1b[31m", "contains \\x1b, which cannot be shown"),
        (LONG, "has 300 characters"),
        ("", "has 0"),
    ],
)
def test_a_game_with_an_invalid_name_is_refused(
    key: str, text: str, why: str, tmp_path: Path
) -> None:
    fathom(tmp_path, "new", "six", "--like", "dice")
    with (tmp_path / "six.py").open("a") as file:
        file.write(f'\nfrom dataclasses import replace\n\nGAME = replace(GAME, {key}="{text}")\n')
    done = fathom(tmp_path, "run", "six.py", "--games", "8", code=2)
    assert f"the {key} of the game " in done.message
    assert why in done.message
    assert "allowed: 1 to 80 characters" in done.message


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full disk to try")
@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("games >/dev/full", 1),
        ("games --nope 2>/dev/full", 2),
        pytest.param("games 2>&-", 0, marks=pytest.mark.slow),
        pytest.param(f"run snorkeling {FEW} --full >/dev/full", 1, marks=pytest.mark.slow),
    ],
)
def test_a_full_disk_at_standard_output_is_reported(typed: str, code: int, tmp_path: Path) -> None:
    done = ran(tmp_path, "sh", "-c", f"{FATHOM} {typed}", PYTHONPATH=str(ROOT))
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    assert done.stderr.count("fathom: ") == (code == 1)
    assert ("no space left on device; make room on the disk" in done.stderr) == (code == 1)
    assert (tmp_path / "kept" / "summary.json").exists() == ("kept" in typed)


def test_an_error_when_keeping_games_names_the_file(tmp_path: Path) -> None:
    study = make_study("snorkeling", games=8)
    kept = KeptGames([tmp_path / "gone" / "games.csv"], study, tmp_path / "spool")
    kept.add(rows(study))
    with pytest.raises(FathomError, match=r"cannot write games\.csv: no such file or directory; "):
        kept.close()


def test_games_are_kept_even_if_the_file_for_resuming_cannot_be_written(tmp_path: Path) -> None:
    study, messages = make_study("snorkeling", games=8), list[str]()
    (tmp_path / "file").touch()
    spool, written = tmp_path / "file" / "games.spool", tmp_path / "games.csv"
    kept = KeptGames([written], study, spool, say=messages.append)
    for _ in range(2):
        kept.add(rows(study))
        state = kept.state()
    kept.close()
    assert len(written.read_text().splitlines()) == 17
    [sentence] = messages
    assert sentence.startswith(f"cannot keep played games in {spool}: ")
    assert not KeptGames([written], study, spool).restore(state)


@pytest.mark.parametrize("name", ["simulate", "strategies", "reports"])
@pytest.mark.parametrize("kind", ["package", "module"])
def test_a_foreign_package_that_hides_one_of_fathom_is_named(
    name: str, kind: str, tmp_path: Path
) -> None:
    other = tmp_path / "theirs" / (name if kind == "package" else f"{name}.py")
    other.parent.mkdir()
    if kind == "package":
        other.mkdir()
        (other / "__init__.py").write_text("")
    else:
        other.write_text("")
    done = ran(tmp_path, *BEGIN, PYTHONPATH=f"{other.parent}{os.pathsep}{ROOT}")
    assert (done.returncode, done.stdout) == (1, "")
    [line] = done.stderr.splitlines()
    assert line.startswith(f"fathom: {other} is in the way: ")
    assert "rename it, or remove its folder from PYTHONPATH" in line


def test_the_program_starts_if_no_foreign_package_hides_its_own(tmp_path: Path) -> None:
    (tmp_path / "theirs" / "reports").mkdir(parents=True)  # without code: Python finds ours
    done = ran(tmp_path, *BEGIN, PYTHONPATH=f"{tmp_path / 'theirs'}{os.pathsep}{ROOT}")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Fathom 0.1")


# What a shell expects ---------------------------------------------------------------------------


QUICK = ("-s", "random", "--games", "100", "--quiet")
COMMANDS = {
    "run": (("run", "snorkeling", *QUICK, "--no-robust"), 0),
    "a missed target": (("run", "aims.toml", "--quiet", "--no-robust"), 1),
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
    """Run ``fathom`` with stdout in a closed pipe, and return its exit code and stderr."""
    process = started(folder, *arguments)
    assert process.stdout and process.stderr
    process.stdout.close()
    with process.stderr:
        errors = process.stderr.read()
    return process.wait(timeout=TOO_LONG), errors


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name == "run" else pytest.mark.slow) for name in COMMANDS],
)
def test_results_are_written_even_if_standard_output_is_closed(name: str, tmp_path: Path) -> None:
    (tmp_path / "aims.toml").write_text(AIMS)
    arguments, code = COMMANDS[name]
    assert unread(tmp_path, *arguments, "--out", "kept") == (code, "")
    names = {path.name for path in (tmp_path / "kept").iterdir()}
    assert {"study.toml", "summary.json"} < names
    assert {path.suffix for path in (tmp_path / "kept").iterdir()} >= {".csv", ".png"}


@pytest.mark.slow
@pytest.mark.parametrize("command", ["games", "--help"])
def test_closing_standard_output_of_a_list_is_not_an_error(command: str, tmp_path: Path) -> None:
    assert unread(tmp_path, command) == (0, "")


@pytest.mark.parametrize("command", [command.name for command in app.app.registered_commands])
def test_help_shows_the_whole_docstring_in_paragraphs(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.helpers.commands_helper.COLUMNS", "80")
    [registered] = [
        registered_command
        for registered_command in app.app.registered_commands
        if registered_command.name == command
    ]
    shown = [line.strip() for line in fathom(tmp_path, command, "--help").out.splitlines()]
    assert re.search(rf"^(Examples?: )?fathom {command}\b", "\n".join(shown), re.MULTILINE)
    assert f" {command} " in fathom(tmp_path, "--help").out
    written = inspect.getdoc(registered.callback) or ""
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
    done = ran(tmp_path, str(FATHOM), *KEPT, PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "Details: --full; tables: kept"
    assert "\N{PLUS-MINUS SIGN}" in done.stdout
    assert (tmp_path / "kept" / "summary.json").is_file()


def test_output_to_a_windows_console_uses_the_stream_of_python_itself(tmp_path: Path) -> None:
    console = type("_WindowsConsoleIO", (io.FileIO,), {})
    raw = console(str(tmp_path / "console"), "w")
    stream = io.TextIOWrapper(io.BufferedWriter(raw), encoding="cp437")
    assert unbreakable(stream) is stream
    print("\u2212\u00e9", file=stream, flush=True)
    stream.close()
    assert (tmp_path / "console").read_bytes().rstrip() == "-\u00e9".encode("cp437")


def test_characters_that_an_encoding_lacks_are_replaced_by_plainer_ones(tmp_path: Path) -> None:
    script = (
        "import sys; from simulate.output.messages import unbreakable;"
        "sys.stdout = unbreakable(sys.stdout);"
        "print('\\u22125 \\u00b1 2 \\u00d7 3 \\u2026 \\u25b2 caf\\u00e9 \\u4e2d');"
        "print('\\u00aba \\u2192 b\\u00bb \\u2264 \\u2588\\u258c\\u2502\\u253c\\u2500');"
        "print('\\u2713 \\u2717');"
        "sys.stdout.flush()"
    )
    done = ran(tmp_path, sys.executable, "-c", script, PYTHONIOENCODING="ascii")
    assert done.stdout == '-5 +/- 2 x 3 ... ^ cafe ?\n"a -> b" <= ##|+-\nok x\n'


def test_errors_leave_out_the_middle_of_very_long_words() -> None:
    path = "/".join(["folder"] * 40)
    error = FathomError(f"{path}: cell A2 is '{'9' * 5000}'; allowed: a seat from 1 to 4")
    assert str(error) == f"{path}: cell A2 is '{'9' * 59}…'; allowed: a seat from 1 to 4"
