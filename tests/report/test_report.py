"""The report: every number agrees with pricing, every clause is present, and the same report is the same file."""

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
from houseway.games import GAMES, game, labels_of, module_of, rulebook_of
from houseway.games import ask as pricing
from houseway.games.ask import chart, explain
from houseway.games.showdown.pricing.worst_duel import most_lost, most_points
from houseway.games.showdown.sheet import SHEET as SHOWDOWN
from houseway.pricing.price import Estimate, Exact
from houseway.pricing.readings import Change, Reading
from houseway.report import Findings, gather, render, report
from houseway.report.chapters import standing
from houseway.report.content import Certified, Refused, full_table
from houseway.report.document import Entries, Figure, Items, Report, Table, Text, blocks_of
from houseway.report.equipment import pay_tables
from houseway.report.example_round import example_round, states_of
from houseway.report.exposure import exposure, most_at_risk
from houseway.report.method import PLAYED, method
from houseway.report.open_questions import changed_figure
from houseway.report.strategy import strategy as strategy_chapter
from houseway.report.wording import chance, percent, reading_name, share_played, signed, with_option_labels
from houseway.rules.playing import settlement
from houseway.sampling.kernel_rounds import BY_RULES, ON_KERNELS
from support.labelled_figures import labelled_figures

DATE = "2026-11-16"
VERSION = "0.0.1"


def ignore_progress(done: int, total: int) -> None:
    return None


def examples_of(key: str) -> tuple[Outcome, ...]:
    return tuple(run(vector) for vector in shipped(key))


def reading(question: str, values: str, changes: dict[tuple[str, str], Change]) -> Reading:
    """A reading of an option written as `option=before|after`."""
    option, before, after = values.replace("=", "|").split("|")
    return Reading(open_question=question, option=option, before=before, after=after, changes=changes)


@pytest.fixture(scope="module")
def pyramid() -> Findings:
    """Real results, except that one reading is priced and the second method plays fewer rounds."""
    rules = game("pyramid")
    other = game("pyramid").with_options({"straight_flush_pays": 50})
    price = pricing.price(rules)
    moved = Change(*(p.wagers["three_card"].strategies["only"].ev for p in (price, pricing.price(other))))
    certificate = certify(rules, price, ignore_progress, rounds=300)
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
        house_way=pricing.house_way(rules),
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
                {("duel", "size"): Change(1.62, 0.99, error=0.01), ("duel", "scored_otherwise"): Change(0.0, 0.955)},
            ),
            reading("SHO-A42", "declare_timeout=surrender|play", {}),
        ),
        alarm=not_asked,
        house_way=not_asked,
        shortest=not_asked,
        explanation=not_asked,
        chart=not_asked,
        certificate=not_asked,
    )


def tables(made: Report) -> list[Table]:
    return [block for block in blocks_of(made) if isinstance(block, Table)]


def tables_with_column(made: Report, heading: str) -> list[Table]:
    return [table for table in tables(made) if heading in [column.heading for column in table.columns]]


def check_numbers(findings: Findings, made: Report) -> None:
    """Every outcome, expectation and reading of the report agrees with pricing."""
    strategies = [s for wager in findings.price.wagers.values() for s in wager.strategies.values()]
    outcomes = tables_with_column(made, "true odds against")
    exact = [s for s in strategies if isinstance(s, Exact)]
    assert len(outcomes) == len(exact)
    for table, strategy in zip(outcomes, exact, strict=True):
        counts = [int(row[3].replace(",", "")) for row in table.rows]
        assert counts == [*(o.count for o in strategy.outcomes), strategy.deals]
        assert table.rows[-1][-1] == signed(strategy.ev)
        chances = [chance(Fraction(o.count, strategy.deals)) for o in strategy.outcomes]
        assert [row[4] for row in table.rows[:-1]] == chances
    glance = tables_with_column(made, "hit frequency")[0]
    assert [row[4] for row in glance.rows] == [f"{s.standard_deviation:,.4f}" for s in strategies]
    for row, figures in zip(glance.rows, strategies, strict=True):
        if isinstance(figures, Estimate):
            assert "±" in row[1]
            assert "±" in row[3]
        else:
            whose = "bettors' " if "as the bank" in row[0] else ""  # a bank's losses are not the house's gain
            assert row[1:4] == (signed(figures.ev), whose + signed(-figures.ev), percent(figures.hit_frequency))
    if not isinstance(findings.readings, Refused):
        shown = [row[3:] for table in tables_with_column(made, "under the reading") for row in table.rows]
        assert shown == [
            changed_figure(findings, figure, change) for r in findings.readings for figure, change in r.changes.items()
        ]


