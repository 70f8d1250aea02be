"""Rows of dots: bounded heights, named lines and targets; and the names of curves."""

from __future__ import annotations

import itertools
import math
from functools import partial

import numpy as np
import pytest
from matplotlib.figure import Figure as Drawing

from reports.figures.statistics import Estimate
from reports.writing import chart_frame as chart
from reports.writing.chart_frame import ChartFrame, chart_style
from reports.writing.marks import DotPanel, DotRow, draw_dot_panels
from reports.writing.plots import Point, draw_curves
from tests.reports.test_charts import faults

#: The number of pixels per inch of the files of charts.
PIXELS = 160


def drawn(*panels: DotPanel, narrow: bool = False) -> Drawing:
    """Return a chart of panels with a title of two lines and two notes."""
    with chart_style():
        width = chart.NARROW if narrow else chart.WIDTH
        sheet = ChartFrame("A title of a usual length " * 3, "What?", width)
        frame = partial(sheet.frame, "the games", ["1,000 games"], notes=["A note."] * 2)
        return draw_dot_panels(sheet, frame, panels)


def rows(
    count: int,
    label: str,
    wish: tuple[float, float] | None = None,
    verdict: str = "",
) -> list[DotRow]:
    text = "25.0% (24.0 to 26.0%)"
    return [
        DotRow(f"{label} {n}", Estimate(25 + n, 24 + n, 26 + n, 9), text, verdict, wish=wish)
        for n in range(count)
    ]


@pytest.mark.parametrize(
    ("count", "label"),
    [(1, "short"), (24, "short"), (16, "a longer label that takes two lines of the chart")],
)
def test_a_chart_of_many_rows_is_not_taller_than_1600_pixels(count: int, label: str) -> None:
    figure = drawn(DotPanel(rows(count, label), "%", 25.0, "25% is fair"))
    assert figure.get_figheight() * PIXELS <= 1600
    assert faults(figure) == []


@pytest.mark.parametrize("narrow", [False, True])
def test_the_reference_line_and_the_target_have_names(narrow: bool) -> None:
    wanted = DotPanel(
        rows(4, "row", (26.0, 27.0)), "%", 25.0, "25% is fair", wish_label="target: 26 to 27"
    )
    figure = drawn(wanted, narrow=narrow)
    names = [text.get_text() for text in figure.axes[0].texts]
    assert {"25% is fair", "target: 26 to 27"} <= set(names)
    assert faults(figure) == []


@pytest.mark.parametrize("wish", [(-math.inf, 5.0), (90.0, math.inf), (-math.inf, 26.0)])
def test_a_target_beyond_all_rows_is_still_drawn(wish: tuple[float, float]) -> None:
    panel = DotPanel(rows(4, "row", wish), "%", wish_label="target")
    axes = drawn(panel).axes[0]
    low, high = axes.get_xlim()
    assert len(axes.collections) == 4
    for band in axes.collections:
        [path] = band.get_paths()
        box = path.get_extents()
        assert box.width > 0
        assert low <= box.x0 < box.x1 <= high


def test_a_narrow_chart_has_the_verdict_beside_the_number_and_its_interval_below() -> None:
    figure = drawn(DotPanel(rows(3, "a longer label", verdict="not clear"), "%"), narrow=True)
    texts = [text.get_text() for text in figure.axes[0].texts]
    assert texts == ["25.0%  not clear\n(24.0 to 26.0%)"] * 3
    assert faults(figure) == []


def test_a_long_label_of_the_axis_is_broken_into_lines() -> None:
    axis = "effect of drawing the card on the win rate, in percentage points"
    figure = drawn(DotPanel(rows(3, "row"), axis), narrow=True)
    assert figure.axes[0].get_xlabel().replace("\n", " ") == axis
    assert faults(figure) == []


def test_stems_join_clear_dots_with_the_line_unless_they_are_switched_off() -> None:
    clear = [DotRow("row", Estimate(30.0, 28.0, 32.0, 9), "30", is_clear=True)]

    def stems(*, has_stems: bool) -> int:
        axes = drawn(DotPanel(clear, "%", 25.0, has_stems=has_stems)).axes[0]
        return sum(np.array_equal(line.get_xdata(), [25.0, 30.0]) for line in axes.lines)

    assert stems(has_stems=True) == 1
    assert stems(has_stems=False) == 0


def test_names_at_the_ends_of_curves_do_not_overlap() -> None:
    series = [
        (f"seat {n}", [Point(at, Estimate(25.0, 24.0, 26.0, 9)) for at in (1.0, 2.0)])
        for n in range(1, 7)
    ]
    with chart_style():
        sheet = ChartFrame("A title", "What?")
        frame = partial(sheet.frame, "the games", [], notes=[])
        figure = draw_curves(
            sheet, frame, series, {1.0: "1", 2.0: "2"}, ("rule", "%"), least=4.0, fair=25.0
        )
    texts = [text.get_text() for text in figure.axes[0].texts]
    assert sorted(texts) == ["fair", *(f"seat {n}" for n in range(1, 7))]
    assert faults(figure) == []


def test_the_numbers_of_an_axis_between_long_texts_do_not_touch() -> None:
    seats = [
        DotRow(
            "seat 1 (first)",
            Estimate(wins, wins - 2.4, wins + 2.4, 9),
            "25.2 \u00b1 2.4",
            "not clear yet",
        )
        for wins in (25.2, 25.5, 23.6, 25.7)
    ]
    panels = [DotPanel(seats, "", 25.0)] * 2
    with chart_style():
        sheet = ChartFrame("A title", "What?", chart.WIDTH)
        frame = partial(sheet.frame, "the games", ["1,000 games"], notes=[])
        figure = draw_dot_panels(sheet, frame, panels, columns=2)
        figure.draw_without_rendering()
    for axes in figure.axes:
        labels = axes.get_xticklabels()
        boxes = [label.get_window_extent() for label in labels if label.get_text()]
        low, high = axes.bbox.x0, axes.bbox.x1
        inside = [box for box in boxes if low <= (box.x0 + box.x1) / 2 <= high]
        assert inside
        gaps = [after.x0 - before.x1 for before, after in itertools.pairwise(inside)]
        assert all(gap >= 6 * figure.dpi / 72 for gap in gaps)
