"""House ways of thirteen cards in sentences: the sample is set as a choice among all 72,072 settings sets it."""

import numpy as np
import pytest

from houseway.games.chinese.kernels.setting import evaluated, legal_settings, scale
from houseway.games.chinese.pricing import sentences
from houseway.games.chinese.sheet import SHEET
from houseway.games.chinese.solver.options import random_hands
from houseway.pricing.sentences import left_by, priced_house_way, read_lines
from houseway.rules.ranking import Made

WRITTEN = """
Set two pairs or better in the middle hand with a straight or better in the back hand.
Set the strongest front hand, then the strongest middle hand, then the strongest back hand.
"""
HANDS = 6


def level_of(made: Made, size: int) -> int:
    return next(
        strength.level
        for strength in evaluated(SHEET.terms.wheel).strengths
        if strength and (strength.made, strength.size) == (made, size)
    )


def test_a_written_house_way_sets_the_sample_as_a_choice_among_all_settings_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sentences, "HANDS", HANDS)
    words = sentences.vocabulary(SHEET)
    left = left_by(words.options, [one for _, one in read_lines(words, WRITTEN)])
    strengths = evaluated(SHEET.terms.wheel).strengths
    levels = np.array([strength.level if strength else -1 for strength in strengths])
    hands = random_hands(sentences.SEED, sentences.SENTENCES, HANDS)
    settings, _ = sentences._settings(scale(SHEET.terms), hands)
    chosen = settings[left][:, :3].tolist()
    for hand, codes in zip(hands, chosen, strict=True):
        every = legal_settings(scale(SHEET.terms), hand)
        wanted = (levels[every[:, 1]] >= level_of(Made.TWO_PAIRS, 5)) & (
            levels[every[:, 2]] >= level_of(Made.STRAIGHT, 5)
        )
        candidates = every[wanted] if wanted.any() else every
        assert codes == max(candidates[:, :3].tolist())
    priced = priced_house_way(words, WRITTEN)
    assert priced.cost >= 0
    assert priced.standard_error > 0
