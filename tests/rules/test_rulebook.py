"""Reading rulebooks: the real ones are complete and consistent, and malformed ones are refused."""

import re
from dataclasses import FrozenInstanceError
from itertools import pairwise
from pathlib import Path

import pytest

from houseway.games import rulebook_of
from houseway.rules.errors import Unreadable
from houseway.rules.rulebook import Clause, MalformedRulebook, OpenQuestion, Rulebook, UnknownClause, parse_rulebook

REPOSITORY = Path(__file__).parents[2]
GAMES = REPOSITORY / "src" / "houseway" / "games"
ANY_ID = r"\b(?:PYR|CHI|P2P|SHO|CAS|PGP)-[AD]?\d+[a-z]?\b"

FORMULA = re.compile(r"[≥≤⇔⇒→Σ⌊⌋∈·]|sign\(|key\(|lexicographic|[A-Za-z0-9] ?[<>] ?[A-Za-z0-9]")
EDITORS_NOTE = re.compile(r"first-class|[Pp]age should|[Ww]eb play|web page|keep it as|TODO|invariant")

# key: prefix, clauses (plain and -D), ledger rows, parameters, clauses that bind people
COUNTS = {
    "pyramid": ("PYR", 100, 41, 67, 11),
    "chinese": ("CHI", 49, 37, 44, 1),
    "pick2": ("P2P", 97, 33, 50, 13),
    "showdown": ("SHO", 63, 42, 65, 0),
    "casino": ("CAS", 39, 31, 34, 0),
    "pai_gow": ("PGP", 52, 13, 21, 1),
}


@pytest.fixture(params=COUNTS)
def book(request: pytest.FixtureRequest) -> Rulebook:
    return rulebook_of(request.param)


def text_of(key: str) -> str:
    return (GAMES / key / "rulebook.md").read_text(encoding="utf-8")


def test_every_rulebook_has_its_expected_size(book: Rulebook) -> None:
    sizes = (book.prefix, len(book.clauses), len(book.open_questions), len(book.parameters), len(book.people))
    assert sizes == COUNTS[book.key]


def test_the_games_have_exactly_these_rulebooks() -> None:
    assert {path.parent.name for path in GAMES.glob("*/rulebook.md")} == set(COUNTS)


def test_ids_are_numbered_without_a_gap(book: Rulebook) -> None:
    ids = [*book.clauses, *book.open_questions]
    for kind in ("", "D", "A"):
        numbers = sorted({int(match[1]) for id in ids if (match := re.fullmatch(rf"\w{{3}}-{kind}(\d+)[a-z]?", id))})
        assert numbers == list(range(1, len(numbers) + 1))


def test_ids_and_options_occur_once_in_the_file(book: Rulebook) -> None:
    below_people = text_of(book.key).split("## Clauses that bind people")
    rows = re.findall(r"^\| (\S+) \|", below_people[0] + below_people[1].split("## Ledger")[1], re.MULTILINE)
    named = [first for first in rows if re.fullmatch(ANY_ID, first) or "`" in first]
    assert len(named) == len(set(named))


def test_pay_table_lines_follow_their_parent_clause(book: Rulebook) -> None:
    for before, id in pairwise(book.clauses):
        if id[-1].isalpha():
            assert before in (id[:-1], id[:-1] + chr(ord(id[-1]) - 1))


def test_every_clause_names_a_known_source(book: Rulebook) -> None:
    for clause in book.clauses.values():
        is_ours = "-D" in clause.id
        tags = re.findall(r"\b00\d\b", clause.source) or clause.source.split()[:1]
        assert (clause.source == "ours") == is_ours, clause.id
        assert is_ours or (tags and set(tags) <= set(book.sources)), clause.id


def test_every_clause_belongs_to_a_section(book: Rulebook) -> None:
    assert list(dict.fromkeys(clause.section for clause in book.clauses.values())) == list(book.sections)


def test_every_option_of_an_open_question_is_a_parameter_with_the_same_default(book: Rulebook) -> None:
    for entry in book.open_questions.values():
        for name, values in entry.options.items():
            assert len(values) == len(set(values)), entry.id
            assert book.parameters[name].default == values[0], entry.id


