"""Rounds as a table's server would record them, for the tests of records and verifiers."""

import random
from dataclasses import replace
from typing import Any

from houseway.records.beacon import BeaconRound
from houseway.records.dealing import cards_left
from houseway.records.fairness import Clients, HouseShuffle, Shuffle, entropy_commitment, final_order, proof_data
from houseway.records.provenance import Cancelled, Provenance
from houseway.records.round_text import write_round
from houseway.rules.game import AnyGame
from houseway.rules.moves import Dealt, HandsSet, Move, Posted, Voided
from houseway.rules.payments import HOUSE
from houseway.rules.playing import play, start
from houseway.rules.round import Round
from support.playing import games, random_opening, steady_or_random

BEACON = BeaconRound(chain="chain-of-tests", number=7, time="2026-01-02T03:04:01Z")


def dealt_round(game: AnyGame, chance: random.Random, version: int = 2) -> tuple[Round, Provenance]:
    """A random round of a game, with a shuffle by the house and by simulated clients."""
    opening = random_opening(game, chance)
    if version == 2:
        names = tuple(f"{player}'s name" for player in opening.players)
        opening = replace(opening, names=names)
    round_ = start(game, opening)
    cards = cards_left(round_)
    house = HouseShuffle(chance.randbytes(32), tuple(chance.sample(range(len(cards)), len(cards))))
    clients = {seat.number: chance.choice([None, chance.randbytes(32).hex()]) for seat in round_.seats}
    round_id = f"round-{chance.randrange(10**6)}"
    if version == 1:
        order = final_order(cards, house, clients)
        proof = proof_data(cards, house, clients)
    else:
        shuffle = shuffle_of(house, clients, round_id, chance.choice([None, BEACON]))
        order = shuffle.order(cards)
        proof = shuffle.proof(cards)
    while not round_.over:
        round_ = play(round_, steady_or_random(round_, order, chance))
    return round_, provenance(round_, proof, chance, round_id)


def shuffle_of(house: HouseShuffle, clients: Clients, round_id: str, beacon: BeaconRound | None) -> Shuffle:
    """A shuffle of version 2 in which every client that sent entropy had committed to it."""
    commitment = house.commitment_with(beacon)
    return Shuffle(
        round_id=round_id,
        house=house,
        commitments={
            seat: None if entropy is None else entropy_commitment(commitment, round_id, entropy)
            for seat, entropy in clients.items()
        },
        entropies=clients,
        beacon=beacon,
        beacon_value="5e" * 32 if beacon else None,
    )


def provenance(round_: Round, proof: dict[str, Any], chance: random.Random, round_id: str, **more: Any) -> Provenance:
    return Provenance(
        round=round_id,
        table="table-1",
        terms_version=1,
        committed="2026-01-02T03:04:00.000Z",
        opened="2026-01-02T03:04:02.000Z",
        ended="2026-01-02T03:05:00.000Z",
        proof=proof,
        by=tuple(chosen_by(move, chance) for move in round_.moves),
        at=tuple(f"2026-01-02T03:04:{3 + number:02}.000Z" for number in range(len(round_.moves))),
        **more,
    )


def chosen_by(move: Move, chance: random.Random) -> str:
    if isinstance(move, Dealt) or (isinstance(move, HandsSet) and move.seat == HOUSE):
        return "dealer"
    return "operator" if isinstance(move, Voided) else chance.choice(["person", "bot", "time-out"])


def recorded(key: str, seed: int, version: int = 2) -> str:
    """The record of a random round of this game, with a shuffle of this version."""
    return write_round(*dealt_round(games()[key], random.Random(f"{key} {seed}"), version))


def called_off(key: str, seed: int, version: int = 2) -> str:
    """The record of a round that was called off for missing wagers, after at most one wager."""
    chance = random.Random(f"{key} {seed}")
    round_, dealt = dealt_round(games()[key], chance, version)
    first = round_.moves[0]
    round_ = start(round_.game, round_.opening)
    if isinstance(first, Posted):
        round_ = play(round_, first)
    absent = Cancelled("absent", "", "no wager in time")
    return write_round(round_, provenance(round_, dict(dealt.proof), chance, dealt.round, cancelled=absent))
