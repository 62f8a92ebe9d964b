"""Price certificates: a price with its counts, deals and terms, and a second method that agrees."""

import hashlib
import json
from collections.abc import Callable
from fractions import Fraction

from ..games import module_of
from ..pricing.price import Price, ratio
from ..pricing.second_method import Figure, SecondMethod
from ..records.shuffle import from_seed
from ..rules.game import AnyGame
from ..sampling.json_types import Json

SEED = "certificate"
METHOD = "hands dealt from a seed and settled by the rules"


def deal_factors(game: AnyGame, sizes: tuple[int, ...]) -> list[list[int]]:
    """The number of deals of hands of these sizes as a product of binomials, such as [[312, 3], [309, 3]]."""
    left = len(game.shoe(game.terms))
    factors = []
    for cards in sizes:
        factors.append([left, cards])
        left -= cards
    return factors


def certify(game: AnyGame, price: Price, progress: Callable[[int, int], None], rounds: int | None = None) -> str:
    """The certificate of a price, as text."""
    pricing = module_of(game).pricing
    deal = pricing.second_method(game)
    data = price.as_data()
    for wager, sizes in pricing.hands_dealt_for(game).items():
        data["wagers"][wager]["deals_are"] = deal_factors(game, sizes)
    body = {
        "houseway_certificate": 1,
        **data,
        "second_methods": _second_methods(deal, price, progress, rounds or pricing.second_method_rounds),
    }
    canonical = json.dumps(body, sort_keys=True, separators=(",", ":"))
    return json.dumps({**body, "digest": hashlib.sha256(canonical.encode()).hexdigest()}, indent=1) + "\n"


def _second_methods(
    deal: SecondMethod, price: Price, progress: Callable[[int, int], None], rounds: int
) -> list[dict[str, Json]]:
    wanted = [(wager, name) for wager, priced in price.wagers.items() for name in priced.strategies]
    totals = dict.fromkeys(wanted, Fraction())
    entropy = from_seed(SEED)
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
