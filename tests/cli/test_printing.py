"""Reports are printed by a browser as PDF, and people write above them what they like."""

from __future__ import annotations

import datetime
import os
import re
import sys
from pathlib import Path

import pytest

from reports.writing.report_file import cover_of, find_browser
from simulate import UsageError, run
from simulate.play import journal
from tests.helpers.commands_helper import contents, fathom

SMALL = ("schnuff", "--players", "3", "-s", "random", "--games", "300", "--quiet")
#: Writes what a browser would print, with the page in it.
PRINTS = """\
pdf = [word.split("=", 1)[1] for word in sys.argv if word.startswith("--print-to-pdf=")][0]
page = urllib.request.urlopen(sys.argv[-1]).read()
open(pdf, "wb").write(b"%PDF-1.4\\n" + page + b"\\n%%EOF\\n")
"""
FAILS = 'sys.stderr.write("no room left\\n\\n"); sys.exit(1)'


@pytest.fixture
def browser(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only browser that can be found, which prints by a script of ours."""
    path = tmp_path_factory.mktemp("bin") / "chromium"
    write_browser(path, PRINTS)
    monkeypatch.setenv("PATH", str(path.parent))
    return path


def write_browser(path: Path, script: str) -> None:
    text = f"#!{sys.executable}\nimport sys, urllib.request\n{script}\n"
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="a script is no program there")
def test_a_pdf_report_is_the_page_printed_by_a_browser(
    browser: Path, tmp_path: Path, undrawn: None
) -> None:
    done = fathom(tmp_path, "report", *SMALL, "--out", "a.pdf")
    assert done.out.endswith("\nThe report is in a.pdf\n")
    printed = (tmp_path / "a.pdf").read_bytes()
    assert printed.startswith(b"%PDF-1.4\n<!DOCTYPE html>")
    assert b"Schnuff, 3 players" in printed
    assert b"300 games, played by" in printed
    assert re.search(rb"%%EOF\n% A report by Fathom \S+\n$", printed)
    # A report may replace itself.
    fathom(tmp_path, "report", *SMALL, "--out", "a.pdf")
    assert (tmp_path / "a.pdf").read_bytes() == printed
    assert list(contents(tmp_path)) == ["a.pdf"]


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="a script is no program there")
def test_a_browser_that_fails_to_print_is_an_error_that_changes_no_file(
    browser: Path, tmp_path: Path, undrawn: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "FIRST_PAUSE", 0.0)  # all that is played is kept at once
    write_browser(browser, FAILS)
    (tmp_path / "theirs.pdf").write_bytes(b"%PDF-1.4\n%%EOF\n")
    before = contents(tmp_path)
    done = fathom(tmp_path, "report", *SMALL, "--out", "new/a.pdf", code=1)
    assert f"{browser} did not print the report (message: no room left)" in done.err
    remedy = "write a page with --out report.html, open it in any browser and print it"
    assert remedy in done.message
    done = fathom(tmp_path, "report", *SMALL, "--out", "theirs.pdf", code=2)
    assert "theirs.pdf exists and is not a report by Fathom" in done.err
    assert contents(tmp_path) == before


def test_a_pdf_report_is_refused_without_a_browser(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UsageError):
        find_browser("linux")
    if sys.platform != "linux":
        pytest.skip("this computer may have one in its usual place")
    command = ("report", "snorkeling", "--games", "10M", "--out", "a.pdf")
    done = fathom(tmp_path, *command, code=2)
    assert (
        "Chromium, Chrome, Edge or Brave is needed to print a PDF, and none was found" in done.err
    )
    assert "install one of them, or write a page with --out report.html" in done.err
    results = run("schnuff", lineup=["random"], games=300, jobs=1)
    with pytest.raises(UsageError, match="none was found"):
        results.report(tmp_path / "a.pdf")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("system", "folder", "place"),
    [
        ("win32", "PROGRAMFILES(X86)", "Microsoft/Edge/Application/msedge.exe"),
        ("win32", "LOCALAPPDATA", "Google/Chrome/Application/chrome.exe"),
        ("darwin", "HOME", "Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
    ],
)
def test_a_browser_is_found_in_its_usual_folder_on_windows_and_macos(
    system: str, folder: str, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("PATH", "PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "nothing"))
    with pytest.raises(UsageError):
        find_browser(system)
    monkeypatch.setenv(folder, str(tmp_path))
    (tmp_path / place).parent.mkdir(parents=True)
    (tmp_path / place).touch()
    assert find_browser(system) == str(tmp_path / place)


@pytest.mark.slow
def test_title_author_date_and_note_come_before_the_first_answer(
    tmp_path: Path, undrawn: None
) -> None:
    above = ["--title", "Draft <3>", "--author", "Ada & Bo", "--note", "For\nMonday."]
    done = fathom(tmp_path, "report", *SMALL, *above, "--date", "2026-03-01", "--out", "new/a.html")
    assert done.out.splitlines()[:4] == [
        "Draft <3> · 300 games · players who move at random",
        "  Schnuff, 3 players",
        "  Ada & Bo, 1 March 2026",
        "  For Monday.",
    ]
    page = (tmp_path / "new" / "a.html").read_text(encoding="utf-8")
    assert "<title>Draft &lt;3&gt; — Fathom</title>" in page
    assert (
        "<h1>Draft &lt;3&gt;</h1>\n"
        '<p class="subtitle">Schnuff, 3 players</p>\n'
        '<p class="byline">Ada &amp; Bo, 1 March 2026</p>\n'
        '<p class="remark">For Monday.</p>\n'
        "</header>"
    ) in page


@pytest.mark.slow
def test_a_notebook_can_set_the_title_author_and_date_of_a_report(tmp_path: Path) -> None:
    results = run("schnuff", lineup=["random"], games=300, jobs=1)
    day = datetime.date(2026, 11, 22)
    path = results.report(tmp_path / "a.md", title="Draft", author="Ada", date=day, jobs=1)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[2:8] == ["# Draft", "", "Schnuff, 4 players", "", "Ada, 22 November 2026", ""]
    plain = results.report(tmp_path / "b.md", jobs=1).read_text(encoding="utf-8").splitlines()
    assert plain[2:4] == ["# Schnuff, 4 players", ""]
    assert plain[4].startswith("**What was played?** ")


def test_a_report_has_no_date_unless_a_day_or_today_is_given(tmp_path: Path) -> None:
    assert cover_of().date == ""
    today = datetime.date.today()
    assert cover_of(date="today").date == cover_of(date=today).date
    assert cover_of(date="today").date.startswith(f"{today.day} ")
    for wrong in ("22.11.2026", "2026-13-01", "tomorrow"):
        done = fathom(tmp_path, "report", *SMALL, "--date", wrong, "--out", "a.md", code=2)
        assert f"--date cannot be '{wrong}'; give a date such as" in done.err
    assert list(tmp_path.iterdir()) == []
