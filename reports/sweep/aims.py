"""At which settings of a sweep each target of the study is met."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from reports.figures.precision import half_width
from reports.figures.targets import Judged
from reports.run.document import VERDICTS
from reports.sweep.line import pace_of
from reports.sweep.naming import PLAYERS, mark_of, named, some, value_of
from reports.sweep.points import Point
from reports.sweep.results import Sweep
from reports.writing import numbers
from reports.writing.document import Item
from reports.writing.words import capital


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
    words = tuple(judged.verdict.word for _, judged in found)
    return Aim(f"{start}: {'; '.join([*_parts(sweep, found), *_between(sweep, found)])}.", words)


def _parts(sweep: Sweep, found: Sequence[Found]) -> Iterator[str]:
    """Name the settings with each verdict, those of a miss by the side on which they are."""
    groups: dict[tuple[str, str], list[Found]] = {}
    for one in found:
        groups.setdefault(_verdict(one), []).append(one)
    ordered = sorted(groups, key=lambda group: list(VERDICTS).index(group[0]))
    for place, (word, side) in enumerate(ordered):
        several = groups[word, side]
        names = [_setting(sweep, *one, short=bool(place or n)) for n, one in enumerate(several)]
        said = f"{VERDICTS[word][1]}{f', {side},' if side else ''}"
        yield f"{said} with {some(names)}{_more(several)}"


def _verdict(one: Found) -> tuple[str, str]:
    """Return the verdict at a setting, and of a miss on which side it is, where there are two."""
    judged, target = one[1], one[1].target
    if judged.verdict.word != "misses" or math.inf in (-target.low, target.high):
        return judged.verdict.word, ""
    return "misses", "too low" if judged.estimate.value < target.low else "too high"


def _setting(sweep: Sweep, point: Point, judged: Judged, *, short: bool) -> str:
    """Name a setting with what was found there; the rule's name goes before the very first."""
    is_short = short or sweep.axes[0].name == PLAYERS
    name = value_of(sweep, point) if is_short else named(sweep.axes, point.values)
    mark, found = mark_of(sweep, point), judged.estimate
    unit = point.results.figure(judged.target.figure).unit
    # Percentage points are in what is wanted.
    value = numbers.number(found.value, half_width(found), unit)
    value = value if unit.signed else numbers.value(found, unit)
    whose = f" with {judged.level}" if judged.level else ""
    return f"{name} ({f'{mark}: ' if mark else ''}{value}{whose})"


def _between(sweep: Sweep, found: Sequence[Found]) -> Iterator[str]:
    """Say between which neighbouring values the figure passes what is wanted, unless one meets."""
    one_rule = len(sweep.axes) == 1 and sweep.axes[0].is_number
    if not one_rule or any(judged.verdict.word == "meets" for _, judged in found):
        return
    for one, other in pairwise(found):
        if {_verdict(one)[1], _verdict(other)[1]} == {"too low", "too high"}:
            low, high = (value_of(sweep, point) for point, _ in (one, other))
            yield f"what is wanted lies between {low} and {high}"


def _more(several: Sequence[Found]) -> str:
    """Say how many more games would decide a target at each of some settings."""
    first = several[0][1]
    if first.verdict.word != "undecided":
        return ""
    if first.target.robust:
        if first.level:
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
