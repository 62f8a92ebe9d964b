"""Chance for estimates: a stream of numbers for each chunk of work, so that threads do not change a result."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import numpy as np

from ..rules.errors import Unreadable, shown

Progress = Callable[[int, int], None]
Found = TypeVar("Found")
MOST = 2**63 - 1


def stream(seed: int, purpose: int, chunk: int) -> np.random.Generator:
    """The numbers of one chunk: a counter (Philox) under a key made of the seed, the purpose and the chunk."""
    if type(seed) is not int or not 0 <= seed <= MOST:
        raise Unreadable(f"a seed is a whole number from 0 to {MOST}, not {shown(seed)}")
    return np.random.Generator(np.random.Philox(key=np.array([seed, purpose << 48 | chunk], dtype=np.uint64)))


def in_threads(work: Callable[[int], Found], chunks: range, told: Callable[[int], None]) -> Iterator[Found]:
    """The results of the chunks in order; `told` is called with how many are done."""
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        try:
            for done, found in enumerate(pool.map(work, chunks), start=1):
                told(done)
                yield found
        finally:
            pool.shutdown(cancel_futures=True)


def whole(name: str, value: object, low: int, high: int) -> int:
    """A setting of an estimate that is a whole number, or a sentence."""
    if type(value) is not int or not low <= value <= high:
        raise Unreadable(f"{name} is a whole number from {low} to {high}, not {shown(value)}")
    return value
