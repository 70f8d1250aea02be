"""The chart of figures, or of their differences, with other players."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from reports.robust.directions import LevelsOfArms
from reports.robust.levels import (
    JUDGED_FIGURES,
    MOST_UNDECIDED,
    JudgedFigure,
    LevelEstimate,
    PlayerLevel,
    RobustVerdict,
)
from reports.robust.robustness import Robustness
from reports.writing import wording
from reports.writing.chart_frame import ChartFrame, ChartKind, Drawing
from reports.writing.plots import LOOKS, Panel, Row, draw_panels
from reports.writing.wording import capital, listed

#: The predicates for verdicts, in the singular and in the plural.
_PREDICATES: dict[RobustVerdict, tuple[str, str]] = {
    "still moving": ("still moves as players get better", "still move as players get better"),
    "depends on style": ("depends on style", "depend on style"),
    "settled": ("is settled", "are settled"),
    "not clear": ("is not settled yet", "are not settled yet"),
}


@dataclass(frozen=True)
class RobustReport:
    """The data of the chart of a run, or of several versions, with other players."""

    #: The results with other players; None if they were not played.
    levels: Robustness | LevelsOfArms | None
    #: A function that is called with a sheet, a height in inches and notes, and returns an empty
    #: drawing with title and notes.
    frame: Callable[[ChartFrame, float, Sequence[str]], Drawing]
    #: The names of versions in sentences, by label; empty for a run.
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def results(self) -> Robustness | LevelsOfArms:
        """The results with other players; only valid if they were played."""
        assert self.levels, "the chart is only drawn if other players were played"
        return self.levels

    @property
    def series(self) -> list[str]:
        """The names of all versions but the first, in order; empty for a run."""
        labels = self.levels.labels[1:] if isinstance(self.levels, LevelsOfArms) else ()
        return [self.names[label] for label in labels]


def estimate_text(estimate: LevelEstimate, level: PlayerLevel) -> str:
    """Return a figure, or a difference, at a level as text, such as "+2.1 ± 0.4".

    An unknown value is written as "not judged", or as the share of undecided games if these are
    too many to judge it.
    """
    if not math.isnan(estimate.value.value):
        return wording.with_half(estimate.value, estimate.unit)
    if level.undecided > MOST_UNDECIDED:
        return f"{wording.percent(level.undecided, 0)} undecided"
    return "not judged"


def _make_row(
    report: RobustReport, figure: JudgedFigure, level: PlayerLevel, *, has_line: bool
) -> Row:
    """Return the chart's row for a figure at a level.

    Marks are hollow if they do not significantly differ from the reference line.
    """
    estimates = report.results.estimates(figure, level)
    return Row(
        f"{level.name} (as played)" if level.is_study else level.name,
        "\n".join(estimate_text(estimate, level) for estimate in estimates),
        [estimate.value.scaled(estimate.unit.scale) for estimate in estimates],
        hollow=[has_line and not estimate.direction for estimate in estimates],
    )


def _explain_marks(report: RobustReport) -> str:
    results = report.results
    interval = wording.interval_name(report.results.confidence)
    if isinstance(results, Robustness):
        return f"{interval}. Dashed: the fair share; hollow: not clearly more or less."
    references = {report.names[difference.a] for difference in results.directions}
    against = references.pop() if len(references) == 1 else "the compared version"
    return f"{interval} of the change against {against}. Hollow: not clear."


def _is_informative(report: RobustReport) -> bool:
    """Return True if styles could be ranked and the chart has enough colours for all versions."""
    if report.levels is None or not report.levels.ranked.is_known:
        return False
    return len(report.series) <= len(LOOKS)


def _question(report: RobustReport) -> str:
    if report.series:
        return "Does it hold for all players?"
    return "Is that the game's, or the players'?"


def _title(report: RobustReport) -> str:
    verdicts = report.results.verdicts
    sentences = []
    for verdict, (singular, plural) in _PREDICATES.items():
        subjects = [figure.subject for figure in JUDGED_FIGURES if verdicts.get(figure) == verdict]
        if subjects:
            sentences.append(f"{listed(subjects)} {plural if len(subjects) > 1 else singular}")
    return f"With other players: {'; '.join(sentences)}"


def _describe(report: RobustReport) -> str:
    if len(report.series) > 1:  # With several versions there are too many numbers for a text.
        return "The tables hold the numbers."
    results = report.results
    sentences = []
    for level in results.ranked.levels:
        figures = [
            f"{figure.head} {estimate_text(results.estimates(figure, level)[0], level)}"
            for figure in JUDGED_FIGURES
        ]
        sentences.append(f"{level.name}: {', '.join(figures)}")
    return f"{'; '.join(sentences)}."


def _draw(sheet: ChartFrame, report: RobustReport) -> Drawing:
    levels = report.results.ranked.levels
    series = report.series
    games = [level.games for level in levels]
    limits = " to ".join(map(wording.whole, dict.fromkeys((min(games), max(games)))))
    notes = [f"Whiskers: {_explain_marks(report)} {limits} games of each, on the same deals."]
    names = series if len(series) > 1 else ()
    panels = [_make_panel(report, figure, has_legend=bool(names)) for figure in JUDGED_FIGURES]
    drawing = draw_panels(sheet, lambda inches: report.frame(sheet, inches, notes), panels, names)
    for axes, panel in zip(drawing.axes, panels, strict=True):
        if math.isnan(panel.reference[0]):
            axes.set_xlim(left=0)
    return drawing


def _make_panel(report: RobustReport, figure: JudgedFigure, *, has_legend: bool) -> Panel:
    """Return the panel of a figure, with a row per level."""
    has_line = bool(report.series or figure.seat)
    title = capital(figure.title)
    verdict = report.results.verdicts.get(figure)
    if verdict:
        title = f"{title}: {_PREDICATES[verdict][0].removeprefix('is ')}"
    rows = [
        _make_row(report, figure, level, has_line=has_line)
        for level in report.results.ranked.levels
    ]
    reference = (0.0 if has_line else math.nan, "")
    if has_legend:  # The legend is drawn where the heading would be.
        return Panel(rows, title, reference)
    return Panel(rows, figure.head, reference, title=title)


OTHER_PLAYERS = ChartKind(
    "levels_of_play", _question, _title, _describe, _draw, "levels", _is_informative
)
