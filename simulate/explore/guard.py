"""The guard in front of the page: it answers requests of this page only.

Whoever can reach the server can change the design and make it play, so each request must have the
secret token in its address. Other pages in the same browser could still send requests, and names
of other sites can be made to lead to this machine (DNS rebinding). So the name of the host and, if
the browser sends it, the origin of the request must be those of the page.
"""

from __future__ import annotations

import hmac
from collections.abc import Collection

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: The maximum size of a request in bytes, and that of a log of games, by the end of its path.
MOST_BYTES = 64_000
_MOST_BYTES_BY_PATH = {"/log": 5_000_000}
#: What the page may load: only what this server sends.
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
_POLICY_HEADER = "content-security-policy"
_HEADERS = {
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}


class Guard:
    """Passes the requests of the page on, without the token in their path, and refuses others.

    Parameters
    ----------
    app
        The application behind the guard.
    token
        The secret first part of each path.
    hosts
        The names under which the server may be addressed, with the port, as in
        "127.0.0.1:8000".
    """

    def __init__(self, app: ASGIApp, token: str, hosts: Collection[str]) -> None:
        self._app = app
        self._token = token
        self._hosts = frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, as the interface ASGI requires."""
        if scope["type"] != "http":
            return
        refusal = self._refusal(scope)
        if refusal:
            code, reason = refusal
            headers = _HEADERS | {_POLICY_HEADER: _POLICY}
            await PlainTextResponse(reason, code, headers)(scope, receive, send)
            return
        prefix = f"/{self._token}"
        inner = dict(scope, path=scope["path"][len(prefix) :], root_path="")

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.setdefault(_POLICY_HEADER, _POLICY)
                for name, value in _HEADERS.items():
                    headers[name] = value
            await send(message)

        most = _most_bytes(inner["path"])
        await self._app(inner, _limited(receive, most), send_guarded)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Return the status code and the reason why a request is refused; None if it is not."""
        headers = Headers(scope=scope)
        if headers.get("host") not in self._hosts:
            return 403, "This address is not that of the page."
        if not self._has_token(scope["path"]):
            return 404, "There is no such page. Open the address that 'fathom explore' printed."
        if not _is_from_page(headers, scope["method"]):
            return 403, "The request comes from another page."
        size = headers.get("content-length", "0")
        if not size.isdecimal() or int(size) > _most_bytes(f"/{scope['path'].rpartition('/')[2]}"):
            return 413, "The request is too large."
        return None

    def _has_token(self, path: str) -> bool:
        """Return True if a path begins with the token; it takes the same time for all others."""
        token, slash, _ = path.removeprefix("/").partition("/")
        return hmac.compare_digest(token.encode(), self._token.encode()) and bool(slash)


def _is_from_page(headers: Headers, method: str) -> bool:
    """Return True unless a request comes from another page.

    Browsers send the origin of all requests that may change anything, so these need one.
    """
    origin = headers.get("origin")
    is_reading = method in ("GET", "HEAD")
    if not (origin is None and is_reading) and origin != f"http://{headers.get('host')}":
        return False
    return headers.get("sec-fetch-site", "none") in ("same-origin", "none")


def _most_bytes(path: str) -> int:
    """Return the maximum size of a request to a path, without the token, in bytes."""
    return _MOST_BYTES_BY_PATH.get(path, MOST_BYTES)


class TooLargeError(Exception):
    """A request has more bytes than it may have, although it did not say so."""


def _limited(receive: Receive, most: int) -> Receive:
    """Return a function that receives a request, and raises `TooLargeError` above `most` bytes."""
    received = 0

    async def receive_some() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > most:
            raise TooLargeError
        return message

    return receive_some
