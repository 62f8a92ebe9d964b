"""Submission packets: every point is answered, every file is in the manifest, and the same packet is the same file."""

import io
import json
import re
import zipfile
from dataclasses import replace
from hashlib import sha256
from itertools import combinations
from math import hypot
from xml.etree import ElementTree

import pytest

from houseway.games import GAMES, game, labels_of
from houseway.report import Filing, Findings, gather
from houseway.report.content import Certified, full_table
from houseway.report.document import Entries, Items, Section, Table
from houseway.report.moves import cards_in_words
from houseway.report.packet import JURISDICTIONS, files, jurisdiction_named, packet, packet_files
from houseway.report.packet.checklist import APPLICANT, checklist
from houseway.report.packet.controls import controls
from houseway.report.packet.jurisdictions import Answer
from houseway.report.packet.layout import (
    DEALER_STRIP,
    LETTER,
    RADIUS,
    areas_of,
    betting_position,
    has_further_wager,
    layout,
    lines_of,
    position,
    seat_angles,
    text_size,
)
from houseway.report.packet.placards import placards
from houseway.report.packet.procedures import (
    instructions,
    procedures,
    settling_sections,
)
from houseway.report.packet.quiz import finished_round, questions_of
from houseway.report.packet.rules_of_play import rules_of_play
from houseway.rules.errors import NotAllowed, Unreadable
from houseway.rules.game import Deal, Decide, SetHands, Wager
from support.findings import findings_of

VERSION = "0.0.1"
FILING = Filing(date="2026-11-16", preparer="Ada Example", jurisdiction="Example Commission", paper="letter")


@pytest.fixture(scope="module")
def pyramid() -> Findings:
    return replace(findings_of("pyramid"), certificate=Certified('{"digest": "0"}', ()))


@pytest.fixture(scope="module")
def made(pyramid: Findings) -> bytes:
    return packet(pyramid, jurisdiction_named("wa"), FILING, VERSION)


def rows_of(section: Section) -> list[tuple[str, ...]]:
    return [row for block in section.blocks if isinstance(block, Table) for row in block.rows]


# The file -------------------------------------------------------------------------------------------------------------


def test_the_manifest_has_the_hash_of_every_other_file(made: bytes) -> None:
    archive = zipfile.ZipFile(io.BytesIO(made))
    names = archive.namelist()
    assert names == sorted(names)
    manifest = json.loads(archive.read(files.MANIFEST))
    assert [entry["name"] for entry in manifest["files"]] == [name for name in names if name != files.MANIFEST]
    for entry in manifest["files"]:
        content = archive.read(entry["name"])
        assert (entry["bytes"], entry["sha256"]) == (len(content), sha256(content).hexdigest())
    assert (manifest["jurisdiction"], manifest["game"], manifest["date"]) == ("wa", "pyramid", "2026-11-16")


def test_the_same_packet_is_the_same_file_byte_for_byte(pyramid: Findings, made: bytes) -> None:
    assert packet(pyramid, jurisdiction_named("wa"), FILING, VERSION) == made
    times = {entry.date_time for entry in zipfile.ZipFile(io.BytesIO(made)).infolist()}
    assert times == {(1980, 1, 1, 0, 0, 0)}


def test_a_packet_has_documents_pictures_and_attachments(pyramid: Findings, made: bytes) -> None:
    archive = zipfile.ZipFile(io.BytesIO(made))
    names = set(archive.namelist())
    documents = {
        files.CHECKLIST,
        files.REPORT,
        files.RULES,
        files.PROCEDURES,
        files.QUIZ,
        files.QUIZ_ANSWERS,
        files.CONTROLS,
    }
    attachments = {files.CERTIFICATE, files.VECTORS, files.TERMS}
    pictures = {f"{files.PLACARDS}{name}" for name in placards(pyramid)}
    assert names == {*documents, *attachments, *pictures, files.LAYOUT, files.POSITION, files.MANIFEST}
    assert all(archive.read(name).startswith(b"%PDF") for name in documents)
    assert "game=pyramid\n" in archive.read(files.TERMS).decode()
    assert "straight_flush_pays=30\n" in archive.read(files.TERMS).decode()
    for name in (*pictures, files.LAYOUT, files.POSITION):
        ElementTree.fromstring(archive.read(name))


# The checklist --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", list(JURISDICTIONS))
def test_every_point_is_answered_or_left_to_the_applicant(pyramid: Findings, key: str) -> None:
    jurisdiction = jurisdiction_named(key)
    section = checklist(pyramid, jurisdiction, None)
    table = next(block for block in section.blocks if isinstance(block, Table))
    assert len(table.rows) == len(jurisdiction.points)
    in_packet = {files.REPORT, files.RULES, files.LAYOUT, files.PLACARDS, files.PROCEDURES, files.QUIZ, files.CONTROLS}
    for row, point in zip(table.rows, jurisdiction.points, strict=True):
        assert (row[1], row[2]) == (point.asks, point.citation)
        if point.answer is Answer.APPLICANT:
            assert row[3:] == (APPLICANT, "")
        else:
            assert len(row[3]) > 20
            assert row[4] in in_packet
    notes = next(block for block in section.blocks if isinstance(block, Items))
    assert notes.items == jurisdiction.notes
    assert jurisdiction.notes


