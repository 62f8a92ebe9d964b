"""What Typer finds wrong with a call, in one sentence that shows what was typed and what would be accepted."""

from typing import Any

from typer.exceptions import TyperException


def sentence(error: TyperException) -> str:
    """The sentence; Typer's own where no single value is to blame."""
    found: list[dict[str, Any]] = getattr(error.__cause__, "errors", list)()
    if not found:
        return " ".join(str(error.format_message()).rstrip(".").split())
    parameter = getattr(error, "param", None)
    wrong = found[0]
    name = parameter.opts[-1] if parameter is not None else "the value"
    return f"{name} takes {_wanted(wrong)}, not {_typed(wrong['input'])}"


def _wanted(wrong: dict[str, Any]) -> str:
    number = "a number" if wrong["type"].startswith("float") else "a whole number"
    bounds = wrong.get("ctx", {})
    return f"{number} from {bounds['ge']} up" if "ge" in bounds else number


def _typed(value: object) -> str:
    from ..rules.errors import shown

    return shown(value) if isinstance(value, str) else str(value)
