"""
The alarm: a search for strategies that are profitable for the player.

It tries the strategies of the price against the dealer policy of the terms, at the lowest ante and at the highest. All
results are estimates: a strategy is profitable if it wins more than three standard errors. Wins are shown as a share of
the ante alone, although buying and losing cost more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from ....pricing.alarm import Alarm, Finding, with_verdict
from ....pricing.price import Estimate
from ....rules.game import Game
from ....sampling.chunks import Progress, part_of
from ..terms import Terms
from .best_reply import best_reply
from .price import BEST, SEED, estimate, price
from .readings import ANTE, FEWEST_CHIPS, PLACES, with_fewest_chips
from .scores import asymmetry, casino_tables, refuse
from .shoes import BEST_BY_KIND, BEST_SETTING, HOUSE_WAY, simulated

PRECISION = 0.002
PRICED = 0.6
"""The share of the progress when the strategies of the price are estimated."""
DESCRIPTIONS = {
    HOUSE_WAY: "buys always and sets by HW-2",
    BEST_SETTING: "buys always and makes the setting of highest value",
    BEST_BY_KIND: "makes the setting of highest value and folds the kinds of seven cards that lose more than the fold",
    BEST: "makes the setting of highest value and folds every seven cards that lose more than the fold",
    FEWEST_CHIPS: "brings the fewest chips that the table allows, buys always and makes the setting of highest value",
}


class Searched(NamedTuple):
    """One strategy at one ante, and what it wins."""

    strategy: str
    ante: int
    won: Estimate
    """In antes."""


def alarm(game: Game[Terms], progress: Progress | None = None) -> Alarm:
    """Every strategy searched, the one that wins most chips first."""
    refuse(game)
    findings = [_finding(searched) for searched in _searches(game, progress)]
    findings.sort(key=lambda finding: -finding.ev)
    return Alarm(findings=tuple(findings), searched=_scope(game.terms))


def _searches(game: Game[Terms], progress: Progress | None) -> Iterator[Searched]:
    """Each strategy at each ante. Antes with the same payouts in antes are simulated once."""
    known: dict[tuple[Fraction, ...], dict[str, Estimate]] = {}
    antes = sorted({game.terms.ante_min, game.terms.ante_max})
    for number, ante in enumerate(antes):
        terms = replace(game.terms, ante=ante)
        money = tuple(asymmetry(terms).values())
        if money not in known:
            known[money] = estimates(replace(game, terms=terms), _progress_of_part(progress, number, len(antes)))
        yield from (Searched(strategy, ante, won) for strategy, won in known[money].items())
    if progress:
        progress(1, 1)


def _progress_of_part(progress: Progress | None, number: int, parts: int) -> Progress:
    """The progress of one part of the search."""

    def report(done: int, total: int) -> None:
        if progress:
            progress(number * total + done, parts * total)

    return report


def estimates(game: Game[Terms], progress: Progress) -> dict[str, Estimate]:
    """Every strategy at the usual ante, and the one with few chips where a loss ends with them."""
    strategies = price(game, part_of(progress, 0, PRICED), precision=PRECISION, seed=SEED).wagers[ANTE].strategies
    won = {name: strategy for name, strategy in strategies.items() if isinstance(strategy, Estimate)}
    tables = casino_tables(game.terms)
    short = with_fewest_chips(game.terms, tables)
    if short is not tables:
        samples = simulated(short, best_reply(game.terms, SEED), SEED, None, PRECISION, part_of(progress, PRICED, 1))
        won[FEWEST_CHIPS] = estimate(short, samples[BEST_SETTING], SEED, {})
    return won


def _finding(searched: Searched) -> Finding:
    ante = searched.ante
    ev = Fraction(round(searched.won.ev * 10**PLACES), 10**PLACES) * ante
    error = searched.won.standard_error * ante
    won = f"{float(ev):+.4f} ± {error:.4f} chips"
    share = f"{100 * searched.won.ev:+.4f} ± {100 * searched.won.standard_error:.4f} % of the ante"
    sentence = f"A player who {DESCRIPTIONS[searched.strategy]} wins {won} on average at an ante of {ante} ({share})"
    name = f"{searched.strategy.replace('_', ' ')}, ante {ante}"
    return with_verdict(Finding(way=name, mix={ANTE: ante}, ev=ev, sentence=sentence, standard_error=error))


def policy_name(policy: str) -> str:
    """The rulebook's name of a policy: HW-2 for hw2, top down for top_down."""
    if policy.startswith("hw"):
        return f"HW-{policy.removeprefix('hw')}"
    return policy.replace("_", " ")


def _scope(terms: Terms) -> tuple[str, ...]:
    """What was searched, and what was not."""
    dealer = f"against a dealer who sets by {policy_name(terms.dealer_policy)}"
    few_chips = ("sitting down with the fewest chips allowed",) if terms.cover_antes == "none" else ()
    in_sight = ", nor a second hand of one's own" if terms.max_hands_per_player > 1 else ""
    return (
        f"setting by HW-2 and by highest value {dealer}, at the lowest ante and the highest, by simulation",
        "folding by kinds of seven cards: the best five of them, the best five with one joker more, the highest card",
        "folding hand by hand, by the value of buying with each seven cards",
        *few_chips,
        f"not card counting, nor the sight of other players' cards{in_sight}",
    )
