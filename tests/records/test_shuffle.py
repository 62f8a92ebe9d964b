"""The shuffle is exactly uniform, and a seed deals the same cards for ever."""

import ast
import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from math import factorial
from pathlib import Path
from typing import Any

import pytest

from houseway.records import shuffle
from houseway.records.dealing import next_deal, shuffled_shoe
from houseway.records.shuffle import Entropy, from_seed, from_system
from houseway.rules.cards import DECK, write_cards
from houseway.rules.moves import Posted
from houseway.rules.playing import play
from support.playing import games, pyramid_opened, random_opening, random_round


class Bits(Entropy):
    """Entropy from a fixed string of bits, followed by zeros; using more bits than the string has is an error."""

    def __init__(self, bits: str) -> None:
        super().__init__(self.next_bytes)
        self.written = bits
        self.given = 0

    def next_bytes(self, count: int) -> bytes:
        piece = self.written[self.given : self.given + 8 * count]
        self.given += 8 * count
        return int(piece.ljust(8 * count, "0"), 2).to_bytes(count, "big")

    @property
    def left(self) -> str:
        """The bits that were not drawn."""
        drawn = self.given - self._count
        if drawn > len(self.written):
            raise EOFError
        return self.written[drawn:]

    def below(self, limit: int) -> int:
        number = super().below(limit)
        assert self.left is not None
        return number

    def shuffled(self, cards: tuple[Any, ...]) -> tuple[Any, ...]:
        order = super().shuffled(cards)
        assert self.left is not None
        return order


@pytest.mark.parametrize("limit", range(1, 18))
def test_every_number_below_a_limit_is_equally_likely(limit: int) -> None:
    """Counted over all strings of as many bits as one draw takes; the other strings lead to another draw."""
    width = (limit - 1).bit_length()
    drawn: Counter[int] = Counter()
    rejected = 0
    for bits in product("01", repeat=width):
        try:
            drawn[Bits("".join(bits)).below(limit)] += 1
        except EOFError:
            rejected += 1
    assert drawn == dict.fromkeys(range(limit), 1)
    assert rejected == 2**width - limit


def test_a_number_too_large_is_drawn_again() -> None:
    stream = Bits("111" + "101" + "010" + "1")
    assert stream.below(5) == 2
    assert stream.left == "1"


@pytest.mark.parametrize("count", range(5))
def test_every_order_is_equally_likely(count: int) -> None:
    """Counted over all bit strings without a rejection: each order comes from equally many."""
    width = sum((size - 1).bit_length() for size in range(2, count + 1))
    orders: Counter[tuple[int, ...]] = Counter()
    for bits in product("01", repeat=width):
        try:
            orders[Bits("".join(bits)).shuffled(tuple(range(count)))] += 1
        except EOFError:
            continue
    assert set(orders) == set(permutations(range(count)))
    assert set(orders.values()) == {1}
    assert len(orders) == factorial(count)


@pytest.mark.parametrize("count", range(1, 7))
def test_every_order_is_equally_likely_with_redraws_too(count: int) -> None:
    """Counted over every string of up to 17 bits that is used to its last bit: each order comes from equally many."""
    orders: Counter[tuple[int, tuple[int, ...]]] = Counter()
    fewest = sum((size - 1).bit_length() for size in range(2, count + 1))
    for length in range(fewest, min(fewest + 6, 17) + 1):
        for number in range(2**length):
            bits = Bits(f"{number:0{length}b}" if length else "")
            try:
                order = bits.shuffled(tuple(range(count)))
            except EOFError:
                continue
            if not bits.left:
                orders[length, order] += 1
        weights = {orders[length, order] for order in permutations(range(count))}
        assert len(weights) == 1, f"{length} bits: {weights}"
    assert len({order for _, order in orders}) == factorial(count)
    assert count < 3 or len({length for length, _ in orders}) > 1, "some were drawn again"


@pytest.mark.parametrize("planted", ["modulo", "swap with any", "one short"])
def test_the_proof_catches_bad_shuffles(planted: str) -> None:
    """The exhaustive count detects planted mistakes."""

    def bad(bits: Bits) -> tuple[int, ...]:
        order = [0, 1, 2]
        for last in (2, 1):
            if planted == "modulo":
                chosen = bits.bits(2) % (last + 1)
            elif planted == "swap with any":
                chosen = bits.below(3)
            else:
                chosen = bits.below(last) if last > 1 else 0
            order[last], order[chosen] = order[chosen], order[last]
        return tuple(order)

    orders: Counter[tuple[int, ...]] = Counter()
    for string in product("01", repeat=4):
        try:
            orders[bad(Bits("".join(string)))] += 1
        except EOFError:
            continue
    assert len(set(orders.values())) > 1 or len(orders) < 6


