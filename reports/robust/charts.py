"""The chart of the ranges of figures, or of their differences, with other players."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from reports.figures.figure import PLAIN, POINTS, Unit
from reports.figures.spread import joint_range
from reports.figures.statistics import UNKNOWN, Estimate
from reports.robust.directions import LevelsOfArms
from reports.robust.levels import (
    JUDGED_FIGURES,
    MOST_UNDECIDED,
    PLAYER_VERDICTS,
    Group,
    JudgedFigure,
    LevelEstimate,
    PlayerLevel,
)
from reports.robust.robustness import Judgement, Robustness
from reports.writing import wording
from reports.writing.chart_frame import NARROW, ChartFrame, ChartKind, Drawing
from reports.writing.marks import DotPanel, DotRow, draw_dot_panels, shorten
from reports.writing.wording import capital, listed

#: The predicates for verdicts, in the singular and in the plural.
_PREDICATES: dict[str, tuple[str, str]] = {
    "depends on who plays": ("depends on who plays", "depend on who plays"),
    "holds": ("holds", "hold"),
}
#: The titles of groups of figures, with `{seat}` for the judged seat.
GROUP_TITLES: dict[Group, str] = {
    "seats": "Points that seat {seat} wins above fair",
    "length": "Mean length in minutes",
    "course": "Lead changes per game",
}
#: The largest number of versions besides the first.
_MOST_VERSIONS = 6
#: The largest height of the panels in inches.
_MOST_INCHES = 7.6


@dataclass(frozen=True)
class RobustReport:
    """The data of a chart that compares a run or several versions across players."""

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


def _is_informative(report: RobustReport) -> bool:
    """Return True if styles could be ranked and the chart has room for all versions."""
    if report.levels is None or not report.levels.ranked.is_known:
        return False
    return len(report.series) <= _MOST_VERSIONS and bool(report.results.verdicts)


def _question(report: RobustReport) -> str:
    """Return the question that the chart answers; it depends on whether versions are compared."""
    if report.series:
        return "Does it hold for all players?"
    return "Is it the game, or the players?"


def _title(report: RobustReport) -> str:
    """Return the verdicts on all figures as a sentence without a full stop."""
    return summarise_verdicts(report.results)


def summarise_verdicts(results: Robustness | LevelsOfArms) -> str:
    """Return a sentence on which figures hold for other players, without a full stop.

    It is empty if nothing was judged.
    """
    subjects: dict[str, list[str]] = {}
    for figure in JUDGED_FIGURES:
        verdict = results.verdicts.get(figure)
        if verdict:
            subjects.setdefault(PLAYER_VERDICTS[verdict], []).append(figure.subject)
    clauses = []
    for word, (singular, plural) in _PREDICATES.items():
        if word in subjects:
            predicate = plural if len(subjects[word]) > 1 else singular
            clauses.append(f"{listed(subjects[word])} {predicate}")
    if "too few games" in subjects:
        clauses.append(f"too few games to tell for {listed(subjects['too few games'])}")
    return capital("; ".join(clauses))


def _draw(sheet: ChartFrame, report: RobustReport) -> Drawing:
    results = report.results
    games = [level.games for level in results.ranked.levels]
    limits = " to ".join(map(wording.whole, dict.fromkeys((min(games), max(games)))))
    if isinstance(results, Robustness):
        panels = [_make_panel(results, judged) for judged in results.judged.values()]
        subject = "Each tick is a group of players, the dot those of this study."
    else:
        panels = [_make_difference_panel(report, results, figure) for figure in JUDGED_FIGURES]
        subject = "Each tick is a group of good players."
    notes = [
        f"{subject} Pale: where the numbers may be, {100 * results.confidence:g} times in 100. "
        f"{limits} games of each group, on the same deals."
    ]
    hidden = 0
    if sheet.width > NARROW:  # Pages have room for all rows.
        shown = shorten(panels, sheet.width, _MOST_INCHES)
        hidden = max(
            len(panel.rows) - len(short.rows) for panel, short in zip(panels, shown, strict=True)
        )
        panels = shown
    if hidden:
        notes.append(f"Not shown: {wording.counted(hidden, 'more version')}.")
    return draw_dot_panels(sheet, lambda inches: report.frame(sheet, inches, notes), panels)


def _make_panel(results: Robustness, judged: Judgement) -> DotPanel:
    """Return a panel that shows the ranges of a run's figure for good players and for beginners."""
    unit = POINTS if judged.seat else PLAIN
    groups = {"good players": results.ranked.sensible, "beginners": results.ranked.beginners}
    rows = []
    for label, levels in groups.items():
        played = [level for level in levels if math.isfinite(judged.at(level).value)]
        if judged.seat:
            played = [level for level in played if level.has_winners]
        if played:
            study = next((judged.at(level) for level in played if level.is_study), UNKNOWN)
            ends = judged.span(levels)
            rows.append(_make_row(label, study, [judged.at(level) for level in played], unit, ends))
    title = GROUP_TITLES[judged.figure.group].format(seat=judged.seat)
    line = 0.0 if judged.seat else math.nan
    verdict = PLAYER_VERDICTS[judged.verdict]
    return DotPanel(rows, "", line, "fair" if judged.seat else "", f"{title}: {verdict}")


def _make_row(
    label: str,
    study: Estimate,
    estimates: Sequence[Estimate],
    unit: Unit,
    ends: tuple[float, float] | None,
    verdict: str = "",
) -> DotRow:
    """Return a row that shows the range of a figure over several groups of players.

    Parameters
    ----------
    label
        The label of the row.
    study
        The figure with the players of the study; `UNKNOWN` if they are not among the players.
    estimates
        The figure with each group of players.
    unit
        The unit of the figure.
    ends
        The ends of a range that holds the figure with all these players; None if it is not known.
    verdict
        The verdict in words; may be empty.
    """
    number = "not known"
    low = high = math.nan
    if ends:
        low, high = ends
        number = wording.outer_range(low, high, unit)
    figure = Estimate(study.value, low, high, study.n).scaled(unit.scale)
    values = [unit.scale * estimate.value for estimate in estimates]
    return DotRow(label, figure, number, verdict, is_clear=True, values=values)


def _make_difference_panel(
    report: RobustReport, results: LevelsOfArms, figure: JudgedFigure
) -> DotPanel:
    """Return the panel of a figure's differences between versions, with a row per version."""
    good = {level.name for level in results.ranked.sensible}
    rows = []
    for difference in results.of(figure):
        estimates = [
            estimate
            for name, estimate in difference.at.items()
            if name in good and math.isfinite(estimate.value.value)
        ]
        if not estimates:
            continue
        unit = estimates[0].unit
        ends = joint_range([estimate.value for estimate in estimates])
        verdict = PLAYER_VERDICTS[difference.verdict]
        values = [estimate.value for estimate in estimates]
        label = report.names[difference.b]
        rows.append(_make_row(label, UNKNOWN, values, unit, ends, verdict))
    references = {report.names[difference.a] for difference in results.directions}
    against = references.pop() if len(references) == 1 else "the compared version"
    title = GROUP_TITLES[figure.group].format(seat=figure.seat)
    return DotPanel(rows, "", 0.0, f"as with {against}", title)


OTHER_PLAYERS = ChartKind(
    "levels_of_play",
    _question,
    _title,
    lambda report: "The tables hold the numbers.",
    _draw,
    "levels",
    _is_informative,
)
