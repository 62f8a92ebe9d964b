"""
Tables made once: kept beside the compiled kernels, under a name that changes with the rules and the kernels.

Asking a ranking about every shape of hand takes about a second, and the answers are always the same. What is kept is
data and never code: arrays as NumPy writes them without pickling, and the rest as JSON. Reading a file back makes plain
values and the classes that its reader names, whatever the file says.
"""

import hashlib
import io
import json
import os
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..rules.cards import CARD_NAMES, Card, write_cards
from .cache import FOLDER, source_hash

T = TypeVar("T")
Found = TypeVar("Found")
Classes = tuple[type, ...]
RULES = source_hash(Path(__file__).parents[1] / "rules")
TREE = "tree"
SPOILED = (OSError, EOFError, ValueError, TypeError, KeyError, IndexError, AttributeError, zipfile.BadZipFile)
"""What reading a file may raise that is not what it should be."""


def kept(what: str, make: Callable[[], T], folder: Path | None = FOLDER, *, classes: Classes = ()) -> T:
    """
    What was made under this name, or what is made now; nothing is lost where nothing can be kept.

    `classes` are the dataclasses, named tuples and enumerations that it consists of, besides plain values and arrays.
    """
    if folder is None:
        return make()
    path = folder / f"{hashlib.sha256(f'{RULES} {what}'.encode()).hexdigest()[:32]}.npz"
    try:
        known: T = unpacked(path.read_bytes(), classes)
    except SPOILED:
        known = make()
        _keep(path, known, classes)
    return known


def _keep(path: Path, value: Any, classes: Classes) -> None:
    """Written whole or not at all, however many processes write it."""
    part = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        part.write_bytes(packed(value, classes))
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
    except TypeError:
        return  # it holds something that is no data: it is made anew every time


def kept_as_read(
    what: str,
    terms: T,
    make: Callable[[T], tuple[Mapping[str, object], Found]],
    folder: Path | None = FOLDER,
    *,
    classes: Classes = (),
) -> Found:
    """
    What was made for any terms that agree with these in all that was read, or what is made now.

    `make` gives what it read of the terms, option by option, and what it found.
    """
    if folder is None:
        return make(terms)[1]
    index = folder / f"{hashlib.sha256(f'{RULES} {what}'.encode()).hexdigest()[:32]}.read.npz"
    for read in _read_before(index):
        if all(getattr(terms, option, None) == value for option, value in read.items()):
            return kept(f"{what} {sorted(read.items())}", lambda: make(terms)[1], folder, classes=classes)
    read, found = make(terms)
    kept(f"{what} {sorted(read.items())}", lambda: found, folder, classes=classes)
    _keep(index, [*_read_before(index), dict(read)], ())
    return found


def _read_before(index: Path) -> list[Mapping[str, object]]:
    try:
        known = unpacked(index.read_bytes(), ())
    except SPOILED:
        return []
    return [read for read in known if isinstance(read, dict)] if isinstance(known, list) else []


# Values as data ------------------------------------------------------------------------------------------------------


def packed(value: Any, classes: Classes) -> bytes:
    """A value as a NumPy archive: its arrays, and JSON that says how they belong together."""
    arrays: dict[str, NDArray[Any]] = {}
    tree = json.dumps(_tree(value, classes, arrays)).encode()
    buffer = io.BytesIO()
    np.savez(buffer, allow_pickle=False, **{TREE: np.frombuffer(tree, dtype=np.uint8)}, **arrays)
    return buffer.getvalue()


def unpacked(data: bytes, classes: Classes) -> Any:
    """The value again. Raises one of `SPOILED` for anything that `packed` did not write."""
    with np.load(io.BytesIO(data), allow_pickle=False) as held:
        tree = json.loads(held[TREE].tobytes())
        return _value(tree, {each.__name__: each for each in classes}, held)


def _tree(value: Any, classes: Classes, arrays: dict[str, NDArray[Any]]) -> Any:
    """Plain values as they are; everything else as a list that begins with what it is."""
    if isinstance(value, Enum) and type(value) in classes:
        return ["enum", type(value).__name__, value.value]
    if value is None or type(value) in (bool, int, float, str):
        return value
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray):
        name = f"array{len(arrays)}"
        arrays[name] = value
        return ["array", name]
    if type(value) is tuple and value and all(type(part) is Card for part in value):
        return ["cards", write_cards(value)]
    if type(value) in (tuple, list):
        return [type(value).__name__, *(_tree(part, classes, arrays) for part in value)]
    if type(value) is dict:
        return ["dict", *([_tree(part, classes, arrays) for part in pair] for pair in value.items())]
    if type(value) in classes and isinstance(value, tuple):
        return ["named", type(value).__name__, *(_tree(part, classes, arrays) for part in value)]
    if type(value) in classes and is_dataclass(value):
        parts = [_tree(getattr(value, each.name), classes, arrays) for each in fields(value)]
        return ["named", type(value).__name__, *parts]
    raise TypeError(f"{type(value).__name__} is neither data nor one of the classes that were named")


def _value(tree: Any, classes: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> Any:
    if not isinstance(tree, list):
        return tree
    kind, *parts = tree
    match kind:
        case "cards":
            return tuple([CARD_NAMES[name] for name in parts[0].split()])
        case "tuple":
            return tuple([_value(part, classes, arrays) if type(part) is list else part for part in parts])
        case "list":
            return [_value(part, classes, arrays) for part in parts]
        case "dict":
            return {_value(name, classes, arrays): _value(part, classes, arrays) for name, part in parts}
        case "array":
            return arrays[parts[0]]
        case "enum":
            return classes[parts[0]](parts[1])
        case "named":
            name, *values = parts
            return classes[name](*[_value(part, classes, arrays) if type(part) is list else part for part in values])
        case _:
            raise ValueError(f"{kind!r} is no kind of value")
