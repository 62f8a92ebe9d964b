"""Rounds as a table's server would record them, for the tests of records and verifiers."""

import random
from typing import Any

from houseway.records.dealing import cards_left
from houseway.records.fairness import HouseShuffle, final_order, proof_data
from houseway.records.provenance import Cancelled, Provenance
from houseway.records.round_text import write_round
from houseway.rules.game import Game
from houseway.rules.payments import HOUSE
from houseway.rules.round import Dealt, HandsSet, Move, Posted, Round, Voided, play, start
from playing import games, random_opening, steady_or_random


def dealt_round(game: Game[Any], chance: random.Random) -> tuple[Round, Provenance]:
    """A random round of a game, shuffled by a house and by clients that chance stands in for."""
    round_ = start(game, random_opening(game, chance))
    cards = cards_left(round_)
    house = HouseShuffle(chance.randbytes(32), tuple(chance.sample(range(len(cards)), len(cards))))
    clients = {seat.number: chance.choice([None, chance.randbytes(32).hex()]) for seat in round_.seats}
    order = final_order(cards, house, clients)
    while not round_.over:
        round_ = play(round_, steady_or_random(round_, order, chance))
    return round_, provenance(round_, proof_data(cards, house, clients), chance)


def provenance(round_: Round, proof: dict[str, Any], chance: random.Random, **more: Any) -> Provenance:
    return Provenance(
        round=f"round-{chance.randrange(10**6)}",
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


def recorded(key: str, seed: int) -> str:
    """The record of a random round of this game."""
    return write_round(*dealt_round(games()[key], random.Random(f"{key} {seed}")))


def called_off(key: str, seed: int) -> str:
    """The record of a round in which one wager came at most, and then nobody's any more."""
    chance = random.Random(f"{key} {seed}")
    round_, told = dealt_round(games()[key], chance)
    first = round_.moves[0]
    round_ = start(round_.game, round_.opening)
    if isinstance(first, Posted):
        round_ = play(round_, first)
    absent = Cancelled("absent", "", "no wager in time")
    return write_round(round_, provenance(round_, dict(told.proof), chance, cancelled=absent))
