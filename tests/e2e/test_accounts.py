"""The pages for accounts, sessions, reset links, hosts and the operator's list of people."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from e2e.page_checks import check_page
from support.page_player import DESK, arrive, new_page, page_errors
from support.server_process import Server

PASSWORD = "difference engine"


def register(page: Page, server: Server, name: str) -> None:
    arrive(page, server.url)
    page.click("[data-account]")
    page.fill("[data-account-name]", name)
    page.fill("[data-account-password]", PASSWORD)
    page.click("[data-register]")
    expect(page.locator("[data-said]")).to_contain_text(f"named {name}")


def test_a_guest_takes_a_name_changes_the_password_and_ends_other_sessions(
    server: Server, page: Page, browser: Browser
) -> None:
    arrive(page, server.url)
    page.click("[data-account]")
    page.fill("[data-account-name]", "Ada")
    page.fill("[data-account-password]", PASSWORD)
    page.click("[data-register]")
    expect(page.locator("[data-said]")).to_contain_text("reserved for the room")
    check_page(page, "account-guest", "dark", ("laptop", "phone"))
    register(page, server, "Paged Person")
    expect(page.locator("[data-name]")).to_have_text("Paged Person")

    context = browser.new_context(viewport=DESK)  # type: ignore[arg-type]
    other = new_page(context)
    arrive(other, server.url)
    other.click("[data-account]")
    other.fill("[data-account-name]", "paged person")
    other.fill("[data-account-password]", PASSWORD)
    other.click("[data-sign-in]")
    expect(other.locator("[data-name]")).to_have_text("Paged Person")
    expect(other.locator("[data-session]")).to_have_count(2)
    check_page(other, "account-named", "dark", ("laptop", "phone"))

    page.reload()
    page.get_by_label("Current password").fill(PASSWORD)
    page.get_by_label("New password").fill("analytical engine")
    page.click("[data-change-password]")
    expect(page.locator("[data-said]")).to_contain_text("Every other session has ended")
    expect(page.locator("[data-session]")).to_have_count(1)
    other.reload()
    expect(other.locator("[data-name]")).to_contain_text("Guest")
    page.click("[data-sign-out]")
    expect(page.locator("[data-name]")).to_contain_text("Guest")
    assert page_errors(page) == page_errors(other) == []
    context.close()


def test_a_name_taken_at_the_table_is_shown_there_and_the_page_plays_on(server: Server, page: Page) -> None:
    arrive(page, server.url)
    page.click("[data-friends=pyramid]")
    page.click("[data-open-table]")
    page.get_by_role("button", name="Take a seat").click()
    page.wait_for_selector("[data-says]")
    table = page.url
    page.click("[data-account]")
    page.fill("[data-account-name]", "Seated Sam")
    page.fill("[data-account-password]", PASSWORD)
    page.click("[data-register]")
    expect(page.locator("[data-said]")).to_contain_text("named Seated Sam")
    page.goto(table)
    page.wait_for_selector("[data-says]")
    path = f"/api/tables/{table.rpartition('/')[2]}"
    chairs = page.evaluate(
        "path => fetch(path).then((answer) => answer.json()).then((table) => table.view.chairs)", path
    )
    assert [(chair["player"], chair["you"]) for chair in chairs] == [("Seated Sam", True)]
    expect(page.locator(".lost")).to_have_count(0)
    assert page_errors(page) == []


@pytest.mark.parametrize("action", ["kick", "mute"])
def test_a_host_sends_a_guest_away_or_mutes_one(server: Server, browser: Browser, action: str) -> None:
    pages = []
    for _ in range(2):
        pages.append(new_page(browser.new_context(viewport=DESK)))  # type: ignore[arg-type]
        arrive(pages[-1], server.url)
    host, guest = pages
    host.click("[data-friends=chinese]")
    host.click("[data-open-table]")
    host.click("[data-invite]")
    host.click("[data-share]")
    code = host.locator("[data-short-code]").inner_text()
    host.locator("[data-share-panel]").get_by_role("button", name="Close").click()
    guest.fill("#code", code)
    guest.keyboard.press("Enter")
    guest.get_by_role("button", name="Take a seat").click()
    host.click("[data-host-menu='1']")
    check_page(host, "host-menu", "dark", ("laptop", "phone"))
    expect(guest.locator("[data-host-menu]")).to_have_count(0)
    host.click(f"[data-{action}]")
    if action == "kick":
        expect(host.locator("[data-host-menu]")).to_have_count(0)
        seat = guest.get_by_role("button", name="Take a seat")
        expect(seat).to_be_disabled()
        expect(seat).to_have_attribute("title", re.compile("the host of this table asked you to leave"))
    else:
        host.click("[data-host-menu='1']")
        expect(host.locator("[data-mute]")).to_have_text("Show emotes again")
    for page in pages:
        assert page_errors(page) == []
        page.context.close()


def test_the_operator_gives_a_reset_link_and_acts_on_people(server: Server, page: Page, browser: Browser) -> None:
    client = httpx.Client(base_url=server.url, timeout=60)
    client.post("/api/session")
    client.post("/api/register", json={"name": "Lost Key", "password": PASSWORD})
    page.goto(f"{server.url}/operator/people")
    page.get_by_label("Operator's token").fill(server.token)
    page.click("[data-open-desk]")
    page.wait_for_selector("[data-no-signals]")
    page.fill("[data-search-name]", "lost key")
    page.click("[data-search]")
    page.click("[data-reset-link]")
    link = page.locator("[data-link]").inner_text()
    page.get_by_role("button", name="Warn", exact=True).click()
    page.fill("[data-reason]", "asked for two links")
    page.click("[data-moderate]")
    expect(page.locator("[data-restriction=warn]")).to_contain_text("asked for two links")
    check_page(page, "people", "dark", ("laptop", "phone"))

    context = browser.new_context(viewport=DESK)  # type: ignore[arg-type]
    owner = new_page(context)
    owner.goto(link)
    owner.fill("[data-new-password]", "password1")
    owner.fill("[data-again]", "password1")
    owner.click("[data-set-password]")
    expect(owner.locator("[data-said]")).to_contain_text("easily guessed")
    owner.fill("[data-new-password]", "a key found again")
    owner.fill("[data-again]", "a key found again")
    check_page(owner, "reset", "dark", ("laptop", "phone"))
    owner.click("[data-set-password]")
    expect(owner.locator("[data-reset-done]")).to_contain_text("Lost Key")
    assert "#" not in owner.url, "the used token does not stay in the address"
    owner.goto(f"{server.url}/account")
    owner.fill("[data-account-name]", "Lost Key")
    owner.fill("[data-account-password]", "a key found again")
    owner.click("[data-sign-in]")
    expect(owner.locator("[data-warning]")).to_contain_text("Asked for two links")
    assert page_errors(page) == page_errors(owner) == []
    context.close()
