"""Rows of figures: bounded heights, named lines and targets, and intervals that are pale bands."""

from __future__ import annotations

import math
from functools import partial

import pytest
from matplotlib.figure import Figure as Drawing

from reports.figures.statistics import Estimate
from reports.writing import chart_frame as chart
from reports.writing.chart_frame import ChartFrame, chart_style
from reports.writing.plots import Panel, Point, Row, draw_curves, draw_panels
from tests.reports.test_charts import faults

#: The number of pixels per inch of the files of charts.
PIXELS = 160


def drawn(*panels: Panel, narrow: bool = False) -> Drawing:
    """Return a chart of panels with a title of two lines and two notes."""
    with chart_style():
        width = chart.NARROW if narrow else chart.WIDTH
        sheet = ChartFrame("A title of a usual length " * 3, "What?", width)
        frame = partial(sheet.frame, "the games", ["1,000 games"], notes=["A note."] * 2)
        return draw_panels(sheet, frame, panels)


def rows(count: int, label: str) -> list[Row]:
    return [
        Row(f"{label} {n}", "25.0% (24.0 to 26.0%)", [Estimate(25 + n, 24 + n, 26 + n, 9)])
        for n in range(count)
    ]


@pytest.mark.parametrize(
    ("count", "label"),
    [(1, "short"), (24, "short"), (16, "a longer label that takes two lines of the chart")],
)
def test_a_chart_of_many_rows_is_not_taller_than_1600_pixels(count: int, label: str) -> None:
    figure = drawn(Panel(rows(count, label), "%", (25.0, "25% is fair")))
    assert figure.get_figheight() * PIXELS <= 1600
    assert faults(figure) == []


@pytest.mark.parametrize("narrow", [False, True])
def test_the_reference_line_and_the_target_have_names(narrow: bool) -> None:
    fair = drawn(Panel(rows(4, "row"), "%", (25.0, "25% is fair")), narrow=narrow)
    assert fair.axes[0].texts[-1].get_text() == "25% is fair"
    assert faults(fair) == []
    wanted = drawn(Panel(rows(4, "row"), "%", (math.nan, ""), wish=(26.0, 27.0)), narrow=narrow)
    assert wanted.axes[0].texts[-1].get_text() == "target"
    assert faults(wanted) == []


@pytest.mark.parametrize("wish", [(-math.inf, 5.0), (90.0, math.inf), (-math.inf, 26.0)])
def test_a_target_beyond_all_rows_is_still_drawn(wish: tuple[float, float]) -> None:
    figure = drawn(Panel(rows(4, "row"), "%", (math.nan, ""), wish=wish))
    [band] = figure.axes[0].patches
    box = band.get_path().get_extents(band.get_patch_transform())
    assert box.width > 0
    low, high = figure.axes[0].get_xlim()
    assert low <= box.x0 < box.x1 <= high


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
