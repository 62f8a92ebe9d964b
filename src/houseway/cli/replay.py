"""`houseway replay`: replay a recorded round step by step."""

from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..rules.errors import plural
from .arguments import AsJson, Verbose, read_file

if TYPE_CHECKING:
    from ..rules.round import Round

NUMBER_WIDTH = 5
"""The columns of the number of a move."""


def replay(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A record from `houseway deal --record` or from a table.")
    ],
    verbose: Verbose = False,
    json: AsJson = False,
) -> None:
    """
    Re-run a recorded round and show its settlement.

    An altered record is refused; the error names the first move or payment that differs.

    Example: houseway replay round.json
    """
    from ..audit.narrative import describe_move, hands
    from ..records.round_text import read_round
    from ..rules.view import view
    from .output import answer, print_json, say, say_with_cards
    from .settlement import net_in_words, print_settlement, settlement_data

    states = read_round(read_file(file))
    last = states[-1]
    if json and not last.over:
        return print_json({"game": last.game.key, "terms_hash": last.game.terms_hash, "called_off": True})
    if json:
        return print_json({"game": last.game.key, "terms_hash": last.game.terms_hash, **settlement_data(last)})
    answer(_replayed(last))
    if last.over:
        answer(net_in_words(last))
    say(f"{last.game.name}, terms {last.game.terms_hash[:12]}, {plural(len(last.moves), 'move')}.\n")
    for before, after in pairwise(states):
        say_with_cards(f"{after.version:>3}  {describe_move(before, after)}", hanging=NUMBER_WIDTH)
    if not last.over:
        return None
    if setting := view(last, None).dealer_setting:
        say_with_cards(f"{' ' * NUMBER_WIDTH}the dealer sets {hands(setting, last.game)}")
    print_settlement(last, verbose=verbose)


def _replayed(last: "Round") -> str:
    """Whether the round is as recorded."""
    from ..rules.playing import settlement

    if not last.over:
        return "Replayed: the round was called off before its first card, and nobody pays."
    return f"Replayed: every move and all {len(settlement(last))} payments are as recorded."
