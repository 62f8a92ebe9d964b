"""`python3 run.py`: what it is asked to bring."""

import importlib.util
from types import ModuleType

import pytest

from test_manual import ROOT


@pytest.fixture
def run() -> ModuleType:
    found = importlib.util.spec_from_file_location("run", ROOT / "run.py")
    assert found
    assert found.loader
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def test_tests_keep_compiled_modules(run: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where they are not kept, every process of the tests compiles the whole tree and every plugin of pytest."""
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    called: list[dict[str, str]] = []
    monkeypatch.setattr(run.subprocess, "call", lambda *words, env, **more: called.append(env) or 0)
    assert run.pytest("tests/rules") == 0
    assert "PYTHONDONTWRITEBYTECODE" not in called[0]
    assert called[0]["PATH"]


def test_extras_are_named_in_any_order(run: ModuleType) -> None:
    assert run.extras(["report,data"]) == run.extras(["data,report"]) == "data,report"


@pytest.mark.parametrize("words", [[], [""], ["reports"], ["report,nonsense"], ["packages"]])
def test_what_the_project_does_not_have_is_refused(run: ModuleType, words: list[str]) -> None:
    with pytest.raises(SystemExit) as refusal:
        run.extras(words)
    assert "there are bench, cluster, data, docs, postgres, report, rl, spiel, traces, test" in str(refusal.value)
