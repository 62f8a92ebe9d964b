"""A cache of answers, so that no question is computed twice."""

from __future__ import annotations

from collections import OrderedDict
from hashlib import sha256

MOST_ANSWERS = 20_000
"""The most answers in the cache, however short they are."""


class AnswerCache:
    """Answers by question and terms, up to a number of bytes; the least recently used is dropped first."""

    def __init__(self, most_bytes: int) -> None:
        self.bytes = 0
        self._most = most_bytes
        self._answers: OrderedDict[bytes, bytes] = OrderedDict()

    def get(self, key: tuple[str, str] | None) -> bytes | None:
        if key is None:
            return None
        answer = self._answers.get(_digest(key))
        if answer is not None:
            self._answers.move_to_end(_digest(key))
        return answer

    def put(self, key: tuple[str, str] | None, answer: bytes) -> None:
        if key is None or len(answer) > self._most:
            return
        digest = _digest(key)
        self.bytes -= len(self._answers.pop(digest, b""))
        self._answers[digest] = answer
        self.bytes += len(answer)
        while self.bytes > self._most or len(self._answers) > MOST_ANSWERS:
            _, dropped = self._answers.popitem(last=False)
            self.bytes -= len(dropped)


def _digest(key: tuple[str, str]) -> bytes:
    """A key of fixed length, because questions may be long."""
    return sha256("\n".join(key).encode("utf-8", "surrogatepass")).digest()
