"""
Pick 2 Poker, as approved by the Washington State Gambling Commission in 2008.

Marks like [P2P-38] are clauses of rulebook.md; [P2P-A7] is an open question. The "Procedures & Training" attached to
the letter are taken as its "Rules of Play" [P2P-A22]; the layout card's footer is noise of the scanner [P2P-A23].

This file has the course of a round and the game itself. Its other chapters: `terms.py`, `wagers.py`, `hand_order.py`,
`pay_tables.py`, `bonuses.py`, `decision_costs.py`, `settlement.py`, `limits.py` and `cover.py`.
"""

from collections.abc import Mapping

from ...rules.cards import Cards, shoe, write_cards
from ...rules.game import Deal, Decide, Game, Irregularity, Opening, SeatLimit, SetHands, Step, Wager, irregularities
from ...rules.moves import Decided, HandsSet, Move, Posted
from ...rules.payments import HOUSE
from ...rules.ranking import Made, Strength
from ...rules.round import Round, Seat
from ...rules.setting import Setting, Slot
from .cover import at_risk
from .decision_costs import option_costs
from .hand_order import THREE_CARD_POKER, best_three, five_strength, three_strength
from .in_force import in_force
from .limits import limits_in_words, refuse_limits, refuse_terms
from .settlement import dealer_cards, settle, unset_hands
from .terms import Terms
from .wagers import (
    ANTE,
    BONUS_5_ONLY,
    FIVE,
    FOLD,
    FOLD_CLAUSE,
    PLAY_CLAUSE,
    THREE,
    bonus_only_spots,
    spots,
    why_not_decision,
    why_not_wagers,
)

__all__ = ["SHEET", "Terms"]

CARDS_DEALT = 5
THREE_CARDS = Slot(THREE, (3,), "P2P-32")  # the other two cards lie face down under the 3-5 Bonus


# The round ---------------------------------------------------------------------------------------------------------


def steps(terms: Terms, opening: Opening) -> tuple[Step, ...]:
    """The steps of a round: wagers, the deal, the decision, and the three cards of a seat that chose three."""
    return (
        Wager(spots(terms), "P2P-19", instead=bonus_only_spots(terms)),  # [P2P-A13]
        Deal(CARDS_DEALT, "P2P-27", dealer=CARDS_DEALT, one_by_one=terms.deal == "one_by_one"),  # [P2P-A33]
        Decide(  # three or five cards, never both [P2P-29]
            (THREE, FIVE, FOLD), "P2P-28", leaving=(FOLD,), option_clauses=(PLAY_CLAUSE, PLAY_CLAUSE, FOLD_CLAUSE)
        ),
        SetHands("P2P-32"),
    )


def slots(terms: Terms, seat: Seat) -> tuple[Slot, ...]:
    """The slots that a seat sets: the three cards, if it chose three [P2P-32]."""
    if seat.decisions and seat.decisions[-1] == THREE:
        return (THREE_CARDS,)
    return ()


def refuse_opening(terms: Terms, opening: Opening) -> str | None:
    """Why a round cannot be opened like this: a banker other than the dealer, or cards missing from the deck."""
    if opening.banker != HOUSE or opening.house_bet:
        return "everybody plays against the dealer; nobody else banks [P2P-19]"
    if opening.spent:
        return f"all cards are picked up after a round, so {write_cards(opening.spent)} cannot be spent [P2P-41]"
    return None


def refuse(terms: Terms, round_: Round, move: Move) -> str | None:
    """Why the sheet refuses a move. A move always names the mover's own seat [P2P-A20]."""
    match move:
        case Posted(wagers={"ante": ante, "bonus_3_5": bonus_3_5, **others}):
            return why_not_wagers(terms, ante, bonus_3_5, others.get(BONUS_5_ONLY, 0))
        case Decided(seat=number, option=option, stake=stake):
            return why_not_decision(terms, round_.seat(number).wagers.get(ANTE, 0), option, stake)
        case HandsSet(seat=number, setting={"three": three}) if terms.three_choice == "best":
            return why_not_best(round_.seat(number).cards, three)
        case _:
            return None


def why_not_best(cards: Cards, three: Cards) -> str | None:
    """Why these three are refused where the best three must be played [P2P-A15]."""
    best = best_three(cards)
    if three_strength(three) < three_strength(best):
        return f"play the best three cards, {write_cards(best)}, not {write_cards(three)} [P2P-A15]"
    return None


