"""
A process that writes until it is killed; run by test_store_crashes.

Every command that was acknowledged is printed at once. With the name of a point and a number N, the process kills
itself, as kill -9 does, when the writer passes that point for the Nth time.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys

from houseway.records.store import Change, Event, Receipt, Repeated, Store, Transfer

ROOM_KEY = bytes(range(32))
HANDS = 8


def killing(point: str, times: int) -> object:
    passed = 0

    def passing(name: str) -> None:
        nonlocal passed
        passed += name == point
        if passed == times:
            os.kill(os.getpid(), signal.SIGKILL)

    return passing


async def write(store: Store, hand: int, first: int) -> None:
    for number in range(first, 10**6):
        pay = Transfer("issue", f"player:{hand}", number + 1, "welcome", "ROOM-01", "more")
        receipt = Receipt(f"hand{hand}", f"c{number}", "digest", {"n": number})
        try:
            await store.commit(Change(f"table:{hand}", None, 0, (Event("moved", {"n": number}),), (pay,), receipt))
        except Repeated as before:
            if before.answer != {"n": number}:
                raise SystemExit(f"the first answer was {before.answer}") from before
        os.write(1, f"{hand} {number}\n".encode())


async def main(url: str, first: int, point: str, times: int) -> None:
    store = await Store.open(url, room_key=ROOM_KEY, passing=killing(point, times))  # type: ignore[arg-type]
    await asyncio.gather(*(write(store, hand, first) for hand in range(HANDS)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4])))
