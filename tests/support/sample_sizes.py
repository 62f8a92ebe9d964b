"""Random samples: a few in every run of the tests, many more with -m slow."""

from typing import Any

import pytest


def few_of(many: int, few: int) -> list[Any]:
    """The numbers from 0 to `many`, as parameters of a test: the first `few` always, the others with -m slow."""
    return [*range(few), *(pytest.param(number, marks=pytest.mark.slow) for number in range(few, many))]
