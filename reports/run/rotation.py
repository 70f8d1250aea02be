"""What it saved a run to play each deal in every rotation of its line-up, for its tables."""

from __future__ import annotations

from reports.figures.figure import STRATEGIES, WIN_RATE
from reports.figures.statistics import rotation_gain
from reports.run.results import Results


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
