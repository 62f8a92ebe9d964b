"""Antes, surrenders, buys and the Pot of Pyramid Showdown."""

from typing import NamedTuple

from ...rules.costs import OptionCost, OptionCosts
from ...rules.payments import POT, Party, Payment, SeatNumber, limit_to_table_stakes, pays
from ...rules.round import Round, Seat
from .hand_order import strength_of
from .scoring import hands_at_showdown, seats_clockwise
from .terms import Terms

PLAY = "play"
SURRENDER = "surrender"
STAY = "stay"
"""Play on without buying, where that is allowed [SHO-A26]."""


# Before the showdown -----------------------------------------------------------------------------------------------


class Costs(NamedTuple):
    """What a declaration costs: surrendering, to each remaining player, and buying cards, to the Pot."""

    surrender: int
    surrender_clause: str
    buy: int
    buy_clause: str


def costs_of_declarations(terms: Terms) -> tuple[Costs, Costs]:
    """What the first and the second declaration cost."""
    return (
        Costs(terms.surrender1_chips, "SHO-26", terms.buy1_chips, "SHO-27"),
        Costs(terms.surrender2_chips, "SHO-29", terms.buy2_chips, "SHO-30"),
    )


def option_costs(terms: Terms, round_: Round, seat: Seat) -> OptionCosts:
    """What this declaration costs: to buy cards, to surrender, and to stay where that is allowed."""
    turn = len(seat.decisions)
    costs = costs_of_declarations(terms)[turn]
    cards = ("three", "two")[turn]  # [SHO-27, SHO-30]
    options = {
        PLAY: OptionCost(
            label=f"Buy {cards} cards",
            says=f"Put {costs.buy} chips into the Pot, receive {cards} more cards and play on",
            clause=costs.buy_clause,
            effect="adds",
            chips=costs.buy,
        ),
        SURRENDER: OptionCost(
            label="Surrender",
            says=f"Give up your hand and pay {costs.surrender} chips to each player who plays on",
            clause=costs.surrender_clause,
            effect="pays",
            chips=costs.surrender,
            payees=len(round_.live) - 1,
        ),
    }
    if terms.buy_optional:
        options[STAY] = OptionCost(label="Stay", says="Play on with the cards you hold", clause="SHO-A26")
    return options


def payments_before_showdown(terms: Terms, round_: Round) -> list[Payment]:
    """Antes, then the payments of the first and of the second declaration [SHO-53]."""
    first, second = costs_of_declarations(terms)
    return [
        *antes(terms, round_),
        *payments_of_declaration(round_, 0, first),
        *payments_of_declaration(round_, 1, second),
    ]


def antes(terms: Terms, round_: Round) -> list[Payment]:
    """Everybody's ante [SHO-11]."""
    payments = []
    for seat in round_.seats:
        payments += pays(seat.number, POT, -terms.ante_chips, "ante", "SHO-11", "ante")
    return payments


def payments_of_declaration(round_: Round, turn: int, costs: Costs) -> list[Payment]:
    """Surrenders [SHO-26, SHO-29], then buys [SHO-27, SHO-30]."""
    decisions = {seat.number: seat.decisions[turn] for seat in round_.seats if len(seat.decisions) > turn}
    surrendering = [seat for seat, decision in decisions.items() if decision == SURRENDER]
    remaining = [seat for seat, decision in decisions.items() if decision != SURRENDER]  # [SHO-A17]
    payments = []
    for seat in surrendering:
        for other in remaining:
            payments += pays(seat, other, -costs.surrender, "surrender", costs.surrender_clause, "surrenders")
    if len(remaining) > 1:  # a last player pays no more [SHO-A18]
        for seat in remaining:  # only those who remain buy [SHO-A22]
            if decisions[seat] == PLAY:
                payments += pays(seat, POT, -costs.buy, "buy", costs.buy_clause, "buys cards")
    return payments


def limit_to_chips(terms: Terms, round_: Round, payments: list[Payment]) -> list[Payment]:
    """Payments on an open account, or only as far as each player's chips reach [SHO-10, SHO-A20]."""
    if terms.shortage != "table_stakes":
        return payments
    chips = round_.opening.chips
    means: dict[Party, int] = {seat.number: chips[seat.player] for seat in round_.seats if seat.player in chips}
    return limit_to_table_stakes(payments, means)


# Who wins the Pot --------------------------------------------------------------------------------------------------


def award_pot(terms: Terms, round_: Round, winners: list[SeatNumber], pot: int) -> list[Payment]:
    """The Pot to the Showdown Champion [SHO-40]; how a tie is settled is an open question [SHO-A21]."""
    if len(winners) > 1 and terms.pot_tie == "carry":
        return []
    if len(winners) > 1 and terms.pot_tie == "compare_h6":
        winners = strongest_hand6(terms, round_, winners)
    if len(winners) == 1:
        return pays(winners[0], POT, pot, "pot", "SHO-40", "Showdown Champion")
    return split_pot(round_, winners, pot)


def split_pot(round_: Round, winners: list[SeatNumber], pot: int) -> list[Payment]:
    """Equal shares; odd chips go to the first winner to the dealer's left [SHO-A21]."""
    share, odd_chips = divmod(pot, len(winners))
    from_dealers_left = seats_clockwise(round_, round_.opening.dealer_seat + 1)
    first, *others = [seat.number for seat in from_dealers_left if seat.number in winners]
    payments = pays(first, POT, share + odd_chips, "pot", "SHO-A21", "tied for Champion")
    for seat in others:
        payments += pays(seat, POT, share, "pot", "SHO-A21", "tied for Champion")
    return payments


def strongest_hand6(terms: Terms, round_: Round, tied: list[SeatNumber]) -> list[SeatNumber]:
    """The tied seats with the strongest H6; all of them if all fouled [SHO-A21]."""
    hands6 = {
        seat: strength_of(terms, hands[-1])
        for seat, hands in hands_at_showdown(terms, round_).items()
        if hands and seat in tied
    }
    if not hands6:
        return tied
    strongest = max(hands6.values())
    return [seat for seat, hand6 in hands6.items() if hand6 == strongest]


def refund_stakes(stakes: list[Payment]) -> list[Payment]:
    """Chips paid into the Pot back to their payers, where everybody surrendered [SHO-A19]."""
    return [stake._replace(payer=POT, payee=stake.payer, clause="SHO-A19", why="all surrender") for stake in stakes]
