"""
Writes rounds as records, and reads records by replaying them.

A record contains the terms, the opening, every move with a running digest, and the payments. The record of a table's
server (format 2 or 3) also has its provenance and the proof of its shuffle. Reading a record replays every move and
refuses the first move or payment that differs.
"""

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from ..games import game as game_named
from ..rules.errors import HousewayError, Unreadable, shown
from ..rules.moves import Move
from ..rules.payments import Payment
from ..rules.playing import play, settlement, start
from ..rules.refusals import why_not
from ..rules.round import Round
from .dealing import cards_left
from .fairness import check_proof
from .provenance import Data, Provenance, canonical, move_digest, opening_digest, read_provenance, with_provenance
from .round_data import move_data, opening_data, payment_data, read_move, read_opening, terms_data

FORMATS = (1, 2, 3)
"""1 has no provenance; 2 has one with a shuffle of version 1, and 3 one with a shuffle of version 2."""

REQUIRED = ("game", "terms", "terms_hash", "opening", "moves", "payments")


def write_round(round_: Round, provenance: Provenance | None = None) -> str:
    """The record of a finished round."""
    data = round_data(round_, provenance)
    if provenance is None:
        return json.dumps(data, indent=1, ensure_ascii=False) + "\n"
    return "{\n" + ",\n".join(f' "{key}": {_line_by_line(value)}' for key, value in data.items()) + "\n}\n"


def _line_by_line(value: object) -> str:
    """A list of moves or payments with one on each line; anything else on one line."""
    if not isinstance(value, list) or not value:
        return json.dumps(value, ensure_ascii=False)
    return "[\n" + ",\n".join("  " + json.dumps(item, ensure_ascii=False) for item in value) + "\n ]"


def round_data(round_: Round, provenance: Provenance | None = None) -> Data:
    """The record as JSON data; a round that was called off before any card needs a provenance that says so."""
    cancelled = provenance is not None and provenance.cancelled is not None
    payments = [] if cancelled else settlement(round_)
    data = {**_without_payments(round_), "payments": [payment_data(payment) for payment in payments]}
    return data if provenance is None else with_provenance(data, provenance)


def _without_payments(round_: Round) -> Data:
    """The record of format 1 without its payments."""
    game = round_.game
    moves = []
    digest = _first_digest(round_)
    for move in round_.moves:
        data = move_data(move)
        digest = _next_digest(digest, data)
        moves.append({**data, "digest": digest})
    return {
        "houseway_record": 1,
        "game": game.key,
        "terms": terms_data(game),
        "terms_hash": game.terms_hash,
        "opening": opening_data(round_.opening),
        "moves": moves,
    }


def _first_digest(round_: Round) -> str:
    opening = json.dumps(opening_data(round_.opening), sort_keys=True)
    return hashlib.sha256(f"{round_.game.key}\n{round_.game.terms_hash}\n{opening}".encode()).hexdigest()


def _next_digest(digest: str, data: Data) -> str:
    return hashlib.sha256(f"{digest}\n{json.dumps(data, sort_keys=True)}".encode()).hexdigest()


# Reading ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Recorded:
    """A record in which every part was checked."""

    states: tuple[Round, ...]
    """From the opening to the end."""
    provenance: Provenance | None


def read_round(text: str) -> tuple[Round, ...]:
    """All states of a recorded round, from its opening to its end; raises at the first part that differs."""
    return read_record(text).states


def read_record(text: str) -> Recorded:
    """A recorded round with its provenance; raises at the first part that differs."""
    record = _record(text)
    states = _replayed(record)
    provenance = read_provenance(record) if record["houseway_record"] > 1 else None
    cancelled = provenance.cancelled if provenance else None
    if cancelled and (states[-1].over or states[-1].dealt):
        raise Unreadable("a round is called off before its first card, and this one was dealt")
    if not cancelled and not states[-1].over:
        raise Unreadable(f"the record stops after move {len(states) - 1}, before the round is over")
    _same_payments([] if cancelled else settlement(states[-1]), _items(record, "payments"))
    if provenance:
        _same_deal(states[-1], provenance)
        _nothing_else(record, round_data(states[-1], provenance))
    return Recorded(states, provenance)


def _replayed(record: Data) -> tuple[Round, ...]:
    states = [_opened(record)]
    digest = _first_digest(states[0]) if record["houseway_record"] == 1 else _opening_digest(record)
    for number, data in enumerate(_items(record, "moves"), start=1):
        move, digest = _recorded_move(number, data, digest, record["houseway_record"])
        reason = why_not(states[-1], move)
        if reason:
            raise Unreadable(f"move {number} ({data['move']}) cannot be replayed: {reason}")
        states.append(play(states[-1], move))
    return tuple(states)


