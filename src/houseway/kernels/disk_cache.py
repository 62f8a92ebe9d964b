"""
A cache of tables on disk, next to the compiled kernels, under names that change with the rules and the kernels.

Evaluating every shape of hand with a ranking takes about a second, and the result is always the same. The files contain
data and never code: arrays as NumPy writes them without pickling, and the rest as JSON. Reading a file can only produce
plain values and the classes that the reader names.
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
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from ..rules.cards import CARD_NAMES, Card, write_cards
from .cache import FOLDER, source_hash

T = TypeVar("T")
Value = TypeVar("Value")
Classes = tuple[type, ...]
Arrays = dict[str, NDArray[Any]]
"""Arrays of any type, by name."""
RULES = source_hash(Path(__file__).parents[1] / "rules")
TREE = "tree"
SPOILED = (OSError, EOFError, ValueError, TypeError, KeyError, IndexError, AttributeError, zipfile.BadZipFile)
"""The errors that reading a damaged file may raise."""


def cached(what: str, make: Callable[[], T], folder: Path | None = FOLDER, *, classes: Classes = ()) -> T:
    """
    The value stored under this name; if there is none, it is made now and stored where possible.

    `classes` are the dataclasses, named tuples and enumerations in the value, in addition to plain values and arrays.
    """
    if folder is None:
        return make()
    path = folder / f"{hashlib.sha256(f'{RULES} {what}'.encode()).hexdigest()[:32]}.npz"
    try:
        value = cast("T", unpacked(path.read_bytes(), classes))
    except SPOILED:
        value = make()
        _store(path, value, classes)
    return value


def _store(path: Path, value: object, classes: Classes) -> None:
    """Write the file whole or not at all, even if several processes write it at once."""
    part = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        part.write_bytes(packed(value, classes))
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
    except TypeError:
        return  # the value contains something that is no data: it is made again every time


def cached_by_options_read(
    what: str,
    terms: T,
    make: Callable[[T], tuple[Mapping[str, object], Value]],
    folder: Path | None = FOLDER,
    *,
    classes: Classes = (),
) -> Value:
    """
    The value stored for terms that agree with these in every option it depends on; otherwise it is made now.

    `make` returns the options of the terms that it read, with their values, and the value.
    """
    if folder is None:
        return make(terms)[1]
    index = folder / f"{hashlib.sha256(f'{RULES} {what}'.encode()).hexdigest()[:32]}.read.npz"
    for read in _options_read_before(index):
        if all(getattr(terms, option, None) == value for option, value in read.items()):
            return cached(f"{what} {sorted(read.items())}", lambda: make(terms)[1], folder, classes=classes)
    read, value = make(terms)
    cached(f"{what} {sorted(read.items())}", lambda: value, folder, classes=classes)
    _store(index, [*_options_read_before(index), dict(read)], ())
    return value


def _options_read_before(index: Path) -> list[Mapping[str, object]]:
    try:
        entries = unpacked(index.read_bytes(), ())
    except SPOILED:
        return []
    if not isinstance(entries, list):
        return []
    return [entry for entry in entries if isinstance(entry, dict)]


# Values as data ------------------------------------------------------------------------------------------------------


def packed(value: object, classes: Classes) -> bytes:
    """A value as a NumPy archive: its arrays, and its structure as JSON."""
    arrays: Arrays = {}
    tree = json.dumps(_tree(value, classes, arrays)).encode()
    buffer = io.BytesIO()
    np.savez(buffer, allow_pickle=False, **{TREE: np.frombuffer(tree, dtype=np.uint8)}, **arrays)
    return buffer.getvalue()


def unpacked(data: bytes, classes: Classes) -> object:
    """The value of such an archive. Raises one of `SPOILED` for anything that `packed` did not write."""
    with np.load(io.BytesIO(data), allow_pickle=False) as held:
        tree = json.loads(held[TREE].tobytes())
        return _value(tree, {kind.__name__: kind for kind in classes}, held)


def _tree(value: Any, classes: Classes, arrays: Arrays) -> Any:
    """Plain values as they are; everything else as a list that begins with its kind."""
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
        parts = [_tree(getattr(value, part.name), classes, arrays) for part in fields(value)]
        return ["named", type(value).__name__, *parts]
    raise TypeError(f"{type(value).__name__} is neither data nor one of the named classes")


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
