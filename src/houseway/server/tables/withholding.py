"""
The consequences for a player who commits to entropy and does not reveal it.

The round is called off before any wager and any card, and the place sits out until its player sits in again. A
player who does it repeatedly within an hour has to wait before playing at the table again. The rule is published in
docs/fairness.md; `shuffling.py` calls the round off (`call_off_withheld`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from .conduct import Waits, later
from .desk import Desk

COUNTED_FOR = timedelta(hours=1)
WAITS = (timedelta(0), timedelta(minutes=2), timedelta(minutes=10), timedelta(minutes=30))
"""The wait after the first time within an hour, the second, the third, and the fourth or any later one."""
SITS_OUT = "did not reveal its part of the shuffle"


def withheld_with(
    before: Mapping[str, tuple[str, ...]], accounts: Sequence[str], at: str
) -> Mapping[str, tuple[str, ...]]:
    """The times at which accounts withheld entropy, with those who did so now; times older than an hour are dropped."""
    if not accounts:
        return before
    now = datetime.fromisoformat(at)
    recent = {
        account: tuple(time for time in times if now - datetime.fromisoformat(time) < COUNTED_FOR)
        for account, times in before.items()
    }
    for account in accounts:
        recent[account] = (*recent.get(account, ()), at)
    return {account: times for account, times in recent.items() if times}


def why_wait(desk: Desk, player: str, *, at: str) -> Waits | None:
    """Why this account has to wait before it plays here again, and until when; None if it need not wait."""
    times = desk.withheld.get(player, ())
    if not times:
        return None
    now = datetime.fromisoformat(at)
    recent = [time for time in times if now - datetime.fromisoformat(time) < COUNTED_FOR]
    wait = WAITS[min(len(recent), len(WAITS)) - 1] if recent else timedelta(0)
    left = datetime.fromisoformat(times[-1]) + wait - now
    if left <= timedelta(0):
        return None
    seconds = -(-left // timedelta(seconds=1))
    why = (
        f"your client did not reveal its part of the shuffle {len(recent)} times within an hour; "
        f"you can play at this table again in {seconds} seconds"
    )
    return Waits(later(at, left.total_seconds()), why)
