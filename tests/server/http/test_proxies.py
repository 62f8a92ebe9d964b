"""Proxies, hosts, origins, cookies and TLS."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from houseway.rules.errors import Unreadable
from houseway.server.http.proxies import Proxies, Site, plain_address, read_network, read_public_url
from houseway.server.process.serving import tls_context
from support.certificates import certificate
from support.configured_server import ConfiguredServer

TRUSTED = Proxies((read_network("10.0.0.0/8"), read_network("127.0.0.1"), read_network("fd00::/8")))


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("192.0.2.9", ["198.51.100.1"], "192.0.2.9"),
        ("127.0.0.1", [], "127.0.0.1"),
        ("127.0.0.1", ["198.51.100.1"], "198.51.100.1"),
        ("127.0.0.1", ["1.1.1.1, 198.51.100.1"], "198.51.100.1"),
        ("127.0.0.1", ["1.1.1.1", "198.51.100.1, 10.1.1.1"], "198.51.100.1"),
        ("127.0.0.1", ["10.2.2.2, 10.1.1.1"], "10.2.2.2"),
        ("127.0.0.1", ["198.51.100.1:4711"], "198.51.100.1"),
        ("127.0.0.1", ["[2001:db8::1]:4711"], "2001:db8::1"),
        ("::ffff:10.0.0.1", ["::ffff:198.51.100.1"], "198.51.100.1"),
        ("127.0.0.1", ["198.51.100.1, <script>"], "127.0.0.1"),
        ("127.0.0.1", ["198.51.100.1, unknown, 10.1.1.1"], "10.1.1.1"),
        ("127.0.0.1", [", ".join(["10.1.1.1"] * 5_000)], "10.1.1.1"),
    ],
)
def test_the_visitor_is_the_first_hop_from_the_right_that_is_no_proxy(
    peer: str, forwarded: list[str], client: str
) -> None:
    assert TRUSTED.client(peer, forwarded) == client


def test_the_scheme_is_accepted_only_from_a_proxy() -> None:
    assert TRUSTED.scheme("10.0.0.1", ["https"]) == "https"
    assert TRUSTED.scheme("10.0.0.1", ["http, https"]) == "https"
    assert TRUSTED.scheme("10.0.0.1", ["javascript"]) is None
    assert TRUSTED.scheme("192.0.2.1", ["https"]) is None
    assert Proxies().scheme("127.0.0.1", ["https"]) is None


@pytest.mark.parametrize(
    ("site", "host", "allowed"),
    [
        (Site(), "localhost:8642", True),
        (Site(), "127.0.0.1:8642", True),
        (Site(), "[::1]:8642", True),
        (Site(), "room.localhost", True),
        (Site(), "rebound.example", False),
        (Site(), "127.0.0.1.rebound.example", False),
        (Site(), "localhost.rebound.example", False),
        (Site(), "192.0.2.1", False),
        (Site(), "", False),
        (Site(), "localhost/x", False),
        (Site(), "user@localhost", False),
        (Site(), "localhost:port", False),
        (Site(listening="0.0.0.0"), "192.0.2.1:8642", True),
        (Site(listening="0.0.0.0"), "rebound.example", False),
        (Site(listening="192.0.2.1"), "192.0.2.1", True),
        (Site(listening="192.0.2.1"), "192.0.2.2", False),
        (Site(public_url="https://cards.example"), "cards.example", True),
        (Site(public_url="https://cards.example"), "CARDS.example:443", True),
        (Site(public_url="https://cards.example"), "cards.example:8443", False),
        (Site(public_url="https://cards.example"), "localhost", False),
        (Site(public_url="https://cards.example:8443"), "cards.example:8443", True),
    ],
)
def test_only_our_own_names_are_hosts(site: Site, host: str, allowed: bool) -> None:
    assert site.allows_host(host) is allowed


def test_origins_are_those_of_the_public_url() -> None:
    site = Site(public_url="https://cards.example", origins=("https://other.example",))
    assert site.allows_origin("https://cards.example", "anything")
    assert site.allows_origin("https://other.example", "anything")
    assert not site.allows_origin("http://cards.example", "cards.example")
    assert not site.allows_origin("https://evil.example", "evil.example")
    assert not site.allows_origin("null", "cards.example")
    assert Site().allows_origin("http://localhost:1", "localhost:1")
    assert not Site().allows_origin("http://evil.example", "evil.example")
    assert not Site().allows_origin("http://localhost:2", "localhost:1")


@pytest.mark.parametrize(
    "text", ["cards.example", "ftp://a", "https://a/b", "https://a?b", "https://u@a", "https://a:x"]
)
def test_a_public_url_is_scheme_and_host(text: str) -> None:
    with pytest.raises(Unreadable, match=r"such as https://cards\.example"):
        read_public_url(text)


def test_a_public_url_is_written_as_browsers_write_an_origin() -> None:
    assert read_public_url("https://Cards.example:443/") == "https://cards.example"
    assert read_public_url("http://[::1]:8080") == "http://[::1]:8080"
    assert plain_address("nobody") is None
    with pytest.raises(Unreadable, match=r"such as 127.0.0.1 or 10.0.0.0/8"):
        read_network("localhost")


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ConfiguredServer]:
    """Behind a proxy on this machine, which is trusted only on one of its addresses."""
    started = ConfiguredServer(
        tmp_path_factory.mktemp("room"),
        public_url="https://cards.example",
        proxy=["127.0.0.1"],
        rate_arrivals="0.001/3",
    ).start()
    yield started
    started.stop()
    text = started.log.read_text()
    assert "Traceback" not in text, text


def ask(server: ConfiguredServer, source: str = "127.0.0.1", **headers: str) -> httpx.Response:
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    transport = httpx.HTTPTransport(local_address=source)
    with httpx.Client(transport=transport, base_url=server.url) as client:
        return client.post("/api/session", headers={"Host": "cards.example", **names})


def test_visitors_behind_a_proxy_are_distinguished(proxied: ConfiguredServer) -> None:
    """Three newcomers an address, then no more: the address is that of the visitor."""
    statuses = [ask(proxied, X_Forwarded_For="198.51.100.1").status_code for _ in range(4)]
    assert statuses == [200, 200, 200, 429]
    assert ask(proxied, X_Forwarded_For="198.51.100.2").status_code == 200
    assert ask(proxied, X_Forwarded_For="198.51.100.2, 198.51.100.1").status_code == 429, "the last hop counts"


def test_a_stranger_does_not_choose_its_own_address(proxied: ConfiguredServer) -> None:
    statuses = [ask(proxied, "127.0.0.2", X_Forwarded_For=f"198.51.100.{n}").status_code for n in range(10, 14)]
    assert statuses == [200, 200, 200, 429]


def test_over_https_the_cookie_is_bound_to_the_host_and_the_browser_stays_there(proxied: ConfiguredServer) -> None:
    answer = ask(proxied, X_Forwarded_For="198.51.100.3", X_Forwarded_Proto="https")
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("__Host-houseway_session=")
    assert {"Secure", "HttpOnly", "SameSite=strict", "Path=/"} <= set(cookie.split("; "))
    assert "Domain" not in cookie
    assert answer.headers["strict-transport-security"] == "max-age=31536000"
    token = cookie.split("=")[1].split(";")[0]
    hosted = {"Host": "cards.example", "Cookie": f"__Host-houseway_session={token}"}
    assert httpx.get(f"{proxied.url}/api/me", headers=hosted, timeout=60).status_code == 200
    plain = {"Host": "cards.example", "Cookie": f"houseway_session={token}"}
    assert httpx.get(f"{proxied.url}/api/me", headers=plain, timeout=60).status_code == 401, (
        "another host may have set that one"
    )


def test_another_host_is_refused_and_probes_are_not(proxied: ConfiguredServer) -> None:
    answer = httpx.get(f"{proxied.url}/api/games", headers={"Host": "rebound.example"}, timeout=60)
    assert answer.status_code == 421
    assert "https://cards.example" in answer.json()["refused"]
    assert httpx.get(f"{proxied.url}/readyz", headers={"Host": "10.0.0.7:8642"}, timeout=60).status_code == 200


def test_a_request_id_is_accepted_only_from_a_proxy(proxied: ConfiguredServer) -> None:
    given = ask(proxied, X_Request_Id="from-the-proxy-1").headers["x-request-id"]
    assert given == "from-the-proxy-1"
    assert ask(proxied, "127.0.0.2", X_Request_Id="from-the-proxy-1").headers["x-request-id"] != given
    assert ask(proxied, X_Request_Id="<script>alert(1)").headers["x-request-id"] != "<script>alert(1)"


def test_a_socket_comes_from_the_public_page(proxied: ConfiguredServer) -> None:
    cookie = ask(proxied, X_Forwarded_For="198.51.100.4").headers["set-cookie"].split(";")[0]
    url = f"ws://127.0.0.1:{proxied.port}/socket"

    assert ask_socket(url, cookie, "cards.example", "https://cards.example") == 101
    assert ask_socket(url, cookie, "cards.example", "https://evil.example") == 403
    assert ask_socket(url, cookie, "evil.example", "https://cards.example") == 403
    assert ask_socket(url, cookie, "evil.example", "http://evil.example") == 403


def ask_socket(url: str, cookie: str, host: str, origin: str) -> int:
    """The status of a handshake with this Host, which the library would not let us choose."""
    port = int(url.split(":")[2].split("/", maxsplit=1)[0])
    request = (
        f"GET /socket HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\nCookie: {cookie}\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        connection.sendall(request.encode())
        return int(connection.recv(100).split()[1])


def test_tls_is_served_and_silent_handshakes_are_cut(tmp_path: Path) -> None:
    cert, key = certificate(tmp_path / "tls")
    server = ConfiguredServer(
        tmp_path / "room", tls_cert=str(cert), tls_key=str(key), head_seconds=0.5, half_open_per_address=3
    ).start()
    try:
        trusting = ssl.create_default_context(cafile=str(cert))
        with httpx.Client(verify=trusting, base_url=f"https://localhost:{server.port}") as client:
            answer = client.post("/api/session")
            assert answer.headers["set-cookie"].startswith("__Host-houseway_session=")
            assert "strict-transport-security" in answer.headers
            assert client.get("/api/me").status_code == 200
        silent = socket.create_connection(("127.0.0.1", server.port), timeout=20)
        assert silent.recv(10) == b"", "closed without a word"
    finally:
        server.stop()
    assert "Traceback" not in server.log.read_text()


def test_files_for_tls_that_do_not_fit_get_a_sentence(tmp_path: Path) -> None:
    cert, key = certificate(tmp_path)
    _, other_key = certificate(tmp_path, "other")
    context = tls_context(cert, key)
    assert context is not None
    assert context.minimum_version == ssl.TLSVersion.TLSv1_2
    assert tls_context(None, None) is None
    with pytest.raises(Unreadable, match="is not the private key of the certificate"):
        tls_context(cert, other_key)
    with pytest.raises(Unreadable, match="needs both --tls-cert FILE and --tls-key FILE"):
        tls_context(cert, None)
    with pytest.raises(Unreadable, match="cannot be read: No such file"):
        tls_context(cert, tmp_path / "missing")
    (tmp_path / "nonsense").write_text("nonsense")
    with pytest.raises(Unreadable, match="in PEM form"):
        tls_context(tmp_path / "nonsense", key)
