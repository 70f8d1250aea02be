"""How often events happen, and what follows them beside games that were as far without them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from reports.contest.results import ContestResults
from reports.figures import figure as fig
from reports.figures.differences import unpaired_difference
from reports.figures.statistics import (
    LEAST_ALIKE,
    UNKNOWN,
    Estimate,
    rate_of,
    ratio,
    ratio_sums,
    student_quantile,
)
from simulate.kit.layout import SEATS
from simulate.play import rows as row
from simulate.play.events import SAME, Looked
from simulate.play.rows import Integers
from simulate.play.when import WhenRun

#: So many games as far without an event have to be there, or those with it then are not compared;
#: and how many games are named.
LEAST_BESIDE, EXAMPLES = 5, 3
#: What is told of a figure: of games with the events, of those without, and how much more it is.
SIDES = ("with", "without", "difference")


class WhenResults(ContestResults):
    """What came of games in which it was looked for events."""

    run: WhenRun

    def share(self, events: int, of: int = 0) -> Estimate:
        """Return the share of games in which the first events happened, so many.

        It is a share of those games in which the first `of` them did.
        """
        seen = np.array([one.events for one in self.run.seen.looked])
        sums = ratio_sums(self.run.seen.rows[:, row.DEAL], seen >= events, seen >= of)
        return ratio(sums, self.confidence)

    @cached_property
    def matched(self) -> tuple[dict[str, Estimate], int]:
        """What follows, as `match` tells it."""
        rows, seats = self.run.seen.rows, range(self.players)
        figures = self.design.figures(rows)
        paths = [self.design.figure or f"{fig.SEATS}.{seat + 1}.{fig.WIN_RATE}" for seat in seats]
        columns = np.stack([np.asarray(figures[path], float) for path in paths], axis=1)
        places = np.array([self.study.strategies.index(spec) for spec in self.study.lineup])
        who = places[(np.array(seats) + rows[:, [row.ROTATION]]) % len(seats)]
        how = (self.confidence, self.path.endswith(fig.WIN_RATE))
        return match(self.run.seen.looked, columns, rows[:, row.DEAL], who, *how)

    @property
    def path(self) -> str:
        """The figure that is told, by its path in the JSON object of a run where it has one."""
        asked = self.design.figure
        if asked:
            return f"{asked}.{fig.MEAN}" if asked.startswith(fig.LENGTH) else asked
        [*_, seat] = [one.seat for one in self.design.parsed if one.seat != SAME]
        return fig.WIN_RATE if seat is None else f"{fig.SEATS}.{seat + 1}.{fig.WIN_RATE}"

    @property
    def by_chance(self) -> bool:
        """Whether nobody chose that it happened: all play at random."""
        return not any(one.tier for one in self.design.lineup)

    @cached_property
    def ordered(self) -> list[tuple[int, int]]:
        """The moments at which all of it happened, in order, each with the game's number."""
        numbered = enumerate(self.run.seen.looked)
        return sorted((one.moment, number) for number, one in numbered if one.happened)

    @property
    def examples(self) -> list[int]:
        """A few of these games: early, as mostly, and late."""
        count = len(self.ordered)
        picked = {count * (1 + 2 * part) // (2 * EXAMPLES) for part in range(EXAMPLES)}
        return [self.ordered[one][1] for one in sorted(picked) if count]

    @property
    def estimates(self) -> Mapping[str, Estimate]:
        """What it found, by name."""
        return {"happened": self.share(len(self.design.parsed)), **self.matched[0]}


def match(
    looked: Sequence[Looked],
    values: np.ndarray[Any, np.dtype[np.float64]],
    deals: Integers,
    who: Integers,
    confidence: float,
    is_share: bool,
) -> tuple[dict[str, Estimate], int]:
    """Compare games in which something happened with those that were as far without it.

    It happened at a moment, a turn or a stretch, and about a seat. Beside each such game stand all
    games that reached this moment, with the same seat to act, or in the game, and the same strategy
    there, in which it had not happened until then; it may have later. With it, the figure is the
    mean of `values` in these games; without it, the mean of what the games beside each gave in the
    mean. One beside which stand fewer than `LEAST_BESIDE` is left out of both; how many are is
    returned too. `values` and strategies, `who`, are of shape (games, seats); `deals` are of games.

    Intervals: each of the three is a function of means, and is linearised: a game counts with what
    it adds to both sides, its part in the games beside others included. What games add is summed by
    deal, whose spread gives the variances and how both sides go together; Student's quantile is
    that of as many deals as have the event. Shares have Wilson's interval of that variance.
    """
    several = np.array([len(one.chances) for one in looked])
    game_of = np.repeat(np.arange(len(looked)), several)
    chance = np.array([each for one in looked for each in one.chances], np.int64)
    event = np.zeros(len(chance), bool)
    event[several.cumsum()[[one.happened for one in looked]] - 1] = True
    alike = SEATS * chance + who[game_of, chance % SEATS]
    kinds, kind = np.unique(alike, return_inverse=True)
    worth = values[game_of, chance % SEATS]
    with_it = np.bincount(kind[event], minlength=len(kinds))
    beside = np.bincount(kind[~event], minlength=len(kinds))
    compared = (with_it > 0) & (beside >= LEAST_BESIDE)
    count = int(with_it[compared].sum())
    left_out = int(with_it.sum()) - count
    if not count:
        return dict.fromkeys(SIDES, UNKNOWN), left_out
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
    of_events, alone = (len(np.unique(deal[game_of[one]])) for one in (yes, no))
    grown = of_events / max(1, of_events - 1)
    (some, both), (_, rest) = (adds @ adds.T * grown).tolist()

    def estimate(mean: float, variance: float, n: int, deals: int) -> Estimate:
        if is_share:
            return rate_of(mean, variance, deals, n, confidence, deals)
        alike = variance == 0 and deals >= LEAST_ALIKE
        half = student_quantile(deals, confidence) * math.sqrt(variance) if deals > 1 else math.inf
        return Estimate(mean, mean - half, mean + half, n, alike)

    first = estimate(value, some, count, of_events)
    second = estimate(other, rest, len(np.unique(game_of[no])), alone)
    together = both / math.sqrt(some * rest) if some and rest else 0.0
    gap = unpaired_difference(second, first, together=together).estimate
    return dict(zip(SIDES, (first, second, replace(gap, n=count)), strict=True)), left_out
