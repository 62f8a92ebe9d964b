"""
A table between rounds: chips, banker, dealer, pot, and the cards that have left the shoe.

A table is a value. Before a round the bank is offered, and passed or taken. `open_round` starts the round, and
`close_round` gives the table after it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from .cards import Cards
from .errors import NotAllowed, shown
from .game import AnyGame, Banking, Deal, Opening, Wager
from .moves import Posted
from .payments import HOUSE, POT, Party, SeatNumber, net
from .playing import play, settlement, start
from .round import Round
from .values import cache_with, replace

MOST_OPENED = 2048
"""Rounds of a game that are cached before their first move."""


@dataclass(frozen=True, kw_only=True)
class Table:
    """A table between two rounds."""

    game: AnyGame
    players: tuple[str, ...]
    """The identities of the players at seats 1, 2, ... One that occurs twice plays several hands."""
    chips: Mapping[str, int] = field(default_factory=dict)
    """The chips of each player; a player who is not listed has unlimited credit."""
    names: tuple[str, ...] = ()
    """The name shown for each seat. If empty, the identities in `players` are the names."""
    rounds: int = 0
    banker: Party = HOUSE
    """The party that banks the next round."""
    house_bet: int = 0
    passed: frozenset[SeatNumber] = frozenset()
    """Seats that passed the bank for the next round."""
    offer_from: SeatNumber = 1
    """The seat that the offer of the bank starts from."""
    last_banker: Party = HOUSE
    previous_main: Mapping[str, int] = field(default_factory=dict)
    """What each player wagered against the House in the previous round."""
    last_house_main: Mapping[str, int] = field(default_factory=dict)
    """What each player wagered in the last round they played with the House as bank."""
    dealer_seat: SeatNumber = 1
    pot: int = 0
    spent: Cards = ()

    @property
    def banking(self) -> Banking | None:
        return self.game.banking(self.game.terms)


def may_bank(table: Table) -> tuple[SeatNumber, ...]:
    """The seats that may take the bank of the next round; empty where the House must bank it."""
    rule = table.banking
    if rule is None or not rule.may_bank or _house_must_bank(table, rule):
        return ()
    count = len(table.players)
    order = [(table.offer_from - 1 + turn) % count + 1 for turn in range(count)]
    willing = [seat for seat in order if seat not in table.passed]
    return tuple(willing[:1] if rule.offer == "rotate" else sorted(willing))


def _house_must_bank(table: Table, rule: Banking) -> bool:
    """Whether the House banks the next round: after every round of a player, or strictly every second round."""
    if rule.frequency == "no_consecutive":
        return table.last_banker != HOUSE
    return table.rounds % 2 == 0


def house_bet_cap(table: Table, seat: SeatNumber) -> int:
    """The most the House may wager against this seat's bank: what its player wagered against the House before."""
    rule = table.banking
    wagered = table.previous_main
    if rule and rule.house_bet_basis == "last_house_banked":
        wagered = table.last_house_main
    return wagered.get(table.players[seat - 1], 0)


def why_not_bank(table: Table, seat: SeatNumber, house_bet: int = 0) -> str | None:
    """Why this seat cannot bank the next round, with the House wagering this much against it."""
    rule = table.banking
    if rule is None:
        return f"players do not bank in {table.game.name}"
    if not rule.may_bank:
        return f"players do not bank at this table [{rule.clauses['may']}]"
    if _house_must_bank(table, rule):
        return f"the House must bank every other hand, and this one is the House's [{rule.clauses['every_other']}]"
    if table.banker != HOUSE:
        return f"seat {table.banker} banks already, and a bank is not shared [{rule.clauses['one_banker']}]"
    if seat not in may_bank(table):
        return (
            f"the bank is not seat {shown(seat)}'s now; it is offered to {_offered_to(table)} [{rule.clauses['may']}]"
        )
    cap = house_bet_cap(table, seat)
    if type(house_bet) is not int or not 0 <= house_bet <= cap:
        return (
            f"the House wagers 0 to {cap} chips against this bank, not {shown(house_bet)} [{rule.clauses['house_bet']}]"
        )
    return why_bank_fails(replace(table, banker=seat, house_bet=house_bet))


def why_bank_fails(table: Table) -> str | None:
    """
    Why the player who took the bank cannot hold it: the game's own rule, or too few chips for the lowest wagers.

    The chips of the other players do not matter. None if the House banks, or could not open the round either.
    """
    if table.banker == HOUSE:
        return None
    reason = why_not_begin(_with_chips_of(table, table.players[int(table.banker) - 1]))
    if reason and why_not_begin(replace(table, banker=HOUSE, house_bet=0, chips={})) is None:
        return reason
    return None


def players_who_cannot_pay(table: Table) -> dict[str, str]:
    """
    The players whose own chips keep the next round from opening, each with the reason.

    Each is tested as if the others had unlimited credit. Empty if the round could not open with unlimited credit.
    """
    if why_not_begin(replace(table, chips={})) is not None:
        return {}
    reasons = {player: why_not_begin(_with_chips_of(table, player)) for player in dict.fromkeys(table.players)}
    return {player: reason for player, reason in reasons.items() if reason is not None}


def _with_chips_of(table: Table, player: str) -> Table:
    """The table if every other player had unlimited credit."""
    return replace(table, chips={player: table.chips[player]} if player in table.chips else {})


def why_not_begin(table: Table) -> str | None:
    """Why the next round cannot open, or cannot be wagered on with the lowest wagers."""
    try:
        with_lowest_wagers(open_round(table))
    except NotAllowed as error:
        return str(error)
    return None


