"""
Public randomness from outside the room: a beacon publishes one value after another, each at a time known in advance.

When the house commits to its order, it may also name a future round of a beacon. The value of that round enters the
shuffle, so nobody knows the order before the value is published, not even the house and all players together. A room
has a beacon only if its operator configures one.

Houseway opens no connection to a beacon. The operator runs a program that appends the published values to a file
(`values_in_file`), or provides a function. Houseway does not check a beacon's signatures: to check a value, compare it
with what the beacon published.
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
    """The id of the beacon: for drand, the hash of its chain."""
    number: int
    time: str
    """When it will be published, UTC, such as 2026-01-01T00:00:03Z."""

    @property
    def written(self) -> bytes:
        """The name of the round in the bytes of the house's commitment."""
        return f"{self.chain}\n{self.number}\n{self.time}\n".encode()


class Beacon(Protocol):
    """A source of public values."""

    def after(self, time: datetime) -> BeaconRound:
        """The first round that is published after this time."""

    def value(self, named: BeaconRound) -> str | None:
        """The published value as 64 lower-case hexadecimal digits; None if it is not known yet."""


Published = Callable[[int], str | None]
"""The value of a round by its number; None if it is not known yet."""


@dataclass(frozen=True, kw_only=True)
class PeriodicBeacon:
    """A beacon with a fixed period, such as drand: round 1 is published at its genesis."""

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

    Each call reads only the lines that were appended since the last call. A malformed line is refused once, and the
    lines after it count. A round that has two different values is refused from then on.
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
            whole = lines[: lines.rfind(b"\n") + 1]  # a line that is still being written is read by the next call
            read_to += len(whole)
            for line in whole.decode("ascii", "replace").splitlines():
                entry = _read_line(line)
                if entry is None:
                    if bad_line is None:
                        bad_line = line
                elif known.setdefault(*entry) != entry[1]:
                    changed.add(entry[0])
        if number in changed:
            raise Unreadable(f"the beacon's file has two values for round {number}; it must only be appended to")
        if bad_line is not None:
            raise Unreadable(f"a line of a beacon's file is a number and 64 hexadecimal digits, not {shown(bad_line)}")
        return known.get(number)

    return published


def _read_line(line: str) -> tuple[int, str] | None:
    """The number and the value of a line; None if it is malformed."""
    number, _, value = line.strip().partition(" ")
    return (int(number), value) if NUMBER.fullmatch(number) and VALUE.fullmatch(value) else None


def beacon_data(named: BeaconRound) -> dict[str, Any]:
    return {"chain": named.chain, "round": named.number, "time": named.time}


def read_beacon(data: object) -> BeaconRound | None:
    """A beacon's round from a record; None if no beacon was named."""
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