def test_an_unknown_jurisdiction_is_refused_in_one_sentence() -> None:
    with pytest.raises(Unreadable, match="--for takes wa, nj, nv, md, not 'tx'"):
        jurisdiction_named("tx")
    assert jurisdiction_named("MD").key == "md"


# The layout -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", list(GAMES))
def test_the_layout_has_every_area_of_the_sheet_at_every_seat(key: str) -> None:
    rules = game(key)
    labels = labels_of(rules)
    seats = rules.seats(rules.terms).stop - 1
    drawing = layout(rules)
    words = " ".join(ElementTree.fromstring(drawing).itertext()).lower()
    steps = rules.steps(rules.terms, full_table(rules))
    wagers = [labels.name("wagers", spot.name) for step in steps if isinstance(step, Wager) for spot in step.spots]
    for name in wagers:
        first = name.split()[0].lower()
        assert words.count(first) >= seats
    assert f"seat {seats}" in words
    assert drawing == layout(rules)


@pytest.mark.parametrize("key", list(GAMES))
def test_no_two_areas_of_a_layout_overlap_or_leave_the_table(key: str) -> None:
    rules = game(key)
    seats = rules.seats(rules.terms).stop - 1
    placed = [(area, position(angle, area)) for angle in seat_angles(seats) for area in areas_of(rules)]
    for (first, at), (second, other) in combinations(placed, 2):
        distance = hypot(at[0] - other[0], at[1] - other[1])
        smallest = min(first.width, first.height) / 2 + min(second.width, second.height) / 2
        assert distance >= smallest, (first, second)
    for area, (x, y) in placed:
        assert hypot(x, y) + area.height / 2 <= RADIUS
        assert y - hypot(area.width, area.height) / 2 > -DEALER_STRIP


def test_an_area_for_a_wager_after_the_deal_is_drawn_where_the_engine_adds_one() -> None:
    assert has_further_wager(game("pick2"))
    assert not has_further_wager(game("pyramid"))
    names = [area.name for area in areas_of(game("pick2"))]
    assert names == ["Three cards", "All five cards", "Ante", "3-5 Bonus", "5 Card Bonus Only", "Further wager"]


@pytest.mark.parametrize("key", list(GAMES))
def test_the_name_of_an_area_fits_into_it(key: str) -> None:
    for area in areas_of(game(key)):
        lines = lines_of(area)
        size = text_size(area, lines)
        assert max(len(line) for line in lines) * LETTER * size <= area.width
        assert size >= 8, area


@pytest.mark.parametrize("key", list(GAMES))
def test_the_betting_position_has_every_area_inside_the_drawing(key: str) -> None:
    drawing = ElementTree.fromstring(betting_position(game(key)))
    _, _, width, height = (float(part) for part in drawing.attrib["viewBox"].split())
    assert drawing.attrib["width"] == f"{width / 2:.1f}".removesuffix(".0") + "mm"
    words = " ".join(drawing.itertext())
    areas = areas_of(game(key))
    inner = min(area.distance - area.height / 2 for area in areas)
    for area in areas:
        assert all(line in words for line in lines_of(area))
        assert abs(area.x) + area.width / 2 < width / 2
        assert area.distance - inner + area.height / 2 < height


def test_the_first_seat_is_at_the_dealers_left() -> None:
    """The dealer sits at the top and looks down, so that the dealer's left is the right side of the drawing."""
    first, *_, last = seat_angles(7)
    area = areas_of(game("pyramid"))[0]
    assert position(first, area)[0] > 0 > position(last, area)[0]


# Procedures, quiz, placards -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", list(GAMES))
def test_the_procedures_follow_the_steps_of_the_engine(key: str) -> None:
    """One instruction at least for each step, in the same order, with its clause."""
    rules = game(key)
    steps = rules.steps(rules.terms, full_table(rules))
    written = instructions(rules)
    verbs = {Wager: "Ask every seat for its wagers", Deal: "Deal ", Decide: "Ask ", SetHands: "Wait until"}
    remaining = iter(written)
    for step in steps:
        assert any(
            clause == step.clause and sentence.startswith(verbs[type(step)]) for sentence, clause in remaining
        ), step


def test_a_changed_option_changes_the_procedures() -> None:
    packets = [sentence for sentence, _ in instructions(game("pick2"))]
    one_by_one = [sentence for sentence, _ in instructions(game("pick2").chosen({"deal": "one_by_one"}))]
    assert packets != one_by_one
    assert any(sentence.endswith("one by one.") for sentence in one_by_one)


