"""Serves the built front end. The page itself routes every address that is not a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

UNCHANGING = "public, max-age=31536000, immutable"


class Pages(StaticFiles):
    """Serves a file, or the page for any other address without a dot."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, html=True)

    async def get_response(self, path: str, scope: Any) -> Response:
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or "." in path or path.startswith("api"):
                raise
            response = await super().get_response("index.html", scope)
        response.headers["Cache-Control"] = UNCHANGING if path.startswith("assets") else "no-cache"
        return response
