"""The tables against the plain reference: on every hand, or on every shape and suit pattern."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, pairwise, permutations

import numpy as np
import pytest

from houseway.games.casino import hand_order as casino_hand_order
from houseway.games.casino.terms import Terms
from houseway.games.chinese.hand_order import RANKINGS
from houseway.games.pick2.hand_order import FIVE_CARD_POKER, THREE_CARD_POKER
from houseway.games.pyramid import hand_order
from houseway.kernels.cards import JOKER_CODE, all_hands, decoded_hand, encoded_hands
from houseway.kernels.enumerate import class_arrays, suit_classes
from houseway.kernels.evaluate import Evaluator, code_hands, evaluator
from houseway.kernels.five import RANK_KEYS
from houseway.kernels.shapes import SYMBOLS, count_shapes, shape_number
from houseway.kernels.suited import suited_evaluator
from houseway.rules.cards import JOKER, Card, Cards, shoe
from houseway.rules.errors import Broken
from houseway.rules.ranking import Made, Ranking, Strength

WILD = Ranking(
    (
        *(Made.FIVE_OF_A_KIND, Made.ROYAL_FLUSH, Made.STRAIGHT_FLUSH, Made.FOUR_OF_A_KIND, Made.FULL_HOUSE),
        *(Made.FLUSH, Made.STRAIGHT, Made.THREE_OF_A_KIND, Made.TWO_PAIRS, Made.ONE_PAIR, Made.HIGH_CARD),
    ),
    natural_beats_wild=True,
)


@cache
def fives() -> Evaluator:
    return evaluator(FIVE_CARD_POKER, 5)


def agrees(ranking: Ranking, tables: Evaluator, hands: list[Cards]) -> bool:
    """Does every code stand for the very strength the plain reference gives?"""
    by_size: dict[int, list[Cards]] = {}
    for hand in hands:
        by_size.setdefault(len(hand), []).append(hand)
    return all(
        [tables.strengths[code] for code in tables.codes(encoded_hands(group)).tolist()] == [*map(ranking.of, group)]
        for group in by_size.values()
    )


def test_codes_are_in_the_order_of_strength() -> None:
    strengths = [strength for strength in fives().strengths if strength]
    assert len(strengths) == 7_462
    assert all(weaker < stronger for weaker, stronger in pairwise(strengths))
    assert [strength.level for strength in strengths] == fives().levels[1:].tolist()


def test_all_five_card_hands_by_suit_class() -> None:
    """134,459 classes, which stand for 2,598,960 hands; each class's code is the plain reference's strength."""
    hands, ways = class_arrays(5)
    assert (len(hands), ways.sum()) == (134_459, 2_598_960)
    assert agrees(FIVE_CARD_POKER, fives(), [decoded_hand(row) for row in hands.tolist()])


def test_all_five_card_hands_by_renaming_suits() -> None:
    """Every hand has the code of its class: 24 renamings, each shuffled in its places."""
    hands, _ = class_arrays(5)
    codes = fives().codes(hands)
    for turn, names in enumerate(permutations(range(4))):
        renamed = (hands // 4) * 4 + np.array(names, dtype=np.uint8)[hands % 4]
        shuffled = np.ascontiguousarray(np.roll(renamed, turn % 5, axis=1))
        assert (fives().codes(shuffled) == codes).all()


def test_the_tables_for_five_cards_agree_with_the_general_ones_on_every_hand() -> None:
    hands = all_hands(5)
    assert len(hands) == 2_598_960
    assert (fives().codes(hands) == code_hands(fives().tables[5], hands)).all()


def test_all_three_card_hands() -> None:
    tables = evaluator(THREE_CARD_POKER, 3)
    hands = [decoded_hand(row) for row in all_hands(3).tolist()]
    assert len(hands) == 22_100
    assert agrees(THREE_CARD_POKER, tables, hands)


@pytest.mark.parametrize("decks", [1, 2, 6])
def test_every_class_of_up_to_four_cards_from_several_decks_with_jokers(decks: int) -> None:
    tables = evaluator(WILD, 1, 2, 3, 4, decks=decks, jokers=2)
    hands = [cards for size in (1, 2, 3, 4) for cards, _ in suit_classes(size, decks=decks, jokers=min(2, size))]
    assert agrees(WILD, tables, random.Random(decks).sample(hands, 4_000))


@pytest.mark.slow
@pytest.mark.parametrize(("decks", "jokers"), [(1, 0), (2, 2), (3, 4)])
def test_every_class_of_five_cards_from_several_decks_with_jokers(decks: int, jokers: int) -> None:
    tables = evaluator(WILD, 5, decks=decks, jokers=jokers)
    assert agrees(WILD, tables, [cards for cards, _ in suit_classes(5, decks=decks, jokers=jokers)])


@pytest.mark.parametrize("size", [6, pytest.param(7, marks=pytest.mark.slow)])
def test_six_and_seven_cards(size: int) -> None:
    ranking = Ranking((Made.FULL_HOUSE, Made.FLUSH, Made.STRAIGHT, Made.THREE_OF_A_KIND, Made.ONE_PAIR, Made.HIGH_CARD))
    tables = evaluator(ranking, size, decks=1)
    assert agrees(ranking, tables, list(random_hands([size], decks=1, jokers=0, count=2_000)))


@pytest.mark.parametrize(
    ("ranking", "sizes", "decks", "jokers"),
    [
        (hand_order.TWO_CARDS, (2,), 6, 0),
        (RANKINGS["low"], (3, 5), 1, 0),
        (RANKINGS["second"], (3, 5), 1, 0),
        (casino_hand_order.ranking(Terms()), (1, 3), 2, 2),
        (casino_hand_order.ranking(Terms(joker_duplicates=False)), (1, 3), 2, 2),
        (casino_hand_order.ranking(Terms(joker_duplicates=False)), (5,), 2, 1),
        pytest.param(casino_hand_order.ranking(Terms()), (1, 3, 5), 2, 2, marks=pytest.mark.slow),
        pytest.param(casino_hand_order.ranking(Terms(joker_duplicates=False)), (1, 3, 5), 2, 2, marks=pytest.mark.slow),
    ],
)
def test_the_sheets_own_orders_compare_between_sizes(
    ranking: Ranking, sizes: tuple[int, ...], decks: int, jokers: int
) -> None:
    tables = evaluator(ranking, *sizes, decks=decks, jokers=jokers)
    hands = [*random_hands(sizes, decks=decks, jokers=jokers, count=4_000), *crowded_hands(sizes, decks, jokers)]
    assert agrees(ranking, tables, hands)


def random_hands(sizes: list[int] | tuple[int, ...], *, decks: int, jokers: int, count: int) -> Iterator[Cards]:
    chance = random.Random(7)
    cards = shoe(decks=decks)
    for _ in range(count):
        size = chance.choice(sizes)
        wild = min(size, chance.randint(0, jokers))
        naturals = chance.sample(cards, size - wild)
        yield (*naturals, *[JOKER] * wild)


def crowded_hands(sizes: tuple[int, ...], decks: int, jokers: int) -> Iterator[Cards]:
    """Many cards of one rank, in as many suits as can be: where a joker may find no place."""
    for size in sizes:
        for wild in range(min(jokers, size) + 1):
            for suits in combinations_with_replacement(range(1, 5), size - wild):
                if all(suits.count(suit) <= decks for suit in suits):
                    yield (*(Card(9, suit) for suit in suits), *[JOKER] * wild)


@pytest.mark.parametrize("suits", ["full", "first_card"])
def test_suits_break_ties_as_in_the_plain_reference(suits: str) -> None:
    ranking = Ranking(WILD.best_first, suits=suits, natural_beats_wild=True)  # type: ignore[arg-type]
    tables = suited_evaluator(ranking, 1, 2, 3, 4, decks=3, jokers=3)
    hands = [*random_hands((1, 2, 3, 4), decks=3, jokers=3, count=2_000), *crowded_hands((2, 3), 3, 3)]
    coded = [(int(tables.codes(encoded_hands([hand]))[0]), ranking.of(hand)) for hand in hands]
    assert len({strength.suits for _, strength in coded}) >= 4
    assert_same_order(coded)


@pytest.mark.slow
def test_suits_break_ties_between_five_cards_and_three() -> None:
    ranking = Ranking(WILD.best_first, suits="full")
    tables = suited_evaluator(ranking, 3, 5, decks=3, jokers=4)
    hands = list(random_hands((3, 5), decks=3, jokers=4, count=6_000))
    assert_same_order([(int(tables.codes(encoded_hands([hand]))[0]), ranking.of(hand)) for hand in hands])


def assert_same_order(coded: list[tuple[int, Strength]]) -> None:
    coded.sort(key=lambda pair: pair[1])
    for (code, strength), (next_code, next_strength) in pairwise(coded):
        assert (code < next_code, code == next_code) == (strength < next_strength, strength == next_strength)


def test_shapes_are_numbered_without_gaps() -> None:
    for size in range(8):
        shapes = combinations_with_replacement(range(SYMBOLS), size)
        assert sorted(map(shape_number, shapes)) == list(range(count_shapes(size)))


def test_no_two_sets_of_five_ranks_have_the_same_sum() -> None:
    sets = [ranks for ranks in combinations_with_replacement(range(13), 5) if max(map(ranks.count, ranks)) <= 4]
    assert len({sum(RANK_KEYS[rank] for rank in ranks) for ranks in sets}) == len(sets) == 6_175


def test_a_hand_outside_the_tables_is_refused() -> None:
    with pytest.raises(Broken, match="not in the tables"):
        evaluator(WILD, 3, decks=1, jokers=1).codes(np.array([[0, JOKER_CODE, JOKER_CODE]], dtype=np.uint8))
    with pytest.raises(Broken, match="do not know suits"):
        evaluator(Ranking(WILD.best_first, suits="full"), 3)
