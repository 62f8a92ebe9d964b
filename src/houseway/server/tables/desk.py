"""
A table as a value: its chairs, what carries over from round to round, and the running round.

A desk is computed from its stream of events (`fold`). Commands become decisions (`seating`, `dealing`): events and
transfers to be written, or a refusal in one sentence. Nothing here waits, draws random numbers or reads a clock.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ...records.beacon import BeaconRound
from ...records.fairness import HouseShuffle, Shuffle, final_order, proof_data
from ...records.store import Event, Row, Transfer
from ...rules.cards import Cards
from ...rules.game import AnyGame
from ...rules.payments import HOUSE, SeatNumber
from ...rules.round import Round
from ...rules.table import Table
from ...rules.values import cached_property
from .conduct import Conduct

PlaceNumber = int
"""The number of a chair, from 1. The seats of a round are the places that are dealt in, numbered without gaps."""
USUAL_BRING = 2_000
"""Chips that a player brings to a round by default."""
SHUFFLE_VERSION = 2
"""The version of the shuffle of new rounds; see `records.fairness`."""
SNAPSHOT_EVERY = 8
"""Rounds between two snapshots of a table: a recovery folds the events of no more rounds than this."""


@dataclass(frozen=True, kw_only=True)
class Chair:
    """A place at the table and the player who sits there."""

    player: str
    """The id of the account; players are compared and paid by it."""
    name: str
    """The name of the account: it is shown and never compared."""
    bot: str | None = None
    """The strategy of a bot; None for a person."""
    bring: int = USUAL_BRING
    """The most chips of this player that are held for a round."""
    out: str | None = None
    """Why the player sits out; None for a player who does not."""
    leaving: bool = False
    """Whether the player stands up at the end of the round."""
    missed: int = 0
    """Number of time-outs in a row."""

    @property
    def plays(self) -> bool:
        return self.out is None and not self.leaving


@dataclass(frozen=True, kw_only=True)
class Spans:
    """What carries over from round to round, by place and by account, because seat numbers change with the players."""

    rounds: int = 0
    banker: PlaceNumber | None = None
    house_bet: int = 0
    passed: frozenset[PlaceNumber] = frozenset()
    offer_from: PlaceNumber = 1
    player_banked_last: bool = False
    previous_main: Mapping[str, int] = field(default_factory=dict)
    last_house_main: Mapping[str, int] = field(default_factory=dict)
    dealer: PlaceNumber = 1
    pot: int = 0
    spent: Cards = ()


@dataclass(frozen=True, kw_only=True)
class Live:
    """The running round, from the house's commitment to the settlement."""

    id: str
    house: HouseShuffle = field(repr=False)
    commitment: str
    begun_at: str = ""
    terms_version: int = 0
    fairness: int = SHUFFLE_VERSION
    """The version of its shuffle; 1 for a round that was begun before version 2 existed."""
    beacon: BeaconRound | None = None
    beacon_value: str | None = None
    committed: Mapping[str, str] = field(default_factory=dict)
    """Commitments to entropy, by account."""
    fixed: Mapping[PlaceNumber, str] | None = None
    """The published commitments, by place; None while more are accepted."""
    entropies: Mapping[PlaceNumber, str] = field(default_factory=dict)
    """Revealed entropy, by place."""
    places: tuple[PlaceNumber, ...] = ()
    """The place of seat 1, 2, ...; empty until the commitments are fixed."""
    players: tuple[str, ...] = ()
    """The account of seat 1, 2, ..."""
    table: Table | None = None
    round: Round | None = field(default=None, repr=False)
    shoe: Cards = field(default=(), repr=False)

    @property
    def clients(self) -> dict[SeatNumber, str | None]:
        """The revealed entropy of each seat's client; None where there is none."""
        return {seat: self.entropies.get(place) for seat, place in enumerate(self.places, start=1)}

    @property
    def missing(self) -> tuple[PlaceNumber, ...]:
        """The places that committed to their entropy and have not revealed it."""
        return tuple(place for place in sorted(self.fixed or {}) if place not in self.entropies)

    @property
    def shuffle(self) -> Shuffle:
        """The parts of a version 2 shuffle that are known so far, by seat."""
        fixed = self.fixed or {}
        return Shuffle(
            round_id=self.id,
            house=self.house,
            commitments={seat: fixed.get(place) for seat, place in enumerate(self.places, start=1)},
            entropies=self.clients,
            beacon=self.beacon,
            beacon_value=self.beacon_value,
        )

    def order(self, cards: Cards) -> Cards:
        """The order in which these cards are dealt; raises if a part of the shuffle is missing or invalid."""
        if self.fairness == 1:
            return final_order(cards, self.house, self.clients)
        return self.shuffle.order(cards)

    def proof(self, cards: Cards) -> dict[str, Any]:
        """The proof of the shuffle, for the end of the round."""
        if self.fairness == 1:
            return proof_data(cards, self.house, self.clients)
        return self.shuffle.proof(cards)