@pytest.mark.parametrize("name", ["shuffle", "fairness"])
def test_no_modulo_no_float_no_time_no_twister_near_cards(name: str) -> None:
    tree = ast.parse((Path(shuffle.__file__).parent / f"{name}.py").read_text(encoding="utf-8"))
    assert list(suspicious(tree)) == []


FAIR_IMPORTS = {
    *("hashlib", "os", "struct", "collections.abc", "dataclasses", "functools", "math", "typing", "weakref"),
    *("beacon", "shuffle", "rules.cards", "rules.errors", "rules.values"),
}


def suspicious(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.BinOp(op=ast.Mod() | ast.Div() | ast.FloorDiv()) | ast.AugAssign(op=ast.Mod() | ast.Div()):
                yield f"line {node.lineno} divides"
            case ast.Constant(value=float() | complex()):
                yield f"line {node.lineno} holds a float"
            case ast.Name(id="float" | "round" | "divmod" | "hash" | "id"):
                yield f"line {node.lineno} uses {node.id}"
            case ast.ImportFrom(module=module) if module not in FAIR_IMPORTS:
                yield f"line {node.lineno} imports {module}"
            case ast.Import(names=names):
                yield from (f"line {node.lineno} imports {a.name}" for a in names if a.name not in FAIR_IMPORTS)
            case ast.ImportFrom(module="math", names=names) if [alias.name for alias in names] != ["factorial"]:
                yield f"line {node.lineno} takes more than factorial from math"


@pytest.mark.parametrize(
    "planted",
    ["x % 52", "x /= 52", "x = 0.5", "import random", "from time import time", "from math import log2", "hash(x)"],
)
def test_the_search_for_forbidden_names_finds_a_planted_one(planted: str) -> None:
    assert list(suspicious(ast.parse(planted)))


def test_bits_come_from_the_stream_in_order() -> None:
    byte_counts: list[int] = []

    def read(count: int) -> bytes:
        byte_counts.append(count)
        return bytes([0b10100000, *[0] * (count - 2), 0b00000001])

    stream = Entropy(read)
    assert [stream.bits(width) for width in (1, 1, 1, 0)] == [1, 0, 1, 0]
    assert stream.bits(253) == 1
    assert stream.bits(3) == 0b101
    assert byte_counts == [32, 32]
    assert stream.bits(300) == int.from_bytes(bytes([0b10100000, *[0] * 30, 1]), "big") % 2**253 << 47 | (
        int.from_bytes(bytes([0b10100000, *[0] * 30, 1]), "big") >> 209
    )


def test_the_seeded_stream_is_golden() -> None:
    """If this fails, every seed in the documentation deals other cards."""
    assert write_cards(from_seed("7").shuffled(DECK)[:8]) == "2s 9h Jc 3s 5d 4h Ad 7s"
    assert from_seed("7").shuffled(DECK) == from_seed("7").shuffled(DECK)
    assert from_seed("7").shuffled(DECK) != from_seed("8").shuffled(DECK)


def test_the_systems_entropy_never_repeats() -> None:
    assert from_system().shuffled(DECK) != from_system().shuffled(DECK)
    assert sorted(from_system().shuffled(DECK)) == sorted(DECK)


@pytest.mark.parametrize("key", sorted(games()))
def test_the_shoe_holds_what_the_game_says(key: str) -> None:
    game = games()[key]
    round_, shoe = random_round(game, random.Random(1))
    assert Counter(shoe) == Counter(game.shoe(game.terms))
    assert random_opening(game, random.Random(1)) == round_.opening


def test_spent_cards_are_not_in_the_shoe() -> None:
    round_ = pyramid_opened(spent=DECK[:2])
    shoe = shuffled_shoe(round_, from_seed("1"))
    assert len(shoe) == 310
    assert (shoe.count(DECK[0]), shoe.count(DECK[2])) == (5, 6)


def test_a_deal_takes_the_next_cards_of_the_shoe() -> None:
    round_ = pyramid_opened()
    assert next_deal(round_, DECK) is None
    round_ = play(round_, Posted(1, {"main": 5, "three_card": 5, "six_card": 5}))
    dealt = next_deal(round_, DECK)
    assert dealt is not None
    assert dealt.cards == DECK[:6]
    assert next_deal(play(round_, dealt), DECK) is None
