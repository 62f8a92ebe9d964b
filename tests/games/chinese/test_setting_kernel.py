"""The fast settings of thirteen cards are the ones that the rules allow, none more and none less."""

from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest

from houseway.games.chinese import sheet as chinese
from houseway.games.chinese.fouls import foul
from houseway.games.chinese.hand_order import ROWS, strength
from houseway.games.chinese.kernels.setting import (
    MOST,
    Scale,
    cards_of,
    code_fives_of,
    evaluated,
    legal_settings,
    non_dominated_of,
    one_of_each,
    scale,
    strongest_first,
)
from houseway.games.chinese.kernels.value import choices
from houseway.kernels.cards import encoded_hands
from houseway.rules.cards import DECK, Card, Cards, read_cards
from support.sample_sizes import few_of

TERMS = chinese.Terms()
RICH = tuple(card for card in DECK if card.rank >= 9)
"""Cards of six ranks: hands of them hold quads, full houses and straight flushes."""


def plain_settings(terms: chinese.Terms, cards: Cards) -> list[tuple[frozenset[Card], ...]]:
    """Every legal setting by the rules alone: 72,072 are looked at."""
    settings: list[tuple[frozenset[Card], ...]] = []
    for back in combinations(cards, 5):
        rest = [card for card in cards if card not in back]
        for middle in combinations(rest, 5):
            front = tuple(card for card in rest if card not in middle)
            if foul(terms, {"front": front, "middle": middle, "back": back}, {}) is None:
                settings.append((frozenset(front), frozenset(middle), frozenset(back)))
    return settings


def settings_of(table: Scale, cards: Cards) -> np.ndarray:
    room = np.empty((MOST, 5), dtype=np.uint16)
    ends = np.zeros(1, dtype=np.int64)
    assert non_dominated_of(table, encoded_hands([cards]), room, ends) == 1
    return room[: ends[0]]


HANDS = {
    "random": tuple(Random(1).sample(DECK, 13)),
    "rich": tuple(Random(4).sample(RICH, 13)),
    "equal": read_cards("Ah Kh Qd Jd 9c As Ks Qc Jc 9d 2c 3d 4h"),
}


@pytest.mark.parametrize(
    ("hand", "options"),
    [("random", {}), ("rich", {"wheel": "second"}), ("equal", {}), ("equal", {"equal_rows": "allow"})],
)
def test_every_legal_setting_is_found(hand: str, options: dict[str, Any]) -> None:
    terms = replace(TERMS, **options)
    cards = HANDS[hand]
    codes = encoded_hands([cards])[0]
    settings = legal_settings(scale(terms), codes)
    strengths = evaluated(terms.wheel).strengths
    ours = set()
    for front, middle, back, number, split in settings.tolist():
        setting = cards_of(codes, number, split)
        ours.add(tuple(frozenset(setting[row]) for row in ROWS))
        if (number + split) % 97 == 0:  # reading all of them back is slow
            assert [strengths[code] for code in (front, middle, back)] == [
                strength(terms, setting[row]) for row in ROWS
            ]
    plain = plain_settings(terms, cards)
    turned = {(front, back, middle) for front, middle, back in ours}
    assert len(ours) == len(settings)
    assert ours <= set(plain)
    assert set(plain) - ours <= turned  # of an equal middle and back we keep one way to lay them
    assert (options != {}) or set(plain) == ours


def test_equal_rows_are_a_foul_unless_allowed() -> None:
    codes = encoded_hands([HANDS["equal"]])[0]
    by_default, allowed = (legal_settings(scale(replace(TERMS, equal_rows=rule)), codes) for rule in ("foul", "allow"))
    assert (by_default[:, 1] < by_default[:, 2]).all()
    assert len(allowed) > len(by_default)
    assert (allowed[:, 1] <= allowed[:, 2]).all()


def pareto(settings: np.ndarray) -> set[tuple[int, ...]]:
    """Those that no other is at least as high as in every row."""
    rows = settings[:, :3].astype(np.int64)
    return {tuple(row) for row in rows.tolist() if not ((rows >= row).all(axis=1) & (rows > row).any(axis=1)).any()}


@pytest.mark.parametrize("seed", few_of(8, 4))
def test_non_dominated_settings_are_the_maxima_of_the_legal_ones(seed: int) -> None:
    cards = tuple(Random(seed).sample(RICH if seed % 4 == 3 else DECK, 13))
    every = one_of_each(legal_settings(scale(TERMS), encoded_hands([cards])[0]))
    settings = settings_of(scale(TERMS), cards)
    assert {tuple(row) for row in settings[:, :3].tolist()} == pareto(every)
    assert len(settings) == len(pareto(every))


@pytest.mark.parametrize("seed", range(4))
def test_lanes_keep_classes_apart(seed: int) -> None:
    """With a class to every code of four of a kind or better, a dominated setting of a lower class is kept."""
    top = len(evaluated("low").strengths)
    high = np.array([bool(s and s.level >= 8) for s in evaluated("low").strengths])
    by_class = np.zeros((3, top + 1), dtype=np.uint16)
    by_class[1, :top] = high
    by_class[2, :top] = 2 * high.astype(np.uint16)
    by_class[0, :top] = [bool(s and s.made == "three_of_a_kind") for s in evaluated("low").strengths]
    cards = tuple(Random(seed).sample(RICH, 13))
    every = one_of_each(legal_settings(scale(TERMS), encoded_hands([cards])[0]))
    lane = sum(by_class[row][every[:, row]].astype(int) * (1, 1, 1)[row] * (4 if row == 0 else 1) for row in range(3))
    wanted = {row for one in np.unique(lane) for row in pareto(every[lane == one])}
    assert {tuple(row) for row in settings_of(scale(TERMS, by_class), cards)[:, :3].tolist()} == wanted


def test_the_fives_of_a_hand_are_coded_in_the_order_of_their_places() -> None:
    hand = encoded_hands([HANDS["rich"]])[0]
    codes = np.empty(1287, dtype=np.uint16)
    evaluation = evaluated("low")
    assert evaluation.fives is not None
    code_fives_of(evaluation.fives, hand, codes)
    assert codes.tolist() == evaluation.codes(np.array(list(combinations(hand.tolist(), 5)), dtype=np.uint8)).tolist()


def test_strongest_first_is_a_sort() -> None:
    codes = np.array([Random(5).randrange(8000) for _ in range(286)], dtype=np.uint16)
    order = np.empty(286, dtype=np.uint16)
    strongest_first(codes, order, np.empty(258, dtype=np.int64))
    assert order.tolist() == sorted(range(286), key=lambda at: (-int(codes[at]), at))


def test_the_first_of_the_best_is_chosen() -> None:
    assert choices(np.array([1.0, 3.0, 3.0, 2.0, 2.0]), np.array([3, 5])).tolist() == [1, 3]
