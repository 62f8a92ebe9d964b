"""
Named points at which a server process kills itself, as kill -9 does.

The points wrap the server's own functions from outside, so the program under test is unchanged. A point is written
`NAME` or `NAME:N`, and the process dies when it passes the point for the Nth time.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from houseway.records import migrations
from houseway.records.store import Store, anchors, writer
from houseway.server.http.bounded_protocols import BoundedWebSocket
from houseway.server.runtime import room
from houseway.server.runtime.actor import Actor
from houseway.server.runtime.audience import Audience
from houseway.server.runtime.outbox import Outbox

IN_THE_STORE = ("gathered", "decided", "written", "durable")
"""A batch was gathered; its changes were decided; written but not committed; committed but not announced."""
ENDS = ("settled", "voided")


class Fuse:
    """Counts the passes of its point, and kills the process at the last."""

    def __init__(self, times: int) -> None:
        self._left = times

    def __call__(self, *_: Any) -> None:
        self._left -= 1
        if self._left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


def arm(point: str) -> None:
    """Make this process die at this point."""
    name, _, times = point.partition(":")
    POINTS[name](Fuse(int(times or 1)))


def _in_the_store(name: str, fuse: Fuse) -> None:
    opening = Store.open.__func__  # type: ignore[attr-defined]

    async def opened(cls: type[Store], url: str, **more: Any) -> Store:
        opened_: Store = await opening(cls, url, **more, passing=lambda point: fuse() if point == name else None)
        return opened_

    Store.open = classmethod(opened)  # type: ignore[assignment, arg-type]


def _around(owner: Any, name: str, *, before: Callable[..., None] | None = None, after: Any = None) -> None:
    """Pass a point before or after a plain function of a module or class."""
    plain = getattr(owner, name)

    def wrapped(*given: Any, **more: Any) -> Any:
        if before:
            before(*given)
        result = plain(*given, **more)
        if after:
            after(*given)
        return result

    setattr(owner, name, wrapped)


def _writing(kinds: tuple[str, ...], fuse: Fuse) -> None:
    """Die when a batch with an event of these kinds is written but not committed."""

    def passed(connection: Any, written: list[Any], before: Any) -> None:
        if any(event.kind in kinds for each in written for event in each.change.events):
            fuse()

    _around(writer, "write_all", after=passed)


def _after_end(fuse: Fuse) -> None:
    """Die when a round's end is durable but not announced."""

    def passed(actor: Actor, desk: Any, public_events: list[dict[str, Any]]) -> None:
        if any(event["kind"] in ENDS for event in public_events):
            fuse()

    _around(Actor, "_advance", before=passed)


def _answered(fuse: Fuse) -> None:
    """Die right after the answer to a command was sent."""
    plain = Outbox.send_all

    async def send_all(self: Outbox, send: Any, close: Any) -> None:
        async def sending(frame: str) -> None:
            await send(frame)
            if '"ok":true' in frame and '"tell":"answer"' in frame:
                fuse()

        await plain(self, sending, close)

    Outbox.send_all = send_all  # type: ignore[method-assign]
    write_texts = BoundedWebSocket.write_texts

    def writing(self: BoundedWebSocket, payloads: Iterable[bytes]) -> bool:
        frames = list(payloads)
        written = write_texts(self, frames)
        if written and any(b'"ok":true' in frame and b'"tell":"answer"' in frame for frame in frames):
            fuse()
        return written

    BoundedWebSocket.write_texts = writing  # type: ignore[method-assign]


def _recovering(fuse: Fuse) -> None:
    """Die when a table's lease is taken and its events are read, before the table runs."""
    plain = room.recover  # type: ignore[attr-defined]

    async def recover(*given: Any) -> Any:
        desk = await plain(*given)
        fuse()
        return desk

    room.recover = recover  # type: ignore[attr-defined, assignment]


POINTS: dict[str, Callable[[Fuse], None]] = {
    "migrated": lambda fuse: _around(migrations, "upgrade", after=fuse),
    **{name: partial(_in_the_store, name) for name in IN_THE_STORE},
    "opening": partial(_writing, ("opened",)),
    "sitting": partial(_writing, ("sat",)),
    "settling": partial(_writing, ENDS),
    "settled": _after_end,
    "announced": lambda fuse: _around(Audience, "send_all", after=fuse),
    "before announcing": lambda fuse: _around(Audience, "send_all", before=fuse),
    "answered": _answered,
    "anchored": lambda fuse: _around(anchors, "append", after=fuse),
    "recovering": _recovering,
}
