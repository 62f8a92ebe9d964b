"""Work in chunks on all cores, with the results in order."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Result = TypeVar("Result")
Progress = Callable[[int, int], None]
"""Called with the work done and the total."""


def ignore_progress(done: int, total: int) -> None:
    """Reports no progress."""


STEPS = 1000
"""The total of progress that is reported in parts."""


def part_of(progress: Progress, begin: float, end: float) -> Progress:
    """
    Reports the progress of one part of some work, from the share `begin` of the whole to the share `end`.

    The total is the same for all parts, so progress that is reported part after part never goes back.
    """

    def report(done: int, total: int) -> None:
        share = begin + (end - begin) * min(done, total) / total
        progress(round(STEPS * share), STEPS)

    return report


def in_threads(
    work: Callable[[int], Result], chunks: range, on_done: Callable[[int], None] | None = None
) -> Iterator[Result]:
    """The results of the chunks in order; `on_done` is called with the number of finished chunks."""
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        try:
            for done, result in enumerate(pool.map(work, chunks), start=1):
                if on_done is not None:
                    on_done(done)
                yield result
        finally:
            pool.shutdown(cancel_futures=True)


def rounds_in_chunks(
    play: Callable[[int, int], Result], rounds: int, chunk: int, progress: Progress | None
) -> Iterator[Result]:
    """The results of consecutive rounds, chunk by chunk; `play` takes the first round and the number of rounds."""

    def play_chunk(first: int) -> Result:
        return play(first, min(chunk, rounds - first))

    def report(chunks_done: int) -> None:
        if progress:
            progress(min(chunks_done * chunk, rounds), rounds)

    report(0)
    return in_threads(play_chunk, range(0, rounds, chunk), report)
