"""
Pyramid Poker set well: exact, hand by hand.

What a setting is worth is counted over every hand the opponent can hold beside the cards in sight: one's own, those of
a second hand of one's own, and the House's where the bank sets last. The opponent sets the house way: the House must,
and nothing better is known of a player. Of the payout cap only what it takes from the first wager is counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from ....pricing.option_cache import remembered
from ....rules.cards import RANK_LETTERS, RANK_NAMES, TWO, Cards, read_cards
from ....rules.errors import NotAllowed
from ....rules.game import Game, Opening
from ....rules.moves import HandsSet
from ....rules.payments import HOUSE, net
from ....rules.ranking import Made
from ....rules.round import Round, Seat
from ....rules.setting import Setting
from ....rules.view import View
from ....solving import Progress
from ....solving.results import EXACT, Chart, CountedOption, Explanation, HandValue, Lesson, Option
from ....solving.strategy import Strategy, lowest_wagers, own_cards, own_seat, own_spots, require_legal
from .. import cover, fouls, hand_order, main_wager, settlement, wagers
from .. import sheet as pyramid
from ..house_way import house_way
from ..pricing.best import best as counted_settings
from ..pricing.hands import HAND_COUNT, Composition, Whole, index_of
from ..pricing.main_wager_tables import (
    AgainstHouseAtStake,
    Contest,
    Named,
    against_house,
    banking_against_house,
    banking_against_player,
    high_signs,
    house_rows,
    house_settings,
    legal_settings,
    meetings,
    outcomes,
    settings_of,
)
from ..pricing.play import BEST, in_parts, play
from ..pricing.price import best_bank
from ..pricing.short_way import shortest_way
from ..pricing.stakes import hand_at_stake, joints

Rules = Game[pyramid.Terms]
UNIT = "first wagers"

# Every option for three cards ----------------------------------------------------------------------------------------


def best(
    game: Rules,
    cards: Cards,
    *,
    progress: Progress | None = None,
    against: Path | None = None,
    players: int | None = None,
) -> list[Option]:
    """Every legal setting with its exact worth per unit of the first wager, and how often each hand of it wins."""
    if against is not None or players is not None:
        raise NotAllowed(f"{game.name} is set against the House, whoever else plays: it takes no opponents")
    settings = counted_settings(game, cards)
    top = settings[0].ev
    return [
        CountedOption(
            decision="set",
            setting=counted.setting,
            ev=counted.ev,
            counts=counted.counts,
            sure=EXACT,
            by_hand=_by_hand(game.terms, cards, _legal(game, cards, counted.setting)),
            gives_up=top - counted.ev,
        )
        for counted in settings
    ]


def candidates(game: Rules, cards: Cards, count: int) -> list[HandsSet]:
    """The legal settings that differ in ranks, by their exact worth against the House."""
    settings = legal_settings(game.terms)
    evs = play(game.terms, against_house, Composition.of_decks(game.terms.decks)).evs
    rows = sorted(_rows(game.terms, index_of(cards)), key=lambda row: -int(evs[row]))
    lows = [settings.settings[row]["low"][0].rank for row in rows[:count]]
    return [HandsSet(1, _with_low(cards, low)) for low in lows]


def worth_of(game: Rules, cards: Cards, setting: Setting) -> Option | None:
    """The option that is this setting in ranks; None for hands that foul."""
    low = setting["low"][0].rank
    return next((option for option in best(game, cards) if option.setting["low"][0].rank == low), None)


def _legal(game: Rules, cards: Cards, setting: Setting) -> Setting:
    """The setting, once the rules accept it."""
    return require_legal(game, (hand_order.LOW, hand_order.HIGH), cards, HandsSet(1, setting)).setting


def _by_hand(terms: pyramid.Terms, cards: Cards, setting: Setting) -> dict[str, HandValue]:
    """Each hand's name, and over all hands of the House how often it beats its opposite and how often it copies it."""
    row = _row(terms, cards, setting["low"][0].rank)
    theirs = house_settings(terms)
    ours = legal_settings(terms)
    ways = Composition.of_decks(terms.decks).second_hands[index_of(cards)]
    signs = {
        hand_order.LOW.name: np.sign(ours.low[row] - theirs.low),
        hand_order.HIGH.name: high_signs(terms)[ours.high[row], theirs.high],
    }
    names = {hand_order.LOW.name: _rank(setting["low"][0].rank), hand_order.HIGH.name: _high_name(setting["high"])}
    return {
        slot: HandValue(name=names[slot], wins=_chance(ways, sign > 0), copies=_chance(ways, sign == 0))
        for slot, sign in signs.items()
    }


def _chance(ways: Whole, these: Any) -> Fraction:
    return Fraction(int(ways[these].sum()), int(ways.sum()))


def _rank(rank: int) -> str:
    return RANK_NAMES[rank - TWO]


