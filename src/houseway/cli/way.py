"""`houseway way`: the house way of setting, proved and priced."""

from fractions import Fraction
from typing import Annotated, Any

import typer

from ..rules.errors import NotAllowed, Unreadable
from .arguments import AsJson, GameName, Options, game_with


def way(
    game: GameName,
    options: Options = None,
    loss: Annotated[
        str, typer.Option(metavar="FRACTION", help="What the shortest way may lose of optimal.")
    ] = "1/2000",
    json: AsJson = False,
) -> None:
    """The house way: proved on every hand, priced against the best setting, and made shorter.

    Example: houseway way pyramid --loss 0.0001
    """
    from ..games.ask import house_way as audited
    from ..games.ask import shortest_house_way
    from .output import print_json
    from .progress import bar

    variant = game_with(game, options)
    allowed = _fraction(loss)
    with bar(f"trying the house way of {game}") as progress:
        found = audited(variant, progress)
    short: Any
    try:
        short = shortest_house_way(variant, allowed)
    except NotAllowed as refusal:
        short = str(refusal)
    if json:
        return print_json({"game": game, "terms_hash": variant.terms_hash, **_data(found, short)})
    _print(found, short)


def _fraction(text: str) -> Fraction:
    try:
        found = Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise Unreadable(f"--loss takes a fraction of a unit, such as 0.0005 or 1/2000, not {text!r}") from None
    if found < 0:
        raise Unreadable(f"--loss cannot be below 0, and {text} is")
    return found


def _print(found: Any, short: Any) -> None:
    from .output import heading, print_table, say
    from .price import percent
    from .readings import signed

    proof = found.proof
    state = "defined, never fouled and unambiguous" if proof.sound else "at fault"
    say(f"The house way is {state} on {_checked(proof)}.")
    for fault in ("undefined", "fouls", "ambiguous"):
        for hand in getattr(proof, fault):
            say(f"  {fault}: {hand}")
    for side in found.sides:
        worth = signed(side.house_way_ev)
        best = signed(side.best_ev)
        heading(f"As {side.role}: worth {worth}, best {best}, costs {percent(side.cost)}")
        rows = [(s.hand, s.house_way, s.best, percent(s.cost), percent(s.weighted_cost)) for s in side.slips]
        print_table(
            ("hand", "house way", "better", "cost when dealt", "of all"), rows, numbers=("cost when dealt", "of all")
        )
    if found.note:
        say(f"\n{found.note}")
    if isinstance(short, str):
        return say(f"\n{short}")
    heading(f"The shortest way that loses at most what was asked: it loses {percent(short.loss)}")
    print_table(
        ("rule", "worth so far"), [(rule.text, signed(rule.ev)) for rule in short.rules], numbers=("worth so far",)
    )


def _checked(proof: Any) -> str:
    """All hands, unless the audit says that it sampled."""
    return getattr(proof, "checked", None) or f"all {proof.hands_checked:,} hands"


def _data(found: Any, short: Any) -> dict[str, Any]:
    proof = found.proof
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
                for s in side.slips
            ],
        }
        for side in found.sides
    ]
    faults = {name: list(getattr(proof, name)) for name in ("undefined", "fouls", "ambiguous")}
    checked = {
        "sound": proof.sound,
        "hands_checked": proof.hands_checked,
        "checked": _checked(proof),
        "note": found.note,
    }
    if isinstance(short, str):
        return {**checked, **faults, "sides": sides, "shortest": [], "shortest_refused": short}
    rules = [{"rule": rule.text, "ev": str(rule.ev)} for rule in short.rules]
    return {**checked, **faults, "sides": sides, "shortest": rules}
