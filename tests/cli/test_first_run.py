"""The first run: what is compiled, what is announced, and progress that never goes back."""

import os
import pty
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

import houseway
from houseway.cli import main
from houseway.cli.progress import COMPILING, Share
from houseway.kernels import compiling

SOURCE = str(Path(houseway.__file__).parents[1])
WITHOUT_COMPILING = [
    ["price", "pyramid"],
    ["best", "pyramid", "Js", "Jd", "6c"],
    ["alarm", "pyramid"],
    ["explain", "pyramid"],
    ["diff", "pyramid", "--to", "straight_flush_pays=50"],
    ["check", "pyramid", "chinese"],
    ["rules", "showdown"],
    ["rules", "chinese", "CHI-09"],
    ["deal", "pyramid", "--auto", "--seed", "1", "--record", "pyramid.json"],
    ["deal", "pick2", "--auto", "--seed", "1"],
    ["deal", "casino", "--auto", "--seed", "1"],
    ["deal", "showdown", "--auto", "--seed", "1", "--record", "showdown.json"],
    ["deal", "pai_gow", "--auto", "--seed", "1"],
    ["replay", "showdown.json"],
    ["verify", "showdown.json"],
    ["verify", "pyramid.json"],
]
RUN_ALL = """
import sys
from houseway.cli import main
from houseway.kernels.compiling import kernels_compiled
for words in {commands!r}:
    try:
        main(words)
    except SystemExit as stop:
        assert not stop.code, (words, stop.code)
    assert kernels_compiled() == 0, words
"""


def test_these_commands_compile_nothing(tmp_path: Path) -> None:
    """With an empty cache, so that whatever they need would have to be compiled."""
    environment = {**os.environ, "PYTHONPATH": SOURCE, "XDG_CACHE_HOME": str(tmp_path / "cache")}
    done = subprocess.run(
        [sys.executable, "-c", RUN_ALL.format(commands=WITHOUT_COMPILING)],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("words", [["--help"], ["rules"], ["replay", "--help"]])
def test_these_commands_do_not_even_import_numba(words: list[str], tmp_path: Path) -> None:
    program = "import sys; from houseway.cli import main\ntry: main(sys.argv[1:])\nexcept SystemExit: pass\n"
    program += "sys.exit('numba' in sys.modules)"
    environment = {**os.environ, "PYTHONPATH": SOURCE}
    done = subprocess.run(
        [sys.executable, "-c", program, *words],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr


def test_compiling_is_announced_on_a_terminal_before_it_starts(tmp_path: Path) -> None:
    """One small kernel is compiled with an empty cache; the words are on the terminal before the answer."""
    terminal, its_end = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": SOURCE, "XDG_CACHE_HOME": str(tmp_path), "COLUMNS": "120"}
    program = (
        "from houseway.cli.progress import bar\n"
        "import numpy as np\n"
        "with bar('asking'):\n"
        "    from houseway.kernels.philox import philox\n"
        "    philox(np.zeros(4, dtype=np.uint64), np.uint64(1))\n"
        "print('the answer')\n"
    )
    running = subprocess.Popen(
        [sys.executable, "-c", program], stdout=its_end, stderr=its_end, env=environment, cwd=tmp_path
    )
    os.close(its_end)
    seen = b""
    end = time.monotonic() + 120
    while b"the answer" not in seen and time.monotonic() < end:
        readable, _, _ = select.select([terminal], [], [], 1)
        if readable:
            try:
                seen += os.read(terminal, 4096)
            except OSError:  # the program ended
                break
    running.wait(timeout=60)
    os.close(terminal)
    announcement = COMPILING.partition(";")[0].encode()
    assert announcement in seen, seen
    assert seen.index(announcement) < seen.index(b"the answer")


def test_watchers_hear_of_nested_kernels() -> None:
    heard: list[tuple[int, bool]] = []
    before = compiling.kernels_compiled()
    with compiling.watching(lambda count, active: heard.append((count - before, active))):
        compiling.begin()
        compiling.begin()
        compiling.end()
        compiling.end()
    assert heard == [(0, True), (0, True), (1, True), (2, False)]


def test_progress_never_goes_back() -> None:
    share = Share()
    reports = [(0, 10), (5, 10), (5, 20), (11, 20), (0, 5), (5, 5), (7, 5), (1, 0)]
    shown = [share.after(done, total) for done, total in reports]
    assert shown == sorted(shown)
    assert shown[-1] == 1.0


def test_warm_compiles_and_says_what(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["warm", "pyramid"])
    assert not stop.value.code
    out = capsys.readouterr().out
    assert out.startswith("Pyramid Poker: ")
    assert "compile" in out
    with pytest.raises(SystemExit) as stop:
        main(["warm", "poker"])
    assert stop.value.code == 2
