"""The independent verifier accepts recorded rounds and finds any alteration of them."""

import ast
import copy
import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from houseway.audit import recorded_round, round_verifier
from houseway.audit.round_verifier import Fault
from houseway.cli import main
from houseway.games import rulebook_of
from houseway.records.provenance import move_digest, opening_digest, record_digest
from houseway.records.round_text import read_record
from support.dealt_at_a_table import called_off, recorded
from support.playing import games

VERIFIER = Path(round_verifier.__file__)
GOLDEN = Path(__file__).parents[1] / "golden"
KEYS = sorted(games())


def alone(text: str) -> str | None:
    """Why the independent verifier refuses a record; None if it accepts it."""
    try:
        list(round_verifier.verify(text))
    except Fault as fault:
        return str(fault)
    except recorded_round.UNREADABLE as error:
        return f"lacks {error}"
    return None


def both(text: str) -> str | None:
    """Why the verifier or the rules refuse a record; None if both accept it."""
    try:
        list(recorded_round.prove(text))
    except Fault as fault:
        return str(fault)
    return None


@pytest.mark.parametrize("key", KEYS)
def test_rounds_of_every_game_are_true(key: str) -> None:
    for version in (1, 2):
        for seed in range(5):
            assert both(recorded(key, seed, version)) is None
        assert both(called_off(key, 1, version)) is None


def test_a_record_reads_back_with_where_it_comes_from() -> None:
    read = read_record(recorded("pick2", 1))
    assert read.provenance is not None
    assert len(read.provenance.by) == len(read.states) - 1 == len(read.provenance.at)
    assert set(read.provenance.by) <= {"person", "bot", "time-out", "dealer"}
    assert read_record((GOLDEN / "pick2.json").read_text()).provenance is None


@pytest.mark.parametrize("key", KEYS)
def test_a_round_that_no_server_dealt_says_that_its_shuffle_is_not_proved(key: str) -> None:
    text = (GOLDEN / f"{key}.json").read_text()
    assert next(recorded_round.prove(text)).startswith("no proof of the shuffle is in this record")
    assert alone(text) == "a record of format 1 has no proof of its shuffle; formats 2 and 3 have one"


def test_the_verifier_runs_alone(tmp_path: Path) -> None:
    (tmp_path / "round.json").write_text(recorded("casino", 1))
    (tmp_path / "bad.json").write_text(recorded("casino", 1).replace('"by": "bot"', '"by": "person"', 1))
    (tmp_path / "verifier.py").write_text(VERIFIER.read_text())
    runs = {}
    for name in ("round.json", "bad.json", "none.json"):
        call = [sys.executable, "-I", "-S", "verifier.py", name]
        runs[name] = subprocess.run(call, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300)
    assert [run.returncode for run in runs.values()] == [0, 1, 2]
    assert runs["round.json"].stdout.splitlines()[-1].startswith("TRUE as far as this program goes")
    assert runs["bad.json"].stdout.startswith("FALSE: move ")


def test_the_verifier_is_one_short_file_and_stands_on_the_standard_library() -> None:
    text = VERIFIER.read_text()
    assert len(text.splitlines()) < 280
    for node in ast.walk(ast.parse(text)):
        names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
        names += [str(node.module)] if isinstance(node, ast.ImportFrom) else []
        assert all(name.split(".")[0] in sys.stdlib_module_names for name in names), names
        assert not (isinstance(node, ast.ImportFrom) and node.level)


@pytest.mark.parametrize("key", KEYS)
def test_every_clause_of_the_rulebook_is_one_to_the_verifier(key: str) -> None:
    book = rulebook_of(key)
    ids = [*book.clauses, *book.open_questions]
    assert ids
    assert all(round_verifier.CLAUSE.fullmatch(name) for name in ids)


# Tampering ------------------------------------------------------------------------------------------------------------

Path_ = tuple[str | int, ...]


def paths(data: Any, at: Path_ = ()) -> Iterator[Path_]:
    """The paths of all values in a record."""
    if at:
        yield at
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inner:
        yield from paths(value, (*at, key))


def held(data: Any, path: Path_) -> Any:
    for key in path:
        data = data[key]
    return data


def altered(record: Any, path: Path_, chance: random.Random) -> Any:
    """The record with one value altered, removed, added, doubled or exchanged."""
    record = copy.deepcopy(record)
    parent = held(record, path[:-1])
    key = path[-1]
    value = parent[key]
    acts: list[Callable[[], Any]] = [lambda: parent.__setitem__(key, other(value, chance)), lambda: parent.pop(key)]
    if isinstance(parent, list):
        acts.append(lambda: parent.insert(int(key), value))
        acts.append(lambda: parent.insert(chance.randrange(len(parent)), parent.pop(int(key))))
    else:
        acts.append(lambda: parent.__setitem__(f"{key}x", value))
    chance.choice(acts)()
    return record


