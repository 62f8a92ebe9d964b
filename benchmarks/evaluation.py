"""
Evaluation of five cards and of the best five of seven, in batches and in single calls: `houseway.hands` compared with
four libraries on the same hands in one run, and its kernel for five cards with a loop in C.

    python benchmarks/evaluation.py

The libraries evaluate one hand per call, with cards converted before the clock starts. A batch is one call of
`houseway.hands` with an array of uint8, checked inside the clock; a single call gets a list of numbers. Rates depend on
the machine; the claim is the ratios. A library that is not installed is left out with a sentence (`pip install
".[bench]"` installs them), and so is the loop in C if there is no compiler.

For comparison, OMPEval's own page gives 262 to 272 million seven-card hands a second for its C++ code on an array of
random hands (7 x uint8, Intel 3770k, one thread, 64 bits, "Rand1"). It is not run here.
"""

from __future__ import annotations

import ctypes
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter

import numpy as np

from houseway import hands as library
from houseway.games.pick2.hand_order import FIVE_CARD_POKER
from houseway.kernels.cards import all_hands, decoded_hand
from houseway.kernels.evaluate import evaluator
from houseway.kernels.five import FiveTables, code_fives
from houseway.rules.cards import write_cards

HANDS = 2_598_960
FEW = 20_000
FEWER = 2_000
"""The number of hands for the slowest library; the others that evaluate one hand at a time get FEW."""
SEVENS = 2_000_000
"""The number of random seven-card hands."""
ROUNDS = 7

C_LOOP = """
#include <stdint.h>
#include <stddef.h>
void code_fives(const uint32_t *card, const uint16_t *code, const uint8_t *hands, size_t count, uint32_t *codes) {
    for (size_t row = 0; row < count; row++) {
        const uint8_t *h = hands + 5 * row;
        uint32_t total = card[h[0]] + card[h[1]] + card[h[2]] + card[h[3]] + card[h[4]];
        uint32_t suits = total >> 20;
        uint32_t flush = (suits & (suits >> 2) & 0x249) != 0;
        codes[row] = code[(total & 0x7FFFF) | flush << 19];
    }
}
"""

Hands = Sequence[Sequence[str]]
Peer = Callable[[Hands], Callable[[], Sequence[int]]]
"""Converts hands to a library's own cards, untimed, and returns a function that evaluates them all."""


def eval7_peer(hands: Hands) -> Callable[[], Sequence[int]]:
    import eval7

    cards = [[eval7.Card(card) for card in hand] for hand in hands]
    evaluate = eval7.evaluate
    return lambda: [evaluate(hand) for hand in cards]


def treys_peer(hands: Hands) -> Callable[[], Sequence[int]]:
    from treys import Card, Evaluator

    cards = [[Card.new(card) for card in hand] for hand in hands]
    evaluate = Evaluator().evaluate
    return lambda: [-evaluate(hand, []) for hand in cards]


def phevaluator_peer(hands: Hands) -> Callable[[], Sequence[int]]:
    from phevaluator import Card, evaluate_cards

    cards = [[int(Card(card)) for card in hand] for hand in hands]
    return lambda: [-evaluate_cards(*hand) for hand in cards]


def pokerkit_peer(hands: Hands) -> Callable[[], Sequence[int]]:
    from pokerkit import Card, StandardHighHand

    cards = [tuple(Card.parse("".join(hand))) for hand in hands]
    if len(hands[0]) > 5:
        return lambda: [StandardHighHand.from_game(hand).entry.index for hand in cards]
    return lambda: [StandardHighHand(hand).entry.index for hand in cards]


PEERS: dict[str, tuple[Peer, int]] = {
    "eval7": (eval7_peer, FEW),
    "treys": (treys_peer, FEW),
    "phevaluator": (phevaluator_peer, FEW),
    "PokerKit": (pokerkit_peer, FEWER),
}


def seconds(work: Callable[[], object]) -> float:
    """The shortest of several runs: the one least disturbed by other programs."""
    times = []
    for _ in range(ROUNDS):
        began = perf_counter()
        work()
        times.append(perf_counter() - began)
    return min(times)