# Without a player --------------------------------------------------------------------------------------------------


def house_way(terms: Terms, cards: Cards) -> Setting:
    """The best three, which the software offers and sets for an absent player [P2P-A15]."""
    return {THREE: best_three(cards)}


def default_decision(terms: Terms, step: Decide) -> str:
    """Five cards for an absent player: a fold gives up every stake, and three cards take a larger Play wager."""
    return FIVE


def steady_decision(terms: Terms, step: Decide, cards: Cards) -> str:
    """The decision of a simple fixed strategy: three cards with a three-card flush or better, else five."""
    flush = THREE_CARD_POKER.level(Made.FLUSH, 3)
    return THREE if three_strength(best_three(cards)).level >= flush else FIVE


# Decks and irregularities ------------------------------------------------------------------------------------------


def deck_backs(terms: Terms) -> tuple[str, ...]:
    """The backs of two decks that alternate from round to round, if a machine shuffles one of them [P2P-15, P2P-16]."""
    return ("red", "blue") if terms.shuffler == "on" else ()


MACHINE_IRREGULARITY = "shuffler_malfunction"
IRREGULARITIES = {
    "card_face_up": Irregularity("a card was found face up while dealing", "P2P-45"),
    "wrong_count": Irregularity("a wrong number of cards was dealt", "P2P-46"),
    "dealer_card_exposed": Irregularity("a card of the dealer was exposed before the reveal", "P2P-47"),
    MACHINE_IRREGULARITY: Irregularity("the machine malfunctioned, jammed or miscounted", "P2P-48"),
}


def irregularities_of(terms: Terms) -> Mapping[str, Irregularity]:
    """
    The irregularities that void a round.

    The sheet's list binds only with a machine [P2P-49, P2P-A12]. Without one the house voids for the same reasons, or
    at the operator's decision [P2P-A11].
    """
    if terms.shuffler == "on":
        return IRREGULARITIES
    if terms.irregularities_without_machine == "operator":
        return irregularities("operator", "P2P-A11")
    return {
        name: Irregularity(irregularity.says, "P2P-A11")
        for name, irregularity in IRREGULARITIES.items()
        if name != MACHINE_IRREGULARITY
    }


# The game ----------------------------------------------------------------------------------------------------------


def seats(terms: Terms) -> range:
    """The seats of a blackjack table [P2P-12]."""
    return range(1, terms.seats + 1)


def deck(terms: Terms) -> Cards:
    """One deck without jokers [P2P-13]."""
    return shoe(decks=terms.decks_in_play)


def strength(terms: Terms, slot: str, hand: Cards, jokers: Cards) -> Strength:
    """The strength of the three cards set, or of all five."""
    return five_strength(hand) if slot == FIVE else three_strength(hand)


def hands_per_player(terms: Terms) -> SeatLimit:
    """How many seats one player may take, and the clause."""
    return SeatLimit(terms.max_hands_per_player, "P2P-A28")


def may_see(terms: Terms, round_: Round, viewer: Seat, other: Seat) -> bool:
    """Whether a seat may see another's cards: the same player's, or everybody's where that is tolerated [P2P-A27]."""
    return terms.hole_sharing or viewer.player == other.player


SHEET = Game(
    key="pick2",
    name="Pick 2 Poker",
    about="Get five cards: fold, play three of them or play all five against the dealer; bonuses pay for strong cards.",
    terms=Terms(),
    seats=seats,
    shoe=deck,
    steps=steps,
    slots=slots,
    settle=settle,
    irregularities=irregularities_of,
    house_way=house_way,
    strength=strength,
    hands_per_player=hands_per_player,
    unset_hands=unset_hands,
    dealer_cards=dealer_cards,
    deck_backs=deck_backs,
    exposes="cards",
    option_costs=option_costs,
    default_decision=default_decision,
    steady_decision=steady_decision,
    refuse_terms=refuse_terms,
    refuse_limits=refuse_limits,
    limits_in_words=limits_in_words,
    refuse_opening=refuse_opening,
    refuse=refuse,
    at_risk=at_risk,
    cover_clause="P2P-31",
    may_see=may_see,
    in_force=in_force,
)
