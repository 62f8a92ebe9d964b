"""
What the server tells over the socket, as types.

`python -m houseway.server.views.typescript` writes the front end's types from these. A test compares the views that
`table_view` builds with them.
"""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict  # what pydantic reads before Python 3.12

Party = int | str
Reasons = dict[str, str | None]
"""For each thing that might be done, the sentence that forbids it, or null."""
Emote = Literal["hello", "good luck", "well played", "thanks", "ouch", "take your time"]
"""All that can be said at a table: nobody has to read a stranger's own words."""


class Payment(TypedDict):
    payer: Party
    payee: Party
    chips: int
    wager: str
    clause: str
    why: str


class Spot(TypedDict):
    name: str
    low: int
    high: int
    optional: bool
    clause: str


class Slot(TypedDict):
    name: str
    sizes: list[int]
    takes: str
    clause: str


class Own(TypedDict):
    seat: int
    to_move: bool
    may: Reasons
    spots: NotRequired[list[Spot]]
    instead: NotRequired[list[Spot]]
    slots: NotRequired[list[Slot]]


class Step(TypedDict):
    kind: Literal["wager", "deal", "decide", "set"]
    says: str
    clause: str
    options: NotRequired[list[str]]
    leaving: NotRequired[list[str]]
    in_turn: NotRequired[bool]
    who: NotRequired[str]
    cards: NotRequired[int]
    dealer: NotRequired[int]


class SeatTold(TypedDict):
    seat: int
    place: int
    player: str
    chips: int | None
    live: bool
    wagers: dict[str, int]
    decisions: list[str]
    card_count: int
    cards: list[str]
    setting: dict[str, str] | None
    slots: list[str]
    names: dict[str, str]
    met: dict[str, int]
    """When the hands are open, by hand: 1 if it is stronger than the bank's, -1 if it is not, 0 if they are equal."""
    jokers: dict[str, str]
    claims: list[str]
    has_moved: bool


class DealerTold(TypedDict):
    count: int
    cards: list[str]
    setting: dict[str, str] | None
    slots: list[str]
    names: dict[str, str]


class BeaconTold(TypedDict):
    """A value of a public beacon that enters the shuffle, named before it is published."""

    chain: str
    round: int
    time: str


class Shuffling(TypedDict):
    """A round that the house has committed to and that the clients are cutting."""

    id: str
    commitment: str
    beacon: BeaconTold | None
    opened: Literal[False]
    places: list[int]
    """The places that are dealt in, as seats 1, 2, ...; empty until the commitments are fixed."""
    entropy_commitments: dict[str, str]
    """By place, the commitments to entropy; empty until they are fixed."""
    entropy_from: list[int]
    """The places that have revealed theirs."""
    entropy_wanted: Literal["commit", "reveal"] | None
    """What your client is to send now."""


class RoundTold(TypedDict):
    """A round that is open, or over: then it has an outcome."""

    id: str
    commitment: str
    opened: NotRequired[Literal[True]]
    beacon: NotRequired[BeaconTold | None]
    entropy_commitments: NotRequired[dict[str, str]]
    entropy_from: NotRequired[list[int]]
    outcome: NotRequired[str]
    why: NotRequired[str]
    version: int
    terms_hash: str
    seats: list[SeatTold]
    banker: Party
    house_bet: int
    dealer: DealerTold
    step: Step | None
    waiting_for: list[Party]
    over: bool
    voided: str | None
    payments: list[Payment]
    own: list[Own]


class CalledOff(TypedDict):
    """A round that ended before it was opened."""

    id: str
    commitment: str
    outcome: str
    why: str
    seats: NotRequired[None]


class ChairTold(TypedDict):
    place: int
    player: str
    bot: str | None
    out: str | None
    leaving: bool
    muted: bool
    """The host does not show this player's emotes."""
    ready: bool
    connected: bool
    you: bool


class You(TypedDict):
    places: list[int]
    host: bool
    """You opened this table, and may send players away and mute them."""
    may: Reasons


class Bank(TypedDict):
    wager: str
    taken_by: int | None
    house_bet: int
    offered_to: list[int]
    may: Reasons
    house_bet_up_to: dict[str, int]


class Shoe(TypedDict):
    cards: int
    spent: int


class Clock(TypedDict):
    left_ms: int | None
    total_ms: int | None


class TableView(TypedDict):
    table: str
    game: str
    name: str
    terms_hash: str
    terms_version: int
    places: int
    private: bool
    house: bool
    pace: str
    phase: Literal["between", "shuffling", "playing", "closed"]
    chairs: list[ChairTold]
    you: You
    bank: Bank | None
    pot: int
    shoe: Shoe
    round: RoundTold | Shuffling | None
    last: RoundTold | CalledOff | None
    clock: Clock


class Said(TypedDict):
    """Somebody at the table shows an emote."""

    tell: Literal["said"]
    table: str
    place: int
    player: str
    word: Emote


class PublicEvent(TypedDict):
    """Something that happened at the table; further keys depend on its kind."""

    number: int
    kind: str


class TableTold(TypedDict):
    """The table after something happened there."""

    tell: Literal["table"]
    table: str
    number: int
    """Of the last event."""
    since: int | None
    """The last event that the client knew; null where `happened` does not begin there."""
    happened: list[PublicEvent]
    view: TableView


class Hello(TypedDict):
    """The first frame of a socket."""

    tell: Literal["hello"]
    player: str


class Restart(TypedDict):
    """The server restarts soon."""

    tell: Literal["restart"]
    seconds: float


class Answer(TypedDict):
    """The answer to a message; further keys depend on the message."""

    tell: Literal["answer"]
    id: str | None
    ok: bool
    refused: NotRequired[str]


class HandNames(TypedDict):
    """The names of hands that are being set, and what is wrong with them."""

    names: dict[str, str]
    problem: str | None
    """Why the hands cannot be set, or null."""
    foul: str | None
    """Why the hands would foul, or null."""
    left: str
    """Cards that are in no hand."""


class AskAnswer(HandNames):
    """What the answer to an `ask` message has besides."""

    house_way: NotRequired[dict[str, str]]
    """The cards set the house way, where the message asks for it."""


Frame = Answer | TableTold | Said | Hello | Restart
"""Everything that the server sends over the socket."""
OPEN_ENDED = (Answer, PublicEvent)
"""Types whose objects have further keys."""
