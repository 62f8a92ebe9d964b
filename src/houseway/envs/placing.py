"""
Setting hands card by card without ever coming to a foul.

A card may go where some legal setting has it, given where the cards before it went; one such setting for each placement
is enough, and it serves for the cards after it too. Where the ways to finish are few they are tried until one is legal,
so that what is offered is exactly what can still end well. Where they are many, some are tried: exchanges of cards in
settings found before, and others at random. If none of them is legal, the house way and the settings that
`houseway.solving` ranks first are asked for, and kept. So no placement that is offered can end in a foul, and the
house way and the best settings known can always be placed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, product
from math import factorial, prod
from random import Random

from ..rules.cards import Card, Cards, sort_key
from ..rules.setting import Setting, Slot
from ..rules.values import cached_property, replace

FEW = 600
"""Ways to finish that are all tried."""
AT_FIRST = 30
"""Tries at random to find any legal setting, before those that are known are asked for."""
EXCHANGES = 12
AT_RANDOM = 40
AT_LAST = 4
"""Tries to find a legal setting for one placement; at random, before and after those that are known were asked for."""

Places = tuple[int, ...]
"""For each card, in deck order, the number of its hand; the number after the last is left out."""
Rests = tuple[tuple[int, ...], ...]
"""Every way to share out the cards that are still to come: how many of them each hand gets, by number."""


@dataclass(frozen=True, eq=False)
class Placing:
    """Cards in deck order, some of them placed."""

    cards: Cards
    slots: tuple[Slot, ...]
    legal: Callable[[Setting], bool]
    best: Callable[[], Iterable[Setting]]
    """Legal settings that must be open, which may take long to find."""
    rests: Rests
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
        hands: list[list[Card]] = [[] for _ in range(len(self.slots) + 1)]
        for card, place in zip(self.cards, places, strict=False):
            hands[place].append(card)
        return {slot.name: tuple(hand) for slot, hand in zip(self.slots, hands, strict=False)}

    @cached_property
    def searched(self) -> Placing:
        """The same, with a legal setting for each placement that has one, as far as can be found."""
        found = self
        if not self.known and not self.asked and ways(self.rests) > FEW:
            start = self._first(self._at_random(self.placed, self.rests, AT_FIRST))
            found = replace(self, known=start) if start else self._with_best()
        for number in range(len(self.slots) + 1):
            rests = with_one_in(self.rests, number)
            if rests and not found._reaches(number):
                found = found._with(number, rests)
        return found

    @property
    def open(self) -> tuple[int, ...]:
        """Where the next card may go."""
        return tuple(sorted({places[self.card] for places in self.searched.known}))

    def after(self, number: int) -> Placing:
        """With the next card in this hand."""
        found = self.searched
        known = tuple(places for places in found.known if places[self.card] == number)
        rests = with_one_in(self.rests, number)
        return replace(found, placed=(*self.placed, number), rests=rests, known=known)

    # The search ------------------------------------------------------------------------------------------------------

    def _reaches(self, number: int) -> bool:
        return any(places[self.card] == number for places in self.known)

    def _with(self, number: int, rests: Rests) -> Placing:
        """With a legal setting that has the next card there, if one is found."""
        placed = (*self.placed, number)
        few = ways(rests) <= FEW
        found = self._first(self._exchanges(number, None if few else EXCHANGES))
        found = found or self._first(_finished(placed, rests) if few else self._at_random(placed, rests, self._chances))
        if found:
            return replace(self, known=self.known + found)
        return self if few or self.asked else self._with_best()

    @property
    def _chances(self) -> int:
        return AT_LAST if self.asked else AT_RANDOM

    def _with_best(self) -> Placing:
        best = (_places(self, setting) for setting in self.best())
        begin_so = (places for places in best if places[: self.card] == self.placed)
        return replace(self, known=tuple(dict.fromkeys((*self.known, *begin_so))), asked=True)

    def _first(self, tries: Iterable[Places]) -> tuple[Places, ...]:
        """The first of them that is legal, or none."""
        return next(((places,) for places in tries if self.legal(self.setting(places))), ())

    def _exchanges(self, number: int, most: int | None) -> Iterator[Places]:
        """Settings that are known, with the next card exchanged for one that comes after it."""
        exchanges = (
            _exchanged(places, self.card, other)
            for places in self.known
            for other in range(self.card + 1, len(self.cards))
            if places[other] == number
        )
        return islice(exchanges, most)

    def _at_random(self, placed: Places, rests: Rests, tries: int) -> Iterator[Places]:
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
    return Placing(tuple(sorted(cards, key=sort_key)), slots, legal, best, shapes(slots, len(cards)))


@lru_cache(maxsize=64)
def shapes(slots: tuple[Slot, ...], count: int) -> Rests:
    """Every way to give so many cards to these hands, by number; the last number is what is left out."""
    sizes = product(*(slot.sizes for slot in slots))
    return tuple((*shape, count - sum(shape)) for shape in sizes if sum(shape) <= count)


@lru_cache(maxsize=20_000)
def with_one_in(rests: Rests, number: int) -> Rests:
    """The same, once one more card lies in this hand."""
    return tuple((*rest[:number], rest[number] - 1, *rest[number + 1 :]) for rest in rests if rest[number])


@lru_cache(maxsize=20_000)
def ways(rests: Rests) -> int:
    """How many settings are left."""
    return sum(factorial(sum(rest)) // prod(map(factorial, rest)) for rest in rests)


def _finished(placed: Places, rests: Rests) -> Iterator[Places]:
    """Every setting that begins so; first those with high cards in the last hands, for hands have to rise."""
    for rest in rests:
        yield from (placed + places for places in every_order(rest))


@lru_cache(maxsize=256)
def every_order(rest: tuple[int, ...]) -> tuple[Places, ...]:
    return tuple(arrangements(rest))[::-1]


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
