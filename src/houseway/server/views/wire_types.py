"""
Types of everything that the server sends over the socket.

`python -m houseway.server.views.typescript` writes the front end's types from these. A test compares them with the
views that `table_view` builds.
"""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict  # pydantic needs this one before Python 3.12

Party = int | str
Reasons = dict[str, str | None]
"""For each action, the sentence that says why it is refused, or null if it is allowed."""
Emote = Literal["hello", "good luck", "well played", "thanks", "ouch", "take your time"]
"""The only messages between players: nobody has to read a stranger's own words."""


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
    same_as: str | None
    """The wager whose chips it must equal, unless it is left out; null if it is free within its limits."""


class Slot(TypedDict):
    name: str
    sizes: list[int]
    takes: str
    clause: str


class OptionCost(TypedDict):
    """What an option costs you: a button shows the label and, if it is not empty, the price."""

    label: str
    price: str
    """`10`, `lose 10` or `5 to each of 2`; empty if it costs nothing."""
    effect: Literal["nothing", "adds", "pays", "loses"]
    """What happens to the chips: nothing, a further wager, a payment, or a loss of chips already wagered."""
    chips: int
    payees: int | None
    """The most players that are paid; null if the chips go to no player."""
    says: str
    clause: str


class FoulCost(TypedDict):
    """What it costs you to set a foul."""

    says: str
    clause: str
    blocked: bool
    """Whether the terms refuse a foul, so that it has to be corrected."""


class Claim(TypedDict):
    """Something that you may claim when you set your hands, such as a natural."""

    name: str
    """As `claims` of the `set` message names it."""
    label: str
    says: str
    clause: str


class Own(TypedDict):
    seat: int
    to_move: bool
    may: Reasons
    spots: NotRequired[list[Spot]]
    instead: NotRequired[list[Spot]]
    slots: NotRequired[list[Slot]]
    costs: NotRequired[dict[str, OptionCost]]
    """In a decision, what each option costs you."""
    name_jokers: NotRequired[Literal["no", "may", "must"]]
    """In a setting step, whether you say what your jokers stand for: not at all, if you like, or always."""
    claims: NotRequired[list[Claim]]
    """In a setting step, what you may claim with your cards."""
    foul: NotRequired[FoulCost | None]
    """In a setting step, what a foul costs you; null where nothing is a foul."""


class Step(TypedDict):
    kind: Literal["wager", "deal", "decide", "set"]
    says: str
    clause: str
    options: NotRequired[list[str]]
    clauses: NotRequired[dict[str, str]]
    """In a decision, the clause of each option."""
    leaving: NotRequired[list[str]]
    in_turn: NotRequired[bool]
    who: NotRequired[str]
    cards: NotRequired[int]
    dealer: NotRequired[int]


class SeatView(TypedDict):
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
    """For each open hand: 1 if it is stronger than the bank's, -1 if it is weaker, 0 if they are equal."""
    jokers: dict[str, str]
    """By hand, the cards that the player named for its jokers."""
    joker_cards: dict[str, str]
    """By hand, the cards that its jokers stand for, named or not."""
    claims: list[str]
    has_moved: bool


class DealerView(TypedDict):
    count: int
    cards: list[str]
    setting: dict[str, str] | None
    slots: list[str]
    names: dict[str, str]
    joker_cards: dict[str, str]
    laid_out: NotRequired[DealerCards]
    """In a game whose dealer sets no hands: the open cards as the sheet lays them out."""


class DealerCards(TypedDict):
    order: list[str]
    """All cards, from highest to lowest."""
    pushed_up: list[str]
    """The cards that are pushed towards the players: in Pick 2 the best three."""
    names: dict[str, str]
    qualifies: bool
    clause: str


class Comparison(TypedDict):
    """Two parties whose hands were compared."""

    seat: int
    against: Party
    hands: dict[str, int]
    """For each hand 1 if the seat's is stronger, -1 if it is weaker, 0 if they are equal; empty after a foul."""
    points: NotRequired[dict[str, int]]
    """The points of each hand from the seat's side, in games that count points."""
    fouled: NotRequired[list[Party]]
    """Those of the two whose hands foul."""


class BeaconAnnouncement(TypedDict):
    """The value of a public beacon that will be mixed into the shuffle, announced before it is published."""

    chain: str
    round: int
    time: str


class Shuffling(TypedDict):
    """A round that is being shuffled: the house has committed to its part, the clients send theirs."""

    id: str
    commitment: str
    beacon: BeaconAnnouncement | None
    opened: Literal[False]
    places: list[int]
    """The places that are dealt in, as seats 1, 2, ...; empty until the commitments are fixed."""
    entropy_commitments: dict[str, str]
    """Commitments to entropy by place; empty until they are fixed."""
    entropy_from: list[int]
    """The places that have revealed their entropy."""
    entropy_wanted: Literal["commit", "reveal"] | None
    """What your client has to send now."""


