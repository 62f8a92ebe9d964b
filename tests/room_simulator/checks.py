"""
Invariants of every run, checked from outside: from durable events and from the frames that clients were sent.

The checks use as little of the server's code as they can. They build a shadow of each table from its durable events,
with a few lines of their own.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sa

from houseway.audit.room import examine
from houseway.records.store import leases, schema
from houseway.records.store.batch_state import ChangeRows
from houseway.server.tables.timers import PACES

from .loop import Owner
from .protocol import SHUFFLING, Data, entropy_commitment, may_come_again

if TYPE_CHECKING:
    from .player import Player
    from .world import World

CARD = re.compile(rb"\b(?:[2-9TJQKA][cdhs]|Xx)\b")
LEAST = re.compile(r"must bring at least (\d+)")
SITS_OUT = (
    "by choice",
    "leaves after this round",
    "time-outs in a row",
    "no wager in time",
    "must bring at least",
    "may have to pay",
    "did not reveal its part of the shuffle",
)
"""Parts of the reasons for which a place may be made to sit out."""
ENDS = ("settled", "voided")
_encoded = msgspec.json.Encoder().encode
NEWS_SECONDS = 15.0
"""Seconds within which a connected player must have been sent an event, when there is no trouble."""

REPORTED = 0.05
"""Seconds by which a connection may be shorter for the client than for the server, because latencies differ."""
ENOUGH = 3000
"""Chips that are enough to take part in a round of any game."""


class Violation(Exception):
    """An invariant does not hold."""


@dataclass
class ShadowRound:
    """A round according to its durable events."""

    id: str
    players: list[str] = field(default_factory=list)
    bots: int = 0
    opened: bool = False
    shares_cards: bool = False
    version: int = 0
    dealt: set[str] = field(default_factory=set)
    waits_since: float = 0.0
    """When cards were last dealt, or the round was opened: nobody may be timed out before a whole wait has passed."""
    commitment: str = ""
    """The commitment of the house."""
    commitments: dict[str, str] = field(default_factory=dict)
    """By account: the commitments to entropy, in the order in which they arrived."""
    fixed: dict[int, str] | None = None
    """By place: the published commitments; None before they are published."""
    fixed_by: Owner | None = None
    """The process that published them."""
    revealed: dict[int, str] = field(default_factory=dict)
    acknowledged: dict[tuple[str, str], str] = field(default_factory=dict)
    """By account and kind of message: the commitment and the entropy that the server confirmed to the client."""
    outcome: str | None = None


@dataclass
class ShadowTable:
    """A table according to its durable events."""

    pace: str = "normal"
    head: int = 0
    phase: str = "between"
    chairs: dict[int, str] = field(default_factory=dict)
    brings: dict[int, int | None] = field(default_factory=dict)
    leaving: set[int] = field(default_factory=set)
    places: list[int] = field(default_factory=list)
    round: ShadowRound | None = None
    last: ShadowRound | None = None
    heads: list[tuple[float, int]] = field(default_factory=list)
    """Times and the heads that the stream reached then, without those that only add entropy: nobody waits for them."""
    was: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    """By event number, what every viewer could see after it: phase, round, version, places."""
    owned_since: float = 0.0
    """When the present owner took the lease."""
    settled: int = 0
    settled_at: list[float] = field(default_factory=list)


@dataclass
class Lease:
    owner: Owner
    fence: int
    until: float


class Checks:
    """Checks every commit and every frame."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.tables: dict[str, ShadowTable] = {}
        self.rounds: dict[str, ShadowRound] = {}
        self.players: dict[str, Player] = {}
        self.balances: Counter[str] = Counter()
        self.leases: dict[str, Lease] = {}
        self.settled = 0
        self.voided = 0
        self.commits = 0
        self.frames = 0
        self.acknowledgements = 0
        self._refused: set[str] = set()

    def fail(self, sentence: str) -> None:
        """Note a violation and stop the run; raising alone is not enough, because the server's code may catch it."""
        self._world.violated(sentence)
        raise Violation(sentence)

    def knows(self, account: str, player: Player) -> None:
        self.players[account] = player

    # Commits ---------------------------------------------------------------------------------------------------------

    def committed(self, owner: Owner, work: Any, result: Any) -> None:
        """Check a transaction of this process that has just become durable."""
        self.commits += 1
        if isinstance(work, partial) and work.func is leases.take:
            self._took_lease(owner, work.keywords, result)
        elif isinstance(work, partial) and work.func is leases.renew:
            for stream in result:
                self.leases[stream].until = self._world.database_time() + work.keywords["seconds"]
        elif isinstance(work, partial) and work.func is leases.release:
            lease = self.leases.get(work.keywords["stream"])
            if lease is not None and lease.owner is owner and lease.fence == work.keywords["fence"]:
                lease.until = 0.0
        elif isinstance(result, tuple) and isinstance(result[0], list):
            for outcome in result[0]:
                if isinstance(outcome, ChangeRows):
                    self._written(owner, outcome)

    def _took_lease(self, owner: Owner, request: Any, fence: int | None) -> None:
        if fence is None:
            return
        stream = request["stream"]
        now = self._world.database_time()
        lease = self.leases.get(stream)
        if lease is not None and lease.owner is not owner and lease.until > now and self._world.plan.processes > 1:
            self.fail(f"{stream} was leased to two processes: {_name(lease.owner)} had {lease.until - now:.1f} s left")
        if lease is not None and fence <= lease.fence:
            self.fail(f"the fence of {stream} went from {lease.fence} to {fence}")
        self.leases[stream] = Lease(owner, fence, now + request["seconds"])
        self.tables.setdefault(stream.removeprefix("table:"), ShadowTable()).owned_since = self._world.loop.time()

    def _written(self, owner: Owner, written: ChangeRows) -> None:
        stream = written.change.stream
        self._world.note(f"{_name(owner)} wrote {stream} {written.head} {written.hash}")
        self._move_chips(written)
        if not stream.startswith("table:"):
            return
        lease = self.leases.get(stream)
        if lease is None or lease.owner is not owner or lease.fence != written.change.fence:
            holder = _name(lease.owner) if lease else "nobody"
            self.fail(f"{_name(owner)} wrote to {stream}, which {holder} owns")
        table = self.tables.setdefault(stream[6:], ShadowTable())
        for row, event in zip(written.events, written.change.events, strict=True):
            if row["number"] != table.head + 1:
                self.fail(f"event {row['number']} of {stream} follows event {table.head}")
            table.head = row["number"]
            self._shadow(table, event.kind, {**event.body, **(event.secret or {})})
            if event.kind == "entropy_fixed":
                self._running(table).fixed_by = owner
                self._world.fixed(owner)
            elif event.kind == "voided":
                self._check_withheld(table, owner, event.body)
            round_ = table.round
            table.was[table.head] = (
                table.phase,
                round_.id if round_ else None,
                round_.version if round_ and round_.opened else None,
                tuple(sorted(table.chairs)),
            )
        if any(not event.kind.startswith("entropy") for event in written.change.events):
            table.heads.append((self._world.loop.time(), table.head))

    def _move_chips(self, written: ChangeRows) -> None:
        for row in written.transfers:
            self.balances[row["payer"]] -= row["chips"]
            self.balances[row["payee"]] += row["chips"]
        for row in written.transfers:
            if self.balances[row["payer"]] < 0 and row["payer"] not in ("house", "issue"):
                self.fail(f"{row['payer']} is at {self.balances[row['payer']]} chips")
        for event in written.change.events:
            if event.kind in ENDS and event.round:
                self._check_nothing_held(event.round)

    def _check_nothing_held(self, round_id: str) -> None:
        table = round_id.partition("-")[0]
        for account, chips in self.balances.items():
            if chips and account.startswith((f"held:{table}:", f"staked:{round_id}:")):
                self.fail(f"round {round_id} is over, and {account} still has {chips} chips")

    def _shadow(self, table: ShadowTable, kind: str, body: Any) -> None:
        """Apply one more durable event to the shadow of its table."""
        now = self._world.loop.time()
        match kind:
            case "table_made":
                table.pace = body["pace"]
            case "sat":
                table.chairs[body["place"]] = body["player"]
                table.brings[body["place"]] = body["bring"]
            case "stood":
                table.chairs.pop(body["place"], None)
                table.leaving.discard(body["place"])
            case "sat_out":
                self._check_sat_out(table, body)
                if body.get("leaving"):
                    table.leaving.add(body["place"])
            case "sat_in":
                table.leaving.discard(body["place"])
            case "closed":
                table.phase = "closed"
            case "committed":
                if table.round is not None or body["round"] in self.rounds:
                    self.fail(f"round {body['round']} began twice, or before the one before it was over")
                table.phase = "shuffling"
                table.round = ShadowRound(body["round"], commitment=body["commitment"])
                self.rounds[body["round"]] = table.round
            case "entropy_commit":
                self._committed_to_entropy(table, body)
            case "entropy_fixed":
                self._fixed(table, body)
            case "entropy":
                self._revealed(table, body)
            case "opened":
                self._opened(table, body, now)
            case "move":
                self._moved(table, body, now)
            case "settled" | "voided":
                self._ended(table, kind, body, now)

    def _check_sat_out(self, table: ShadowTable, body: Any) -> None:
        """A place sits out only by choice, because its player does not answer, or because of too few chips."""
        if not any(reason in body["why"] for reason in SITS_OUT):
            self.fail(f"place {body['place']} sits out because {body['why']}")
        least = LEAST.search(body["why"])
        has = self.balances[f"player:{table.chairs[body['place']]}"]
        brings = min(has, table.brings[body["place"]] or has)
        if least is not None and brings >= int(least[1]):
            self.fail(f"place {body['place']} sits out although it brings {brings} chips, because {body['why']}")

    def _running(self, table: ShadowTable) -> ShadowRound:
        if table.round is None:
            raise Violation("something happened in a round that is over or never began")
        return table.round

    def _committed_to_entropy(self, table: ShadowTable, body: Any) -> None:
        round_ = self._running(table)
        if round_.fixed is not None or round_.revealed:
            self.fail(f"{body['player']} committed to entropy of {round_.id} after the commitments were published")
        if body["player"] in round_.commitments:
            self.fail(f"{body['player']} committed twice to entropy of {round_.id}")
        round_.commitments[body["player"]] = body["commitment"]

    def _fixed(self, table: ShadowTable, body: Any) -> None:
        """The commitments are published once: all that arrived from the players of the round, and no others."""
        round_ = self._running(table)
        if round_.fixed is not None:
            self.fail(f"the commitments of {round_.id} were published twice")
        round_.fixed = {int(place): commitment for place, commitment in body["commitments"].items()}
        came = {
            account: commitment for account, commitment in round_.commitments.items() if account in body["accounts"]
        }
        if sorted(came.values()) != sorted(round_.fixed.values()):
            self.fail(f"the commitments of {round_.id} are {came}, and {round_.fixed} were published")
        for account in body["accounts"]:
            self._check_used(round_, account, "entropy_commit", round_.fixed)

    def _revealed(self, table: ShadowTable, body: Any) -> None:
        round_ = self._running(table)
        place = body["place"]
        if round_.fixed is None or place not in round_.fixed:
            self.fail(f"place {place} revealed entropy of {round_.id} before its commitment was published")
            return
        if place in round_.revealed:
            self.fail(f"place {place} revealed entropy of {round_.id} twice")
        if (
            entropy_commitment({"id": round_.id, "commitment": round_.commitment}, body["entropy"])
            != round_.fixed[place]
        ):
            self.fail(f"the entropy of place {place} for {round_.id} does not fit its commitment")
        round_.revealed[place] = body["entropy"]

    def _check_withheld(self, table: ShadowTable, owner: Owner, body: Any) -> None:
        """After a change of owner, only a player who was connected for the time of a reveal counts as withholding."""
        round_ = table.last
        if round_ is None or round_.fixed is None or round_.fixed_by is owner:
            return
        seconds = PACES[table.pace].entropy
        for account in body.get("withheld", ()):
            player = self.players[account]
            if player.longest_stay(since=table.owned_since) < seconds - REPORTED:
                self.fail(f"{player.name} counts as withholding in {round_.id}, and was not connected after the crash")

    def _check_used(self, round_: ShadowRound, account: str, kind: str, used: Any) -> None:
        """Every contribution that the server confirmed to a client is part of the shuffle."""
        sent = round_.acknowledged.get((account, kind))
        if sent is not None and sent not in used.values():
            self.fail(f"the {kind} of {account} for {round_.id} was acknowledged and is not used")

    def _opened(self, table: ShadowTable, body: Any, now: float) -> None:
        round_ = self._running(table)
        table.phase = "playing"
        table.places = list(body["places"])
        round_.opened = True
        round_.players = list(body["accounts"])
        round_.shares_cards = bool(body["terms"].get("hole_sharing"))
        round_.waits_since = now
        missing = sorted(set(round_.fixed or ()) - set(round_.revealed))
        if round_.fixed is None or missing:
            self.fail(f"round {round_.id} opened although places {missing} have not revealed their entropy")
        if sorted(round_.revealed.values()) != sorted(filter(None, body["clients"].values())):
            self.fail(f"round {round_.id} was shuffled with other entropy than was revealed")
        for account in round_.players:
            self._check_used(round_, account, "entropy", body["clients"])

    def _moved(self, table: ShadowTable, body: Any, now: float) -> None:
        round_ = self._running(table)
        round_.version += 1
        if body["move"] == "dealt":
            round_.dealt.update(body["cards"].split())
            round_.waits_since = now
        if body.get("by") == "time-out":
            self._check_time_out(table, round_, body["seat"], now)

    def _check_time_out(self, table: ShadowTable, round_: ShadowRound, seat: int, now: float) -> None:
        place = table.places[seat - 1]
        left = place in table.leaving or table.chairs.get(place) != round_.players[seat - 1]
        least = min(PACES[table.pace].decide, PACES[table.pace].set)
        if not left and now - round_.waits_since < least - 0.01:
            self.fail(
                f"seat {seat} of {round_.id} was timed out {now - round_.waits_since:.1f} s after the deal, "
                f"and had {least} s at least"
            )

    def _ended(self, table: ShadowTable, kind: str, body: Any, now: float) -> None:
        round_ = self._running(table)
        round_.outcome = kind
        table.phase = "between"
        table.last = round_
        table.round = None
        if kind == "settled":
            table.settled += 1
            table.settled_at.append(now)
            self.settled += 1
        else:
            self.voided += 1

    # Frames ----------------------------------------------------------------------------------------------------------

    def check_frame(self, account: str, line: Any, data: Data) -> None:
        """Check a frame that the server is queueing for a client."""
        self.frames += 1
        match data["tell"]:
            case "table":
                self._check_view(account, line, data)
            case "answer":
                self._check_answer(account, data)

    def _check_answer(self, account: str, data: Any) -> None:
        player = self.players.get(account)
        message = player.sent.get(data["id"]) if player and data["id"] else None
        number = data.get("number")
        if not data["ok"] or message is None or number is None:
            return
        table = self.tables.get(message["table"])
        if table is None or number > table.head:
            self.fail(f"{data['id']} was acknowledged with event {number}, and {table and table.head} is durable")

    def _check_view(self, account: str, line: Any, data: Any) -> None:
        table = self.tables.get(data["table"])
        number = data["number"]
        if table is None or number > table.head:
            self.fail(f"event {number} of {data['table']} was announced, and {table and table.head} is durable")
            return
        self._check_sequence(account, line, data)
        self._check_current(table, data)
        for name in ("round", "last"):
            round_view = data["view"][name]
            if round_view is not None:
                self._check_cards(account, round_view, data)

    def _check_sequence(self, account: str, line: Any, data: Any) -> None:
        """Each frame continues where the frame before ended."""
        numbers = line.__dict__.setdefault("simulated_numbers", {})
        before = numbers.get(data["table"])
        numbers[data["table"]] = data["number"]
        since = data["since"]
        if since is not None and len(data["happened"]) != data["number"] - since:
            self.fail(f"{account} was sent {len(data['happened'])} events from {since} to {data['number']}")
        for expected, entry in enumerate(data["happened"], start=(since or 0) + 1):
            if entry["number"] != expected:
                self.fail(f"{account} was sent event {entry['number']} where {expected} was due")
        if before is not None and data["number"] < before:
            self.fail(f"{account} was sent event {before} of {data['table']} and then {data['number']}")
        if before is not None and since is not None and since > before:
            self.fail(f"{account} was not sent events {before} to {since} of {data['table']}")

    def _check_current(self, table: ShadowTable, data: Any) -> None:
        """The view shows the table as it was at the event number that it names."""
        view = data["view"]
        round_ = view["round"]
        seen = (
            view["phase"],
            round_["id"] if round_ else None,
            round_["version"] if round_ and round_["opened"] else None,
            tuple(chair["place"] for chair in view["chairs"]),
        )
        was = table.was.get(data["number"])
        if was is not None and seen != was:
            self.fail(f"the view of event {data['number']} of {data['table']} shows {seen}, and it was {was}")

    def _check_cards(self, account: str, round_view: Any, data: Any) -> None:
        """Nobody is shown a card before the rules open it."""
        round_id = round_view["id"]
        round_ = self.rounds.get(round_id)
        if round_ is None:
            self.fail(f"round {round_id} was announced before it began")
            return
        if not round_view.get("seats"):
            return
        running = data["view"]["round"] is round_view
        ended = round_.outcome if not running else None
        allowed: set[str] = set()
        for seat in round_view["seats"]:
            own = round_.players[seat["seat"] - 1] == account
            open_to_all = ended == "settled" and seat["live"]
            cards = _cards_of(seat)
            if cards and not own and not open_to_all and not round_.shares_cards:
                self.fail(f"{account} was shown {seat['seat']}'s cards in {round_id}: {' '.join(sorted(cards))}")
            allowed.update(cards)
        dealer = _cards_of(round_view["dealer"])
        banker_sets = running and round_view["step"] is not None and round_view["step"].get("who") == "banker"
        if dealer and ended != "settled" and not banker_sets:
            self.fail(f"{account} was shown the dealer's cards in {round_id} before the end")
        undealt = allowed - round_.dealt
        if undealt:
            self.fail(f"{account} was shown cards that were never dealt in {round_id}: {' '.join(sorted(undealt))}")
        if running:
            elsewhere = {**round_view, "seats": None, "dealer": None, "step": None, "payments": None, "own": None}
            names = {name.decode() for name in CARD.findall(_encoded([elsewhere, data["happened"]]))}
            loose = names - allowed
            if loose:
                self.fail(f"{account} was shown {' '.join(sorted(loose))} in {round_id} outside the hands")

    # Commands --------------------------------------------------------------------------------------------------------

    def must_be_refused(self, player: Player, message: Any) -> None:
        self._refused.add(message["id"])

    def acknowledged(self, player: Player, message: Any, answer: Any) -> None:
        self.acknowledgements += 1
        name = message["id"]
        first = player.answers.get(name)
        if first is not None and first != answer:
            self.fail(f"{name} was answered {first} and then {answer}")
        if first is None and name in self._refused:
            self.fail(f"{name} ({message['do']}) had to be refused, and was carried out")
        round_ = self.rounds.get(message.get("round", ""))
        if message["do"] in SHUFFLING and round_ is not None and player.account:
            sent = message["entropy"] if message["do"] == "entropy" else message["commitment"]
            round_.acknowledged.setdefault((player.account, message["do"]), sent)
            if message["do"] == "entropy_commit" and player.account not in round_.commitments:
                self.fail(f"the entropy_commit of {player.name} for {round_.id} was acknowledged and is not used")
            if message["do"] == "entropy" and sent not in round_.revealed.values():
                self.fail(f"the entropy of {player.name} for {round_.id} was acknowledged and is not used")

    def refused_after_all(self, player: Player, name: str, refusal: str) -> None:
        if not may_come_again(refusal) and name not in self._refused:
            self.fail(f"{name} was acknowledged, and its repeat was refused: {refusal}")

    # The end ---------------------------------------------------------------------------------------------------------

    def at_the_end(self) -> None:
        """After the quiet time, check that the room plays again and that its database passes the audit."""
        self._check_receipts()
        self._check_everybody_is_told()
        self._check_rounds_settle()
        connection = self._world.server.connection
        report = examine(connection)
        connection.rollback()
        if report.fault:
            self.fail(f"the audit says: {report.fault}")
        rows = connection.execute(sa.select(schema.balances.c.account, schema.balances.c.chips)).all()
        connection.rollback()
        if {row.account: row.chips for row in rows if row.chips} != {k: v for k, v in self.balances.items() if v}:
            self.fail("the balances are not what the transfers make them")

    def _check_receipts(self) -> None:
        """Every acknowledged command is in the store once, with the answer that the client received."""
        connection = self._world.server.connection
        rows = connection.execute(sa.select(schema.receipts)).mappings().all()
        connection.rollback()
        stored = {(row["account"], row["command"]): json.loads(row["answer"]) for row in rows}
        for account, player in self.players.items():
            for name, answer in player.answers.items():
                if stored.get((account, name)) != answer:
                    self.fail(f"{name} was acknowledged with {answer}, and the store has {stored.get((account, name))}")

    def _check_everybody_is_told(self) -> None:
        """Connected clients were sent everything except the events of the last moments."""
        latest = self._world.loop.time() - NEWS_SECONDS
        for player in self.players.values():
            table = self.tables.get(player.table or "")
            if table is None or player.connection is None or not player.watching or player.gone:
                continue
            due = max((head for at, head in table.heads if at <= latest), default=0)
            if (player.number or 0) < due:
                self.fail(f"{player.name} has heard up to event {player.number} of {player.table}, and {due} is old")

    def announced_since(self, process: Owner, since: float, until: float) -> None:
        """Clients that stayed connected to this process were sent everything that was durable at `until`."""
        for player in self.players.values():
            connection = player.connection
            table = self.tables.get(player.table or "")
            if table is None or connection is None or connection.process is not process or not player.watching:
                continue
            if connection.opened_at > since or connection.slow:
                continue
            due = max((head for at, head in table.heads if at <= until), default=0)
            if (player.number or 0) < due:
                self.fail(f"{player.name} has heard up to event {player.number} of {player.table}, and {due} is old")

    def _is_able(self, player: Player) -> bool:
        """Whether this player has enough chips for any game and does not have to wait after withholding entropy."""
        own = f":{player.account}"
        if player.must_wait_until > self._world.loop.time():
            return False
        return sum(chips for account, chips in self.balances.items() if account.endswith(own)) >= ENOUGH

    def _check_rounds_settle(self) -> None:
        """After the troubles, every table with enough players finishes its rounds."""
        since = self._world.quiet_since
        if len(self.tables) < len(self._world.plan.tables):
            self.fail(f"only {len(self.tables)} tables of {len(self._world.plan.tables)} were ever opened")
        for name, code in self._world.codes.items():
            table = self.tables.get(code)
            seated = set(table.chairs.values()) if table else set()
            staying = [player for player in self.players.values() if player.plan.table == name and not player.gone]
            present = [player for player in staying if player.account in seated and self._is_able(player)]
            offline = [player for player in staying if player.connection is None or player.table != code]
            if offline:
                self.fail(f"{offline[0].name} cannot reach table {code} although all is quiet")
            settled = [at for at in (table.settled_at if table else ()) if at > since]
            if len(present) >= 2 and not settled:
                self.fail(f"table {code} settled no round in the quiet {self._world.plan.quiet_seconds:.0f} s")


def _cards_of(hand: Any) -> set[str]:
    """The cards that a view shows of a seat or of the dealer."""
    cards = set(hand["cards"])
    for text in (hand["setting"] or {}).values():
        cards.update(text.split())
    return cards


def _name(owner: Owner) -> str:
    return str(getattr(owner, "name", "the world"))
