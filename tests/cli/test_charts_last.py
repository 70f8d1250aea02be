"""Commands print their results before they draw charts, and lose neither."""

from __future__ import annotations

import errno
import json
import os
import shutil
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from reports.writing import terminal
from reports.writing.chart_frame import save_chart
from simulate.output import folder as folders
from tests.helpers.commands_helper import fathom, started, wait_until

RUN = ("run", "snorkeling", "-s", "random", "--games", "90", "--out", "a", "--no-robust")


def chart_files(folder: Path) -> set[str]:
    """Return the names of the charts in a folder, each of which must have both kinds of files."""
    drawings = {path.stem for path in folder.glob("*.png")}
    assert drawings == {path.stem for path in folder.glob("*.svg")}
    return drawings


@pytest.mark.slow
@pytest.mark.parametrize("more", [(), ("--full",)])
def test_results_are_printed_and_written_before_charts_are_drawn(
    more: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed, written = list[str](), list[set[str]]()

    def saving(chart: Any, folder: Path) -> None:
        printed.append(os.pread(sys.stdout.fileno(), 1_000_000, 0).decode())
        written.append({path.name for path in (tmp_path / "a").iterdir()})
        save_chart(chart, folder)

    monkeypatch.setattr("simulate.cli.carry_out.save_chart", saving)
    done = fathom(tmp_path, *RUN, *more)
    *before, last = done.out.splitlines(keepends=True)
    assert set(printed) == {"".join(before)}
    assert last.endswith("tables and charts: a\n")
    assert all({"study.toml", "summary.json", "seats.csv", "journal"} <= names for names in written)
    assert len(chart_files(tmp_path / "a")) == len(printed) > 1


def test_an_error_while_printing_loses_no_charts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*document: object, **options: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    fathom(tmp_path, *RUN)
    expected = {path.name for path in (tmp_path / "a").iterdir()}
    shutil.rmtree(tmp_path / "a")
    monkeypatch.setattr(terminal, "show", full)
    done = fathom(tmp_path, *RUN, code=1)
    assert "no space left on device" in done.err
    assert {path.name for path in (tmp_path / "a").iterdir()} == expected
    assert chart_files(tmp_path / "a")


def test_interrupting_the_printing_keeps_the_results_and_draws_no_charts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pressing(*document: object, **options: object) -> None:
        os.kill(os.getpid(), signal.SIGINT)

    with monkeypatch.context() as patched:
        patched.setattr(terminal, "show", pressing)
        done = fathom(tmp_path, *RUN, code=130)
    assert done.out == ""
    assert done.message.startswith("fathom: interrupted while the results were printed; ")
    assert (tmp_path / "a" / "summary.json").is_file()
    assert not chart_files(tmp_path / "a")
    again = fathom(tmp_path, *RUN)
    assert again.out.endswith("tables and charts: a\n")
    assert chart_files(tmp_path / "a")


def test_charts_that_cannot_be_written_are_reported_and_all_else_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(chart: object, folder: Path) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("simulate.cli.carry_out.save_chart", full)
    done = fathom(tmp_path, *RUN, code=1)
    assert "90 games" in done.out
    assert done.out.endswith("; tables: a\n")
    assert done.message.startswith("fathom: cannot write the charts to a: No space left on device")
    assert (tmp_path / "a" / "summary.json").is_file()
    assert not chart_files(tmp_path / "a")
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


@pytest.mark.slow
def test_a_command_killed_while_it_draws_leaves_its_results_and_draws_when_repeated(
    tmp_path: Path,
) -> None:
    """The process is killed when the tables are written and the charts are not."""
    summary = tmp_path / "a" / "summary.json"
    process = started(tmp_path, *RUN)
    wait_until(summary.exists)
    process.kill()
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    written = json.loads(summary.read_text())
    assert not chart_files(tmp_path / "a")
    fathom(tmp_path, *RUN)
    assert json.loads(summary.read_text())["tally_id"] == written["tally_id"]
    assert chart_files(tmp_path / "a")
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_charts_replace_none_of_the_other_files(tmp_path: Path) -> None:
    names = {"study.toml", "chart.png"}
    with folders.Folder(tmp_path / "a", names, "id") as folder:
        assert folder.put(lambda place: (place / "study.toml").touch(), partial=False)
        assert folder.add_charts(lambda place: (place / "chart.png").touch())
    assert {path.name for path in (tmp_path / "a").iterdir()} == names
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
