"""Every route has a response model, answers have its type, and the front end's types are written from the models."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from fastapi.responses import FileResponse
from fastapi.routing import APIRoute
from pydantic import TypeAdapter

from houseway.server.http.typescript import api_routes, http_types
from houseway.server.study.questions import LAB, QUESTIONS
from houseway.server.study.worker import encoded
from houseway.server.views import study_types
from houseway.server.views.http_types import GameInfo, RoundRecord
from houseway.server.views.lobby import lobby
from houseway.server.views.wire_types import Payment

FRONTEND = Path(__file__).parents[3] / "frontend"
HTTP_TYPES = FRONTEND / "src" / "room" / "http_types.ts"
ARGUMENTS = {"game": "pyramid", "options": {}}
CARDS = "Ks Kd 2h"


class Silent:
    """A listener that nobody watches."""

    def progress(self, done: int, of: int) -> None:
        pass

    def part(self, known: Any) -> None:
        pass


def assert_has_type(model: Any, data: Any) -> None:
    """The data has exactly the keys and types of the model: nothing is missing, converted or dropped."""
    assert json.loads(TypeAdapter(model).dump_json(TypeAdapter(model).validate_python(data))) == data


def test_the_front_ends_types_are_written_from_the_servers() -> None:
    command = "python -m houseway.server.http.typescript > frontend/src/room/http_types.ts"
    assert HTTP_TYPES.read_text(encoding="utf-8") == http_types(), command


@pytest.mark.parametrize("route", api_routes(), ids=lambda route: f"{min(route.methods)} {route.path}")
def test_every_route_has_a_response_model(route: APIRoute) -> None:
    if route.response_class is FileResponse:
        return
    assert route.response_model not in (None, dict, Any)
    assert "Any" not in str(route.response_model), "a dictionary of anything is no model"


def test_the_odds_lab_names_the_type_of_every_answer() -> None:
    assert set(study_types.LabAnswers.__annotations__) == {*LAB, "slopes"}


@pytest.mark.parametrize(
    ("question", "more", "model"),
    [
        ("price", {}, study_types.Price),
        ("alarm", {}, study_types.AlarmSummary),
        ("lab/price", {}, study_types.Price),
        ("lab/alarm", {}, study_types.Alarm),
        ("lab/slope", {"lines": ["bonus_straight_flush"]}, study_types.Slopes),
        ("best", {"cards": CARDS}, study_types.BestOptions),
        ("drill", {}, study_types.Exercise),
        (
            "drill/answer",
            {"cards": CARDS, "decision": "set", "hands": {"low": "2h", "high": "Ks Kd"}},
            study_types.Judgement,
        ),
        ("examples", {"clause": "PYR-38"}, list[study_types.Example]),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_answers_of_the_study_pool_have_their_types(question: str, more: dict[str, Any], model: Any) -> None:
    answer = QUESTIONS[question].answer({**ARGUMENTS, **more}, Silent())  # type: ignore[arg-type]
    assert_has_type(model, json.loads(encoded(answer)))


@pytest.mark.parametrize("game", lobby(), ids=lambda game: str(game["key"]))
def test_the_games_of_the_lobby_have_their_type(game: GameInfo) -> None:
    assert_has_type(GameInfo, json.loads(json.dumps(game)))


@pytest.mark.parametrize(
    "path", sorted((FRONTEND / "tests" / "fixtures").glob("record-*.json")), ids=lambda path: path.stem
)
def test_records_of_the_room_have_their_type(path: Path) -> None:
    record = json.loads(path.read_text(encoding="utf-8"))
    if "shuffle" in record:
        assert_has_type(RoundRecord, record)
    assert_has_type(list[Payment], record["payments"])
