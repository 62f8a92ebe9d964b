"""Writes the types of the HTTP API for the front end: `python -m houseway.server.http.typescript > http_types.ts`."""

from __future__ import annotations

import re
from collections import defaultdict
from inspect import isclass
from typing import Any, get_args

from fastapi.routing import APIRoute
from typing_extensions import is_typeddict

from ..views import wire_types
from ..views.study_types import LabAnswers, LabLine
from ..views.typescript import TypeWriter
from .app import API_ROUTERS

HEAD = """\
/** Written by `python -m houseway.server.http.typescript` from the server's types; a test fails when they differ. */

import type {{ {imported} }} from './protocol'

export type {{ {answered} }} from './protocol'

"""
POST_ROUTES = """\
/** What each POST route takes and answers, by its path. Not listed: the odds lab, which answers line by line. */
export interface PostRoutes {{
{lines}}}
"""


def api_routes() -> list[APIRoute]:
    """Every route of the HTTP API."""
    return [route for router in API_ROUTERS for route in router.routes if isinstance(route, APIRoute)]


def http_types() -> str:
    """The TypeScript types of the request and response of every route, and of the answers of the odds lab."""
    routes_of: dict[Any, list[str]] = defaultdict(list)
    for route in api_routes():
        for shape in (_element(route.response_model), request_body(route)):
            if shape is not None:
                routes_of[shape].append(f"{' '.join(sorted(route.methods or ()))} {route.path}")
    socket_types = {shape: name for name, shape in vars(wire_types).items() if isclass(shape) and is_typeddict(shape)}

    def routes_note(shape: Any) -> str | None:
        return f"{', '.join(routes_of[shape])}." if shape in routes_of else None

    writer = TypeWriter(socket_types, routes_note)
    post_lines = []
    for route in api_routes():
        body = request_body(route)
        body_text = "undefined" if body is None else writer.add_request(body)
        answer_text = "unknown" if route.response_model is None else writer.type_text(route.response_model)
        if route.methods == {"POST"} and route.response_model is not LabLine:
            post_lines.append(f"  {path_pattern(route.path)}: {{ body: {body_text}; answer: {answer_text} }}\n")
    writer.add(LabAnswers)
    answered = {name for shape, name in socket_types.items() if shape in routes_of}
    head = HEAD.format(imported=", ".join(sorted(writer.imports_used)), answered=", ".join(sorted(answered)))
    return head + "".join(writer.declarations.values()) + POST_ROUTES.format(lines="".join(post_lines))


def path_pattern(path: str) -> str:
    """The key of a route in an interface of TypeScript: a literal, or a template where the path has a parameter."""
    pattern = re.sub(r"\{\w+\}", "${string}", path)
    return f"'{path}'" if pattern == path else f"[path: `{pattern}`]"


def request_body(route: APIRoute) -> Any:
    """The model of a route's request body; None where it takes none."""
    return None if route.body_field is None else route.body_field.field_info.annotation


def _element(model: Any) -> Any:
    """The type of the elements of a list; any other type itself."""
    return get_args(model)[0] if get_args(model) else model


if __name__ == "__main__":
    print(http_types(), end="")
