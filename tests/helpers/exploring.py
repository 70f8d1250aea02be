"""Sessions and servers of ``fathom explore`` with few games, for tests."""

from __future__ import annotations

import contextlib
import http.client
import json
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from simulate.explore.server import Server
from simulate.explore.session import Session
from tests.helpers.commands_helper import TOO_LONG

#: The numbers of games after which answers are posted, in tests.
STAGES = (200, 600)


def play_few_games(patch: pytest.MonkeyPatch, *stages: int) -> None:
    """Make sessions play small numbers of games (default: `STAGES`), without waiting."""
    numbers = stages or STAGES
    patch.setattr("simulate.explore.playing.STAGES", numbers)
    patch.setattr("simulate.explore.comparing.STAGES", numbers)
    for module in ("playing", "answering", "session", "finding"):
        patch.setattr(f"simulate.explore.{module}.GOAL", numbers[-1])
    patch.setattr("simulate.explore.answering.PAUSE", 0.0)


def play_nothing(patch: pytest.MonkeyPatch) -> None:
    """Make sessions play no games, for tests of everything else."""
    patch.setattr("simulate.explore.playing.Player.play", lambda *arguments: None)


@contextlib.contextmanager
def session_of(source: str, journal: Path, jobs: int = 1) -> Iterator[Session]:
    """Open a session, and close it at the end."""
    session = Session(source, journal, jobs)
    try:
        yield session
    finally:
        session.close()


def wait_for(session: Session, kind: str, reached: Callable[[Any], object]) -> Any:
    """Wait until the newest value of a kind on the board is as wanted, and return it."""
    end = time.monotonic() + TOO_LONG
    while not reached(value := session.board.value(kind)):
        assert time.monotonic() < end, f"not reached: {value}"
        time.sleep(0.01)
    return value


def settled_answer(session: Session) -> Any:
    """Wait until all games of the newest rules were played, and return the answer."""
    revision = session.board.value("state")["revision"]
    answer = wait_for(
        session,
        "answer",
        lambda value: (
            value
            and value["revision"] == revision
            and value["phase"] in ("settled", "failed")
            and not (value["is_stale"] and not value["failure"])
        ),
    )
    assert answer["phase"] == "settled", answer
    return answer


def card(answer: Any, identity: str) -> Any:
    """Return a card of an answer."""
    return next(card for card in answer["cards"] if card["id"] == identity)


def control(session: Session, name: str) -> Any:
    """Return a control of the page."""
    state = session.board.value("state")
    controls = [control for group in state["groups"] for control in group["controls"]]
    entries = [entry for control in controls for entry in control.get("entries", [])]
    return next(control for control in [*controls, *entries] if control["name"] == name)


@contextlib.contextmanager
def server_of(session: Session) -> Iterator[Server]:
    """Serve a session in a thread, and stop at the end."""
    server = Server(session)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield server
    finally:
        server.stop()
        thread.join(TOO_LONG)
        assert not thread.is_alive()


class Client:
    """A program that sends requests to a server.

    Parameters
    ----------
    address
        The address of the page, with its token.
    """

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self.host = parts.netloc
        self.port = int(parts.port or 0)
        self.token = parts.path.strip("/")

    def request(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        with_token: bool = True,
        **headers: str | None,
    ) -> tuple[int, dict[str, str], bytes]:
        """Send a request; return the status code, the headers and the content of the answer.

        Parameters
        ----------
        method
            The method, such as "GET".
        path
            The path below the token, without a slash at the beginning.
        body
            The content of the request.
        with_token
            False if `path` is the whole path.
        **headers
            Headers, with underscores for hyphens. None leaves a usual header out.
        """
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TOO_LONG)
        usual: dict[str, str | None] = {"host": self.host}
        if method != "GET":
            usual["origin"] = f"http://{self.host}"
        sent = usual | {name.replace("_", "-"): value for name, value in headers.items()}
        target = f"/{self.token}/{path}" if with_token else path
        connection.putrequest(method, target, skip_host=True, skip_accept_encoding=True)
        for name, value in sent.items():
            if value is not None:
                connection.putheader(name, value)
        if isinstance(body, bytes) and "content-length" not in sent:
            connection.putheader("content-length", str(len(body)))
        try:
            connection.endheaders()
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                for part in [body] if isinstance(body, bytes) else body or ():
                    connection.send(part)
            answer = connection.getresponse()
            return answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read()
        finally:
            connection.close()

    def act(self, action: str, **arguments: Any) -> Any:
        """Send an action as the page does, and return the answer."""
        body = json.dumps({"action": action} | arguments).encode()
        _, _, content = self.request("POST", "act", body, content_type="application/json")
        return json.loads(content)
