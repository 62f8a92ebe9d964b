"""A natural that has to be declared: the view offers it, the command declares it, and it is paid."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.games.chinese.sheet import SHEET, claims
from houseway.rules.cards import Cards, read_cards, write_cards
from houseway.rules.errors import NotAllowed
from houseway.rules.round import Seat
from houseway.server.runtime import commands
from houseway.server.runtime.outbox import Caller
from houseway.server.tables.desk import Live
from houseway.server.views import messages
from houseway.server.views.table_view import Moment, table_view
from support.desks import AT, Drive

DRAGON = "2s 3h 4d 5c 6s 7h 8d 9c Ts Jh Qd Kc As"
DECLARED = {"naturals": True, "natural_detection": "declared", "unit_value": 2}


def dealt_a_dragon(options: dict[str, Any]) -> Drive:
    """A table of two at which the first player holds a dragon."""
    drive = Drive("chinese", players=2, options=options)
    dragon = read_cards(DRAGON)

    def order(live: Live, cards: Cards) -> Cards:
        return dragon + tuple(card for card in cards if card not in dragon)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Live, "order", order)
        drive.open("dragon")
    return drive


def own(drive: Drive, player: str) -> dict[str, Any]:
    entry: dict[str, Any] = table_view(drive.desk, player, Moment())["round"]["own"][0]
    return entry


def set_message(drive: Drive, player: str, **more: Any) -> messages.Set:
    """The message that sets this player's cards the house way."""
    round_ = drive.desk.round
    assert round_
    assert drive.desk.live
    assert round_.game.house_way
    setting = round_.game.house_way(round_.game.terms, round_.seat(int(player[1:])).cards)
    hands = {slot: write_cards(cards) for slot, cards in setting.items()}
    return messages.Set(id="c", table="TEST", round=drive.desk.live.id, version=round_.version, hands=hands, **more)


def set_hands(drive: Drive, player: str, **more: Any) -> None:
    message = set_message(drive, player, **more)
    drive.do(commands.decide(drive.desk, Caller(player, player), message, at=AT))


def test_a_natural_is_offered_to_its_holder_alone_and_paid_when_declared() -> None:
    drive = dealt_a_dragon(DECLARED)
    [claim] = own(drive, "p1")["claims"]
    assert (claim["name"], claim["label"], claim["clause"]) == ("natural", "Declare a natural: dragon", "CHI-A17")
    assert "3 units (6 chips)" in claim["says"]
    assert own(drive, "p2")["claims"] == []
    with pytest.raises(NotAllowed, match="natural cannot be claimed"):
        set_hands(drive, "p2", claims=["natural"])
    set_hands(drive, "p1", claims=[claim["name"]])
    assert "natural" not in str(table_view(drive.desk, "p2", Moment())["round"]["seats"][0]), (
        "sealed until all have set"
    )
    set_hands(drive, "p2")
    last = table_view(drive.desk, "p2", Moment())["last"]
    assert [(p["payer"], p["payee"], p["chips"], p["wager"]) for p in last["payments"]] == [(2, 1, 6, "natural")]
    assert last["seats"][0]["claims"] == ["natural"]


def test_a_natural_that_is_not_declared_is_played_as_set() -> None:
    drive = dealt_a_dragon(DECLARED)
    set_hands(drive, "p1")
    set_hands(drive, "p2")
    last = table_view(drive.desk, "p1", Moment())["last"]
    assert all(payment["wager"] != "natural" for payment in last["payments"])


@pytest.mark.parametrize("options", [{}, {"naturals": True}, {"natural_detection": "declared"}])
def test_nothing_is_claimed_where_naturals_are_automatic_or_not_played(options: dict[str, Any]) -> None:
    seat = Seat(number=1, player="", cards=read_cards(DRAGON))
    assert claims(SHEET.with_options(options).terms, seat) == ()
