"""The coach and the drill report how far they are, and a page can ask for these reports."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import httpx
import pytest

from houseway.games import game as game_named
from houseway.games.casino.solver.dealers import CHUNK
from houseway.rules.cards import read_cards
from houseway.rules.round import Seat
from houseway.server.study import coach
from support.server_process import Server

NINE_CARDS = read_cards("As Ad Ks Kd Qc 9c 7h 4d 2c")
SEVEN_CARDS = NINE_CARDS[:7]
SHUFFLES = 4000
"""Shuffles against which the coach values the settings of nine cards."""


class Reports:
    """Collects the progress that is reported."""

    def __init__(self) -> None:
        self.shares: list[float] = []
        self.last = (0, 0)

    def __call__(self, done: int, of: int) -> None:
        self.shares.append(done / of)
        self.last = (done, of)


def is_rising(shares: Sequence[float]) -> bool:
    return all(earlier <= later for earlier, later in pairwise(shares))


def test_the_coach_of_casino_counts_the_shuffles_it_has_played() -> None:
    game = game_named("casino")
    setting = game.house_way(game.terms, NINE_CARDS) if game.house_way else {}
    reports = Reports()
    coach.judge_seat(game, Seat(number=1, player="ann", cards=NINE_CARDS, setting=setting), reports)
    assert reports.last == (SHUFFLES, SHUFFLES)
    assert len(reports.shares) == SHUFFLES // CHUNK
    assert is_rising(reports.shares)


def test_a_decision_of_casino_is_judged_with_progress_too() -> None:
    reports = Reports()
    coach.judge_decision(game_named("casino"), SEVEN_CARDS, "buy", reports)
    assert len(reports.shares) > 1
    assert is_rising(reports.shares)


def test_the_progress_of_two_hands_is_one_progress() -> None:
    """The second hand goes on where the first one ended, instead of beginning again at 0."""
    game = game_named("casino")
    seat = Seat(number=1, player="ann", cards=SEVEN_CARDS, decisions=("buy",))
    reports = Reports()
    coach.judge_seats(game, [seat, replace(seat, number=2)], reports)
    assert is_rising(reports.shares)
    assert 0.5 in reports.shares
    assert reports.shares[-1] == 1


def test_the_drill_counts_the_hands_it_has_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach, "_is_easy_to_get_wrong", lambda *_: False)
    reports = Reports()
    coach.exercise(game_named("pyramid"), reports)
    assert reports.last == (coach.TRIES, coach.TRIES)
    assert is_rising(reports.shares)


def test_a_study_question_is_answered_line_by_line_if_the_request_accepts_lines(server: Server) -> None:
    body = {"game": "casino", "cards": "As Ad Ks Kd Qc 9c 7h 4d 2c"}
    address = f"{server.url}/api/best"
    with httpx.stream("POST", address, json=body, headers={"accept": "application/x-ndjson"}, timeout=120) as answer:
        assert answer.headers["content-type"] == "application/x-ndjson"
        lines = [json.loads(line) for line in answer.iter_lines()]
    assert any(line.get("of") == SHUFFLES for line in lines)
    assert lines[-1]["found"] == httpx.post(address, json=body, timeout=120).json()
