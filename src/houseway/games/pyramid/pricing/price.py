"""
The exact price of every wager of Pyramid Poker, for any number of decks and under every reading.

A deal is a player's hand and then the House's (or, for a Player Banker, one opponent's): C(52d, 3) x C(52d - 3, 3) of
them for the first and third wagers, C(52d, 3) for the second. Profits are per unit and without the payout cap; with
`edge_at_stake` the rules settle given stakes at a table of one hand [PYR-A19].
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ....pricing.price import Exact, Price, WagerPrice
from ....rules.game import Game
from ....sampling.chunks import Progress
from .. import sheet as pyramid
from .. import wagers
from ..terms import Terms
from ..wagers import WAGERS
from .hands import Composition
from .main_wager_tables import (
    AgainstHouseAtStake,
    Contest,
    against_house,
    banking_against_house,
    banking_against_player,
)
from .play import BEST, HOUSE_WAY, exact, play, played, played_seeing_another_hand, played_seeing_the_opponent
from .stakes import Hand, Joint, checked_stakes, hand_at_stake, hand_per_unit, joints

ONLY = "only"
"""The name of the only strategy of a wager without a choice."""
STEPS = 5
"""The number of steps reported as progress."""


def price(
    game: Game[pyramid.Terms], progress: Progress | None = None, *, stakes: Mapping[str, int] | None = None
) -> Price:
    """
    The price of every wager under every strategy.

    `stakes` are the chips on each wager, by default its minimum; they matter only with `edge_at_stake`.
    """
    terms = game.terms
    report = progress or _no_progress
    shoe = Composition.of_decks(terms.decks)
    chips = checked_stakes(terms, stakes or {})
    report(0, STEPS)
    contest = AgainstHouseAtStake(chips[wagers.MAIN]) if terms.edge_at_stake else against_house
    main = main_strategies(terms, contest, shoe)
    report(1, STEPS)
    best, house_way = (_hand(terms, joint, chips) for joint in joints(terms, contest, shoe).values())
    report(STEPS, STEPS)
    return Price(
        game=game.key,
        terms=dict(game.terms_as_text),
        terms_hash=game.terms_hash,
        wagers={
            wagers.MAIN: WagerPrice(strategies=main),
            wagers.THREE_CARD: WagerPrice(strategies={ONLY: _three_card(shoe, best)}),
            wagers.SIX_CARD: WagerPrice(strategies={ONLY: best.wager(2)}),
        },
        covariances={**_covariances(best, ""), **_covariances(house_way, f".{HOUSE_WAY}")},
    )


def _no_progress(done: int, total: int) -> None:
    return None


def main_strategies(terms: Terms, contest: Contest, shoe: Composition) -> dict[str, Exact]:
    """The first wager by strategy: as a bettor, and as the bank against one bettor who plays the house way."""
    bettor = play(terms, contest, shoe)
    bank = play(terms, banking_against_player, shoe)
    return {
        BEST: played(shoe, bettor, bettor.best),
        HOUSE_WAY: played(shoe, bettor, bettor.house),
        "banker_house_way": played(shoe, bank, bank.house),
        "banker_best": best_bank(terms, banking_against_player, shoe),
    }


def best_bank(terms: Terms, contest: Contest, shoe: Composition) -> Exact:
    """
    The first wager from the bank's side, with the bank's best settings.

    A bank that sets last sees the House's hand [PYR-A28]; a deal is then three hands: the bank's, the House's and the
    opponent's.
    """
    if terms.banker_sets == "after_house_exposed":
        return played_seeing_another_hand(terms, contest, shoe)
    bank = play(terms, contest, shoe)
    return played(shoe, bank, bank.best)


def bank_against_house_bet(terms: Terms, shoe: Composition) -> Exact:
    """The bank's best play against the House's own wager; a bank that sets last sees the House's hand [PYR-A28]."""
    if terms.banker_sets == "after_house_exposed":
        return played_seeing_the_opponent(terms, banking_against_house, shoe)
    return best_bank(terms, banking_against_house, shoe)


def _hand(terms: Terms, joint: Joint, stakes: Mapping[str, int]) -> Hand:
    return hand_at_stake(terms, joint, stakes) if terms.edge_at_stake else hand_per_unit(joint)


def _three_card(shoe: Composition, hand: Hand) -> Exact:
    """The second wager over the player's hands only, unless a cap makes it depend on the other wagers."""
    whole = hand.wager(1)
    nets = {(key.three_card, hand.nets[key][1]) for key in hand.joint.counts}
    if len(nets) > len({code for code, _ in nets}):
        return whole
    houses = shoe.deals // shoe.hands
    return exact({(outcome.name, outcome.net): outcome.count // houses for outcome in whole.outcomes})


def _covariances(hand: Hand, suffix: str) -> dict[tuple[str, str], Fraction]:
    """The covariances between the wagers of one hand; `suffix` names the strategy if it is not the best play."""
    main, three, six = WAGERS
    covariances = {
        (main + suffix, three): hand.covariance(0, 1),
        (main + suffix, six): hand.covariance(0, 2),
    }
    if not suffix:
        covariances[three, six] = hand.covariance(1, 2)
    return covariances
