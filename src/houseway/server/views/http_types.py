"""
Types of the JSON that the HTTP routes return about accounts, the lobby and rounds.

Answers about rules, odds and best play are in `study_types`, those for the operator in `http.operator_types`.
`python -m houseway.server.http.typescript` writes the front end's types from all of them.
"""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict  # pydantic rejects typing.TypedDict before Python 3.12

from .wire_types import Party, Payment, RoundView, TableView

Value = str | int | bool | None
"""The value of an option."""


class Done(TypedDict):
    """The request was carried out; there is nothing else to return."""


# Accounts ----------------------------------------------------------------------------------------------------------


class OperatorWarning(TypedDict):
    reason: str
    at: str


class Me(TypedDict):
    """The visitor's account."""

    player: str
    kind: str
    """`guest` or `named`."""
    chips: int
    tables: list[str]
    new_chips: str | None
    """Why this account gets no new play chips now, or null."""
    must_rename: bool
    """The name looks like another account's and should be changed."""
    warnings: list[OperatorWarning]


class OpenSession(TypedDict):
    """A browser that is signed in."""

    id: str
    made_at: str
    seen_at: str | None
    expires_at: str
    this: bool
    """True for the session of this request."""


class EndedSessions(TypedDict):
    ended: int


class PasswordReset(TypedDict):
    """The account whose password was reset."""

    player: str


# Lobby -------------------------------------------------------------------------------------------------------------


class RoomHealth(TypedDict):
    ok: bool
    tables: int
    sockets: int


class SeatLimits(TypedDict):
    least: int
    most: int


class GameStep(TypedDict):
    kind: str
    says: str
    clause: str


class GameOption(TypedDict):
    """An option of a game with its default and the values it accepts."""

    name: str
    label: str
    says: str
    """What the option decides, in one sentence."""
    table: str | None
    """The label of the pay table that this option is a line of."""
    default: Value
    accepts: str
    kind: Literal["yes or no", "number", "choice"]
    choices: NotRequired[list[str]]
    choice_labels: NotRequired[dict[str, str]]
    """The words for each choice."""
    unchosen: NotRequired[str]
    """What applies while nobody has chosen a value, where that differs from choosing the default."""
    low: NotRequired[int]
    high: NotRequired[int]
    may_be_null: NotRequired[bool]


class LobbyFigure(TypedDict):
    """The edge that the lobby shows, as the expected value of one chip on each compulsory wager."""

    terms_hash: str
    wager: str
    """The first compulsory wager."""
    wagers: list[str]
    """All compulsory wagers."""
    strategy: str
    ev: str | float
    standard_error: float | None
    best_mix: dict[str, int]
    """The chips on each wager that are worth most within the limits; empty where stakes depend on each other."""
    best_mix_ev: str | None
    """The value of the best mix, in chips."""


class ExampleHands(TypedDict):
    hands: list[str]
    left: str
    """Cards that are in no hand."""


class LobbyFacts(TypedDict):
    """What the lobby shows about a game apart from its rules."""

    against_the_house: bool
    at_most_minutes: int
    headline: LobbyFigure | None
    example: ExampleHands | None


class GameNames(TypedDict):
    """The words for the identifiers of a game, as they stand inside a sentence."""

    wagers: dict[str, str]
    hands: dict[str, str]
    decisions: dict[str, str]
    """As a button says them."""
    strategies: dict[str, str]
    outcomes: dict[str, str]


class OfferedOptions(TypedDict):
    """The options that the opener of a table is asked about."""

    stakes: list[str]
    rules: list[str]


class GameInfo(LobbyFacts):
    """A game in the lobby."""

    key: str
    name: str
    about: str
    seats: SeatLimits
    hands_per_player: int
    banking: bool
    """Players may bank."""
    cards: int
    steps: list[GameStep]
    options: list[GameOption]
    names: GameNames
    offered: OfferedOptions
    set_by_the_room: dict[str, object]
    """Options that every room sets, because it gives no credit."""


class OddsFigure(TypedDict):
    """One wager at best play."""

    wager: str
    ev: str | float
    """The expected profit of one chip: an exact fraction as text, or an estimate."""
    standard_error: float | None
    """Null if the figure was counted."""
    spread: float
    """The standard deviation of a round, in units of the wager."""


class OfferedOption(TypedDict):
    """An option that the opener of a table may choose."""

    option: GameOption
    """Its default is the value in force; its bounds are those that the operator's terms leave."""
    effects: dict[str, list[OddsFigure]]
    """By value: the figures of every wager if only this option is changed, where they are known."""


