"""
The alarm of Pyramid Poker: is any legal way to play profitable for the player?

The search covers stakes within the table's limits, two hands of one player set with both visible, banking, and the
depletion of the shoe. Chips are settled by the rules, with the payout cap. The result names what was searched.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from operator import attrgetter
from typing import NamedTuple

from ....pricing.alarm import Alarm, Finding, Mix, with_verdict
from ....rules.game import Game, Spot
from ....sampling.chunks import Progress
from .. import sheet as pyramid
from .. import wagers
from ..terms import Terms
from .depletion import Depletion, depletion
from .hands import Composition
from .main_wager_tables import AgainstHouseAtStake, banking_against_player
from .play import play, played, played_seeing_another_hand
from .price import bank_against_house_bet, best_bank
from .stakes import best_hand_at_stake


def alarm(game: Game[pyramid.Terms], progress: Progress | None = None) -> Alarm:
    """Every way to play that was searched, with its value."""
    terms = replace(game.terms, edge_at_stake=True)
    shoe = Composition.of_decks(terms.decks)
    mixes = list(_mixes(terms, shoe))
    findings = [*_best_mixes(mixes), *_second_hand(terms, shoe, mixes), *_banking(terms, shoe, mixes)]
    shoe_depletion = depletion(game.terms, progress)
    findings += _counting(shoe_depletion)
    return Alarm(findings=tuple(findings), depletion=shoe_depletion, searched=_searched(terms))


def _shown(value: Fraction | float, places: int = 2) -> str:
    return f"{float(value):+.{places}f}"


def _chips(mix: Mix) -> str:
    return ", ".join(f"{wager} {chips}" for wager, chips in mix.items())


def _finding(way: str, mix: Mix, ev: Fraction, player: str) -> Finding:
    """A way to play and its value; `player` begins the sentence about it."""
    edge = 100 * float(ev) / (sum(mix.values()) or 1)
    verdict = "profitable for the player" if ev > 0 else "not profitable"
    sentence = f"{player} wins {_shown(ev, 4)} chips on average ({edge:+.4f} % of the chips wagered): {verdict}."
    return Finding(way=way, mix=mix, ev=ev, sentence=sentence)


# Stakes ------------------------------------------------------------------------------------------------------------


class _ValuedMix(NamedTuple):
    """Stakes on the wagers of a hand, and the value of the hand in chips."""

    mix: Mix
    ev: Fraction


def _mixes(terms: pyramid.Terms, shoe: Composition) -> Iterator[_ValuedMix]:
    """
    The value of a hand at each combination of lowest and highest stakes.

    Between these stakes the value is linear, except that rounding to whole chips and the cap reduce it.
    """
    for stakes in product(*(_ends(spot) for spot in wagers.spots(terms))):
        mix = {spot.name: chips for spot, chips in zip(wagers.spots(terms), stakes, strict=True)}
        if any(mix.values()):
            yield _ValuedMix(mix, best_hand_at_stake(terms, shoe, mix).ev(mix))


def _ends(spot: Spot) -> list[int]:
    """The lowest and the highest stake on a spot, and 0 if the spot is optional."""
    stakes = {spot.low, spot.high}
    if spot.optional:
        stakes.add(0)
    return sorted(stakes)


def _best_mixes(mixes: list[_ValuedMix]) -> Iterator[Finding]:
    most = _highest(mixes)
    per_chip = max(mixes, key=lambda valued: valued.ev / sum(valued.mix.values()))
    yield _finding("stakes: most chips a hand", *most, f"A bettor who plays best with {_chips(most.mix)}")
    if per_chip.mix != most.mix:
        yield _finding("stakes: most for each chip", *per_chip, f"A bettor who plays best with {_chips(per_chip.mix)}")


def _highest(mixes: list[_ValuedMix]) -> _ValuedMix:
    """The stakes at which a hand has the highest value."""
    return max(mixes, key=attrgetter("ev"))


def _second_hand(terms: Terms, shoe: Composition, mixes: list[_ValuedMix]) -> Iterator[Finding]:
    """Two hands of one player, who sees both before setting either [PYR-A33]."""
    if terms.max_hands_per_player < 2 or not terms.see_all_own_hands:
        return
    mix, ev = _highest(mixes)
    contest = AgainstHouseAtStake(mix[wagers.MAIN])
    alone = play(terms, contest, shoe)
    gain = played_seeing_another_hand(terms, contest, shoe).ev - played(shoe, alone, alone.best).ev
    both = {wager: 2 * chips for wager, chips in mix.items()}
    player = f"A bettor with two hands in sight of each other, {_chips(mix)} on each,"
    yield _finding("two hands", both, 2 * (ev + gain * mix[wagers.MAIN]), player)


# Banking -----------------------------------------------------------------------------------------------------------


def _banking(terms: Terms, shoe: Composition, mixes: list[_ValuedMix]) -> Iterator[Finding]:
    """
    A player who banks every other round and wagers the best stakes in the rounds between.

    The others play the house way. The House wagers at most as much as the player wagered against it.
    """
    if terms.player_banking == "off":
        return
    own = _bankers_own(terms, shoe)
    others = (terms.seats - 1) * terms.w1_max
    if others:
        mix, ev = _highest(mixes)
        bank_ev = best_bank(terms, banking_against_player, shoe).ev * others
        yield _bank_finding("other players", others, mix, ev + bank_ev, own)
    house_ev = bank_against_house_bet(terms, shoe).ev
    mix, ev = max(mixes, key=lambda valued: valued.ev + house_ev * valued.mix[wagers.MAIN])
    house_bet = mix[wagers.MAIN]
    yield _bank_finding("the House", house_bet, mix, ev + house_ev * house_bet, own)


def _bank_finding(opponents: str, against_bank: int, mix: Mix, ev: Fraction, own: tuple[Mix, Fraction]) -> Finding:
    """The finding for a bank; `ev` is without the bank's own side wagers, which `own` has with their value."""
    own_mix, own_ev = own
    both = {wager: mix.get(wager, 0) + own_mix.get(wager, 0) for wager in {**mix, **own_mix}}
    both["bank"] = against_bank
    player = (
        f"A player who banks every other hand against {against_bank} chips of {opponents} and plays the hands between "
        f"with {_chips(mix)}"
    )
    return _finding(f"banking: {opponents}", both, ev + own_ev, player)


