"""An agent of Pyramid Poker for the tests: it wagers the least and sets its lowest card low."""

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

RANKS = "23456789TJQKA"


class LowCard:
    """Answers every question of Pyramid Poker."""

    def move(self, question: dict[str, Any]) -> dict[str, Any]:
        print("what a class prints is no answer")
        return low_card(question)


class WithoutMove:
    """Has no method to answer with."""


def low_card(question: dict[str, Any]) -> dict[str, Any]:
    if question["move"] == "posted":
        return {
            "move": "posted",
            "wagers": {spot["name"]: spot["low"] for spot in question["spots"] if not spot["optional"]},
        }
    cards = sorted(question["cards"].split(), key=lambda card: RANKS.index(card[0]))
    return {"move": "set", "hands": {"low": cards[0], "high": " ".join(cards[1:])}}


def main(fault: str) -> None:
    """Answer lines; with a fault, the settings have it; with a pipe, write the process's number to it."""
    if "/" in fault:
        with Path(fault).open("w") as pipe:
            print(os.getpid(), file=pipe, flush=True)
            answer_all("")
    answer_all(fault)


def answer_all(fault: str) -> None:
    for line in sys.stdin:
        question = json.loads(line)
        answer = json.dumps(low_card(question))
        if fault and question["move"] == "set":
            match fault:
                case "late":
                    time.sleep(600)  # the arena ends this process long before
                case "crashed":
                    os._exit(3)
                case "rubbish":
                    answer = "let me think about it"
                case "number":
                    answer = "17"
                case "endless":
                    answer = "x" * 100_000
                case "illegal":
                    answer = json.dumps({"move": "set", "hands": {"low": "As", "high": "Ks Qs"}})
                case "other":
                    answer = json.dumps({"move": "dealt", "cards": "As"})
        print(answer, flush=True)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
