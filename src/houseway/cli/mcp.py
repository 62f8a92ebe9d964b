"""`houseway mcp`: the questions of Houseway as tools for agents."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from ..rules.errors import NotAllowed, Unreadable
from .arguments import whole

LOOPBACK = ("127.0.0.1", "::1", "localhost")
LAST_PORT = 65_535


def mcp(
    http: Annotated[bool, typer.Option("--http", help="Serve streamable HTTP instead of standard input.")] = False,
    port: Annotated[int | None, whole("--port", "The port of --http; default 8643, 0 chooses a free one.")] = None,
    host: Annotated[
        str | None, typer.Option("--host", metavar="HOST", help="The address of --http; default 127.0.0.1.")
    ] = None,
) -> None:
    """
    Offer rules, odds and best play to agents as tools of the Model Context Protocol.

    Without --http the tools are served on standard input and output, as agents start them. Needs the extra mcp.

    Example: houseway mcp --http --port 8643
    """
    try:
        from ..agent_tools.server import PATH, listening_socket, serve_http, serve_stdio
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.partition(".")[0] not in {"mcp", "mcp_types"}:
            raise
        raise NotAllowed("tools for agents need the SDK of the Model Context Protocol: pip install mcp") from None

    if not http:
        for flag, value in (("--port", port), ("--host", host)):
            if value is not None:
                raise Unreadable(f"{flag} {value} needs --http; without it there is no address")
        return serve_stdio()
    if port is not None and not 0 <= port <= LAST_PORT:
        raise Unreadable(f"--port is a whole number from 0 to {LAST_PORT}, not {port}")
    address = host or "127.0.0.1"
    listening = listening_socket(address, 8643 if port is None else port)
    shown = f"[{address}]" if ":" in address else address
    print(f"Tools for agents at http://{shown}:{listening.getsockname()[1]}{PATH}", flush=True)
    if address not in LOOPBACK:
        print("houseway: everybody who reaches this address can ask; there is no sign-in", file=sys.stderr)
    serve_http(listening, address)
