"""What a strategy puts down is checked by the rules before it leaves."""

from __future__ import annotations

import pytest

from houseway.games import game
from houseway.rules.cards import Cards, read_cards
from houseway.rules.errors import Broken
from houseway.rules.game import Opening
from houseway.rules.moves import Dealt, HandsSet
from houseway.rules.playing import after, start
from houseway.rules.view import view
from houseway.solving.strategy import Strategy

CARDS = read_cards("As Ah Ad Kc Kd Qs Js 9h 8c 7d 5s 4h 2c")
OTHERS = read_cards("Ac Ks Kh Qh Qd Qc Jh Jd Jc Ts Th Td Tc")


@pytest.mark.parametrize(
    ("back", "front", "wrong"),
    [
        (slice(8, 13), slice(0, 3), "must be higher"),
        (slice(8, 12), slice(0, 3), "back takes 5 cards, not 4"),
        (slice(8, 13), slice(0, 2), "front takes 3 cards, not 2"),
    ],
)
def test_fouled_or_impossible_hands_of_a_strategy_raise_broken(back: slice, front: slice, wrong: str) -> None:
    hands: dict[str, Cards] = {"front": CARDS[front], "middle": CARDS[3:8], "back": CARDS[back]}
    careless = Strategy(name="careless", about="Puts its best cards in front.", set_hands=lambda *_: HandsSet(1, hands))
    rules = game("chinese")
    round_ = after(start(rules, Opening(players=("a", "b"))), Dealt((*CARDS, *OTHERS)))
    with pytest.raises(Broken, match=wrong):
        careless.move(rules, view(round_, 1))
