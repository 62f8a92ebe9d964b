"""The report: every number is pricing's, every clause is there, and made twice it is the same file."""

import json
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from houseway import pricing
from houseway.audit import certificate_verifier
from houseway.audit.certificate import certify
from houseway.audit.report import Findings, drawn, gathered, report
from houseway.audit.report.chapters import standing
from houseway.audit.report.document import Entries, Figure, Report, Table, Text, blocks_of
from houseway.audit.report.equipment import opening_of, pay_tables
from houseway.audit.report.exposure import most_at_risk
from houseway.audit.report.findings import Certified, Refused
from houseway.audit.report.method import PLAYED
from houseway.audit.report.strategy import strategy as strategy_chapter
from houseway.audit.report.wording import in_words, percent, signed
from houseway.audit.vectors import run, shipped
from houseway.cli import main
from houseway.games import GAMES, game
from houseway.pricing.ledger import Change, Reading
from houseway.pricing.price import Estimate, Exact
from houseway.pricing.rounds import BY_RULES, ON_KERNELS
from houseway.rulebook import read_rulebook
from houseway.setting import chart, explain

DATE, VERSION = "2026-11-16", "0.0.1"


def untold(done: int, total: int) -> None:
    return None


def examples_of(key: str) -> tuple[object, ...]:
    return tuple(run(vector) for vector in shipped(key))


def reading(row: str, switch: str, changes: dict[tuple[str, str], Change]) -> Reading:
    option, before, after = switch.replace("=", "|").split("|")
    return Reading(ledger=row, option=option, before=before, after=after, changes=changes)


@pytest.fixture(scope="module")
def pyramid() -> Findings:
    """Everything real but for the ledger, of which one row is priced, and fewer rounds of the second method."""
    rules, other = game("pyramid"), game("pyramid").with_options({"straight_flush_pays": 50})
    price = pricing.price(rules)
    moved = Change(*(p.wagers["three_card"].strategies["only"].ev for p in (price, pricing.price(other))))
    certificate = certify(rules, price, untold, rounds=300)
    return Findings(
        game=rules,
        book=read_rulebook("pyramid"),
        examples=examples_of("pyramid"),
        price=price,
        frequencies={},
        readings=(
            reading("PYR-A1", "straight_flush_pays=30|50", {("three_card", "only"): moved}),
            reading("PYR-A29", "side_settlement=per_player|second_pass", {}),
        ),
        alarm=pricing.alarm(rules),
        way=pricing.way(rules),
        shortest=Refused("left to the long run"),
        explanation=explain(rules),
        chart=chart(rules),
        certificate=Certified(certificate, tuple(certificate_verifier.verify(certificate))),
    )


@pytest.fixture(scope="module")
def made(pyramid: Findings) -> Report:
    return report(pyramid, date=DATE, version=VERSION)


@pytest.fixture(scope="module")
def showdown() -> Findings:
    """A game whose price is an estimate."""
    rules, not_asked = game("showdown"), Refused("not asked")
    return Findings(
        game=rules,
        book=read_rulebook("showdown"),
        examples=examples_of("showdown"),
        price=pricing.price(rules, rounds=2, seats=2),
        frequencies={},
        readings=not_asked,
        alarm=not_asked,
        way=not_asked,
        shortest=not_asked,
        explanation=not_asked,
        chart=not_asked,
        certificate=not_asked,
    )


def tables(made: Report) -> list[Table]:
    return [block for block in blocks_of(made) if isinstance(block, Table)]


def headed(made: Report, heading: str) -> list[Table]:
    return [table for table in tables(made) if heading in [column.heading for column in table.columns]]


def check_numbers(found: Findings, made: Report) -> None:
    """Every outcome, expectation and reading of the report is what pricing returned."""
    strategies = [s for wager in found.price.wagers.values() for s in wager.strategies.values()]
    outcomes = headed(made, "true odds against")
    exact = [s for s in strategies if isinstance(s, Exact)]
    assert len(outcomes) == len(exact)
    for table, strategy in zip(outcomes, exact, strict=True):
        counts = [int(row[3].replace(",", "")) for row in table.rows]
        assert counts == [*(o.count for o in strategy.outcomes), strategy.deals]
        assert table.rows[-1][-1] == signed(strategy.ev)
        chances = [percent(Fraction(o.count, strategy.deals)) for o in strategy.outcomes]
        assert [row[4] for row in table.rows[:-1]] == chances
    glance = headed(made, "known")[0]
    assert [row[4] for row in glance.rows] == [f"{s.standard_deviation:,.4f}" for s in strategies]
    for row, strategy in zip(glance.rows, strategies, strict=True):
        if isinstance(strategy, Estimate):
            assert "±" in row[1]
        else:
            assert row[1:4] == (signed(strategy.ev), signed(-strategy.ev), percent(strategy.hit_frequency))
    if not isinstance(found.readings, Refused):
        shown = [row[-1] for table in headed(made, "there") for row in table.rows]
        assert shown == [signed(change.by) for r in found.readings for change in r.changes.values()]


