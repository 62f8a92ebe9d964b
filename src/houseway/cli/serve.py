"""`houseway serve`: the card room."""

import re
from typing import Annotated

import typer

from ..rules.errors import Unreadable
from .kept import Data, room_folder

ORIGIN = re.compile(r"https?://[^\s/?#@]+")


def serve(
    port: Annotated[int, typer.Option(help="The port to listen on; 0 takes any that is free.")] = 8642,
    host: Annotated[str, typer.Option(help="The address to listen on; only this machine by default.")] = "127.0.0.1",
    data: Data = None,
    database: Annotated[str | None, typer.Option(metavar="URL", help="A PostgreSQL to keep it in instead.")] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open the browser.")] = False,
    origin: Annotated[
        list[str] | None, typer.Option(help="Another origin whose pages may connect; repeatable.")
    ] = None,
) -> None:
    """The card room: tables, bots, history and verification, in the browser.

    Example: houseway serve --port 8642 --no-browser
    """
    from ..server.serving import Place, run

    if not 0 <= port <= 65_535:
        raise Unreadable(f"a port is a number from 0 to 65535, not {port}")
    for each in origin or ():
        if not ORIGIN.fullmatch(each):
            raise Unreadable(f"an origin is a page's scheme and host, such as https://cards.example:8443, not {each!r}")
    run(Place(host, port, room_folder(data), database), origins=tuple(origin or ()), browser=not no_browser)
