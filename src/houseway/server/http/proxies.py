"""
Finds out who sent a request and to which host: trusted proxies, allowed hosts and origins.

The outermost middleware rewrites `client` and `scheme` of each request by these rules, so that everything behind it
(limits, sockets, logs, cookies) sees the visitor's own address and the scheme that the visitor used.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit

from ...rules.errors import Unreadable, shown

Network = IPv4Network | IPv6Network
DEFAULT_PORTS = {"http": 80, "https": 443}
WILDCARDS = ("0.0.0.0", "::", "")
LONGEST_FORWARDED = 20
"""Hops of X-Forwarded-For that are read."""


def read_network(text: str) -> Network:
    """An address or a network such as 10.0.0.0/8."""
    try:
        return ip_network(text.strip())
    except ValueError:
        raise Unreadable(
            f"a trusted proxy is an address or a network such as 127.0.0.1 or 10.0.0.0/8, not {shown(text)}"
        ) from None


def plain_address(text: str) -> str | None:
    """One address without port or brackets, an IPv4-mapped address as IPv4; None if it is not an address."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return None
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(address)


@dataclass(frozen=True)
class Proxies:
    """The proxies that are trusted to name the visitor."""

    networks: tuple[Network, ...] = ()

    def trusts(self, address: str) -> bool:
        plain = plain_address(address)
        if plain is None:
            return False
        parsed = ip_address(plain)
        return any(parsed in network for network in self.networks)

    def client(self, peer: str, forwarded_for: Iterable[str]) -> str:
        """The visitor's address: the last hop that is not one of our proxies."""
        address = plain_address(peer) or peer
        hops = [hop for line in forwarded_for for hop in line.split(",")]
        for hop in reversed(hops[-LONGEST_FORWARDED:]):
            if not self.trusts(address):
                break
            forwarded = plain_address(hop)
            if forwarded is None:
                break
            address = forwarded
        return address

    def scheme(self, peer: str, forwarded_proto: Iterable[str]) -> str | None:
        """The scheme that a trusted proxy reports, or None."""
        if not self.trusts(peer):
            return None
        values = [value.strip().lower() for line in forwarded_proto for value in line.split(",")]
        return values[-1] if values and values[-1] in DEFAULT_PORTS else None


@dataclass(frozen=True)
class Site:
    """The address that visitors use, and the Host and Origin headers that are accepted for it."""

    public_url: str | None = None
    listening: str = "127.0.0.1"
    """The address that the server listens on."""
    origins: tuple[str, ...] = ()
    """Other origins whose pages may use this server."""

    @property
    def is_https(self) -> bool:
        return self.public_url is not None and self.public_url.startswith("https://")

    def allows_host(self, host: str) -> bool:
        """Whether a Host is one of our own names; others are refused because of DNS rebinding."""
        name, port = split_host(host)
        if not name:
            return False
        if self.public_url is not None:
            public = urlsplit(self.public_url)
            default = DEFAULT_PORTS[public.scheme]
            return name == public.hostname and (port or default) == (public.port or default)
        if name == "localhost" or name.endswith(".localhost") or name == self.listening.lower():
            return True
        address = plain_address(name)
        if address is None:
            return False
        return (
            self.listening in WILDCARDS or address == plain_address(self.listening) or ip_address(address).is_loopback
        )

    def allows_origin(self, origin: str, host: str) -> bool:
        """Whether an origin is this server or one that its operator named."""
        if origin in self.origins:
            return True
        if self.public_url is not None:
            return origin == origin_of(self.public_url)
        return bool(host) and self.allows_host(host) and origin in (f"http://{host}", f"https://{host}")

    @property
    def expected(self) -> str:
        if self.public_url is not None:
            return self.public_url
        return "localhost or this machine's address; the operator sets another name with --public-url"


def split_host(host: str) -> tuple[str, int | None]:
    """Name and port of a Host header; the name is empty if the header is malformed."""
    try:
        parts = urlsplit(f"//{host}")
        port = parts.port
    except ValueError:
        return "", None
    if parts.path or parts.query or parts.fragment or parts.username is not None or host != host.strip():
        return "", None
    return parts.hostname or "", port


def origin_of(url: str) -> str:
    """The origin of a URL as browsers write it: without path and default port."""
    parts = urlsplit(url)
    name = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    if parts.port is None or parts.port == DEFAULT_PORTS.get(parts.scheme):
        return f"{parts.scheme}://{name}"
    return f"{parts.scheme}://{name}:{parts.port}"


def read_public_url(text: str) -> str:
    """A public URL: scheme and host, without a path."""
    try:
        parts = urlsplit(text)
        well_formed = parts.scheme in DEFAULT_PORTS and bool(parts.hostname) and parts.port != 0
    except ValueError:
        well_formed = False
    if not well_formed or parts.path not in ("", "/") or parts.query or parts.fragment or parts.username is not None:
        raise Unreadable(f"a public URL is scheme and host, such as https://cards.example, not {shown(text)}")
    return origin_of(text)
