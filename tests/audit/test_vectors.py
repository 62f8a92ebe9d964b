"""Test vectors: all shipped vectors pass, and a mistake in a file is reported."""

from pathlib import Path
from typing import Any

import pytest

from houseway.audit import vectors
from houseway.audit.vectors import Vector, clauses_of, examples, kinds, read_vectors, run, shipped
from houseway.games import GAMES, module_named
from houseway.rules.errors import Unreadable

FILES = [file for key in GAMES for file in module_named(key).vector_files]


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_shipped_vector_passes(key: str) -> None:
    vectors = shipped(key)
    assert len(vectors) > 20
    assert [f"{o.vector.id}: {o.fault}" for o in map(run, vectors) if o.fault is not None] == []


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_shipped_vector_can_fail(key: str) -> None:
    """A vector fails if any one of its answers is changed, so every answer is compared."""
    blind = []
    for vector in shipped(key):
        for name in vector.expected:
            spoilt = Vector(**{**vars(vector), "expected": {**vector.expected, name: "spoilt"}})
            if run(spoilt).fault is None:
                blind.append(f"{vector.id} {name}")
    assert blind == []


@pytest.mark.parametrize("key", sorted(GAMES))
def test_ids_are_given_once(key: str) -> None:
    ids = [vector.id for vector in shipped(key)]
    assert len(ids) == len(set(ids))


def test_there_is_a_file_for_every_game() -> None:
    assert all(module_named(key).vector_files for key in GAMES)


# Files that are wrong ----------------------------------------------------------------------------------------------


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "vectors.yaml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "is no vector file; it must have 'game: NAME' and a list 'vectors:'"),
        ("5", "is no vector file"),
        ("- a\n- b", "is no vector file"),
        ("game: pyramid", "is no vector file"),
        ("game: pyramid\nvectors: {}", "is no vector file"),
        ("game: pyramit\nvectors: []", "there is no game 'pyramit' (did you mean 'pyramid'?)"),
        ("vectors: []", "there is no game 'None'"),
        ("game: pyramid\nvectors: [5]", "vector 1 must have id, kind, in and out, not 5"),
        ("game: pyramid\nvectors: [{id: A}]", "vector A has no proper 'kind'"),
        ("game: pyramid\nvectors: [{kind: foul}]", "vector number 1 has no proper 'in'"),
        ("game: pyramid\nvectors: [{kind: 5, in: {}, out: {}}]", "has no proper 'kind'"),
        ("game: pyramid\nvectors: [{kind: foul, in: [], out: {}}]", "has no proper 'in'"),
        ("game: pyramid\nvectors: [{kind: foul, in: {}, out: 5}]", "has no proper 'out'"),
        ("game: [", "is not YAML that can be read"),
        ("game: !!python/object/apply:os.system [ls]\nvectors: []", "is not YAML that can be read"),
        ("game: &a pyramid\nvectors: [*a]", "references (*name) are not read"),
        ("a: &a [x]\nb: &b [*a, *a]\nc: [*b, *b]", "references (*name) are not read"),
        ("[" * 1_200, "is not YAML that can be read"),
        ("game: pyramid\nvectors: [" + "9" * 5000 + "]", "vectors.yaml"),
        ("\x00", "is not YAML that can be read"),
    ],
)
def test_a_malformed_file_is_refused_in_one_sentence(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        read_vectors(written(tmp_path, text))
    assert complaint in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_file_that_is_missing_or_a_folder_or_not_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="cannot be read: No such file"):
        read_vectors(tmp_path / "none.yaml")
    with pytest.raises(Unreadable, match="cannot be read: Is a directory"):
        read_vectors(tmp_path)
    (tmp_path / "bytes.yaml").write_bytes(b"\xff\xfe\x00\x81")
    with pytest.raises(Unreadable, match="is not YAML that can be read"):
        read_vectors(tmp_path / "bytes.yaml")


def test_a_file_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "LARGEST_FILE", 10)
    with pytest.raises(Unreadable, match="is larger than 10 bytes; split it into several files"):
        read_vectors(written(tmp_path, "game: pyramid\nvectors: []"))


# Cases that are wrong ----------------------------------------------------------------------------------------------


def vector(kind: str = "foul", given: Any = None, expected: Any = None, game: str = "pyramid") -> Vector:
    given = {"low": "Kh", "high": ["Qs", "8d"]} if given is None else given
    return Vector(game, "X-1", "PYR-34", kind, given, {"foul": True} if expected is None else expected, "")


def fault(case: Vector) -> str:
    sentence = run(case).fault
    assert sentence is not None
    assert "\n" not in sentence
    return sentence


def test_a_good_case_passes() -> None:
    outcome = run(vector())
    assert (outcome.fault, outcome.answers) == (None, {"foul": True})


def test_an_unknown_kind_is_named() -> None:
    assert fault(vector(kind="fuol")).startswith("pyramid has no kind 'fuol' (did you mean 'foul'?); its kinds are ")


def test_an_unknown_key_is_named() -> None:
    given = {"low": "Kh", "high": ["Qs", "8d"], "middle": "2c"}
    assert fault(vector(given=given)) == "kind foul takes low, high, setting and options, not middle"


