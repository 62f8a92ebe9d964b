"""Builds the front end into the package when the package is built, with the machine's Node or one from a wheel."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent / "frontend"))

WEB = "src/houseway/web"
NOT_BUILT = {"node_modules", "tests", "__pycache__"}
SKIP = "HOUSEWAY_SKIP_WEB"
"""Set it for an install without pages; the server then says so."""


def digest(frontend: Path) -> str:
    """Changes when any source of the front end does."""
    sources = hashlib.sha256()
    for path in sorted(frontend.rglob("*")):
        if path.is_file() and not NOT_BUILT.intersection(path.relative_to(frontend).parts):
            sources.update(path.relative_to(frontend).as_posix().encode() + b"\0" + path.read_bytes())
    return sources.hexdigest()


class FrontEnd(BuildHookInterface[Any]):
    """Runs before a wheel, an sdist or an editable install is made."""

    def dependencies(self) -> list[str]:
        if os.environ.get(SKIP) or self._built():
            return []
        from node_runtime import NODE_WHEEL, is_node_usable

        return [] if is_node_usable() else [NODE_WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        build_data.setdefault("artifacts", []).append(f"/{WEB}")
        if os.environ.get(SKIP) or self._built():
            return
        from node_runtime import npm_command

        environment = dict(os.environ)
        npm = npm_command(environment)
        self.app.display_info("building the front end")
        for words in (["ci", "--omit=dev", "--no-audit", "--no-fund"], ["run", "build"]):
            done = subprocess.run(
                [*npm, *words], cwd=self._frontend, env=environment, capture_output=True, text=True, check=False
            )
            if done.returncode:
                sys.stderr.write(done.stdout + done.stderr)
                raise RuntimeError(f"the front end was not built: npm {words[0]} failed; {SKIP}=1 installs without it")
        (self._web / ".stamp").write_text(digest(self._frontend))

    @property
    def _frontend(self) -> Path:
        return Path(self.root) / "frontend"

    @property
    def _web(self) -> Path:
        return Path(self.root) / WEB

    def _built(self) -> bool:
        """Is what is there made from these sources? An sdist brings it along without them."""
        stamp = self._web / ".stamp"
        if not (self._web / "index.html").is_file():
            return False
        return not self._frontend.is_dir() or (stamp.is_file() and stamp.read_text() == digest(self._frontend))
