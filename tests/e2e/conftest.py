"""
A real server and a real browser.

Most tests share one page, which becomes that of a new visitor after each test: the first visit in a new browser context
costs a second of processor time, because the browser compiles the scripts again. Rooms are killed at the end, because a
room that stops waits for its rounds.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Playwright, ViewportSize, sync_playwright

from support.browser import CHROMIUM, FLAGS, RealServer
from support.page_player import DESK, PHONE, new_page
from support.server_process import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = RealServer(tmp_path_factory.mktemp("room")).start()
    yield running
    running.kill()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.fail("there is no Chromium; apt-get install chromium, or name one in HOUSEWAY_CHROMIUM")
    runs_as_root = hasattr(os, "geteuid") and os.geteuid() == 0
    sandbox = ["--no-sandbox"] if runs_as_root else []
    launched = playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, *sandbox])
    yield launched
    launched.close()


@pytest.fixture(scope="session")
def first_desk(browser: Browser) -> Iterator[Page]:
    yield from desk(browser)


@pytest.fixture(scope="session")
def second_desk(browser: Browser) -> Iterator[Page]:
    yield from desk(browser)


@pytest.fixture
def page(first_desk: Page) -> Iterator[Page]:
    """The page of a new visitor. Scripts and routes of sockets stay, so a test that adds some takes `own_page`."""
    yield first_desk
    forget_visitor(first_desk)


@pytest.fixture
def second_page(second_desk: Page) -> Iterator[Page]:
    """The page of another new visitor."""
    yield second_desk
    forget_visitor(second_desk)


@pytest.fixture
def own_page(browser: Browser) -> Iterator[Page]:
    """A page that no other test uses."""
    yield from desk(browser)


@pytest.fixture(scope="session")
def shared_phone(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")  # type: ignore[arg-type]
    yield new_page(context)
    context.close()


@pytest.fixture
def phone(shared_phone: Page) -> Iterator[Page]:
    """The page of a new visitor with a phone."""
    yield shared_phone
    forget_visitor(shared_phone, PHONE)


def desk(browser: Browser) -> Iterator[Page]:
    """A page in a browser context of its own."""
    context = browser.new_context(viewport=DESK, reduced_motion="reduce")  # type: ignore[arg-type]
    yield new_page(context)
    context.close()


def forget_visitor(page: Page, size: dict[str, int] = DESK) -> None:
    """Leave the room, and forget everything that the browser stored for it."""
    for other in page.context.pages:
        if other != page:
            other.close()
    address = urlsplit(page.url)
    page.unroute_all(behavior="ignoreErrors")
    page.goto("about:blank")
    page.context.clear_cookies()
    stored = {"origin": f"{address.scheme}://{address.netloc}", "storageTypes": "local_storage"}
    debugger = page.context.new_cdp_session(page)
    debugger.send("Storage.clearDataForOrigin", stored)
    debugger.detach()
    page.set_viewport_size(ViewportSize(width=size["width"], height=size["height"]))
