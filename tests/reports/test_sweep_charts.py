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
    assert fillings == ["white", "none", "#0b62a8", "white"]
    assert "hollow: exactly the same" in notes_of(figure)
    assert "hollow: not clearly different" not in notes_of(figure)
    minutes = sweep_of("target_score=6,12", paths=(MINUTES, ADVANTAGE))
    clear, unclear = draw_charts(minutes).values()
    assert [filling for _, _, filling in markers(clear)] == ["#0b62a8", "none", "#0b62a8"]
    assert [filling for _, _, filling in markers(unclear)] == ["white", "none", "#0b62a8"]
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


def shades_of(figure: Drawing) -> list[float]:
    """Return the shades of all tiles of a map, in order."""
    return list(np.asarray(figure.axes[0].collections[0].get_array()).ravel())


def test_a_map_is_white_where_the_interval_includes_the_fair_share() -> None:
    sweep = sweep_of("target_score=6,12", "hand_size=4,5", games="2000", paths=(ADVANTAGE,))
    estimates = [at_point.estimate for at_point in sweep.at_points[ADVANTAGE]]
    clear = [estimate.low > 0 or estimate.high < 0 for estimate in estimates]
    [chart] = charts_of(sweep)
    figure = chart.draw()
    assert shades_of(figure) == [
        estimate.value if is_clear else 0.0
        for estimate, is_clear in zip(estimates, clear, strict=True)
    ]
    styles = [text.get_fontstyle() for text in figure.axes[0].texts]
    assert styles == ["normal" if is_clear else "italic" for is_clear in clear]
    assert "white and in italics: not clear" in notes_of(figure)
    assert not figure.axes[0].patches


def test_the_title_of_a_map_of_fairness_counts_the_clear_versions() -> None:
    even = sweep_of("target_score=11,12", "hand_size=4,5", games="60", paths=(ADVANTAGE,))
    [chart] = charts_of(even)
    assert chart.title == "First-player advantage: not clear at any of 4 versions"
    assert shades_of(chart.draw()) == [0.0] * 4
    lineup = ("planner", "random", "random", "random")
    uneven = sweep_of(
        *("target_score=6,8", "hand_size=4,5"),
        games="400",
        paths=(ADVANTAGE,),
        strategies=lineup,
        no_rotate=True,
    )
    [chart] = charts_of(uneven)
    assert chart.title == "First-player advantage: clear at all 4 versions"
    assert min(shades_of(chart.draw())) > 0.3


def test_a_map_without_a_target_is_coloured_by_clear_differences_from_the_base() -> None:
    sweep = sweep_of("target_score=11,12", "hand_size=4,5", games="2000", paths=(MINUTES,))
    [figure] = draw_charts(sweep).values()
    clear = [
        point.difference.estimate.value if point.difference and point.is_clear else 0.0
        for point in sweep.at_points[MINUTES]
    ]
    assert shades_of(figure) == clear
    mesh = figure.axes[0].collections[0]
    base = sweep.base.estimate(MINUTES).value
    assert mesh.norm.vmax == pytest.approx(max(0.1 * base, *map(abs, clear)))
    assert f"Compared with {base_name(sweep)} on the same deals" in notes_of(figure)
    words = [text.get_text().split("\n")[1:] for text in figure.axes[0].texts]
    assert words[3] == ["current"]


def test_the_map_of_a_target_outlines_where_it_is_met_and_is_white_where_it_is_not_clear() -> None:
    targets = {MINUTES: {"max": 20}}
    vary = ("target_score=2,7,12", "hand_size=4,5")
    sweep = sweep_of(*vary, games="90", paths=(MINUTES,), targets=targets)
    judged = [point.results.judged()[0] for point in sweep.points]
    words = [one.verdict.word for one in judged]
    assert {"meets", "misses"} <= set(words)
    [chart] = charts_of(sweep)
    figure = chart.draw()
    assert shades_of(figure) == pytest.approx(
        [one.estimate.value - 20 if one.verdict.word == "misses" else 0.0 for one in judged]
    )
    outlined = [patch for patch in figure.axes[0].patches if isinstance(patch, Rectangle)]
    assert len(outlined) == words.count("meets")
    assert chart.title.startswith(
        f"Mean length in minutes, target at most 20: met at {words.count('meets')} of 6 versions"
    )
    texts = [text.get_text() for text in figure.axes[0].texts]
    for word, text in zip(words, texts, strict=True):
        assert {"meets": "met", "misses": "missed", "undecided": "not clear"}[word] in text


def test_maps_leave_out_win_rates_that_repeat_the_first_players_advantage() -> None:
    vary = ("target_score=6,12", "hand_size=4,5")
    names = [chart.name for chart in charts_of(sweep_of(*vary, games="40"))]
    assert names == ["first_player_advantage", "length_minutes_mean"]
    asked = sweep_of(*vary, games="40", paths=("seats.2.win_rate",))
    assert [chart.name for chart in charts_of(asked)] == ["seats_2_win_rate"]
    wanted = sweep_of(*vary, games="40", targets={"seats.2.win_rate": {"max": 0.3}})
    assert "seats_2_win_rate" in [chart.name for chart in charts_of(wanted)]


def test_a_map_of_many_versions_is_not_taller_than_1600_pixels() -> None:
    sweep = sweep_of("target_score=3:14:1", "starter=same,rotate,loser", games="40")
    for chart in charts_of(sweep):
        figure = chart.draw()
        assert figure.get_figheight() * 160 <= 1600
        assert faults(figure) == []


@pytest.mark.slow
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
