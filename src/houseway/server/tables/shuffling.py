"""
Decisions about the shuffle of a round: commitments to entropy, their publication, the reveal, and withheld entropy.

Everything here is pure. The exact protocol is in `records.fairness`.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from ...records.fairness import entropy_commitment, read_commitment, read_entropy
from ...rules.errors import NotAllowed
from .dealing import after_round, call_off
from .desk import Decision, Desk, Live, PlaceNumber
from .draft import Draft
from .fold import running
from .withholding import SITS_OUT

WITHHELD = "withheld"
INTERRUPTED = "interrupted"
NO_BEACON = "beacon"
BEACON_LATE = timedelta(seconds=30)
"""How long the room waits for a beacon's value after its time."""


def commit(desk: Desk, player: str, round_id: str, commitment: str, *, at: str) -> Decision:
    """Add a client's commitment to its entropy: once per account, before the commitments are fixed."""
    live = _being_shuffled(desk, round_id)
    if live.fixed is not None:
        raise NotAllowed(f"the commitments of round {round_id} are fixed already; no more are accepted")
    place = desk.first_places(desk.playing).get(player)
    if place is None:
        raise NotAllowed(f"only players of round {round_id} take part in its shuffle")
    if player in live.committed:
        raise NotAllowed(f"you committed to your entropy of round {round_id} already; it cannot be changed")
    draft = Draft(desk, at=at)
    draft.happens("entropy_commit", {"place": place, "player": player, "commitment": read_commitment(commitment)})
    if set(draft.desk.first_places(desk.playing)) <= set(running(draft.desk).committed):
        _fix(draft)
    return draft.decided(place=place)


def fix(desk: Desk, *, at: str) -> Decision:
    """Accept no further commitments: publish those that were sent, and fix the places of the round."""
    draft = Draft(desk, at=at)
    if running(desk).fairness == 1:
        return call_off(draft, "this round was begun before the room was upgraded; a new one follows")
    _fix(draft)
    return draft.decided()


def _fix(draft: Draft) -> None:
    desk = draft.desk
    live = running(draft.desk)
    places = desk.playing
    commitments = {
        str(place): live.committed[account]
        for account, place in desk.first_places(places).items()
        if account in live.committed
    }
    accounts = [desk.chairs[place].player for place in places]
    draft.happens("entropy_fixed", {"places": list(places), "accounts": accounts, "commitments": commitments})


def reveal(desk: Desk, player: str, round_id: str, entropy: str, *, at: str) -> Decision:
    """Add a client's entropy after all commitments were published; it must match the client's commitment."""
    live = _being_shuffled(desk, round_id)
    if live.fixed is None:
        raise NotAllowed(f"entropy can be revealed only after the commitments of round {round_id} are fixed")
    seats = zip(live.places, live.players, strict=True)
    places = [place for place, account in seats if account == player and place in live.missing]
    if not places:
        raise NotAllowed("only a client that committed to its entropy and has not revealed it yet may reveal it")
    if live.beacon is not None and not may_reveal(live, at=at):
        raise NotAllowed(f"it is too late to reveal entropy: the beacon's value was published at {live.beacon.time}")
    if entropy_commitment(live.commitment, live.id, read_entropy(entropy)) != (live.fixed or {})[places[0]]:
        raise NotAllowed("this entropy does not fit the commitment that your client sent")
    draft = Draft(desk, at=at)
    draft.happens("entropy", {"place": places[0], "entropy": entropy})
    return draft.decided(place=places[0])


def _seconds(time: str) -> datetime:
    return datetime.fromisoformat(time)


def _being_shuffled(desk: Desk, round_id: str) -> Live:
    live = desk.live
    if live is None or live.id != round_id:
        current = f"the current round is {live.id}" if live else "no round is running"
        raise NotAllowed(f"round {round_id} is not being shuffled; {current}")
    if live.round is not None:
        raise NotAllowed(f"round {round_id} is opened already; its shuffle is made")
    if live.fairness == 1:
        raise NotAllowed(f"round {round_id} was begun before the room was upgraded; it is called off")
    return live


def call_off_withheld(desk: Desk, *, at: str, excused: frozenset[str] = frozenset()) -> Decision:
    """
    Call off a round because entropy was committed to and not revealed in time; no wager was made and no card dealt.

    Players who withheld their entropy sit out. Accounts in `excused` could not reveal it because the server was
    interrupted: they do not sit out and do not count as withholding, but the round cannot be dealt without their part.
    """
    draft = Draft(desk, at=at)
    live = running(desk)
    accounts = dict(zip(live.places, live.players, strict=True))
    excused_places = [place for place in live.missing if accounts[place] in excused]
    withheld_places = [place for place in live.missing if accounts[place] not in excused]
    notes = []
    if withheld_places:
        notes.append(f"{_listed(withheld_places)} committed to entropy and did not reveal it in time")
    if excused_places:
        notes.append(f"{_listed(excused_places)} could not reveal entropy because the server was interrupted")
    more = {"withheld": [accounts[place] for place in withheld_places], "at": at}
    if excused_places:
        more["excused"] = [accounts[place] for place in excused_places]
    stayed = tuple(place for place in desk.playing if place in live.places and place not in live.missing)
    reason = WITHHELD if withheld_places else INTERRUPTED
    call_off(draft, "; ".join(notes), reason=reason, reopened=stayed, more=more)
    for place in withheld_places:
        chair = draft.desk.chairs.get(place)
        if chair is not None and not chair.leaving:
            draft.happens("sat_out", {"place": place, "why": SITS_OUT})
    after_round(draft)
    return draft.decided()


def _listed(places: list[PlaceNumber]) -> str:
    return ", ".join(f"place {place}" for place in places)


def may_reveal(live: Live, *, at: str) -> bool:
    """Whether entropy is still accepted: it is not after the value of the round's beacon was published."""
    return live.beacon is None or _seconds(at) < _seconds(live.beacon.time)


def beacon_is_late(live: Live, *, at: str) -> bool:
    """Whether the beacon's value is so late that the round is called off."""
    return live.beacon is not None and _seconds(at) > _seconds(live.beacon.time) + BEACON_LATE


def call_off_without_beacon(desk: Desk, *, at: str) -> Decision:
    """Call off a round because the beacon's value did not arrive."""
    draft = Draft(desk, at=at)
    beacon = running(desk).beacon
    why = f"value {beacon.number} of the beacon {beacon.chain} did not arrive" if beacon else ""
    call_off(draft, why, reason=NO_BEACON)
    after_round(draft)
    return draft.decided()