class RoundView(TypedDict):
    """A round that is being played, or a finished one, which has an `outcome`."""

    id: str
    commitment: str
    opened: NotRequired[Literal[True]]
    beacon: NotRequired[BeaconAnnouncement | None]
    entropy_commitments: NotRequired[dict[str, str]]
    entropy_from: NotRequired[list[int]]
    outcome: NotRequired[str]
    why: NotRequired[str]
    version: int
    terms_hash: str
    seats: list[SeatView]
    banker: Party
    house_bet: int
    dealer: DealerView
    deck_back: str | None
    """The colour of this round's deck, where decks alternate."""
    step: Step | None
    waiting_for: list[Party]
    over: bool
    voided: str | None
    payments: list[Payment]
    comparisons: NotRequired[list[Comparison]]
    """When the round is over: every pair that was compared, in the order of the sheet."""
    exposure: NotRequired[Literal["seat_by_seat", "hand_by_hand", "all_at_once"]]
    """When the round is over: are the bank's hands opened first, or hand 1 of everybody, or all hands together?"""
    dealer_seat: NotRequired[int]
    """The seat that deals, in games where players deal."""
    own: list[Own]


class CalledOff(TypedDict):
    """A round that was called off before the first card."""

    id: str
    commitment: str
    outcome: str
    why: str
    seats: NotRequired[None]


class ChairView(TypedDict):
    place: int
    player: str
    bot: str | None
    out: str | None
    leaving: bool
    muted: bool
    """Whether the host has hidden this player's emotes."""
    ready: bool
    connected: bool
    you: bool


class You(TypedDict):
    places: list[int]
    host: bool
    """Whether you opened this table, and so may send players away and mute them."""
    may: Reasons


class Bank(TypedDict):
    wager: str
    taken_by: int | None
    house_bet: int
    offered_to: list[int]
    sets_last: bool
    """Whether the player who banks sets the hand after the others, with the house's cards open."""
    may: Reasons
    house_bet_up_to: dict[str, int]


class Shoe(TypedDict):
    cards: int
    spent: int


class Clock(TypedDict):
    left_ms: int | None
    total_ms: int | None


class InForce(TypedDict):
    """One thing about the terms that players should know before they play."""

    says: str
    clause: str


class TableView(TypedDict):
    table: str
    game: str
    name: str
    terms_hash: str
    terms_version: int
    in_force: list[InForce]
    """What you should know about the terms before you play."""
    places: int
    private: bool
    house: bool
    pace: str
    phase: Literal["between", "shuffling", "playing", "closed"]
    chairs: list[ChairView]
    you: You
    bank: Bank | None
    pot: int
    shoe: Shoe
    round: RoundView | Shuffling | None
    last: RoundView | CalledOff | None
    clock: Clock


class EmoteFrame(TypedDict):
    """A player at the table shows an emote."""

    tell: Literal["said"]
    table: str
    place: int
    player: str
    word: Emote


class PublicEvent(TypedDict):
    """Something that happened at the table; further keys depend on its kind."""

    number: int
    kind: str


class TableFrame(TypedDict):
    """The events at a table since the last frame, and the table after them."""

    tell: Literal["table"]
    table: str
    number: int
    """Number of the last event."""
    since: int | None
    """Number of the last event that the client knew; null if `happened` does not begin right after it."""
    happened: list[PublicEvent]
    view: TableView


class Hello(TypedDict):
    """The first frame of a socket."""

    tell: Literal["hello"]
    player: str


class Restart(TypedDict):
    """Announces that the server restarts within this time."""

    tell: Literal["restart"]
    seconds: float


class Answer(TypedDict):
    """The answer to a message; further keys depend on the message."""

    tell: Literal["answer"]
    id: str | None
    ok: bool
    refused: NotRequired[str]


class HandNames(TypedDict):
    """The names of the hands of a setting, and what is wrong with it."""

    names: dict[str, str]
    problem: str | None
    """Why the hands cannot be set, or null."""
    foul: str | None
    """Why the hands would foul, or null."""
    left: str
    """The cards that are in no hand yet."""
    points: dict[str, int]
    """What each complete hand scores if it wins; empty where hands score no points."""
    misplaced: list[str]
    """The complete hands that break the order of the hands, as far as it can be judged."""
    in_order: list[str]
    """The complete hands that keep the order of the hands, as far as it can be judged."""


class AskAnswer(HandNames):
    """The further keys of the answer to an `ask` message."""

    joker_cards: dict[str, str]
    """By hand, the cards that its jokers stand for."""
    foul_cost: str | None
    """What the foul costs, with its clause; null if there is no foul."""
    foul_blocked: bool
    """Whether the terms refuse the foul; otherwise it may be set."""
    house_way: NotRequired[dict[str, str]]
    """The cards set the house way, if the message asks for it."""


Frame = Answer | TableFrame | EmoteFrame | Hello | Restart
"""Everything that the server sends over the socket."""
OPEN_ENDED = (Answer, PublicEvent)
"""Types whose objects have further keys."""
