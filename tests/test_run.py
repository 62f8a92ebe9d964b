"""`python3 run.py`: which extras it installs and how it starts pytest."""

import importlib.util
from types import ModuleType

import pytest

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
    assert "there are bench, cluster, data, docs, postgres, report, rl, spiel, traces, test" in str(refusal.value)
