"""The odds lab, the examples of the rulebook and the skill line, over HTTP."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any, cast

import httpx
import pytest

from houseway.audit.certificate_verifier import verify
from houseway.games import GAMES
from houseway.games.ask import price
from houseway.games.chinese.pricing import price as chinese_prices
from houseway.pricing import readings
from houseway.pricing.readings import OptionChange, option_changes
from houseway.rules.game import AnyGame
from houseway.rules.rulebook import Rulebook
from houseway.server.study.questions import for_a_browser, readings_of
from houseway.server.study.worker import Listener
from support.server_process import Server
from support.visits import operator, visitor

Data = dict[str, Any]
FEW_ROUNDS = 300
"""Rounds for what readings of Chinese Poker change; 10,000 would take most of a minute."""


def lines(server: Server, question: str, body: Data) -> list[Data]:
    with httpx.stream("POST", f"{server.url}/api/lab/{question}", json=body, timeout=120) as answer:
        assert answer.status_code == 200, answer.read()
        return [json.loads(line) for line in answer.iter_lines()]


def answer_of(server: Server, question: str, **body: Any) -> Any:
    return lines(server, question, body)[-1]["found"]


def test_a_price_comes_with_its_progress_and_is_the_one_of_the_command(server: Server) -> None:
    sent = lines(server, "price", {"game": "pyramid", "options": {"straight_flush_pays": "50"}})
    assert any(line.get("of", 0) > 1 for line in sent), "progress is sent on the way"
    variant = GAMES["pyramid"].with_options({"straight_flush_pays": 50})
    assert sent[-1]["found"] == json.loads(json.dumps(price(variant).as_data()))


def test_a_slope_says_what_one_more_does_and_admits_where_counts_move(server: Server) -> None:
    answer = answer_of(server, "slopes", game="pyramid", lines=["straight_flush_pays", "w1_win_pays", "reshuffle"])
    assert answer["straight_flush_pays"]["three_card"]["only"] == {"straight_flush": "1/1"}
    assert answer["straight_flush_pays"]["main"]["best"] == {}
    assert answer["w1_win_pays"]["main"]["best"] is None, "the best setting changes, and so do its counts"
    assert answer["w1_win_pays"]["main"]["house_way"] == {"win": "1/1"}
    assert answer["reshuffle"] is None


def test_the_alarm_names_the_mix_that_wins(server: Server) -> None:
    answer = answer_of(server, "alarm", game="pyramid", options={"straight_flush_pays": "50"})
    assert answer["raised"]
    winning = [way for way in answer["ways"] if way["profitable"]]
    assert winning
    assert all(sum(way["mix"].values()) > 0 for way in winning)


def test_a_certificate_from_the_lab_verifies(server: Server) -> None:
    answer = answer_of(server, "certificate", game="pyramid")
    assert any("main" in line for line in verify(answer["file"]))
    assert {second["wager"] for second in answer["second_methods"]} == {"main", "three_card", "six_card"}


@pytest.mark.parametrize(
    ("question", "body", "status", "says"),
    [
        ("nothing", {"game": "pyramid"}, 404, "the lab knows no 'nothing'"),
        ("price", {"game": "whist"}, 400, "whist"),
        ("price", {"game": "pyramid", "options": {"decks": "many"}}, 400, "many"),
    ],
)
def test_nonsense_is_refused_in_a_sentence(server: Server, question: str, body: Data, status: int, says: str) -> None:
    answer = httpx.post(f"{server.url}/api/lab/{question}", json=body, timeout=60)
    assert answer.status_code == status
    assert says in answer.json()["refused"]


class Silent:
    """A listener that nobody hears."""

    def progress(self, done: int, of: int) -> None:
        pass


def one_question(game: AnyGame, rulebook: Rulebook) -> list[OptionChange]:
    """The other readings of one question, to save time."""
    return [change for change in option_changes(game, rulebook) if change.option == "p35_miss"]


def test_a_reading_says_whether_what_it_moves_is_a_gain(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as shorter:
        shorter.setattr(readings, "option_changes", one_question)
        banked = readings_of({"game": "pick2", "options": {}}, cast(Listener, Silent()))
    gains = [change["gain"] for reading in banked for change in reading["changes"]]
    assert gains
    assert all(gains)
    monkeypatch.setattr(chinese_prices, "READ_ROUNDS", FEW_ROUNDS)
    monkeypatch.setattr(chinese_prices, "FEW", FEW_ROUNDS)
    among = readings_of({"game": "chinese", "options": {}}, cast(Listener, Silent()))
    answer = {change["strategy"]: change["gain"] for reading in among for change in reading["changes"]}
    nobody_gains = dict.fromkeys(("chance", "size", "scored_otherwise", "spread"), False)
    assert answer == {**nobody_gains, "house_way_against_house_way": True}
    units = {change["strategy"]: change["unit"] for reading in among for change in reading["changes"]}
    assert {strategy: units[strategy] for strategy in nobody_gains} == {
        "chance": "% of hands dealt",
        "size": "units",
        "scored_otherwise": "% of duels",
        "spread": "units",
    }
    assert {change["unit"] for reading in banked for change in reading["changes"]} == {""}
    assert all(reading["reason"] for reading in among if not reading["changes"] and not reading["refused"])


def test_an_unanswerable_question_gets_its_reason_in_the_last_line(server: Server) -> None:
    assert "no house to win from" in lines(server, "alarm", {"game": "chinese"})[-1]["refused"]


def cancelled_questions(server: Server) -> int:
    """How many questions the server has given up so far."""
    page = operator(server).get("/metrics").text
    count = re.search(r'houseway_study_seconds_count{outcome="cancelled"} (\d+)', page)
    return int(count[1]) if count else 0


def test_a_question_that_nobody_waits_for_is_given_up(server: Server) -> None:
    """Four simulations that nobody waits for end as cancelled, and the places are free for other questions."""
    before = cancelled_questions(server)
    for number in range(4):
        body = {"game": "showdown", "options": {"ante_chips": 7 + number}}
        with httpx.stream("POST", f"{server.url}/api/lab/price", json=body, timeout=120) as answer:
            next(answer.iter_lines())
    until = time.monotonic() + 300
    while cancelled_questions(server) < before + 4:
        assert time.monotonic() < until, "an abandoned question goes on"
        time.sleep(0.05)
    answer_of(server, "price", game="pyramid")


def test_numbers_too_long_for_a_browser_become_text() -> None:
    assert for_a_browser({"few": [1, True], "many": 2**53}) == {"few": [1, True], "many": str(2**53)}


# The rulebook ------------------------------------------------------------------------------------------------------


def test_examples_are_run_by_the_rules_on_request(server: Server) -> None:
    book = httpx.get(f"{server.url}/api/rules/pyramid", timeout=60).json()
    assert book["examples"]["PYR-38"] >= 1
    examples = httpx.get(f"{server.url}/api/rules/pyramid/examples/PYR-38", timeout=60).json()
    assert examples[0]["got"]["main"] == ["auto_win", 30]
    assert all(example["agrees"] for example in examples)
    assert httpx.get(f"{server.url}/api/rules/pyramid/examples/PYR-999", timeout=60).status_code == 404


@pytest.mark.parametrize("key", list(GAMES))
def test_every_game_has_examples_next_to_its_clauses(server: Server, key: str) -> None:
    book = httpx.get(f"{server.url}/api/rules/{key}", timeout=60).json()
    clause = next(iter(book["examples"]))
    examples = httpx.get(f"{server.url}/api/rules/{key}/examples/{clause}", timeout=60).json()
    assert examples
    assert all(example["agrees"] for example in examples), [example["fault"] for example in examples]


# The player and the operator -----------------------------------------------------------------------------------------


def test_a_player_without_rounds_has_no_skill_line(server: Server) -> None:
    assert visitor(server).get("/api/skill").text == ""
    assert httpx.get(f"{server.url}/api/skill", timeout=60).status_code == 401


def test_the_operator_finds_rounds_and_takes_a_copy_of_the_room(server: Server) -> None:
    house = operator(server)
    assert house.get("/api/operator/rounds", params={"words": "nobody"}).json() == []
    assert httpx.get(f"{server.url}/api/operator/rounds", timeout=60).status_code == 401
    assert house.get("/api/operator/rounds/ABC-1/replay").status_code == 404
    copy = house.post("/api/operator/backup")
    assert copy.status_code in (200, 409)
    if copy.status_code == 409:
        assert "houseway backup" in copy.json()["refused"]
    else:
        assert copy.content[:2] == b"\x1f\x8b"


# Turns ---------------------------------------------------------------------------------------------------------------


def waiting(server: Server) -> list[Data]:
    questions: list[Data] = httpx.get(f"{server.url}/api/study/waiting", timeout=20).json()
    return questions


def until_nothing_waits(server: Server) -> None:
    until = time.monotonic() + 60
    while waiting(server):
        assert time.monotonic() < until, waiting(server)
        time.sleep(0.02)


@contextmanager
def being_worked_on(server: Server, question: str, body: Data) -> Iterator[None]:
    """A stream whose work has begun; it is given up at the end."""
    with httpx.stream("POST", f"{server.url}/api/lab/{question}", json=body, timeout=60) as answer:
        stream = cast(Generator[str], answer.iter_lines())  # a stream is closed with its iterator
        assert any("done" in json.loads(line) for line in stream)
        yield
        stream.close()


def test_a_question_that_waits_has_its_place_in_its_first_line(server: Server) -> None:
    until_nothing_waits(server)
    with being_worked_on(server, "readings", {"game": "showdown"}):
        body = {"game": "pyramid"}
        with httpx.stream("POST", f"{server.url}/api/lab/readings", json=body, timeout=60) as second:
            stream = cast(Generator[str], second.iter_lines())
            assert json.loads(next(stream))["queued"] == 1
            assert waiting(server) == [
                {"question": "lab/readings", "place": 0},
                {"question": "lab/readings", "place": 1},
            ]
            stream.close()
    until_nothing_waits(server)


def test_a_plain_question_is_given_up_when_its_client_leaves(server: Server) -> None:
    until_nothing_waits(server)
    with being_worked_on(server, "readings", {"game": "showdown"}):
        with pytest.raises(httpx.ReadTimeout):
            httpx.post(f"{server.url}/api/explain", json={"game": "pyramid"}, timeout=1)
        until = time.monotonic() + 60
        while [each["question"] for each in waiting(server)] != ["lab/readings"]:
            assert time.monotonic() < until, waiting(server)
            time.sleep(0.02)
    until_nothing_waits(server)
