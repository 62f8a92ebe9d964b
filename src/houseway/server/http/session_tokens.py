"""Tokens, ids and rows of sessions. The database holds only the hash of a token."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from ...records.shuffle import from_system
from ...records.store import Person, Session
from ...records.store.chain import now
from ..runtime.outbox import Outbox


def new_token() -> str:
    return f"{from_system().bits(256):064x}"


def token_hash(token: str) -> str:
    return hashlib.sha256(f"houseway session\n{token}".encode("utf-8", "replace")).hexdigest()


def reset_hash(token: str) -> str:
    return hashlib.sha256(f"houseway password reset\n{token}".encode("utf-8", "replace")).hexdigest()


def session_id(session: Session) -> str:
    """The id of a session in lists, derived from the hash of its token, which stays in the database."""
    return hashlib.sha256(f"houseway session id\n{session.token_hash}".encode()).hexdigest()[:16]


def is_open(session: Session, at: str) -> bool:
    return session.closed_at is None and session.expires_at > at


def expired(outboxes: Iterable[Outbox], at: str) -> list[Outbox]:
    """The sockets whose session has expired."""
    return [outbox for outbox in outboxes if outbox.expires_at is not None and outbox.expires_at <= at]


def new_session(person: Person, *, days: int) -> tuple[Session, str]:
    """A session of this person and its token."""
    token = new_token()
    session = Session(
        token_hash=token_hash(token),
        person=person.id,
        made_at=now(),
        expires_at=time_from_now(timedelta(days=days)),
    )
    return session, token


def time_from_now(duration: timedelta) -> str:
    """A time in the future, as the store writes times."""
    return (datetime.now(UTC) + duration).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def closed_now(sessions: Iterable[Session]) -> tuple[Session, ...]:
    """The rows of sessions that end now."""
    return tuple(replace(session, closed_at=now()) for session in sessions)


def to_the_hour(at: str) -> str:
    """A time rounded down to the hour, such as 2026-01-01T10:00:00Z."""
    return f"{at[:13]}:00:00Z"
