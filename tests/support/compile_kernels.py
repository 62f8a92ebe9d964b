"""
Compiles the kernels that many tests use, before the tests start: `python tests/support/compile_kernels.py GAME...`.

The processes of the tests then read them from the cache. Without this, several processes that find an empty cache
compile the same kernels at the same time. A kernel that is not compiled here costs time, and nothing else.
"""

import sys

import houseway as hw

HANDS = {
    "chinese": "As Ks Qs Js 9s 9d 9c 4h 4d 2c 2d 7h 8h",
    "casino": "As Ks Qs Jd 9s 9d 8c 4h 4d",
    "showdown": "8d 4s 8h 9h 2c 3c 6h 5d 8c 9h Jd Th 6s Qd 8d 9s Ac 3h Kd 7c 2h 5s Tc Jc Qs",
}
"""A hand of each game whose best setting is computed by kernels."""
ESTIMATED = {"chinese": 200, "showdown": 50, "casino": 50}
"""The games whose price is an estimate, and a small number of rounds for it."""
SEARCHED = ("pick2",)
"""The games whose alarm walks through all deals."""


def compile_kernels(key: str) -> None:
    """Call each part of this game that uses kernels, on as little as possible."""
    game = hw.game(key)
    game.simulate(rounds=20, workers=1)
    if key in HANDS:
        game.best(HANDS[key])
    if key in ESTIMATED:
        game.price(rounds=ESTIMATED[key])
    if key in SEARCHED:
        game.alarm()


if __name__ == "__main__":
    for name in sys.argv[1:]:
        compile_kernels(name)