@cache_with
def with_lowest_wagers(round_: Round) -> Round:
    """The round after the lowest wagers of every seat that has to wager. Raises `NotAllowed` if one is refused."""
    bettors = round_.waiting_for if isinstance(round_.step, Wager) else ()
    for seat in map(int, bettors):  # the House does not wager in this step
        round_ = play(round_, Posted(seat, lowest_wagers(round_, seat)))
    return round_


def lowest_wagers(round_: Round, seat: SeatNumber) -> dict[str, int]:
    """The lowest wagers that this seat may make."""
    step = round_.step
    if not isinstance(step, Wager):
        return {}
    is_banker = seat == round_.opening.banker
    spots = step.banker_spots if is_banker else step.instead or step.spots
    return {spot.name: spot.low for spot in spots if not spot.optional}


def _offered_to(table: Table) -> str:
    return ", ".join(f"seat {seat}" for seat in may_bank(table)) or "nobody"


def take_bank(table: Table, seat: SeatNumber, *, house_bet: int = 0) -> Table:
    """The table when this seat has taken the bank of the next round."""
    reason = why_not_bank(table, seat, house_bet)
    if reason:
        raise NotAllowed(reason)
    return replace(table, banker=seat, house_bet=house_bet)


def pass_bank(table: Table, seat: SeatNumber) -> Table:
    """The table when this seat has passed the bank, which it may also do after taking it."""
    if seat not in range(1, len(table.players) + 1):
        raise NotAllowed(f"there is no seat {shown(seat)}; the seats are 1 to {len(table.players)}")
    passed = table.passed | {seat}
    if table.banker == seat:
        return replace(table, passed=passed, banker=HOUSE, house_bet=0)
    return replace(table, passed=passed)


def open_round(table: Table) -> Round:
    """The next round, before its first move."""
    opening = Opening(
        players=table.players,
        chips=table.chips,
        names=table.names,
        banker=table.banker,
        house_bet=table.house_bet,
        dealer_seat=table.dealer_seat,
        pot=table.pot,
        spent=table.spent,
        deck_back=_next_deck_back(table),
    )
    return opened(table.game, opening)


def opened(game: AnyGame, opening: Opening) -> Round:
    """
    A round before its first move, the same as `start` gives.

    The latest are cached: a table tries whether a round can open, offers the bank and opens the round with the same
    players and mostly the same chips, time and again.
    """
    key = (
        opening.players,
        tuple(opening.chips.items()),
        opening.names,
        opening.banker,
        opening.house_bet,
        opening.dealer_seat,
        opening.pot,
        opening.spent,
        opening.deck_back,
    )
    rounds = _opened_rounds(game)
    if key not in rounds:
        if len(rounds) >= MOST_OPENED:
            del rounds[next(iter(rounds))]
        rounds[key] = start(game, opening)
    return rounds[key]


@cache_with
def _opened_rounds(game: AnyGame) -> dict[tuple[object, ...], Round]:
    """The cache of `opened` for this game."""
    return {}


def _next_deck_back(table: Table) -> str:
    """The back of the deck of the next round, where several decks alternate."""
    backs = table.game.deck_backs(table.game.terms)
    return backs[table.rounds % len(backs)] if backs else ""


def close_round(table: Table, round_: Round) -> Table:
    """The table after a finished round: chips paid, the bank and the deal passed on."""
    if not round_.over:
        raise NotAllowed("the round is not over; close it after its last move")
    won = net(settlement(round_))
    chips = Counter(table.chips)
    for seat in round_.seats:
        if seat.player in chips:
            chips[seat.player] += won.get(seat.number, 0)
    return replace(
        _next_bank(table, round_),
        chips={player: chips[player] for player in table.chips},
        rounds=table.rounds + 1,
        pot=table.pot + won.get(POT, 0),
        dealer_seat=_next_dealer(table),
        spent=_spent(table, round_),
    )


def _next_dealer(table: Table) -> SeatNumber:
    if table.game.dealer_rotates(table.game.terms):
        return _seat_after(table, table.dealer_seat)
    return table.dealer_seat


def _seat_after(table: Table, seat: SeatNumber) -> SeatNumber:
    return seat % len(table.players) + 1


def _next_bank(table: Table, round_: Round) -> Table:
    """The table with the bank free again and the last wagers noted; a voided round changes neither turn nor wagers."""
    rule = table.banking
    banker = round_.opening.banker
    after = replace(table, banker=HOUSE, house_bet=0, passed=frozenset())
    if rule is None or round_.voided:
        return after
    if banker == HOUSE:
        mains = _main_wagers(rule, round_)
        last_house_main = {**table.last_house_main, **mains}
        return replace(after, last_banker=HOUSE, previous_main=mains, last_house_main=last_house_main)
    return replace(after, last_banker=banker, offer_from=_seat_after(table, int(banker)), previous_main={})


def _main_wagers(rule: Banking, round_: Round) -> dict[str, int]:
    """What each player wagered against the House: all hands together, or the largest of them."""
    mains: dict[str, int] = {}
    for seat in round_.seats:
        wagered = seat.wagers.get(rule.main_wager, 0)
        before = mains.get(seat.player, 0)
        mains[seat.player] = before + wagered if rule.house_bet_hands == "sum" else max(before, wagered)
    return mains


def _spent(table: Table, round_: Round) -> Cards:
    """The cards that have left the shoe; none if it is shuffled before the next round."""
    shoe_size = len(table.game.shoe(table.game.terms))
    spent = (*table.spent, *round_.dealt)
    is_used_up = len(spent) * 100 >= table.game.shoe_lasts(table.game.terms) * shoe_size
    deals = [step for step in round_.steps if isinstance(step, Deal)]
    needed = sum(step.cards * len(table.players) + step.dealer for step in deals)
    is_too_short = shoe_size - len(spent) < needed
    return () if round_.voided or is_used_up or is_too_short else spent
