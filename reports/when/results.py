"""How often events happen, and what follows them beside games that were as far without them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from reports.contest.results import ContestResults
from reports.figures import figure as fig
from reports.figures.statistics import (
    LEAST_ALIKE,
    UNKNOWN,
    DealSums,
    Estimate,
    RatioSums,
    rate,
    rate_of,
    ratio,
    student_quantile,
)
from simulate.kit.layout import SEATS
from simulate.play import rows as row
from simulate.play.events import SAME, Event
from simulate.play.rows import Integers
from simulate.play.when import Looked, WhenRun, figures_of, win_shares
from strategies import find_strategy

#: So many games as far without an event have to be there, or those with it then are not compared;
#: and how many games are named.
LEAST_BESIDE, EXAMPLES = 5, 3
Values = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True)
class Matched:
    """A figure with an event, without it, and the difference; so many `left_out` had no match."""

    with_it: Estimate
    without: Estimate
    difference: Estimate
    left_out: int


class WhenResults(ContestResults):
    """What came of games in which it was looked for events."""

    run: WhenRun

    @cached_property
    def happened(self) -> list[bool]:
        """Whether all events happened, of each game."""
        return [one.found.happened for one in self.run.looked]

    def _sums(self, events: int) -> tuple[DealSums, Any]:
        """Return in how many games so many of the events happened, in all and by deal."""
        turned = self.study.rotations
        each = np.array([one.happened >= events for one in self.run.looked], np.int64)
        deals = each.reshape(-1, turned).sum(axis=1)
        return DealSums(len(deals), int(deals.sum()), int((deals**2).sum()), turned), deals

    def share(self, events: int) -> Estimate:
        """Return the share of games in which so many of the events happened, one after another."""
        return rate(self._sums(events)[0], self.confidence)

    @property
    def share_after(self) -> Estimate:
        """Of the games with all events but the last, the share with that too."""
        events = len(self.design.parsed)
        (part, parts), (whole, wholes) = self._sums(events), self._sums(events - 1)
        return ratio(RatioSums(part, whole, int((parts * wholes).sum())), self.confidence)

    @cached_property
    def matched(self) -> Matched:
        """What follows, beside games without the event."""
        columns = win_shares(self.run.rows, self.players)
        if self.design.figure:
            one = figures_of(self.run.rows, self.game, self.study)[self.design.figure]
            columns = np.repeat(np.asarray(one, float)[:, None], self.players, axis=1)
        deals, rotations = self.run.rows[:, row.DEAL], self.run.rows[:, row.ROTATION]
        places = np.array([self.study.strategies.index(spec) for spec in self.study.lineup])
        who = places[(np.arange(self.players) + rotations[:, None]) % self.players]
        return match(self.run.looked, columns, deals, who, self.confidence, self.is_share)

    @property
    def last(self) -> Event:
        """The event that has to happen last."""
        last: Event = self.design.parsed[-1]
        return last

    @property
    def path(self) -> str:
        """The figure that is told, by its path in the JSON object of a run where it has one."""
        asked = self.design.figure
        if asked:
            return f"{asked}.{fig.MEAN}" if asked.startswith(fig.LENGTH) else asked
        named = [event for event in self.design.parsed if event.seat != SAME][-1]
        seat = 0 if named.kind == "figure" else named.seat
        return fig.WIN_RATE if seat is None else f"{fig.SEATS}.{seat + 1}.{fig.WIN_RATE}"

    @property
    def is_share(self) -> bool:
        """Whether that is a share of games won."""
        return self.path.endswith(fig.WIN_RATE)

    @property
    def by_chance(self) -> bool:
        """Whether nobody chose that it happened: all play at random, or there was no choice."""
        if all(not find_strategy(one.spec, self.game.typed).tier for one in self.design.lineup):
            return True
        return self.last.kind == "action" and not any(one.found.chosen for one in self.run.looked)

    @cached_property
    def moments(self) -> list[int]:
        """In which turn or stretch it happened, in order."""
        return sorted(one.found.moment for one in self.run.looked if one.found.happened)

    @property
    def examples(self) -> list[int]:
        """The places of a few games in which it happened: early, as mostly, and late."""
        places = [place for place, happened in enumerate(self.happened) if happened]
        places.sort(key=lambda place: self.run.looked[place].found.moment)
        picked = {len(places) * (1 + 2 * part) // (2 * EXAMPLES) for part in range(EXAMPLES)}
        return [places[one] for one in sorted(picked)] if places else []

    @property
    def estimates(self) -> Mapping[str, Estimate]:
        """What it found, by name."""
        found = self.matched
        return {
            "happened": self.share(len(self.design.parsed)),
            "with": found.with_it,
            "without": found.without,
            "difference": found.difference,
        }


def match(
    looked: Sequence[Looked],
    values: Values,
    deals: Integers,
    who: Integers,
    confidence: float,
    is_share: bool,
) -> Matched:
    """Compare games in which something happened with those that were as far without it.

    It happened at a moment, a turn or a stretch, and about a seat. Beside each such game stand all
    games that reached this moment, with the same seat to act, or in the game, and the same strategy
    there, in which it had not happened until then; it may have later. With it, the figure is the
    mean of `values` in these games; without it, the mean of what the games beside each gave in the
    mean: so moments, seats and strategies weigh as they do among the games with it. One beside
    which stand fewer than `LEAST_BESIDE` is left out of both. `values` and strategies, `who`, are
    of shape (games, seats); `deals` says which games share a deal.

    Intervals: each of the three is a function of means, and is linearised: a game counts with what
    it adds to both sides, its part in the games beside others included. What games add is summed by
    deal, whose spread gives the variances and how both sides go together; Student's quantile is
    that of as many deals as have the event. Shares have Wilson's interval of that variance. The
    ends of the difference are from those of both sides, as Newcombe's are (Statistics in Medicine
    17, 1998; with Zou's correlation, American J. Epidemiology 165, 2007).
    """
    games: list[int] = []
    chances: list[int] = []
    events: list[bool] = []
    for game, one in enumerate(looked):
        several = one.found.chances
        games += [game] * len(several)
        chances += several
        events += [False] * (len(several) - 1) + [one.found.happened] * bool(several)
    game_of, chance = np.array(games, np.int64), np.array(chances, np.int64)
    event = np.array(events, bool)
    alike = SEATS * chance + who[game_of, chance % SEATS]
    kinds, kind = np.unique(alike, return_inverse=True)
    worth = values[game_of, chance % SEATS]
    with_it = np.bincount(kind[event], minlength=len(kinds))
    beside = np.bincount(kind[~event], minlength=len(kinds))
    compared = (with_it > 0) & (beside >= LEAST_BESIDE)
    count = int(with_it[compared].sum())
    left_out = int(with_it.sum()) - count
    if not count:
        return Matched(UNKNOWN, UNKNOWN, UNKNOWN, left_out)
    means = np.bincount(kind[~event], worth[~event], len(kinds)) / np.maximum(beside, 1)
    yes, no = event & compared[kind], ~event & compared[kind]
    value, other = float(worth[yes].mean()), float(means[kind[yes]].mean())
    # What each game adds to both sides, by deal.
    _, deal = np.unique(deals, return_inverse=True)
    adds = np.zeros((2, int(deal.max()) + 1))
    np.add.at(adds[0], deal[game_of[yes]], (worth[yes] - value) / count)
    np.add.at(adds[1], deal[game_of[yes]], (means[kind[yes]] - other) / count)
    weight = with_it / np.sqrt(np.maximum(beside * (beside - 1.0), 1)) / count
    np.add.at(adds[1], deal[game_of[no]], weight[kind[no]] * (worth[no] - means[kind[no]]))
    of_events = len(np.unique(deal[game_of[yes]]))
    grown = of_events / max(1, of_events - 1)
    (some, both), (_, rest) = (adds @ adds.T * grown).tolist()
    alone = len(np.unique(deal[game_of[no]]))
    sides = [
        _estimate(mean, variance, number, units, confidence, is_share)
        for mean, variance, number, units in (
            (value, some, count, of_events),
            (other, rest, len(np.unique(game_of[no])), alone),
        )
    ]
    together = both / math.sqrt(some * rest) if some and rest else 0.0
    return Matched(sides[0], sides[1], _difference(sides[0], sides[1], together), left_out)


def _estimate(
    mean: float, variance: float, n: int, deals: int, confidence: float, is_share: bool
) -> Estimate:
    if is_share:
        return rate_of(mean, variance, deals, n, confidence, deals)
    alike = variance == 0 and deals >= LEAST_ALIKE
    half = student_quantile(deals, confidence) * math.sqrt(variance) if deals > 1 else math.inf
    return Estimate(mean, mean - half, mean + half, n, alike)


def _difference(one: Estimate, other: Estimate, together: float) -> Estimate:
    """Return how much more one is, from the ends of both, whose errors go together so much."""
    value = one.value - other.value

    def reach(mine: float, theirs: float) -> float:
        shared = 2 * together * mine * theirs if together else 0.0
        return math.sqrt(max(0.0, mine**2 + theirs**2 - shared))

    low = reach(one.value - one.low, other.high - other.value)
    high = reach(one.high - one.value, other.value - other.low)
    return Estimate(value, value - low, value + high, one.n)
