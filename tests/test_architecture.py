"""
The architecture: import contracts, the files of a game folder, purity of rules and sheets, one home for entropy.

Which package may import which is written in pyproject.toml, as contracts of import-linter. This file runs them and
checks what a contract cannot say.
"""

import ast
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "houseway"

FORBIDDEN_NAMES = {"utils", "util", "core", "base", "common", "helpers", "helper", "manager", "misc"}

NOT_PURE_GAME_FILES = {"__init__", "lanes", "rounds", "vectors"}
"""Files of a game folder that need not be pure. All others are: they import `rules` and each other."""
GAME_FOLDERS = {"kernels", "pricing", "solver"}
SHARED_GAME_FILES = {
    *("__init__", "ask", "count_best_play", "headlines", "labels", "module"),
    *("registry", "ship_house_way", "stakes", "terms_diff", "variants"),
}
"""Files of `games/` that belong to no game."""

IMPURE = {
    *("random", "time", "datetime", "os", "sys", "io", "json", "asyncio", "socket", "logging", "pathlib"),
    *("numpy", "numba", "secrets", "subprocess", "threading", "multiprocessing", "tempfile", "shutil", "uuid"),
}
IMPURE_CALLS = {"open", "print", "input", "exec", "eval", "__import__", "breakpoint"}
SEEDED = {"sampling", "solving", "simulation", "pricing", "games", "envs"}
"""Packages that may draw chance from a generator with a seed."""

FILES = sorted(path for path in PACKAGE.rglob("*.py") if "__pycache__" not in path.parts)
EACH_FILE = pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
GAMES = sorted(path.name for path in (PACKAGE / "games").iterdir() if path.is_dir() and path.name != "__pycache__")


def package_of(path: Path) -> str:
    """The package that a file is in, or the file's own name at the top."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def game_of(path: Path) -> str | None:
    """The game whose folder a file is in."""
    parts = path.relative_to(PACKAGE).parts
    return parts[1] if parts[0] == "games" and len(parts) > 2 else None


def is_pure(path: Path) -> bool:
    if game_of(path) is None:
        return package_of(path) == "rules"
    return path.stem not in NOT_PURE_GAME_FILES and path.parent.parent.name == "games"


def pure_files(game: str) -> set[str]:
    return {path.stem for path in (PACKAGE / "games" / game).glob("*.py")} - NOT_PURE_GAME_FILES


@lru_cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def imports(path: Path) -> Iterator[tuple[str, ...]]:
    """Every module that this file imports, as a path of names; ours begin with `houseway`."""
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


# Import contracts ----------------------------------------------------------------------------------------------------


def contract(name: str) -> dict[str, list[str]]:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    return next(entry for entry in contracts if entry["name"] == name)


def test_import_contracts_hold() -> None:
    """The linter runs in its own process, because it replaces the logging of the process it runs in."""
    program = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    linter = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False, timeout=300
    )
    assert linter.returncode == 0, linter.stdout + linter.stderr


def test_contracts_name_every_game_and_every_shared_package() -> None:
    games = [f"houseway.games.{game}" for game in GAMES]
    assert contract("No game imports another")["modules"] == games
    shared = contract("Shared packages ask the registry and never name a game")
    assert shared["forbidden_modules"] == games
    packages = {path.parent.name for path in PACKAGE.glob("*/__init__.py")} - {"games"}
    assert set(shared["source_modules"]) == {f"houseway.{package}" for package in packages}


@EACH_FILE
def test_nothing_is_called_utils(path: Path) -> None:
    names = {part.removesuffix(".py") for part in path.relative_to(PACKAGE).parts}
    words = {word for name in names for word in name.split("_")}
    assert not words & FORBIDDEN_NAMES


# Games ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_game_folder_has_only_folders_that_are_known(game: str) -> None:
    folder = PACKAGE / "games" / game
    assert {path.name for path in folder.iterdir() if path.is_dir()} <= {*GAME_FOLDERS, "__pycache__"}
    assert (folder / "rulebook.md").is_file()
    assert (folder / "sheet.py").is_file()


def test_the_files_of_no_game_are_known() -> None:
    assert {path.stem for path in (PACKAGE / "games").glob("*.py")} == SHARED_GAME_FILES


@EACH_FILE
def test_kernels_of_a_game_import_its_pure_files_and_shared_kernels(path: Path) -> None:
    game = game_of(path)
    if game is None or path.parent.name != "kernels":
        return
    allowed = {*((name,) for name in ("rules", "kernels")), ("games", game, "kernels")}
    pure = {("games", game, name) for name in pure_files(game)}
    for module in ours(path):
        assert module[:1] in allowed or module[:3] in allowed | pure, f"{path} may not import {'.'.join(module)}"


# The server ----------------------------------------------------------------------------------------------------------

NOW = {"now", "utcnow", "today"}


@pytest.mark.parametrize("path", sorted((PACKAGE / "server" / "tables").glob("*.py")), ids=lambda path: path.stem)
def test_tables_are_pure(path: Path) -> None:
    """Chance, the time, files and the network are given to a table; it never asks for them."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            assert node.func.attr not in NOW, f"{path}:{node.lineno} asks for the time"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in IMPURE_CALLS


