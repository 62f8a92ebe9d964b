"""
Two sides that each set their cards into at most two hands, every hand against its opposite.

How each class of hands is set comes in as codes, made by asking the game. What is counted is how often each hand of the
one side is lower, equal or higher: nine patterns, of which the game says what they pay.
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
    """How two settings compare: 3 times how the first hands do, plus how the second do; 0 lower, 1 equal, 2 higher."""
    first = 1 + int(ours[0] > theirs[0]) - int(ours[0] < theirs[0])
    second = 1 + int(ours[1] > theirs[1]) - int(ours[1] < theirs[1])
    return 3 * first + second


@compiled
def meet(tables: ClassTables, shoe: Hands, uniforms: Ints, ours: Ints, theirs: Ints) -> NDArray[np.int64]:
    """
    Deals of two hands, one row of uniform numbers each; per way of setting and pattern, how often it came.

    `ours` has the codes by way, class and hand; `theirs` by way, class and hand of whom each way meets.
    """
    found = np.zeros((len(ours), PATTERNS), dtype=np.int64)
    cards = shoe.copy()
    for row in range(len(uniforms)):
        for place in range(2 * tables.size):
            chosen = place + int(uniforms[row, place] * (len(cards) - place))
            cards[place], cards[chosen] = cards[chosen], cards[place]
        mine = class_of(tables, cards, 0)
        other = class_of(tables, cards, tables.size)
        for way in range(len(ours)):
            found[way, pattern(ours[way, mine], theirs[way, other])] += 1
    return found


@compiled
def spread(ways: Ints, codes: Ints, firsts: int, seconds: int) -> NDArray[np.int64]:
    """How many hands there are with each pair of codes."""
    grid = np.zeros((firsts, seconds), dtype=np.int64)
    for row in range(len(ways)):
        grid[codes[row, 0], codes[row, 1]] += ways[row]
    return grid


@compiled
def every_setting(
    first: CodeTables, second: CodeTables, hands: Hands, places: Ints, others: Ints
) -> NDArray[np.uint16]:
    """Per hand and choice of places for its first hand: the codes of both hands, the second of the other places."""
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
def best_choice(codes: Ints, worth: Ints, legal: Ints) -> NDArray[np.int8]:
    """Per hand: the choice whose codes are legal and worth most, the first of equals; -1 where none is legal."""
    best = np.full(len(codes), -1, dtype=np.int8)
    for row in range(len(codes)):
        for choice in range(codes.shape[1]):
            first = codes[row, choice, 0]
            second = codes[row, choice, 1]
            if legal[first, second]:
                held = best[row]
                if held < 0 or worth[first, second] > worth[codes[row, held, 0], codes[row, held, 1]]:
                    best[row] = choice
    return best
