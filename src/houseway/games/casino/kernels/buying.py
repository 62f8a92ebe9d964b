"""
Compiled values of buying: seven cards with every pair of bought cards, and settings against every dealer.

Pairs are counted by kind of card: equal cards of the shoe are one kind.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import JOKER_CODE, Hands, Ints
from ....kernels.compiled import compiled
from .duel import Counts, Scores, Suits, hand_points, points, sign_column
from .setting import (
    SECOND_HANDS,
    THIRD_HANDS,
    CodedSettings,
    Scale,
    Values,
    best_by_value,
    code_nine,
    new_looked,
)

SEVEN = 7
NINE = 9


@compiled
def insert_in_deck_order(hand: Ints, count: int, card: int) -> None:
    """Insert a card into the first `count` cards of a hand, which are in deck order."""
    place = count
    while place > 0 and card != JOKER_CODE and (hand[place - 1] < card or hand[place - 1] == JOKER_CODE):
        hand[place] = hand[place - 1]
        place -= 1
    hand[place] = card


@compiled
def _value_of_seven(scale: Scale, values: Values, seven: Hands, left: Counts, every: int, start: int) -> float:
    """The mean value of the best setting over all pairs of cards left in the shoe; see `value_of_buying`."""
    kinds = np.flatnonzero(left).astype(np.uint8)
    held = np.zeros(SEVEN, np.uint8)
    for place in range(SEVEN):
        insert_in_deck_order(held, place, seven[place])
    cards = np.zeros(NINE, np.uint8)
    seconds = np.zeros(SECOND_HANDS, np.uint32)
    thirds = np.zeros(THIRD_HANDS, np.uint32)
    looked = new_looked()
    total = 0.0
    pairs = 0
    number = start
    for one in range(len(kinds)):
        for two in range(one, len(kinds)):
            number = number + 1
            if number % every:
                continue
            ways = ways_to_buy(left, kinds[one], kinds[two])
            if ways:
                for place in range(SEVEN):
                    cards[place] = held[place]
                insert_in_deck_order(cards, SEVEN, kinds[one])
                insert_in_deck_order(cards, SEVEN + 1, kinds[two])
                code_nine(scale, cards, seconds, thirds)
                _, value = best_by_value(scale, values, cards, seconds, thirds, looked)
                total += ways * value
                pairs += ways
    return total / pairs


@compiled
def ways_to_buy(left: Counts, one: int, two: int) -> int:
    """The number of ways to draw two cards of these kinds; `left` counts the cards of each kind in the shoe."""
    if one == two:
        return left[one] * (left[one] - 1) // 2  # type: ignore[no-any-return]
    return left[one] * left[two]  # type: ignore[no-any-return]


@compiled
def value_of_buying(
    scale: Scale, values: Values, sevens: Hands, shoe: Counts, every: int, start: int
) -> NDArray[np.float64]:
    """
    The value of buying for each row of seven cards: the mean value of the best setting over all pairs left in the shoe.

    `shoe` counts the cards of each kind. With `every` above 1 only every `every`-th pair of kinds is used; two calls
    whose `start` differs by less than `every` use no pair both.
    """
    mean_values = np.zeros(len(sevens), dtype=np.float64)
    for row in range(len(sevens)):
        left = shoe.copy()
        for card in sevens[row]:
            left[card] -= 1
        mean_values[row] = _value_of_seven(scale, values, sevens[row], left, every, start)
    return mean_values


# Against dealers ---------------------------------------------------------------------------------------------------


class Pairs(NamedTuple):
    """Every pair of cards that can be bought, one per row, with the setting of the resulting nine cards."""

    one: Ints
    """The kind of the first bought card."""
    two: Ints
    """The kind of the second bought card."""
    settings: CodedSettings
    suits: Suits


@compiled
def slot_points(
    scores: Scores,
    ours: CodedSettings,
    our_suits: Suits,
    row: int,
    theirs: CodedSettings,
    suits: Suits,
    place: tuple[int, int],
) -> tuple[int, int, int]:
    """The points of each of the three hands: our setting at index `row` against the dealer's at index `place`."""
    first = scores.first[ours.first[row], theirs.first[place]]
    second = hand_points(
        scores.second_points,
        scores.second_tie,
        ours.second[row],
        theirs.second[place],
        our_suits.second[row],
        suits.second[place],
    )
    third = hand_points(
        scores.third_points,
        scores.third_tie,
        ours.third[row],
        theirs.third[place],
        our_suits.third[row],
        suits.third[place],
    )
    return first, second, third


