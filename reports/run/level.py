"""A run as one of several levels of play."""

from __future__ import annotations

from reports.figures.statistics import Estimate
from reports.robust.levels import Level
from reports.run.results import Results
from simulate.play.run import Run


def level_of(
    run: Run, name: str, strength: str, *, few: bool = False, asked: bool = False
) -> Level:
    """Return what a run gave at a level; name and all that follows are as of `Level`."""
    results = Results(run)

    def known(path: str, confidence: float) -> Estimate:
        return results.at(results.level_for(confidence)).estimate(path)

    return Level(
        name,
        strength,
        run.study.lineup,
        run.games,
        run.tally.id,
        results.unfinished / run.games,
        known,
        few,
        asked,
    )
