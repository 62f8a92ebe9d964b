"""
The hash chain of a stream, and the canonical text that is hashed.

An event's hash covers everything about it, the hash of the event before, and (in `attached`) digests of the ledger
rows, the receipt, the snapshot and the index rows written with it: altering any of them breaks the chain.
"""

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec

FIRST = "0" * 64
"""The previous hash of a stream's first event."""
NOTHING_ATTACHED = "{}"

_encoded = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False).encode
_encoded_fast = msgspec.json.Encoder(order="sorted").encode
_decoded_fast = msgspec.json.Decoder().decode
PLAIN = frozenset({str, int, bool, type(None)})
"""The types of single values that both encoders write in the same way."""
CONTAINERS = frozenset({dict, list, tuple})
TRANSFER_COLUMNS = ("line", "payer", "payee", "chips", "wager", "clause", "why", "round")
RECEIPT_COLUMNS = ("account", "command", "body_digest", "answer", "at")


def canonical(value: object) -> str:
    """The canonical JSON of a value: sorted keys, no spaces, ASCII only, no NaN."""
    return canonical_plain(value) if _is_plain(value) else _encoded(value)


def _is_plain(value: object) -> bool:
    """Whether a value is made of dicts, lists and tuples of strings, integers, booleans and None, with text as keys."""
    kind = type(value)
    if kind not in CONTAINERS:
        return kind in PLAIN
    parts: Collection[object] = value  # type: ignore[assignment]
    if isinstance(value, dict):
        if not {str}.issuperset(map(type, value)):
            return False
        parts = value.values()
    return PLAIN.issuperset(map(type, parts)) or all(map(_is_plain, parts))


def canonical_plain(value: object) -> str:
    """
    The same text as `canonical`, made faster, for lists and mappings of strings, integers, booleans and None.

    Only for values that this package builds: floats and keys that are not strings would be written differently.

    >>> canonical_plain(["a", 1, None, {"b": True}])
    '["a",1,null,{"b":true}]'
    """
    try:
        text = _encoded_fast(value)
    except (UnicodeEncodeError, OverflowError):  # half of a surrogate pair, or an integer of more than 64 bits
        return _encoded(value)
    if not text.isascii() or b"\x7f" in text:  # these are escaped in the canonical text
        return _encoded(value)
    return text.decode("ascii")


def read_json(text: str | bytes) -> Any:
    """The value of JSON text, as `json.loads` returns it, in a third of its time."""
    try:
        return _decoded_fast(text)
    except ValueError:  # also half of a surrogate pair, and numbers that are not finite, which older versions wrote
        return json.loads(text)


def now() -> str:
    """The current time in the format of events."""
    return datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def digest(text: str) -> str:
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def event_hash(row: Mapping[str, object]) -> str:
    """The hash of a row of `events`, over all its columns except `hash`."""
    covered = [row["stream"], row["number"], row["kind"], row["round"], row["at"], row["body"], bool(row["sealed"])]
    return digest(canonical_plain([*covered, row["attached"], row["previous"]]))


def transfers_digest(rows: Iterable[Mapping[str, object]]) -> str:
    """The digest of an event's rows of `transfers`, in order of their lines."""
    return digest(canonical_plain([[row[name] for name in TRANSFER_COLUMNS] for row in rows]))


def receipt_digest(row: Mapping[str, object]) -> str:
    return digest(canonical_plain([row[name] for name in RECEIPT_COLUMNS]))


def attached(
    transfers: Iterable[Mapping[str, object]],
    receipt: Mapping[str, object] | None,
    snapshot: str | None,
    rows: Mapping[str, object] | None = None,
) -> str:
    """The text with the digests of everything written with an event; `rows` are those of the index tables."""
    parts: dict[str, Any] = attached_parts(transfers, receipt, snapshot)
    if rows:
        parts["rows"] = rows
    return canonical_plain(parts)


def attached_parts(
    transfers: Iterable[Mapping[str, object]], receipt: Mapping[str, object] | None, snapshot: str | None
) -> dict[str, str]:
    """The digests of the ledger rows, the receipt and the snapshot of an event, without those it does not have."""
    rows = list(transfers)
    parts = {
        "receipt": receipt_digest(receipt) if receipt else None,
        "snapshot": digest(snapshot) if snapshot is not None else None,
        "transfers": transfers_digest(rows) if rows else None,
    }
    return {name: value for name, value in parts.items() if value}


def read_attached(text: str) -> dict[str, Any]:
    """The digests attached to an event; an empty mapping if the text is not a JSON object."""
    try:
        parts = read_json(text)
    except ValueError:
        return {}
    return parts if isinstance(parts, dict) else {}
