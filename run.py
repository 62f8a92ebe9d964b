#!/usr/bin/env python3
"""
Set up and run Houseway with nothing but Python 3.11+ and pip.

    python3 run.py [ARGUMENTS...]         set up .venv if needed, then run `houseway ARGUMENTS`
    python3 run.py --with EXTRA[,EXTRA...] [ARGUMENTS...]  the same with optional extras: report, data, rl, ...
    python3 run.py --test [ARGUMENTS...]  set up the test tools, then run every check and the tests
    python3 run.py --test --repeat 20 --busy 8 [ARGUMENTS...]  the same 20 times, next to 8 busy processes
"""

import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import IO

ROOT = pathlib.Path(__file__).resolve().parent
PAGES = ROOT / "frontend"
SUPPORT = ROOT / "tests" / "support"
VENV = pathlib.Path(os.environ.get("HOUSEWAY_VENV", ROOT / ".venv"))
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
EXE = ".exe" if os.name == "nt" else ""
PYTHON = BIN / f"python{EXE}"
HOUSEWAY = BIN / f"houseway{EXE}"
SET_UP_BY = ("pyproject.toml", "constraints.txt", "run.py", "hatch_build.py")
NOT_BUILT = {"node_modules", "tests", "__pycache__"}
"""Folders of the pages whose changes need no new installation."""
NOT_PURE = ("__init__", "rounds", "vectors")
"""The modules of a game folder that are not pure; all others are."""
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
    *sorted(
        str(path.relative_to(ROOT)) for path in ROOT.glob("src/houseway/games/*/*.py") if path.stem not in NOT_PURE
    ),
)
"""The tests of the rules. Together they must cover every branch of `rules/` and of the pure modules of the games."""
LEFT_OUT = tuple(f"--ignore={path}" for path in RULES)
WORKERS = ("-n", "4")
"""More than the two cores, because tests of the server often wait."""
REPEATING = ("--repeat", "--busy")
"""The options of `tests/support/repeated_runs.py`."""
COMPILED_FIRST = (("showdown",), ("chinese", "casino", "pick2", "pyramid", "pai_gow"))
"""Games whose kernels are compiled while the rules are tested, in two processes that take about equally long."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def run(*command: object) -> None:
    """Run a command. uv trusts the certificates of the system, as pip does, so that it works behind a proxy."""
    environment = {"UV_SYSTEM_CERTS": "true", **os.environ}
    subprocess.run([str(word) for word in command], check=True, cwd=ROOT, env=environment)


def install(extra: str) -> None:
    """Install the project, editable, with pinned versions, by uv or, if uv is not available, by pip."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", PYTHON]
    packages = ["-e", f".[{extra}]" if extra else ".", "-c", ROOT / "constraints.txt"]
    if extra == "test":
        packages += node_wheel()
    if not PYTHON.exists():
        run(sys.executable, "-m", "venv", "--without-pip", VENV)  # works without ensurepip, as on a bare Debian
    try:
        uv = shutil.which("uv") or str(BIN / f"uv{EXE}")
        if not pathlib.Path(uv).exists():
            run(*pip, "install", "-q", "uv")
        run(uv, "pip", "install", "-q", "--compile-bytecode", "--python", PYTHON, *packages)
    except (OSError, subprocess.CalledProcessError):
        print("uv could not install the project; using pip", file=sys.stderr)
        run(*pip, "install", "-q", *packages)


def node_wheel() -> list[str]:
    """The wheel with Node for the checks of the pages; empty if the machine has a suitable Node."""
    printed = subprocess.run([sys.executable, PAGES / "node_runtime.py"], capture_output=True, text=True, check=True)
    return printed.stdout.split()


def set_up(extra: str) -> None:
    """Install, unless nothing has changed since the last installation."""
    if sys.version_info < (3, 11):  # noqa: UP036 (an older Python may run this file)
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
        print("setting up (first start only) ...", file=sys.stderr)
        install(extra)
        stamp.write_text(digest.hexdigest())


