"""Replays a finished round from its events and checks settlement, ledger rows and shuffle."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from ..games import game as game_named
from ..records.round_data import payment_data, read_move, read_opening, terms_data
from ..records.store.changes import QUARANTINED, StoredEvent
from ..records.store.event_reading import unsealed_event
from ..rules.errors import HousewayError, Unreadable, shown
from ..rules.game import AnyGame
from ..rules.payments import Payment, net
from ..rules.playing import play, settlement, start
from ..rules.round import Round
from .quarantined_round import quarantined_round
from .room_shuffles import check_opened, check_unopened
from .round_ledger import RoundLedger

Row = Mapping[str, Any]


@dataclass
class RoundRows:
    """A round with the events and ledger rows that the audit has read so far."""

    id: str
    stream: str
    events: list[Row] = field(default_factory=list)
    transfers: list[Row] = field(default_factory=list)
    is_over: bool = False

    @property
    def table(self) -> str:
        return self.stream.partition(":")[2]


def replay_group(group: list[RoundRows]) -> list[Row]:
    """What the index must contain for each of these rounds; raises at the first that cannot be replayed."""
    return [_replay_named(rows) for rows in group]


def _replay_named(rows: RoundRows) -> Row:
    """`replay_round`, with errors that name the round."""
    try:
        return replay_round(rows)
    except HousewayError as error:
        raise Unreadable(f"round {rows.id}: {error}") from None
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise Unreadable(f"round {rows.id} lacks what it must have: {type(error).__name__} {error}") from None


def replay_round(rows: RoundRows) -> Row:
    """What the index must contain for a finished round; raises at the first thing that differs in the replay."""
    if rows.events[-1]["kind"] == QUARANTINED:
        return quarantined_round(rows.id, rows.table, rows.events, rows.transfers)
    key = bytes.fromhex(json.loads(rows.events[-1]["body"])["key"])
    events = [unsealed_event(row, key) for row in rows.events]
    first = events[0]
    last = events[-1]
    opened = next((event for event in events if event.kind == "opened"), None)
    about = {"id": rows.id, "table_id": rows.table, "commitment": first.body["commitment"], "outcome": last.kind}
    if opened is None:
        _check_called_off(rows, events)
        return {**about, "nets": {}}
    round_ = replay_moves(opened, events)
    check_opened(round_, events, opened)
    payments = _check_settlement(round_, last)
    accounts = [str(account) for account in opened.body["accounts"]]
    if round_.opening.names and list(round_.opening.players) != accounts:
        raise Unreadable("the players of its opening are not the accounts that it was opened for")
    RoundLedger(rows.id, rows.table, accounts, rows.transfers).check(round_, payments)
    net_by_seat = net(payments)
    nets = {seat: (account, net_by_seat.get(seat, 0)) for seat, account in enumerate(accounts, start=1)}
    return {**about, "game": round_.game.key, "terms_hash": round_.game.terms_hash, "nets": nets}


def _check_called_off(rows: RoundRows, events: list[StoredEvent]) -> None:
    """Raise unless a round that never opened moved no chips and revealed the shuffle of the house at its end."""
    if rows.transfers or events[-1].kind != "voided":
        raise Unreadable("it was never opened, and yet it moved chips")
    check_unopened(events)


def replay_moves(opened: StoredEvent, events: list[StoredEvent]) -> Round:
    """The round after all its moves, from its event `opened` on."""
    body = opened.body
    game = _game(str(body["game"]), json.dumps(body["terms"], sort_keys=True))
    if game.terms_hash != body["terms_hash"] or terms_data(game) != body["terms"]:
        raise Unreadable(f"its terms hash to {game.terms_hash}, not to {shown(body['terms_hash'])}")
    round_ = start(game, read_opening(body["opening"]))
    for event in events:
        if event.kind == "move":
            try:
                round_ = play(round_, read_move(event.body))
            except HousewayError as error:
                raise Unreadable(f"the move of event {event.number} cannot be replayed: {error}") from None
    return round_


@lru_cache(maxsize=256)
def _game(key: str, terms: str) -> AnyGame:
    return game_named(key).with_options(json.loads(terms))


def _check_settlement(round_: Round, last: StoredEvent) -> list[Payment]:
    """The payments by the rules; raises unless they are the recorded ones."""
    called_off = last.kind == "voided" and round_.voided is None
    if called_off and round_.dealt:
        raise Unreadable("it was called off after cards were dealt")
    if not called_off and not round_.over:
        raise Unreadable("it ended before its last move")
    if (last.kind == "settled") != (round_.over and round_.voided is None):
        raise Unreadable(f"it is recorded as {last.kind}, and its moves say otherwise")
    payments = [] if called_off else settlement(round_)
    if last.kind == "settled" and last.body["payments"] != [payment_data(payment) for payment in payments]:
        raise Unreadable("the rules make other payments than those recorded")
    return payments
