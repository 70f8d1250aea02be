"""How a study stands while it is played."""

from __future__ import annotations

from reports.figures.figure import MINUTES, PLAIN, POINTS
from reports.run.results import Results
from reports.writing import numbers
from reports.writing.document import Column
from simulate.game import find_game
from simulate.play.run import Run, layout_of
from simulate.play.tally import Tally
from simulate.study import Study

LIVE_COLUMNS = (
    Column("", numeric=False),
    Column("games", spare=True),
    Column("first-player advantage", short="first player"),
    Column("minutes", spare=True),
)


def live_row(study: Study, tally: Tally, confidence: float, name: str) -> list[str]:
    """Return how a study stands, in the order of `LIVE_COLUMNS`.

    Parameters
    ----------
    study
        What is played.
    tally
        The counts so far.
    confidence
        Of the interval.
    name
        Which study this is.
    """
    run = Run(study, layout_of(study, find_game(study.game)), tally, 0.0, 1, False)
    if not tally.deals:
        return [name, "0", "", ""]
    results = Results(run, confidence)
    advantage = results.first_player_advantage()
    span = (
        f"{numbers.number(advantage.value, 0.001, POINTS)} ({numbers.ends(advantage, POINTS)}) pp"
    )
    return [name, f"{run.games:,}", span, numbers.value(results.estimate(MINUTES), PLAIN)]
