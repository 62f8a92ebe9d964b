"""Pay tables: named lines and what each pays to 1, or how many points it scores."""

from collections.abc import Collection, ItemsView, Iterator, Mapping, ValuesView
from dataclasses import dataclass
from typing import Final

PUSH: Final = 0
LOSES: Final = -1


class PayTable(Mapping[str, int]):
    """Lines in printed order. Immutable, so that it can be a term; `with_line` returns a changed copy."""

    __slots__ = ("_lines",)

    def __init__(self, lines: Mapping[str, int] | None = None, /, **named: int) -> None:
        self._lines = {**(lines or {}), **named}

    def __getitem__(self, line: str) -> int:
        return self._lines[line]

    def __iter__(self) -> Iterator[str]:
        return iter(self._lines)

    def __len__(self) -> int:
        return len(self._lines)

    def values(self) -> ValuesView[int]:
        return self._lines.values()

    def items(self) -> ItemsView[str, int]:
        return self._lines.items()

    def __eq__(self, other: object) -> bool:
        return self._lines == (other._lines if isinstance(other, PayTable) else other)

    def __hash__(self) -> int:
        return hash(frozenset(self._lines.items()))

    def __repr__(self) -> str:
        return "PayTable(" + ", ".join(f"{line}={pays}" for line, pays in self._lines.items()) + ")"

    def with_line(self, line: str, pays: int) -> "PayTable":
        return PayTable({**self._lines, line: pays})


@dataclass(frozen=True)
class Result:
    """The result of one wager."""

    line: str
    pays: int
    """To 1; PUSH or LOSES if it does not win."""
    clause: str

    @property
    def in_words(self) -> str:
        return self.line.replace("_", " ")


def best_line(lines: Collection[str], table: Mapping[str, int], clauses: Mapping[str, str], otherwise: str) -> Result:
    """The best-paying of these lines. Without a line the wager loses, by the clause `otherwise`."""
    if not lines:
        return Result("no_pay", LOSES, otherwise)
    best = max(lines, key=lambda line: (table[line], line))
    return Result(best, table[best], clauses[best])
