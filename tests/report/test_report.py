"""The report: every number is pricing's, every clause is there, and made twice it is the same file."""

import json
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from pathlib import Path

import pytest

from houseway import report as report_package
from houseway.audit import certificate_verifier
from houseway.audit.certificate import certify
from houseway.audit.vectors import Outcome, run, shipped
from houseway.games import GAMES, game, module_of, rulebook_of
from houseway.games import ask as pricing
from houseway.games.ask import chart, explain
from houseway.games.showdown.pricing.worst_duel import most_lost, most_points
from houseway.games.showdown.sheet import SHEET as SHOWDOWN
from houseway.pricing.price import Estimate, Exact
from houseway.pricing.readings import Change, Reading
from houseway.report import Findings, drawn, gathered, report
from houseway.report.chapters import standing
from houseway.report.content import Certified, Refused
from houseway.report.document import Entries, Figure, Items, Report, Table, Text, blocks_of
from houseway.report.equipment import opening_of, pay_tables
from houseway.report.example_round import example_round, states_of
from houseway.report.exposure import exposure, most_at_risk
from houseway.report.method import PLAYED, method
from houseway.report.strategy import strategy as strategy_chapter
from houseway.report.wording import chance, in_words, percent, share_played, signed
from houseway.rules.playing import settlement
from houseway.sampling.kernel_rounds import BY_RULES, ON_KERNELS

DATE = "2026-11-16"
VERSION = "0.0.1"


def untold(done: int, total: int) -> None:
    return None


def examples_of(key: str) -> tuple[Outcome, ...]:
    return tuple(run(vector) for vector in shipped(key))


def reading(row: str, switch: str, changes: dict[tuple[str, str], Change]) -> Reading:
    option, before, after = switch.replace("=", "|").split("|")
    return Reading(open_question=row, option=option, before=before, after=after, changes=changes)


