"""A round in words: its moves as sentences, its parties by name, and the wagers that pushed."""

from __future__ import annotations

from ..games import labels_of
from ..rules.cards import write_cards
from ..rules.game import AnyGame
from ..rules.moves import Dealt, Decided, HandsSet, Posted, Voided
from ..rules.payments import Party, Payment, SeatNumber, net
from ..rules.playing import settlement
from ..rules.round import Round
from ..rules.setting import Setting


def describe_move(before: Round, after: Round) -> str:
    """The move between two states, as a sentence without its full stop."""
    labels = labels_of(after.game)
    match after.moves[-1]:
        case Posted(seat=seat, wagers=wagers):
            chips_on = [f"{labels.name('wagers', name)} {chips}" for name, chips in wagers.items()]
            return f"{named(after, seat)} wagers: {', '.join(chips_on)}"
        case Decided(seat=seat, option=option):
            return f"{named(after, seat)} decides: {labels.name('decisions', option).lower()}"
        case HandsSet(seat=seat, setting=setting):
            return f"{named(after, seat)} sets {hands(setting, after.game)}"
        case Voided(reason=reason, note=note):
            return f"void: {reason.replace('_', ' ')}{f' ({note})' if note else ''}; every stake goes back"
        case Dealt():
            return "deal: " + "; ".join(_received(before, after))


def _received(before: Round, after: Round) -> list[str]:
    received = [
        f"{named(after, new.number)} {write_cards(new.cards[len(old.cards) :])}"
        for old, new in zip(before.seats, after.seats, strict=True)
        if len(new.cards) > len(old.cards)
    ]
    dealer = after.dealer[len(before.dealer) :]
    if dealer:
        received.append(f"dealer {write_cards(dealer)}")
    return received


def named(round_: Round, party: Party) -> str:
    """A party with its seat and name, such as `seat 1 (Ada)`."""
    return f"seat {party} ({round_.opening.name_of(party)})" if isinstance(party, int) else f"the {party}"


def hands(setting: Setting, game: AnyGame) -> str:
    """The hands of a setting with their names."""
    labels = labels_of(game)
    return " | ".join(f"{labels.name('hands', slot)} {write_cards(cards)}" for slot, cards in setting.items())


def short(round_: Round, party: Party) -> str:
    """The name of a party; a player with several hands also has the number of the hand."""
    if not isinstance(party, int):
        return party
    name = round_.opening.name_of(party)
    hands_of_player = seats_by_player(round_)[round_.opening.players[party - 1]]
    if len(hands_of_player) == 1:
        return name
    return f"{name} (hand {hands_of_player.index(party) + 1})"


def seats_by_player(round_: Round) -> dict[str, list[SeatNumber]]:
    """The seats of each player, in the order of the seats."""
    seats: dict[str, list[SeatNumber]] = {}
    for number, player in enumerate(round_.opening.players, start=1):
        seats.setdefault(player, []).append(number)
    return seats


def net_in_all(round_: Round) -> dict[str, int]:
    """The result of all hands together, by name, of each player who had several hands."""
    won = net(settlement(round_))
    return {
        round_.opening.name_of(seats[0]): sum(won.get(seat, 0) for seat in seats)
        for seats in seats_by_player(round_).values()
        if len(seats) > 1
    }


def reason(round_: Round, payment: Payment) -> str:
    """Why a payment is made; the points of hands have the signs of the player who is paid."""
    scored = round_.game.hand_points(round_.game.terms, round_)
    points = scored.get((payment.payer, payment.payee)) if isinstance(payment.payer, int) else None
    if points is None or not isinstance(payment.payee, int):
        return payment.why
    for_payer = " ".join(str(won) for won in points.values())
    for_payee = " ".join(str(-won) for won in points.values())
    return payment.why.replace(f"({for_payer})", f"({for_payee})")


def pushes(round_: Round) -> list[tuple[int, str]]:
    """The wagers that pushed, by seat: the stake goes back."""
    moved = {(party, payment.wager) for payment in settlement(round_) for party in (payment.payer, payment.payee)}
    return [(seat.number, wager) for seat in round_.seats for wager in seat.wagers if (seat.number, wager) not in moved]
