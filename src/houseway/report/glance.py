"""The first chapter: the figures of a whole hand, and after them one row for each wager."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from ..games.headlines import BEST, Headline, headline_of
from ..pricing.bet_mix import bet_mix
from ..rules.errors import HousewayError
from .content import Findings
from .document import Block, Column, Heading, Section, Table, Text
from .titles import GLANCE
from .wagers import EACH_OTHER, at_a_glance
from .wording import decimal, signed, signed_decimal, signed_with_error, whole


def glance(findings: Findings) -> Section:
    single = at_a_glance(findings)
    return Section(GLANCE, (*whole_hand(findings), Heading("Single wagers"), single))


@dataclass(frozen=True, kw_only=True)
class Stake:
    """All wagers of one hand together."""

    name: str
    chips: Mapping[str, int]
    ev: Fraction | float
    """In chips."""
    standard_error: float | None = None
    standard_deviation: float | None = None
    """None if the price has no covariances of these wagers."""


def whole_hand(findings: Findings) -> list[Block]:
    """The value of the whole stake, exact or with its error."""
    stakes = stakes_of(findings)
    heading = Heading("The whole hand")
    if not stakes:
        return [heading, Text(EACH_OTHER)]
    columns = (
        Column("stake", wide=True),
        Column("chips", number=True),
        Column("player wins, chips a hand", number=True),
        Column("per chip wagered", number=True),
        Column("standard deviation, chips", number=True),
    )
    rows = tuple(_row(stake) for stake in stakes)
    certain = all(stake.standard_error is None for stake in stakes)
    caption = "Chips wagered before the deal. A plus sign favours the player. " + (
        "All figures are exact." if certain else "± is one standard error, at most."
    )
    return [heading, Table(columns, rows, caption)]


def _row(stake: Stake) -> tuple[str, ...]:
    chips = sum(stake.chips.values())
    ev = signed_decimal(stake.ev)
    per_chip = signed(stake.ev / chips)
    if stake.standard_error is not None:
        ev += f" ± {decimal(stake.standard_error)}"
        per_chip = signed_with_error(stake.ev / chips, stake.standard_error / chips)
    spread = "not known" if stake.standard_deviation is None else decimal(stake.standard_deviation)
    return (stake.name, whole(chips), ev, per_chip, spread)


def stakes_of(findings: Findings) -> list[Stake]:
    """The stakes of a hand that are worth a row: compulsory wagers, the best mix, and every wager."""
    headline = headline_of(findings.game, findings.price)
    if headline is None:
        return []
    names = {wager: findings.labels.name("wagers", wager) for wager in findings.price.wagers}
    one_each = dict.fromkeys(headline.wagers, 1)
    compulsory = Stake(
        name=f"one chip on each compulsory wager ({', '.join(names[wager] for wager in headline.wagers)}), best play",
        chips=one_each,
        ev=headline.value,
        standard_error=headline.standard_error,
        standard_deviation=_standard_deviation(findings, one_each),
    )
    stakes = [compulsory, *_best_mix(findings, headline, names)]
    every = dict.fromkeys(findings.price.wagers, 1)
    if every != one_each and (spread := _standard_deviation(findings, every)) is not None:
        ev = bet_mix(findings.price, every, strategies=_best_strategies(findings)).ev
        name = f"one chip on every wager, optional ones too ({', '.join(names.values())}), best play"
        stakes.append(Stake(name=name, chips=every, ev=ev, standard_deviation=spread))
    return stakes


def _best_mix(findings: Findings, headline: Headline, names: Mapping[str, str]) -> list[Stake]:
    if headline.best_mix_ev is None:
        return []
    mix = ", ".join(f"{names[wager]} {whole(chips)}" for wager, chips in headline.best_mix.items())
    return [
        Stake(
            name=f"the mix within the limits that is best for the player ({mix})",
            chips=headline.best_mix,
            ev=Fraction(headline.best_mix_ev),
            standard_deviation=_standard_deviation(findings, headline.best_mix),
        )
    ]


def _best_strategies(findings: Findings) -> dict[str, str]:
    return {wager: BEST for wager, priced in findings.price.wagers.items() if BEST in priced.strategies}


def _standard_deviation(findings: Findings, chips: Mapping[str, int]) -> float | None:
    """The standard deviation of these wagers together at best play, if the price is exact and has covariances."""
    chosen = {wager: name for wager, name in _best_strategies(findings).items() if wager in chips}
    try:
        return bet_mix(findings.price, chips, strategies=chosen).standard_deviation
    except (HousewayError, KeyError):
        return None
