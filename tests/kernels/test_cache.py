"""Compiled kernels are never older than their code, and are not compiled again for anything else."""

import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest

from houseway.kernels import cache
from houseway.kernels.cache import KernelLocator, cache_folder, source_hash, use_kernel_locator
from houseway.kernels.code_hash import Import, Summaries, hash_with_imports, imported_modules, summary_of

PLAIN = """
LIMIT = 3

def plus(x):
    return x + LIMIT
"""
COMMENTED = '''
"""Adds."""
LIMIT = 3  # a comment
"""The docstring of a constant."""


def plus(
    x,
):
    """Add the limit."""
    # another comment
    return x + LIMIT
'''


def test_comments_docstrings_and_layout_do_not_count() -> None:
    assert summary_of(PLAIN.encode()).code == summary_of(COMMENTED.replace("    x,\n", "    x\n").encode()).code
    class_of = "class {0}:\n    {1}\n    size = {2}\n"
    plain = summary_of(class_of.format("A", "", 1).encode()).code
    assert summary_of(class_of.format("A", '"""A class."""', 1).encode()).code == plain
    assert summary_of(class_of.format("A", "", 2).encode()).code != plain
    assert summary_of(class_of.format("B", "", 1).encode()).code != plain


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("LIMIT = 3", "LIMIT = 4"),
        ("x + LIMIT", "x - LIMIT"),
        ("LIMIT = 3", "LIMIT = 'a text'"),
        ("LIMIT = 3", "LIMIT = 3\nprint('a text')"),
    ],
)
def test_every_change_of_code_counts(before: str, after: str) -> None:
    assert summary_of(PLAIN.replace(before, after).encode()).code != summary_of(PLAIN.encode()).code


def test_an_edited_callee_changes_the_name_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "callee.py").write_text("x = 1\n")
    before = source_hash(tmp_path)
    (tmp_path / "callee.py").write_text("x = 1  # one\n")
    assert source_hash(tmp_path) == before
    (tmp_path / "callee.py").write_text("x = 2\n")
    assert source_hash(tmp_path) != before


def test_a_renamed_kernel_changes_the_name_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "callee.py").write_text("x = 1\n")
    before = source_hash(tmp_path)
    (tmp_path / "callee.py").rename(tmp_path / "called.py")
    assert source_hash(tmp_path) != before


def test_summaries_are_read_back_and_a_damaged_file_is_ignored(tmp_path: Path) -> None:
    file = tmp_path / "kernel.py"
    file.write_text("from .cards import Ints\nimport numpy as np\n" + PLAIN)
    summaries = Summaries(tmp_path)
    summary = summaries.of_file(file)
    assert summary.imports == (Import(".cards", ("Ints",)), Import("numpy", ()))
    summaries.write()
    assert list(Summaries(tmp_path).by_content.values()) == [summary]
    assert Summaries(tmp_path).of_file(file) == summary
    (stored,) = tmp_path.glob("summaries.*")
    for spoiled in (b"", b"[]", b'{"a": 1}', b"\xff"):
        stored.write_bytes(spoiled)
        assert Summaries(tmp_path).of_file(file) == summary
    assert Summaries(None).of_file(file) == summary


def test_a_name_may_be_a_module_or_belong_to_the_package() -> None:
    """Modules count that are imported, as those of a module are when its kernels are compiled."""
    imports = [Import(".", ("cache",)), Import("..kernels.code_hash", ("Import",)), Import("numpy", ())]
    expected = ["houseway.kernels.cache", "houseway.kernels.code_hash", "numpy"]
    assert list(imported_modules(imports, "houseway.kernels")) == expected
    imports = [Import(".", ("cache", "SOMETHING"))]
    assert list(imported_modules(imports, "houseway.kernels")) == ["houseway.kernels.cache", "houseway.kernels"]


def test_each_game_has_its_own_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    """A change of a shared kernel or of a sheet concerns the kernels that use it, and no others."""
    from houseway.games.casino.kernels import setting as casino
    from houseway.games.showdown.kernels import search as showdown
    from houseway.kernels import evaluate

    summaries = Summaries(None)

    def hashes() -> dict[str, str]:
        modules = (casino.__name__, showdown.__name__, evaluate.__name__)
        return {name.split(".")[-1]: hash_with_imports(name, summaries) for name in modules}

    def changed_by(file: str) -> set[str]:
        before = hashes()
        path = cache.PACKAGE / file
        of_file = summaries.of_file
        changed = summary_of(path.read_bytes() + b"\nCHANGED = True\n")
        with monkeypatch.context() as patched:
            patched.setattr(summaries, "of_file", lambda file: changed if file == path else of_file(file))
            return {name for name, value in hashes().items() if value != before[name]}

    assert changed_by("games/casino/terms.py") == {"setting"}
    assert changed_by("games/showdown/kernels/columns.py") == {"search"}
    assert changed_by("kernels/evaluate.py") == {"setting", "evaluate"}
    assert changed_by("rules/cards.py") == {"setting", "search", "evaluate"}
    assert changed_by("rules/view.py") == set()


def test_functions_of_other_packages_are_cached_as_numba_does() -> None:
    assert KernelLocator.from_function(summary_of, __file__) is None
    settings = {"CACHE_LOCATOR_CLASSES": "one.Locator"}
    use_kernel_locator(settings)
    assert settings["CACHE_LOCATOR_CLASSES"] == "houseway.kernels.cache.KernelLocator,one.Locator"
    names = [name for name in cache.NUMBA_LOCATORS if not hasattr(numba.core.caching, name)]
    assert names == [], "Numba has renamed its locators"


def test_the_second_folder_is_used_if_the_first_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    assert cache_folder([tmp_path / "file", tmp_path / "other"], "abc") == tmp_path / "other" / "numba" / "abc"
    assert cache_folder([tmp_path / "file"], "abc") is None


SCRIPT = "import sys; sys.path.insert(0, sys.argv[1]); import kernels.caller as caller; print(caller.doubled(20))"


def test_an_edited_callee_is_compiled_again_and_a_moved_file_is_not(tmp_path: Path) -> None:
    """Numba alone would go on using the old callee, and would compile a moved or commented file again."""
    ours = Path(__file__).parents[2] / "src" / "houseway" / "kernels"
    package = tmp_path / "first" / "kernels"
    package.mkdir(parents=True)
    for name in ("cache.py", "compiled.py", "code_hash.py", "compiling.py"):
        (package / name).write_text((ours / name).read_text())
    (package / "__init__.py").write_text("")
    caller = (
        "from .callee import plus\nfrom .compiled import compiled\n@compiled\ndef doubled(x):\n    return plus(x) * 2\n"
    )
    callee = "from .compiled import compiled\n@compiled\ndef plus(x):\n    return x + 1\n"
    (package / "caller.py").write_text(caller)
    (package / "callee.py").write_text(callee)
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}

    def answer() -> str:
        run = [sys.executable, "-c", SCRIPT, str(package.parent)]
        return subprocess.run(
            run, env=environment, capture_output=True, text=True, check=True, timeout=300
        ).stdout.strip()

    def compiled_files() -> set[Path]:
        return set(tmp_path.rglob("*.nbc"))

    assert answer() == "42"
    before = compiled_files()
    assert {path.name.split("-")[0] for path in before} == {"caller.doubled", "callee.plus"}
    package = package.parent.rename(tmp_path / "second") / "kernels"
    (package / "caller.py").write_text("# a comment\n" + caller)
    assert answer() == "42"
    assert compiled_files() == before
    (package / "callee.py").write_text(callee.replace("x + 1", "x + 2"))
    assert answer() == "44"
    assert len(compiled_files() - before) == 2
