"""
The one figure of a game that a lobby shows: its first wager at best play.

Some games take minutes to price, so the figures are kept beside this file, each under the hash of the terms it is for:
`python -m houseway.games.headlines` writes them, and the tests hold them against `price`.
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

KEPT = Path(__file__).with_name("headlines.json")


@dataclass(frozen=True, kw_only=True)
class Headline:
    """What the player wins on average for each chip of a wager; its negative is the house edge."""

    terms_hash: str
    wager: str
    strategy: str
    ev: str | float
    """An exact fraction as text, or an estimate."""
    standard_error: float | None = None


def reckoned(game: AnyGame) -> Headline:
    """The figure from the game's own price."""
    found = price(game)
    wager, priced = next(iter(found.wagers.items()))
    strategy = "best" if "best" in priced.strategies else next(iter(priced.strategies))
    shown = priced.strategies[strategy]
    ev, error = (ratio(shown.ev), None) if isinstance(shown, Exact) else (shown.ev, shown.standard_error)
    return Headline(terms_hash=game.terms_hash, wager=wager, strategy=strategy, ev=ev, standard_error=error)


@lru_cache(maxsize=1)
def _kept() -> dict[str, Headline]:
    rows = json.loads(KEPT.read_text()) if KEPT.is_file() else []
    return {row["terms_hash"]: Headline(**row) for row in rows}


def headline(game: AnyGame) -> Headline | None:
    """The figure that is kept for these terms; None where there is none."""
    return _kept().get(game.terms_hash)


if __name__ == "__main__":
    made = [asdict(reckoned(rules)) for rules in GAMES.values() if rules.against_the_house]
    KEPT.write_text(json.dumps(made, indent=1) + "\n")
