"""
The description of a game: its facts, its steps and its rules as functions of its terms.

A round is a list of steps. In each step every seat concerned makes one move; the moves take effect together when the
last one is in. This covers both the face-down hands of every game and the closed fist of Pyramid Showdown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Generic, Literal, NamedTuple, TypeVar

from . import terms as terms_
from .cards import Card, Cards
from .costs import Claim, FoulCost, OptionCost, OptionCosts
from .errors import NotAllowed
from .payments import HOUSE, Party, Payment, SeatNumber
from .ranking import Strength
from .setting import Setting, Slot
from .values import cached_property

if TYPE_CHECKING:
    from .moves import Move
    from .round import Round, Seat

T_co = TypeVar("T_co", covariant=True)
"""The terms of a game. Covariant: callers only pass a game its own terms, so `Game[Terms]` is a `Game[object]`."""


@dataclass(frozen=True)
class Spot:
    """A place on the layout for one wager, with its limits in chips."""

    name: str
    low: int
    high: int
    clause: str
    optional: bool = False
    same_as: str | None = None
    """The wager whose chips it must equal, unless it is left out."""


@dataclass(frozen=True)
class Wager:
    """Step: each seat posts its wagers, in the open."""

    spots: tuple[Spot, ...]
    clause: str
    banker_spots: tuple[Spot, ...] = ()
    """The wagers of a seat that banks, in place of `spots`."""
    instead: tuple[Spot, ...] = ()
    """An alternative set of wagers that a seat may post in place of `spots`."""


@dataclass(frozen=True)
class Deal:
    """Step: cards to each live seat in order of its number, then to the dealer if the game has one."""

    cards: int
    clause: str
    dealer: int = 0
    one_by_one: bool = False
    """One card to each hand in turn, instead of all cards of a hand at once."""
    to: str | None = None
    """Deal only to the seats whose last decision was this option."""


@dataclass(frozen=True)
class Decide:
    """Step: each live seat chooses an option."""

    options: tuple[str, ...]
    clause: str
    leaving: tuple[str, ...] = ()
    """Options with which the seat leaves the round."""
    in_turn: bool = False
    """Decided openly in order of seats, instead of sealed and opened together."""
    option_clauses: tuple[str, ...] = ()
    """The clause of each option, where the options have clauses of their own."""

    def clause_of(self, option: str) -> str:
        """The clause of one of the options."""
        return dict(zip(self.options, self.option_clauses, strict=False)).get(option, self.clause)


@dataclass(frozen=True)
class SetHands:
    """Step: each live seat sets its cards into slots, face down."""

    clause: str
    who: Literal["everyone", "bettors", "banker", "dealer"] = "everyone"
    dealer_exposed: bool = False
    """The dealer's cards are face up while the players set."""


Step = Wager | Deal | Decide | SetHands


@dataclass(frozen=True)
class Irregularity:
    """A reason to void a round and return every stake."""

    says: str
    clause: str


def irregularities(policy: str, clause: str) -> Mapping[str, Irregularity]:
    """The reasons for a sheet that names none: our own, or the operator's internal controls."""
    if policy == "operator":
        return {"operator": Irregularity("as the operator's internal controls say", clause)}
    return {
        "exposed_card": Irregularity("a card was exposed before its time", clause),
        "wrong_count": Irregularity("a hand has the wrong number of cards", clause),
        "misdeal": Irregularity("the cards were not dealt as the rules say", clause),
    }


JokerNames = Literal["no", "may", "must"]
"""Whether a player says what a joker stands for: not at all, if the player likes, or always."""


ExposureOrder = Literal["seat_by_seat", "hand_by_hand", "all_at_once"]
"""
The order in which hands are opened at the end of a round: the bank's and then those of each seat, all players' first
hands and then their second hands and so on, or all together.
"""


class InForce(NamedTuple):
    """One thing about the terms that players should know before they play, in a sentence."""

    says: str
    clause: str


class DealerCards(NamedTuple):
    """The dealer's cards in the order of the sheet."""

    order: Cards
    """All cards, from highest to lowest."""
    pushed_up: Cards
    """The cards that are pushed towards the players."""
    hands: Setting
    """The hands that the cards make, by the names under which players play them."""
    qualifies: bool
    clause: str


