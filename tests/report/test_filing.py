"""A report that can be filed: first page, paper, references, one value for each figure, full pages, plain words."""

import io
import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from PIL import Image

from houseway.games import ask, game
from houseway.pricing.alarm import Alarm, Finding
from houseway.pricing.price import Estimate, Price, WagerPrice
from houseway.pricing.readings import Change, Reading
from houseway.report import Filing, Findings, render, report
from houseway.report.document import Column, Entries, Figure, Index, Items, Report, Signatures, Table, Text, blocks_of
from houseway.report.pdf import marks, pictures
from houseway.report.titles import ALARMS, CHANGE, EXPOSURE, GLANCE, OPEN_QUESTIONS
from houseway.report.wording import cards_with_suits, with_suits
from support.findings import NOT_ASKED, findings_of
from support.labelled_figures import labelled_figures

VERSION = "0.0.1"
FILING = Filing(date="2026-11-16", preparer="Ada Example", jurisdiction="Example Commission", paper="letter")


@pytest.fixture(scope="module")
def pyramid() -> Findings:
    rules = game("pyramid")
    reading = Reading(
        open_question="PYR-A1",
        option="straight_flush_pays",
        before="30",
        after="50",
        changes={("three_card", "only"): Change(Fraction(-18568, 626665), Fraction(1, 100))},
    )
    return findings_of(
        "pyramid", alarm=ask.alarm(rules), house_way=ask.house_way(rules), readings=(reading,), chart=ask.chart(rules)
    )


@pytest.fixture(scope="module")
def made(pyramid: Findings) -> Report:
    return report(pyramid, version=VERSION, filing=FILING)


# The first page -------------------------------------------------------------------------------------------------------


def test_the_first_page_has_preparer_date_jurisdiction_and_signatures(made: Report) -> None:
    facts = dict(made.facts)
    assert facts["prepared by"] == "Ada Example"
    assert facts["date of this report"] == "2026-11-16"
    assert facts["jurisdiction"] == "Example Commission"
    (signatures,) = (block for block in made.summary if isinstance(block, Signatures))
    assert [line.role for line in signatures.lines] == ["Prepared by", "Received for Example Commission"]
    assert signatures.lines[0].name == "Ada Example"


def test_the_conclusion_answers_four_questions_and_says_where_more_is(made: Report, pyramid: Findings) -> None:
    (table,) = (block for block in made.summary if isinstance(block, Table))
    answers = {question: (answer, see) for question, answer, see in table.rows}
    assert list(answers) == ["Edge of the whole stake", "Biggest risk", "Open contradictions", "Alarms"]
    references = [see for _, see in answers.values()]
    assert references == [f"§[{title}]" for title in (GLANCE, EXPOSURE, OPEN_QUESTIONS, ALARMS)]
    assert "House edge 8.5302 % of the first wager" in answers["Edge of the whole stake"][0]
    assert "35,000 chips" in answers["Biggest risk"][0]
    assert f"{len(pyramid.book.open_questions)} open questions" in answers["Open contradictions"][0]
    assert "PYR-A1" in answers["Open contradictions"][0]
    assert "Profitable for the player" in answers["Alarms"][0]


def test_the_first_page_is_one_page(made: Report) -> None:
    """The contents start the second page, whatever the first page says."""
    long = replace(made, facts=tuple((name, value * 2) for name, value in made.facts))
    for version in (made, long):
        first, second = pictures(version, 20)[:2]
        assert filled(first) > 0.5
        assert filled(second) > 0.5


def test_a_report_without_a_date_is_the_same_file_on_every_day(pyramid: Findings) -> None:
    plain = report(pyramid, version=VERSION)
    assert plain.date == ""
    assert "date of this report" not in dict(plain.facts)
    assert "2026" not in plain.made_by
    assert render(plain, "pdf") == render(report(pyramid, version=VERSION), "pdf")


# Paper and pages ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("paper", "box"), [("a4", "595.2756 841.8898"), ("letter", "612 792")])
def test_pages_have_the_size_of_the_paper(made: Report, paper: str, box: str) -> None:
    sized = replace(made, paper=paper)  # type: ignore[arg-type]
    boxes = re.findall(rb"/MediaBox\s*\[0 0 ([\d. ]+)\]", render(sized, "pdf"))
    assert {size.decode() for size in boxes} == {box}
    assert f"@page {{ size: {'A4' if paper == 'a4' else 'letter'};" in render(sized, "html").decode()


