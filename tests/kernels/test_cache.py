"""A compiled kernel is never older than any kernel's source."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from houseway.kernels.cache import cache_folder, source_hash

SCRIPT = "import sys; sys.path.insert(0, sys.argv[1]); import kernels.caller as caller; print(caller.doubled(20))"


def test_an_edited_callee_changes_the_name_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "callee.py").write_text("x = 1\n")
    before = source_hash(tmp_path)
    (tmp_path / "callee.py").write_text("x = 2\n")
    assert source_hash(tmp_path) != before


def test_a_renamed_kernel_changes_the_name_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "callee.py").write_text("x = 1\n")
    before = source_hash(tmp_path)
    (tmp_path / "callee.py").rename(tmp_path / "called.py")
    assert source_hash(tmp_path) != before


def test_the_second_folder_is_used_if_the_first_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    assert cache_folder([tmp_path / "file", tmp_path / "other"], "abc") == tmp_path / "other" / "numba" / "abc"
    assert cache_folder([tmp_path / "file"], "abc") is None


@pytest.mark.slow
def test_an_edited_callee_is_compiled_again(tmp_path: Path) -> None:
    """Numba alone would go on giving the old answer."""
    ours = Path(__file__).parents[2] / "src" / "houseway" / "kernels"
    package = tmp_path / "kernels"
    package.mkdir()
    for name in ("cache.py", "compiled.py"):
        (package / name).write_text((ours / name).read_text())
    (package / "__init__.py").write_text("from . import cache\n")
    caller = (
        "from .callee import {0}\nfrom .compiled import compiled\n@compiled\ndef doubled(x):\n    return {0}(x) * 2\n"
    )
    (package / "caller.py").write_text(caller.format("plus"))
    for more, expected in ((1, "42"), (2, "44")):
        source = f"from .compiled import compiled\n@compiled\ndef plus(x):\n    return x + {more}\n"
        (package / "callee.py").write_text(source)
        environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
        run = [sys.executable, "-c", SCRIPT, str(tmp_path)]
        assert (
            subprocess.run(run, env=environment, capture_output=True, text=True, check=False).stdout.strip() == expected
        )
