"""
Compiles the kernels that many tests use, before the tests start: `python tests/support/compile_kernels.py GAME...`.

The processes of the tests then read them from the cache. Without this, several processes that find an empty cache
compile the same kernels at the same time. A kernel that is not compiled here costs time, and nothing else.
"""

import sys

from houseway.cli.warm import compile_kernels
from houseway.games import game

if __name__ == "__main__":
    for name in sys.argv[1:]:
        compile_kernels(game(name))
