"""
Entropy and the shuffle. No other file reads entropy.

A shuffle draws every choice by rejection from a stream of bits, without modulo and without floats. The stream is that
of the operating system; or, if the order must be reproducible from a seed or from clients' entropy, it is SHA-256 in
counter mode.

A live deal (`from_system_for`) reads all bits in one call, at least 64 more than are needed to number all arrangements,
and discards the rest, so that no bits remain that a fork or a restart could deal again.
"""

import hashlib
import os
from collections.abc import Callable
from functools import lru_cache
from math import factorial
from typing import TypeVar
from weakref import WeakSet

Card = TypeVar("Card")
ReadBytes = Callable[[int], bytes]

SPARE_BITS = 64
"""Bits read beyond those that number all arrangements."""
SALT_BYTES = 32
BLOCK_BITS = 256


class Entropy:
    """A stream of bits from which whole numbers are drawn without bias."""

    def __init__(self, read: ReadBytes) -> None:
        self._read = read
        self._bits = 0
        self._count = 0

    def read_ahead(self, count: int) -> None:
        """Read bytes for at least `count` bits in one go."""
        size = (count + 7) >> 3
        self._bits = self._bits << (size << 3) | int.from_bytes(self._read(size), "big")
        self._count += size << 3

    def bits(self, count: int) -> int:
        """The next `count` bits, as a number."""
        while self._count < count:
            self.read_ahead(BLOCK_BITS)
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
        """These cards in a random order, all orders equally likely."""
        order = list(cards)
        # the same draws as below() for each card, inlined: the calls would cost more than the shuffle
        block = 0
        left = 0
        for width in range((len(order) - 1).bit_length(), 0, -1):
            mask = (1 << width) - 1
            for last in range(min(mask, len(order) - 1), mask >> 1, -1):  # the positions that need this width
                chosen = mask + 1
                while chosen > last:
                    if left < width:
                        block = (block & ((1 << left) - 1)) << BLOCK_BITS | self.bits(BLOCK_BITS)
                        left += BLOCK_BITS
                    left -= width
                    chosen = block >> left & mask
                order[last], order[chosen] = order[chosen], order[last]
        self._bits |= (block & ((1 << left) - 1)) << self._count
        self._count += left
        return tuple(order)

    def forget(self) -> None:
        """Discard the bits that were read and not used."""
        self._bits = self._count = 0


_OF_THIS_PROCESS: "WeakSet[Entropy]" = WeakSet()


def _forget_after_fork() -> None:
    """Discard unused bits in a forked process: two processes must not deal from the same bits."""
    for entropy in _OF_THIS_PROCESS:
        entropy.forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_after_fork)


def system_bytes(count: int) -> bytes:
    """Entropy of the operating system, for keys and nonces."""
    return os.urandom(count)


def from_system() -> Entropy:
    """Entropy of the operating system, for real deals."""
    entropy = Entropy(lambda count: os.urandom(count))
    _OF_THIS_PROCESS.add(entropy)
    return entropy


def from_system_for(count: int) -> tuple[bytes, Entropy]:
    """A salt, and entropy of the operating system for one shuffle of `count` cards, read in one call."""
    entropy = from_system()
    entropy.read_ahead((SALT_BYTES << 3) + arrangement_bits(count) + SPARE_BITS)
    return entropy.bits(SALT_BYTES << 3).to_bytes(SALT_BYTES, "big"), entropy


@lru_cache
def arrangement_bits(count: int) -> int:
    """The bit length of the number of orders of `count` cards."""
    return factorial(count).bit_length()


def from_seed(seed: str) -> Entropy:
    """A reproducible stream, for rounds that can be dealt again; never for a table with people."""
    counter = 0

    def read(count: int) -> bytes:
        nonlocal counter
        counter += 1
        return hashlib.sha256(f"houseway deal\n{seed}\n{counter}".encode()).digest()[:count]

    return Entropy(read)


def from_key(key: bytes) -> Entropy:
    """The stream of a key: SHA-256 of the key and a counter of 8 bytes, big-endian, from 0."""
    counter = 0

    def read(count: int) -> bytes:
        nonlocal counter
        block = hashlib.sha256(key + counter.to_bytes(8, "big")).digest()
        counter += 1
        return block[:count]

    return Entropy(read)
