"""
Checks the shuffle of a finished round from its events: who committed and who revealed, in which order.

For version 2: commitments to entropy arrive before they are fixed; entropy arrives afterwards and matches its
commitment; a round opens only for the places that were fixed, and only if nobody withheld entropy; a round that was
called off for missing entropy names exactly the accounts whose entropy is missing, as withheld or as excused.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from ..records.beacon import read_beacon
from ..records.dealing import cards_left
from ..records.fairness import (
    HouseShuffle,
    check_proof,
    entropy_commitment,
    house_data,
    read_commitment,
    read_entropy,
    read_house,
)
from ..records.store.changes import StoredEvent
from ..rules.errors import Unreadable, shown
from ..rules.round import Round

WITHHELD = "withheld"
INTERRUPTED = "interrupted"
"""The reason for accounts that could not reveal because the server was interrupted: excused, not withheld."""


@dataclass
class Contributions:
    """What the clients sent, according to the events of a round that have been read."""

    round_id: str
    commitment: str
    by_account: dict[str, str] = field(default_factory=dict)
    fixed: dict[int, str] | None = None
    """By place; None before the commitments are fixed."""
    places: list[int] = field(default_factory=list)
    accounts: list[str] = field(default_factory=list)
    revealed: dict[int, str] = field(default_factory=dict)

    @property
    def missing(self) -> list[int]:
        return [place for place in sorted(self.fixed or {}) if place not in self.revealed]

    def read(self, event: StoredEvent) -> None:
        """Read the next event of the round; raises if the protocol does not allow it here."""
        match event.kind:
            case "entropy_commit":
                self._commit(event.body)
            case "entropy_fixed":
                self._fix(event.body)
            case "entropy":
                self._reveal(event.body)
            case "opened":
                self._open(event.body)
            case _:
                pass

    def _commit(self, body: Mapping[str, object]) -> None:
        account = str(body["player"])
        if self.fixed is not None:
            raise Unreadable(f"{account} committed to entropy after the commitments were fixed")
        if account in self.by_account:
            raise Unreadable(f"{account} committed to entropy twice")
        self.by_account[account] = read_commitment(body["commitment"])

    def _fix(self, body: Mapping[str, Any]) -> None:
        if self.fixed is not None:
            raise Unreadable("the commitments to entropy were fixed twice")
        self.places = list(body["places"])
        self.accounts = list(body["accounts"])
        self.fixed = {int(place): commitment for place, commitment in body["commitments"].items()}
        first_place = dict(reversed(list(zip(self.accounts, self.places, strict=True))))
        expected = {
            place: self.by_account[account] for account, place in first_place.items() if account in self.by_account
        }
        if self.fixed != expected:
            raise Unreadable("the commitments that were fixed are not those that the clients sent")

    def _reveal(self, body: Mapping[str, object]) -> None:
        place = body["place"]
        entropy = read_entropy(body["entropy"])
        if self.fixed is None:
            raise Unreadable(f"place {place} revealed its entropy before the commitments were fixed")
        if place not in self.missing:
            raise Unreadable(f"place {place} revealed entropy that it did not commit to, or twice")
        if entropy_commitment(self.commitment, self.round_id, entropy) != self.fixed[place]:
            raise Unreadable(f"the entropy of place {place} does not fit its commitment")
        self.revealed[place] = entropy

    def _open(self, body: Mapping[str, object]) -> None:
        if self.fixed is None:
            raise Unreadable("it was opened before the commitments to entropy were fixed")
        if self.missing:
            raise Unreadable(f"it was opened although place {self.missing[0]} withheld its entropy")
        if body["places"] != self.places or body["accounts"] != self.accounts:
            raise Unreadable("it was opened for other places than those that were fixed")
        for name, parts in (("commitments", self.fixed), ("clients", self.revealed)):
            by_seat = {str(seat): parts.get(place) for seat, place in enumerate(self.places, start=1)}
            if body[name] != by_seat:
                raise Unreadable(f"it was opened with other {name} than the clients sent")


def check_contributions(events: list[StoredEvent]) -> Contributions:
    """What the clients of a round of version 2 sent; raises at the first event that breaks the protocol."""
    first = events[0]
    contributions = Contributions(str(first.round), str(first.body["commitment"]))
    beacon = read_beacon(first.body.get("beacon"))
    for event in events:
        contributions.read(event)
        if event.kind == "entropy" and beacon and _time(event.at) >= _time(beacon.time):
            raise Unreadable(f"place {event.body['place']} revealed its entropy after the beacon's value was published")
    return contributions


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text)


def version_of(first: StoredEvent) -> int:
    """The version of a round's shuffle, from its first event."""
    version = first.body.get("fairness", 1)
    if version not in (1, 2) or type(version) is not int:
        raise Unreadable(f"its shuffle is of version {shown(version)}; 1 and 2 are known")
    return version


