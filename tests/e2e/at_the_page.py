"""A person at the page: clicks, taps and keys, and nothing that the page does not show."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Literal

from playwright.sync_api import BrowserContext, Page, TimeoutError, expect

from houseway.games import GAMES as RULES

GAMES = tuple(RULES)
How = Literal["mouse", "keys", "touch"]
DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
PATIENCE = 60_000
"""Milliseconds that a page may take on a machine with other tests to run; only what fails waits them out."""

expect.set_options(timeout=PATIENCE)


def watched(context: BrowserContext) -> Page:
    """A page whose own faults fail the test."""
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.on(
        "pageerror",
        lambda error: page.evaluate("text => { window.faults = [...(window.faults ?? []), text] }", str(error)),
    )
    return page


def arrive(page: Page, url: str) -> None:
    page.goto(url)
    page.wait_for_selector("[data-play]")


def sit_down(page: Page, url: str, game: str, how: How = "mouse") -> None:
    """Play now: from the lobby to a table with bots."""
    arrive(page, url)
    press(page, f"[data-play={game}]", how)
    page.wait_for_selector("[data-says]")


def press(page: Page, selector: str, how: How, *, within_ms: float | None = None) -> None:
    found = page.locator(selector).first
    if how == "keys":
        found.focus(timeout=within_ms)
        page.keyboard.press("Enter")
    elif how == "touch":
        found.tap(timeout=within_ms)
    else:
        found.click(timeout=within_ms)


def play_round(page: Page, how: How = "mouse") -> int:
    """Play until a settlement is shown that was not there before; gives what was won."""
    begin(page, how)
    for _ in range(400):
        if page.locator("[data-post]").count():
            press(page, "[data-post]", how)
            page.locator("[data-post]").wait_for(state="detached")
        elif page.locator("[data-option]").count():
            option = page.locator("[data-option]").first.get_attribute("data-option")
            press(page, f"[data-option={option}]", how)
            page.wait_for_timeout(120)
        elif page.locator("[data-put]").count():
            set_hands(page, how)
        elif page.locator("[data-net]").count():
            return int(page.locator("[data-net]").get_attribute("data-net") or 0)
        else:
            page.wait_for_timeout(60)
    raise AssertionError(f"the round did not end; the page says: {page.locator('[data-says]').inner_text()}")


def begin(page: Page, how: How) -> None:
    """Leave the last settlement, if one is shown."""
    for _ in range(500):
        if page.locator("[data-next][aria-disabled=false]").count():
            with suppress(TimeoutError):  # the round may begin before it is pressed
                press(page, "[data-next][aria-disabled=false]", how, within_ms=1_500)
        if page.locator("[data-net]").count() == 0:
            return
        page.wait_for_timeout(60)
    raise AssertionError(f"the next round does not begin; the page says: {page.locator('.felt').inner_text()}")


def set_hands(page: Page, how: How) -> None:
    """Lay the house way out by hand where it can be asked for, else any cards in order, and put them down."""
    board = page.locator("section.board")
    house_way = board.get_by_role("button", name="House way")
    if house_way.count() and how != "keys":
        house_way.tap() if how == "touch" else house_way.click()
    else:
        by_keys(page) if how == "keys" else by_taps(page, how)
        page.wait_for_timeout(700)
        if house_way.count() and page.locator("[data-problem]").count():
            press(page, "section.board .controls button:nth-of-type(4)", how)
    put = page.locator("[data-put]")
    expect(put).to_have_attribute("aria-disabled", "false")
    press(page, "[data-put]", how)
    put.wait_for(state="detached")


def by_keys(page: Page) -> None:
    """Strongest cards to the last hand, with nothing but the keyboard: each card is focused and sent by its number."""
    for name, count in reversed(wanted(page)):
        place = [slot for slot, _ in wanted(page)].index(name) + 1
        for _ in range(count):
            page.locator(".tray [data-piece]").first.focus()
            page.keyboard.press(str(place))


def by_taps(page: Page, how: How) -> None:
    for name, count in reversed(wanted(page)):
        for _ in range(count):
            press(page, ".tray [data-piece]", how)
            page.locator(f'[data-hand="{name}"] .about').first.click(force=True)


def wanted(page: Page) -> list[tuple[str, int]]:
    """The hands and how many cards each needs."""
    found = page.locator(".hands [data-hand]")
    return [
        (str(hand.get_attribute("data-hand")), hand.locator(".gap").count() + hand.locator("[data-piece]").count())
        for hand in found.all()
    ]


def wait_until(page: Page, condition: Callable[[], bool], what: str) -> None:
    for _ in range(PATIENCE // 60):
        if condition():
            return
        page.wait_for_timeout(60)
    raise AssertionError(f"it did not happen: {what}")


def faults(page: Page) -> list[str]:
    found: list[str] = page.evaluate("() => window.faults ?? []")
    return found
