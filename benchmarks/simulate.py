"""
Simulated rounds compared with PokerKit and RLCard, in one run on one core; and two workers compared with one.

    python benchmarks/simulate.py

A round is one player with the house way against the dealer (Pyramid, Pick 2, Casino) or two players who set the house
way (Chinese, Showdown), settled wager by wager and summed. PokerKit plays two players of no-limit hold'em who check and
call down, and of fixed-limit deuce-to-seven triple draw who stand pat, each hand dealt, shown down and paid by its
State; RLCard plays limit hold'em with the first action that is allowed, which is to call. Rates depend on the machine;
the claim is the ratios, each the median of several turns. Rates are per second of processor time, so that other
programs disturb them little; two workers are timed by the clock, on a machine without other load.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from statistics import median
from time import perf_counter, process_time
from typing import Any

from houseway.games import GAMES, module_of
from houseway.games.ask import simulate
from houseway.sampling.kernel_rounds import Rounds
from houseway.sampling.rounds_by_rules import fastest_rounds
from houseway.simulation.players import strategies, strategy_names
from houseway.simulation.sessions import tally_rounds

HANDS = 60
TURNS = 7
SESSION = 200
ROUNDS = {"pyramid": 200_000, "pick2": 100_000, "casino": 20_000, "chinese": 1_000, "showdown": 1_000}
TWO_WORKERS = {"pyramid": 6_000_000, "pick2": 2_000_000, "casino": 400_000}


def hold_em() -> None:
    from pokerkit import Automation, NoLimitTexasHoldem

    state = NoLimitTexasHoldem.create_state(tuple(Automation), True, 0, (1, 2), 2, 200, 2)
    while state.status:
        state.check_or_call()


def triple_draw() -> None:
    from pokerkit import Automation, FixedLimitDeuceToSevenLowballTripleDraw

    state = FixedLimitDeuceToSevenLowballTripleDraw.create_state(tuple(Automation), True, 0, (1, 2), 2, 4, 200, 2)
    while state.status:
        if state.can_stand_pat_or_discard():
            state.stand_pat_or_discard()
        else:
            state.check_or_call()


def rlcard_peer() -> Callable[[], None]:
    import rlcard

    environment = rlcard.make("limit-holdem", config={"seed": 1})

    def one() -> None:
        state, _ = environment.reset()
        while not environment.is_over():
            state, _ = environment.step(next(iter(state["legal_actions"])))
        environment.get_payoffs()

    return one


PEERS: dict[str, Callable[[], Callable[[], None]]] = {
    "PokerKit, hold'em": lambda: hold_em,
    "PokerKit, triple draw": lambda: triple_draw,
    "RLCard, limit hold'em": rlcard_peer,
}


def rate(work: Callable[[], object], times: int) -> float:
    """Repetitions per second of processor time, for work that does `times` of them."""
    began = process_time()
    work()
    return times / (process_time() - began)


def peers() -> dict[str, Callable[[], object]]:
    """The work of each peer: functions that play some hands."""
    peer_runs: dict[str, Callable[[], object]] = {}
    for name, make in PEERS.items():
        try:
            one = make()
            peer_runs[name] = lambda one=one: [one() for _ in range(HANDS)]  # type: ignore[misc]
            peer_runs[name]()
        except ImportError as missing:
            say(f"{name} is left out: {missing}; pip install '.[bench]' brings it")
    return peer_runs


def way_of(key: str) -> Rounds:
    game = GAMES[key]
    names = strategy_names(game, "house_way", None)
    module = module_of(game)
    return fastest_rounds(game, module.rounds, names, strategies(game, module.solver, names), by_rules=False)


def summed(way: Rounds, rounds: int) -> Any:
    return tally_rounds(way(1, 0, rounds), 0, SESSION)


def main() -> None:
    others = peers()
    for key, rounds in ROUNDS.items():
        way = way_of(key)
        summed(way, rounds)
        ours, theirs = beside(lambda way=way, rounds=rounds: summed(way, rounds), rounds, others)  # type: ignore[misc]
        say(f"{key:10} {median(ours):12,.0f} rounds a second and core, {way.how}")
        for name, rates in theirs.items():
            times = median(one / other for one, other in zip(ours, rates, strict=True))
            say(f"{'':10} {times:12,.1f} times {name}, {median(rates):,.0f} hands")
    for key, rounds in TWO_WORKERS.items():
        say(f"{key:10} two workers {together(key, rounds):.2f} times as fast as one, by the clock")


def beside(
    work: Callable[[], object], rounds: int, others: dict[str, Callable[[], object]]
) -> tuple[list[float], dict[str, list[float]]]:
    """Our rates and those of the peers, measured in turns so that a slow moment of the machine affects all."""
    ours: list[float] = []
    theirs: dict[str, list[float]] = {name: [] for name in others}
    for _ in range(TURNS):
        ours.append(rate(work, rounds))
        for name, one in others.items():
            theirs[name].append(rate(one, HANDS))
    return ours, theirs


def together(key: str, rounds: int) -> float:
    seconds = []
    for workers in (1, 2):
        simulate(GAMES[key], rounds=rounds // 10, workers=workers)
        began = perf_counter()
        simulate(GAMES[key], rounds=rounds, workers=workers)
        seconds.append(perf_counter() - began)
    return seconds[0] / seconds[1]


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
