"""What ended a run: that figures were known well enough, or that all was decided."""

from __future__ import annotations

import math
from collections.abc import Mapping

from reports.figures.precision import Reached
from reports.run.precision import reached
from reports.run.results import Results
from reports.writing import numbers
from reports.writing.numbers import counted
from reports.writing.words import capital, listed
from simulate.study.precision import OF_VALUE

#: So many studies that stopped sooner than others are named.
_MOST_NAMED = 4


def precision(results: Results) -> list[str]:
    """Say whether the precisions asked for were reached, a sentence for each."""
    games = f"after {counted(results.run.games, 'game')}"
    return [known(one, one.figure.title, games) for one in reached(results)]


def known(one: Reached, what: str, games: str, whose: str = "its value") -> str:
    """Say whether a figure is known so well as was asked.

    Parameters
    ----------
    one
        How well it is known.
    what, games
        What it is called, and when it was known, as in "after 2,000 games".
    whose
        What per cent are of.
    """
    unit = one.figure.unit.of_differences if one.figure.unit.share else one.figure.unit
    told, of_value = f"{capital(what)}:", one.asked.unit == OF_VALUE
    asked = f"{one.asked.size:.3g} %" if of_value else f"{unit.scale * one.width:.3g}"
    if not math.isfinite(one.reach):
        kind = f"of {whose}" if of_value else unit.name
        return f"{told} not known {games}; to within {f'{asked} {kind}'.rstrip()} was asked for."
    number = numbers.rounded_up(unit.scale * one.reach, 3)
    name = unit.name.removesuffix("s") if number == "1" else unit.name
    within = f"to within {f'{number} {name}'.rstrip()}"
    if of_value and one.value:
        share = numbers.rounded_up(100 * one.reach / abs(one.value), 3)
        within += f", {share} % of {whose},"
    if one.is_enough:
        return f"{told} known {within} {games}; {asked} was asked for."
    why = ""
    if one.is_hopeless:
        why = ": it jumps from one value that occurs to the next, so more games tell no more"
    return f"{told} known only {within} {games}, not the {asked} asked for{why}."


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
        told = f"{after}, of {most:,} at most, {what} was decided; so it ended there."
    else:
        why = "the most to play" if games >= most else "with the most played of what is open"
        why = "when it was interrupted" if interrupted else why
        told = f"{after}, {why}, not {what} was decided."
    return f"{told} Intervals are wider than those of games that are looked at once."


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
    looks = sum(deals <= run.tally.deals for deals in run.study.interim)
    return looks_told(looks, len(run.study.interim), results.level, results.confidence)


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
