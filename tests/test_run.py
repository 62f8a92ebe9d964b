"""`python3 run.py`: which extras it installs and how it starts pytest."""

import importlib.util
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import IO

import pytest

from support import repeated_runs
from support.manual_blocks import ROOT


@pytest.fixture
def run() -> ModuleType:
    spec = importlib.util.spec_from_file_location("run", ROOT / "run.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_tests_keep_compiled_modules(run: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise every pytest process compiles the whole tree and every plugin again."""
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    environments: list[dict[str, str]] = []

    def call(*words: object, env: dict[str, str], **options: object) -> int:
        environments.append(env)
        return 0

    monkeypatch.setattr(run.subprocess, "call", call)
    assert run.pytest("tests/rules") == 0
    assert "PYTHONDONTWRITEBYTECODE" not in environments[0]
    assert environments[0]["PATH"]


def test_extras_may_be_named_in_any_order(run: ModuleType) -> None:
    assert run.extras(["report,data"]) == run.extras(["data,report"]) == "data,report"


@pytest.mark.parametrize("words", [[], [""], ["reports"], ["report,nonsense"], ["packages"]])
def test_unknown_extras_are_refused(run: ModuleType, words: list[str]) -> None:
    with pytest.raises(SystemExit) as refusal:
        run.extras(words)
    assert "there are bench, cluster, data, docs, mcp, postgres, report, rl, spiel, traces, test" in str(refusal.value)


PROGRAM = """
import sys
from pathlib import Path

runs = Path(__file__).with_name("runs")
with runs.open("a") as file:
    file.write("x")
if len(runs.read_text()) % 2 == 0:
    sys.exit("this run is even")
"""


def test_the_tests_are_repeated_and_failures_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "fails_in_even_runs.py"
    file.write_text(PROGRAM)
    command = (sys.executable, "-S")
    assert repeated_runs.main(["--repeat", "3", "--busy", "1", str(file)], command) == 1
    *runs, total = capsys.readouterr().out.splitlines()
    for number, (line, result) in enumerate(zip(runs, ("passed", "failed with status 1", "passed"), strict=True), 1):
        assert re.match(rf"run {number} of 3: load [0-9.]+, \d+ s, {result}(,|$)", line)
    log = Path(runs[1].rpartition(" ")[2])
    assert "this run is even" in log.read_text()
    assert [path.name for path in log.parent.iterdir()] == [log.name], "only failed runs leave their output"
    assert re.match(r"2 of 3 runs passed next to 1 busy processes, \d+ s", total)
    assert repeated_runs.main(["--repeat", "1", str(file)], command) == 1
    assert repeated_runs.main(["--repeat", "1", str(file)], command) == 0


def test_busy_processes_run_and_end() -> None:
    with repeated_runs.busy_processes(2) as processes:
        assert [process.poll() for process in processes] == [None, None]
    assert all(process.returncode is not None for process in processes)


@pytest.mark.parametrize("words", [["--repeat", "many"], ["--repeat", "-1"], ["--busy", "2"]])
def test_a_number_of_runs_is_needed(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        repeated_runs.main(words)
    assert "--repeat" in capsys.readouterr().err


def test_repeated_runs_are_started_by_the_test_command(run: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[list[str]] = []

    def call(words: list[str], **_: object) -> int:
        commands.append(words)
        return 3

    monkeypatch.setattr(run.subprocess, "call", call)
    with pytest.raises(SystemExit) as ended:
        run.test(["--repeat=2", "tests/rules"])
    assert ended.value.code == 3
    assert commands[0][1:] == [str(ROOT / "tests" / "support" / "repeated_runs.py"), "--repeat=2", "tests/rules"]


HANGING = """
import threading

def wait_for_nothing():
    threading.Event().wait()

def test_that_hangs():
    wait_for_nothing()

def test_that_passes():
    pass
"""


def test_a_test_that_hangs_fails_with_its_name_and_its_stack(tmp_path: Path) -> None:
    """Otherwise continuous integration waits until it is killed, and nobody knows for which test."""
    (tmp_path / "test_waiting.py").write_text(HANGING)
    settings = ("-c", str(ROOT / "pyproject.toml"), f"--rootdir={tmp_path}", "-o", "faulthandler_timeout=0.5")
    command = (sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *settings, "-n", "1", "test_waiting.py")
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    assert run.returncode == 1
    assert "crashed while running 'test_waiting.py::test_that_hangs'" in run.stdout
    assert "1 failed, 1 passed" in run.stdout
    assert "in wait_for_nothing" in run.stderr


def test_kernels_are_compiled_before_tests_need_them(run: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """All games with kernels, and the tests that use them wait until this is done."""
    with_kernels = {path.parent.name for path in ROOT.glob("src/houseway/games/*/kernels")}
    assert {game for games in run.COMPILED_FIRST for game in games} == with_kernels
    done: list[str] = []

    def compile_kernels(games: tuple[str, ...]) -> int:
        done.extend(games)
        return 0

    def pytest_(*words: str) -> int:
        done.append("rules" if "--cov" in words else "others")
        return 0

    def background_check(_: IO[bytes]) -> int:
        done.append("background")
        return 0

    monkeypatch.setattr(run, "run", lambda *_: None)
    monkeypatch.setattr(run, "IN_BACKGROUND", [background_check])
    monkeypatch.setattr(run, "compile_kernels", compile_kernels)
    monkeypatch.setattr(run, "pytest", pytest_)
    with pytest.raises(SystemExit) as ended:
        run.test([])
    assert ended.value.code == 0
    assert {*done} == {"rules", "others", "background", *with_kernels}
    needing_kernels = min(done.index("others"), done.index("background"))
    assert with_kernels <= {*done[:needing_kernels]}


@pytest.mark.parametrize("results", [(1, 0), (0, 1), (-9, 0)])
def test_a_check_in_the_background_that_fails_makes_the_command_fail(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], results: tuple[int, int]
) -> None:
    monkeypatch.setattr(run, "run", lambda *_: None)
    monkeypatch.setattr(run, "compile_kernels", lambda _: 0)
    monkeypatch.setattr(run, "pytest", lambda *_: 0)

    def check_with(status: int) -> Callable[[IO[bytes]], int]:
        def check(out: IO[bytes]) -> int:
            out.write(f"ended with {status}".encode())
            return status

        return check

    monkeypatch.setattr(run, "IN_BACKGROUND", [check_with(status) for status in results])
    with pytest.raises(SystemExit) as ended:
        run.test([])
    assert ended.value.code == next(filter(None, results))
    assert capsys.readouterr().out == "".join(f"ended with {status}\n" for status in results)
