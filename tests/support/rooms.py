"""A room with a history: real rounds of every game, recorded as a table's server records them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from houseway.records.dealing import cards_left
from houseway.records.fairness import HouseShuffle, Shuffle, final_order, house_data, proof_data
from houseway.records.round_data import move_data, opening_data, payment_data, terms_data
from houseway.records.shuffle import from_seed
from houseway.records.store import (
    Change,
    Dispute,
    Event,
    PasswordReset,
    Person,
    Receipt,
    Restriction,
    RoundPlayer,
    RoundRow,
    SeatRow,
    Session,
    SessionUse,
    Setting,
    ShortCode,
    Store,
    TableRow,
    TermsVersion,
    Transfer,
)
from houseway.records.store.ledger_accounts import HOUSE, ISSUE, held, player, pot, staked
from houseway.rules.game import AnyGame
from houseway.rules.moves import Posted, Voided
from houseway.rules.payments import POT, Party, Payment, net
from houseway.rules.playing import play, settlement, start
from support.dealt_at_a_table import shuffle_of
from support.playing import games, random_opening, steady_or_random

ROOM_KEY = bytes(range(32))
AT = "2026-01-01T00:00:00.000000Z"
CHIPS = 50_000


@asynccontextmanager
async def opened(url: str, **more: Any) -> AsyncIterator[Store]:
    """The store at this URL, closed at the end of the block."""
    store = await Store.open(url, room_key=ROOM_KEY, **more)
    try:
        yield store
    finally:
        await store.close()


class Table:
    """One table's stream, written round by round."""

    def __init__(self, store: Store, name: str, game: AnyGame, seed: object) -> None:
        self.store = store
        self.name = name
        self.game = game
        self.chance = random.Random(f"{seed} {name}")
        self.stream = f"table:{name}"
        self.head = 0
        self.fence = 0
        self.rounds = 0
        self.pot = 0

    async def make(self) -> None:
        self.fence = await self.store.take_lease(self.stream, "tests", 3600) or 0
        row = TableRow(id=self.name, game=self.game.key, name=f"Table {self.name}", made_at=AT)
        await self.write((Event("table_made", {"game": self.game.key}),), rows=(row,))

    async def write(self, events: tuple[Event, ...], **more: Any) -> None:
        change = Change(self.stream, self.head, self.fence, events, **more)
        self.head = await self.store.commit(change)

    async def play(self, *, ending: str = "settled") -> None:
        """A round: `settled`, `voided` by an irregularity, `called_off` before it opens, or left `live`."""
        self.rounds += 1
        self.id = f"{self.name}-{self.rounds}"
        opening = random_opening(self.game, self.chance)
        chips = dict.fromkeys(opening.players, CHIPS)
        self.round = start(self.game, replace(opening, chips=chips, pot=self.pot))
        cards = cards_left(self.round)
        order = from_seed(f"{self.chance.random()}").shuffled(tuple(range(len(cards))))
        self.house = HouseShuffle(self.chance.randbytes(32), order)
        self.clients = {
            seat.number: self.chance.choice([None, self.chance.randbytes(32).hex()]) for seat in self.round.seats
        }
        self.row = RoundRow(
            id=self.id,
            table_id=self.name,
            game=self.game.key,
            begun_at=f"{AT}{self.rounds:06}",
            commitment=self.house.commitment if self.version == 1 else self.house.commitment_with(None),
        )
        await self.commit()
        if ending == "called_off":
            reveal = {"commitment": self.row.commitment, **house_data(self.house)}
            if self.version == 2:
                reveal |= {"version": 2, "beacon": None, "commitments": {}, "clients": {}}
            return await self.end(
                "voided", {"reason": "absent", "clause": "ROOM-02", "note": "", "reveal": reveal}, [], {}
            )
        if self.version == 2:
            await self.gather()
        await self.open()
        shoe = final_order(cards, self.house, self.clients) if self.version == 1 else self.shuffle.order(cards)
        moves = self.chance.randint(1, 4) if ending in ("voided", "live") else 10**6
        while not self.round.over and moves:
            await self.move(steady_or_random(self.round, shoe, self.chance))
            moves -= 1
        if ending == "live" and not self.round.over:
            return None
        if not self.round.over:
            reason = self.chance.choice(list(self.game.irregularities(self.game.terms)))
            await self.move(Voided(reason))
        await self.settle()

    @property
    def version(self) -> int:
        """The version of the round's shuffle: 1 for a table's first round, then 2."""
        return 1 if self.rounds == 1 else 2

    @property
    def shuffle(self) -> Shuffle:
        return shuffle_of(self.house, self.clients, self.id, None)

    async def commit(self) -> None:
        body: dict[str, Any] = {"round": self.id, "commitment": self.row.commitment}
        if self.version == 2:
            body |= {"fairness": 2, "beacon": None}
        await self.write((Event("committed", body, self.id, secret=house_data(self.house)),), rows=(self.row,))

    async def gather(self) -> None:
        """Write the clients' commitments to their entropy, then the entropy."""
        commitments = {seat: sent for seat, sent in self.shuffle.commitments.items() if sent}
        people = self.round.opening.players
        for seat, commitment in commitments.items():
            body = {"place": seat, "player": people[seat - 1], "commitment": commitment}
            await self.write((Event("entropy_commit", body, self.id),))
        fixed = {str(seat): commitment for seat, commitment in commitments.items()}
        body = {"places": list(range(1, len(people) + 1)), "accounts": list(people), "commitments": fixed}
        await self.write((Event("entropy_fixed", body, self.id),))
        for seat in commitments:
            await self.write((Event("entropy", {"place": seat, "entropy": self.clients[seat]}, self.id),))

    async def open(self) -> None:
        more: dict[str, Any] = {"places": list(range(1, len(self.round.seats) + 1))}
        if self.version == 2:
            more |= {"commitments": {str(seat): sent for seat, sent in self.shuffle.commitments.items()}}
        body = {
            **more,
            "game": self.game.key,
            "terms": terms_data(self.game),
            "terms_hash": self.game.terms_hash,
            "terms_version": 0,
            "opening": opening_data(self.round.opening),
            "accounts": list(self.round.opening.players),
            "clients": {str(seat): sent for seat, sent in self.clients.items()},
        }
        clause = self.game.cover_clause or self.round.steps[0].clause
        people = self.round.opening.players
        holds = tuple(Transfer(player(p), held(self.name, p), CHIPS, "cover", clause, "held", self.id) for p in people)
        await self.write((Event("opened", body, self.id),), transfers=holds)

    async def move(self, move: Any) -> None:
        self.round = play(self.round, move)
        command = f"{self.id}:{self.round.version}"
        stakes: list[Transfer] = []
        if isinstance(move, Posted):
            who = self.round.seat(move.seat).player
            stakes = [
                Transfer(
                    held(self.name, who),
                    staked(self.id, who),
                    chips,
                    wager,
                    self.round.steps[0].clause,
                    "down",
                    self.id,
                )
                for wager, chips in move.wagers.items()
                if chips
            ]
        event = Event("move", {**move_data(move), "by": "person", "command": command}, self.id, sealed=True)
        receipt = Receipt("tests", command, "digest", {"ok": True})
        await self.write((event,), transfers=tuple(stakes), receipt=receipt)

    async def settle(self) -> None:
        payments = settlement(self.round)
        cards = cards_left(self.round)
        reveal = proof_data(cards, self.house, self.clients) if self.version == 1 else self.shuffle.proof(cards)
        body: dict[str, Any]
        if self.round.voided:
            reason = self.round.voided.reason
            clause = self.game.irregularities(self.game.terms)[reason].clause
            body = {"reason": reason, "clause": clause, "note": "", "reveal": reveal}
            await self.end("voided", body, payments, {})
        else:
            body = {"payments": [payment_data(p) for p in payments], "reveal": reveal}
            await self.end("settled", body, payments, net(payments))

    async def end(self, kind: str, body: dict[str, Any], payments: list[Payment], won: dict[Party, int]) -> None:
        opened = "accounts" if kind == "settled" or body["reason"] != "absent" else None
        transfers = tuple(self.paid(payments)) if opened else ()
        known = {"terms_hash": self.game.terms_hash, "terms_version": 0} if opened else {}
        rows: list[Any] = [replace(self.row, ended_at=AT, outcome=kind, **known)]  # type: ignore[arg-type]
        for seat in self.round.seats if opened else ():
            chips = won.get(seat.number, 0)
            rows.append(
                RoundPlayer(round=self.id, seat=seat.number, person=seat.player, begun_at=self.row.begun_at, net=chips)
            )
        self.pot += won.get(POT, 0)
        snapshot = {"rounds": self.rounds, "pot": self.pot}
        await self.write((Event(kind, body, self.id),), transfers=transfers, rows=tuple(rows), snapshot=snapshot)

    def paid(self, payments: list[Payment]) -> Iterator[Transfer]:
        purses = Counter(dict.fromkeys(self.round.opening.players, CHIPS))
        for move in self.round.moves:
            if isinstance(move, Posted):
                who = self.round.seat(move.seat).player
                for wager, chips in move.wagers.items():
                    if chips:
                        to = held(self.name, who)
                        yield Transfer(staked(self.id, who), to, chips, wager, "ROOM-02", "stake back", self.id)
        for payment in payments:
            payer = self.account(payment.payer)
            payee = self.account(payment.payee)
            for account, chips in ((payer, -payment.chips), (payee, payment.chips)):
                purses[account.rpartition(":")[2]] += chips if account.startswith("held:") else 0
            yield Transfer(payer, payee, payment.chips, payment.wager, payment.clause, payment.why, self.id)
        for who in self.round.opening.players:
            if purses[who]:
                yield Transfer(held(self.name, who), player(who), purses[who], "cover", "ROOM-02", "back", self.id)

    def account(self, party: Party) -> str:
        if isinstance(party, int):
            return held(self.name, self.round.seat(party).player)
        return HOUSE if party == "house" else pot(self.name)


