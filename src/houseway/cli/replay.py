"""`houseway replay`: replay a recorded round step by step."""

from itertools import pairwise
from pathlib import Path
from typing import Annotated

import typer

from .arguments import AsJson, read_file


def replay(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A record from `houseway deal --record` or from a table.")
    ],
    json: AsJson = False,
) -> None:
    """
    Re-run a recorded round and show its settlement.

    An altered record is refused; the error names the first move or payment that differs.

    Example: houseway replay round.json
    """
    from ..audit.narrative import describe_move, hands
    from ..records.round_text import read_round
    from ..rules.playing import settlement
    from ..rules.view import view
    from .output import print_json, say
    from .settlement import print_settlement, settlement_data

    states = read_round(read_file(file))
    last = states[-1]
    if json and not last.over:
        return print_json({"game": last.game.key, "terms_hash": last.game.terms_hash, "called_off": True})
    if json:
        return print_json({"game": last.game.key, "terms_hash": last.game.terms_hash, **settlement_data(last)})
    say(f"{last.game.name}, terms {last.game.terms_hash[:12]}, {len(last.moves)} moves")
    for before, after in pairwise(states):
        say(f"{after.version:>3}  {describe_move(before, after)}")
    if not last.over:
        return say("Replayed: the round was called off before its first card, and nobody pays.")
    if setting := view(last, None).dealer_setting:
        say(f"     the dealer sets {hands(setting)}")
    print_settlement(last)
    say(f"Replayed: every move and all {len(settlement(last))} payments are as recorded.")
