"""`houseway verify`: check a certificate or a recorded round."""

from json import loads
from pathlib import Path
from typing import Annotated

import typer

from ..rules.errors import Unreadable
from .arguments import AsJson, read_file


def verify(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A certificate that `houseway price` wrote, or a recorded round.")
    ],
    json: AsJson = False,
) -> None:
    """
    Check a price certificate or a recorded round; exit status 1 if it is false.

    A file that is neither is an error, with exit status 2.

    For a certificate: counts, deals, figures and terms, and that a second method agrees. For a round: digests, terms,
    the shuffle, the deal, every move and every payment. Each verifier is one file of standard-library Python that runs
    alone; a round is also replayed by the rules.

    Example: houseway verify pyramid.certificate.json
    """
    from ..audit import certificate_verifier, recorded_round, round_verifier
    from .output import answer, print_json, say

    text = read_file(file)
    if not _is_a_record(text):
        raise Unreadable(f"{file} is neither a price certificate nor a recorded round, so there is nothing to verify")
    checks = list[str]()
    fault = None
    check = recorded_round.prove if recorded_round.is_round(text) else certificate_verifier.verify
    try:
        for line in check(text):
            checks.append(line)
    except (certificate_verifier.Fault, round_verifier.Fault) as error:
        fault = str(error)
    except (KeyError, TypeError, ValueError, AttributeError, ZeroDivisionError) as error:
        fault = f"the certificate is incomplete ({type(error).__name__}: {error})"
    if json:
        print_json({"file": str(file), "true": fault is None, "checks": checks, "fault": fault})
    else:
        answer(f"TRUE: {len(checks)} checks hold{_but(checks)}." if fault is None else f"FALSE: {fault}.")
        for line in checks:
            say(line, hanging=2)
    if fault is not None:
        raise typer.Exit(1)


def _is_a_record(text: str) -> bool:
    """Whether the text says that it is a certificate or a round; whether that is true is checked later."""
    try:
        data = loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and ("houseway_certificate" in data or "houseway_record" in data)


def _but(lines: list[str]) -> str:
    """A remark on what a valid record does not prove."""
    no_player = any(line.startswith("NO PLAYER CUT") for line in lines)
    return "; no player's entropy is in the shuffle" if no_player else ""
