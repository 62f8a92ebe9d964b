"""Naturals of Chinese Poker: thirteen cards that win without a comparison [CHI-30..CHI-36, CHI-D7]."""

from collections import Counter
from functools import lru_cache
from itertools import product

from ...rules.cards import ACE, RANKS, Cards
from ...rules.ranking import run_top
from ...rules.round import Seat
from ...rules.setting import Setting
from .fouls import foul
from .hand_order import ROWS
from .terms import Terms

DRAGON = "dragon"
THREE_FLUSHES = "three_flushes"
THREE_STRAIGHTS = "three_straights"
SIX_PAIRS = "six_pairs"
NATURALS = {
    DRAGON: "CHI-34",
    THREE_FLUSHES: "CHI-32",
    THREE_STRAIGHTS: "CHI-31",
    SIX_PAIRS: "CHI-33",
}
"""Each natural with its clause, highest first [CHI-A16]."""

DISTINCT_FLUSHES = (5, 5, 3)
SHARED_FLUSHES = ((8, 5), (10, 3), (13,))
"""Cards by suit, most first, of three flushes in three suits, and of those where flushes share a suit [CHI-A22]."""


def naturals_in(terms: Terms, cards: Cards) -> set[str]:
    """Every natural in these thirteen cards, in any setting [CHI-30, CHI-D7, CHI-A18]."""
    ranks = Counter(card.rank for card in cards)
    held = {
        DRAGON: len(ranks) == len(RANKS),
        THREE_FLUSHES: has_three_flushes(terms, cards),
        THREE_STRAIGHTS: tuple(sorted(ranks.elements())) in three_straights(ace_low=terms.natural_ace_low),
        SIX_PAIRS: has_six_pairs(terms, ranks),
    }
    return {name for name, is_held in held.items() if is_held}


def has_three_flushes(terms: Terms, cards: Cards) -> bool:
    """Can the cards be set as three flushes? [CHI-32, CHI-A22]"""
    suits = Counter(card.suit for card in cards)
    counts = tuple(sorted(suits.values(), reverse=True))
    if counts == DISTINCT_FLUSHES:
        return True
    return counts in SHARED_FLUSHES and not terms.three_flushes_distinct


def has_six_pairs(terms: Terms, ranks: Counter[int]) -> bool:
    """Do these ranks make six pairs? Four of a kind is two pairs, three of a kind is one, if they count [CHI-A20]."""
    counts = ranks.values()
    if terms.six_pairs_quads == "exclude" and 4 in counts:
        return False
    if terms.six_pairs_trips == "exclude" and 3 in counts:
        return False
    return sum(count // 2 for count in counts) == 6


@lru_cache
def three_straights(*, ace_low: bool) -> frozenset[tuple[int, ...]]:
    """The sorted ranks of every two runs of five and one of three; no run wraps around the ace [CHI-A19]."""
    ladder = (ACE, *RANKS) if ace_low else tuple(RANKS)
    fives = runs_of(5, ladder)
    threes = runs_of(3, ladder)
    return frozenset(tuple(sorted(one + two + three)) for one, two, three in product(fives, fives, threes))


def runs_of(size: int, ladder: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Every run of `size` neighbouring ranks."""
    return [ladder[low : low + size] for low in range(len(ladder) - size + 1)]


def natural_of(terms: Terms, seat: Seat) -> str | None:
    """The natural that a seat is paid for: its highest, once [CHI-A23]."""
    is_counted = terms.natural_detection == "automatic" or "natural" in seat.claims  # [CHI-A17]
    if not (terms.naturals and is_counted and seat.setting):
        return None
    held = naturals_in(terms, seat.cards)
    return next((name for name in NATURALS if name in held and is_set_for(terms, seat.setting, name)), None)


def is_set_for(terms: Terms, setting: Setting, natural: str) -> bool:
    """Is the hand set as this natural must be: not fouled, and with three straights or flushes to show? [CHI-A21]"""
    if not terms.natural_needs_setting:
        return True
    if natural == THREE_STRAIGHTS and not all(run_top(setting[row], ace_low=terms.natural_ace_low) for row in ROWS):
        return False
    if natural == THREE_FLUSHES and not all(len({card.suit for card in setting[row]}) == 1 for row in ROWS):
        return False
    return not foul(terms, setting, {})
