"""At which settings of a sweep each target of the study is met."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from reports.figures.precision import half_width
from reports.figures.targets import Judged
from reports.run.document import VERDICTS
from reports.sweep.line import pace_of
from reports.sweep.naming import PLAYERS, mark_of, named, some, span, value_of
from reports.sweep.points import Point
from reports.sweep.results import Sweep
from reports.sweep.sentences import MOST_DETAILED
from reports.writing import numbers
from reports.writing.document import Item
from reports.writing.words import capital, listed


@dataclass(frozen=True)
class Aim:
    """A target at all settings.

    Attributes
    ----------
    text
        What is wanted, and where it is met.
    words
        The verdict at each setting.
    """

    text: str
    words: tuple[str, ...]

    @property
    def verdict(self) -> str:
        """The verdict at all settings; "" where these differ."""
        return self.words[0] if len(set(self.words)) == 1 else ""

    @property
    def item(self) -> Item:
        """It as a document shows it, under a few words such as "met at 2 of 5 settings"."""
        mark, word = VERDICTS[self.verdict or "undecided"]
        several = f"met at {self.words.count('meets')} of {len(self.words)} settings"
        return Item(self.text, word if self.verdict else several, mark)


#: A point with what came of a target there.
Found = tuple[Point, Judged]


def aims(sweep: Sweep) -> list[Aim]:
    """Tell of each target of the study."""
    judged = [point.judged for point in sweep.points]
    return [
        _aim(sweep, list(zip(sweep.points, column, strict=True)))
        for column in zip(*judged, strict=True)
    ]


def _aim(sweep: Sweep, found: Sequence[Found]) -> Aim:
    target = found[0][1].target
    figure = sweep.base.figure(target.figure)
    start = capital(figure.title)
    if pace := pace_of(figure, sweep.points):
        start += f" at {pace}"
    start += f", wanted {numbers.wanted(target, figure.unit)}"
    parts = _over_two(sweep, found) if len(sweep.axes) > 1 else _along(sweep, found)
    words = tuple(judged.verdict.word for _, judged in found)
    return Aim(f"{start}: {'; '.join(parts)}.", words)


def _along(sweep: Sweep, found: Sequence[Found]) -> Iterator[str]:
    """Tell of the values of one rule in their order, of words those with one verdict together."""
    ordered = list(found)
    if not sweep.axes[0].is_number:
        ordered.sort(key=lambda one: list(VERDICTS).index(one[1].verdict.word))
    for place, ((word, side), run) in enumerate(groupby(ordered, _verdict)):
        several = list(run)
        tell = _listed if len(several) <= MOST_DETAILED else _spanned
        said = f"{VERDICTS[word][1]}{f', {side},' if side else ''}"
        yield f"{said} with {tell(sweep, several, not place)}{_more(several)}"
    if sweep.axes[0].is_number:
        yield from _between(sweep, ordered)


def _verdict(one: Found) -> tuple[str, str]:
    """Return the verdict at a setting, and of a miss on which side it is, where there are two."""
    judged, target = one[1], one[1].target
    if judged.verdict.word != "misses" or math.inf in (-target.low, target.high):
        return judged.verdict.word, ""
    return "misses", "too low" if judged.estimate.value < target.low else "too high"


def _between(sweep: Sweep, ordered: Sequence[Found]) -> Iterator[str]:
    """Say between which neighbouring values the figure passes what is wanted, unless one meets."""
    if any(judged.verdict.word == "meets" for _, judged in ordered):
        return
    for one, other in pairwise(ordered):
        if {_verdict(one)[1], _verdict(other)[1]} == {"too low", "too high"}:
            low, high = (value_of(sweep, point) for point, _ in (one, other))
            yield f"what is wanted lies between {low} and {high}"


def _listed(sweep: Sweep, several: Sequence[Found], first: bool) -> str:
    """List values of a rule, whose name goes before the very first."""
    parts = []
    for place, (point, judged) in enumerate(several):
        short = place or not (first or sweep.axes[0].name == PLAYERS)
        name = value_of(sweep, point) if short else named(sweep.axes, point.values)
        mark = mark_of(sweep, point)
        parts.append(f"{name} ({f'{mark}: ' if mark else ''}{_value(point, judged)})")
    return listed(parts)


def _spanned(sweep: Sweep, several: Sequence[Found], first: bool) -> str:
    """Name many values of a rule, and from where to where the figure goes."""
    low, high = (pick(several, key=lambda one: one[1].estimate.value) for pick in (min, max))
    where = span(sweep, [point for point, _ in several])
    if sweep.axes[0].name == PLAYERS:
        where += " players"
    elif first:
        where = f"{sweep.axes[0].name} {where}"
    return f"{where} ({_value(*low)} to {_value(*high)})"


def _value(point: Point, judged: Judged) -> str:
    """Write what was found of a target's figure; percentage points are in what is wanted."""
    found, unit = judged.estimate, point.results.figure(judged.target.figure).unit
    whose = f" with {judged.level}" if judged.level else ""
    if unit.signed:
        return f"{numbers.number(found.value, half_width(found), unit)}{whose}"
    return f"{numbers.value(found, unit)}{whose}"


def _more(several: Sequence[Found]) -> str:
    """Say how many more games would decide a target at each of some settings."""
    if several[0][1].verdict.word != "undecided":
        return ""
    if several[0][1].target.robust:
        if several[0][1].level:
            return ", where it is not clear yet at that level of play"
        return ", where other levels of play were not asked (--robust asks them)"
    needed = [judged.verdict.more_games for _, judged in several]
    known = [games for games in needed if games is not None]
    if not known:
        return ", where it cannot be told how many more games would decide it"
    least, most = (numbers.about(pick(known)) for pick in (min, max))
    games = most if least == most else f"{least} to {most}"
    unknown = len(needed) - len(known)
    more = f" (at {unknown} of them it cannot be told)" if unknown else ""
    return f", where about {games} more games would probably decide it{more}"


def _over_two(sweep: Sweep, found: Sequence[Found]) -> Iterator[str]:
    """Count the settings with each verdict, and name those where the target is met."""
    for word, (_, said) in VERDICTS.items():
        several = [one for one in found if one[1].verdict.word == word]
        if not several:
            continue
        names = [f"{named(sweep.axes, p.values)} ({_value(p, judged)})" for p, judged in several]
        where = f": {some(names)}" if word == "meets" else ""
        yield f"{said} at {len(several)} of {len(found)} settings{where}{_more(several)}"