def check_rulebook(findings: Findings, made: Report) -> None:
    """Every clause, open question and example is printed once, and every example passes."""
    entries = [entry for block in blocks_of(made) if isinstance(block, Entries) for entry in block.entries]
    assert sorted(e.id for e in entries) == sorted([*findings.book.clauses, *findings.book.open_questions])
    assert {e.text for e in entries} == {
        *(with_option_labels(findings.labels, c.text) for c in findings.book.clauses.values()),
        *(with_option_labels(findings.labels, row.says) for row in findings.book.open_questions.values()),
    }
    cases = [example.id for entry in entries for example in entry.examples]
    assert sorted(cases) == sorted(o.vector.id for o in findings.examples if findings.printed_at(o))
    assert all(example.holds for entry in entries for example in entry.examples) or findings.game.modifications


def test_every_number_agrees_with_pricing(pyramid: Findings, made: Report) -> None:
    check_numbers(pyramid, made)


def test_every_clause_has_its_examples(pyramid: Findings, made: Report) -> None:
    check_rulebook(pyramid, made)


def test_the_cover_and_every_page_identify_the_report(pyramid: Findings, made: Report) -> None:
    for part in ("Pyramid Poker", pyramid.game.terms_hash, DATE, f"Houseway {VERSION}"):
        assert part in made.running
    facts = dict(made.facts)
    assert facts["changes to the default terms"] == "none"
    assert facts["examples run"].startswith(f"{len(pyramid.examples)}, of which {len(pyramid.examples)} ")
    warnings = [block.text for block in made.summary if isinstance(block, Text) and block.style == "warning"]
    assert warnings == ["An alarm is raised: legal play wins from the house under these terms."]
    answers = {row[0]: row[1] for row in tables_with_column(made, "answer")[0].rows}
    assert "first wager 100, second wager 5, third wager 5 wins +0.9202 chips" in answers["Alarms"]


def test_the_effect_of_the_limit_is_computed_from_the_counts(pyramid: Findings, made: Report) -> None:
    table = tables_with_column(made, "with the limit at that stake")[0]
    six = next(row for row in table.rows if row[0] == "Third wager")
    priced = pyramid.price.wagers["six_card"].strategies["only"]
    assert isinstance(priced, Exact)
    top = priced.outcomes[[o.name for o in priced.outcomes].index("six_of_a_kind")]
    lost = (top.net - Fraction(5000, 25)) * top.count / priced.deals  # the only line that 25 chips take past 5,000
    assert six[1:4] == ("1,000 to 1", "5", "25")
    assert six[-1] == signed(lost - priced.ev)
    joint = tables_with_column(made, "with the limit")[0]
    assert joint.rows[-1][-1] == signed(Fraction(joint.rows[-1][3].split("\N{NO-BREAK SPACE}")[0]) / 100 + priced.ev)


def test_the_worst_case_is_that_of_the_costliest_decision() -> None:
    """Pick 2: ante, both bonuses, and a play wager of twice the ante."""
    rules = game("pick2")
    assert most_at_risk(rules, full_table(rules))[1] == 500
    banked = game("pyramid")
    assert most_at_risk(banked, replace(full_table(banked), banker=1))[1] == 3 * 100 * 6 + 2 * 25


def test_every_payout_has_the_text_of_its_clause(pyramid: Findings) -> None:
    rows = [row for block in pay_tables(pyramid).blocks if isinstance(block, Table) for row in block.rows]
    straight = next(row for row in rows if row[2] == "PYR-72f, PYR-A1")
    assert straight[0] == pyramid.labels.option("straight_flush_pays")
    assert straight[1] == "30 to 1"
    assert straight[3] == pyramid.book.clauses["PYR-72f"].text


def test_a_banker_is_compared_with_the_best_banker_and_not_with_a_bettor(pyramid: Findings) -> None:
    table = next(block for block in strategy_chapter(pyramid).blocks if isinstance(block, Table))
    below = {row[0]: row[2] for row in table.rows}
    assert below["First wager, best play"] == below["First wager, as the bank, best play"] == percent(0)
    assert below["First wager, as the bank, house way"] != percent(0)


