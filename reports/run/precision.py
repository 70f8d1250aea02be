"""To within what a run knows the figures that it is played to know."""

from __future__ import annotations

from reports.figures.figure import Quantile
from reports.figures.precision import Reached, half_width, narrowest, step
from reports.run.results import Results


def reached(results: Results) -> list[Reached]:
    """Return to within what each figure is known that the study's precisions are about."""
    return [_reached(results, path) for path in results.run.study.precision]


def is_known(results: Results) -> bool:
    """Return whether all these figures are known so well as is asked; of none they are."""
    return all(one.is_enough for one in reached(results))


def games_to_know(results: Results) -> int:
    """Return how many games there should be, for all these figures to be known so well."""
    games = results.run.games
    return max(one.games_wanted(games) for one in reached(results))


def _reached(results: Results, path: str) -> Reached:
    figure, estimate = results.figure(path), results.estimate(path)
    least = percentile_step(results, path)
    reach = max(half_width(estimate), least)
    return Reached(figure, results.run.study.precision[path], estimate.value, reach, least)


def percentile_step(results: Results, path: str, *, differences: bool = False) -> float:
    """Return to within what a percentile can be known at best; 0 of any other figure."""
    figure = results.figure(path)
    if not isinstance(figure.source, Quantile):
        return 0.0
    ranks = results.run.tally.lengths[figure.source.length]
    return narrowest(figure, differences, step(ranks))