def _high_name(high: Cards) -> str:
    strength = hand_order.TWO_CARDS.of(high)
    top = _rank(strength.ranks[0])
    if strength.made == Made.ONE_PAIR:
        return f"pair of {top}{'es' if top == 'six' else 's'}"
    return f"{top} and {_rank(strength.ranks[1])}"


# The expert ----------------------------------------------------------------------------------------------------------


def expert(game: Rules) -> Strategy:
    return Strategy(
        name="expert",
        about="Sets every hand as the exact count says, wagers the least that wins most, and banks where that pays.",
        wager=_best_wagers,
        set_hands=_best_hands,
        banks=_banks,
    )


def _best_hands(game: Rules, seen: View) -> HandsSet:
    """The legal setting that wins most against the hands that are left; the house way where another wins no more."""
    terms = game.terms
    cards = own_cards(seen)
    index = index_of(cards)
    house = house_rows(terms)
    rows = sorted(_rows(terms, index), key=lambda row: row != house[index])
    worths = [Fraction()] * len(rows)
    for contest, chips, ways in _contests(terms, seen):
        for place, row in enumerate(rows):
            worths[place] += chips * _worth(terms, contest, row, ways)
    chosen = rows[worths.index(max(worths))]
    if chosen == house[index]:
        return HandsSet(own_seat(seen), house_way(terms, cards))
    low = legal_settings(terms).settings[chosen]["low"][0].rank
    return HandsSet(own_seat(seen), _with_low(cards, low))


def _contests(terms: pyramid.Terms, seen: View) -> list[tuple[Contest, int, Whole]]:
    """Whom this hand meets: how that ends, for how many chips, and in how many ways each hand is held."""
    known = tuple(card for seat in seen.seats for card in seat.cards) + seen.dealer
    left = Composition.of_decks(terms.decks).without(known)
    if seen.viewer != seen.banker:
        chips = seen.seats[own_seat(seen) - 1].wagers.get(wagers.MAIN, 0)
        bank = AgainstHouseAtStake if seen.banker == HOUSE else AgainstPlayerBank
        return [(bank(chips), chips, left.first_hands)]
    others = sum(seat.wagers.get(wagers.MAIN, 0) for seat in seen.seats)
    shown = _only(index_of(seen.dealer)) * left.hands if seen.dealer else left.first_hands
    return [(banking_against_player, others, left.first_hands), (banking_against_house, seen.house_bet, shown)]


def _only(hand: int) -> Whole:
    ways = np.zeros(HAND_COUNT, dtype=np.int64)
    ways[hand] = 1
    return ways


@dataclass(frozen=True)
class AgainstPlayerBank:
    """A bettor against a Player Banker, who may win by three of a kind [PYR-A25], for so many chips as settled."""

    chips: int

    def __call__(self, terms: Any, ours: Setting, bank: Setting) -> Named:
        result = main_wager.main_result(terms, ours, bank, bank_trips_win=terms.banker_trips_auto)
        seat = Seat(number=1, player="bettor", wagers={wagers.MAIN: self.chips})
        round_ = Round(game=pyramid.SHEET, opening=Opening(players=("bettor", "bank"), banker=2), seats=(seat,))
        payments = settlement.wager_payments(terms, round_, seat, wagers.MAIN, result)
        return result.line, Fraction(net(payments).get(1, 0), self.chips)


def _worth(terms: pyramid.Terms, contest: Contest, row: int, ways: Whole) -> Fraction:
    """What a setting wins per chip, summed over the opponent's hands."""
    nets, unit = _profits(terms, contest)
    return Fraction(int(nets[meetings(terms).kinds[row]] @ ways), unit)


@remembered
def _profits(terms: Any, contest: Contest) -> tuple[Whole, int]:
    """How each kind of meeting ends, in parts of a chip, and how many parts make one."""
    return in_parts(outcomes(terms, contest))


def _rows(terms: pyramid.Terms, index: int) -> list[int]:
    found: list[int] = np.flatnonzero(legal_settings(terms).hand == index).tolist()
    return found


def _row(terms: pyramid.Terms, cards: Cards, low: int) -> int:
    lows = legal_settings(terms).low
    return next(row for row in _rows(terms, index_of(cards)) if lows[row] == low - TWO)


def _with_low(cards: Cards, low: int) -> Setting:
    return next(own for own in settings_of(tuple(sorted(cards, reverse=True))) if own["low"][0].rank == low)


def _best_wagers(game: Rules, seen: View) -> Mapping[str, int]:
    """The least stakes; of the wagers that may be left out, those that win by exact count, also at the least."""
    spots = own_spots(seen)
    stakes = lowest_wagers(game, seen)
    optional = [spot for spot in spots if spot.optional]
    if not optional:
        return stakes
    mixes = [
        {**stakes, **{spot.name: spot.low for spot, taken in zip(optional, take, strict=True) if taken}}
        for take in product((False, True), repeat=len(optional))
    ]
    return max(mixes, key=lambda mix: _hand_ev(game.terms, tuple(mix.items())))


