"""Whether the two hands keep the order while they are set."""

from houseway.games import GAMES
from houseway.rules.cards import read_cards

SHEET = GAMES["pyramid"]


def order(**hands: str) -> dict[tuple[str, str], bool]:
    return dict(SHEET.order_kept(SHEET.terms, {slot: read_cards(hand) for slot, hand in hands.items()}, {}))


def test_PYR_34_the_two_hands_are_compared_once_both_are_set() -> None:
    assert order(low="9h", high="Ks Kd") == {("low", "high"): True}
    assert order(low="Ks", high="9s 2d") == {("low", "high"): False}
    assert order(low="Ks") == {}
    assert order(high="9s 2d") == {}
