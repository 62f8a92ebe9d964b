"""What an actor decides by itself: when a wait is over, and when the last entropy is revealed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from ...rules.errors import NotAllowed
from ..tables import absence, dealing, shuffling
from ..tables.desk import Decision, Desk
from ..tables.fold import running
from ..tables.timers import Pace
from .services import TableServices


async def due_decision(
    kind: str, desk: Desk, services: TableServices, pace: Pace, excused: Callable[[str], frozenset[str]]
) -> Decision:
    """The decision at the end of a wait of this kind (see `tables.timers`)."""
    at = services.at()
    match kind:
        case "pause":
            balances = await services.balances(desk)
            beacon = services.name_beacon(2 * pace.entropy)
            return dealing.begin(desk, services.draw(desk), balances, at=at, beacon=beacon)
        case "commit":
            return shuffling.fix(desk, at=at)
        case "reveal":
            return shuffling.call_off_withheld(desk, at=at, excused=excused(at))
        case "open":
            return await _open_round(desk, services, at)
        case "gone":
            return absence.move_for_gone(desk, at=at)
        case _:
            return absence.timed_out(desk, at=at)


async def _open_round(desk: Desk, services: TableServices, at: str) -> Decision:
    """Open the round, or wait for the beacon that was named for it."""
    live = running(desk)
    value = None
    if live.beacon is not None:
        value = services.beacon_value(live.beacon)
        if value is None and shuffling.beacon_is_late(live, at=at):
            return shuffling.call_off_without_beacon(desk, at=at)
        if value is None:
            return Decision(desk=desk, events=())
    return dealing.open_(desk, await services.balances(desk), at=at, beacon_value=value)


async def opening_after(decision: Decision, services: TableServices) -> Decision | None:
    """The opening of the round, if a decision revealed the last entropy and no beacon is named."""
    live = decision.desk.live
    if not decision.events or decision.events[-1].kind != "entropy" or live is None:
        return None
    if live.missing or live.beacon is not None:
        return None
    balances = await services.balances(decision.desk)
    with suppress(NotAllowed):  # the alarm gives the reason
        return dealing.open_(decision.desk, balances, at=services.at())
    return None
