"""Numbers and lists are written as people write them."""

from __future__ import annotations

import math

import pytest

from reports.figures.targets import Target
from reports.writing.wording import capital, known_number, listed, typeset, wanted

MINUS = "\N{MINUS SIGN}"


def test_names_are_listed_as_people_do() -> None:
    assert [listed(names) for names in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]


@pytest.mark.parametrize(
    ("number", "written"),
    [("-1,200.5", f"{MINUS}1,200.5"), ("+0.3", "+0.3"), ("-0.0", "0.0"), ("+0", "0"), ("0", "0")],
)
def test_a_sign_stands_only_where_something_is_left_of_the_number(
    number: str, written: str
) -> None:
    assert typeset(number) == written


@pytest.mark.parametrize(
    ("value", "reach", "rate", "least", "written"),
    [
        (0.8234, 0.02, True, 0, "82 %"),
        (0.8234, 0.02, True, 1, "82.3 %"),
        (0.8234, 0.0002, True, 1, "82.34 %"),
        (0.601, 0, True, 1, "60.1 %"),
        (1234.5678, 0.3, False, 0, "1,234.6"),
        (1234.5678, 20, False, 0, "1,235"),
        (1400, 0, False, 0, "1400"),
        (-0.5, 0.01, False, 0, f"{MINUS}0.50"),
        (3.14159265358979, 1e-9, False, 0, "3.1416"),
        (2.5, math.inf, False, 0, "2.5"),
        (math.nan, 0.1, True, 0, "not known"),
        (math.inf, 0, False, 0, "not known"),
    ],
)
def test_a_figure_has_as_many_decimals_as_are_known(
    value: float, reach: float, rate: bool, least: int, written: str
) -> None:
    assert known_number(value, reach, rate=rate, least=least) == written


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (0.3, math.inf, "at least 30 %"),
        (-math.inf, 0.45, "at most 45 %"),
        (0.3, 0.45, "30 to 45 %"),
    ],
)
def test_what_is_wanted_has_its_unit_once(low: float, high: float, said: str) -> None:
    target = Target("seats.1.win_rate", {}, low, high)
    assert wanted(target, lambda end: known_number(end, 0, rate=True)) == said


def test_a_capital_begins_a_text_and_none_begins_nothing() -> None:
    assert [capital(text) for text in ("mean length", "")] == ["Mean length", ""]
