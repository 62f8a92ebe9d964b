"""House ways of nine cards in sentences: the sample is set as the rules set it."""

import numpy as np
import pytest

from houseway.games.casino.house_way import HouseWay, sentence
from houseway.games.casino.kernels.duel import hand_points
from houseway.games.casino.kernels.setting import CodedSettings, set_by_policy, set_by_value, values_of
from houseway.games.casino.pricing import sentences
from houseway.games.casino.pricing.best_reply import best_reply, field_sample
from houseway.games.casino.pricing.scores import casino_tables
from houseway.games.casino.setting import legal_settings
from houseway.games.casino.sheet import SHEET
from houseway.pricing.sentences import left_by, priced_house_way, read_lines
from houseway.rules.cards import read_cards, write_cards
from houseway.rules.ranking import Made
from houseway.rules.setting import Setting

WRITTEN = """
Set a pair or better in the second hand with a full house or better in the third hand.
Set two pairs or better in the third hand.
Set the strongest first hand, then the strongest second hand, then the strongest third hand.
"""
BY_THE_RULES = HouseWay(
    (sentence(second=Made.ONE_PAIR, third=Made.FULL_HOUSE), sentence(third=Made.TWO_PAIRS)),
)


def test_a_written_house_way_sets_the_sample_as_the_rules_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sentences, "HANDS", 25)
    words = sentences.vocabulary(SHEET)
    left = left_by(words.options, [one for _, one in read_lines(words, WRITTEN)])
    chosen = np.flatnonzero(left).tolist()
    assert len(chosen) == words.options.hands == 25
    for hand, row in enumerate(chosen):
        cards = read_cards(words.options.hand_text(hand))
        by_the_rules = max(legal_settings(SHEET.terms, cards), key=BY_THE_RULES)
        written = words.options.option_text(row)
        same_strength = [
            setting
            for setting in legal_settings(SHEET.terms, cards)
            if (setting.first, setting.second, setting.third)
            == (by_the_rules.first, by_the_rules.second, by_the_rules.third)
        ]
        assert any(_written(setting.setting) == written for setting in same_strength)
    priced = priced_house_way(words, WRITTEN)
    assert priced.cost > 0
    assert priced.standard_error > 0


def _written(setting: Setting) -> str:
    return ", ".join(f"{slot} {write_cards(cards)}" for slot, cards in setting.items())


def test_the_dealer_wins_what_players_lose() -> None:
    """The value of a dealer's setting is minus the mean of what sampled players win against it."""
    terms = SHEET.terms
    tables = casino_tables(terms)
    scores = tables.scores
    sample = field_sample(terms, sentences.SEED)
    strategy = best_reply(terms, sentences.SEED)
    players, _ = set_by_value(tables.coded.scale, strategy.values, sample.parts)
    playing = np.flatnonzero(~strategy.folds[sample.kinds])[:400]
    dealers = set_by_policy(tables.coded.scale, tables.dealer, sample.parts)
    values = sentences.values_for_the_dealer(terms)
    no_net_points = len(scores.money) // 2
    for dealer in range(-3, 0):
        won = []
        for player in playing.tolist():
            points = scores.first[players.first[player], dealers.first[dealer]]
            for slot in ("second", "third"):
                ours = getattr(players, slot)[player]
                theirs = getattr(dealers, slot)[dealer]
                tables_of_slot = getattr(scores, f"{slot}_points"), getattr(scores, f"{slot}_tie")
                points += hand_points(*tables_of_slot, ours, theirs, 0, 0)
            won.append(scores.money[points + no_net_points] / tables.part)
        of_dealer = CodedSettings(*(column[dealer:][:1] for column in dealers))
        error = np.std(won) / np.sqrt(len(won))
        assert values_of(values, of_dealer)[0] == pytest.approx(-np.mean(won), abs=4 * error)