@pytest.fixture(scope="module")
def pyramid() -> Findings:
    """Everything real but for the ledger, of which one row is priced, and fewer rounds of the second method."""
    rules = game("pyramid")
    other = game("pyramid").with_options({"straight_flush_pays": 50})
    price = pricing.price(rules)
    moved = Change(*(p.wagers["three_card"].strategies["only"].ev for p in (price, pricing.price(other))))
    certificate = certify(rules, price, untold, rounds=300)
    return Findings(
        game=rules,
        book=rulebook_of("pyramid"),
        examples=examples_of("pyramid"),
        price=price,
        frequencies={},
        readings=(
            reading("PYR-A1", "straight_flush_pays=30|50", {("three_card", "only"): moved}),
            reading("PYR-A29", "side_settlement=per_player|second_pass", {}),
        ),
        alarm=pricing.alarm(rules),
        way=pricing.house_way(rules),
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
    rules = game("showdown")
    not_asked = Refused("not asked")
    return Findings(
        game=rules,
        book=rulebook_of("showdown"),
        examples=examples_of("showdown"),
        price=pricing.price(rules, rounds=2, seats=2),
        frequencies={},
        readings=(
            reading(
                "SHO-A10",
                "special_counts=winner|both",
                {("duel", "size"): Change(1.62, 0.99), ("duel", "scored_otherwise"): Change(0.0, 0.955)},
            ),
            reading("SHO-A42", "declare_timeout=surrender|play", {}),
        ),
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
        chances = [chance(Fraction(o.count, strategy.deals)) for o in strategy.outcomes]
        assert [row[4] for row in table.rows[:-1]] == chances
    glance = headed(made, "standard deviation")[0]
    assert [row[4] for row in glance.rows] == [f"{s.standard_deviation:,.4f}" for s in strategies]
    for row, figures in zip(glance.rows, strategies, strict=True):
        if isinstance(figures, Estimate):
            assert "±" in row[1]
            assert "±" in row[3]
        else:
            whose = "bettors' " if "banker" in row[0] else ""  # a bank's losses are not the house's gain
            assert row[1:4] == (signed(strategy.ev), whose + signed(-strategy.ev), percent(strategy.hit_frequency))
    if not isinstance(found.readings, Refused):
        shown = [row[-1] for table in headed(made, "there") for row in table.rows]
        assert shown == [signed(change.by) for r in found.readings for change in r.changes.values()]


def check_rulebook(found: Findings, made: Report) -> None:
    """Every clause and every ledger row stands there once, and every case once, as it came out just now."""
    entries = [entry for block in blocks_of(made) if isinstance(block, Entries) for entry in block.entries]
    assert sorted(e.id for e in entries) == sorted([*found.book.clauses, *found.book.open_questions])
    assert {e.text for e in entries} == {
        *(c.text for c in found.book.clauses.values()),
        *(row.says for row in found.book.open_questions.values()),
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
    assert warnings == [in_words(pyramid.alarm.sentence)]
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


def test_the_house_may_bet_against_a_bank_and_the_bank_must_bear_it(pyramid: Findings) -> None:
    """PYR-65, PYR-66: six seats at 100 and the House at 100, three to one, and the bank's own two wagers."""
    rows = dict(
        row for block in exposure(pyramid).blocks if isinstance(block, Table) for row in block.rows if len(row) == 2
    )
    against = "a player who banks, to 6 seats and to the House, which bets 100 against it, own wagers included"
    assert rows[against] == f"{3 * 100 * 7 + 2 * 25:,}"


def test_a_pay_table_has_the_figures_that_the_sheet_prints_in_it(pyramid: Findings) -> None:
    """The straight flush of W2 is an option by itself, and stands between three of a kind and the suited royal."""
    tables_ = [block for block in pay_tables(pyramid).blocks if isinstance(block, Table)]
    lines = [row[0] for row in tables_[0].rows]
    assert lines[4:] == ["three of a kind", "`straight_flush_pays`", "ace king queen suited", "otherwise"]
    assert [row[0] for row in tables_[-1].rows] == ["`w1_win_pays`", "`w1_trips_pays`", "`commission`"]


def test_what_is_switched_off_is_not_shown_as_if_it_paid(pyramid: Findings) -> None:
    chinese = replace(pyramid, game=game("chinese"), book=rulebook_of("chinese"))
    rows = {row[0]: row[1] for b in pay_tables(chinese).blocks if isinstance(b, Table) for row in b.rows}
    assert rows["`bonus_straight_flush`"] == "4 units, not in force"
    typical = replace(chinese, game=chinese.game.with_options({"preset": "typical"}))
    rows = {row[0]: row[1] for b in pay_tables(typical).blocks if isinstance(b, Table) for row in b.rows}
    assert rows["`bonus_straight_flush`"] == "4 units"


def test_the_worst_case_among_players_is_worked_from_the_games_own_values(pyramid: Findings) -> None:
    """25 cards: H1 1, H2 trips 9, H3 five of a kind 24, H4 six of a kind 30, H5 and H6 five of a kind 12 and 6."""
    terms = SHOWDOWN.terms
    assert most_points(terms) == 1 + 9 + 24 + 30 + 12 + 6
    assert most_lost(terms, 6) == 5 * most_points(terms) + 30
    chart = SHOWDOWN.with_options({"special_points_source": "chart"}).terms
    assert most_points(chart) < most_points(terms)
    readings = [table for table in exposure_tables("showdown", pyramid) if table.columns[0].heading == "row"]
    moved = {row[1]: row[2] for row in readings[0].rows}
    assert moved["`special_points_source=chart`"] == f"{most_lost(terms, 6)} to {most_lost(chart, 6)}"


def exposure_tables(key: str, found: Findings) -> list[Table]:
    other = replace(found, game=game(key), book=rulebook_of(key))
    return [block for block in exposure(other).blocks if isinstance(block, Table)]


def test_readings_say_what_they_do_to_the_worst_case(pyramid: Findings) -> None:
    """CHI-A31: three opponents, 3 units each in the base preset and 13 in the typical one."""
    chinese = replace(pyramid, game=game("chinese"), book=rulebook_of("chinese"))
    rows = {row[1]: row[2:] for b in exposure(chinese).blocks if isinstance(b, Table) for row in b.rows if len(row) > 2}
    assert rows["`preset=typical`"] == ("9 to 39",)  # nobody banks, so the house has no column
    one = dict(row for b in exposure(chinese).blocks if isinstance(b, Table) for row in b.rows if len(row) == 2)
    assert one["one seat, at 10 chips a unit, the most it may be worth"] == "90"


def test_points_are_paid_as_a_round_is_settled(pyramid: Findings) -> None:
    """CAS-D5: a fold costs two antes, four points win six, ten lose twelve."""
    rules = game("casino")
    frequencies = module_of(rules).pricing.frequencies(rules)
    casino = replace(pyramid, game=rules, book=rulebook_of("casino"), frequencies=frequencies)
    rows = dict(row for b in pay_tables(casino).blocks if isinstance(b, Table) for row in b.rows if len(row) == 2)
    assert (rows["fold"], rows["net 4 points"], rows["net -10 points"]) == ("\N{MINUS SIGN}2", "+6", "\N{MINUS SIGN}12")


def test_a_whole_round_is_run_and_every_chip_has_its_clause() -> None:
    for key in GAMES:
        blocks = example_round(game(key))
        moves, payments = (block for block in blocks if isinstance(block, Table))
        round_ = states_of(game(key))[-1]
        assert len([row for row in moves.rows if row[0]]) == len(round_.moves)
        paid = settlement(round_)
        assert [(row[3], row[4]) for row in payments.rows[: len(paid)]] == [(f"{p.chips:,}", p.clause) for p in paid]
        assert "add up to 0" in blocks[-1].text  # type: ignore[union-attr]


def test_a_whole_round_is_run_at_a_table_of_one_seat() -> None:
    assert len(states_of(game("pyramid").with_options({"seats": 1}))[-1].seats) == 1


def test_a_share_of_rounds_carries_its_error() -> None:
    assert share_played(2500, 10000) == f"{percent(0.25)} ± {percent(sqrt(0.25 * 0.75 / 10000))}"
    assert share_played(2500, 10000, 100).endswith(f"± at most {percent(sqrt(0.25 * 0.75 / 100))}")


def test_a_small_chance_keeps_three_digits() -> None:
    shown = [chance(value).split("\N{NO-BREAK SPACE}")[0] for value in (0, 0.25, 0.00012345, 1.4334e-6)]
    assert shown == ["0.0000", "25.0000", "0.0123", "0.000143"]


def test_where_the_number_of_deals_comes_from(pyramid: Findings) -> None:
    said = " ".join(part for block in method(pyramid).blocks if isinstance(block, Items) for part in block.items)
    deals = pyramid.price.wagers["main"].strategies["best"].deals  # type: ignore[union-attr]
    assert f"Main: C(312, 3) × C(309, 3) = {deals:,} deals" in said


def test_a_reading_is_written_once_over_the_figures_it_moves(made: Report) -> None:
    table = headed(made, "there")[0]
    assert table.grouped_by == 2
    assert all(bool(row[0]) == bool(row[1]) for row in table.rows)


def test_among_players_readings_move_sizes_and_shares_not_expectations(showdown: Findings) -> None:
    made = report(showdown, date=DATE, version=VERSION)
    (table,) = headed(made, "there")
    assert [row[2:] for row in table.rows] == [
        ("Duel, size", percent(1.62), percent(0.99), signed(0.99 - 1.62)),
        ("Duel, scored otherwise", percent(0), percent(0.955), signed(0.955)),
    ]
    said = " ".join(said_in(made))
    assert "no reading is worth anything on average, by symmetry" in said
    assert "The changes are estimates on the same cards" in said
    html = drawn(made, "html").decode()
    assert "Scored otherwise: how many meetings of two players end with another score on the same cards." in html
    assert "moves none of the figures above" in html


def test_a_ledger_of_both_says_which_changes_are_exact(showdown: Findings) -> None:
    fee = reading("SHO-A20", "shortage=credit|table_stakes", {("unit", "only"): Change(Fraction(0), Fraction(-1))})
    both = replace(showdown, readings=(*showdown.readings, fee))  # type: ignore[misc]
    said = " ".join(said_in(report(both, date=DATE, version=VERSION)))
    assert "The changes of expectations and chances are exact; the others are estimates" in said


def test_among_players_nothing_is_said_to_be_missing(showdown: Findings) -> None:
    html = drawn(report(showdown, date=DATE, version=VERSION), "html").decode()
    assert "there is no house to win from" in html
    assert "houseway alarm" not in html
    assert "not counted" not in html


def test_the_chart_rings_the_hands_on_which_the_house_way_errs(pyramid: Findings, made: Report) -> None:
    costly_hands = {tuple(costly.hand.split()[1:]) for costly in pyramid.way.sides[0].costly_hands}  # type: ignore[union-attr]
    caption = next(b.caption for b in blocks_of(made) if isinstance(b, Figure) and b.caption.startswith("Best play by"))
    ringed = caption.split(" otherwise at ")[1].rstrip(".").split(", ")
    assert {tuple(hand.split(" with ")) for hand in ringed} == costly_hands


def test_the_second_method_and_its_digest_are_in_it(pyramid: Findings, made: Report) -> None:
    assert isinstance(pyramid.certificate, Certified)
    html = drawn(made, "html").decode()
    assert json.loads(pyramid.certificate.text)["digest"] in html
    assert "main/best: 300 rounds played (seed certificate)" in html


@pytest.mark.parametrize("form", ["html", "pdf"])
def test_made_twice_it_is_the_same_byte_for_byte(pyramid: Findings, made: Report, form: str) -> None:
    first = drawn(made, form)
    second = drawn(report(pyramid, date=DATE, version=VERSION), form)
    assert first == second
    assert first.startswith(b"%PDF" if form == "pdf" else b"<!doctype html>")
    assert drawn(replace(made, date="2026-11-17"), form) != first


def test_what_is_copied_out_of_a_file_is_what_is_printed() -> None:
    """A hash or a command that breaks over lines does so without a character that nobody sees."""
    for name in ("report.typ", "report.html.j2"):
        template = (Path(report_package.__file__).parent / name).read_text()
        assert not any(mark in template for mark in ("\\u{200b}", "\u200b", "&#8203;", "<wbr>", "\u00ad"))


def test_html_needs_nothing_else(made: Report) -> None:
    html = drawn(made, "html").decode()
    assert "http" not in html.replace("http://www.w3.org/", "")
    assert html.count("<svg") == sum(isinstance(block, Figure) for block in blocks_of(made)) > 4
    assert "prefers-color-scheme: dark" in html
    assert "@page" in html
    assert all(f'id="{clause}"' in html for clause in rulebook_of("pyramid").clauses)


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
    warned = [block.text for block in made.summary if isinstance(block, Text) and block.style == "warning"]
    assert warned[0].startswith("Not the sheet as it stands: 1 of its terms is changed")
    assert changed
    assert all("not as the default sheet: " in example.verdict for example in changed)
    assert any("pays 3" in example.gives for example in changed)


def test_the_casino_version_says_how_its_sheet_stands(pyramid: Findings) -> None:
    casino = replace(pyramid, game=game("casino"), book=rulebook_of("casino"))
    assert standing(casino) == "inventor rules, no regulator approval in source"
    assert "Washington State Gambling Commission" in standing(pyramid)


@pytest.mark.slow
@pytest.mark.parametrize("key", list(GAMES))
def test_each_game_has_a_report_in_both_forms(key: str) -> None:
    """Pytest -m slow tests/audit/test_report.py: minutes for each game."""
    rules = game(key)
    found = gathered(rules)
    made = report(found, date=DATE, version=VERSION)
    check_numbers(found, made)
    check_rulebook(found, made)
    again = report(gathered(rules), date=DATE, version=VERSION)
    for form in ("html", "pdf"):
        assert drawn(made, form) == drawn(again, form)