@remembered
def _hand_ev(terms: Any, stakes: tuple[tuple[str, int], ...]) -> Fraction:
    """What one hand wins in chips with these stakes, all three wagers and the payout cap counted."""
    chips = dict(stakes)
    shoe = Composition.of_decks(terms.decks)
    joint = joints(terms, AgainstHouseAtStake(chips[wagers.MAIN]), shoe)[BEST]
    return hand_at_stake(terms, joint, chips).ev(chips)


def _banks(game: Rules, chips: int) -> bool:
    """Where a bank wins on average from others' first wagers, with chips to cover a full table at its greatest."""
    terms = game.terms
    others = [terms.w1_max] * (terms.seats - 1)
    own = sum(spot.low for spot in wagers.banker_spots(terms))
    if terms.player_banking == "off" or not others or chips < own + cover.bank_cover(terms, others):
        return False
    return best_bank(terms, banking_against_player, Composition.of_decks(terms.decks)).ev > 0


# The newcomer --------------------------------------------------------------------------------------------------------


def newcomer(game: Rules) -> Strategy:
    return Strategy(
        name="newcomer",
        about="Makes the high hand as strong as it can be, never splits a pair, bets everything, never banks.",
        wager=_every_wager,
        set_hands=_strongest_high,
    )


def _every_wager(game: Rules, seen: View) -> Mapping[str, int]:
    return {spot.name: spot.low for spot in own_spots(seen)}


def _strongest_high(game: Rules, seen: View) -> HandsSet:
    settings = settings_of(tuple(sorted(own_cards(seen), reverse=True)))
    legal = [setting for setting in settings if not fouls.foul(game.terms, setting, {})]
    return HandsSet(own_seat(seen), max(legal, key=lambda setting: hand_order.TWO_CARDS.of(setting["high"])))


# In sentences --------------------------------------------------------------------------------------------------------

ALLOWED_LOSSES = (Fraction(1, 10_000), Fraction(1, 2_000), Fraction(1, 500), Fraction(1, 100))
"""Per unit of the first wager; the smallest that the rule language reaches is asked for."""


def explain(game: Rules, progress: Progress | None = None) -> Explanation:
    """The shortest way of setting that loses next to nothing; the first sentence is worth more than setting by lot."""
    told = progress or (lambda done, total: None)
    told(0, 1)
    way = _short_way(game)
    before = [_by_lot(game.terms), *(rule.ev for rule in way.rules)]
    lessons = [
        Lesson(rule=rule.text, value=float(rule.ev - so_far))
        for rule, so_far in zip(way.rules, before[:-1], strict=True)
    ]
    lessons += on_the_bank(game.terms)
    told(1, 1)
    return Explanation(
        lessons=tuple(lessons),
        unit=f"{UNIT} a hand",
        cost=float(way.loss),
        standard_error=0.0,
        sure=EXACT,
    )


def on_the_bank(terms: pyramid.Terms) -> list[Lesson]:
    """What a bank wins or loses of every unit that is wagered against it, set as well as can be."""
    if terms.player_banking == "off":
        return []
    ev = best_bank(terms, banking_against_player, Composition.of_decks(terms.decks)).ev
    advice = "Take the bank when it is offered." if ev > 0 else "Pass the bank when it is offered."
    return [Lesson(rule=advice, value=float(abs(ev)))]


def _short_way(game: Rules) -> Any:
    for loss in ALLOWED_LOSSES[:-1]:
        try:
            return shortest_way(game, loss)
        except NotAllowed:
            continue
    return shortest_way(game, ALLOWED_LOSSES[-1])


def _by_lot(terms: pyramid.Terms) -> Fraction:
    """What a hand wins that is set by lot, every legal setting that differs in ranks as likely as another."""
    shoe = Composition.of_decks(terms.decks)
    found = play(terms, against_house, shoe)
    total = Fraction()
    for hand in range(HAND_COUNT):
        rows = _rows(terms, hand)
        total += Fraction(int(shoe.first_hands[hand]) * sum(int(found.evs[row]) for row in rows), len(rows))
    return total / (found.unit * shoe.deals)


# As a grid ---------------------------------------------------------------------------------------------------------


def chart(game: Rules) -> Chart:
    """Every pair with every third card, the hands whose setting is in question: keep the pair high, or split it."""
    ranks = tuple(reversed(RANK_LETTERS))
    hands = {(pair, other): read_cards(f"{pair}s {pair}h {other}d") for pair, other in product(ranks, ranks)}
    dealt = {place: hand for place, hand in hands.items() if place[0] != place[1]}
    return Chart(
        rows_are="pair",
        columns_are="third card",
        rows=ranks,
        columns=ranks,
        cells={place: _kept(str(best(game, hand)[0].setting["low"][0])[0], place) for place, hand in dealt.items()},
        house_way={place: _kept(str(house_way(game.terms, hand)["low"][0])[0], place) for place, hand in dealt.items()},
    )


def _kept(low: str, place: tuple[str, str]) -> str:
    return "split" if low == place[0] else "keep"
