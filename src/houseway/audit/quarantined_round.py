"""A round that ended because its record could not be read: it cannot be played again, but its chips can be checked."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ..records.store.ledger_accounts import AT_TABLES, UNREADABLE_CLAUSE, player
from ..rules.errors import Unreadable

Row = Mapping[str, Any]


def quarantined_round(id: str, table: str, events: Sequence[Row], transfers: Sequence[Row]) -> Row:
    """What the index must contain for the round; raises unless all its chips went back to their owners by ROOM-04."""
    ended = json.loads(events[-1]["body"])
    if ended.get("clause") != UNREADABLE_CLAUSE or ended.get("round") != id:
        raise Unreadable(f"it was quarantined without naming itself and {UNREADABLE_CLAUSE}")
    left: Counter[str] = Counter()
    last = events[-1]["number"]
    for row in transfers:
        left[row["payer"]] -= row["chips"]
        left[row["payee"]] += row["chips"]
        if row["number"] >= last:
            _check_back(row)
    for account, chips in left.items():
        if chips and not account.startswith("pot:"):
            raise Unreadable(f"{account} gained {chips} chips in a round that was void")
    commitment = json.loads(events[0]["body"]).get("commitment")
    return {"id": id, "table_id": table, "commitment": commitment, "outcome": "quarantined"}


def _check_back(row: Row) -> None:
    """Raise unless chips held or staked go to the purse of the same person."""
    owner = row["payer"].rpartition(":")[2]
    is_back = row["payer"].startswith(AT_TABLES) and row["payee"] == player(owner)
    if not is_back or row["clause"] != UNREADABLE_CLAUSE:
        raise Unreadable(f"{row['chips']} chips went from {row['payer']} to {row['payee']} in a round that was void")