class SeatLimit(NamedTuple):
    """The most seats that one player may take, and the clause that limits them."""

    seats: int
    clause: str


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
    house_bet_hands: Literal["sum", "largest"] = "sum"
    """Which wagers of a player with several hands limit the House's wager: all together, or the largest."""


@dataclass(frozen=True, kw_only=True)
class Opening:
    """Everything about a round that is known before its first move."""

    players: tuple[str, ...]
    """The identities of the players at seats 1, 2, ... One that occurs twice plays several hands."""
    chips: Mapping[str, int] = field(default_factory=dict)
    """The chips each player can pay with; a player who is not listed has unlimited credit."""
    names: tuple[str, ...] = ()
    """The name shown for each seat; never compared. If empty, the identities in `players` are the names."""
    banker: Party = HOUSE
    house_bet: int = 0
    """The chips that the House wagers against a player who banks."""
    dealer_seat: SeatNumber = 1
    """The seat that deals, where players deal."""
    pot: int = 0
    """Chips left in the pot by an earlier round."""
    spent: Cards = ()
    """Cards that left the shoe in earlier rounds."""
    deck_back: str = ""
    """The colour of the deck's backs, where several decks alternate from round to round."""

    def name_of(self, seat: SeatNumber) -> str:
        """The name shown for the player of a seat."""
        return (self.names or self.players)[seat - 1]


def _nothing(*_: object) -> None:
    return None


def _yes(terms: object) -> bool:
    return True


def _no(terms: object) -> bool:
    return False


def _zero(terms: object) -> int:
    return 0


def _one_seat(terms: object) -> SeatLimit:
    return SeatLimit(1, clause="")


def _first_option(terms: object, step: Decide, cards: Cards = ()) -> str:
    return step.options[0]


def _free_options(terms: object, round_: Round, seat: object) -> OptionCosts:
    """The options by their own names, as if they cost nothing."""
    step = round_.step
    if not isinstance(step, Decide):
        return {}
    return {
        option: OptionCost(label=option.capitalize(), says=option.capitalize(), clause=step.clause_of(option))
        for option in step.options
    }


def _no_jokers(terms: object, hand: Cards, declared: Cards) -> Cards:
    return declared


def _as_named(terms: object, setting: Setting, jokers: Mapping[str, Cards]) -> Mapping[str, Cards]:
    return jokers


def _nothing_to_say(terms: object) -> tuple[InForce, ...]:
    return ()


def _no_claims(terms: object, seat: object) -> tuple[Claim, ...]:
    return ()


def _seat_by_seat(terms: object) -> ExposureOrder:
    return "seat_by_seat"


def _no_names(terms: object) -> JokerNames:
    return "no"


def _no_hands(terms: object, seat: object) -> Setting:
    return {}


def _one_deck(terms: object) -> tuple[str, ...]:
    return ()


def _own_limits(terms: object) -> tuple[str, ...]:
    return ("The sheet names no limit: the limits of this table are the house's own.",)


def _no_payments(*_: object) -> list[Payment]:
    return []


def _no_order(*_: object) -> Mapping[tuple[str, str], bool]:
    return {}


def _no_points(*_: object) -> Mapping[tuple[SeatNumber, Party], Mapping[str, int]]:
    return {}


def _no_risk(*_: object) -> Mapping[Party, int]:
    return {}


def _name_of_class(strength: Strength) -> str:
    return strength.in_words


def _same_player(terms: object, round_: object, viewer: Seat, other: Seat) -> bool:
    return viewer.player == other.player


