"""
What one viewer may see of a round.

A view is built up from nothing: what is not put in cannot leak. Nothing else ever leaves the rules for a screen, a
log or a socket.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from .cards import Cards
from .game import Deal, Decide, SetHands, Step, Wager
from .moves import Decided, HandsSet, Posted
from .payments import Party, Payment, SeatNumber
from .playing import settlement
from .refusals import why_not
from .round import Round, Seat, may_look, waiting_for
from .setting import Setting, Slot
from .values import replace


@dataclass(frozen=True, kw_only=True)
class SeatView:
    """One seat, as a viewer sees it."""

    number: SeatNumber
    player: str
    """What the player is called; who it is stays inside the rules."""
    chips: int | None
    """What the player brought to the round, wagers included; None where nobody counts."""
    live: bool
    wagers: Mapping[str, int]
    decisions: tuple[str, ...]
    card_count: int
    cards: Cards
    """The cards, if this viewer may see them now."""
    setting: Setting | None
    jokers: Mapping[str, Cards]
    claims: tuple[str, ...]
    has_moved: bool
    """Has made its move of this step, whatever it is."""


@dataclass(frozen=True, kw_only=True)
class View:
    """A round, as a viewer sees it."""

    game: str
    terms_hash: str
    viewer: SeatNumber | None
    version: int
    seats: tuple[SeatView, ...]
    banker: Party
    house_bet: int
    dealer_count: int
    dealer: Cards
    dealer_setting: Setting | None
    step: Step | None
    slots: tuple[Slot, ...]
    """The hands the viewer is to set, in a setting step."""
    may: Mapping[str, str | None]
    """The options of a decision that the viewer is asked for: for each the reason why not, or None."""
    waiting_for: tuple[Party, ...]
    over: bool
    voided: str | None
    payments: tuple[Payment, ...]
    """The settlement, once there is one; before that, what is already due."""


def view(round_: Round, viewer: SeatNumber | None, *, watched: View | None = None) -> View:
    """
    The round as this seat may see it; None is a watcher.

    `watched` is the watcher's view of this very round, where it is at hand: what is open to all is taken from it.
    """
    watched = watched or _watched(round_)
    if viewer is None:
        return watched
    both = zip(round_.seats, watched.seats, strict=True)
    seats = tuple(_seen_by(viewer, round_, seat, everybodys) for seat, everybodys in both)
    return replace(watched, viewer=viewer, seats=seats, slots=_slots(round_, viewer), may=_may(round_, viewer))


def _seen_by(viewer: SeatNumber, round_: Round, seat: Seat, everybodys: SeatView) -> SeatView:
    own = _own(round_, seat, viewer)
    mine = seat.number == viewer
    return _seat_view(round_, seat, own=own, mine=mine) if own or mine else everybodys


def _watched(round_: Round) -> View:
    shown = round_.over and not round_.voided and bool(round_.live)
    dealer_open = shown or (isinstance(round_.step, SetHands) and round_.step.dealer_exposed)
    game = round_.game
    return View(
        game=game.key,
        terms_hash=game.terms_hash,
        viewer=None,
        version=round_.version,
        seats=tuple(_seat_view(round_, seat, own=False, mine=False) for seat in round_.seats),
        banker=round_.opening.banker,
        house_bet=round_.opening.house_bet,
        dealer_count=len(round_.dealer),
        dealer=round_.dealer if dealer_open else (),
        dealer_setting=_dealer_setting(round_) if shown else None,
        step=round_.step,
        slots=(),
        may={},
        waiting_for=waiting_for(round_),
        over=round_.over,
        voided=round_.voided.reason if round_.voided else None,
        payments=tuple(settlement(round_) if round_.over else game.due(game.terms, round_)),
    )


def _dealer_setting(round_: Round) -> Setting | None:
    """How the dealer's cards lie: as the dealer chose, or the house way."""
    house_way = round_.game.house_way
    if round_.dealer_setting or not round_.dealer or house_way is None:
        return round_.dealer_setting
    return house_way(round_.game.terms, round_.dealer)


def _slots(round_: Round, viewer: SeatNumber) -> tuple[Slot, ...]:
    if not isinstance(round_.step, SetHands):
        return ()
    return tuple(round_.game.slots(round_.game.terms, round_.seat(viewer)))


def _own(round_: Round, seat: Seat, viewer: SeatNumber) -> bool:
    """May this viewer look at the cards of this seat while the round runs?"""
    return round_.game.may_see(round_.game.terms, round_, round_.seat(viewer), seat) and may_look(round_, seat)


def _may(round_: Round, viewer: SeatNumber) -> Mapping[str, str | None]:
    if not isinstance(round_.step, Decide) or viewer not in waiting_for(round_):
        return {}
    return {option: why_not(round_, Decided(viewer, option)) for option in round_.step.options}


def _seat_view(round_: Round, seat: Seat, *, own: bool, mine: bool) -> SeatView:
    made = round_.step_moves.get(seat.number)
    laid = made if mine and isinstance(made, HandsSet) else None
    exposed = round_.over and not round_.voided and seat.live
    return SeatView(
        number=seat.number,
        player=round_.opening.name_of(seat.number),
        chips=round_.opening.chips.get(seat.player),
        live=seat.live,
        wagers=made.wagers if isinstance(made, Posted) else seat.wagers,
        decisions=seat.decisions + _open_decision(round_.step, made, mine),
        card_count=len(seat.cards),
        cards=seat.cards if own or (exposed and round_.game.exposes == "cards") else (),
        setting=laid.setting if laid else seat.setting if exposed or own else None,
        jokers=laid.jokers if laid else seat.jokers if exposed or own else {},
        claims=laid.claims if laid else seat.claims if exposed or own else (),
        has_moved=made is not None,
    )


def _open_decision(step: Step | None, made: object, mine: bool) -> tuple[str, ...]:
    said = isinstance(made, Decided) and isinstance(step, Decide) and (step.in_turn or mine)
    return (made.option,) if said and isinstance(made, Decided) else ()


def describe(step: Step | None) -> str:
    """A step in words."""
    match step:
        case Wager():
            return "place wagers"
        case Deal():
            return "the deal"
        case Decide(options=options):
            return " or ".join(options)
        case SetHands():
            return "set hands"
        case _:
            return "settled"
