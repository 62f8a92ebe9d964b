"""Queries over finished rounds: a player's history, search, the return of each wager, chips between players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import sqlalchemy as sa

from . import schema
from .ledger_accounts import HOUSE
from .rows import RoundPlayer, RoundRow
from .statements import in_list, list_parameter

LONGEST_LIST = 500
"""Rounds that one query returns at most."""
SETTLED = schema.rounds.c.outcome == "settled"


@dataclass(frozen=True)
class Played:
    """A round in a player's history."""

    round: RoundRow
    seats: tuple[RoundPlayer, ...]
    """The seats of that player in it."""


@dataclass(frozen=True)
class Return:
    """What the house won and paid on one wager of a game under the same terms, over settled rounds."""

    game: str
    terms_hash: str
    wager: str
    rounds: int
    staked: int
    """Chips staked on this wager."""
    to_house: int
    from_house: int


def _limited(limit: int) -> int:
    return max(1, min(limit, LONGEST_LIST))


def history(connection: sa.Connection, person: str, before: str | None, limit: int) -> list[Played]:
    """A player's rounds that began before a time, newest first."""
    players = schema.round_players
    is_theirs = players.c.person == person
    is_earlier = sa.true() if before is None else players.c.begun_at < before
    newest = (
        sa.select(players.c.round)
        .where(is_theirs & is_earlier)
        .group_by(players.c.round, players.c.begun_at)
        .order_by(players.c.begun_at.desc(), players.c.round)
        .limit(_limited(limit))
    )
    ids = list(connection.execute(newest).scalars())
    dialect = connection.dialect.name
    parameter = list_parameter(dialect, ids)
    select_seats = sa.select(players).where(in_list(players.c.round, dialect) & is_theirs).order_by(players.c.seat)
    seats: dict[str, list[RoundPlayer]] = {}
    for row in connection.execute(select_seats, parameter):
        seats.setdefault(row.round, []).append(RoundPlayer(**row._mapping))
    select_rounds = sa.select(schema.rounds).where(in_list(schema.rounds.c.id, dialect))
    rounds = {row.id: RoundRow(**row._mapping) for row in connection.execute(select_rounds, parameter)}
    return [Played(rounds[id], tuple(seats.get(id, ()))) for id in ids if id in rounds]


def search_rounds(connection: sa.Connection, words: str, game: str | None, limit: int) -> list[RoundRow]:
    """Finished rounds, newest first, whose id or table begins with the words, or that have a player of that name."""
    rounds = schema.rounds
    players = schema.round_players
    people = schema.people
    rounds_of_player = (
        sa.select(players.c.round)
        .join(people, people.c.id == players.c.person)
        .where(sa.func.lower(people.c.name) == words.lower())
    )
    matches = sa.or_(
        rounds.c.id.startswith(words.upper(), autoescape=True),
        rounds.c.table_id.startswith(words.upper(), autoescape=True),
        rounds.c.id.in_(rounds_of_player),
    )
    is_of_game = sa.true() if game is None else rounds.c.game == game
    selected = (
        sa.select(rounds)
        .where(matches & is_of_game & rounds.c.ended_at.is_not(None))
        .order_by(rounds.c.begun_at.desc())
        .limit(_limited(limit))
    )
    return [RoundRow(**row._mapping) for row in connection.execute(selected)]


class SeatOfRound(NamedTuple):
    """A person who played in a round."""

    round: str
    table: str
    person: str


class TransferOfRound(NamedTuple):
    """Chips that moved between players and pots in a round."""

    round: str
    payer: str
    payee: str
    chips: int
    wager: str
    why: str


class AddressUse(NamedTuple):
    """The keyed hash of an address from which a person's session was used."""

    person: str
    address_tag: str


@dataclass(frozen=True)
class ChipsBetweenPlayers:
    """What moved between the players of some settled rounds, and the addresses of sessions in the same time."""

    seats: list[SeatOfRound]
    transfers: list[TransferOfRound]
    addresses: list[AddressUse]


def chips_between_players(connection: sa.Connection, since: str, limit: int) -> ChipsBetweenPlayers:
    """The seats, transfers and session addresses of the newest settled rounds since a time."""
    rounds = schema.rounds
    players = schema.round_players
    transfers = schema.transfers
    uses = schema.session_uses
    newest = (
        sa.select(rounds.c.id, rounds.c.table_id)
        .where(SETTLED & (rounds.c.ended_at >= since))
        .order_by(rounds.c.ended_at.desc())
        .limit(limit)
        .subquery()
    )
    seats = sa.select(players.c.round, newest.c.table_id, players.c.person).join(newest, newest.c.id == players.c.round)
    moved = (
        sa.select(
            transfers.c.round,
            transfers.c.payer,
            transfers.c.payee,
            transfers.c.chips,
            transfers.c.wager,
            transfers.c.why,
        )
        .join(newest, newest.c.id == transfers.c.round)
        .where(_is_player_or_pot(transfers.c.payer) & _is_player_or_pot(transfers.c.payee))
    )
    addresses = sa.select(uses.c.person, uses.c.address_tag).where(uses.c.seen_at >= since)
    return ChipsBetweenPlayers(
        seats=[SeatOfRound(*row) for row in connection.execute(seats)],
        transfers=[TransferOfRound(*row) for row in connection.execute(moved)],
        addresses=[AddressUse(*row) for row in connection.execute(addresses)],
    )


def _is_player_or_pot(account: sa.Column[Any]) -> sa.ColumnElement[bool]:
    return account.startswith("held:") | account.startswith("pot:")


def returns(connection: sa.Connection, since: str) -> list[Return]:
    """By game, terms and wager: what was staked, won and paid in settled rounds that ended since a time."""
    transfers = schema.transfers
    rounds = schema.rounds
    is_with_house = (transfers.c.payer == HOUSE) | (transfers.c.payee == HOUSE)
    is_stake = transfers.c.payee.startswith("staked:")
    key = (rounds.c.game, rounds.c.terms_hash, transfers.c.wager)
    selected = (
        sa.select(
            *key,
            sa.func.count(sa.distinct(rounds.c.id)).label("rounds"),
            _chips_where(is_stake).label("staked"),
            _chips_where(transfers.c.payee == HOUSE).label("to_house"),
            _chips_where(transfers.c.payer == HOUSE).label("from_house"),
        )
        .join(rounds, rounds.c.id == transfers.c.round)
        .where(SETTLED & (rounds.c.ended_at >= since) & (is_with_house | is_stake))
        .group_by(*key)
        .order_by(*key)
    )
    return [Return(**row._mapping) for row in connection.execute(selected)]


def _chips_where(condition: sa.ColumnElement[bool]) -> sa.ColumnElement[Any]:
    """The sum of the chips of the transfers for which a condition holds."""
    return sa.cast(sa.func.sum(sa.case((condition, schema.transfers.c.chips), else_=0)), sa.BigInteger)


def rounds_by_terms(connection: sa.Connection, hashes: list[str]) -> dict[str, str]:
    """The id of a settled round for each of these terms hashes."""
    rounds = schema.rounds
    selected = (
        sa.select(rounds.c.terms_hash, sa.func.min(rounds.c.id))
        .where(rounds.c.terms_hash.in_(hashes) & SETTLED)
        .group_by(rounds.c.terms_hash)
    )
    return dict(row._tuple() for row in connection.execute(selected))
