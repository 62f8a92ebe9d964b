"""Each game, played to the end by keyboard alone and by touch on a phone; `test_settlement.py` plays with the mouse."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from support.page_player import GAMES, page_errors, play_round, sit_down
from support.server_process import Server

EACH_GAME = pytest.mark.parametrize("game", GAMES)


@EACH_GAME
def test_a_round_with_the_keyboard_alone(server: Server, page: Page, game: str) -> None:
    sit_down(page, server.url, game, "keys")
    play_round(page, "keys")
    assert page_errors(page) == []


@EACH_GAME
def test_a_round_on_a_phone_with_touch(server: Server, phone: Page, game: str) -> None:
    sit_down(phone, server.url, game, "touch")
    play_round(phone, "touch")
    wide = phone.evaluate("() => document.documentElement.scrollWidth > innerWidth + 1")
    assert not wide, "the page is wider than the phone"
    assert page_errors(phone) == []
