"""The tools for agents, asked by the client of the SDK: in process, over standard input and output, and over HTTP."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp_types import CallToolResult, TextContent

import houseway as hw
from houseway.agent_tools.questions import MOST_ROUNDS, TOOLS
from houseway.agent_tools.server import tool_server
from houseway.cli import main

NAMES = [tool.__name__ for tool in TOOLS]
Server = Any
"""Whatever the SDK's client connects to: a server, the command of one, or an address."""


def with_client(server: Server, use: Callable[[Client], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        async with Client(server) as client:
            return await use(client)

    return asyncio.run(run())


def call(name: str, arguments: dict[str, Any], server: Server = None) -> CallToolResult:
    result = with_client(server or tool_server(), lambda client: client.call_tool(name, arguments))
    assert isinstance(result, CallToolResult)
    return result


def answer(name: str, **arguments: Any) -> dict[str, Any]:
    result = call(name, arguments)
    assert not result.is_error, result.content
    content: dict[str, Any] | None = result.structured_content
    assert content is not None
    return content


def refusal(name: str, **arguments: Any) -> str:
    result = call(name, arguments)
    assert result.is_error
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


def printed(capsys: pytest.CaptureFixture[str], command: str) -> Any:
    """The JSON that the command of an answer prints."""
    words = shlex.split(command)
    assert words[0] == "houseway"
    with pytest.raises(SystemExit):
        main(words[1:])
    return json.loads(capsys.readouterr().out)


# Schemas -------------------------------------------------------------------------------------------------------------


def test_every_tool_has_typed_schemas() -> None:
    listed = with_client(tool_server(), lambda client: client.list_tools())
    assert [tool.name for tool in listed.tools] == NAMES
    for tool in listed.tools:
        assert tool.description
        assert tool.annotations.read_only_hint
        for schema in tool.input_schema["properties"].values():
            assert schema["description"]
        assert {"summary", "command"} <= set(tool.output_schema["required"])
    price = next(tool for tool in listed.tools if tool.name == "price")
    assert price.input_schema["required"] == ["game"]
    assert set(price.output_schema["$defs"]["Figure"]["required"]) == {"value", "decimal", "standard_error", "known"}


# Answers are those of the commands -----------------------------------------------------------------------------------


def test_a_price_is_exact_and_its_certificate_verifies(capsys: pytest.CaptureFixture[str]) -> None:
    price = answer("price", game="pyramid", options={"straight_flush_pays": 50})
    assert price["changed_options"] == {"straight_flush_pays": "50"}
    assert price["terms_hash"] == hw.game("pyramid", straight_flush_pays=50).terms_hash
    shown = printed(capsys, price["command"])
    for wager, strategies in price["wagers"].items():
        for name, strategy in strategies.items():
            assert strategy["expectation"]["value"] == shown["wagers"][wager]["strategies"][name]["ev"]
            assert strategy["expectation"]["standard_error"] is None
    assert price["certificate_command"] == "houseway price pyramid --set straight_flush_pays=50 --certificate FILE"
    verdict = answer("verify", evidence=price["certificate"])
    assert verdict["holds"]
    assert verdict["fault"] is None
    false = price["certificate"].replace('"count": ', '"count": 1', 1)
    verdict = answer("verify", evidence=false)
    assert not verdict["holds"]
    assert verdict["fault"]


def test_an_estimated_price_has_its_error_and_its_seed(capsys: pytest.CaptureFixture[str]) -> None:
    price = answer("price", game="chinese", rounds=2_000, seed=3)
    assert price["certificate"] is None
    shown = printed(capsys, price["command"])
    estimates = 0
    for wager, strategies in price["wagers"].items():
        for name, strategy in strategies.items():
            if strategy["seed"] is not None:
                estimates += 1
                figures = shown["wagers"][wager]["strategies"][name]
                assert strategy["expectation"]["decimal"] == figures["ev"]
                assert strategy["expectation"]["standard_error"] == figures["standard_error"]
    assert estimates


def test_best_play_is_that_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    best = answer("best", game="pyramid", cards="Js Jd 6c", at_most=1)
    (option,) = best["options"]
    assert option["value"] == {
        "value": "191033/695662",
        "decimal": float(Fraction(191033, 695662)),
        "standard_error": None,
        "known": "exact",
    }
    shown = printed(capsys, best["command"])
    assert best["options_in_all"] == len(shown["options"])
    assert option["setting"] == shown["options"][0]["setting"]


def test_a_strategy_and_a_choice_are_explained(capsys: pytest.CaptureFixture[str]) -> None:
    strategy = answer("explain", game="pyramid")
    shown = printed(capsys, strategy["command"])
    assert [lesson["rule"] for lesson in strategy["lessons"]] == [lesson["rule"] for lesson in shown["lessons"]]
    assert strategy["cost"]["decimal"] == shown["cost"]
    choice = answer("explain", game="pyramid", cards="Jc 7d 5c", setting="5c | Jc 7d")
    assert (choice["grade"], choice["cost"]["value"]) == ("blunder", "791103/4869634")
    assert printed(capsys, choice["command"])["grade"] == "blunder"


def test_a_simulation_is_that_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    result = answer("simulate", game="pyramid", rounds=500, players=["best"], seats=1, seed=4)
    shown = printed(capsys, result["command"])
    (seat,) = result["seats"]
    assert seat["total"]["standard_error"] == pytest.approx(shown["seats"][0]["total"]["standard_error"], rel=1e-9)
    assert result["rounds"] == shown["rounds"] == 500


def test_rules_lists_games_clauses_and_open_questions() -> None:
    assert [each["game"] for each in answer("rules")["games"]] == list(hw.games())
    book = answer("rules", game="pyramid")
    assert len(book["clauses"]) == len(hw.game("pyramid").rulebook.clauses)
    assert {"option": "decks", "value": "6"}.items() <= next(
        o for o in book["options"] if o["option"] == "decks"
    ).items()
    assert answer("rules", game="pyramid", clause="pyr-39")["summary"] == "Three of a kind pays 3 to 1 on W1."
    (question,) = answer("rules", game="pyramid", clause="PYR-A1")["open_questions"]
    assert question["options"] == {"straight_flush_pays": ["30", "50"]}


@pytest.mark.slow
def test_readings_have_their_changes() -> None:
    readings = answer("readings", game="pick2")
    assert readings["readings"][0]["open_question"] == "P2P-A10"
    assert readings["readings"][0]["changes"][0]["change"]["known"] == "exact"


# Mistakes ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "arguments", "sentence"),
    [
        ("prize", {}, "there is no tool 'prize' (did you mean 'price'?); the tools are rules, price"),
        ("price", {}, "the argument game is missing"),
        ("price", {"game": "pyramyd"}, "did you mean 'pyramid'?"),
        ("price", {"game": "pyramid", "deck": 8}, "price has no argument 'deck'; it takes game, options"),
        ("price", {"game": "pyramid", "options": {"decks": 0}}, "decks cannot be 0; it is a whole number from 1 to"),
        ("price", {"game": "chinese", "rounds": "many"}, "rounds cannot be 'many': input should be a valid integer"),
        ("best", {"game": "pyramid", "cards": "Js Jd"}, "3"),
        ("best", {"game": "pyramid", "cards": "Js Jd 6c", "at_most": 0}, "at_most cannot be 0: input should be"),
        ("best", {"game": "pyramid", "cards": "x" * 500}, "cards cannot be 'xxx"),
        ("explain", {"game": "pyramid", "setting": "7d | Jc 5c"}, "a setting or a decision needs cards"),
        ("simulate", {"game": "pyramid", "rounds": MOST_ROUNDS + 1}, "one call takes 1 to 10,000,000 rounds"),
        ("simulate", {"game": "pyramid", "rounds": 0}, "one call takes 1 to 10,000,000 rounds, not 0"),
        ("simulate", {"game": "pyramid", "players": ["/etc/x.npz"]}, "there is no strategy '/etc/x.npz'"),
        ("verify", {"evidence": "/etc/passwd"}, "which begins with a brace, not '/etc/passwd'"),
        ("verify", {"evidence": "{}"}, "neither a price certificate"),
        ("rules", {"clause": "PYR-38"}, "the clause 'PYR-38' needs a game"),
        ("rules", {"game": "pyramid", "clause": "PYR-999"}, "PYR-999"),
    ],
)
def test_a_mistake_is_answered_with_one_sentence(name: str, arguments: dict[str, Any], sentence: str) -> None:
    text = refusal(name, **arguments)
    assert sentence in text
    assert "\n" not in text
    assert "Error executing" not in text
    assert "bug" not in text


# Both transports -----------------------------------------------------------------------------------------------------


async def _two_questions(client: Client) -> tuple[list[str], Any, bool]:
    listed = await client.list_tools()
    rule = await client.call_tool("rules", {"game": "pyramid", "clause": "PYR-38"})
    wrong = await client.call_tool("rules", {"game": "poker"})
    return [tool.name for tool in listed.tools], rule.structured_content, wrong.is_error


EXPECTED = "A player dealt three of a kind wins automatically whatever the dealer holds."


def test_over_standard_input_and_output() -> None:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = StdioServerParameters(command=sys.executable, args=["-m", "houseway", "mcp"], env=environment)
    names, rule, refused = with_client(command, _two_questions)
    assert (names, rule["summary"], refused) == (NAMES, EXPECTED, True)


@pytest.fixture
def address() -> Iterator[str]:
    """The address of a server on a free port."""
    command = [sys.executable, "-m", "houseway", "mcp", "--http", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        url = re.search(r"http://\S+", line)
        assert url, line
        yield url.group()
        process.terminate()


def test_over_streamable_http(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    names, rule, refused = with_client(address, _two_questions)
    assert (names, rule["summary"], refused) == (NAMES, EXPECTED, True)
    port = address.rsplit(":", maxsplit=1)[-1].partition("/")[0]
    with pytest.raises(SystemExit):
        main(["mcp", "--http", "--port", port])
    assert f"--port {port} cannot be listened on: Address already in use" in capsys.readouterr().err


# The command ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--port", "9"), "--port 9 needs --http"),
        (("--host", "::1"), "--host ::1 needs --http"),
        (("--http", "--port", "70000"), "--port is a whole number from 0 to 65535, not 70000"),
        (("--http", "--port", "x"), "--port"),
        (("--http", "--host", "no such host"), "--host no such host --port 8643 cannot be listened on"),
    ],
)
def test_a_wrong_address_is_refused(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["mcp", *words])
    assert stop.value.code == 2
    assert sentence in capsys.readouterr().err


def test_without_the_sdk_the_command_names_it(tmp_path: Path) -> None:
    program = "import sys; sys.modules['mcp'] = None; from houseway.cli import main; main(['mcp'])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr == "houseway: tools for agents need the SDK of the Model Context Protocol: pip install mcp\n"
