"""
What hands of Pyramid Poker, Casino Version score and what the score wins, as tables made by asking the game.

Also the field: how a dealer's settings are spread, and what every setting of ours is worth against them.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import lcm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..games import casino
from ..kernels.cards import JOKER_CODE, Hands, decoded, encoded
from ..kernels.casino import NINE, Coded, Laid, Policy, Values, coded, parts_of, policy, set_by_policy
from ..kernels.casino_duel import Cells, Scores, worth_against
from ..rules.payments import net
from .streams import stream

FIELD, SHOES, DRAWS, DEALERS = range(4)
"""What chance is for: the field, the shoes of a price, cards bought, dealers' hands."""
FIELD_CHUNKS, FIELD_HANDS = 40, 10_000
THIRD_CELLS = 320
SEED = 20171


class Table(NamedTuple):
    """A game's terms as numbers: codes, the dealer's policy and HW-2, and what hands score."""

    coded: Coded
    dealer: Policy
    house_way: Policy
    scores: Scores
    part: int
    """Parts of an ante in which money is counted."""
    folded: int
    """What a fold wins, in parts: never more than 0."""
    shoe: Hands


def antes(terms: casino.Terms, points: int) -> Fraction:
    """What net points win, in antes, the house's maximum at the usual ante included."""
    payments = casino.within_cap(terms, casino.paid(terms, 1, terms.ante, points, ""))
    return Fraction(net(payments).get(1, 0), terms.ante)


def asymmetry(terms: casino.Terms) -> dict[int, Fraction]:
    """What every net score wins, in antes: losing costs more than winning brings."""
    most = casino.most_points(terms)
    return {points: antes(terms, points) for points in range(-most, most + 1)}


@lru_cache(maxsize=4)
def table(terms: casino.Terms) -> Table:
    found, won = coded(terms), asymmetry(terms)
    part = lcm(*(amount.denominator for amount in won.values()))
    money = np.array([int(amount * part) for amount in won.values()], dtype=np.int64)
    second, third = (_worth(terms, found, slot, size) for slot, size in ((casino.SECOND, 3), (casino.THIRD, 5)))
    return Table(
        coded=found,
        dealer=policy(found, casino.POLICIES[terms.dealer_policy]),
        house_way=policy(found, casino.hw2),
        scores=Scores(_first_hands(terms), *second, *third, money),
        part=part,
        folded=-terms.fold_cost_antes * part,
        shoe=np.array([encoded(card) for card in casino.GAME.shoe(terms)], dtype=np.uint8),
    )


def _first_hands(terms: casino.Terms) -> NDArray[np.int64]:
    cards = [(decoded(code),) for code in range(JOKER_CODE + 1)]
    points = [casino.hand_points(terms, casino.FIRST, ours, theirs) for ours, theirs in product(cards, repeat=2)]
    return np.array(points, dtype=np.int64).reshape(len(cards), len(cards))


def _worth(terms: casino.Terms, found: Coded, slot: str, size: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """By code: what a hand scores when it wins, and against its equal."""
    worth, tie = (np.zeros(len(found.evaluator.strengths), dtype=np.int64) for _ in range(2))
    for code in found.codes(size):
        hand = found.example[code]
        worth[code], tie[code] = casino.worth(terms, slot, hand), casino.hand_points(terms, slot, hand, hand)
    return worth, tie


def shuffled(chance: np.random.Generator, shoe: Hands, count: int, cards: int) -> Hands:
    """The first cards of so many shuffled shoes, one per row."""
    return chance.permuted(np.tile(shoe, (count, 1)), axis=1)[:, :cards]


# The field ---------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def reply_values(terms: casino.Terms, seed: int) -> Values:
    """What every setting is worth against a large sample of the dealer's: what the best setting is chosen by."""
    found = table(terms)
    laid = [_dealers(found, seed, chunk) for chunk in range(FIELD_CHUNKS)]
    first, second, third = (np.concatenate([getattr(hands, slot) for hands in laid]) for slot in Laid._fields[:3])
    first_cell, firsts = first_cells(found.scores)
    second_cell, second_codes = _cells_of(found, 3, len(found.coded.codes(3)), second)
    third_cell, third_codes = _cells_of(found, 5, THIRD_CELLS, third)
    field = np.zeros((len(firsts), len(second_codes), len(third_codes)), dtype=np.int64)
    np.add.at(field, (first_cell[first], second_cell[second], third_cell[third]), 1)
    scores = found.scores
    cells = Cells(
        scores.first[np.ix_(firsts, firsts)],
        scores.second_worth[second_codes],
        scores.second_tie[second_codes],
        scores.third_worth[third_codes],
        scores.third_tie[third_codes],
        scores.money,
    )
    worth = worth_against(field, cells, _sums(cells)) / np.float32(found.part)
    return Values(first_cell, second_cell, third_cell, worth)


def _dealers(found: Table, seed: int, chunk: int) -> Laid:
    """Dealers' hands, as many to a shoe as it holds."""
    hands = len(found.shoe) // NINE
    shoes = shuffled(stream(seed, FIELD, chunk), found.shoe, FIELD_HANDS // hands, hands * NINE)
    return set_by_policy(found.coded.scale, found.dealer, parts_of(found.coded.scale, shoes.reshape(-1, NINE)))


def first_cells(scores: Scores) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
    """Cards that score alike as first hands share a cell: the cell of each card, and a card of each cell."""
    alike = np.concatenate([scores.first, scores.first.T], axis=1)
    _, cards, cell = np.unique(alike, axis=0, return_index=True, return_inverse=True)
    return cell.reshape(-1).astype(np.uint32), cards


def _cells_of(found: Table, size: int, most: int, met: NDArray[np.uint32]) -> tuple[NDArray[np.uint32], list[int]]:
    """Codes in about so many cells, met about equally often, and never two classes in one: cells, and a code of each."""
    often = np.bincount(met, minlength=len(found.coded.evaluator.strengths)) / len(met)
    cell = np.zeros(len(often), dtype=np.uint32)
    firsts: list[int] = []
    filled, level = 1.0, -1
    codes = found.coded.codes(size)
    for code in codes:
        here = found.coded.strength(code).level
        if filled + often[code] > 1 / most or here != level or len(codes) <= most:
            firsts, filled, level = [*firsts, code], 0.0, here
        filled += float(often[code])
        cell[code] = len(firsts) - 1
    return cell, firsts


def _sums(cells: Cells) -> NDArray[np.int64]:
    """The scores that the first two hands can have together."""
    second = {*cells.second_worth.tolist(), *(-cells.second_worth).tolist(), *cells.second_tie.tolist()}
    return np.unique([one + two for one in np.unique(cells.first).tolist() for two in second])
