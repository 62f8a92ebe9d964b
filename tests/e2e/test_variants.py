"""Stakes and rules are chosen in the lobby, shown at the table and in the invitation, and played to settlement."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from e2e.page_checks import check_page
from e2e.test_table import FastRoom
from houseway.games import GAMES as SHEETS
from support.page_player import arrive, page_errors, play_round
from support.server_process import Server

CHOSEN = {
    "pyramid": {"w1_max": "50", "side_wagers": "optional"},
    "chinese": {"unit_value": "5", "scoring": "2-4", "bonuses": "true", "naturals": "true", "surrender": "true"},
    "pick2": {"b5_alone": "true", "shuffler": "on", "tip_bets": "on"},
    "showdown": {"chip_value": "25", "special_points_source": "chart"},
    "casino": {"joker_use": "any"},
    "pai_gow": {"main_max": "200", "copies": "push"},
}
"""For each game, options and the values that are chosen for them."""
SHOWN = {
    "pyramid": ["First wager, most", "50", "Optional"],
    "chinese": ["Chips in a unit", "5", "2-4: 2 units for two hands, 4 for three", "Bonuses"],
    "pick2": ["5 Card Bonus Only alone", "Yes, two decks that alternate", "Taken"],
    "showdown": ["Value of a point", "25", "As printed in the chart"],
    "casino": ["A joker stands for", "Any card the player wishes, also a low one"],
    "pai_gow": ["Wager, most", "200", "Nobody wins"],
}
"""Words that the table and the invitation show for them."""


def choose(page: Page, option: str, value: str) -> None:
    """Choose a value in the dialog, by whatever control it has."""
    control = page.locator(f"dialog [data-option={option}]")
    if control.get_attribute("type") == "checkbox":
        control.set_checked(value == "true")
    elif control.evaluate("each => each.tagName") == "SELECT":
        control.select_option(value)
    else:
        control.fill(value)


@pytest.mark.parametrize("game", CHOSEN)
def test_chosen_rules_are_shown_at_the_table_and_in_the_invitation_and_played(
    server: Server, page: Page, game: str
) -> None:
    arrive(page, server.url)
    page.click(f"[data-choose={game}]")
    for option, value in CHOSEN[game].items():
        choose(page, option, value)
    if game == "chinese":
        check_page(page, "open-a-table", "light", ("laptop", "phone"))
    expect(page.locator("[data-open-table]")).to_be_enabled()
    page.click("[data-open-table]")
    page.wait_for_selector("[data-says]")
    play_round(page)
    changed = {*CHOSEN[game], *SHEETS[game].without_credit}  # the room changes some too, as it gives no credit
    expect(page.locator("[data-rules-here]")).to_have_attribute("data-rules-here", str(len(changed)))
    page.click("[data-rules-here]")
    for words in SHOWN[game]:
        expect(page.locator("[data-table-rules]")).to_contain_text(words)
    page.keyboard.press("Escape")
    page.click("[data-invite]")
    link = page.locator("[data-invitation]")
    expect(page.locator("[data-qr]")).to_have_attribute("data-qr", link.inner_text())
    if game == "chinese":
        check_page(page, "invite", "light", ("laptop", "phone"))
    page.goto(link.inner_text())
    for words in SHOWN[game]:
        expect(page.locator("[data-invited]")).to_contain_text(words)
    for option in CHOSEN[game]:
        expect(page.locator(f"[data-term={option}]")).to_have_attribute("data-changed", "true")
    if game == "chinese":
        check_page(page, "invitation", "light")
    assert page_errors(page) == []


@pytest.mark.parametrize(
    ("game", "option", "value", "reason"),
    [("chinese", "unit_value", "11", "CHI-07"), ("pyramid", "w1_max", "100000", "the operator's limit is 100")],
)
def test_a_refused_choice_is_explained_in_the_dialog_without_identifiers(
    server: Server, page: Page, game: str, option: str, value: str, reason: str
) -> None:
    arrive(page, server.url)
    page.click(f"[data-friends={game}]")
    choose(page, option, value)
    page.click("[data-open-table]")
    refusal = page.locator("dialog [role=alert]")
    expect(refusal).to_contain_text(reason)
    expect(refusal).to_contain_text(value)
    assert option not in refusal.inner_text()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


@pytest.fixture
def new_room(tmp_path: Path) -> Iterator[FastRoom]:
    """A room of its own: no operator has changed its terms."""
    room = FastRoom(tmp_path)
    room.start()
    yield room
    room.kill()


def test_the_dialog_says_what_each_choice_does_and_never_waits_for_the_odds(new_room: FastRoom, page: Page) -> None:
    arrive(page, new_room.url)
    page.click("[data-friends=pyramid]")
    expect(page.locator("[data-offered=single_copy]")).to_contain_text("instead of")
    choose(page, "single_copy", "bank_wins")
    expect(page.locator("[data-odds]")).to_contain_text("First wager")
    choose(page, "both_copy", "bank_wins")
    expect(page.locator("[data-open-table]")).to_have_attribute("aria-disabled", "false")
    expect(page.locator("[data-odds]")).to_contain_text("instead of")


def test_no_page_shows_an_identifier(server: Server, page: Page) -> None:
    arrive(page, server.url)
    rulebooks = [f"/rules/{game}" for game in CHOSEN]
    shown = {
        "/": "[data-play]",
        "/odds/pyramid": "[data-ev]",
        "/odds/showdown": ".editors .line >> visible=true",
        "/history": "h1",
        "/rules": ".shelf a",
        **dict.fromkeys(rulebooks, "#open-questions"),
    }
    for path, content in shown.items():
        page.goto(f"{server.url}{path}")
        page.wait_for_selector(content)
        if path.startswith(("/odds", "/rules/")):
            page.wait_for_selector("nav.books a")  # the games with their words have come
        text = page.locator("main").inner_text()
        words = [word for word in text.split() if "_" in word and not word.startswith(("http", "PYR"))]
        words = [word for word in words if "philipblee/" not in word]  # a program that a clause cites by its address
        assert words == [], path
