"""
Observations: the view of a seat and the draft of its own move, as a vector of whole numbers.

Nothing else is observed. Cards are counts by kind (52 kinds and the joker), chips are whole numbers, and a choice among
several is one-hot.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..kernels.cards import JOKER_CODE, encoded
from ..rules.cards import Card
from ..rules.payments import POT, Party, SeatNumber, net
from ..rules.round import Round
from ..rules.setting import Setting
from ..rules.view import SeatView, View
from .episode import Episode
from .questions import NOTHING, Draft
from .setup import Setup

Vector = NDArray[np.int64]
KINDS = JOKER_CODE + 1
CHIPS = 2**53
"""A bound for chips: more than any settlement pays, and still exact as a float."""
MOST_CACHED_VIEWS = 1000


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
    """Writes the views of a setup as vectors."""

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
        """The smallest and the largest value of each number."""
        sizes = [part.size for part in self.parts]
        low = np.array([part.low for part in self.parts], dtype=np.int64)
        high = np.array([part.high for part in self.parts], dtype=np.int64)
        return np.repeat(low, sizes), np.repeat(high, sizes)

    def vector(self, view: View, draft: Draft = NOTHING) -> Vector:
        """The vector of a view and a draft: all parts, one after the other."""
        return self._with_draft(self._of_view(view), draft)

    def of_seat(self, now: Episode, seat: SeatNumber) -> Vector:
        """The vector of a seat in an episode. The view of an unchanged round is written once."""
        key = (id(now.round), seat)
        if key not in self._written:
            if len(self._written) >= MOST_CACHED_VIEWS:
                self._written.clear()
            self._written[key] = now.round, self._of_view(now.view(seat))  # keeping the round keeps its id unique
        return self._with_draft(self._written[key][1], now.draft(seat))

    def mask(self, numbers: tuple[int, ...]) -> NDArray[np.int8]:
        """The action mask: one for each of these actions, else zero."""
        if numbers not in self._masks:
            self._masks[numbers] = np.zeros(len(self.setup.actions), dtype=np.int8)
            self._masks[numbers][list(numbers)] = 1
        return self._masks[numbers].copy()

    def named(self, vector: Vector) -> dict[str, Vector]:
        """The parts of a vector, by name."""
        starts = self.starts
        return {p.name: vector[starts[p.name] : starts[p.name] + p.size].reshape(p.shape) for p in self.parts}

    def _of_view(self, view: View) -> Vector:
        numbers = np.zeros(self.size, dtype=np.int64)
        self._write_round(numbers, view)
        if self.setup.dealer_cards:
            self._write_dealer(numbers, view)
        for seat in view.seats:
            self._write_seat(numbers, seat)
        return numbers

    def _write_round(self, numbers: Vector, view: View) -> None:
        seats = self.setup.seats
        at = self.starts
        if view.viewer is not None:
            numbers[at["viewer"] + view.viewer - 1] = 1
        numbers[at["step"] + (len(self._steps) if view.step is None else self._steps[view.step])] = 1
        numbers[at["bank"] + (int(view.banker) if isinstance(view.banker, int) else 0)] = 1
        numbers[at["house_bet"]] = view.house_bet
        for party in view.waiting_for:
            numbers[at["waiting_for"] + (party - 1 if isinstance(party, int) else seats)] = 1
        numbers[at["ended"]] = int(view.over)
        numbers[at["ended"] + 1] = int(view.voided is not None)
        for party, chips in net(view.payments).items():
            numbers[at["paid"] + self._party_index(party)] = chips

    def _party_index(self, party: Party) -> int:
        """The index of a party among the seats, the house and the pot."""
        if isinstance(party, int):
            return party - 1
        return self.setup.seats + 1 if party == POT else self.setup.seats

    def _write_dealer(self, numbers: Vector, view: View) -> None:
        at = self.starts
        numbers[at["dealer_count"]] = view.dealer_count
        _count(numbers, at["dealer_cards"], view.dealer)
        self._write_hands(numbers, "dealer_hands", 0, view.dealer_setting)

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
            start = at["decisions"] + (row * len(self.setup.decides) + turn) * len(self._options)
            numbers[start + self._options[option]] = 1
        _count(numbers, at["cards"] + row * KINDS, seat.cards)
        self._write_hands(numbers, "hands", row * slots, seat.setting)
        self._write_hands(numbers, "jokers", row * slots, seat.jokers)

    def _with_draft(self, of_view: Vector, draft: Draft) -> Vector:
        numbers = of_view.copy()
        at = self.starts
        if draft.bank is not None:
            numbers[at["bank_offered"]] = 1
            numbers[at["bank_offered"] + 1] = draft.bank
        if draft.spot is not None:
            numbers[at["next_spot"] + self._spots[draft.spot]] = 1
            for name, chips in draft.wagers.items():
                numbers[at["draft_wagers"] + self._spots[name]] = chips
        if draft.card is not None:
            numbers[at["next_card"] + encoded(draft.card)] = 1
            self._write_hands(numbers, "draft_hands", 0, draft.hands)
        for rank, setting in enumerate(draft.candidates):
            self._write_hands(numbers, "candidates", rank * len(self._slots), setting)
        return numbers

    def _write_hands(self, numbers: Vector, part: str, row: int, setting: Setting | None) -> None:
        """Count the cards of each hand, in one row per slot, starting at this row of the part."""
        for name, hand in (setting or {}).items():
            _count(numbers, self.starts[part] + (row + self._slots[name]) * KINDS, hand)


def _count(numbers: Vector, start: int, cards: Iterable[Card]) -> None:
    for card in cards:
        numbers[start + encoded(card)] += 1


def _parts(setup: Setup) -> Iterator[Part]:
    seats = setup.seats
    slots = len(setup.slots)
    spots = len(setup.spots)
    copies = setup.copies
    card_by_card = setup.setting == "place" and slots
    dealer_cards = setup.dealer_cards
    yield from (
        Part("viewer", (seats,), 0, 1),
        Part("step", (len(setup.steps) + 1,), 0, 1),
        Part("bank", (seats + 1,), 0, 1),
        Part("house_bet", (1,), 0, CHIPS),
        Part("waiting_for", (seats + 1,), 0, 1),
        Part("ended", (2,), 0, 1),
        Part("paid", (seats + 2,), -CHIPS, CHIPS),
        Part("dealer_count", (1 if dealer_cards else 0,), 0, max(dealer_cards, 1)),
        Part("dealer_cards", (KINDS if dealer_cards else 0,), 0, copies),
        Part("dealer_hands", (slots if dealer_cards else 0, KINDS), 0, copies),
        Part("live", (seats,), 0, 1),
        Part("has_moved", (seats,), 0, 1),
        Part("card_count", (seats,), 0, setup.own_cards),
        Part("claims", (seats,), 0, KINDS),
        Part("wagers", (seats, spots), 0, CHIPS),
        Part("decisions", (seats, len(setup.decides), len(setup.options)), 0, 1),
        Part("cards", (seats, KINDS), 0, copies),
        Part("hands", (seats, slots, KINDS), 0, copies),
        Part("jokers", (seats if setup.jokers else 0, slots, KINDS), 0, copies),
        Part("bank_offered", (2 if setup.banks else 0,), 0, CHIPS),
        Part("next_spot", (spots,), 0, 1),
        Part("draft_wagers", (spots,), 0, CHIPS),
        Part("next_card", (KINDS if card_by_card else 0,), 0, 1),
        Part("draft_hands", (slots if card_by_card else 0, KINDS), 0, copies),
        Part("candidates", (0 if card_by_card or not slots else setup.candidates, slots, KINDS), 0, copies),
    )


def observation(sight: Sight, now: Episode, seat: SeatNumber, *, form: str) -> dict[str, Any]:
    """What an agent gets: the observation and the action mask."""
    vector = sight.of_seat(now, seat)
    mask = sight.mask(now.allowed(seat))
    return {"observation": vector if form == "vector" else sight.named(vector), "action_mask": mask}
