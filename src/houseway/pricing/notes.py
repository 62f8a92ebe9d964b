"""The notes of a price, read by their kind: numbers, texts and counts by name."""

from __future__ import annotations

from collections.abc import Mapping

from ..sampling.json_types import JsonObject

MEAN = {"mean", "standard_error"}
"""The keys of a note that is an estimated mean."""
NOTE_LABELS = {
    "ev_by_symmetry": "expectation by symmetry",
    "how": "how the rounds were played",
    "naturals": "hands with this natural, alone or with others",
    "natural_paid": "highest natural, which is the one paid",
    "naturals_together": "naturals held together",
    "holdings": "made hands among the cards",
    "bonus_holdings": "bonus hands among the cards",
    "best_five": "the best five cards",
    "folds": "seven cards that fold",
    "at_least": "best play wins at least",
    "at_most": "best play wins at most",
    "gain_over_best_by_kind": "gain over folding by kinds of hand",
    "gain_shoes": "shoes for the gain",
    "fold_worth_exactly": "value of a fold in antes, exactly",
    "share_folded": "share of hands folded",
}
"""Labels for notes and counts whose names need an explanation."""


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
