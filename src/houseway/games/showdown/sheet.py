"""
Pyramid Poker, Showdown Version, by Philip Lee and Peter Yee (2017).

Marks like [SHO-38] are clauses of rulebook.md; [SHO-A5] is an open question. The chapters of the sheet are modules of
their own: `terms.py`, `hand_order.py` (what beats what), `legality.py` (sizes and order of the six hands), `scoring.py`
(points) and `pot.py` (antes, surrenders, buys and the Pot). `house_way.py` is ours. This file has the course of a
round, its settlement and the `Game`. Players deal among themselves: the next higher seat number sits to the left, and
seat 1 to the left of the last.
"""

from collections.abc import Mapping

from ...rules.cards import JOKER, Card, Cards, shoe
from ...rules.game import (
    Deal,
    Decide,
    ExposureOrder,
    Game,
    Irregularity,
    JokerNames,
    Opening,
    SetHands,
    Step,
    irregularities,
)
from ...rules.moves import Decided, HandsSet, Move
from ...rules.payments import POT, Payment, SeatNumber, pays
from ...rules.ranking import Strength
from ...rules.round import Round, Seat
from ...rules.setting import Setting, Slot, discards
from .hand_order import Hand, hand_name, joker_cards, strength_of
from .house_way import house_way
from .in_force import in_force
from .legality import (
    SLOTS,
    STANDARD_SIZES,
    allowed_sizes,
    foul,
    foul_cost,
    hands_of,
    is_legal,
    order_kept,
    slot_name,
    slot_number,
)
from .pot import (
    PLAY,
    STAY,
    SURRENDER,
    award_pot,
    limit_to_chips,
    option_costs,
    payments_before_showdown,
    refund_stakes,
)
from .scoring import champions, points, points_by_slot, scores, totals
from .terms import Terms

__all__ = ["SHEET", "Terms"]

SIZE_CLAUSES = {1: "SHO-25", 2: "SHO-25", 3: "SHO-24", 4: "SHO-23", 5: "SHO-22", 6: "SHO-21"}
"""By slot, the clause that says how many cards it takes."""


# The round ---------------------------------------------------------------------------------------------------------


def steps(terms: Terms, opening: Opening) -> tuple[Step, ...]:
    """Twenty cards, two sealed declarations with a buy after each, six hands face down [SHO-07, SHO-31]."""
    options: tuple[str, ...] = (PLAY, SURRENDER)
    if terms.buy_optional:  # [SHO-A26]
        options = (PLAY, SURRENDER, STAY)
    return (
        Deal(terms.initial_cards, "SHO-12"),
        Decide(options, "SHO-28", leaving=(SURRENDER,)),
        Deal(terms.buy1_cards, "SHO-27", to=PLAY),
        Decide(options, "SHO-29", leaving=(SURRENDER,)),
        Deal(terms.buy2_cards, "SHO-30", to=PLAY),
        SetHands("SHO-13"),  # hands set cannot be changed [SHO-14]; all open together, H1 to H6 [SHO-33, SHO-A41]
    )


def slots(terms: Terms, seat: Seat) -> tuple[Slot, ...]:
    return tuple(Slot(slot_name(slot), allowed_sizes(terms, slot), SIZE_CLAUSES[slot]) for slot in SLOTS)


def colours(setting: Setting, cards: Cards) -> dict[str, Cards]:
    """Cards by colour of the display: standard white, extension yellow, discards grey [SHO-54, SHO-A33]."""
    white: list[Card] = []
    yellow: list[Card] = []
    for slot, standard_size in STANDARD_SIZES.items():
        hand = setting[slot_name(slot)]
        white += hand[:standard_size]
        yellow += hand[standard_size:]
    return {"white": tuple(white), "yellow": tuple(yellow), "grey": discards(cards, setting)}


def refuse_opening(terms: Terms, opening: Opening) -> str | None:
    """Refuse players with less than the minimum buy-in; one whose chips are unknown has an open account [SHO-A20]."""
    short = [
        opening.name_of(seat)
        for seat, player in enumerate(opening.players, start=1)
        if player in opening.chips and opening.chips[player] < terms.min_buy_in
    ]
    return f"{', '.join(short)} must bring at least {terms.min_buy_in} chips [SHO-A20]" if short else None


def refuse(terms: Terms, round_: Round, move: Move) -> str | None:
    if isinstance(move, Decided) and move.stake is not None:
        return f"a fist holds one chip or none, and what it costs is set, not {move.stake} chips [SHO-28]"
    if not isinstance(move, HandsSet):
        return None
    reason = refuse_jokers(terms, round_.seat(move.seat), move)
    if reason is None and terms.foul_policy == "block":  # [SHO-A24]
        reason = foul(terms, move.setting, move.jokers)
    return reason


def refuse_jokers(terms: Terms, seat: Seat, move: HandsSet) -> str | None:
    """Refuse joker names that the terms forbid [SHO-A13] or miss [SHO-A15]; the house way needs none."""
    for name, hand in move.setting.items():
        jokers = move.jokers.get(name, ())
        if not terms.joker_duplicates and repeats_a_card(hand, jokers):
            return f"a joker in {name} may not be a card that is there already [SHO-A13]"
        needs_names = terms.joker_declaration == "declared" and JOKER in hand and not jokers
        if needs_names and dict(move.setting) != house_way(terms, seat.cards):
            return f"say what each joker in {name} stands for [SHO-A15]"
    return None


