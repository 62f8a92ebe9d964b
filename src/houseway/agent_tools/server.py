"""
The tools as a server of the Model Context Protocol, by the official SDK: over standard input and output, or HTTP.

A mistake of the client is answered with one sentence. Calculations run one after another, so that many calls at once
share the machine with nobody but each other.
"""

from __future__ import annotations

import functools
import socket
import threading
from collections.abc import Callable
from typing import Any, TypeVar

import uvicorn
from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, InputRequiredResult, ToolAnnotations
from pydantic import ValidationError

from .. import __version__
from ..rules.errors import HousewayError, Unreadable, nearest, shown
from .questions import TOOLS

R = TypeVar("R")
PATH = "/mcp"
INSTRUCTIONS = (
    "Houseway knows the rules, odds and best play of hand-setting poker games. Every figure is exact, with its "
    "fraction, or has its standard error; every answer has the command that gives it again."
)
ONE_AT_A_TIME = threading.Lock()


class ToolServer(MCPServer[None]):
    """The server with our sentences for mistakes."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[None, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        tools = {tool.__name__: tool for tool in TOOLS}
        if name not in tools:
            raise ToolError(f"there is no tool {shown(name)}{nearest(name, tools)}; the tools are {', '.join(tools)}")
        known = _argument_names(tools[name])
        for argument in arguments:
            if argument not in known:
                raise ToolError(
                    f"{name} has no argument {shown(argument)}{nearest(argument, known)}; it takes {', '.join(known)}"
                )
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            raise ToolError(_sentence(error.__cause__ or error)) from error.__cause__


def _argument_names(tool: Callable[..., object]) -> list[str]:
    return [name for name in tool.__annotations__ if name != "return"]


def _sentence(cause: BaseException) -> str:
    """One sentence about what was wrong."""
    if isinstance(cause, HousewayError):
        return str(cause)
    if isinstance(cause, ValidationError):
        first = cause.errors(include_url=False)[0]
        name = first["loc"][0]
        if first["type"] == "missing":
            return f"the argument {name} is missing"
        return f"{name} cannot be {shown(first['input'])}: {first['msg'][0].lower()}{first['msg'][1:]}"
    return f"this is a bug in Houseway ({type(cause).__name__}: {cause})"


def _one_at_a_time(tool: Callable[..., R]) -> Callable[..., R]:
    """The tool behind the lock of all tools; its signature is kept, because the SDK makes the schema of it."""

    @functools.wraps(tool)
    def locked(*arguments: Any, **named: Any) -> R:
        with ONE_AT_A_TIME:
            return tool(*arguments, **named)

    return locked


def tool_server() -> ToolServer:
    """The server with all tools."""
    server = ToolServer("houseway", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING")
    harmless = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
    for tool in TOOLS:
        server.add_tool(_one_at_a_time(tool), annotations=harmless, structured_output=True)
    return server


def serve_stdio() -> None:
    """Answer one client over standard input and output until it closes them."""
    tool_server().run()


def listening_socket(host: str, port: int) -> socket.socket:
    """A socket that listens at an address; an address that cannot be used is refused with a sentence."""
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except (OSError, OverflowError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise Unreadable(f"--host {host} --port {port} cannot be listened on: {reason}") from None


def serve_http(listening: socket.socket, host: str) -> None:
    """Answer clients over streamable HTTP until the process is stopped."""
    app = tool_server().streamable_http_app(streamable_http_path=PATH, host=host)
    uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listening])
