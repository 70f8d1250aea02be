"""The server of the page: it sends the page and its events, and takes the actions of the page."""

from __future__ import annotations

import json
import os
import secrets
import signal
import socket
import threading
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from importlib.resources import files
from pathlib import PurePosixPath

import uvicorn
from jinja2 import Environment, select_autoescape
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from simulate.errors import FathomError, UsageError
from simulate.explore.addresses import THIS_MACHINE, family_of, names_of
from simulate.explore.guard import Guard, TooLargeError
from simulate.explore.session import Session

#: The number of letters of the token in the address is about 4/3 of this number of bytes.
_TOKEN_BYTES = 24
_TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
#: The header with the policy on what a page may load.
_POLICY = "content-security-policy"
#: Documents have scripts and styles within them, run apart from the page, and load nothing.
_POLICY_OF_DOCUMENTS = (
    "sandbox allow-scripts allow-downloads; default-src 'none'; script-src 'unsafe-inline'; "
    "style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"
)
#: The time in seconds that open pages have to end when the server stops.
_GRACE_SECONDS = 1


def make_app(session: Session, token: str, hosts: Collection[str]) -> Guard:
    """Return the application that serves a session.

    Parameters
    ----------
    session
        What the page shows and changes.
    token
        The secret first part of each path.
    hosts
        The names under which the server may be addressed, with the port.
    """
    sources = _read_page(session)

    async def page(request: Request) -> Response:
        return Response(sources["explore.html"], media_type="text/html")

    async def part(request: Request) -> Response:
        name = request.path_params["name"]
        kind = _TYPES.get(PurePosixPath(name).suffix)
        if name not in sources or kind is None:
            return Response("There is no such file.", 404)
        return Response(sources[name], media_type=kind)

    async def events(request: Request) -> Response:
        return StreamingResponse(session.board.events(), media_type="text/event-stream")

    async def act(request: Request) -> Response:
        try:
            action = json.loads(await request.body(), parse_constant=_refuse_constant)
            if not isinstance(action, Mapping):
                raise UsageError("an action is a JSON object")
            await run_in_threadpool(session.act, action)
        except TooLargeError:
            return JSONResponse({"ok": False, "error": "The request is too large."}, 413)
        except (ValueError, RecursionError):
            return JSONResponse({"ok": False, "error": "The request is not JSON."}, 400)
        except FathomError as error:
            return JSONResponse({"ok": False, "error": str(error)}, 400)
        return JSONResponse({"ok": True})

    async def log(request: Request) -> Response:
        try:
            content = await request.body()
            name = request.query_params.get("name", "")
            await run_in_threadpool(session.compare_log, name, content)
        except TooLargeError:
            return JSONResponse({"ok": False, "error": "The file is too large."}, 413)
        except FathomError as error:
            return JSONResponse({"ok": False, "error": str(error)}, 400)
        return JSONResponse({"ok": True})

    async def study(request: Request) -> Response:
        try:
            text = await run_in_threadpool(session.study_file)
        except FathomError as error:
            return Response(str(error), 400)
        headers = {"content-disposition": f'attachment; filename="{session.name}.toml"'}
        return Response(text, media_type="application/toml", headers=headers)

    async def document(request: Request) -> Response:
        made = session.documents.page(request.path_params["identity"])
        if made is None:
            return Response("This document is not there any more.", 404)
        return Response(made, media_type="text/html", headers={_POLICY: _POLICY_OF_DOCUMENTS})

    async def file(request: Request) -> Response:
        name = request.path_params["name"]
        content = session.documents.file(request.path_params["identity"], name)
        if content is None:
            return Response("This file is not there any more.", 404)
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(content, media_type="application/octet-stream", headers=headers)

    routes = [
        Route("/", page),
        Route("/page/{name}", part),
        Route("/events", events),
        Route("/act", act, methods=["POST"]),
        Route("/log", log, methods=["POST"]),
        Route("/study.toml", study),
        Route("/document/{identity}", document),
        Route("/file/{identity}/{name}", file),
    ]
    application = Starlette(routes=routes)
    # A path with a slash at its end would otherwise lead to an address without the token.
    application.router.redirect_slashes = False
    return Guard(application, token, hosts)


def _refuse_constant(name: str) -> None:
    """Raise `ValueError` for a number that JSON does not have, such as NaN."""
    raise ValueError(name)


def _read_page(session: Session) -> dict[str, bytes]:
    """Return the files of the page by name. No request can name any other file."""
    folder = files("simulate.explore") / "page"
    sources = {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}
    template = Environment(autoescape=select_autoescape(default_for_string=True)).from_string(
        sources["explore.html"].decode("utf-8")
    )
    sources["explore.html"] = template.render(title=session.title).encode("utf-8")
    return sources


class Server:
    """A server of a session, on a port of its own.

    Parameters
    ----------
    session
        What the page shows and changes.
    host
        The address on which to listen.
    port
        The port; 0 for any free one.

    Raises
    ------
    UsageError
        If the address or the port cannot be used.
    """

    def __init__(self, session: Session, host: str = THIS_MACHINE, port: int = 0) -> None:
        self._session = session
        self._socket = socket.socket(family_of(host), socket.SOCK_STREAM)
        if os.name == "posix":
            # The port of a server that has just ended can be used again at once.
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            self._socket.bind((host, port))
            # Browsers that come before the server runs wait, and are not refused.
            self._socket.listen()
        except (OSError, OverflowError) as error:
            self._socket.close()
            raise UsageError(
                f"the page cannot be served on {host}, port {port}: {error}; choose another "
                "port with --port, or leave it out"
            ) from None
        port = self._socket.getsockname()[1]
        hosts = [f"{name}:{port}" for name in names_of(host)]
        token = secrets.token_urlsafe(_TOKEN_BYTES)
        #: The address of the page, with its token.
        self.address = f"http://{hosts[0]}/{token}/"
        config = uvicorn.Config(
            make_app(session, token, hosts),
            lifespan="off",
            log_level="error",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=_GRACE_SECONDS,
        )
        self._server = _EndingServer(config, session)

    def run(self) -> None:
        """Serve until Ctrl-C or another signal that ends programs."""
        with _ends_with_terminal(self._server):
            self._server.run(sockets=[self._socket])

    def stop(self) -> None:
        """End `run`, from any thread."""
        self._server.should_exit = True


@contextmanager
def _ends_with_terminal(server: uvicorn.Server) -> Iterator[None]:
    """End a server in good order when its terminal is closed, in the `with` block.

    uvicorn does so for the other signals. Python allows handlers in the main thread only.
    """
    number = getattr(signal, "SIGHUP", None)
    is_main = threading.current_thread() is threading.main_thread()
    if number is None or not is_main or signal.getsignal(number) is signal.SIG_IGN:
        yield
        return
    before = signal.signal(number, server.handle_exit)
    try:
        yield
    finally:
        signal.signal(number, before)


class _EndingServer(uvicorn.Server):
    """A server that ends the events of open pages when it stops, so that it need not wait."""

    def __init__(self, config: uvicorn.Config, session: Session) -> None:
        super().__init__(config)
        self._session = session

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop serving."""
        self._session.board.close()
        await super().shutdown(sockets)
