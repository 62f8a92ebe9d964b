"""
One hand of Pyramid Poker with its three wagers together, per unit or for given stakes.

For given stakes the rules settle one deal of each joint result, so that whole chips, the commission and the payout cap
are as at the table. Only one hand is at the table, so a cap for the round is a cap for that hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from ....pricing.option_cache import cached_by_options
from ....pricing.price import Exact
from ....rules.errors import NotAllowed, Unreadable, nearest
from ....rules.game import Opening
from ....rules.payments import Payment
from ....rules.round import Round, Seat
from ....rules.setting import Setting
from .. import settlement, wagers
from .. import sheet as pyramid
from ..terms import Terms
from ..wagers import WAGERS
from .hands import Composition, Whole
from .joint import Example, JointResult, Nets, Part, Won, covariance, example_deals, joint_counts, suit_parts
from .main_wager_tables import UNIT, AgainstHouseAtStake, Contest, Named, legal_settings, outcomes
from .play import BEST, Play, exact, weighed
from .side_wager_tables import six_card_table, three_card_table


@dataclass(frozen=True, eq=False)
class Joint:
    """The joint results of the wagers of a hand under one strategy."""

    outcomes: tuple[tuple[Named, ...], ...]
    """By wager and code: the outcome with its profit per unit, without the cap."""
    counts: Mapping[JointResult, int]
    """By joint result: the number of deals."""
    settings: Mapping[JointResult, tuple[Example, Setting]]
    """By joint result: an example deal, and the player's setting."""


def joints(terms: Terms, contest: Contest, shoe: Composition) -> Mapping[str, Joint]:
    """By strategy (best play and house way): the joint results over all deals of a hand against the House."""
    return _joints(terms, outcomes(terms, contest), shoe)


@cached_by_options
def _joints(terms: Terms, ends: tuple[Named, ...], shoe: Composition) -> Mapping[str, Joint]:
    main = weighed(terms, ends, shoe)
    parts = suit_parts(terms, shoe)
    return {name: _joint(terms, shoe, parts, main, rows) for name, rows in main.ways.items()}


def _joint(terms: Terms, shoe: Composition, parts: tuple[Part, ...], main: Play, rows: Whole) -> Joint:
    codes = main.table.codes[rows]
    settings = legal_settings(terms).settings
    examples = example_deals(terms, parts, codes)
    return Joint(
        outcomes=(main.table.outcomes, three_card_table(terms).outcomes, six_card_table(terms).outcomes),
        counts=joint_counts(terms, shoe.deals, parts, codes),
        settings={key: (deal, settings[int(rows[deal.hand])]) for key, deal in examples.items()},
    )


@dataclass(frozen=True, eq=False)
class Hand:
    """A hand with the profit per chip of each wager, by joint result."""

    joint: Joint
    nets: Nets

    def wager(self, place: int) -> Exact:
        """The exact price of one wager, counted over deals of both hands."""
        totals: Counter[Named] = Counter()
        for key, count in self.joint.counts.items():
            totals[self.joint.outcomes[place][key[place]][0], self.nets[key][place]] += count
        return exact(totals)

    def covariance(self, first: int, second: int) -> Fraction:
        return covariance(self.joint.counts, self.nets, first, second)

    def ev(self, stakes: Mapping[str, int]) -> Fraction:
        """The value of the hand at these stakes, in chips."""
        counts = self.joint.counts
        chips = [stakes.get(wager, 0) for wager in WAGERS]
        won = (
            count * net * chip for key, count in counts.items() for net, chip in zip(self.nets[key], chips, strict=True)
        )
        return sum(won, Fraction()) / sum(counts.values())


def hand_per_unit(joint: Joint) -> Hand:
    """A hand without stakes: each wager's profit depends on its own outcome only."""
    main, three, six = ([net for _, net in wager] for wager in joint.outcomes)
    return Hand(joint, {key: (main[key.main], three[key.three_card], six[key.six_card]) for key in joint.counts})


def hand_at_stake(terms: Terms, joint: Joint, stakes: Mapping[str, int]) -> Hand:
    """A hand at these stakes, settled by the rules; a wager without a stake wins nothing."""
    nets = {}
    for key, (deal, setting) in joint.settings.items():
        seat = Seat(number=1, player="bettor", wagers=stakes, cards=deal.player, setting=setting)
        alone = Round(game=pyramid.SHEET, opening=Opening(players=("bettor",)), seats=(seat,), dealer=deal.house)
        nets[key] = _won(settlement.settle(terms, alone), stakes)
    return Hand(joint, nets)


def best_hand_at_stake(terms: Terms, shoe: Composition, stakes: Mapping[str, int]) -> Hand:
    """A hand at these stakes with the best play of the first wager."""
    contest = AgainstHouseAtStake(stakes.get(wagers.MAIN) or UNIT)
    return hand_at_stake(terms, joints(terms, contest, shoe)[BEST], stakes)


def _won(payments: list[Payment], stakes: Mapping[str, int]) -> Won:
    """The profit per chip of each wager."""
    paid = Counter(dict.fromkeys(WAGERS, 0))
    for payment in payments:
        wager = payment.wager if payment.wager in WAGERS else wagers.MAIN  # a commission is on the first wager
        paid[wager] += payment.chips if payment.payee == 1 else -payment.chips

    def per_chip(wager: str) -> Fraction:
        return Fraction(paid[wager], stakes.get(wager) or 1)

    return per_chip(wagers.MAIN), per_chip(wagers.THREE_CARD), per_chip(wagers.SIX_CARD)


def checked_stakes(terms: pyramid.Terms, stakes: Mapping[str, int]) -> dict[str, int]:
    """The chips on each wager, by default its minimum; refuses stakes outside the limits."""
    spots = {spot.name: spot for spot in wagers.spots(terms)}
    for wager, chips in stakes.items():
        if wager not in spots:
            raise Unreadable(f"there is no wager {wager!r}{nearest(wager, spots)}; the wagers are {', '.join(spots)}")
        low = spots[wager].low
        high = spots[wager].high
        clause = spots[wager].clause
        if type(chips) is not int or not low <= chips <= high:
            raise NotAllowed(f"{wager} takes {low} to {high} chips, not {chips!r} [{clause}]")
    return {wager: stakes.get(wager, spot.low) for wager, spot in spots.items()}
