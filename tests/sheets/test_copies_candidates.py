"""Columns that are offered as the number of copies, if no heading says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulate.sheets.card_sheet import CardSheet, read_card_sheet
from simulate.sheets.settings import SheetSettings


def read(folder: Path, content: str) -> CardSheet:
    file = folder / "cards.csv"
    file.write_text(content, encoding="utf-8")
    return read_card_sheet(file, "cards.csv", SheetSettings())


@pytest.mark.parametrize("position", ["0.5", '"0,5"', "-1"])
def test_positions_are_not_offered_as_copies(position: str, tmp_path: Path) -> None:
    rows = [f"{name},{position},{number}" for name, number in zip("ABCD", "4321", strict=True)]
    sheet = read(tmp_path, "\n".join(["Title,X,Rep", *rows]))
    assert sheet.copies_candidates == ("Rep",)
    assert not [doubt for doubt in sheet.doubts if "column X" in doubt]


def test_repetitions_are_offered_first(tmp_path: Path) -> None:
    sheet = read(tmp_path, "Title,X,REP\nA,3,4\nB,2,3\nC,3,2\nD,2,2\n")
    assert sheet.copies_candidates == ("REP", "X")
