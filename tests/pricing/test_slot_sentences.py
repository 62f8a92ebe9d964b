"""Sentences about the hands of a setting: what they ask for, and which settings they need."""

import numpy as np

from houseway.pricing.slot_sentences import (
    is_as_strong_in_no_other,
    last_sentences_about,
    sentences_about,
    slot_hands,
)
from houseway.rules.cards import read_cards
from houseway.rules.ranking import Made, Ranking

RANKING = Ranking((Made.THREE_OF_A_KIND, Made.ONE_PAIR, Made.HIGH_CARD))
HANDS = ["As Kd 2c", "Ks Qd 2c", "Js Td 2c", "2s 2d 3c", "4s 4d 4c"]


def test_a_setting_is_needed_if_no_other_is_as_strong_in_every_slot() -> None:
    chance = np.random.default_rng(1)
    for _ in range(20):
        strengths = chance.integers(0, 4, (12, 3))
        is_needed = is_as_strong_in_no_other(strengths)
        for number, one in enumerate(strengths.tolist()):
            stronger = any(
                all(a >= b for a, b in zip(other, one, strict=True)) and (other != one or place < number)
                for place, other in enumerate(strengths.tolist())
                if place != number
            )
            assert is_needed[number] == (not stronger)


def test_sentences_ask_for_a_class_or_better_in_one_slot_or_two() -> None:
    strengths = sorted(RANKING.of(read_cards(hand)) for hand in HANDS)
    codes = np.arange(len(HANDS), dtype=np.uint32)
    front = slot_hands("front", codes, strengths, 3)
    back = slot_hands("back", codes[::-1], strengths, 3)
    scores = {sentence.text: sentence.scores.tolist() for sentence in sentences_about([front, back])}
    assert scores["Set an ace or better in the front hand."] == [0, 0, 1, 1, 1]
    assert scores["Set a king or better in the front hand."] == [0, 1, 1, 1, 1]
    assert scores["Set a pair or better in the back hand."] == [1, 1, 0, 0, 0]
    assert scores["Set three of a kind in the front hand."] == [0, 0, 0, 0, 1]
    both = "Set an ace or better in the front hand with an ace or better in the back hand."
    assert scores[both] == [0, 0, 1, 0, 0]
    assert not any("king" in text and " with " in text for text in scores)


def test_last_sentences_compare_one_slot_after_the_other() -> None:
    strengths = [RANKING.of(read_cards(hand)) for hand in HANDS]
    front = slot_hands("front", np.array([0, 1, 1, 2, 0], dtype=np.uint32), strengths, 3)
    back = slot_hands("back", np.array([2, 0, 1, 0, 1], dtype=np.uint32), strengths, 3)
    front_first, back_first = last_sentences_about([front, back], np.array([0, 3, 5]))
    assert front_first.text == "Set the strongest front hand, then the strongest back hand."
    assert front_first.scores.tolist() == [0, 1, 2, 1, 0]
    assert back_first.scores.tolist() == [2, 0, 1, 0, 1]
