"""``fathom report --pack`` as its users run it: what it writes, refuses, replaces and opens."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from openpyxl import load_workbook

from reports.pack.contents import PLAYED_BY_COMPUTER
from reports.pack.folder import NAMES
from simulate.output.opening import open_path
from tests.helpers.commands_helper import TOO_LONG, contents, fathom

SMALL = ("schnuff", "--players", "3", "-s", "random", "--games", "300", "--no-robust")


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for openers until they end, however busy the machine is."""
    monkeypatch.setattr("simulate.output.opening.PATIENCE", float(TOO_LONG))


def write_opener(folder: Path, script: str) -> dict[str, str]:
    """Write a program that opens files, and return the environment in which it is found."""
    folder.mkdir()
    for name in ("xdg-open", "open"):
        path = folder / name
        path.write_text(f"#!{sys.executable}\nimport sys\n{script}\n", encoding="utf-8")
        path.chmod(0o755)
    return {"PATH": str(folder), "DISPLAY": ":0"}


@pytest.mark.slow
def test_a_pack_is_written_again_with_equal_bytes(tmp_path: Path, undrawn: None) -> None:
    done = fathom(tmp_path, "report", *SMALL, "--pack", "new/pack")
    assert done.out.endswith(f"\nThe pack is in new/pack: {', '.join(NAMES)}\n")
    assert sorted(path.name for path in (tmp_path / "new" / "pack").iterdir()) == sorted(NAMES)
    before = contents(tmp_path)
    fathom(tmp_path, "report", *SMALL, "--pack", "new/pack")
    assert contents(tmp_path) == before
    done = fathom(tmp_path, "report", *SMALL, "--pack", "new/pack", "--out", "a.html")
    assert done.out.endswith("\nThe report is in a.html, the pack in new/pack\n")
    page = (tmp_path / "a.html").read_bytes()
    assert page == (tmp_path / "new" / "pack" / "report.html").read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        ("compare", "schnuff", "--players", "3", "-s", "random", "--rule", "hand_size=5"),
        ("sweep", "schnuff", "--players", "3", "-s", "random", "--vary", "chips=4,6"),
        ("tournament", "schnuff", "--players", "3", "-s", "random", "-s", "bully"),
        ("cards", "schnuff", "--players", "3", "-s", "random"),
    ],
    ids=lambda command: command[0],
)
def test_packs_of_other_analyses_also_say_who_played(
    tmp_path: Path, command: tuple[str, ...], undrawn: None
) -> None:
    fathom(tmp_path, *command, "--games", "60", "--no-charts", "--quiet", "--out", "run")
    fathom(tmp_path, "report", "run", "--quiet", "--pack", "pack")
    assert sorted(path.name for path in (tmp_path / "pack").iterdir()) == sorted(NAMES)
    summary = load_workbook(tmp_path / "pack" / "workbook.xlsx").worksheets[0]
    assert PLAYED_BY_COMPUTER in [cell for row in summary.values for cell in row]


def test_a_pack_into_a_file_or_a_folder_with_other_files_is_refused_before_playing(
    tmp_path: Path,
) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "summary.pdf").write_bytes(b"%PDF-1.4\n%%EOF\n")
    before = contents(tmp_path)
    command = ("report", "snorkeling", "--games", "10M", "--pack", "mine")
    done = fathom(tmp_path, *command, code=2)
    assert "mine contains 'summary.pdf', which is not of a pack by Fathom; move it" in done.message
    done = fathom(tmp_path, *command[:-1], "mine/summary.pdf", code=2)
    assert "mine/summary.pdf is a file; name a folder with --pack" in done.message
    assert contents(tmp_path) == before


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="a script is no program there")
def test_a_report_that_cannot_be_opened_does_not_fail(
    tmp_path: Path, undrawn: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment = write_opener(tmp_path / "bin", 'open("opened", "a").write(sys.argv[1])')
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    folder = tmp_path / "work"
    folder.mkdir()
    fathom(folder, "report", *SMALL, "--pack", "pack", "--open")
    assert (folder / "opened").read_text() == str(folder / "pack")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    if sys.platform == "linux":
        done = fathom(folder, "report", *SMALL, "--out", "a.html", "--open")
        message = " ".join(done.err.split())
        assert "a.html was not opened, because this computer has no screen" in message


@pytest.mark.skipif(os.name == "nt", reason="a script is no program there")
def test_files_are_opened_by_the_program_of_the_system(tmp_path: Path) -> None:
    target = tmp_path / "report.html"
    script = f'open({str(tmp_path / "opened")!r}, "a").write(sys.argv[1])'
    environment = write_opener(tmp_path / "bin", script)
    for system in ("linux", "darwin"):
        assert open_path(target, system, environment) == ""
        assert (tmp_path / "opened").read_text() == str(target)
        (tmp_path / "opened").unlink()


@pytest.mark.skipif(os.name == "nt", reason="a script is no program there")
def test_the_reason_is_returned_if_a_file_cannot_be_opened(tmp_path: Path) -> None:
    failing = write_opener(tmp_path / "bin", "sys.exit(3)")
    target = tmp_path / "report.html"
    assert open_path(target, "linux", failing).endswith("xdg-open failed with code 3")
    assert open_path(target, "linux", {"PATH": str(tmp_path), "DISPLAY": ":0"}) == (
        "there is no program xdg-open"
    )
    assert "no screen" in open_path(target, "linux", {"PATH": str(tmp_path / "bin")})
