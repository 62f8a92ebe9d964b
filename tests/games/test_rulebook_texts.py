"""The rulebooks contain rules and reasons, no notes of their editors."""

import re

import pytest

from houseway.games import rulebook_of
from support.playing import games

EDITORS_NOTES = re.compile(
    r"first-class|\bnote:|outside note|TODO|FIXME|\bships?\b|we test|made by us|live alternative|audit report|"
    r"open item|parameters? only|one choice away|so allow|so keep|as option since|the code of",
    re.IGNORECASE,
)
"""Words that tell an author what to do with a rule, instead of saying what the rule is."""


@pytest.mark.parametrize("key", sorted(games()))
def test_no_clause_and_no_reading_is_a_note_to_the_author(key: str) -> None:
    book = rulebook_of(key)
    texts = {clause.id: clause.text for clause in book.clauses.values()}
    for question in book.open_questions.values():
        texts[question.id] = " ".join([question.says, *question.readings, question.default_and_why])
    notes = {id: text for id, text in texts.items() if EDITORS_NOTES.search(text)}
    assert notes == {}
