"""The built front end: every address without a file shows the one page, which routes by itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

UNCHANGING = "public, max-age=31536000, immutable"


class Pages(StaticFiles):
    """Files as they are; any other address without a dot is the page."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, html=True)

    async def get_response(self, path: str, scope: Any) -> Response:
        try:
            found = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or "." in path or path.startswith("api"):
                raise
            found = await super().get_response("index.html", scope)
        found.headers["Cache-Control"] = UNCHANGING if path.startswith("assets") else "no-cache"
        return found
