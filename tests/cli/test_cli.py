"""The command line as people type it: good input, bad input, and the end of input."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

import houseway
from houseway.cli import main
from houseway.games import module_named, rulebook_of
from support.playing import games

KEYS = sorted(games())
EACH_GAME = pytest.mark.parametrize("key", KEYS)


class Ran(NamedTuple):
    status: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """A function that runs a command in an empty folder, with lines typed as its input."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")

    def ran(*words: str, typed: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        capfd.readouterr()
        with pytest.raises(SystemExit) as stop:
            main(list(words))
        out, err = capfd.readouterr()
        code = stop.value.code
        return Ran(code if isinstance(code, int) else 1, out, err)

    return ran


def refused(result: Ran, *messages: str) -> None:
    """Assert exit status 2 and one sentence on standard error; nothing on standard output, nothing written."""
    assert result.status == 2, result
    assert result.out == ""
    assert result.err.count("\n") == 1, result.err
    assert result.err.startswith("houseway: ")
    assert "Traceback" not in result.err
    for message in messages:
        assert message in result.err
    assert list(Path.cwd().iterdir()) == []


# Help -----------------------------------------------------------------------------------------------------------------


def test_help_names_the_groups_and_the_commands(run: Run) -> None:
    result = run("--help")
    assert result.status == 0
    for word in ("Play", "Prove", "deal", "rules", "check", "replay"):
        assert word in result.out
    assert run("-h").out == result.out


@pytest.mark.parametrize("command", ["deal", "rules", "check", "replay"])
def test_every_command_has_help_with_an_example(run: Run, command: str) -> None:
    result = run(command, "--help")
    assert result.status == 0
    assert f"Example: houseway {command}" in result.out
    assert "--json" in result.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("dael",), "dael"),
        (("deal",), "GAME"),
        (("deal", "pyramid", "--nonsense"), "--nonsense"),
        (("deal", "pyramid", "--seats"), "--seats"),
        (("deal", "pyramid", "--seats", "two"), "--seats"),
        (("check",), "FILE"),
        (("replay",), "FILE"),
    ],
)
def test_an_unreadable_call_gets_one_sentence(run: Run, words: tuple[str, ...], message: str) -> None:
    refused(run(*words), message)


def test_it_runs_as_a_module_and_leaves_no_traceback(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(houseway.__file__).parents[1])}

    def module(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "houseway", *words]
        return subprocess.run(
            command, capture_output=True, text=True, check=False, cwd=tmp_path, env=environment, timeout=300
        )

    good = module("rules", "pyramid", "PYR-38")
    assert (good.returncode, good.stderr) == (0, "")
    assert good.stdout.startswith("PYR-38")
    bad = module("rules", "poker")
    assert (bad.returncode, bad.stdout) == (2, "")
    assert bad.stderr.startswith("houseway: there is no game 'poker'")


# rules ----------------------------------------------------------------------------------------------------------------


def test_rules_lists_the_games(run: Run) -> None:
    result = run("rules")
    assert result.status == 0
    assert all(key in result.out for key in KEYS)
    assert [game["game"] for game in json.loads(run("rules", "--json").out)] == list(games())


@EACH_GAME
def test_rules_prints_the_rulebook(run: Run, key: str) -> None:
    book = rulebook_of(key)
    result = run("rules", key)
    assert result.status == 0
    assert all(id in result.out for id in book.clauses)
    data = json.loads(run("rules", key, "--json").out)
    assert [clause["id"] for clause in data["clauses"]] == list(book.clauses)


@EACH_GAME
def test_rules_readings_prints_the_open_questions(run: Run, key: str) -> None:
    book = rulebook_of(key)
    result = run("rules", key, "--readings")
    assert result.status == 0
    assert all(id in result.out for id in book.open_questions)
    data = json.loads(run("rules", key, "--readings", "--json").out)
    assert [entry["id"] for entry in data["readings"]] == list(book.open_questions)


@EACH_GAME
def test_rules_prints_one_clause_and_one_open_question(run: Run, key: str) -> None:
    book = rulebook_of(key)
    for id in (next(iter(book.clauses)), next(iter(book.open_questions))):
        result = run("rules", key, id.lower())
        assert result.status == 0
        assert result.out.startswith(id)
        assert json.loads(run("rules", key, id, "--json").out)["id"] == id


def test_rules_shows_examples_that_hold(run: Run) -> None:
    result = run("rules", "pyramid", "PYR-59")
    assert "Example PYR-V01 (house_way): holds" in result.out
    assert json.loads(run("rules", "pyramid", "PYR-59", "--json").out)["examples"][0]["id"] == "PYR-V01"
    assert "Binds people, not software" in run("rules", "pyramid", "PYR-01").out


def test_rules_refuses_what_it_does_not_know(run: Run) -> None:
    refused(run("rules", "pyramit"), "'pyramit'", "did you mean 'pyramid'?")
    refused(run("rules", "pyramid", "PYR-999"), "'PYR-999' is no clause")
    refused(run("rules", "pyramid", "CHI-01"), "'CHI-01' is no clause")