def check_rulebook(found: Findings, made: Report) -> None:
    """Every clause and every ledger row stands there once, and every case once, as it came out just now."""
    entries = [entry for block in blocks_of(made) if isinstance(block, Entries) for entry in block.entries]
    assert sorted(e.id for e in entries) == sorted([*found.book.clauses, *found.book.ledger])
    assert {e.text for e in entries} == {
        *(c.text for c in found.book.clauses.values()),
        *(row.says for row in found.book.ledger.values()),
    }
    cases = [example.id for entry in entries for example in entry.examples]
    assert sorted(cases) == sorted(o.vector.id for o in found.examples if found.home(o))
    assert all(example.holds for entry in entries for example in entry.examples) or found.game.modifications


def test_every_number_is_that_of_pricing(pyramid: Findings, made: Report) -> None:
    check_numbers(pyramid, made)


def test_every_clause_is_there_with_its_cases(pyramid: Findings, made: Report) -> None:
    check_rulebook(pyramid, made)


def test_the_cover_and_every_page_say_what_was_reported(pyramid: Findings, made: Report) -> None:
    for part in ("Pyramid Poker", pyramid.game.terms_hash, DATE, f"Houseway {VERSION}"):
        assert part in made.running
    facts = dict(made.facts)
    assert facts["departures from the default terms"] == "none"
    assert facts["examples run"].startswith(f"{len(pyramid.examples)}, of which {len(pyramid.examples)} ")
    warnings = [block.text for block in made.summary if isinstance(block, Text) and block.style == "warning"]
    assert warnings == [in_words(pyramid.alarm.sentence)]  # type: ignore[union-attr]
    assert "three card 5" in warnings[0]


def test_the_limit_on_payouts_is_worked_from_the_counts(pyramid: Findings, made: Report) -> None:
    table = headed(made, "with the limit at that stake")[0]
    six = next(row for row in table.rows if row[0] == "Six card")
    priced = pyramid.price.wagers["six_card"].strategies["only"]
    assert isinstance(priced, Exact)
    top = priced.outcomes[[o.name for o in priced.outcomes].index("six_of_a_kind")]
    lost = (top.net - Fraction(5000, 25)) * top.count / priced.deals  # the only line that 25 chips take past 5,000
    assert six[1:4] == ("1,000 to 1", "5", "25")
    assert six[-1] == signed(lost - priced.ev)
    joint = headed(made, "with the limit")[0]
    assert joint.rows[-1][-1] == signed(Fraction(joint.rows[-1][3].split("\N{NO-BREAK SPACE}")[0]) / 100 + priced.ev)


def test_the_worst_case_is_that_of_the_costliest_decision() -> None:
    """Pick 2: ante, both bonuses, and a play wager of twice the ante."""
    rules = game("pick2")
    assert most_at_risk(rules, opening_of(rules))[1] == 500
    banked = game("pyramid")
    assert most_at_risk(banked, replace(opening_of(banked), banker=1))[1] == 3 * 100 * 6 + 2 * 25


def test_every_line_that_pays_stands_with_the_words_of_its_clause(pyramid: Findings) -> None:
    rows = [row for block in pay_tables(pyramid).blocks if isinstance(block, Table) for row in block.rows]
    straight = next(row for row in rows if row[0] == "`straight_flush_pays`")
    assert straight[1:3] == ("30 to 1", "PYR-72f, PYR-A1")
    assert straight[3] == pyramid.book.clauses["PYR-72f"].text


def test_a_bank_is_held_against_the_best_bank_and_not_against_a_bettor(pyramid: Findings) -> None:
    table = next(block for block in strategy_chapter(pyramid).blocks if isinstance(block, Table))
    below = {row[0]: row[2] for row in table.rows}
    assert below["Main, best"] == below["Main, banker best"] == percent(0)
    assert below["Main, banker house way"] != percent(0)


def test_a_reading_is_written_once_over_the_figures_it_moves(made: Report) -> None:
    table = headed(made, "there")[0]
    assert table.grouped_by == 2
    assert all(bool(row[0]) == bool(row[1]) for row in table.rows)


def test_among_players_nothing_is_said_to_be_missing(showdown: Findings) -> None:
    html = drawn(report(showdown, date=DATE, version=VERSION), "html").decode()
    assert "there is no house to win from" in html
    assert "houseway alarm" not in html
    assert "not counted" not in html


def test_the_chart_rings_the_hands_on_which_the_house_way_errs(pyramid: Findings, made: Report) -> None:
    slips = {tuple(slip.hand.split()[1:]) for slip in pyramid.way.sides[0].slips}  # type: ignore[union-attr]
    caption = next(b.caption for b in blocks_of(made) if isinstance(b, Figure) and b.caption.startswith("Best play by"))
    ringed = caption.split(" otherwise at ")[1].rstrip(".").split(", ")
    assert {tuple(hand.split(" with ")) for hand in ringed} == slips


def test_the_second_method_and_its_digest_are_in_it(pyramid: Findings, made: Report) -> None:
    assert isinstance(pyramid.certificate, Certified)
    html = drawn(made, "html").decode()
    assert json.loads(pyramid.certificate.text)["digest"] in html
    assert "main/best: 300 rounds played (seed certificate)" in html


