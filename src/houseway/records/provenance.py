"""
Where a record comes from: which table dealt it and when, who made each move, and the proof of its shuffle.

The digests of such a record (format 2 or 3) chain over **canonical JSON**: no spaces, keys in order of their code
points, text as UTF-8 without needless escapes, whole numbers only.

- The first digest is SHA-256 of what was fixed before the first move. In format 2 that is {clients, commitment, game,
  opening, round, table, terms_hash}; in format 3 {beacon, clients, commitment, commitments, game, opening, round,
  table, terms_hash, version}.
- The digest of a move is SHA-256(digest before it, as 64 hexadecimal digits || newline || the move without its
  digest).
- The digest of the record is SHA-256(digest of the last move || newline || the record without `moves` and `digest`).
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..rules.errors import Unreadable, shown

Data = dict[str, Any]
WHO = ("person", "bot", "time-out", "dealer", "operator")
"""Who may have chosen a move."""
TIMES = ("committed", "opened", "ended")
PROOF = {
    2: ("commitment", "salt", "permutation", "clients", "cards"),
    3: ("version", "commitment", "salt", "permutation", "beacon", "commitments", "clients", "cards"),
}
"""What the proof of the shuffle has, by the format of the record."""
FIXED_BEFORE = {
    2: ("commitment", "clients"),
    3: ("version", "commitment", "beacon", "commitments", "clients"),
}
"""What of it is part of the first digest."""


@dataclass(frozen=True)
class Cancelled:
    """Why a round was called off before any card was dealt."""

    reason: str
    clause: str
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class Provenance:
    """What the table's server knows about a finished round beyond its moves. Times are UTC, as text."""

    round: str
    table: str
    terms_version: int
    committed: str
    opened: str
    ended: str
    proof: Mapping[str, Any]
    """As `Shuffle.proof` makes it, or `proof_data` for version 1; its clients are all seats of the round."""
    by: tuple[str, ...]
    """Who chose each move: one of WHO."""
    at: tuple[str, ...]
    """When each move was made."""
    cancelled: Cancelled | None = None


def canonical(data: object) -> bytes:
    """The one way in which plain data is written before it is hashed."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def opening_digest(record: Data) -> str:
    """The digest that the first move follows."""
    fixed = {key: record[key] for key in ("round", "table", "game", "terms_hash", "opening")}
    parts = FIXED_BEFORE[record["houseway_record"]]
    return _sha256({**fixed, **{key: record["shuffle"][key] for key in parts}})


def move_digest(before: str, move: Data) -> str:
    return _sha256({key: value for key, value in move.items() if key != "digest"}, before)


def record_digest(record: Data) -> str:
    last = record["moves"][-1]["digest"] if record["moves"] else opening_digest(record)
    return _sha256({key: value for key, value in record.items() if key not in ("moves", "digest")}, last)


def _sha256(data: Data, before: str | None = None) -> str:
    return hashlib.sha256((f"{before}\n".encode() if before else b"") + canonical(data)).hexdigest()


def with_provenance(record: Data, told: Provenance) -> Data:
    """A record of format 3, or of format 2 where the shuffle is of version 1, from the same of format 1."""
    moves = record["moves"]
    if not len(moves) == len(told.by) == len(told.at):
        raise Unreadable(f"{len(moves)} moves need as many names and times, not {len(told.by)} and {len(told.at)}")
    whole: Data = {
        "houseway_record": 3 if "version" in told.proof else 2,
        "round": told.round,
        "table": told.table,
        "times": {name: getattr(told, name) for name in TIMES},
        **{key: record[key] for key in ("game", "terms", "terms_hash")},
        "terms_version": told.terms_version,
        "opening": record["opening"],
        "shuffle": dict(told.proof),
        "moves": [],
        **({"cancelled": vars(told.cancelled)} if told.cancelled else {}),
        "payments": record["payments"],
    }
    digest = opening_digest(whole)
    for move, by, at in zip(moves, told.by, told.at, strict=True):
        noted = {**{key: value for key, value in move.items() if key != "digest"}, "by": by, "at": at}
        digest = move_digest(digest, noted)
        whole["moves"].append({**noted, "digest": digest})
    return {**whole, "digest": record_digest(whole)}


WANTED = ("round", "table", "times", "terms_version", "shuffle", "digest")


def read_provenance(record: Data) -> Provenance:
    """What a record of format 2 or 3 says beyond its moves; raises where its digest does not fit."""
    missing = [key for key in WANTED if key not in record]
    if missing:
        raise Unreadable(f"the record lacks {', '.join(missing)}; it must have {', '.join(WANTED)}")
    try:
        told = _read(record)
        fits = record["digest"] == record_digest(record)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise Unreadable(f"the record's origin cannot be read ({type(error).__name__}: {str(error)[:80]})") from None
    texts = (told.round, told.table, told.committed, told.opened, told.ended, *told.at)
    if not all(isinstance(text, str) for text in texts) or type(told.terms_version) is not int:
        raise Unreadable("the record's round, table and times must be text, its terms version a whole number")
    if strange := [by for by in told.by if by not in WHO]:
        raise Unreadable(f"a move is made by {', '.join(WHO)}, not by {shown(strange[0])}")
    if not fits:
        raise Unreadable("the record was altered: its digest does not fit")
    return told


def _read(record: Data) -> Provenance:
    cancelled = record.get("cancelled")
    return Provenance(
        **{key: record[key] for key in ("round", "table", "terms_version")},
        **{name: record["times"][name] for name in TIMES},
        proof={key: record["shuffle"][key] for key in PROOF[record["houseway_record"]]},
        by=tuple(move["by"] for move in record["moves"]),
        at=tuple(move["at"] for move in record["moves"]),
        cancelled=None if cancelled is None else Cancelled(**cancelled),
    )
