"""Writes the types of the protocol for the front end: `python -m houseway.server.views.typescript > protocol.ts`."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import textwrap
import types
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Annotated, Any, ClassVar, Literal, NotRequired, Union, get_args, get_origin, get_type_hints

import msgspec
from typing_extensions import is_typeddict

from . import messages, wire_types

HEAD = """\
/** Written by `python -m houseway.server.views.typescript` from the server's types; a test fails when they differ. */
"""
PRIMITIVES: Mapping[Any, str] = {
    int: "number",
    float: "number",
    str: "string",
    bool: "boolean",
    type(None): "null",
    Any: "unknown",
    object: "unknown",
}


def protocol() -> str:
    """The types of the socket: every frame that the server sends and every message that a client may send."""
    writer = TypeWriter()
    for shape in vars(wire_types).values():
        if inspect.isclass(shape) and is_typeddict(shape):
            writer.add(shape)
    frames = writer.type_text(wire_types.Frame)
    sent = " | ".join(writer.add_message(message) for message in get_args(messages.AnyMessage))
    unions = [f"export type Frame = {frames}\n", f"export type Message = {sent}\n"]
    return HEAD + "".join([*writer.declarations.values(), *unions])


@dataclasses.dataclass(frozen=True)
class Property:
    """One line of an interface."""

    name: str
    type_text: str
    optional: bool = False
    doc: str | None = None

    def __str__(self) -> str:
        comment = f"  /** {self.doc} */\n" if self.doc else ""
        mark = "?" if self.optional else ""
        return f"{comment}  {self.name}{mark}: {self.type_text}\n"


class TypeWriter:
    """Declarations of types in TypeScript, with all the types that they mention."""

    def __init__(
        self,
        imported: Mapping[Any, str] | None = None,
        notes: Callable[[Any], str | None] = lambda shape: None,
    ) -> None:
        self.declarations: dict[str, str] = {}
        """By name, in the order in which they are written."""
        self.imports_used: set[str] = set()
        self._declared: dict[str, Any] = {}
        self._imported = imported or {}
        self._notes = notes

    def add(self, shape: Any) -> str:
        """Declare a TypedDict or dataclass, once; returns its name."""
        name = str(shape.__name__)
        if shape in self._imported:
            self.imports_used.add(name)
        elif self._is_new(name, shape):
            self.declarations[name] = self._interface(name, shape, self._properties(shape))
        return name

    def add_request(self, model: Any) -> str:
        """Declare a pydantic model of a request body: fields with a default are optional."""
        name = str(model.__name__)
        if self._is_new(name, model):
            hints = get_type_hints(model, include_extras=True)
            properties = [
                Property(field, self.type_text(hints[field]), not info.is_required())
                for field, info in model.model_fields.items()
            ]
            self.declarations[name] = self._interface(name, model, properties)
        return name

    def add_message(self, struct: type[msgspec.Struct]) -> str:
        """Declare a message of a client: fields with a default are optional."""
        name = f"{struct.__name__}Message"
        docs = attribute_docs(struct)
        properties = [Property("do", f"'{struct.__struct_config__.tag}'")]
        properties += [
            Property(field.name, self.type_text(field.type), not field.required, docs.get(field.name))
            for field in msgspec.structs.fields(struct)
        ]
        self.declarations[name] = self._interface(name, struct, properties)
        return name

    def _is_new(self, name: str, shape: Any) -> bool:
        """Whether a type is not declared yet; reserves its place before the types that it mentions."""
        if name in self._declared:
            if self._declared[name] is not shape:
                raise TypeError(f"two types are named {name}: {shape} and {self._declared[name]}")
            return False
        self._declared[name] = shape
        self.declarations[name] = ""
        return True

    def _properties(self, shape: Any) -> list[Property]:
        hints = get_type_hints(shape, include_extras=True)
        docs = attribute_docs(shape)
        return [
            Property(field, self.type_text(hint), get_origin(hint) is NotRequired, docs.get(field))
            for field, hint in hints.items()
            if get_origin(hint) is not ClassVar and hint is not ClassVar
        ]

    def _interface(self, name: str, shape: Any, properties: list[Property]) -> str:
        remarks = [self._notes(shape), own_doc(shape)]
        remark = " ".join(text for text in remarks if text)
        comment = f"/** {remark} */\n" if remark else ""
        if not properties:
            return f"{comment}export type {name} = Record<string, never>\n"
        further = "  [key: string]: unknown\n" if is_open_ended(shape) else ""
        return f"{comment}export interface {name} {{\n" + "".join(map(str, properties)) + further + "}\n"

    def type_text(self, hint: Any) -> str:
        """A type in TypeScript; the types that it mentions are declared."""
        inner = get_args(hint)
        match get_origin(hint):
            case None:
                return PRIMITIVES.get(hint) or self.add(hint)
            case origin if origin in (NotRequired, Annotated):
                return self.type_text(inner[0])
            case origin if origin is Literal:
                return " | ".join(_literal(value) for value in inner)
            case origin if origin is list:
                return f"{self._in_parentheses(inner[0])}[]"
            case origin if origin is tuple and inner[-1] is Ellipsis:
                return f"{self._in_parentheses(inner[0])}[]"
            case origin if origin is tuple:
                return f"[{', '.join(self.type_text(part) for part in inner)}]"
            case origin if isinstance(origin, type) and issubclass(origin, Mapping):
                return f"Record<string, {self.type_text(inner[1])}>"
            case origin if origin in (Union, types.UnionType):
                return " | ".join(dict.fromkeys(self.type_text(part) for part in inner))
            case origin:
                raise TypeError(f"there is no TypeScript for {origin}")

    def _in_parentheses(self, hint: Any) -> str:
        text = self.type_text(hint)
        return f"({text})" if " | " in text else text


def _literal(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else f"'{value}'"


def is_open_ended(shape: Any) -> bool:
    """Whether objects of this type may have further keys."""
    config = getattr(shape, "__pydantic_config__", {})
    return shape in wire_types.OPEN_ENDED or config.get("extra") == "allow"


def own_doc(shape: Any) -> str | None:
    """The docstring of a class on one line; None where it has none of its own."""
    doc = vars(shape).get("__doc__")
    generated = doc is None or doc.startswith(f"{shape.__name__}(")
    return None if generated else " ".join(doc.split())


def attribute_docs(shape: Any) -> dict[str, str]:
    """The string below each annotated field of a class."""
    try:
        definition = ast.parse(textwrap.dedent(inspect.getsource(shape))).body[0]
    except OSError:  # made by a call, not by a class statement
        return {}
    if not isinstance(definition, ast.ClassDef):
        return {}
    docs = {}
    for field, below in pairwise(definition.body):
        match field, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                docs[name] = " ".join(text.split())
    return docs


if __name__ == "__main__":
    print(protocol(), end="")
