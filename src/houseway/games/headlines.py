"""
The one figure of a game that the lobby shows: the value of its first wager at best play.

Some games take minutes to price, so the figures are stored in `headlines.json`, each with the hash of its terms.
`python -m houseway.games.headlines` writes them, and the tests compare them with `price`.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

from ..pricing.price import Exact, ratio
from ..rules.game import AnyGame
from . import GAMES
from .ask import price

FILE = Path(__file__).with_name("headlines.json")


@dataclass(frozen=True, kw_only=True)
class Headline:
    """The value of one chip on a wager for the player; its negative is the house edge."""

    terms_hash: str
    wager: str
    strategy: str
    ev: str | float
    """An exact fraction as text, or an estimate."""
    standard_error: float | None = None


def computed_headline(game: AnyGame) -> Headline:
    """The figure from the price of the game, which may take minutes."""
    wager, priced = next(iter(price(game).wagers.items()))
    strategy = "best" if "best" in priced.strategies else next(iter(priced.strategies))
    result = priced.strategies[strategy]
    if isinstance(result, Exact):
        return Headline(terms_hash=game.terms_hash, wager=wager, strategy=strategy, ev=ratio(result.ev))
    return Headline(
        terms_hash=game.terms_hash,
        wager=wager,
        strategy=strategy,
        ev=result.ev,
        standard_error=result.standard_error,
    )


@lru_cache(maxsize=1)
def _stored() -> dict[str, Headline]:
    rows = json.loads(FILE.read_text()) if FILE.is_file() else []
    return {row["terms_hash"]: Headline(**row) for row in rows}


def headline(game: AnyGame) -> Headline | None:
    """The stored figure for these terms, or None."""
    return _stored().get(game.terms_hash)


if __name__ == "__main__":
    headlines = [asdict(computed_headline(rules)) for rules in GAMES.values() if rules.against_the_house]
    FILE.write_text(json.dumps(headlines, indent=1) + "\n")
