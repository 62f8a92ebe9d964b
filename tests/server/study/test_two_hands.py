"""A player with two hands in a round: the coach, the skill line and the commands report both, and their sum."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from houseway.audit.narrative import net_in_all, reason, short
from houseway.cli.settlement import net_in_words, print_settlement, settlement_data
from houseway.rules.errors import NotAllowed
from houseway.rules.payments import net
from houseway.rules.playing import settlement
from houseway.rules.round import Round, Seat
from houseway.server.http import skill
from houseway.server.study.coach import judge_round, judge_seat, judge_seats
from houseway.server.study.jobs import Client
from support.playing import played, pyramid_dealt, pyramid_set

GOOD = "As Ad Kc"
BAD = "9s 4d 2c"
DEALER = "Qs Td 8c"


@pytest.fixture
def round_() -> Round:
    """Ann's first hand wins and her second loses; Bob has one hand."""
    dealt = pyramid_dealt(GOOD, "Ks 7d 5c", BAD, DEALER, players=("ann", "bob", "ann"))
    return pyramid_set(dealt, "As/Ad Kc", None, None)


def test_the_coach_judges_each_hand_and_adds_up_what_they_gave_up(round_: Round) -> None:
    seats = [round_.seat(1), round_.seat(3)]
    judged = judge_seats(round_.game, seats)
    assert [hand["seat"] for hand in judged["hands"]] == [1, 3]
    first, second = (judge_seat(round_.game, seat) for seat in seats)
    assert [hand["judgement"] for hand in judged["hands"]] == [first, second]
    assert first["gave_up"] is not None
    assert first["gave_up"] > 0, "the pair of aces is split, which is a mistake"
    assert second["gave_up"] is not None
    assert judged["gave_up_in_all"] == first["gave_up"] + second["gave_up"]
    assert judged["yours"] == first["yours"]


def test_the_coach_names_hands_as_the_table_does(round_: Round) -> None:
    judged = judge_seat(round_.game, round_.seat(3))
    assert judged["yours"] is not None
    names = {slot: hand.get("name") for slot, hand in judged["yours"]["by_hand"].items()}
    assert names == {"low": "four of diamonds", "high": "nine high"}


def test_a_hand_that_cannot_be_judged_does_not_hide_the_other(round_: Round) -> None:
    without_cards = Seat(number=2, player="ann")
    judged = judge_seats(round_.game, [without_cards, round_.seat(3)])
    assert judged["hands"][0] == {
        "seat": 2,
        "judgement": None,
        "why_not": "no cards were dealt to you in this round",
    }
    assert judged["yours"] == judge_seat(round_.game, round_.seat(3))["yours"]
    with pytest.raises(NotAllowed, match="no cards were dealt to you"):
        judge_seats(round_.game, [without_cards])


def test_the_commands_name_each_hand_and_print_the_sum(round_: Round, capsys: pytest.CaptureFixture[str]) -> None:
    won = net(settlement(round_))
    in_all = won.get(1, 0) + won.get(3, 0)
    assert net_in_all(round_) == {"ann": in_all}
    assert [short(round_, seat) for seat in (1, 2, 3)] == ["ann (hand 1)", "bob", "ann (hand 2)"]
    assert settlement_data(round_)["net_in_all"] == {"ann": in_all}
    print_settlement(round_)
    printed = capsys.readouterr().out
    assert "ann (hand 2)" in printed
    assert f"ann, all hands, {in_all:+d}" in net_in_words(round_)


def test_the_skill_line_counts_both_hands(round_: Round, monkeypatch: pytest.MonkeyPatch) -> None:
    judged = judge_seats(round_.game, [round_.seat(1), round_.seat(3)])

    class Ticket:
        async def answer(self) -> bytes:
            return json.dumps(judged).encode()

    async def coached(*question: Any) -> Ticket:
        assert question[-1] is None, "the skill line asks for every hand of the player"
        return Ticket()

    monkeypatch.setattr(skill, "coached", coached)
    room: Any = None
    verdict = asyncio.run(skill.Verdicts().of(room, Client("ann", "here"), "T-1", "ann", lambda: None))
    assert verdict.hands == 2
    assert verdict.gave_up == judged["gave_up_in_all"]


def test_SHO_37_the_points_of_a_payment_have_the_signs_of_the_player_who_is_paid() -> None:
    turned = 0
    for number in range(8):
        last = played("showdown", number)[-1]
        for payment in settlement(last):
            if payment.wager != "showdown":
                continue
            points = reason(last, payment).partition("(")[2].partition(")")[0].split()
            assert sum(map(int, points)) > 0
            turned += reason(last, payment) != payment.why
    assert turned, "some pairs are won by the second player"


def test_every_decision_of_each_hand_is_graded_with_its_reason(round_: Round) -> None:
    judged = judge_round(round_, [1, 3])
    first, second = judged["hands"]
    assert [decision["kind"] for decision in first["decisions"]] == ["wagers", "setting"]
    split = first["decisions"][-1]
    assert split["grade"] == "blunder", "the pair of aces is split"
    assert "Chance to win" in split["sentence"]
    assert {reason["code"] for reason in split["reasons"]} >= {"chance_moved"}
    assert split["chips"] == pytest.approx(5 * (split["gave_up"] or 0))
    assert judged["gave_up_in_all"] == pytest.approx(
        sum(hand["decisions"][-1]["gave_up"] or 0 for hand in (first, second))
    )
    assert first["won"] == net(settlement(round_))[1]
    assert first["adjusted"] < second["adjusted"], "only the first hand was set badly"
