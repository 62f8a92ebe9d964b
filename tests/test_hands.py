"""`houseway.hands` against the plain reference, on every small hand and on random larger ones."""

from itertools import combinations_with_replacement
from random import Random

import numpy as np
import pytest

from houseway import hands
from houseway.games.casino import hand_order as casino_hand_order
from houseway.games.casino.terms import Terms
from houseway.games.pick2.hand_order import FIVE_CARD_POKER, THREE_CARD_POKER
from houseway.hands import HandOrder
from houseway.kernels.cards import JOKER_CODE, all_hands, decoded_hand, encoded_hands
from houseway.kernels.evaluate import evaluator
from houseway.kernels.hand_numbers import number_of_strength
from houseway.rules.cards import JOKER, Cards, read_cards, shoe
from houseway.rules.errors import HousewayError
from houseway.rules.ranking import Made, Ranking
from support.sample_sizes import few_of

ORDERS = {
    "wild": hands.POKER,
    "bug": hands.POKER_WITH_BUG,
    "natural": hands.poker(joker_duplicates=False, natural_beats_wild=True, wheel="second"),
    "ace high only": hands.poker(ace_low=False, natural_beats_wild=True),
    "three cards": HandOrder(THREE_CARD_POKER),
    "casino": HandOrder(casino_hand_order.ranking(Terms())),
}
EACH_ORDER = pytest.mark.parametrize("order", ORDERS.values(), ids=ORDERS.keys())
RANDOM_HANDS = 400
MOST_JOKERS_IN_REFERENCE = 6
"""The plain reference takes seconds for more jokers that may not duplicate a card."""


def reference(order: HandOrder, cards: Cards) -> int:
    return number_of_strength(order.ranking, order.ranking.of(cards))


def random_hand(chance: Random, size: int) -> Cards:
    decks = chance.choice([1, 1, 2, 8])
    jokers = chance.choice([0, 1, 2, 4, MOST_JOKERS_IN_REFERENCE])
    return tuple(chance.sample(shoe(decks=decks, jokers=jokers), size))


@EACH_ORDER
@pytest.mark.parametrize("size", [1, 2])
def test_every_hand_of_one_and_two_cards(order: HandOrder, size: int) -> None:
    rows = np.array(list(combinations_with_replacement(range(JOKER_CODE + 1), size)), dtype=np.uint8)
    assert order.rank_batch(rows).tolist() == [reference(order, decoded_hand(row)) for row in rows.tolist()]


@pytest.mark.parametrize("order", [hands.POKER, hands.POKER_WITH_BUG], ids=["wild", "bug"])
def test_every_hand_of_three_cards(order: HandOrder) -> None:
    rows = np.array(list(combinations_with_replacement(range(JOKER_CODE + 1), 3)), dtype=np.uint8)
    assert order.rank_batch(rows).tolist() == [reference(order, decoded_hand(row)) for row in rows.tolist()]


def test_every_hand_of_five_cards_of_one_deck() -> None:
    """Our numbers order the 2,598,960 hands as the tables of the kernels do, which are tested on their own."""
    rows = all_hands(5)
    codes = evaluator(FIVE_CARD_POKER, 5).codes(rows)
    numbers = hands.POKER.rank_batch(rows)
    by_code = np.zeros(int(codes.max()) + 1, dtype=np.int64)
    by_code[codes] = numbers
    assert (by_code[codes] == numbers).all()
    assert (np.diff(by_code[1:]) > 0).all()


