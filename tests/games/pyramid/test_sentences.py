"""House ways of Pyramid Poker in sentences: the frontier, and the sheet's own House Way as sentences."""

from fractions import Fraction

import pytest

from houseway.games.pyramid.house_way import house_way
from houseway.games.pyramid.main_wager import main_result
from houseway.games.pyramid.pricing.hands import HAND_COUNT, Composition, cards_of
from houseway.games.pyramid.pricing.main_wager_tables import legal_settings
from houseway.games.pyramid.pricing.sentences import KEEP_AND_MIDDLE, STRONGEST_HIGH, vocabulary
from houseway.games.pyramid.sheet import SHEET
from houseway.pricing.sentence_frontier import frontier
from houseway.pricing.sentences import left_by, priced_house_way, read_lines
from houseway.rules.errors import NotAllowed
from houseway.rules.setting import Setting

SHEETS_HOUSE_WAY = (
    "Split a pair of jacks or higher when the third card is 5 or more below the pair.\n" + KEEP_AND_MIDDLE
)


def values_of_the_house(hand: int) -> dict[int, Fraction]:
    """By rank of the low card: the House's value of a hand, settled against every hand of a bettor."""
    terms = SHEET.terms
    shoe = Composition.of_decks(terms.decks)
    bettors = shoe.second_hands[hand]
    values = {}
    for setting, of_hand in zip(legal_settings(terms).settings, legal_settings(terms).hand, strict=True):
        if of_hand == hand:
            won = 0
            for bettor in range(HAND_COUNT):
                result = main_result(terms, house_way(terms, cards_of(bettor)), setting)
                won -= int(bettors[bettor]) * result.pays
            values[setting["low"][0].rank] = Fraction(won, int(bettors.sum()))
    return values


def test_costs_are_those_of_the_rules() -> None:
    """The costs of some hands by the rules, against every hand of a bettor."""
    options = vocabulary(SHEET).options
    shoe = Composition.of_decks(SHEET.terms.decks)
    for hand in range(0, HAND_COUNT, 57):
        values = values_of_the_house(hand)
        share = Fraction(int(shoe.first_hands[hand]), shoe.hands)
        rows = range(options.start[hand], options.start[hand + 1])
        lows = [legal_settings(SHEET.terms).settings[row]["low"][0].rank for row in rows]
        costs = [Fraction(int(options.cost[row]), options.parts) for row in rows]
        assert costs == [(max(values.values()) - values[low]) * share for low in lows]


def test_the_sheets_house_way_in_sentences_sets_every_hand_as_the_rules_do() -> None:
    words = vocabulary(SHEET)
    left = left_by(words.options, [sentence for _, sentence in read_lines(words, SHEETS_HOUSE_WAY)])
    chosen: list[Setting] = [
        setting for setting, is_left in zip(legal_settings(SHEET.terms).settings, left, strict=True) if is_left
    ]
    assert [setting["low"][0].rank for setting in chosen] == [
        house_way(SHEET.terms, cards_of(hand))["low"][0].rank for hand in range(HAND_COUNT)
    ]


def test_the_frontier() -> None:
    best = frontier(vocabulary(SHEET), 3)
    assert all(one.is_proven for one in best)
    assert [round(float(one.cost), 6) for one in best] == [0.008244, 0.000232, 0.000062]
    assert best[0].sentences == (KEEP_AND_MIDDLE,)


@pytest.mark.slow
def test_five_sentences_cost_nothing_and_four_do() -> None:
    best = frontier(vocabulary(SHEET), 6)
    assert [one.at_most for one in best] == [1, 2, 3, 4, 5]
    assert all(one.is_proven for one in best)
    assert best[3].cost > 0
    assert best[4].cost == 0


def test_the_strongest_high_hand_gives_up_the_low_hand() -> None:
    words = vocabulary(SHEET)
    strongest = priced_house_way(words, STRONGEST_HIGH).cost
    middle = priced_house_way(words, f"Without a pair, put the middle card in the low hand\n{STRONGEST_HIGH}").cost
    assert strongest > middle == priced_house_way(words, KEEP_AND_MIDDLE).cost


def test_sums_that_do_not_fit_are_refused() -> None:
    with pytest.raises(NotAllowed, match="not 100"):
        vocabulary(SHEET.with_options({"decks": 100}))
