"""What is said of a difference that was found at several levels of play."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from reports.comparison.levels import LevelOfArms, LevelsOfArms
from reports.figures.figure import MINUTES
from reports.figures.noticeable import Margins
from reports.figures.statistics import Estimate
from simulate import sweep
from simulate.play.run import Together

#: About what a game of those below takes, and more or less than 1 % of it.
CLEAR, CLOSE = 20.0, 0.001


@dataclass(frozen=True, eq=False)
class Known(LevelOfArms):
    """A level of which the difference is known."""

    known: Estimate = field(kw_only=True)

    def difference(self, path: str, arm: int, confidence: float) -> Estimate:
        """Return that difference, however sure one is to be."""
        return self.known


@pytest.fixture(scope="module")
def played() -> LevelOfArms:
    """Two settings at one level."""
    found = sweep("snorkeling", vary={"target_score": [6, 12]}, games=20)
    return LevelOfArms("planner", "strong", Together(tuple(found.runs.values())))


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
    played: LevelOfArms,
    many: list[tuple[float, float]],
    few: tuple[float, float] | None,
    word: str,
    way: str,
) -> None:
    ends = [*many, *([few] if few else [])]
    levels = [
        Known(
            str(place),
            "",
            played.together,
            few=place == len(many),
            known=Estimate((low + high) / 2, low, high, 100),
        )
        for place, (low, high) in enumerate(ends)
    ]
    found = LevelsOfArms(tuple(levels), ("a", "b"), 0.95, Margins()).directions
    [minutes] = [one for one in found if one.figure.path == MINUTES]
    assert (minutes.word, minutes.way) == (word, way)
