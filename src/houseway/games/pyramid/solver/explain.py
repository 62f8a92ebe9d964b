"""Best play of Pyramid Poker in sentences and as a chart."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from ....pricing.short_house_way import ShortHouseWay
from ....rules.cards import RANK_LETTERS, Cards, read_cards
from ....rules.errors import NotAllowed
from ....rules.game import Game
from ....rules.setting import Setting
from ....solving import Progress
from ....solving.results import EXACT, Chart, Explanation, Lesson
from .. import sheet as pyramid
from ..house_way import house_way
from ..pricing.hands import HAND_COUNT, Composition
from ..pricing.main_wager_tables import against_house, banking_against_player
from ..pricing.play import play
from ..pricing.price import best_bank
from ..pricing.short_way import shortest_house_way
from .options import options_of, rows_of

Rules = Game[pyramid.Terms]
UNIT = "first wagers"
ALLOWED_LOSSES = (Fraction(1, 10_000), Fraction(1, 2_000), Fraction(1, 500), Fraction(1, 100))
"""Allowed losses per unit of the first wager, tried in this order until the rule language can meet one."""

GOAL = (
    "The sentences on setting are the shortest list that costs a bettor no more than {percent} % of the first wager. "
    "houseway way allows the loss that --loss names, so its list can be shorter."
)


def explain(game: Rules, progress: Progress | None = None) -> Explanation:
    """The shortest house way that loses almost nothing; the value of its first sentence is over random settings."""
    if progress:
        progress(0, 1)
    allowed, way = short_way(game)
    lessons = []
    value = _random_setting_ev(game.terms)
    for rule in way.rules:
        lessons.append(Lesson(rule=rule.text, value=float(rule.ev - value)))
        value = rule.ev
    lessons += bank_lessons(game.terms)
    if progress:
        progress(1, 1)
    return Explanation(
        lessons=tuple(lessons),
        unit=f"{UNIT} a hand",
        cost=float(way.loss),
        standard_error=0.0,
        sure=EXACT,
        goal=GOAL.format(percent=f"{float(100 * allowed):g}"),
    )


def bank_lessons(terms: pyramid.Terms) -> list[Lesson]:
    """Whether to take the bank, with its value per unit wagered against it at best play."""
    if terms.player_banking == "off":
        return []
    ev = best_bank(terms, banking_against_player, Composition.of_decks(terms.decks)).ev
    advice = "Take the bank when it is offered." if ev > 0 else "Pass the bank when it is offered."
    return [Lesson(rule=advice, value=float(abs(ev)))]


def short_way(game: Rules) -> tuple[Fraction, ShortHouseWay]:
    """The smallest allowed loss that the rule language can meet, and the shortest house way for it."""
    for loss in ALLOWED_LOSSES[:-1]:
        try:
            return loss, shortest_house_way(game, loss)
        except NotAllowed:
            continue
    return ALLOWED_LOSSES[-1], shortest_house_way(game, ALLOWED_LOSSES[-1])


def _random_setting_ev(terms: pyramid.Terms) -> Fraction:
    """The value of a random legal setting; all settings that differ in ranks are equally likely."""
    shoe = Composition.of_decks(terms.decks)
    counted = play(terms, against_house, shoe)
    total = Fraction()
    for hand in range(HAND_COUNT):
        rows = rows_of(terms, hand)
        total += Fraction(int(shoe.first_hands[hand]) * sum(int(counted.evs[row]) for row in rows), len(rows))
    return total / (counted.unit * shoe.deals)


def chart(game: Rules) -> Chart:
    """A chart of every pair (row) with every third card (column) that shows whether to keep or split the pair."""
    ranks = tuple(reversed(RANK_LETTERS))
    hands: dict[tuple[str, str], Cards] = {}
    for pair, other in product(ranks, ranks):
        if pair != other:
            hands[pair, other] = read_cards(f"{pair}s {pair}h {other}d")
    return Chart(
        rows_are="pair",
        columns_are="third card",
        rows=ranks,
        columns=ranks,
        cells={cell: _keep_or_split(options_of(game, hand)[0].setting, cell[0]) for cell, hand in hands.items()},
        house_way={cell: _keep_or_split(house_way(game.terms, hand), cell[0]) for cell, hand in hands.items()},
    )


def _keep_or_split(setting: Setting, pair: str) -> str:
    """The entry of the chart: whether the setting keeps or splits the pair of this rank."""
    low = str(setting["low"][0])[0]
    return "split" if low == pair else "keep"
