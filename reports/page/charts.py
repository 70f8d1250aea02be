"""The chart of skill: how many of a hundred games a good player wins."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from reports.figures.figure import STRATEGIES, WIN_RATE
from reports.figures.statistics import Estimate
from reports.run.chart_titles import title_of_skill
from reports.run.charts import SKILL
from reports.run.results import RunResults
from reports.writing import marks
from reports.writing.chart_frame import ChartFrame, ChartKind, Drawing
from reports.writing.document import Chart
from reports.writing.wording import counted


@dataclass(frozen=True)
class SkillReport:
    """The data of the chart of skill."""

    #: The results of the study whose rules were played.
    results: RunResults
    #: The good player's strategy.
    strategy: str
    #: The good player's win rate.
    wins: Estimate
    #: The win rate that luck alone would give.
    fair: float
    #: The number of games.
    games: int
    #: The check of skill in words.
    sentence: str


def charts_of_skill(
    results: RunResults, figures: Mapping[str, Estimate | float], sentence: str
) -> list[Chart]:
    """Return a list with the chart of skill; empty if the good player's win rate is not known.

    Parameters
    ----------
    results
        The results of the study whose rules were played.
    figures
        The figures of the check of skill (`reports.page.checks.Check.figures`).
    sentence
        The check of skill in words.
    """
    for path, figure in figures.items():
        is_known = isinstance(figure, Estimate) and math.isfinite(figure.high - figure.low)
        if is_known and path.startswith(f"{STRATEGIES}."):
            assert isinstance(figure, Estimate)
            strategy = path.removeprefix(f"{STRATEGIES}.").removesuffix(f".{WIN_RATE}")
            games = figures.get("games", figure.n)
            fair = figures.get("fair share", results.fair_share)
            assert not isinstance(games, Estimate)
            assert not isinstance(fair, Estimate)
            report = SkillReport(results, strategy, figure, fair, int(games), sentence)
            return _SKILL.of(report)
    return []


def _title(report: SkillReport) -> str:
    """Return a title that says whether good play pays."""
    return title_of_skill(report.wins, report.fair)


def _draw(sheet: ChartFrame, report: SkillReport) -> Drawing:
    """Return the drawing of 100 games, of which the games that the good player wins are filled."""
    results = report.results
    study = results.run.study
    players = counted(study.players, "player")
    title = f"{results.game.title}, variant {study.variant}, {players}"
    games = f"{counted(report.games, 'game')} of {report.strategy} against random players"
    height = 2.0 * sheet.width / 8.0 + 0.6
    low, high = math.floor(100 * report.wins.low), math.ceil(100 * report.wins.high)
    wins = f"wins {low} to {high} of 100"
    note = "Each dot is one of 100 games, filled if the good player wins. Pale: could be either."
    if high - low <= marks.SURE:
        wins = f"wins {100 * report.wins.value:.0f} of 100"
        note = "Each dot is one of 100 games, filled if the good player wins."
    drawing = sheet.frame(title, [games], height, [note])
    axes = drawing.subplots()
    luck = f"{100 * report.fair:.0f} if skill made no difference"
    marks.draw_hundred(axes, report.wins, report.fair, (luck, wins))
    return drawing


_SKILL = ChartKind(SKILL, "Does good play pay?", _title, lambda report: str(report.sentence), _draw)
