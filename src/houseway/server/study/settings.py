"""Settings of the study pool: its worker processes, their deadlines and their memory."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Lane(StrEnum):
    """A queue with workers of its own, so that short questions never wait for long ones."""

    LIGHT = "light"
    """Milliseconds: replays, records, examples."""
    QUICK = "quick"
    """Seconds: prices, the best setting of a hand, the coach."""
    LONG = "long"
    """Minutes: every reading, a strategy in sentences, estimates."""


class JsonText(str):
    """An answer that is already JSON and is sent byte for byte."""


@dataclass(frozen=True, kw_only=True)
class StudySettings:
    """Limits of the study pool."""

    light_workers: int = 1
    quick_workers: int = 2
    long_workers: int = 2
    light_seconds: float = 10.0
    """The deadline of a light question, in seconds of processor time."""
    quick_seconds: float = 30.0
    """A quick question that takes longer moves to the long lane and starts again there."""
    long_seconds: float = 300.0
    """The deadline of a long question; its worker is killed then."""
    patience: float = 4.0
    """On a busy machine a question may take this many times its deadline by the clock."""
    memory_mb: int = 1500
    """The most memory of one worker process."""
    jobs_per_worker: int = 200
    """A worker is replaced after this many questions."""
    idle_seconds: float = 600.0
    """A worker without work for this long is stopped."""
    nice: int = 5
    """The niceness of workers, so that tables come first when the processor is busy (as in `nice -n`)."""
    waiting_per_client: int = 12
    """Questions of one account, or of one address without an account, that run or wait."""
    waiting_per_address: int = 48
    waiting_in_all: int = 400
    cache_bytes: int = 64 * 1024 * 1024
    """The size of the cache of answers in the server process."""

    def workers(self, lane: Lane) -> int:
        return {Lane.LIGHT: self.light_workers, Lane.QUICK: self.quick_workers, Lane.LONG: self.long_workers}[lane]

    def seconds(self, lane: Lane) -> float:
        return {Lane.LIGHT: self.light_seconds, Lane.QUICK: self.quick_seconds, Lane.LONG: self.long_seconds}[lane]