# Purity --------------------------------------------------------------------------------------------------------------

PURE = [path for path in FILES if is_pure(path)]
EACH_PURE_FILE = pytest.mark.parametrize("path", PURE, ids=lambda path: str(path.relative_to(PACKAGE)))


@EACH_PURE_FILE
def test_rules_and_sheets_are_pure(path: Path) -> None:
    outside = {module[0] for module in imports(path)}
    assert not outside & IMPURE
    calls = {
        node.func.id for node in ast.walk(tree(path)) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not calls & IMPURE_CALLS


@EACH_PURE_FILE
def test_rules_and_sheets_import_rules_and_pure_files_only(path: Path) -> None:
    game = game_of(path)
    pure = {("games", game, name) for name in pure_files(game)} if game else set()
    for module in ours(path):
        assert module[0] == "rules" or module[:3] in pure, f"{path} may not import {'.'.join(module)}"


@EACH_PURE_FILE
def test_rules_and_sheets_have_no_floats(path: Path) -> None:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Constant):
            assert not isinstance(node.value, float | complex), f"{path}:{node.lineno} holds {node.value}"
        if isinstance(node, ast.BinOp | ast.AugAssign):
            assert not isinstance(node.op, ast.Div), f"{path}:{node.lineno} divides into a float"
        if isinstance(node, ast.Name):
            assert node.id != "float", f"{path}:{node.lineno} makes a float"


# Chance --------------------------------------------------------------------------------------------------------------


@EACH_FILE
def test_only_one_module_uses_entropy(path: Path) -> None:
    """Entropy is drawn in records/shuffle.py; elsewhere chance comes from a generator with a seed."""
    is_shuffle = path == PACKAGE / "records" / "shuffle.py"
    for module in imports(path):
        assert module[0] != "secrets" or is_shuffle
        assert module[:2] != ("os", "urandom") or is_shuffle
        assert module[0] != "random" or package_of(path) in SEEDED
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


def test_the_walk_over_imports_finds_a_planted_import() -> None:
    """It sees relative, absolute and nested imports, and those inside functions."""
    sample = PACKAGE / "games" / "pyramid" / "vectors.py"
    assert ("games", "pyramid", "cover") in set(ours(sample))
    assert ("rules", "cards", "read_cards") in set(ours(sample))
    assert unseeded(ast.parse("random.Random()").body[0].value)  # type: ignore[attr-defined]
    assert not unseeded(ast.parse("Random(7)").body[0].value)  # type: ignore[attr-defined]
    lazy = {module[0] for module in ours(PACKAGE / "cli" / "check.py")}
    assert "audit" in lazy
