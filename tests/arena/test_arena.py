"""The arena: the same deals for all, every decision scored, and rules for agents that fail."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import chain
from pathlib import Path

import polars
import pytest

from arena.low_card_agent import low_card
from houseway.arena.agents import ProcessAgent, agent_named
from houseway.arena.chart import chart_of
from houseway.arena.contest import MOST_FAULTS, contest
from houseway.arena.messages import question_of
from houseway.arena.result import AgentResult, Contest, DealPlayed, ScoredDecision
from houseway.cli import main
from houseway.games import GAMES, game
from houseway.games.ask import assess, strategy
from houseway.rules.cards import write_cards
from houseway.rules.game import SetHands
from houseway.rules.view import view
from houseway.sampling.rounds_by_rules import RoundsByRules

PYRAMID = game("pyramid")
PROGRAM = Path(__file__).with_name("low_card_agent.py")
CARD = re.compile(r"\b(?:[2-9TJQKA][cdhs]|Xx)\b")
SECONDS = 20.0
"""Long enough for every answer of the test agents on a busy machine."""


def played(*agents: str, rounds: int = 4, seconds: float = SECONDS, seed: int = 1) -> Contest:
    playing = [agent_named(text, PYRAMID, seconds) for text in agents]
    try:
        return contest(PYRAMID, playing, rounds=rounds, seed=seed)
    finally:
        for agent in playing:
            agent.close()


def command(fault: str = "") -> str:
    return f"command:{sys.executable} {PROGRAM} {fault}"


@contextmanager
def web_agent(fault: str = "") -> Iterator[str]:
    """An address that answers like the class; with a fault, every setting has it."""
    released = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            is_faulty = fault and question["move"] == "set"
            if is_faulty and fault == "late":
                released.wait(60)
            self.send_response(500 if is_faulty and fault == "status" else 200)
            self.end_headers()
            self.wfile.write(json.dumps(low_card(question)).encode())

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        released.set()
        server.shutdown()
        thread.join()
        server.server_close()


# Scores --------------------------------------------------------------------------------------------------------------


def test_every_decision_is_scored_like_by_the_coach() -> None:
    result = played("best", "newcomer", rounds=10)
    best, newcomer = result.agents
    assert [deal.regret for deal in best.deals] == [0.0] * 10
    costly = 0
    for deal in newcomer.deals:
        setting = next(decision for decision in deal.decisions if decision.kind == "setting")
        expected = assess(PYRAMID, setting.cards, setting=setting.answer.removeprefix("set "))
        assert setting.regret == expected.cost * 5  # the lowest first wager
        assert setting.sure == "exact"
        assert setting.grade == expected.grade.value
        costly += setting.regret > 0
    assert costly
    assert result.ranking[0] is best
    assert newcomer.regret.mean > 0


def test_all_agents_get_the_same_cards() -> None:
    result = played("best", "newcomer", rounds=10)
    cards = [[decision.cards for decision in agent.decisions if decision.kind == "setting"] for agent in result.agents]
    assert cards[0] == cards[1]
    assert len(set(cards[0])) == 10
    assert played("best", rounds=10, seed=2).rows() != played("best", rounds=10, seed=1).rows()


def test_a_class_a_command_and_an_address_play_alike() -> None:
    with web_agent() as address:
        result = played(f"class={PROGRAM}:LowCard", f"command={command()}", f"web={address}")
    assert [agent.name for agent in result.agents] == ["class", "command", "web"]
    by_class, by_command, by_web = (agent.deals for agent in result.agents)
    assert by_class == by_command == by_web
    assert all(not agent.faults for agent in result.agents)


def test_how_many_decisions_tell_two_agents_apart() -> None:
    """Deals with regrets 0 and 2 in turn against none: mean 1, deviation 2/sqrt(3) of four."""

    def agent(name: str, regrets: list[int], chips: list[int]) -> AgentResult:
        deals = [
            DealPlayed(
                number=number,
                chips=won,
                decisions=(ScoredDecision(deal=number, place=1, kind="setting", regret=Fraction(regret)),),
            )
            for number, (regret, won) in enumerate(zip(regrets, chips, strict=True))
        ]
        return AgentResult(name=name, deals=tuple(deals))

    ours = agent("a", [0, 0, 0, 0], [10, -10, 10, -10])
    theirs = agent("b", [0, 2, 0, 2], [10, -12, 10, -12])
    result = Contest(game="g", name="G", terms_hash="", seed=1, requested=4, rounds=4, agents=(theirs, ours))
    assert not result.pairs()[0].told_apart  # two different deals are too few for any claim
    (pair,) = replace(
        result, agents=(agent("b", [0, 2] * 8, [10, -12] * 8), agent("a", [0] * 16, [10, -10] * 8))
    ).pairs()
    assert (pair.different, pair.told_apart, pair.decisions_needed) == (8, True, 16)  # eight different deals
    (pair,) = result.pairs()
    assert (pair.a, pair.b, pair.regret.mean, pair.chips.mean) == ("a", "b", 1.0, 1.0)
    assert pair.decisions_needed == 16  # 2.5758 squared times 4/3 are 9, but 8 of them must differ
    assert pair.rounds_needed_by_chips == 1956  # 2.5758 squared times 400/3 + 484/3, rounded up
    assert not pair.told_apart
    (alike,) = Contest(game="g", name="G", terms_hash="", seed=1, requested=4, rounds=4, agents=(ours, ours)).pairs()
    assert (alike.decisions_needed, alike.rounds_needed_by_chips, alike.told_apart) == (None, None, False)


def told_apart(key: str, rounds: int) -> bool:
    rules = game(key)
    players = [agent_named(name, rules, 1.0) for name in ("best", "house_way")]
    result = contest(rules, players, rounds=rounds)
    assert result.ranking[0].name == "best"
    return result.pairs()[0].told_apart


def test_best_and_house_way_are_told_apart_in_40_decisions_of_chinese_poker() -> None:
    assert told_apart("chinese", 40)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "rounds"), [("pyramid", 2000), ("pick2", 600), ("pai_gow", 2000), ("casino", 40), ("showdown", 40)]
)
def test_best_and_house_way_are_told_apart_in_the_deals_of_the_manual(key: str, rounds: int) -> None:
    assert told_apart(key, rounds)


def test_an_interrupt_keeps_the_deals_so_far() -> None:
    interrupts = [3]

    def stop_after_three(done: int, _: int) -> None:
        if done in interrupts:
            interrupts.clear()  # Ctrl-C is pressed once
            raise KeyboardInterrupt

    result = contest(PYRAMID, [agent_named("best", PYRAMID, 1.0)], rounds=100, progress=stop_after_three)
    assert (result.rounds, result.requested, len(result.agents[0].deals)) == (3, 100, 3)


# Questions -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_question_contains_only_cards_that_the_seat_may_see(key: str) -> None:
    rules = game(key)
    seats = 1 if rules.against_the_house else 2
    players = [strategy(rules, "house_way") for _ in range(seats)]
    settings = 0
    table = RoundsByRules(rules, players)
    for state in chain.from_iterable(table.states(1, number) for number in range(4)):  # some hands are folded
        if state.over or 1 not in state.waiting_for:
            continue
        question = question_of(rules, view(state, 1))
        assert question["cards"] == write_cards(state.seat(1).cards)
        assert set(CARD.findall(json.dumps(question))) <= set(CARD.findall(write_cards(state.seat(1).cards)))
        settings += isinstance(state.step, SetHands)
    assert settings


# Faults --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fault", "kind", "reason"),
    [
        ("late", "late", "no answer within 0.5 seconds"),
        ("crashed", "crashed", "the process ended with exit status"),
        ("rubbish", "rubbish", "the answer is not JSON: 'let me think about it"),
        ("number", "rubbish", "the answer is 17, not an object with a move"),
        ("endless", "rubbish", "the answer is longer than 65,536 bytes"),
        ("illegal", "illegal", ""),
        ("other", "rubbish", "the answer has the move 'dealt', which no seat makes"),
    ],
)
def test_a_fault_is_scored_as_the_worst_option_and_the_others_go_on(fault: str, kind: str, reason: str) -> None:
    seconds = 0.5 if fault == "late" else SECONDS
    result = played(f"bad={command(fault)}", "newcomer", rounds=2, seconds=seconds)
    bad, other = result.agents
    assert len(bad.deals) == len(other.deals) == 2
    assert bad.faults == {kind: 2}
    assert not other.faults
    assert not bad.out
    for decision in bad.decisions:
        if decision.fault:
            assert reason in decision.reason
            assert decision.reason
            values = [
                float(option.ev) for option in assess(PYRAMID, decision.cards, setting=setting_of(decision)).options
            ]
            assert float(decision.regret) == pytest.approx(5 * (max(values) - min(values)))


def setting_of(decision: ScoredDecision) -> str:
    """The replacement that the house way set, which is only used to list the options."""
    return decision.answer.removeprefix("set ")


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_process_ends_with_its_agent() -> None:
    agent = agent_named(command(), PYRAMID, SECONDS)
    assert isinstance(agent, ProcessAgent)
    contest(PYRAMID, [agent], rounds=2)
    assert agent._process is not None
    pid = agent._process.pid
    assert is_running(pid)
    agent.close()
    assert not is_running(pid)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_arena_ends_its_processes(tmp_path: Path, number: signal.Signals) -> None:
    """The agent makes a pipe's other end its own: reading it ends only when the agent has ended."""
    pipe = tmp_path / "agent"
    os.mkfifo(pipe)
    words = ["arena", "pyramid", f"command:{sys.executable} {PROGRAM} {pipe}", "--rounds", "100000"]
    arena = subprocess.Popen([sys.executable, "-m", "houseway", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    with pipe.open() as agent:
        pid = int(agent.readline())
        arena.send_signal(number)
        arena.communicate(timeout=120)
        assert agent.read() == ""
    # Python ends itself with SIGINT, which shells show as 130 too, if the interrupt passed through exec() of a text.
    assert arena.returncode in (130, -signal.SIGINT)
    assert not is_running(pid)


@pytest.mark.parametrize(("fault", "kind"), [("late", "late"), ("status", "crashed")])
def test_an_address_that_fails_is_a_fault(fault: str, kind: str) -> None:
    with web_agent(fault) as address:
        result = played(f"bad={address}", "best", rounds=2, seconds=0.5 if fault == "late" else SECONDS)
    assert result.agents[0].faults == {kind: 2}
    assert not result.agents[1].faults


def test_an_agent_with_too_many_faults_is_out_and_ranked_last() -> None:
    result = played("nobody=http://127.0.0.1:9/", "newcomer", rounds=12)
    nobody, newcomer = result.agents
    assert nobody.out
    assert nobody.faults == {"crashed": MOST_FAULTS}
    assert len(nobody.deals) == MOST_FAULTS // 2  # two questions a deal
    assert len(newcomer.deals) == 12
    assert result.ranking[-1] is nobody
    assert result.pairs()[0].deals == MOST_FAULTS // 2


# The command ---------------------------------------------------------------------------------------------------------


def call(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stop:
        main(["arena", *words])
    printed = capsys.readouterr()
    return int(stop.value.code or 0), printed.out, printed.err


def test_the_command_writes_a_table_a_chart_and_parquet(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ("pyramid", "best", "newcomer", "--rounds", "5")
    files = ("-o", str(tmp_path / "decisions.parquet"), "--chart", str(tmp_path / "arena.svg"))
    status, out, err = call(capsys, *words, *files)
    assert (status, err) == (0, "")
    assert "best and newcomer" in out
    frame = polars.read_parquet(tmp_path / "decisions.parquet")
    assert frame.filter(polars.col("agent") == "best")["regret_chips"].sum() == 0
    assert set(frame["deal"]) == set(range(5))
    chart = (tmp_path / "arena.svg").read_text()
    assert chart.startswith("<")
    assert chart_of(played("best", "newcomer", rounds=5)) == chart
    status, out, err = call(capsys, *words, "--json")
    data = json.loads(out)
    assert [agent["agent"] for agent in data["agents"]] == ["best", "newcomer"]
    total = frame.filter(polars.col("agent") == "newcomer")["regret_chips"].sum()
    assert data["agents"][1]["regret"] == pytest.approx(total / 5)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("pyramid", "bset"), "there is no agent 'bset': there is no strategy 'bset' (did you mean 'best'?)"),
        (("pyramid", "best", "best"), "two agents are called 'best'; name one of them otherwise"),
        (
            ("pyramid", "no_file.py:Agent"),
            "there is no file 'no_file.py'; a class is named FILE.py:CLASS or MODULE:CLASS",
        ),
        (("pyramid", "no_module:Agent"), "no_module:Agent cannot be loaded: ModuleNotFoundError"),
        (("pyramid", "http://:80/"), "'http://:80/' is not an address such as http://localhost:8000/move"),
        (("pyramid", f"{PROGRAM}:Missing"), "cannot be loaded: it has no class Missing"),
        (("pyramid", f"{PROGRAM}:WithoutMove"), "cannot be loaded: WithoutMove has no method move(question)"),
        (("pyramid", "command:no-such-program"), "names no program that can be started"),
        (("pyramid", "command:'open"), "cannot be read as a command"),
        (("pyramid", "best", "--seconds", "0"), "--seconds is more than 0 and at most 3600, not 0"),
        (("pyramid", "best", "--rounds", "1"), "rounds"),
        (("pyramid", "best", "--chart", "chart.png"), "--chart writes SVG, so the file ends in .svg"),
        (("pyramid", "best", "-o", "rows.txt"), "must end in .parquet, .csv, .json"),
        (("poker", "best"), "poker"),
    ],
)
def test_bad_input_is_refused_with_one_sentence(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], sentence: str
) -> None:
    status, out, err = call(capsys, *words)
    assert (status, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1
