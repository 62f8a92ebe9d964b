"""Every step of every game on one screen: nothing scrolls but the settlement, and what is needed is in view."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import ConsoleMessage, Page, WebSocketRoute, expect

from e2e.page_checks import SIZES, serious_violations
from e2e.test_table import FastRoom, open_table
from houseway.games import GAMES
from houseway.rules.cards import Cards, read_cards
from houseway.rules.setting import Setting
from support.page_player import DESK, arrive, decide, page_errors, press_until_gone, wait_until

SEED = "one screen 19"
"""With these cards seat 2 of two holds three flushes in the first round of Chinese Poker, a natural."""
CHIPS = 10_000
"""Enough for the largest stake of every game."""
GAMES_IN_VIEW = 3
"""Games whose Play button a phone shows without scrolling."""
A_LINE = 24
"""Pixels of a line of the settlement."""
TRIES = 400
"""Settings that are tried until one fouls."""

NEEDED = {
    "spectator": ["[data-says]", "article.seat"],
    "first steps": ["[data-first-steps]", "[data-step-next]"],
    "wager": ["[data-says]", "[role=timer]", "[data-spot] .place", "[data-post]"],
    "decide": ["[data-says]", "[role=timer]", ".decide svg.card", "[data-option]"],
    "set": ["[data-says]", "[role=timer]", "[data-piece]", "[data-hand]", "[data-put]"],
    "foul shown": ["[data-says]", "[role=timer]", "[data-piece]", "[data-hand]", "[data-problem]", "[data-put]"],
    "foul": ["[data-says]", "[role=timer]", "[data-piece]", "[data-hand]", "[data-problem]", "[data-foul]"],
    "settled": ["[data-says]", "[role=timer]", "[data-net]", "[data-next]", "article.seat", ".result"],
    "name jokers": ["[data-says]", "[role=timer]", "[data-piece]", "[data-hand]", "[data-put]", "[data-joker]"],
    "claim": ["[data-says]", "[role=timer]", "[data-piece]", "[data-hand]", "[data-put]", "[data-claim]"],
    "shuffle": ["[data-says]", "article.seat"],
    "sitting out": ["[data-says]", "[data-out] button"],
}
"""What has to be in view in each step."""

OUT_OF_VIEW = """(selectors) => selectors.flatMap((selector) => {
  const shown = [...document.querySelectorAll(selector)].filter((one) => one.getClientRects().length > 0)
  if (shown.length === 0) return [`${selector}: missing`]
  return shown.flatMap((one) => {
    const box = one.getBoundingClientRect()
    const where = `${selector}: ${[box.left, box.top, box.right, box.bottom].map(Math.round)}`
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) return [where]
    const above = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
    const isCovered = above === null || !(one.contains(above) || above.contains(one) || above.matches('.cover'))
    return isCovered ? [`${where} is covered by ${above?.outerHTML.slice(0, 90)}`] : []
  })
})"""
CUT = """() => [...document.querySelectorAll('h1, article.seat .person b, .rule, .scoring td')]
  .filter((one) => one.getClientRects().length > 0)
  .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
  .map((one) => `${one.innerText} is cut`)"""
"""Titles, names, quoted clauses and figures of which the page shows only a part."""
OVERFLOWING = """() => ['.board', '.decide', 'section.tray'].flatMap((selector) => {
  const area = document.querySelector(selector)
  if (area === null) return []
  const room = area.getBoundingClientRect()
  return [...area.children]
    .filter((one) => one.getClientRects().length > 0 && !one.matches('.unseen'))
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([, box]) => box.top < room.top - 1 || box.bottom > room.bottom + 1)
    .map(([one]) => `${selector}: ${one.className} is outside`)
})"""
"""Parts of what we do now that lie over the lines before or after it."""
SCROLLS = """() => {
  const page = document.documentElement
  return page.scrollHeight > innerHeight || page.scrollWidth > innerWidth
}"""


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastRoom]:
    running = FastRoom(tmp_path_factory.mktemp("one_screen"))
    running.welcome = CHIPS
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FAST_ROOM_DEALS", SEED)
        running.start()
    yield running
    running.kill()


@pytest.fixture
def errors(page: Page) -> Iterator[list[str]]:
    """The errors in the console of the page."""
    collected: list[str] = []

    def collect(message: ConsoleMessage) -> None:
        if message.type == "error":
            collected.append(message.text)

    page.on("console", collect)
    yield collected
    page.remove_listener("console", collect)


@pytest.mark.parametrize("game", GAMES)
def test_every_step_fits_the_three_sizes(room: FastRoom, page: Page, errors: list[str], game: str) -> None:
    """A full table, from watching to sitting out, with a foul set on purpose where the game has one."""
    arrive(page, room.url)
    seats = GAMES[game].seats(GAMES[game].terms)[-1]
    bots = ["house_way"] * (seats - 1)
    table = open_table(page, room.url, game, seats=seats, bots=bots, pace="parked")
    page.goto(f"{room.url}/table/{table}")
    page.wait_for_selector("article.seat")
    check_step(page, "spectator")
    read_the_first_steps(page)
    page.get_by_role("button", name="Take a seat").click()
    play_to_the_settlement(page, game)
    check_step(page, "settled")
    height = height_of_the_settlement(page)
    page.get_by_role("button", name="Sit out").click()
    page.wait_for_selector("[data-out]")
    check_step(page, "sitting out")
    assert height_of_the_settlement(page) > height - A_LINE, "the panel leaves the payments in view"
    assert page_errors(page) == []
    assert errors == [], "the console has no error, from the first page on"


def test_the_lobby_shows_several_games_on_a_phone(room: FastRoom, page: Page) -> None:
    page.set_viewport_size(SIZES["phone"])  # type: ignore[arg-type]
    arrive(page, room.url)
    in_view = "(buttons) => buttons.filter((each) => each.getBoundingClientRect().bottom <= innerHeight).length"
    assert page.locator("[data-play]").evaluate_all(in_view) >= GAMES_IN_VIEW
    targets = "(all) => all.filter((each) => each.getBoundingClientRect().height < 24).map((each) => each.innerText)"
    assert page.locator("article.game :is(a, button)").evaluate_all(targets) == [], "fingers need room"


def test_two_hands_and_the_shuffle_fit_the_three_sizes(room: FastRoom, own_page: Page) -> None:
    """A full table of Pyramid Poker where we play two hands; the shuffle is held up to be looked at."""
    shuffle = HeldMessages(own_page)
    arrive(own_page, room.url)
    seats = GAMES["pyramid"].seats(GAMES["pyramid"].terms)[-1]
    table = open_table(own_page, room.url, "pyramid", seats=seats, bots=["house_way"] * (seats - 2), pace="parked")
    own_page.goto(f"{room.url}/table/{table}")
    own_page.get_by_role("button", name="Take a seat").click()
    expect(own_page.locator("[data-says]")).to_contain_text("Shuffling")
    check_step(own_page, "shuffle")
    shuffle.release()
    set_house_way_to_the_settlement(own_page)
    own_page.get_by_role("button", name="Play another hand").click()
    expect(own_page.get_by_role("button", name="Play another hand")).to_have_count(0)
    own_page.locator("[data-next]").click()
    own_page.locator("[data-net]").wait_for(state="detached")
    steps = set_house_way_to_the_settlement(own_page, check=True)
    assert steps == ["wager", "wager", "set", "set"]
    expect(own_page.locator("[data-hand-net]")).to_have_count(2)
    check_step(own_page, "settled")
    assert page_errors(own_page) == []


def set_house_way_to_the_settlement(page: Page, *, check: bool = False) -> list[str]:
    """Play until the settlement with the house way; return the steps, each checked at the three sizes if asked."""
    steps: list[str] = []
    while not page.locator("[data-net]").count():
        if page.locator("[data-post]").count():
            step, button = "wager", "[data-post]"
        elif page.locator("[data-put]").count():
            step, button = "set", "[data-put]"
            page.get_by_role("button", name="House way").click()
            expect(page.locator("[data-put]")).to_have_text("Set hands")
            expect(page.locator("[data-put]")).to_have_attribute("aria-disabled", "false")
        else:
            page.wait_for_timeout(40)
            continue
        if check:
            expect(page.locator("[data-says]")).to_contain_text(f"Hand {steps.count(step) + 1} of 2.")
            check_step(page, step)
        press_until_gone(page, button, "mouse")
        steps.append(step)
    return steps


class HeldMessages:
    """Messages of a page about the shuffle, which the server gets only when they are released."""

    def __init__(self, page: Page) -> None:
        self._is_holding = True
        self._waiting: list[tuple[WebSocketRoute, str | bytes]] = []
        page.route_web_socket(re.compile("/socket$"), self._connect)

    def _connect(self, browser_side: WebSocketRoute) -> None:
        server_side = browser_side.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            if self._is_holding and "entropy" in str(message):
                self._waiting.append((server_side, message))
            else:
                server_side.send(message)

        browser_side.on_message(pass_on)

    def release(self) -> None:
        self._is_holding = False
        for server_side, message in self._waiting:
            server_side.send(message)


def read_the_first_steps(page: Page) -> None:
    """The game in four steps, on request; the button stands out until they have been read."""
    button = page.locator("[data-show-steps]")
    expect(button).to_have_class(re.compile("first"))
    button.click()
    check_step(page, "first steps")
    for _ in range(4):
        page.locator("[data-step-next]").click()
    expect(page.locator("[data-first-steps]")).to_have_count(0)
    expect(button).not_to_have_class(re.compile("first"))


def play_to_the_settlement(page: Page, game: str) -> None:
    """Play one round, or more until one has been fouled where that is possible."""
    for _ in range(600):
        if page.locator("[data-post]").count():
            check_step(page, "wager")
            page.locator("[data-post]").click()
            page.locator("[data-post]").wait_for(state="detached")
        elif page.locator("[data-option]").count():
            check_step(page, "decide")
            check_costs(page)
            decide(page)
        elif page.locator("[data-put]").count():
            set_a_foul(page, game)
        elif page.locator("[data-net]").count():
            return
        else:
            page.wait_for_timeout(40)
    raise AssertionError(f"the round did not end; the page says: {page.locator('[data-says]').inner_text()}")


def check_step(page: Page, step: str) -> None:
    """The page does not scroll at any size, everything needed is in view and nothing lies over it."""
    for size, viewport in SIZES.items():
        page.set_viewport_size(viewport)  # type: ignore[arg-type]
        wait_until(page, lambda: not problems(page, step), f"{step} fits a {size}: {problems(page, step)}")
    page.set_viewport_size(DESK)  # type: ignore[arg-type]
    assert serious_violations(page) == [], step


def problems(page: Page, step: str) -> list[str]:
    scrolls = ["the page scrolls"] if page.evaluate(SCROLLS) else []
    cut = list(page.evaluate(CUT)) + list(page.evaluate(OVERFLOWING))
    return scrolls + cut + list(page.evaluate(OUT_OF_VIEW, NEEDED[step]))


def height_of_the_settlement(page: Page) -> float:
    """The height that a phone leaves for the settlement."""
    page.set_viewport_size(SIZES["phone"])  # type: ignore[arg-type]
    box = page.locator(".parts > .result").bounding_box()
    page.set_viewport_size(DESK)  # type: ignore[arg-type]
    assert box is not None
    return box["height"]


def check_costs(page: Page) -> None:
    """Every button says in words what it does, and the clause is quoted next to it."""
    for option in page.locator(".option").all():
        assert "_" not in option.inner_text()
        expect(option.locator("a")).to_have_count(1)


# Fouls -------------------------------------------------------------------------------------------------------------


def set_a_foul(page: Page, game: str) -> None:
    """Look at the board empty and set the house way, then set a foul on purpose."""
    check_step(page, "set")
    page.get_by_role("button", name="House way").click()
    put = page.locator("[data-put]")
    expect(put).to_have_text("Set hands")
    expect(put).to_have_attribute("aria-disabled", "false")
    check_step(page, "set")
    slots = [str(hand.get_attribute("data-hand")) for hand in page.locator(".hands [data-hand]").all()]
    sizes = {slot: page.locator(f'[data-hand="{slot}"] [data-piece]').count() for slot in slots}
    cards = read_cards(" ".join(str(piece.get_attribute("data-card")) for piece in page.locator("[data-piece]").all()))
    fouling = a_foul(game, cards, sizes)
    if fouling is not None:
        place(page, fouling)
        expect(put).to_have_text("Set a foul…")
        check_step(page, "foul shown")
        put.click()
        expect(page.get_by_role("alertdialog")).to_contain_text("Put it down anyway?")
        check_step(page, "foul")
        page.locator("[data-foul=change]").click()
        expect(page.get_by_role("alertdialog")).to_have_count(0)
        put.click()
        page.locator("[data-foul=put]").click()
    else:
        put.click()
    put.wait_for(state="detached")


def a_foul(game: str, cards: Cards, sizes: dict[str, int]) -> Setting | None:
    """A setting of these cards that fouls, or None if there is none (three of a kind in Pyramid Poker)."""
    rules: Any = GAMES[game]
    order = random.Random(1)
    tried = sorted(cards, reverse=True)
    for _ in range(TRIES):
        setting: dict[str, Cards] = {}
        rest = list(tried)
        for slot, size in sizes.items():
            setting[slot] = tuple(rest[:size])
            rest = rest[size:]
        if rules.foul(rules.terms, setting, {}):
            return setting
        order.shuffle(tried)
    return None


def place(page: Page, setting: Setting) -> None:
    """Clear the board, then choose the cards of each hand together and send them with one key."""
    page.get_by_role("button", name="Clear").click()
    for number, (slot, hand) in enumerate(setting.items(), start=1):
        for card in hand:
            page.locator(f'.tray [data-card="{card}"][aria-pressed=false]').first.click()
        page.locator(".tray [aria-pressed=true]").first.focus()
        page.keyboard.press(str(number))
        expect(page.locator(f'[data-hand="{slot}"] [data-piece]')).to_have_count(len(hand))


# What is said with the hands ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "options"), [("casino", {"joker_use": "any"}), ("showdown", {"joker_declaration": "declared"})]
)
def test_a_joker_is_named_by_the_player_and_shows_it(
    room: FastRoom, page: Page, game: str, options: dict[str, str]
) -> None:
    """Rounds are played until we hold a joker; the card we name is on the joker, and the hands are set with it."""
    arrive(page, room.url)
    table = open_table(page, room.url, game, seats=2, bots=["house_way"], pace="parked", options=options)
    page.goto(f"{room.url}/table/{table}")
    page.get_by_role("button", name="Take a seat").click()
    while not holds_a_joker(page):
        if page.locator("[data-put]").count():
            page.get_by_role("button", name="House way").click()
            page.locator("[data-put][aria-disabled=false]").click()
            page.locator("[data-put]").wait_for(state="detached")
        elif page.locator("[data-next][aria-disabled=false]").count():
            page.locator("[data-next]").click()
            page.locator("[data-next][aria-disabled=false]").wait_for(state="detached")
        elif page.locator("[data-post]").count():
            page.locator("[data-post]").click()
            page.locator("[data-post]").wait_for(state="detached")
        elif page.locator("[data-option]").count():
            decide(page)
        else:
            page.wait_for_timeout(40)
    page.get_by_role("button", name="House way").click()
    choice = page.locator("[data-joker]").first
    hand = str(choice.get_attribute("data-joker"))
    for each in page.locator("[data-joker]").all():
        each.select_option("As")
    expect(page.locator(f'[data-hand="{hand}"] svg.joker').first).to_have_attribute(
        "aria-label", "joker as ace of spades"
    )
    assert serious_violations(page) == []
    put = page.locator("[data-put]")
    expect(put).to_have_attribute("aria-disabled", "false")
    put.click()
    if page.get_by_role("alertdialog").count():
        page.locator("[data-foul=put]").click()
    page.wait_for_selector("[data-net]")


def holds_a_joker(page: Page) -> bool:
    return page.locator("[data-put]").count() > 0 and page.locator('[data-piece][data-card="Xx"]').count() > 0


def test_a_natural_is_declared_and_paid(room: FastRoom, page: Page) -> None:
    """Where the terms want it declared: our cards are three flushes, we say so, and every row is left out."""
    terms = {"naturals": "true", "natural_detection": "declared", "unit_value": "5"}
    arrive(page, room.url)
    table = open_table(page, room.url, "chinese", seats=2, bots=["house_way"], pace="parked", options=terms)
    page.goto(f"{room.url}/table/{table}")
    page.get_by_role("button", name="Take a seat").click()
    page.wait_for_selector("[data-put]")
    claim = page.locator("[data-claim=natural]")
    expect(claim).to_contain_text("Declare a natural: three flushes")
    check_step(page, "claim")
    claim.locator("input").check()
    page.get_by_role("button", name="House way").click()
    put = page.locator("[data-put]")
    expect(put).to_have_attribute("aria-disabled", "false")
    check_step(page, "claim")
    put.click()
    page.wait_for_selector("[data-net]")
    natural = 3 * 5
    expect(page.locator("[data-net]")).to_have_attribute("data-net", str(natural))
    open_chips(page)
    expect(page.locator("[data-chips] li")).to_contain_text(["Natural"])
    check_step(page, "settled")


def test_a_tip_is_given_to_the_dealer(room: FastRoom, page: Page) -> None:
    arrive(page, room.url)
    table = open_table(page, room.url, "pick2", seats=2, bots=["house_way"], pace="parked", options={"tip_bets": "on"})
    page.goto(f"{room.url}/table/{table}")
    page.get_by_role("button", name="Take a seat").click()
    tip = page.locator("[data-spot=tip]")
    expect(tip).to_contain_text("Tip")
    post = page.locator("[data-post]")
    without_tip = post.inner_text()
    tip.locator(".place").click()
    expect(post).not_to_have_text(without_tip)
    check_step(page, "wager")
    post.click()
    page.wait_for_selector("[data-option]")
    check_step(page, "decide")
    while not page.locator("[data-net]").count():
        if page.locator("[data-option]").count():
            decide(page)
        elif page.locator("[data-put]").count():
            page.get_by_role("button", name="House way").click()
            page.locator("[data-put][aria-disabled=false]").click()
            page.locator("[data-put]").wait_for(state="detached")
        else:
            page.wait_for_timeout(40)
    open_chips(page)
    expect(page.locator("[data-chips] li", has_text="Tip")).to_contain_text("a gift to the dealer")
    check_step(page, "settled")


def open_chips(page: Page) -> None:
    if page.locator("details[data-chips]:not([open])").count():
        page.get_by_text("Chips and clauses").click()
