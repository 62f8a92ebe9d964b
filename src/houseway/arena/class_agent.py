"""
Runs a Python class as an agent: `python -m houseway.arena.class_agent MODULE CLASS`, or with FILE.py.

The class is made without arguments; its method `move(question)` gets each question as a dictionary and returns the
answer as one. What the class prints goes to standard error. With `--check` the class is only loaded.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Protocol


class ClassAgent(Protocol):
    """What a class needs."""

    def move(self, question: dict[str, object], /) -> dict[str, object]: ...


def loaded(place: str, class_name: str) -> ClassAgent:
    """A new object of a class in a module or a file."""
    module = _module_of_file(Path(place)) if place.endswith(".py") else importlib.import_module(place)
    if not hasattr(module, class_name):
        sys.exit(f"it has no class {class_name}")
    agent: ClassAgent = getattr(module, class_name)()
    if not callable(getattr(agent, "move", None)):
        sys.exit(f"{class_name} has no method move(question)")
    return agent


def _module_of_file(file: Path) -> ModuleType:
    """The module in a file, which can import the files in its folder."""
    path = file.resolve()
    sys.path.insert(0, str(path.parent))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        sys.exit(f"{file} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def main(words: list[str]) -> None:
    """Answer each line of standard input with a line of standard output."""
    answers = sys.stdout
    sys.stdout = sys.stderr
    agent = loaded(words[0], words[1])
    if "--check" in words:
        return
    for line in sys.stdin:
        answers.write(json.dumps(agent.move(json.loads(line))) + "\n")
        answers.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
