"""
Agents: strategies of Houseway, Python classes, commands that speak JSON lines, and addresses that answer over HTTP.

An agent that runs elsewhere is asked under a time limit. Whatever it does wrong is a `Fault`; the arena goes on.
"""

from __future__ import annotations

import json
import queue
import shlex
import shutil
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from abc import ABC, abstractmethod
from contextlib import suppress
from enum import Enum
from pathlib import Path

from ..games.ask import strategy
from ..rules.errors import HousewayError, Unreadable, shown
from ..rules.game import AnyGame
from ..rules.moves import SeatMove
from ..rules.view import View
from ..solving.strategy import Strategy, own_seat
from .messages import LONGEST_ANSWER, move_in, question_of

START_SECONDS = 30.0
"""What a process may take longer for its first answer after it is started."""
CHECK_SECONDS = 60.0
WEB = ("http://", "https://")
COMMAND = "command:"
FORMS = "house_way, best, newcomer, a FILE.npz, FILE.py:CLASS, 'command:WORDS' or an address http://..."


class FaultKind(Enum):
    """What an agent can do wrong."""

    LATE = "late"
    CRASHED = "crashed"
    RUBBISH = "rubbish"
    ILLEGAL = "illegal"


class Fault(Exception):
    """An agent gave no legal answer in time."""

    def __init__(self, kind: FaultKind, reason: str) -> None:
        super().__init__(reason)
        self.kind = kind


class Agent(ABC):
    """A player of the arena."""

    def __init__(self, name: str) -> None:
        self.name = name

    @abstractmethod
    def move(self, game: AnyGame, view: View) -> SeatMove:
        """The move of the seat; raises `Fault`."""

    @abstractmethod
    def close(self) -> None:
        """End what was started for the agent."""


class StrategyAgent(Agent):
    """One of the strategies that every game has, or one from a file of `houseway solve`."""

    def __init__(self, name: str, player: Strategy) -> None:
        super().__init__(name)
        self.player = player

    def move(self, game: AnyGame, view: View) -> SeatMove:
        return self.player.move(game, view)

    def close(self) -> None:
        """Nothing was started."""


class AskedAgent(Agent):
    """An agent that gets its question as JSON."""

    def move(self, game: AnyGame, view: View) -> SeatMove:
        answer = self.answer_to(json.dumps(question_of(game, view), ensure_ascii=False).encode())
        if len(answer) > LONGEST_ANSWER:
            raise Fault(FaultKind.RUBBISH, f"the answer is longer than {LONGEST_ANSWER:,} bytes")
        try:
            return move_in(answer, own_seat(view))
        except Unreadable as error:
            raise Fault(FaultKind.RUBBISH, str(error)) from None

    @abstractmethod
    def answer_to(self, question: bytes) -> bytes:
        """The answer as it came; raises `Fault`."""


