"""
What Pyramid Poker, Casino Version is worth: estimates with their standard error, and what can be counted exactly.

The wager is `ante`, and profits are in antes: the ante, the buy-in and the points together. The player always plays
against the dealer policy of the terms [CAS-A4]. `house_way` buys always and sets by HW-2; `best_setting` buys always
and sets as is worth most in money; `best` does that, and folds the kinds of seven cards with which buying was worth
less than the fold: a little less than folding hand by hand, which the function `best` reckons for given cards.
"""

from __future__ import annotations

from math import comb, sqrt
from typing import Any

from ....kernels.enumerate import shape_classes
from ....pricing.price import Estimate, Price, WagerPrice, ratio
from ....rules.errors import Unreadable, shown
from ....rules.game import Game
from ....rules.terms import options, write_value
from ....sampling.chunks import Progress
from ....sampling.settings import checked_integer
from .. import hand_order
from .. import wagers as casino_wagers
from ..sheet import SHEET
from ..terms import Terms
from ..wagers import BUY, FOLD
from .best_reply import Reply, best_reply
from .scores import Table, asymmetry, refuse, table
from .shoes import BEST, Sample, means, simulated, standard_error

ANTE = casino_wagers.ANTE
SEED = 1
PRECISION = 0.001
FINEST = 0.00005


def price(
    game: Game[Terms],
    progress: Progress | None = None,
    *,
    rounds: int | None = None,
    precision: float = PRECISION,
    seed: int = SEED,
) -> Price:
    """Every strategy against the dealer of the terms, to this standard error in antes, or in so many rounds."""
    refuse(game)
    if not isinstance(precision, int | float) or not precision >= FINEST:
        raise Unreadable(f"precision is a standard error in antes from {FINEST} up, not {shown(precision)}")
    if rounds is not None:
        checked_integer("rounds", rounds, 1, 10**10)
    told = progress or _untold
    told(0, 1)
    found = table(game.terms)
    reply = best_reply(game.terms, seed)
    samples = simulated(found, reply, seed, rounds, precision, told)
    strategies = {
        name: estimate(found, sample, seed, notes(game, found, reply, name, sample)) for name, sample in samples.items()
    }
    named = {name: write_value(value) for name, value in options(game.terms).items()}
    wagers = {ANTE: WagerPrice(strategies=strategies)}
    return Price(game=game.key, terms=named, terms_hash=game.terms_hash, wagers=wagers)


def _untold(done: int, total: int) -> None:
    return None


def estimate(found: Table, sample: Sample, seed: int, said: dict[str, Any]) -> Estimate:
    money = [*found.scores.money.tolist(), found.folded]
    counts = sample.net.tolist()
    rounds = int(sample.net.sum())
    mean = sum(amount * count for amount, count in zip(money, counts, strict=True)) / rounds / found.part
    squares = sum(amount**2 * count for amount, count in zip(money, counts, strict=True)) / rounds / found.part**2
    return Estimate(
        ev=float(means(found, sample).mean()),
        standard_error=standard_error(found, sample),
        standard_deviation=sqrt(squares - mean**2),
        seed=seed,
        rounds=rounds,
        notes=said,
    )


def notes(game: Game[Terms], found: Table, reply: Reply, name: str, sample: Sample) -> dict[str, Any]:
    """What else the shoes told: how often each net score came, and for `best` what it folds."""
    *net, folds = sample.net.tolist()
    said: dict[str, Any] = {
        "dealer": game.terms.dealer_policy,
        "shoes": len(sample.sums),
        "rounds_per_shoe": found.hands_in_shoe * (found.hands_in_shoe - 1),
        "net_points": {str(points): count for points, count in zip(asymmetry(game.terms), net, strict=True) if count},
    }
    if name == BEST:
        said["decisions"] = {BUY: sum(net), FOLD: folds}
        said["fold_worth_exactly"] = str(-game.terms.fold_cost_antes)
        said["folds"] = {kind: round(worth, 3) for kind, worth in reply.kinds.items()}
    return said


# What can be counted -----------------------------------------------------------------------------------------------


def frequencies(game: Game[Terms]) -> dict[str, dict[str, Any]]:
    """
    Exactly: what each net score pays, what classes of hands the shoe holds, and how jokers are dealt.

    Classes are counted over every hand of three and of five cards, jokers over hands of seven and nine: each sums to
    the number of such hands.
    """
    terms = game.terms
    return {
        "payout_in_antes": {str(points): ratio(won) for points, won in asymmetry(terms).items()},
        "fold_in_antes": {FOLD: str(-terms.fold_cost_antes)},
        "three_cards": _classes(terms, 3),
        "five_cards": _classes(terms, 5),
        "jokers_in_seven": _jokers(terms, terms.first_cards),
        "jokers_in_nine": _jokers(terms, terms.first_cards + terms.bought_cards),
    }


def _classes(terms: Terms, size: int) -> dict[str, int]:
    """How many hands of this size are of each class, the strongest first."""
    counts: dict[tuple[int, str], int] = {}
    for cards, ways in shape_classes(size, decks=terms.decks, jokers=terms.jokers):
        strength = hand_order.strength(terms, cards)
        counts[strength.level, strength.made] = counts.get((strength.level, strength.made), 0) + ways
    return {str(made): counts[level, made] for level, made in sorted(counts, reverse=True)}


def _jokers(terms: Terms, cards: int) -> dict[str, int]:
    shoe = len(SHEET.shoe(terms))
    naturals = shoe - terms.jokers
    return {str(n): comb(terms.jokers, n) * comb(naturals, cards - n) for n in range(terms.jokers + 1)}
