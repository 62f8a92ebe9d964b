"""`houseway alarm`: search for profitable play."""

from typing import TYPE_CHECKING

from .arguments import AsJson, GameName, Options, game_with

if TYPE_CHECKING:
    from ..pricing.alarm import Alarm, Finding


def alarm(game: GameName, options: Options = None, json: AsJson = False) -> None:
    """
    Search for legal play that is profitable for the player.

    Example: houseway alarm pyramid --set straight_flush_pays=50
    """
    from ..games.ask import alarm as search
    from .output import heading, print_json, print_table, say
    from .progress import bar
    from .readings import signed

    variant = game_with(game, options)
    with bar(f"searching {game}") as progress:
        result = search(variant, progress)
    if json:
        return print_json({"game": game, "terms_hash": variant.terms_hash, **_data(result)})
    say(result.sentence)
    heading("Every way of play that was searched")
    rows = [(f.way, _mix(f), f"{float(f.ev):+.4f}", _error(f), signed(f.edge)) for f in result.findings]
    headings = ("way", "chips wagered", "chips won", "standard error", "player's edge")
    print_table(headings, rows, numbers=headings[2:])
    heading("Searched")
    for part in result.searched:
        say(f"- {part}")


def _mix(finding: "Finding") -> str:
    return ", ".join(f"{wager.replace('_', ' ')} {chips}" for wager, chips in finding.mix.items())


def _error(finding: "Finding") -> str:
    """The standard error of an estimate; a counted figure has none."""
    return f"± {finding.standard_error:.4f}" if finding.standard_error else "exact"


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
