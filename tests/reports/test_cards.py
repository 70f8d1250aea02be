"""The values of cards as they are written in tables."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from reports.cards.tables import COLUMNS
from reports.figures.statistics import Estimate
from reports.writing.wording import typeset


@pytest.mark.parametrize(
    ("value", "half", "text", "short"),
    [
        (0.085, 0.005, "+8.5 (+8.0 to +9.0)", "+8.5 ± 0.5"),
        (0.0016, 0.0015, "+0.16 (+0.01 to +0.31)", "+0.16 ± 0.15"),  # clearly above 0
        (-0.0205, 0.0201, "-2.05 (-4.06 to -0.04)", "-2.05 ± 2.01"),  # just below 0
        (0.0203, 0.0204, "+2.0 (0.0 to +4.1) ?", "+2.0 ± 2.0 ?"),  # possibly 0
    ],
)
def test_a_value_that_is_clearly_not_zero_is_not_written_as_zero(
    value: float, half: float, text: str, short: str
) -> None:
    drawn = next(column for column in COLUMNS if column.name == "drawn")
    estimate = Estimate(value, value - half, value + half, 1000)
    cell = drawn.cell(SimpleNamespace(drawn=estimate, verdict="above"))
    assert (cell.text, cell.short) == (typeset(text), typeset(short))
