"""
Setting hands card by card without ever coming to a foul.

A card may go where some legal setting has it, given where the cards before it went; one such setting for each placement
is enough, and it serves for the cards after it too. Where the ways to finish are few they are tried until one is legal,
so that what is offered is exactly what can still end well. Where they are many, some are tried: exchanges of cards in
settings found before, and others at random. If none of them is legal, the house way and the settings that
`houseway.setting` ranks first are asked for, and kept. So no placement that is offered can end in a foul, and the
house way and the best settings known can always be placed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import product
from math import factorial, prod
from random import Random

from ..rules.cards import Cards, sort_key
from ..rules.setting import Setting, Slot

FEW = 600
"""Ways to finish that are all tried."""
AT_FIRST = 30
"""Tries at random to find any legal setting, before those that are known are asked for."""
EXCHANGES, AT_RANDOM, AT_LAST = 12, 40, 4
"""Tries to find a legal setting for one placement; at random, before and after those that are known were asked for."""

Places = tuple[int, ...]
"""For each card, in deck order, the number of its hand; the number after the last is left out."""


@dataclass(frozen=True, eq=False)
class Placing:
    """Cards in deck order, some of them placed."""

    cards: Cards
    slots: tuple[Slot, ...]
    legal: Callable[[Setting], bool]
    best: Callable[[], Iterable[Setting]]
    """Legal settings that must be open, which may take long to find."""
    placed: Places = ()
    known: tuple[Places, ...] = ()
    """Legal settings that begin so."""
    asked: bool = False
    """Are the best among them, as far as they begin so?"""

    @property
    def card(self) -> int:
        """The number of the card that is to be placed."""
        return len(self.placed)

    def setting(self, places: Places) -> Setting:
        """The hands that these places make."""
        return {
            slot.name: tuple(card for card, place in zip(self.cards, places, strict=False) if place == number)
            for number, slot in enumerate(self.slots)
        }

    @cached_property
    def searched(self) -> Placing:
        """The same, with a legal setting for each placement that has one, as far as can be found."""
        found = self
        if not self.known and not self.asked and self._ways(self.placed) > FEW:
            start = self._first(self._at_random(self.placed, AT_FIRST))
            found = replace(self, known=start) if start else self._with_best()
        for number in range(len(self.slots) + 1):
            if not found._reaches(number):
                found = found._with(number)
        return found

    @property
    def open(self) -> tuple[int, ...]:
        """Where the next card may go."""
        return tuple(sorted({places[self.card] for places in self.searched.known}))

    def after(self, number: int) -> Placing:
        """With the next card in this hand."""
        found = self.searched
        known = tuple(places for places in found.known if places[self.card] == number)
        return replace(found, placed=(*self.placed, number), known=known)

    # The search ------------------------------------------------------------------------------------------------------

    def _reaches(self, number: int) -> bool:
        return any(places[self.card] == number for places in self.known)

    def _with(self, number: int) -> Placing:
        """With a legal setting that has the next card there, if one is found."""
        placed = (*self.placed, number)
        few = self._ways(placed) <= FEW
        found = self._first(self._finished(placed) if few else self._tries(number))
        if found or few or self.asked:
            return replace(self, known=self.known + found)
        return self._with_best()

    def _with_best(self) -> Placing:
        best = (_places(self, setting) for setting in self.best())
        begin_so = (places for places in best if places[: self.card] == self.placed)
        return replace(self, known=tuple(dict.fromkeys((*self.known, *begin_so))), asked=True)

    def _first(self, tries: Iterable[Places]) -> tuple[Places, ...]:
        """The first of them that is legal, or none."""
        return next(((places,) for places in tries if self.legal(self.setting(places))), ())

    def _rests(self, placed: Places) -> Iterator[tuple[int, ...]]:
        """The same for the cards that are still to come."""
        gone = [placed.count(number) for number in range(len(self.slots) + 1)]
        for shape in shapes(self.slots, len(self.cards)):
            rest = tuple(size - have for size, have in zip(shape, gone, strict=True))
            if min(rest) >= 0:
                yield rest

    def _ways(self, placed: Places) -> int:
        left = len(self.cards) - len(placed)
        return sum(factorial(left) // prod(map(factorial, rest)) for rest in self._rests(placed))

    def _finished(self, placed: Places) -> Iterator[Places]:
        for rest in self._rests(placed):
            yield from ((*placed, *places) for places in arrangements(rest))

    def _tries(self, number: int) -> Iterator[Places]:
        exchanges = (
            _exchanged(places, self.card, other)
            for places in self.known
            for other in range(self.card + 1, len(self.cards))
            if places[other] == number
        )
        yield from (places for _, places in zip(range(EXCHANGES), exchanges, strict=False))
        yield from self._at_random((*self.placed, number), AT_LAST if self.asked else AT_RANDOM)

    def _at_random(self, placed: Places, tries: int) -> Iterator[Places]:
        rests = list(self._rests(placed))
        chance = Random(f"{self.cards} {placed}")
        for _ in range(tries if rests else 0):
            rest = chance.choice(rests)
            left = [place for place, count in enumerate(rest) for _ in range(count)]
            chance.shuffle(left)
            yield (*placed, *left)


def placing(
    cards: Cards, slots: tuple[Slot, ...], legal: Callable[[Setting], bool], best: Callable[[], Iterable[Setting]]
) -> Placing:
    """Nothing placed yet."""
    return Placing(tuple(sorted(cards, key=sort_key)), slots, legal, best)


@lru_cache(maxsize=64)
def shapes(slots: tuple[Slot, ...], count: int) -> tuple[tuple[int, ...], ...]:
    """Every way to give so many cards to these hands, by number; the last number is what is left out."""
    sizes = product(*(slot.sizes for slot in slots))
    return tuple((*shape, count - sum(shape)) for shape in sizes if sum(shape) <= count)


def arrangements(rest: tuple[int, ...]) -> Iterator[Places]:
    """Every order of these numbers of places."""
    if not any(rest):
        yield ()
        return
    for number, count in enumerate(rest):
        if count:
            less = (*rest[:number], count - 1, *rest[number + 1 :])
            yield from ((number, *places) for places in arrangements(less))


def _exchanged(places: Places, one: int, other: int) -> Places:
    order = list(places)
    order[one], order[other] = order[other], order[one]
    return tuple(order)


def _places(start: Placing, setting: Setting) -> Places:
    """Where each card lies in a setting."""
    left = {number: list(setting[slot.name]) for number, slot in enumerate(start.slots)}
    found = []
    for card in start.cards:
        number = next((number for number, hand in left.items() if card in hand), len(start.slots))
        if number in left:
            left[number].remove(card)
        found.append(number)
    return tuple(found)
