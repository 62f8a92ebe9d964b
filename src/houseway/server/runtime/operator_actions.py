"""
What the operator does to a table, whichever process owns it.

An action has an id and leaves its receipt in the same commit as its effect. It may therefore be sent again, to one
owner after another, and is carried out once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import partial
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
from .jobs import CommandKey

OPERATOR = "the operator"
"""The account under which receipts of actions are stored."""


@dataclass(frozen=True, kw_only=True)
class OperatorAction:
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
    def key(self) -> CommandKey:
        return action_key(self.id, asdict(self))


def action_key(name: str, body: object) -> CommandKey:
    """Identifies an action of the operator by its id and its body."""
    return CommandKey(OPERATOR, name, hashlib.sha256(canonical(body).encode()).hexdigest())


def decide_action(action: OperatorAction, row: TableRow | None, desk: Desk, at: str) -> Decision:
    """The effect of an action on its table."""
    match action.do:
        case "void":
            return dealing.void(desk, action.reason, action.note, at=at)
        case "relabel":
            return seating.relabel(desk, action.account, action.name, at=at)
        case "close":
            return close_table(row, desk, at, why="the operator closed it")


def close_table(row: TableRow | None, desk: Desk, at: str, *, why: str) -> Decision:
    """Close a table, in its stream and in the index of tables."""
    if row is None:
        raise NotAllowed(f"there is no table {desk.table!r}")
    decision = seating.close(desk, why=why, at=at)
    return replace(decision, rows=(*decision.rows, replace(row, closed_at=at)))


async def take_terms(store: Store, actors: Iterable[Actor], at: str, *, pay_tables: bool = False) -> None:
    """Let every table of this process that has older terms take those in force with its next round."""
    in_force: dict[str, TermsVersion | None] = {}
    for actor in list(actors):
        key = actor.desk.game.key
        if key not in in_force:
            in_force[key] = await store.find.terms_in_force(key, at)
        terms = in_force[key]
        if actor.owned and terms is not None and terms.version > actor.desk.terms_version:
            versions = {version.version: dict(version.options) for version in await store.find.terms_versions(key)}
            await actor.operate(partial(change_terms, terms, versions, pay_tables=pay_tables))


def change_terms(
    terms: TermsVersion, versions: Mapping[int, Mapping[str, Any]], desk: Desk, at: str, *, pay_tables: bool = False
) -> Decision:
    """Put the operator's new terms in force at a table, with the options that its host chose where they still fit."""
    if desk.terms_version >= terms.version or desk.closed:
        return Decision(desk=desk, events=())
    key = desk.game.key
    before = catalogue.game_at_table(key, dict(versions.get(desk.terms_version, {})), {})
    chosen = {name: here for name, (_, here) in changed_options(before.terms, desk.game.terms).items()}
    in_force = catalogue.game_at_table(key, dict(terms.options), {})
    chosen = still_allowed(in_force, chosen, pay_tables=pay_tables)
    try:
        game = catalogue.game_at_table(key, dict(terms.options), chosen)
    except NotAllowed:  # the host's options do not fit the new terms, which take precedence
        game = in_force
    return seating.change_terms(desk, game, terms.version, at=at)
