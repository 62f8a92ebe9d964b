"""Which names an account may take. Accounts are identified by their id, never by their name."""

from __future__ import annotations

import re
import unicodedata

from confusable_homoglyphs import categories  # type: ignore[import-untyped]

from ...records.names import skeleton
from ...rules.errors import NotAllowed
from ..runtime.bots import NAMES

SHORTEST = 3
LONGEST = 24
SEPARATORS = " _.-"
RESERVED_WORDS = ("guest", "bot", "house", "operator", "dealer", "admin", "moderator", "system", "nobody")
"""A name may not begin with one of these or have it as a word: it would look like the operator's staff."""
WHAT_IS_ACCEPTED = f"a name has {SHORTEST} to {LONGEST} letters or digits, with single spaces, dots or dashes between"

INVISIBLE_LETTERS = "\u115f\u1160\u3164\uffa0"
"""Hangul letters that are invisible."""

_BOT_SKELETONS = {skeleton(name) for name in NAMES}
_RESERVED_SKELETONS = tuple(skeleton(word) for word in RESERVED_WORDS)
_BETWEEN_WORDS = re.compile(f"[{re.escape(SEPARATORS)}]+")
_SHAPE = re.compile(r"\w(?:[ .-]?\w)*")


def why_not_name(name: str) -> str | None:
    """Why an account may not have this name, or None. Whether the name is free is checked in the database."""
    if not SHORTEST <= len(name) <= LONGEST or not _SHAPE.fullmatch(name):
        return f"the name {name!r} cannot be taken: {WHAT_IS_ACCEPTED}"
    if any(letter in INVISIBLE_LETTERS for letter in name):
        return f"the name {name!a} cannot be taken: it has letters that nobody can see"
    if unicodedata.normalize("NFC", name) != name:
        return f"the name {name!r} cannot be taken: write it with composed letters (Unicode NFC)"
    scripts = categories.unique_aliases(name) - {"COMMON"}
    if len(scripts) > 1:
        return f"the name {name!r} mixes the scripts {', '.join(sorted(scripts))}; use the letters of one"
    if is_reserved(name):
        return f"the name {name!r} is reserved for the room and its bots; choose another"
    return None


def is_reserved(name: str) -> bool:
    """Whether a name looks like that of a bot, a guest or the operator."""
    name_skeleton = skeleton(name)
    has_reserved_word = any(skeleton(word) in _RESERVED_SKELETONS for word in _BETWEEN_WORDS.split(name))
    return (
        not name_skeleton
        or name_skeleton in _BOT_SKELETONS
        or name_skeleton.startswith(_RESERVED_SKELETONS)
        or has_reserved_word
    )


def check_name(name: str) -> str:
    """The skeleton of a name that may be taken; raises the reason for one that may not."""
    reason = why_not_name(name)
    if reason is not None:
        raise NotAllowed(reason)
    return skeleton(name)