def test_every_value_of_an_open_questions_option_is_accepted(book: Rulebook) -> None:
    """Where the parameter lists its values, the ledger gives the same ones."""
    for entry in book.open_questions.values():
        for name, values in entry.options.items():
            accepted = re.sub(r" \(.*\)$", "", book.parameters[name].accepted)
            if re.fullmatch(r"[\w-]+(, [\w-]+)+", accepted):
                assert accepted.split(", ") == list(values), name


def test_an_option_belongs_to_one_open_question(book: Rulebook) -> None:
    names = [name for entry in book.open_questions.values() for name in entry.options]
    assert len(names) == len(set(names))


def test_clauses_that_bind_people_exist_and_are_the_sheets_own(book: Rulebook) -> None:
    assert set(book.people) <= set(book.clauses)
    assert all(book.clauses[id].source != "ours" for id in book.people)


def test_every_id_mentioned_anywhere_exists() -> None:
    books = [rulebook_of(key) for key in COUNTS]
    known = {id for book in books for id in (*book.clauses, *book.open_questions)}
    mentioned = {id for key in COUNTS for id in re.findall(ANY_ID, text_of(key))}
    assert mentioned - known == set()


def test_no_rulebook_mentions_other_files(book: Rulebook) -> None:
    assert re.findall(r"\S+\.(?:yaml|txt|md)\b|(?<!\w)/\w+", text_of(book.key)) == []


def test_texts_for_players_are_in_words(book: Rulebook) -> None:
    """No formula and no editor's note in a clause or an open question."""
    texts = {id_: clause.text for id_, clause in book.clauses.items()}
    for id_, question in book.open_questions.items():
        texts[id_] = " ".join([question.says, *question.readings, question.default_and_why])
    for pattern in (FORMULA, EDITORS_NOTE):
        assert {id_: text for id_, text in texts.items() if pattern.search(text)} == {}


def test_every_rulebook_describes_its_game(book: Rulebook) -> None:
    assert book.title
    assert 1 <= len(re.findall(r"\.(?: |$)", book.about)) <= 3


# What one row becomes.


def test_a_pay_table_line_is_a_clause() -> None:
    clause = rulebook_of("pyramid").find("PYR-72f")
    assert isinstance(clause, Clause)
    assert clause.section == "Pay tables"
    assert clause.text == "Straight flush: 30 to 1 in the rules table, 50 to 1 on the layout card (conflict, PYR-A1)."


def test_an_open_question_has_its_readings_and_its_option() -> None:
    entry = rulebook_of("pyramid").find("PYR-A17")
    assert isinstance(entry, OpenQuestion)
    assert len(entry.readings) == 4
    assert entry.readings[1] == "per round, all players together"
    assert dict(entry.options) == {
        "max_aggregate": ("5000", "null"),
        "aggregate_scope": ("hand", "round", "wager", "w2"),
    }


def test_a_cell_without_marks_is_one_reading() -> None:
    assert rulebook_of("pyramid").open_questions["PYR-A38"].readings == ("6, 8 or any other number from 6 up.",)


def test_an_open_question_without_an_option_has_none() -> None:
    assert rulebook_of("pyramid").open_questions["PYR-A8"].options == {}


def test_dotted_options_are_read() -> None:
    options = rulebook_of("chinese").open_questions["CHI-A24"].options
    assert options == {"surrender_units.per_hand": ("2",), "surrender_units.2-4": ("3",), "surrender_units.1-6": ("3",)}


@pytest.mark.parametrize(
    ("key", "name", "default"),
    [
        ("pyramid", "w2_paytable.seven_or_lower_no_ace", "0"),
        ("pyramid", "w3_paytable.six_of_a_kind", "1000"),
        ("pick2", "b5_table.one_pair", "1"),
        ("showdown", "kind_points.10", "26"),
        ("casino", "dealer_policy", "hw2"),
    ],
)
def test_a_parameter_has_its_default(key: str, name: str, default: str) -> None:
    assert rulebook_of(key).parameters[name].default == default


