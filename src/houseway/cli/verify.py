"""`houseway verify`: a certificate checked by a program that trusts nothing else."""

from pathlib import Path
from typing import Annotated

import typer

from .arguments import read_file


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A certificate that `houseway price` wrote.")],
) -> None:
    """Check a price certificate; exit status 1 if it is false.

    What is checked: counts, deals, figures, terms, and that a second method agrees. The checking program is under 200
    lines of standard-library Python and can be run alone.

    Example: houseway verify pyramid.certificate.json
    """
    from ..audit.certificate_verifier import Fault
    from ..audit.certificate_verifier import verify as checked

    text = read_file(file)
    try:
        lines = checked(text)
    except Fault as fault:
        print(f"FALSE: {fault}")
        raise typer.Exit(1) from None
    except (KeyError, TypeError, ValueError, AttributeError, ZeroDivisionError) as error:
        print(f"FALSE: the certificate lacks what it must have ({type(error).__name__}: {error})")
        raise typer.Exit(1) from None
    print("\n".join(lines))
    print(f"TRUE: {len(lines)} checks hold")
