"""Which rows keep the order while they are set [CHI-09, CHI-10]."""

import pytest

from houseway.games import GAMES
from houseway.rules.cards import read_cards

SHEET = GAMES["chinese"]
ROWS = {
    "kings": "Kc Kd 2h",
    "queens": "Qc Qd 7s 5h 4c",
    "aces": "Ac Ad 9s 8h 6c",
    "flush": "Jh 9h 7h 6h 3h",
    "other flush": "Js 9s 7s 6s 3s",
}


def order(options: dict[str, str] | None = None, **rows: str) -> dict[tuple[str, str], bool]:
    game = SHEET.with_options(options or {})
    return dict(game.order_kept(game.terms, {row: read_cards(ROWS[name]) for row, name in rows.items()}, {}))


def test_CHI_09_the_front_is_compared_with_the_middle_as_soon_as_both_are_set() -> None:
    assert order(front="kings", middle="queens") == {("front", "middle"): False}
    assert order(front="kings", middle="aces") == {("front", "middle"): True}
    assert order(front="kings") == {}
    assert order(front="kings", back="queens") == {}, "the middle lies between them"


def test_CHI_10_the_middle_is_compared_with_the_back() -> None:
    assert order(middle="flush", back="aces") == {("middle", "back"): False}
    assert order(front="kings", middle="aces", back="flush") == {("front", "middle"): True, ("middle", "back"): True}


@pytest.mark.parametrize(("reading", "is_kept"), [("foul", False), ("allow", True)])
def test_CHI_A2_equal_rows(reading: str, is_kept: bool) -> None:
    assert order({"equal_rows": reading}, middle="flush", back="other flush") == {("middle", "back"): is_kept}
