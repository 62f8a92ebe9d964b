"""Every reading of every open question is priced or listed with a reason, and every figure has a unit."""

from fractions import Fraction

import pytest

from houseway.answer_types import figure_value
from houseway.games import GAMES, game, rulebook_of
from houseway.games.chinese.pricing import unmoved as chinese
from houseway.games.pick2.pricing import unmoved as pick2
from houseway.games.pyramid.pricing import unmoved as pyramid
from houseway.games.showdown.pricing import unmoved as showdown
from houseway.pricing.readings import SAME_PRICE, Figures, readings, settled_questions
from houseway.rules.game import AnyGame
from houseway.rules.terms import options, write_value

REASONS = {
    "chinese": chinese.REASONS,
    "pick2": pick2.REASONS,
    "pyramid": pyramid.REASONS,
    "showdown": showdown.REASONS,
}
"""By game: why some readings cannot change a figure."""


def all_readings_of(rules: AnyGame) -> set[tuple[str, str]]:
    """Option and value of each reading that the terms do not have."""
    current = {name: write_value(value) for name, value in options(rules.terms).items()}
    return {
        (option, value)
        for question in rulebook_of(rules.key).open_questions.values()
        for option, values in question.options.items()
        for value in values
        if value != current[option]
    }


@pytest.mark.parametrize("key", GAMES)
def test_every_reading_is_priced_or_has_a_reason(key: str) -> None:
    """With figures that depend on no option, no reading may be missing and each has to say why it changes nothing."""
    rules = game(key)
    priced: list[AnyGame] = []

    def figures(variant: AnyGame) -> Figures:
        priced.append(variant)
        return {("wager", "best"): Fraction()}

    listed = readings(rules, rulebook_of(key), figures, also_unmoved=True, reasons=REASONS.get(key))
    assert {(reading.option, reading.after) for reading in listed} == all_readings_of(rules)
    allowed = [reading for reading in listed if reading.refused is None]
    assert len(priced) == len(allowed) + 1  # and the game itself
    assert all(reading.reason for reading in allowed)
    assert all(reading.refused for reading in listed if reading not in allowed)


@pytest.mark.parametrize("key", GAMES)
def test_a_question_without_an_option_has_an_answer(key: str) -> None:
    book = rulebook_of(key)
    settled = settled_questions(book)
    with_options = {question.id for question in book.open_questions.values() if question.options}
    assert settled.keys() | with_options == book.open_questions.keys()
    assert all(settled.values())


@pytest.mark.parametrize("key", REASONS)
def test_reasons_are_for_options_of_open_questions(key: str) -> None:
    asked_about = {option for question in rulebook_of(key).open_questions.values() for option in question.options}
    assert REASONS[key].keys() <= asked_about
    assert SAME_PRICE not in REASONS[key].values()


@pytest.mark.parametrize(
    ("key", "figure", "value", "shown"),
    [
        ("showdown", ("champion", "points"), 11.14655, "111.4655 points"),
        ("showdown", ("duel", "size"), 1.621, "16.2100 points"),
        ("showdown", ("pot", "size"), 18.0, "180.0000 chips"),
        ("showdown", ("round", "spread"), 12.8, "128.0000 chips"),
        ("showdown", ("pot", "tied"), 0.0055, "0.5500 %"),
        ("chinese", ("unit", "house_way_against_house_way"), Fraction(-1), "-1.0000 units"),
        ("chinese", ("duel", "size"), 1.5, "1.5000 units"),
        ("chinese", ("six pairs", "chance"), Fraction(1, 200), "0.5000 %"),
        ("pyramid", ("main", "best"), Fraction(1, 200), "0.5000 %"),
    ],
)
def test_figures_have_units(key: str, figure: tuple[str, str], value: Fraction | float, shown: str) -> None:
    assert figure_value(game(key), figure, value) == shown
