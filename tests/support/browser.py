"""A real browser and the room as a person starts it, for tests and measurements of the pages."""

from __future__ import annotations

import os
import shutil
import sys

from support.server_process import Server

BROWSER_NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ["--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-dev-shm-usage"]


def find_chromium() -> str | None:
    """The program named by HOUSEWAY_CHROMIUM, or the first one installed."""
    installed = (shutil.which(name) for name in BROWSER_NAMES)
    return os.environ.get("HOUSEWAY_CHROMIUM") or next((path for path in installed if path), None)


CHROMIUM = find_chromium()


class RealServer(Server):
    """The card room as a person starts it, with its own clocks and limits."""

    @property
    def command(self) -> list[str]:  # type: ignore[override]
        data = ["--data", str(self.folder)]
        port = ["--port", str(self.port)]
        return [sys.executable, "-m", "houseway", "serve", "--no-browser", *data, *port]
