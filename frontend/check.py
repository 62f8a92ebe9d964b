"""
Checks the pages: formatting, lint, types and unit tests. The exit status is 1 when one of them fails.

    python frontend/check.py

It installs the development tools into `node_modules` when they are not there yet.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

from node_runtime import npm_command

HERE = Path(__file__).resolve().parent
STAMP = HERE / "node_modules" / ".checked-with"
"""The digest of the lock that `node_modules` was filled from. A build empties it."""
CHECKS = ("format:check", "lint", "check", "test")
"""The npm scripts, quickest fault first."""


def main() -> int:
    environment = dict(os.environ)
    npm = npm_command(environment)

    def run(*words: str) -> int:
        return subprocess.call([*npm, *words], cwd=HERE, env=environment)

    digest = hashlib.sha256((HERE / "package-lock.json").read_bytes()).hexdigest()
    if not STAMP.exists() or STAMP.read_text() != digest:
        if run("ci", "--include=dev", "--no-audit", "--no-fund"):
            return 1
        STAMP.write_text(digest)
    failed = [check for check in CHECKS if run("run", "--silent", check)]
    for check in failed:
        print(f"frontend: npm run {check} failed", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