def c_loop(tables: FiveTables, hands: np.ndarray, codes: np.ndarray) -> Callable[[], object] | None:
    """The same loop in C, compiled now; None if there is no compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "loop.c"
        library = Path(folder) / "loop.so"
        source.write_text(C_LOOP)
        subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", str(library), str(source)], check=True)
        loop = ctypes.CDLL(str(library)).code_fives
    arrays = [array.ctypes.data_as(ctypes.c_void_p) for array in (tables.card, tables.code, hands)]
    return lambda: loop(*arrays, ctypes.c_size_t(len(hands)), codes.ctypes.data_as(ctypes.c_void_p))


def same_order(ours: Sequence[int], theirs: Sequence[int]) -> bool:
    """Do both evaluators order all hands in the same way, with the same ties?"""
    pairs = sorted(set(zip(ours, theirs, strict=True)))
    return len(pairs) == len({first for first, _ in pairs}) and [p[1] for p in pairs] == sorted({p[1] for p in pairs})


def main() -> None:
    print(f"Python {sys.version.split()[0]}, one thread, shuffled hands")
    chance = np.random.default_rng(2)
    fives = np.ascontiguousarray(all_hands(5)[chance.permutation(HANDS)])
    kernel_and_c(fives)
    order = library.POKER
    print("\nFive cards")
    five_numbers = order.rank_batch(fives)
    compare_all(fives, five_numbers, lambda: order.rank_batch(fives), order.rank)
    print("\nThe best five of seven cards")
    sevens = np.argsort(chance.random((SEVENS, 52)), axis=1)[:, :7].astype(np.uint8)
    seven_numbers = order.best_batch(sevens)
    compare_all(sevens, seven_numbers, lambda: order.best_batch(sevens), order.best)


def kernel_and_c(hands: np.ndarray) -> None:
    """The kernel that the games use for five cards, and the same loop in C."""
    tables = evaluator(FIVE_CARD_POKER, 5)
    assert tables.fives is not None
    fives = tables.fives
    codes = tables.codes(hands)
    rate = len(hands) / seconds(lambda: code_fives(fives, hands))
    print(f"{'kernel for five cards':24} {rate / 1e6:10.2f} million hands a second")
    in_c = np.zeros(len(hands), dtype=np.uint32)
    loop = c_loop(fives, hands, in_c)
    if loop is None:
        print("the loop in C is left out: there is no C compiler here")
        return
    c_rate = len(hands) / seconds(loop)
    assert (in_c == codes).all()
    print(f"{'the same loop in C':24} {c_rate / 1e6:10.2f} million; the kernel takes {c_rate / rate:.2f} times as long")


def compare_all(
    hands: np.ndarray, numbers: np.ndarray, batch: Callable[[], object], single: Callable[[list[int]], object]
) -> None:
    """Print the rates of `houseway.hands` and of each library on the same hands."""
    rate = len(hands) / seconds(batch)
    few = hands[:FEW].tolist()
    single_rate = FEW / seconds(lambda: [single(hand) for hand in few])
    print(f"{'houseway.hands, batch':24} {rate / 1e6:10.2f} million hands a second")
    print(f"{'houseway.hands, single':24} {single_rate / 1e6:10.3f} million")
    for name, (peer, count) in PEERS.items():
        compare(name, peer, rate, single_rate, hands[:count], numbers[:count])


def compare(name: str, peer: Peer, rate: float, single_rate: float, hands: np.ndarray, numbers: np.ndarray) -> None:
    texts = [write_cards(decoded_hand(hand)).split() for hand in hands.tolist()]
    for hand in texts:
        random.Random(1).shuffle(hand)
    try:
        evaluate = peer(texts)
    except ImportError as missing:
        print(f"{name} is left out: {missing}; pip install '.[bench]' brings it")
        return
    theirs = len(texts) / seconds(evaluate)
    agrees = "agrees" if same_order(numbers.tolist(), evaluate()) else "DOES NOT AGREE"
    ratios = f"the batch is {rate / theirs:,.0f} times as fast, single calls {single_rate / theirs:.2g} times"
    print(f"{name:24} {theirs / 1e6:10.3f} million; {ratios}; it {agrees}")


if __name__ == "__main__":
    main()
