"""Finished rounds of a room, played again: moves, settlement, ledger rows, shuffle and index."""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Iterable, Mapping
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import sqlalchemy as sa

from ..games import game as game_named
from ..games import rulebook_of
from ..records.round_text import payment_data, read_move, read_opening, terms_data
from ..records.store import schema
from ..records.store.changes import QUARANTINED, ROUND_BEGINS, ROUND_OVER, StoredEvent
from ..records.store.event_reading import unsealed_event
from ..records.store.ledger import HOUSE, ROOM_CLAUSES, held, player, pot, staked
from ..records.store.statements import in_list, list_parameter
from ..rules.errors import HousewayError, Unreadable, shown
from ..rules.game import AnyGame
from ..rules.moves import Posted
from ..rules.payments import POT, Party, Payment, net
from ..rules.playing import play, settlement, start
from ..rules.round import Round
from .quarantined_round import quarantined_round
from .room_shuffles import check_opened, check_unopened

Row = Mapping[str, Any]
Way = tuple[str, str, str, str, str]
"""Payer, payee, wager, clause and why."""
INDEX_CHUNK = 500
GROUP = 20
MOST_AHEAD = 50


@dataclass
class Begun:
    """A round on the way, with everything of it that was met so far."""

    id: str
    stream: str
    rows: list[Row] = field(default_factory=list)
    transfers: list[Row] = field(default_factory=list)
    ended: bool = False

    @property
    def table(self) -> str:
        return self.stream.partition(":")[2]


class Rounds:
    """Follows the streams round by round, and checks each round when the next begins."""

    def __init__(self, connection: sa.Connection, pool: Executor | None = None) -> None:
        self._connection = connection
        self._pool = pool
        self._group: list[Begun] = []
        self._played: deque[Future[list[Row]]] = deque()
        self._to_index: list[Row] = []
        self.finished = 0
        self.quarantined = 0
        self.live: dict[str, str] = {}
        """The table of each round that is still running."""

    def follow(self, begun: Begun | None, event: Row, transfers: Iterable[Row]) -> Begun | None:
        """The round after this event of its stream."""
        if event["kind"] == ROUND_BEGINS:
            self.close(begun)
            if begun and not begun.ended:
                raise Unreadable(f"round {event['round']} began before round {begun.id} was over")
            begun = Begun(str(event["round"]), event["stream"])
        if event["round"] is not None:
            if begun is None or begun.id != event["round"] or begun.ended:
                where = f"event {event['number']} of {event['stream']}"
                raise Unreadable(f"{where} belongs to round {event['round']}, which is not running there")
            begun.rows.append(dict(event))
            begun.ended = event["kind"] in ROUND_OVER
        for row in transfers:
            if row["round"] is not None and (begun is None or begun.id != row["round"]):
                raise Unreadable(f"a transfer of event {row['number']} of {row['stream']} names round {row['round']}")
            if begun is not None and row["round"] is not None:
                begun.transfers.append(dict(row))
        return begun

    def close(self, begun: Begun | None) -> None:
        """Check a round of which everything was met."""
        if begun is None:
            return
        if not begun.ended:
            self.live[begun.id] = begun.table
            self._to_index.append(_running(begun))
            return
        self.finished += 1
        self.quarantined += begun.rows[-1]["kind"] == QUARANTINED
        self._group.append(begun)
        if len(self._group) >= GROUP:
            self._play_group()

    def _play_group(self) -> None:
        """Here and now, or on another core while the walk goes on."""
        group = self._group
        self._group = []
        if self._pool is None:
            self._to_index += replayed_group(group)
        else:
            self._played.append(self._pool.submit(replayed_group, group))
            while len(self._played) > MOST_AHEAD or (self._played and self._played[0].done()):
                self._to_index += self._played.popleft().result()
        if len(self._to_index) >= INDEX_CHUNK:
            self._check_chunk()

    def check_index(self) -> None:
        """The index tables say of every round what its events say, and know no others."""
        self._play_group()
        while self._played:
            self._to_index += self._played.popleft().result()
        self._check_chunk()
        known = self._connection.execute(sa.select(sa.func.count()).select_from(schema.rounds)).scalar()
        if known != self.finished + len(self.live):
            raise Unreadable(f"the index knows {known} rounds, the streams {self.finished + len(self.live)}")

    def _check_chunk(self) -> None:
        expected = {row["id"]: row for row in self._to_index}
        self._to_index = []
        rounds = schema.rounds
        players = schema.round_players
        dialect = self._connection.dialect.name
        these = list_parameter(dialect, list(expected))
        chosen = sa.select(rounds).where(in_list(rounds.c.id, dialect))
        found = {row.id: dict(row._mapping) for row in self._connection.execute(chosen, these)}
        theirs = sa.select(players).where(in_list(players.c.round, dialect))
        nets: dict[str, dict[int, tuple[str, int]]] = {}
        for row in self._connection.execute(theirs, these):
            nets.setdefault(row.round, {})[row.seat] = (row.person, row.net)
        for id, wanted in expected.items():
            _check_index_row(found.get(id), wanted)
            if "nets" in wanted and nets.get(id, {}) != wanted["nets"]:
                raise Unreadable(f"the index says of round {id} who won what, and it is not what its events say")


def _check_index_row(found: Row | None, expected: Row) -> None:
    if found is None:
        raise Unreadable(f"round {expected['id']} is missing from the index")
    for name in ("table_id", "game", "commitment", "terms_hash", "outcome"):
        if name in expected and found[name] != expected[name]:
            raise Unreadable(f"the index says {name} {shown(found[name])} of round {found['id']}, its events do not")


