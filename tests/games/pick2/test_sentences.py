"""House ways of Pick 2 in sentences: the same cost as the audit of the house way, and the frontier."""

import pytest

from houseway.games.pick2.pricing.house_way import audit_house_way
from houseway.games.pick2.pricing.learnable import learnable
from houseway.games.pick2.pricing.sentences import vocabulary
from houseway.games.pick2.sheet import SHEET
from houseway.pricing.sentence_frontier import frontier
from houseway.pricing.sentences import Vocabulary, priced_house_way

SIMPLE_STRATEGY = "Play your best three when your best three are a flush or better.\nPlay all five.\n"


@pytest.fixture(scope="module")
def words() -> Vocabulary:
    return vocabulary(SHEET)


def test_the_simple_strategy_costs_what_its_audit_says(words: Vocabulary) -> None:
    (side,) = audit_house_way(SHEET).sides
    assert priced_house_way(words, SIMPLE_STRATEGY).cost == side.cost
    assert words.best_ev == side.best_ev


def test_one_sentence_costs_what_the_first_rule_of_the_explanation_costs(words: Vocabulary) -> None:
    (rule,) = learnable(SHEET, rules=1)
    assert priced_house_way(words, rule.sentence).cost == rule.cost


def test_the_frontier(words: Vocabulary) -> None:
    best = frontier(words, 2)
    assert all(one.is_proven for one in best)
    assert best[1].sentences == tuple(SIMPLE_STRATEGY.splitlines())
    assert best[0].cost > best[1].cost > 0


@pytest.mark.slow
def test_four_sentences_are_proven(words: Vocabulary) -> None:
    best = frontier(words, 4)
    assert all(one.is_proven for one in best)
    assert round(float(best[3].cost), 6) == 0.013467
