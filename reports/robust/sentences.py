"""Whether a finding is the game's or the players', in plain words."""

from __future__ import annotations

import math

from reports.figures.figure import PLAIN, POINTS, Unit
from reports.figures.precision import half_width
from reports.figures.spread import Word
from reports.figures.statistics import Estimate
from reports.robust.levels import Group, Judgement, Level, Robustness, value_at
from reports.writing import numbers
from reports.writing.words import listed

#: How a length and a count are told: what comes before the number and behind it, and how it
#: is compared. Both are means, beside lengths that half of the games do not exceed.
_TOLD: dict[Group, tuple[str, str, str]] = {
    "length": ("on average a game takes", "minutes", "long"),
    "course": ("the lead changes", "times a game", "often"),
}
_SHARE = Unit("percentage points", share=True)


def verdict(robustness: Robustness, group: Group) -> str:
    """Say how a figure varies between the levels, and what that allows to say."""
    judgement = robustness.judged[group]
    tell = _seats if group == "seats" else _measured
    told = tell(robustness, judgement)
    skilled = robustness.skilled.get(group)
    if skilled is None or judgement.word == "agree":
        return told
    if skilled.word == "not clear":
        return f"{told} {_AMONG[skilled.word]}."
    seat = f"seat {skilled.seat}, " if skilled.seat != judgement.seat else ""
    return f"{told} {_AMONG[skilled.word]}: {seat}{_ends(robustness, skilled)}."


def brief(robustness: Robustness, group: Group) -> str:
    """Say the same in a line.

    What is not clear has no numbers: those of few games lie far apart by chance alone.
    """
    judgement = robustness.judged[group]
    if judgement.word == "not clear":
        return f"do {_IN_BRIEF[group]} depend on who plays? {_too_few(robustness)}."
    if judgement.seat:
        seat = f"seat {judgement.seat} gets"
        if judgement.word == "differ":
            return f"{seat} {_roughly(robustness, judgement)}."
        most = numbers.rounded_up(100 * judgement.spread.high)
        return f"{seat} the same to within {most} points; {games_a_level(robustness)}."
    if _is_constant(robustness, judgement):
        return _measured(robustness, judgement)
    return f"{_MEAN[group]} {_ends(robustness, judgement)}."


#: What each group is called in a line.
_IN_BRIEF: dict[Group, str] = {
    "seats": "the seats",
    "length": "minutes",
    "course": "lead changes",
}
#: What comes before the mean length and the mean number of changes.
_MEAN: dict[Group, str] = {"length": "on average", "course": "lead changes"}
#: What is said of those who play well alone, where not all levels agree.
_AMONG: dict[Word, str] = {
    "agree": "Among solid and strong players alone it is the game's",
    "differ": "Among solid and strong players alone it depends too",
    "not clear": "Among solid and strong players alone it is not clear",
}


def _roughly(robustness: Robustness, judgement: Judgement) -> str:
    """Say from where to where the advantage of a seat goes, in whole points."""
    least, most = (
        numbers.roughly(value_at(robustness, judgement, level))
        for level in (judgement.lowest, judgement.highest)
    )
    return f"{least} ({judgement.lowest.name}) to {most} points ({judgement.highest.name})"


def _ends(robustness: Robustness, judgement: Judgement) -> str:
    """Say from where to where a figure goes, and at which levels."""
    low, high = (
        value_at(robustness, judgement, level) for level in (judgement.lowest, judgement.highest)
    )
    if judgement.seat:
        # Few games of each level, of which these are the extremes: never without their intervals.
        least, most = (numbers.with_half(one, POINTS) for one in (low, high))
        told = POINTS.name
    else:
        least = numbers.number(low.value, half_width(low), PLAIN)
        most, told = numbers.value(high, PLAIN), _TOLD[judgement.group][1]
    return f"{least} ({judgement.lowest.name}) to {most} {told} ({judgement.highest.name})"


def _seats(robustness: Robustness, judgement: Judgement) -> str:
    seat, span = judgement.seat, judgement.spread
    what = "seat 1's advantage" if seat == 1 else f"seat {seat}'s distance from its share"
    levels = _levels(robustness, of_winners=True)
    margin, left_out = numbers.number(judgement.margin, 0, _SHARE), _left_out(robustness)
    if judgement.word == "not clear":
        return (
            f"at {levels} {what} may be the same to within {margin}, or up to "
            f"{numbers.known_within(span.high, _SHARE)} apart: {_too_few(robustness)}.{left_out}"
        )
    ends = f"{what} is {_ends(robustness, judgement)}"
    if judgement.word == "agree":
        most = numbers.known_within(span.high, _SHARE)
        told = f"{ends} at {levels}, at most {most} apart, and no other seat's more than {margin}."
    else:
        apart = f"{numbers.number(span.value, half_width(span), _SHARE)} apart"
        told = f"{ends}, by who plays: {apart} ({numbers.ends(span, _SHARE)})."
    return told + left_out


