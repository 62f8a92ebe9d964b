"""Turns an error of Typer into one sentence with the value that was typed and what would be accepted."""

from typing import Any

from typer.exceptions import TyperException


def sentence(error: TyperException) -> str:
    """One sentence about the error; Typer's own message if it does not concern a single value."""
    errors: list[dict[str, Any]] = getattr(error.__cause__, "errors", list)()
    if not errors:
        return " ".join(str(error.format_message()).rstrip(".").split())
    parameter = getattr(error, "param", None)
    error_data = errors[0]
    name = parameter.opts[-1] if parameter is not None else "the value"
    return f"{name} takes {_accepted(error_data)}, not {_typed(error_data['input'])}"


def _accepted(error_data: dict[str, Any]) -> str:
    number = "a number" if error_data["type"].startswith("float") else "a whole number"
    bounds = error_data.get("ctx", {})
    return f"{number} from {bounds['ge']} up" if "ge" in bounds else number


def _typed(value: object) -> str:
    from ..rules.errors import shown

    return shown(value) if isinstance(value, str) else str(value)
