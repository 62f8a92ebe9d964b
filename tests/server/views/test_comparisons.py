"""The comparisons of a finished round: every pair once, in the order of the sheet, with results and points."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from houseway.games.casino import settlement as casino
from houseway.games.showdown import scoring as showdown
from houseway.rules.payments import HOUSE
from houseway.rules.round import Round
from houseway.server.views.table_view import round_view
from support.playing import played, pyramid_dealt, pyramid_set

ROUNDS = range(8)


def shown(round_: Round) -> dict[str, Any]:
    return round_view(round_, tuple(range(1, len(round_.seats) + 1)), ())


@pytest.mark.parametrize("key", ["chinese", "showdown"])
def test_players_without_a_bank_meet_in_pairs_clockwise_from_the_dealer(key: str) -> None:
    for number in ROUNDS:
        states = played(key, number)
        assert "comparisons" not in shown(states[-2])
        view = shown(states[-1])
        assert view["dealer_seat"] == states[-1].opening.dealer_seat
        live = [seat.number for seat in states[-1].seats if seat.live]
        clockwise = sorted(live, key=lambda seat: (seat < view["dealer_seat"], seat))
        pairs = [(each["seat"], each["against"]) for each in view["comparisons"]]
        assert pairs == (list(combinations(clockwise, 2)) if len(live) > 1 else [])


@pytest.mark.parametrize("key", ["pyramid", "pick2", "casino", "pai_gow"])
def test_bettors_meet_the_bank(key: str) -> None:
    for number in ROUNDS:
        last = played(key, number)[-1]
        bank = last.opening.banker
        view = shown(last)
        assert "dealer_seat" not in view
        live = [seat.number for seat in last.seats if seat.live and seat.number != bank]
        assert [(each["seat"], each["against"]) for each in view["comparisons"]] == [(seat, bank) for seat in live]


def test_SHO_37_the_points_of_a_pair_add_up_to_its_net_score() -> None:
    for number in ROUNDS:
        last = played("showdown", number)[-1]
        points = showdown.scores(last.game.terms, last)
        comparisons = shown(last)["comparisons"]
        assert {(each["seat"], each["against"]): list(each["points"].values()) for each in comparisons} == points
        for each in comparisons:
            for slot, result in each["hands"].items():
                won = each["points"][slot]
                assert (won > 0) - (won < 0) == result, "the stronger hand has the points"


def test_CAS_19_the_points_of_the_three_hands() -> None:
    for number in ROUNDS:
        last = played("casino", number)[-1]
        points = casino.scores(last.game.terms, last)
        for each in shown(last)["comparisons"]:
            assert each["against"] == HOUSE
            assert tuple(each["points"].values()) == points[each["seat"]]


def test_hands_are_compared_with_a_banker_at_the_table_and_fouls_are_not_compared() -> None:
    dealt = pyramid_dealt("Ks Kd 2h", "9c 8c 5d", "Ah 3d 2s", "As Qd 3s", players=("a", "b", "c"), banker=2)
    round_ = pyramid_set(dealt, "2h/Ks Kd", "5d/9c 8c", "Ah/3d 2s")
    first, third = shown(round_)["comparisons"]
    assert (first["seat"], first["against"], first["hands"]) == (1, 2, {"low": -1, "high": 1})
    assert (third["seat"], third["against"], third["hands"]) == (3, 2, {})
    assert "points" not in first
