"""Findings of a report for tests that need only some of its questions."""

from houseway.games import ask, game, rulebook_of
from houseway.report import Findings
from houseway.report.content import Refused

NOT_ASKED = Refused("not asked")


def findings_of(key: str, **given: object) -> Findings:
    """The findings of a game with the questions that are answered at once; others are refused unless given."""
    rules = game(key)
    answers = {
        "price": given.get("price") or ask.price(rules),
        "frequencies": {},
        "examples": (),
        "readings": NOT_ASKED,
        "alarm": NOT_ASKED,
        "house_way": NOT_ASKED,
        "shortest": NOT_ASKED,
        "explanation": NOT_ASKED,
        "chart": NOT_ASKED,
        "certificate": NOT_ASKED,
        **given,
    }
    return Findings(game=rules, book=rulebook_of(key), **answers)  # type: ignore[arg-type]
