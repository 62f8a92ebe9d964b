"""`houseway verify`: a certificate or a round, checked by a program that trusts nothing else."""

from pathlib import Path
from typing import Annotated

import typer

from .arguments import AsJson, read_file


def verify(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A certificate that `houseway price` wrote, or a recorded round.")
    ],
    json: AsJson = False,
) -> None:
    """Check a price certificate or a recorded round; exit status 1 if it is false.

    Of a certificate: counts, deals, figures, terms, and that a second method agrees. Of a round: digests, terms, the
    shuffle, the deal, every move and every payment. Each checking program is one file of standard-library Python
    that can be run alone; of a round, the rules themselves are then run again.

    Example: houseway verify pyramid.certificate.json
    """
    from ..audit import certificate_verifier, recorded_round, round_verifier
    from .output import print_json

    text = read_file(file)
    hold = list[str]()
    fault = None
    check = recorded_round.prove if recorded_round.is_round(text) else certificate_verifier.verify
    try:
        for line in check(text):
            hold.append(line)
            if not json:
                print(line)
    except (certificate_verifier.Fault, round_verifier.Fault) as found:
        fault = str(found)
    except (KeyError, TypeError, ValueError, AttributeError, ZeroDivisionError) as error:
        fault = f"the certificate lacks what it must have ({type(error).__name__}: {error})"
    if json:
        print_json({"file": str(file), "true": fault is None, "checks": hold, "fault": fault})
    else:
        print(f"TRUE: {len(hold)} checks hold{_but(hold)}" if fault is None else f"FALSE: {fault}")
    if fault is not None:
        raise typer.Exit(1)


def _but(lines: list[str]) -> str:
    """What a true record still does not show."""
    no_player = any(line.startswith("NO PLAYER CUT") for line in lines)
    return "; no player's entropy is in the shuffle" if no_player else ""
