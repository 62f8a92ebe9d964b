"""The verdict on a file of evidence: a price certificate or a recorded round."""

from __future__ import annotations

import json
from typing import NamedTuple

from ..rules.errors import Unreadable
from . import certificate_verifier, recorded_round, round_verifier

INCOMPLETE = (KeyError, TypeError, ValueError, AttributeError, ZeroDivisionError)
"""What the verifier of certificates raises if a part is missing."""


class Verdict(NamedTuple):
    """The checks that hold, in order, and the first that does not."""

    checks: tuple[str, ...]
    fault: str | None


def verdict(text: str) -> Verdict:
    """Check a certificate or a recorded round. Text that is neither is refused."""
    check = recorded_round.prove if recorded_round.is_round(text) else certificate_verifier.verify
    if check is certificate_verifier.verify and not _is_certificate(text):
        raise Unreadable(
            "this is neither a price certificate (houseway price --certificate) "
            "nor a recorded round (houseway deal --record)"
        )
    checks: list[str] = []
    try:
        checks.extend(check(text))
    except (certificate_verifier.Fault, round_verifier.Fault) as fault:
        return Verdict(tuple(checks), str(fault))
    except INCOMPLETE as error:
        return Verdict(tuple(checks), f"the certificate is incomplete ({type(error).__name__}: {error})")
    return Verdict(tuple(checks), None)


def _is_certificate(text: str) -> bool:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and "houseway_certificate" in data
