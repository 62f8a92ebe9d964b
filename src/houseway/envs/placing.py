"""
Setting hands card by card without ever coming to a foul.

A card may go where some legal setting has it, given where the cards before it went. Where the ways to finish are few
they are all tried, and what is offered is exactly what can still end well. Where they are many, what is offered is
what is known to end well: the house way, the settings that `houseway.setting` ranks first, and legal settings found
from those by exchanging cards and by trying at random. So no placement that is offered can end in a foul, and the house
way and the best settings known can always be placed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from math import factorial, prod
from random import Random

from ..rules.cards import Cards, sort_key
from ..rules.setting import Setting, Slot

FEW = 600
"""Ways to finish that are all tried."""
EXCHANGES, AT_RANDOM = 6, 4
"""Tries to find a legal setting for one placement."""

Places = tuple[int, ...]
"""For each card, in deck order, the number of its hand; the number after the last is left out."""


@dataclass(frozen=True, eq=False)
class Placing:
    """Cards in deck order, some of them placed."""

    cards: Cards
    slots: tuple[Slot, ...]
    legal: Callable[[Setting], bool]
    placed: Places = ()
    known: tuple[Places, ...] = ()
    """Legal settings that begin so."""
    complete: bool = False
    """Are those all that begin so?"""

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
        """The same, with every way to finish found if they are few, and one for each placement as far as can be."""
        if self.complete:
            return self
        if self._ways() <= FEW:
            found = tuple(places for places in self._finished(self.placed) if self.legal(self.setting(places)))
            return replace(self, known=found, complete=True)
        known = list(self.known)
        for number in range(len(self.slots) + 1):
            if not any(places[self.card] == number for places in known):
                known += self._found(number)
        return replace(self, known=tuple(known))

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

    @cached_property
    def _shapes(self) -> tuple[tuple[int, ...], ...]:
        """How many cards each hand, and what is left out, may have in the end."""
        return shapes(self.slots, len(self.cards))

    def _rests(self, placed: Places) -> Iterator[tuple[int, ...]]:
        """The same for the cards that are still to come."""
        gone = [placed.count(number) for number in range(len(self.slots) + 1)]
        for shape in self._shapes:
            rest = tuple(size - have for size, have in zip(shape, gone, strict=True))
            if min(rest) >= 0:
                yield rest

    def _ways(self) -> int:
        left = len(self.cards) - len(self.placed)
        return sum(factorial(left) // prod(map(factorial, rest)) for rest in self._rests(self.placed))

    def _finished(self, placed: Places) -> Iterator[Places]:
        for rest in self._rests(placed):
            yield from ((*placed, *places) for places in arrangements(rest))

    def _found(self, number: int) -> list[Places]:
        """A legal setting with the next card there, if a few tries find one."""
        for places in self._tries(number):
            if self.legal(self.setting(places)):
                return [places]
        return []

    def _tries(self, number: int) -> Iterator[Places]:
        exchanges = (
            _exchanged(places, self.card, other)
            for places in self.known
            for other in range(self.card + 1, len(self.cards))
            if places[other] == number
        )
        yield from (places for _, places in zip(range(EXCHANGES), exchanges, strict=False))
        placed = (*self.placed, number)
        rests = list(self._rests(placed))
        chance = Random(f"{self.cards} {placed}")
        for _ in range(AT_RANDOM if rests else 0):
            rest = chance.choice(rests)
            left = [place for place, count in enumerate(rest) for _ in range(count)]
            chance.shuffle(left)
            yield (*placed, *left)


def placing(
    cards: Cards, slots: tuple[Slot, ...], legal: Callable[[Setting], bool], known: Callable[[], Iterable[Setting]]
) -> Placing:
    """Nothing placed yet. Where the ways to set these cards are many, the search starts from legal ones known."""
    start = Placing(tuple(sorted(cards, key=sort_key)), slots, legal)
    if start._ways() <= FEW:
        return start
    return replace(start, known=tuple(dict.fromkeys(_places(start, setting) for setting in known())))


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
