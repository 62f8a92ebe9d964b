"""
The state that a batch of changes is decided against: stream heads, receipts, balances and round keys, in memory.

The state is read from the database once. Each change is decided in order, as if it had the database to itself, and
updates the state for the next. The changes that are accepted are then written together.
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
from .index_digests import attached_rows
from .ledger_accounts import ISSUE, MAY_BE_NEGATIVE, belongs_to, player

Record = dict[str, Any]
"""A row to be written, by column."""
REFILL_WAGER = "welcome"
REFILL_CLAUSE = "ROOM-01"


@dataclass
class StreamState:
    head: int = 0
    hash: str = chain.FIRST
    fence: int = 0


@dataclass(frozen=True)
class ChangeRows:
    """A change that was accepted, as the rows it writes."""

    change: Change
    head: int
    hash: str
    events: list[Record]
    transfers: list[Record]
    receipt: Record | None
    snapshot: Record | None


Outcome = ChangeRows | Exception
"""What became of a change: its rows, or the reason why it is refused."""


@dataclass
class BatchState:
    """The part of the database that a batch reads or changes."""

    room_key: bytes
    at: str
    streams: dict[str, StreamState] = field(default_factory=dict)
    receipts: dict[tuple[str, str], Record] = field(default_factory=dict)
    balances: dict[str, int] = field(default_factory=dict)
    round_keys: dict[str, bytes] = field(default_factory=dict)

    def decide_all(self, changes: Iterable[Change]) -> list[Outcome]:
        """The outcome of each change, in order."""
        outcomes: list[Outcome] = []
        for change in changes:
            try:
                outcomes.append(self.decide(change))
            except Exception as error:  # a refusal, or a body that is not JSON: only this change fails
                outcomes.append(error)
        return outcomes

    def decide(self, change: Change) -> ChangeRows:
        """The rows that a change writes, or the reason why it is refused; updates the state as if they were written."""
        self._check_repeat(change.receipt)
        stream = self.streams[change.stream]
        if stream.fence != change.fence or change.expected not in (None, stream.head):
            raise Stale(
                change.stream,
                expected=change.expected,
                fence=change.fence,
                head=stream.head,
                current_fence=stream.fence,
            )
        if change.refill is not None:
            change = self._with_refill_transfer(change, change.refill)
        transfers = self._payable_order(change.transfers)
        rows = self._rows_of(change, stream, transfers)
        self._apply(rows, transfers)
        return rows

    def _check_repeat(self, receipt: Receipt | None) -> None:
        if receipt is None:
            return
        stored = self.receipts.get((receipt.account, receipt.command))
        if stored is None:
            return
        is_same = sealing.is_same_body(
            stored["body_digest"], self.room_key, receipt.account, receipt.command, receipt.body_digest
        )
        if not is_same:
            raise OtherBody(receipt.command)
        raise Repeated(receipt.command, json.loads(stored["answer"]))

    def _with_refill_transfer(self, change: Change, refill: Refill) -> Change:
        """The change with the transfer of the new chips; raises HasChips if the player has too many for a refill."""
        has = sum(chips for account, chips in self.balances.items() if belongs_to(account, refill.person))
        if has >= refill.below:
            raise HasChips(has, refill.below)
        chips = refill.up_to - has
        transfer = Transfer(ISSUE, player(refill.person), chips, REFILL_WAGER, REFILL_CLAUSE, refill.why)
        *before, last = change.events
        last = replace(last, body={**last.body, "chips": chips})
        return replace(change, events=(*before, last), transfers=(*change.transfers, transfer))

    def _payable_order(self, transfers: Iterable[Transfer]) -> list[Transfer]:
        """The transfers in an order in which every payer has the chips when its turn comes."""
        new_balances = dict[str, int]()
        ordered = list[Transfer]()
        waiting = list(transfers)
        while waiting:
            postponed = list[Transfer]()
            for transfer in waiting:
                if self._can_pay(transfer, new_balances):
                    self._pay(transfer, new_balances)
                    ordered.append(transfer)
                else:
                    postponed.append(transfer)
            if len(postponed) == len(waiting):
                short = postponed[0]
                raise ShortOfChips(short.payer, self._balance(short.payer, new_balances), short.chips)
            waiting = postponed
        return ordered

    def _balance(self, account: str, new_balances: dict[str, int]) -> int:
        return new_balances.get(account, self.balances.get(account, 0))

    def _can_pay(self, transfer: Transfer, new_balances: dict[str, int]) -> bool:
        return transfer.payer in MAY_BE_NEGATIVE or self._balance(transfer.payer, new_balances) >= transfer.chips

    def _pay(self, transfer: Transfer, new_balances: dict[str, int]) -> None:
        new_balances[transfer.payer] = self._balance(transfer.payer, new_balances) - transfer.chips
        new_balances[transfer.payee] = self._balance(transfer.payee, new_balances) + transfer.chips

    def _rows_of(self, change: Change, stream: StreamState, ordered: list[Transfer]) -> ChangeRows:
        number = stream.head + len(change.events)
        place = {"stream": change.stream, "number": number}
        transfers = [{**place, "line": line, **vars(transfer)} for line, transfer in enumerate(ordered, start=1)]
        receipt = self._receipt_row(change.receipt, place if change.events else {"stream": None, "number": None})
        snapshot_text = None if change.snapshot is None else chain.canonical(change.snapshot)
        attached_to_last = chain.attached(transfers, receipt, snapshot_text, attached_rows(change.rows))
        events = list[Record]()
        previous = stream.hash
        for offset, event in enumerate(change.events, start=1):
            is_last = offset == len(change.events)
            attached = attached_to_last if is_last else chain.NOTHING_ATTACHED
            row = self._event_row(change.stream, stream.head + offset, event, attached, previous)
            events.append(row)
            previous = row["hash"]
        snapshot = None if snapshot_text is None else {**place, "body": snapshot_text}
        return ChangeRows(change, number, previous, events, transfers, receipt, snapshot)

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
        """The body as it is stored: secrets sealed, with the round's key in the first and last event of a round."""
        clear = {} if event.sealed else dict(event.body)
        secret = {**(event.body if event.sealed else {}), **(event.secret or {})}
        if event.kind == ROUND_BEGINS and event.round:
            key = sealing.new_key()
            self.round_keys[event.round] = key
            clear["key"] = sealing.wrap(key, self.room_key, event.round)
        if event.kind in ROUND_ENDS and event.round:
            clear["key"] = self._key_of(event.round).hex()
        if event.sealed or event.secret is not None:
            round_key = self._key_of(event.round)
            clear["sealed"] = sealing.seal(secret, round_key, stream=stream, number=number, round=event.round or "")
        return clear

    def _key_of(self, round: str | None) -> bytes:
        key = self.round_keys.get(round or "")
        if key is None:
            raise Broken(f"round {round!r} has no key here: it was never {ROUND_BEGINS}, or under another room's key")
        return key

    def _apply(self, rows: ChangeRows, transfers: list[Transfer]) -> None:
        stream = self.streams[rows.change.stream]
        stream.head = rows.head
        stream.hash = rows.hash
        for transfer in transfers:
            self._pay(transfer, self.balances)
        if rows.receipt:
            self.receipts[rows.receipt["account"], rows.receipt["command"]] = rows.receipt