# check ----------------------------------------------------------------------------------------------------------------


@EACH_GAME
def test_check_passes_the_shipped_vectors(run: Run, key: str) -> None:
    files = [str(path) for path in module_named(key).vector_files]
    result = run("check", *files)
    assert (result.status, result.err) == (0, "")
    assert result.out.endswith(" test vectors passed, 0 failed.\n")
    data = json.loads(run("check", *files, "--json").out)
    assert (data["failed"], data["failures"]) == (0, [])
    assert data["passed"] > 20


def test_check_shows_each_failure_and_exits_with_1(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(
        "game: pyramid\nvectors:\n"
        "- {id: A, clause: PYR-72f, kind: w2, in: {cards: [4s, 3s, 2s]}, out: {pays: 50}}\n"
        "- {id: B, clause: PYR-72f, kind: w2, in: {cards: [4s, 3s, 2s]}, out: {pays: 30}}\n"
        "- {id: C, clause: PYR-72f, kind: w2, in: {cards: [4s, 3s, Zz]}, out: {pays: 30}}\n"
        "- {id: D, clause: PYR-59, kind: house_way, in: {cards: [8d, Ts, Kh]}, out: {low: Zz}}\n"
    )
    result = run("check", str(file))
    assert (result.status, result.err) == (1, "")
    assert "A [PYR-72f] w2: pays is 30, and 50 was expected" in result.out
    assert "'Zz' is not a card" in result.out
    assert result.out.startswith("1 test vector passed, 3 failed.\n")
    data = json.loads(run("check", str(file), "--json").out)
    assert [failure["id"] for failure in data["failures"]] == ["A", "C", "D"]
    assert run("check", str(file), "--json").status == 1


@pytest.mark.parametrize("text", ["", "[", "game: poker\nvectors: []", "game: pyramid\nvectors: [5]", "\x00"])
def test_check_refuses_what_is_no_vector_file(run: Run, tmp_path: Path, text: str) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text(text)
    result = run("check", str(file))
    assert (result.status, result.out, result.err.count("\n")) == (2, "", 1)


def test_check_refuses_a_missing_file(run: Run) -> None:
    refused(run("check", "none.yaml"), "none.yaml", "No such file")


# deal and replay ------------------------------------------------------------------------------------------------------


@EACH_GAME
def test_deal_auto_records_and_replays(run: Run, key: str, tmp_path: Path) -> None:
    result = run("deal", key, "--auto", "--seed", "7", "--record", "round.json")
    assert (result.status, result.err) == (0, "")
    assert "Settlement" in result.out
    assert [path.name for path in tmp_path.iterdir()] == ["round.json"]
    replayed = run("replay", "round.json")
    assert (replayed.status, replayed.err) == (0, "")
    assert "payments are as recorded" in replayed.out
    data = json.loads(run("replay", "round.json", "--json").out)
    assert data["game"] == key
    assert sum(data["net"].values()) == 0


@EACH_GAME
def test_a_seed_deals_the_same_round_again(run: Run, key: str) -> None:
    first, second = (run("deal", key, "--auto", "--seed", "7", "--json") for _ in range(2))
    assert (first.status, first.out) == (0, second.out)
    assert json.loads(first.out)["game"] == key
    assert run("deal", key, "--auto", "--seed", "8", "--json").out != first.out


def test_without_a_seed_every_deal_is_different(run: Run) -> None:
    assert run("deal", "pyramid", "--auto").out != run("deal", "pyramid", "--auto").out


@EACH_GAME
def test_a_person_plays_a_whole_round(run: Run, key: str) -> None:
    """The return key accepts each suggestion and `house` sets a hand, so every prompt is answered."""
    script = "\n".join(["", "house"] * 12) + "\n"
    result = run("deal", key, "--seed", "3", "--record", "round.json", typed=script)
    assert result.status == 0, result.err
    assert "Settlement" in result.out
    assert "Your cards:" in result.out
    assert "Traceback" not in result.err
    assert run("replay", "round.json").status == 0


def test_a_person_sets_pyramid_hands_by_typing_cards(run: Run) -> None:
    probe = run("deal", "pyramid", "--seed", "3", typed="10 5 5\nhouse\n")
    held = probe.out.split("Your cards: ")[1].splitlines()[0].split()
    typed = f"main=10 three_card=6 six_card=7\n{held[1]}\n{held[0]} {held[2]}\n"
    result = run("deal", "pyramid", "--seed", "3", "--record", "round.json", typed=typed)
    assert result.status == 0, result.err
    data = json.loads(Path("round.json").read_text())
    assert data["moves"][0]["wagers"] == {"main": 10, "three_card": 6, "six_card": 7}
    assert {"low": held[1], "high": f"{held[0]} {held[2]}"} in [move.get("hands") for move in data["moves"]]


@pytest.mark.parametrize(
    "wager", ["0 5 5", "1.5 5 5", "-5 5 5", f"{10**30} 5 5", "101 5 5", "5 5", "5 5 5 5", "x", "mian=5"]
)
def test_a_refused_wager_is_prompted_for_again(run: Run, wager: str) -> None:
    result = run("deal", "pyramid", "--seed", "3", typed=f"{wager}\n\nhouse\n")
    assert result.status == 0
    assert result.err.count("Wagers (") == 2
    again = [line for line in result.out.splitlines() if line.startswith("  ")]
    assert any("chips" in line or "wager" in line for line in again), result.out


@pytest.mark.parametrize("cards", ["Zz", "As As As", "", "house way please"])
def test_cards_that_cannot_be_set_are_prompted_for_again(run: Run, cards: str) -> None:
    result = run("deal", "pyramid", "--seed", "3", typed=f"\n{cards}\n2c 3c\nhouse\nhouse\nhouse\n")
    assert result.status == 0, result.err
    assert result.err.count("low hand (1 card)") >= 2


def test_a_foul_is_set_only_on_request(run: Run) -> None:
    held = run("deal", "pyramid", "--seed", "3", typed="\nhouse\n").out.split("Your cards: ")[1].splitlines()[0].split()
    foul = f"{held[0]}\n{held[1]} {held[2]}\n"
    result = run("deal", "pyramid", "--seed", "3", typed=f"\n{foul}y\n")
    assert "That fouls:" in result.err
    assert "PYR-35" in result.out
    mended = run("deal", "pyramid", "--seed", "3", typed=f"\n{foul}n\nhouse\n")
    assert mended.status == 0
    assert "PYR-35" not in mended.out


@EACH_GAME
def test_the_end_of_input_leaves_nothing_behind(run: Run, key: str) -> None:
    result = run("deal", key, "--seed", "3", "--record", "round.json", typed="")
    assert result.status == 2
    assert result.err.splitlines()[-1].startswith("houseway: the input ended before the round was over")
    assert "Traceback" not in result.err
    assert not Path("round.json").exists()


def test_a_person_may_bank(run: Run) -> None:
    result = run("deal", "pyramid", "--bank", "--seats", "3", "--seed", "3", typed="\nhouse\n")
    assert result.status == 0
    assert "second wager 5 to 25" in result.err
    refused(run("deal", "chinese", "--bank", "--auto"), "players do not bank in Chinese Poker")


def test_options_change_the_terms(run: Run) -> None:
    result = run("deal", "pyramid", "--auto", "--seed", "1", "--set", "decks=8", "--set", "w1_min=50", "--json")
    data = json.loads(result.out)
    assert (data["terms"]["decks"], data["terms"]["w1_min"]) == ("8", "50")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("poker",), "there is no game 'poker'"),
        (("pyramid", "--set", "deks=8"), "did you mean 'decks'?"),
        (("pyramid", "--set", "decks"), "--set takes OPTION=VALUE"),
        (("pyramid", "--set", "decks=0"), "1 to 100"),
        (("pyramid", "--set", "decks=1.5"), "1 to 100"),
        (("pyramid", "--set", f"decks={10**30}"), "1 to 100"),
        (("pyramid", "--set", "decks=5"), "PYR-16"),
        (("pyramid", "--set", "w2_min=26"), "above its maximum"),
        (("pyramid", "--set", "limit_profile=1999"), "it is one of"),
        (("pyramid", "--set", "w2_paytable.flush=x"), "whole number"),
        (("pyramid", "--seats", "0"), "seats 1 to 7, not 0"),
        (("pyramid", "--seats", "8"), "seats 1 to 7, not 8"),
        (("pyramid", "--seats", "-5"), "seats 1 to 7, not -5"),
        (("pyramid", "--record", "no/such/folder/round.json"), "there is no folder"),
        (("pyramid", "--record", "."), "is a folder"),
    ],
)
def test_deal_refuses_before_anything_is_dealt(run: Run, words: tuple[str, ...], message: str) -> None:
    refused(run("deal", *words, "--auto"), message)


def test_replay_refuses_what_is_no_record(run: Run, tmp_path: Path) -> None:
    refused(run("replay", "none.json"), "none.json", "No such file")
    file = tmp_path / "bad.json"
    for data in (b"", b"{}", b"[1]", b"\xff\xfe", b"not json"):
        file.write_bytes(data)
        result = run("replay", str(file))
        assert (result.status, result.out, result.err.count("\n")) == (2, "", 1)


def test_replay_names_the_first_move_that_differs(run: Run) -> None:
    run("deal", "pyramid", "--auto", "--seed", "7", "--record", "round.json")
    file = Path("round.json")
    text = file.read_text()
    file.write_text(text.replace('"main": 5', '"main": 6', 1))
    result = run("replay", "round.json")
    assert (result.status, result.out) == (2, "")
    assert "move 1 (posted) differs from the one that was recorded" in result.err
    file.write_text(text[: len(text) // 2])
    assert "it is not whole JSON" in run("replay", "round.json").err


def test_json_stays_json_while_a_person_plays(run: Run) -> None:
    result = run("deal", "pyramid", "--seed", "3", "--json", typed="\nhouse\n")
    assert result.status == 0
    assert json.loads(result.out)["game"] == "pyramid"