def test_a_bank_must_cover_the_wager_of_the_house_against_it(pyramid: Findings) -> None:
    """PYR-65, PYR-66: six seats at 100 and the House at 100, three to one, and the bank's own two wagers."""
    rows = dict(
        row for block in exposure(pyramid).blocks if isinstance(block, Table) for row in block.rows if len(row) == 2
    )
    against = "a player who banks, to 6 seats and to the House, which wagers 100 against it, own wagers included"
    assert rows[against] == f"{3 * 100 * 7 + 2 * 25:,}"


def test_a_pay_table_includes_single_options_of_the_same_clause(pyramid: Findings) -> None:
    """The straight flush of W2 is an option by itself, and stands between three of a kind and the suited royal."""
    tables_ = [block for block in pay_tables(pyramid).blocks if isinstance(block, Table)]
    lines = [row[0] for row in tables_[0].rows]
    labels = pyramid.labels
    straight_flush = labels.option("straight_flush_pays")
    assert lines[4:] == ["Three of a kind", straight_flush, "Ace, king, queen of one suit", "otherwise"]
    single = [labels.option(name) for name in ("w1_win_pays", "w1_trips_pays", "commission")]
    assert [row[0] for row in tables_[-1].rows] == single


def test_payouts_that_are_not_in_force_are_marked(pyramid: Findings) -> None:
    chinese = replace(pyramid, game=game("chinese"), book=rulebook_of("chinese"))
    bonus = chinese.labels.option("bonus_straight_flush")
    rows = {row[0]: row[1] for b in pay_tables(chinese).blocks if isinstance(b, Table) for row in b.rows}
    assert rows[bonus] == "4 units, not in force"
    typical = replace(chinese, game=chinese.game.with_options({"preset": "typical"}))
    rows = {row[0]: row[1] for b in pay_tables(typical).blocks if isinstance(b, Table) for row in b.rows}
    assert rows[bonus] == "4 units"


def test_the_worst_case_among_players_is_computed_from_the_points(pyramid: Findings) -> None:
    """25 cards: H1 1, H2 trips 9, H3 five of a kind 24, H4 six of a kind 30, H5 and H6 five of a kind 12 and 6."""
    terms = SHOWDOWN.terms
    assert most_points(terms) == 1 + 9 + 24 + 30 + 12 + 6
    assert most_lost(terms, 6) == 5 * most_points(terms) + 30
    chart = SHOWDOWN.with_options({"special_points_source": "chart"}).terms
    assert most_points(chart) < most_points(terms)
    readings = [table for table in exposure_tables("showdown", pyramid) if table.columns[0].heading == "question"]
    moved = {row[1]: row[2] for row in readings[0].rows}
    name = reading_name(labels_of(SHOWDOWN), "special_points_source", "chart")
    assert moved[name] == f"{most_lost(terms, 6)} to {most_lost(chart, 6)}"


def exposure_tables(key: str, findings: Findings) -> list[Table]:
    other = replace(findings, game=game(key), book=rulebook_of(key))
    return [block for block in exposure(other).blocks if isinstance(block, Table)]


def test_readings_that_change_the_worst_case_are_listed(pyramid: Findings) -> None:
    """CHI-A31: three opponents, 3 units each in the base preset and 13 in the typical one."""
    chinese = replace(pyramid, game=game("chinese"), book=rulebook_of("chinese"))
    rows = {row[1]: row[2:] for b in exposure(chinese).blocks if isinstance(b, Table) for row in b.rows if len(row) > 2}
    assert rows[reading_name(chinese.labels, "preset", "typical")] == (
        "9 to 39",
    )  # nobody banks, so the house has no column
    one = dict(row for b in exposure(chinese).blocks if isinstance(b, Table) for row in b.rows if len(row) == 2)
    assert one["one seat, at 10 chips a unit, the largest value allowed"] == "90"


def test_points_are_paid_as_a_round_is_settled(pyramid: Findings) -> None:
    """CAS-D5: a fold costs two antes, four points win six, ten lose twelve."""
    rules = game("casino")
    frequencies = module_of(rules).pricing.frequencies(rules)
    casino = replace(pyramid, game=rules, book=rulebook_of("casino"), frequencies=frequencies)
    rows = dict(row for b in pay_tables(casino).blocks if isinstance(b, Table) for row in b.rows if len(row) == 2)
    assert (rows["Fold"], rows["net 4 points"], rows["net -10 points"]) == ("\N{MINUS SIGN}2", "+6", "\N{MINUS SIGN}12")


