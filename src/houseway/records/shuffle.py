"""
The only file that touches entropy.

A shuffle draws every choice by rejection from a stream of bits: no modulo, no float. The stream is the operating
system's, or, where a seed is given so that a deal can be repeated, SHA-256 in counter mode.
"""

import hashlib
import os
from collections.abc import Callable
from typing import TypeVar

Card = TypeVar("Card")
ReadBytes = Callable[[int], bytes]


class Entropy:
    """A stream of bits from which whole numbers are drawn without bias."""

    def __init__(self, read: ReadBytes) -> None:
        self._read = read
        self._bits = 0
        self._count = 0

    def bits(self, count: int) -> int:
        """The next `count` bits, as a number."""
        while self._count < count:
            self._bits = self._bits << 256 | int.from_bytes(self._read(32), "big")
            self._count += 256
        self._count -= count
        drawn = self._bits >> self._count
        self._bits &= (1 << self._count) - 1
        return drawn

    def below(self, limit: int) -> int:
        """A number from 0 up to but not including `limit`, every one equally likely."""
        width = (limit - 1).bit_length()
        while (drawn := self.bits(width)) >= limit:
            pass
        return drawn

    def shuffled(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """These cards in an order drawn evenly from all orders."""
        order = list(cards)
        for last in range(len(order) - 1, 0, -1):
            chosen = self.below(last + 1)
            order[last], order[chosen] = order[chosen], order[last]
        return tuple(order)


def from_system() -> Entropy:
    """Entropy of the operating system: what a real deal uses."""
    return Entropy(os.urandom)


def from_seed(seed: str) -> Entropy:
    """A repeatable stream, for rounds that are to be dealt again; never for a table with people at it."""
    counter = 0

    def read(count: int) -> bytes:
        nonlocal counter
        counter += 1
        return hashlib.sha256(f"houseway deal\n{seed}\n{counter}".encode()).digest()[:count]

    return Entropy(read)
