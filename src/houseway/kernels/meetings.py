"""
Comparison of two sides that set their cards into at most two hands each.

A setting is given as the codes of its two hands, by class of hands. Each hand is lower than, equal to or higher than
the opponent's hand in the same slot, which makes nine patterns. The kernels count the patterns; the game's rules give
the payment for each.
"""

import numpy as np
from numpy.typing import NDArray

from .cards import Hands, Ints
from .compiled import compiled
from .evaluate import CodeTables, code_of
from .hand_classes import ClassTables, class_of

PATTERNS = 9


@compiled
def pattern(ours: Ints, theirs: Ints) -> int:
    """The pattern of two settings: 3 * first hands + second hands, each 0 for lower, 1 for equal, 2 for higher."""
    first = 1 + int(ours[0] > theirs[0]) - int(ours[0] < theirs[0])
    second = 1 + int(ours[1] > theirs[1]) - int(ours[1] < theirs[1])
    return 3 * first + second


@compiled
def count_patterns(tables: ClassTables, shoe: Hands, uniforms: Ints, ours: Ints, theirs: Ints) -> NDArray[np.int64]:
    """
    (strategies, 9): the number of deals with each pattern. Each deal uses one row of uniform numbers.

    `ours` has our codes by strategy, class and hand; `theirs` has those of the opponent of each strategy.
    """
    counts = np.zeros((len(ours), PATTERNS), dtype=np.int64)
    cards = shoe.copy()
    for row in range(len(uniforms)):
        for place in range(2 * tables.size):
            chosen = place + int(uniforms[row, place] * (len(cards) - place))
            cards[place], cards[chosen] = cards[chosen], cards[place]
        mine = class_of(tables, cards, 0)
        other = class_of(tables, cards, tables.size)
        for way in range(len(ours)):
            counts[way, pattern(ours[way, mine], theirs[way, other])] += 1
    return counts


@compiled
def count_code_pairs(ways: Ints, codes: Ints, firsts: int, seconds: int) -> NDArray[np.int64]:
    """(firsts, seconds): the number of hands with each pair of codes; row r of `codes` stands for `ways[r]` hands."""
    grid = np.zeros((firsts, seconds), dtype=np.int64)
    for row in range(len(ways)):
        grid[codes[row, 0], codes[row, 1]] += ways[row]
    return grid


@compiled
def every_setting(
    first: CodeTables, second: CodeTables, hands: Hands, places: Ints, others: Ints
) -> NDArray[np.uint16]:
    """By hand and choice of positions for the first hand: the codes of both hands."""
    codes = np.empty((len(hands), len(places), 2), dtype=np.uint16)
    for row in range(len(hands)):
        for choice in range(len(places)):
            codes[row, choice, 0] = _code(first, hands[row], places[choice])
            codes[row, choice, 1] = _code(second, hands[row], others[choice])
    return codes


@compiled
def _code(tables: CodeTables, hand: Hands, places: Ints) -> int:
    key = np.uint64(0)
    held = np.uint64(0)
    for place in places:
        key += tables.shapes.key[hand[place]]
        held |= tables.shapes.suit[hand[place]]
    return code_of(tables, len(places), key, held)


@compiled
def best_choice(codes: Ints, values: Ints, legal: Ints) -> NDArray[np.int8]:
    """By hand: the legal choice with the highest value, the first of equals; -1 if none is legal."""
    best = np.full(len(codes), -1, dtype=np.int8)
    for row in range(len(codes)):
        for choice in range(codes.shape[1]):
            first = codes[row, choice, 0]
            second = codes[row, choice, 1]
            if legal[first, second]:
                held = best[row]
                if held < 0 or values[first, second] > values[codes[row, held, 0], codes[row, held, 1]]:
                    best[row] = choice
    return best
