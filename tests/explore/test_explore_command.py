"""The command itself: its address, its journal, Ctrl-C, and what it refuses."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.commands_helper import TOO_LONG, contents, fathom, started, wait_until
from tests.helpers.exploring import Client
from tests.helpers.file_games import file_of

PIG = file_of("pig")
ADDRESS = re.compile(r"The page is at (http://127\.0\.0\.1:\d+/[\w-]{20,}/)$")


@contextmanager
def explored(
    folder: Path, *arguments: str, number: signal.Signals = signal.SIGINT
) -> Iterator[tuple[subprocess.Popen[str], Client]]:
    """Start ``fathom explore``, and yield the process and a client of its page."""
    process = started(folder, "explore", *arguments, "--no-browser", number=number)
    try:
        assert process.stdout is not None
        address = ADDRESS.match(process.stdout.readline().rstrip())
        assert address, process.communicate()
        assert process.stdout.readline() == "Ctrl-C ends it.\n"
        yield process, Client(address[1])
    finally:
        process.kill()
        process.communicate()


def children_of(process: int) -> list[int]:
    """Return the ids of the processes that a process started; none outside Linux."""
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


def seconds_of_work(process: int) -> float:
    """Return the seconds for which a process used a processor."""
    _, _, fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")
    user, system = fields.split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def ended(process: subprocess.Popen[str], number: signal.Signals = signal.SIGINT) -> None:
    """Send a signal, and check that the command ends with code 0 and leaves no process."""
    children = children_of(process.pid)
    process.send_signal(number)
    out, err = process.communicate(timeout=TOO_LONG)
    assert (process.returncode, out, err) == (0, "", "")
    wait_until(lambda: not any(Path(f"/proc/{child}").exists() for child in children))


@contextmanager
def open_page(client: Client) -> Iterator[dict[str, Any]]:
    """Follow the events of a page in a thread; yield the newest value of each kind."""
    newest: dict[str, Any] = {}

    def follow() -> None:
        request = f"GET /{client.token}/events HTTP/1.1\r\nHost: {client.host}\r\n\r\n"
        with socket.create_connection(("127.0.0.1", client.port)) as connection:
            connection.sendall(request.encode())
            kind = ""
            for line in connection.makefile("rb"):
                if line.startswith(b"event: "):
                    kind = line[7:].decode().strip()
                elif line.startswith(b"data: "):
                    newest[kind] = json.loads(line[6:])

    thread = threading.Thread(target=follow, daemon=True)
    thread.start()
    yield newest
    thread.join(TOO_LONG)
    assert not thread.is_alive()


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_command_with_pages_open_and_leaves_only_the_journal(
    number: signal.Signals, tmp_path: Path
) -> None:
    options = (PIG, "--journal", "it.journal", "--jobs", "1")
    with (
        explored(tmp_path, *options, number=number) as (process, client),
        open_page(client) as page,
        open_page(client),
    ):
        wait_until(lambda: "state" in page and "answer" in page)
        assert client.act("set", rule="goal", value=40) == {"ok": True}
        ended(process, number)
    assert set(contents(tmp_path)) == {"it.journal"}


@pytest.mark.slow
def test_the_page_opens_where_it_was_left(tmp_path: Path) -> None:
    with explored(tmp_path, "scaphandre") as (process, client):
        client.act("set", rule="limit", value=14)
        client.act("keep")
        ended(process)
    assert set(contents(tmp_path)) == {"scaphandre.journal"}
    with explored(tmp_path, "scaphandre") as (process, client):
        with open_page(client) as page:
            wait_until(lambda: "state" in page)
            ended(process)
        (version,) = page["state"]["versions"]
        assert (version["letter"], version["is_current"]) == ("A", True)
        assert page["state"]["undo"]


@pytest.mark.slow
def test_the_same_design_is_not_opened_twice(tmp_path: Path) -> None:
    with explored(tmp_path, PIG, "--journal", "it.journal") as (process, client):
        before = (tmp_path / "it.journal").read_bytes()
        second = fathom(tmp_path, "explore", PIG, "--journal", "it.journal", "--no-browser", code=2)
        assert "another 'fathom explore' has it.journal open" in second.message
        assert "--journal FILE" in second.message
        assert "--out" not in second.message
        assert (tmp_path / "it.journal").read_bytes() == before
        with explored(tmp_path, PIG, "--journal", "other.journal") as (other, other_client):
            other_client.act("stop")  # The server of the page answers.
            ended(other)
        assert client.act("set", rule="goal", value=40) == {"ok": True}
        ended(process)
    assert set(contents(tmp_path)) == {"it.journal", "other.journal"}


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="this system has no /proc")
def test_an_idle_command_with_an_open_page_needs_no_processor(tmp_path: Path) -> None:
    game = tmp_path / "pig.py"
    game.write_bytes(Path(PIG).read_bytes())
    with explored(tmp_path, "pig.py", "--trust") as (process, client):
        with open_page(client) as page:
            wait_until(lambda: "answer" in page)
            client.act("stop")
            wait_until(lambda: page["answer"]["phase"] in ("stopped", "settled"))
            time.sleep(1)
            before = seconds_of_work(process.pid)
            time.sleep(5)
            after = seconds_of_work(process.pid)
            ended(process)
        assert after - before < 0.5


@pytest.mark.parametrize("port", ["used", "70000", "-1"])
def test_a_port_that_cannot_be_used_is_refused(port: str, tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        number = str(other.getsockname()[1]) if port == "used" else port
        done = fathom(
            tmp_path, "explore", PIG, "--journal", "it", "--port", number, "--no-browser", code=2
        )
    assert f"port {number}" in done.message or "--port" in done.message
    assert set(contents(tmp_path)) <= {"it"}


def test_an_unknown_game_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    done = fathom(tmp_path, "explore", "snorkling", "--no-browser", code=2)
    assert "did you mean 'snorkeling'" in done.message
    done = fathom(tmp_path, "explore", "missing/nothing.py", "--no-browser", code=2)
    assert "nothing.py" in done.message
    assert contents(tmp_path) == {}


def test_a_journal_of_another_game_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "it.journal"
    path.write_text('{"format": "fathom design 1", "game": "scaphandre"}\n')
    before = contents(tmp_path)
    done = fathom(
        tmp_path, "explore", "snorkeling", "--journal", "it.journal", "--no-browser", code=2
    )
    assert "it.journal is not the journal of a design of snorkeling" in done.message
    assert contents(tmp_path) == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_journal_in_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    fathom(tmp_path, "explore", "snorkeling", "--no-browser", code=1)
    tmp_path.chmod(0o700)
