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
#: is compared.
_TOLD: dict[Group, tuple[str, str, str]] = {
    "length": ("a game takes", "minutes", "long"),
    "course": ("the lead changes", "times a game", "often"),
}
_SHARE = Unit("percentage points", share=True)
#: Where there is room for a line only.
_BRIEF = Unit("points", share=True, signed=True)


def verdict(robustness: Robustness, group: Group) -> str:
    """Say how a figure varies between the levels, and what that allows to say."""
    judgement = robustness.judged[group]
    tell = _seats if group == "seats" else _measured
    told = tell(robustness, judgement)
    skilled = robustness.skilled.get(group)
    if skilled is None or judgement.word == "agree":
        return told
    seat = f"seat {skilled.seat}, " if skilled.seat != judgement.seat else ""
    return f"{told} {_AMONG[skilled.word]}: {seat}{_ends(robustness, skilled)}."


def brief(robustness: Robustness, group: Group) -> str:
    """Say the same in a line."""
    judgement = robustness.judged[group]
    if judgement.seat:
        return f"seat {judgement.seat} gets {_ends(robustness, judgement, _BRIEF)}."
    if _is_constant(robustness, judgement):
        return _measured(robustness, judgement)
    return f"{_IN_BRIEF[judgement.group]} {_ends(robustness, judgement, _BRIEF)}."


#: How a length and a count are told in a line.
_IN_BRIEF: dict[Group, str] = {"length": "minutes", "course": "lead changes a game"}


#: What is said of those who play well alone, where not all levels agree.
_AMONG: dict[Word, str] = {
    "agree": "Among solid and strong players alone it is the game's",
    "differ": "Among solid and strong players alone it depends too",
    "not clear": "Among solid and strong players alone it is not clear",
}


def _ends(robustness: Robustness, judgement: Judgement, points: Unit = POINTS) -> str:
    """Say from where to where a figure goes, and at which levels."""
    low, high = (
        value_at(robustness, judgement, level) for level in (judgement.lowest, judgement.highest)
    )
    unit = points if judgement.seat else PLAIN
    least = numbers.number(low.value, half_width(low), unit)
    most = numbers.value(high, unit)
    if not judgement.seat and points is not _BRIEF:
        most += f" {_TOLD[judgement.group][1]}"
    return f"{least} ({judgement.lowest.name}) to {most} ({judgement.highest.name})"


def _seats(robustness: Robustness, judgement: Judgement) -> str:
    seat, span = judgement.seat, judgement.spread
    what = "seat 1's advantage" if seat == 1 else f"seat {seat}'s distance from its share"
    ends = f"{what} is {_ends(robustness, judgement)}"
    levels = _levels(robustness, of_winners=True)
    margin, left_out = numbers.number(judgement.margin, 0, _SHARE), _left_out(robustness)
    if judgement.word == "agree":
        most = numbers.known_within(span.high, _SHARE)
        told = f"{ends} at {levels}, at most {most} apart, and no other seat's more than {margin}."
    elif judgement.word == "differ":
        apart = f"{numbers.number(span.value, half_width(span), _SHARE)} apart"
        told = f"{ends}, by who plays: {apart} ({numbers.ends(span, _SHARE)})."
    else:
        told = (
            f"{ends} at {levels}. In truth they may be {numbers.interval(span, _SHARE)} apart; up "
            f"to {margin} counts as the same."
        )
    return told + left_out


def _measured(robustness: Robustness, judgement: Judgement) -> str:
    what, unit, as_much = _TOLD[judgement.group]
    span, levels = judgement.spread, _levels(robustness)
    if _is_constant(robustness, judgement):
        one = value_at(robustness, judgement, judgement.lowest)
        return f"{what} {numbers.number(one.value, 0, PLAIN)} {unit} at each of {levels}."
    ends = f"{what} {_ends(robustness, judgement)}"
    as_much = f"times as {as_much}"
    same = f"up to {numbers.times(1 + judgement.margin)} counts as the same"
    if judgement.word == "agree":
        most = numbers.rounded_up(span.high, 3)
        return f"{ends} at {levels}: at most {most} {as_much}; {same}."
    if judgement.word == "differ":
        return f"{ends}, by who plays: {numbers.times(span.value)} {as_much} ({_times(span)})."
    return f"{ends} at {levels}. In truth it may be {_times(span)} {as_much}; {same}."


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


def _has_mixed(robustness: Robustness) -> bool:
    return any(level.strength == "mixed" for level in robustness.levels)


def undecided(level: Level) -> str:
    """Say why nothing is said of the seats of a level."""
    return f"{numbers.percent(level.undecided, 0)} undecided"
