"""A price with everything needed to check it: counts, deals, terms, and a second method that agrees."""

import hashlib
import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ..pricing.price import Price, ratio
from ..records.shuffle import from_seed
from ..rules.errors import NotAllowed
from ..rules.game import Game
from .second_method import DEALERS, ROUNDS, Figure

SEED = "certificate"
METHOD = "hands dealt from a seed and settled by the rules"
HANDS_DEALT = {  # how many cards make up the hands a wager depends on, in the order they leave the shoe
    "pyramid": {"main": (3, 3), "three_card": (3,), "six_card": (3, 3)},
    "pick2": {"ante_play": (5, 5), "bonus_3_5": (5,), "bonus_5_only": (5,)},
}


def deals_are(game: Game[Any], wager: str) -> list[list[int]]:
    """The deals behind a wager, as a product of binomials: [[312, 3], [309, 3]]."""
    left, found = len(game.shoe(game.terms)), []
    for cards in HANDS_DEALT[game.key][wager]:
        found.append([left, cards])
        left -= cards
    return found


def certify(game: Game[Any], price: Price, progress: Callable[[int, int], None], rounds: int | None = None) -> str:
    """The certificate of a price, as text."""
    if game.key not in DEALERS:
        raise NotAllowed(f"{game.key} has no price that a second method stands behind; {', '.join(DEALERS)} have")
    if game.key == "pyramid" and game.terms.banker_sets != "before_exposure":
        raise NotAllowed(
            "a bank that sets in sight of the House hand has no second method yet; leave banker_sets as it is"
        )
    data = price.as_data()
    for wager, priced in data["wagers"].items():
        if game.key in HANDS_DEALT:
            priced["deals_are"] = deals_are(game, wager)
    body = {
        "houseway_certificate": 1,
        **data,
        "second_methods": _second_methods(game, price, progress, rounds or ROUNDS[game.key]),
    }
    canonical = json.dumps(body, sort_keys=True, separators=(",", ":"))
    return json.dumps({**body, "digest": hashlib.sha256(canonical.encode()).hexdigest()}, indent=1) + "\n"


def _second_methods(
    game: Game[Any], price: Price, progress: Callable[[int, int], None], rounds: int
) -> list[dict[str, Any]]:
    wanted = [(wager, name) for wager, priced in price.wagers.items() for name in priced.strategies]
    totals = dict.fromkeys(wanted, Fraction())
    deal, entropy = DEALERS[game.key](game), from_seed(SEED)
    played: dict[Figure, int] = dict.fromkeys(wanted, 0)
    for done in range(rounds):
        for figure, won in deal(entropy):
            if figure in totals:
                totals[figure] += won
                played[figure] += 1
        if done % 100 == 0:
            progress(done, rounds)
    return [
        {
            "wager": w,
            "strategy": s,
            "method": METHOD,
            "seed": SEED,
            "rounds": played[w, s],
            "total": ratio(totals[w, s]),
        }
        for w, s in wanted
        if played[w, s]
    ]
