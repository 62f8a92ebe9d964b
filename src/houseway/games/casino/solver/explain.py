"""
A strategy for Pyramid Poker, Casino Version that a person can learn: when to fold, and what to put where.

The sentences were found by search against HW-2 under the default terms; what each is worth, and what all of them give
up, is measured here against the dealer and the terms of the game at hand.
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
from ....sampling.chunks import Progress
from ....sampling.streams import stream
from ....solving.results import ESTIMATE, Explanation, Lesson
from .. import house_way as casino_ways
from .. import sheet as casino
from ..house_way import Way, sentence
from ..kernels.setting import NINE, Laid, Parts, parts_of, policy, set_by_policy, set_by_value
from ..pricing.scores import refuse, shuffled
from .reply import Reply, reply_to

SEED = 1
LEARNED = 6
"""What chance is for, beside the purposes in pricing and in solve."""
SETTINGS = 20_000
FOLDS = 400
UNIT = "antes a round"

PLAYERS_WAY = Way(
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
    """Seven cards to fold."""

    text: str
    folds: Callable[[casino.Terms, Cards], bool]


def nothing_at_all(terms: casino.Terms, seven: Cards) -> bool:
    return _best(terms, seven) == Made.HIGH_CARD and not _holds(seven, ACE)


def a_lone_pair(terms: casino.Terms, seven: Cards) -> bool:
    ranks = Counter(card.rank for card in seven)
    suits = Counter(card.suit for card in seven)
    pair = max(ranks, key=lambda rank: (ranks[rank], rank))
    low = pair <= JACK and not _holds(seven, ACE) and not _holds(seven, KING)
    return _best(terms, seven) == Made.ONE_PAIR and low and max(suits.values()) < 4


def _best(terms: casino.Terms, seven: Cards) -> Made:
    return casino.ranking(terms).best_of(seven, 5)[0].made


def _holds(seven: Cards, rank: int) -> bool:
    return JOKER in seven or any(card.rank == rank for card in seven)


FOLD_RULES = (
    FoldRule(
        "Fold seven cards in which there is no ace, no joker, no pair, no straight and no flush; else buy.",
        nothing_at_all,
    ),
    FoldRule(
        "Fold a pair of jacks or lower too, if there is no other pair, no king, ace or joker, no straight and no four "
        "cards of a suit.",
        a_lone_pair,
    ),
)


class Dealt(NamedTuple):
    """Nine-card hands that the sentences are tried on."""

    reply: Reply
    parts: Parts
    most: NDArray[np.float64]
    """What the best setting of each is worth."""


def explain(game: Game[casino.Terms], progress: Progress | None = None) -> Explanation:
    """When to fold, then how to set, in the order in which the sentences are to be followed."""
    refuse(game)
    told = progress or (lambda done, total: None)
    reply = reply_to(game.terms)
    total = len(PLAYERS_WAY.sentences) + 2
    told(0, total)
    dealt = _dealt(reply)
    whole = dealt.most - _worth(dealt, PLAYERS_WAY)
    lessons = []
    for number, text in enumerate(PLAYERS_WAY.texts[:-1]):
        told(number, total)
        shorter = Way(PLAYERS_WAY.sentences[:number] + PLAYERS_WAY.sentences[number + 1 :], PLAYERS_WAY.then)
        without = dealt.most - _worth(dealt, shorter)
        lessons.append(Lesson(rule=_said(number, text), value=float((without - whole).mean())))
    lessons.append(Lesson(rule=PLAYERS_WAY.texts[-1], value=_last_worth(dealt, whole)))
    folding, regret = _folding(game.terms, reply)
    told(total, total)
    return Explanation(
        lessons=(*folding, *lessons),
        unit=UNIT,
        cost=float(whole.mean() + regret.mean()),
        standard_error=sqrt(_variance(whole) + _variance(regret)),
        sure=ESTIMATE,
    )


def _variance(values: NDArray[np.float64]) -> float:
    """Of the mean."""
    return float(values.var(ddof=1)) / len(values)


def _said(number: int, text: str) -> str:
    if number:
        return text
    return f"Set so, at each line keeping only the settings that satisfy it, if any does: {text[0].lower()}{text[1:]}"


def _last_worth(dealt: Dealt, whole: NDArray[np.float64]) -> float:
    """Against the strongest third hand first, which is what beginners do."""
    beginner = Way(PLAYERS_WAY.sentences, (casino_ways.THIRD, casino_ways.SECOND, casino_ways.FIRST))
    return float((dealt.most - _worth(dealt, beginner) - whole).mean())


def _dealt(reply: Reply) -> Dealt:
    found = reply.found
    hands = shuffled(stream(SEED, LEARNED, 0), found.shoe, SETTINGS, NINE)
    parts = parts_of(found.coded.scale, hands)
    return Dealt(reply, parts, set_by_value(found.coded.scale, reply.values, parts)[1].astype(np.float64))


def _worth(dealt: Dealt, way: Way) -> NDArray[np.float64]:
    """What each hand is worth as this way sets it."""
    found = dealt.reply.found
    values = dealt.reply.values
    laid: Laid = set_by_policy(found.coded.scale, policy(found.coded, way), dealt.parts)
    cells = values.first_cell[laid.first], values.second_cell[laid.second], values.third_cell[laid.third]
    worth: NDArray[np.float64] = values.worth[cells].astype(np.float64)
    return worth


def _folding(terms: casino.Terms, reply: Reply) -> tuple[list[Lesson], NDArray[np.float64]]:
    """What each rule of folding saves, and what is lost on each hand where the rules decide otherwise than the sum."""
    sevens = shuffled(stream(SEED, LEARNED, 1), reply.found.shoe, FOLDS, NINE - 2)
    saved = reply.fold - reply.buying(sevens)
    lessons = []
    folded = np.zeros(FOLDS, dtype=np.bool_)
    for rule in FOLD_RULES:
        now = np.array([rule.folds(terms, decoded_hand(seven)) for seven in sevens]) & ~folded
        lessons.append(Lesson(rule=rule.text, value=float(np.where(now, saved, 0).mean())))
        folded |= now
    return lessons, np.where(folded, np.maximum(-saved, 0), np.maximum(saved, 0))