@pytest.mark.parametrize("form", ["html", "pdf"])
def test_made_twice_it_is_the_same_byte_for_byte(pyramid: Findings, made: Report, form: str) -> None:
    first, second = drawn(made, form), drawn(report(pyramid, date=DATE, version=VERSION), form)
    assert first == second
    assert first.startswith(b"%PDF" if form == "pdf" else b"<!doctype html>")
    assert drawn(replace(made, date="2026-11-17"), form) != first


def test_html_needs_nothing_else(made: Report) -> None:
    html = drawn(made, "html").decode()
    assert "http" not in html.replace("http://www.w3.org/", "")
    assert html.count("<svg") == sum(isinstance(block, Figure) for block in blocks_of(made)) > 4
    assert "prefers-color-scheme: dark" in html
    assert "@page" in html
    assert all(f'id="{clause}"' in html for clause in read_rulebook("pyramid").clauses)


def test_an_estimate_carries_its_error_and_its_seed(showdown: Findings) -> None:
    made = report(showdown, date=DATE, version=VERSION)
    check_numbers(showdown, made)
    check_rulebook(showdown, made)
    said = " ".join(cell for table in tables(made) for row in table.rows for cell in row)
    assert "estimate: 2 rounds, seed 1" in said
    assert "95 per cent interval" in said
    assert headed(made, "house advantage")[0].rows[0][2] == "none"  # players play each other
    assert headed(made, "seed")[0].rows[0][-2:] == ("2", "1")
    assert PLAYED[ON_KERNELS] in said_in(made)


def test_the_method_says_where_the_rules_played_the_rounds(showdown: Findings) -> None:
    rules = game("showdown").with_options({"joker_duplicates": False})
    found = replace(showdown, game=rules, price=pricing.price(rules, rounds=2, seats=2))
    said = said_in(report(found, date=DATE, version=VERSION))
    assert PLAYED[BY_RULES] in said
    assert PLAYED[ON_KERNELS] not in said


def said_in(made: Report) -> list[str]:
    return [block.text for block in blocks_of(made) if isinstance(block, Text)]


def test_other_terms_are_named_and_what_they_change_is_marked(pyramid: Findings) -> None:
    other = pyramid.game.with_options({"w2_paytable.flush": 3})
    outcomes = tuple(run(vector, under=other) for vector in shipped("pyramid"))
    made = report(replace(pyramid, game=other, examples=outcomes), date=DATE, version=VERSION)
    assert dict(made.facts)["departures from the default terms"] == "w2_paytable.flush 3 (default 2)"
    entries = [entry for block in blocks_of(made) if isinstance(block, Entries) for entry in block.entries]
    changed = [example for entry in entries for example in entry.examples if not example.holds]
    assert changed
    assert all("not as the default sheet: " in example.verdict for example in changed)
    assert any("pays 3" in example.gives for example in changed)


def test_the_casino_version_says_how_its_sheet_stands(pyramid: Findings) -> None:
    casino = replace(pyramid, game=game("casino"), book=read_rulebook("casino"))
    assert standing(casino) == "inventor rules, no regulator approval in source"
    assert "Washington State Gambling Commission" in standing(pyramid)


# The command ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("pyramid", "-o", "report.doc"), "a report ends in .html or .pdf, not 'report.doc'"),
        (("pyramid", "-o", "/no/such/folder/report.pdf"), "there is no folder"),
        (("pyramid", "-o", "report.pdf", "--date", "yesterday"), "--date takes a day such as 2026-11-16"),
        (("pyramyd", "-o", "report.pdf"), "did you mean 'pyramid'"),
        (("pyramid", "-o", "report.pdf", "--rounds", "9"), "counted, not simulated"),
        (("pyramid",), "Missing option"),
    ],
)
def test_mistakes_are_one_sentence(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    words: tuple[str, ...],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as stop:
        main(["report", *words])
    err = capsys.readouterr().err
    assert (stop.value.code, err.count("\n"), said in err) == (2, 1, True), err
    assert list(tmp_path.iterdir()) == []


def test_a_missing_extra_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(SystemExit):
        main(["report", "pyramid", "-o", str(tmp_path / "report.pdf")])
    assert "pip install houseway[report]" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("key", list(GAMES))
def test_each_game_has_a_report_in_both_forms(key: str) -> None:
    """pytest -m slow tests/audit/test_report.py: minutes for each game."""
    rules = game(key)
    found = gathered(rules)
    made = report(found, date=DATE, version=VERSION)
    check_numbers(found, made)
    check_rulebook(found, made)
    again = report(gathered(rules), date=DATE, version=VERSION)
    for form in ("html", "pdf"):
        assert drawn(made, form) == drawn(again, form)


@pytest.mark.slow
def test_the_command_writes_what_it_says(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "showdown.pdf"
    with pytest.raises(SystemExit) as stop:
        main(["report", "showdown", "--date", DATE, "--rounds", "2", "-o", str(file), "--json"])
    said = json.loads(capsys.readouterr().out)
    assert stop.value.code == 0
    assert (said["bytes"], said["date"]) == (file.stat().st_size, DATE)
