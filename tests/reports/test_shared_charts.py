"""A chart that runs, comparisons and sweeps share is declared once."""

from __future__ import annotations

import pytest
from matplotlib.figure import Figure as Drawing

from reports.comparison import charts as of_comparisons
from reports.comparison import document as comparisons
from reports.run import charts as of_runs
from reports.run import document as runs
from reports.run import shared_charts
from reports.run.shared_charts import Played, SharedChart
from reports.sweep import charts as of_sweeps
from reports.sweep import document as sweeps
from reports.writing.chart_frame import Sheet
from reports.writing.document import Chart
from tests.helpers.sweeps import sweep_of


def draw(sheet: Sheet, played: Played) -> Drawing:
    drawing = played.frame(sheet, 1.0, ["A note."])
    drawing.subplots()
    return drawing


def test_one_declaration_is_drawn_and_has_a_section_in_all(monkeypatch: pytest.MonkeyPatch) -> None:
    declared = SharedChart(
        "arms",
        "How many?",
        lambda played: f"{len(played.arms)} in all",
        lambda played: "Nothing more.",
        draw,
        "arms",
        heading="How many",
    )
    monkeypatch.setattr(shared_charts, "shared_charts", lambda: (declared,))
    sweep = sweep_of("target_score=8,10", games="40")
    run, comparison = sweep.base, sweep.comparison
    drawn = [
        of_runs.charts_of(run)[-1],
        of_comparisons.charts_of(comparison)[-1],
        of_sweeps.charts_of(sweep)[-1],
    ]
    titles = ["1 in all", "2 in all", "2 in all"]
    assert [chart.title for chart in drawn] == titles
    for chart in drawn:
        assert [text.get_text() for text in chart.draw().texts][-1] == "A note."
    for found, title in zip(
        (runs.find(run, []), comparisons.find(comparison), sweeps.find(sweep)), titles, strict=True
    ):
        [section] = [one for one in found.sections if one.title == "How many"]
        assert [part.title for part in section.parts if isinstance(part, Chart)] == [title]
    assert shared_charts.names_of(["own"]) == ["own", "arms"]
