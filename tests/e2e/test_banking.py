"""The bank in two browsers: every refusal with its reason, a hand given up, and a bank that goes to the house."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.test_table import FastRoom, open_table, sit_at
from support.page_player import arrive, page_errors, set_hands

FIRST_PAUSE = 600
"""Seconds that a player who sits alone waits for a round: longer than a test."""


class PoorRoom(FastRoom):
    """A room whose players can bank against one bettor and not against two: that takes 3 x 10 and 10 chips."""

    welcome = 39

    @property
    def command(self) -> list[str]:  # type: ignore[override]
        """No round begins while the first player waits for the second."""
        return [*super().command, str(FIRST_PAUSE)]


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PoorRoom]:
    running = PoorRoom(tmp_path_factory.mktemp("poor"))
    running.start()
    yield running
    running.kill()


@pytest.fixture
def pages(page: Page, second_page: Page) -> tuple[Page, Page]:
    return page, second_page


def sit_together(room: PoorRoom, pages: tuple[Page, Page], **options: object) -> None:
    """Both sit down at a new table of Pyramid Poker that waits for them: the first at seat 1."""
    one, two = pages
    for page in pages:
        arrive(page, room.url)
    table = open_table(one, room.url, "pyramid", pace="parked", private=True, options=options)
    for page in (one, two):
        sit_at(page, room.url, table)
        expect(bank(page)).to_be_visible()


def bank(page: Page) -> Locator:
    return page.locator("section.bank")


def take_second_hand(page: Page) -> None:
    page.get_by_role("button", name="Play another hand").click()


def test_PYR_A33_two_hands_are_refused_the_bank_until_one_is_given_up(room: PoorRoom, pages: tuple[Page, Page]) -> None:
    sit_together(room, pages)
    one, two = pages
    take_second_hand(one)
    take = one.locator("[data-bank=take]")
    expect(take).to_have_attribute("aria-disabled", "true")
    expect(bank(one)).to_contain_text("PYR-A33")
    take.click(force=True)
    expect(one.locator("section.bank .refused")).to_contain_text("PYR-A33")
    expect(two.locator("[data-bank=take]")).to_have_attribute("aria-disabled", "true")
    one.locator("[data-give-up]").click()
    expect(take).to_have_attribute("aria-disabled", "false")
    expect(bank(one)).to_contain_text("you set your hand with the others, before any card is shown")
    take.click()
    expect(bank(one)).to_contain_text("You bank the next hand")
    expect(two.locator("[data-bank=take]")).to_have_count(0)
    take_second_hand(one)
    expect(one.get_by_role("status").filter(has_text="PYR-A33").first).to_be_visible()
    assert page_errors(one) == page_errors(two) == []


def test_PYR_65_a_bank_that_covers_too_little_is_refused_or_goes_to_the_house(
    room: PoorRoom, pages: tuple[Page, Page]
) -> None:
    sit_together(room, pages)
    one, two = pages
    take_second_hand(two)
    take = one.locator("[data-bank=take]")
    expect(take).to_have_attribute("aria-disabled", "false")
    take.click()
    expect(one.locator("section.bank .refused")).to_contain_text("may have to pay 40 [PYR-65]")
    expect(one.locator("[data-out]")).to_have_count(0)
    two.locator("[data-give-up]").click()
    expect(two.locator("[data-give-up]")).to_have_count(0)
    take.click()
    expect(bank(one)).to_contain_text("You bank the next hand")
    take_second_hand(two)
    for page in pages:
        page.locator("[data-next]").click()
    for page in pages:
        page.wait_for_selector("[data-post]")
        expect(page.locator("[data-notice]")).to_contain_text("The house banks this hand")
        expect(page.locator("[data-out]")).to_have_count(0)
    assert page_errors(one) == page_errors(two) == []


def test_every_other_refusal_is_on_the_button(room: PoorRoom, pages: tuple[Page, Page]) -> None:
    sit_together(room, pages, banker_sets="after_house_exposed")
    one, two = pages
    expect(bank(one)).to_contain_text("you set last")
    their_take = two.locator("[data-bank=take]")
    expect(their_take).to_have_attribute("title", "the bank is not seat 2's now; it is offered to seat 1 [PYR-60]")
    one.locator("[data-bank=pass]").click()
    expect(their_take).to_have_attribute("aria-disabled", "false")
    their_take.click()
    expect(bank(two)).to_contain_text("You bank the next hand")
    expect(bank(one)).to_contain_text("banks the next hand")
    for page in pages:
        page.locator("[data-next]").click()
    for page in (one, two):
        page.wait_for_selector("[data-post]")
        page.locator("[data-post]").click()
    for page in (one, two):  # the bettor first, then the banker
        page.wait_for_selector("[data-put]")
        set_hands(page, "mouse")
    expect(bank(one)).to_contain_text("PYR-63")
    assert page_errors(one) == page_errors(two) == []
