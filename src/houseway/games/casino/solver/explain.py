"""
A strategy that a person can learn: when to fold, and how to set.

The sentences come from a search against HW-2 under the default terms. The value of each, and the cost of all of them,
is measured here against the dealer and the terms of the given game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import decoded_hand
from ....rules.cards import ACE, JACK, JOKER, KING, Cards
from ....rules.game import Game
from ....rules.ranking import Made
from ....sampling.chunks import Progress, ignore_progress
from ....sampling.streams import stream
from ....solving.results import ESTIMATE, Explanation, Lesson
from ..hand_order import ranking
from ..house_way import HouseWay, sentence
from ..kernels.setting import NINE, Parts, parts_of, policy, set_by_policy, set_by_value, values_of
from ..pricing.scores import refuse, shuffled
from ..setting import FIRST, SECOND, THIRD
from ..terms import Terms
from .best_reply import BestReply, reply_to

SEED = 1
LEARNED = 6
"""Purpose of a random stream, after those of pricing and of `solve`."""
SETTINGS = 20_000
"""Number of nine-card hands on which the sentences about setting are tried."""
FOLDS = 400
"""Number of seven-card hands on which the sentences about folding are tried."""
UNIT = "antes a round"

PLAYERS_HOUSE_WAY = HouseWay(
    (
        sentence(third=Made.FOUR_OF_A_KIND),
        sentence(second=Made.THREE_OF_A_KIND),
        sentence(second=(Made.HIGH_CARD, ACE), third=Made.ONE_PAIR),
        sentence(first=ACE, third=Made.ONE_PAIR),
        sentence(third=Made.FULL_HOUSE),
        sentence(second=Made.FLUSH, third=Made.ONE_PAIR),
        sentence(third=Made.TWO_PAIRS),
        sentence(second=(Made.ONE_PAIR, 7), third=Made.THREE_OF_A_KIND),
    )
)


@dataclass(frozen=True)
class FoldRule:
    """A sentence that says which seven cards to fold."""

    text: str
    folds: Callable[[Terms, Cards], bool]


def has_nothing(terms: Terms, seven: Cards) -> bool:
    """Whether there is no pair, straight or flush, and no ace or joker."""
    return _best(terms, seven) == Made.HIGH_CARD and not _holds(seven, ACE)


def has_only_a_low_pair(terms: Terms, seven: Cards) -> bool:
    """Whether there is one pair of jacks or lower, without king, ace or joker, and no four cards of a suit."""
    ranks = Counter(card.rank for card in seven)
    suits = Counter(card.suit for card in seven)
    pair = max(ranks, key=lambda rank: (ranks[rank], rank))
    low = pair <= JACK and not _holds(seven, ACE) and not _holds(seven, KING)
    return _best(terms, seven) == Made.ONE_PAIR and low and max(suits.values()) < 4


def _best(terms: Terms, seven: Cards) -> Made:
    return ranking(terms).best_of(seven, 5)[0].made


def _holds(seven: Cards, rank: int) -> bool:
    return JOKER in seven or any(card.rank == rank for card in seven)


FOLD_RULES = (
    FoldRule(
        "Fold seven cards in which there is no ace, no joker, no pair, no straight and no flush; else buy.",
        has_nothing,
    ),
    FoldRule(
        "Fold a pair of jacks or lower too, if there is no other pair, no king, ace or joker, no straight and no four "
        "cards of a suit.",
        has_only_a_low_pair,
    ),
)


class Dealt(NamedTuple):
    """Nine-card hands that the sentences are tried on."""

    strategy: BestReply
    parts: Parts
    highest: NDArray[np.float64]
    """By hand: the value of its best setting."""


def explain(game: Game[Terms], progress: Progress | None = None) -> Explanation:
    """When to fold, then how to set, in the order in which the sentences are followed."""
    refuse(game)
    report = progress or ignore_progress
    strategy = reply_to(game.terms)
    total = len(PLAYERS_HOUSE_WAY.sentences) + 2
    report(0, total)
    dealt = _dealt(strategy)
    cost = dealt.highest - _values(dealt, PLAYERS_HOUSE_WAY)
    lessons = []
    *texts, tie_break_text = PLAYERS_HOUSE_WAY.texts
    for number, text in enumerate(texts):
        report(number, total)
        others = PLAYERS_HOUSE_WAY.sentences[:number] + PLAYERS_HOUSE_WAY.sentences[number + 1 :]
        cost_without = dealt.highest - _values(dealt, HouseWay(others, PLAYERS_HOUSE_WAY.tie_break_order))
        lessons.append(Lesson(rule=_rule_text(number, text), value=float((cost_without - cost).mean())))
    lessons.append(Lesson(rule=tie_break_text, value=_tie_break_value(dealt, cost)))
    folding, regret = _folding(game.terms, strategy)
    report(total, total)
    return Explanation(
        lessons=(*folding, *lessons),
        unit=UNIT,
        cost=float(cost.mean() + regret.mean()),
        standard_error=sqrt(_variance(cost) + _variance(regret)),
        sure=ESTIMATE,
    )


def _variance(values: NDArray[np.float64]) -> float:
    """The variance of the mean."""
    return float(values.var(ddof=1)) / len(values)


def _rule_text(number: int, text: str) -> str:
    """A sentence of the house way; the first one also says how to use the list."""
    if number > 0:
        return text
    return f"Set so, at each line keeping only the settings that satisfy it, if any does: {text[0].lower()}{text[1:]}"


def _tie_break_value(dealt: Dealt, cost: NDArray[np.float64]) -> float:
    """The mean gain of the tie break over a beginner's, which makes the third hand strongest first."""
    beginner = HouseWay(PLAYERS_HOUSE_WAY.sentences, (THIRD, SECOND, FIRST))
    return float((dealt.highest - _values(dealt, beginner) - cost).mean())


def _dealt(strategy: BestReply) -> Dealt:
    tables = strategy.tables
    hands = shuffled(stream(SEED, LEARNED, 0), tables.shoe, SETTINGS, NINE)
    parts = parts_of(tables.coded.scale, hands)
    return Dealt(strategy, parts, set_by_value(tables.coded.scale, strategy.values, parts)[1].astype(np.float64))


def _values(dealt: Dealt, house_way: HouseWay) -> NDArray[np.float64]:
    """The value of each hand as this house way sets it."""
    tables = dealt.strategy.tables
    settings = set_by_policy(tables.coded.scale, policy(tables.coded, house_way), dealt.parts)
    values: NDArray[np.float64] = values_of(dealt.strategy.values, settings).astype(np.float64)
    return values


def _folding(terms: Terms, strategy: BestReply) -> tuple[list[Lesson], NDArray[np.float64]]:
    """A lesson for each folding rule with its mean saving; and by hand, the loss where the rules decide wrongly."""
    sevens = shuffled(stream(SEED, LEARNED, 1), strategy.tables.shoe, FOLDS, NINE - 2)
    saved = strategy.fold - strategy.buying(sevens)
    lessons = []
    folded = np.zeros(FOLDS, dtype=np.bool_)
    for rule in FOLD_RULES:
        now = np.array([rule.folds(terms, decoded_hand(seven)) for seven in sevens]) & ~folded
        lessons.append(Lesson(rule=rule.text, value=float(np.where(now, saved, 0).mean())))
        folded |= now
    return lessons, np.where(folded, np.maximum(-saved, 0), np.maximum(saved, 0))
