#!/usr/bin/env python3
"""
Set up and run Houseway with nothing but Python 3.11+ and pip.

    python3 run.py [ARGUMENTS...]         make .venv if needed, then run `houseway ARGUMENTS`
    python3 run.py --with EXTRA[,EXTRA...] [ARGUMENTS...]  the same with what only some need: report, data, rl, ...
    python3 run.py --test [ARGUMENTS...]  the same with the test tools, then every check and the tests
"""

import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import Future, ThreadPoolExecutor
from typing import IO

ROOT = pathlib.Path(__file__).resolve().parent
PAGES = ROOT / "frontend"
VENV = pathlib.Path(os.environ.get("HOUSEWAY_VENV", ROOT / ".venv"))
BIN, EXE = (VENV / "Scripts", ".exe") if os.name == "nt" else (VENV / "bin", "")
PYTHON = BIN / f"python{EXE}"
HOUSEWAY = BIN / f"houseway{EXE}"
SET_UP_BY = ("pyproject.toml", "constraints.txt", "run.py", "hatch_build.py")
NOT_BUILT = {"node_modules", "tests", "__pycache__"}
"""Folders of the pages that need no new installation when they change."""
PURE = (
    "banking",
    "bonuses",
    "cover",
    "equilibrium_field",
    "exposure",
    "fouls",
    "hand_order",
    "house_way",
    "legality",
    "limits",
    "main_wager",
    "naturals",
    "pay_tables",
    "payout_cap",
    "pot",
    "prizes",
    "scoring",
    "setting",
    "settlement",
    "sheet",
    "side_wagers",
    "terms",
    "wagers",
)
"""The pure modules of a game folder."""
RULES = (
    "tests/rules",
    "tests/golden",
    "tests/games/test_clauses_are_carried_out.py",
    "tests/games/test_every_game.py",
    *sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("tests/games/*/test_sheet*.py")),
    "tests/test_state_machines.py",
    "tests/audit/test_vectors.py",
    "tests/audit/test_vector_nonsense.py",
    "src/houseway/rules",
    *sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("src/houseway/games/*/*.py") if path.stem in PURE),
)
"""What tests the rules, measured: together they must run every branch of `rules/` and of the games' pure modules."""
LEFT_OUT = tuple(f"--ignore={path}" for path in RULES)
WORKERS = ("-n", "3")
"""One more than there are cores: tests of the server wait more than they compute."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def run(*command: object) -> None:
    subprocess.run([str(word) for word in command], check=True, cwd=ROOT)


def install(extra: str) -> None:
    """Install the project, editable, with pinned versions; uv where it can be had, else pip."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", PYTHON]
    wanted = ["-e", f".[{extra}]" if extra else ".", "-c", ROOT / "constraints.txt"]
    if extra == "test":
        wanted += node_wheel()
    if not PYTHON.exists():
        run(sys.executable, "-m", "venv", "--without-pip", VENV)  # works without ensurepip, as on a bare Debian
    try:
        uv = shutil.which("uv") or str(BIN / f"uv{EXE}")
        if not pathlib.Path(uv).exists():
            run(*pip, "install", "-q", "uv")
        run(uv, "pip", "install", "-q", "--compile-bytecode", "--python", PYTHON, *wanted)
    except (OSError, subprocess.CalledProcessError):
        print("uv could not install the project; using pip", file=sys.stderr)
        run(*pip, "install", "-q", *wanted)


def node_wheel() -> list[str]:
    """The wheel with Node for the checks of the pages; none where the machine has a Node that will do."""
    printed = subprocess.run([sys.executable, PAGES / "node_runtime.py"], capture_output=True, text=True, check=True)
    return printed.stdout.split()


