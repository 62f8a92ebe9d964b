"""House ways in sentences, as `houseway way` prints them: the vocabulary, the best ones, and one from a file."""

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from .arguments import read_file

if TYPE_CHECKING:
    from ..pricing.sentence_frontier import BestHouseWay
    from ..pricing.sentences import PricedHouseWay, Vocabulary
    from ..rules.game import AnyGame

HOW_TO_READ = "At each sentence, keep only the settings that satisfy it; if none of those left does, skip the sentence."


def house_ways_in_sentences(game: "AnyGame", most: int | None, file: Path | None, *, json: bool) -> None:
    """Print the vocabulary, or the best house ways of at most `most` sentences and the price of the one in the file."""
    from ..games.ask import house_way_vocabulary
    from ..pricing.sentence_frontier import frontier
    from ..pricing.sentences import priced_house_way
    from .output import print_json
    from .progress import bar

    text = read_file(file) if file is not None else None
    with bar(f"valuing the settings of {game.key}") as progress:
        vocabulary = house_way_vocabulary(game, progress)
    written = priced_house_way(vocabulary, text) if text is not None else None
    best: list[BestHouseWay] = []
    if most is not None:
        with bar(f"searching house ways of {game.key}") as progress:
            best = frontier(vocabulary, most, progress)
    if json:
        data = _data(vocabulary, best, written, with_vocabulary=most is None and file is None)
        return print_json({"game": game.key, "terms_hash": game.terms_hash, **data})
    if most is None and written is None:
        return _print_vocabulary(vocabulary)
    _print_terms(vocabulary)
    if written is not None:
        _print_written(vocabulary, written, best)
    if best:
        _print_frontier(vocabulary, best)


def _print_terms(vocabulary: "Vocabulary") -> None:
    from .output import say
    from .readings import signed

    best = signed(vocabulary.best_ev)
    if vocabulary.is_among_players:
        best = f"{float(vocabulary.best_ev):+.4f} {vocabulary.unit}"
    say(
        f"House ways of {vocabulary.game} in sentences, for {vocabulary.role}. Costs are in {vocabulary.unit}, against "
        f"best play ({best}), on {vocabulary.options.checked}."
    )
    if vocabulary.note:
        say(vocabulary.note)


def _print_frontier(vocabulary: "Vocabulary", best: list["BestHouseWay"]) -> None:
    from .output import heading, print_table, say

    count = len(vocabulary.sentences) + len(vocabulary.last_sentences)
    heading(f"The least cost by number of sentences, from a vocabulary of {count:,}")
    rows = [
        (str(one.at_most), _cost(vocabulary, one.cost, one.standard_error), _proof(vocabulary, one)) for one in best
    ]
    print_table(("sentences", "cost", "proof"), rows, numbers=("sentences", "cost"))
    heading(f"The house way of {_sentences(len(best[-1].sentences))}")
    for number, sentence in enumerate(best[-1].sentences, start=1):
        say(f"{number}. {sentence}")
    say(f"\n{HOW_TO_READ}")


def _sentences(count: int) -> str:
    return "1 sentence" if count == 1 else f"{count} sentences"


def _print_written(vocabulary: "Vocabulary", written: "PricedHouseWay", best: list["BestHouseWay"]) -> None:
    from .output import heading, print_table, say

    count = len(written.sentences)
    heading(f"Your house way of {_sentences(count)}: cost {_cost(vocabulary, written.cost, written.standard_error)}")
    rows = []
    for sentence in written.sentences:
        without = "needed" if sentence.cost_without is None else _cost(vocabulary, sentence.cost_without, 0)
        rows.append((sentence.text, without))
    print_table(("sentence", "cost without it"), rows, numbers=("cost without it",))
    say("\nEvery hand has one setting, and it is legal.")
    as_long = [one for one in best if one.at_most <= count]
    if as_long:
        say(f"The best house way of at most {_sentences(count)} costs {_cost(vocabulary, as_long[-1].cost, 0)}.")


def _cost(vocabulary: "Vocabulary", cost: Fraction, standard_error: float) -> str:
    """A cost with its standard error: an amount between players, or per cent of a wager."""
    from .numbers import amount, percent

    if vocabulary.is_among_players:
        return f"{amount(cost, standard_error)} {vocabulary.unit}"
    return percent(cost, standard_error)


def _proof(vocabulary: "Vocabulary", one: "BestHouseWay") -> str:
    if one.is_proven:
        return "no other list costs less"
    return f"no list costs less than {_cost(vocabulary, one.bound, 0)}"


def _print_vocabulary(vocabulary: "Vocabulary") -> None:
    from .output import heading, say

    say(HOW_TO_READ)
    heading("Sentences")
    for sentence in vocabulary.sentences:
        say(sentence.text)
    heading("Last sentences: every house way ends with one of them")
    for sentence in vocabulary.last_sentences:
        say(sentence.text)


def _data(
    vocabulary: "Vocabulary", best: list["BestHouseWay"], written: "PricedHouseWay | None", *, with_vocabulary: bool
) -> dict[str, object]:
    data: dict[str, object] = {
        "role": vocabulary.role,
        "unit": vocabulary.unit,
        "checked": vocabulary.options.checked,
        "note": vocabulary.note,
        "best_ev": _number(vocabulary, vocabulary.best_ev),
    }
    if with_vocabulary:
        data["vocabulary"] = [sentence.text for sentence in vocabulary.sentences]
        data["last_sentences"] = [sentence.text for sentence in vocabulary.last_sentences]
    if best:
        data["frontier"] = [
            {
                "at_most": one.at_most,
                "sentences": list(one.sentences),
                "cost": _number(vocabulary, one.cost),
                "bound": _number(vocabulary, one.bound),
                "proven": one.is_proven,
                "standard_error": one.standard_error,
            }
            for one in best
        ]
    if written is not None:
        data["house_way"] = {
            "sentences": [sentence.text for sentence in written.sentences],
            "cost": _number(vocabulary, written.cost),
            "standard_error": written.standard_error,
            "cost_without": [
                None if sentence.cost_without is None else _number(vocabulary, sentence.cost_without)
                for sentence in written.sentences
            ],
        }
    return data


def _number(vocabulary: "Vocabulary", value: Fraction) -> str | float:
    """A fraction if it is exact; an estimate is never written as a fraction."""
    return float(value) if vocabulary.options.sampled_hands else str(value)
