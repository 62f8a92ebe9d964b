"""
What a seat sees as numbers: its `view()`, entry by entry, and the draft of its own move.

Nothing else goes in. Cards are counted by kind (52 of them, and the joker), chips are chips, and what is one of several
is a one among zeros.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..kernels.cards import JOKER_CODE, encoded
from ..rules.cards import Card
from ..rules.payments import POT, SeatNumber, net
from ..rules.round import Round
from ..rules.setting import Setting
from ..rules.view import SeatView, View
from .episode import Episode
from .questions import NOTHING, Draft
from .setup import Setup

Vector = NDArray[np.int64]
KINDS = JOKER_CODE + 1
CHIPS = 2**53
"""More chips than any settlement moves, and still exact as a float."""
MOST_WRITTEN = 1000
"""Views that are kept as vectors."""


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
        self.starts = {part.name: start for part, start in zip(self.parts, starts, strict=False)}
        self._slots = {slot.name: number for number, slot in enumerate(setup.slots)}
        self._spots = {spot.name: number for number, spot in enumerate(setup.spots)}
        self._options = {option: number for number, option in enumerate(setup.options)}
        self._steps = {step: number for number, step in enumerate(setup.steps)}
        self._written: dict[tuple[int, SeatNumber], tuple[Round, Vector]] = {}
        self._masks: dict[tuple[int, ...], NDArray[np.int8]] = {}

    @property
    def bounds(self) -> tuple[Vector, Vector]:
        """The least and the greatest that each number can be."""
        sizes = [part.size for part in self.parts]
        low, high = (np.array([getattr(part, end) for part in self.parts], dtype=np.int64) for end in ("low", "high"))
        return np.repeat(low, sizes), np.repeat(high, sizes)

    def vector(self, seen: View, draft: Draft = NOTHING) -> Vector:
        """All parts one after the other."""
        return self._with_draft(self._of_view(seen), draft)

    def of_seat(self, now: Episode, seat: SeatNumber) -> Vector:
        """The same for a seat of an episode; while a round stands still its view is written once."""
        which = (id(now.round), seat)
        if which not in self._written:
            if len(self._written) >= MOST_WRITTEN:
                self._written.clear()
            self._written[which] = now.round, self._of_view(now.view(seat))  # the round is kept: so is its id
        return self._with_draft(self._written[which][1], now.draft(seat))

    def mask(self, numbers: tuple[int, ...]) -> NDArray[np.int8]:
        """A one for each of these actions."""
        if numbers not in self._masks:
            self._masks[numbers] = np.zeros(len(self.setup.actions), dtype=np.int8)
            self._masks[numbers][list(numbers)] = 1
        return self._masks[numbers].copy()

    def named(self, vector: Vector) -> dict[str, Vector]:
        """The same numbers by the names of their parts."""
        starts = self.starts
        return {p.name: vector[starts[p.name] : starts[p.name] + p.size].reshape(p.shape) for p in self.parts}

    def _of_view(self, seen: View) -> Vector:
        numbers = np.zeros(self.size, dtype=np.int64)
        self._write_round(numbers, seen)
        if self.setup.dealer_cards:
            self._write_dealer(numbers, seen)
        for seat in seen.seats:
            self._write_seat(numbers, seat)
        return numbers

    def _write_round(self, numbers: Vector, seen: View) -> None:
        seats = self.setup.seats
        at = self.starts
        if seen.viewer is not None:
            numbers[at["viewer"] + seen.viewer - 1] = 1
        numbers[at["step"] + (len(self._steps) if seen.step is None else self._steps[seen.step])] = 1
        numbers[at["bank"] + (int(seen.banker) if isinstance(seen.banker, int) else 0)] = 1
        numbers[at["house_bet"]] = seen.house_bet
        for party in seen.waiting_for:
            numbers[at["waiting_for"] + (party - 1 if isinstance(party, int) else seats)] = 1
        numbers[at["ended"]] = int(seen.over)
        numbers[at["ended"] + 1] = int(seen.voided is not None)
        for party, chips in net(seen.payments).items():
            numbers[at["paid"] + (party - 1 if isinstance(party, int) else seats + (party == POT))] = chips

    def _write_dealer(self, numbers: Vector, seen: View) -> None:
        at = self.starts
        numbers[at["dealer_count"]] = seen.dealer_count
        _count(numbers, at["dealer_cards"], seen.dealer)
        self._lay(numbers, "dealer_laid", 0, seen.dealer_setting)

    def _write_seat(self, numbers: Vector, seat: SeatView) -> None:
        row = seat.number - 1
        at = self.starts
        slots = len(self._slots)
        numbers[at["live"] + row] = int(seat.live)
        numbers[at["has_moved"] + row] = int(seat.has_moved)
        numbers[at["card_count"] + row] = seat.card_count
        numbers[at["claims"] + row] = len(seat.claims)
        for name, chips in seat.wagers.items():
            numbers[at["wagers"] + row * len(self._spots) + self._spots[name]] = chips
        for turn, option in enumerate(seat.decisions):
            place = (row * len(self.setup.decides) + turn) * len(self._options)
            numbers[at["decisions"] + place + self._options[option]] = 1
        _count(numbers, at["cards"] + row * KINDS, seat.cards)
        self._lay(numbers, "laid", row * slots, seat.setting)
        self._lay(numbers, "jokers", row * slots, seat.jokers)

    def _with_draft(self, seen: Vector, draft: Draft) -> Vector:
        numbers = seen.copy()
        at = self.starts
        if draft.bank is not None:
            numbers[at["bank_offered"]] = 1
            numbers[at["bank_offered"] + 1] = draft.bank
        if draft.spot is not None:
            numbers[at["asked_spot"] + self._spots[draft.spot]] = 1
            for name, chips in draft.wagers.items():
                numbers[at["draft_wagers"] + self._spots[name]] = chips
        if draft.card is not None:
            numbers[at["asked_card"] + encoded(draft.card)] = 1
            self._lay(numbers, "draft_laid", 0, draft.laid)
        for rank, setting in enumerate(draft.candidates):
            self._lay(numbers, "candidates", rank * len(self._slots), setting)
        return numbers

    def _lay(self, numbers: Vector, part: str, row: int, setting: Setting | None) -> None:
        """Hands, one row for each slot from this row of the part on."""
        for name, hand in (setting or {}).items():
            _count(numbers, self.starts[part] + (row + self._slots[name]) * KINDS, hand)


def _count(numbers: Vector, start: int, cards: Iterable[Card]) -> None:
    for card in cards:
        numbers[start + encoded(card)] += 1


def _parts(setup: Setup) -> Iterator[Part]:
    seats = setup.seats
    slots = len(setup.slots)
    spots = len(setup.spots)
    many = setup.copies
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


def observation(sight: Sight, now: Episode, seat: SeatNumber, *, form: str) -> dict[str, Any]:
    """What an agent is given: what it sees, and a mask with a one for every action that it may take."""
    vector = sight.of_seat(now, seat)
    mask = sight.mask(now.allowed(seat))
    return {"observation": vector if form == "vector" else sight.named(vector), "action_mask": mask}
