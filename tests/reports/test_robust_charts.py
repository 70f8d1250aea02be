"""The chart of other players: a range per figure, whose title agrees with the verdicts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from matplotlib.axes import Axes

from reports.figures.figure import POINTS, Margins
from reports.figures.spread import joint_range
from reports.robust.charts import OTHER_PLAYERS, RobustReport
from reports.robust.directions import LevelsOfArms
from reports.robust.robustness import Robustness
from reports.writing import marks, wording
from reports.writing.chart_frame import ChartFrame, Drawing
from reports.writing.document import Chart
from tests.reports.test_charts import faults
from tests.reports.test_spread import level, level_apart, robustness_of

LABELS = ("base", "a version with a rather long name", "c", "d", "e", "f", "g")


def frame(sheet: ChartFrame, height: float, notes: Sequence[str]) -> Drawing:
    return sheet.frame("A game", ["100 games"], height, notes)


def chart_of(results: Robustness | LevelsOfArms) -> Chart:
    names = {label: label for label in LABELS} if isinstance(results, LevelsOfArms) else {}
    [chart] = OTHER_PLAYERS.of(RobustReport(results, frame, names))
    return chart


def two_styles(second: float, games: int) -> Robustness:
    """Return the results of two good styles; seat 1 wins half of the games with the first."""
    guest = level("second", 0.5, games, 2, share=0.5)
    return robustness_of(
        level("first", 0.5, games, 1),
        replace(guest, name="second beside first"),
        level("second", second, games, 3),
    )


def bands(axes: Axes, colour: str | tuple[str, float]) -> list[tuple[float, float]]:
    drawn = [np.ravel(line.get_xdata()) for line in axes.lines if line.get_color() == colour]
    return [(float(ends[0]), float(ends[-1])) for ends in drawn]


@pytest.mark.parametrize(
    ("second", "games", "title"),
    [
        (0.5, 60_000, "Who wins, the length and the course hold"),
        (0.9, 60_000, "Who wins depends on who plays; the length and the course hold"),
        (0.5, 200, "The length and the course hold; too few games to tell for who wins"),
    ],
)
def test_the_title_agrees_with_the_verdicts(second: float, games: int, title: str) -> None:
    results = two_styles(second, games)
    chart = chart_of(results)
    assert chart.title == title
    drawing = chart.draw()
    assert len(drawing.axes) == 3, "one range per figure"
    texts = [text.get_text() for text in drawing.axes[0].texts]
    [panel] = [text for text in texts if text.startswith("Points that seat 1 wins above fair: ")]
    predicates = {"holds": "hold", "depends on who plays": "depends", "too few games": "too few"}
    verdict = panel.partition(": ")[2]
    subject = next(part for part in title.split("; ") if "ho wins" in part)
    assert predicates[verdict] in subject


def test_the_range_of_good_players_has_the_ends_that_are_written_beside_it() -> None:
    results = two_styles(0.6, 2_000)
    judged = results.judged["seats"]
    span = judged.span(results.ranked.sensible)
    assert span == joint_range([judged.at(player) for player in results.ranked.sensible])
    assert span
    axes = chart_of(results).draw().axes[0]
    assert bands(axes, marks.BAND)[0] == pytest.approx([100 * end for end in span])
    values = [100 * judged.at(player).value for player in results.ranked.sensible]
    assert bands(axes, marks.BAR)[0] == pytest.approx([min(values), max(values)])
    texts = [text.get_text() for text in axes.texts]
    assert wording.outer_range(*span, POINTS) in texts
    assert "fair" in texts


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("versions", [2, 4, 7])
def test_charts_of_versions_have_a_row_per_version_and_stay_small(
    versions: int, narrow: bool
) -> None:
    players = [level_apart("0", 9, 11), level_apart("1 beside 0", 4, 6)]
    arms = tuple((player,) * versions for player in players)
    results = LevelsOfArms(LABELS[:versions], (0,) * versions, arms, 0.95, Margins())
    chart = chart_of(results)
    drawing = chart.draw(narrow=narrow)
    assert faults(drawing) == []
    hidden = "Not shown: " in " ".join(text.get_text() for text in drawing.texts)
    assert hidden == (versions == 7 and not narrow)
    if not narrow:
        assert drawing.get_figheight() * drawing.dpi <= 1600
    for axes in drawing.axes:
        rows = [label.get_text().replace("\n", " ") for label in axes.get_yticklabels()]
        assert rows == list(LABELS[1 : 1 + len(rows)])
        assert len(rows) == versions - 1 or (versions == 7 and not narrow)
        assert "as with base" in [text.get_text() for text in axes.texts]


def test_charts_of_a_run_have_no_overlapping_texts() -> None:
    for narrow in (False, True):
        for games in (200, 60_000):
            drawing = chart_of(two_styles(0.9, games)).draw(narrow=narrow)
            assert faults(drawing) == []
