"""The win rates of seats or sides in the versions of a comparison."""

from __future__ import annotations

from reports.figures.statistics import Estimate
from reports.run.results import RunResults
from reports.writing.wording import seat_names


def is_stored(results: RunResults) -> bool:
    """Return True for results that were stored without the tallies behind them."""
    return not results.run.tally.sums


def win_rates_of(results: RunResults) -> dict[str, Estimate]:
    """Return the win rates of seats or sides by name, with the intervals that decide verdicts.

    Stored results have only the intervals that were stored.
    """
    rates = results.rival_win_rates() if is_stored(results) else results.joint_win_rates()
    if results.contest == "seats":
        return dict(zip(seat_names(results.players), rates.values(), strict=True))
    return rates


def fair_share_of(results: RunResults) -> float:
    """Return the win rate of each seat if all win equally often, given the games with a winner.

    For stored results, the number of games with a winner is unknown, and every game counts as won.
    """
    return results.fair_share if is_stored(results) else results.decided_fair_share
