"""Exports of BoardGameGeek in pages: plays that are on other pages are not missing silently."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulate.logs.reading import read_log_file

_PLAY = (
    '<play date="2024-01-01" quantity="1"><item name="Go"/><players>'
    '<player name="Ann" win="1"/><player name="Bo" win="0"/></players></play>'
)


def _notes(folder: Path, attributes: str, plays: int) -> list[str]:
    """Return the sentences on a file with a number of plays."""
    path = folder / "plays.xml"
    path.write_text(f"<plays {attributes}>{_PLAY * plays}</plays>")
    return list(read_log_file(path, {})[0].notes)


@pytest.mark.parametrize(
    ("attributes", "plays", "held"),
    [
        ('total="250" page="1"', 100, "plays 1 to 100 of 250"),
        ('total="250" page="3"', 50, "plays 201 to 250 of 250"),
        ('total="201" page="3"', 1, "play 201 of 201"),
        ('total="1250"', 150, "150 plays of 1,250"),
        ('total="1250" page="1"', 150, "150 plays of 1,250"),
    ],
)
def test_plays_of_other_pages_are_mentioned(
    attributes: str, plays: int, held: str, tmp_path: Path
) -> None:
    [note] = _notes(tmp_path, attributes, plays)
    assert note.startswith(f"This file holds {held}, because BoardGameGeek exports plays in pages")


@pytest.mark.parametrize("attributes", ["", 'total="3" page="1"', 'total="many"'])
def test_a_file_with_all_plays_has_no_sentence_on_pages(attributes: str, tmp_path: Path) -> None:
    assert _notes(tmp_path, attributes, 3) == []
