"""Small questions for tests of the study pool, most of which go wrong in some way."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from houseway.rules.errors import NotAllowed
from houseway.server.study.questions import Question
from houseway.server.study.settings import Lane
from houseway.server.study.worker import Listener

Arguments = Mapping[str, Any]


def echo(arguments: Arguments, listener: Listener) -> Any:
    """The arguments; with a file, a line is added to it so that a test can count and order the work."""
    if "file" in arguments:
        with Path(arguments["file"]).open("a", encoding="utf-8") as file:
            file.write(f"{arguments['says']}\n")
    listener.part({"half": arguments["says"]})
    return {"says": arguments["says"], "process": os.getpid()}


def wait(arguments: Arguments, listener: Listener) -> Any:
    """Waits for a file to appear; notices when it is cancelled."""
    Path(arguments["begun"]).write_text(str(os.getpid()), encoding="utf-8")
    while not Path(arguments["until"]).exists():
        listener.progress(1, 2)
        time.sleep(0.01)
    return "waited"


def stuck(arguments: Arguments, listener: Listener) -> Any:
    """Never ends, and does not notice when it is cancelled."""
    Path(arguments["begun"]).write_text(str(os.getpid()), encoding="utf-8")
    while True:
        time.sleep(0.05)


def stuck_at_first(arguments: Arguments, listener: Listener) -> Any:
    """Never ends the first time, and answers the second time."""
    begun = Path(arguments["begun"])
    if begun.exists():
        return "at last"
    return stuck(arguments, listener)


def greedy(arguments: Arguments, listener: Listener) -> Any:
    return len(bytearray(arguments["megabytes"] * 2**20))


def dies(arguments: Arguments, listener: Listener) -> Any:
    os._exit(3)


def faulty(arguments: Arguments, listener: Listener) -> Any:
    raise ValueError(f"the hand {arguments['hand']} is wrong" if "hand" in arguments else "wrong")


def refuses(arguments: Arguments, listener: Listener) -> Any:
    raise NotAllowed("there is nothing to say about that")


QUESTIONS = {
    "echo": Question(Lane.QUICK, echo),
    "wait": Question(Lane.QUICK, wait),
    "stuck": Question(Lane.LIGHT, stuck),
    "stuck_at_first": Question(Lane.QUICK, stuck_at_first),
    "greedy": Question(Lane.QUICK, greedy),
    "dies": Question(Lane.QUICK, dies),
    "faulty": Question(Lane.QUICK, faulty),
    "refuses": Question(Lane.QUICK, refuses),
    "long": Question(Lane.LONG, wait),
}