def set_up(extra: str) -> None:
    """Install once; again only when what is to be installed has changed."""
    if sys.version_info < (3, 11):  # noqa: UP036 (run by whatever Python there is)
        sys.exit(f"Houseway needs Python 3.11 or newer; this is {sys.version.split()[0]}")
    digest = hashlib.sha256(repr((sys.version_info[:2], extra)).encode())
    pages = [
        path
        for path in PAGES.rglob("*")
        if path.is_file() and not NOT_BUILT.intersection(path.relative_to(PAGES).parts)
    ]
    for path in (*(ROOT / name for name in SET_UP_BY), *sorted(pages)):
        digest.update(path.read_bytes())
    stamp = VENV / f".stamp-{extra or 'app'}"
    if not (HOUSEWAY.exists() and stamp.exists() and stamp.read_text() == digest.hexdigest()):
        print("setting up, once ...", file=sys.stderr)
        install(extra)
        stamp.write_text(digest.hexdigest())


def test(arguments: list[str]) -> None:
    """Every check that guards the tree; with arguments, only pytest with those arguments."""
    if arguments:
        sys.exit(pytest(*arguments))
    run(PYTHON, "-m", "ruff", "check", ".")
    run(PYTHON, "-m", "ruff", "format", "--check", ".")
    measured = ("--cov", "--cov-report=term-missing:skip-covered", "--cov-fail-under=100")
    with tempfile.TemporaryFile() as said, ThreadPoolExecutor(1) as beside:
        quieter = beside.submit(types_and_pages, said)
        wrong = pytest(*measured, *RULES) or pytest(*WORKERS, *LEFT_OUT)
        sys.exit(told(quieter, said) or wrong)


def keeping_bytecode() -> dict[str, str]:
    """The environment for tests: compiled modules are kept, or each of their many processes would compile all anew."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def pytest(*arguments: str, out: IO[bytes] | None = None) -> int:
    command = [str(PYTHON), "-m", "pytest", *arguments]
    return subprocess.call(command, cwd=ROOT, env=keeping_bytecode(), stdout=out, stderr=out)


def types_and_pages(out: IO[bytes]) -> int:
    """
    What leaves most of a core idle, run beside the other tests: the types, the checks of the pages, then the pages in a
    real browser.

    The browser has a pytest of its own, for it cannot share a process with other tests.
    """
    for check in (("-m", "mypy"), (str(PAGES / "check.py"),)):
        if wrong := subprocess.call([str(PYTHON), *check], cwd=ROOT, stdout=out, stderr=out):
            return wrong
    if not any(map(shutil.which, BROWSERS)) and shutil.which("apt-get") and os.geteuid() == 0:
        for words in (("update",), ("install", "-y", "--no-install-recommends", "chromium")):
            subprocess.call(["apt-get", "-qq", *words], stdout=out, stderr=out)
    return pytest("-n", "0", "tests/e2e", out=out)


def told(check: Future[int], said: IO[bytes]) -> int:
    """How a check went that ran beside others, and what it printed, in its turn."""
    status = check.result()
    said.seek(0)
    print(said.read().decode(errors="replace"), flush=True)
    return status


def extras(words: list[str]) -> str:
    """What `--with` names, in order; refuses what the project does not have."""
    listed = (ROOT / "pyproject.toml").read_text(encoding="utf-8").split("optional-dependencies]")[1].split("\n[")[0]
    known = re.findall(r"^(\w+) = \[", listed, re.M)
    named = sorted(filter(None, words[0].split(","))) if words else []
    if not named or not set(named) <= set(known):
        given = repr(words[0]) if words else "nothing"
        sys.exit(f"--with takes names such as report,data, not {given}; there are {', '.join(known)}")
    return ",".join(named)


def main() -> None:
    words = sys.argv[1:]
    testing = words[:1] == ["--test"]
    try:
        if words[:1] == ["--with"]:
            set_up(extras(words[1:2]))
            words = words[2:]
        else:
            set_up("test" if testing else "")
        if testing:
            test(words[1:])
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)
    command = [str(HOUSEWAY), *words]
    sys.exit(subprocess.call(command)) if os.name == "nt" else os.execv(command[0], command)


if __name__ == "__main__":
    main()
