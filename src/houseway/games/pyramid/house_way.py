"""The House Way of Pyramid Poker: how the dealer sets three cards [PYR-52..PYR-59, PYR-D8]."""

from ...rules.cards import RANK_LETTERS, TWO, Card, Cards
from ...rules.setting import Setting
from .terms import Terms

SPLIT_DISTANCE = {"diff_ge_5": 5, "diff_ge_4": 4}
"""How far below the pair the kicker must be for the pair to be split [PYR-A3]."""


def house_way(terms: Terms, cards: Cards) -> Setting:
    """The setting of these three cards by the House Way."""
    first, second, third = sorted(cards, reverse=True)
    if first.rank == second.rank == third.rank:
        return {"low": (third,), "high": (first, second)}  # [PYR-52]
    if first.rank == second.rank:
        return set_pair(terms, (first, second), third)
    if second.rank == third.rank:
        return set_pair(terms, (second, third), first)
    return {"low": (second,), "high": (first, third)}  # [PYR-59]


def set_pair(terms: Terms, pair: Cards, kicker: Card) -> Setting:
    """A pair and a kicker: the pair is split [PYR-53] or kept high [PYR-54..PYR-58, PYR-A37]."""
    if splits(terms, pair[0].rank, kicker.rank):
        return {"low": pair[1:], "high": (pair[0], kicker)}
    return {"low": (kicker,), "high": pair}


def splits(terms: Terms, pair: int, kicker: int) -> bool:
    """
    Is a pair of this rank split with this kicker?

    Jacks and higher are split when the kicker is far below: JJ is kept with a 7 or higher, QQ with an 8, KK with a 9
    and AA with a 10 [PYR-53..PYR-57]. Tens and lower are never split [PYR-58].
    """
    lowest_split = RANK_LETTERS.index(terms.house_way_min_split_rank) + TWO
    return pair >= lowest_split and pair - kicker >= SPLIT_DISTANCE[terms.house_way_split]
