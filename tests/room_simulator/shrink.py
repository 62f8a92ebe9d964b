"""Make a failing plan smaller: leave out troubles, players and tables for as long as it still fails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TypeVar

from .plan import Plan
from .world import Result, run

T = TypeVar("T")
Runs = Callable[[Plan], Result]


def shrunk(plan: Plan, *, runs: Runs = run, most_runs: int = 300, say: Callable[[str], None] = print) -> Plan:
    """The smallest failing plan that the search finds; `plan` itself must fail."""
    left = most_runs

    def fails(smaller: Plan) -> bool:
        nonlocal left
        left -= 1
        return runs(smaller).violation is not None

    def fails_with(plan: Plan, name: str, remaining: tuple[object, ...]) -> bool:
        return left > 0 and fails(_with(plan, name, remaining))

    first = runs(plan)
    if first.violation is None:
        raise ValueError(f"seed {plan.seed} does not fail")
    ends = [trouble for trouble in plan.troubles if trouble.at <= first.at]
    if fails(replace(plan, troubles=tuple(ends))):
        plan = replace(plan, troubles=tuple(ends))
    changed = True
    while changed and left > 0:
        before = plan
        for name in ("troubles", "tables", "players"):
            plan = _with(plan, name, _minimal(getattr(plan, name), partial(fails_with, plan, name)))
            say(f"{len(plan.troubles)} troubles, {len(plan.players)} players, {len(plan.tables)} tables still fail")
        changed = plan != before
    return plan


def _with(plan: Plan, name: str, remaining: tuple[object, ...]) -> Plan:
    """The plan with only these members, without references to members that were left out."""
    plan = replace(plan, **{name: remaining})  # type: ignore[arg-type]
    tables = {table.name for table in plan.tables}
    players = tuple(player for player in plan.players if player.table in tables)
    targets = {*tables, *(player.name for player in players), *map(str, range(plan.processes))}
    troubles = tuple(trouble for trouble in plan.troubles if trouble.target in targets)
    return replace(plan, players=players, troubles=troubles)


def _minimal(members: tuple[T, ...], fails: Callable[[tuple[T, ...]], bool]) -> tuple[T, ...]:
    """The members left by delta debugging: it leaves out ever smaller parts while the rest still fails."""
    size = max(1, len(members) // 2)
    while members:
        start = 0
        while start < len(members):
            fewer = members[:start] + members[start + size :]
            if fails(fewer):
                members = fewer
            else:
                start += size
        if size == 1:
            return members
        size = max(1, size // 2)
    return members
