"""Checks of a page: no serious accessibility violation, and it fits a laptop, a tablet and a phone."""

from __future__ import annotations

import os
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

from support.page_player import DESK, PHONE, wait_until

SIZES = {"laptop": DESK, "tablet": {"width": 1024, "height": 768}, "phone": PHONE}
SHOTS = os.environ.get("HOUSEWAY_SHOTS")
"""Folder for screenshots of every page; without it none are taken, because they take longer than the tests."""
NODES_SHOWN = 3
CHARACTERS_SHOWN = 160


def check_page(page: Page, name: str, theme: str, sizes: tuple[str, ...] = tuple(SIZES)) -> None:
    """Check accessibility once and the width at each size; take the screenshots."""
    assert serious_violations(page) == [], f"{name}, {theme}"
    for size in sizes:
        page.set_viewport_size(SIZES[size])  # type: ignore[arg-type]
        wait_until(page, lambda: not is_too_wide(page), f"{name} fits a {size}")
        if SHOTS:
            page.wait_for_timeout(120)
            page.screenshot(path=Path(SHOTS) / f"{name}-{size}-{theme}.png", full_page=True)
    page.set_viewport_size(DESK)  # type: ignore[arg-type]


def serious_violations(page: Page) -> list[tuple[str, list[str]]]:
    """Serious and critical accessibility violations, with the first elements that show them."""
    violations = Axe().run(page).response["violations"]
    serious = [violation for violation in violations if violation["impact"] in ("serious", "critical")]
    return [
        (violation["id"], [node["html"][:CHARACTERS_SHOWN] for node in violation["nodes"][:NODES_SHOWN]])
        for violation in serious
    ]


def is_too_wide(page: Page) -> bool:
    return bool(page.evaluate("() => document.documentElement.scrollWidth > innerWidth + 1"))
