"""
The headline of a game: the value of its whole compulsory stake at best play.

A player cannot make the first wager alone where the sheet asks for others with it, so the headline adds up one chip on
each compulsory wager. Where the wagers may differ in size it also names the best mix within the limits. The lobby,
`houseway price` and the report all use `headline_of`. Payout caps depend on the chips and are not counted.

Some games take minutes to price, so the figures of the default terms are stored in `headlines.json`, each with the hash
of its terms. `python -m houseway.games.headlines` writes them, and the tests compare them with `price`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

from ..pricing.price import Estimate, Exact, Price, ratio
from ..rules.game import AnyGame, Opening, Spot, Wager
from . import GAMES
from .ask import price
from .registry import module_of

FILE = Path(__file__).with_name("headlines.json")
BEST = "best"


@dataclass(frozen=True, kw_only=True)
class Headline:
    """The value of one chip on each compulsory wager for the player; its negative is the edge of the house."""

    terms_hash: str
    wager: str
    """The first compulsory wager, whose size is the unit of `ev`."""
    wagers: tuple[str, ...]
    """All compulsory wagers, each with one chip."""
    strategy: str
    ev: str | float
    """In chips: an exact fraction as text, or an estimate."""
    standard_error: float | None = None
    best_mix: Mapping[str, int] = field(default_factory=dict)
    """The chips on each wager that are worth most within the limits; empty where the stakes depend on each other."""
    best_mix_ev: str | None = None
    """The value of the best mix in chips, as an exact fraction."""

    @property
    def value(self) -> Fraction | float:
        return Fraction(self.ev) if isinstance(self.ev, str) else self.ev

    @property
    def per_chip(self) -> Fraction | float:
        """The value per chip wagered before the deal."""
        return self.value / len(self.wagers)

    @property
    def best_mix_per_chip(self) -> Fraction | None:
        if self.best_mix_ev is None:
            return None
        return Fraction(self.best_mix_ev) / sum(self.best_mix.values())


def headline_of(rules: AnyGame, result: Price) -> Headline | None:
    """The headline of a game from its price; None for a game of players among themselves."""
    if not rules.against_the_house:
        return None
    spots = compulsory_spots(rules, result.wagers)
    first = next(iter(spots))
    figures = {wager: _best_figure(result, wager) for wager in spots}
    strategy = BEST if BEST in result.wagers[first].strategies else next(iter(result.wagers[first].strategies))
    exact = {wager: figure.ev for wager, figure in figures.items() if isinstance(figure, Exact)}
    if len(exact) < len(figures):
        errors = [figure.standard_error for figure in figures.values() if isinstance(figure, Estimate)]
        return Headline(
            terms_hash=rules.terms_hash,
            wager=first,
            wagers=tuple(figures),
            strategy=strategy,
            ev=sum(float(figure.ev) for figure in figures.values()),
            standard_error=sum(errors),  # the wagers of one hand are not independent: this is the most it can be
        )
    mix = _best_mix(exact, spots) if module_of(rules).pricing.stakes_may_differ else {}
    return Headline(
        terms_hash=rules.terms_hash,
        wager=first,
        wagers=tuple(exact),
        strategy=strategy,
        ev=ratio(sum(exact.values(), Fraction())),
        best_mix=mix,
        best_mix_ev=ratio(sum((exact[wager] * chips for wager, chips in mix.items()), Fraction())) if mix else None,
    )


def in_sentences(headline: Headline, name: Callable[[str], str] = str) -> list[str]:
    """The headline in words; `name` gives the name of a wager."""
    error = "" if headline.standard_error is None else f" ± {100 * headline.standard_error:.4f}"
    first = name(headline.wager)
    if len(headline.wagers) == 1:
        return [f"{_whose_edge(headline.value)}{error} % of the {first} at best play."]
    *others, last = [name(wager) for wager in headline.wagers]
    together = f"{', '.join(others)} and {last}"
    sentences = [
        f"{_whose_edge(headline.value)}{error} % of the {first}, for {together} together at equal stakes "
        f"and best play: {100 * abs(float(headline.per_chip)):.4f} % of the chips on them."
    ]
    if headline.best_mix_ev is not None and headline.best_mix_per_chip is not None:
        mix = ", ".join(f"{name(wager)} {chips}" for wager, chips in headline.best_mix.items())
        sentences.append(
            f"Best mix within the limits, {mix}: {_whose_edge(headline.best_mix_per_chip).lower()} % "
            f"of the chips on it, {float(Fraction(headline.best_mix_ev)):+.4f} chips a hand."
        )
    return sentences


def _whose_edge(value: Fraction | float) -> str:
    """Who has the edge and how large it is, in per cent without the sign."""
    share = f"{100 * abs(float(value)):.4f}"
    return f"The player has the edge: {share}" if value > 0 else f"House edge {share}"


def compulsory_spots(rules: AnyGame, wagers: Collection[str]) -> dict[str, Spot]:
    """The spots that every player has to wager on, by the name of their price; the first price if none is named."""
    players = tuple(f"player {number}" for number in range(rules.seats(rules.terms).start))
    steps = rules.steps(rules.terms, Opening(players=players))
    wagering = next((step for step in steps if isinstance(step, Wager)), None)
    spots = {spot.name: spot for spot in wagering.spots if not spot.optional} if wagering else {}
    spot_names = module_of(rules).pricing.spot_names
    named = {wager: spots[spot] for wager in wagers if (spot := spot_names.get(wager, wager)) in spots}
    if named:
        return named
    first = next(iter(wagers))
    return {first: Spot(first, 1, 1, "")}


def _best_figure(result: Price, wager: str) -> Exact | Estimate:
    """The figure of a wager at best play, otherwise under its first strategy."""
    strategies = result.wagers[wager].strategies
    return strategies.get(BEST) or next(iter(strategies.values()))


def _best_mix(exact: Mapping[str, Fraction], spots: Mapping[str, Spot]) -> dict[str, int]:
    """The most on each wager that favours the player, the least on the others."""
    return {wager: spots[wager].high if ev > 0 else spots[wager].low for wager, ev in exact.items()}


def computed_headline(rules: AnyGame) -> Headline | None:
    """The headline from the price of the game, which may take minutes."""
    return headline_of(rules, price(rules))


@lru_cache(maxsize=1)
def _stored() -> dict[str, Headline]:
    rows = json.loads(FILE.read_text()) if FILE.is_file() else []
    return {row["terms_hash"]: Headline(**{**row, "wagers": tuple(row["wagers"])}) for row in rows}


def headline(rules: AnyGame) -> Headline | None:
    """The stored headline for these terms, or None."""
    return _stored().get(rules.terms_hash)


if __name__ == "__main__":
    computed = [computed_headline(rules) for rules in GAMES.values()]
    rows = [asdict(figure) for figure in computed if figure is not None]
    FILE.write_text(json.dumps(rows, indent=1) + "\n")
