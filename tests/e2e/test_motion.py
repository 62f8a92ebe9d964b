"""Dealing, opening and paying: in the order of the sheet, ended by any key, tap or Skip, and never without motion."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from support.page_player import DESK, PHONE, new_page, play_round, press_until_gone, set_hands, sit_down, wait_until
from support.server_process import Server

RECORD = """
  window.animations = []
  const animate = Element.prototype.animate
  Element.prototype.animate = function (keyframes, options) {
    const animation = animate.call(this, keyframes, options)
    if (options?.id) {
      window.animations.push({ id: options.id, at: options.delay, end: options.delay + options.duration })
      if (window.name === 'slow') animation.updatePlaybackRate(0.001)
    }
    return animation
  }
"""
"""Remembers every animation of the table; in a window named `slow` they last until they are skipped."""
ANIMATED_PROPERTIES = """() => {
  const others = new Set()
  for (const animation of document.getAnimations())
    for (const frame of animation.effect.getKeyframes())
      for (const property of Object.keys(frame))
        if (!['offset', 'computedOffset', 'easing', 'composite', 'transform', 'opacity'].includes(property))
          others.add(property)
  return [...others]
}"""
SKIPPABLE = "() => document.getAnimations().filter((animation) => animation.id).length"


@contextmanager
def table(
    browser: Browser, server: Server, game: str, *, size: dict[str, int] = DESK, **context: Any
) -> Iterator[Page]:
    opened = browser.new_context(viewport=size, **context)  # type: ignore[arg-type]
    page = new_page(opened)
    page.add_init_script(RECORD)
    sit_down(page, server.url, game)
    yield page
    opened.close()


def animations(page: Page) -> list[dict[str, Any]]:
    """The animations so far in the order of their start, and none from now on."""
    recorded: list[dict[str, Any]] = page.evaluate("window.animations.splice(0)")
    return sorted(recorded, key=lambda each: float(each["at"]))


def order(recorded: list[dict[str, Any]], kind: str) -> list[str]:
    """What was animated of a kind, each packet, hand or payment once."""
    ids = [str(each["id"]) for each in recorded if str(each["id"]).startswith(kind)]
    return [each for each, _ in groupby(ids)]


def seats_of(page: Page) -> int:
    """The number of seats in the round, as the page marks them; the house is one more party."""
    parties = page.eval_on_selector_all(".felt [data-party]", "all => all.map((each) => each.dataset.party)")
    return len(set(parties) - {"house"})


def test_pyramid_deals_opens_and_pays_in_the_order_of_the_sheet(browser: Browser, server: Server) -> None:
    """PYR-A30: packets from seat to seat, the House last; PYR-37, PYR-42: the House opens, then each seat."""
    with table(browser, server, "pyramid") as page:
        page.wait_for_selector("[data-post]")
        animations(page)
        press_until_gone(page, "[data-post]", "mouse")
        page.wait_for_selector("[data-put]")
        dealt = animations(page)
        seats = seats_of(page)
        assert seats >= 2
        assert order(dealt, "deal") == [*(f"deal {seat}" for seat in range(1, seats + 1)), "deal house"]
        assert max(each["end"] for each in dealt) <= 1201
        set_hands(page, "mouse")
        page.wait_for_selector("[data-net]")
        wait_until(page, lambda: page.evaluate("window.animations.length") > 0, "the hands are opened")
        ended = animations(page)
        opened = order(ended, "open")
        parties = [each for each, _ in groupby(name.split()[1] for name in opened)]
        assert opened[:2] == ["open house low", "open house high"]
        assert parties == ["house", *sorted(parties[1:])], "the House first, then seat by seat"
        for low, high in zip(opened[::2], opened[1::2], strict=True):
            assert (low.split()[2], high.split()[2]) == ("low", "high")
        last_opened = max(each["end"] for each in ended if each["id"].startswith("open"))
        assert last_opened <= 1501
        payments = [each for each in ended if each["id"].startswith("pay")]
        assert payments, "somebody is paid"
        assert min(each["at"] for each in payments) >= last_opened - 1
        assert max(each["end"] for each in payments) - min(each["at"] for each in payments) <= 801
        payers = [each["id"].split() for each in payments]
        seat_of_payment = [int(payer if payer != "house" else payee) for _, payer, payee, *_ in payers]
        assert seat_of_payment == sorted(seat_of_payment), "seat by seat [PYR-42]"


def test_pick2_lays_out_the_dealers_cards_from_highest_to_lowest(browser: Browser, server: Server) -> None:
    """P2P-33: the best three are pushed up after all five lie in order; then the players' hands are opened."""
    with table(browser, server, "pick2", size=PHONE) as page:
        animations(page)
        play_round(page)
        recorded = animations(page)
        arranged = [each.split()[1] for each in order(recorded, "lay")]
        drawn = page.eval_on_selector_all(
            ".felt [data-dealer-cards] [data-face]", "cards => cards.map((card) => card.dataset.face)"
        )
        assert arranged == drawn, "in the order in which they lie"
        assert len(arranged) == 5
        pushes = [each for each in recorded if each["id"].startswith("push")]
        assert len(pushes[0]["id"].split()) == 4
        assert min(each["at"] for each in pushes) > max(each["at"] for each in recorded if each["id"].startswith("lay"))


@pytest.mark.parametrize("how", ["key", "tap", "skip"])
def test_any_key_a_tap_or_skip_ends_it_and_nothing_waits_for_it(browser: Browser, server: Server, how: str) -> None:
    with table(browser, server, "pyramid") as page:
        page.evaluate("window.name = 'slow'")
        press_until_gone(page, "[data-post]", "mouse")
        expect(page.locator("[data-skip-motion]")).to_be_visible()
        expect(page.locator("[data-put]")).to_be_visible()
        assert page.evaluate(SKIPPABLE) > 0
        assert page.evaluate(ANIMATED_PROPERTIES) == [], "only transform and opacity: nothing else moves"
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), "one screen"
        if how == "key":
            page.keyboard.press("Shift")
        elif how == "tap":
            page.mouse.click(4, 4)
        else:
            page.locator("[data-skip-motion]").click()
        assert page.evaluate(SKIPPABLE) == 0
        expect(page.locator("[data-skip-motion]")).to_have_count(0)
        expect(page.locator(".flying")).to_have_count(0)


def test_a_player_acts_while_cards_still_move(browser: Browser, server: Server) -> None:
    with table(browser, server, "pyramid") as page:
        page.evaluate("window.name = 'slow'")
        press_until_gone(page, "[data-post]", "mouse")
        expect(page.locator("[data-skip-motion]")).to_be_visible()
        set_hands(page, "mouse")
        page.wait_for_selector("[data-net]")
        expect(page.locator("[data-next]")).to_be_visible()


@pytest.mark.parametrize("game", ["pyramid", "showdown"])
def test_nothing_moves_under_reduced_motion(browser: Browser, server: Server, game: str) -> None:
    watch = """
      window.seen = []
      const look = () => {
        for (const animation of document.getAnimations())
          window.seen.push(animation.id || animation.animationName || animation.transitionProperty || 'unnamed')
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    """
    with table(browser, server, game, reduced_motion="reduce") as page:
        page.evaluate(watch)
        play_round(page)
        assert page.evaluate("[...new Set(window.seen)]") == []
        assert animations(page) == []
        expect(page.locator("[data-skip-motion]")).to_have_count(0)
