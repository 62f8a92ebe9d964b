"""House ways of twenty-five cards in sentences, on a small sample."""

from fractions import Fraction

import numpy as np
import pytest

from houseway.games.showdown.legality import slot_name
from houseway.games.showdown.pricing import sentences
from houseway.games.showdown.sheet import SHEET
from houseway.games.showdown.solver.best_setting import solve_setting
from houseway.games.showdown.solver.population import strength_in
from houseway.games.showdown.solver.strategies import strongest_first
from houseway.games.showdown.solver.tables import known
from houseway.games.showdown.solver.value_model import MICRO
from houseway.pricing.sentence_frontier import frontier
from houseway.pricing.sentences import Vocabulary, left_by, priced_house_way, read_lines
from houseway.rules.cards import read_cards
from houseway.rules.errors import NotAllowed, Unreadable

SHOWDOWN = SHEET
HANDS = 3
LAST = (
    "Set the strongest sixth hand, then the strongest fifth hand, then the strongest fourth hand, then the strongest "
    "third hand, then the strongest second hand, then the strongest first hand."
)


@pytest.fixture(scope="module")
def words() -> Vocabulary:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sentences, "HANDS", HANDS)
        return sentences.vocabulary(SHOWDOWN)


def test_the_last_sentence_alone_sets_the_strongest_hands_first(words: Vocabulary) -> None:
    (line,) = read_lines(words, LAST)
    chosen = np.flatnonzero(left_by(words.options, [line[1]]))
    scale = known(SHOWDOWN).model.scale
    assert len(chosen) == HANDS
    for row, cards in zip(chosen.tolist(), sentences.sampled_hands(SHOWDOWN), strict=False):
        expected = strongest_first(SHOWDOWN, cards).setting
        hands = words.options.option_text(row).split(", ")
        for slot in (6, 5):
            cards_set = read_cards(hands[slot - 1].removeprefix(f"{sentences.NAMES[slot - 1]} "))
            strength = strength_in(SHOWDOWN, {slot_name(slot): cards_set}, slot)
            assert scale.number(strength) == scale.number(strength_in(SHOWDOWN, expected, slot))


def test_costs_are_against_the_proven_best_setting(words: Vocabulary) -> None:
    model = known(SHOWDOWN).model
    hands = sentences.sampled_hands(SHOWDOWN)[:HANDS]
    best = [solve_setting(SHOWDOWN, cards, model) for cards in hands]
    assert all(solved.proven for solved in best)
    assert words.best_ev == Fraction(sum(solved.value for solved in best), MICRO * HANDS)
    least = np.minimum.reduceat(words.options.cost, words.options.start[:-1])
    assert least.tolist() == [0] * HANDS


def test_more_sentences_cost_no_more_and_every_cost_has_its_error(words: Vocabulary) -> None:
    house_ways = frontier(words, 3)
    costs = [house_way.cost for house_way in house_ways]
    assert costs == sorted(costs, reverse=True)
    assert house_ways[0].cost > 0
    assert house_ways[0].standard_error > 0
    written = "\n".join(house_ways[-1].sentences)
    assert priced_house_way(words, written).cost == costs[-1]


def test_what_a_sentence_asks_for_is_set_where_the_cards_allow_it() -> None:
    """The solver's setting for a sentence meets it wherever any setting that it lists does."""
    model = known(SHOWDOWN).model
    cards = sentences.sampled_hands(SHOWDOWN)[0]
    settings = sentences.settings_of(SHOWDOWN, model, cards)
    codes = np.array([setting.codes for setting in settings])
    order = next(sentences.orders())
    for requirement in sentences.requirements_by_strength(model.scale):
        is_met = requirement.is_met[codes[:, requirement.slot - 1]]
        answer = sentences._solved(SHOWDOWN, model.scale, cards, order, requirement)
        assert requirement.is_met[answer.codes[requirement.slot - 1]] >= is_met.any()


def test_unknown_words_and_hands_without_a_rule_are_refused(words: Vocabulary) -> None:
    with pytest.raises(Unreadable, match=r"line 1: .Set aces first\.. is not a sentence of the vocabulary of Pyramid"):
        priced_house_way(words, "Set aces first.")
    with pytest.raises(NotAllowed, match=r"no rule for .* settings are left, such as first .* and first "):
        priced_house_way(words, "Set a straight or better in the third hand.")
