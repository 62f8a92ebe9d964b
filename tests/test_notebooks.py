"""Runs every notebook of the manual in its own kernel and folder."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[1] / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def test_every_notebook_is_found() -> None:
    assert [path.stem for path in NOTEBOOKS] == [
        "auditing-a-night-of-play",
        "open-questions-of-a-sheet",
        "pricing-a-pay-table",
        "training-an-agent",
    ]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs_from_top_to_bottom(path: Path, tmp_path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    displayed = [
        output["data"]["text/html"]
        for cell in notebook.cells
        for output in cell.get("outputs", ())
        if "text/html" in output.get("data", {})
    ]
    assert displayed or path.stem.startswith("auditing"), "the notebook displays nothing as HTML"
    assert not list(tmp_path.iterdir()), "the notebook leaves files behind"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_is_stored_without_outputs(path: Path) -> None:
    for cell in nbformat.read(path, as_version=4).cells:  # type: ignore[no-untyped-call]
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None
