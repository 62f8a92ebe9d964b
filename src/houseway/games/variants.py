"""
What each choice that is offered at the opening of a table does to the odds.

Some games take minutes to price, so the figures are stored in `variants.json`, each with the hash of its terms.
`python -m houseway.games.variants [GAME ...]` writes them, and the tests compare some of them with `price`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

from ..pricing.price import Exact, WagerPrice, ratio
from ..rules.errors import HousewayError
from ..rules.game import AnyGame
from ..rules.terms import accepted_values, options, write_value
from . import GAMES, labels_of
from .ask import price

FILE = Path(__file__).with_name("variants.json")
BEST = "best"


@dataclass(frozen=True, kw_only=True)
class WagerFigure:
    """One wager under the best strategy that is priced."""

    wager: str
    ev: str | float
    """The expected profit of one chip: an exact fraction as text, or an estimate."""
    standard_error: float | None
    """None if the figure was counted."""
    spread: float
    """The standard deviation of a round, in units of the wager."""


@dataclass(frozen=True, kw_only=True)
class Variant:
    """A game's terms with the figures of every wager."""

    game: str
    option: str | None
    """The option that differs from the sheet; None for the sheet itself."""
    value: str | None
    terms_hash: str
    figures: tuple[WagerFigure, ...]


def offered_values(game: AnyGame, option: str) -> list[str]:
    """The other values of an offered option; none for a number, whose values are too many to store."""
    accepts = accepted_values(game.terms, option)
    if " to " in accepts:
        return []
    current = write_value(options(game.terms)[option])
    return [value for value in accepts.split(" | ") if value != current]


def computed_variants(game: AnyGame) -> Iterator[Variant]:
    """The sheet, and each value of each offered option on its own. May take many minutes."""
    yield _variant(game, None, None)
    for option in labels_of(game).offered.all:
        for value in offered_values(game, option):
            try:
                yield _variant(game.with_options({option: value}), option, value)
            except HousewayError as refusal:  # such terms cannot be priced, and the page says that it is not known
                print(f"{game.key} {option}={value}: {refusal}", file=sys.stderr)


def _variant(game: AnyGame, option: str | None, value: str | None) -> Variant:
    figures = [_figure(wager, priced) for wager, priced in price(game).wagers.items()]
    return Variant(game=game.key, option=option, value=value, terms_hash=game.terms_hash, figures=tuple(figures))


def _figure(wager: str, priced: WagerPrice) -> WagerFigure:
    result = priced.strategies.get(BEST) or next(iter(priced.strategies.values()))
    if isinstance(result, Exact):
        return WagerFigure(wager=wager, ev=ratio(result.ev), standard_error=None, spread=result.standard_deviation)
    return WagerFigure(
        wager=wager, ev=result.ev, standard_error=result.standard_error, spread=result.standard_deviation
    )


@lru_cache(maxsize=1)
def stored_variants() -> dict[str, Variant]:
    """Every stored variant, by the hash of its terms."""
    rows = json.loads(FILE.read_text(encoding="utf-8")) if FILE.is_file() else []
    variants = [Variant(**{**row, "figures": tuple(WagerFigure(**each) for each in row["figures"])}) for row in rows]
    return {variant.terms_hash: variant for variant in variants}


def figures_of(game: AnyGame) -> tuple[WagerFigure, ...] | None:
    """The stored figures of these terms; None if they are not stored."""
    variant = stored_variants().get(game.terms_hash)
    return variant.figures if variant else None


def write_variants(keys: list[str]) -> None:
    """Compute the variants of these games and write them; the rows of other games stay."""
    rows = json.loads(FILE.read_text(encoding="utf-8")) if FILE.is_file() else []
    for key in keys:
        new = [asdict(variant) for variant in computed_variants(GAMES[key])]
        rows = [row for row in rows if row["game"] != key] + new
        FILE.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_variants(sys.argv[1:] or list(GAMES))
