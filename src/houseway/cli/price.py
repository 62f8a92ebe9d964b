"""`houseway price`: exact odds of every wager."""

from collections.abc import Mapping
from dataclasses import asdict
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..rules.errors import NotAllowed, Unreadable
from .arguments import AsJson, GameName, Options, SeedOrNone, game_with, whole, why_not_write, write_file
from .numbers import parts_of_list, percent, whole_number_in

if TYPE_CHECKING:
    from ..games.headlines import Headline
    from ..games.stakes import RoundCost
    from ..pricing.bet_mix import BetMix
    from ..pricing.price import Estimate, Exact, Price
    from ..rules.game import AnyGame


MOST_CHIPS = 10**9 - 1


def price(
    game: GameName,
    options: Options = None,
    bets: Annotated[
        str | None, typer.Option(metavar="WAGER=CHIPS,...", help="Also print the total for these wagers.")
    ] = None,
    rounds: Annotated[int | None, whole("--rounds", "Number of rounds for each estimate.")] = None,
    seed: SeedOrNone = None,
    exact: Annotated[bool, typer.Option("--exact", help="Show fractions instead of percentages.")] = False,
    certificate: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a certificate for houseway verify.")
    ] = None,
    json: AsJson = False,
) -> None:
    """
    Exact odds, house edge and volatility of every wager, with the counts behind them.

    The first lines are the edge of the whole compulsory stake, and what a round costs with the chips added later.

    Example: houseway price pyramid --set straight_flush_pays=50 --bets main=25,three_card=5,six_card=5
    """
    from ..games.ask import price as ask_price
    from ..games.headlines import headline_of
    from ..games.stakes import round_costs, why_not_wagered
    from ..pricing.bet_mix import bet_mix
    from .output import print_json
    from .progress import bar

    variant = game_with(game, options)
    placed = _read_bets(bets)
    if certificate is not None:
        _refuse_certificate(variant)
        if reason := why_not_write(certificate):
            raise Unreadable(reason)
    with bar(f"pricing {game}") as progress:
        result = ask_price(variant, progress, rounds=rounds, seed=seed)
    headline = headline_of(variant, result)
    costs = round_costs(variant, result)
    mix = bet_mix(result, placed) if placed else None
    refused = why_not_wagered(variant, mix.bets) if mix else None
    if mix is not None and refused is None:
        mix = bet_mix(_price_at_stakes(variant, result, mix.bets), placed)
    if certificate is not None:
        from ..audit.certificate import certify

        with bar("checking with a second method") as progress:
            write_file(certificate, certify(variant, result, progress))
    if json:
        total = None
        if mix:
            total = {
                "bets": mix.bets,
                "plays": mix.plays,
                "ev": str(mix.ev),
                "variance": str(mix.variance),
                "wagered": str(mix.wagered),
                "refused": refused,
            }
        first = {"headline": asdict(headline)} if headline else {}
        rounds_data = {"rounds": [_cost_data(cost) for cost in costs]} if costs else {}
        return print_json({**first, **rounds_data, **result.as_data(), **({"total": total} if total else {})})
    _print_headline(headline)
    _print_costs(variant, costs)
    _print(variant, result, exact)
    _print_mix(mix, exact, refused)
    if certificate is not None:
        print(f"\nCertified in {certificate}; houseway verify {certificate} checks it.")


def _price_at_stakes(variant: "AnyGame", price: "Price", stakes: Mapping[str, int]) -> "Price":
    """The price for these stakes, in a game whose payments per chip can depend on them; otherwise this price."""
    from ..games import module_of
    from ..games.ask import price as ask_price

    return ask_price(variant, stakes=stakes) if "stakes" in module_of(variant).pricing.settings else price


def _refuse_certificate(variant: "AnyGame") -> None:
    """Refuse a certificate of a game whose price has no second method, before any work is done."""
    from ..games import GAMES, module_named, module_of
    from ..rules.errors import NotOffered

    try:
        module_of(variant).pricing.second_method(variant)
    except NotOffered as refusal:
        certified = [key for key in GAMES if module_named(key).pricing.has_second_method]
        raise NotAllowed(f"{refusal}; there are certificates of {', '.join(certified)}") from None


def _read_bets(bets: str | None) -> dict[str, int]:
    """Chips by wager, read from the text of --bets."""
    placed: dict[str, int] = {}
    for part in parts_of_list(bets) if bets is not None else ():
        wager, equals, text = (word.strip() for word in part.partition("="))
        chips = whole_number_in(text)
        if not equals or chips is None or not 0 <= chips <= MOST_CHIPS:
            raise Unreadable(f"--bets takes WAGER=CHIPS,... such as main=25,three_card=5, not {part!r}")
        if wager in placed:
            raise Unreadable(f"--bets names {wager} twice, with {placed[wager]} and {chips} chips; name it once")
        placed[wager] = chips
    return placed


