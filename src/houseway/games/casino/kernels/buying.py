"""
What seven cards of Pyramid Poker, Casino Version are worth with every two more, and settings hand by hand.

The codes of hands within the seven are found once, those with one card more once for each card, so that a pair leaves
42 of the 210 to find. Pairs are taken by kind of card: a card that the shoe holds twice is one kind.
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import Hands, Ints
from ....kernels.compiled import compiled
from ....kernels.evaluate import CodeTables, code_of
from .duel import Counts, Scores, Suits, hand_points, points
from .setting import Laid, Places, Scale, Values, places

SEVEN = 7


@lru_cache(maxsize=1)
def bought_in() -> tuple[Ints, Ints]:
    """For each second and third hand of nine places: does it hold the eighth card (1), the ninth (2), both (3)?"""
    found = places()
    second, third = (
        ((parts == SEVEN).any(axis=1) + 2 * (parts == SEVEN + 1).any(axis=1)).astype(np.uint32)
        for parts in (found.threes, found.fives)
    )
    return second, third


@compiled
def _code_parts(tables: CodeTables, parts: Ints, held: Ints, wanted: int, cards: Hands, codes: Ints) -> None:
    """The codes of those parts that hold the wanted ones of the two cards more."""
    keys = tables.shapes.key
    suits = tables.shapes.suit
    size = parts.shape[1]
    for part in range(len(parts)):
        if held[part] == wanted:
            key = np.uint64(0)
            natural = np.uint64(0)
            for place in range(size):
                key += keys[cards[parts[part, place]]]
                natural |= suits[cards[parts[part, place]]]
            codes[part] = code_of(tables, size, key, natural)


@compiled
def _with_one_more(tables: CodeTables, parts: Ints, held: Ints, cards: Hands, kinds: Hands) -> Ints:
    """By kind of the eighth card, or of the ninth: the codes of hands that hold it and not the other."""
    codes = np.zeros((2, len(kinds), len(parts)), dtype=np.uint32)
    for place in range(2):
        for kind in range(len(kinds)):
            cards[SEVEN + place] = kinds[kind]
            _code_parts(tables, parts, held, place + 1, cards, codes[place, kind])
    return codes


@compiled
def _fill(held: Ints, eighth: Ints, ninth: Ints, codes: Ints) -> None:
    """Those codes that are known: of hands within the seven, which stay, and of hands with one card more."""
    for part in range(len(codes)):
        if held[part] == 1:
            codes[part] = eighth[part]
        elif held[part] == 2:
            codes[part] = ninth[part]


@compiled
def _most(picks: Places, worth: Ints, cells: tuple[Ints, Ints, Ints], heights: tuple[Ints, Ints, Ints]) -> float:
    """What the best setting of nine cards is worth, by the cells of its parts."""
    most = -np.inf
    for choice in range(len(picks.first)):
        first = picks.first[choice]
        second = picks.second[choice]
        third = picks.third[choice]
        if heights[2][third] > heights[1][second] > heights[0][first]:
            most = max(most, worth[cells[0][first], cells[1][second], cells[2][third]])
    return most


@compiled
def _worth_of_seven(
    scale: Scale, values: Values, held: tuple[Ints, Ints], seven: Hands, left: Counts, every: int
) -> float:
    kinds = np.flatnonzero(left).astype(np.uint8)
    height = scale.height
    picks = scale.places
    cards = np.zeros(9, np.uint8)
    seconds = np.zeros(84, np.uint32)
    thirds = np.zeros(126, np.uint32)
    for at in range(SEVEN):
        cards[at] = seven[at]
    _code_parts(scale.three, picks.threes, held[0], 0, cards, seconds)
    _code_parts(scale.five, picks.fives, held[1], 0, cards, thirds)
    second_more = _with_one_more(scale.three, picks.threes, held[0], cards, kinds)
    third_more = _with_one_more(scale.five, picks.fives, held[1], cards, kinds)
    total = 0.0
    pairs = 0
    number = every // 2
    for one in range(len(kinds)):
        for two in range(one, len(kinds)):
            ways = ways_to_buy(left, kinds[one], kinds[two])
            number = number + 1
            if ways and number % every == 0:
                cards[SEVEN] = kinds[one]
                cards[SEVEN + 1] = kinds[two]
                _fill(held[0], second_more[0, one], second_more[1, two], seconds)
                _fill(held[1], third_more[0, one], third_more[1, two], thirds)
                _code_parts(scale.three, picks.threes, held[0], 3, cards, seconds)
                _code_parts(scale.five, picks.fives, held[1], 3, cards, thirds)
                cells = values.first_cell[cards], values.second_cell[seconds], values.third_cell[thirds]
                heights = height[scale.one[cards]], height[seconds], height[thirds]
                total += ways * _most(picks, values.worth, cells, heights)
                pairs += ways
    return total / pairs


@compiled
def ways_to_buy(left: Counts, one: int, two: int) -> int:
    """In how many ways two cards of these kinds are drawn."""
    return left[one] * (left[one] - 1) // 2 if one == two else left[one] * left[two]  # type: ignore[no-any-return]


@compiled
def worth_of_buying(
    scale: Scale, values: Values, held: tuple[Ints, Ints], sevens: Hands, shoe: Counts, every: int
) -> NDArray[np.float64]:
    """
    For each seven cards, the mean over every two of the rest of the shoe of what the best setting is worth. With
    `every` above 1 only one pair of kinds in so many is taken, spread over all of them.
    """
    worth = np.zeros(len(sevens), dtype=np.float64)
    for row in range(len(sevens)):
        left = shoe.copy()
        for card in sevens[row]:
            left[card] -= 1
        worth[row] = _worth_of_seven(scale, values, held, sevens[row], left, every)
    return worth


# Against dealers ---------------------------------------------------------------------------------------------------


class Pairs(NamedTuple):
    """Every two cards that can be bought, by kind, and how the nine are then set."""

    one: Ints
    two: Ints
    laid: Laid
    suits: Suits


@compiled
def slot_points(
    scores: Scores, ours: Laid, our_suits: Suits, row: int, theirs: Laid, suits: Suits, place: tuple[int, int]
) -> tuple[int, int, int]:
    """What each of the three hands scores."""
    first = scores.first[ours.first[row], theirs.first[place]]
    one = ours.second[row]
    two = theirs.second[place]
    our_suit = our_suits.second[row]
    their_suit = suits.second[place]
    second = hand_points(scores.second_worth, scores.second_tie, one, two, our_suit, their_suit)
    one = ours.third[row]
    two = theirs.third[place]
    our_suit = our_suits.third[row]
    their_suit = suits.third[place]
    third = hand_points(scores.third_worth, scores.third_tie, one, two, our_suit, their_suit)
    return first, second, third


class Tally(NamedTuple):
    """What one way to play won: money in parts of an ante by shuffle, and over all rounds the rest."""

    money: Counts
    signs: Counts
    """Rounds won, pushed and lost."""
    wins: Counts
    """By hand: how often it won, as the next."""
    net: Counts
    """The points it won less those it lost."""


@compiled
def _add(tally: Tally, shuffle: int, ways: int, scored: tuple[int, int, int], money: Counts) -> None:
    won = scored[0] + scored[1] + scored[2]
    tally.money[shuffle] += ways * money[won + len(money) // 2]
    tally.signs[0 if won > 0 else 1 if won == 0 else 2] += ways
    for slot in range(3):
        tally.net[slot] += ways * scored[slot]
        tally.wins[slot] += ways * (scored[slot] > 0)


def new_tally(shuffles: int) -> Tally:
    return Tally(*(np.zeros(size, dtype=np.int64) for size in (shuffles, 3, 3, 3)))


@compiled
def bought_against(
    pairs: Pairs, left: Counts, held: Hands, dealers: Laid, suits: Suits, scores: Scores, tally: Tally
) -> None:
    """
    Every two cards of those that each dealer leaves, once for each way to draw them. `held` are the cards of the
    dealers, which have a row for each shuffle; where it has none, the dealers take no cards.
    """
    shuffles, hands = dealers.first.shape
    for shuffle in range(shuffles):
        for hand in range(hands):
            rest = left.copy()
            if len(held):
                for card in held[shuffle, hand]:
                    rest[card] -= 1
            for row in range(len(pairs.one)):
                ways = ways_to_buy(rest, pairs.one[row], pairs.two[row])
                if ways:
                    scored = slot_points(scores, pairs.laid, pairs.suits, row, dealers, suits, (shuffle, hand))
                    _add(tally, shuffle, ways, scored, scores.money)


@compiled
def set_against(
    ours: Laid, our_suits: Suits, row: int, dealers: Laid, suits: Suits, scores: Scores, tally: Tally
) -> None:
    """One setting against every dealer."""
    shuffles, hands = dealers.first.shape
    for shuffle in range(shuffles):
        for hand in range(hands):
            scored = slot_points(scores, ours, our_suits, row, dealers, suits, (shuffle, hand))
            _add(tally, shuffle, 1, scored, scores.money)


@compiled
def won_from_each(ours: Laid, our_suits: Suits, dealers: Laid, suits: Suits, scores: Scores) -> Counts:
    """What these settings together win from each dealer of one row, in parts of an ante."""
    hands = dealers.first.shape[1]
    sums = np.zeros(hands, dtype=np.int64)
    for hand in range(hands):
        for row in range(len(ours.first)):
            won = points(scores, ours, our_suits, row, dealers, suits, (0, hand))
            sums[hand] += scores.money[won + len(scores.money) // 2]
    return sums


@compiled
def _from_all(
    card: int, second: tuple[Any, Any], third: tuple[Any, Any], dealers: Laid, suits: Suits, scores: Scores
) -> int:
    """What one setting wins from all these dealers; second and third hands by their codes and suits."""
    shuffles, hands = dealers.first.shape
    total = 0
    for shuffle in range(shuffles):
        for hand in range(hands):
            at = (shuffle, hand)
            won = scores.first[card, dealers.first[at]]
            worth = scores.second_worth
            tie = scores.second_tie
            theirs = dealers.second[at]
            suit = suits.second[at]
            won += hand_points(worth, tie, second[0], theirs, second[1], suit)
            worth = scores.third_worth
            tie = scores.third_tie
            theirs = dealers.third[at]
            suit = suits.third[at]
            won += hand_points(worth, tie, third[0], theirs, third[1], suit)
            total += scores.money[won + len(scores.money) // 2]
    return total


@compiled
def most_from(
    scale: Scale,
    hand: Hands,
    seconds: Ints,
    thirds: Ints,
    our_suits: Suits,
    dealers: Laid,
    suits: Suits,
    scores: Scores,
) -> tuple[int, int]:
    """Which of the 504 settings of nine cards wins most from these dealers together, and how much."""
    picks = scale.places
    height = scale.height
    chosen = 0
    most = np.iinfo(np.int64).min
    for choice in range(len(picks.first)):
        first = picks.first[choice]
        second = picks.second[choice]
        third = picks.third[choice]
        if height[thirds[third]] > height[seconds[second]] > height[scale.one[hand[first]]]:
            middle = (np.int64(seconds[second]), our_suits.second[second])
            high = (np.int64(thirds[third]), our_suits.third[third])
            won = _from_all(hand[first], middle, high, dealers, suits, scores)
            if won > most:
                chosen = choice
                most = won
    return chosen, most
