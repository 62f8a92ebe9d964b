"""Options of the sheets that change what a player does at the table, each played to its settlement in the browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from e2e.test_one_screen import check_step, open_chips
from e2e.test_table import FastRoom, open_table, sit_at
from support.page_player import arrive, decide, leave_settlement, page_errors, play_round, press_until_gone, set_hands

SEED = "options 390"
"""
With these cards seat 2 of two wins a bonus of 3 units with the house way in the first round of Chinese Poker, and
receives two jokers in the first round of Showdown.
"""
CHIPS = 10_000
UNIT = 5
BONUS = 3 * UNIT
SURRENDERS = {"per_hand": 2 * UNIT, "2-4": 3 * UNIT, "1-6": 3 * UNIT}
"""For each scoring of Chinese Poker, what a player pays who surrenders to one other."""


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastRoom]:
    running = FastRoom(tmp_path_factory.mktemp("options"))
    running.welcome = CHIPS
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FAST_ROOM_DEALS", SEED)
        running.start()
    yield running
    running.kill()


def sit_with_a_bot(room: FastRoom, page: Page, game: str, options: dict[str, str]) -> None:
    """Take seat 2 at a new table that waits for us."""
    arrive(page, room.url)
    table = open_table(page, room.url, game, seats=2, bots=["house_way"], pace="parked", options=options)
    sit_at(page, room.url, table)


def net_of_the_round(page: Page) -> int:
    page.wait_for_selector("[data-net]")
    return int(str(page.locator("[data-net]").get_attribute("data-net")))


def test_P2P_20_wagers_that_must_be_equal_change_together(room: FastRoom, page: Page) -> None:
    sit_with_a_bot(room, page, "pick2", {})
    post = page.locator("[data-post]")
    expect(page.locator("[data-spot=bonus_3_5]")).to_contain_text("same as Ante")
    page.locator("[data-spot=ante] .place").click()
    expect(post).to_have_text("Wager 20")
    page.locator("[data-spot=bonus_5_only] .place").click()
    expect(post).to_have_text("Wager 30")
    page.locator("[data-spot=bonus_3_5] .less").click()
    expect(post).to_have_text("Wager 15")
    play_round(page)
    open_chips(page)
    expect(page.locator("[data-chips] li", has_text="5 Card Bonus Only")).not_to_have_count(0)
    assert page_errors(page) == []


def test_P2P_A13_the_5_card_bonus_only_is_played_alone_with_decks_that_alternate(room: FastRoom, page: Page) -> None:
    sit_with_a_bot(room, page, "pick2", {"b5_alone": "true", "shuffler": "on"})
    deck = page.locator("[data-deck-back]")
    expect(deck).to_have_text("red deck")
    page.locator("[data-way=instead]").click()
    expect(page.locator("[data-spot]")).to_have_count(1)
    expect(page.locator("[data-post]")).to_have_text("Wager 5")
    check_step(page, "wager")
    press_until_gone(page, "[data-post]", "mouse")
    expect(page.locator("[data-option][aria-disabled=false]")).to_have_count(1)
    check_step(page, "decide")
    page.locator("[data-option=three]").click(force=True)
    expect(page.locator(".decide .problem")).to_contain_text("Without an Ante")
    page.locator("[data-option=five]").click()
    net_of_the_round(page)
    open_chips(page)
    expect(page.locator("[data-chips] li")).to_contain_text(["5 Card Bonus Only"])
    check_step(page, "settled")
    leave_settlement(page, "mouse")
    expect(deck).to_have_text("blue deck")
    page.get_by_role("button", name="Rebet").click()
    expect(page.locator("[data-way=instead]")).to_have_attribute("aria-checked", "true")
    page.locator("[data-way=all]").click()
    expect(page.locator("[data-post]")).to_have_text("Wager 10")
    play_round(page)
    assert page_errors(page) == []


@pytest.mark.parametrize("scoring", SURRENDERS)
def test_chinese_poker_is_played_with_each_scoring_a_bonus_and_a_surrender(
    room: FastRoom, page: Page, scoring: str
) -> None:
    terms = {"scoring": scoring, "unit_value": str(UNIT), "bonuses": "true", "surrender": "true"}
    sit_with_a_bot(room, page, "chinese", terms)
    price = SURRENDERS[scoring]
    expect(page.locator("[data-option=surrender]")).to_have_text(f"Surrender· {price} to each of 1")
    expect(page.locator(".in-force").first).to_have_text(f"One unit is {UNIT} chips")
    check_step(page, "decide")
    page.locator("[data-option]:not([data-option=surrender])").click()
    page.wait_for_selector("[data-put]")
    set_hands(page, "mouse")
    net = net_of_the_round(page)
    open_chips(page)
    expect(page.locator("[data-chips] li", has_text="CHI-26")).to_contain_text(f"+{BONUS}")
    assert net % UNIT == 0
    leave_settlement(page, "mouse")
    page.wait_for_selector("[data-option=surrender]")
    press_until_gone(page, "[data-option=surrender]", "mouse")
    assert net_of_the_round(page) == -price
    check_step(page, "settled")
    assert page_errors(page) == []


def test_showdown_says_which_special_points_count_and_names_every_joker_of_a_hand(room: FastRoom, page: Page) -> None:
    """We hold two jokers. Both go to one hand, and both choices are in view at every size."""
    sit_with_a_bot(room, page, "showdown", {"special_points_source": "chart", "chip_value": "3"})
    page.wait_for_selector("[data-option]")
    sentences = ["One point is 1 chip, and a chip stands for 3", "Special points are those of the printed chart"]
    expect(page.locator(".in-force")).to_have_text(sentences)
    while not page.locator("[data-put]").count():
        decide(page)
        page.wait_for_selector("[data-option], [data-put]")
    for _ in range(2):
        page.locator('.tray [data-piece][data-card="Xx"]').first.focus()
        page.keyboard.press("6")
    expect(page.locator("[data-joker=hand6]")).to_have_count(2)
    check_step(page, "name jokers")
    set_hands(page, "mouse")
    net_of_the_round(page)
    check_step(page, "settled")
    assert page_errors(page) == []
