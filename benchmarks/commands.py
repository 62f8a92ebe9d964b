"""
Time of whole pricing commands, warm, compared with evaluating every deal one by one with eval7 in the same run.

    python benchmarks/commands.py
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
from time import perf_counter

DEALS = {"price pick2": 3_986_646_103_440, "price pyramid": 24_413_033_524_880, "readings pyramid": None}
SAMPLE = 20_000


def seconds_a_deal() -> float | None:
    """Seconds that eval7 takes for the two five-card hands of one deal; None if it is not installed."""
    try:
        import eval7
    except ImportError:
        print("eval7 is not installed, so there is nothing to compare with (pip install '.[bench]')")
        return None
    deck = list(eval7.Deck().cards)
    draw = random.Random(1)
    deals = [draw.sample(deck, 10) for _ in range(SAMPLE)]
    begun = perf_counter()
    for cards in deals:
        eval7.evaluate(cards[:5]) > eval7.evaluate(cards[5:])  # noqa: B015 - only its time counts
    return (perf_counter() - begun) / SAMPLE


def seconds(command: str) -> float:
    begun = perf_counter()
    subprocess.run([sys.executable, "-m", "houseway", *command.split()], check=True, stdout=subprocess.DEVNULL)
    return perf_counter() - begun


def main() -> None:
    peer = seconds_a_deal()
    for command, deals in DEALS.items():
        seconds(command)  # the first run may compile
        taken = min(seconds(command) for _ in range(2))
        ratio = f"; eval7, deal by deal, {peer * deals / taken:,.0f} times as long" if peer and deals else ""
        print(f"houseway {command:<18}{taken:6.2f} s{ratio}")
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(f"largest memory of any of them {peak / 1024:,.0f} MiB")


if __name__ == "__main__":
    main()
