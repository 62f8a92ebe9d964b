"""`houseway readings`: what each reading of an unclear rule changes."""

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer

from .arguments import AsJson, GameName, Options, Verbose, game_with
from .numbers import percent

if TYPE_CHECKING:
    from ..pricing.readings import Change, Reading
    from ..rules.game import AnyGame


def readings(
    game: GameName,
    options: Options = None,
    every: Annotated[
        bool, typer.Option("--all", help="Show every reading, with those that change nothing and why.")
    ] = False,
    pairs: Annotated[
        bool, typer.Option("--pairs", help="Search pairs of readings, and print the worst for the house.")
    ] = False,
    verbose: Verbose = False,
    json: AsJson = False,
) -> None:
    """
    What each reading of an unclear rule changes in the odds, largest change first.

    The table has the figure that each reading changes most; -v prints every figure that it changes.

    Example: houseway readings pyramid
    """
    from ..answer_types import ReadingsAnswer
    from ..games import rulebook_of
    from ..games.ask import readings as ask_readings
    from ..pricing.readings import SHARES_IN_WORDS, settled_questions
    from .output import answer, heading, print_json, print_table, say
    from .progress import bar

    variant = game_with(game, options)
    if pairs:
        return _pairs(variant, json=json)
    with bar(f"pricing the readings of {game}") as progress:
        changes = ask_readings(variant, progress, also_unmoved=every)
    settled = settled_questions(rulebook_of(variant.key)) if every else {}
    if json:
        data = {"game": game, "terms_hash": variant.terms_hash, "readings": [_data(row) for row in changes]}
        return print_json({**data, "settled": settled} if every else data)
    answer(ReadingsAnswer(rules=variant, readings=tuple(changes)).summary())
    say("")
    shown = None if verbose else 1
    lines = [line for reading in changes if reading.reason is None for line in _lines(reading, variant)[:shown]]
    print_table(("clause", "reading", "figure", "value", "change"), lines, numbers=("value", "change"))
    if any(len(reading.changes) > 1 for reading in changes) and not verbose:
        say(f"\nhouseway readings {game} -v prints every figure that a reading changes.")
    if not variant.against_the_house:
        say(f"\n{SHARES_IN_WORDS}")
    for sentence in _profitable(variant, changes):
        say(sentence)
    unmoved = [reading for reading in changes if reading.reason is not None]
    if unmoved:
        heading("Readings that change no figure, and why")
    for reading in unmoved:
        say(f"{reading.open_question}, {_reading_in_words(variant, reading)}: {reading.reason}.")
    if settled:
        heading("Questions without an option, and their answer")
    for question, default in settled.items():
        say(f"{question}: {default}")


SHOWN_PAIRS = 12
"""Interacting pairs that are printed, largest interaction first."""


def _pairs(variant: "AnyGame", *, json: bool) -> None:
    """Search the pairs of readings and print those that interact, then the worst combination for the house."""
    from ..answer_types import PairsAnswer, fields_of
    from ..games.ask import reading_pairs
    from .output import answer, heading, print_json, print_table, say
    from .progress import bar

    with bar(f"pricing pairs of readings of {variant.key}") as progress:
        search = reading_pairs(variant, progress)
    if json:
        return print_json({"game": variant.key, "terms_hash": variant.terms_hash, **search.as_data()})
    pairs = PairsAnswer(**fields_of(search), rules=variant)
    answer(pairs.summary())
    heading(f"Pairs that interact, {len(search.interacting):,} of {search.searched:,}")
    rows = [
        (pairs.in_words(pair), signed(pair.value), signed(search.interaction(pair)))
        for pair in search.interacting[:SHOWN_PAIRS]
    ]
    print_table(("readings", "player's edge", "beyond the sum"), rows, numbers=("player's edge", "beyond the sum"))
    worst = search.worst
    heading(f"Worst for the house: {signed(worst.value)} of the chips wagered ({worst.value})")
    sets = " ".join(f"--set {option}" for option in worst.options)
    say(f"Proof: houseway alarm {variant.key} {sets} names the stakes;")
    say(f"houseway price {variant.key} {sets} --certificate FILE writes every count behind it.")


def _lines(reading: "Reading", game: "AnyGame") -> list[tuple[str, ...]]:
    from ..answer_types import figure_name, figure_value

    option = _reading_in_words(game, reading)
    if not reading.changes:
        return [(reading.open_question, option, reading.refused or "", "", "")]
    shown = [
        (
            figure_name(game, (wager, way)),
            figure_value(game, (wager, way), change.after),
            figure_value(game, (wager, way), change.by, change.error, sign="+"),
        )
        for (wager, way), change in reading.changes.items()
    ]
    return [(reading.open_question if n == 0 else "", option if n == 0 else "", *line) for n, line in enumerate(shown)]


def _reading_in_words(game: "AnyGame", reading: "Reading") -> str:
    """An option and its value under a reading, in the words of the sheet."""
    from ..games import labels_of

    labels = labels_of(game)
    return f"{labels.full_option(reading.option)}: {labels.value(reading.option, reading.after)}"


BEST = "best"


def _profitable(game: "AnyGame", changes: "list[Reading]") -> list[str]:
    """A sentence for each reading under which best play, which is estimated, turns from a loss into a profit."""
    from ..games import labels_of

    sentences = []
    for reading in changes:
        for (wager, way), change in reading.changes.items():
            if way == BEST and change.after_error is not None and change.before <= 0 < change.after:
                value = percent(change.after, change.after_error, sign="+")
                name = labels_of(game).name("wagers", wager)
                words = _reading_in_words(game, reading)
                sentences.append(f"Best play is profitable under this reading: {words}. It wins {value} of the {name}.")
    return sentences


def signed(value: Fraction | float) -> str:
    return percent(value, sign="+")


def _data(reading: "Reading") -> dict[str, object]:
    changes = [_change_data(wager, way, change) for (wager, way), change in reading.changes.items()]
    named = {
        "ledger": reading.open_question,
        "option": reading.option,
        "before": reading.before,
        "after": reading.after,
    }
    return {**named, "refused": reading.refused, "reason": reading.reason, "changes": changes}


def _change_data(wager: str, way: str, change: "Change") -> dict[str, object]:
    """A change; an estimate has two more entries, the standard errors."""
    data: dict[str, object] = {
        "wager": wager,
        "strategy": way,
        "before": str(change.before),
        "after": str(change.after),
        "change": str(change.by),
    }
    if change.error is not None:
        data["error"] = change.error
        data["after_error"] = change.after_error
    return data
