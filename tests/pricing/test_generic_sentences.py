"""House ways of Pai Gow Poker in sentences."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, permutations

import numpy as np
import pytest

from houseway.games.pai_gow.hand_order import strength
from houseway.games.pai_gow.house_way import remaining
from houseway.games.pai_gow.sheet import SHEET
from houseway.kernels.cards import encoded_hands
from houseway.pricing.generic.form import form_of
from houseway.pricing.generic.payoff import payoffs
from houseway.pricing.generic.sentences import Kind, features_of, paid_to_the_house, useful_settings, vocabulary
from houseway.pricing.generic.tables import classes_of, hand_tables
from houseway.pricing.generic.value import dealt, values_against
from houseway.pricing.sentence_frontier import frontier
from houseway.pricing.sentences import Vocabulary, left_by, priced_house_way
from houseway.rules.cards import JOKER, Cards, read_cards
from houseway.rules.ranking import Made, Strength


def test_the_house_wins_what_the_bettor_loses() -> None:
    to_bettor = tuple(Fraction(number) for number in range(9))
    assert paid_to_the_house(to_bettor) == tuple(Fraction(-number) for number in range(8, -1, -1))
    assert paid_to_the_house((None, Fraction(1)))[1] is None


@pytest.mark.parametrize(
    ("cards", "kind", "rank", "single"),
    [
        ("As Kd Qc 9h 7d 5s 2c", Kind.NO_PAIR, "2", "A"),
        ("As Kd Qc 9h 7d 5s Xx", Kind.ONE_PAIR, "A", "K"),
        ("Ks Kd Qc Qh 7d 5s 2c", Kind.TWO_PAIRS, "K", "7"),
        ("Ks Kd Qc Qh 7d 7s 2c", Kind.THREE_PAIRS, "K", "2"),
        ("9s 9d 9c Qh 7d 5s 2c", Kind.THREE_OF_A_KIND, "9", "Q"),
        ("9s 9d 9c Qh Qd 5s 2c", Kind.FULL_HOUSE, "9", "5"),
        ("9s 9d 9c 4h 4d 4s 2c", Kind.FULL_HOUSE, "9", "2"),
        ("9s 9d 9c 9h 7d Ks 2c", Kind.FOUR_OF_A_KIND, "9", "K"),
    ],
)
def test_what_sentences_ask_about_a_hand(cards: str, kind: Kind, rank: str, single: str) -> None:
    ranks = "23456789TJQKA"
    form = form_of(SHEET)
    number = classes_of(form).numbers(encoded_hands([read_cards(cards)]))[0]
    features = features_of(form)
    assert features.kind[number] == kind
    assert features.rank[number] == ranks.index(rank)
    assert features.single[number] == ranks.index(single)


FIVE_SENTENCES = """
Keep three of a kind of kings or lower in the high hand.
Keep two pairs of jacks or lower in the high hand when an ace is left.
With one pair, keep a straight or better in the high hand.
Keep a pair in the high hand.
Set the strongest legal low hand.
"""


def by_the_sentences(cards: Cards) -> tuple[Strength, Strength]:
    """The two hands that the five sentences set, chosen among all legal settings by the rules."""
    terms = SHEET.terms
    ordered = tuple(sorted(cards, reverse=True))
    settings = [{"low": low, "high": remaining(ordered, low)} for low in combinations(ordered, 2)]
    legal = [setting for setting in settings if SHEET.foul(terms, setting, {}) is None]
    hands = [(strength(terms, setting["low"]), strength(terms, setting["high"])) for setting in legal]
    held = [14 if card == JOKER else card.rank for card in cards]
    counts = sorted((held.count(rank) for rank in set(held)), reverse=True)
    singles = [rank for rank in held if held.count(rank) == 1]
    grouped = [rank for rank in held if held.count(rank) > 1]

    def at_least(made: Made) -> Callable[[tuple[Strength, Strength]], bool]:
        order = [Made.HIGH_CARD, Made.ONE_PAIR, Made.TWO_PAIRS, Made.THREE_OF_A_KIND, Made.STRAIGHT]
        weaker = order[: order.index(made)]
        return lambda hand: hand[1].made not in weaker

    wanted = []
    if counts[:2] == [3, 1] and max(grouped) <= 13:
        wanted.append(at_least(Made.THREE_OF_A_KIND))
    if counts[:3] == [2, 2, 1] and max(grouped) <= 11 and 14 in singles:
        wanted.append(at_least(Made.TWO_PAIRS))
    if counts[:2] == [2, 1]:
        wanted.append(at_least(Made.STRAIGHT))
    wanted.append(at_least(Made.ONE_PAIR))
    for is_wanted in wanted:
        hands = [hand for hand in hands if is_wanted(hand)] or hands
    return max(hands)


@pytest.fixture(scope="module")
def words() -> Vocabulary:
    return vocabulary(SHEET)


@pytest.mark.slow
def test_sentences_set_hands_as_a_choice_among_all_legal_settings_does(words: Vocabulary) -> None:
    form = form_of(SHEET)
    tables = hand_tables(SHEET)
    low, high = tables.evaluators
    low_codes = {one: code for code, one in enumerate(low.strengths)}
    high_codes = {one: code for code, one in enumerate(high.strengths)}
    values = values_against(dealt(SHEET), paid_to_the_house(payoffs(SHEET)))
    counts = classes_of(form).hand_counts((), form.jokers)
    useful = useful_settings(SHEET, tables)
    classes = np.random.default_rng(1).choice(len(counts), 300, replace=False)
    for number in classes.tolist():
        hands = by_the_sentences(classes_of(form).hand(number))
        codes = (low_codes[hands[0]], high_codes[hands[1]])
        options = list(zip(useful.first[number].tolist(), useful.second[number].tolist(), strict=True))
        assert codes in options
        assert values.sums[codes] <= max(values.sums[one] for one in options if one[0] < 60_000)


@pytest.mark.slow
def test_the_frontier(words: Vocabulary) -> None:
    best = frontier(words, 5)
    assert all(one.is_proven for one in best)
    assert [round(float(one.cost), 6) for one in best] == [0.057281, 0.018023, 0.01153, 0.006014, 0.002878]
    assert priced_house_way(words, FIVE_SENTENCES).cost == best[4].cost
    lists = [[*before, last] for before in permutations(words.sentences, 1) for last in words.last_sentences]
    lists += [[last] for last in words.last_sentences]
    assert best[1].cost == min(words.cost_of(left_by(words.options, one)) for one in lists)
