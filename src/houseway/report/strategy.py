"""The chapter on strategy: best play, a strategy in sentences, and the house way with its cost and its errors."""

from __future__ import annotations

from fractions import Fraction

from ..games import module_of
from ..pricing.house_way_audit import CostlyHand, Side
from ..pricing.price import Estimate, Exact
from ..solving.results import Explanation
from . import charts
from .content import Findings, Refused
from .document import Block, Column, Heading, Items, Section, Table, Text
from .titles import STRATEGY
from .wording import BANKS, decimal, expectation, figure_name, percent, signed, signed_decimal, whole, with_suits

ROWS_SHOWN = 15
ROUNDING = 1e-12
"""Difference of two sums below which they are taken as equal."""


def strategy(findings: Findings) -> Section:
    return Section(
        STRATEGY,
        (*_strategies(findings), *_sentences(findings), *_grid(findings), *_house_way(findings), *_shortest(findings)),
    )


def _strategies(findings: Findings) -> list[Block]:
    rows = []
    for wager, priced in findings.price.wagers.items():
        if len(priced.strategies) == 1:
            continue
        for is_banker in (False, True):  # bettor and banker are two roles, each with its own best strategy
            strategies = {name: s for name, s in priced.strategies.items() if name.startswith(BANKS) is is_banker}
            if not strategies:
                continue
            best = max(strategies.values(), key=lambda strategy: strategy.ev)
            rows += [
                (figure_name(findings.labels, wager, name), expectation(s), _below(best, s))
                for name, s in strategies.items()
            ]
    if not rows:
        return [Text("The price has one strategy for each wager.")]
    columns = (
        Column("strategy", wide=True),
        Column("player's expectation", number=True),
        Column("below the best of its role", number=True),
    )
    return [Heading("Strategies"), Table(columns, tuple(rows))]


def _below(best: Exact | Estimate, strategy: Exact | Estimate) -> str:
    """What a strategy gives up against the best; for estimates with the sum of both errors as an upper bound."""
    cost = percent(best.ev - strategy.ev)
    if strategy is best:
        return cost
    errors = [s.standard_error for s in (best, strategy) if isinstance(s, Estimate)]
    return f"{cost} ± at most {percent(sum(errors))}" if errors else cost


VALUE_OF_A_SENTENCE = (
    "The value of a sentence is what the list gains by it: compared with the list without the sentence, with doing "
    "what the sentence advises against, or, for a first rule that decides alone, with a random decision."
)


def _sentences(findings: Findings) -> list[Block]:
    explanation = findings.explanation
    heading = Heading("A strategy in sentences")
    if isinstance(explanation, Refused):
        return [heading, Text(explanation.sentence + ".")]
    rows = tuple(
        (str(n), with_suits(f"{lesson.rule.removesuffix('.')}."), signed_decimal(lesson.value))
        for n, lesson in enumerate(explanation.lessons, start=1)
    )
    error = f" ± {decimal(explanation.standard_error)}" if explanation.standard_error else ""
    estimated = ", estimated on the same deals as the cost below" if explanation.standard_error else ""
    cost = (
        f"The whole list gives up {decimal(explanation.cost)}{error} {explanation.unit} against best play "
        f"({_how_sure(findings, explanation)})."
    )
    columns = (Column("", number=True), Column("rule", wide=True), Column("value", number=True))
    return [
        heading,
        Table(columns, rows, f"{VALUE_OF_A_SENTENCE} In {explanation.unit}{estimated}."),
        *charts.lessons(explanation),
        Text(cost),
        *([] if module_of(findings.game).has_own_pricing else [Text(OWN_CARDS_NOT_REMOVED, "note")]),
    ]


def _how_sure(findings: Findings, explanation: Explanation) -> str:
    """How the cost is known: exact, an estimate with its error, or approximate without the removal of cards."""
    if explanation.standard_error or module_of(findings.game).has_own_pricing:
        return explanation.sure
    return "approximate, as the note says"


def _grid(findings: Findings) -> list[Block]:
    return [] if isinstance(findings.chart, Refused) else [Heading("As a chart"), *charts.grid(findings.chart)]


OWN_CARDS_NOT_REMOVED = (
    "The values of this list are computed against all hands of the other side, without removing the player's own cards "
    "from the shoe. They are exact for that model and only approximate for the game: the costs of the house way by "
    "hand are those of the next section."
)
NO_AUDIT = (
    "This report has no audit of the house way of this game by hand, and does not state its cost against best play."
)


def _house_way(findings: Findings) -> list[Block]:
    heading = Heading("The house way")
    if isinstance(findings.house_way, Refused):
        return [heading, Text(NO_AUDIT)]
    proof = findings.house_way.proof
    checked = proof.checked or f"all {whole(proof.hands_checked)} hands"
    state = "defined, without a foul and unambiguous" if proof.sound else "faulty"
    faults = [f"{kind}: {hand}" for kind in ("undefined", "fouls", "ambiguous") for hand in getattr(proof, kind)]
    blocks: list[Block] = [
        heading,
        Text(f"The house way is {state} on {checked}.", "plain" if proof.sound else "warning"),
    ]
    if faults:
        blocks.append(Items(tuple(faults[:ROWS_SHOWN])))
    for side in findings.house_way.sides:
        blocks += _side(side)
    return blocks


def _side(side: Side[Fraction] | Side[float]) -> list[Block]:
    if side.standard_error:
        summary = (
            f"As {side.role}: on a sample of hands, the house way costs {percent(side.cost)} ± "
            f"{percent(side.standard_error)} against the best setting. The values of both are in the table of "
            "strategies above."
        )
    else:
        summary = (
            f"As {side.role}: the value of the house way is {signed(side.house_way_ev)}, that of the best setting "
            f"{signed(side.best_ev)}; the house way costs {percent(side.cost)}."
        )
    rows = tuple(
        (with_suits(s.hand), with_suits(s.house_way), with_suits(s.best), _cost(s), percent(s.weighted_cost))
        for s in side.costly_hands[:ROWS_SHOWN]
    )
    columns = (
        Column("hand", wide=True),
        Column("house way", wide=True),
        Column("best setting", wide=True),
        Column("cost when dealt", number=True),
        Column("cost per round", number=True),
    )
    left = len(side.costly_hands) - ROWS_SHOWN
    all_listed = abs(float(side.cost) - sum(float(costly.weighted_cost) for costly in side.costly_hands)) < ROUNDING
    if left > 0:
        caption = f"The {ROWS_SHOWN} most costly hands; {left} more are not shown."
    elif all_listed:
        caption = "All hands on which the house way is not the best setting."
    elif side.standard_error:
        caption = "The most costly of the sampled hands."
    else:
        caption = "The most costly hands."
    return [Text(summary), *([Table(columns, rows, caption)] if rows else [])]


def _cost(costly: CostlyHand[Fraction] | CostlyHand[float]) -> str:
    return percent(costly.cost) + (f" ± {percent(costly.standard_error)}" if costly.standard_error else "")


def _shortest(findings: Findings) -> list[Block]:
    if isinstance(findings.shortest, Refused):
        return []
    rows = tuple((rule.text, signed(rule.ev)) for rule in findings.shortest.rules)
    introduction = (
        "The shortest list of rules that loses at most 1/2000 of a unit against the best setting. It loses "
        f"{percent(findings.shortest.loss)}."
    )
    return [
        Heading("The shortest house way"),
        Text(introduction),
        Table((Column("rule", wide=True), Column("value of the list up to here", number=True)), rows),
    ]
