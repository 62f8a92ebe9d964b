"""What each decision of Pick 2 Poker costs: a Play wager, or a fold [P2P-30, P2P-31]."""

from ...rules.costs import OptionCost, OptionCosts
from ...rules.round import Round, Seat
from ...rules.values import replace
from .bonuses import in_action
from .terms import Terms
from .wagers import ANTE, BONUSES, FIVE, FOLD, FOLD_CLAUSE, PLAY_CLAUSE, THREE, play_chips


def option_costs(terms: Terms, round_: Round, seat: Seat) -> OptionCosts:
    """The Play wager for three and for five cards, and what a fold loses."""
    ante = seat.wagers.get(ANTE, 0)
    if ante == 0:
        return bonus_only_options()
    lost = chips_lost_by_a_fold(terms, seat)
    return {
        THREE: play_cost(terms, ante, THREE, label="Play three", cards="the three cards you pick"),
        FIVE: play_cost(terms, ante, FIVE, label="Play five", cards="all five cards"),
        FOLD: OptionCost(
            label="Fold",
            says=f"Lose {lost} of the chips you wagered",
            clause=FOLD_CLAUSE,
            effect="loses",
            chips=lost,
        ),
    }


def bonus_only_options() -> OptionCosts:
    """The options of a seat that made only the 5 Card Bonus Only wager; it may only play five [P2P-A13]."""
    labels = {THREE: "Play three", FIVE: "Play five", FOLD: "Fold"}
    says = "The bonus is settled on all five cards"
    return {option: OptionCost(label=label, says=says, clause="P2P-A13") for option, label in labels.items()}


def play_cost(terms: Terms, ante: int, option: str, *, label: str, cards: str) -> OptionCost:
    """The Play wager of one way to play [P2P-31]."""
    chips = play_chips(terms, ante, option)
    says = f"Play {cards} against the dealer with a Play wager of {chips}"
    return OptionCost(label=label, says=says, clause=PLAY_CLAUSE, effect="adds", chips=chips)


def chips_lost_by_a_fold(terms: Terms, seat: Seat) -> int:
    """The Ante, and each bonus that a fold loses [P2P-30, P2P-A1, P2P-D4]."""
    folded = replace(seat, live=False)
    bonuses = [seat.wagers.get(bonus, 0) for bonus in BONUSES if not in_action(terms, folded, bonus)]
    return seat.wagers[ANTE] + sum(bonuses)
