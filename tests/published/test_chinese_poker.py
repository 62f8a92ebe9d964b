"""Published chances that a hand wins its row in heads-up 2-4 Chinese Poker without bonuses (Hankin, cpoker)."""

import pytest

from houseway.games.chinese.hand_order import ROWS
from houseway.games.chinese.kernels.setting import evaluated
from houseway.games.chinese.solver.field_sources import shipped_field
from houseway.kernels.cards import encoded_hands
from houseway.rules.cards import read_cards

TOLERANCE = 0.015
PUBLISHED = {
    "front": {
        "As Kd Qc": 0.4667,
        "2s 2d 3c": 0.4673,
        "8s 8d Ac": 0.6339,
        "Qs Qd 2c": 0.7774,
        "As Ad 2c": 0.9179,
        "2s 2d 2c": 0.9943,
    },
    "middle": {"As Ad 4c 3c 2c": 0.2703, "9s 9d 2c 2s 3d": 0.4772, "As Ad Kc Ks Qd": 0.6318, "As Kd Qc Js Td": 0.9107},
    "back": {"5s 4d 3c 2s Ad": 0.1695, "As Kd Qc Js Td": 0.3605, "As Ks Qs Js 9s": 0.6537, "2s 2d 2c 2h 3d": 0.9663},
}


@pytest.mark.parametrize(
    ("row", "cards", "published"),
    [(row, cards, chance) for row, hands in PUBLISHED.items() for cards, chance in hands.items()],
)
def test_chance_of_winning_a_row(row: str, cards: str, published: float) -> None:
    field = shipped_field("2-4", "base")
    code = int(evaluated("low").codes(encoded_hands([read_cards(cards)]))[0])
    opponents = field.hands[ROWS.index(row)]
    weight = field.hands.weight
    wins = weight[opponents < code].sum() + weight[opponents == code].sum() / 2
    chance = float(wins) / field.total
    assert abs(chance - published) < TOLERANCE, f"{row} {cards}: {chance:.4f}"
