"""Play through the pages as a person does: with clicks, taps and keys, using only what the page shows."""

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
"""Milliseconds until a wait fails; generous, because other tests run on the same machine."""
POLL = 60
"""Milliseconds between two looks at a page."""
STEPS = "[data-post], [data-option], [data-put], [data-net]"
"""What the page shows when the player has to do something, and at the end of the round."""
MOST_STEPS = 400
"""More than any round has."""
DECISION = """() => [...document.querySelectorAll('.decide svg.card, .decide [data-option]')]
  .map((each) => each.dataset.option ?? each.getAttribute('aria-label')).join()"""

expect.set_options(timeout=PATIENCE)


def new_page(context: BrowserContext) -> Page:
    """A new page that collects its JavaScript errors, which `page_errors` returns."""
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.on(
        "pageerror",
        lambda error: page.evaluate("text => { window.pageErrors = [...(window.pageErrors ?? []), text] }", str(error)),
    )
    return page


def arrive(page: Page, url: str) -> None:
    """Open the lobby, and wait until the visitor has a session."""
    page.goto(url)
    page.wait_for_selector("[data-play]")
    wait_until(page, lambda: bool(page.context.cookies()), "the visitor has a session")


def sit_down(page: Page, url: str, game: str, how: How = "mouse") -> None:
    """Press "Play now" in the lobby, which opens a table with bots."""
    arrive(page, url)
    press(page, f"[data-play={game}]", how)
    page.wait_for_selector("[data-says]")


def press(page: Page, selector: str, how: How, *, within_ms: float | None = None) -> None:
    element = page.locator(selector).first
    if how == "keys":
        element.focus(timeout=within_ms)
        page.keyboard.press("Enter")
    elif how == "touch":
        element.tap(timeout=within_ms)
    else:
        element.click(timeout=within_ms)


def press_until_gone(page: Page, selector: str, how: How) -> None:
    """Press a button and wait until it is gone; the next hand of the same player may bring another like it."""
    button = page.locator(selector).first.element_handle()
    press(page, selector, how)
    button.wait_for_element_state("hidden")


def play_round(page: Page, how: How = "mouse") -> int:
    """Play until the next settlement is shown; return the chips won."""
    leave_settlement(page, how)
    for _ in range(MOST_STEPS):
        page.wait_for_selector(STEPS, state="attached")
        if page.locator("[data-post]").count():
            press_until_gone(page, "[data-post]", how)
        elif page.locator("[data-option]").count():
            decide(page, how)
        elif page.locator("[data-put]").count():
            set_hands(page, how)
        elif page.locator("[data-net]").count():
            return int(page.locator("[data-net]").get_attribute("data-net") or 0)
    raise AssertionError(f"the round did not end; the page says: {page.locator('[data-says]').inner_text()}")


def decide(page: Page, how: How = "mouse") -> None:
    """Take the first option, which plays on, and wait until the board shows something else."""
    before = decision(page)
    press(page, "[data-option]", how)
    wait_until(page, lambda: decision(page) != before, "the decision is made")


def decision(page: Page) -> str:
    """The cards and the options that the player decides about now; empty if there is nothing to decide."""
    return str(page.evaluate(DECISION))


def leave_settlement(page: Page, how: How) -> None:
    """Go on from the last settlement, if one is shown."""
    for _ in range(500):
        if page.locator("[data-next][aria-disabled=false]").count():
            with suppress(TimeoutError):  # the round may begin before it is pressed
                press(page, "[data-next][aria-disabled=false]", how, within_ms=1_500)
        if page.locator("[data-net]").count() == 0:
            return
        page.wait_for_timeout(POLL)
    raise AssertionError(f"the next round does not begin; the page says: {page.locator('.felt').inner_text()}")


def set_hands(page: Page, how: How) -> None:
    """Set the house way where the page offers it, otherwise the cards in order, and confirm."""
    board = page.locator("section.board")
    house_way = board.get_by_role("button", name="House way")
    if house_way.count() and how != "keys":
        if how == "touch":
            house_way.tap()
        else:
            house_way.click()
    else:
        if how == "keys":
            place_by_keys(page)
        else:
            place_by_taps(page, how)
        judged = page.locator("[data-put][aria-disabled=false], [data-problem]")
        wait_until(page, lambda: judged.count() > 0, "the server judges the hands")
        if house_way.count() and page.locator("[data-problem]").count():
            press(page, "section.board .controls button:nth-of-type(4)", how)
    put = page.locator("[data-put]")
    expect(put).to_have_text("Set hands")  # not "Set a foul…", which is enabled too
    expect(put).to_have_attribute("aria-disabled", "false")
    press_until_gone(page, "[data-put]", how)


def place_by_keys(page: Page) -> None:
    """With the keyboard alone, fill the last hand first: focus a card and press the number of its hand."""
    hands = hand_sizes(page)
    for number, (_, size) in reversed(list(enumerate(hands, start=1))):
        for _ in range(size):
            page.locator(".tray [data-piece]").first.focus()
            page.keyboard.press(str(number))


def place_by_taps(page: Page, how: How) -> None:
    """Fill the last hand first: tap a card, then its hand."""
    for name, size in reversed(hand_sizes(page)):
        for _ in range(size):
            press(page, ".tray [data-piece]", how)
            page.locator(f'[data-hand="{name}"] .about').first.click(force=True)


def hand_sizes(page: Page) -> list[tuple[str, int]]:
    """Every hand on the board with the number of cards it takes."""
    sizes = []
    for hand in page.locator(".hands [data-hand]").all():
        cards = hand.locator("[data-piece]").count()
        gaps = hand.locator(".gap").count()
        sizes.append((str(hand.get_attribute("data-hand")), cards + gaps))
    return sizes


def wait_until(page: Page, condition: Callable[[], bool], what: str) -> None:
    for _ in range(PATIENCE // POLL):
        if condition():
            return
        page.wait_for_timeout(POLL)
    raise AssertionError(f"did not happen in time: {what}")


def page_errors(page: Page) -> list[str]:
    """The uncaught JavaScript errors of a page."""
    errors: list[str] = page.evaluate("() => window.pageErrors ?? []")
    return errors
