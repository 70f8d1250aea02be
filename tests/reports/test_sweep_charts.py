"""The tables and charts of a sweep, and those that runs and comparisons have too."""

from __future__ import annotations

import re

import numpy as np
import pytest
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure as Drawing
from matplotlib.patches import Rectangle

from reports.sweep import tables as its_tables
from reports.sweep.charts import charts_of
from reports.sweep.results import SweepResults
from reports.sweep.sentences import base_name
from reports.sweep.tables import make_tables
from reports.writing.chart_frame import PALE
from reports.writing.columns import all_meanings
from tests.helpers.sweeps import ADVANTAGE, MINUTES, sweep_of
from tests.helpers.tables import quick_among
from tests.reports.test_charts import faults

COLUMNS = all_meanings(its_tables.TABLES)


def draw_charts(sweep: SweepResults) -> dict[str, Drawing]:
    """Draw the charts of a sweep, by file stem."""
    return {chart.name: chart.draw() for chart in charts_of(sweep)}


def test_tables_of_a_sweep_have_the_documented_columns() -> None:
    sweep = sweep_of("target_score=6,8", "starter=same,rotate", games="40")
    tables = make_tables(sweep)
    assert set(tables) == {"sweep", "all_figures"}
    for name, table in tables.items():
        assert list(table.columns) == ["target_score", "starter", *list(COLUMNS[name])[1:]]
    assert len(tables["sweep"]) == 4 * len(sweep.paths)
    assert tables["sweep"]["difference"].isna().sum() == len(sweep.paths)
    assert len(tables["all_figures"]) == sum(len(p.results.figures) for p in sweep.points)


def markers(figure: Drawing) -> list[tuple[float, str, object]]:
    """Return place, form and filling of all markers of a chart, from the left."""
    by_path = [
        (float(np.ravel(line.get_xdata())[0]), str(line.get_marker()), line.get_markerfacecolor())
        for line in figure.axes[0].lines
        if line.get_marker() not in ("None", "") and len(np.ravel(line.get_xdata()))
    ]
    return sorted(by_path, key=lambda one: one[0])


def test_markers_distinguish_clear_equal_and_uncompared_points() -> None:
    sweep = sweep_of("max_turns=9000,10000,11000", games="40", paths=(ADVANTAGE,))
    [figure] = draw_charts(sweep).values()
    # The base has a ring and its dot.
    fillings = [filling for _, _, filling in markers(figure)]
    assert fillings == ["white", "none", "#0072b2", "white"]
    assert "hollow: exactly the same" in notes_of(figure)
    assert "hollow: not clearly different" not in notes_of(figure)
    minutes = sweep_of("target_score=6,12", paths=(MINUTES, ADVANTAGE))
    clear, unclear = draw_charts(minutes).values()
    assert [filling for _, _, filling in markers(clear)] == ["#0072b2", "none", "#0072b2"]
    assert [filling for _, _, filling in markers(unclear)] == ["white", "none", "#0072b2"]
    assert "filled: clearly different" in notes_of(clear)
    assert "hollow: not clearly different" in notes_of(unclear)
    assert "at an assumed 15 seconds per turn" in notes_of(clear)
    assert "seconds" not in notes_of(unclear)
    assert [tick.get_text() for tick in clear.axes[0].get_xticklabels()] == ["6", "12\n(current)"]


def notes_of(figure: Drawing) -> str:
    return " ".join(figure.texts[-1].get_text().split())


def test_a_point_of_a_chart_has_a_whisker_and_is_grey_if_not_compared() -> None:
    sweep = sweep_of("players=2,3", games="90", paths=("seats.2.win_rate", "seats.3.win_rate"))
    [figure] = draw_charts(sweep).values()
    axes = figure.axes[0]
    assert PALE in [filling for _, _, filling in markers(figure)]
    assert "grey: not compared" in notes_of(figure)
    by_path = sweep.points[1].results.estimate("seats.3.win_rate")
    lines = [one for one in axes.collections if isinstance(one, LineCollection)]
    assert any(
        np.allclose(
            one.get_segments()[0],
            [(3, 100 * (by_path.low - 1 / 3)), (3, 100 * (by_path.high - 1 / 3))],
        )
        for one in lines
    )
    assert [tick.get_text() for tick in axes.get_xticklabels()] == [
        "2\nfair: 50.0%",
        "3\nfair: 33.3%",
    ]


def test_a_heat_map_is_coloured_by_the_distance_from_fair_or_by_clear_differences() -> None:
    paths = (ADVANTAGE, MINUTES)
    sweep = sweep_of("target_score=11,12", "hand_size=4,5", games="2000", paths=paths)
    assert sweep.standings([ADVANTAGE]) == {"base", "not clear"}
    pale, coloured = draw_charts(sweep).values()
    by_path = {path: sweep.at_points[path] for path in paths}
    clear = [
        one.difference.estimate.value if one.difference and one.is_clear else 0.0
        for one in by_path[MINUTES]
    ]
    base = sweep.base.estimate(MINUTES).value
    for figure, expected, least in (
        (pale, [one.estimate.value for one in by_path[ADVANTAGE]], 0.05),
        (coloured, clear, 0.1 * base),
    ):
        mesh = figure.axes[0].collections[0]
        assert list(np.asarray(mesh.get_array()).ravel()) == expected
        assert mesh.norm.vmax == pytest.approx(max(least, *map(abs, expected)))
    assert "White: the fair share; orange: above; blue: below." in notes_of(pale)
    legend = f"White: not clearly different from {base_name(sweep)}; orange: clearly higher"
    assert legend in notes_of(coloured)
    [frame] = pale.axes[0].patches
    assert isinstance(frame, Rectangle)
    assert frame.get_xy() == (1.01, 1.01)


def test_a_heat_map_of_a_target_is_white_at_points_that_meet_it() -> None:
    targets = {MINUTES: {"max": 20}}
    vary = ("target_score=2,12", "hand_size=4,5")
    sweep = sweep_of(*vary, games="90", paths=(MINUTES,), targets=targets)
    minutes = [point.results.estimate(MINUTES).value for point in sweep.points]
    assert min(minutes) < 20 < max(minutes)
    [figure] = draw_charts(sweep).values()
    shades = np.asarray(figure.axes[0].collections[0].get_array()).ravel()
    assert list(shades) == pytest.approx([max(0.0, one - 20) for one in minutes])
    assert "White: within the target, at most 20; orange: above it" in notes_of(figure)


@pytest.mark.parametrize("narrow", quick_among([False, True], True))
def test_no_text_of_a_sweep_is_cut_or_overlaps_another(narrow: bool) -> None:
    for vary in (
        ["target_score=6,8,10,12"],
        ["starter=same,rotate"],
        ["target_score=6,12", "starter=same,rotate"],
    ):
        for chart in charts_of(sweep_of(*vary, games="90")):
            assert faults(chart.draw(narrow=narrow)) == [], (chart.name, vary)
            assert chart.words
            assert re.search(r"\d|clear", chart.title), chart.title
