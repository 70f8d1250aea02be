"""What it saved a run to play each deal in every rotation of its line-up."""

from __future__ import annotations

import math

from reports.figures.figure import STRATEGIES, WIN_RATE
from reports.figures.rotation import COSTLY, WORTH, rotation_gain
from reports.run.results import Results
from reports.writing import numbers
from reports.writing.words import listed


def rotation_gains(results: Results) -> dict[str, float]:
    """Return how many times as many games without rotation each win rate's interval would take.

    Returns
    -------
    dict
        By strategy; NaN where that is not known. Empty where nothing is rotated.
    """
    if results.run.study.rotations == 1:
        return {}
    found = {}
    for number, figure in enumerate(results.some(STRATEGIES, WIN_RATE)):
        sums = results.deal_sums(figure.source)
        # A strategy of several seats is observed in each; what it wins of a game is their sum.
        seats = results.run.layout.places.count(number)
        spread = _spread_of_a_game(results, number, seats * sums.mean)
        found[figure.of[0]] = rotation_gain(sums, spread / seats)
    return found


def _spread_of_a_game(results: Results, number: int, won: float) -> float:
    """Return the variance of what a strategy wins of one game.

    Exactly of one that has a single seat, and of who meets nobody but such a one; of others a
    little too much where wins are shared, as of what is won or not.
    """
    layout, tally = results.run.layout, results.run.tally
    sides = (number, 1 - number) if layout.strategies == 2 else (number,)
    alone = next((side for side in sides if layout.places.count(side) == 1), None)
    if alone is None:
        return won * (1 - won)
    # It has each seat in one game a deal.
    first = layout.cell_wins.start + alone * layout.players
    seats = slice(first, first + layout.players)
    squares = sum(tally.squares[seats]) / (results.run.games * layout.win**2)
    mean = sum(tally.sums[seats]) / (results.run.games * layout.win)
    return squares - mean**2


def saved(results: Results) -> list[str]:
    """Say how many games rotation saved or cost, where that is much."""
    known = {spec: gain for spec, gain in rotation_gains(results).items() if math.isfinite(gain)}
    if not known or (min(known.values()) > COSTLY and max(known.values()) < WORTH):
        return []
    by_gain: dict[str, list[str]] = {}
    for spec, gain in known.items():
        by_gain.setdefault(numbers.times(gain), []).append(spec)
    told = [f"{times} times as many for the wins of {listed(s)}" for times, s in by_gain.items()]
    cost = " Below 1, rotation cost games." if min(known.values()) < 1 else ""
    return [
        "What playing each deal in every rotation saved: of games that each have a deal of their "
        f"own, intervals as narrow would need {listed(told)}.{cost}"
    ]
