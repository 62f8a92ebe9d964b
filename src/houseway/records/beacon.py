"""
Public randomness from outside the room: a beacon publishes one value after another, each at a time known in advance.

When the house commits to its order it may also name a round of such a beacon that is still in the future. The value
of that round enters the shuffle, so nobody in the room, house and players together, knows the order before it is
published. A room has no beacon unless its operator gives it one.

Houseway opens no connection to a beacon. The operator runs a program that appends the published values to a file
(`values_in_file`), or gives a function. A value is checked by comparing it with what the beacon published: Houseway
does not check a beacon's signatures.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Protocol

from ..rules.errors import Unreadable, shown

VALUE_BYTES = 32
CHAIN = re.compile(r"[A-Za-z0-9._:-]{1,128}")
NUMBER = re.compile(r"[0-9]{1,18}")
VALUE = re.compile(r"[0-9a-f]{64}")
TIME = "%Y-%m-%dT%H:%M:%SZ"


@dataclass(frozen=True, kw_only=True)
class BeaconRound:
    """One value of a beacon, named before it is published."""

    chain: str
    """Which beacon: for drand, the hash of its chain."""
    number: int
    time: str
    """When it will be published, UTC, such as 2026-01-01T00:00:03Z."""

    @property
    def written(self) -> bytes:
        """The name as the house's commitment contains it."""
        return f"{self.chain}\n{self.number}\n{self.time}\n".encode()


class Beacon(Protocol):
    """A source of public values."""

    def after(self, time: datetime) -> BeaconRound:
        """The first round that is published later than this."""

    def value(self, named: BeaconRound) -> str | None:
        """The published value as 64 lower-case hexadecimal digits; None if it is not known yet."""


Published = Callable[[int], str | None]
"""The value of a round by its number; None if it is not known yet."""


@dataclass(frozen=True, kw_only=True)
class PeriodicBeacon:
    """A beacon with a value every so many seconds, as drand has: round 1 is published at its genesis."""

    chain: str
    genesis: datetime
    period: int
    """Seconds from one value to the next."""
    published: Published

    def after(self, time: datetime) -> BeaconRound:
        elapsed = (time - self.genesis) // timedelta(seconds=self.period)
        number = max(elapsed + 2, 1)
        due = self.genesis + timedelta(seconds=self.period * (number - 1))
        return BeaconRound(chain=self.chain, number=number, time=due.astimezone(UTC).strftime(TIME))

    def value(self, named: BeaconRound) -> str | None:
        if named.chain != self.chain:
            return None
        value = self.published(named.number)
        if value is not None and not VALUE.fullmatch(value):
            raise Unreadable(f"a beacon's value is 64 lower-case hexadecimal digits, not {shown(value)}")
        return value


def values_in_file(path: Path) -> Published:
    """
    Values from a file that another program appends to: one line `NUMBER VALUE` for each round.

    Only what was appended since the last look is read. A line that is no value is refused once, and those after it
    count. A number that comes again with another value has no value from then on: asking for it is refused.
    """
    known: dict[int, str] = {}
    changed: set[int] = set()
    read_to = 0

    def published(number: int) -> str | None:
        nonlocal read_to
        bad_line: str | None = None
        if number not in known and path.exists():
            with path.open("rb") as file:
                file.seek(read_to)
                lines = file.read()
            whole = lines[: lines.rfind(b"\n") + 1]  # a line that is still being written waits for the next look
            read_to += len(whole)
            for line in whole.decode("ascii", "replace").splitlines():
                entry = _read_line(line)
                if entry is None:
                    bad_line = line if bad_line is None else bad_line
                elif known.setdefault(*entry) != entry[1]:
                    changed.add(entry[0])
        if number in changed:
            raise Unreadable(f"the beacon's file has two values for round {number}; it must only be appended to")
        if bad_line is not None:
            raise Unreadable(f"a line of a beacon's file is a number and 64 hexadecimal digits, not {shown(bad_line)}")
        return known.get(number)

    return published


def _read_line(line: str) -> tuple[int, str] | None:
    """The number and the value of a line; None where it is not one."""
    number, _, value = line.strip().partition(" ")
    return (int(number), value) if NUMBER.fullmatch(number) and VALUE.fullmatch(value) else None


def beacon_data(named: BeaconRound) -> dict[str, Any]:
    return {"chain": named.chain, "round": named.number, "time": named.time}


def read_beacon(data: object) -> BeaconRound | None:
    """A beacon's round from plain data; None where there is none."""
    if data is None:
        return None
    if not isinstance(data, Mapping):
        raise Unreadable(f"a beacon is a chain, a round and a time, not {shown(data)}")
    chain = data.get("chain")
    number = data.get("round")
    time = data.get("time")
    if not isinstance(chain, str) or not CHAIN.fullmatch(chain):
        raise Unreadable(f"a beacon's chain is 1 to 128 letters, digits and . _ : -, not {shown(chain)}")
    if type(number) is not int or number < 1:
        raise Unreadable(f"a beacon's round is a whole number from 1 up, not {shown(number)}")
    if not isinstance(time, str):
        raise Unreadable(f"a beacon's time is written like 2026-01-01T00:00:03Z, not {shown(time)}")
    read_time(time)
    return BeaconRound(chain=chain, number=number, time=time)


def read_time(text: str) -> datetime:
    """A time in UTC from text such as 2026-01-01T00:00:03Z."""
    try:
        time = datetime.strptime(text, TIME).replace(tzinfo=UTC)
    except ValueError:
        raise Unreadable(f"a beacon's time is written like 2026-01-01T00:00:03Z, not {shown(text)}") from None
    if time.strftime(TIME) != text:
        raise Unreadable(f"a beacon's time is written like 2026-01-01T00:00:03Z, not {shown(text)}")
    return time
