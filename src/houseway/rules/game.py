"""
The form every rule sheet is filled into.

A round is a list of steps. In each step every seat concerned makes one move; when the last is in, all open together.
That one mechanism is the face-down hand of every game and the closed fist of Pyramid Showdown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from . import terms as terms_
from .cards import Cards
from .errors import NotAllowed
from .payments import HOUSE, Party, Payment, SeatNumber
from .ranking import Strength
from .setting import Setting, Slot
from .values import cached_property

if TYPE_CHECKING:
    from .moves import Move
    from .round import Round, Seat

T_co = TypeVar("T_co", covariant=True)
"""The terms of a game. Callers pass a game its own terms, so a game of particular terms is also a game of any."""


@dataclass(frozen=True)
class Spot:
    """A place on the layout for one wager, with its limits."""

    name: str
    low: int
    high: int
    clause: str
    optional: bool = False


@dataclass(frozen=True)
class Wager:
    """Step: each seat posts its wagers, in the open."""

    spots: tuple[Spot, ...]
    clause: str
    banker_spots: tuple[Spot, ...] = ()
    """What a seat that banks may post instead."""
    instead: tuple[Spot, ...] = ()
    """Another set of wagers that a seat may post in place of `spots`."""


@dataclass(frozen=True)
class Deal:
    """Step: cards to each live seat in order of its number, then to the dealer if the game has one."""

    cards: int
    clause: str
    dealer: int = 0
    one_by_one: bool = False
    """One card to each hand in turn, instead of a packet to each."""
    to: str | None = None
    """Only to the seats whose last decision was this."""


@dataclass(frozen=True)
class Decide:
    """Step: each live seat picks an option."""

    options: tuple[str, ...]
    clause: str
    leaving: tuple[str, ...] = ()
    """Options that take the seat out of the round."""
    in_turn: bool = False
    """Said aloud in order of seats, instead of sealed and opened together."""


@dataclass(frozen=True)
class SetHands:
    """Step: each live seat sets its cards into slots, face down."""

    clause: str
    who: Literal["everyone", "bettors", "banker", "dealer"] = "everyone"
    dealer_exposed: bool = False
    """The dealer's cards lie open already."""


Step = Wager | Deal | Decide | SetHands


@dataclass(frozen=True)
class Irregularity:
    """A reason for which a round is void and every stake goes back."""

    says: str
    clause: str


def irregularities(policy: str, clause: str) -> Mapping[str, Irregularity]:
    """The reasons of a sheet that names none: ours, until the operator's internal controls say otherwise."""
    if policy == "operator":
        return {"operator": Irregularity("as the operator's internal controls say", clause)}
    return {
        "exposed_card": Irregularity("a card was exposed before its time", clause),
        "wrong_count": Irregularity("a hand has the wrong number of cards", clause),
        "misdeal": Irregularity("the cards were not dealt as the rules say", clause),
    }


@dataclass(frozen=True)
class Banking:
    """How players may take the bank from round to round, and the clauses that say so."""

    may_bank: bool
    frequency: Literal["no_consecutive", "strict_alternate"]
    offer: Literal["rotate", "request"]
    house_bet_basis: Literal["previous_hand", "last_house_banked"]
    main_wager: str
    clauses: Mapping[str, str]
    """Clause by topic: `may`, `every_other`, `one_banker`, `house_bet`."""


@dataclass(frozen=True, kw_only=True)
class Opening:
    """Everything about a round that is settled before its first move."""

    players: tuple[str, ...]
    """Who sits at seats 1, 2, ...: identities, compared for equality. One that comes twice plays several hands."""
    chips: Mapping[str, int] = field(default_factory=dict)
    """What each player can pay; a player who is not listed has an open account."""
    names: tuple[str, ...] = ()
    """What the player of each seat is called: a label, never compared. Empty: the players are their own names."""
    banker: Party = HOUSE
    house_bet: int = 0
    """What the House wagers against a player who banks."""
    dealer_seat: SeatNumber = 1
    """The seat that deals, where players deal."""
    pot: int = 0
    """Chips left in the pot by an earlier round."""
    spent: Cards = ()
    """Cards that left the shoe in earlier rounds."""

    def name_of(self, seat: SeatNumber) -> str:
        """What the player of a seat is called."""
        return (self.names or self.players)[seat - 1]


def _nothing(*_: object) -> None:
    return None


def _yes(terms: object) -> bool:
    return True


def _no(terms: object) -> bool:
    return False


def _zero(terms: object) -> int:
    return 0


def _one_hand(terms: object) -> tuple[int, str]:
    return 1, ""


def _first_option(terms: object, step: Decide, cards: Cards = ()) -> str:
    return step.options[0]


def _no_payments(*_: object) -> list[Payment]:
    return []


def _no_risk(*_: object) -> Mapping[Party, int]:
    return {}


def _same_player(terms: object, round_: object, viewer: Seat, other: Seat) -> bool:
    return viewer.player == other.player