def check_house(first: StoredEvent, last: StoredEvent) -> HouseShuffle:
    """The house's shuffle as revealed at the end; raises unless it matches the commitment."""
    house = read_house(last.body["reveal"])
    beacon = read_beacon(first.body.get("beacon"))
    commitment = house.commitment if version_of(first) == 1 else house.commitment_with(beacon)
    if commitment != first.body["commitment"]:
        raise Unreadable("the order that was shown is not the one the house had committed to")
    if house_data(house) != {name: first.body.get(name) for name in house_data(house)}:
        raise Unreadable("the order that was shown is not the one that was sealed")
    return house


def check_opened(round_: Round, events: list[StoredEvent], opened: StoredEvent) -> None:
    """Raise unless the cards of an opened round were dealt in the order that its shuffle proves."""
    first = events[0]
    last = events[-1]
    check_house(first, last)
    proof = last.body["reveal"]
    if proof.get("version", 1) != version_of(first):
        raise Unreadable("the proof of the shuffle is of another version than the round")
    if version_of(first) == 2:
        check_contributions(events)
        _check_beacon(first, opened, proof)
        if proof.get("commitments") != opened.body["commitments"]:
            raise Unreadable("the commitments of the clients are not those the round was opened with")
    if proof.get("clients") != opened.body["clients"]:
        raise Unreadable("what the clients sent is not what the round was opened with")
    order = check_proof(cards_left(round_), proof, str(first.round))
    if round_.dealt != order[: len(round_.dealt)]:
        raise Unreadable("the cards were not dealt in the order that the shuffle proves")


def _check_beacon(first: StoredEvent, opened: StoredEvent, proof: Mapping[str, object]) -> None:
    named = first.body.get("beacon")
    shown_at_end = proof.get("beacon")
    expected = None if named is None else {**named, "value": opened.body.get("beacon_value")}
    if shown_at_end != expected:
        raise Unreadable("the beacon at its end is not the one that was named when the house committed")


def check_unopened(events: list[StoredEvent]) -> None:
    """Raise unless a round called off before it opened reveals its whole shuffle and names who withheld entropy."""
    first = events[0]
    last = events[-1]
    check_house(first, last)
    if version_of(first) == 1:
        return
    sent = check_contributions(events)
    reveal = last.body["reveal"]
    for name, parts in (("commitments", sent.fixed or {}), ("clients", sent.revealed)):
        if reveal.get(name) != {str(place): part for place, part in sorted(parts.items())}:
            raise Unreadable(f"its end shows other {name} than the clients sent")
    _check_missing(sent, last)


def _check_missing(sent: Contributions, last: StoredEvent) -> None:
    """Raise unless a round called off for missing entropy names every account whose entropy is missing, once."""
    accounts = dict(zip(sent.places, sent.accounts, strict=True))
    missing = [accounts[place] for place in sent.missing]
    reason = last.body["reason"]
    withheld = last.body.get("withheld", [])
    excused = last.body.get("excused", [])
    if reason not in (WITHHELD, INTERRUPTED):
        missing = []
    elif not missing:
        raise Unreadable("it was called off for withheld entropy, and nobody withheld any")
    if sorted([*withheld, *excused]) != sorted(missing):
        raise Unreadable("it names others than those who withheld their entropy")
    if (reason == WITHHELD) != bool(withheld):
        raise Unreadable(f"it was called off as {reason}, and that is not what its names say")
