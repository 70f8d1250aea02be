"""The guard of the page: only the page itself is answered, and it can read nothing else."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

from simulate.explore.guard import MOST_BYTES
from simulate.explore.session import Session
from tests.helpers.exploring import Client, play_nothing, server_of, session_of
from tests.helpers.file_games import file_of

PAGE = sorted(file.name for file in (files("simulate.explore") / "page").iterdir())
SET = json.dumps({"action": "set", "rule": "goal", "value": 50}).encode()


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    folder = tmp_path_factory.mktemp("guard")
    with pytest.MonkeyPatch.context() as patch:
        play_nothing(patch)
        with session_of(file_of("pig"), folder / "pig.journal") as session:
            yield session


@pytest.fixture(scope="module")
def client(session: Session) -> Iterator[Client]:
    with server_of(session) as server:
        yield Client(server.address)


@pytest.fixture(autouse=True)
def nothing_changes(session: Session, request: pytest.FixtureRequest) -> Iterator[None]:
    """Check that a request that is refused leaves the design as it is."""
    before = session.design
    yield
    assert session.design == before


@pytest.mark.parametrize("name", ["", *(f"page/{name}" for name in PAGE if "html" not in name)])
def test_the_page_and_its_files_are_sent(name: str, client: Client) -> None:
    code, headers, content = client.request("GET", name)
    assert code == 200
    kind = {"": "text/html", "css": "text/css", "js": "text/javascript"}[name.rpartition(".")[2]]
    assert headers["content-type"] == f"{kind}; charset=utf-8"
    if name:
        assert content == (files("simulate.explore") / name).read_bytes()
    else:
        assert b"<title>Pig: explore the rules</title>" in content


def test_an_action_of_the_page_is_carried_out(client: Client, session: Session) -> None:
    before = session.design
    code, _, content = client.request("POST", "act", SET)
    assert (code, json.loads(content)) == (200, {"ok": True})
    assert session.design.choices.rules == {"goal": 50}
    assert client.act("undo") == {"ok": True}
    assert session.design == before


def tokens(client: Client) -> dict[str, str]:
    """Return paths without the right token, by what is wrong with them."""
    token = client.token
    return {
        "none": "/",
        "none, with a path": "/act",
        "empty": "//act",
        "other": f"/{'x' * len(token)}/act",
        "a prefix": f"/{token[:-1]}/act",
        "longer": f"/{token}x/act",
        "other case": f"/{token.swapcase()}/act",
        "later": f"/x/{token}/act",
        "after dots": f"/../{token}/act",
        "query": f"/act?token={token}",
        "no slash": f"/{token}",
        "an accent": "/%C3%A9/act",
        "no text": "/%FF%FE/act",
    }


@pytest.mark.parametrize(
    "wrong",
    [
        "none",
        "none, with a path",
        "empty",
        "other",
        "a prefix",
        "longer",
        "other case",
        "later",
        "after dots",
        "query",
        "no slash",
        "an accent",
        "no text",
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_request_without_the_right_token_is_refused(
    wrong: str, method: str, client: Client
) -> None:
    body = SET if method == "POST" else None
    code, _, content = client.request(method, tokens(client)[wrong], body, with_token=False)
    assert code == 404
    assert content == b"There is no such page. Open the address that 'fathom explore' printed."


@pytest.mark.parametrize(
    "host",
    [
        "evil.example:{port}",
        "127.0.0.1",
        "localhost",
        "127.0.0.1:1",
        "127.0.0.1:{port}.evil",
        "evil.example",
        "[::1]:{port}",
        "127.0.0.2:{port}",
        "127.0.0.1:{port}@evil.example",
        "",
    ],
)
@pytest.mark.parametrize(("method", "path"), [("GET", ""), ("GET", "events"), ("POST", "act")])
def test_a_request_to_another_host_is_refused(
    host: str, method: str, path: str, client: Client
) -> None:
    host = host.format(port=client.port)
    body = SET if method == "POST" else None
    code, headers, content = client.request(method, path, body, host=host, origin=f"http://{host}")
    assert (code, content) == (403, b"This address is not that of the page.")
    assert "access-control-allow-origin" not in headers


def test_the_page_can_be_opened_as_localhost(client: Client) -> None:
    host = f"localhost:{client.port}"
    code, _, _ = client.request("GET", "", host=host)
    assert code == 200


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "null",
        "",
        "http://evil.example",
        "https://{host}",
        "http://{host}.evil.example",
        "http://127.0.0.1",
        "http://localhost:{port}",
        "file://",
        "http://{host}/",
    ],
)
def test_an_action_from_another_page_is_refused(origin: str | None, client: Client) -> None:
    if origin:
        origin = origin.format(host=client.host, port=client.port)
    code, _, content = client.request("POST", "act", SET, origin=origin)
    assert (code, content) == (403, b"The request comes from another page.")


@pytest.mark.parametrize("path", ["", "events", "page/main.js"])
@pytest.mark.parametrize("origin", ["null", "http://evil.example"])
def test_reading_from_another_page_is_refused(path: str, origin: str, client: Client) -> None:
    code, _, _ = client.request("GET", path, origin=origin)
    assert code == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site", "other"])
@pytest.mark.parametrize(("method", "path"), [("GET", ""), ("GET", "events"), ("POST", "act")])
def test_a_request_that_the_browser_calls_foreign_is_refused(
    site: str, method: str, path: str, client: Client
) -> None:
    body = SET if method == "POST" else None
    code, _, _ = client.request(method, path, body, sec_fetch_site=site)
    assert code == 403


def test_a_large_request_that_tells_its_size_is_refused(client: Client) -> None:
    code, _, content = client.request("POST", "act", b"x" * 10_000_000)
    assert (code, content) == (413, b"The request is too large.")
    code, _, _ = client.request("POST", "act", b" " * (MOST_BYTES + 1))
    assert code == 413


def test_a_large_request_in_pieces_is_refused(client: Client) -> None:
    piece = b"10000\r\n" + b"x" * 65536 + b"\r\n"
    pieces = [piece] * 160
    code, _, content = client.request("POST", "act", pieces, transfer_encoding="chunked")
    assert (code, json.loads(content)["error"]) == (413, "The request is too large.")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"7",
        b"\xff\xfe\xfd",
        b'{"action": NaN}',
        b"[" * MOST_BYTES,
        b'{"a":' * 10_000,
        b"{}",
        b'{"action": "nothing"}',
        b'{"action": ["set"]}',
        b'{"action": "set"}',
        b'{"action": "set", "rule": "no_rule", "value": 7}',
        b'{"action": "set", "rule": "goal", "value": NaN}',
        b'{"action": "set", "rule": "goal", "value": 1e999}',
        b'{"action": "set", "rule": "@players", "value": "many"}',
        b'{"action": "set", "rule": "@players", "value": 1000000000}',
        b'{"action": "set", "rule": "@lineup.9", "value": "hold"}',
        b'{"action": "preset", "name": "no_variant"}',
        b'{"action": "restore", "letter": "Z"}',
        b'{"action": "wish", "card": "skill", "value": 7}',
        b'{"action": "wish", "card": "fair", "value": "much"}',
        b'{"action": "compare", "letters": ["A"]}',
        b'{"action": "compare", "letters": 7}',
        b'{"action": "find"}',
        b'{"action": "try", "id": 7}',
        b'{"action": "document", "kind": "none"}',
        b'{"action": "rename", "letter": "A"}',
    ],
)
def test_an_action_that_cannot_be_carried_out_is_refused_with_a_reason(
    body: bytes, client: Client, capfd: pytest.CaptureFixture[str]
) -> None:
    code, _, content = client.request("POST", "act", body)
    answer = json.loads(content)
    assert (code, answer["ok"]) == (400, False)
    assert answer["error"]
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    "path",
    [
        "page/../session.py",
        "page/%2e%2e/session.py",
        "page/..%2fsession.py",
        "page/%2e%2e%2fsession.py",
        "page/..\\session.py",
        "page/%5c%2e%2e%5csession.py",
        "page//etc/passwd",
        "page/%2fetc%2fpasswd",
        "page/explore.html",
        "page/",
        "page",
        "page/main.js/",
        "page/main.js%00",
        "page/Main.js",
        "session.py",
        "../../../etc/passwd",
        "%2e%2e/%2e%2e/etc/passwd",
        "pig.journal",
        "document/",
        "document/x",
        "file/x/report.html",
        "file//report.html",
        "file/%2e%2e/pig.journal",
        "openapi.json",
    ],
)
def test_no_file_besides_those_of_the_page_can_be_read(path: str, client: Client) -> None:
    code, _, content = client.request("GET", path)
    assert code == 404
    assert len(content) < 100


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "GOSSIP"])
@pytest.mark.parametrize("path", ["", "act", "events", "page/main.js"])
def test_other_methods_are_refused(method: str, path: str, client: Client) -> None:
    code, headers, _ = client.request(method, path, SET)
    assert code == 405
    assert "access-control-allow-origin" not in headers


def test_actions_cannot_be_read_and_the_page_takes_no_action(client: Client) -> None:
    assert client.request("GET", "act")[0] == 405
    assert client.request("POST", "", SET)[0] == 405


ANSWERS: dict[int, tuple[str, str, dict[str, Any]]] = {
    200: ("GET", "", {}),
    403: ("GET", "", {"host": "evil.example"}),
    404: ("GET", "page/nothing.js", {}),
    405: ("PUT", "act", {}),
    413: ("POST", "act", {"content_length": "999999999"}),
    400: ("POST", "act", {"content_length": "0"}),
}


@pytest.mark.parametrize("expected", list(ANSWERS))
def test_every_answer_forbids_the_browser_to_keep_or_to_share_it(
    expected: int, client: Client
) -> None:
    method, path, more = ANSWERS[expected]
    code, headers, _ = client.request(method, path, None, **more)
    assert code == expected
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["cache-control"] == "no-store"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "server" not in headers
    assert client.token not in str(headers)


def test_a_document_runs_apart_from_the_page(client: Client, session: Session) -> None:
    documents = session.documents
    documents._identity, documents._page = "secret", b"<p>a report</p>"
    try:
        code, headers, content = client.request("GET", "document/secret")
        assert (code, content) == (200, b"<p>a report</p>")
        policy = headers["content-security-policy"]
        assert policy.startswith("sandbox allow-scripts allow-downloads; default-src 'none'")
        assert "allow-same-origin" not in policy
        assert headers["cache-control"] == "no-store"
        assert client.request("GET", "document/other")[0] == 404
    finally:
        documents.close()
    assert client.request("GET", "document/secret")[0] == 404


def test_a_connection_is_not_changed_to_a_web_socket(client: Client) -> None:
    request = (
        f"GET /{client.token}/events HTTP/1.1\r\nHost: {client.host}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin: http://{client.host}\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", client.port), timeout=60) as connection:
        connection.sendall(request.encode())
        answer = connection.recv(1000)
    assert not answer.startswith(b"HTTP/1.1 101"), answer


@pytest.mark.parametrize("text", [b"\x00" * 100, b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n"])
def test_the_server_goes_on_after_something_that_is_no_request(text: bytes, client: Client) -> None:
    with socket.create_connection(("127.0.0.1", client.port), timeout=60) as connection:
        connection.sendall(text)
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(1000):
            pass
    assert client.request("GET", "")[0] == 200


def test_a_log_of_games_may_be_larger_than_an_action_but_not_without_limit(client: Client) -> None:
    """A log of an unknown kind is read to its end, and then refused with a reason."""
    code, _, content = client.request("POST", "log?name=plays.exe", b"x" * 1_000_000)
    assert code == 400
    assert json.loads(content)["error"]
    code, _, _ = client.request("POST", "log?name=plays.csv", b"x" * 6_000_000)
    assert code == 413
    pieces = [b"100000\r\n" + b"x" * 0x100000 + b"\r\n"] * 6
    code, _, _ = client.request("POST", "log?name=plays.csv", pieces, transfer_encoding="chunked")
    assert code == 413
    code, _, _ = client.request("POST", "log?name=plays.csv", b"x", origin="http://evil.example")
    assert code == 403
