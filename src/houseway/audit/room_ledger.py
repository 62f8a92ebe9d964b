"""Checks the sums of a room's ledger: every balance is the sum of its transfers, and held chips have a live round."""

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from ..records.store import schema
from ..records.store.ledger_accounts import MAY_BE_NEGATIVE, ROOM_CLAUSES
from ..rules.errors import Unreadable

BALANCES = schema.balances
TRANSFERS = schema.transfers


def check_sums(connection: sa.Connection, live: Mapping[str, str]) -> None:
    """Raise at the first account that is not the sum of its transfers, is below zero, or holds chips for no round."""
    _check_each(connection)
    total = connection.execute(sa.select(sa.func.coalesce(sa.func.sum(BALANCES.c.chips), 0))).scalar()
    if int(total or 0):
        raise Unreadable(f"all accounts together hold {total} chips, not 0")
    _check_signs(connection)
    _check_holds(connection, live)
    _check_room_clauses(connection)


def _check_each(connection: sa.Connection) -> None:
    paid = sa.select(TRANSFERS.c.payer.label("account"), (-TRANSFERS.c.chips).label("chips"))
    received = sa.select(TRANSFERS.c.payee.label("account"), TRANSFERS.c.chips.label("chips"))
    moved = sa.union_all(paid, received).subquery()
    sums = sa.select(moved.c.account, sa.func.sum(moved.c.chips).label("total")).group_by(moved.c.account).subquery()
    both = BALANCES.join(sums, sums.c.account == BALANCES.c.account, isouter=True)
    total = sa.func.coalesce(sums.c.total, 0)
    wrong = sa.select(BALANCES.c.account, BALANCES.c.chips, total.label("total")).select_from(both)
    if row := connection.execute(wrong.where(BALANCES.c.chips != total).limit(1)).first():
        raise Unreadable(f"{row.account} has a balance of {row.chips} chips, and its transfers make {row.total}")
    other = sums.join(BALANCES, sums.c.account == BALANCES.c.account, isouter=True)
    missing = sa.select(sums.c.account).select_from(other).where(BALANCES.c.account.is_(None)).limit(1)
    if row := connection.execute(missing).first():
        raise Unreadable(f"{row.account} has transfers and no balance")


def _check_signs(connection: sa.Connection) -> None:
    free = BALANCES.c.account.in_(MAY_BE_NEGATIVE)
    wrong = (~free & ((BALANCES.c.chips < 0) | BALANCES.c.may_be_negative)) | (free & ~BALANCES.c.may_be_negative)
    if row := _one(connection, wrong):
        raise Unreadable(f"{row.account} holds {row.chips} chips, and only the house and the issue may be below zero")


def _check_holds(connection: sa.Connection, live: Mapping[str, str]) -> None:
    """Raise unless all chips held or staked belong to a round that is still running."""
    held = BALANCES.c.account.startswith("held:") | BALANCES.c.account.startswith("staked:")
    for row in connection.execute(sa.select(BALANCES).where(held & (BALANCES.c.chips != 0))):
        kind, _, rest = row.account.partition(":")
        whose = rest.rpartition(":")[0]
        if whose not in (live.keys() if kind == "staked" else live.values()):
            raise Unreadable(f"{row.account} still holds {row.chips} chips, and no round is running for it")


def _check_room_clauses(connection: sa.Connection) -> None:
    """Raise unless every transfer outside a round names a clause of the room."""
    wrong = TRANSFERS.c.round.is_(None) & TRANSFERS.c.clause.not_in(list(ROOM_CLAUSES))
    wanted = sa.select(TRANSFERS.c.stream, TRANSFERS.c.number, TRANSFERS.c.clause).where(wrong).limit(1)
    if row := connection.execute(wanted).first():
        raise Unreadable(
            f"a transfer of event {row.number} of {row.stream} names {row.clause!r}, no clause of the room"
        )


def _one(connection: sa.Connection, where: sa.ColumnElement[bool]) -> Any:
    return connection.execute(sa.select(BALANCES).where(where).limit(1)).first()
