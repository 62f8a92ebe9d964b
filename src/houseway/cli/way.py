"""`houseway way`: check and price the house way."""

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..rules.errors import NotAllowed, Unreadable
from .arguments import AsJson, GameName, Options, game_with, whole

if TYPE_CHECKING:
    from ..pricing.house_way_audit import AnyHouseWayAudit, Proof
    from ..pricing.short_house_way import ShortHouseWay
    from ..rules.game import AnyGame


def way(
    game: GameName,
    options: Options = None,
    loss: Annotated[
        str, typer.Option(metavar="FRACTION", help="The most that the shortest house way may lose against best play.")
    ] = "1/2000",
    sentences: Annotated[
        int | None,
        whole("--sentences", "Search the house ways of at most 1, 2, ... N sentences that cost least."),
    ] = None,
    way_file: Annotated[
        Path | None,
        typer.Option(
            "--way", metavar="FILE", help="Check and price a house way: one sentence of the vocabulary a line."
        ),
    ] = None,
    vocabulary: Annotated[
        bool, typer.Option("--vocabulary", help="List the sentences that a house way can be made of.")
    ] = False,
    json: AsJson = False,
) -> None:
    """
    Check the house way on every hand, price it against best play, and propose a shorter one.

    With --sentences, --way or --vocabulary it is about house ways in sentences instead.

    Example: houseway way pyramid --sentences 5
    """
    from ..games.ask import house_way as audit_house_way
    from ..games.ask import shortest_house_way
    from .output import print_json
    from .progress import bar

    variant = game_with(game, options)
    if sentences is not None or way_file is not None or vocabulary:
        from .sentences import house_ways_in_sentences

        return house_ways_in_sentences(variant, sentences, way_file, json=json)
    allowed = _fraction(loss)
    with bar(f"checking the house way of {game}") as progress:
        audit = audit_house_way(variant, progress)
    short: ShortHouseWay | str
    try:
        short = shortest_house_way(variant, allowed)
    except NotAllowed as refusal:
        short = str(refusal)
    if json:
        return print_json({"game": game, "terms_hash": variant.terms_hash, **_data(audit, short)})
    _print(variant, audit, short, allowed)


def _fraction(text: str) -> Fraction:
    try:
        fraction = Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise Unreadable(f"--loss takes a fraction of a unit, such as 0.0005 or 1/2000, not {text!r}") from None
    if fraction < 0:
        raise Unreadable(f"--loss cannot be below 0, and {text} is")
    return fraction


def _print(rules: "AnyGame", audit: "AnyHouseWayAudit", short: "ShortHouseWay | str", allowed: Fraction) -> None:
    from ..answer_types import HouseWayAnswer, fields_of
    from .numbers import percent
    from .output import answer, heading, print_table, say
    from .readings import signed

    proof = audit.proof
    answer(HouseWayAnswer(**fields_of(audit), rules=rules).summary())
    for fault in ("undefined", "fouls", "ambiguous"):
        for hand in getattr(proof, fault):
            say(f"  {fault}: {hand}")
    for side in audit.sides:
        house_way = signed(side.house_way_ev)
        best = signed(side.best_ev)
        heading(f"As {side.role}: house way {house_way}, best {best}, cost {percent(side.cost)}")
        rows = [(s.hand, s.house_way, s.best, percent(s.cost), percent(s.weighted_cost)) for s in side.costly_hands]
        print_table(
            ("hand", "house way", "better", "cost when dealt", "of all"), rows, numbers=("cost when dealt", "of all")
        )
    if audit.note:
        say(f"\n{audit.note}")
    if isinstance(short, str):
        return say(f"\n{short}")
    heading(f"The shortest house way that gives up at most {percent(allowed)}: it loses {percent(short.loss)}")
    print_table(
        ("rule", "value so far"), [(rule.text, signed(rule.ev)) for rule in short.rules], numbers=("value so far",)
    )


def _checked(proof: "Proof") -> str:
    """What was checked: all hands, or a sample."""
    return proof.checked or f"all {proof.hands_checked:,} hands"


def _data(audit: "AnyHouseWayAudit", short: "ShortHouseWay | str") -> dict[str, object]:
    proof = audit.proof
    sides = [
        {
            "role": side.role,
            "house_way_ev": str(side.house_way_ev),
            "best_ev": str(side.best_ev),
            "errors": [
                {
                    "hand": s.hand,
                    "house_way": s.house_way,
                    "best": s.best,
                    "cost": str(s.cost),
                    "of_all": str(s.weighted_cost),
                }
                for s in side.costly_hands
            ],
        }
        for side in audit.sides
    ]
    faults = {name: list(getattr(proof, name)) for name in ("undefined", "fouls", "ambiguous")}
    checked = {
        "sound": proof.sound,
        "hands_checked": proof.hands_checked,
        "checked": _checked(proof),
        "note": audit.note,
    }
    if isinstance(short, str):
        return {**checked, **faults, "sides": sides, "shortest": [], "shortest_refused": short}
    rules = [{"rule": rule.text, "ev": str(rule.ev)} for rule in short.rules]
    return {**checked, **faults, "sides": sides, "shortest": rules}
