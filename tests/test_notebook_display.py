"""Display in notebooks: well-formed HTML with every visible card and no hidden one, loaded only in a notebook."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from html import escape
from xml.etree import ElementTree

import pytest

import houseway as hw
from houseway import notebook
from houseway.rules.view import view


def parse(html: str) -> ElementTree.Element:
    """Parse HTML as XML, which fails if a tag is not closed."""
    return ElementTree.fromstring(f"<div>{html.replace('<br>', '<br/>')}</div>")


def svg_labels(html: str) -> list[str]:
    """The descriptions of the pictures of cards."""
    pictures = parse(html).iter("{http://www.w3.org/2000/svg}svg")
    return [str(picture.get("aria-label")) for picture in pictures if picture.get("aria-label")]


def test_a_price_has_a_row_for_every_strategy_and_its_outcomes_on_request() -> None:
    price = hw.game("pyramid").price()
    element = parse(price._repr_html_())
    first = next(element.iter("table"))
    assert len(list(first.iter("tr"))) == 1 + sum(len(wager.strategies) for wager in price.wagers.values())
    assert len(list(element.iter("details"))) == sum(len(wager.strategies) for wager in price.wagers.values())
    assert "-1.4182 %" in price._repr_html_()
    assert "three_card" not in price._repr_html_()


def test_an_estimate_shows_its_rounds_and_standard_error() -> None:
    from houseway.answer_types import PriceAnswer
    from houseway.pricing.price import Estimate, WagerPrice

    estimate = Estimate(ev=-0.02, standard_error=0.001, standard_deviation=1.5, seed=1, rounds=1000)
    price = PriceAnswer(
        game="casino",
        terms={},
        terms_hash="0" * 64,
        wagers={"ante": WagerPrice(strategies={"best": estimate})},
        rules=hw.game("casino").rules,
    )
    assert "1,000 rounds, ± 0.1000 %" in price._repr_html_()
    assert "± 0." in price.summary()
    assert "Every figure is an estimate." in price.summary()


def test_options_show_every_card() -> None:
    options = hw.game("pyramid").best("Js Jd 6h")
    labels = svg_labels(options._repr_html_())
    assert labels[:3] == [
        "jack of spades jack of diamonds six of hearts",
        "six of hearts",
        "jack of spades jack of diamonds",
    ]


def changed_record() -> str:
    record = hw.game("pyramid").deal(seed=5).play_out().record()
    return record.replace("PYR-", "PYX-", 1)


def failing_vector() -> hw.answer_types.CheckAnswer:
    from dataclasses import replace

    outcomes = hw.game("pick2").check().outcomes
    return hw.answer_types.CheckAnswer(outcomes=(replace(outcomes[0], fault="expected <5>"), *outcomes[1:]))


ANSWERS: dict[str, Callable[[], hw.answer_types.Answer]] = {
    "price among players": lambda: priced_among_players(),
    "diff": lambda: hw.game("pyramid").diff(hw.game("pyramid", straight_flush_pays=50)),
    "diff among players": lambda: compared_among_players(),
    "alarm": lambda: hw.game("pyramid").alarm(),
    "house way": lambda: hw.game("pick2").way(),
    "explain": lambda: hw.game("pick2").explain(),
    "chart": lambda: hw.game("pyramid").chart(),
    "simulation": lambda: hw.game("pyramid").simulate(rounds=400, players="best,house_way"),
    "simulation without a session": lambda: hw.game("pick2").simulate(rounds=20),
    "duel": lambda: hw.game("pyramid").duel("expert", "house_way", rounds=5),
    "check": lambda: hw.game("pick2").check(),
    "failed check": failing_vector,
    "replay": lambda: hw.replay(hw.game("pai_gow").deal(seed=5).play_out().record()),
    "true": lambda: hw.verify(hw.game("pyramid").deal(seed=5).play_out().record()),
    "false": lambda: hw.verify(changed_record()),
}


def priced_among_players() -> hw.answer_types.PriceAnswer:
    return hw.game("chinese").price(rounds=400)


def compared_among_players() -> hw.answer_types.DiffAnswer:
    """A comparison in a game without a house, with one estimated figure."""
    from houseway.games.terms_diff import ChangedOption, Effect, FigureChange, ProfitablePlay
    from houseway.pricing.measured import Measured

    change = FigureChange(wager="ante", strategy="spread", before=Measured(1.0, 0.1), change=Measured(0.5, 0.05))
    effect = Effect(figures=(change,))
    options = [
        ChangedOption(
            option="bonus_stack",
            label="Bonuses",
            clause="CHN-1",
            before="all",
            after="best",
            before_in_words="All",
            after_in_words="Best",
            effect=effect,
            refused=refused,
        )
        for refused in (None, "needs <another> option")
    ]
    return hw.answer_types.DiffAnswer(
        rules=hw.game("chinese").rules,
        game="chinese",
        before_hash="0" * 64,
        after_hash="1" * 64,
        options=tuple(options),
        together=effect,
        profitable=ProfitablePlay(before=None, after=None, sentence="Not searched: it has no house."),
    )


@pytest.mark.parametrize("name", list(ANSWERS))
def test_every_answer_has_a_summary_and_well_formed_html_without_identifiers(name: str) -> None:
    answer = ANSWERS[name]()
    assert answer.summary().endswith(".")
    assert str(answer) == answer.summary()
    assert answer.summary() in repr(answer)
    html = answer._repr_html_()
    parse(html)
    assert escape(answer.summary()) in html
    assert "house_way" not in html


def test_readings_show_the_change_of_every_figure_with_its_unit() -> None:
    from fractions import Fraction

    from houseway.pricing.readings import Change, Reading

    moved = Reading(
        open_question="PYR-A1",
        option="straight_flush_pays",
        before="30",
        after="50",
        changes={("three_card", "only"): Change(Fraction(-1, 100), Fraction(1, 100))},
    )
    estimated = Reading(
        open_question="PYR-A2",
        option="decks",
        before="6",
        after="8",
        changes={("main", "best"): Change(0.01, 0.02, error=0.001, after_error=0.002)},
    )
    still = Reading(open_question="PYR-A3", option="decks", before="6", after="9", reason="no <figure> uses it")
    rules = hw.game("pyramid").rules
    readings = hw.answer_types.ReadingsAnswer(rules=rules, readings=(moved, estimated, still))
    html = readings._repr_html_()
    parse(html)
    assert "+2.0000 %" in html
    assert "+1.0000 ± 0.1000 %" in html
    assert "no &lt;figure&gt; uses it" in html
    assert len(readings) == 3
    assert readings[:2] == (moved, estimated)
    assert "second wager goes from -1.0000 % to +1.0000 %" in readings.summary()
    assert "2 other readings" in readings.summary()
    none = hw.answer_types.ReadingsAnswer(rules=rules, readings=(still,))
    assert none.summary() == "No other reading of the open questions of Pyramid Poker changes a figure."


def test_pairs_and_solutions_are_in_words() -> None:
    from fractions import Fraction

    from houseway.pricing.reading_pairs import Combination
    from houseway.solving.results import Exploitability
    from houseway.solving.strategy_files import Tables

    rules = hw.game("pyramid").rules
    pairs = hw.answer_types.PairsAnswer(
        rules=rules,
        base=Fraction(),
        singles={"decks=8": Fraction(1, 100), "w1_win_pays=2": Fraction(1, 50)},
        pairs=(Combination(("decks=8", "w1_win_pays=2"), Fraction(1, 10)),),
    )
    assert "Worst for the house is Decks: 8 and A win pays: 2: +10.0000 %." in pairs.summary()
    parse(pairs._repr_html_())
    measured = Exploitability(value=0.25, standard_error=0.01, unit="units a round", deals=500, seed=1)
    solution = hw.answer_types.SolveAnswer(
        rules=rules, tables=Tables(game="pyramid", made_for={}, made_by={}, arrays={}), exploitability=(measured,)
    )
    assert "gains 0.25000 ± 0.01000 units a round on 500 fresh deals." in solution.summary()
    parse(solution._repr_html_())


def test_a_rulebook_shows_every_clause() -> None:
    book = hw.game("pyramid").rulebook
    html = notebook.rulebook_html(book)
    parse(html)
    assert all(clause in html for clause in book.clauses)


@pytest.mark.parametrize("key", list(hw.games()))
def test_a_table_hides_what_the_viewer_may_not_see(key: str) -> None:
    dealt = hw.game(key).deal(seed=3)
    while not dealt.round.dealt:
        from houseway.solving.bots import steady_move

        dealt.play(steady_move(dealt.round, dealt.waiting_for[0]))
    element = parse(notebook.view_html(view(dealt.round, 1)))
    labels = " ".join(str(svg.get("aria-label")) for svg in element.iter("{http://www.w3.org/2000/svg}svg"))
    own = dealt.round.seat(1).cards
    other = dealt.round.seat(2).cards
    assert all(card.in_words in labels for card in own)
    assert not any(card.in_words in labels for card in set(other) - set(own))
    assert "face down" in labels
    parse(dealt._repr_html_())
    parse(dealt.play_out()._repr_html_())


def test_a_variant_lists_what_was_changed() -> None:
    assert "Straight flush pays" in hw.game("pyramid", straight_flush_pays=50)._repr_html_()
    assert "default terms" in hw.game("chinese")._repr_html_()
    assert repr(notebook.Pictures("As Xx")) == "As Xx"
    assert "★" in notebook.Pictures("As Xx")._repr_html_()
    assert notebook.cards_svg(()) == ""


def test_importing_houseway_loads_nothing_of_notebooks() -> None:
    heavy = ("IPython", "houseway.notebook", "numpy", "numba")
    program = f"import sys, houseway; print([name for name in {heavy} if name in sys.modules])"
    output = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=300
    ).stdout
    assert output.strip() == "[]"


def test_a_running_notebook_displays_our_objects_as_html() -> None:
    program = """
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
import houseway as hw
data, _ = shell.display_formatter.format(hw.game("pyramid").best("Js Jd 6h"))
print("svg" in data["text/html"])
data, _ = shell.display_formatter.format(hw.game("pyramid").rulebook)
print("PYR-38" in data["text/html"])
"""
    output = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=300
    ).stdout
    assert output.split() == ["True", "True"]