async def fill_index(store: Store) -> None:
    """Write a row of every kind that is not written with rounds, and then newer versions of some of them."""
    session = Session(token_hash="5e" * 32, person="Ada", made_at=AT, expires_at="2027")
    use = SessionUse(token_hash="5e" * 32, address_tag="ad" * 16, person="Ada", seen_at=AT)
    terms = TermsVersion(
        game="pick2", version=1, in_force_from=AT, options={"ante_max": 50}, terms_hash="h", made_at=AT
    )
    dispute = Dispute(id="D1", round="pick21-1", person="Ada", says="I won", made_at=AT)
    seat = SeatRow(table_id="pick21", seat=1, person="Ada")
    token = Setting(name="operator_token_hash", value="0f" * 32)
    reset = PasswordReset(token_hash="7e" * 32, person="Ada", made_at=AT, expires_at="2027")
    warning = Restriction(id="R1", kind="warn", person="Ada", reason="rude", made_at=AT)
    code = ShortCode(code="ABCDEFGH", table_id="pick21", made_at=AT, expires_at="2027")
    for rows in (
        (session, use, terms, dispute, seat, token, reset, warning, code),
        (replace(session, closed_at=AT), replace(dispute, state="refused", ruling="no"), replace(seat, state="out")),
        (Person(id="Ada", name="Ada", kind="named", made_at=AT, password_hash="$argon2id$x"),),
    ):
        await store.commit(Change("room", None, 0, (Event("noted", {}),), rows=rows))


PEOPLE = ("Ada", "Blaise", "Carl", "Daniel", "Emilie", "Fermat", "Gerolamo")
ENDINGS = ("settled", "settled", "settled", "voided", "called_off")


async def welcome(store: Store, chips: int = 10_000_000) -> None:
    """Create the accounts of all players and give them play chips."""
    for name in PEOPLE:
        row = Person(id=name, name=name, kind="named", made_at=AT)
        gift = Transfer(ISSUE, player(name), chips, "welcome", "ROOM-01", "welcome")
        await store.commit(Change("room", None, 0, (Event("person_made", {"id": name}),), (gift,), rows=(row,)))


async def fill(store: Store, *, rounds: int = 2, seed: object = 1, live: bool = True) -> list[Table]:
    """Fill a store with a table of every game and some rounds each; with `live`, the last one is still running."""
    await welcome(store)
    made = []
    for key, game in games().items():
        table = Table(store, f"{key}1", game, seed)
        await table.make()
        for number in range(rounds):
            await table.play(ending=ENDINGS[number % len(ENDINGS)])
        if live:
            await table.play(ending="live")
        made.append(table)
    return made