class ProcessAgent(AskedAgent):
    """A command that reads a question from each line of its input, and writes an answer to a line of its output."""

    def __init__(self, name: str, words: list[str], seconds: float) -> None:
        super().__init__(name)
        self.words = words
        self.seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: queue.Queue[bytes] = queue.Queue()

    def answer_to(self, question: bytes) -> bytes:
        allowed = self.seconds
        if self._process is None:
            self._start()
            allowed += START_SECONDS
        process = self._process
        assert process is not None
        assert process.stdin is not None
        try:
            process.stdin.write(question + b"\n")
            process.stdin.flush()
            line = self._lines.get(timeout=allowed)
        except OSError:
            line = b""
        except queue.Empty:
            self.close()
            raise Fault(FaultKind.LATE, f"no answer within {self.seconds:g} seconds") from None
        if not line:
            self.close()
            raise Fault(FaultKind.CRASHED, f"the process ended with exit status {process.returncode}")
        return line

    def _start(self) -> None:
        self._lines = queue.Queue()
        try:
            self._process = subprocess.Popen(
                self.words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        except OSError as error:
            raise Fault(FaultKind.CRASHED, f"{self.words[0]} cannot be started: {error.strerror}") from None
        threading.Thread(target=_read_lines, args=(self._process, self._lines), daemon=True).start()

    def close(self) -> None:
        process = self._process
        self._process = None
        if process is None:
            return
        with suppress(OSError):
            process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with suppress(OSError, ValueError):
                    stream.close()


def _read_lines(process: subprocess.Popen[bytes], lines: queue.Queue[bytes]) -> None:
    """Put each line of a process in the queue; an empty one means that there are no more."""
    assert process.stdout is not None
    with suppress(OSError, ValueError):
        while line := process.stdout.readline(LONGEST_ANSWER + 1):
            lines.put(line)
    lines.put(b"")


class WebAgent(AskedAgent):
    """An address that gets each question by POST and returns the answer."""

    def __init__(self, name: str, url: str, seconds: float) -> None:
        super().__init__(name)
        self.url = url
        self.seconds = seconds

    def answer_to(self, question: bytes) -> bytes:
        answers: queue.Queue[bytes | Fault] = queue.Queue()
        threading.Thread(target=self._post, args=(question, answers), daemon=True).start()
        try:
            answer = answers.get(timeout=self.seconds)
        except queue.Empty:
            raise Fault(FaultKind.LATE, f"no answer within {self.seconds:g} seconds") from None
        if isinstance(answer, Fault):
            raise answer
        return answer

    def close(self) -> None:
        """Nothing was started."""

    def _post(self, question: bytes, answers: queue.Queue[bytes | Fault]) -> None:
        request = urllib.request.Request(self.url, question, {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=self.seconds) as response:
                answers.put(response.read(LONGEST_ANSWER + 1))
        except TimeoutError:
            answers.put(Fault(FaultKind.LATE, f"no answer within {self.seconds:g} seconds"))
        except (OSError, ValueError) as error:
            reason = getattr(error, "reason", None) or error
            answers.put(Fault(FaultKind.CRASHED, f"the address failed: {reason}"))


def agent_named(text: str, game: AnyGame, seconds: float) -> Agent:
    """
    The agent that a text names, with its name before an equals sign if it has one.

    A file, a class or a command that does not exist is refused here, before anything is played.
    """
    name, what = _name_in(text)
    if what.startswith(WEB):
        return WebAgent(name, what, seconds)
    if what.startswith(COMMAND):
        return ProcessAgent(name, _command_words(what), seconds)
    file, colon, class_name = what.rpartition(":")
    if colon:
        return ProcessAgent(name, _class_words(file, class_name), seconds)
    try:
        return StrategyAgent(name, strategy(game, what))
    except HousewayError as error:
        raise Unreadable(f"there is no agent {shown(what)}: {error}; an agent is {FORMS}") from None


def _name_in(text: str) -> tuple[str, str]:
    """The name to show and what it names; `name=agent`, or the agent alone."""
    name, equals, what = text.partition("=")
    if equals and name.replace("_", "").replace("-", "").isalnum():
        return name, what
    return text, text


def _command_words(text: str) -> list[str]:
    try:
        words = shlex.split(text.removeprefix(COMMAND))
    except ValueError as error:
        raise Unreadable(f"{shown(text)} cannot be read as a command: {error}") from None
    if not words or shutil.which(words[0]) is None:
        raise Unreadable(f"{shown(text)} names no program that can be started")
    return words


def _class_words(file: str, class_name: str) -> list[str]:
    """The command that runs a class in a process of its own, so that it cannot stop the arena."""
    if not file.endswith(".py") or not Path(file).is_file():
        raise Unreadable(f"there is no file {shown(file)}; a class is named FILE.py:CLASS")
    words = [sys.executable, "-m", "houseway.arena.class_agent", file, class_name]
    try:
        done = subprocess.run([*words, "--check"], capture_output=True, text=True, check=False, timeout=CHECK_SECONDS)
    except subprocess.TimeoutExpired:
        raise Unreadable(f"{file}:{class_name} did not load within {CHECK_SECONDS:g} seconds") from None
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:]
        raise Unreadable(f"{file}:{class_name} cannot be loaded: {''.join(last)}")
    return words
