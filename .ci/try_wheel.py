"""
Installs a wheel in a new environment and tries it from an empty folder.

    python .ci/try_wheel.py dist/houseway-VERSION-py3-none-any.whl

It plays, replays and checks a round, reads a rulebook, prices a game, and starts the card room until its page and its
readiness probe answer.
"""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from urllib.error import URLError

ROOT = Path(__file__).resolve().parents[1]
START_SECONDS = 90
COMMANDS = (
    ("--version",),
    ("rules", "pyramid", "PYR-38"),
    ("deal", "pyramid", "--seed", "5", "--auto", "--record", "round.json"),
    ("replay", "round.json"),
    ("verify", "round.json"),
    ("price", "pyramid"),
)


def install(wheel: Path, folder: Path) -> Path:
    """Make an environment with the wheel and the pinned versions; returns its folder of programs."""
    environment = folder / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    programs = environment / "bin"
    uv = shutil.which("uv") or str(Path(sys.executable).parent / "uv")
    pins = ROOT / "constraints.txt"
    install_wheel = [uv, "pip", "install", "-q", "--python", str(programs / "python"), str(wheel), "-c", str(pins)]
    subprocess.run(install_wheel, check=True)
    return programs


def try_commands(programs: Path, folder: Path) -> None:
    for words in COMMANDS:
        print("$ houseway", *words, flush=True)
        subprocess.run([programs / "houseway", *words], cwd=folder, check=True, stdout=subprocess.DEVNULL)


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
    return port


def answer_of(port: int, path: str) -> str:
    """What the room answers; raises URLError while it does not listen."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=10) as response:
        body: bytes = response.read()
    return body.decode()


def try_room(programs: Path, folder: Path) -> None:
    """The room starts, is ready, and serves the pages that are in the wheel."""
    port = free_port()
    options = ("--no-browser", "--port", str(port), "--data", str(folder / "room"))
    print("$ houseway serve", *options, flush=True)
    command = [str(programs / "houseway"), "serve", *options]
    server = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)  # the operator's token is printed there
    try:
        wait_until_ready(server, port)
        page = answer_of(port, "/")
        if "<script" not in page:
            sys.exit("the room's first page has no script: the front end is not in the wheel")
    finally:
        server.terminate()
        server.wait(30)


def wait_until_ready(server: subprocess.Popen[bytes], port: int) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if server.poll() is not None:
            sys.exit(f"the room stopped with status {server.returncode}")
        try:
            answer_of(port, "/readyz")
        except URLError:
            time.sleep(0.2)
        else:
            return
    sys.exit(f"the room was not ready after {START_SECONDS} seconds")


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: python .ci/try_wheel.py WHEEL")
    wheel = Path(sys.argv[1]).resolve()
    if not wheel.is_file():
        sys.exit(f"there is no wheel {wheel}")
    os.environ.pop("PYTHONPATH", None)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        programs = install(wheel, folder)
        try_commands(programs, folder)
        try_room(programs, folder)
    print(f"{wheel.name} works")


if __name__ == "__main__":
    main()
