"""What ended a run: that a figure was known well enough, or that all was decided."""

from __future__ import annotations

import math
from collections.abc import Mapping

from reports.figures.precision import half_width
from reports.run.results import Results
from reports.writing import numbers
from reports.writing.numbers import counted
from reports.writing.words import capital, listed

#: So many studies that stopped sooner than others are named.
_MOST_NAMED = 4


def precision(results: Results) -> str:
    """Say whether the precision asked for was reached."""
    study = results.run.study
    figure = results.figure(study.precision_of)
    measure = figure.unit.of_differences.name if figure.unit.share else figure.unit.name
    scale, reached = figure.unit.scale, half_width(results.estimate(study.precision_of))
    told, games = f"{capital(figure.title)}:", f"after {results.run.games:,} games"
    asked = f"{scale * study.precision:.6g}"
    if not math.isfinite(reached):
        return f"{told} not known {games}; to within {asked} {measure}".rstrip() + " was asked for."
    known = f"to within {numbers.rounded_up(scale * reached, 3)} {measure}".rstrip()
    if reached <= study.precision:
        return f"{told} known {known} {games}; {asked} was asked for."
    return f"{told} known only {known} {games}, not the {asked} asked for."


def decided(results: Results, what: str = "every target", *, known: bool | None = None) -> str:
    """Say what ended a study that is played until all that is asked is decided.

    Parameters
    ----------
    results
        Of the study, or of the one with most games of several on the same deals.
    what
        Has to be decided.
    known
        Whether it is; of the targets unless said.
    """
    run, study = results.run, results.run.study
    known = results.is_decided if known is None else known
    most = study.deals * study.rotations
    return ended(run.games, most, what, known=known, interrupted=run.interrupted)


def ended(games: int, most: int, what: str, *, known: bool, interrupted: bool) -> str:
    """Say what ended playing until something is decided.

    Parameters
    ----------
    games, most
        That were played, and that would have been at most.
    what
        Has to be decided.
    known, interrupted
        Whether it is, and whether it was interrupted.
    """
    after = f"After {counted(games, 'game')}"
    if known:
        return f"{after}, of {most:,} at most, {what} was decided; so it ended there."
    why = "when it was interrupted" if interrupted else "the most to play"
    return f"{after}, {why}, not {what} was decided."


def stopped(arms: Mapping[str, Results]) -> list[str]:
    """Say which of several studies stopped before the others, because nothing of them was open."""
    most = max(results.run.tally.deals for results in arms.values())
    games = {
        label: results.run.games
        for label, results in arms.items()
        if results.run.tally.deals < most
    }
    if not games:
        return []
    if len(games) > _MOST_NAMED:
        least, last = (f"{pick(games.values()):,}" for pick in (min, max))
        after = f"{least} to {last} games" if least != last else f"{least} games"
        return [f"{len(games)} of {len(arms)} were settled sooner, and stopped after {after}."]
    each = [f"{label} after {counted(several, 'game')}" for label, several in games.items()]
    return [f"Settled sooner, and stopped: {listed(each)}."]


def looked(results: Results) -> str:
    """Say what looking often costs."""
    run = results.run
    looks = sum(deals <= run.tally.deals for deals in run.study.looks)
    return looks_told(looks, len(run.study.looks), results.level, results.confidence)


def looks_told(looks: int, most: int, level: float, confidence: float) -> str:
    """Say what looking often costs.

    Parameters
    ----------
    looks, most
        How often it was looked, and would have been at most.
    level, confidence
        Of an interval by itself, and of those after all looks together.
    """
    return (
        f"Whether all was decided was looked at {counted(looks, 'time')}, and would have been "
        f"{most} times at most. Every interval is wider for that (by itself one of "
        f"{100 * level:.4g} %), so that all looks together are as sure as "
        f"{100 * confidence:g} % says."
    )