@pytest.mark.parametrize("key", list(GAMES))
def test_the_quiz_has_the_answers_of_the_engine(key: str) -> None:
    questions = questions_of(game(key))
    assert len(questions) >= 6
    assert len({question.asks for question in questions}) == len(questions)
    assert questions == questions_of(game(key))
    for question in questions:
        assert question.answer.endswith(".")
        assert not re.search(r"\b[a-z0-9]+_[a-z0-9_]+\b", question.asks + question.answer)


@pytest.mark.parametrize("key", list(GAMES))
def test_a_question_on_settlement_shows_every_card_that_counts(key: str) -> None:
    """In Pick 2 the bonuses count all five cards, and the dealer's five play against a seat that plays five."""
    rules = game(key)
    questions = [question.asks for question in questions_of(rules) if question.asks.endswith("how much?")]
    for number, text in enumerate(questions):
        round_ = finished_round(rules, f"settlement {number}")
        for cards in (*(seat.cards for seat in round_.seats), round_.dealer):
            for card in cards:
                assert text.count(cards_in_words((card,))) >= cards.count(card)


@pytest.mark.parametrize("key", list(GAMES))
def test_every_answer_of_the_quiz_has_a_clause(key: str) -> None:
    assert all(question.clauses for question in questions_of(game(key)) if "back to" not in question.answer)


def test_the_procedures_have_the_chapters_of_the_sheet_after_the_last_step(pyramid: Findings) -> None:
    assert settling_sections(pyramid) == [
        "Three of a kind",
        "Settlement of W1 (House banking)",
        "Ranking",
        "House Way (dealer's setting)",
        "Player banking",
    ]
    cited = {row[-1] for row in rows_of(procedures(pyramid))}
    assert {"PYR-38", "PYR-42", "PYR-48", "PYR-52"} <= cited


def test_the_procedures_have_the_chapters_of_payments_before_the_settlement(pyramid: Findings) -> None:
    """The ante of Showdown is no step of its own; the engine takes it when the round opens."""
    showdown = findings_of("showdown", price=pyramid.price)
    assert settling_sections(showdown) == [
        "Stakes",
        "Surrendering and buying cards",
        "Showdown",
        "Tie-breaks",
        "Special scoring",
        "Typical game",
    ]


def test_an_answer_of_the_quiz_changes_with_the_rule() -> None:
    """Another commission is another answer to the same question."""
    sheet = questions_of(game("pai_gow"))
    other = questions_of(game("pai_gow").chosen({"commission": 0}))
    assert [question.asks for question in sheet] == [question.asks for question in other]
    assert [question.answer for question in sheet] != [question.answer for question in other]


def test_placards_have_the_payouts_in_force(pyramid: Findings) -> None:
    other = replace(pyramid, game=pyramid.game.chosen({"straight_flush_pays": 50}))
    changed = [name for name, picture in placards(pyramid).items() if placards(other)[name].count("50 to 1") == 2]
    assert len(changed) == 1
    chinese = findings_of("chinese", price=pyramid.price)
    assert not any("bonus" in name for name in placards(chinese))  # bonuses are not in force


def test_controls_name_limits_bankroll_and_duties_of_people(pyramid: Findings) -> None:
    rows = rows_of(controls(pyramid, jurisdiction_named("wa")))
    text = " ".join(cell for row in rows for cell in row)
    assert "The first wager is between" in text
    assert "35,000 chips" in text
    assert set(pyramid.book.people) <= {row[-1] for row in rows}
    assert ("Cards and equipment", "Hands per player, at most: 2.", "PYR-29") in rows
    assert not any("[" in row[1] for row in rows)
    assert len({row[1] for row in rows}) == len(rows)


def test_conditions_of_washington_are_only_in_a_packet_for_washington(pyramid: Findings) -> None:
    for key in JURISDICTIONS:
        jurisdiction = jurisdiction_named(key)
        clauses = [
            entry.id
            for section in rules_of_play(pyramid, jurisdiction)
            for block in section.blocks
            if isinstance(block, Entries)
            for entry in block.entries
        ]
        duties = [row[-1] for row in rows_of(controls(pyramid, jurisdiction))]
        assert ("PYR-03" in clauses) == ("PYR-03" in duties) == (key == "wa")
        assert "PYR-15" in clauses
        answers = [row[3] for row in rows_of(checklist(pyramid, jurisdiction, None))]
        assert not any("clauses, each" in text for text in answers) or any(
            text.startswith(f"{len(clauses)} clauses") for text in answers
        )


def test_a_layout_without_room_is_refused() -> None:
    rules = replace(game("showdown"), seats=lambda terms: range(2, 21))
    with pytest.raises(NotAllowed, match="do not fit on a table"):
        layout(rules)


@pytest.mark.slow
@pytest.mark.parametrize("key", list(GAMES))
def test_each_game_has_a_packet_for_each_jurisdiction(key: str) -> None:
    findings = gather(game(key))
    for jurisdiction in JURISDICTIONS.values():
        contents = packet_files(findings, jurisdiction, FILING, VERSION)
        assert contents[files.CHECKLIST].startswith(b"%PDF")
