"""How to play best, what the house way and a strategy in sentences cost against it, and where the house way errs."""

from __future__ import annotations

from typing import Any

from ..games import module_of
from ..pricing.house_way_audit import CostlyHand, Side
from ..pricing.price import Estimate, Exact
from . import charts
from .content import Findings, Refused
from .document import Block, Column, Heading, Items, Section, Table, Text
from .wording import BANKS, decimal, expectation, percent, signed, signed_decimal, spoken, whole

SHOWN = 15
NOTHING = 1e-12


def strategy(found: Findings) -> Section:
    return Section(
        "Best strategy, and its cost when simplified",
        (*_ways_to_play(found), *_sentences(found), *_grid(found), *_house_way(found), *_shortest(found)),
        new_page=True,
    )


def _ways_to_play(found: Findings) -> list[Block]:
    rows = []
    for wager, priced in found.price.wagers.items():
        for banks in (False, True):  # two roles, of which each has its own best
            ways = {way: s for way, s in priced.strategies.items() if way.startswith(BANKS) is banks}
            best = max(ways.values(), key=lambda s: s.ev, default=None)
            rows += [
                (spoken(wager, way), expectation(s), _below(best, s))
                for way, s in ways.items()
                if best is not None and len(priced.strategies) > 1
            ]
    if not rows:
        return [Text("The price knows one way to play each wager.")]
    columns = (
        Column("way to play", wide=True),
        Column("player's expectation", number=True),
        Column("below the best of its role", number=True),
    )
    return [Heading("Ways to play"), Table(columns, tuple(rows))]


def _below(best: Exact | Estimate, way: Exact | Estimate) -> str:
    """What a way gives up; of two estimates the errors added, which the error of their difference never exceeds."""
    errors = [s.standard_error for s in (best, way) if isinstance(s, Estimate)] if way is not best else []
    return percent(best.ev - way.ev) + (f" ± at most {percent(sum(errors))}" if errors else "")


WORTH_OF_A_SENTENCE = (
    "Worth is what the list gains by a sentence: over the list without it, over what the sentence says not to do, or, "
    "for a first rule without which nothing is said, over deciding by lot."
)


def _sentences(found: Findings) -> list[Block]:
    said = found.explanation
    heading = Heading("In sentences that a person can learn")
    if isinstance(said, Refused):
        return [heading, Text(said.sentence + ".")]
    rows = tuple(
        (str(n), f"{lesson.rule.removesuffix('.')}.", signed_decimal(lesson.value))
        for n, lesson in enumerate(said.lessons, start=1)
    )
    error = f" ± {decimal(said.standard_error)}" if said.standard_error else ""
    estimated = ", estimated on the same deals as the cost below" if said.standard_error else ""
    cost = f"All of it gives up {decimal(said.cost)}{error} {said.unit} against best play ({said.sure})."
    columns = (Column("", number=True), Column("rule", wide=True), Column("worth", number=True))
    return [
        heading,
        Table(columns, rows, f"{WORTH_OF_A_SENTENCE} In {said.unit}{estimated}."),
        *charts.lessons(said),
        Text(cost),
        *([] if module_of(found.game).has_own_pricing else [Text(NOT_COUNTED_OUT, "note")]),
    ]


def _grid(found: Findings) -> list[Block]:
    return [] if isinstance(found.chart, Refused) else [Heading("As a chart"), *charts.grid(found.chart)]


NOT_COUNTED_OUT = (
    "Worths here and below are counted against all hands that the other side may hold, one's own cards not counted "
    "out, so they differ from the expectations above."
)
NO_AUDIT = (
    "The house way of this game is not audited hand by hand in this report, and what it costs against best play is not "
    "stated."
)


def _house_way(found: Findings) -> list[Block]:
    heading = Heading("The house way")
    if isinstance(found.way, Refused):
        return [heading, Text(NO_AUDIT)]
    proof = found.way.proof
    checked = proof.checked or f"all {whole(proof.hands_checked)} hands"
    state = "defined, never fouled and unambiguous" if proof.sound else "at fault"
    faults = [f"{kind}: {hand}" for kind in ("undefined", "fouls", "ambiguous") for hand in getattr(proof, kind)]
    blocks: list[Block] = [
        heading,
        Text(f"The house way is {state} on {checked}.", "plain" if proof.sound else "warning"),
    ]
    if faults:
        blocks.append(Items(tuple(faults[:SHOWN])))
    for side in found.way.sides:
        blocks += _side(side)
    return blocks


def _side(side: Side[Any]) -> list[Block]:
    error = f" ± {percent(side.standard_error)}" if side.standard_error else ""
    said = (
        f"As {side.role}: the house way is worth {signed(side.house_way_ev)}, the best setting {signed(side.best_ev)}; "
        f"the house way costs {percent(side.cost)}{error}."
    )
    rows = tuple((s.hand, s.house_way, s.best, _cost(s), percent(s.weighted_cost)) for s in side.costly_hands[:SHOWN])
    columns = (
        Column("hand", wide=True),
        Column("house way", wide=True),
        Column("better", wide=True),
        Column("costs when dealt", number=True),
        Column("costs on average", number=True),
    )
    left = len(side.costly_hands) - SHOWN
    all_listed = abs(float(side.cost) - sum(float(costly.weighted_cost) for costly in side.costly_hands)) < NOTHING
    some = "The most costly that were sampled." if side.standard_error else "The most costly."
    every = "Every hand on which it errs." if all_listed else some
    caption = f"The {SHOWN} most costly; {left} more are not shown." if left > 0 else every
    return [Text(said), *([Table(columns, rows, caption)] if rows else [])]


def _cost(costly: CostlyHand[Any]) -> str:
    return percent(costly.cost) + (f" ± {percent(costly.standard_error)}" if costly.standard_error else "")


def _shortest(found: Findings) -> list[Block]:
    if isinstance(found.shortest, Refused):
        return []
    rows = tuple((rule.text, signed(rule.ev)) for rule in found.shortest.rules)
    said = (
        "The shortest list of rules that loses at most one part in two thousand of a unit; it loses "
        f"{percent(found.shortest.loss)}."
    )
    return [
        Heading("The shortest way"),
        Text(said),
        Table((Column("rule", wide=True), Column("worth so far", number=True)), rows),
    ]
