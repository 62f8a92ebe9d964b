"""
What can go wrong, split by whose fault it is.

    HousewayError
    ├── Unreadable    what was given cannot be read: a card, an option, a record
    ├── NotAllowed    it was read, and the rules or the terms refuse it
    │   └── NotOffered    this game does not answer that question
    └── Broken        our own bug: a state the rules say cannot be reached

Every message is one sentence with the offending value and what would have been accepted.
"""

from collections.abc import Iterable
from difflib import get_close_matches


class HousewayError(Exception):
    """Anything Houseway raises on purpose."""


class Unreadable(HousewayError):
    """The input makes no sense as what it was given for."""


class NotAllowed(HousewayError):
    """The input makes sense, and a rule or a term refuses it; the message names which."""


class NotOffered(NotAllowed):
    """A game does not answer this question. `reason` says so in a sentence, `instead` names what can be asked."""

    def __init__(self, reason: str, instead: str = "") -> None:
        super().__init__(f"{reason}; {instead}" if instead else reason)
        self.reason = reason
        self.instead = instead


class Broken(HousewayError):
    """A promise of our own was broken; please report it."""


def nearest(word: object, known: Iterable[str]) -> str:
    """What the person may have meant: ` (did you mean 'pyramid'?)`, or nothing."""
    close = get_close_matches(str(word), list(known), n=1)
    return f" (did you mean {close[0]!r}?)" if close else ""


def shown(value: object) -> str:
    """A value as an error message shows it: never longer than a line."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
