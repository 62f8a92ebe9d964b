"""Pay tables: immutable, in printed order, one best line."""

import pytest

from houseway.rules.paytable import LOSES, PUSH, PayTable, Result, best_line

TABLE = PayTable({"2-4": 3}, one_pair=1, flush=2)


def test_lines_keep_their_printed_order() -> None:
    assert list(TABLE) == ["2-4", "one_pair", "flush"]
    assert len(TABLE) == 3
    assert TABLE["flush"] == 2
    assert repr(TABLE) == "PayTable(2-4=3, one_pair=1, flush=2)"


def test_an_edited_copy_leaves_the_original() -> None:
    edited = TABLE.with_line("flush", 9)
    assert (edited["flush"], TABLE["flush"]) == (9, 2)
    assert list(edited) == list(TABLE)
    assert list(TABLE.with_line("straight", 5))[-1] == "straight"


def test_equal_tables_have_equal_hashes_in_any_order() -> None:
    turned = PayTable({"flush": 2, "one_pair": 1, "2-4": 3})
    assert turned == TABLE
    assert hash(turned) == hash(TABLE)
    assert hash(TABLE.with_line("flush", 9)) != hash(TABLE)


def test_a_table_cannot_be_changed_in_place() -> None:
    with pytest.raises(TypeError):
        TABLE["flush"] = 9  # type: ignore[index]
    assert PayTable() == {}


CLAUSES = {"one_pair": "X-1", "flush": "X-2", "2-4": "X-3"}


def test_the_best_line_wins_and_names_its_clause() -> None:
    assert best_line({"one_pair", "flush"}, TABLE, CLAUSES, "X-9") == Result("flush", 2, "X-2")


def test_no_line_loses_by_the_other_clause() -> None:
    assert best_line((), TABLE, CLAUSES, "X-9") == Result("no_pay", LOSES, "X-9")


def test_equal_pay_is_decided_the_same_way_every_time() -> None:
    table = PayTable(b=1, a=1)
    clauses = {"a": "X-1", "b": "X-2"}
    assert best_line(["a", "b"], table, clauses, "") == best_line(["b", "a"], table, clauses, "")


def test_a_line_may_push() -> None:
    assert best_line({"low"}, {"low": PUSH}, {"low": "X-4"}, "X-9").pays == 0
    assert Result("seven_or_lower", PUSH, "X-4").in_words == "seven or lower"
