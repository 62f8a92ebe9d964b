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


def test_extras_are_named_in_any_order(run: ModuleType) -> None:
    assert run.extras(["report,data"]) == run.extras(["data,report"]) == "data,report"


@pytest.mark.parametrize("words", [[], [""], ["reports"], ["report,nonsense"], ["packages"]])
def test_what_the_project_does_not_have_is_refused(run: ModuleType, words: list[str]) -> None:
    with pytest.raises(SystemExit) as refusal:
        run.extras(words)
    assert "there are bench, cluster, data, docs, postgres, report, rl, spiel, traces, test" in str(refusal.value)