def filled(page: bytes) -> float:
    """The part of a page from the top to its last line above the footer."""
    dots = np.asarray(Image.open(io.BytesIO(page)).convert("L"))
    body = dots[: round(0.915 * len(dots))]
    return float(np.flatnonzero((body < 200).any(axis=1)).max() / len(body))


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_page_but_the_last_is_half_empty(made: Report, paper: str) -> None:
    pages = pictures(replace(made, paper=paper), 20)  # type: ignore[arg-type]
    assert len(pages) > 15
    half_empty = [number for number, page in enumerate(pages[:-1], start=1) if filled(page) < 0.6]
    assert half_empty == []


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_headings_stay_with_what_follows_and_figures_come_after_their_heading(made: Report, paper: str) -> None:
    places = marks(replace(made, paper=paper))  # type: ignore[arg-type]
    order = [(mark.page, mark.y) for mark in places]
    assert order == sorted(order)
    parted = [
        mark.what
        for mark, following in pairwise(places)
        if mark.kind == "heading" and following.kind == "figure" and mark.page != following.page
    ]
    assert parted == []
    chart = next(n for n, mark in enumerate(places) if mark.what == "As a chart")
    assert places[chart + 1].kind == "figure"


def long_table(lines_above: int) -> Report:
    """A page with some lines, and a table of 12 rows with a caption after them."""
    rows = tuple((f"row {number}", str(number)) for number in range(12))
    table = Table((Column("name", wide=True), Column("number")), rows, caption="The caption.")
    return Report(
        title="Test",
        game="Test",
        about="A table at a page break.",
        version=VERSION,
        terms_hash="0",
        date="",
        facts=(),
        summary=(Items(tuple(f"line {number}" for number in range(lines_above))), table),
        sections=(),
        has_contents=False,
    )


def test_no_row_of_a_table_is_alone_on_a_page() -> None:
    parted = 0
    for lines_above in range(24, 46, 2):
        places = marks(long_table(lines_above))
        assert len(places) == 12
        rows_by_page = Counter(mark.page for mark in places)
        assert min(rows_by_page.values()) >= 3
        parted += len(rows_by_page) > 1
    assert parted >= 3


# References, names, figures -------------------------------------------------------------------------------------------


def test_every_reference_names_a_chapter_and_every_clause_is_in_the_index(made: Report, pyramid: Findings) -> None:
    titles = [section.title for section in made.sections]
    named = [title for text in all_text(made) for title in re.findall(r"§\[([^\]]+)\]", text)]
    assert len(named) >= 6
    assert set(named) <= set(titles)
    html = render(made, "html").decode()
    assert "§" not in html
    assert f'<a href="#chapter-{titles.index(EXPOSURE) + 1}">chapter {titles.index(EXPOSURE) + 1}</a>' in html
    (index,) = (block for block in blocks_of(made) if isinstance(block, Index))
    assert set(index.ids) == {*pyramid.book.clauses, *pyramid.book.open_questions}
    assert '<a href="#PYR-42">PYR-42</a>' in html


def all_text(made: Report) -> list[str]:
    """Every sentence and cell of a report."""
    texts = [value for fact in made.facts for value in fact]
    for block in blocks_of(made):
        match block:
            case Text(text=text):
                texts.append(text)
            case Items(items=items):
                texts += items
            case Table(columns=columns, rows=rows, caption=caption):
                texts += [column.heading for column in columns]
                texts += [cell for row in rows for cell in row]
                texts.append(caption)
            case Figure(caption=caption, alt=alt):
                texts += [caption, alt]
            case Entries(entries=entries):
                for entry in entries:
                    texts += [entry.text, *entry.more]
                    texts += [text for e in entry.examples for text in (e.given, e.gives, e.verdict)]
    return texts


@pytest.mark.parametrize("key", ["pyramid", "pai_gow"])
def test_no_identifier_of_the_program_is_printed_as_text(key: str) -> None:
    """Only code between backticks may have one: a command to type, or a name for a file of terms."""
    made = report(findings_of(key), version=VERSION)
    plain = [re.sub(r"`[^`]*`", "", text) for text in all_text(made)]
    identifiers = [word for text in plain for word in re.findall(r"\b[a-z0-9]+_[a-z0-9_]+\b", text)]
    assert identifiers == []


@pytest.mark.parametrize("key", ["pyramid", "pai_gow"])
def test_no_figure_is_printed_with_two_values(key: str) -> None:
    rules = game(key)
    findings = findings_of(key, house_way=ask.house_way(rules) if key == "pyramid" else NOT_ASKED)
    figures = labelled_figures(findings, report(findings, version=VERSION))
    assert len(figures) > 10
    assert [(label, values) for label, values in figures.items() if len(values) > 1] == []


