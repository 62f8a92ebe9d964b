"""
Agents: strategies of Houseway, Python classes, commands that speak JSON lines, and addresses that answer over HTTP.

An agent that runs elsewhere is asked under a time limit. Whatever it does wrong is a `Fault`; the arena goes on.
"""

from __future__ import annotations

import http.client
import json
import os
import queue
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import urllib.parse
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
"""What a class may take to load when the arena checks its name."""
END_SECONDS = 1.0
"""What a process that closed its output may take to end, so that its exit status is known."""
WEB = ("http://", "https://")
COMMAND = "command:"
FORMS = "house_way, best, newcomer, a FILE.npz, MODULE:CLASS, FILE.py:CLASS, 'command:WORDS' or an address http://..."


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
    """
    A command that reads a question from each line of its input, and writes an answer to a line of its output.

    It starts with the first question. After a late answer, a crash or rubbish it is ended, and starts again with the
    next question, so that no part of an old answer is taken for a new one.
    """

    def __init__(self, name: str, words: list[str], seconds: float) -> None:
        super().__init__(name)
        self.words = words
        self.seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: queue.Queue[bytes] = queue.Queue()

    def move(self, game: AnyGame, view: View) -> SeatMove:
        try:
            return super().move(game, view)
        except Fault:
            self.close()
            raise

    def answer_to(self, question: bytes) -> bytes:
        allowed = self.seconds
        if self._process is None:
            self._process = self._started()
            allowed += START_SECONDS
        process = self._process
        assert process.stdin is not None
        if not self._lines.empty() and self._lines.get():
            raise Fault(FaultKind.RUBBISH, "the process wrote more than one line for a question")
        try:
            process.stdin.write(question + b"\n")
            process.stdin.flush()
            line = self._lines.get(timeout=allowed)
        except OSError:
            line = b""
        except queue.Empty:
            raise Fault(FaultKind.LATE, f"no answer within {self.seconds:g} seconds") from None
        if not line:
            raise Fault(FaultKind.CRASHED, _how_it_ended(process))
        return line

    def _started(self) -> subprocess.Popen[bytes]:
        """The process, in a session of its own: Ctrl-C reaches the arena alone, which then ends the process."""
        self._lines = queue.Queue()
        try:
            process = subprocess.Popen(
                self.words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as error:
            raise Fault(FaultKind.CRASHED, f"{self.words[0]} cannot be started: {error.strerror}") from None
        threading.Thread(target=_read_lines, args=(process, self._lines), daemon=True).start()
        return process

    def close(self) -> None:
        """End the process and those that it started."""
        process = self._process
        self._process = None
        if process is None:
            return
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        if process.stdin is not None:
            with suppress(OSError):
                process.stdin.close()


def _how_it_ended(process: subprocess.Popen[bytes]) -> str:
    try:
        status = process.wait(timeout=END_SECONDS)
    except subprocess.TimeoutExpired:
        return "the process closed its output"
    return f"the process ended with exit status {status}"


def _read_lines(process: subprocess.Popen[bytes], lines: queue.Queue[bytes]) -> None:
    """Put each line of a process in the queue; an empty one means that there are no more."""
    assert process.stdout is not None
    with process.stdout, suppress(OSError, ValueError):
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
        except (OSError, ValueError, http.client.HTTPException) as error:
            reason = getattr(error, "reason", None) or error
            answers.put(Fault(FaultKind.CRASHED, f"the address failed: {reason}"))


def agent_named(text: str, game: AnyGame, seconds: float) -> Agent:
    """
    The agent that a text names, with its name before an equals sign if it has one.

    A file, a class or a command that does not exist is refused here, before anything is played.
    """
    name, what = _name_in(text)
    if what.startswith(WEB):
        return WebAgent(name or what, _address(what), seconds)
    if what.startswith(COMMAND):
        return ProcessAgent(name or what.removeprefix(COMMAND), _command_words(what), seconds)
    place, colon, class_name = what.rpartition(":")
    if colon:
        return ProcessAgent(name or class_name, _class_words(place, class_name), seconds)
    try:
        return StrategyAgent(name or what, strategy(game, what))
    except HousewayError as error:
        raise Unreadable(f"there is no agent {shown(what)}: {error}; an agent is {FORMS}") from None


def _name_in(text: str) -> tuple[str, str]:
    """The name to show, which is empty if none is given, and the agent; `NAME=AGENT`, or the agent alone."""
    name, equals, what = text.partition("=")
    if equals and name.replace("_", "").replace("-", "").isalnum():
        return name, what
    return "", text


def _address(text: str) -> str:
    try:
        host = urllib.parse.urlsplit(text).hostname
        port_is_read = urllib.parse.urlsplit(text).port != 0
    except ValueError:
        host = None
        port_is_read = False
    if not host or not port_is_read or not text.isascii() or any(character.isspace() for character in text):
        raise Unreadable(f"{shown(text)} is not an address such as http://localhost:8000/move")
    return text


def _command_words(text: str) -> list[str]:
    try:
        words = shlex.split(text.removeprefix(COMMAND))
    except ValueError as error:
        raise Unreadable(f"{shown(text)} cannot be read as a command: {error}") from None
    if not words or shutil.which(words[0]) is None:
        raise Unreadable(f"{shown(text)} names no program that can be started")
    return words


def _class_words(place: str, class_name: str) -> list[str]:
    """The command that runs a class in a process of its own, so that it cannot stop the arena."""
    if place.endswith(".py") and not Path(place).is_file():
        raise Unreadable(f"there is no file {shown(place)}; a class is named FILE.py:CLASS or MODULE:CLASS")
    words = [sys.executable, "-m", "houseway.arena.class_agent", place, class_name]
    try:
        done = subprocess.run(
            [*words, "--check"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=CHECK_SECONDS,
        )
    except subprocess.TimeoutExpired:
        raise Unreadable(f"{place}:{class_name} did not load within {CHECK_SECONDS:g} seconds") from None
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:]
        raise Unreadable(f"{place}:{class_name} cannot be loaded: {''.join(last)}")
    return words
