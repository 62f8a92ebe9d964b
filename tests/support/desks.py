"""A desk driven by a test: decisions are paid in a small ledger, and each desk is compared with its folded events."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from houseway.games import game
from houseway.games.ask import strategy
from houseway.records.fairness import HouseShuffle, entropy_commitment
from houseway.records.shuffle import from_seed
from houseway.records.store import Event
from houseway.rules.moves import SeatMove
from houseway.rules.view import view
from houseway.server.tables import dealing, seating, shuffling
from houseway.server.tables.desk import Decision, Desk
from houseway.server.tables.fold import folded, new_desk
from houseway.server.tables.public_events import public_event

AT = "2026-01-01T00:00:00.000000Z"


def options_of(key: str) -> dict[str, Any]:
    return dict(game(key).without_credit)


class Drive:
    """One table, its chips and all its events."""

    def __init__(
        self,
        key: str,
        *,
        players: int = 3,
        options: dict[str, Any] | None = None,
        chips: int = 10_000,
        name: str = "Player {}",
    ) -> None:
        rules = game(key).with_options({**options_of(key), **(options or {})})
        self.desk, first = seating.make(
            table="TEST", game=rules, places=6, private=False, pace="normal", host="", terms_version=0
        )
        self.events: list[Event] = [first]
        self.public_events: list[dict[str, Any]] = []
        self.purses: Counter[str] = Counter()
        for number in range(1, players + 1):
            self.purses[f"player:p{number}"] = chips
            self.do(
                seating.sit(
                    self.desk,
                    player=f"p{number}",
                    name=name.format(number),
                    bot=None,
                    place=None,
                    bring=None,
                    at=AT,
                )
            )

    def do(self, decision: Decision) -> Decision:
        """Carry out a decision: pay it, and compare its desk with the fold of its events."""
        desk = self.desk
        for event in decision.events:
            body = json.loads(json.dumps({**event.body, **(event.secret or {})}))
            self.public_events.append(public_event(desk, event.kind, body))
            desk = folded(desk, event.kind, body)
        assert desk == decision.desk
        for transfer in decision.transfers:
            assert transfer.chips > 0
            assert transfer.clause
            self.purses[transfer.payer] -= transfer.chips
            self.purses[transfer.payee] += transfer.chips
            assert transfer.payer == "house" or self.purses[transfer.payer] >= 0, transfer
        self.events += decision.events
        self.desk = decision.desk
        return decision

    @property
    def balances(self) -> dict[str, int]:
        return {f"p{number}": self.purses[f"player:p{number}"] for number in range(1, 10)}

    def begin(self, seed: object, **more: Any) -> None:
        """Commit to an order."""
        count = len(dealing.cards_to_shuffle(self.desk))
        order = from_seed(f"house {seed}").shuffled(tuple(range(count)))
        salt = from_seed(f"salt {seed}").bits(256).to_bytes(32, "big")
        self.do(dealing.begin(self.desk, HouseShuffle(salt, order), self.balances, at=AT, **more))

    def open(self, seed: object, *, silent: tuple[int, ...] = ()) -> None:
        """Commit to an order, gather entropy and open the round."""
        self.begin(seed)
        live = self.desk.live
        assert live is not None
        contributors = self.desk.first_places(self.desk.playing)
        entropies = {
            player: f"{from_seed(f'{seed} {place}').bits(256):064x}"
            for player, place in contributors.items()
            if place not in silent
        }
        for player, entropy in entropies.items():
            sent = entropy_commitment(live.commitment, live.id, entropy)
            self.do(shuffling.commit(self.desk, player, live.id, sent, at=AT))
        if self.desk.live is not None and self.desk.live.fixed is None:
            self.do(shuffling.fix(self.desk, at=AT))
        for player, entropy in entropies.items():
            self.do(shuffling.reveal(self.desk, player, live.id, entropy, at=AT))
        self.do(dealing.open_(self.desk, self.balances, at=AT))

    def next_move(self) -> SeatMove:
        """The move of the next seat by the house way, from its own view."""
        round_ = self.desk.round
        assert round_ is not None
        mover = round_.waiting_for[0]
        assert isinstance(mover, int)
        return strategy(round_.game, "house_way").move(round_.game, view(round_, mover))

    def play(self) -> None:
        """Play to the end of the round."""
        while self.desk.round is not None:
            self.do(dealing.moved(self.desk, self.next_move(), by="person", command="c", at=AT))

    def play_until_settled(self) -> None:
        """Play to the end of the round, which must be settled and not called off."""
        self.play()
        assert self.desk.last is not None
        assert self.desk.last.outcome == "settled"


def refold(events: list[Event]) -> Iterator[Desk]:
    """The desk after each event, from the events alone; each event is written as text and read back."""
    bodies = [(event.kind, json.loads(json.dumps({**event.body, **(event.secret or {})}))) for event in events]
    desk = new_desk(bodies[0][1])
    yield desk
    for kind, body in bodies[1:]:
        desk = folded(desk, kind, body)
        yield desk


def some(seed: object) -> random.Random:
    return random.Random(str(seed))
