"""`houseway price`: exact odds of every wager."""

from collections.abc import Mapping
from dataclasses import asdict
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..rules.errors import NotAllowed, Unreadable
from .arguments import AsJson, GameName, Options, SeedOrNone, Verbose, game_with, whole, why_not_write, write_file
from .numbers import amount, parts_of_list, percent, whole_number_in

if TYPE_CHECKING:
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
    verbose: Verbose = False,
    json: AsJson = False,
) -> None:
    """
    Exact odds, house edge and volatility of every wager, with the counts behind them.

    The first sentences say who wins on the compulsory wagers; -v prints every outcome with its count.

    Example: houseway price pyramid --set straight_flush_pays=50 --bets main=25,three_card=5,six_card=5
    """
    from ..answer_types import PriceAnswer, fields_of
    from ..games.ask import price as ask_price
    from ..games.headlines import headline_of
    from ..games.stakes import round_costs, why_not_wagered
    from ..pricing.bet_mix import bet_mix
    from .output import answer, print_json, say
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
    answer(PriceAnswer(**fields_of(result), rules=variant).summary())
    _print_costs(variant, costs)
    _print_wagers(variant, result, exact)
    _print_mix(variant, mix, exact, refused)
    if verbose:
        _print_details(variant, result, exact)
    else:
        say(f"\nhouseway price {game} -v prints {_details_in_words(result)}.")
    if certificate is not None:
        print(f"\nCertified in {certificate}; houseway verify {certificate} checks it.")


def _price_at_stakes(variant: "AnyGame", price: "Price", stakes: Mapping[str, int]) -> "Price":
    """The price for these stakes, in a game whose payments per chip can depend on them; otherwise this price."""
    from ..games import module_of
    from ..games.ask import price as ask_price

    return ask_price(variant, stakes=stakes) if "stakes" in module_of(variant).pricing.settings else price


def _details_in_words(result: "Price") -> str:
    """What -v prints."""
    from ..pricing.price import Exact

    strategies = [strategy for wager in result.wagers.values() for strategy in wager.strategies.values()]
    if any(isinstance(strategy, Exact) for strategy in strategies):
        return "every outcome with its count"
    return "how each figure is estimated, and what was counted"


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


def _print_costs(game: "AnyGame", costs: "tuple[RoundCost, ...]") -> None:
    """What a round with one chip on each compulsory wager costs, by best play and by the house way."""
    from ..games import labels_of
    from .diff import in_percent
    from .output import heading, print_table

    if not costs:
        return
    heading("A round with one chip on each compulsory wager")
    rows = [
        (
            labels_of(game).name("strategies", cost.strategy),
            f"{amount(cost.won.value, cost.won.standard_error, sign='+')} chips",
            f"{float(cost.wagered):.4f} chips",
            in_percent(cost.per_chip, sign="+"),
        )
        for cost in costs
    ]
    headings = ("play", "won", "wagered in all", "won per chip")
    print_table(headings, rows, numbers=headings[1:])


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


def _print_wagers(game: "AnyGame", result: "Price", exact: bool) -> None:
    """One line for each wager and play: the edge of the house, or what is won where players meet each other."""
    from .output import heading, print_table

    if game.against_the_house:
        heading("Each wager, with one chip on it")
        headings = ["wager", "play", "house edge", "hits", "deviation, chips"]
    else:
        from ..games import module_of

        unit = module_of(game).pricing.result_unit
        heading("Each figure")
        headings = ["wager", "play", f"won, {unit}", "hits", f"deviation, {unit}"]
    rows = [
        [*_names(game, wager, name), *_figures(game, strategy, exact)]
        for wager, wager_price in result.wagers.items()
        for name, strategy in wager_price.strategies.items()
    ]
    filled = [column for column in range(len(headings)) if any(row[column] for row in rows)]
    print_table(
        [headings[column] for column in filled],
        [[row[column] for column in filled] for row in rows],
        numbers=headings[2:],
    )


def _names(game: "AnyGame", wager: str, strategy: str) -> tuple[str, str]:
    """A wager and a way to play it, in the words of the sheet."""
    from ..games import labels_of

    labels = labels_of(game)
    return labels.name("wagers", wager), "" if strategy == "only" else labels.name("strategies", strategy)


def _figures(game: "AnyGame", strategy: "Exact | Estimate", exact: bool) -> tuple[str, str, str]:
    """The edge, the share of deals that win something, and the standard deviation."""
    from ..pricing.price import Exact

    deviation = f"{strategy.standard_deviation:.4f}"
    if isinstance(strategy, Exact):
        hits = str(strategy.hit_frequency) if exact else percent(strategy.hit_frequency)
        return (str(-strategy.ev) if exact else percent(-strategy.ev), hits, deviation)
    if game.against_the_house:
        return percent(-strategy.ev, strategy.standard_error), "", deviation
    return amount(strategy.ev, strategy.standard_error, sign="+"), "", deviation


