"""
What the store may answer instead of a new head.

    NotAllowed
    ├── Stale           the stream has moved on, or another owner has it: read again before writing
    ├── ShortOfChips    an account would go below nothing
    ├── HasChips        a player has too many chips to be given new ones
    ├── Repeated        the command was carried out before; the first answer is `answer`
    ├── OtherBody       the command's id was used before for something else
    └── Taken           a name or a code that must be unique is in use
    Unreadable
    ├── WeakStorage     the database would not keep what it is given
    └── WrongSchema     the database holds another version of our tables, or none
    Broken
    └── Unavailable     the database failed; what was being written may or may not be there: ask again with the same id
        └── DamagedDatabase   the file is no database, or is damaged
"""

from typing import Any

from ...rules.errors import Broken, NotAllowed, Unreadable


class Stale(NotAllowed):
    """The stream's head or fence is not what the writer believed."""

    def __init__(self, stream: str, *, expected: int | None, fence: int, head: int, current_fence: int) -> None:
        self.stream = stream
        self.head = head
        self.current_fence = current_fence
        believed = f"event {expected} under fence {fence}"
        super().__init__(f"{stream} is at event {head} under fence {current_fence}, not at {believed}")


class ShortOfChips(NotAllowed):
    """A payer does not have what it is to pay."""

    def __init__(self, account: str, has: int, needs: int) -> None:
        self.account = account
        self.has = has
        self.needs = needs
        super().__init__(f"{account} has {has} chips, not the {needs} it is to pay")


class HasChips(NotAllowed):
    """New play chips are for players who have nearly none."""

    def __init__(self, has: int, below: int) -> None:
        self.has = has
        self.below = below
        super().__init__(why_no_refill(has, below))


def why_no_refill(has: int, below: int) -> str:
    """Why a player who has so many chips gets no new ones."""
    return f"you have {has} play chips, counting those at tables; new ones are given to players with less than {below}"


class Repeated(NotAllowed):
    """The same command again: its first answer stands."""

    def __init__(self, command: str, answer: dict[str, Any]) -> None:
        self.command = command
        self.answer = answer
        super().__init__(f"command {command!r} was carried out before")


class OtherBody(NotAllowed):
    """A command's id must not be used for two things."""

    def __init__(self, command: str) -> None:
        self.command = command
        super().__init__(f"command id {command!r} was used before for something else; give every command its own id")


class Taken(NotAllowed):
    """A name or a code that must be unique is in use."""


class WeakStorage(Unreadable):
    """The database would acknowledge what it may still lose."""


class WrongSchema(Unreadable):
    """The tables are not those of this version."""


class Unavailable(Broken):
    """The database did not answer; nothing is known to be written."""


class DamagedDatabase(Unavailable):
    """The file of the database cannot be read."""
