"""`houseway duel`: two strategies on the same cards."""

from typing import TYPE_CHECKING, Annotated

import typer

from ..rules.errors import plural
from .arguments import INTERRUPTED, AsJson, GameName, Options, Seats, Seed, game_with, whole
from .numbers import amount
from .simulate import unit_in_words

if TYPE_CHECKING:
    from ..rules.game import AnyGame
    from ..simulation.duel import Duel
    from ..solving.strategy import Strategy

Level = "house_way, best, newcomer, or a file from houseway solve."


def duel(
    game: GameName,
    first: Annotated[str, typer.Argument(metavar="A", help=Level)],
    second: Annotated[str, typer.Argument(metavar="B", help=Level)],
    rounds: Annotated[int, whole("--rounds", "Number of rounds; each is played twice, with the seats swapped.")] = 200,
    seats: Seats = None,
    seed: Seed = 1,
    luck_adjusted: Annotated[
        bool, typer.Option("--luck-adjusted", help="Different cards for each; compare chips with results without luck.")
    ] = False,
    options: Options = None,
    json: AsJson = False,
) -> None:
    """
    Two strategies on the same cards with the seats swapped: the difference and its standard error.

    Example: houseway duel pick2 expert newcomer --rounds 500
    """
    from ..games.ask import strategy
    from ..simulation.duel import duel as play_duel
    from .output import print_json
    from .progress import bar

    variant = game_with(game, options)
    ours = strategy(variant, first)
    theirs = strategy(variant, second)
    if luck_adjusted:
        return _without_luck(variant, ours, theirs, rounds, seed, json=json)
    with bar(f"{first} against {second}") as progress:
        result = play_duel(variant, ours, theirs, rounds=rounds, seed=seed, seats=seats, progress=progress)
    if json:
        print_json(result.as_data())
    else:
        _print(variant, result)
    if result.rounds < result.requested:
        raise typer.Exit(INTERRUPTED)


def _print(rules: "AnyGame", result: "Duel") -> None:
    from ..answer_types import DuelAnswer, fields_of
    from ..games.labels import words
    from .output import answer, print_table, say

    answer(DuelAnswer(**fields_of(result), rules=rules).summary())
    say("")
    rows = [
        (words(result.a), amount(result.a_wins, result.a_error, sign="+"), f"{result.better:,}"),
        (words(result.b), amount(result.b_wins, result.b_error, sign="+"), f"{result.worse:,}"),
    ]
    headings = ("strategy", "chips a round", "deals it won more with")
    print_table(headings, rows, numbers=headings[1:])
    say("")
    measure = unit_in_words(rules, result.unit, result.unit_chips)
    stopped = f" Stopped after {result.rounds:,} of {result.requested:,}." if result.rounds < result.requested else ""
    seats = plural(result.seats, "seat")
    say(f"{result.rounds:,} deals, each played twice, {seats}, seed {result.seed}.{measure}{stopped}")


def _without_luck(
    game: "AnyGame", first: "Strategy", second: "Strategy", rounds: int, seed: int, *, json: bool
) -> None:
    from ..games import module_of
    from ..games.labels import words
    from ..pricing.measured import Measured
    from ..simulation.luck_free import luck_free_duel
    from .output import answer, print_json, print_table, say
    from .progress import bar

    with bar(f"{first.name} and {second.name}") as progress:
        result = luck_free_duel(
            game, module_of(game).solver, first, second, rounds=rounds, seed=seed, progress=progress
        )
    if json:
        return print_json(result.as_data())
    difference = Measured(result.adjusted_difference, result.adjusted_error)
    more = "less" if difference.value < 0 else "more"
    won = amount(difference.size, difference.standard_error)
    clear = "can be chance" if difference.clear_sign == 0 else "is too large to be chance"
    answer(
        f"Without luck, {words(result.a)} wins {won} chips a round {more} than {words(result.b)}; the difference "
        f"{clear}."
    )
    factor = f"needs {result.factor:,.1f} times fewer rounds" if result.adjusted_error else "needs one round"
    say(f"To tell the two apart, the result without luck (by {result.method}) {factor} than the chips won.")
    say("")
    rows = []
    for name, gain, error, adjusted in (
        ("chips won", result.won_difference, result.won_error, False),
        ("without luck", result.adjusted_difference, result.adjusted_error, True),
    ):
        needed = result.rounds_needed(adjusted=adjusted)
        rows.append((name, amount(gain, error, sign="+"), "" if needed is None else f"{needed:,}"))
    columns = ("result", "difference, chips a round", "rounds until it is 3 standard errors")
    print_table(columns, rows, numbers=columns[1:])
    say(f"\n{result.rounds:,} rounds each, seed {result.seed}.{unit_in_words(game, *_unit(game))}")


def _unit(game: "AnyGame") -> tuple[str, int]:
    """The wager that chips are measured by, and its chips."""
    from ..simulation.unit import unit_of

    unit = unit_of(game)
    return unit.wager, unit.chips