@dataclass(frozen=True, kw_only=True)
class Finished:
    """The last round, which stays visible until the next one begins."""

    id: str
    outcome: str
    why: str
    places: tuple[PlaceNumber, ...]
    round: Round | None
    commitment: str

    def seats_of(self, player: str) -> tuple[SeatNumber, ...]:
        """The seats of the round that this account held."""
        players = self.round.opening.players if self.round else ()
        return tuple(seat for seat, account in enumerate(players, start=1) if account == player)


@dataclass(frozen=True, kw_only=True)
class Desk:
    """The complete state of a table, with hidden cards. Viewers receive only what `views.table_view` builds from it."""

    table: str
    game: AnyGame
    places: int
    private: bool = False
    pace: str = "normal"
    host: str = ""
    terms_version: int = 0
    chairs: Mapping[PlaceNumber, Chair] = field(default_factory=dict)
    spans: Spans = Spans()
    begun: int = 0
    """Number of rounds that were begun, including those that were called off or voided."""
    live: Live | None = None
    last: Finished | None = None
    repost: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Wagers of a round that was called off because a player was absent, to be made again; by `repost_key`."""
    withheld: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The times at which each account withheld entropy, within the hour before its last time."""
    reopened: tuple[PlaceNumber, ...] = ()
    """The places that play the next round, if the last one was called off because others left before the deal."""
    conduct: Conduct = field(default_factory=Conduct)
    closed: bool = False
    number: int = 0
    """Number of events so far."""
    label: str | None = None
    """The name of a private table in records, which must not show its code; None for others and for older tables."""

    @property
    def shown_as(self) -> str:
        """The table's name in ids of rounds and bots, which records make public."""
        return self.label or self.table

    @property
    def stream(self) -> str:
        return f"table:{self.table}"

    @property
    def round(self) -> Round | None:
        return self.live.round if self.live else None

    @cached_property
    def playing(self) -> tuple[PlaceNumber, ...]:
        """The places that the next round is dealt to."""
        places = tuple(place for place, chair in sorted(self.chairs.items()) if chair.plays)
        stayed = tuple(place for place in places if place in self.reopened)
        return stayed if self._are_enough(stayed) else places

    def _are_enough(self, places: tuple[PlaceNumber, ...]) -> bool:
        """Whether a round can be opened with these places alone."""
        has_person = any(self.chairs[place].bot is None for place in places)
        return has_person and len(places) >= self.game.seats(self.game.terms).start

    @cached_property
    def next_table(self) -> Table | None:
        """The table of the rules before the next round; None while a round runs or nobody plays."""
        return table_of(self, self.playing, {}) if self.live is None and self.playing and not self.closed else None

    @cached_property
    def people(self) -> tuple[PlaceNumber, ...]:
        """The playing places of people, not bots."""
        return tuple(place for place in self.playing if self.chairs[place].bot is None)

    def first_places(self, places: tuple[PlaceNumber, ...]) -> dict[str, PlaceNumber]:
        """For each person the first of these places: an account takes part in the shuffle once, at that place."""
        first: dict[str, PlaceNumber] = {}
        for place in places:
            if self.chairs[place].bot is None:
                first.setdefault(self.chairs[place].player, place)
        return first

    @property
    def phase(self) -> str:
        if self.live is None:
            return "closed" if self.closed else "between"
        return "shuffling" if self.live.round is None else "playing"

    def places_of(self, player: str) -> tuple[PlaceNumber, ...]:
        return tuple(place for place, chair in sorted(self.chairs.items()) if chair.player == player)

    def seats_of(self, player: str) -> tuple[SeatNumber, ...]:
        """The seats of the running round that this account holds."""
        players = self.live.players if self.live else ()
        return tuple(seat for seat, account in enumerate(players, start=1) if account == player)

    def has_own_view(self, player: str) -> bool:
        """Whether this account may see or do more than a spectator; all spectators share one view."""
        return player in self._have_own_views or self.may_have_to_wait(player)

    def may_have_to_wait(self, player: str) -> bool:
        """Whether this account possibly has to wait before it sits down or plays here."""
        return player in self.withheld or self.conduct.concerns(player)

    @cached_property
    def _have_own_views(self) -> frozenset[str]:
        seated = (chair.player for chair in self.chairs.values())
        playing = self.live.players if self.live else ()
        played = self.last.round.opening.players if self.last and self.last.round else ()
        return frozenset((self.host, *seated, *playing, *played))

    def chair_of_seat(self, seat: SeatNumber) -> Chair | None:
        """The chair of a seat of the running round; None if its player has left."""
        if self.live is None or not 1 <= seat <= len(self.live.places):
            return None
        chair = self.chairs.get(self.live.places[seat - 1])
        return chair if chair and chair.player == self.live.players[seat - 1] else None


