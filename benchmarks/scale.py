"""
A room of a million seats: its load by arithmetic, and its waits and imbalance by simulation.

    python benchmarks/scale.py                            # the tables of docs/scale.md
    python benchmarks/scale.py --seats 50000 --round 40   # another room, slower rounds
    python benchmarks/scale.py --write docs/scale.md      # put benchmarks/measured.json into the page

This program measures nothing: the capacity of a process and the size of an action are in benchmarks/measured.json,
taken from benchmarks/room.py. Figures that depend on the processor are for each millisecond that an action costs;
multiply them.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from math import ceil
from pathlib import Path

import numpy as np

MEASURED = Path(__file__).with_name("measured.json")
AN_ACTION = "an action at a full table"
SIZE = json.loads(MEASURED.read_text())[AN_ACTION]
BEGIN = "<!-- measured: begin -->"
END = "<!-- measured: end -->"
SEED = 1


@dataclass(frozen=True)
class Room:
    """The assumed load of the room."""

    seats: int = 1_000_000
    per_table: int = 6
    actions: int = 4
    """Actions of one seat in a round: commitment to entropy, entropy, wagers, hands."""
    round_seconds: float = 30
    commit_ms: float = 2
    """Milliseconds of a durable write, which all waiting actions share."""

    @property
    def tables(self) -> int:
        return ceil(self.seats / self.per_table)

    @property
    def actions_per_second(self) -> float:
        return self.seats * self.actions / self.round_seconds

    @property
    def frames_per_second(self) -> float:
        """Frames sent: an answer to the sender, and one to everybody at the table for all events within 20 ms."""
        return self.actions_per_second * float(SIZE["frames_sent"])

    @property
    def rows_per_second(self) -> float:
        """Rows written: events, ledger, receipts and index tables."""
        return self.actions_per_second * float(SIZE["rows_written"])


# Sharding: tables on servers -----------------------------------------------------------------------------------------


def loads(room: Room, shards: int, seed: int) -> np.ndarray:
    """Actions per second of every shard: a hash of its code assigns each table, and tables play at different paces."""
    draw = np.random.default_rng(seed)
    place = draw.integers(0, shards, room.tables)
    pace = draw.gamma(4.0, 1 / 4.0, room.tables) * room.actions_per_second / room.tables
    return np.bincount(place, weights=pace, minlength=shards)


def imbalance(room: Room, shards: int) -> tuple[float, float]:
    """The load of the busiest shard divided by the mean: normally, and when the others take over one shard's tables."""
    shard_loads = loads(room, shards, SEED)
    after_failure = np.delete(shard_loads, shard_loads.argmax()) + shard_loads.max() / (shards - 1)
    mean = shard_loads.mean()
    return float(shard_loads.max() / mean), float(after_failure.max() / mean)


# Waiting: a shard's processor and its group commits ----------------------------------------------------------------


def waits(busy: float, service_ms: float, commit_ms: float, *, actions: int = 40_000, seed: int = SEED) -> np.ndarray:
    """
    Milliseconds from an action's arrival to its durable answer.

    One processor handles actions one by one; all that are handled during a write go into the next write.
    """
    draw = np.random.default_rng(seed)
    arrive = draw.exponential(service_ms / busy, actions).cumsum()
    handled = np.empty(actions)
    free = 0.0
    for place, (at, takes) in enumerate(zip(arrive, draw.exponential(service_ms, actions), strict=True)):
        free = max(free, at) + takes
        handled[place] = free
    durable = np.empty(actions)
    disk = 0.0
    first = 0
    while first < actions:
        begins = max(disk, handled[first])
        last = int(np.searchsorted(handled, begins, side="right"))
        disk = begins + commit_ms
        durable[first:last] = disk
        first = last
    return durable - arrive


# Results -------------------------------------------------------------------------------------------------------------


