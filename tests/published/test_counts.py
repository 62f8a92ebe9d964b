"""Published counts of hands, reproduced exactly by our kernels."""

from collections import Counter
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from houseway.kernels.cards import JOKER_CODE, all_hands
from houseway.kernels.enumerate import class_arrays
from houseway.kernels.evaluate import Evaluator, evaluator
from houseway.rules.cards import JOKER
from houseway.rules.ranking import Made, Ranking
from published.rankings import (
    FIVE_CARDS,
    FIVE_WILD,
    PAI_GOW_MANIA,
    THREE_CARDS,
    THREE_CARDS_BUG,
    count_hands,
    hand_classes,
)


def percent(edge: Fraction) -> str:
    return f"{float(100 * edge):.2f}"


STANDARD_FIVE = {
    Made.ROYAL_FLUSH: 4,
    Made.STRAIGHT_FLUSH: 36,
    Made.FOUR_OF_A_KIND: 624,
    Made.FULL_HOUSE: 3_744,
    Made.FLUSH: 5_108,
    Made.STRAIGHT: 10_200,
    Made.THREE_OF_A_KIND: 54_912,
    Made.TWO_PAIRS: 123_552,
    Made.ONE_PAIR: 1_098_240,
    Made.HIGH_CARD: 1_302_540,
}


def made_counts(tables: Evaluator, codes: np.ndarray, ways: np.ndarray) -> dict[Made, int]:
    names = {strength.level: strength.made for strength in tables.strengths if strength}
    levels = tables.levels[codes]
    return {name: int(ways[levels == level].sum()) for level, name in names.items() if (levels == level).any()}


def test_five_cards_of_one_deck() -> None:
    assert count_hands(FIVE_CARDS, 5) == STANDARD_FIVE
    tables = evaluator(FIVE_CARDS, 5)
    assert len(tables.strengths) - 1 == 7_462
    codes = tables.codes(all_hands(5))
    assert made_counts(tables, codes, np.ones(len(codes), dtype=np.int64)) == STANDARD_FIVE


def test_three_cards_of_one_deck() -> None:
    royal = Ranking((Made.ROYAL_FLUSH, *THREE_CARDS.best_first))
    assert count_hands(THREE_CARDS, 3) == {
        Made.STRAIGHT_FLUSH: 48,
        Made.THREE_OF_A_KIND: 52,
        Made.STRAIGHT: 720,
        Made.FLUSH: 1_096,
        Made.ONE_PAIR: 3_744,
        Made.HIGH_CARD: 16_440,
    }
    assert count_hands(royal, 3)[Made.ROYAL_FLUSH] == 4


def three_cards_of(decks: int) -> Counter[str]:
    """Counts by line, with flushes that contain a pair and suited trips on lines of their own."""
    counts: Counter[str] = Counter()
    for strength, cards, hands in hand_classes(THREE_CARDS, 3, decks=decks):
        has_pair = len({card.rank for card in cards}) == 2
        is_suited = len({card.suit for card in cards}) == 1
        if strength.made == Made.FLUSH and has_pair:
            line = "suited_pair"
        elif strength.made == Made.THREE_OF_A_KIND and is_suited:
            line = "suited_trips"
        else:
            line = strength.made.value
        counts[line] += hands
    return counts


def test_three_cards_of_two_decks() -> None:
    """A flush with a pair is counted as a pair here."""
    counts = three_cards_of(2)
    assert counts.total() == 182_104
    assert (counts["straight_flush"], counts["straight"], counts["flush"]) == (384, 5_760, 8_768)
    assert counts["three_of_a_kind"] + counts["suited_trips"] == 728
    assert counts["one_pair"] + counts["suited_pair"] == 34_944
    assert counts["high_card"] == 131_520


def test_three_cards_of_six_decks() -> None:
    counts = three_cards_of(6)
    assert counts.total() == 5_013_320
    assert (counts["straight_flush"], counts["straight"], counts["flush"]) == (10_368, 155_520, 236_736)
    assert (counts["three_of_a_kind"] + counts["suited_trips"], counts["suited_trips"]) == (26_312, 1_040)
    assert (counts["suited_pair"], counts["one_pair"], counts["high_card"]) == (56_160, 977_184, 3_551_040)


@pytest.mark.parametrize(("decks", "edge"), [(1, "13.30"), (2, "7.26"), (4, "4.24"), (6, "3.24"), (8, "2.74")])
def test_21_plus_3_at_a_flat_9_to_1(decks: int, edge: str) -> None:
    counts = count_hands(THREE_CARDS, 3, decks=decks)
    wins = counts.total() - counts[Made.ONE_PAIR] - counts[Made.HIGH_CARD]
    assert percent(1 - Fraction(10 * wins, counts.total())) == edge


