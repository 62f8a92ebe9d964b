"""
Is any legal way to play Pyramid Poker profitable for the player?

Searched are the stakes within the table's limits, seeing a second hand, banking, and the depletion of the shoe. Chips
are as the rules settle them, the payout cap counted. What was searched is said with what was found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

from ....pricing.alarm import Alarm, Finding, Mix
from ....rules.game import Game, Spot
from .. import sheet as pyramid
from .. import wagers
from .depletion import Depletion, depletion
from .hands import Composition
from .main_wager_tables import AgainstHouseAtStake, banking_against_player
from .play import play, played, played_seeing_another_hand
from .price import bank_against_house_bet, best_bank
from .stakes import best_hand_at_stake

Progress = Callable[[int, int], None]


def alarm(game: Game[pyramid.Terms], progress: Progress | None = None) -> Alarm:
    """Every way searched, and what it wins."""
    terms = replace(game.terms, edge_at_stake=True)
    shoe = Composition.of_decks(terms.decks)
    mixes = list(_mixes(terms, shoe))
    findings = [*_best_mixes(mixes), *_second_hand(terms, shoe, mixes), *_banking(terms, shoe, mixes)]
    thinned = depletion(game.terms, progress)
    findings += _counting(thinned)
    return Alarm(findings=tuple(findings), depletion=thinned, searched=_searched(terms))


def _shown(value: Fraction | float, places: int = 2) -> str:
    return f"{float(value):+.{places}f}"


def _chips(mix: Mix) -> str:
    return ", ".join(f"{wager} {chips}" for wager, chips in mix.items())


def _finding(way: str, mix: Mix, ev: Fraction, told: str) -> Finding:
    edge = 100 * float(ev) / (sum(mix.values()) or 1)
    verdict = "profitable for the player" if ev > 0 else "not profitable"
    sentence = f"{told} wins {_shown(ev, 3)} chips on average ({edge:+.3f} % of the chips wagered): {verdict}."
    return Finding(way=way, mix=mix, ev=ev, sentence=sentence)


# Stakes ------------------------------------------------------------------------------------------------------------


def _mixes(terms: pyramid.Terms, shoe: Composition) -> Iterator[tuple[Mix, Fraction]]:
    """
    What a hand wins at each corner of the limits.

    Between corners the winnings change in proportion, except where whole chips or the cap bite, and they bite upwards.
    """
    for stakes in product(*(_ends(spot) for spot in wagers.spots(terms))):
        mix = {spot.name: chips for spot, chips in zip(wagers.spots(terms), stakes, strict=True)}
        if any(mix.values()):
            yield mix, best_hand_at_stake(terms, shoe, mix).ev(mix)


def _ends(spot: Spot) -> list[int]:
    return sorted({*([0] if spot.optional else []), spot.low, spot.high})


def _best_mixes(mixes: list[tuple[Mix, Fraction]]) -> Iterator[Finding]:
    most = max(mixes, key=lambda found: found[1])
    per_chip = max(mixes, key=lambda found: found[1] / sum(found[0].values()))
    yield _finding("stakes: most chips a hand", *most, f"A bettor who plays best with {_chips(most[0])}")
    if per_chip[0] != most[0]:
        yield _finding("stakes: most for each chip", *per_chip, f"A bettor who plays best with {_chips(per_chip[0])}")


def _second_hand(terms: Any, shoe: Composition, mixes: list[tuple[Mix, Fraction]]) -> Iterator[Finding]:
    """Two hands by one player, each set with both in sight [PYR-A33]."""
    if terms.max_hands_per_player < 2 or not terms.see_all_own_hands:
        return
    mix, ev = max(mixes, key=lambda found: found[1])
    contest = AgainstHouseAtStake(mix[wagers.MAIN])
    alone = play(terms, contest, shoe)
    more = played_seeing_another_hand(terms, contest, shoe).ev - played(shoe, alone, alone.best).ev
    both = {wager: 2 * chips for wager, chips in mix.items()}
    told = f"A bettor with two hands in sight of each other, {_chips(mix)} on each,"
    yield _finding("two hands", both, 2 * (ev + more * mix[wagers.MAIN]), told)


# Banking -----------------------------------------------------------------------------------------------------------


def _banking(terms: Any, shoe: Composition, mixes: list[tuple[Mix, Fraction]]) -> Iterator[Finding]:
    """
    A bank every other hand, the House's banks between played at the best stakes.

    The others play the house way. The House's wager against the bank is at most what was wagered against the House.
    """
    if terms.player_banking == "off":
        return
    own, side_ev = _bankers_own(terms, shoe)
    players = best_bank(terms, banking_against_player, shoe).ev
    house = bank_against_house_bet(terms, shoe).ev
    for others, house_bet in (((terms.seats - 1) * terms.w1_max, False), (0, True)):
        if not others and not house_bet:
            continue
        mix, ev = max(mixes, key=lambda found: found[1] + house_bet * house * found[0][wagers.MAIN])
        bets = house_bet * mix[wagers.MAIN]
        total = ev + side_ev + players * others + house * bets
        both = {wager: mix.get(wager, 0) + own.get(wager, 0) for wager in {**mix, **own}} | {"bank": others + bets}
        against = f"{others} chips of other players" if others else f"{bets} chips of the House"
        told = f"A player who banks every other hand against {against} and plays the hands between with {_chips(mix)}"
        yield _finding("banking: " + ("other players" if others else "the House"), both, total, told)


def _bankers_own(terms: Any, shoe: Composition) -> tuple[Mix, Fraction]:
    """The second and third wagers a bank must still make, at whichever limit wins more [PYR-67]."""
    stakes = product(*(sorted({spot.low, spot.high}) for spot in wagers.banker_spots(terms)))
    mixes = [
        {spot.name: chips for spot, chips in zip(wagers.banker_spots(terms), pair, strict=True)} for pair in stakes
    ]
    evs = [best_hand_at_stake(terms, shoe, mix).ev(mix) for mix in mixes]
    best = evs.index(max(evs))
    return mixes[best], evs[best]


# The shoe ----------------------------------------------------------------------------------------------------------


def _counting(thinned: Depletion) -> Iterator[Finding]:
    """One who knows every card that is gone, on average over simulated shoes; an estimate with its standard error."""
    found = thinned.counting
    if found is None:
        return
    often = ", ".join(f"{wager} in {count}" for wager, count in found.positive.items())
    told = (
        f"A bettor who knows every card that is gone and stakes the most where a wager wins ({often} of {found.shoes} "
        f"simulated shoes, seed {found.seed}, standard error {found.standard_error:.3f} chips)"
    )
    yield _finding("counting every card", {"all wagers": round(found.staked)}, found.ev, told)


def _searched(terms: pyramid.Terms) -> tuple[str, ...]:
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
