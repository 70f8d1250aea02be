"""What the versions of a comparison give with other players on the same deals."""

from __future__ import annotations

from dataclasses import replace

from reports.comparison.difference import figure_difference
from reports.figures.statistics import Estimate
from reports.robust.levels import Level, Table
from reports.run.results import Results, level_of
from simulate.play.run import Together


def levels_of(
    together: Together, who: Table, confidence: float, *, asked: bool = False
) -> tuple[Level, ...]:
    """Return what each arm gave, all but the first with its change; else as `level_of`."""
    runs, against = together.runs, together.against
    games = min(run.games for run in runs)
    found = [level_of(run, who, confidence, asked=asked) for run in runs]

    def compared(arm: int) -> Level:
        place = against[arm] if against else 0
        first = Results(runs[place]).over(together.beside[arm - 1])
        second, products = Results(runs[arm]), together.products[arm - 1]

        def known(path: str, confidence: float) -> Estimate:
            one, other = (each.at(each.level_for(confidence)) for each in (first, second))
            return figure_difference(path, one, other, products).estimate

        change = replace(found[arm], known=known, games=games, reference=found[place])
        return replace(found[arm], change=change)

    return (found[0], *(compared(arm) for arm in range(1, len(runs))))
