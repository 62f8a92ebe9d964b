"""
No frame harms the socket: nothing that is not a message is taken for one, and refusals change nothing.

    HOUSEWAY_FRAMES=100000 python -m pytest -n 0 -o faulthandler_timeout=0 tests/server/http/test_frames.py
"""

import asyncio
import json
import os
from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from houseway.records.store import Event
from houseway.rules.errors import HousewayError, Unreadable
from houseway.server.runtime.commands import decide
from houseway.server.runtime.outbox import Caller
from houseway.server.views import messages
from support.client import Client
from support.desks import Drive
from support.server_process import Server

EXAMPLES = int(os.environ.get("HOUSEWAY_FRAMES", "150"))
WORDS = [kind.__struct_config__.tag for kind in messages.AnyMessage.__args__]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=10,
)
CARDS = st.lists(st.sampled_from(["As", "Kd", "2c", "Xx", "9h", "zz", "10s"]), max_size=6).map(" ".join)
NEARLY = st.fixed_dictionaries(
    {"do": st.sampled_from(WORDS), "id": st.just("x") | JSON, "table": st.just("TEST") | JSON},
    optional={
        "round": st.sampled_from(["TEST-1", "TEST-2"]) | JSON,
        "version": st.integers(-2, 12) | JSON,
        "seat": st.integers(-1, 9) | JSON,
        "wagers": st.dictionaries(st.sampled_from(["main", "three_card", "six_card", "x"]), st.integers(-5, 10**13))
        | JSON,
        "option": st.sampled_from(["fold", "buy", "play", "surrender", "three"]) | JSON,
        "stake": st.integers(-1, 50) | JSON,
        "hands": st.dictionaries(st.sampled_from(["low", "high", "front"]), CARDS) | JSON,
        "jokers": JSON,
        "claims": JSON,
        "entropy": st.just("0" * 64) | JSON,
        "commitment": st.just("0" * 64) | JSON,
        "number": st.integers() | JSON,
        "bring": st.integers() | JSON,
        "house_bet": st.integers(-1, 10) | JSON,
        "word": JSON,
    },
)


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.binary(max_size=300) | st.text(max_size=300) | JSON.map(json.dumps) | NEARLY.map(json.dumps))
def test_any_frame_is_a_message_or_one_sentence(frame: str | bytes) -> None:
    try:
        read = messages.read_message(frame)
    except Unreadable as error:
        sentence = str(error)
        messages.read_id(frame)
    else:
        sentence = "none"
        assert messages.from_data(messages.message_data(read)) == read
    assert "\n" not in sentence
    assert 0 < len(sentence) < 300


@pytest.mark.parametrize(
    "frame",
    [
        "[" * 8000,
        '{"a":' * 3000,
        '{"do":"sit","id":"a","table":"T","seat":1e999}',
        '{"do":"sit","id":"a","table":"T","seat":NaN}',
        '{"do":"sit","id":"a","table":"T","seat":true}',
        '{"do":"sit","id":"a","table":"T","seat":1.0}',
        '{"do":"sit","id":"a","table":"T","extra":1}',
        '{"do":"sit","id":"a' + "a" * 64 + '","table":"T"}',
        '{"do":"sit","id":"a","table":"T","bring":' + "9" * 400 + "}",
        '{"do":"post","id":"a","table":"T","round":"T-1","version":0,"wagers":{"main":-1}}',
        b"\xff\xfe\x00",
        " " * 17_000,
    ],
)
def test_bombs_are_refused(frame: str | bytes) -> None:
    with pytest.raises(Unreadable):
        messages.read_message(frame)


@pytest.mark.parametrize("field", ["id", "table", "round", "entropy"])
def test_a_line_break_after_an_id_is_refused(field: str) -> None:
    """Two ids that print alike would be two commands."""
    frame = {"do": "entropy", "id": "a", "table": "K7QXB", "round": "K7QXB-1", "entropy": "0f" * 32}
    messages.read_message(json.dumps(frame))
    with pytest.raises(Unreadable, match=field):
        messages.read_message(json.dumps({**frame, field: f"{frame[field]}\n"}))


def _desks() -> list[Any]:
    desks = []
    for key in ("pyramid", "casino", "chinese"):
        drive = Drive(key)
        desks.append(drive.desk)
        drive.open("frames")
        desks.append(drive.desk)
    return desks


DESKS = _desks()


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(NEARLY, st.sampled_from(DESKS), st.sampled_from(["p1", "p2", "stranger"]))
def test_a_command_is_a_decision_or_one_sentence_and_never_touches_the_desk(frame: Any, desk: Any, who: str) -> None:
    before = repr(desk)
    try:
        message = messages.read_message(json.dumps(frame))
    except Unreadable:
        return
    if isinstance(message, messages.Volatile):
        return
    try:
        decision = decide(desk, Caller(who, who), message, at="now")
    except HousewayError as refusal:
        events: tuple[Event, ...] = ()
        sentence = str(refusal)
    else:
        events = decision.events
        sentence = "none"
        assert events
    assert sentence
    assert all(event.body.get("player", who) == who for event in events)
    assert repr(desk) == before


def _has_refusals(client: Client, count: int) -> bool:
    refusals = [frame for frame in client.frames if frame["tell"] == "answer" and not frame["ok"]]
    return len(refusals) >= count


def test_a_socket_lives_through_nonsense_and_the_table_is_as_it_was(server: Server) -> None:
    async def play() -> None:
        client = await Client(server.url).come_in()
        table = (await client.http.post("/api/tables", json={"game": "pyramid", "pace": "parked"})).json()["table"]
        await client.ask("watch", table)
        before = (await client.http.get(f"/api/tables/{table}")).json()
        frames: tuple[str | bytes, ...] = (
            "",
            "{}",
            "[]",
            "null",
            "\x00",
            '{"do":"sit"}',
            b"\x00\x01",
            "[" * 9000,
            " " * 20_000,
        )
        for number, frame in enumerate(frames):
            await client.send_raw(frame)
            await client.until(partial(_has_refusals, client, number + 1))
        assert (await client.http.get(f"/api/tables/{table}")).json() == before
        await client.ask("sit", table)
        await client.close()

    asyncio.run(asyncio.wait_for(play(), 60))
