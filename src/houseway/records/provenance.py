"""
The provenance of a record: which table dealt the round and when, who made each move, and the proof of its shuffle.

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
"""The keys of the proof of the shuffle, by the format of the record."""
FIXED_BEFORE = {
    2: ("commitment", "clients"),
    3: ("version", "commitment", "beacon", "commitments", "clients"),
}
"""Those of them that are part of the first digest."""


@dataclass(frozen=True)
class Cancelled:
    """Why a round was called off before any card was dealt."""

    reason: str
    clause: str
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class Provenance:
    """What the server of the table knows about a finished round beyond its moves. Times are UTC, as text."""

    round: str
    table: str
    terms_version: int
    committed: str
    opened: str
    ended: str
    proof: Mapping[str, Any]
    """From `Shuffle.proof`, or from `proof_data` for version 1; its clients are all seats of the round."""
    by: tuple[str, ...]
    """Who chose each move: one of WHO."""
    at: tuple[str, ...]
    """When each move was made."""
    cancelled: Cancelled | None = None


def canonical(data: object) -> bytes:
    """Canonical JSON, the text over which digests are made."""
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


def with_provenance(record: Data, provenance: Provenance) -> Data:
    """A record with its provenance, from one of format 1: format 3, or format 2 if the shuffle is of version 1."""
    moves = record["moves"]
    if not len(moves) == len(provenance.by) == len(provenance.at):
        raise Unreadable(
            f"{len(moves)} moves need as many names and times, not {len(provenance.by)} and {len(provenance.at)}"
        )
    whole: Data = {
        "houseway_record": 3 if "version" in provenance.proof else 2,
        "round": provenance.round,
        "table": provenance.table,
        "times": {name: getattr(provenance, name) for name in TIMES},
        **{key: record[key] for key in ("game", "terms", "terms_hash")},
        "terms_version": provenance.terms_version,
        "opening": record["opening"],
        "shuffle": dict(provenance.proof),
        "moves": [],
        **({"cancelled": vars(provenance.cancelled)} if provenance.cancelled else {}),
        "payments": record["payments"],
    }
    digest = opening_digest(whole)
    for move, by, at in zip(moves, provenance.by, provenance.at, strict=True):
        without_digest = {key: value for key, value in move.items() if key != "digest"}
        recorded = {**without_digest, "by": by, "at": at}
        digest = move_digest(digest, recorded)
        whole["moves"].append({**recorded, "digest": digest})
    return {**whole, "digest": record_digest(whole)}


REQUIRED = ("round", "table", "times", "terms_version", "shuffle", "digest")


def read_provenance(record: Data) -> Provenance:
    """The provenance in a record of format 2 or 3; raises if its digest does not fit."""
    missing = [key for key in REQUIRED if key not in record]
    if missing:
        raise Unreadable(f"the record lacks {', '.join(missing)}; it must have {', '.join(REQUIRED)}")
    try:
        provenance = _read(record)
        fits = record["digest"] == record_digest(record)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise Unreadable(f"the record's origin cannot be read ({type(error).__name__}: {str(error)[:80]})") from None
    texts = (
        provenance.round,
        provenance.table,
        provenance.committed,
        provenance.opened,
        provenance.ended,
        *provenance.at,
    )
    if not all(isinstance(text, str) for text in texts) or type(provenance.terms_version) is not int:
        raise Unreadable("the record's round, table and times must be text, its terms version a whole number")
    for by in provenance.by:
        if by not in WHO:
            raise Unreadable(f"a move is made by {', '.join(WHO)}, not by {shown(by)}")
    if not fits:
        raise Unreadable("the record was altered: its digest does not fit")
    return provenance


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