def _opening_digest(record: Data) -> str:
    try:
        return opening_digest(record)
    except (KeyError, TypeError, ValueError) as error:
        raise Unreadable(f"the record's origin cannot be read ({type(error).__name__}: {str(error)[:80]})") from None


def _same_deal(round_: Round, provenance: Provenance) -> None:
    """Raise unless the dealt cards are the first cards of the order that the shuffle proves."""
    seats = [str(seat.number) for seat in round_.seats]
    by_seat = [provenance.proof[key] for key in ("clients", "commitments") if key in provenance.proof]
    if any(list(parts) != seats for parts in by_seat):
        raise Unreadable(f"the shuffle must say what the clients of seats {', '.join(seats)} sent, in this order")
    order = check_proof(cards_left(round_), provenance.proof, provenance.round)
    for number, (dealt, due) in enumerate(zip(round_.dealt, order, strict=False), start=1):
        if dealt != due:
            raise Unreadable(f"card {number} of the deal is {dealt}, the shuffle gives {due}")


def _nothing_else(record: Data, whole: Data) -> None:
    """Refuse a record with anything that is not checked: a reader might believe it."""
    for key, value in record.items():
        if key not in whole or (key != "digest" and canonical(value) != canonical(whole[key])):
            raise Unreadable(f"the record's {shown(key)} holds something that is not part of a record")


def _record(text: str) -> Data:
    try:
        record = json.loads(text, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"this is no Houseway record: it is not whole JSON ({str(error)[:80]})") from None
    format_ = record.get("houseway_record") if isinstance(record, dict) else type(record).__name__
    if type(format_) is not int or format_ not in FORMATS:
        raise Unreadable(f"this is no Houseway record: 'houseway_record' must be 1, 2 or 3, not {shown(format_)}")
    missing = [key for key in REQUIRED if key not in record]
    if missing:
        raise Unreadable(f"the record lacks {', '.join(missing)}; it must have {', '.join(REQUIRED)}")
    return dict(record)


def _once(pairs: list[tuple[str, object]]) -> Data:
    """Refuse a repeated key: different readers would take different values."""
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a key comes twice")
    return dict(pairs)


def _opened(record: Data) -> Round:
    game = game_named(str(record["game"]))
    if not isinstance(record["terms"], dict):
        raise Unreadable(f"the record's terms must be options and values, not {shown(record['terms'])}")
    game = game.with_options(record["terms"])
    for name, value in terms_data(game).items():
        if record["terms"].get(name) != value:
            raise Unreadable(f"the record's term {name} must be {value!r}, not {shown(record['terms'].get(name))}")
    if game.terms_hash != record["terms_hash"]:
        raise Unreadable(f"the record's terms hash to {game.terms_hash}, not to {shown(record['terms_hash'])}")
    return start(game, read_opening(record["opening"]))


def _recorded_move(number: int, data: Any, digest: str, format_: int) -> tuple[Move, str]:
    try:
        move = read_move(data)
    except HousewayError as error:
        raise Unreadable(f"move {number} cannot be read: {error}") from None
    plain = move_data(move) if format_ == 1 else move_data(move) | {key: data.get(key) for key in ("by", "at")}
    digest = _next_digest(digest, plain) if format_ == 1 else move_digest(digest, plain)
    if data.get("digest") != digest or (format_ > 1 and data != {**plain, "digest": digest}):
        raise Unreadable(
            f"move {number} ({data['move']}) differs from the one that was recorded: its digest does not fit"
        )
    return move, digest


def _items(record: Data, key: str) -> list[Any]:
    if not isinstance(record[key], list):
        raise Unreadable(f"the record's {key} must be a list, not {shown(record[key])}")
    items: list[Any] = record[key]
    return items


def _same_payments(payments: list[Payment], recorded: list[object]) -> None:
    made = [payment_data(payment) for payment in payments]
    for number, (ours, theirs) in enumerate(zip(made, recorded, strict=False), start=1):
        if ours != theirs:
            raise Unreadable(f"payment {number} differs: the rules pay {shown(ours)}, the record says {shown(theirs)}")
    if len(made) != len(recorded):
        raise Unreadable(f"the rules make {len(made)} payments, the record has {len(recorded)}")
