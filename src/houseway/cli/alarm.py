"""`houseway alarm`: search for profitable play."""

import re
from typing import TYPE_CHECKING

from .arguments import AsJson, GameName, Options, Verbose, game_with
from .numbers import amount, percent

if TYPE_CHECKING:
    from ..games.labels import Labels
    from ..pricing.alarm import Alarm, Finding


CHIPS_ON_A_WAGER = re.compile(r"\b([a-z][a-z0-9_]*)(?= \d+\b)")
"""The identifier of a wager before a number of chips, or another word that has no label."""


def alarm(game: GameName, options: Options = None, verbose: Verbose = False, json: AsJson = False) -> None:
    """
    Search for legal play that is profitable for the player.

    Example: houseway alarm pyramid --set straight_flush_pays=50
    """
    from ..games import labels_of
    from ..games.ask import alarm as search
    from .output import answer, heading, print_json, print_table, say
    from .progress import bar

    variant = game_with(game, options)
    with bar(f"searching {game}") as progress:
        result = search(variant, progress)
    if json:
        return print_json({"game": game, "terms_hash": variant.terms_hash, **_data(result)})
    labels = labels_of(variant)
    answer(with_labels(result.sentence, labels))
    heading("The best of each kind of play that was searched")
    rows = []
    for finding in result.findings:
        chips = amount(finding.ev, finding.standard_error, sign="+")
        edge_error = finding.standard_error / (sum(finding.mix.values()) or 1)
        edge = percent(finding.edge, edge_error, sign="+")
        rows.append((finding.way, _mix(finding, labels), chips, edge))
    headings = ("play", "chips wagered", "chips won", "player's edge")
    print_table(headings, rows, numbers=headings[2:])
    if verbose:
        heading("Searched")
        for part in result.searched:
            say(f"- {part}")
    else:
        say(f"\nhouseway alarm {game} -v prints what was searched.")


def _mix(finding: "Finding", labels: "Labels") -> str:
    return ", ".join(f"{labels.name('wagers', wager)} {chips}" for wager, chips in finding.mix.items())


def with_labels(sentence: str, labels: "Labels") -> str:
    """A sentence in which chips are on wagers by the names of the sheet, such as `first wager 100`."""
    names = labels.names.get("wagers", {})
    return CHIPS_ON_A_WAGER.sub(lambda match: names.get(match.group(1), match.group(1)), sentence)


def _data(result: "Alarm") -> dict[str, object]:
    findings = [
        {
            "way": f.way,
            "mix": dict(f.mix),
            "ev": f.as_json(f.ev),
            "edge": f.as_json(f.edge),
            "standard_error": f.standard_error or None,
            "sentence": f.sentence,
        }
        for f in result.findings
    ]
    return {
        "raised": result.raised,
        "sentence": result.sentence,
        "findings": findings,
        "searched": list(result.searched),
    }
