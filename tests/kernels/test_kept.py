"""Tables are made once and read back the same; a spoiled or impossible keeping place costs only time."""

from pathlib import Path

from houseway.kernels.kept import kept


def test_what_was_made_is_not_made_again(tmp_path: Path) -> None:
    made: list[int] = []

    def make() -> list[int]:
        made.append(1)
        return [1, 2, 3]

    assert kept("numbers", make, tmp_path) == kept("numbers", make, tmp_path) == [1, 2, 3]
    assert len(made) == 1
    assert kept("other numbers", make, tmp_path) == [1, 2, 3]
    assert len(made) == 2


def test_a_spoiled_table_is_made_again(tmp_path: Path) -> None:
    kept("numbers", lambda: [1], tmp_path)
    (file,) = tmp_path.iterdir()
    for spoiled in (b"", b"\x80\x05nonsense", file.read_bytes()[:-3]):
        file.write_bytes(spoiled)
        assert kept("numbers", lambda: [2], tmp_path) == [2]


def test_where_nothing_can_be_kept_everything_still_works(tmp_path: Path) -> None:
    assert kept("numbers", lambda: [1], None) == [1]
    assert kept("numbers", lambda: [1], tmp_path / "missing") == [1]