def _print_headline(headline: "Headline | None") -> None:
    """The edge of the whole compulsory stake; nothing for a game of players among themselves."""
    from ..games.headlines import in_sentences
    from .output import say

    if headline is not None:
        for sentence in in_sentences(headline):
            say(sentence)


def _print_costs(game: "AnyGame", costs: "tuple[RoundCost, ...]") -> None:
    """What a round with one chip on each compulsory wager costs, by best play and by the house way."""
    from ..games import labels_of
    from .diff import in_percent, with_error
    from .output import heading, print_table, say

    if not costs:
        return say("Players who play alike win nothing from each other on average.")
    heading("A round with one chip on each compulsory wager")
    rows = [
        (
            labels_of(game).name("strategies", cost.strategy),
            with_error(cost.won, f"{float(cost.won.value):+.4f} chips"),
            f"{float(cost.wagered):.4f} chips",
            in_percent(cost.per_chip, sign="+"),
        )
        for cost in costs
    ]
    headings = ("play", "won", "wagered, with later chips", "won per chip")
    print_table(headings, rows, numbers=headings[1:])
    say("")


def _cost_data(cost: "RoundCost") -> dict[str, object]:
    from ..pricing.price import ratio

    wagered = ratio(cost.wagered) if isinstance(cost.wagered, Fraction) else cost.wagered
    return {
        "strategy": cost.strategy,
        "won": cost.won.as_json(),
        "standard_error": cost.won.standard_error or None,
        "wagered": wagered,
        "won_per_chip": cost.per_chip.as_json(),
    }


def _print(game: "AnyGame", result: "Price", exact: bool) -> None:
    from ..games import labels_of
    from ..pricing.price import Exact
    from .output import heading, print_table, say

    say(f"{result.game}, terms {result.terms_hash[:12]}")
    for wager, wager_price in result.wagers.items():
        for name, strategy in wager_price.strategies.items():
            heading(f"{wager}, {name.replace('_', ' ')}" if name != "only" else wager)
            if isinstance(strategy, Exact):
                _print_exact(strategy, exact)
            else:
                _print_estimate(strategy, labels_of(game).name("wagers", wager))
            _print_notes(strategy.notes)
    if result.covariances:
        heading("covariances per unit")
        rows = [
            (" and ".join(pair), value if exact else f"{float(value):.6f}")
            for pair, value in result.covariances.items()
        ]
        print_table(("wagers", "covariance"), rows, numbers=("covariance",))


def _print_exact(strategy: "Exact", exact: bool) -> None:
    from .output import print_table, say

    shown = str if exact else percent
    say(
        f"player's expectation {shown(strategy.ev)}, house edge {shown(-strategy.ev)}, "
        f"hits {shown(strategy.hit_frequency)}, standard deviation {strategy.standard_deviation:.4f}"
    )
    if strategy.staked != 1:
        say(f"units at risk {float(strategy.staked):.4f}, element of risk {shown(strategy.element_of_risk)}")
    rows = [
        (o.name.replace("_", " "), f"{o.net}", f"{o.count:,}", percent(Fraction(o.count, strategy.deals)))
        for o in strategy.outcomes
    ]
    print_table(
        ("outcome", "net", "deals", "chance"),
        [*rows, ("all", "", f"{strategy.deals:,}", "")],
        numbers=("net", "deals", "chance"),
    )


def _print_estimate(strategy: "Estimate", wager: str) -> None:
    """The estimate per unit of its wager, such as the ante."""
    from .output import say

    say(
        f"player's expectation {strategy.ev:+.6f} ± {strategy.standard_error:.6f} per {wager} (one standard error), "
        f"standard deviation {strategy.standard_deviation:.4f}, {strategy.rounds:,} rounds, seed {strategy.seed}"
    )


def _print_notes(notes: Mapping[str, object]) -> None:
    from .output import say

    for name, value in notes.items():
        shown = (
            ", ".join(f"{k} {v:,}" if isinstance(v, int) else f"{k} {v}" for k, v in value.items())
            if isinstance(value, Mapping)
            else value
        )
        say(f"{name.replace('_', ' ')}: {shown}")


def _print_mix(mix: "BetMix | None", exact: bool, refused: str | None) -> None:
    from .output import heading, say

    if mix is None:
        return
    heading("together")
    placed = ", ".join(f"{wager} {chips}" for wager, chips in mix.bets.items())
    ev = str(mix.ev) if exact else f"{float(mix.ev):+.6f}"
    share = f"{percent(mix.per_chip_wagered)} of what is wagered"
    if mix.wagered != mix.staked:
        share = f"{percent(mix.per_chip)} of these chips, {share} with later chips ({float(mix.wagered):.4f})"
    spread = f"{mix.standard_deviation:.4f}"
    say(f"{placed}: {ev} chips a hand, {share}, standard deviation {spread} chips")
    if mix.plays:
        plays = [f"{wager}, {strategy.replace('_', ' ')}" for wager, strategy in mix.plays.items()]
        say(f"Priced: {'; '.join(plays)}.")
    if refused is not None:
        say(f"Priced as if it were allowed; the table refuses these wagers: {refused}.")
