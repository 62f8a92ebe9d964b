"""Writes the types of the protocol for the front end: `python -m houseway.server.views.typescript > protocol.ts`."""

from __future__ import annotations

import types
from inspect import isclass
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints

from typing_extensions import is_typeddict

from . import wire_types as told

HEAD = """\
/** Written by `python -m houseway.server.views.typescript` from the server's types; a test fails when they differ. */
"""
TAIL = """
export interface Answer {
  tell: 'answer'
  id: string | null
  ok: boolean
  refused?: string
  [more: string]: unknown
}
export interface Happened {
  number: number
  kind: string
  [more: string]: unknown
}
export interface TableTold {
  tell: 'table'
  table: string
  number: number
  happened: Happened[]
  view: TableView
}
export interface Bye {
  tell: 'bye'
  why: string
}
export interface Restart {
  tell: 'restart'
  seconds: number
}
export type Told = Answer | TableTold | Said | Bye | Restart
"""
PLAIN = {int: "number", float: "number", str: "string", bool: "boolean", type(None): "null"}


def written() -> str:
    """The whole file."""
    shapes = [shape for shape in vars(told).values() if isclass(shape) and is_typeddict(shape)]
    return HEAD + "\n".join(_interface(shape) for shape in shapes) + TAIL


def _interface(shape: Any) -> str:
    hints = get_type_hints(shape, vars(told), include_extras=True)
    fields = [f"  {name}{_mark(hint)}: {_type(hint)}" for name, hint in hints.items()]
    return "\n".join([f"export interface {shape.__name__} {{", *fields, "}"])


def _mark(hint: Any) -> str:
    return "?" if get_origin(hint) is NotRequired else ""


def _type(hint: Any) -> str:
    inner = get_args(hint)
    match get_origin(hint):
        case None:
            return PLAIN.get(hint) or str(hint.__name__)
        case origin if origin is NotRequired:
            return _type(inner[0])
        case origin if origin is Literal:
            return " | ".join(str(value).lower() if value in (True, False) else f"'{value}'" for value in inner)
        case origin if origin is list:
            return f"{_wrapped(inner[0])}[]"
        case origin if origin is dict:
            return f"Record<string, {_type(inner[1])}>"
        case origin if origin in (Union, types.UnionType):
            return " | ".join(_type(each) for each in inner)
        case origin:
            raise TypeError(f"there is no TypeScript for {origin}")


def _wrapped(hint: Any) -> str:
    text = _type(hint)
    return f"({text})" if " | " in text else text


if __name__ == "__main__":
    print(written(), end="")
