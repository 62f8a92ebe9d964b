"""The notes of a price, read by their kind: numbers, texts and counts by name."""

from __future__ import annotations

from collections.abc import Mapping

from ..sampling.json_types import JsonObject


def number_note(notes: JsonObject, name: str) -> int | None:
    """A whole number among the notes; None if there is none of this name."""
    value = notes.get(name)
    return value if isinstance(value, int) else None


def text_note(notes: JsonObject, name: str) -> str | None:
    """A text among the notes; None if there is none of this name."""
    value = notes.get(name)
    return value if isinstance(value, str) else None


def counts_note(notes: JsonObject, name: str) -> dict[str, int]:
    """Counts by name among the notes; empty if there are none of this name."""
    return {key: value for key, value in _entries(notes, name) if isinstance(value, int)}


def texts_note(notes: JsonObject, name: str) -> dict[str, str]:
    """Texts by name among the notes; empty if there are none of this name."""
    return {key: value for key, value in _entries(notes, name) if isinstance(value, str)}


def _entries(notes: JsonObject, name: str) -> list[tuple[str, object]]:
    value = notes.get(name)
    return list(value.items()) if isinstance(value, Mapping) else []
