"""
Errors by whose fault they are, and words for their messages.

    HousewayError
    ├── Unreadable    the input cannot be read: a card, an option, a record
    ├── NotAllowed    the input was read, and the rules or the terms refuse it
    │   └── NotOffered    this game does not answer that question
    └── Broken        our own bug: a state that the rules say cannot be reached

Every message is one sentence with the offending value and what would have been accepted.
"""

from collections.abc import Iterable
from difflib import get_close_matches

LONGEST_SHOWN = 60
"""The most characters of a value that an error message shows."""
CUT = "..."


class HousewayError(Exception):
    """Any error that Houseway raises on purpose."""


class Unreadable(HousewayError):
    """The input cannot be read as what it should be."""


class NotAllowed(HousewayError):
    """The input was read, and a rule or a term refuses it; the message names which."""


class NotOffered(NotAllowed):
    """A game does not answer this question. `reason` is the sentence; `instead` names what can be asked."""

    def __init__(self, reason: str, instead: str = "") -> None:
        super().__init__(f"{reason}; {instead}" if instead else reason)
        self.reason = reason
        self.instead = instead


class Broken(HousewayError):
    """A bug in Houseway; please report it."""


def nearest(word: object, known: Iterable[str]) -> str:
    """A hint at the known word most like this one, ` (did you mean 'pyramid'?)`; empty where none is similar."""
    close = get_close_matches(str(word), list(known), n=1)
    return f" (did you mean {close[0]!r}?)" if close else ""


def shown(value: object) -> str:
    """A value as an error message shows it, cut to at most one line."""
    text = repr(value)
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - len(CUT)] + CUT


def plural(count: int, noun: str) -> str:
    """
    The count with its noun, which takes an s unless the count is one.

    >>> plural(1, "seat"), plural(1200, "seat")
    ('1 seat', '1,200 seats')
    """
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"
