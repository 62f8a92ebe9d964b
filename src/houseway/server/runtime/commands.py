"""From a client's message to a decision: checks the sender's seat and the state the message was sent for."""

from __future__ import annotations

from ...rules.cards import Cards, read_cards
from ...rules.errors import Broken, NotAllowed
from ...rules.game import Decide as DecideStep
from ...rules.game import SetHands
from ...rules.moves import Decided, HandsSet, Posted, SeatMove
from ...rules.payments import SeatNumber
from ...rules.round import Round
from ..tables import dealing, hosting, seating, shuffling
from ..tables.card_check import check_hands
from ..tables.desk import Balances, Decision, Desk
from ..views import messages
from .outbox import Caller

TableCommand = (
    messages.Sit
    | messages.Stand
    | messages.SitOut
    | messages.SitIn
    | messages.EntropyCommit
    | messages.Entropy
    | messages.Post
    | messages.Decide
    | messages.Set
    | messages.HouseWay
    | messages.Bank
    | messages.PassBank
    | messages.Kick
    | messages.Mute
)
"""The messages that change a table. Each is carried out once."""


def needs_balances(message: TableCommand) -> bool:
    """Whether a command can be decided only with the chips of the players at the table."""
    return isinstance(message, messages.Bank)


def decide(desk: Desk, caller: Caller, message: TableCommand, *, at: str, balances: Balances | None = None) -> Decision:
    """The effect of a command on the table; raises the reason if it is refused."""
    account = caller.account
    match message:
        case messages.Sit(seat=seat, bring=bring):
            return seating.sit(desk, player=account, name=caller.name, bot=caller.bot, place=seat, bring=bring, at=at)
        case messages.Stand(seat=seat):
            return seating.stand(desk, account, place=seat, at=at)
        case messages.SitOut():
            return seating.sit_out(desk, account, at=at)
        case messages.SitIn():
            return seating.sit_in(desk, account, at=at)
        case messages.EntropyCommit():
            return shuffling.commit(desk, account, message.round, message.commitment, at=at)
        case messages.Entropy():
            return shuffling.reveal(desk, account, message.round, message.entropy, at=at)
        case messages.Bank():
            return seating.take_bank(desk, account, message.seat, message.house_bet, at=at, balances=balances)
        case messages.PassBank():
            return seating.pass_bank(desk, account, message.seat, at=at)
        case messages.Kick(seat=seat):
            return hosting.kick(desk, account, seat, at=at)
        case messages.Mute(seat=seat, muted=muted):
            return hosting.mute(desk, account, seat, muted, at=at)
        case messages.Post() | messages.Decide() | messages.Set() | messages.HouseWay():
            by = "bot" if caller.bot else "person"
            return dealing.moved(desk, _move(desk, account, message), by=by, command=message.id, at=at)
        case _:
            raise Broken(f"{type(message).__name__} is not a command")


def _move(desk: Desk, account: str, message: messages.AnyMove) -> SeatMove:
    round_ = _current_round(desk, message.round)
    seat = own_seat(desk, round_, account, message.seat)
    _check_version(round_, message.version)
    match message:
        case messages.Post(wagers=wagers):
            return Posted(seat, wagers)
        case messages.Decide(option=option, stake=stake):
            return Decided(seat, option, stake)
        case messages.Set():
            return _hands_set(round_, seat, message)
        case messages.HouseWay():
            return _house_way(round_, seat)


def _hands_set(round_: Round, seat: SeatNumber, message: messages.Set) -> HandsSet:
    hands = read_hands(message.hands)
    jokers = read_hands(message.jokers)
    slots = round_.game.slots(round_.game.terms, round_.seat(seat))
    if isinstance(round_.step, SetHands) and slots:  # in any other step the round itself refuses them
        check_hands(round_.game, slots, hands, jokers)
    return HandsSet(seat, hands, jokers, tuple(message.claims))


def _current_round(desk: Desk, wanted: str) -> Round:
    """The round that is being played; refuses a message for another one."""
    live = desk.live
    if live is None:
        raise NotAllowed(f"round {wanted} is not the current round (no round is running)")
    if live.id != wanted:
        raise NotAllowed(f"round {wanted} is not the current round (that is {live.id})")
    if live.round is None:
        raise NotAllowed(f"round {wanted} is being shuffled; it opens in a moment")
    return live.round


def own_seat(desk: Desk, round_: Round, account: str, wanted: SeatNumber | None) -> SeatNumber:
    """The seat that a message is for: the one it names, otherwise the caller's first seat that has to move."""
    own = desk.seats_of(account)
    if not own:
        raise NotAllowed("you have no hand in this round")
    if wanted is None:
        return next((seat for seat in own if seat in round_.waiting_for), own[0])
    if wanted not in own:
        raise NotAllowed(f"seat {wanted} is not yours; yours is {', '.join(map(str, own))}")
    return wanted


def _check_version(round_: Round, version: int) -> None:
    """Refuse a move that was sent for an earlier step, or in a step played in turn for an earlier version."""
    in_turn = isinstance(round_.step, DecideStep) and round_.step.in_turn
    oldest = round_.version if in_turn else round_.version - len(round_.step_moves)
    if not oldest <= version <= round_.version:
        raise NotAllowed(f"version {version} is stale; the round is at version {round_.version}")


def read_hands(hands: dict[str, str]) -> dict[str, Cards]:
    """The cards of each slot; an empty text is an empty hand."""
    return {slot: read_cards(text) if text.strip() else () for slot, text in hands.items()}


def _house_way(round_: Round, seat: SeatNumber) -> SeatMove:
    if seat in round_.step_moves:
        return round_.step_moves[seat]  # the round refuses it, like any second move
    if seat not in round_.waiting_for:
        raise NotAllowed(f"seat {seat} has no hands to set now")
    if not round_.game.house_way_on_request(round_.game.terms):
        raise NotAllowed("the house way is not available at this table")
    if not round_.seat(seat).cards or not round_.game.slots(round_.game.terms, round_.seat(seat)):
        raise NotAllowed(f"seat {seat} has no hands to set now")
    return dealing.house_way_of(round_, seat)
