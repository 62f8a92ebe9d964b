"""What the host of a table may do: send somebody away and mute emotes. Pure: decisions from a desk."""

from __future__ import annotations

from ...records.store import SeatRow
from ...rules.errors import NotAllowed
from .conduct import KICK_SECONDS, Bar, bar_data, later
from .desk import Chair, Decision, Desk, PlaceNumber
from .draft import Draft

KICKED = "the host asked this player to leave"


def kick(desk: Desk, host: str, place: PlaceNumber, *, at: str) -> Decision:
    """Send the player of a place away from every seat: now, or when the running round is over, which is played out."""
    chair = _guest_of(desk, host, place)
    draft = Draft(desk, at=at)
    bar = Bar(later(at, KICK_SECONDS), "the host of this table asked you to leave", kicked=True)
    in_round = set(desk.live.places) if desk.live else set()
    places = desk.places_of(chair.player)
    for each in places:
        draft.happens("kicked", {"place": each, "player": chair.player, "bar": bar_data(bar)})
        draft.row(SeatRow(table_id=desk.table, seat=each, person=None, state="empty"))
        if each not in in_round:
            draft.happens("stood", {"place": each, "player": chair.player})
    return draft.decided(after_round=not in_round.isdisjoint(places))


def mute(desk: Desk, host: str, place: PlaceNumber, muted: bool, *, at: str) -> Decision:
    """Hide the emotes of a place's player at this table, or show them again."""
    chair = _guest_of(desk, host, place)
    if (chair.player in desk.conduct.muted) == muted:
        raise NotAllowed(f"seat {place} is muted already" if muted else f"seat {place} is not muted")
    draft = Draft(desk, at=at)
    draft.happens("muted", {"place": place, "player": chair.player, "muted": muted})
    return draft.decided()


def _guest_of(desk: Desk, host: str, place: PlaceNumber) -> Chair:
    if desk.host != host:
        raise NotAllowed("only the host who opened this table may do this")
    chair = desk.chairs.get(place)
    if chair is None:
        raise NotAllowed(f"nobody sits on seat {place}")
    if chair.player == host:
        raise NotAllowed(f"seat {place} is your own; stand up to leave it")
    return chair