def may_name_jokers(terms: Terms) -> JokerNames:
    """Whether a player may, or must, say what each joker stands for [SHO-A15]."""
    return "must" if terms.joker_declaration == "declared" else "may"


def repeats_a_card(hand: Cards, jokers: Cards) -> bool:
    """True if a joker is named after a card of the hand or after the same card as another joker."""
    return bool(set(jokers) & set(hand)) or len(set(jokers)) < len(jokers)


# Settlement --------------------------------------------------------------------------------------------------------


def settle(terms: Terms, round_: Round) -> list[Payment]:
    """All payments of a round: before the showdown, at the showdown, and the Pot."""
    scored = scores(terms, round_)
    payments = payments_before_showdown(terms, round_)
    for (a, b), points_by_hand in scored.items():
        payments += net_score_payment(terms, a, b, points_by_hand)
    payments = limit_to_chips(terms, round_, payments)
    stakes = [payment for payment in payments if payment.payee == POT]
    pot = round_.opening.pot + sum(stake.chips for stake in stakes)
    live = round_.live
    if len(live) == 1:
        return payments + pays(live[0].number, POT, pot, "pot", "SHO-A18", "all others surrender")
    if live:
        net_scores = {pair: sum(points_by_hand) for pair, points_by_hand in scored.items()}
        return payments + award_pot(terms, round_, champions(totals(net_scores)), pot)
    if terms.all_surrender == "refund":  # [SHO-A19]
        return payments + refund_stakes(stakes)
    return payments  # the Pot is carried to the next round [SHO-A19]


def net_score_payment(terms: Terms, ours: SeatNumber, theirs: SeatNumber, points_by_hand: list[int]) -> list[Payment]:
    """The net score of two players, paid in chips at once [SHO-37, SHO-38]."""
    net_score = sum(points_by_hand)
    why = f"net {abs(net_score)} over six hands ({' '.join(map(str, points_by_hand))})"
    if terms.chip_value > 1:  # [SHO-09]
        why += f", worth {abs(net_score) * terms.chip_value}"
    return pays(ours, theirs, net_score * terms.chips_per_point, "showdown", "SHO-38", why)


# The game ----------------------------------------------------------------------------------------------------------


def number_of_seats(terms: Terms) -> range:
    return range(2, terms.players + 1)  # [SHO-A23]


def all_cards(terms: Terms) -> Cards:
    return shoe(decks=terms.decks, jokers=terms.jokers)  # 160 cards, shuffled for each round [SHO-03, SHO-05]


def reasons_to_void(terms: Terms) -> Mapping[str, Irregularity]:
    return irregularities("void_round", "SHO-12")  # the sheet names none


def has_no_foul(terms: Terms, setting: Setting, jokers: Mapping[str, Cards]) -> bool:
    return is_legal(terms, hands_of(setting, jokers))


def strength_in_slot(terms: Terms, slot: str, cards: Cards, jokers: Cards) -> Strength:
    return strength_of(terms, Hand(cards, jokers))


def points_if_won(terms: Terms, slot: str, cards: Cards, jokers: Cards) -> int:
    """What a hand scores if it wins, before any special points of the other hand are taken off [SHO-D7]."""
    return points(terms, slot_number(slot), strength_in_slot(terms, slot, cards, jokers))


def default_decision(terms: Terms, step: Decide) -> str:
    return terms.declare_timeout  # [SHO-A42]


def dealer_rotates(terms: Terms) -> bool:
    return terms.dealer_rotation == "clockwise"  # [SHO-A28]


def exposure_order(terms: Terms) -> ExposureOrder:
    return "hand_by_hand"  # everybody at the same time, hand 1 to hand 6 [SHO-33]


def due(terms: Terms, round_: Round) -> list[Payment]:
    return limit_to_chips(terms, round_, payments_before_showdown(terms, round_))


SHEET = Game(
    key="showdown",
    name="Pyramid Poker, Showdown Version",
    about="Set 20 to 25 cards as six hands, each stronger than the one before; play the others for points and the Pot.",
    terms=Terms(),
    seats=number_of_seats,
    shoe=all_cards,
    steps=steps,
    slots=slots,
    settle=settle,
    irregularities=reasons_to_void,
    house_way=house_way,
    foul=foul,
    foul_cost=foul_cost,
    has_no_foul=has_no_foul,
    strength=strength_in_slot,
    points_if_won=points_if_won,
    order_kept=order_kept,
    hand_name=hand_name,
    joker_cards=joker_cards,
    may_name_jokers=may_name_jokers,
    exposure_order=exposure_order,
    option_costs=option_costs,
    players_needed=2,  # [SHO-A18]; nobody banks [SHO-01]
    default_decision=default_decision,
    dealer_rotates=dealer_rotates,
    refuse_opening=refuse_opening,
    refuse=refuse,
    hand_points=points_by_slot,
    due=due,
    in_force=in_force,
    without_credit={"shortage": "table_stakes"},  # [SHO-A20]
)