def other(value: Any, chance: random.Random) -> Any:
    match value:
        case bool() | None:
            return chance.choice([0, "x", "00" * 32])
        case int():
            return chance.choice([value + 1, value - 1, -value - 1, value + 0.5, float(value), str(value), value == 1])
        case str() if value:
            place = chance.randrange(len(value))
            digit = chance.choice([c for c in "0123456789abcdefAKQJThs x" if c != value[place]])
            return chance.choice([value[:place] + digit + value[place + 1 :], value + " ", value[:-1], None])
        case _:
            return chance.choice([None, "x", 1, [1], {"x": 1}])


def same(one: Any, two: Any) -> bool:
    return json.dumps(one, sort_keys=True) == json.dumps(two, sort_keys=True)


def forged(record: Any) -> Any:
    """The record with all digests and hashes recomputed, as a forger would do."""
    digest = opening_digest(record)
    for move in record["moves"]:
        digest = move["digest"] = move_digest(digest, move)
    return {**record, "digest": record_digest(record)}


def tampered(trials: int, seed: str) -> Iterator[tuple[Path_, Any]]:
    """Random single alterations of rounds of all games; each top-level part of a record is equally likely."""
    chance = random.Random(seed)
    records = [json.loads(recorded(key, n)) for key in KEYS for n in range(4)]
    sorted_paths = [by_part(record) for record in records]
    while trials:
        number = chance.randrange(len(records))
        path = chance.choice(sorted_paths[number][chance.choice(list(sorted_paths[number]))])
        record = altered(records[number], path, chance)
        if not same(record, records[number]):
            trials -= 1
            yield path, record


def by_part(record: Any) -> dict[str | int, list[Path_]]:
    paths_by_part: dict[str | int, list[Path_]] = {}
    for path in paths(record):
        paths_by_part.setdefault(path[0], []).append(path)
    return paths_by_part


def missed(trials: int, seed: str) -> list[Path_]:
    return [path for path, record in tampered(trials, seed) if both(json.dumps(record)) is None]


def test_every_alteration_is_found() -> None:
    """The verifier alone finds it, because a digest covers the whole record."""
    is_refused = Counter(alone(json.dumps(record)) is not None for _, record in tampered(3000, "plain 1"))
    assert is_refused == {True: 3000}
    assert missed(500, "plain 2") == []


@pytest.mark.slow
def test_every_alteration_is_found_in_a_long_run() -> None:
    assert missed(20_000, "plain long") == []


FREE = {"round", "table", "times", "terms_version", "opening", "moves"}
"""The parts with values that nothing proves: ids, times, names, who chose a move, and other legal moves."""


def forgeries(trials: int, seed: str) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """By part of the record: found by the verifier alone, found by the rules only, and found by neither."""
    by_verifier = Counter[str]()
    by_rules = Counter[str]()
    by_none = Counter[str]()
    for path, record in tampered(trials, seed):
        if path[0] == "digest" or path[-1] == "digest":
            continue
        try:
            text = json.dumps(forged(record))
        except (KeyError, TypeError, AttributeError, ValueError, IndexError):
            continue
        counter = by_verifier if alone(text) is not None else by_rules if both(text) is not None else by_none
        counter[part_of(path, record)] += 1
    return by_verifier, by_rules, by_none


def part_of(path: Path_, record: Any) -> str:
    """The part of a record that a path is in: its top-level key, or `deal` for the cards of a deal."""
    move = held(record, path[:2]) if path[0] == "moves" and len(path) > 2 else {}
    return "deal" if path[-1] == "cards" and move.get("move") == "dealt" else str(path[0])


def test_recomputed_digests_do_not_hide_an_alteration() -> None:
    by_verifier, by_rules, by_none = forgeries(500, "forged 1")
    assert set(by_none) <= FREE, by_none
    assert set(by_verifier) >= {"terms", "shuffle", "payments"}
    assert set(by_rules) >= {"payments", "moves", "opening"}


@pytest.mark.slow
def test_recomputed_digests_do_not_hide_an_alteration_in_a_long_run() -> None:
    by_verifier, by_rules, by_none = forgeries(3_000, "forged long")
    print(f"verifier {dict(by_verifier)}\nrules {dict(by_rules)}\nneither {dict(by_none)}")
    assert set(by_none) <= FREE, by_none
    assert set(by_verifier) >= {"terms", "shuffle", "payments", "deal"}