def _bankers_own(terms: Terms, shoe: Composition) -> tuple[Mix, Fraction]:
    """The second and third wagers that a bank must make, each at the limit with the higher value [PYR-67]."""
    stakes = product(*(sorted({spot.low, spot.high}) for spot in wagers.banker_spots(terms)))
    mixes = [
        {spot.name: chips for spot, chips in zip(wagers.banker_spots(terms), pair, strict=True)} for pair in stakes
    ]
    evs = [best_hand_at_stake(terms, shoe, mix).ev(mix) for mix in mixes]
    best = evs.index(max(evs))
    return mixes[best], evs[best]


# The shoe ----------------------------------------------------------------------------------------------------------


def _counting(shoe_depletion: Depletion) -> Iterator[Finding]:
    """A bettor who knows every card that is gone: an estimate from simulated shoes, with its standard error."""
    counting = shoe_depletion.counting
    if counting is None:
        return
    often = ", ".join(f"{wager} in {count}" for wager, count in counting.positive.items())
    player = (
        "A bettor who knows every card that is gone and stakes the most where a wager wins "
        f"({often} of {counting.shoes} simulated shoes, seed {counting.seed}, "
        f"standard error {counting.standard_error:.4f} chips)"
    )
    finding = _finding("counting every card", {"all wagers": round(counting.staked)}, counting.ev, player)
    bare_sentence = finding.sentence.rpartition(":")[0]
    yield with_verdict(replace(finding, sentence=bare_sentence, standard_error=counting.standard_error))


def _searched(terms: pyramid.Terms) -> tuple[str, ...]:
    """What the search covered, as phrases for one sentence."""
    two_hands = terms.max_hands_per_player > 1 and terms.see_all_own_hands
    banks = terms.player_banking != "off"
    counts = terms.reshuffle == "cut_card"
    hands = "one hand or two in sight of each other" if two_hands else "one hand"
    return (
        f"all stakes within the limits on {hands}, the payout cap counted",
        "a bank every other hand against players who play the house way, or against the House's wager alone"
        if banks
        else "no banking, which is off",
        f"perfect counting of a full table's shoe to the cut card at {terms.penetration} per cent, by simulation, "
        "without the payout cap"
        if counts
        else "the effect of every single card (the shoe is shuffled for every round, so nothing can be counted)",
    )