@EACH_ORDER
@pytest.mark.parametrize("seed", few_of(50, 1))
def test_random_hands_of_one_to_ten_cards(order: HandOrder, seed: int) -> None:
    chance = Random(seed)
    for size in range(1, 11):
        sample = [random_hand(chance, size) for _ in range(RANDOM_HANDS // 10)]
        expected = [reference(order, cards) for cards in sample]
        assert order.rank_batch(encoded_hands(sample)).tolist() == expected
        assert [order.rank(cards) for cards in sample[:5]] == expected[:5]


def test_a_single_call_gives_the_number_of_a_batch() -> None:
    rows = np.random.default_rng(3).integers(0, JOKER_CODE + 1, (300, 5), dtype=np.uint8)
    rows[:13] = 4 * np.arange(13, dtype=np.uint8)[:, np.newaxis] + np.array([0, 1, 2, 3, 0], dtype=np.uint8)
    rows[13:26] = 4 * np.arange(13, dtype=np.uint8)[:, np.newaxis]
    numbers = hands.POKER.rank_batch(rows).tolist()
    assert [hands.POKER.rank(row) for row in rows] == numbers
    assert numbers == [reference(hands.POKER, decoded_hand(row)) for row in rows.tolist()]


@EACH_ORDER
@pytest.mark.parametrize("seed", few_of(20, 1))
def test_the_best_hand_of_more_cards(order: HandOrder, seed: int) -> None:
    chance = Random(seed)
    for held, size in ((6, 5), (7, 5), (7, 2), (8, 5), (5, 5), (4, 3)):
        sample = [random_hand(chance, held) for _ in range(12)]
        expected = [number_of_strength(order.ranking, order.ranking.best_of(cards, size)[0]) for cards in sample]
        assert order.best_batch(encoded_hands(sample), size).tolist() == expected
        for cards, number in zip(sample, expected, strict=True):
            best, chosen = order.best(cards, size)
            assert best == number == order.rank(chosen)
            assert not set(chosen) - set(cards)


def test_best_of_seven_with_a_pair_in_a_flush() -> None:
    """Two decks: five cards of a suit may hold a rank twice, which the tables leave to the general kernel."""
    cards = read_cards("As As 9s 7s 2s Kd Kh")
    number = number_of_strength(hands.POKER.ranking, hands.POKER.ranking.best_of(cards, 5)[0])
    assert hands.POKER.best_batch(hands.encode(cards)).tolist() == [number]
    assert hands.POKER.name(number) == "flush, ace high"


def test_ten_jokers_are_ten_aces() -> None:
    assert hands.POKER.name((JOKER,) * 10) == "ten of a kind, aces"


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("As", "ace high"),
        ("9s 7d 2c", "nine high"),
        ("6s 6d 2c", "one pair, sixes"),
        ("6s 6d 2c 2d Ah", "two pairs, sixes and twos"),
        ("6s 6d 6c 2d Ah", "three of a kind, sixes"),
        ("As 2d 3c 4d 5h", "straight, five high"),
        ("As Ts 3s 4s 5s", "flush, ace high"),
        ("6s 6d 6c 2d 2h", "full house, sixes over twos"),
        ("6s 6d 6c 6h Xx", "five of a kind, sixes"),
        ("9s 8s 7s 6s 5s", "straight flush, nine high"),
        ("As Ks Qs Xx Ts", "royal flush"),
    ],
)
def test_names(cards: str, name: str) -> None:
    assert hands.POKER.name(cards) == name
    number = hands.POKER.rank(cards)
    assert hands.POKER.names_batch([number, number]).tolist() == [name, name]


def test_a_bug_is_an_ace_or_completes_a_straight_or_a_flush() -> None:
    assert hands.POKER.name("Ks Kd 7c 4h Xx") == "three of a kind, kings"
    assert hands.POKER_WITH_BUG.name("Ks Kd 7c 4h Xx") == "one pair, kings"
    assert hands.POKER_WITH_BUG.name("Ks Qd Jc 9h Xx") == "straight, king high"


def test_the_wheel_second_to_the_highest_straight() -> None:
    order = hands.poker(wheel="second")
    assert order.name("As 2d 3c 4d 5h") == "straight, ace low"
    assert order.rank("Ks Qd Jc Td 9h") < order.rank("As 2d 3c 4d 5h") < order.rank("As Kd Qc Jd Th")


def test_text_and_arrays() -> None:
    rows = hands.encode(["As Ks", "2c Xx"])
    assert rows.tolist() == [[51, 47], [0, 52]]
    assert hands.decode(rows) == ["As Ks", "2c Xx"]
    assert hands.POKER.rank([51, 47]) == hands.POKER.rank(rows[0]) == hands.POKER.rank("As Ks")
    assert hands.POKER.rank_batch(np.zeros((0, 5), dtype=np.uint8)).tolist() == []


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda: hands.POKER.rank(""), "a hand has 1 to 10 cards, not 0"),
        (lambda: hands.POKER.rank("As " * 11), "a hand has 1 to 10 cards, not 11"),
        (lambda: hands.POKER.rank("Zs"), "'Zs' is not a card"),
        (lambda: hands.POKER.rank([3, 53]), "a card as a number is a whole number from 0 to 52, not 53"),
        (lambda: hands.POKER.rank_batch([[3, 53]]), "cards in an array are whole numbers from 0 to 52, not 53"),
        (lambda: hands.POKER.rank_batch([[3, -1]]), "cards in an array are whole numbers from 0 to 52, not -1"),
        (lambda: hands.POKER.rank_batch([[3, 1.5]]), "cards in an array are whole numbers from 0 to 52, not float64"),
        (lambda: hands.POKER.rank_batch([1, 2, 3]), r"its shape is \(hands, cards\), not \(3,\)"),
        (lambda: hands.POKER.rank_batch([[1, 2], [3]]), "the hands of an array have one size"),
        (lambda: hands.encode(["As", "As Ks"]), "the hands of an array have one size, not 1 and 2 cards"),
        (lambda: hands.POKER.best("As Ks", 3), "the best hand has 1 to 2 cards, as many as there are, not 3"),
        (lambda: hands.POKER.name(7), "7 is not the number of a hand in this order"),
        (lambda: hands.poker(joker="tame"), "joker is wild or bug, not 'tame'"),  # type: ignore[arg-type]
        (lambda: HandOrder(Ranking((Made.HIGH_CARD,), suits="full")), "numbers of hands do not know suits"),
        (lambda: HandOrder(Ranking((Made.ONE_PAIR,))), "the last line of a Ranking must take every hand"),
        (lambda: HandOrder("poker"), "an order of hands is made from a Ranking"),  # type: ignore[arg-type]
    ],
)
def test_bad_input_gets_a_sentence(wrong: "object", sentence: str) -> None:
    assert callable(wrong)
    with pytest.raises(HousewayError, match=sentence):
        wrong()