def test(arguments: list[str]) -> None:
    """Run every check; with arguments, only pytest with those arguments; with `--repeat`, several times."""
    if any(word.partition("=")[0] in REPEATING for word in arguments):
        sys.exit(subprocess.call([str(PYTHON), str(SUPPORT / "repeated_runs.py"), *arguments], cwd=ROOT))
    if arguments:
        sys.exit(pytest(*arguments))
    run(PYTHON, "-m", "ruff", "check", ".")
    run(PYTHON, "-m", "ruff", "format", "--check", ".")
    measured = ("--cov", "--cov-report=term-missing:skip-covered", "--cov-fail-under=100")
    with ThreadPoolExecutor(len(COMPILED_FIRST) + len(IN_BACKGROUND)) as background:
        kernels = [background.submit(compile_kernels, games) for games in COMPILED_FIRST]
        checks = [background.submit(run_after, kernels, check) for check in IN_BACKGROUND]
        status = pytest(*measured, *RULES) or max(compiling.result() for compiling in kernels)
        status = status or pytest(*WORKERS, *LEFT_OUT)
        for check in checks:
            status_of_check, output = check.result()
            print(output, flush=True)
            status = status_of_check or status
        sys.exit(status)


def run_after(kernels: list[Future[int]], check: Callable[[IO[bytes]], int]) -> tuple[int, str]:
    """Run a check when the kernels are compiled, and return its exit status and its output."""
    wait(kernels)
    with tempfile.TemporaryFile() as output:
        status = check(output)
        output.seek(0)
        return status, output.read().decode(errors="replace")


def compile_kernels(games: Iterable[str]) -> int:
    """Fill the cache of kernels, so that the processes of the tests do not all compile them at the same time."""
    command = [str(PYTHON), str(SUPPORT / "compile_kernels.py"), *games]
    return subprocess.call(command, cwd=ROOT, env=environment_with_bytecode())


def environment_with_bytecode() -> dict[str, str]:
    """The environment for tests: Python writes bytecode, or each test process would compile every module again."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def pytest(*arguments: str, out: IO[bytes] | None = None) -> int:
    command = [str(PYTHON), "-m", "pytest", *arguments]
    return subprocess.call(command, cwd=ROOT, env=environment_with_bytecode(), stdout=out, stderr=out)


def types_and_page_checks(out: IO[bytes]) -> int:
    """Check the types of the Python files, then the style, types and unit tests of the pages."""
    for check in (("-m", "mypy"), (str(PAGES / "check.py"),)):
        if status := subprocess.call([str(PYTHON), *check], cwd=ROOT, stdout=out, stderr=out):
            return status
    return 0


def browser_tests(out: IO[bytes]) -> int:
    """
    Test the pages in a real browser.

    They have their own pytest, because Playwright cannot share a process with other tests, and two processes, because
    they take longest. The tests of a file share a room, so they stay in one process.
    """
    if not any(map(shutil.which, BROWSERS)) and shutil.which("apt-get") and os.geteuid() == 0:
        for words in (("update",), ("install", "-y", "--no-install-recommends", "chromium")):
            subprocess.call(["apt-get", "-qq", *words], stdout=out, stderr=out)
    return pytest("-n", "2", "--dist", "loadfile", "tests/e2e", out=out)


IN_BACKGROUND = (types_and_page_checks, browser_tests)
"""The checks that run in parallel with the other tests."""


def extras(words: list[str]) -> str:
    """The extras that `--with` names, sorted; refuses unknown ones."""
    section = (ROOT / "pyproject.toml").read_text(encoding="utf-8").split("optional-dependencies]")[1].split("\n[")[0]
    known = re.findall(r"^(\w+) = \[", section, re.MULTILINE)
    names = sorted(filter(None, words[0].split(","))) if words else []
    if not names or not set(names) <= set(known):
        given = repr(words[0]) if words else "nothing"
        sys.exit(f"--with takes names such as report,data, not {given}; there are {', '.join(known)}")
    return ",".join(names)


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
    if os.name == "nt":
        sys.exit(subprocess.call(command))
    os.execv(command[0], command)


if __name__ == "__main__":
    main()
