"""
Is any legal way to play Pyramid Poker, Casino Version profitable for the player?

Searched are the strategies of the price against the dealer policy of the terms, at the least ante and at the most.
Everything is an estimate: a way is profitable if it wins more than three standard errors. Chips are counted against the
ante alone, though buying and losing cost more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from ....pricing.alarm import Alarm, Finding, judged
from ....pricing.price import Estimate
from ....rules.game import Game
from ....sampling.chunks import Progress
from ..terms import Terms
from .best_reply import best_reply
from .price import SEED, estimate, price
from .readings import ANTE, FEWEST_CHIPS, PLACES, with_fewest_chips
from .scores import asymmetry, refuse, table
from .shoes import BEST, BEST_SETTING, HOUSE_WAY, simulated

PRECISION = 0.002
TOLD = {
    HOUSE_WAY: "buys always and sets by HW-2",
    BEST_SETTING: "buys always and sets as is worth most",
    BEST: "sets as is worth most and folds the kinds of seven cards that lose more than the fold",
    FEWEST_CHIPS: "brings the fewest chips that the table allows, buys always and sets as is worth most",
}


class Found(NamedTuple):
    """One strategy at one ante."""

    strategy: str
    ante: int
    won: Estimate
    """In antes."""


def alarm(game: Game[Terms], progress: Progress | None = None) -> Alarm:
    """Every way searched, the one that wins most chips first."""
    refuse(game)
    findings = sorted((_finding(found) for found in _searches(game, progress)), key=lambda finding: -finding.ev)
    return Alarm(findings=tuple(findings), searched=_searched(game.terms))


def _searches(game: Game[Terms], progress: Progress | None) -> Iterator[Found]:
    """Stakes that win alike in antes are simulated once: they differ only where the house's maximum bites."""
    known: dict[tuple[Fraction, ...], dict[str, Estimate]] = {}
    antes = sorted({game.terms.ante_min, game.terms.ante_max})
    for number, ante in enumerate(antes):
        terms = replace(game.terms, ante=ante)
        money = tuple(asymmetry(terms).values())
        if money not in known:
            known[money] = estimates(replace(game, terms=terms), _share(progress, number, len(antes)))
        yield from (Found(strategy, ante, won) for strategy, won in known[money].items())
    if progress:
        progress(1, 1)


def _share(progress: Progress | None, number: int, of: int) -> Progress:
    """The bar of one part of the search."""

    def told(done: int, total: int) -> None:
        if progress:
            progress(number * total + done, of * total)

    return told


def estimates(game: Game[Terms], progress: Progress) -> dict[str, Estimate]:
    """Every strategy at the usual ante, and the one with few chips where a loss ends with them."""
    strategies = price(game, progress, precision=PRECISION, seed=SEED).wagers[ANTE].strategies
    won = {name: found for name, found in strategies.items() if isinstance(found, Estimate)}
    found = table(game.terms)
    short = with_fewest_chips(game.terms, found)
    if short is not found:
        samples = simulated(short, best_reply(game.terms, SEED), SEED, None, PRECISION, progress)
        won[FEWEST_CHIPS] = estimate(short, samples[BEST_SETTING], SEED, {})
    return won


def _finding(found: Found) -> Finding:
    ev = Fraction(round(found.won.ev * 10**PLACES), 10**PLACES) * found.ante
    error = found.won.standard_error * found.ante
    won = f"{float(ev):+.4f} chips"
    share = f"{100 * found.won.ev:+.3f} % of the ante"
    sentence = (
        f"A player who {TOLD[found.strategy]} wins {won} on average at an ante of {found.ante} ({share}), with a "
        f"standard error of {error:.4f} chips"
    )
    way = f"{found.strategy.replace('_', ' ')}, ante {found.ante}"
    return judged(Finding(way=way, mix={ANTE: found.ante}, ev=ev, sentence=sentence, standard_error=error))


def spoken_policy(policy: str) -> str:
    """As the rulebook calls it: HW-2 for hw2, top down for top_down."""
    return f"HW-{policy[2:]}" if policy.startswith("hw") else policy.replace("_", " ")


def _searched(terms: Terms) -> tuple[str, ...]:
    dealer = f"against a dealer who sets by {spoken_policy(terms.dealer_policy)}"
    few_chips = ("sitting down with the fewest chips allowed",) if terms.cover_antes == "none" else ()
    in_sight = ", nor a second hand of one's own" if terms.max_hands_per_player > 1 else ""
    return (
        f"setting by HW-2 and setting as is worth most {dealer}, at the least ante and the most, by simulation",
        "folding by kinds of seven cards: the best five of them, the best five with one joker more, the highest card",
        *few_chips,
        f"not card counting, nor the sight of other players' cards{in_sight}, nor folding card by card",
    )
