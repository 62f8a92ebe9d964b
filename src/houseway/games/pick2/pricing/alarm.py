"""
Is any legal way to play Pick 2 profitable for the player?

The stakes are tied to the ante or free within limits, as the terms have it; the play is the best play of the price,
joint with the bonuses that a fold forfeits. The deck is shuffled for every round, so there is nothing to count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from ....pricing.alarm import Alarm, Finding, Mix
from ....pricing.price import Exact, Price
from ....pricing.readings import Reading, price_figures
from ....pricing.readings import readings as all_readings
from ....rules.game import Game
from ....rules.rulebook import Rulebook
from ..terms import Terms
from ..wagers import BONUS_3_5, BONUS_5_ONLY
from .price import ANTE_PLAY, price

Progress = Callable[[int, int], None]


def alarm(game: Game[Terms], progress: Progress | None = None) -> Alarm:
    """Every mix of stakes at its limits, and what it wins."""
    found = price(game, progress)
    findings = sorted((_finding(found, mix) for mix in _mixes(game.terms)), key=lambda finding: -finding.ev)
    searched = ["every stake at its least and its most, with and without the optional bonus, by best play of the price"]
    if game.terms.max_aggregate is not None:
        searched.append("not the payout cap, which can only lower what is won")
    return Alarm(findings=tuple(findings), searched=tuple(searched))


def _mixes(terms: Any) -> Iterator[Mix]:
    limits = (terms.ante_min, terms.ante_max)
    for ante in limits:
        b35 = (ante,) if terms.b35_stake == "equal_ante" else (terms.b35_min, terms.b35_max)
        b5 = (0, ante) if terms.b5_stake == "equal_ante" else (0, *limits)
        for first, second in product(b35, b5):
            stakes = {ANTE_PLAY: ante, BONUS_3_5: first, BONUS_5_ONLY: second}
            yield {wager: chips for wager, chips in stakes.items() if chips}


def _finding(found: Price, mix: Mix) -> Finding:
    evs = {wager: _ev(found, wager) for wager in mix}
    won = sum((evs[wager] * chips for wager, chips in mix.items()), Fraction())
    stakes = ", ".join(f"{wager} {chips}" for wager, chips in mix.items())
    verdict = "profitable for the player" if won > 0 else "not profitable"
    sentence = f"A player who plays best with {stakes} wins {float(won):+.4f} chips on average: {verdict}."
    return Finding(way="best play", mix=mix, ev=won, sentence=sentence)


def _ev(found: Price, wager: str) -> Fraction:
    strategy = next(iter(found.wagers[wager].strategies.values()))
    assert isinstance(strategy, Exact)
    return strategy.ev


def readings(
    game: Game[Terms], rulebook: Rulebook, progress: Progress | None = None, *, also_unmoved: bool = False
) -> list[Reading]:
    """What each reading of the sheet moves, and the compulsory wagers together."""

    def figures(variant: Game[Terms]) -> dict[tuple[str, str], Fraction | float]:
        found = price_figures(price(variant))
        both = found[ANTE_PLAY, "best"] + _ev(price(variant), BONUS_3_5)
        return {**_by_wager(found), ("ante_play and bonus_3_5", "together"): both}

    return all_readings(game, rulebook, figures, progress, also_unmoved=also_unmoved)


def _by_wager(found: Any) -> dict[tuple[str, str], Fraction | float]:
    """A bonus is one figure, whether or not best play has a say in it."""
    return {(wager, "best" if wager == ANTE_PLAY else "only"): ev for (wager, _), ev in reversed(list(found.items()))}
