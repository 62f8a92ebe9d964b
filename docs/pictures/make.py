"""
Makes the pictures of the README and the manual from the product: a real server, a real browser, a real report.

    python docs/pictures/make.py            writes them and pictures.json
    python docs/pictures/make.py --check    makes them in a temporary folder and compares them with those kept here

Cards are dealt by chance, so no two runs give the same bytes. The check compares small grey versions of both,
which must be nearly the same. It fails when a page was redesigned; then make them again and look at them.
Run it in a checkout after `python3 run.py --test`, which installs what it needs, with Chromium installed.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(__file__).resolve().parent
MANIFEST = "pictures.json"
LARGEST = 80_000
"""Bytes of one picture, at most."""
DESK = {"width": 1440, "height": 900}
SHOWN = (1200, 750)
"""The size of a picture of a page."""
FRAME = (800, 500)
"""The size of a frame of the animation."""
SMALL = (32, 20)
"""Columns and rows of the grey version that the check compares."""
LARGEST_DIFFERENCE = 16
"""Mean difference of the grey values (0 to 255) at which two pictures look different."""
DAY = "2026-11-18"
"""The date on the report."""
REPORT_DOTS = 80
"""Dots per inch of the page of the report."""
FRAME_MILLISECONDS = 1600
LAST_FRAME_MILLISECONDS = 4000
LONG = 600_000
"""Milliseconds until a wait for the page fails."""

sys.path.insert(0, str(ROOT / "tests"))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[1])
    parser.add_argument("--check", action="store_true", help="compare with the pictures kept, and write nothing")
    parser.add_argument("--only", help="one picture, such as table.webp")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        pictures = make(Path(folder), arguments.only)
        if arguments.check:
            sys.exit(compare(pictures))
        for name, data in pictures.items():
            (FOLDER / name).write_bytes(data)
            print(f"{name}: {len(data):,} bytes")
    write_manifest()


def make(folder: Path, only: str | None) -> dict[str, bytes]:
    """Every picture by its name."""
    pictures: dict[str, bytes] = {}
    if only in (None, "report.webp"):
        pictures["report.webp"] = report_page()
    makers: dict[str, Callable[[Page, str], bytes]] = {
        "table.webp": table,
        "lab.webp": lab,
        "round.webp": round_in_steps,
    }
    wanted = {name: maker for name, maker in makers.items() if only in (None, name)}
    if wanted:
        pictures |= by_browser(folder, wanted)
    return pictures


# The pages -----------------------------------------------------------------------------------------------------------


def by_browser(folder: Path, makers: dict[str, Callable[[Page, str], bytes]]) -> dict[str, bytes]:
    """Pictures of the pages: each maker gets a new page and the address of a room."""
    from playwright.sync_api import sync_playwright

    from support.browser import CHROMIUM, FLAGS, RealServer

    if CHROMIUM is None:
        sys.exit("there is no Chromium; apt-get install chromium, or name one in HOUSEWAY_CHROMIUM")
    server = RealServer(folder / "room").start()
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, *sandbox])
            pictures = {}
            for name, maker in makers.items():
                context = browser.new_context(viewport=DESK, reduced_motion="reduce", color_scheme="dark")
                page = context.new_page()
                page.set_default_timeout(LONG)
                pictures[name] = maker(page, server.url)
                context.close()
            browser.close()
    finally:
        server.kill()
    return pictures


def table(page: Page, url: str) -> bytes:
    """A table of Pai Gow Poker while the player sets seven cards."""
    from support.page_player import STEPS, press_until_gone, sit_down

    sit_down(page, url, "pai_gow")
    page.wait_for_selector(STEPS, state="attached")
    if page.locator("[data-post]").count():
        press_until_gone(page, "[data-post]", "mouse")
    page.wait_for_selector("[data-put]")
    page.locator("section.board").get_by_role("button", name="House way").click()
    page.wait_for_selector("[data-put][aria-disabled=false]")
    return webp(page.screenshot(), SHOWN)


def lab(page: Page, url: str) -> bytes:
    """The odds lab with one option changed."""
    page.goto(f"{url}/odds/pyramid?straight_flush_pays=50")
    page.locator("[data-counted]").wait_for()
    return webp(page.screenshot(), SHOWN)


def round_in_steps(page: Page, url: str) -> bytes:
    """A round of Pyramid Poker as an animation: wager, set, settlement."""
    from PIL import Image

    from support.page_player import press_until_gone, sit_down

    sit_down(page, url, "pyramid")
    page.wait_for_selector("[data-post]")
    shots = [page.screenshot()]
    press_until_gone(page, "[data-post]", "mouse")
    page.wait_for_selector("[data-put]")
    shots.append(page.screenshot())
    page.locator("section.board").get_by_role("button", name="House way").click()
    page.wait_for_selector("[data-put][aria-disabled=false]")
    shots.append(page.screenshot())
    press_until_gone(page, "[data-put]", "mouse")
    page.wait_for_selector("[data-net]")
    shots.append(page.screenshot())
    frames = []
    for shot in shots:
        frames.append(Image.open(io.BytesIO(shot)).convert("RGB").resize(FRAME, Image.Resampling.LANCZOS))
    durations = [FRAME_MILLISECONDS] * (len(frames) - 1) + [LAST_FRAME_MILLISECONDS]
    for quality in range(70, 10, -10):
        buffer = io.BytesIO()
        first, *others = frames
        first.save(
            buffer, "WEBP", save_all=True, append_images=others, duration=durations, loop=0, quality=quality, method=6
        )
        if buffer.tell() <= LARGEST:
            return buffer.getvalue()
    sys.exit("the animation is too large at every quality")


# The report ----------------------------------------------------------------------------------------------------------


def report_page() -> bytes:
    """The first page of the report of Pyramid Poker."""
    import houseway as hw

    program = shutil.which("pdftoppm")
    if program is None:
        sys.exit("there is no pdftoppm; apt-get install poppler-utils")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "report.pdf"
        hw.game("pyramid").report(path, date=DAY)
        words = [program, "-png", "-r", str(REPORT_DOTS), "-f", "1", "-l", "1", str(path)]
        return webp(subprocess.run(words, capture_output=True, check=True).stdout)


# Files ---------------------------------------------------------------------------------------------------------------


def webp(png: bytes, size: tuple[int, int] | None = None) -> bytes:
    """A picture as WebP in this size, with the best quality that is small enough."""
    from PIL import Image

    image = Image.open(io.BytesIO(png)).convert("RGB")
    if size is not None:
        image = image.resize(size, Image.Resampling.LANCZOS)
    for quality in range(85, 10, -5):
        buffer = io.BytesIO()
        image.save(buffer, "WEBP", quality=quality, method=6)
        if buffer.tell() <= LARGEST:
            return buffer.getvalue()
    sys.exit("the picture is too large at every quality")


def write_manifest() -> None:
    """Write the version that the pictures show, and the digest of each."""
    from houseway import __version__

    digests = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(FOLDER.glob("*.webp"))}
    text = json.dumps({"version": __version__, "pictures": digests}, indent=1)
    (FOLDER / MANIFEST).write_text(text + "\n")


def compare(pictures: dict[str, bytes]) -> int:
    """Say which pictures no longer look like those kept; return the exit status."""
    status = 0
    for name, data in pictures.items():
        difference = difference_of(data, (FOLDER / name).read_bytes())
        print(f"{name}: differs by {difference:.1f}, at most {LARGEST_DIFFERENCE} is allowed")
        if difference > LARGEST_DIFFERENCE:
            status = 1
    if status:
        print("The pages look different now: run python docs/pictures/make.py, and look at the pictures.")
    return status


def difference_of(first: bytes, second: bytes) -> float:
    """The mean difference of the grey values of two pictures, each made small."""
    from PIL import Image

    small = [list(Image.open(io.BytesIO(data)).convert("L").resize(SMALL).getdata()) for data in (first, second)]
    differences = [abs(a - b) for a, b in zip(*small, strict=True)]
    return sum(differences) / len(differences)


if __name__ == "__main__":
    main()