def print_room(room: Room) -> None:
    print(f"{room.seats:,} seats at {room.tables:,} tables of {room.per_table}; a round every {room.round_seconds:g} s")
    print(f"actions a second                {room.actions_per_second:>14,.0f}")
    print(f"frames sent a second            {room.frames_per_second:>14,.0f}")
    print(f"gigabits sent a second          {room.frames_per_second * SIZE['bytes_of_a_frame'] * 8 / 1e9:>14,.1f}")
    print(f"rows written a second           {room.rows_per_second:>14,.0f}")
    print(f"rows written a day              {room.rows_per_second * 86_400:>14,.0f}")
    print(f"terabytes of books a day        {room.actions_per_second * SIZE['bytes_of_books'] * 86_400 / 1e12:>14,.1f}")


def print_shards(room: Room) -> None:
    print("\nshards  tables each  busiest / mean  with one lost")
    for shards in (16, 64, 256, 1024):
        if shards * 2 > room.tables:
            break
        most, lost = imbalance(room, shards)
        print(f"{shards:>6}  {room.tables // shards:>11,}  {most:>14.3f}  {lost:>13.3f}")


def print_waits(room: Room) -> None:
    print(f"\nOne shard, 1 ms of processor an action, {room.commit_ms:g} ms a commit")
    print("processor busy  answered in, p50        p99")
    for busy in (0.5, 0.6, 0.7, 0.8, 0.9):
        times = waits(busy, 1.0, room.commit_ms)
        print(f"{busy:>14.0%}  {np.quantile(times, 0.5):>13.1f} ms  {np.quantile(times, 0.99):>6.1f} ms")


def print_cores(room: Room, busy: float, shards: int) -> None:
    spread = imbalance(room, shards)[1]
    cores = room.actions_per_second / 1000 / busy * spread
    print(f"\nFor each millisecond of server processor an action: {room.actions_per_second / 1000:,.0f} cores of work,")
    print(f"{ceil(cores):,} cores when none of {shards} shards is busier than {busy:.0%} and one of them is lost.")
    for name, measured in json.loads(MEASURED.read_text()).items():
        if name != AN_ACTION:
            taken = measured["processor_ms_per_action"]
            print(f"As measured, {name}: {taken} ms an action, so {ceil(cores * taken):,} cores.")


def page(text: str) -> str:
    """The page with the measured figures between its marks."""
    before, rest = text.split(BEGIN)
    return f"{before}{BEGIN}\n{measured_table()}\n{END}{rest.split(END)[1]}"


def measured_table() -> str:
    """benchmarks/measured.json as a Markdown table; figures that were not measured are marked."""
    measured = json.loads(MEASURED.read_text())
    del measured[AN_ACTION]
    names = list(next(iter(measured.values())))
    rows = [f"| | {' | '.join(measured)} |", "|---" * (len(measured) + 1) + "|"]
    for name in names:
        cells = [_cell(name, each[name]) for each in measured.values()]
        rows.append(f"| {name.replace('_', ' ')} | {' | '.join(cells)} |")
    return "\n".join([*rows, "", f"| {AN_ACTION} | |", "|---|---|", *size_rows()])


def size_rows() -> list[str]:
    return [f"| {name.replace('_', ' ')} | {_cell(name, value)} |" for name, value in SIZE.items()]


def _cell(name: str, value: object) -> str:
    if value is None:
        return "*not measured yet*"
    return f"`{value}`" if name == "command" else f"{value:,}"


def main() -> None:
    words = argparse.ArgumentParser()
    words.add_argument("--seats", type=int, default=Room.seats)
    words.add_argument("--round", type=float, default=Room.round_seconds, help="seconds of one round")
    words.add_argument("--commit", type=float, default=Room.commit_ms, help="milliseconds of one durable write")
    words.add_argument("--busy", type=float, default=0.7, help="how busy a processor may be")
    words.add_argument("--write", type=Path, metavar="PAGE", help="put the measured figures into this page")
    given = words.parse_args()
    if given.write:
        given.write.write_text(page(given.write.read_text()))
        return
    room = Room(seats=given.seats, round_seconds=given.round, commit_ms=given.commit)
    print_room(room)
    print_shards(room)
    print_waits(room)
    print_cores(room, given.busy, min(256, max(2, room.tables // 100)))


if __name__ == "__main__":
    main()
