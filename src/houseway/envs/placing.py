"""
Setting hands card by card without ever reaching a foul.

A card may be placed in a hand if a legal setting is known that has it there, together with the cards placed before. One
such setting for each placement is enough, and it is used again for the next cards. A game may have a kernel that finds
one or shows that there is none. Otherwise, if few settings remain, they are tried until one is legal. In both cases the
offered placements are exactly those that can end in a legal setting. If many settings remain, some are tried: exchanges
of cards in known settings, and random ones. If none of them is legal, the house way and the best candidates of the
solver are computed and kept. So no offered placement ends in a foul, and the house way and the best candidates can
always be placed.
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
from ..sampling.lane_rules import Completion, Places

FEW = 600
"""If at most this many settings remain, all are tried."""
AT_FIRST = 30
"""Random tries for any legal setting, before the best candidates are computed."""
EXCHANGES = 12
"""Exchanges of cards tried for one placement."""
AT_RANDOM = 40
"""Random tries for one placement, before the best candidates are computed."""
AT_LAST = 4
"""Random tries for one placement after that."""

Rests = tuple[tuple[int, ...], ...]
"""Every way to distribute the remaining cards: the number of cards that each hand still gets."""


@dataclass(frozen=True, eq=False)
class Placing:
    """A hand that is being set: cards in deck order, of which the first are placed."""

    cards: Cards
    slots: tuple[Slot, ...]
    legal: Callable[[Setting], bool]
    best: Callable[[], Iterable[Setting]]
    """Computes legal settings that must stay possible. It may be slow."""
    rests: Rests
    placed: Places = ()
    known: tuple[Places, ...] = ()
    """Known legal settings that agree with `placed`."""
    has_best: bool = False
    """Whether `known` has the settings of `best` that agree with `placed`."""
    complete: Completion | None = None
    """The kernel that finds legal settings, if the game has one."""

    @property
    def card(self) -> int:
        """Index of the next card to place."""
        return len(self.placed)

    def setting(self, places: Places) -> Setting:
        """The setting that these places make."""
        hands: list[list[Card]] = [[] for _ in range(len(self.slots) + 1)]
        for card, place in zip(self.cards, places, strict=False):
            hands[place].append(card)
        return {slot.name: tuple(hand) for slot, hand in zip(self.slots, hands, strict=False)}

    @cached_property
    def searched(self) -> Placing:
        """The same with a legal setting for each placement of the next card, as far as the search finds one."""
        search = self
        if self.complete is None and not self.known and not self.has_best and count_settings(self.rests) > FEW:
            start = self._first_legal(self._at_random(self.placed, self.rests, AT_FIRST))
            search = replace(self, known=start) if start else self._with_best()
        for number in range(len(self.slots) + 1):
            rests = with_one_in(self.rests, number)
            if rests and not search._reaches(number):
                search = search._with(number, rests)
        return search

    @property
    def open(self) -> tuple[int, ...]:
        """Numbers of the hands that the next card may go to."""
        return tuple(sorted({places[self.card] for places in self.searched.known}))

    def after(self, number: int) -> Placing:
        """The same with the next card placed in this hand."""
        searched = self.searched
        known = tuple(places for places in searched.known if places[self.card] == number)
        rests = with_one_in(self.rests, number)
        return replace(searched, placed=(*self.placed, number), rests=rests, known=known)

    # The search ------------------------------------------------------------------------------------------------------

    def _reaches(self, number: int) -> bool:
        return any(places[self.card] == number for places in self.known)

    def _with(self, number: int, rests: Rests) -> Placing:
        """The same with a legal setting that has the next card in this hand, if one is found."""
        placed = (*self.placed, number)
        if self.complete is not None:
            places = self.complete(placed)
            return replace(self, known=(*self.known, places)) if places else self
        few = count_settings(rests) <= FEW
        legal = self._first_legal(self._exchanges(number, None if few else EXCHANGES))
        if not legal:
            completions = _finished(placed, rests) if few else self._at_random(placed, rests, self._random_tries)
            legal = self._first_legal(completions)
        if legal:
            return replace(self, known=self.known + legal)
        return self if few or self.has_best else self._with_best()

    @property
    def _random_tries(self) -> int:
        return AT_LAST if self.has_best else AT_RANDOM

    def _with_best(self) -> Placing:
        best = (_places(self, setting) for setting in self.best())
        matching = (places for places in best if places[: self.card] == self.placed)
        return replace(self, known=tuple(dict.fromkeys((*self.known, *matching))), has_best=True)

    def _first_legal(self, tries: Iterable[Places]) -> tuple[Places, ...]:
        """The first legal one, alone in a tuple, or an empty tuple."""
        return next(((places,) for places in tries if self.legal(self.setting(places))), ())

    def _exchanges(self, number: int, most: int | None) -> Iterator[Places]:
        """Known settings with the next card exchanged for a later card of this hand."""
        exchanges = (
            _exchanged(places, self.card, other)
            for places in self.known
            for other in range(self.card + 1, len(self.cards))
            if places[other] == number
        )
        return islice(exchanges, most)

    def _at_random(self, placed: Places, rests: Rests, tries: int) -> Iterator[Places]:
        # Seeded by the cards themselves: the placements that are offered depend on nothing else.
        chance = Random(f"{self.cards} {placed}")
        for _ in range(tries if rests else 0):
            rest = chance.choice(rests)
            left = [place for place, count in enumerate(rest) for _ in range(count)]
            chance.shuffle(left)
            yield (*placed, *left)


def placing(
    cards: Cards,
    slots: tuple[Slot, ...],
    legal: Callable[[Setting], bool],
    best: Callable[[], Iterable[Setting]],
    completion: Callable[[Cards], Completion | None],
) -> Placing:
    """These cards with nothing placed yet."""
    in_order = tuple(sorted(cards, key=sort_key))
    return Placing(in_order, slots, legal, best, shapes(slots, len(cards)), complete=completion(in_order))


@lru_cache(maxsize=64)
def shapes(slots: tuple[Slot, ...], count: int) -> Rests:
    """Every way to distribute this number of cards over the slots. The last entry counts the cards left out."""
    sizes = product(*(slot.sizes for slot in slots))
    return tuple((*shape, count - sum(shape)) for shape in sizes if sum(shape) <= count)


@lru_cache(maxsize=20_000)
def with_one_in(rests: Rests, number: int) -> Rests:
    """The distributions that remain after one more card in this hand."""
    return tuple((*rest[:number], rest[number] - 1, *rest[number + 1 :]) for rest in rests if rest[number])


@lru_cache(maxsize=20_000)
def count_settings(rests: Rests) -> int:
    """Number of settings that remain."""
    return sum(factorial(sum(rest)) // prod(map(factorial, rest)) for rest in rests)


def _finished(placed: Places, rests: Rests) -> Iterator[Places]:
    """Every completion; those with high cards in the last hands first, because later hands must be higher."""
    for rest in rests:
        yield from (placed + places for places in every_order(rest))


@lru_cache(maxsize=256)
def every_order(rest: tuple[int, ...]) -> tuple[Places, ...]:
    return tuple(arrangements(rest))[::-1]


def arrangements(rest: tuple[int, ...]) -> Iterator[Places]:
    """Every order in which the hands can get these numbers of cards."""
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
    """The number of the hand that each card has in a setting."""
    left = {number: list(setting[slot.name]) for number, slot in enumerate(start.slots)}
    places = []
    for card in start.cards:
        number = next((number for number, hand in left.items() if card in hand), len(start.slots))
        if number in left:
            left[number].remove(card)
        places.append(number)
    return tuple(places)
