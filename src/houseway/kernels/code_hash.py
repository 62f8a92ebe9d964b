"""
Hashes of Python code, alone or with everything that it imports. Comments, docstrings and layout do not count.

Parsing all kernels takes a fifth of a second. `Summaries` keeps the result for each content of a file, so that only
the first process after a change parses the changed file.
"""

import ast
import hashlib
import json
import os
import sys
from collections.abc import Iterable, Iterator
from importlib.util import resolve_name
from pathlib import Path
from typing import NamedTuple

OURS = __name__.partition(".")[0]
DIGITS = 16
"""The length of a hash in a file name."""


class Import(NamedTuple):
    """One import statement of a module: `from SOURCE import NAMES`, or `import SOURCE`."""

    source: str
    names: tuple[str, ...]


class Summary(NamedTuple):
    """What a hash needs to know about a file."""

    code: str
    """The hash of its code."""
    imports: tuple[Import, ...]
    """The imports at its top level; a compiled function can use no others."""


def summary_of(source: bytes) -> Summary:
    module = ast.parse(source)
    imports = []
    for statement in module.body:
        if isinstance(statement, ast.Import):
            imports += [Import(alias.name, ()) for alias in statement.names]
        elif isinstance(statement, ast.ImportFrom):
            names = tuple(alias.name for alias in statement.names)
            imports.append(Import("." * statement.level + (statement.module or ""), names))
    module.body = _without_docstrings(module.body)
    return Summary(hashlib.sha256(ast.dump(module).encode()).hexdigest(), tuple(imports))


def _without_docstrings(body: list[ast.stmt]) -> list[ast.stmt]:
    """The statements without those that are only a string, in functions and classes too."""
    for statement in body:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            statement.body = _without_docstrings(statement.body)
    return [statement for statement in body if not _is_string(statement)]


def _is_string(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


class Summaries:
    """The summaries of files by their content, stored in a file if there is a folder for it."""

    def __init__(self, folder: Path | None) -> None:
        version = f"py{sys.version_info.major}{sys.version_info.minor}"
        self.path = folder / f"summaries.{version}.json" if folder else None
        self.by_content = self._read()
        self.has_new = False

    def of_file(self, path: Path) -> Summary:
        source = path.read_bytes()
        key = hashlib.sha256(source).hexdigest()
        if key not in self.by_content:
            self.by_content[key] = summary_of(source)
            self.has_new = True
        return self.by_content[key]

    def _read(self) -> dict[str, Summary]:
        try:
            stored = json.loads(self.path.read_bytes()) if self.path else {}
            return {
                key: Summary(str(code), tuple(Import(source, tuple(names)) for source, names in imports))
                for key, (code, imports) in stored.items()
            }
        except (OSError, ValueError, TypeError, AttributeError):
            return {}

    def write(self) -> None:
        """Write the file whole or not at all. What is lost when two processes write it is only parsed once more."""
        if self.path is None or not self.has_new:
            return
        part = self.path.with_name(f"{self.path.name}.{os.getpid()}")
        try:
            part.write_text(json.dumps(self.by_content))
            part.replace(self.path)
            self.has_new = False
        except OSError:
            part.unlink(missing_ok=True)


def hash_of_folders(folders: Iterable[Path], summaries: Summaries) -> str:
    """A hash of the code and the names of all Python files in these folders."""
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            digest.update(f"{path.relative_to(folder).as_posix()} {summaries.of_file(path).code}\n".encode())
    summaries.write()
    return digest.hexdigest()[:DIGITS]


def hash_with_imports(module: str, summaries: Summaries) -> str:
    """
    A hash of the code of a module that is being imported and of all modules that it imports, directly or not.

    Only modules of its own package and of Houseway count. The statements before the call have to include its imports.
    """
    digest = hashlib.sha256()
    waiting = [module]
    visited = set(waiting)
    while waiting:
        name = waiting.pop()
        path = path_of(name)
        if path is None:
            continue
        summary = summaries.of_file(path)
        digest.update(f"{name} {summary.code}\n".encode())
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        for imported in imported_modules(summary.imports, package):
            if imported not in visited and imported.partition(".")[0] in (OURS, module.partition(".")[0]):
                visited.add(imported)
                waiting.append(imported)
    summaries.write()
    return digest.hexdigest()[:DIGITS]


def path_of(module: str) -> Path | None:
    """The source file of an imported module; None for one that has none, such as a builtin module."""
    file = getattr(sys.modules.get(module), "__file__", None)
    return Path(file) if file and file.endswith(".py") else None


def imported_modules(imports: Iterable[Import], package: str) -> Iterator[str]:
    """
    The modules whose names these imports of a module in this package bind.

    `from package import name` may mean a module or something in the package's `__init__`.
    """
    for source, names in imports:
        base = resolve_name(source, package)
        modules = [f"{base}.{name}" for name in names if f"{base}.{name}" in sys.modules]
        yield from modules
        if len(modules) < len(names) or not names:
            yield base