def test_a_round_is_not_dealt_and_called_off() -> None:
    record = json.loads(recorded("pyramid", 2))
    record["cancelled"] = {"reason": "absent", "clause": "", "note": ""}
    assert both(json.dumps(forged({**record, "payments": []}))) == (
        "a round is called off before its first card, and this one was dealt"
    )


def test_another_shoe_is_found_by_the_rules() -> None:
    """A stacked shoe that proves itself is not the shoe of the terms."""
    record = json.loads(recorded("pyramid", 3))
    cards = record["shuffle"]["cards"].split()
    dealt = " ".join(move["cards"] for move in record["moves"] if move["move"] == "dealt").split()
    place = next(n for n, card in enumerate(cards[:-1]) if card != cards[n + 1] and card not in dealt)
    cards[place] = cards[place + 1]
    record["shuffle"]["cards"] = " ".join(cards)
    text = json.dumps(forged(record))
    assert alone(text) is None
    assert both(text) == "the cards that were shuffled are not those left in the shoe"


def test_a_card_skipped_is_found() -> None:
    """Second dealing: the top card stays and the next one is dealt."""
    record = json.loads(recorded("chinese", 3))
    deal = next(move for move in record["moves"] if move["move"] == "dealt")
    deal["cards"] = deal["cards"][3:] + " 2c"
    assert "of the deal is" in str(alone(json.dumps(forged(record))))


def test_damage_to_the_text_is_found_or_changes_nothing() -> None:
    chance = random.Random("damage 1")
    text = recorded("showdown", 1)
    for _ in range(1500):
        place = chance.randrange(len(text))
        damaged = text[:place] + chance.choice('{}[]",:0x1\\ ') + text[place + 1 :]
        if alone(damaged) is None:
            assert same(json.loads(damaged), json.loads(text))


def test_a_key_that_comes_twice_is_refused() -> None:
    text = recorded("pyramid", 1).replace('"table":', '"table": "another", "table":', 1)
    assert alone(text) == "this is not whole JSON, with every key once"


# Commitments to entropy -----------------------------------------------------------------------------------------------


def with_players(key: str, count: int) -> Any:
    """A record in which at least `count` seats sent entropy."""
    for seed in range(100):
        record = json.loads(recorded(key, seed))
        if sum(sent is not None for sent in record["shuffle"]["clients"].values()) >= count:
            return record
    raise AssertionError("no such round among the first hundred")


@pytest.mark.parametrize("instead", ["00" * 32, None])
def test_entropy_that_was_changed_or_withheld_after_its_commitment_is_found(instead: str | None) -> None:
    record = with_players("pyramid", 2)
    seat = next(seat for seat, sent in record["shuffle"]["clients"].items() if sent)
    record["shuffle"]["clients"][seat] = instead
    expected = f"the entropy of seat {seat} does not fit the commitment its client made"
    assert alone(json.dumps(forged(record))) == expected
    assert both(json.dumps(forged(record))) == expected


def test_another_beacon_than_the_one_named_is_found() -> None:
    records = (json.loads(recorded("chinese", seed)) for seed in range(100))
    record = next(record for record in records if record["shuffle"]["beacon"])
    record["shuffle"]["beacon"]["round"] += 1
    assert "not to the commitment" in str(alone(json.dumps(forged(record))))
    record["shuffle"]["beacon"] = None
    assert "not to the commitment" in str(alone(json.dumps(forged(record))))


def test_a_record_without_entropy_of_players_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    texts = (recorded("pick2", seed, version) for version in (1, 2) for seed in range(20))
    silent = [text for text in texts if not any(json.loads(text)["shuffle"]["clients"].values())]
    assert {json.loads(text)["houseway_record"] for text in silent} == {2, 3}
    for text in silent:
        lines = list(recorded_round.prove(text))
        assert any(line.startswith("NO PLAYER CUT: none of ") for line in lines)
        assert not any("clients cut" in line for line in lines)
    (tmp_path / "round.json").write_text(silent[-1])
    call = [sys.executable, "-I", "-S", str(VERIFIER), "round.json"]
    ran = subprocess.run(call, cwd=tmp_path, capture_output=True, text=True, check=True, timeout=300)
    assert ran.stdout.splitlines()[-1] == "No player's entropy is in this shuffle."
    with pytest.raises(SystemExit):
        main(["verify", str(tmp_path / "round.json")])
    first_line = capsys.readouterr().out.splitlines()[0]
    assert first_line == "TRUE: 9 checks hold; no player's entropy is in the shuffle."