def test_the_example_round_has_a_clause_for_every_payment() -> None:
    for key in GAMES:
        blocks = example_round(game(key))
        moves, payments = (block for block in blocks if isinstance(block, Table))
        round_ = states_of(game(key))[-1]
        assert len([row for row in moves.rows if row[0]]) == len(round_.moves)
        paid = settlement(round_)
        assert [(row[3], row[4]) for row in payments.rows[: len(paid)]] == [(f"{p.chips:,}", p.clause) for p in paid]
        assert "add up to 0" in blocks[-1].text  # type: ignore[union-attr]


def test_the_example_round_at_a_table_with_one_seat() -> None:
    assert len(states_of(game("pyramid").with_options({"seats": 1}))[-1].seats) == 1


def test_a_share_of_rounds_has_its_standard_error() -> None:
    assert share_played(2500, 10000) == f"25.0000 ± {percent(sqrt(0.25 * 0.75 / 10000))}"
    assert share_played(2500, 10000, 100).endswith(f"± at most {percent(sqrt(0.25 * 0.75 / 100))}")


def test_a_small_chance_keeps_three_digits() -> None:
    shown = [chance(value).split("\N{NO-BREAK SPACE}")[0] for value in (0, 0.25, 0.00012345, 1.4334e-6)]
    assert shown == ["0.0000", "25.0000", "0.0123", "0.000143"]


def test_the_number_of_deals_is_derived(pyramid: Findings) -> None:
    sentences = " ".join(part for block in method(pyramid).blocks if isinstance(block, Items) for part in block.items)
    deals = pyramid.price.wagers["main"].strategies["best"].deals  # type: ignore[union-attr]
    assert f"First wager: C(312, 3) × C(309, 3) = {deals:,} equally likely deals" in sentences


def test_a_reading_is_named_once_for_all_figures_it_changes(made: Report) -> None:
    table = tables_with_column(made, "under the reading")[0]
    assert table.grouped_by == 2
    assert all(bool(row[0]) == bool(row[1]) for row in table.rows)


def test_among_players_readings_change_sizes_and_shares_not_expectations(showdown: Findings) -> None:
    made = report(showdown, date=DATE, version=VERSION)
    (table,) = tables_with_column(made, "under the reading")
    assert [row[2:] for row in table.rows] == [
        (
            "Two players, points exchanged",
            "16.2000\xa0points",
            "9.9000\xa0points",
            "\N{MINUS SIGN}6.3000 ± 0.1000\xa0points",
        ),
        ("Two players, scored differently", percent(0), percent(0.955), signed(0.955)),
    ]
    sentences = " ".join(texts(made))
    assert "By symmetry no reading has a value on average" in sentences
    assert "the others are estimates on the same cards" in sentences
    html = render(made, "html").decode()
    assert (
        "Scored differently: the share of comparisons of two players that have another score on the same cards." in html
    )
    assert "changes none of the figures above" in html


def test_exact_and_estimated_changes_are_distinguished(showdown: Findings) -> None:
    fee = reading("SHO-A20", "shortage=credit|table_stakes", {("unit", "only"): Change(Fraction(0), Fraction(-1))})
    both = replace(showdown, readings=(*showdown.readings, fee))  # type: ignore[misc]
    sentences = " ".join(texts(report(both, date=DATE, version=VERSION)))
    assert "Changes without ± are exact; the others are estimates" in sentences


def test_among_players_nothing_is_reported_as_missing(showdown: Findings) -> None:
    html = render(report(showdown, date=DATE, version=VERSION), "html").decode()
    assert "there is no house to win from" in html
    assert "houseway alarm" not in html
    assert "not counted" not in html


def test_the_chart_rings_the_hands_on_which_the_house_way_errs(pyramid: Findings, made: Report) -> None:
    costly_hands = {tuple(costly.hand.split()[1:]) for costly in pyramid.house_way.sides[0].costly_hands}  # type: ignore[union-attr]
    caption = next(b.caption for b in blocks_of(made) if isinstance(b, Figure) and b.caption.startswith("Best play by"))
    ringed = caption.split(" differs at ")[1].rstrip(".").split(", ")
    assert {tuple(hand.split(" with ")) for hand in ringed} == costly_hands


def test_the_second_method_and_the_digest_are_included(pyramid: Findings, made: Report) -> None:
    assert isinstance(pyramid.certificate, Certified)
    html = render(made, "html").decode()
    assert json.loads(pyramid.certificate.text)["digest"] in html
    assert "First wager, best play: 300 rounds played (seed certificate)" in html


