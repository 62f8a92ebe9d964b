"""The provenance in a record of a table's server; anything superfluous or missing in it is refused by name."""

import json
import random
from dataclasses import replace
from typing import Any

import pytest

from houseway.records.provenance import canonical, move_digest, opening_digest, record_digest
from houseway.records.round_text import read_record, read_round, write_round
from houseway.rules.errors import NotAllowed, Unreadable
from houseway.rules.playing import start
from support.dealt_at_a_table import called_off, dealt_round, recorded
from support.playing import games

DATA = json.loads(recorded("pyramid", 7))


def refusal(**changes: Any) -> str:
    """The refusal of the record with these changes and matching digests."""
    record = {**DATA, **changes}
    record = {key: value for key, value in record.items() if value != "dropped"}
    digest = opening_digest(record)
    for number, move in enumerate(record["moves"]):
        digest = move_digest(digest, move)
        record["moves"] = [*record["moves"][:number], {**move, "digest": digest}, *record["moves"][number + 1 :]]
    if "digest" in record:
        record["digest"] = record_digest(record)
    with pytest.raises(Unreadable) as caught:
        read_round(json.dumps(record))
    assert "\n" not in str(caught.value)
    return str(caught.value)


def first_move(**changes: Any) -> list[Any]:
    return [{**DATA["moves"][0], **changes}, *DATA["moves"][1:]]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"times": "dropped"}, "the record lacks times; it must have round, table, times"),
        ({"digest": "dropped"}, "the record lacks digest; it must have"),
        ({"times": {}}, "the record's origin cannot be read (KeyError: 'committed')"),
        ({"times": {**DATA["times"], "opened": 5}}, "the record's round, table and times must be text"),
        ({"terms_version": "1"}, "the record's round, table and times must be text, its terms version a whole number"),
        ({"moves": first_move(by="nobody")}, "a move is made by person, bot, time-out, dealer, operator, not by 'nob"),
        ({"moves": first_move(at=None)}, "the record's round, table and times must be text"),
        ({"moves": first_move(why="because")}, "move 1 (posted) differs from the one that was recorded"),
        ({"note": "all is well"}, "the record's 'note' holds something that is not part of a record"),
        (
            {"times": {**DATA["times"], "paid": "x"}},
            "the record's 'times' holds something that is not part of a record",
        ),
        ({"shuffle": {**DATA["shuffle"], "clients": {}}}, "the shuffle must say what the clients of seats 1, 2"),
        ({"cancelled": {"reason": "absent"}}, "the record's origin cannot be read (TypeError"),
    ],
)
def test_the_fault_of_a_record_is_named(changes: dict[str, Any], expected: str) -> None:
    assert refusal(**changes).startswith(expected)


def test_canonical_json_is_golden() -> None:
    """If this fails, verifiers that others wrote from the specification no longer work."""
    written = '{"a":{"Z":-2,"é":"“x”\\n"},"b":[1,null,true]}'
    assert canonical({"b": [1, None, True], "a": {"é": "“x”\n", "Z": -2}}) == written.encode()


def test_moves_need_as_many_names_and_times() -> None:
    round_, provenance = dealt_round(games()["pyramid"], random.Random(1))
    with pytest.raises(Unreadable, match=r"moves need as many names and times, not \d+ and 0"):
        write_round(round_, replace(provenance, at=()))


def test_an_unfinished_round_is_written_only_if_it_was_called_off() -> None:
    round_, provenance = dealt_round(games()["pyramid"], random.Random(1))
    with pytest.raises(NotAllowed, match="the round is not over"):
        write_round(start(round_.game, round_.opening), replace(provenance, by=(), at=()))
    states, provenance_again = (read := read_record(called_off("pyramid", 1))).states, read.provenance
    assert not states[-1].over
    assert provenance_again is not None
    assert provenance_again.cancelled is not None
    assert provenance_again.cancelled.reason == "absent"
