"""Floods bounce, buffers are bounded, and remembered rounds are the rules' own."""

from houseway.games import GAMES
from houseway.rules.playing import start
from houseway.rules.round import Round
from houseway.server.runtime import limits
from houseway.server.runtime.limits import Buckets, Rate
from houseway.server.runtime.outbox import MOST_FRAMES, TOO_SLOW, Caller, Outbox
from support.desks import Drive


def test_a_bucket_empties_and_fills_again() -> None:
    now = [0.0]
    buckets = Buckets(Rate(per_second=2, at_once=3), clock=lambda: now[0])
    assert [buckets.allows("a") for _ in range(5)] == [True, True, True, False, False]
    assert buckets.allows("b"), "one caller's flood is not another's"
    now[0] = 1.0
    assert [buckets.allows("a") for _ in range(3)] == [True, True, False]


def test_callers_are_forgotten_before_memory_fills() -> None:
    buckets = Buckets(Rate(1, 1))
    for number in range(limits.MOST_CALLERS + 10):
        buckets.allows(str(number))
    assert len(buckets._left) == limits.MOST_CALLERS


def test_an_outbox_that_is_not_read_is_closed_and_emptied() -> None:
    line = Outbox(Caller("p", "P"), "session", "here")
    for _ in range(MOST_FRAMES + 1):
        line.send(b"x")
    assert line.closing is not None
    assert line.closing[0] == TOO_SLOW
    line.send(b"more")
    assert not line._frames


def test_cached_rounds_give_the_results_of_the_rules() -> None:
    for key in GAMES:
        drive = Drive(key)
        drive.open("remembered")
        plain: Round | None = None
        while (round_ := drive.desk.round) is not None:
            plain = Round(**{name: getattr(round_, name) for name in Round.__dataclass_fields__})
            assert (plain.steps, plain.live, plain.over, plain.step) == (
                round_.steps,
                round_.live,
                round_.over,
                round_.step,
            )
            drive.do(_next(drive))
        assert plain is not None
        assert start(plain.game, plain.opening).steps == plain.steps


def _next(drive: Drive):  # type: ignore[no-untyped-def]
    from houseway.server.tables import dealing
    from support.desks import AT

    return dealing.moved(drive.desk, drive.next_move(), by="person", command="c", at=AT)
