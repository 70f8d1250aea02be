"""What is said of a difference that was found with several players."""

from __future__ import annotations

from dataclasses import replace

import pytest

from reports.figures.noticeable import Margins
from reports.figures.statistics import Estimate
from reports.robust.directions import LevelsOfArms
from reports.robust.levels import Level

#: About what a game takes of which these are differences, and more or less than 1 % of it.
LENGTH, CLEAR, CLOSE = 30.0, 20.0, 0.001


def level(name: str, low: float, high: float, *, few: bool = False) -> Level:
    """Return who plays, with a difference of which this is known, however sure one is to be."""

    def always(low: float, high: float) -> Level:
        known = Estimate((low + high) / 2, low, high, 100)
        return Level(name, "", ("a", "a"), 100, "", 0.0, lambda path, confidence: known, few)

    change = replace(always(low, high), reference=always(LENGTH, LENGTH))
    return replace(always(LENGTH, LENGTH), change=change)


@pytest.mark.parametrize(
    ("many", "few", "word", "way"),
    [
        ([(9, 11), (4, 6)], None, "at every level", "higher"),
        ([(-11, -9), (-6, -4)], None, "at every level", "lower"),
        ([(9, 11), (-1, 6)], None, "not clear", ""),
        ([(9, 11), (-6, -4)], None, "depends on play", ""),
        ([(9, 11), (-CLOSE, CLOSE)], None, "depends on play", ""),
        ([(-CLOSE, CLOSE), (-CLOSE, CLOSE)], None, "at every level", "the same"),
        # Clear, however small.
        ([(CLOSE, 2 * CLOSE), (9, 11)], None, "at every level", "higher"),
        # Few games need not agree, but may contradict.
        ([(9, 11), (4, 6)], (-CLEAR, CLEAR), "at every level", "higher"),
        ([(9, 11), (4, 6)], (-11, -9), "depends on play", ""),
        ([(-CLOSE, CLOSE), (-CLOSE, CLOSE)], (9, 11), "depends on play", ""),
        ([(9, 11), (-1, 6)], (9, 11), "not clear", ""),
    ],
)
def test_a_difference_holds_at_every_level_only_if_none_contradicts(
    many: list[tuple[float, float]], few: tuple[float, float] | None, word: str, way: str
) -> None:
    levels = [level(str(place), *ends) for place, ends in enumerate(many)]
    levels += [level("few", *few, few=True)] if few else []
    each = tuple((one, one) for one in levels)
    found = LevelsOfArms(("a", "b"), (0, 0), each, 0.95, Margins()).directions
    [minutes] = [one for one in found if one.kind.about == "length"]
    assert (minutes.word, minutes.way) == (word, way)