def test_an_unknown_option_or_value_is_named() -> None:
    given = {"cards": ["4s", "3s", "2s"]}
    wrong = vector("w2", {**given, "options": {"straigt_flush_pays": 50}}, {"pays": 50})
    assert fault(wrong).startswith("there is no option 'straigt_flush_pays' (did you mean 'straight_flush_pays'?)")
    assert "cannot be 'x'" in fault(vector("w2", {**given, "options": {"straight_flush_pays": "x"}}, {"pays": 50}))
    assert fault(vector("w2", {**given, "options": [5]}, {"pays": 50})).startswith("its 'in' cannot be read as kind w2")


def test_options_change_readings_for_one_vector() -> None:
    given = {"cards": ["4s", "3s", "2s"], "options": {"straight_flush_pays": 50}}
    assert run(vector("w2", given, {"pays": 50})).fault is None
    assert run(vector("w2", {"cards": ["4s", "3s", "2s"], "options": None}, {"pays": 30})).fault is None


def test_yaml_no_and_off_are_read_as_text(tmp_path: Path) -> None:
    """YAML reads an unquoted no or off as false; an option of that name still gets it."""
    text = """
game: pyramid
vectors:
- {id: A, kind: w2, in: {cards: [7s, 5d, 2c], options: {seven_low_push: no}}, out: {pays: -1}}
- {id: B, kind: w2, in: {cards: [7s, 5d, 2c], options: {player_banking: off}}, out: {pays: 0}}
- {id: C, kind: w2, in: {cards: [7s, 5d, 2c], options: {max_aggregate: null}}, out: {pays: 0}}
"""
    outcomes = [run(case) for case in read_vectors(written(tmp_path, text))]
    assert [outcome.fault for outcome in outcomes] == [None, None, None]


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({}, "its 'in' cannot be read as kind foul: KeyError 'low'"),
        ({"low": "Zz", "high": ["Qs", "8d"]}, "'Zz' is not a card"),
        ({"low": "Kh Kd", "high": ["Qs", "8d"]}, "low takes 1 card, not 2"),
        ({"low": 5, "high": ["Qs", "8d"]}, "its 'in' cannot be read as kind foul"),
        ({"low": "Kh", "high": 5}, "its 'in' cannot be read as kind foul"),
    ],
)
def test_an_in_that_cannot_be_read_is_a_failure_and_no_traceback(given: Any, complaint: str) -> None:
    assert complaint in fault(vector(given=given))


def test_differences_from_the_expected_values_are_shown() -> None:
    assert fault(vector(expected={"foul": False})) == "foul is True, and False was expected"
    assert fault(vector(expected={"fool": False})) == "there is no answer 'fool' to compare; the answers are foul"


@pytest.mark.parametrize("value", ["Zz", 5, None, {"a": 1}, [[]]])
def test_an_out_that_cannot_be_read_is_a_failure_and_no_traceback(value: Any) -> None:
    case = vector("house_way", {"cards": ["Js", "Jd", "6c"]}, {"low": value})
    assert fault(case).startswith(("its 'out' cannot be compared", "low is"))


def test_keys_that_out_does_not_name_are_free() -> None:
    assert run(vector("w2", {"cards": ["4s", "3s", "2s"]}, {})).fault is None


def test_names_of_hands_have_one_meaning() -> None:
    given = {"cards": ["9s", "9d", "2c"]}
    assert run(vector("w2", given, {"class": "pair"})).fault is None
    assert run(vector("w2", given, {"class": "trips"})).fault is not None


def test_equal_ranks_are_interchangeable_in_a_house_way() -> None:
    given = {"cards": ["Js", "Jd", "6c"]}
    for low, high in (("Jd", ["Js", "6c"]), ("Js", ["6c", "Jd"])):
        assert run(vector("house_way", given, {"low": low, "high": high})).fault is None
    assert run(vector("house_way", given, {"low": "6c", "high": ["Js", "Jd"]})).fault is not None


def test_every_game_has_kinds() -> None:
    for key in GAMES:
        assert {case.kind for case in shipped(key)} <= set(kinds(key))


# Clauses of a vector -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("PYR-38", "PYR-38"),
        ("PYR-38..41", "PYR-38 PYR-39 PYR-40 PYR-41"),
        ("PYR-38..PYR-40", "PYR-38 PYR-39 PYR-40"),
        ("PYR-62/A20", "PYR-62 PYR-A20"),
        ("PYR-72f, PYR-A1", "PYR-72f PYR-A1"),
        ("P2P-D5 and P2P-35", "P2P-D5 P2P-35"),
        ("PYR-41 (1000 to 1)", "PYR-41"),
        ("SHO-44..46 (all cells)", "SHO-44 SHO-45 SHO-46"),
        ("PYR-08..11", "PYR-08 PYR-09 PYR-10 PYR-11"),
        ("", ""),
        ("Rule 7", ""),
    ],
)
def test_clauses_of(text: str, clauses: str) -> None:
    assert clauses_of(text) == set(clauses.split())


def test_examples_are_found_by_clause() -> None:
    assert "PYR-V01" in {case.id for case in examples("pyramid", "PYR-59")}
    assert {case.id for case in examples("pyramid", "PYR-39")} & {"PYR-V02"}
    assert examples("pyramid", "PYR-01") == ()