class Tally(NamedTuple):
    """The results of one option over all its rounds."""

    money: Counts
    """By shuffle: the money won, in parts of an ante."""
    signs: Counts
    """(3,): rounds won, pushed and lost."""
    wins: Counts
    """(3,): how often each hand won."""
    net: Counts
    """(3,): the points that each hand won, minus those it lost."""


@compiled
def _add(tally: Tally, shuffle: int, ways: int, scored: tuple[int, int, int], money: Counts) -> None:
    """Add a result that occurs in `ways` rounds to a tally; `scored` has the points of the three hands."""
    won = scored[0] + scored[1] + scored[2]
    tally.money[shuffle] += ways * money[won + len(money) // 2]
    tally.signs[sign_column(won)] += ways
    for slot in range(3):
        tally.net[slot] += ways * scored[slot]
        if scored[slot] > 0:
            tally.wins[slot] += ways


def new_tally(shuffles: int) -> Tally:
    """An empty tally."""
    return Tally(
        money=np.zeros(shuffles, dtype=np.int64),
        signs=np.zeros(3, dtype=np.int64),
        wins=np.zeros(3, dtype=np.int64),
        net=np.zeros(3, dtype=np.int64),
    )


@compiled
def tally_purchases(
    pairs: Pairs, left: Counts, held: Hands, dealers: CodedSettings, suits: Suits, scores: Scores, tally: Tally
) -> None:
    """
    Tally every pair of cards that each dealer leaves in the shoe, once for each way to draw it.

    The dealers' arrays have one row for each shuffle. `held` has the dealers' cards; if it is empty, the dealers take
    no cards from the shoe.
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
                    scored = slot_points(scores, pairs.settings, pairs.suits, row, dealers, suits, (shuffle, hand))
                    _add(tally, shuffle, ways, scored, scores.money)


@compiled
def tally_setting(
    ours: CodedSettings, our_suits: Suits, row: int, dealers: CodedSettings, suits: Suits, scores: Scores, tally: Tally
) -> None:
    """Tally one setting against every dealer."""
    shuffles, hands = dealers.first.shape
    for shuffle in range(shuffles):
        for hand in range(hands):
            scored = slot_points(scores, ours, our_suits, row, dealers, suits, (shuffle, hand))
            _add(tally, shuffle, 1, scored, scores.money)


@compiled
def won_from_each(
    ours: CodedSettings, our_suits: Suits, dealers: CodedSettings, suits: Suits, scores: Scores
) -> Counts:
    """(hands,): the money that all these settings together win from each dealer of one row, in parts of an ante."""
    hands = dealers.first.shape[1]
    sums = np.zeros(hands, dtype=np.int64)
    for hand in range(hands):
        for row in range(len(ours.first)):
            won = points(scores, ours, our_suits, row, dealers, suits, (0, hand))
            sums[hand] += scores.money[won + len(scores.money) // 2]
    return sums


@compiled
def _from_all(
    card: int, second: tuple[Any, Any], third: tuple[Any, Any], dealers: CodedSettings, suits: Suits, scores: Scores
) -> int:
    """The money that one setting wins from all dealers, in parts of an ante; a hand is a pair of code and suits."""
    shuffles, hands = dealers.first.shape
    total = 0
    for shuffle in range(shuffles):
        for hand in range(hands):
            at = (shuffle, hand)
            won = scores.first[card, dealers.first[at]]
            won += hand_points(
                scores.second_points, scores.second_tie, second[0], dealers.second[at], second[1], suits.second[at]
            )
            won += hand_points(
                scores.third_points, scores.third_tie, third[0], dealers.third[at], third[1], suits.third[at]
            )
            total += scores.money[won + len(scores.money) // 2]
    return total


@compiled
def best_choice_against(
    scale: Scale,
    hand: Hands,
    seconds: Ints,
    thirds: Ints,
    our_suits: Suits,
    dealers: CodedSettings,
    suits: Suits,
    scores: Scores,
) -> tuple[int, int]:
    """The number of the legal setting of nine cards that wins most from all these dealers together, and that sum."""
    picks = scale.places
    height = scale.height
    chosen = 0
    most = np.iinfo(np.int64).min
    for choice in range(len(picks.first)):
        first = picks.first[choice]
        second = picks.second[choice]
        third = picks.third[choice]
        if height[thirds[third]] > height[seconds[second]] > height[scale.one[hand[first]]]:
            second_hand = (np.int64(seconds[second]), our_suits.second[second])
            third_hand = (np.int64(thirds[third]), our_suits.third[third])
            won = _from_all(hand[first], second_hand, third_hand, dealers, suits, scores)
            if won > most:
                chosen = choice
                most = won
    return chosen, most
