"""What players of Pyramid Showdown agree on before play, in sentences."""

from ...rules.errors import plural
from ...rules.game import InForce
from .terms import Terms

SPECIAL_POINTS = {
    "multiplier": "Special points of Hand 6 count 2, 3 and 4 times in Hands 5, 4 and 3, as the text says",
    "chart": "Special points are those of the printed chart",
    "max": "Special points are the higher of the text's multiplication and the printed chart",
    "min": "Special points are the lower of the text's multiplication and the printed chart",
}
"""By the value of `special_points_source` [SHO-A1]."""


def in_force(terms: Terms) -> tuple[InForce, ...]:
    """The value of a point, the source of special points, and who says what a joker stands for."""
    value = f"One point is {plural(terms.chips_per_point, 'chip')}"
    if terms.chip_value > 1:
        value += f", and a chip stands for {terms.chip_value}"
    sentences = (InForce(value, "SHO-09"), InForce(SPECIAL_POINTS[terms.special_points_source], "SHO-A1"))
    if terms.joker_declaration == "declared":
        return (*sentences, InForce("You say what each of your jokers stands for", "SHO-A15"))
    return sentences
