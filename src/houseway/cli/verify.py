"""`houseway verify`: a certificate or a round, checked by a program that trusts nothing else."""

from pathlib import Path
from typing import Annotated

import typer

from .arguments import read_file


def verify(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A certificate that `houseway price` wrote, or a recorded round.")
    ],
) -> None:
    """Check a price certificate or a recorded round; exit status 1 if it is false.

    Of a certificate: counts, deals, figures, terms, and that a second method agrees. Of a round: digests, terms, the
    shuffle, the deal, every move and every payment. The checking programs are under 200 lines of standard-library
    Python each and can be run alone; of a round, the rules themselves are then run again.

    Example: houseway verify pyramid.certificate.json
    """
    from ..audit import certificate_verifier, recorded_round, round_verifier

    text = read_file(file)
    check = recorded_round.prove if recorded_round.is_round(text) else certificate_verifier.verify
    lines = 0
    try:
        for line in check(text):
            print(line)
            lines += 1
    except (certificate_verifier.Fault, round_verifier.Fault) as fault:
        print(f"FALSE: {fault}")
        raise typer.Exit(1) from None
    except (KeyError, TypeError, ValueError, AttributeError, ZeroDivisionError) as error:
        print(f"FALSE: the certificate lacks what it must have ({type(error).__name__}: {error})")
        raise typer.Exit(1) from None
    print(f"TRUE: {lines} checks hold")
