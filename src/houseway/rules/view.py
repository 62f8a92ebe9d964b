"""
The part of a round that one viewer may see.

A view starts empty and contains only what is put in, so nothing can leak by being forgotten. Screens, logs and sockets
get views, never rounds.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from .cards import Cards
from .game import Deal, DealerCards, Decide, SetHands, Step, Wager
from .moves import Decided, HandsSet, Posted, SeatMove
from .payments import Party, Payment, SeatNumber
from .playing import settlement
from .refusals import why_not
from .round import Round, Seat, may_see_own_cards
from .setting import Setting, Slot
from .values import replace


@dataclass(frozen=True, kw_only=True)
class SeatView:
    """One seat, as a viewer sees it."""

    number: SeatNumber
    player: str
    """The player's name; the identity stays inside the rules."""
    chips: int | None
    """The player's chips at the start of the round, wagers included; None if they are not counted."""
    live: bool
    wagers: Mapping[str, int]
    decisions: tuple[str, ...]
    card_count: int
    cards: Cards
    """The cards if this viewer may see them now, else empty."""
    setting: Setting | None
    jokers: Mapping[str, Cards]
    claims: tuple[str, ...]
    has_moved: bool
    """Whether the seat has made its move of the current step."""


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
    dealer_cards: DealerCards | None
    """The dealer's cards in the order in which they lie open."""
    deck_back: str
    step: Step | None
    slots: tuple[Slot, ...]
    """In a setting step, the slots of the viewer's hands."""
    option_refusals: Mapping[str, str | None]
    """The options of the decision that is due from the viewer, each with the reason against it or None."""
    waiting_for: tuple[Party, ...]
    over: bool
    voided: str | None
    payments: tuple[Payment, ...]
    """The settlement when the round is over; before, the payments that are already certain."""


def view(round_: Round, viewer: SeatNumber | None, *, spectator_view: View | None = None) -> View:
    """
    The round as this seat may see it; None is a spectator.

    A caller that has the spectator's view of this round already can pass it as `spectator_view` to save time.
    """
    spectator_view = spectator_view or _spectator_view(round_)
    if viewer is None:
        return spectator_view
    seats = [
        _seat_view_for(viewer, round_, seat, public)
        for seat, public in zip(round_.seats, spectator_view.seats, strict=True)
    ]
    return replace(
        spectator_view,
        viewer=viewer,
        seats=tuple(seats),
        slots=_slots(round_, viewer),
        option_refusals=_option_refusals(round_, viewer),
    )


def _seat_view_for(viewer: SeatNumber, round_: Round, seat: Seat, public: SeatView) -> SeatView:
    may_see = _may_see_cards(round_, seat, viewer)
    is_own = seat.number == viewer
    if may_see or is_own:
        seen = _seat_view(round_, seat, may_see=may_see, is_own=is_own)
        return public if seen == public else seen  # the same object shows a caller that it is the same view
    return public


def _spectator_view(round_: Round) -> View:
    is_showdown = round_.over and not round_.voided and bool(round_.live)
    dealer_open = is_showdown or (isinstance(round_.step, SetHands) and round_.step.dealer_exposed)
    game = round_.game
    return View(
        game=game.key,
        terms_hash=game.terms_hash,
        viewer=None,
        version=round_.version,
        seats=tuple(_seat_view(round_, seat, may_see=False, is_own=False) for seat in round_.seats),
        banker=round_.opening.banker,
        house_bet=round_.opening.house_bet,
        dealer_count=len(round_.dealer),
        dealer=round_.dealer if dealer_open else (),
        dealer_setting=_dealer_setting(round_) if is_showdown else None,
        dealer_cards=game.dealer_cards(game.terms, round_.dealer) if is_showdown else None,
        deck_back=round_.opening.deck_back,
        step=round_.step,
        slots=(),
        option_refusals={},
        waiting_for=round_.waiting_for,
        over=round_.over,
        voided=round_.voided.reason if round_.voided else None,
        payments=tuple(settlement(round_) if round_.over else game.due(game.terms, round_)),
    )


def _dealer_setting(round_: Round) -> Setting | None:
    """The dealer's hands: as the dealer set them, or else set the house way."""
    house_way = round_.game.house_way
    if round_.dealer_setting or not round_.dealer or house_way is None:
        return round_.dealer_setting
    return house_way(round_.game.terms, round_.dealer)


def _slots(round_: Round, viewer: SeatNumber) -> tuple[Slot, ...]:
    if not isinstance(round_.step, SetHands):
        return ()
    return tuple(round_.game.slots(round_.game.terms, round_.seat(viewer)))


def _may_see_cards(round_: Round, seat: Seat, viewer: SeatNumber) -> bool:
    """Whether this viewer may see the cards of this seat during the round."""
    if not may_see_own_cards(round_, seat):
        return False
    return round_.game.may_see(round_.game.terms, round_, round_.seat(viewer), seat)


def _option_refusals(round_: Round, viewer: SeatNumber) -> Mapping[str, str | None]:
    if not isinstance(round_.step, Decide) or viewer not in round_.waiting_for:
        return {}
    return {option: why_not(round_, Decided(viewer, option)) for option in round_.step.options}


def _seat_view(round_: Round, seat: Seat, *, may_see: bool, is_own: bool) -> SeatView:
    """A seat for a viewer who may see its cards or not, and whose own seat it is or not."""
    move = round_.step_moves.get(seat.number)
    is_exposed = round_.over and not round_.voided and seat.live
    hands = _visible_hands(seat, move, is_open=is_exposed or may_see, is_own=is_own)
    return SeatView(
        number=seat.number,
        player=round_.opening.name_of(seat.number),
        chips=round_.opening.chips.get(seat.player),
        live=seat.live,
        wagers=move.wagers if isinstance(move, Posted) else seat.wagers,
        decisions=seat.decisions + _visible_decision(round_.step, move, is_own=is_own),
        card_count=len(seat.cards),
        cards=seat.cards if may_see or (is_exposed and round_.game.exposes == "cards") else (),
        setting=hands.setting if hands else None,
        jokers=_named_jokers(round_, hands),
        claims=hands.claims if hands else (),
        has_moved=move is not None,
    )


def _named_jokers(round_: Round, hands: HandsSet | Seat | None) -> Mapping[str, Cards]:
    """What the jokers of visible hands stand for, where that is not their best use."""
    if hands is None or hands.setting is None:
        return {}
    return round_.game.named_jokers(round_.game.terms, hands.setting, hands.jokers)


def _visible_hands(seat: Seat, move: SeatMove | None, *, is_open: bool, is_own: bool) -> HandsSet | Seat | None:
    """Where the viewer sees the hands of a seat: in its sealed move, in the seat, or nowhere."""
    if is_own and isinstance(move, HandsSet):
        return move
    return seat if is_open else None


def _visible_decision(step: Step | None, move: SeatMove | None, *, is_own: bool) -> tuple[str, ...]:
    """The decision of the current step, if it is open to all or the viewer's own."""
    if isinstance(move, Decided) and isinstance(step, Decide) and (step.in_turn or is_own):
        return (move.option,)
    return ()


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
