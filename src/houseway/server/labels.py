"""
The names that a table shows. They are labels: an account that takes another name stays who it is.

A table learns a new name with the next command of its account there.
"""

from __future__ import annotations

from ..rules.values import replace
from .desk import Decision, Desk
from .draft import Draft
from .line import Caller


def relabelled(desk: Desk, caller: Caller, *, at: str) -> Decision:
    """The table with this caller's name as it is now on each of its chairs; without an event if nothing changes."""
    draft = Draft(desk, at=at)
    for place in desk.places_of(caller.account):
        if desk.chairs[place].name != caller.name:
            draft.happens("renamed", {"place": place, "player": caller.account, "name": caller.name})
    return draft.decided()


def both(first: Decision, second: Decision) -> Decision:
    """Two decisions, the second taken on the desk after the first, as one change with the second's answer."""
    return replace(
        second,
        events=first.events + second.events,
        transfers=first.transfers + second.transfers,
        rows=first.rows + second.rows,
        told=first.told + second.told,
    )