def test_a_rulebook_is_read_once_and_cannot_be_changed(book: Rulebook) -> None:
    assert rulebook_of(book.key) is book
    with pytest.raises(FrozenInstanceError):
        book.title = "other"  # type: ignore[misc]
    with pytest.raises(TypeError):
        book.people["PYR-01"] = "other"  # type: ignore[index]


# Unknown ids.


def test_an_unknown_clause_is_shown_with_the_nearest() -> None:
    with pytest.raises(UnknownClause) as refusal:
        rulebook_of("pyramid").find("pyr-38")
    sentence = "'pyr-38' is no clause of Pyramid Poker (Washington); the nearest ids are PYR-38, PYR-A38, PYR-D8."
    assert str(refusal.value) == sentence


def test_a_single_similar_clause_is_named() -> None:
    with pytest.raises(UnknownClause, match="the nearest id is PGP-47"):
        rulebook_of("pai_gow").find("G-47x")


def test_an_unknown_clause_like_no_other_is_shown_the_pattern() -> None:
    with pytest.raises(UnknownClause, match=r"'zzz' is no clause .* look like CAS-01, CAS-D1 and CAS-A1\.$"):
        rulebook_of("casino").find("zzz")


def test_an_unknown_rulebook_is_shown_with_the_known_ones() -> None:
    with pytest.raises(Unreadable, match="the games are pyramid, chinese, pick2, showdown, casino, pai_gow"):
        rulebook_of("poker")


def test_readings_are_divided_at_their_letters_in_order_and_nowhere_else() -> None:
    damaged = text_of("pai_gow")
    cell = re.search(r"\(a\) [^|]*\|", damaged)
    assert cell is not None
    text = damaged.replace(cell[0], "(a) one (x) two; (b) three. |", 1)
    first = next(iter(parse_rulebook("pai_gow", text).open_questions.values()))
    assert first.readings == ("one (x) two", "three")


# What is written wrongly: each damage to a good file is refused, with its line where it has one.


@pytest.mark.parametrize(
    ("good", "damaged", "complaint"),
    [
        (
            "| CAS-03 | A joker is wild, any card. |",
            "| CAS-03 A joker is wild, any card. |",
            "line LINE: .* 3 filled cells",
        ),
        ("| CAS-03 | A joker is wild, any card. |", "| CAS-03 | |", "line LINE: .* 3 filled cells"),
        ("| CAS-03 | A joker", "CAS-03 | A joker", "line LINE: a row begins and ends with"),
        (
            "| CAS-03 | A joker is wild, any card. | 004 Casino Introduction |",
            "CAS-03",
            "line LINE: a row begins and ends",
        ),
        ("| CAS-03 |", "| CAS-3 |", "line LINE: 'CAS-3' cannot stand in the first column"),
        ("| CAS-03 |", "| CAS-02 |", "line LINE: CAS-02 stands twice"),
        ("| CAS-03 |", "| SHO-03 |", "SHO-03 cannot be an id of this rulebook"),
        ("### Scoring", "### Payouts", "the heading 'Payouts' stands twice"),
        ("### Players, cards, goal\n", "", "every clause stands below"),
        ("`tie_rule: push\\|suits\\|dealer`", "tie_rule: push", "'tie_rule: push' is neither none nor a list"),
        ("`tie_rule: push\\|", "`tie_rule: push, or \\|", "is neither none nor a list"),
        ("| `ante` |", "| ante |", "'ante' cannot stand in the first column"),
        (
            "| option | default | accepted | clause |",
            "| option | default | accepted |",
            "a table with the columns option",
        ),
        ("|---|---|---|---|\n| `players`", "| `players`", "the line below a table's head"),
        (
            "why no program carries it out |\n|---|---|",
            "why no program carries it out |\n|---|---|\n| CAS-99 | x |",
            "CAS-99",
        ),
        ("## Ledger", "## Register", "its parts are .* Register"),
        ("# Pyramid Poker, Casino Version\n", "\n", "does not open with '# Title'"),
    ],
)
def test_a_malformed_file_is_refused(good: str, damaged: str, complaint: str) -> None:
    text = text_of("casino")
    line = text[: text.index(good)].count("\n") + 1
    with pytest.raises(MalformedRulebook, match=complaint.replace("LINE", str(line))):
        parse_rulebook("casino", text.replace(good, damaged, 1))
