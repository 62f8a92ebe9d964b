"""Whether everybody can use a page: no serious fault of accessibility, and it fits a laptop, a tablet and a phone."""

from __future__ import annotations

import os
from pathlib import Path

from at_the_page import DESK, PHONE, wait_until
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

SIZES = {"laptop": DESK, "tablet": {"width": 1024, "height": 768}, "phone": PHONE}
SHOTS = os.environ.get("HOUSEWAY_SHOTS")
"""A folder for photographs of every page, which take longer than the tests; without it none are taken."""


def looked_at(page: Page, name: str, theme: str, sizes: tuple[str, ...] = tuple(SIZES)) -> None:
    assert serious_faults(page) == [], f"{name}, {theme}"
    for size in sizes:
        page.set_viewport_size(SIZES[size])  # type: ignore[arg-type]
        wait_until(page, lambda: not wider(page), f"{name} fits a {size}")
        if SHOTS:
            page.wait_for_timeout(120)
            page.screenshot(path=Path(SHOTS) / f"{name}-{size}-{theme}.png", full_page=True)
    page.set_viewport_size(DESK)  # type: ignore[arg-type]


def serious_faults(page: Page) -> list[tuple[str, list[str]]]:
    found = Axe().run(page).response["violations"]
    serious = [fault for fault in found if fault["impact"] in ("serious", "critical")]
    return [(fault["id"], [node["html"][:160] for node in fault["nodes"]][:3]) for fault in serious]


def wider(page: Page) -> bool:
    found: bool = page.evaluate("() => document.documentElement.scrollWidth > innerWidth + 1")
    return found
