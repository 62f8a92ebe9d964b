"""
The strength of hands.

A `Ranking` is the list of hands that a rule sheet recognises, best first, as the sheet prints it. The sheets
disagree (a three-card straight beats a flush in Pick 2 and loses to one in Pyramid Showdown), so the order is
data. This is the reference that kernels are tested against: any hand of 1 to 10 cards, any number of decks and jokers.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import combinations
from operator import itemgetter
from typing import Literal, NamedTuple

from .cards import ACE, CLUBS, JOKER, KING, RANKS, SPADES, SUITS, TWO, Card, Cards
from .errors import Broken


class Made(StrEnum):
    """The classes of hands."""

    HIGH_CARD = "high_card"
    ONE_PAIR = "one_pair"
    TWO_PAIRS = "two_pairs"
    THREE_OF_A_KIND = "three_of_a_kind"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full_house"
    FOUR_OF_A_KIND = "four_of_a_kind"
    FIVE_OF_A_KIND = "five_of_a_kind"
    SIX_OF_A_KIND = "six_of_a_kind"
    SEVEN_OF_A_KIND = "seven_of_a_kind"
    EIGHT_OF_A_KIND = "eight_of_a_kind"
    NINE_OF_A_KIND = "nine_of_a_kind"
    TEN_OF_A_KIND = "ten_of_a_kind"
    STRAIGHT_FLUSH = "straight_flush"
    ROYAL_FLUSH = "royal_flush"

    __hash__ = str.__hash__  # the hash of an enum is slow, and hands are often looked up by class

    @property
    def in_words(self) -> str:
        return self.value.replace("_", " ")


OF_A_KIND = {
    3: Made.THREE_OF_A_KIND,
    4: Made.FOUR_OF_A_KIND,
    5: Made.FIVE_OF_A_KIND,
    6: Made.SIX_OF_A_KIND,
    7: Made.SEVEN_OF_A_KIND,
    8: Made.EIGHT_OF_A_KIND,
    9: Made.NINE_OF_A_KIND,
    10: Made.TEN_OF_A_KIND,
}
COUNT_OF_A_KIND = {made: count for count, made in OF_A_KIND.items()}
RUNS = (Made.STRAIGHT, Made.STRAIGHT_FLUSH, Made.ROYAL_FLUSH)
LOW_ACE = 1
"""The rank of an ace at the bottom of a run."""

Line = Made | tuple[Made, int]
"""A line of a ranking: a class of hands, of any size or of one size only."""


class Strength(NamedTuple):
    """How strong a hand is. Compares as a tuple, level first; only strengths of one ranking are comparable."""

    level: int
    ranks: tuple[int, ...]
    """Ranks in order of importance. If one list is the beginning of the other, the longer hand is higher."""
    suits: tuple[int, ...]
    """Suits in the same order, if the sheet lets suits break ties; else empty."""
    naturalness: int
    """Minus the number of jokers, if a natural hand beats an equal one with jokers; else 0."""
    made: Made
    size: int

    @property
    def in_words(self) -> str:
        return self.made.in_words


@dataclass(frozen=True, eq=False)
class Ranking:
    """The hands of a sheet, best first, and its rules for aces, suits and jokers."""

    best_first: tuple[Line, ...]
    ace_low: bool = True
    """Whether A-2-3 is a straight."""
    wheel: Literal["low", "second"] = "low"
    """The straight from the ace up: the lowest of its size, or second only to the ace-high one."""
    suits: Literal["off", "first_card", "full"] = "off"
    joker_duplicates: bool = True
    """Whether a joker may stand for a card that is already in the hand."""
    natural_beats_wild: bool = False
    joker: Literal["wild", "bug"] = "wild"
    """A bug stands only for an ace or for a card that completes a straight or a flush."""

    def of(self, cards: Cards) -> Strength:
        """The strength of all these cards as one hand; a joker stands for the card that helps most."""
        if self.suits == "off" and (self.joker_duplicates or JOKER not in cards):
            suits = {card.suit for card in cards if card.rank}
            return _by_ranks(self, tuple(sorted([card.rank for card in cards], reverse=True)), len(suits) == 1)
        return _strength(self, tuple(sorted(cards, reverse=True)))

    def as_declared(self, cards: Cards, jokers: Cards) -> Strength:
        """The strength with the jokers standing for the cards that the player declares."""
        naturals = tuple(card for card in cards if card != JOKER)
        return _of_naturals(self, naturals + jokers, wild=len(jokers))

    def joker_cards(self, cards: Cards) -> Cards:
        """The cards that the jokers among these cards stand for when the hand is strongest."""
        naturals = tuple(sorted((card for card in cards if card != JOKER), reverse=True))
        jokers = len(cards) - len(naturals)
        if not jokers:
            return ()
        return max(_joker_choices(self, naturals, jokers), key=itemgetter(0))[1]

    def best_of(self, cards: Cards, size: int) -> tuple[Strength, Cards]:
        """The strength and the cards of the strongest hand of `size` cards among these cards."""
        strongest = max(combinations(sorted(cards, reverse=True), size), key=self.of)
        return self.of(strongest), strongest

    def level(self, made: Made, size: int) -> int:
        """The level of a class and size: 1 for the last line of the list, its length for the first, 0 if absent."""
        return _level(self, made, size)


@lru_cache(maxsize=10_000)
def _level(ranking: Ranking, made: Made, size: int) -> int:
    for place, line in enumerate(ranking.best_first):
        if line in (made, (made, size)):
            return len(ranking.best_first) - place
    return 0


@lru_cache(maxsize=20_000)
def _by_ranks(ranking: Ranking, ranks: tuple[int, ...], one_suit: bool) -> Strength:
    """The strength of a hand where suits break no ties: then only the ranks and a common suit matter."""
    other_suit = SPADES if one_suit else CLUBS
    suits = [SPADES] + [other_suit] * (len(ranks) - 1)
    cards = zip(ranks, suits, strict=True)
    return _strength(ranking, tuple(Card(rank, suit) if rank else JOKER for rank, suit in cards))


@lru_cache(maxsize=40_000)  # small enough that the garbage collector scans it in a few milliseconds
def _strength(ranking: Ranking, cards: Cards) -> Strength:
    jokers = cards.count(JOKER)
    naturals = cards[: len(cards) - jokers]
    if not jokers:
        return _of_naturals(ranking, naturals, wild=0)
    return max(strength for strength, _ in _joker_choices(ranking, naturals, jokers))


def _joker_choices(ranking: Ranking, naturals: Cards, jokers: int) -> Iterator[tuple[Strength, Cards]]:
    """The strengths that these cards can have with jokers, each with the cards that the jokers stand for."""
    for identities in _identities(ranking, naturals, jokers):
        strength = _of_naturals(ranking, naturals + identities, wild=jokers)
        if ranking.joker == "wild" or _may_be_bugs(strength, identities):
            yield strength, identities


def _may_be_bugs(strength: Strength, identities: Cards) -> bool:
    return strength.made in (*RUNS, Made.FLUSH) or all(card.rank == ACE for card in identities)


def _identities(ranking: Ranking, naturals: Cards, jokers: int) -> Iterator[Cards]:
    """
    Sets of cards the jokers may stand for, always including the best one.

    A joker either takes the one suit of the other cards, or its suit only breaks ties: then the highest suit is best.
    """
    suits = {card.suit for card in naturals}
    for ranks in _ranks_of_jokers(tuple([card.rank for card in naturals]), jokers, ranking.joker_duplicates):
        if ranking.joker_duplicates:
            yield tuple(Card(rank, SPADES) for rank in ranks)
            if len(suits) == 1:
                yield tuple(Card(rank, min(suits)) for rank in ranks)
        else:
            yield from _unheld(naturals, ranks, suits if len(suits) == 1 else set())


@lru_cache(maxsize=20_000)
def _ranks_of_jokers(naturals: tuple[int, ...], jokers: int, duplicates: bool) -> tuple[tuple[int, ...], ...]:
    """
    Ranks that the jokers may take: every choice that completes a run, and the best choices for all other hands.

    The class of a hand without a run depends on how often each rank occurs. Of two ranks that occur equally often among
    the other cards, the higher one therefore takes at least as many jokers as the lower one. If a joker may not
    duplicate a card, this is only true of ranks that do not occur at all.
    """
    held = Counter(naturals)
    if duplicates:
        times_held = sorted(set(held.values()) | {0})
        classes = [tuple(rank for rank in reversed(RANKS) if held[rank] == times) for times in times_held]
    else:
        classes = [tuple(rank for rank in reversed(RANKS) if not held[rank]), *((rank,) for rank in held)]
    choices = {tuple(sorted(ranks)) for ranks in _distributions(tuple(classes), jokers)}
    return tuple(sorted(choices | _completing_runs(frozenset(naturals), len(naturals), jokers)))


def _distributions(classes: tuple[tuple[int, ...], ...], jokers: int) -> Iterator[tuple[int, ...]]:
    """Every distribution of jokers among classes of ranks; within a class a lower rank never gets more."""
    if not classes:
        if jokers == 0:
            yield ()
        return
    ranks = classes[0]
    others = classes[1:]
    for count in range(jokers + 1):
        for parts in _partitions(count, count, len(ranks)):
            here = tuple(rank for rank, times in zip(ranks, parts, strict=False) for _ in range(times))
            for rest in _distributions(others, jokers - count):
                yield here + rest


def _partitions(count: int, largest: int, most: int) -> Iterator[tuple[int, ...]]:
    """The ways to write a number as a sum of at most `most` parts, none larger than `largest`, in falling order."""
    if count == 0:
        yield ()
        return
    for first in range(min(count, largest), 0, -1) if most else ():
        for rest in _partitions(count - first, first, most - 1):
            yield (first, *rest)


def _completing_runs(held: frozenset[int], size: int, jokers: int) -> set[tuple[int, ...]]:
    """The ranks with which jokers complete a run of all the cards; an ace may be its lowest card."""
    if len(held) < size:  # a rank occurs twice
        return set()
    completions = set()
    length = size + jokers
    for low in range(LOW_ACE, ACE - length + 2):
        run = {ACE if rank == LOW_ACE else rank for rank in range(low, low + length)}
        if held <= run:
            completions.add(tuple(sorted(run - held)))
    return completions


def _unheld(naturals: Cards, ranks: tuple[int, ...], flush_suits: set[int]) -> Iterator[Cards]:
    """Cards of these ranks that are not in the hand: in the highest free suits, and in each of the flush suits."""
    for allowed in (tuple(reversed(SUITS)), *((suit,) for suit in flush_suits)):
        held = list(naturals)
        for rank in ranks:
            free = [Card(rank, suit) for suit in allowed if Card(rank, suit) not in held]
            held += free[:1]
        if len(held) == len(naturals) + len(ranks):
            yield tuple(held[len(naturals) :])


def _of_naturals(ranking: Ranking, cards: Cards, *, wild: int) -> Strength:
    counts = Counter([card.rank for card in cards])
    top = run_top(cards, ace_low=ranking.ace_low)
    level, made = _line(ranking, tuple(sorted(counts.values(), reverse=True)), _one_suit(cards), top)
    order = by_importance(made, cards, counts)
    size = len(cards)
    ranks = _run_ranks(ranking, top, size) if made in RUNS else tuple([card.rank for card in order])
    naturalness = -wild if ranking.natural_beats_wild else 0
    return Strength(level, ranks, _suits(ranking, order), naturalness, made, size)


def _one_suit(cards: Cards) -> bool:
    return len(cards) >= 3 and len({card.suit for card in cards}) == 1


@lru_cache(maxsize=10_000)
def _line(ranking: Ranking, groups: tuple[int, ...], one_suit: bool, top: int) -> tuple[int, Made]:
    """The level and class of the first line that recognises a hand whose ranks occur this often."""
    size = sum(groups)
    for place, line in enumerate(ranking.best_first):
        made, wanted = line if isinstance(line, tuple) else (line, size)
        if wanted == size and _recognised(made, groups, one_suit, top):
            return len(ranking.best_first) - place, made
    raise Broken(f"no line of the ranking takes {size} cards, {groups} of a rank; its last line must take every hand")


def _recognised(made: Made, groups: tuple[int, ...], one_suit: bool, top: int) -> bool:
    match made:
        case Made.HIGH_CARD:
            return True
        case Made.ONE_PAIR:
            return groups[0] >= 2
        case Made.TWO_PAIRS:
            return groups[0] >= 2 and groups[1:2] >= (2,)
        case Made.FULL_HOUSE:
            return groups[0] >= 3 and groups[1:2] >= (2,)
        case Made.STRAIGHT:
            return top > 0
        case Made.FLUSH:
            return one_suit
        case Made.STRAIGHT_FLUSH:
            return one_suit and top > 0
        case Made.ROYAL_FLUSH:
            return one_suit and top == ACE
        case _:
            return groups[0] >= COUNT_OF_A_KIND[made]


def run_top(cards: Cards, *, ace_low: bool = True) -> int:
    """The top rank of a run of at least three consecutive ranks, or 0. An ace may play low; nothing wraps."""
    ranks = sorted([card.rank for card in cards])
    if len(ranks) < 3:
        return 0
    if ace_low and ranks[-1] == ACE and ranks[0] == TWO:
        ranks = [LOW_ACE, *ranks[:-1]]
    return ranks[-1] if ranks == list(range(ranks[0], ranks[0] + len(ranks))) else 0


def run_tops(cards: Cards, length: int, *, ace_low: bool = True) -> set[int]:
    """The top ranks of every run of this length that some of these cards make."""
    held = {card.rank for card in cards}
    if ace_low and ACE in held:
        held.add(LOW_ACE)
    return {top for top in held if all(top - below in held for below in range(length))}


def lines_held(cards: Cards, run: int, *, ace_low: bool = True) -> set[str]:
    """The pay-table lines that some of these cards make, where straights and flushes take `run` cards."""
    groups = tuple(sorted(Counter(card.rank for card in cards).values(), reverse=True))
    patterns = (Made.ONE_PAIR, Made.TWO_PAIRS, Made.FULL_HOUSE, *COUNT_OF_A_KIND)
    lines = {made.value for made in patterns if _recognised(made, groups, False, 0)}
    if run_tops(cards, run, ace_low=ace_low):
        lines.add(Made.STRAIGHT.value)
    for suit in SUITS:
        suited = tuple(card for card in cards if card.suit == suit)
        if len(suited) < run:
            continue
        tops = run_tops(suited, run, ace_low=ace_low)
        lines.add(Made.FLUSH.value)
        if tops:
            lines.add(Made.STRAIGHT_FLUSH.value)
        if ACE in tops:
            lines.add(Made.ROYAL_FLUSH.value)
    return lines


def _run_ranks(ranking: Ranking, top: int, size: int) -> tuple[int, ...]:
    is_wheel = top == size
    if is_wheel and ranking.wheel == "second":
        return (KING, ACE)  # between the king-high run (KING,) and the ace-high run (ACE,)
    return (top,)


def by_importance(made: Made, cards: Cards, counts: Counter[int]) -> Cards:
    """The cards, most important first: the bigger group, then the higher rank, then the higher suit."""
    if made in RUNS:
        is_wheel = counts[ACE] and counts[TWO]
        ace_rank = LOW_ACE if is_wheel else ACE

        def rank_in_run(card: Card) -> tuple[int, int]:
            return ace_rank if card.rank == ACE else card.rank, card.suit

        return tuple(sorted(cards, key=rank_in_run, reverse=True))
    if made == Made.FLUSH:
        return tuple(sorted(cards, reverse=True))
    return tuple(sorted(cards, key=lambda card: (counts[card.rank], card), reverse=True))


def _suits(ranking: Ranking, order: Cards) -> tuple[int, ...]:
    if ranking.suits == "off":
        return ()
    if ranking.suits == "first_card":
        return (order[0].suit,)
    return tuple(card.suit for card in order)


def compare_strengths(ours: Strength, theirs: Strength) -> int:
    """1 if ours is higher, -1 if theirs is, 0 if they are equal."""
    return (ours > theirs) - (ours < theirs)
