"""
What the operator does to a table, wherever it is owned: carried out once, by the owner or by its heir.

An act has an id and leaves its receipt in the same commit as what it did. So it may be sent again and again, to one
owner after another, and is done once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Literal

from ..records.store import Store, TableRow, TermsVersion
from ..records.store.chain import canonical
from ..rules.errors import NotAllowed
from . import catalogue, dealing, seating
from .actor import Actor, Once
from .desk import Decision, Desk

OPERATOR = "the operator"


@dataclass(frozen=True, kw_only=True)
class Act:
    """Something to be done to one table."""

    id: str
    table: str
    do: Literal["void", "close"]
    reason: str = ""
    note: str = ""

    @property
    def once(self) -> Once:
        return once(self.id, asdict(self))


def once(name: str, body: object) -> Once:
    """What an act is known by."""
    return Once(OPERATOR, name, hashlib.sha256(canonical(body).encode()).hexdigest())


def decided(act: Act, row: TableRow | None, desk: Desk, at: str) -> Decision:
    """What an act does to its table."""
    if act.do == "void":
        return dealing.void(desk, act.reason, act.note, at=at)
    return closed(row, desk, at, why="the operator closed it")


def closed(row: TableRow | None, desk: Desk, at: str, *, why: str) -> Decision:
    """A table closed, in its stream and in the list of tables."""
    if row is None:
        raise NotAllowed(f"there is no table {desk.table!r}")
    decision = seating.close(desk, why=why, at=at)
    return replace(decision, rows=(*decision.rows, replace(row, closed_at=at)))


async def take_terms(store: Store, actors: Iterable[Actor], at: str) -> None:
    """Every table of ours that plays by older terms than are in force takes the new ones with its next round."""
    in_force: dict[str, TermsVersion | None] = {}
    for actor in list(actors):
        key = actor.desk.game.key
        if key not in in_force:
            in_force[key] = await store.find.terms_in_force(key, at)
        found = in_force[key]
        if actor.owned and found is not None and found.version > actor.desk.terms_version:
            await actor.operate(lambda desk, at, found=found: _under(found, desk, at))  # type: ignore[misc]


def _under(terms: TermsVersion, desk: Desk, at: str) -> Decision:
    """The house's terms; what the table's maker chose beside the sheet's own stays where it was the first change."""
    if desk.terms_version >= terms.version or desk.closed:
        return Decision(desk=desk, events=())
    game = catalogue.at_a_table(desk.game.key, dict(terms.options), {})
    own = {name: here for name, (_, here) in desk.game.modifications.items()}
    mixed = game if desk.terms_version else game.with_options(own)
    return seating.change_terms(desk, mixed, terms.version, at=at)
