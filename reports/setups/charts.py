"""The chart of `setups`: the shares of wins of all deals, and what luck alone would give."""

from __future__ import annotations

import numpy as np
from scipy.special import bdtr

from reports.analysis.contest import frame
from reports.setups.first_page import name_competitor
from reports.setups.results import SetupsResults
from reports.writing import wording
from reports.writing.chart_frame import GREY, ChartFrame, Drawing
from reports.writing.plots import LOOKS
from simulate.play.repeats import SHARES
from simulate.play.tally import whole_win

#: The height of the chart in inches.
_HEIGHT = 3.6


def draw_deals(sheet: ChartFrame, results: SetupsResults) -> Drawing:
    """Draw the share of wins of each deal, from worst to best, and the shares of equal deals."""
    place = _widest(results)
    name = name_competitor(results, place + 1)
    shares = np.sort(results.counts[:, place, SHARES] / whole_win(results.players))
    shares = 100 * shares / results.repeats
    deals = len(shares)
    equal = _equal_shares(float(shares.mean()) / 100, deals, results.repeats)
    notes = [
        f"Each dot is a deal, for {name}, in the order of its wins. Line: what luck alone would "
        "give if all deals were equal."
    ]
    games = f"{wording.counted(deals, 'deal')}, each played {results.repeats:,} times"
    drawing = frame(results, sheet, games, _HEIGHT, notes)
    axes = drawing.subplots()
    positions = np.arange(1, deals + 1)
    axes.step(positions, 100 * equal, where="mid", color=GREY, linewidth=2, zorder=1)
    colour, _ = LOOKS[0]
    axes.scatter(positions, shares, color=colour, s=8 if deals > 60 else 20, zorder=2)
    axes.set_ylim(-3, 103)
    axes.locator_params("x", integer=True)
    axes.set_xlabel("deals, from the worst to the best")
    axes.set_ylabel(f"plays won by {name} in %")
    return drawing


def _widest(results: SetupsResults) -> int:
    """Return the index of the competitor whose wins differ most between deals."""
    spread = results.counts[:, :, SHARES].var(axis=0)
    return int(np.argmax(spread))


def _equal_shares(chance: float, deals: int, repeats: int) -> np.ndarray:
    """Return shares of wins that equal deals would have by luck alone, in rising order.

    They are quantiles of the binomial distribution: one for each of `deals` deals. `chance` is the
    chance to win a game, the same in all deals, and `repeats` the number of games of each deal.
    """
    wins = np.arange(repeats + 1)
    ranks = (np.arange(deals) + 0.5) / deals
    return np.searchsorted(bdtr(wins, repeats, chance), ranks) / repeats