@dataclass(frozen=True, kw_only=True)
class Game(Generic[T_co]):
    """A game: the facts of its rule sheet, and its rules as functions of its terms."""

    key: str
    name: str
    about: str
    """The game in one sentence."""
    terms: T_co
    seats: Callable[[T_co], range]
    shoe: Callable[[T_co], Cards]
    steps: Callable[[T_co, Opening], tuple[Step, ...]]
    slots: Callable[[T_co, Seat], tuple[Slot, ...]]
    settle: Callable[[T_co, Round], list[Payment]]
    irregularities: Callable[[T_co], Mapping[str, Irregularity]]
    house_way: Callable[[T_co, Cards], Setting] | None = None
    """How the house sets these cards, also for a player who asks for it; None if the sheet has no house way."""
    house_way_on_request: Callable[[T_co], bool] = _yes
    """Whether a player may have a hand set the house way."""
    foul: Callable[[T_co, Setting, Mapping[str, Cards]], str | None] = _nothing
    """Why a setting is a foul although its cards and slots are right, or None; the last argument declares jokers."""
    has_no_foul: Callable[[T_co, Setting, Mapping[str, Cards]], bool] | None = None
    """A faster check than `foul` that gives no reason, where the game has one. Use `is_legal`."""
    foul_cost: Callable[[T_co, Round, Seat], FoulCost | None] = _nothing
    """What it costs a seat to set a foul, or that it has to be corrected; None where nothing is a foul."""
    claims: Callable[[T_co, Seat], tuple[Claim, ...]] = _no_claims
    """What a seat may claim with its cards when it sets them."""
    strength: Callable[[T_co, str, Cards, Cards], Strength | None] = _nothing
    """The strength of a hand in the slot of this name, jokers as declared or else at their best; None if unranked."""
    points_if_won: Callable[[T_co, str, Cards, Cards], int | None] = _nothing
    """What a hand in the slot of this name scores if it wins, jokers as for `strength`; None where no hand scores."""
    order_kept: Callable[[T_co, Setting, Mapping[str, Cards]], Mapping[tuple[str, str], bool]] = _no_order
    """
    For each two hands set so far of which the second must not be lower, whether they keep that order.

    The last argument declares jokers.
    """
    hand_name: Callable[[Strength], str] = _name_of_class
    """The name of a hand of this strength."""
    joker_cards: Callable[[T_co, Cards, Cards], Cards] = _no_jokers
    """The cards that the jokers of a hand stand for: as declared, or else those that make the hand strongest."""
    named_jokers: Callable[[T_co, Setting, Mapping[str, Cards]], Mapping[str, Cards]] = _as_named
    """By hand, the cards that jokers stand for other than at their best, from the names that the player gave."""
    may_name_jokers: Callable[[T_co], JokerNames] = _no_names
    """Whether a player may, or must, say what a joker stands for."""
    unset_hands: Callable[[T_co, Seat], Setting] = _no_hands
    """The hands that a seat plays without setting them, by name."""
    dealer_cards: Callable[[T_co, Cards], DealerCards | None] = _nothing
    """How the dealer lays out the own cards; None where the dealer sets hands instead."""
    players_needed: int = 1
    """The round ends when fewer live seats than this are left."""
    hands_per_player: Callable[[T_co], SeatLimit] = _one_seat
    """The most seats that one player may take."""
    exposes: Literal["setting", "cards"] = "setting"
    """What a seat shows at the end: the hands it set, or all its cards."""
    exposure_order: Callable[[T_co], ExposureOrder] = _seat_by_seat
    """The order in which hands are opened."""
    option_costs: Callable[[T_co, Round, Seat], OptionCosts] = _free_options
    """What each option of the current decision costs a seat."""
    steady_decision: Callable[[T_co, Decide, Cards], str] = _first_option
    """What a sensible player without a strategy decides with these cards; by default, to play on."""
    default_decision: Callable[[T_co, Decide], str] = _first_option
    """What is decided for an absent player."""
    shoe_lasts: Callable[[T_co], int] = _zero
    """The percentage of the shoe that is dealt before it is shuffled again; 0 shuffles every round."""
    deck_backs: Callable[[T_co], tuple[str, ...]] = _one_deck
    """The colours of the decks' backs, if several decks alternate from round to round."""
    dealer_rotates: Callable[[T_co], bool] = _no
    """Whether the deal passes to the next seat after each round, where players deal."""
    banking: Callable[[T_co], Banking | None] = _nothing
    refuse_terms: Callable[[T_co], str | None] = _nothing
    """Why these terms contradict each other or exceed the legal limits they name."""
    refuse_limits: Callable[[T_co, Collection[str]], str | None] = _nothing
    """Why a person may not choose these limits, given the names of the options chosen. Records are not held to it."""
    limits_in_words: Callable[[T_co], tuple[str, ...]] = _own_limits
    """The limits of the law and of the sheet that are in force, or that there is none; one sentence each."""
    refuse_opening: Callable[[T_co, Opening], str | None] = _nothing
    refuse: Callable[[T_co, Round, Move], str | None] = _nothing
    """The game's own reason against a move that the general rules allow."""
    hand_points: Callable[[T_co, Round], Mapping[tuple[SeatNumber, Party], Mapping[str, int]]] = _no_points
    """For each pair compared in a finished round, the points of each slot from the first party's side, if any."""
    due: Callable[[T_co, Round], list[Payment]] = _no_payments
    """Payments that are already certain during the round: antes, buys, surrenders. `settle` includes them."""
    at_risk: Callable[[T_co, Round], Mapping[Party, int]] = _no_risk
    """The most each party may still have to pay in this round, including all wagers made so far."""
    cover_clause: str = ""
    """The clause that requires everybody to be able to pay."""
    may_see: Callable[[T_co, Round, Seat, Seat], bool] = _same_player
    """Whether the first seat may see the second one's cards during the round."""
    sees_all_own_hands: Callable[[T_co], bool] = _yes
    """Whether a player with several hands may see all of them before setting the first."""
    in_force: Callable[[T_co], tuple[InForce, ...]] = _nothing_to_say
    """What players should know about the terms before they play."""
    without_credit: Mapping[str, object] = field(default_factory=dict)
    """The options for a room that gives no credit."""
    presets: Mapping[tuple[str, str], Mapping[str, object]] = field(default_factory=dict)
    """For an option and its value, the other options that this choice sets as well."""

    def with_options(self, chosen: Mapping[str, object]) -> Game[T_co]:
        """The game under other terms. Raises `NotAllowed` for terms that the sheet or a limit forbids."""
        expanded: dict[str, object] = {}
        for (name, value), preset in self.presets.items():
            if name in chosen and self._reads_as(name, chosen[name]) == value:
                expanded.update(preset)
        variant = replace(self, terms=terms_.with_options(self.terms, {**expanded, **chosen}))
        reason = self.refuse_terms(variant.terms)
        if reason:
            raise NotAllowed(reason)
        return variant

    def chosen(self, options: Mapping[str, object]) -> Game[T_co]:
        """
        The game under terms that a person chooses: `with_options`, and no limit above the sheet's or the law's.

        Records and certificates are read with `with_options`, so that older ones stay valid.
        """
        variant = self.with_options(options)
        reason = self.refuse_limits(variant.terms, options.keys())
        if reason:
            raise NotAllowed(reason)
        return variant

    def _reads_as(self, name: str, value: object) -> str:
        """The canonical text of an option's value, however it was given."""
        return terms_.write_value(getattr(terms_.with_options(self.terms, {name: value}), name))

    def is_legal(self, setting: Setting, jokers: Mapping[str, Cards]) -> bool:
        """Whether a setting with the right cards in the right slots is no foul."""
        if self.has_no_foul is None:
            return not self.foul(self.terms, setting, jokers)
        return self.has_no_foul(self.terms, setting, jokers)

    @cached_property
    def terms_as_text(self) -> Mapping[str, str]:
        """Every option as text, as a record contains it."""
        return terms_.write_options(self.terms)

    @cached_property
    def terms_hash(self) -> str:
        return terms_.terms_hash(self.key, self.terms)

    @cached_property
    def whole_shoe(self) -> Cards:
        """All cards of the shoe, in the order from which every shuffle starts."""
        return tuple(sorted(self.shoe(self.terms)))

    @cached_property
    def cards_in_shoe(self) -> Counter[Card]:
        """How often the shoe has each card."""
        return Counter(self.whole_shoe)

    @cached_property
    def against_the_house(self) -> bool:
        """Whether the house has a hand of its own; otherwise the players play only against each other."""
        players = tuple(f"player {number}" for number in range(self.seats(self.terms).start))
        steps = self.steps(self.terms, Opening(players=players))
        return any(isinstance(step, Deal) and step.dealer for step in steps)

    @property
    def modifications(self) -> dict[str, tuple[terms_.Value, terms_.Value]]:
        """The options that differ from their default, each with both values; an operator must document them."""
        return terms_.changed_options(type(self.terms)(), self.terms)


AnyGame = Game[object]
"""A game whose terms do not matter to the caller."""