def repost_key(place: PlaceNumber, account: str) -> str:
    """The key of an account's wagers at a place, in `Desk.repost`."""
    return f"{place}:{account}"


Balances = Mapping[str, int]
"""The chips of each account."""


def chips_brought(desk: Desk, places: tuple[PlaceNumber, ...], balances: Balances) -> dict[str, int]:
    """The chips that each account brings to the next round: the most that it brings to one of its places."""
    most: dict[str, int] = {}
    for place in places:
        chair = desk.chairs[place]
        brought = min(chair.bring, balances.get(chair.player, 0))
        most[chair.player] = max(most.get(chair.player, 0), brought)
    return most


def table_of(desk: Desk, places: tuple[PlaceNumber, ...], chips: Mapping[str, int]) -> Table:
    """The table of the rules for these places: what carries over from the last round, by seat."""
    spans = desk.spans
    seat_of = {place: seat for seat, place in enumerate(places, start=1)}
    banks = spans.banker in seat_of
    return Table(
        game=desk.game,
        players=tuple(desk.chairs[place].player for place in places),
        chips=chips,
        names=tuple(desk.chairs[place].name for place in places),
        rounds=spans.rounds,
        banker=seat_of[spans.banker] if banks and spans.banker else HOUSE,
        house_bet=spans.house_bet if banks else 0,
        passed=frozenset(seat_of[place] for place in spans.passed if place in seat_of),
        offer_from=_seat_from(places, spans.offer_from),
        last_banker=1 if spans.player_banked_last else HOUSE,
        previous_main=spans.previous_main,
        last_house_main=spans.last_house_main,
        dealer_seat=_seat_from(places, spans.dealer),
        pot=spans.pot,
        spent=spans.spent,
    )


def _seat_from(places: tuple[PlaceNumber, ...], wanted: PlaceNumber) -> SeatNumber:
    """The seat of this place, or of the next place round the table that plays."""
    return next((seat for seat, place in enumerate(places, start=1) if place >= wanted), 1)


def spans_of(table: Table, places: tuple[PlaceNumber, ...]) -> Spans:
    """What carries over to the next round, by place: the inverse of `table_of`."""
    return Spans(
        rounds=table.rounds,
        offer_from=places[table.offer_from - 1],
        player_banked_last=table.last_banker != HOUSE,
        previous_main=dict(table.previous_main),
        last_house_main=dict(table.last_house_main),
        dealer=places[table.dealer_seat - 1],
        pot=table.pot,
        spent=table.spent,
    )


@dataclass(frozen=True, kw_only=True)
class Decision:
    """The effect of a command: it is written as one change and then announced."""

    desk: Desk
    """The desk after the command."""
    events: tuple[Event, ...]
    transfers: tuple[Transfer, ...] = ()
    rows: tuple[Row, ...] = ()
    public_events: tuple[Mapping[str, Any], ...] = ()
    """The public part of the events."""
    answer: Mapping[str, Any] = field(default_factory=dict)
    ends_round: bool = False

    def followed_by(self, further: Decision) -> Decision:
        """Both decisions as one change, with the answer of this one; `further` was decided from the desk after it."""
        return Decision(
            desk=further.desk,
            events=self.events + further.events,
            transfers=self.transfers + further.transfers,
            rows=self.rows + further.rows,
            public_events=self.public_events + further.public_events,
            answer=self.answer,
            ends_round=self.ends_round or further.ends_round,
        )

    @property
    def needs_snapshot(self) -> bool:
        return self.ends_round and self.desk.begun % SNAPSHOT_EVERY == 0
