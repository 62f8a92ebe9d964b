"""The table page: chips, emotes, time-outs, missing chips, watching, zoom, screen readers and error pages."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from e2e.page_checks import serious_violations
from houseway.games import GAMES
from houseway.games.headlines import headline
from support.page_player import DESK, arrive, new_page, page_errors, play_round, set_hands, sit_down, wait_until
from support.server_process import Server

HERE = Path(__file__).parent
COUNT_FLYING_CHIPS = """() => {
  window.flown = 0
  const count = (node) => (window.flown += node.className === 'flying')
  const all = (changes) => changes.forEach((change) => change.addedNodes.forEach(count))
  new MutationObserver(all).observe(document.body, { childList: true })
}"""


class FastRoom(Server):
    """A room with the short waits of the server's tests."""

    welcome = 40

    @property
    def command(self) -> list[str]:  # type: ignore[override]
        return [sys.executable, str(HERE / "fast_room.py"), str(self.folder), str(self.port), str(self.welcome)]

    def start(self, seconds: float = 40, *, crash: str = "") -> Server:
        os.environ["PYTHONPATH"] = os.pathsep.join([str(HERE.parent), os.environ.get("PYTHONPATH", "")])
        return super().start(seconds, crash=crash)


@pytest.fixture(scope="module")
def fast(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastRoom]:
    room = FastRoom(tmp_path_factory.mktemp("fast"))
    room.start()
    yield room
    room.kill()


def open_table(page: Page, url: str, game: str, **choices: object) -> str:
    """Open a table as the page's player; return its code."""
    response = page.request.post(f"{url}/api/tables", data={"game": game, **choices})
    assert response.ok, response.text()
    return str(response.json()["table"])


def sit_at(page: Page, url: str, table: str) -> None:
    page.goto(f"{url}/table/{table}")
    page.get_by_role("button", name="Take a seat").click()


# Chips -------------------------------------------------------------------------------------------------------------


def test_a_spot_takes_and_returns_chips_within_its_limits(server: Server, page: Page) -> None:
    sit_down(page, server.url, "pyramid")
    post = page.locator("[data-post]")
    circle = page.locator("[data-spot=main] .place")
    expect(post).to_have_text("Wager 15")
    expect(page.locator("[data-spot=main]")).to_contain_text(re.compile(r"5 to \d+"))
    circle.click()
    expect(post).to_have_text("Wager 20")
    circle.click(button="right")
    expect(post).to_have_text("Wager 15")
    circle.click()
    circle.click(delay=700)  # a long press takes back
    expect(post).to_have_text("Wager 15")
    circle.click(button="right")
    expect(page.get_by_role("status").filter(has_text="First wager takes at least 5 [PYR-21]")).to_be_visible()
    page.get_by_role("button", name="Rebet").click(force=True)  # grey, and says why
    expect(page.get_by_role("status").filter(has_text="You have not wagered here before")).to_be_visible()
    circle.click()
    play_round(page)
    page.locator("[data-next]").click()
    expect(post).to_have_text("Wager 15")
    page.get_by_role("button", name="Rebet").click()
    expect(post).to_have_text("Wager 20")


def test_chips_move_visibly_and_every_payment_links_to_its_clause(server: Server, browser: Browser) -> None:
    context = browser.new_context(viewport=DESK)  # type: ignore[arg-type]
    page = new_page(context)
    sit_down(page, server.url, "pyramid")
    page.locator("[data-post]").click()
    page.wait_for_selector("[data-put]")
    page.evaluate(COUNT_FLYING_CHIPS)
    set_hands(page, "mouse")
    page.wait_for_selector("[data-net]")
    page.get_by_text("Chips and clauses").click()
    lines = page.locator("[data-chips] li")
    wait_until(page, lambda: lines.locator("a").count() >= 1, "the first payment is shown")
    wait_until(page, lambda: int(page.evaluate("() => window.flown")) >= lines.count(), "chips move")
    wait_until(page, lambda: page.locator(".flying").count() == 0, "chips arrive")
    for hand in ("Low hand", "High hand"):
        comparison = page.locator("[data-hand-result]", has_text=hand)
        expect(comparison).to_have_attribute("data-hand-result", re.compile("won|lost|equal"))
    clause = lines.first.locator("a")
    address = str(clause.get_attribute("href"))
    assert re.fullmatch(r"/rules/pyramid#PYR-[0-9A-Za-z]+", address)
    clause.click()
    page.wait_for_url(f"**{address}")
    assert page_errors(page) == []
    context.close()


