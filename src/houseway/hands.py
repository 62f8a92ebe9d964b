"""
Ranks hands of 1 to 10 cards from any number of decks, with jokers that are wild or a bug, one by one or in arrays.

>>> from houseway import hands
>>> hands.POKER.rank("Ah Kh Qh Jh Th") > hands.POKER.rank("9s 9h 9d 9c Ks")
True
>>> hands.POKER.name("9s 9h Xx Ks Kd")
'full house, kings over nines'

A `HandOrder` turns hands into numbers: the higher number is the stronger hand, equal numbers are equal hands, and hands
of different sizes can be compared. In arrays a card is a number from 0 to 52: the twos 0 to 3, ..., the aces 48 to 51,
clubs first, and 52 for every joker. `encode` and `decode` convert. Suits break no ties.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .kernels.cards import JOKER_CODE, RANK_SHIFT, SUIT_MASK, decoded_hand, encoded, subsets
from .kernels.five import FLUSH_BIT, RANK_KEYS
from .kernels.hand_numbers import (
    FIRST_RANK_SHIFT,
    FIVE,
    LEVEL_SHIFT,
    MOST_CARDS,
    RANK_BITS,
    BestFiveNumbers,
    FiveNumbers,
    OrderTables,
    best_five_numbers,
    five_numbers,
    has_joker,
    number_best,
    number_best_fives,
    number_fives,
    number_hands,
    order_tables,
)
from .kernels.shapes import MOST_CARDS as MOST_IN_TABLES
from .rules.cards import RANK_NAMES, TWO, Card, Cards, read_cards, write_cards
from .rules.errors import NotAllowed, Unreadable, shown
from .rules.ranking import COUNT_OF_A_KIND, RUNS, Line, Made, Ranking

__all__ = ["POKER", "POKER_WITH_BUG", "HandOrder", "Made", "Ranking", "decode", "encode", "poker"]

Hand: TypeAlias = "str | Cards | Sequence[int] | NDArray[np.integer]"
"""Cards as text (`"As Kd"`), as cards, or as numbers from 0 to 52."""
Numbers: TypeAlias = NDArray[np.int64]

POKER_CLASSES: tuple[Line, ...] = (
    *sorted((made for made, count in COUNT_OF_A_KIND.items() if count >= 5), key=COUNT_OF_A_KIND.__getitem__)[::-1],
    Made.ROYAL_FLUSH,
    Made.STRAIGHT_FLUSH,
    Made.FOUR_OF_A_KIND,
    Made.FULL_HOUSE,
    Made.FLUSH,
    Made.STRAIGHT,
    Made.THREE_OF_A_KIND,
    Made.TWO_PAIRS,
    Made.ONE_PAIR,
    Made.HIGH_CARD,
)
"""The classes of poker, best first; five to ten of a kind need jokers or several decks."""


class HandOrder:
    """The order of hands under a `Ranking`, as numbers."""

    def __init__(self, ranking: Ranking) -> None:
        if not isinstance(ranking, Ranking):
            raise Unreadable(f"an order of hands is made from a Ranking, such as hands.poker(), not {shown(ranking)}")
        if ranking.suits != "off":
            raise NotAllowed(
                f"numbers of hands do not know suits, so use a Ranking with suits='off', not {ranking.suits!r}"
            )
        if not ranking.best_first or ranking.best_first[-1] != Made.HIGH_CARD:
            raise NotAllowed("the last line of a Ranking must take every hand, so end it with Made.HIGH_CARD")
        self.ranking = ranking

    def rank(self, hand: Hand) -> int:
        """The number of all these cards as one hand."""
        codes = _codes(hand)
        if len(codes) == FIVE and JOKER_CODE not in codes:
            return self._number_of_five(codes)
        return int(number_hands(self._tables, np.array([codes], dtype=np.uint8))[0])

    def rank_batch(self, hands: ArrayLike) -> Numbers:
        """The numbers of hands of one size, one hand per row."""
        rows = _hands(hands)
        if rows.shape[1] != FIVE:
            return number_hands(self._tables, rows)
        return self._by_table(rows)

    def best(self, hand: Hand, size: int = FIVE) -> tuple[int, Cards]:
        """The number and the cards of the strongest hand of `size` cards among these cards."""
        rows = _one_hand(hand)
        choices = _choices(rows.shape[1], size)
        numbers, chosen = number_best(self._tables, rows, choices)
        return int(numbers[0]), decoded_hand(rows[0][choices[chosen[0]]].tolist())

    def best_batch(self, hands: ArrayLike, size: int = FIVE) -> Numbers:
        """The numbers of the strongest hand of `size` cards in each row."""
        rows = _hands(hands)
        held = rows.shape[1]
        choices = _choices(held, size)
        if held == size:
            return self.rank_batch(rows)
        if size != FIVE or held > MOST_IN_TABLES:
            return number_best(self._tables, rows, choices)[0]
        numbers = np.zeros(len(rows), dtype=np.int64)
        if not has_joker(rows):
            numbers = number_best_fives(self._best_fives(held), rows)
        else:
            natural = (rows < JOKER_CODE).all(axis=1)
            numbers[natural] = number_best_fives(self._best_fives(held), rows[natural])
        others = numbers == 0
        if others.any():
            numbers[others] = number_best(self._tables, rows[others], choices)[0]
        return numbers

    def made(self, number: int) -> Made:
        """The class of the hand with this number."""
        line = self.ranking.best_first[len(self.ranking.best_first) - self._level(number)]
        return line[0] if isinstance(line, tuple) else line

    def name(self, hand: Hand | int) -> str:
        """The name of a hand, or of a number that this order gave."""
        number = int(hand) if isinstance(hand, int | np.integer) else self.rank(hand)
        made = self.made(number)
        ranks = _ranks_in(number)
        if made == Made.ROYAL_FLUSH:
            return made.in_words
        if made == Made.HIGH_CARD:
            return f"{_rank_name(ranks[0])} high"
        if made in RUNS and len(ranks) == 2:  # the wheel, where it is second to the highest run
            return f"{made.in_words}, ace low"
        if made in (*RUNS, Made.FLUSH):
            return f"{made.in_words}, {_rank_name(ranks[0])} high"
        groups = [_rank_names(rank) for rank in dict.fromkeys(ranks)]
        if made == Made.TWO_PAIRS:
            return f"{made.in_words}, {groups[0]} and {groups[1]}"
        if made == Made.FULL_HOUSE:
            return f"{made.in_words}, {groups[0]} over {groups[1]}"
        return f"{made.in_words}, {groups[0]}"

    def names_batch(self, numbers: ArrayLike) -> NDArray[np.str_]:
        """The names of many numbers that this order gave."""
        each, places = np.unique(np.asarray(numbers, dtype=np.int64), return_inverse=True)
        return np.array([self.name(int(number)) for number in each], dtype=np.str_)[places]

    def _level(self, number: int) -> int:
        level = number >> LEVEL_SHIFT
        if not 1 <= level <= len(self.ranking.best_first):
            raise Unreadable(f"{number} is not the number of a hand in this order; use what rank or best returned")
        return level

    def _by_table(self, rows: NDArray[np.uint8]) -> Numbers:
        if not has_joker(rows):
            return number_fives(self._fives, rows)
        natural = (rows < JOKER_CODE).all(axis=1)
        numbers = np.zeros(len(rows), dtype=np.int64)
        numbers[natural] = number_fives(self._fives, rows[natural])
        numbers[~natural] = number_hands(self._tables, rows[~natural])
        return numbers

    def _number_of_five(self, codes: list[int]) -> int:
        """The number of five natural cards: the same look-up as in a batch, without a call of compiled code."""
        ranks = {code >> RANK_SHIFT for code in codes}
        one_suit = len({code & SUIT_MASK for code in codes}) == 1
        if len(ranks) == 1:
            return int(self._fives.one_rank[int(one_suit), ranks.pop()])
        key = sum([RANK_KEYS[code >> RANK_SHIFT] for code in codes])
        return int(self._fives.numbers[self._fives.fives.code[key | int(one_suit) << FLUSH_BIT]])

    @cached_property
    def _tables(self) -> OrderTables:
        return order_tables(self.ranking)

    @cached_property
    def _fives(self) -> FiveNumbers:
        return five_numbers(self._tables)

    def _best_fives(self, held: int) -> BestFiveNumbers:
        if held not in self._best_five_tables:
            self._best_five_tables[held] = best_five_numbers(self._tables, held, subsets(held, FIVE))
        return self._best_five_tables[held]

    @cached_property
    def _best_five_tables(self) -> dict[int, BestFiveNumbers]:
        return {}


def poker(
    *,
    joker: Literal["wild", "bug"] = "wild",
    ace_low: bool = True,
    wheel: Literal["low", "second"] = "low",
    joker_duplicates: bool = True,
    natural_beats_wild: bool = False,
) -> HandOrder:
    """
    The order of poker, with the rules for aces and jokers that you choose.

    `joker="bug"` is an ace or completes a straight or a flush. `ace_low=False` makes A-2-3-4-5 no straight, and
    `wheel="second"` the second highest one. `joker_duplicates=False` forbids a joker to be a card that the hand has,
    and `natural_beats_wild` breaks ties for the hand with fewer jokers.
    """
    for name, value, accepted in (("joker", joker, ("wild", "bug")), ("wheel", wheel, ("low", "second"))):
        if value not in accepted:
            raise Unreadable(f"{name} is {' or '.join(accepted)}, not {shown(value)}")
    return HandOrder(
        Ranking(
            POKER_CLASSES,
            joker=joker,
            ace_low=ace_low,
            wheel=wheel,
            joker_duplicates=joker_duplicates,
            natural_beats_wild=natural_beats_wild,
        )
    )


POKER = poker()
"""Poker with wild jokers."""
POKER_WITH_BUG = poker(joker="bug")
"""Poker with a joker that is an ace or completes a straight or a flush."""


def encode(hands: Hand | Iterable[Hand]) -> NDArray[np.uint8]:
    """
    Hands as an array: one hand as one row, or several hands of one size as several rows.

    >>> encode("2c As Xx").tolist(), encode(["2c 2d", "As Ks"]).tolist()
    ([[0, 51, 52]], [[0, 1], [51, 47]])
    """
    if isinstance(hands, str):
        return _one_hand(hands)
    if isinstance(hands, np.ndarray):
        return _hands(np.atleast_2d(hands))
    rows = list(hands)
    if not rows or isinstance(rows[0], Card | int | np.integer):
        return _one_hand(tuple(rows))  # type: ignore[arg-type]
    codes = [_one_hand(row)[0].tolist() for row in rows]  # type: ignore[arg-type]
    sizes = sorted({len(row) for row in codes})
    if len(sizes) > 1:
        raise Unreadable(f"the hands of an array have one size, not {' and '.join(map(str, sizes))} cards")
    return np.array(codes, dtype=np.uint8)


def decode(hands: ArrayLike) -> list[str]:
    """
    The hands of an array as text.

    >>> decode([[0, 51, 52]])
    ['2c As Xx']
    """
    return [write_cards(decoded_hand(row)) for row in _hands(hands).tolist()]


def _codes(hand: Hand) -> list[int]:
    """The numbers of the cards of one hand. Anything that is no hand is refused."""
    if isinstance(hand, str):
        codes = [encoded(card) for card in read_cards(hand)]
    elif isinstance(hand, np.ndarray):
        codes = hand.tolist()
    else:
        codes = [encoded(card) if isinstance(card, Card) else card for card in hand]
    if not 1 <= len(codes) <= MOST_CARDS:
        raise NotAllowed(f"a hand has 1 to {MOST_CARDS} cards, not {len(codes)}")
    for code in codes:
        if not isinstance(code, int | np.integer) or not 0 <= code <= JOKER_CODE:
            raise Unreadable(f"a card as a number is a whole number from 0 to {JOKER_CODE}, not {shown(code)}")
    return codes


def _one_hand(hand: Hand) -> NDArray[np.uint8]:
    return np.array([_codes(hand)], dtype=np.uint8)


def _hands(hands: ArrayLike) -> NDArray[np.uint8]:
    """The hands as rows of bytes. Anything that is no array of hands is refused."""
    try:
        rows = np.asarray(hands)
    except ValueError:
        raise Unreadable("the hands of an array have one size, and these rows have several") from None
    if rows.ndim != 2:
        shape = "(hands, cards)"
        raise Unreadable(f"an array of hands has one row for each hand, so its shape is {shape}, not {rows.shape}")
    if not 1 <= rows.shape[1] <= MOST_CARDS:
        raise NotAllowed(f"a hand has 1 to {MOST_CARDS} cards, not {rows.shape[1]}")
    if not np.issubdtype(rows.dtype, np.integer):
        raise Unreadable(f"cards in an array are whole numbers from 0 to {JOKER_CODE}, not {rows.dtype}")
    if len(rows):
        largest = rows.max()
        wrong = largest if largest > JOKER_CODE or rows.dtype == np.uint8 else rows.min()
        if not 0 <= wrong <= JOKER_CODE:
            raise Unreadable(f"cards in an array are whole numbers from 0 to {JOKER_CODE}, not {wrong}")
    return np.ascontiguousarray(rows, dtype=np.uint8)


@lru_cache(maxsize=128)
def _choices(held: int, size: int) -> NDArray[np.uint32]:
    if type(size) is not int or not 1 <= size <= held:
        raise NotAllowed(f"the best hand has 1 to {held} cards, as many as there are, not {shown(size)}")
    return subsets(held, size)


def _ranks_in(number: int) -> tuple[int, ...]:
    ranks = [number >> (FIRST_RANK_SHIFT - RANK_BITS * place) & (2**RANK_BITS - 1) for place in range(MOST_CARDS)]
    return tuple(rank for rank in ranks if rank)


def _rank_name(rank: int) -> str:
    return RANK_NAMES[rank - TWO]


def _rank_names(rank: int) -> str:
    name = _rank_name(rank)
    return f"{name}es" if name == "six" else f"{name}s"
