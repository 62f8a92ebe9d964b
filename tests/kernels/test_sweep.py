"""The sweep, compared with looking at every pair of hands."""

import numpy as np
import pytest
from numpy.typing import NDArray

from houseway.games.pick2.hand_order import FIVE_CARD_POKER
from houseway.kernels.cards import all_hands
from houseway.kernels.evaluate import evaluator
from houseway.kernels.sweep import TABLE, subsets_of_five, sweep

CHANCE = np.random.default_rng(5)


def pair_by_pair(
    dealer: NDArray[np.uint8], codes: NDArray[np.uint32], ours: NDArray[np.uint8], our_code: np.uint32
) -> list[int]:
    """How many hands of the dealer are weaker than ours, equal and stronger, without our cards."""
    free = ~np.isin(dealer, ours).any(axis=1)
    return [
        int((codes[free] < our_code).sum()),
        int((codes[free] == our_code).sum()),
        int((codes[free] > our_code).sum()),
    ]


@pytest.mark.parametrize("strengths", [3, 40, 10**6])
def test_any_order_on_hands_of_a_short_deck(strengths: int) -> None:
    """Random codes, few and many of them equal: the sweep knows nothing of poker."""
    hands = all_hands(5, range(0, 52, 4))
    codes = CHANCE.integers(1, strengths, len(hands)).astype(np.uint32)
    several = np.column_stack([codes, np.roll(codes, 1)])
    swept = sweep(hands, codes, hands, several)
    for row in CHANCE.integers(0, len(hands), 60):
        for column in (0, 1):
            counts = [int(compared[row, column]) for compared in swept]
            assert counts == pair_by_pair(hands, codes, hands[row], several[row, column])


def test_a_part_of_the_dealers_hands_in_any_order() -> None:
    tables = evaluator(FIVE_CARD_POKER, 5)
    hands = all_hands(5)[CHANCE.permutation(2_598_960)[:200_000]]
    ours = all_hands(5)[CHANCE.integers(0, 2_598_960, 40)]
    swept = sweep(hands, tables.codes(hands), ours, tables.codes(ours))
    for row, hand in enumerate(ours):
        expected = pair_by_pair(hands, tables.codes(hands), hand, tables.codes(hand[None])[0])
        assert [int(compared[row]) for compared in swept] == expected


def test_every_subset_has_a_place_of_its_own() -> None:
    subsets = subsets_of_five()
    hands = all_hands(5, range(0, 52, 5))
    places = set()
    for hand in hands:
        at = [0] * 32
        for mask in range(1, 32):
            at[mask] = at[subsets.parent[mask]] + int(subsets.step[subsets.size[mask], hand[subsets.highest[mask]]])
            cards = tuple(int(card) for place, card in enumerate(hand) if mask >> place & 1)
            places.add((at[mask], cards))
    assert len({place for place, _ in places}) == len(places)
    assert max(place for place, _ in places) < TABLE
