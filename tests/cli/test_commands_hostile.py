"""What comes from elsewhere or from the system: told in a line, and never printed as it is."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from reports.run.kept_games import KeptGames
from simulate.cli import app
from simulate.cli.outlets.json_text import json_text, read_object
from simulate.cli.outlets.messages import LONGEST_WORD, wrapped
from simulate.cli.plans import execution
from simulate.control_characters import unfit_in
from simulate.errors import FathomError, refused
from tests.helpers.commands_helper import FATHOM, environment, fathom
from tests.helpers.studies import make_study, rows

ROOT = Path(__file__).resolve().parents[2]
HEAD = 'game = "snorkeling"\nlineup = ["random"]\ngames = 20\n'
LONG = "a" * 300


def test_no_number_is_null_in_json_and_never_a_word_that_is_none() -> None:
    value = {"a": float("inf"), "b": [float("nan"), (1.5, -float("inf"))], float("nan"): 1, 2: True}
    read = json.loads(json_text(value), parse_constant=pytest.fail)
    assert read == {"a": None, "b": [None, [1.5, None]], "nan": 1, "2": True}


def test_a_target_without_an_end_is_strict_json(tmp_path: Path) -> None:
    target = '[targets]\n"length.turns.mean" = { max = inf }\n'
    (tmp_path / "aims.toml").write_text(f"{HEAD}{target}")
    done = fathom(tmp_path, "run", "aims.toml", "--json", "--no-charts", "--out", "x")
    assert done.json["targets"][0]["asked"] == {"max": None}
    written = (tmp_path / "x" / "summary.json").read_text()
    assert json.loads(written, parse_constant=pytest.fail)["targets"]


@pytest.mark.parametrize("text", ["[1]", "{", "[" * 100_000, '"a"', "\udcff"])
def test_a_file_of_ours_that_is_no_json_is_told(text: str, tmp_path: Path) -> None:
    file = tmp_path / "summary.json"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(FathomError, match="holds no JSON object; play the study beside it again"):
        read_object(file)


@pytest.mark.parametrize(
    ("source", "code"), [("long.toml", 2), (LONG, 1), (f"{LONG}.toml", 1), (f"{LONG}.py", 1)]
)
def test_a_name_too_long_for_a_file_is_told(source: str, code: int, tmp_path: Path) -> None:
    (tmp_path / "long.toml").write_text(f'game = "{LONG}.py"\n')
    told = fathom(tmp_path, "run", source, code=code).message
    assert f"{source}: " in told or source == LONG
    assert "file name too long; give it a shorter name" in told


@pytest.mark.parametrize(
    ("number", "remedy"),
    [
        (errno.ENOSPC, "make room on the disk"),
        (errno.EROFS, "choose a folder that can be written to"),
        (errno.EACCES, "ask for permission"),
        (errno.ENAMETOOLONG, "give it a shorter name"),
        (errno.EMFILE, "ulimit -n"),
        (errno.EXDEV, "look at the file and its folder"),
    ],
)
def test_what_the_system_refuses_is_a_line_with_the_file_and_a_remedy(
    number: int, remedy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: object, **options: object) -> int:
        raise OSError(number, os.strerror(number), "place/file.csv")

    monkeypatch.setattr(app, "app", fail)
    line = fathom(tmp_path, "games", code=1).message
    assert line.startswith("fathom: cannot read or write place/file.csv: ")
    assert remedy in line
    assert str(refused(OSError(number, os.strerror(number)))).startswith("cannot go on: ")


def test_a_system_without_threads_is_told_and_our_own_bugs_are_not_hidden(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    why = "can't start new thread"

    def fail(*arguments: object, **options: object) -> int:
        raise RuntimeError(why)

    monkeypatch.setattr(app, "app", fail)
    assert "give fewer with --jobs" in fathom(tmp_path, "games", code=1).message
    why = "a bug"
    with pytest.raises(RuntimeError, match="a bug"):
        fathom(tmp_path, "games")


def test_as_many_threads_as_are_allowed_may_be_asked_for() -> None:
    assert execution.default_jobs(execution.MOST_JOBS) == execution.MOST_JOBS


@pytest.mark.parametrize("typed", ["sn\x1b[31mork", "a\u202eb", "a\udcffb"])
def test_what_is_typed_and_cannot_be_shown_is_refused(typed: str, tmp_path: Path) -> None:
    done = fathom(tmp_path, "run", typed, code=2)
    assert "a character that cannot be shown; type it without" in done.message
    assert unfit_in(done.err) == ""


def test_a_message_never_steers_the_terminal_and_shows_the_ends_of_long_words() -> None:
    told = wrapped("a \x1b[2J\x07b\n  \u202eline", 80)
    assert told == "a \ufffd[2J\ufffdb\n  \ufffdline"
    told = wrapped("a " + "b" * 10_000 + "c", 80)
    assert told.endswith("bc")
    assert len(told) < LONGEST_WORD


@pytest.mark.parametrize("key", ["name", "title"])
@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("a\\x1b[31m", "holds \\x1b, which cannot be shown"),
        (LONG, "has 300 letters"),
        ("", "has 0"),
    ],
)
def test_a_game_whose_name_cannot_be_shown_is_refused(
    key: str, said: str, why: str, tmp_path: Path
) -> None:
    fathom(tmp_path, "new", "six", "--like", "dice")
    with (tmp_path / "six.py").open("a") as file:
        file.write(f'\nfrom dataclasses import replace\n\nGAME = replace(GAME, {key}="{said}")\n')
    done = fathom(tmp_path, "run", "six.py", "--games", "8", code=2)
    assert f"the {key} of the game " in done.message
    assert why in done.message
    assert "allowed: 1 to 80 letters" in done.message


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full disk to try")
@pytest.mark.parametrize(
    ("typed", "code"), [("games >/dev/full", 1), ("games --nope 2>/dev/full", 2), ("games 2>&-", 0)]
)
def test_a_full_disk_behind_the_output_is_told_or_at_least_no_traceback(
    typed: str, code: int, tmp_path: Path
) -> None:
    done = subprocess.run(
        ["sh", "-c", f"{FATHOM} {typed}"],
        cwd=tmp_path,
        env=environment() | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    assert done.stderr.count("fathom: ") == (code == 1)
    assert ("no space left on device; make room on the disk" in done.stderr) == (code == 1)


def test_games_that_cannot_be_kept_are_told_with_the_file(tmp_path: Path) -> None:
    study = make_study("snorkeling", games=8)
    kept = KeptGames([tmp_path / "gone" / "games.csv"], study, tmp_path / "spool")
    kept.add(rows(study))
    with pytest.raises(FathomError, match=r"cannot write games\.csv: no such file or directory; "):
        kept.close()


@pytest.mark.parametrize("name", ["simulate", "strategies", "reports"])
@pytest.mark.parametrize("kind", ["package", "module"])
def test_a_package_of_somebody_else_in_the_way_is_named(
    name: str, kind: str, tmp_path: Path
) -> None:
    other = tmp_path / "theirs" / (name if kind == "package" else f"{name}.py")
    other.parent.mkdir()
    if kind == "package":
        other.mkdir()
        (other / "__init__.py").write_text("")
    else:
        other.write_text("")
    code, out, err = _begun(tmp_path, other.parent)
    assert (code, out) == (1, "")
    [line] = err.splitlines()
    assert line.startswith(f"fathom: {other} is in the way: ")
    assert "rename it, or take the folder that it lies in out of PYTHONPATH" in line


def test_the_program_begins_where_nothing_is_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "theirs" / "reports").mkdir(parents=True)  # without code: Python finds ours
    code, out, err = _begun(tmp_path, tmp_path / "theirs")
    assert (code, err) == (0, "")
    assert out.startswith("Fathom ")


def _begun(folder: Path, before: Path) -> tuple[int, str, str]:
    """Begin the program where another folder with code is found before Fathom's."""
    done = subprocess.run(
        [sys.executable, "-m", "fathom_games", "--version"],
        cwd=folder,
        env=environment() | {"PYTHONPATH": os.pathsep.join([str(before), str(ROOT)])},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr
