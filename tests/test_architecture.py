"""Imports between folders point one way, rules are pure, and entropy has one home."""

import ast
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "houseway"

BELOW: dict[str, set[str]] = {  # rules <- games <- kernels <- pricing <- setting <- simulation | records <- audit ...
    "rules": set(),
    "games": {"rules"},
    "kernels": {"rules", "games"},
    "pricing": {"rules", "games", "kernels"},
    "setting": {"rules", "games", "kernels", "pricing"},
    "simulation": {"rules", "games", "kernels", "pricing", "setting"},
    "records": {"rules", "games", "kernels", "pricing", "setting"},
    "audit": {"rules", "games", "kernels", "pricing", "setting", "simulation", "records"},
}
BELOW["server"] = BELOW["envs"] = {*BELOW["audit"], "audit"}
BELOW["cli"] = {*BELOW["server"], "server", "envs"}
AT_THE_TOP = {  # modules that stand in no folder, and what of ours they may import
    "rulebook": {"rules"},
    "notebook": {*BELOW["cli"]},
    "api": {*BELOW["cli"], "cli", "notebook"},
    "__init__": {*BELOW["cli"], "cli", "api"},
    "__main__": {"cli"},
}
WITHOUT_CODE = {"web", "rulebooks"}
FORBIDDEN_NAMES = {"utils", "util", "core", "base", "common", "helpers", "helper", "manager", "misc"}

IMPURE = {
    *("random", "time", "datetime", "os", "sys", "io", "json", "asyncio", "socket", "logging", "pathlib"),
    *("numpy", "numba", "secrets", "subprocess", "threading", "multiprocessing", "tempfile", "shutil", "uuid"),
}
IMPURE_CALLS = {"open", "print", "input", "exec", "eval", "__import__", "breakpoint"}
SEEDED = {"setting", "simulation", "pricing", "envs"}
"""Folders that may draw chance from a generator with a seed."""

FILES = sorted(path for path in PACKAGE.rglob("*.py") if "__pycache__" not in path.parts)
EACH_FILE = pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))


def folder(path: Path) -> str:
    """The folder of the house that a file stands in, or the file's own name at the top."""
    first = path.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py")


@lru_cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def imports(path: Path) -> Iterator[tuple[str, ...]]:
    """Every module this file imports, as a path of names; ours begin with `houseway`."""
    package = ("houseway", *path.relative_to(PACKAGE).parts[:-1])
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (tuple(alias.name.split(".")) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else ()
            module = (*start, *(node.module.split(".") if node.module else ()))
            yield from ((*module, alias.name) for alias in node.names)


def ours(path: Path) -> Iterator[tuple[str, ...]]:
    """The same, of ours only, without the name of the package."""
    for module in imports(path):
        if module[0] == "houseway" and len(module) > 1:
            yield module[1:]


def top(module: tuple[str, ...]) -> str | None:
    """The folder or top-level module an import of ours leads to; None for a name of the package itself."""
    return module[0] if module[0] in BELOW or module[0] in AT_THE_TOP else None


def test_the_house_has_only_folders_that_are_known() -> None:
    found = {path.name for path in PACKAGE.iterdir() if path.is_dir()} - {"__pycache__"}
    assert found <= {*BELOW, *WITHOUT_CODE}, "a new folder needs its place in the direction of imports"
    assert {path.stem for path in PACKAGE.glob("*.py")} <= set(AT_THE_TOP)


@EACH_FILE
def test_nothing_is_called_utils(path: Path) -> None:
    names = {part.removesuffix(".py") for part in path.relative_to(PACKAGE).parts}
    words = {word for name in names for word in name.split("_")}
    assert not words & FORBIDDEN_NAMES


@EACH_FILE
def test_imports_lean_one_way(path: Path) -> None:
    here = folder(path)
    allowed = BELOW.get(here, AT_THE_TOP.get(here, set()))
    for module in ours(path):
        there = top(module)
        if there is None:  # `from houseway import name`
            assert here in ("api", "cli", "__main__"), f"{path} may not import the whole package"
        elif there not in (here, "rulebook"):
            assert there in allowed, f"{here} may not import {there} ({'.'.join(module)})"


def test_the_rulebook_reader_stands_on_errors_alone() -> None:
    assert {module[:2] for module in ours(PACKAGE / "rulebook.py")} <= {("rules", "errors")}


@pytest.mark.parametrize("name", ["rules", "games"])
def test_rules_and_games_do_not_read_the_rulebook(name: str) -> None:
    for path in (PACKAGE / name).glob("*.py"):
        assert all(module[0] != "rulebook" for module in ours(path)), path


PURE = [path for path in FILES if folder(path) in ("rules", "games")]
EACH_PURE_FILE = pytest.mark.parametrize("path", PURE, ids=lambda path: f"{path.parent.name}/{path.name}")


@EACH_PURE_FILE
def test_rules_and_games_are_pure(path: Path) -> None:
    outside = {module[0] for module in imports(path)}
    assert not outside & IMPURE
    calls = {
        node.func.id for node in ast.walk(tree(path)) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not calls & IMPURE_CALLS


@EACH_PURE_FILE
def test_rules_and_games_have_no_floats(path: Path) -> None:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Constant):
            assert not isinstance(node.value, float | complex), f"{path}:{node.lineno} holds {node.value}"
        if isinstance(node, ast.BinOp | ast.AugAssign):
            assert not isinstance(node.op, ast.Div), f"{path}:{node.lineno} divides into a float"
        if isinstance(node, ast.Name):
            assert node.id != "float", f"{path}:{node.lineno} makes a float"


@EACH_PURE_FILE
def test_no_game_imports_another(path: Path) -> None:
    """A module whose name begins with a game's name, such as casino_field, belongs to that game."""
    if path.parent.name != "games" or path.stem == "__init__":
        return
    game = path.stem.split("_")[0]
    for module in ours(path):
        if module[0] == "games":
            assert len(module) > 1
            assert module[1].split("_")[0] == game, f"{path.name} may not import {'.'.join(module)}"


@EACH_FILE
def test_chance_has_one_home(path: Path) -> None:
    """Entropy is drawn in records/shuffle.py; elsewhere chance comes from a generator with a seed."""
    is_shuffle = path == PACKAGE / "records" / "shuffle.py"
    for module in imports(path):
        assert module[0] != "secrets" or is_shuffle
        assert module[:2] != ("os", "urandom") or is_shuffle
        assert module[0] != "random" or folder(path) in SEEDED
        if module[0] == "random":
            assert module[1:] in ((), ("Random",)), "only random.Random(seed) is repeatable"
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Attribute):
            assert node.attr != "urandom" or is_shuffle
            assert node.attr != "SystemRandom"
        if isinstance(node, ast.Call):
            assert not unseeded(node), f"{path}:{node.lineno} draws without a seed"


def unseeded(call: ast.Call) -> bool:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    return name in ("Random", "default_rng", "SeedSequence") and not call.args and not call.keywords


def test_the_test_sees_what_it_should(tmp_path: Path) -> None:
    """The walk over imports is not blind: relative, absolute, nested and inside functions."""
    sample = PACKAGE / "audit" / "kinds" / "pyramid.py"
    assert ("games", "pyramid") in set(ours(sample))
    assert ("rules", "cards", "read_cards") in set(ours(sample))
    assert unseeded(ast.parse("random.Random()").body[0].value)  # type: ignore[attr-defined]
    assert not unseeded(ast.parse("Random(7)").body[0].value)  # type: ignore[attr-defined]
    lazy = {module[0] for module in ours(PACKAGE / "cli" / "check.py")}
    assert "audit" in lazy