def test_the_house_way_of_pai_gow_has_one_number_everywhere() -> None:
    """The price, the audit of the house way and the alarm say the same."""
    rules = game("pai_gow")
    findings = findings_of("pai_gow", house_way=ask.house_way(rules), alarm=ask.alarm(rules))
    text = " ".join(all_text(report(findings, version=VERSION)))
    assert text.count("\N{MINUS SIGN}2.7211\N{NO-BREAK SPACE}%") >= 4
    stated = set(re.findall(r"value of the house way is (\S+\s%), that of the best setting (\S+\s%)", text))
    priced = {name: s.ev for name, s in findings.price.wagers["main"].strategies.items()}
    assert stated == {
        (shown(priced["house_way"]), shown(priced["best"])),
        (shown(priced["banker_house_way"]), shown(priced["banker_best"])),
    }


def shown(value: Fraction | float) -> str:
    return f"{100 * float(value):+.4f}\N{NO-BREAK SPACE}%".replace("-", "\N{MINUS SIGN}")


def test_an_estimate_has_one_value_in_the_price_the_readings_and_the_alarm(pyramid: Findings) -> None:
    """Readings and alarms are estimated on fewer rounds; their changes are added to the figure of the price."""
    estimate = Estimate(ev=-0.05, standard_error=0.002, standard_deviation=2.0, seed=1, rounds=1000)
    price = Price(game="pyramid", terms={}, terms_hash="", wagers={"main": WagerPrice(strategies={"best": estimate})})
    change = Change(-0.048, -0.028, error=0.001, after_error=0.004)
    reading = Reading(open_question="PYR-A1", option="decks", before="6", after="8", changes={("main", "best"): change})
    finding = Finding(way="best", mix={"main": 10}, ev=Fraction(-48, 100), sentence="", standard_error=0.04)
    findings = replace(
        pyramid,
        price=price,
        readings=(reading,),
        alarm=Alarm(findings=(finding,), searched=()),
        house_way=NOT_ASKED,
        chart=NOT_ASKED,
    )
    made = report(findings, version=VERSION)
    figures = labelled_figures(findings, made)
    printed = figures["First wager, best play", "player's expectation"]
    assert printed == {"\N{MINUS SIGN}5.0000 ± 0.2000\N{NO-BREAK SPACE}%"}
    text = " ".join(all_text(made))
    assert "\N{MINUS SIGN}3.0000 ± 0.2236\N{NO-BREAK SPACE}%" in text  # after the reading: both errors together
    assert "\N{MINUS SIGN}0.5000 ± 0.0200" in text  # ten chips at the price's own figure


# A change -------------------------------------------------------------------------------------------------------------


def test_the_report_of_a_change_says_what_changed_and_what_it_is_worth(pyramid: Findings) -> None:
    change = ask.diff(pyramid.game, pyramid.game.chosen({"straight_flush_pays": 50, "seats": 5}))
    after = replace(pyramid, game=pyramid.game.chosen({"straight_flush_pays": 50, "seats": 5}))
    made = report(after, version=VERSION, change=change)
    assert made.title == "Mathematical report of a change"
    first = made.sections[0]
    assert first.title == CHANGE
    tables = [block for block in first.blocks if isinstance(block, Table)]
    assert {row[:3] for row in tables[0].rows} == {("Straight flush pays", "30", "50"), ("Seats", "7", "5")}
    second_wager = {row[1:] for table in tables[1:] for row in table.rows if row[0] == "Second wager"}
    assert second_wager == {("-2.9630 %", "0.8285 %", "+3.7915 %")}
    texts = [block.text for block in first.blocks if isinstance(block, Text)]
    assert "No figure changes." in texts  # the number of seats is worth nothing
    sentence = next(block.text for block in made.summary if isinstance(block, Text) and "Changed from" in block.text)
    assert "2 options" in sentence
    assert "the change is +1.2638\N{NO-BREAK SPACE}%" in sentence
    html = render(made, "html").decode()
    assert "All changes together" in html
    assert "(changed; default 30)" in html


def test_cards_have_suits_and_words_stay_words() -> None:
    assert with_suits("As printed, with As Kd and Th") == "As printed, with A♠ K♦ and 10♥"
    assert with_suits("Xx 2c") == "joker 2♣"
    assert cards_with_suits("As") == "A♠"
