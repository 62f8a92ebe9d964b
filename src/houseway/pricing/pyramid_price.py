"""
What every wager of Pyramid Poker is worth, exactly, for any number of decks and under every reading.

A deal is a player's hand and then the House's (or, for a Player Banker, one opponent's): C(52d, 3) x C(52d - 3, 3) of
them for the first and third wagers, C(52d, 3) for the second. Profits are per unit and without the payout cap; under
`edge_at_stake` they are those of the rules' own settlement at given stakes, for a table of one hand [PYR-A19].
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from ..games import pyramid
from ..rules.errors import NotAllowed, Unreadable, nearest
from ..rules.game import Game, Opening
from ..rules.payments import net
from ..rules.round import Round, Seat
from ..rules.terms import options, written
from .consulted import remembered
from .price import Exact, Price, WagerPrice
from .pyramid_hands import Composition, Whole
from .pyramid_joint import Nets, Together, covariance, example_deals, joint_counts
from .pyramid_lines import six_card_table, three_card_table
from .pyramid_main import (
    Contest,
    Named,
    against_house,
    banking_against_player,
    legal_settings,
)
from .pyramid_play import exact, play, played, played_seeing_another_hand

Progress = Callable[[int, int], None]
WAGERS = (pyramid.MAIN, pyramid.THREE_CARD, pyramid.SIX_CARD)
BEST, HOUSE_WAY, ONLY = "best", "house_way", "only"
STEPS = 5


def price(
    game: Game[pyramid.Terms], progress: Progress | None = None, *, stakes: Mapping[str, int] | None = None
) -> Price:
    """
    Every wager under every strategy.

    `stakes` are chips on each wager, each wager's minimum unless given; they count only under `edge_at_stake`.
    """
    terms, told = game.terms, progress or _untold
    shoe, chips = Composition.of_decks(terms.decks), checked_stakes(terms, stakes or {})
    told(0, STEPS)
    main = main_strategies(terms, shoe)
    told(1, STEPS)
    six_card_table(terms)
    told(3, STEPS)
    found = play(terms, against_house, shoe)
    hands = {name: Hand(terms, shoe, rows, chips) for name, rows in ((BEST, found.best), (HOUSE_WAY, found.house))}
    told(4, STEPS)
    wagers = _wagers(terms, shoe, main, hands)
    covariances = {**_covariances(hands[BEST], ""), **_covariances(hands[HOUSE_WAY], f".{HOUSE_WAY}")}
    told(STEPS, STEPS)
    return Price(
        game=game.key,
        terms={name: written(value) for name, value in options(terms).items()},
        terms_hash=game.terms_hash,
        wagers=wagers,
        covariances=covariances,
    )


def _untold(done: int, total: int) -> None:
    return None


def checked_stakes(terms: pyramid.Terms, stakes: Mapping[str, int]) -> dict[str, int]:
    """Chips on each wager, the minimum where nothing is said; refuses what the table does not take."""
    spots = {spot.name: spot for spot in pyramid.spots(terms)}
    for wager, chips in stakes.items():
        if wager not in spots:
            raise Unreadable(f"there is no wager {wager!r}{nearest(wager, spots)}; the wagers are {', '.join(spots)}")
        if type(chips) is not int or not spots[wager].low <= chips <= spots[wager].high:
            limits = f"{spots[wager].low} to {spots[wager].high}"
            raise NotAllowed(f"{wager} takes {limits} chips, not {chips} [{spots[wager].clause}]")
    return {wager: stakes.get(wager, spot.low) for wager, spot in spots.items()}


# The first wager ---------------------------------------------------------------------------------------------------


@remembered
def main_strategies(terms: Any, shoe: Composition) -> dict[str, Exact]:
    """The first wager per unit, as a bettor and as the bank of one bettor who plays the house way."""
    bettor, bank = play(terms, against_house, shoe), play(terms, banking_against_player, shoe)
    return {
        BEST: played(shoe, bettor, bettor.best),
        HOUSE_WAY: played(shoe, bettor, bettor.house),
        "banker_house_way": played(shoe, bank, bank.house),
        "banker_best": best_bank(terms, banking_against_player, shoe),
    }


def best_bank(terms: Any, contest: Contest, shoe: Composition) -> Exact:
    """The bank's best setting; where it sets last, the House's hand lies open by then [PYR-A28]."""
    if terms.banker_sets == "after_house_exposed":
        return played_seeing_another_hand(terms, contest, shoe)
    bank = play(terms, contest, shoe)
    return played(shoe, bank, bank.best)


# All three together ------------------------------------------------------------------------------------------------


class Hand:
    """One hand with its three wagers under one way of playing: how they come out together, and what each wins."""

    def __init__(self, terms: Any, shoe: Composition, rows: Whole, stakes: Mapping[str, int]) -> None:
        table = play(terms, against_house, shoe).table
        tables = (table, three_card_table(terms), six_card_table(terms))
        self.outcomes: tuple[tuple[Named, ...], ...] = tuple(wager.outcomes for wager in tables)
        self.counts = joint_counts(terms, shoe, table.codes[rows])
        self.capped = pyramid.priced_cap(terms) is not None or terms.edge_at_stake
        self.nets: Nets = (
            _nets_at_stake(terms, shoe, rows, stakes) if self.capped else {key: self._nets(key) for key in self.counts}
        )

    def _nets(self, key: Together) -> tuple[Fraction, Fraction, Fraction]:
        main, three, six = (outcomes[code][1] for outcomes, code in zip(self.outcomes, key, strict=True))
        return main, three, six

    def wager(self, place: int) -> Exact:
        """One of the wagers, counted over deals of both hands."""
        totals: Counter[Named] = Counter()
        for key, count in self.counts.items():
            totals[self.outcomes[place][key[place]][0], self.nets[key][place]] += count
        return exact(totals)


def _nets_at_stake(terms: Any, shoe: Composition, rows: Whole, stakes: Mapping[str, int]) -> Nets:
    """The profit per chip of each wager as the rules settle it, cap and whole chips included."""
    codes, settings = play(terms, against_house, shoe).table.codes[rows], legal_settings(terms).settings
    nets = {}
    for key, deal in example_deals(terms, shoe, codes).items():
        laid = settings[int(rows[deal.hand])]
        seat = Seat(number=1, player="bettor", wagers=stakes, cards=deal.player, setting=laid)
        opening = Opening(players=("bettor",))
        payments = pyramid.settle(terms, Round(game=pyramid.GAME, opening=opening, seats=(seat,), dealer=deal.house))
        won = [[p for p in payments if p.wager == wager] for wager in (*WAGERS, "commission")]
        main, three, six, fee = (net(paid).get(1, 0) for paid in won)
        chips = zip((main + fee, three, six), WAGERS, strict=True)
        nets[key] = tuple(Fraction(paid, stakes[wager]) for paid, wager in chips)
    return nets  # type: ignore[return-value]


def _wagers(
    terms: Any, shoe: Composition, main: Mapping[str, Exact], hands: Mapping[str, Hand]
) -> dict[str, WagerPrice]:
    first = hands[BEST]
    if first.capped:
        main = {**main, **{name: hand.wager(0) for name, hand in hands.items()}}
    return {
        pyramid.MAIN: WagerPrice(strategies=main),
        pyramid.THREE_CARD: WagerPrice(strategies={ONLY: _three_card(terms, shoe, first)}),
        pyramid.SIX_CARD: WagerPrice(strategies={ONLY: first.wager(2)}),
    }


def _three_card(terms: Any, shoe: Composition, hand: Hand) -> Exact:
    """The second wager over the player's hands alone, unless a cap makes it depend on what else the hand wins."""
    whole = hand.wager(1)
    nets = {(key.three_card, hand.nets[key][1]) for key in hand.counts}
    if len(nets) > len({code for code, _ in nets}):
        return whole
    houses = shoe.deals // shoe.hands
    return exact({(outcome.name, outcome.net): outcome.count // houses for outcome in whole.outcomes})


def _covariances(hand: Hand, played: str) -> dict[tuple[str, str], Fraction]:
    """Between the wagers of one hand; the first wager's name says how it is played, if not by the best play."""
    main, three, six = WAGERS
    found = {
        (main + played, three): covariance(hand.counts, hand.nets, 0, 1),
        (main + played, six): covariance(hand.counts, hand.nets, 0, 2),
    }
    return found if played else {**found, (three, six): covariance(hand.counts, hand.nets, 1, 2)}
