"""What a table's actor needs from the room: time, shuffles, the beacon, balances, bots."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Protocol

from ...records.beacon import BeaconRound
from ...records.fairness import HouseShuffle
from ...records.store import Store
from ...records.store.chain import now
from ...rules.errors import Unreadable
from ..observability import metrics
from ..tables import dealing
from ..tables.desk import Desk
from ..views import messages
from .commands import TableCommand
from .outbox import Caller

if TYPE_CHECKING:
    from .actor import Actor
    from .room import Room

log = logging.getLogger(__name__)


class TableServices(Protocol):
    """The part of a room that an actor uses."""

    store: Store

    def at(self) -> str: ...
    def draw(self, desk: Desk) -> HouseShuffle: ...
    def name_beacon(self, seconds: float) -> BeaconRound | None: ...
    def beacon_value(self, named: BeaconRound) -> str | None: ...
    def wake_bots(self, actor: Actor) -> None: ...
    async def balances(self, desk: Desk) -> Mapping[str, int]: ...
    def check(self, desk: Desk, caller: Caller, message: TableCommand) -> None: ...
    def lease_lost(self) -> None: ...
    def drop_if_closed(self, desk: Desk) -> None: ...


class LiveTableServices:
    """The services of a room for the actors in it."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self.store = room.store

    def at(self) -> str:
        """The current time, as events store it."""
        return now()

    def draw(self, desk: Desk) -> HouseShuffle:
        """Draw the house's part of the next shuffle."""
        return HouseShuffle.draw(dealing.cards_to_shuffle(desk))

    def name_beacon(self, seconds: float) -> BeaconRound | None:
        """The first beacon round published more than `seconds` from now; None if the room has no beacon."""
        beacon = self._room.settings.beacon
        if beacon is None:
            return None
        return beacon.after(datetime.fromisoformat(self.at()) + timedelta(seconds=seconds))

    def beacon_value(self, named: BeaconRound) -> str | None:
        """The value of a beacon round; None if it is unknown or cannot be read."""
        beacon = self._room.settings.beacon
        if beacon is None:
            return None
        try:
            return beacon.value(named)
        except (Unreadable, OSError) as error:  # the round is called off if no value comes
            log.warning("the beacon cannot be read: %s", error)
            return None

    def wake_bots(self, actor: Actor) -> None:
        """Let the bots think that the table waits for."""
        self._room.bots.wake(actor)

    async def balances(self, desk: Desk) -> Mapping[str, int]:
        """Chips of every account at a table."""
        return await self._room.chips.balances(desk)

    def check(self, desk: Desk, caller: Caller, message: TableCommand) -> None:
        """Refuse a command that the operator does not allow this account."""
        if isinstance(message, messages.Sit):
            self._room.moderation.check_seat(desk, caller.account)

    def lease_lost(self) -> None:
        """Report that another process owns a table of this one."""
        metrics.lease_changed("lost")
        log.warning("another process took over a table of this process")

    def drop_if_closed(self, desk: Desk) -> None:
        """Stop and forget the actor of a closed table."""
        if not desk.closed:
            return
        actor = self._room.actors.pop(desk.table, None)
        if actor is not None:
            asyncio.get_running_loop().call_soon(actor.stop)