def _running(begun: Begun) -> Row:
    """What the index must say of a round that is still sealed."""
    about = {"id": begun.id, "table_id": begun.table, "outcome": None}
    return {**about, "commitment": json.loads(begun.rows[0]["body"]).get("commitment")}


def replayed_group(group: list[Begun]) -> list[Row]:
    return [_replayed_or_named(begun) for begun in group]


def _replayed_or_named(begun: Begun) -> Row:
    try:
        return replayed(begun)
    except HousewayError as error:
        raise Unreadable(f"round {begun.id}: {error}") from None
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise Unreadable(f"round {begun.id} lacks what it must have: {type(error).__name__} {error}") from None


def replayed(begun: Begun) -> Row:
    """Play a finished round again; raises at the first thing that differs, and gives what the index must say."""
    if begun.rows[-1]["kind"] == QUARANTINED:
        return quarantined_round(begun.id, begun.table, begun.rows, begun.transfers)
    key = bytes.fromhex(json.loads(begun.rows[-1]["body"])["key"])
    events = [unsealed_event(row, key) for row in begun.rows]
    first = events[0]
    last = events[-1]
    opened = next((event for event in events if event.kind == "opened"), None)
    about = {"id": begun.id, "table_id": begun.table, "commitment": first.body["commitment"], "outcome": last.kind}
    if opened is None:
        _check_called_off(begun, events)
        return {**about, "nets": {}}
    round_ = _played(opened, events)
    check_opened(round_, events, opened)
    payments = _check_settlement(round_, last)
    accounts = [str(account) for account in opened.body["accounts"]]
    if round_.opening.names and list(round_.opening.players) != accounts:
        raise Unreadable("the players of its opening are not the accounts that it was opened for")
    _check_ledger(begun, round_, accounts, payments)
    won = net(payments)
    nets = {seat: (account, won.get(seat, 0)) for seat, account in enumerate(accounts, start=1)}
    return {**about, "game": round_.game.key, "terms_hash": round_.game.terms_hash, "nets": nets}


def _check_called_off(begun: Begun, events: list[StoredEvent]) -> None:
    """A round that never opened moved no chip, and shows what the house had committed to."""
    if begun.transfers or events[-1].kind != "voided":
        raise Unreadable("it was never opened, and yet it moved chips")
    check_unopened(events)


def _played(opened: StoredEvent, events: list[StoredEvent]) -> Round:
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
    """The payments the rules make; they are those that were recorded."""
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


# The ledger --------------------------------------------------------------------------------------------------------


def _check_ledger(begun: Begun, round_: Round, accounts: list[str], payments: list[Payment]) -> None:
    """The rows are the cover held, the wagers put down, the payments, and all that is left given back."""
    sums: Counter[Way] = Counter()
    balance: Counter[str] = Counter()
    for row in begun.transfers:
        _check_clause(round_.game.key, row["clause"])
        sums[row["payer"], row["payee"], row["wager"], row["clause"], row["why"]] += row["chips"]
        balance[row["payer"]] -= row["chips"]
        balance[row["payee"]] += row["chips"]
    for account, chips in balance.items():
        if chips and account.startswith(("held:", "staked:")):
            raise Unreadable(f"{account} is left with {chips} chips after the round")
    between = Counter({way: chips for way, chips in sums.items() if _is_payment(way)})
    if between != _due(begun.table, accounts, payments):
        raise Unreadable("the ledger pays something else than the settlement")
    _check_cover(begun, round_, accounts, sums)
    _check_stakes(begun, round_, accounts, sums)


def _is_payment(way: Way) -> bool:
    """Between the chips held, the house and the pot; not to or from a purse or a stake."""
    return not any(account.startswith(("player:", "staked:")) for account in way[:2])


def _due(table: str, accounts: list[str], payments: list[Payment]) -> Counter[Way]:
    due: Counter[Way] = Counter()
    for payment in payments:
        payer, payee = (_account(table, accounts, party) for party in (payment.payer, payment.payee))
        if payer != payee:
            due[payer, payee, payment.wager, payment.clause, payment.why] += payment.chips
    return due


def _account(table: str, accounts: list[str], party: Party) -> str:
    if isinstance(party, int):
        return held(table, accounts[party - 1])
    return pot(table) if party == POT else HOUSE


def _check_cover(begun: Begun, round_: Round, accounts: list[str], sums: Counter[Way]) -> None:
    chips = round_.opening.chips
    owed = {account: chips[name] for account, name in zip(accounts, round_.opening.players, strict=True)}
    for account, due in owed.items():
        way = (player(account), held(begun.table, account))
        found = sum(moved for (payer, payee, *_), moved in sums.items() if (payer, payee) == way)
        if found != due:
            raise Unreadable(f"{found} chips of {account} were held for the round, not {due}")


def _check_stakes(begun: Begun, round_: Round, accounts: list[str], sums: Counter[Way]) -> None:
    down: Counter[tuple[str, str]] = Counter()
    for move in round_.moves:
        if isinstance(move, Posted):
            for wager, chips in move.wagers.items():
                down[staked(begun.id, accounts[move.seat - 1]), wager] += chips
    put: Counter[tuple[str, str]] = Counter()
    for (_, payee, wager, *_), chips in sums.items():
        if payee.startswith("staked:"):
            put[payee, wager] += chips
    if +down != +put:
        raise Unreadable("the ledger puts down other wagers than the moves")


@lru_cache(maxsize=4096)
def _check_clause(game: str, clause: str) -> None:
    if clause in ROOM_CLAUSES:
        return
    try:
        rulebook_of(game).find(clause)
    except LookupError as error:
        raise Unreadable(str(error)) from None
