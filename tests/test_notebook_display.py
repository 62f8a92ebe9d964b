"""Display in notebooks: well-formed HTML with every visible card and no hidden one, loaded only in a notebook."""

from __future__ import annotations

import subprocess
import sys
from xml.etree import ElementTree

import pytest

import houseway as hw
from houseway import notebook
from houseway.rules.view import view


def parse(html: str) -> ElementTree.Element:
    """Parse HTML as XML, which fails if a tag is not closed."""
    return ElementTree.fromstring(f"<div>{html.replace('<br>', '<br/>')}</div>")


def test_a_price_is_a_table_with_a_row_for_every_strategy() -> None:
    price = hw.game("pyramid").price()
    rows = list(parse(notebook.price_html(price)).iter("tr"))
    assert len(rows) == 1 + sum(len(wager.strategies) for wager in price.wagers.values())
    assert "-1.4182 %" in notebook.price_html(price)


def test_an_estimate_shows_its_rounds_and_standard_error() -> None:
    from houseway.pricing.price import Estimate, Price, WagerPrice

    estimate = Estimate(ev=-0.02, standard_error=0.001, standard_deviation=1.5, seed=1, rounds=1000)
    price = Price(game="x", terms={}, terms_hash="0" * 64, wagers={"ante": WagerPrice(strategies={"best": estimate})})
    assert "1,000 rounds, ± 0.1000 %" in notebook.price_html(price)


def test_options_show_every_card() -> None:
    options = hw.game("pyramid").best("Js Jd 6h")
    element = parse(notebook.options_html(options))
    labels = [svg.get("aria-label") for svg in element.iter("{http://www.w3.org/2000/svg}svg")]
    assert labels[:2] == ["six of hearts", "jack of spades jack of diamonds"]
    assert options == list(options)


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
    parse(notebook.round_html(dealt.play_out()))


def test_a_variant_lists_what_was_changed() -> None:
    assert "straight_flush_pays" in notebook.variant_html(hw.game("pyramid", straight_flush_pays=50))
    assert "default terms" in notebook.variant_html(hw.game("chinese"))
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
data, _ = shell.display_formatter.format(hw.game("pyramid"))
print("Pyramid Poker" in data["text/html"])
"""
    output = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=300
    ).stdout
    assert output.split() == ["True", "True"]
