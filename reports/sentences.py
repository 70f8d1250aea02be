"""Figures and findings in plain words."""

from __future__ import annotations

import math

from reports.precision import half_width
from reports.results import Results
from reports.statistics import Estimate

#: With a larger share of games undecided, nothing is said about going first.
MOST_UNDECIDED = 0.01


def percent(share: float, places: int = 1) -> str:
    """Write a share as a percentage: 0.2694 as "26.9 %"."""
    return f"{100 * share:.{places}f} %"


def points(share: float) -> str:
    """Write a difference of shares in percentage points, with its sign: "+1.9"."""
    return f"{100 * share:+.2f}".replace("-", "\N{MINUS SIGN}")


def percent_interval(estimate: Estimate, places: int = 1) -> str:
    """Write an interval of a share: "26.7 to 27.2 %"."""
    return f"{100 * estimate.low:.{places}f} to {100 * estimate.high:.{places}f} %"


def first_player(results: Results) -> str:
    """Say in one sentence whether going first is an advantage, and how sure that is."""
    advantage = results.first_player_advantage()
    level = f"{100 * results.confidence:g} % interval"
    size = f"{points(advantage.low)} to {points(advantage.high)} percentage points, {level}"
    rate = percent(results.seats()[0].win_rate.value)
    fair = percent(results.fair_share)
    wins = f"seat 1 wins {rate} of {results.run.games:,} games instead of a fair {fair}"
    if results.unfinished > MOST_UNDECIDED * results.run.games:
        share = percent(results.unfinished / results.run.games)
        return f"No verdict on going first, because {share} of the games were not decided: {wins}."
    if not results.run.study.rotate and len(results.run.study.strategies) > 1:
        return (
            "No verdict on going first, because each strategy kept its seat and the two cannot "
            f"be told apart: {wins}."
        )
    if advantage.low > 0:
        return f"Going first is an advantage: {wins} ({size})."
    if advantage.high < 0:
        return f"Going first is a disadvantage: {wins} ({size})."
    return f"No first-player advantage can be told from chance: {wins} ({size})."


def precision(results: Results) -> str:
    """Say whether the precision asked for was reached."""
    study = results.run.study
    reached = half_width(results.estimate(study.precision_of))
    told = f"{study.precision_of} is known to within {reached:.3g}"
    games = f"after {results.run.games:,} games"
    if reached <= study.precision:
        return f"{told} {games}; {study.precision:.3g} was asked for."
    return f"{told} {games}: not the {study.precision:.3g} asked for."


def minutes(results: Results) -> str:
    """Say how long a game takes at the table, and what the box says."""
    length, seconds = results.minutes(), results.seconds_per_turn
    low, middle, high = (
        f"{value:.{1 if value < 10 else 0}f}".removesuffix(".0")
        for value in length.percentiles.values()
    )
    told = f"half of the games take {middle} minutes or less and nine in ten {low} to {high}"
    if low == high:
        told = f"nine games in ten take {middle} minutes"
    if len(length.histogram.counts) == 1:
        told = f"every game takes {middle} minutes"
    if results.unfinished:
        told += f" ({results.unfinished:,} of them cut off undecided)"
    told = f"At an assumed {seconds} seconds a turn, {told}"
    box = results.game.box_minutes
    if box is None:
        return f"{told}."
    claim = f"{box[0]} to {box[1]}" if box[0] != box[1] else f"about {box[0]}"
    return f"{told}; the box says {claim}."


def lead_changes(results: Results) -> str:
    """Say how often the lead changes."""
    changes = results.lead_changes()
    known = f" ({changes.low:.2f} to {changes.high:.2f})" if math.isfinite(changes.high) else ""
    return (
        f"The lead changes {changes.value:.2f} times a game{known}, "
        f"looking {results.game.standings}."
    )


def comeback(results: Results) -> str:
    """Say how often a seat that was last at half-time still wins."""
    estimate, halftime = results.comebacks(), results.game.halftime
    if not estimate.n:
        return f"In no game was anybody behind {halftime}, so nobody could come back."
    return (
        f"A seat in last place {halftime} still wins {percent(estimate.value)} of "
        f"{estimate.n:,} times ({percent_interval(estimate)}); a fair share is "
        f"{percent(results.fair_share)}."
    )


def unfinished(results: Results) -> str:
    """Say how many games reached the safety cap on turns."""
    cap = results.run.study.values["max_turns"]
    if not results.unfinished:
        return f"Every game was decided within {cap:,} turns."
    share = percent(results.unfinished / results.run.games, 2)
    return (
        f"{results.unfinished:,} games ({share}) were still undecided after {cap:,} turns; "
        "nobody is credited with a win in them."
    )
