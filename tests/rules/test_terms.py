"""Terms: options read from text or values, one canonical text, one hash."""

from dataclasses import dataclass, field
from typing import Annotated, Literal

import pytest

from houseway.rules.errors import NotAllowed, Unreadable
from houseway.rules.paytable import PayTable
from houseway.rules.terms import (
    Between,
    Limit,
    Value,
    accepted_values,
    added_later,
    canonical_text,
    changed_options,
    options,
    pay_tables_of,
    terms_hash,
    with_options,
    write_value,
)


@dataclass(frozen=True, kw_only=True)
class Terms:
    decks: Annotated[int, Between(1, 100)] = 6
    cap: Limit | None = 5000
    push: bool = True
    winner: Literal["no", "row", "ALL"] = "row"
    shortage: Literal["none", "credit"] = "credit"
    table: PayTable = field(default=PayTable({"one_pair": 1, "2-4": 3}))


TERMS = Terms()


def test_options_are_every_field_and_every_line() -> None:
    assert options(TERMS) == {
        "decks": 6,
        "cap": 5000,
        "push": True,
        "winner": "row",
        "shortage": "credit",
        "table.one_pair": 1,
        "table.2-4": 3,
    }


@pytest.mark.parametrize(
    ("name", "value", "read"),
    [
        ("decks", "8", 8),
        ("decks", 8, 8),
        ("decks", "100", 100),
        ("decks", "1", 1),
        ("cap", "null", None),
        ("cap", None, None),
        ("cap", "", None),
        ("cap", "None", None),
        ("cap", "7", 7),
        ("push", "no", False),
        ("push", "off", False),
        ("push", "Yes", True),
        ("push", False, False),
        ("winner", "all", "ALL"),
        ("winner", "NO", "no"),
        ("winner", False, "no"),  # YAML reads an unquoted no as false
        ("shortage", None, "none"),  # and an empty or null word as nothing
        ("table.2-4", "9", 9),
        ("table.one_pair", 0, 0),
    ],
)
def test_a_value_is_read_from_text_or_as_it_is(name: str, value: object, read: Value) -> None:
    assert options(with_options(TERMS, {name: value}))[name] == read


def test_a_whole_table_is_read() -> None:
    assert with_options(TERMS, {"table": {"one_pair": 5}}).table == {"one_pair": 5, "2-4": 3}
    assert with_options(TERMS, {"table": 7}).table == {"one_pair": 7, "2-4": 7}


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("deks", "8", "there is no option 'deks' (did you mean 'decks'?); houseway rules GAME --options lists them"),
        ("decks.x", "8", "there is no option 'decks.x'"),
        ("__class__", "8", "there is no option '__class__'"),
        ("decks", "eight", "decks cannot be 'eight'; it is a whole number from 1 to 100"),
        ("decks", 1.5, "decks cannot be 1.5; it is a whole number from 1 to 100"),
        ("decks", True, "decks cannot be True; it is a whole number from 1 to 100"),
        ("decks", "", "decks cannot be ''"),
        ("decks", "-", "decks cannot be '-'"),
        ("decks", "٣", "decks cannot be '٣'"),
        ("decks", None, "decks cannot be None"),
        ("push", "maybe", "push cannot be 'maybe'; it is true or false"),
        ("winner", "rows", "winner cannot be 'rows' (did you mean 'row'?); it is one of no, row, ALL"),
        ("winner", True, "winner cannot be True; it is one of no, row, ALL"),
        ("table.pair", 1, "table has no line 'pair'"),
        ("table.", 1, "table has no line ''"),
        ("table", {"pair": 1}, "table has no line 'pair' (did you mean 'one_pair'?); its lines are one_pair, 2-4"),
        ("table.one_pair", "x", "table.one_pair cannot be 'x'; it is a whole number from 0 to 1000000"),
    ],
)
def test_an_unreadable_value_is_refused_with_what_is_accepted(name: str, value: object, message: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        with_options(TERMS, {name: value})
    assert str(refusal.value).startswith(message)


@pytest.mark.parametrize("value", [0, -5, "-5", 101, 10**30, str(10**30)])
def test_a_number_out_of_bounds_is_not_allowed(value: object) -> None:
    with pytest.raises(NotAllowed, match="it is a whole number from 1 to 100"):
        with_options(TERMS, {"decks": value})


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("decks", "1 to 100"),
        ("cap", "1 to 1000000000 | null"),
        ("push", "true | false"),
        ("winner", "no | row | ALL"),
        ("table.one_pair", "a whole number from 0 to 1000000"),
    ],
)
def test_accepted_values_of_an_option(name: str, words: str) -> None:
    assert accepted_values(TERMS, name) == words


def test_values_are_written_as_they_are_read() -> None:
    assert [write_value(value) for value in (None, True, False, 6, "row")] == ["null", "true", "false", "6", "row"]


def test_the_canonical_text_lists_every_option_by_name() -> None:
    assert canonical_text("toy", TERMS) == (
        "game=toy\ncap=5000\ndecks=6\npush=true\nshortage=credit\ntable.2-4=3\ntable.one_pair=1\nwinner=row\n"
    )


@dataclass(frozen=True, kw_only=True)
class LaterTerms(Terms):
    hands: Literal["sum", "largest"] = added_later("sum")


def test_an_option_added_later_leaves_older_hashes_as_they_were() -> None:
    assert options(LaterTerms())["hands"] == "sum"
    assert canonical_text("toy", LaterTerms()) == canonical_text("toy", TERMS)
    assert terms_hash("toy", with_options(LaterTerms(), {"hands": "sum"})) == terms_hash("toy", TERMS)
    largest = with_options(LaterTerms(), {"hands": "largest"})
    assert "hands=largest" in canonical_text("toy", largest).splitlines()
    assert changed_options(LaterTerms(), largest) == {"hands": ("sum", "largest")}


@dataclass(frozen=True, kw_only=True)
class TermsWithNewDefault(Terms):
    joker: Literal["highest", "ace"] = added_later("highest", in_older_records="ace")


def test_an_option_added_with_a_new_default_keeps_the_meaning_of_older_records() -> None:
    older_record = {name: write_value(value) for name, value in options(TERMS).items()}
    terms = with_options(TermsWithNewDefault(), older_record)
    assert terms.joker == "ace"
    assert canonical_text("toy", terms) == canonical_text("toy", TERMS)
    assert with_options(TermsWithNewDefault(), {"decks": 6}).joker == "highest"
    assert "joker=highest" in canonical_text("toy", TermsWithNewDefault()).splitlines()
    newer_record = {**older_record, "joker": "highest"}
    assert with_options(TermsWithNewDefault(), newer_record) == TermsWithNewDefault()


def test_the_hash_names_the_game_and_every_option() -> None:
    hashes = {terms_hash("toy", TERMS), terms_hash("boy", TERMS)}
    hashes |= {
        terms_hash("toy", with_options(TERMS, {name: value}))
        for name, value in (("cap", None), ("decks", 7), ("push", "no"), ("winner", "no"), ("table.2-4", 4))
    }
    assert len(hashes) == 7
    assert len(terms_hash("toy", TERMS)) == 64


def test_only_changed_options_are_listed() -> None:
    assert changed_options(TERMS, TERMS) == {}
    assert changed_options(TERMS, with_options(TERMS, {"cap": None, "table.2-4": 4, "decks": 6})) == {
        "cap": (5000, None),
        "table.2-4": (3, 4),
    }


def test_the_pay_tables_of_the_terms_are_listed_by_their_option() -> None:
    assert pay_tables_of(TERMS) == {"table": TERMS.table}
