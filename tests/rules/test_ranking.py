"""The strength of hands: counts compared with published figures, and jokers with every identity."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, product
from math import comb, factorial, prod
from typing import Literal

import pytest

from houseway.rules.cards import DECK, JOKER, Card, Cards, read_cards
from houseway.rules.errors import Broken
from houseway.rules.ranking import Line, Made, Ranking, Strength, compare_strengths, lines_held, run_top, run_tops

POKER: tuple[Line, ...] = (
    *(Made.ROYAL_FLUSH, Made.STRAIGHT_FLUSH, Made.FOUR_OF_A_KIND, Made.FULL_HOUSE, Made.FLUSH, Made.STRAIGHT),
    *(Made.THREE_OF_A_KIND, Made.TWO_PAIRS, Made.ONE_PAIR, Made.HIGH_CARD),
)
THREE_CARD: tuple[Line, ...] = (
    *(Made.ROYAL_FLUSH, Made.STRAIGHT_FLUSH, Made.THREE_OF_A_KIND, Made.STRAIGHT, Made.FLUSH),
    *(Made.ONE_PAIR, Made.HIGH_CARD),
)
FIVE = Ranking(POKER)
THREE = Ranking(THREE_CARD)
STANDARD_FIVE = {  # published.md, "5-card hands, 1 deck"
    "royal_flush": 4,
    "straight_flush": 36,
    "four_of_a_kind": 624,
    "full_house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three_of_a_kind": 54_912,
    "two_pairs": 123_552,
    "one_pair": 1_098_240,
    "high_card": 1_302_540,
}


def of(ranking: Ranking, text: str) -> Strength:
    return ranking.of(read_cards(text))


# Counts ----------------------------------------------------------------------------------------------------------


def suit_classes(size: int) -> Iterator[tuple[Cards, int]]:
    """One hand for each class of hands alike but for the names of their suits, and how many are like it."""
    subsets = {count: list(combinations(range(2, 15), count)) for count in range(size + 1)}
    for sizes in combinations_with_replacement(range(size, -1, -1), 4):
        if sum(sizes) != size:
            continue
        pools = [combinations_with_replacement(subsets[count], sizes.count(count)) for count in sorted(set(sizes))]
        for chosen in product(*pools):
            held = [ranks for group in chosen for ranks in group]
            weight = factorial(4) // prod(factorial(count) for count in Counter(held).values())
            yield tuple(Card(rank, suit) for suit, ranks in enumerate(held, start=1) for rank in ranks), weight


def test_all_five_card_hands_of_one_deck_by_suit_class() -> None:
    """134,459 classes stand for 2,598,960 hands; 7,462 strengths are different."""
    counts: Counter[str] = Counter()
    strengths: set[Strength] = set()
    classes = 0
    for cards, weight in suit_classes(5):
        strength = FIVE.of(cards)
        counts[strength.made] += weight
        strengths.add(strength)
        classes += 1
    assert (classes, counts.total(), len(strengths)) == (134_459, 2_598_960, 7_462)
    assert counts == STANDARD_FIVE


@pytest.mark.slow
def test_all_five_card_hands_of_one_deck_one_by_one() -> None:
    counts = Counter(FIVE.of(cards).made for cards in combinations(DECK, 5))
    assert counts == STANDARD_FIVE


def test_the_names_of_suits_do_not_matter() -> None:
    """The classes of the count above are sound: a sample of hands under every renaming of suits."""
    chance = random.Random(5)
    for _ in range(300):
        cards = tuple(chance.sample(DECK, 5))
        shift = chance.randrange(4)
        turned = tuple(Card(card.rank, (card.suit + shift) % 4 + 1) for card in cards)
        assert FIVE.of(cards) == FIVE.of(turned)


def test_all_three_card_hands_of_one_deck() -> None:
    counts = Counter(THREE.of(cards).made for cards in combinations(DECK, 3))
    assert counts == {
        "royal_flush": 4,
        "straight_flush": 44,
        "three_of_a_kind": 52,
        "straight": 720,
        "flush": 1_096,
        "one_pair": 3_744,
        "high_card": 16_440,
    }
    assert counts.total() == 22_100


def multi_deck_counts(decks: int) -> Counter[str]:
    counts: Counter[str] = Counter()
    for cards in combinations_with_replacement(DECK, 3):
        weight = prod(comb(decks, copies) for copies in Counter(cards).values())
        made = THREE.of(cards).made
        suited = len({card.suit for card in cards}) == 1
        paired = len({card.rank for card in cards}) == 2
        counts["paired_flush" if suited and paired else made] += weight
        counts["suited_trips"] += weight if suited and made == Made.THREE_OF_A_KIND else 0
    return counts


def test_all_three_card_hands_of_six_decks() -> None:
    """Wizard of Odds, 21+3: hands that only several decks can deal."""
    counts = multi_deck_counts(6)
    assert counts["straight_flush"] + counts["royal_flush"] == 10_368
    assert (counts["three_of_a_kind"], counts["suited_trips"]) == (26_312, 1_040)
    assert (counts["straight"], counts["flush"], counts["paired_flush"]) == (155_520, 236_736, 56_160)
    assert (counts["one_pair"], counts["high_card"]) == (977_184, 3_551_040)
    assert counts.total() - counts["suited_trips"] == 5_013_320


def test_all_three_card_hands_of_two_decks() -> None:
    counts = multi_deck_counts(2)
    assert counts["straight_flush"] + counts["royal_flush"] == 384
    assert (counts["three_of_a_kind"], counts["straight"], counts["flush"]) == (728, 5_760, 8_768)
    assert (counts["one_pair"] + counts["paired_flush"], counts["high_card"]) == (34_944, 131_520)
    assert counts.total() - counts["suited_trips"] == 182_104


def test_five_of_a_kind_with_one_joker() -> None:
    """Alspach: 13 hands of 2,869,685 with one fully wild joker; here all hands that hold four of a rank."""
    ranking = Ranking((Made.FIVE_OF_A_KIND, *POKER))
    quads = [tuple(card for card in DECK if card.rank == rank) for rank in range(2, 15)]
    assert sum(ranking.of((*cards, JOKER)).made == Made.FIVE_OF_A_KIND for cards in quads) == 13
    triples = (three for cards in quads for three in combinations(cards, 3))
    two = (1 for three in triples if ranking.of((*three, JOKER, JOKER)).made == Made.FIVE_OF_A_KIND)
    assert sum(two) + 0 == 52  # with four of a rank and one joker: 13 x 2 jokers, 52 + 26 = 78


# Jokers against brute force ----------------------------------------------------------------------------------------

EVERYTHING: tuple[Line, ...] = (
    *(Made.SIX_OF_A_KIND, Made.FIVE_OF_A_KIND, Made.ROYAL_FLUSH, Made.STRAIGHT_FLUSH, Made.FOUR_OF_A_KIND),
    *(Made.FULL_HOUSE, (Made.FLUSH, 6), (Made.FLUSH, 5), Made.STRAIGHT, Made.THREE_OF_A_KIND, Made.TWO_PAIRS),
    *((Made.FLUSH, 3), Made.ONE_PAIR, Made.HIGH_CARD),
)


def best_by_brute_force(ranking: Ranking, naturals: Cards, jokers: int) -> Strength:
    def allowed(wild: Cards) -> bool:
        held = (*naturals, *wild)
        return ranking.joker_duplicates or all(held.count(card) == 1 for card in wild)

    worlds = combinations_with_replacement(DECK, jokers)
    return max(ranking.as_declared(naturals, wild) for wild in worlds if allowed(wild))


@pytest.mark.parametrize("size", [1, 3, 5, 6])
@pytest.mark.parametrize("suits", ["off", "first_card", "full"])
@pytest.mark.parametrize("duplicates", [True, False])
@pytest.mark.parametrize("wheel", ["low", "second"])
def test_jokers_are_as_good_as_the_best_of_all_52_cards(
    size: int,
    suits: Literal["off", "first_card", "full"],
    duplicates: bool,
    wheel: Literal["low", "second"],
) -> None:
    ranking = Ranking(EVERYTHING, wheel=wheel, suits=suits, joker_duplicates=duplicates)
    chance = random.Random(f"{size} {suits} {duplicates} {wheel}")
    for jokers, hands in ((1, 10), (2, 2)):
        for _ in range(hands if size >= jokers else 0):
            naturals = near_something(chance, size - jokers)
            best = best_by_brute_force(ranking, naturals, jokers)
            hand = [*naturals, *(JOKER,) * jokers]
            chance.shuffle(hand)
            assert ranking.of(tuple(hand)) == best, (naturals, jokers)


def near_something(chance: random.Random, count: int) -> Cards:
    """Cards of two decks, often of one suit or few ranks, where jokers have most to choose from."""
    pool = [card for card in DECK * 2 if chance.random() < 0.5 or card.suit == 3]
    window = chance.randrange(2, 11)
    near = [card for card in pool if window <= card.rank <= window + 4 or card.rank == 14]
    suited = [card for card in pool if card.suit == 3]
    return tuple(chance.sample(chance.choice([pool, near, suited]), count))


def test_a_natural_hand_beats_an_equal_wild_hand_only_where_the_sheet_says_so() -> None:
    for says, result in ((True, 1), (False, 0)):
        ranking = Ranking(POKER, natural_beats_wild=says)
        assert compare_strengths(of(ranking, "As Ad 7c 6c 2d"), of(ranking, "As Xx 7c 6c 2d")) == result
        assert compare_strengths(of(ranking, "As Xx 7c 6c 2d"), of(ranking, "Xx Xx 7c 6c 2d")) <= 0
    declared = Ranking(POKER, natural_beats_wild=True).as_declared(read_cards("As Xx 7c"), read_cards("Ad"))
    assert (declared.made, declared.naturalness) == (Made.ONE_PAIR, -1)


def test_two_jokers_of_one_rank_are_different_cards_where_duplicates_are_not_allowed() -> None:
    kinds: tuple[Line, ...] = (Made.THREE_OF_A_KIND, Made.ONE_PAIR, Made.HIGH_CARD)
    ranking = Ranking(kinds, suits="full", joker_duplicates=False)
    assert of(ranking, "As Ah Xx").suits == (4, 3, 2)
    assert of(ranking, "As Xx Xx").suits == (4, 3, 2)
    assert of(Ranking(kinds, suits="full"), "As Ah Xx").suits == (4, 4, 3)


def test_a_joker_cannot_be_a_fifth_of_its_rank_without_duplicates() -> None:
    lines: tuple[Line, ...] = (Made.FIVE_OF_A_KIND, *POKER)
    assert of(Ranking(lines, joker_duplicates=False), "As Ah Ad Ac Xx").made == Made.FOUR_OF_A_KIND
    assert of(Ranking(lines, joker_duplicates=False), "As Ah Ad Ac Xx").ranks == (14, 14, 14, 14, 13)
    assert of(Ranking(lines), "As Ah Ad Ac Xx").made == Made.FIVE_OF_A_KIND


def test_a_hand_of_jokers_is_the_best_hand() -> None:
    assert of(FIVE, "Xx Xx Xx").made == Made.ROYAL_FLUSH
    assert of(Ranking(EVERYTHING, joker_duplicates=False), "Xx Xx Xx").made == Made.ROYAL_FLUSH


# Orders ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("Ks Kd 2c 3d 4h", "Qs Qd Ac Kd Jh"),
        ("As Kd 9c 3d 2h", "As Kd 8c 7d 6h"),
        ("3s 3d 2c 2d Ah", "3s 3d 2c 2d Kh"),
        ("2s 2d 2c 3d 3h", "As Kd Qc Jd Th"),
        ("6s 5d 4c 3d 2h", "5s 4d 3c 2d Ah"),
        ("Ks Qs Js Ts 9s", "5s 4s 3s 2s As"),
        ("As 9s 5s 4s 2s", "As 8s 7s 6s 4s"),
    ],
)
def test_the_better_hand_wins(better: str, worse: str) -> None:
    assert compare_strengths(of(FIVE, better), of(FIVE, worse)) == 1
    assert compare_strengths(of(FIVE, worse), of(FIVE, better)) == -1
    assert compare_strengths(of(FIVE, better), of(FIVE, better)) == 0


def test_the_wheel_is_lowest_or_second() -> None:
    low = FIVE
    second = Ranking(POKER, wheel="second")
    wheel = "5s 4d 3c 2d Ah"
    king_high = "Ks Qd Jc Td 9h"
    ace_high = "As Kd Qc Jd Th"
    assert of(low, wheel) < of(low, "6s 5d 4c 3d 2h")
    assert of(second, king_high) < of(second, wheel) < of(second, ace_high)


def test_runs_do_not_wrap_and_an_ace_may_be_high_only() -> None:
    assert of(FIVE, "Qs Kd Ac 2d 3h").made == Made.HIGH_CARD
    high_only = Ranking(POKER, ace_low=False)
    assert of(high_only, "5s 4d 3c 2d Ah").made == Made.HIGH_CARD
    assert of(high_only, "As Kd Qc Jd Th").made == Made.STRAIGHT


def test_the_sheet_defines_the_order_of_lines() -> None:
    flush_first = Ranking((Made.FLUSH, Made.STRAIGHT, Made.HIGH_CARD))
    straight_first = Ranking((Made.STRAIGHT, Made.FLUSH, Made.HIGH_CARD))
    flush = "As 9s 3s"
    straight = "4s 3d 2c"
    assert of(flush_first, flush) > of(flush_first, straight)
    assert of(straight_first, flush) < of(straight_first, straight)


def test_suits_break_ties_only_where_the_sheet_lets_them() -> None:
    spades = "As Kd"
    hearts = "Ah Ks"
    assert of(Ranking(POKER), spades) == of(Ranking(POKER), hearts)
    assert of(Ranking(POKER, suits="first_card"), spades) > of(Ranking(POKER, suits="first_card"), hearts)
    first_equal = ("As Kd", "As Ks")
    assert of(Ranking(POKER, suits="first_card"), first_equal[0]) == of(
        Ranking(POKER, suits="first_card"), first_equal[1]
    )
    assert of(Ranking(POKER, suits="full"), first_equal[0]) < of(Ranking(POKER, suits="full"), first_equal[1])


@pytest.mark.parametrize("joker", ["wild", "bug"])
def test_suits_only_decide_ties(joker: Literal["wild", "bug"]) -> None:
    chance = random.Random(6)
    cards = (*DECK, *DECK, JOKER, JOKER)
    plain, by_suit = (Ranking(POKER, suits=suits, joker=joker) for suits in ("off", "full"))
    for _ in range(2_000):
        hand = tuple(chance.sample(cards, chance.choice((1, 2, 3, 4, 5, 5, 5))))
        suit = chance.choice((0, 0, 1, 2, 3, 4))
        hand = tuple(Card(card.rank, suit) if suit and card != JOKER else card for card in hand)
        strength = plain.of(hand)
        full = by_suit.of(hand)
        assert (strength.level, strength.ranks, strength.made, strength.size) == (
            full.level,
            full.ranks,
            full.made,
            full.size,
        )
        assert strength.suits == ()


def test_suits_follow_the_order_of_importance() -> None:
    full = Ranking(POKER, suits="full")
    assert of(full, "2s 5d As 3h 4c").suits == (2, 1, 3, 4, 4)  # the ace of a wheel comes last
    assert of(full, "Ks 9c 9d").suits == (2, 1, 4)
    assert of(full, "2s As 9s").suits == (4, 4, 4)


def test_a_longer_list_of_ranks_beats_its_own_beginning() -> None:
    assert of(FIVE, "As Kd 9c 2d") > of(FIVE, "As Kd 9c")


def test_lines_of_one_size_only() -> None:
    ranking = Ranking(((Made.FLUSH, 5), Made.HIGH_CARD))
    assert of(ranking, "As 9s 3s").made == Made.HIGH_CARD
    assert of(ranking, "As 9s 3s 4s 6s").made == Made.FLUSH
    assert (ranking.level(Made.FLUSH, 5), ranking.level(Made.FLUSH, 3), ranking.level(Made.HIGH_CARD, 3)) == (2, 0, 1)


def test_fewer_than_three_cards_are_no_straight_and_no_flush() -> None:
    assert of(FIVE, "As Ks").made == Made.HIGH_CARD
    assert run_top(read_cards("As Ks")) == 0
    assert run_top(read_cards("As Ks Qd")) == 14
    assert run_top(read_cards("As 2s 3d")) == 3
    assert run_top(read_cards("As 2s 3d"), ace_low=False) == 0


def test_best_of_finds_the_hand_and_its_cards() -> None:
    strength, cards = FIVE.best_of(read_cards("As Ks 2d Qs Js Ts"), 5)
    assert strength.made == Made.ROYAL_FLUSH
    assert set(cards) == set(read_cards("As Ks Qs Js Ts"))


def test_a_ranking_without_a_line_for_every_hand_raises_broken() -> None:
    with pytest.raises(Broken, match="its last line must take every hand"):
        of(Ranking((Made.ONE_PAIR,)), "As Kd")


def test_hands_in_words() -> None:
    assert of(FIVE, "As Ad Ac").in_words == Made.THREE_OF_A_KIND.in_words == "three of a kind"


@pytest.mark.parametrize(("count", "made"), [(6, "six"), (7, "seven"), (8, "eight"), (9, "nine"), (10, "ten")])
def test_many_of_a_kind(count: int, made: str) -> None:
    kinds = tuple(Made(f"{word}_of_a_kind") for word in ("ten", "nine", "eight", "seven", "six"))
    ranking = Ranking((*kinds, Made.HIGH_CARD))
    assert ranking.of((Card(9, 1),) * count).made == f"{made}_of_a_kind"


# Pay-table lines ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "run", "lines"),
    [
        ("As Ks Qs", 3, {"straight", "flush", "straight_flush", "royal_flush"}),
        ("9s 9s 2s", 3, {"one_pair", "flush"}),
        ("9s 9s 9s", 3, {"one_pair", "three_of_a_kind", "flush"}),
        ("9s 9d 2c 2d 3h", 5, {"one_pair", "two_pairs"}),
        ("9s 9d 9c 2d 2h", 5, {"one_pair", "two_pairs", "three_of_a_kind", "full_house"}),
        ("As 2d 3c 4h 5s Ks", 5, {"straight"}),
        ("9s 8s 7s 6s 5s 4s", 6, {"straight", "flush", "straight_flush"}),
        ("As 9d 7c", 3, set()),
    ],
)
def test_lines_held(text: str, run: int, lines: set[str]) -> None:
    assert lines_held(read_cards(text), run) == lines


def test_runs_among_more_cards() -> None:
    cards = read_cards("As 2d 3c 4h Qs Ks")
    assert run_tops(cards, 3) == {3, 4, 14}
    assert run_tops(cards, 3, ace_low=False) == {4, 14}
    assert lines_held(read_cards("As 2s 3s"), 3, ace_low=False) == {"flush"}
