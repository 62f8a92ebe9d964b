"""What the routes work with: the room and the parts of the server around it."""

from __future__ import annotations

from dataclasses import dataclass

from ..runtime.room import Room
from .codes import Codes
from .database_health import Health
from .disputes import Disputes
from .operator_service import Operator
from .sessions import Sessions


@dataclass
class Services:
    """Made when the application starts."""

    room: Room
    sessions: Sessions
    operator: Operator
    health: Health
    codes: Codes
    disputes: Disputes
