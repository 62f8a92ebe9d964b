"""The front end's types are those of the server, and frames have these types."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from houseway.games import GAMES
from houseway.games.casino.hand_order import compare
from houseway.games.pai_gow import hand_order as pai_gow
from houseway.games.pick2.hand_order import three_strength
from houseway.games.pyramid import fouls, hand_order
from houseway.games.pyramid import sheet as pyramid
from houseway.rules.cards import read_cards
from houseway.rules.game import Opening
from houseway.rules.moves import Dealt, HandsSet, Posted
from houseway.rules.playing import after, start
from houseway.rules.ranking import compare_strengths
from houseway.rules.setting import Setting
from houseway.rules.view import view
from houseway.server.views.hand_names import compared
from houseway.server.views.table_view import Moment, round_view, table_view
from houseway.server.views.typescript import protocol
from houseway.server.views.wire_types import TableView
from support.desks import Drive, refold

PROTOCOL = Path(__file__).parents[3] / "frontend" / "src" / "room" / "protocol.ts"


def test_the_front_ends_types_are_written_from_the_servers() -> None:
    assert PROTOCOL.read_text(encoding="utf-8") == protocol(), (
        "python -m houseway.server.views.typescript > protocol.ts"
    )


@pytest.mark.parametrize("key", GAMES)
def test_every_view_on_the_way_through_a_round_has_the_types_it_says(key: str) -> None:
    drive = Drive(key)
    shape = TypeAdapter(TableView)
    drive.open("types")
    drive.play()
    for desk in refold(drive.events):
        for viewer in ("p1", "p2", None):
            sent = table_view(desk, viewer, Moment(left_ms=1, total_ms=2))
            assert shape.validate_python(sent, strict=True) == sent


def as_the_sheet_compares(key: str, terms: Any, ours: Setting, theirs: Setting) -> list[int] | None:
    match key:
        case "pyramid":
            return list(hand_order.compare(terms, ours, theirs))
        case "pick2":
            return [compare_strengths(*(three_strength(hands[slot]) for hands in (ours, theirs))) for slot in ours]
        case "casino":
            return [compare(terms, ours[slot], theirs[slot]) for slot in ours]
        case "pai_gow":
            return [
                compare_strengths(*(pai_gow.strength(terms, hands[slot]) for hands in (ours, theirs))) for slot in ours
            ]
    return None


@pytest.mark.parametrize("key", GAMES)
def test_open_hands_are_compared_with_the_banks_as_the_sheet_compares_them(key: str) -> None:
    drive = Drive(key)
    results = set()
    for number in range(6):
        drive.open(number)
        assert all(not seat["met"] for seat in current_round(drive)["seats"]), "not before all hands are open"
        drive.play()
        last = drive.desk.last
        assert last
        assert last.round
        hands = view(last.round, None)
        for seat, open_seat in zip(current_round(drive)["seats"], hands.seats, strict=True):
            ours = open_seat.setting
            theirs = hands.dealer_setting
            by_sheet = as_the_sheet_compares(key, drive.desk.game.terms, ours, theirs) if ours and theirs else None
            assert list(seat["met"].values()) == (by_sheet or [])
            results |= set(seat["met"].values())
    assert results >= ({1, -1} if key in ("pyramid", "casino", "pai_gow") else set())


def current_round(drive: Drive) -> dict[str, Any]:
    table = table_view(drive.desk, "p1", Moment())
    current: dict[str, Any] = table["round"] or table["last"]
    return current


def test_a_banker_is_compared_with_nobody_and_the_others_with_the_banker() -> None:
    round_ = start(pyramid.SHEET, Opening(players=("a", "b"), banker=2))
    wagers = {"three_card": 5, "six_card": 5}
    round_ = after(round_, Posted(1, {"main": 5, **wagers}), Posted(2, wagers))
    round_ = after(round_, Dealt(read_cards("Ks Kd 2h 9c 8c 5d Ah Qd 3s")))
    hands = ({"low": "2h", "high": "Ks Kd"}, {"low": "5d", "high": "9c 8c"})
    for seat, setting in enumerate(hands, 1):
        round_ = after(round_, HandsSet(seat, {slot: read_cards(text) for slot, text in setting.items()}))
    assert [seat["met"] for seat in round_view(round_, (1, 2), (2,))["seats"]] == [{"low": -1, "high": 1}, {}]


def test_hands_that_foul_are_compared_with_nothing() -> None:
    fouled, bank = (
        {"low": read_cards(low), "high": read_cards(high)} for low, high in (("Ks", "5d 2h"), ("3c", "9c 8c"))
    )
    assert fouls.foul(pyramid.SHEET.terms, fouled, {})
    assert compared(pyramid.SHEET, fouled, bank, {}, {}) == {}
    assert compared(pyramid.SHEET, bank, fouled, {}, {}) == {}
