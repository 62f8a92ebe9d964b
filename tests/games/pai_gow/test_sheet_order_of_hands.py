"""Whether the two hands keep the order while they are set."""

from houseway.games import GAMES
from houseway.rules.cards import read_cards

SHEET = GAMES["pai_gow"]


def order(**hands: str) -> dict[tuple[str, str], bool]:
    return dict(SHEET.order_kept(SHEET.terms, {slot: read_cards(hand) for slot, hand in hands.items()}, {}))


def test_PGP_11_the_two_hands_are_compared_once_both_are_set() -> None:
    assert order(low="9h 8h", high="Ks Kd 4c 3s 2h") == {("low", "high"): True}
    assert order(low="Ks Kd", high="Qs Qd 4c 3s 2h") == {("low", "high"): False}
    assert order(low="Ks Kd") == {}
    assert order(high="Qs Qd 4c 3s 2h") == {}
