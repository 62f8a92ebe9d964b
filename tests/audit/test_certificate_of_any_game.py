"""The certificate of a game with the generic pricing: counts and estimates, confirmed by rounds settled one by one."""

import pytest

from houseway.audit.certificate import certify
from houseway.audit.certificate_verifier import Fault, verify
from houseway.games import game
from houseway.games.ask import price


@pytest.mark.slow
def test_the_price_of_pai_gow_is_seconded_and_a_wrong_one_is_not() -> None:
    rules = game("pai_gow")
    priced = price(rules)
    text = certify(rules, priced, lambda done, total: None, rounds=200)
    checked = verify(text)
    assert sum("200 rounds played (seed certificate)" in line for line in checked) == 4
    assert sum("8250459031214400 deals in 3 outcomes" in line for line in checked) == 4
    with pytest.raises(Fault):
        verify(text.replace('"rounds": 200,', '"rounds": 2,', 1))
