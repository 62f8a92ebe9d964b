"""
What the operator does to a table, wherever it is owned: carried out once, by the owner or by its heir.

An act has an id and leaves its receipt in the same commit as what it did. So it may be sent again and again, to one
owner after another, and is done once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from ...records.store import Store, TableRow, TermsVersion
from ...records.store.chain import canonical
from ...rules.errors import NotAllowed
from ...rules.terms import changed_options
from ..tables import dealing, seating
from ..tables.ceilings import still_allowed
from ..tables.desk import Decision, Desk
from ..views import catalogue
from .actor import Actor
from .jobs import Once

OPERATOR = "the operator"


@dataclass(frozen=True, kw_only=True)
class Act:
    """Something to be done to one table."""

    id: str
    table: str
    do: Literal["void", "close", "relabel"]
    reason: str = ""
    note: str = ""
    account: str = ""
    """Whose label changes."""
    name: str = ""

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
    if act.do == "relabel":
        return seating.relabel(desk, act.account, act.name, at=at)
    return closed(row, desk, at, why="the operator closed it")


def closed(row: TableRow | None, desk: Desk, at: str, *, why: str) -> Decision:
    """A table closed, in its stream and in the list of tables."""
    if row is None:
        raise NotAllowed(f"there is no table {desk.table!r}")
    decision = seating.close(desk, why=why, at=at)
    return replace(decision, rows=(*decision.rows, replace(row, closed_at=at)))


async def take_terms(store: Store, actors: Iterable[Actor], at: str, *, pay_tables: bool = False) -> None:
    """Every table of ours that plays by older terms than are in force takes the new ones with its next round."""
    in_force: dict[str, TermsVersion | None] = {}
    for actor in list(actors):
        key = actor.desk.game.key
        if key not in in_force:
            in_force[key] = await store.find.terms_in_force(key, at)
        found = in_force[key]
        if actor.owned and found is not None and found.version > actor.desk.terms_version:
            made = {terms.version: dict(terms.options) for terms in await store.find.terms_versions(key)}
            await actor.operate(lambda desk, at, found=found, made=made: under(found, made, desk, at, pay_tables))  # type: ignore[misc]


def under(
    terms: TermsVersion, made: Mapping[int, Mapping[str, Any]], desk: Desk, at: str, pay_tables: bool = False
) -> Decision:
    """The house's new terms, and beside them what the table's maker chose; `made` is every version's options."""
    if desk.terms_version >= terms.version or desk.closed:
        return Decision(desk=desk, events=())
    key = desk.game.key
    before = catalogue.at_a_table(key, dict(made.get(desk.terms_version, {})), {})
    chosen = {name: here for name, (_, here) in changed_options(before.terms, desk.game.terms).items()}
    in_force = catalogue.at_a_table(key, dict(terms.options), {})
    chosen = still_allowed(in_force, chosen, pay_tables=pay_tables)
    try:
        game = catalogue.at_a_table(key, dict(terms.options), chosen)
    except NotAllowed:  # the two do not go together: the house's terms hold
        game = in_force
    return seating.change_terms(desk, game, terms.version, at=at)
