"""Answers of the study questions that need no server."""

from fractions import Fraction

import pytest

from houseway.games import ask
from houseway.pricing.alarm import Alarm, Finding
from houseway.rules.game import AnyGame
from houseway.server.study import questions
from houseway.server.study.worker import Listener


class NoListener(Listener):
    """A listener that ignores progress."""

    def __init__(self) -> None:
        pass

    def progress(self, done: int, total: int) -> None:
        pass


def test_the_alarm_writes_counts_as_fractions_and_estimates_as_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Finding(way="counted", mix={"ante": 4}, ev=Fraction(-1, 3), sentence="")
    estimated = Finding(way="estimated", mix={"ante": 4}, ev=Fraction(0.5), sentence="", standard_error=0.01)

    def alarm(game: AnyGame, progress: object) -> Alarm:
        return Alarm(findings=(counted, estimated), searched=())

    monkeypatch.setattr(ask, "alarm", alarm)
    answer = questions.full_alarm({"game": "casino", "options": {}}, NoListener())
    first, second = answer["ways"]
    assert (first["ev"], first["edge"], first["standard_error"]) == ("-1/3", "-1/12", None)
    assert (second["ev"], second["edge"], second["standard_error"]) == (0.5, 0.125, 0.01)
