"""
The alarm, a search for stakes that are profitable for the player, and what each reading changes.

Bonus stakes equal the ante or are free within limits, as the terms have it. The player plays best, with the bonuses
that a fold forfeits taken into account. The deck is shuffled for every round, so cards cannot be counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from ....pricing.alarm import Alarm, Finding, Mix
from ....pricing.option_cache import cached_by_options
from ....pricing.readings import Figure, FigureName, Figures, Reading
from ....pricing.readings import readings as all_readings
from ....rules.game import Game
from ....rules.rulebook import Rulebook
from ....sampling.chunks import Progress
from ..terms import Terms
from ..wagers import BONUS_3_5, BONUS_5_ONLY
from .price import ANTE_PLAY, best_plans, best_value, price, wager_prices
from .unmoved import REASONS


def alarm(game: Game[Terms], progress: Progress | None = None) -> Alarm:
    """Every mix of stakes at their limits, the one that wins most first."""
    price(game, progress)  # counts what the search needs, with progress
    findings = [_finding(game.terms, mix) for mix in _mixes(game.terms)]
    findings.sort(key=lambda finding: -finding.ev)
    searched = [
        "every stake at its lowest and its highest, with and without the optional bonus, by best play at those stakes"
    ]
    if game.terms.max_aggregate is not None:
        searched.append("not the payout cap, which can only lower what is won")
    return Alarm(findings=tuple(findings), searched=tuple(searched))


def _mixes(terms: Terms) -> Iterator[Mix]:
    """Every combination of stakes at the limits."""
    limits = (terms.ante_min, terms.ante_max)
    for ante in limits:
        b35 = (ante,) if terms.b35_stake == "equal_ante" else (terms.b35_min, terms.b35_max)
        b5 = (0, ante) if terms.b5_stake == "equal_ante" else (0, *limits)
        for bonus_3_5, bonus_5_only in product(b35, b5):
            stakes = {ANTE_PLAY: ante, BONUS_3_5: bonus_3_5, BONUS_5_ONLY: bonus_5_only}
            yield {wager: chips for wager, chips in stakes.items() if chips}


def _finding(terms: Terms, mix: Mix) -> Finding:
    won = best_value(terms, mix)
    stakes = ", ".join(f"{wager} {chips}" for wager, chips in mix.items())
    verdict = "profitable for the player" if won > 0 else "not profitable"
    sentence = f"A player who plays best with {stakes} wins {float(won):+.4f} chips on average: {verdict}."
    return Finding(way="best play", mix=mix, ev=won, sentence=sentence)


def readings(
    game: Game[Terms], rulebook: Rulebook, progress: Progress | None = None, *, also_unmoved: bool = False
) -> list[Reading]:
    """What each reading changes, for each wager, for the compulsory wagers together and at the best legal stakes."""
    return all_readings(game, rulebook, figures, progress, also_unmoved=also_unmoved, reasons=REASONS)


def figures(game: Game[Terms]) -> Figures:
    """Each wager, the compulsory wagers together, and a hand at the best legal stakes."""
    return _figures(game.terms)


@cached_by_options
def _figures(terms: Terms) -> Figures:
    """
    What best play wins on each wager, on the compulsory wagers together, and per chip at the best legal stakes.

    The strategy of a bonus is always called `only`, whether or not its value depends on decisions.
    """
    values: dict[FigureName, Figure] = {}
    for wager, priced in reversed(wager_prices(terms, best_plans(terms)).items()):
        best_play = next(iter(priced.strategies.values()))
        values[wager, "best" if wager == ANTE_PLAY else "only"] = best_play.ev
    values["ante_play and bonus_3_5", "together"] = values[ANTE_PLAY, "best"] + values[BONUS_3_5, "only"]
    values["hand", "best_stakes"] = best_per_chip(terms)
    return values


def best_per_chip(terms: Terms) -> Fraction:
    """The chips won per chip wagered before the deal, at the legal stakes that win most and best play with them."""
    won = {tuple(mix.items()): best_value(terms, mix) for mix in _mixes(terms)}
    stakes = max(won, key=lambda mix: won[mix])
    return won[stakes] / sum(dict(stakes).values())
