"""
What a seat sees as numbers: its `view()`, entry by entry, and the draft of its own move.

Nothing else goes in. Cards are counted by kind (52 of them, and the joker), chips are chips, and what is one of several
is a one among zeros.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..kernels.cards import JOKER_CODE, encoded
from ..rules.cards import Card
from ..rules.payments import HOUSE, POT, net
from ..rules.setting import Setting
from ..rules.view import SeatView, View
from .questions import NOTHING, Draft
from .setup import Setup

Vector = NDArray[np.int64]
KINDS = JOKER_CODE + 1
CHIPS = 2**53
"""More chips than any settlement moves, and still exact as a float."""


class Part(NamedTuple):
    """One entry of the observation: a block of the vector."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int

    @property
    def size(self) -> int:
        return prod(self.shape)


class Sight:
    """How the views of a setup are written as vectors."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.parts = tuple(part for part in _parts(setup) if part.size)
        starts = np.cumsum([0, *(part.size for part in self.parts)]).tolist()
        self.size: int = starts[-1]
        self._blocks = [
            (part.name, start, start + part.size, part.shape) for part, start in zip(self.parts, starts, strict=False)
        ]
        self._slots = {slot.name: number for number, slot in enumerate(setup.slots)}
        self._spots = {spot.name: number for number, spot in enumerate(setup.spots)}
        self._options = {option: number for number, option in enumerate(setup.options)}
        self._steps = {step: number for number, step in enumerate(setup.steps)}

    @property
    def bounds(self) -> tuple[Vector, Vector]:
        """The least and the greatest that each number can be."""
        sizes = [part.size for part in self.parts]
        low, high = (np.array([getattr(part, end) for part in self.parts], dtype=np.int64) for end in ("low", "high"))
        return np.repeat(low, sizes), np.repeat(high, sizes)

    def vector(self, seen: View, draft: Draft = NOTHING) -> Vector:
        """All parts one after the other."""
        vector = np.zeros(self.size, dtype=np.int64)
        found = self.named(vector)
        self._write_round(found, seen)
        for seat in seen.seats:
            self._write_seat(found, seat)
        self._write_draft(found, draft)
        return vector

    def named(self, vector: Vector) -> dict[str, Vector]:
        """The same numbers by the names of their parts."""
        return {name: vector[start:stop].reshape(shape) for name, start, stop, shape in self._blocks}

    def _write_round(self, found: Mapping[str, Vector], seen: View) -> None:
        seats = self.setup.seats
        if seen.viewer is not None:
            found["viewer"][seen.viewer - 1] = 1
        found["step"][-1 if seen.step is None else self._steps[seen.step]] = 1
        found["bank"][0 if seen.banker == HOUSE else int(seen.banker)] = 1
        found["house_bet"][0] = seen.house_bet
        for party in seen.waiting_for:
            found["waiting_for"][seats if party == HOUSE else int(party) - 1] = 1
        found["ended"][:] = seen.over, seen.voided is not None
        for party, chips in net(seen.payments).items():
            found["paid"][int(party) - 1 if isinstance(party, int) else seats + (party == POT)] = chips
        if self.setup.dealer_cards:
            found["dealer_count"][0] = seen.dealer_count
            _count(found["dealer_cards"], seen.dealer)
            self._lay(found.get("dealer_laid"), seen.dealer_setting)

    def _write_seat(self, found: Mapping[str, Vector], seat: SeatView) -> None:
        row = seat.number - 1
        found["live"][row], found["has_moved"][row] = seat.live, seat.has_moved
        found["card_count"][row], found["claims"][row] = seat.card_count, len(seat.claims)
        for name, chips in seat.wagers.items():
            found["wagers"][row, self._spots[name]] = chips
        for turn, option in enumerate(seat.decisions):
            found["decisions"][row, turn, self._options[option]] = 1
        _count(found["cards"][row], seat.cards)
        if seat.setting:
            self._lay(found["laid"][row], seat.setting)
        if seat.jokers:
            self._lay(found["jokers"][row], seat.jokers)

    def _write_draft(self, found: Mapping[str, Vector], draft: Draft) -> None:
        if draft.bank is not None:
            found["bank_offered"][:] = 1, draft.bank
        if draft.spot is not None:
            found["asked_spot"][self._spots[draft.spot]] = 1
            for name, chips in draft.wagers.items():
                found["draft_wagers"][self._spots[name]] = chips
        if draft.card is not None:
            found["asked_card"][encoded(draft.card)] = 1
            self._lay(found["draft_laid"], draft.laid)
        for rank, setting in enumerate(draft.candidates):
            self._lay(found["candidates"][rank], setting)

    def _lay(self, rows: Vector | None, setting: Setting | None) -> None:
        if rows is not None and setting:
            for name, hand in setting.items():
                _count(rows[self._slots[name]], hand)


def _count(row: Vector, cards: Iterable[Card]) -> None:
    for card in cards:
        row[encoded(card)] += 1


def _parts(setup: Setup) -> Iterator[Part]:
    seats, slots, spots, many = setup.seats, len(setup.slots), len(setup.spots), setup.copies
    by_draft = setup.setting == "place" and slots
    held = setup.dealer_cards
    yield from (
        Part("viewer", (seats,), 0, 1),
        Part("step", (len(setup.steps) + 1,), 0, 1),
        Part("bank", (seats + 1,), 0, 1),
        Part("house_bet", (1,), 0, CHIPS),
        Part("waiting_for", (seats + 1,), 0, 1),
        Part("ended", (2,), 0, 1),
        Part("paid", (seats + 2,), -CHIPS, CHIPS),
        Part("dealer_count", (1 if held else 0,), 0, max(held, 1)),
        Part("dealer_cards", (KINDS if held else 0,), 0, many),
        Part("dealer_laid", (slots if held else 0, KINDS), 0, many),
        Part("live", (seats,), 0, 1),
        Part("has_moved", (seats,), 0, 1),
        Part("card_count", (seats,), 0, setup.own_cards),
        Part("claims", (seats,), 0, KINDS),
        Part("wagers", (seats, spots), 0, CHIPS),
        Part("decisions", (seats, len(setup.decides), len(setup.options)), 0, 1),
        Part("cards", (seats, KINDS), 0, many),
        Part("laid", (seats, slots, KINDS), 0, many),
        Part("jokers", (seats if setup.jokers else 0, slots, KINDS), 0, many),
        Part("bank_offered", (2 if setup.banks else 0,), 0, CHIPS),
        Part("asked_spot", (spots,), 0, 1),
        Part("draft_wagers", (spots,), 0, CHIPS),
        Part("asked_card", (KINDS if by_draft else 0,), 0, 1),
        Part("draft_laid", (slots if by_draft else 0, KINDS), 0, many),
        Part("candidates", (0 if by_draft or not slots else setup.candidates, slots, KINDS), 0, many),
    )


def observation(sight: Sight, seen: View, draft: Draft, allowed: Iterable[int], *, form: str) -> dict[str, Any]:
    """What an agent is given: what it sees, and a mask with a one for every action that it may take."""
    mask = np.zeros(len(sight.setup.actions), dtype=np.int8)
    mask[list(allowed)] = 1
    vector = sight.vector(seen, draft)
    return {"observation": vector if form == "vector" else sight.named(vector), "action_mask": mask}
