"""The settlement of a round in every game: results, hand against hand, two hands, the scoring card, three sizes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from e2e.page_checks import SIZES, serious_violations
from support.page_player import DESK, GAMES, page_errors, play_round, press, sit_down, wait_until
from support.server_process import Server

PAGE_SCROLLS = "() => document.documentElement.scrollHeight > innerHeight + 1"
PAGE_IS_TOO_WIDE = "() => document.documentElement.scrollWidth > innerWidth + 1"
IDENTIFIER = re.compile(r"\b[a-z]+_[a-z0-9_]+\b")
"""An identifier such as `bonus_3_5`, which is no word for a player."""


LONG = 240_000
"""Milliseconds for an answer of the coach on a busy machine with empty caches."""


def signed(text: str) -> int:
    """A number as the page writes it, with a minus sign."""
    return int(text.replace("−", "-").replace("+", "").replace(",", ""))


@pytest.mark.parametrize("game", GAMES)
def test_two_rounds_of_every_game_settle_on_one_screen_and_say_who_won(server: Server, page: Page, game: str) -> None:
    sit_down(page, server.url, game)
    net = play_round(page)
    settlement = page.locator(".settlement")
    words = "You win" if net > 0 else "You lose" if net < 0 else "You break even"
    expect(page.locator("[data-net]")).to_contain_text(words)
    expect(settlement.locator("[data-match]")).to_have_count(1)
    results = settlement.locator("[data-hand-result]")
    assert results.count() >= 1
    assert all(result.get_attribute("data-hand-result") in ("won", "lost", "equal") for result in results.all())
    for size, viewport in SIZES.items():
        page.set_viewport_size(viewport)  # type: ignore[arg-type]
        wait_until(page, lambda: not page.evaluate(PAGE_SCROLLS), f"the table does not scroll on a {size}")
        assert not page.evaluate(PAGE_IS_TOO_WIDE), size
        expect(page.locator("[data-next]")).to_be_in_viewport()
        expect(page.locator("[data-net]")).to_be_in_viewport()
    page.set_viewport_size(DESK)  # type: ignore[arg-type]
    if settlement.locator("[data-chips]").count():
        settlement.get_by_text("Chips and clauses").click()
        assert not IDENTIFIER.search(settlement.inner_text()), "players read the sheet's names"
    assert serious_violations(page) == []
    play_round(page)
    expect(settlement).to_have_count(1)
    assert page_errors(page) == []


def test_two_hands_are_settled_coached_listed_and_replayed_as_two(server: Server, page: Page) -> None:
    sit_down(page, server.url, "pyramid")
    play_round(page)
    free = int(str(page.get_by_label("Free seats").inner_text()).split()[0])
    page.get_by_role("button", name="Play another hand").click()
    expect(page.get_by_label("Free seats")).to_contain_text(f"{free - 1} free seats")
    net = play_round(page)
    hands = page.locator("[data-hand-net]")
    expect(hands).to_have_count(2)
    each = [int(str(hand.get_attribute("data-hand-net"))) for hand in hands.all()]
    assert net == sum(each), "the line of result is the sum of both hands"
    matches = page.locator("[data-against]")
    expect(matches).to_have_count(2)
    expect(matches.nth(1)).to_contain_text("Your hand 2")
    matches.nth(1).click()
    expect(page.locator(".settlement [data-match]")).to_contain_text("Your hand 2")
    assert serious_violations(page) == []
    page.get_by_role("link", name="Replay and verify").click()
    expect(page.locator("[data-net]")).to_have_attribute("data-net", str(net))
    expect(page.locator("article.mine")).to_have_count(2)
    round_id = page.url.rsplit("/", 1)[-1]
    page.locator("[data-coach]").click()  # here, because at the table the next round would not wait for a busy machine
    page.locator("[data-gave-up-in-all]").wait_for(timeout=LONG)
    expect(page.locator("[data-coached]")).to_have_count(2)
    page.goto(f"{server.url}/history")
    chips = page.locator("tr", has=page.locator(f'a[href="/round/{round_id}"]')).locator("td[data-net]")
    expect(chips).to_have_attribute("data-net", str(net))
    expect(chips).to_contain_text("2 hands: ")
    assert page_errors(page) == []


def test_P2P_33_all_five_cards_of_the_dealer_are_open_with_the_best_three_pushed_up(server: Server, page: Page) -> None:
    sit_down(page, server.url, "pick2")
    press(page, "[data-post]", "mouse")
    press(page, "[data-option=five]", "mouse")
    page.wait_for_selector("[data-net]")
    rank = "AKQJT98765432".index
    for place in ("the table", "the replay"):
        cards = page.locator("[data-dealer-cards]")
        expect(cards).to_have_attribute("data-dealer-cards", "5")
        expect(cards.locator("svg.card")).to_have_count(5)
        expect(cards.locator(".up")).to_have_count(3)
        hand = page.locator(".settlement [data-hand-result]")
        expect(hand).to_contain_text("All five cards")
        assert hand.locator("svg.card").count() == 10, f"five against five at {place}"
        faces = [str(card.locator("text").first.text_content()) for card in cards.locator("svg.card").all()]
        ranks = [rank("T" if face == "10" else face) for face in faces]
        assert ranks == sorted(ranks), "highest to lowest"
        if place == "the table":
            page.get_by_role("link", name="Replay and verify").click()
            page.locator("[data-step]").wait_for()
    assert page_errors(page) == []


def test_SHO_40_the_scoring_card_opens_cell_by_cell(server: Server, page: Page) -> None:
    sit_down(page, server.url, "showdown")
    play_round(page)
    card = page.get_by_label("Scoring card")
    lines = card.locator("[data-score]")
    assert lines.count() >= 2
    totals = {}
    for line in lines.all():
        cells = [signed(cell.inner_text()) for cell in line.locator("[data-cell]").all()]
        assert len(cells) == lines.count() - 1
        totals[line.get_attribute("data-score")] = sum(cells)
        assert signed(line.locator(".sum").inner_text()) == sum(cells)
    assert sum(totals.values()) == 0
    champion = max(totals, key=lambda seat: totals[seat])
    expect(card.locator(f'[data-score="{champion}"] .champion')).to_be_visible()
    expect(card.locator("tbody .puck")).to_have_count(1)
    for cell in card.locator("[data-cell]").all():
        cell.click()
        expect(cell).to_have_attribute("aria-pressed", "true")
        points = [int(str(hand.get_attribute("data-points"))) for hand in card.locator("[data-points]").all()]
        assert len(points) == 6
        assert sum(points) == signed(cell.inner_text()), "six comparisons make the net score"
        assert signed(card.locator("[data-total-points]").inner_text()) == sum(points)
    card.get_by_role("button", name="Previous").click()
    press(page, "[data-walk]", "mouse")
    expect(card.locator("[data-pair]")).to_have_attribute("data-pair", "1")
    press(page, "[data-skip]", "mouse")
    expect(card.locator(".waiting")).to_have_count(0)
    assert page_errors(page) == []


def test_CAS_19_the_three_hands_of_casino_have_a_running_score(server: Server, page: Page) -> None:
    sit_down(page, server.url, "casino")
    play_round(page)
    points = page.locator("[data-points]")
    expect(points).to_have_count(3)
    total = sum(int(str(hand.get_attribute("data-points"))) for hand in points.all())
    running = page.locator(".running").all()
    assert signed(running[-1].inner_text().split()[0]) == total
    assert signed(page.locator("[data-total-points]").inner_text()) == total
