"""
Rounds of honest players and of planted cheats, for the signals of collusion.

    PYTHONPATH=src:tests python tests/support/planted_colluders.py

prints how many cheats are found and how many honest pairs are flagged.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from houseway.games.ask import strategy
from houseway.records.store import Transfer
from houseway.rules.moves import HandsSet, Posted, SeatMove
from houseway.rules.payments import SeatNumber
from houseway.rules.refusals import why_not
from houseway.rules.view import view
from houseway.server.study.signals import Paid, RoundFacts, _account, find_signals, is_foul
from houseway.server.tables import dealing, seating
from houseway.server.tables.desk import Decision
from support.desks import AT, Drive


@dataclass(frozen=True)
class Cheats:
    """One account that loses to another on purpose."""

    giver: str
    taker: str


@dataclass
class Session:
    """Players at one table for some rounds."""

    game: str
    players: tuple[str, ...]
    rounds: int
    seed: object
    cheats: Cheats | None = None
    options: dict[str, Any] = field(default_factory=dict)

    def facts(self) -> Iterator[RoundFacts]:
        drive = _Recorded(self.game, self.players, self.options)
        chance = random.Random(str(self.seed))
        for number in range(self.rounds):
            drive.top_up()
            self._take_bank(drive, number)
            drive.open(f"{self.seed} {number}")
            drive.moved_chips.clear()
            while drive.desk.round is not None:
                move = self._move(drive, chance)
                drive.do(dealing.moved(drive.desk, move, by="person", command="c", at=AT))
            yield RoundFacts(
                f"{self.seed}-{number}",
                str(self.seed),
                self.players,
                tuple(
                    Paid(_account(each.payer), _account(each.payee), each.chips, is_foul(each.wager, each.why))
                    for each in drive.moved_chips
                    if each.payer.startswith(("held:", "pot:")) and each.payee.startswith(("held:", "pot:"))
                ),
            )

    def _take_bank(self, drive: _Recorded, number: int) -> None:
        """Where players may bank, somebody banks in every other round; the taker of cheats banks whenever it can."""
        offered = seating.bank_offered_to(drive.desk)
        if not offered:
            return
        if number == 0:
            return
        wanted = self.players.index(self.cheats.taker) + 1 if self.cheats else offered[number % len(offered)]
        for place in (wanted, *offered):
            if seating.why_no_bank(drive.desk, place, 0) is None:
                player = drive.desk.chairs[place].player
                drive.do(seating.take_bank(drive.desk, player, place, 0, at=AT))
                return

    def _move(self, drive: _Recorded, chance: random.Random) -> SeatMove:
        round_ = drive.desk.round
        assert round_ is not None
        mover = round_.waiting_for[0]
        assert isinstance(mover, int)
        honest = strategy(round_.game, "house_way").move(round_.game, view(round_, mover))
        player = drive.desk.live.players[mover - 1]  # type: ignore[union-attr]
        if self.cheats is not None and player == self.cheats.giver and self._taker_gains(drive):
            return _worst(round_, mover, honest)
        if isinstance(honest, Posted):
            return _some_wager(round_, honest, chance)
        return honest

    def _taker_gains(self, drive: _Recorded) -> bool:
        """Whether the taker wins what the giver loses: always in a game between players, else if the taker banks."""
        round_ = drive.desk.round
        assert round_ is not None
        assert self.cheats is not None
        banker = round_.opening.banker
        if round_.game.against_the_house:
            return isinstance(banker, int) and drive.desk.live.players[banker - 1] == self.cheats.taker  # type: ignore[union-attr]
        return True


class _Recorded(Drive):
    """A table that records what was paid in the running round."""

    def __init__(self, key: str, players: tuple[str, ...], options: dict[str, Any]) -> None:
        self.moved_chips: list[Transfer] = []
        super().__init__(key, players=0, options=options)
        self.names = players
        for player in players:
            self.purses[f"player:{player}"] = 10_000
            self.do(seating.sit(self.desk, player=player, name=player, bot=None, place=None, bring=None, at=AT))

    @property
    def balances(self) -> dict[str, int]:
        return {player: self.purses[f"player:{player}"] for player in self.names}

    def top_up(self) -> None:
        for player in self.names:
            self.purses[f"player:{player}"] = 10_000

    def do(self, decision: Decision) -> Decision:
        self.moved_chips += decision.transfers
        return super().do(decision)


def _some_wager(round_: Any, least: Posted, chance: random.Random) -> SeatMove:
    """A legal wager of random size, because honest stakes differ from round to round."""
    times = chance.choice((1, 1, 2, 4))
    more = Posted(least.seat, {spot: chips * times for spot, chips in least.wagers.items()})
    return more if why_not(round_, more) is None else least


def _worst(round_: Any, seat: SeatNumber, honest: SeatMove) -> SeatMove:
    """A move that loses on purpose: a large wager, or a foul with the best cards in the weakest hand."""
    if isinstance(honest, Posted):
        for times in (10, 5, 2):
            more = Posted(seat, {spot: chips * times for spot, chips in honest.wagers.items()})
            if why_not(round_, more) is None:
                return more
    if isinstance(honest, HandsSet):
        cards = sorted((card for hand in honest.setting.values() for card in hand), reverse=True)
        setting = {}
        for slot, hand in sorted(honest.setting.items(), key=lambda each: len(each[1])):
            setting[slot] = tuple(cards[: len(hand)])
            cards = cards[len(hand) :]
        bad = HandsSet(seat, setting)
        if why_not(round_, bad) is None:
            return bad
    return honest


PLANTED: tuple[tuple[str, tuple[str, ...], dict[str, Any]], ...] = (
    ("chinese", ("giver", "taker"), {}),
    ("chinese", ("giver", "taker"), {"unit_value": 10, "bonuses": True}),
    ("pyramid", ("giver", "taker", "h1", "h2"), {"bank_offer": "request"}),
    ("pyramid", ("giver", "taker", "h1"), {"bank_offer": "request"}),
)
HONEST = ("chinese", "pai_gow", "pyramid", "showdown")


def room_of(seed: int, *, rounds: int, cheats: bool) -> list[RoundFacts]:
    """A day of a room: honest tables, and one table with a planted pair."""
    facts: list[RoundFacts] = []
    for number, key in enumerate(HONEST):
        players = tuple(f"{key}{seat}" for seat in range(2 + (seed + number) % 3))
        facts += Session(key, players, rounds, f"{seed}h{number}").facts()
    if cheats:
        key, players, options = PLANTED[seed % len(PLANTED)]
        facts += Session(key, players, rounds, f"{seed}c", Cheats("giver", "taker"), dict(options)).facts()
    return facts


def measured(rooms: int, rounds: int) -> tuple[int, int, int]:
    """Planted pairs found, honest pairs flagged, and how many honest pairs there were."""
    pairs_found = 0
    flagged = 0
    honest = 0
    for seed in range(rooms):
        facts = room_of(seed, rounds=rounds, cheats=True)
        signals = [signal for signal in find_signals(facts, {}) if signal.strong]
        pairs = {(signal.first, signal.second) for signal in signals}
        pairs_found += ("giver", "taker") in pairs
        flagged += len(pairs - {("giver", "taker")})
        met = {pair for each in facts for pair in combinations(sorted(each.players), 2)}
        honest += len(met) - 1
    return pairs_found, flagged, honest


if __name__ == "__main__":
    rooms = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 60
    pairs_found, flagged, honest = measured(rooms, rounds)
    print(f"{rooms} rooms of {rounds} rounds a table: {pairs_found} of {rooms} planted pairs found,")
    print(f"{flagged} of {honest} honest pairs flagged")