def test_the_bank_can_be_taken_given_back_and_played(server: Server, page: Page) -> None:
    sit_down(page, server.url, "pyramid")
    play_round(page)
    page.locator("[data-bank=take]").click()
    expect(page.locator("section.bank")).to_contain_text("You bank the next hand")
    page.locator("[data-bank=back]").click()
    expect(page.locator("section.bank")).to_contain_text("The house banks the next hand")
    if page.locator("[data-bank=take]").get_attribute("aria-disabled") == "false":
        page.locator("[data-bank=take]").click()
        expect(page.locator("section.bank")).to_contain_text("You bank the next hand")
        page.locator("[data-next]").click()
        page.wait_for_selector("[data-post]")
        expect(page.locator(".rack")).to_contain_text("You have the bank")
        expect(page.locator(".rack")).to_contain_text("Tally against the bank")
        play_round(page)
    assert page_errors(page) == []


def test_the_lobby_shows_the_servers_own_price(server: Server, page: Page) -> None:
    arrive(page, server.url)
    shipped = headline(GAMES["casino"])
    assert shipped is not None
    edge = -float(Fraction(shipped.ev))
    expect(page.locator("[data-edge=casino]")).to_have_text(f"House edge {100 * edge:.2f} % of the ante at best play")
    expect(page.locator("[data-edge=chinese]")).to_contain_text("Players only")
    watch = page.locator("[data-watch=showdown]")
    assert watch.get_attribute("aria-disabled") == "true"
    watch.click(force=True)
    expect(page.get_by_role("status").filter(has_text="No public table")).to_be_visible()


# Time-outs, emotes and the coach ---------------------------------------------------------------------------------


def test_a_timed_out_hand_is_set_the_house_way_with_a_notice(fast: FastRoom, page: Page) -> None:
    arrive(page, fast.url)
    sit_at(page, fast.url, open_table(page, fast.url, "chinese", private=True, pace="brisk", bots=["house_way"]))
    expect(page.locator("[data-notice]")).to_have_text("Time ran out: your hand was set the house way.")
    expect(page.locator("[data-out]")).to_contain_text("2 time-outs in a row")
    page.locator("[data-out]").get_by_role("button", name="Play again").click()
    expect(page.locator("[data-out]")).to_have_count(0)
    assert page_errors(page) == []


def test_a_player_with_too_few_chips_learns_why_and_gets_new_ones(fast: FastRoom, page: Page) -> None:
    arrive(page, fast.url)
    table = open_table(page, fast.url, "casino", private=True, pace="parked")
    sit_at(page, fast.url, table)
    expect(page.locator("[data-out]")).to_contain_text("CAS-")
    fast.kill()
    fast.welcome = 10_000
    fast.start()
    page.reload()
    page.locator("[data-out] [data-new-chips]").click()
    page.wait_for_selector("[data-play]")
    expect(page.locator("[data-chips]")).to_have_text("10,000")
    assert page_errors(page) == []


