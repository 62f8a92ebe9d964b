"""
The table page of every game: bytes of a first visit, time from a tap to its effect, and frame rate while chips move.

    python benchmarks/page.py            # a real server and a real Chromium; about ten minutes
    python benchmarks/page.py --taps 60 --rounds 40 --games pyramid showdown

A tap's time runs from its event to the first frame painted after it: two animation frames, so one frame of 16.7 ms is
counted in full. Frames of the settling animation are counted for two seconds from the moment hands are set.
They are compared with an empty page of the same browser in the same run. The first interaction is the time from opening
the lobby, with a warm cache, until it shows the games and a tap is answered by a frame. The load of the machine is
printed with the figures. Hands are set once in a round, so that time takes many rounds, half of them at each size.
"""

from __future__ import annotations

import argparse
import gzip
import os
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

from support.browser import CHROMIUM, FLAGS, RealServer  # noqa: E402
from support.page_player import DESK, GAMES, PHONE, decide, leave_settlement, press_until_gone, sit_down  # noqa: E402

WARM_VISITS = 5

TAP = """async (selector) => {
  const one = document.querySelector(selector)
  const begun = performance.now()
  one.click()
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  return performance.now() - begun
}"""
KEY = """async (key) => {
  const one = document.querySelector('.tray [data-piece]') ?? document.querySelector('[data-piece]')
  const begun = performance.now()
  one.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  return performance.now() - begun
}"""
FRAMES = """() => new Promise((done) => {
  const begun = performance.now(), gaps = []
  let last = begun
  const next = (now) => {
    gaps.push(now - last)
    last = now
    if (now - begun < 2000) requestAnimationFrame(next)
    else done(gaps)
  }
  requestAnimationFrame(next)
})"""


def first_page() -> dict[str, int]:
    """Bytes that the lobby loads, gzipped, by kind."""
    web = ROOT / "src" / "houseway" / "web"
    named = (web / "index.html").read_text()
    loaded = [path for path in (web / "assets").iterdir() if f"/assets/{path.name}" in named]
    return {
        kind: sum(len(gzip.compress(p.read_bytes(), 9)) for p in loaded if p.suffix == kind) for kind in (".js", ".css")
    }


def taps(page: Page, script: str, argument: str, count: int) -> list[float]:
    return [float(page.evaluate(script, argument)) for _ in range(count)]


def print_times(what: str, took: list[float]) -> None:
    ordered = sorted(took)
    worst = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    print(f"{what:<46} median {statistics.median(took):6.1f} ms   95 % {worst:6.1f} ms   of {len(took)}")


def smooth(what: str, page: Page) -> None:
    gaps: list[float] = page.evaluate(FRAMES)
    print(f"{what:<46} {1000 * len(gaps) / sum(gaps):6.1f} frames a second, longest {max(gaps):.0f} ms")


def empty(browser: Browser, count: int) -> None:
    page = browser.new_page()
    page.set_content("<button>x</button>")
    print_times("an empty page: a tap", taps(page, TAP, "button", count))
    smooth("an empty page", page)
    page.close()


def at_the_table(browser: Browser, url: str, game: str, size: dict[str, int], count: int, rounds: int) -> list[float]:
    """Measure a table; return the times of the taps that set the hands, one for each round."""
    context = browser.new_context(viewport=size)  # type: ignore[arg-type]
    page = context.new_page()
    sit_down(page, url, game)
    name = f"{game}, {size['width']} px wide"
    page.wait_for_selector("[data-post], [data-option], [data-put]")
    if page.locator("[data-post]").count():
        print_times(f"{name}: add a chip", taps(page, TAP, ".place", count))
        page.reload()  # the lowest wagers again: so many chips may be more than the rules allow
        page.wait_for_selector("[data-post]")
    times: list[float] = []
    while len(times) < rounds:
        play_to_the_board(page)
        if not page.locator("[data-put]").count():  # after a fold
            leave_settlement(page, "mouse")
            continue
        if not times:
            on_the_board(page, name, count)
        times.append(set_the_hands(page))
        page.wait_for_selector("[data-net]")
        if len(times) == 1:
            smooth(f"{name}: settling", page)
        leave_settlement(page, "mouse")
    context.close()
    return times


def play_to_the_board(page: Page) -> None:
    """Wager and decide until the hands are set, or until the round is over without."""
    while not page.locator("[data-put], [data-net]").count():
        if page.locator("[data-post]").count():
            press_until_gone(page, "[data-post]", "mouse")
        elif page.locator("[data-option]").count():
            decide(page)
        page.wait_for_timeout(100)


def on_the_board(page: Page, name: str, count: int) -> None:
    page.wait_for_timeout(600)
    keys = [str(place % page.locator(".hands [data-hand]").count() + 1) for place in range(count)]
    print_times(f"{name}: send a card to a hand", [taps(page, KEY, key, 1)[0] for key in keys])
    print_times(f"{name}: choose a card", taps(page, KEY, "Enter", count))


def set_the_hands(page: Page) -> float:
    page.get_by_role("button", name="House way").click()
    page.wait_for_timeout(600)
    page.wait_for_selector(".order.right")  # the server has answered that the hands are legal
    return taps(page, TAP, "[data-put]", 1)[0]


def first_interaction(browser: Browser, url: str) -> None:
    """Opening the lobby again, as a person does who was here before, until a tap is answered."""
    context = browser.new_context(viewport=DESK)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(url)
    page.wait_for_selector("[data-play]")
    times = []
    for _ in range(WARM_VISITS):
        begun = time.perf_counter()
        page.goto(url, wait_until="commit")
        page.wait_for_selector("[data-play]")
        page.evaluate(TAP, "main")
        times.append(1000 * (time.perf_counter() - begun))
    print_times("lobby: first interaction, warm", times)
    context.close()


def main() -> None:
    parser = argparse.ArgumentParser(description="How quick the page is.")
    parser.add_argument("--taps", type=int, default=30, help="how often each tap is measured")
    parser.add_argument("--games", nargs="+", default=GAMES, choices=GAMES, metavar="GAME", help="default: all games")
    parser.add_argument("--rounds", type=int, default=20, help="how often setting the hands is measured in a game")
    chosen = parser.parse_args()
    count = chosen.taps
    rounds = (chosen.rounds + 1) // 2
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    first = first_page()
    print(f"first page: {first['.js'] / 1000:.1f} kB of JavaScript and {first['.css'] / 1000:.1f} kB of style, gzipped")
    folder = Path(tempfile.mkdtemp())
    server = RealServer(folder).start()
    try:
        with sync_playwright() as started:
            arguments: Any = [*FLAGS, "--no-sandbox"]
            browser = started.chromium.launch(executable_path=CHROMIUM, args=arguments)
            empty(browser, count)
            first_interaction(browser, server.url)
            for game in chosen.games:
                times = [at_the_table(browser, server.url, game, size, count, rounds) for size in (DESK, PHONE)]
                print_times(f"{game}, both sizes: set the hands", times[0] + times[1])
            browser.close()
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