def test_six_cards_play_their_best_five() -> None:
    tables = evaluator(FIVE_CARDS, 5)
    hands, ways = class_arrays(6)
    counts = made_counts(tables, tables.best_codes(hands, 5), ways)
    assert sum(counts.values()) == comb(52, 6) == 20_358_520
    published = {
        Made.ROYAL_FLUSH: 188,
        Made.STRAIGHT_FLUSH: 1_844 - 188,
        Made.FOUR_OF_A_KIND: 14_664,
        Made.FULL_HOUSE: 165_984,
        Made.FLUSH: 205_792,
        Made.STRAIGHT: 361_620,
        Made.THREE_OF_A_KIND: 732_160,
        Made.TWO_PAIRS: 2_532_816,
    }
    assert {made: counts[made] for made in published} == published


@pytest.mark.parametrize(("pays", "edge"), [((1, 4, 6, 30, 40), "2.32"), ((1, 3, 6, 30, 40), "7.28")])
def test_pair_plus(pays: tuple[int, ...], edge: str) -> None:
    lines = (Made.ONE_PAIR, Made.FLUSH, Made.STRAIGHT, Made.THREE_OF_A_KIND, Made.STRAIGHT_FLUSH)
    table = dict(zip(lines, pays, strict=True))
    counts = count_hands(THREE_CARDS, 3)
    total = sum(table.get(made, -1) * ways for made, ways in counts.items())
    assert percent(-Fraction(total, counts.total())) == edge


def test_pai_gow_mania_three_cards_with_a_bug() -> None:
    counts: Counter[str] = Counter()
    for strength, cards, hands in hand_classes(THREE_CARDS_BUG, 3, jokers=1):
        is_wild = strength.made == Made.STRAIGHT_FLUSH and JOKER in cards
        counts["wild_straight_flush" if is_wild else strength.made.value] += hands
    assert counts == {
        "straight_flush": 48,
        "three_of_a_kind": 58,
        "wild_straight_flush": 100,
        "straight": 1_020,
        "flush": 1_308,
        "one_pair": 3_912,
        "high_card": 16_980,
    }
    pays = {
        "straight_flush": 40,
        "three_of_a_kind": 30,
        "wild_straight_flush": 5,
        "straight": 4,
        "flush": 3,
        "one_pair": 1,
    }
    total = sum(pays.get(line, -1) * ways for line, ways in counts.items())
    assert f"{float(-100 * Fraction(total, counts.total())):.3f}" == "3.859"


@pytest.mark.slow
def test_pai_gow_mania_seven_cards_with_a_bug() -> None:
    tables = evaluator(PAI_GOW_MANIA, 5, jokers=1)
    counts: Counter[Made] = Counter()
    for naturals in (7, 6):
        hands, ways = class_arrays(naturals)
        jokers = np.full((len(hands), 7 - naturals), JOKER_CODE, dtype=np.uint8)
        codes = tables.best_codes(np.ascontiguousarray(np.hstack([hands, jokers])), 5)
        counts.update(made_counts(tables, codes, ways))
    published = {
        Made.FIVE_OF_A_KIND: 1_128,
        Made.ROYAL_FLUSH: 26_132,
        Made.STRAIGHT_FLUSH: 184_832,
        Made.FOUR_OF_A_KIND: 307_472,
        Made.FULL_HOUSE: 4_188_528,
        Made.FLUSH: 6_172_088,
        Made.THREE_OF_A_KIND: 7_672_500,
        Made.STRAIGHT: 11_034_204,
    }
    assert {made: counts[made] for made in published} == published
    assert counts.total() == comb(53, 7) == 154_143_080
    assert counts.total() - sum(published.values()) == 124_556_196


@pytest.mark.parametrize(("jokers", "fives", "hands"), [(1, 13, 2_869_685), (2, 78, 3_162_510)])
def test_five_of_a_kind_with_jokers(jokers: int, fives: int, hands: int) -> None:
    counts = count_hands(FIVE_WILD, 5, jokers=jokers)
    assert (counts[Made.FIVE_OF_A_KIND], counts.total()) == (fives, hands)


def test_five_cards_of_two_decks() -> None:
    counts = count_hands(FIVE_WILD, 5, decks=2)
    assert counts.total() == 91_962_520
    assert counts[Made.FIVE_OF_A_KIND] == 728
    assert counts[Made.FOUR_OF_A_KIND] == 87_360
    assert (counts[Made.ROYAL_FLUSH], counts[Made.STRAIGHT_FLUSH]) == (128, 1_280 - 128)
