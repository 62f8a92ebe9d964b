"""The queue of a lane: whose question is answered next."""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping, Sequence

from .jobs import Client, Job

USED_HALF_LIFE = 300.0
"""Seconds after which half of the processor time that an address has used is forgotten."""
USED_STEP = 10.0
"""Addresses whose used seconds differ by less than about this have the same priority and take turns."""
MOST_ADDRESSES = 10_000
"""The most addresses whose used time is stored."""


class UsedTime:
    """Processor seconds that the questions of each address have used lately."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def add(self, address: str, seconds: float) -> None:
        self._used[address] = (self.of(address) + seconds, self._clock())
        self._used.move_to_end(address)
        while len(self._used) > MOST_ADDRESSES:
            self._used.popitem(last=False)

    def of(self, address: str) -> float:
        seconds, at = self._used.get(address, (0.0, 0.0))
        return float(seconds * 0.5 ** ((self._clock() - at) / USED_HALF_LIFE)) if seconds else 0.0

    def step(self, address: str) -> int:
        """The priority of an address by its used time: 0, the first, for one that has used almost nothing."""
        return int(self.of(address) // USED_STEP)


class Queue:
    """
    The waiting questions of a lane: addresses take turns, and the clients of an address take turns among them.

    The first question of an address comes before the later ones of all addresses that have used about as much.
    """

    def __init__(self, used: UsedTime | None = None) -> None:
        self._addresses: OrderedDict[str, OrderedDict[str, deque[Job]]] = OrderedDict()
        self._used = used or UsedTime()
        self._had_turn: set[str] = set()
        """The waiting addresses of which a question was taken while others of theirs waited."""

    def __len__(self) -> int:
        return sum(len(jobs) for clients in self._addresses.values() for jobs in clients.values())

    def add(self, job: Job) -> None:
        clients = self._addresses.setdefault(job.client.address, OrderedDict())
        clients.setdefault(job.client.name, deque()).append(job)

    def remove(self, job: Job) -> None:
        clients = self._addresses.get(job.client.address, OrderedDict())
        jobs = clients.get(job.client.name)
        if jobs is not None and job in jobs:
            jobs.remove(job)
            self._drop_empty(job.client)

    def take(self, running: Mapping[str, int], most: int) -> Job | None:
        """
        The next question whose client and address each run fewer than `most`.

        The address that has used least comes first, and among equals one that had no turn yet. Afterwards the client
        goes to the end of its address's queue, and the address to the end of all addresses.
        """
        for address in sorted(self._addresses, key=self._priority):
            clients = self._addresses[address]
            if running.get(address, 0) >= most:
                continue
            for name, jobs in clients.items():
                if running.get(name, 0) < most:
                    job = jobs.popleft()
                    clients.move_to_end(name)
                    self._addresses.move_to_end(address)
                    self._had_turn.add(address)
                    self._drop_empty(job.client)
                    return job
        return None

    def _priority(self, address: str) -> tuple[int, bool]:
        return self._used.step(address), address in self._had_turn

    def _drop_empty(self, client: Client) -> None:
        clients = self._addresses[client.address]
        if not clients[client.name]:
            del clients[client.name]
        if not clients:
            del self._addresses[client.address]
            self._had_turn.discard(client.address)

    def in_order(self) -> list[Job]:
        """Every waiting question, in the current order of the turns."""
        by_step: dict[int, list[str]] = {}
        for address in self._addresses:
            by_step.setdefault(self._used.step(address), []).append(address)
        return [job for step in sorted(by_step) for job in self._turns_of(by_step[step])]

    def _turns_of(self, addresses: list[str]) -> list[Job]:
        """The questions of addresses that have used about as much: the first of each newcomer, then all in turn."""
        lines = {address: _in_turn(list(self._addresses[address].values())) for address in addresses}
        newcomers = [address for address in addresses if address not in self._had_turn]
        first = [lines[address].pop(0) for address in newcomers]
        others = [address for address in addresses if address in self._had_turn]
        return first + _in_turn([lines[address] for address in others + newcomers])

    def longest(self) -> tuple[Job, int] | None:
        """The last question of the address with the most waiting questions, and their number; None if none waits."""
        groups = [_in_turn(list(clients.values())) for clients in self._addresses.values()]
        if not groups:
            return None
        most = max(groups, key=len)
        return most[-1], len(most)


def _in_turn(groups: Sequence[Sequence[Job]]) -> list[Job]:
    """The first job of each group, then the second of each, and so on."""
    rounds = max((len(jobs) for jobs in groups), default=0)
    return [jobs[turn] for turn in range(rounds) for jobs in groups if turn < len(jobs)]
