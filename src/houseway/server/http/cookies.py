"""The visitor of a request: the address that it came from and the cookie that holds its session."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.responses import Response

PLAIN_COOKIE = "houseway_session"
SECURE_COOKIE = "__Host-houseway_session"
"""Browsers accept this name only with Secure, Path=/ and no Domain, so that no other host can set it."""


def client_address(connection: HTTPConnection) -> str:
    """The visitor's address, for limits, sockets and logs."""
    return connection.client.host if connection.client is not None else "unknown"


def is_secure(connection: HTTPConnection) -> bool:
    """Whether the visitor came by https."""
    return connection.scope.get("scheme") in ("https", "wss")


def session_cookie(connection: HTTPConnection) -> str:
    """The name of the session cookie on this connection."""
    return SECURE_COOKIE if is_secure(connection) else PLAIN_COOKIE


def session_token(connection: HTTPConnection) -> str | None:
    """The session token that the visitor's cookie carries."""
    return connection.cookies.get(session_cookie(connection))


def set_session_cookie(connection: HTTPConnection, response: Response, token: str, *, days: int) -> None:
    response.set_cookie(
        session_cookie(connection),
        token,
        httponly=True,
        samesite="strict",
        secure=is_secure(connection),
        path="/",
        max_age=days * 86_400,
    )


def delete_session_cookie(connection: HTTPConnection, response: Response) -> None:
    response.delete_cookie(
        session_cookie(connection), path="/", httponly=True, samesite="strict", secure=is_secure(connection)
    )
