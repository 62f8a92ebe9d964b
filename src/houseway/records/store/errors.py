"""
The errors that the store raises.

    NotAllowed
    ├── Stale           the stream has new events or another owner: read it again before writing
    ├── ShortOfChips    an account would go below zero
    ├── HasChips        a player has too many chips for a refill
    ├── Repeated        the command was carried out before; `answer` is the first answer
    ├── OtherBody       the command's id was used before for another command
    └── Taken           a name or a code that must be unique is in use
    Unreadable
    ├── WeakStorage     the database may lose acknowledged commits
    └── WrongSchema     the database has another version of our tables, or none
    Broken
    └── Unavailable     the database failed; the change may or may not be written: send it again with the same id
        └── DamagedDatabase   the file is not a database, or is damaged
"""

from ...rules.errors import Broken, NotAllowed, Unreadable


class Stale(NotAllowed):
    """The stream's head or fence is not what the writer expected."""

    def __init__(self, stream: str, *, expected: int | None, fence: int, head: int, current_fence: int) -> None:
        self.stream = stream
        self.head = head
        self.current_fence = current_fence
        super().__init__(
            f"{stream} is at event {head} under fence {current_fence}, not at event {expected} under fence {fence}"
        )


class ShortOfChips(NotAllowed):
    """A payer has fewer chips than it has to pay."""

    def __init__(self, account: str, has: int, needs: int) -> None:
        self.account = account
        self.has = has
        self.needs = needs
        super().__init__(f"{account} has {has} chips and would have to pay {needs}")


class HasChips(NotAllowed):
    """A player has too many chips for a refill."""

    def __init__(self, has: int, below: int) -> None:
        self.has = has
        self.below = below
        super().__init__(why_no_refill(has, below))


def why_no_refill(has: int, below: int) -> str:
    """Why a player with this many chips gets no refill."""
    return f"you have {has} play chips, counting those at tables; new ones are given to players with less than {below}"


class Repeated(NotAllowed):
    """The same command was sent again; its first answer is still valid."""

    def __init__(self, command: str, answer: dict[str, object]) -> None:
        self.command = command
        self.answer = answer
        super().__init__(f"command {command!r} was carried out before")


class OtherBody(NotAllowed):
    """A command's id was used for two different commands."""

    def __init__(self, command: str) -> None:
        self.command = command
        super().__init__(f"command id {command!r} was used before for another command; give every command its own id")


class Taken(NotAllowed):
    """A name or a code that must be unique is in use."""


class WeakStorage(Unreadable):
    """The database may lose acknowledged commits."""


class WrongSchema(Unreadable):
    """The database has the tables of another version."""


class Unavailable(Broken):
    """The database failed; it is unknown whether the change was written."""


class DamagedDatabase(Unavailable):
    """The file of the database cannot be read."""
