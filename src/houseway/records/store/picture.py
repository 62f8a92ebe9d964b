"""
What a batch of changes meets: the heads, receipts, balances and keys it touches, read once and kept up in memory.

Each change is decided here, in order, as if it had the database to itself. Those that stand are written together.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from ...rules.errors import Broken
from . import chain, sealing
from .changes import ROUND_BEGINS, ROUND_ENDS, Change, Event, Receipt, Refill, Transfer
from .errors import HasChips, OtherBody, Repeated, ShortOfChips, Stale
from .index_rows import attached_rows
from .ledger import ISSUE, MAY_BE_NEGATIVE, belongs_to, player

Record = dict[str, Any]
"""A row to be written, by column."""


@dataclass
class StreamState:
    head: int = 0
    hash: str = chain.FIRST
    fence: int = 0


@dataclass
class Picture:
    """The part of the database that a batch touches."""

    room_key: bytes
    at: str
    streams: dict[str, StreamState] = field(default_factory=dict)
    receipts: dict[tuple[str, str], Record] = field(default_factory=dict)
    balances: dict[str, int] = field(default_factory=dict)
    round_keys: dict[str, bytes] = field(default_factory=dict)

    def decide(self, change: Change) -> Written:
        """What this change writes, or why it may not; the picture then shows it as written."""
        self._check_repeat(change.receipt)
        stream = self.streams[change.stream]
        if stream.fence != change.fence or change.expected not in (None, stream.head):
            believed = {"expected": change.expected, "fence": change.fence}
            raise Stale(change.stream, **believed, head=stream.head, current_fence=stream.fence)  # type: ignore[arg-type]
        if change.refill is not None:
            change = self._refilled(change, change.refill)
        order = self._payable(change.transfers)
        written = self._written(change, stream, order)
        self._show(change, written, order)
        return written

    def _check_repeat(self, receipt: Receipt | None) -> None:
        found = self.receipts.get((receipt.account, receipt.command)) if receipt else None
        if receipt and found:
            stored = found["body_digest"]
            if not sealing.is_same_body(stored, self.room_key, receipt.account, receipt.command, receipt.body_digest):
                raise OtherBody(receipt.command)
            raise Repeated(receipt.command, json.loads(found["answer"]))

    def _refilled(self, change: Change, refill: Refill) -> Change:
        """The same change with the transfer of the new chips, or the reason why there are none."""
        has = sum(chips for account, chips in self.balances.items() if belongs_to(account, refill.person))
        if has >= refill.below:
            raise HasChips(has, refill.below)
        chips = refill.up_to - has
        transfer = Transfer(ISSUE, player(refill.person), chips, "welcome", "ROOM-01", refill.why)
        *before, last = change.events
        last = replace(last, body={**last.body, "chips": chips})
        return replace(change, events=(*before, last), transfers=(*change.transfers, transfer))

    def _payable(self, transfers: Iterable[Transfer]) -> list[Transfer]:
        """The transfers in an order in which every payer has the chips when its turn comes."""
        left = dict[str, int]()
        order = list[Transfer]()
        waiting = list(transfers)
        while waiting:
            later = [transfer for transfer in waiting if not self._pays(transfer, left, order)]
            if len(later) == len(waiting):
                short = later[0]
                has = left.get(short.payer, self.balances.get(short.payer, 0))
                raise ShortOfChips(short.payer, has, short.chips)
            waiting = later
        return order

    def _pays(self, transfer: Transfer, left: dict[str, int], order: list[Transfer]) -> bool:
        payer = transfer.payer
        payee = transfer.payee
        chips = transfer.chips
        has = left.get(payer, self.balances.get(payer, 0))
        if has < chips and payer not in MAY_BE_NEGATIVE:
            return False
        left[payer] = has - chips
        left[payee] = left.get(payee, self.balances.get(payee, 0)) + chips
        order.append(transfer)
        return True

    def _written(self, change: Change, stream: StreamState, order: list[Transfer]) -> Written:
        number = stream.head + len(change.events)
        place = {"stream": change.stream, "number": number}
        transfers = [{**place, "line": line, **vars(transfer)} for line, transfer in enumerate(order, start=1)]
        receipt = self._receipt_row(change.receipt, place if change.events else {"stream": None, "number": None})
        snapshot: Record | None = None
        if change.snapshot is not None:
            snapshot = {**place, "body": chain.canonical(change.snapshot)}
        index = attached_rows(change.rows)
        shot = snapshot["body"] if snapshot else None
        rows = list[Record]()
        previous = stream.hash
        for offset, event in enumerate(change.events, start=1):
            last = offset == len(change.events)
            attached = chain.attached(transfers, receipt, shot, index) if last else "{}"
            rows.append(self._event_row(change.stream, stream.head + offset, event, attached, previous))
            previous = rows[-1]["hash"]
        return Written(change, number, previous, rows, transfers, receipt, snapshot)

    def _receipt_row(self, receipt: Receipt | None, place: Record) -> Record | None:
        if receipt is None:
            return None
        keyed = sealing.keyed_digest(self.room_key, receipt.account, receipt.command, receipt.body_digest)
        answer = chain.canonical(receipt.answer)
        return {**vars(receipt), "body_digest": keyed, "answer": answer, "at": self.at, **place}

    def _event_row(self, stream: str, number: int, event: Event, attached: str, previous: str) -> Record:
        row = {
            "stream": stream,
            "number": number,
            "kind": event.kind,
            "round": event.round,
            "at": self.at,
            "body": chain.canonical(self._body(stream, number, event)),
            "sealed": event.sealed or event.secret is not None,
            "attached": attached,
            "previous": previous,
        }
        return {**row, "hash": chain.event_hash(row)}

    def _body(self, stream: str, number: int, event: Event) -> Record:
        """The body as it is stored: sealed where it is to be, with the round's key where the round begins and ends."""
        clear = {} if event.sealed else dict(event.body)
        secret = {**(event.body if event.sealed else {}), **(event.secret or {})}
        if event.kind == ROUND_BEGINS and event.round:
            self.round_keys[event.round] = key = sealing.new_key()
            clear["key"] = sealing.wrap(key, self.room_key, event.round)
        if event.kind in ROUND_ENDS and event.round:
            clear["key"] = self._key_of(event.round).hex()
        if event.sealed or event.secret is not None:
            place = {"stream": stream, "number": number, "round": event.round or ""}
            clear["sealed"] = sealing.seal(secret, self._key_of(event.round), **place)  # type: ignore[arg-type]
        return clear

    def _key_of(self, round: str | None) -> bytes:
        key = self.round_keys.get(round or "")
        if key is None:
            raise Broken(f"round {round!r} has no key here: it was never {ROUND_BEGINS}, or under another room's key")
        return key

    def _show(self, change: Change, written: Written, order: list[Transfer]) -> None:
        stream = self.streams[change.stream]
        stream.head = written.head
        stream.hash = written.hash
        for transfer in order:
            self.balances[transfer.payer] = self.balances.get(transfer.payer, 0) - transfer.chips
            self.balances[transfer.payee] = self.balances.get(transfer.payee, 0) + transfer.chips
        if written.receipt:
            self.receipts[written.receipt["account"], written.receipt["command"]] = written.receipt


@dataclass(frozen=True)
class Written:
    """A change as rows."""

    change: Change
    head: int
    hash: str
    events: list[Record]
    transfers: list[Record]
    receipt: Record | None
    snapshot: Record | None