def test_a_spectator_sees_no_cards_and_sees_emotes_unless_muted(server: Server, browser: Browser) -> None:
    host, guest = (new_page(browser.new_context(viewport=DESK, reduced_motion="reduce")) for _ in range(2))  # type: ignore[arg-type]
    for page in (host, guest):
        arrive(page, server.url)
    table = open_table(host, server.url, "chinese", private=False, seats=2, bots=["house_way"])
    sit_at(host, server.url, table)
    host.wait_for_selector("[data-put]")
    expect(guest.locator("[data-watch=chinese]")).to_have_attribute("aria-disabled", "false")
    guest.locator("[data-watch=chinese]").click()
    expect(guest.locator("[data-says]")).to_contain_text("You are watching")
    assert guest.locator("[data-put], [data-post], [data-option], [data-say]").count() == 0
    assert guest.locator(".felt svg.card:not(.back)").count() == 0, "a spectator sees a card"
    guest.get_by_role("button", name="Take a seat").click(force=True)
    expect(guest.locator("[data-refused]")).to_have_text("All 2 seats of this table are taken.")
    send_emote(host, "well played")
    expect(guest.locator("[data-emote]")).to_have_text("Well played!")
    guest.goto(f"{server.url}/preferences")
    guest.locator("[data-emotes]").uncheck()
    guest.goto(f"{server.url}/table/{table}")
    guest.wait_for_selector("[data-says]")
    expect(host.locator("[data-emote]")).to_have_count(0)
    send_emote(host, "thanks")
    host.wait_for_selector("[data-emote=thanks]")
    guest.wait_for_timeout(300)
    assert guest.locator("[data-emote]").count() == 0
    for page in (host, guest):
        assert page_errors(page) == []
        page.context.close()


def send_emote(page: Page, word: str) -> None:
    page.locator("[data-say]").click()
    page.locator(f'[data-word="{word}"]').click()


def test_after_a_round_the_coach_compares_your_setting_with_the_best(server: Server, page: Page) -> None:
    sit_down(page, server.url, "pyramid")
    play_round(page)
    page.get_by_role("button", name="What should I have done?").click()
    coach = page.get_by_label("The coach")
    expect(coach.get_by_role("heading")).to_have_text(
        re.compile(r"You gave up [0-9.]+ |You could not have done better")
    )
    for words in ("Yours", "Best"):
        expect(coach).to_contain_text(words)
    assert coach.locator("svg.card").count() >= 6, "both settings are shown with their cards"
    grades = coach.get_by_label("Grades of your decisions").get_by_role("listitem")
    expect(grades).to_have_count(2)
    for kind, place in (("wagers", 0), ("setting", 1)):
        expect(grades.nth(place)).to_have_attribute("data-decision", kind)
        expect(grades.nth(place)).to_have_attribute("data-grade", re.compile("best|good|inaccuracy|mistake|blunder"))


