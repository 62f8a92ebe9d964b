"""A real server and a real browser."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator

import pytest
from at_the_page import DESK, PHONE, watched
from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from support.server_process import Server

CHROMIUM = os.environ.get("HOUSEWAY_CHROMIUM") or next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None
)
FLAGS = ["--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-dev-shm-usage"]


class RealServer(Server):
    """The card room as a person starts it, with its own clocks and limits."""

    @property
    def command(self) -> list[str]:
        return [
            sys.executable,
            "-m",
            "houseway",
            "serve",
            "--no-browser",
            "--data",
            str(self.folder),
            "--port",
            str(self.port),
        ]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = RealServer(tmp_path_factory.mktemp("room")).start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.fail("there is no Chromium; apt-get install chromium, or name one in HOUSEWAY_CHROMIUM")
    root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    opened = playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, *root])
    yield opened
    opened.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport=DESK, reduced_motion="reduce")  # type: ignore[arg-type]
    yield watched(context)
    context.close()


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")  # type: ignore[arg-type]
    yield watched(context)
    context.close()
