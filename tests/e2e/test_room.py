"""Private tables, fouls, lost connections, verification, odds and wrong links, in a browser."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser, Page, Route, WebSocket, expect

from e2e.page_checks import check_page
from support.page_player import DESK, GAMES, arrive, new_page, page_errors, play_round, set_hands, sit_down, wait_until
from support.server_process import Server


def record_frames(page: Page, frames: list[str]) -> None:
    """Append every frame that the page receives over its socket."""

    def add(frame: str | bytes) -> None:
        frames.append(str(frame))

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", add)

    page.on("websocket", listen)


def test_two_friends_at_a_private_table_see_only_what_they_may(server: Server, browser: Browser) -> None:
    frames: dict[str, list[str]] = {"host": [], "friend": []}
    pages = {}
    for who, received in frames.items():
        context = browser.new_context(viewport=DESK)  # type: ignore[arg-type]
        pages[who] = new_page(context)
        record_frames(pages[who], received)
        arrive(pages[who], server.url)
    pages["host"].click("[data-friends=chinese]")
    pages["host"].click("[data-open-table]")
    pages["host"].wait_for_selector("[data-code]")
    code = pages["host"].locator("[data-code]").inner_text()
    pages["friend"].fill("#code", code.lower())
    pages["friend"].keyboard.press("Enter")
    for page in pages.values():
        page.get_by_role("button", name="Take a seat").click()
    wait_until(pages["host"], lambda: pages["host"].locator("[data-put]").count() == 1, "the cards are dealt")
    wait_until(pages["friend"], lambda: pages["friend"].locator("[data-put]").count() == 1, "the cards are dealt")
    held = {
        who: {str(piece.get_attribute("data-card")) for piece in page.locator("[data-piece]").all()}
        for who, page in pages.items()
    }
    assert len(held["host"]) == len(held["friend"]) == 13
    assert not held["host"] & held["friend"]
    for who, other in (("host", "friend"), ("friend", "host")):
        for frame in frames[who]:
            message = json.loads(frame)
            round_view = (message.get("view") or {}).get("round") or {}
            shown = json.dumps([seat["cards"] for seat in round_view.get("seats", [])])
            assert not any(f'"{card}"' in shown for card in held[other]), "a hidden card was on the wire"
    for page in pages.values():
        set_hands(page, "mouse")
    for page in pages.values():
        page.wait_for_selector("[data-net]")
        assert page_errors(page) == []
        page.context.close()


def test_a_foul_is_shown_with_its_reason_and_its_price(server: Server, page: Page) -> None:
    """The strongest cards in front: the board says why it fouls, what that costs, and warns on the button."""
    sit_down(page, server.url, "chinese")
    page.wait_for_selector("[data-put]")
    for number, count in ((1, 3), (2, 5), (3, 5)):
        for _ in range(count):
            page.locator(".tray [data-piece]").first.focus()
            page.keyboard.press(str(number))
    put = page.locator("[data-put]")
    problem = page.locator("[data-problem]")
    wait_until(
        page, lambda: put.get_attribute("aria-disabled") == "false" or problem.count() > 0, "the setting is checked"
    )
    if problem.count():
        assert "must be higher than" in problem.inner_text()
        assert "[CHI-" in problem.inner_text()
        expect(put).to_have_text("Set a foul…")
    page.get_by_role("button", name="House way").click()
    expect(put).to_have_text("Set hands")
    expect(put).to_have_attribute("aria-disabled", "false")
    expect(page.locator("[data-problem]")).to_have_count(0)


def test_a_reload_in_the_middle_of_a_round_returns_to_it(server: Server, page: Page) -> None:
    sit_down(page, server.url, "chinese")
    page.wait_for_selector("[data-put]")
    held = sorted(str(piece.get_attribute("data-card")) for piece in page.locator("[data-piece]").all())
    page.reload()
    page.wait_for_selector("[data-put]")
    assert held == sorted(str(piece.get_attribute("data-card")) for piece in page.locator("[data-piece]").all())
    play_round(page)


def test_a_killed_server_is_reported_and_the_round_goes_on_after_its_restart(server: Server, page: Page) -> None:
    sit_down(page, server.url, "chinese")
    page.wait_for_selector("[data-put]")
    server.kill()
    page.wait_for_selector(".lost")
    server.start()
    expect(page.locator(".lost")).to_have_count(0)
    play_round(page)


def test_an_honest_round_verifies_and_a_doctored_one_does_not(server: Server, page: Page) -> None:
    sit_down(page, server.url, "casino")
    play_round(page)
    page.get_by_role("link", name="Replay and verify").click()
    page.click("[data-verify]")
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "true")

    def doctored(route: Route) -> None:
        answer = route.fetch()
        record = answer.json()
        dealt = next(move for move in record["moves"] if move["move"] == "dealt")
        cards = dealt["cards"].split(" ")
        other = next(place for place, card in enumerate(cards) if card != cards[0])  # with two decks two may be alike
        cards[0], cards[other] = cards[other], cards[0]
        dealt["cards"] = " ".join(cards)
        route.fulfill(response=answer, body=json.dumps(record))

    page.route("**/api/rounds/*", doctored)
    page.reload()
    page.click("[data-verify]")
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "false")


def test_the_odds_lab_shows_what_the_command_prints(server: Server, page: Page) -> None:
    page.goto(f"{server.url}/odds/pyramid")
    cell = page.locator('[data-ev="main best"]')
    cell.wait_for()
    assert cell.inner_text() == "+1.4182 %"
    page.fill('[data-option="straight_flush_pays"]', "50")
    expect(page.locator('[data-ev^="three_card"]').first).to_have_text("+0.8285 %")
    assert "straight_flush_pays=50" in page.url


@pytest.mark.parametrize(
    ("path", "message"),
    [("/table/NOSUCH", "NOSUCH"), ("/nowhere", "/nowhere"), ("/round/ABC-1", "ABC-1"), ("/rules/whist", "whist")],
)
def test_a_wrong_link_says_what_happened(server: Server, page: Page, path: str, message: str) -> None:
    arrive(page, server.url)
    page.goto(server.url + path)
    alert = page.get_by_role("alert")
    alert.wait_for()
    assert message in alert.inner_text()
    alert.get_by_role("link", name="To the lobby").click()
    page.wait_for_selector("[data-play]")


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_every_page_is_accessible_and_fits(server: Server, browser: Browser, theme: str) -> None:
    context = browser.new_context(viewport=DESK, color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
    page = new_page(context)
    arrive(page, server.url)
    addresses = {"lobby": "/", "history": "/history", "settings": "/preferences", "house": "/operator"}
    addresses |= {f"rules-{game}": f"/rules/{game}" for game in GAMES[:1]}
    addresses["odds"] = "/odds/pyramid"
    page.click("[data-play=casino]")
    page.wait_for_selector("[data-post]")
    check_page(page, "table-wager", theme)
    play_round(page)
    check_page(page, "table-settled", theme)
    for name, address in addresses.items():
        page.goto(server.url + address)
        page.wait_for_timeout(500)
        check_page(page, name, theme)
    assert page_errors(page) == []
    context.close()