# Accessibility -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["chinese", "showdown"])
def test_at_200_per_cent_zoom_nothing_is_cut_off(server: Server, browser: Browser, game: str) -> None:
    """Zoomed to 200 %, a laptop's window has half its pixels."""
    half = {"width": DESK["width"] // 2, "height": DESK["height"] // 2}
    context = browser.new_context(viewport=half, device_scale_factor=2, reduced_motion="reduce")  # type: ignore[arg-type]
    page = new_page(context)
    arrive(page, server.url)
    check_nothing_is_cut_off(page)
    page.click(f"[data-play={game}]")
    for _ in range(400):
        if page.locator("[data-put]").count():
            break
        if page.locator("[data-option]").count():
            check_nothing_is_cut_off(page)
            page.locator("[data-option]").first.click()
        page.wait_for_timeout(80)
    check_nothing_is_cut_off(page)
    set_hands(page, "mouse")
    page.wait_for_selector("[data-net]")
    check_nothing_is_cut_off(page)
    assert page_errors(page) == []
    context.close()


def check_nothing_is_cut_off(page: Page) -> None:
    wide, window = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert wide <= window + 1, f"the page is {wide} wide in a window of {window}"
    cut = page.evaluate(
        """() => [...document.querySelectorAll('button, a, select, input')]
          .filter((control) => {
            const box = control.getBoundingClientRect()
            const hidden = !box.width || control.closest('.unseen, .scroll')
            return !hidden && (box.left < -1 || box.right > innerWidth + 1)
          })
          .map((control) => control.outerHTML.slice(0, 120))"""
    )
    assert cut == []


def test_a_card_is_announced_with_the_hand_it_is_in(server: Server, page: Page) -> None:
    sit_down(page, server.url, "chinese")
    page.wait_for_selector("[data-put]")
    piece = page.locator(".tray [data-piece]").first
    label = str(piece.get_attribute("aria-label"))
    assert re.fullmatch(r"(ace|king|queen|jack|ten|nine) of (spades|hearts|diamonds|clubs), in your cards", label)
    piece.focus()
    page.keyboard.press("2")
    expect(page.locator("section.board [aria-live]")).to_have_text(label.replace("your cards", "Middle hand"))
    expect(page.get_by_role("button", name=label.replace("your cards", "Middle hand"))).to_be_visible()
    assert serious_violations(page) == []


def test_a_card_goes_to_a_hand_by_a_tap_on_each_and_two_cards_change_places(server: Server, page: Page) -> None:
    sit_down(page, server.url, "chinese")
    page.wait_for_selector("[data-put]")
    first, second = (str(page.locator(".tray [data-piece]").nth(n).get_attribute("data-piece")) for n in (0, 1))
    page.click(f'[data-piece="{first}"]')
    expect(page.locator(f'[data-piece="{first}"]')).to_have_attribute("aria-pressed", "true")
    page.click('[data-hand="back"] .about')
    expect(page.locator(f'[data-hand="back"] [data-piece="{first}"]')).to_have_count(1)
    page.click(f'[data-piece="{second}"]')
    page.click(f'[data-piece="{first}"]')
    expect(page.locator(f'[data-hand="back"] [data-piece="{second}"]')).to_have_count(1)
    expect(page.locator(f'.tray [data-piece="{first}"]')).to_have_count(1)
    page.click(f'[data-piece="{second}"]')
    page.click('[data-hand="tray"] .about')
    expect(page.locator(".tray [data-piece]")).to_have_count(13)
    assert page_errors(page) == []


# Error pages -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "title", "message"),
    [
        ("/table/what%20is%20this", "That is not a table's code", "WHAT IS THIS"),
        ("/table/OLDXX", "There is no such table", "OLDXX"),
    ],
)
def test_an_unknown_table_code_gets_a_page_with_advice(
    server: Server, page: Page, path: str, title: str, message: str
) -> None:
    page.goto(server.url + path)
    alert = page.get_by_role("alert")
    expect(alert.get_by_role("heading")).to_have_text(title)
    expect(alert).to_contain_text(message)
    expect(alert).to_contain_text("open a table of your own")
    expect(alert.get_by_role("link", name="To the lobby")).to_be_visible()


def test_a_table_closed_by_the_operator_says_so_and_where_the_chips_are(server: Server, page: Page) -> None:
    arrive(page, server.url)
    table = open_table(page, server.url, "showdown")
    page.goto(f"{server.url}/table/{table}")
    page.wait_for_selector("[data-says]")
    credentials = {"Authorization": f"Bearer {server.token}"}
    assert page.request.post(f"{server.url}/api/operator/tables/{table}/close", headers=credentials).ok
    expect(page.get_by_role("alert")).to_contain_text("This table has been closed")
    expect(page.get_by_role("alert")).to_contain_text("10,000 play chips")


def test_an_unreachable_room_is_reported_and_can_be_tried_again(server: Server, page: Page) -> None:
    page.route("**/api/session", lambda route: route.abort())
    page.goto(server.url)
    expect(page.get_by_role("alert")).to_contain_text("The card room is closed")
    page.unroute("**/api/session")
    page.get_by_role("button", name="Try again").click()
    page.wait_for_selector("[data-play]")