def _measured(robustness: Robustness, judgement: Judgement) -> str:
    what, unit, as_much = _TOLD[judgement.group]
    span, levels = judgement.spread, _levels(robustness)
    if judgement.word == "not clear":
        return (
            f"{_MAY[judgement.group]} {_times(span)} times as {as_much} at one of {levels} as at "
            f"another, up to {numbers.times(1 + judgement.margin)} being the same: "
            f"{_too_few(robustness)}."
        )
    if _is_constant(robustness, judgement):
        one = value_at(robustness, judgement, judgement.lowest)
        value = numbers.number(round(one.value, 3), 0, PLAIN)
        return f"{what} {value} {unit} at each of {levels}."
    ends = f"{what} {_ends(robustness, judgement)}"
    as_much = f"times as {as_much}"
    if judgement.word == "agree":
        most, same = numbers.rounded_up(span.high, 3), numbers.times(1 + judgement.margin)
        return f"{ends} at {levels}: at most {most} {as_much}; up to {same} counts as the same."
    return f"{ends}, by who plays: {numbers.times(span.value)} {as_much} ({_times(span)})."


#: What may differ where that is not clear.
_MAY: dict[Group, str] = {"length": "a game may take", "course": "the lead may change"}


def _too_few(robustness: Robustness) -> str:
    return f"{games_a_level(robustness)} cannot tell"


def games_a_level(robustness: Robustness) -> str:
    """Say how many games a verdict rests on: the least of a level that is waited for."""
    return f"{numbers.counted(robustness.games, 'game')} a level"


def _is_constant(robustness: Robustness, judgement: Judgement) -> bool:
    lowest, highest = (
        value_at(robustness, judgement, level) for level in (judgement.lowest, judgement.highest)
    )
    return lowest.value == highest.value


def _times(span: Estimate) -> str:
    high = f"{numbers.times(span.high)}" if math.isfinite(span.high) else "any number of"
    return f"{numbers.times(span.low)} to {high}"


def _levels(robustness: Robustness, *, of_winners: bool = False) -> str:
    """Count the levels that a verdict rests on."""
    judged = [level for level in robustness.levels if level.has_winners or not of_winners]
    return numbers.counted(len(judged), "level") + " of play"


def _left_out(robustness: Robustness) -> str:
    """Name the levels of which no seat can be judged."""
    names = [level.name for level in robustness.levels if not level.has_winners]
    return f" Left out, too many games being undecided: {listed(names)}." if names else ""


def asked(robustness: Robustness) -> str:
    """Say at which levels it was asked, and what the verdicts mean."""
    margins = robustness.margins
    rate = numbers.number(margins.rate, 0, _SHARE)
    share = numbers.percent(margins.relative, 0)
    few = [level for level in robustness.levels if level.few]
    told = (
        "The same rules and deals, with every style that comes with the game in all seats"
        f"{', and a mixed table' if _has_mixed(robustness) else ''}. The game's: all levels agree "
        f"to within {rate} percentage points of wins, or {share} of lengths and counts. Depends on "
        "play: some two are clearly further apart."
    )
    words = [one.word for one in robustness.judged.values()]
    if "not clear" in words and not robustness.more:
        told += " What is not clear takes more games of each level (--robust)."
    for level in few:
        told += (
            f" The few games of {level.name}, which is slow, count only where they clearly differ."
        )
    return told


def missing(robustness: Robustness) -> str:
    """Say which levels were not asked, and why; nothing if all were."""
    if not robustness.missing:
        return ""
    names = listed(robustness.missing)
    if robustness.stopped:
        return f"Interrupted before these played: {names}."
    return f"These would play for longer than the run itself, so they did not: {names} (--robust)."


def _has_mixed(robustness: Robustness) -> bool:
    return any(level.strength == "mixed" for level in robustness.levels)


def undecided(level: Level) -> str:
    """Say why nothing is said of the seats of a level."""
    return f"{numbers.percent(level.undecided, 0)} undecided"
