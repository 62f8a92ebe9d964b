"""Faults planted in a server process, to see that they are noticed."""

from __future__ import annotations

from typing import Any

SECRET = "As Kd Qh"
"""A hand in the message of the planted exception: it must not reach a log."""


def fault_in_emotes() -> None:
    """Make every emote raise an unexpected exception."""
    from houseway.server.runtime import ephemeral

    def show_emote(actor: Any, caller: Any, word: str) -> Any:
        raise ValueError(SECRET)

    ephemeral.show_emote = show_emote


def fault_everywhere() -> None:
    """Make the list of games and every emote fail."""
    from houseway.server.http import play

    fault_in_emotes()

    def broken() -> Any:
        raise KeyError(SECRET)

    play.lobby = broken  # type: ignore[attr-defined, assignment]
