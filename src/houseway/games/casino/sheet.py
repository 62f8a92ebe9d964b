"""
Pyramid Poker, Casino Version, by Peter Yee and Philip Lee.

Marks like [CAS-14] are clauses of rulebook.md; [CAS-A4] is an open question. This file has the course of a round and
the game itself. Its other chapters: `terms.py`, `wagers.py`, `hand_order.py`, `setting.py`, `house_way.py`,
`scoring.py`, `settlement.py` and `cover.py`.
"""

from collections.abc import Mapping

from ...rules.cards import Cards, shoe
from ...rules.game import (
    Deal,
    Decide,
    Game,
    InForce,
    Irregularity,
    JokerNames,
    Opening,
    SeatLimit,
    SetHands,
    Step,
    Wager,
    irregularities,
)
from ...rules.moves import Decided, HandsSet, Move
from ...rules.payments import HOUSE
from ...rules.ranking import Strength
from ...rules.round import Round, Seat
from ...rules.setting import Slot
from .cover import at_risk
from .hand_order import joker_cards, strength
from .house_way import house_way
from .scoring import points_if_won
from .setting import SLOTS, foul, named_jokers, order_kept, why_not_named
from .settlement import foul_cost, points_by_slot, settle
from .terms import Terms, refuse_terms
from .wagers import (
    ANTE,
    BUY,
    BUY_CLAUSE,
    FOLD,
    FOLD_CLAUSE,
    ante_spot,
    fold_payments,
    option_costs,
    why_not_stake,
)

__all__ = ["SHEET", "STANDING", "Terms"]

STANDING = "inventor rules, no regulator approval in source"
"""What a report says about the approval of the sheet [CAS-A28]."""
SHOE_LASTS = 75
"""Per cent of the shoe dealt before a shuffle, where the shoe is used for several rounds [CAS-A21]."""


# The round ---------------------------------------------------------------------------------------------------------


def steps(terms: Terms, opening: Opening) -> tuple[Step, ...]:
    """The sequence of play [CAS-D8]. All cards are face down until the dealer's are exposed [CAS-A13]."""
    sequence: tuple[Step, ...] = (
        Wager((ante_spot(terms),), "CAS-06"),
        Deal(terms.first_cards, "CAS-07", dealer=terms.first_cards),
        Decide(
            (BUY, FOLD),
            "CAS-08",
            leaving=(FOLD,),
            in_turn=terms.decision_order == "seat",  # [CAS-A20]
            option_clauses=(BUY_CLAUSE, FOLD_CLAUSE),
        ),
        Deal(terms.bought_cards, "CAS-10", dealer=terms.bought_cards),
        SetHands("CAS-11"),
    )
    if terms.dealer_policy == "free":
        return (*sequence, SetHands("CAS-A4", who="dealer"))
    return sequence


def refuse(terms: Terms, round_: Round, move: Move) -> str | None:
    """Why the sheet refuses a move."""
    match move:
        case Decided(seat=number, option=option, stake=int(stake)):
            return why_not_stake(terms, round_.seat(number).wagers[ANTE], option, stake)
        case HandsSet(seat=party):
            reason = why_not_named(terms, move.setting, move.jokers)
            if reason is None and (party == HOUSE or terms.foul_policy == "block"):  # [CAS-D7, CAS-A12]
                reason = foul(terms, move.setting, move.jokers)
            return reason
        case _:
            return None


# The game ----------------------------------------------------------------------------------------------------------


def seats(terms: Terms) -> range:
    """Up to six players [CAS-01]."""
    return range(1, terms.players + 1)


def cards_in_shoe(terms: Terms) -> Cards:
    """Two decks and two jokers [CAS-02]."""
    return shoe(decks=terms.decks, jokers=terms.jokers)


def slots(terms: Terms, seat: Seat) -> tuple[Slot, ...]:
    """The hands of one, three and five cards [CAS-04]."""
    return SLOTS


def irregularities_of(terms: Terms) -> Mapping[str, Irregularity]:
    """The sheet names no irregularities, so the operator may void a round."""
    return irregularities("void_round", "CAS-D8")


def house_way_on_request(terms: Terms) -> bool:
    """Whether a player may ask for the house way [CAS-A30]."""
    return terms.house_way_on_request


def strength_in_slot(terms: Terms, slot: str, hand: Cards, jokers: Cards) -> Strength:
    """The strength of a hand, the same in every slot."""
    return strength(terms, hand, jokers)


def may_name_jokers(terms: Terms) -> JokerNames:
    """Whether a player may say what a joker stands for [CAS-A31]."""
    return "may" if terms.joker_use == "any" else "no"


def in_force(terms: Terms) -> tuple[InForce, ...]:
    """What a player should know about jokers, where they may be any card [CAS-A31]."""
    if terms.joker_use == "best":
        return ()
    return (InForce("A joker may stand for any card you wish, also a low one", "CAS-A31"),)


def hands_per_player(terms: Terms) -> SeatLimit:
    """How many seats one player may take, and the clause."""
    return SeatLimit(terms.max_hands_per_player, "CAS-A22")


def shoe_lasts(terms: Terms) -> int:
    """Per cent of the shoe dealt before a shuffle; 0 is a shuffle every round [CAS-A21]."""
    return SHOE_LASTS if terms.reshuffle == "shoe" else 0


SHEET = Game(
    key="casino",
    name="Pyramid Poker, Casino Version",
    about="Get seven cards, buy two more or fold, then set the nine as one, three and five against the dealer.",
    terms=Terms(),
    seats=seats,
    shoe=cards_in_shoe,
    steps=steps,
    slots=slots,
    settle=settle,
    irregularities=irregularities_of,
    house_way=house_way,
    house_way_on_request=house_way_on_request,
    foul=foul,
    foul_cost=foul_cost,
    order_kept=order_kept,
    strength=strength_in_slot,
    points_if_won=points_if_won,
    joker_cards=joker_cards,
    named_jokers=named_jokers,
    may_name_jokers=may_name_jokers,
    option_costs=option_costs,
    hands_per_player=hands_per_player,
    shoe_lasts=shoe_lasts,
    refuse_terms=refuse_terms,
    refuse=refuse,
    due=fold_payments,
    hand_points=points_by_slot,
    at_risk=at_risk,
    cover_clause="CAS-A14",
    in_force=in_force,
)
