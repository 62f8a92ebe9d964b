"""The services that routes use: the room and the parts of the server around it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from ..runtime.room import Room
from .account_changes import AccountChanges
from .account_names import AccountNames
from .attempts import Attempts
from .codes import Codes
from .database_health import Health
from .disputes import Disputes
from .operator_service import Operator
from .password_changes import PasswordChanges
from .passwords import Passwords
from .sessions import Sessions
from .sign_in import SignIn


@dataclass(frozen=True)
class Accounts:
    """The services of the routes about accounts."""

    sessions: Sessions
    changes: AccountChanges
    names: AccountNames
    sign_in: SignIn
    passwords: PasswordChanges

    @classmethod
    def of_room(
        cls,
        room: Room,
        *,
        attempts: Attempts | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> Accounts:
        sessions = Sessions(room)
        changes = AccountChanges(room, sessions)
        hashing = Passwords()
        sign_in = SignIn(room, sessions, changes, hashing, attempts=attempts, sleep=sleep)
        return cls(
            sessions=sessions,
            changes=changes,
            names=AccountNames(room, sessions, changes, hashing),
            sign_in=sign_in,
            passwords=PasswordChanges(room, sessions, changes, hashing, sign_in),
        )


@dataclass
class Services:
    """The services of all routes, created when the application starts."""

    room: Room
    accounts: Accounts
    operator: Operator
    health: Health
    codes: Codes
    disputes: Disputes