@dataclass(frozen=True, kw_only=True)
class Game(Generic[T_co]):
    """A rule sheet, filled in: facts, and functions of its terms."""

    key: str
    name: str
    about: str
    """What it is, in one sentence."""
    terms: T_co
    seats: Callable[[T_co], range]
    shoe: Callable[[T_co], Cards]
    steps: Callable[[T_co, Opening], tuple[Step, ...]]
    slots: Callable[[T_co, Seat], tuple[Slot, ...]]
    settle: Callable[[T_co, Round], list[Payment]]
    irregularities: Callable[[T_co], Mapping[str, Irregularity]]
    house_way: Callable[[T_co, Cards], Setting] | None = None
    """How the house sets these cards, and a player who asks for it; None where nobody has said."""
    house_way_on_request: Callable[[T_co], bool] = _yes
    """May a player have a hand set the house way?"""
    foul: Callable[[T_co, Setting, Mapping[str, Cards]], str | None] = _nothing
    """Why hands that can be put down are put down badly, or None; the last argument names declared jokers."""
    sound: Callable[[T_co, Setting, Mapping[str, Cards]], bool] | None = None
    """Is there nothing to say against hands? Only where that is found sooner than all that there is to say."""
    strength: Callable[[T_co, str, Cards, Cards], Strength | None] = _nothing
    """How strong a hand is in the slot of this name, jokers as named or else at their best; None if it has no name."""
    spoken: Callable[[Strength], str] = lambda strength: strength.spoken
    """What a hand of this strength is called."""
    players_needed: int = 1
    """The round ends when fewer than this many seats are left in it."""
    hands_per_player: Callable[[T_co], tuple[int, str]] = _one_hand
    """How many seats one player may take, and the clause."""
    exposes: Literal["setting", "cards"] = "setting"
    """What a seat shows at the end: the hands it set, or all its cards."""
    steady_decision: Callable[[T_co, Decide, Cards], str] = _first_option
    """What a sensible player without a strategy decides with these cards: by default, to play on."""
    default_decision: Callable[[T_co, Decide], str] = _first_option
    """What an absent player is taken to have decided."""
    shoe_lasts: Callable[[T_co], int] = _zero
    """The per cent of the shoe that is dealt before it is shuffled again; 0 shuffles every round."""
    dealer_rotates: Callable[[T_co], bool] = _no
    """Does the deal pass to the next seat after each round, where players deal?"""
    banking: Callable[[T_co], Banking | None] = _nothing
    refuse_terms: Callable[[T_co], str | None] = _nothing
    """Why these terms do not go together, or break the limits they name."""
    refuse_opening: Callable[[T_co, Opening], str | None] = _nothing
    refuse: Callable[[T_co, Round, Move], str | None] = _nothing
    """The game's own reason against a move that the form allows."""
    due: Callable[[T_co, Round], list[Payment]] = _no_payments
    """Payments already certain in mid-round: antes, buys, surrenders. `settle` includes them."""
    at_risk: Callable[[T_co, Round], Mapping[Party, int]] = _no_risk
    """The most each party may have to pay from here to the end, all wagers so far included."""
    cover_clause: str = ""
    """The clause that wants everybody able to pay."""
    may_see: Callable[[T_co, Round, Seat, Seat], bool] = _same_player
    """May the first seat see the second's cards while the round runs?"""
    sees_all_own_hands: Callable[[T_co], bool] = _yes
    """May a player with several hands see the next before setting the one before?"""
    without_credit: Mapping[str, object] = field(default_factory=dict)
    """The options a room chooses that lends nobody chips."""
    presets: Mapping[tuple[str, str], Mapping[str, object]] = field(default_factory=dict)
    """What choosing one option's value chooses along with it."""

    def with_options(self, chosen: Mapping[str, Any]) -> Game[T_co]:
        """The same sheet under other terms; refuses what the sheet or a limit forbids."""
        expanded: dict[str, Any] = {}
        for (name, meant), along in self.presets.items():
            alone = terms_.with_options(self.terms, {name: chosen[name]} if name in chosen else {})
            if name in chosen and terms_.written(getattr(alone, name)) == meant:
                expanded.update(along)
        variant = replace(self, terms=terms_.with_options(self.terms, {**expanded, **chosen}))
        reason = self.refuse_terms(variant.terms)
        if reason:
            raise NotAllowed(reason)
        return variant

    def is_sound(self, setting: Setting, jokers: Mapping[str, Cards]) -> bool:
        """Do hands that can be put down not foul?"""
        if self.sound is None:
            return not self.foul(self.terms, setting, jokers)
        return self.sound(self.terms, setting, jokers)

    @cached_property
    def written_terms(self) -> Mapping[str, str]:
        """Every option as text: what a record holds."""
        return terms_.written_options(self.terms)

    @cached_property
    def terms_hash(self) -> str:
        return terms_.terms_hash(self.key, self.terms)

    @cached_property
    def whole_shoe(self) -> Cards:
        """Every card in play, in the order that every shuffle starts from."""
        return tuple(sorted(self.shoe(self.terms)))

    @cached_property
    def against_the_house(self) -> bool:
        """Does the house have a hand in it, or do the players only meet each other?"""
        players = tuple(f"player {number}" for number in range(self.seats(self.terms).start))
        steps = self.steps(self.terms, Opening(players=players))
        return any(isinstance(step, Deal) and step.dealer for step in steps)

    @property
    def modifications(self) -> dict[str, tuple[terms_.Value, terms_.Value]]:
        """The options off their default, which must be documented before they are dealt."""
        return terms_.changed(type(self.terms)(), self.terms)


AnyGame = Game[object]
"""A game whose terms do not matter to the caller."""
