"""Tables are made once and read back the same; a spoiled or impossible keeping place costs only time."""

from pathlib import Path
from types import SimpleNamespace

from houseway.kernels.kept import kept, kept_as_read


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


def test_what_was_made_serves_all_terms_that_agree_in_what_was_read(tmp_path: Path) -> None:
    made: list[int] = []

    def make(terms: SimpleNamespace) -> tuple[dict[str, int], str]:
        made.append(1)
        return {"decks": terms.decks}, f"{terms.decks} decks"

    one, same, other = (SimpleNamespace(decks=d, fee=fee) for d, fee in ((1, 0), (1, 5), (2, 0)))
    found = [kept_as_read("shoes", terms, make, tmp_path) for terms in (one, same, other, one, other)]
    assert found == ["1 decks", "1 decks", "2 decks", "1 decks", "2 decks"]
    assert len(made) == 2
    assert kept_as_read("shoes", one, make, None) == "1 decks"
    assert len(made) == 3
    for file in tmp_path.iterdir():
        file.write_bytes(b"nonsense")
    assert kept_as_read("shoes", one, make, tmp_path) == "1 decks"