@pytest.mark.parametrize("form", ["html", "pdf"])
def test_the_same_report_is_the_same_file_byte_for_byte(pyramid: Findings, made: Report, form: str) -> None:
    first = render(made, form)
    second = render(report(pyramid, date=DATE, version=VERSION), form)
    assert first == second
    assert first.startswith(b"%PDF" if form == "pdf" else b"<!doctype html>")
    assert render(replace(made, date="2026-11-17"), form) != first


def test_templates_contain_no_invisible_characters() -> None:
    """A hash or a command that is broken over lines can be copied without extra characters."""
    for name in ("report.typ", "report.html.j2"):
        template = (Path(report_package.__file__).parent / name).read_text()
        assert not any(mark in template for mark in ("\\u{200b}", "\u200b", "&#8203;", "<wbr>", "\u00ad"))


def test_html_is_self_contained(made: Report) -> None:
    html = render(made, "html").decode()
    assert "http" not in html.replace("http://www.w3.org/", "")
    assert html.count("<svg") == sum(isinstance(block, Figure) for block in blocks_of(made)) > 4
    assert "prefers-color-scheme: dark" in html
    assert "@page" in html
    assert all(f'id="{clause}"' in html for clause in rulebook_of("pyramid").clauses)


def test_an_estimate_has_its_error_and_its_seed(showdown: Findings) -> None:
    made = report(showdown, date=DATE, version=VERSION)
    check_numbers(showdown, made)
    check_rulebook(showdown, made)
    sentences = " ".join(cell for table in tables(made) for row in table.rows for cell in row)
    assert "estimate: 2 rounds, seed 1" in sentences
    assert "95 per cent interval" in sentences
    assert tables_with_column(made, "house advantage")[0].rows[0][2] == "none"  # players play each other
    assert tables_with_column(made, "seed")[0].rows[0][-2:] == ("2", "1")
    assert PLAYED[ON_KERNELS] in texts(made)


def test_the_method_says_whether_kernels_or_rules_played(showdown: Findings) -> None:
    rules = game("showdown").with_options({"joker_duplicates": False})
    findings = replace(showdown, game=rules, price=pricing.price(rules, rounds=2, seats=2))
    sentences = texts(report(findings, date=DATE, version=VERSION))
    assert PLAYED[BY_RULES] in sentences
    assert PLAYED[ON_KERNELS] not in sentences


def texts(made: Report) -> list[str]:
    return [block.text for block in blocks_of(made) if isinstance(block, Text)]


def test_changed_terms_and_changed_examples_are_marked(pyramid: Findings) -> None:
    other = pyramid.game.with_options({"w2_paytable.flush": 3})
    outcomes = tuple(run(vector, under=other) for vector in shipped("pyramid"))
    made = report(replace(pyramid, game=other, examples=outcomes), date=DATE, version=VERSION)
    label = pyramid.labels.full_option("w2_paytable.flush")
    assert dict(made.facts)["changes to the default terms"] == f"{label}: 3 (default 2)"
    entries = [entry for block in blocks_of(made) if isinstance(block, Entries) for entry in block.entries]
    changed = [example for entry in entries for example in entry.examples if not example.holds]
    warned = [block.text for block in made.summary if isinstance(block, Text) and block.style == "warning"]
    assert warned[0].startswith("This is not the game of the sheet: 1 term differs from it")
    assert changed
    assert all("not as under the default terms: " in example.verdict for example in changed)
    assert any("it pays 3 to 1" in example.gives for example in changed)


def test_the_legal_standing_of_the_casino_version(pyramid: Findings) -> None:
    casino = replace(pyramid, game=game("casino"), book=rulebook_of("casino"))
    assert standing(casino) == "inventor rules, no regulator approval in source"
    assert "Washington State Gambling Commission" in standing(pyramid)


@pytest.mark.slow
@pytest.mark.parametrize("key", list(GAMES))
def test_each_game_has_a_report_in_both_forms(key: str) -> None:
    """Takes minutes for each game."""
    rules = game(key)
    findings = gather(rules)
    made = report(findings, date=DATE, version=VERSION)
    check_numbers(findings, made)
    check_rulebook(findings, made)
    figures = labelled_figures(findings, made)
    assert [(label, values) for label, values in figures.items() if len(values) > 1] == []
    again = report(gather(rules), date=DATE, version=VERSION)
    for form in ("html", "pdf"):
        assert render(made, form) == render(again, form)
