"""Cards are checked against the shoe before anything is ranked: sixteen jokers cost nothing."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from houseway.games import GAMES
from houseway.records.store import Store
from houseway.rules import ranking
from houseway.rules.cards import JOKER, read_cards
from houseway.rules.errors import NotAllowed
from houseway.rules.game import SetHands
from houseway.rules.round import Seat
from houseway.server.http.app import make_app
from houseway.server.runtime.commands import decide
from houseway.server.runtime.outbox import Caller
from houseway.server.runtime.settings import Settings
from houseway.server.tables.card_check import check_cards, check_hands, most_cards
from houseway.server.views import messages
from support.desks import Drive

SIXTEEN = " ".join(["Xx"] * 16)
FIVE_ACES = "As As As As As As As"


@pytest.fixture
def ranked(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Every hand that is ranked."""
    hands: list[object] = []
    rank = ranking.Ranking.of

    def counted(self: ranking.Ranking, cards: Any) -> Any:
        hands.append(cards)
        return rank(self, cards)

    monkeypatch.setattr(ranking.Ranking, "of", counted)
    return hands


def answers_to(folder: Path, *requests: tuple[str, dict[str, Any]]) -> list[httpx.Response]:
    """The responses of the application, without a network."""

    async def ask() -> list[httpx.Response]:
        async def opened() -> Store:
            return await Store.open(f"sqlite:///{folder / 'room.db'}", room_key=b"k" * 32)

        app = make_app(opened, Settings())
        async with app.router.lifespan_context(app):
            transport = httpx.ASGITransport(app=app)
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
                answers = [await client.post(path, json=body) for path, body in requests]
            assert app.state.services.room.study.started == 0, "no worker was started for any of it"
            return answers

    return asyncio.run(ask())


def test_requests_with_cards_that_no_seat_can_hold_are_refused_before_any_ranking(
    tmp_path: Path, ranked: list[object]
) -> None:
    jokers = {"game": "showdown", "cards": SIXTEEN}
    ten = " ".join(["Xx"] * 10)
    requests: list[tuple[str, dict[str, Any]]] = [
        ("/api/names", {**jokers, "hands": {"hand6": ten}}),
        ("/api/names", {"game": "showdown", "cards": "Xx Xx Xx Xx", "hands": {"hand6": ten}}),
        ("/api/names", {"game": "showdown", "cards": "As", "hands": {"hand6": " ".join(["As"] * 4)}}),
        ("/api/names", {"game": "pyramid", "cards": "As Ks Qs Js", "hands": {}}),
        ("/api/names", {"game": "showdown", "cards": "As", "hands": {"hand7": "As"}}),
        ("/api/names", {"game": "showdown", "cards": "As Kd", "hands": {"hand1": "As Kd"}}),
        ("/api/best", jokers),
        ("/api/best", {"game": "chinese", "cards": FIVE_ACES}),
        ("/api/drill/answer", {**jokers, "decision": "play"}),
        ("/api/drill/answer", {"game": "chinese", "cards": "As Kd", "hands": {"front": "As As"}}),
    ]
    answers = answers_to(tmp_path, *requests)
    assert [answer.status_code for answer in answers] == [409] * len(requests), [answer.text for answer in answers]
    sentences = [answer.json()["refused"] for answer in answers]
    assert "does not contain that many of Xx" in sentences[0]
    assert "does not contain that many of Xx" in sentences[1]
    assert "does not contain that many of As" in sentences[2]
    assert sentences[3] == "a seat of Pyramid Poker holds at most 3 cards, not 4"
    assert "there is no hand 'hand7' to set now; the hands are hand1" in sentences[4]
    assert sentences[5] == "hand1 takes at most 1 cards, not 2"
    assert ranked == [], "nothing was ranked for any of them"


@pytest.mark.parametrize("key", list(GAMES))
def test_every_hand_that_can_be_dealt_passes(key: str) -> None:
    game = GAMES[key]
    most = most_cards(game)
    check_cards(game, game.whole_shoe[-most:])
    check_cards(game, ())
    with pytest.raises(NotAllowed, match=f"at most {most} cards, not {most + 1}"):
        check_cards(game, game.whole_shoe[: most + 1])
    often = game.whole_shoe.count(game.whole_shoe[0])
    if often < most:
        with pytest.raises(NotAllowed, match="does not contain that many of"):
            check_cards(game, game.whole_shoe[:1] * (often + 1))


def test_jokers_are_named_one_card_each() -> None:
    game = GAMES["showdown"]
    slots = game.slots(game.terms, Seat(number=1, player="", cards=()))
    hands = {"hand6": (JOKER, *read_cards("As Ks Qs Js"))}
    check_hands(game, slots, hands, {"hand6": read_cards("Ts")})
    for named in ("Ts Ts", "Xx"):
        with pytest.raises(NotAllowed, match="hand6 has 1 jokers to name a card for"):
            check_hands(game, slots, hands, {"hand6": read_cards(named)})
    with pytest.raises(NotAllowed, match="there is no hand 'hand9'"):
        check_hands(game, slots, hands, {"hand9": ()})


def at_a_setting_step(key: str) -> Drive:
    drive = Drive(key)
    drive.open("cards")
    from houseway.server.tables import dealing
    from support.desks import AT

    while (round_ := drive.desk.round) is not None and not isinstance(round_.step, SetHands):
        drive.do(dealing.moved(drive.desk, drive.next_move(), by="person", command="c", at=AT))
    return drive


def test_a_set_message_with_too_many_jokers_is_refused_before_any_ranking(ranked: list[object]) -> None:
    drive = at_a_setting_step("showdown")
    desk = drive.desk
    assert desk.live is not None
    assert desk.round is not None
    seat = int(desk.round.waiting_for[0])
    hands = {
        slot.name: " ".join(["Xx"] * max(slot.sizes))
        for slot in desk.game.slots(desk.game.terms, desk.round.seat(seat))
    }
    message = messages.Set("m-1", desk.table, round=desk.live.id, version=desk.round.version, seat=seat, hands=hands)
    ranked.clear()
    with pytest.raises(NotAllowed, match=r"holds at most 25 cards|does not contain that many of Xx"):
        decide(desk, Caller(desk.live.players[seat - 1], "somebody"), message, at="2026-01-01T00:00:00.000000Z")
    assert ranked == []