def _print_details(game: "AnyGame", result: "Price", exact: bool) -> None:
    """Every outcome with its count, the notes of each figure, and the covariances."""
    from ..games import labels_of
    from ..pricing.price import Exact
    from .output import heading, print_table, say

    for wager, wager_price in result.wagers.items():
        for name, strategy in wager_price.strategies.items():
            heading(", ".join(part for part in _names(game, wager, name) if part))
            if isinstance(strategy, Exact):
                _print_exact(game, strategy, exact)
            else:
                _print_estimate(strategy, labels_of(game).name("wagers", wager))
            _print_notes(game, strategy.notes)
    if result.covariances:
        heading("Covariances, per chip on each wager")
        rows = [
            (" and ".join(_covariance_name(game, part) for part in pair), value if exact else f"{float(value):.6f}")
            for pair, value in result.covariances.items()
        ]
        print_table(("wagers", "covariance"), rows, numbers=("covariance",))
    say(f"\nTerms {result.terms_hash[:12]}.")


def _covariance_name(game: "AnyGame", part: str) -> str:
    """A wager in words; a strategy that is not its first follows it after a full stop."""
    wager, _, strategy = part.partition(".")
    return ", ".join(name for name in _names(game, wager, strategy or "only") if name)


def _print_exact(game: "AnyGame", strategy: "Exact", exact: bool) -> None:
    from ..games import labels_of
    from .output import print_table, say

    shown = str if exact else percent
    say(
        f"player's expectation {shown(strategy.ev)}, house edge {shown(-strategy.ev)}, "
        f"hits {shown(strategy.hit_frequency)}, standard deviation {strategy.standard_deviation:.4f}"
    )
    if strategy.staked != 1:
        say(f"chips at risk {float(strategy.staked):.4f}, element of risk {shown(strategy.element_of_risk)}")
    labels = labels_of(game)
    rows = [
        (labels.outcome(o.name), f"{o.net}", f"{o.count:,}", percent(Fraction(o.count, strategy.deals)))
        for o in strategy.outcomes
    ]
    print_table(
        ("outcome", "net", "deals", "chance"),
        [*rows, ("All", "", f"{strategy.deals:,}", "")],
        numbers=("net", "deals", "chance"),
    )


def _print_estimate(strategy: "Estimate", wager: str) -> None:
    """The estimate per unit of its wager, such as the ante."""
    from .output import say

    say(
        f"player's expectation {amount(strategy.ev, strategy.standard_error, sign='+')} per {wager} (one standard "
        f"error), standard deviation {strategy.standard_deviation:.4f}, {strategy.rounds:,} rounds, "
        f"seed {strategy.seed}"
    )


def _print_notes(game: "AnyGame", notes: Mapping[str, object]) -> None:
    """The notes of a figure: sentences and numbers first, then the tables of counts."""
    from ..games.labels import sentence_case, words
    from ..pricing.notes import MEAN, NOTE_LABELS
    from .output import print_table, say

    tables = []
    for name, value in notes.items():
        label = sentence_case(words(NOTE_LABELS.get(name, name)))
        if not isinstance(value, Mapping):
            say(f"{label}: {_plain(value)}.")
        elif set(value) == MEAN:
            say(f"{label}: {value['mean']} ± {value['standard_error']}.")
        else:
            tables.append((label, value))
    for label, counts in tables:
        say("")
        rows = [(_counted(game, name), _plain(count)) for name, count in counts.items()]
        print_table((label, ""), rows, numbers=("",))


def _plain(value: object) -> str:
    """A whole number with its thousands apart, and everything else as it is."""
    return f"{value:,}" if isinstance(value, int) else str(value).removesuffix("/1")


def _counted(game: "AnyGame", name: str) -> str:
    """What was counted: a decision or an outcome of the sheet, otherwise the words of its name."""
    from ..games import labels_of
    from ..games.labels import words

    labels = labels_of(game)
    if name in labels.names.get("decisions", {}):
        return labels.name("decisions", name)
    return labels.outcome(name) if name in labels.outcomes else words(name)


def _print_mix(game: "AnyGame", mix: "BetMix | None", exact: bool, refused: str | None) -> None:
    from ..games import labels_of
    from .output import heading, say

    if mix is None:
        return
    heading("Together")
    labels = labels_of(game)
    placed = ", ".join(f"{labels.name('wagers', wager)} {chips}" for wager, chips in mix.bets.items())
    ev = str(mix.ev) if exact else amount(mix.ev, sign="+")
    share = f"{percent(mix.per_chip_wagered, sign='+')} of what is wagered"
    if mix.wagered != mix.staked:
        before = percent(mix.per_chip, sign="+")
        share = f"{before} of these chips, {share} with later chips ({float(mix.wagered):.4f})"
    spread = f"{mix.standard_deviation:.4f}"
    say(f"{placed}: {ev} chips a hand, {share}, standard deviation {spread} chips")
    if mix.plays:
        plays = [
            f"{labels.name('wagers', wager)}, {labels.name('strategies', play)}" for wager, play in mix.plays.items()
        ]
        say(f"Priced: {'; '.join(plays)}.")
    if refused is not None:
        say(f"Priced as if it were allowed; the table refuses these wagers: {refused}.")