class OpeningOffer(TypedDict):
    """What the opener of a table may choose."""

    game: str
    figures: list[OddsFigure] | None
    """The figures of every wager under the terms in force; null if they are not known."""
    terms: dict[str, Value]
    """The operator's options that differ from the sheet's."""
    stakes: list[OfferedOption]
    rules: list[OfferedOption]


class SeatedPlayer(TypedDict):
    player: str
    bot: str | None
    """The strategy level of a bot; null for a person."""


class PublicTable(TypedDict):
    table: str
    game: str
    name: str
    pace: str
    places: int
    seated: list[SeatedPlayer]
    rounds: int
    terms_hash: str


class TableCode(TypedDict):
    table: str


class TakenSeat(TableCode):
    seat: int


class SharedTable(TypedDict):
    """A short code that leads to a table until it expires."""

    table: str
    short_code: str
    expires_at: str


class ChangedOption(TypedDict):
    usual: Value
    here: Value


class TableTerms(TypedDict):
    options: dict[str, Value]
    changed: dict[str, ChangedOption]
    """The options that differ from the sheet's."""
    limits: list[str]
    """The limits of the law and the sheet that are in force, or that there is none; one sentence each."""


class TableSnapshot(TypedDict):
    """A table as the visitor may see it."""

    number: int
    """The number of the last event."""
    view: TableView
    terms: TableTerms


# Rounds ------------------------------------------------------------------------------------------------------------


class SeatResult(TypedDict):
    seat: int
    net: int | None


class PlayedRound(TypedDict):
    """A round in the visitor's history."""

    round: str
    table: str
    game: str
    begun_at: str
    ended_at: str | None
    outcome: str | None
    seats: list[SeatResult]
    """The visitor's own seats."""


class RecordTimes(TypedDict):
    committed: str
    opened: str
    ended: str


class RecordOpening(TypedDict):
    players: list[str]
    names: NotRequired[list[str]]
    chips: dict[str, int]
    banker: Party
    house_bet: int
    dealer_seat: int
    pot: int
    spent: str
    deck_back: NotRequired[str]


class RecordBeacon(TypedDict):
    chain: str
    round: int
    time: str
    value: str


class RecordShuffle(TypedDict):
    """The proof of a shuffle."""

    version: NotRequired[int]
    commitment: str
    salt: str
    permutation: list[int]
    beacon: NotRequired[RecordBeacon | None]
    commitments: NotRequired[dict[str, str | None]]
    """By seat, since format 3: the commitment its client sent before anything was revealed."""
    clients: dict[str, str | None]
    """By seat, the entropy that its client sent."""
    cards: str


class PlayedMove(TypedDict):
    move: Literal["posted", "dealt", "decided", "set", "voided"]
    by: str
    """Who made the move: `person`, `bot`, `dealer`, `time-out` ..."""
    at: str
    seat: NotRequired[int]
    wagers: NotRequired[dict[str, int]]
    cards: NotRequired[str]
    option: NotRequired[str]
    stake: NotRequired[int]
    hands: NotRequired[dict[str, str]]
    jokers: NotRequired[dict[str, str]]
    claims: NotRequired[list[str]]
    reason: NotRequired[str]
    note: NotRequired[str]


class RecordMove(PlayedMove):
    digest: str
    """The digest of this move and all moves before it."""


class RecordCancelled(TypedDict):
    """Why a round was called off before its first card."""

    reason: str
    clause: str
    note: str


class RoundRecord(TypedDict):
    """The record of a finished round of the room: formats 2 and 3."""

    houseway_record: int
    round: str
    table: str
    times: RecordTimes
    game: str
    terms: dict[str, str]
    terms_hash: str
    terms_version: int
    opening: RecordOpening
    shuffle: RecordShuffle
    moves: list[RecordMove]
    cancelled: NotRequired[RecordCancelled]
    payments: list[Payment]
    digest: str


class ReplayedRound(TypedDict):
    """A finished round: every state as the viewer saw it, and the move that led to each."""

    round: str
    table: str
    game: str
    name: str
    states: list[RoundView]
    moves: list[PlayedMove]


class NewDispute(TypedDict):
    dispute: str


# Returns -----------------------------------------------------------------------------------------------------------

WagerReturn = TypedDict(
    "WagerReturn",
    {
        "game": str,
        "terms_hash": str,
        "changed": dict[str, Value],
        "wager": str,
        "rounds": int,
        "staked": int,
        "to_house": int,
        "from_house": int,
        "return": float | None,
        "expected": float | None,
        "band": tuple[float, float] | None,
        "alarm": bool | None,
        "priced": bool,
    },
)
"""
What a wager returned, and the range that chance alone explains. `changed` has the options that differ from the
sheet's; `priced` is false while the expected return is being computed.
"""
