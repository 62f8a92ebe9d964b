"""What players of Chinese Poker agree on before play, in sentences."""

from ...rules.errors import plural
from ...rules.game import InForce
from .terms import Terms

SCORING = {
    "per_hand": InForce("Each hand won is one unit", "CHI-17"),
    "2-4": InForce("Two of three hands win 2 units, all three win 4", "CHI-20"),
    "1-6": InForce("Two of three hands win 1 unit, all three win 6", "CHI-22"),
}


def in_force(terms: Terms) -> tuple[InForce, ...]:
    """The unit, the scoring, and the bonuses, naturals and surrender that are played."""
    sentences = [InForce(f"One unit is {plural(terms.unit_value, 'chip')}", "CHI-06"), SCORING[terms.scoring]]
    if terms.bonuses:
        sentences.append(InForce("High ranking hands are paid a bonus", "CHI-24"))
    if terms.naturals:
        declared = " if it is declared" if terms.natural_detection == "declared" else ""
        units = plural(terms.natural_units, "unit")
        sentences.append(InForce(f"A natural wins {units} from each player{declared}", "CHI-30"))
    if terms.surrender:
        units = plural(terms.surrender_units[terms.scoring], "unit")
        sentences.append(InForce(f"You may surrender for {units} to each player who plays on", "CHI-37"))
    return tuple(sentences)
