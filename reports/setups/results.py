"""The results of `setups`: wins by deal, hopeless and unbeatable deals, what the set-up decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, get_args

import numpy as np

from reports.analysis.contest_results import ContestResults
from reports.figures.statistics import DealSums, Estimate, rate, rate_from_variance
from reports.setups.luck import clearly_above, clearly_below, plays_needed, share_of_setup, shrink
from reports.setups.play import SetupsRun
from simulate.play.repeats import (
    ALONE,
    SCORES,
    SHARES,
    SQUARED_SCORES,
    SQUARED_SHARES,
    WON,
)
from simulate.play.tally import whole_win

#: A deal is hopeless below this share of wins and unbeatable above 1 minus it, unless the fair
#: share is small.
LIMIT = 0.05
#: A deal is not hopeless at this part of the fair share.
_PART_OF_FAIR = 0.2
#: The smallest number of deals from which the influence of set-ups is estimated.
LEAST_DEALS = 20
#: The number of deals to name as the best, and as the worst.
EXTREMES = 2

#: What is known of a deal for a seat: its chance to win is clearly below the limit, clearly above
#: one minus the limit, clearly between them, or none of these.
Kind = Literal["hopeless", "unbeatable", "neither", "not known"]
KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True)
class DealRow:
    """A deal for a competitor: a row of the table of deals."""

    deal: int
    #: The number of the seat or side, from 1.
    seat: int
    #: The share of the games won, with its interval, which is not corrected for many deals.
    value: Estimate
    #: The expected share if the deal is played again.
    expected: float
    kind: Kind
    #: The mean score of the seat, in points.
    score: float


@dataclass(frozen=True)
class SeatRow:
    """A competitor: a row of the table of seats."""

    #: The number of the seat or side, from 1.
    seat: int
    #: The share of games won over the repeated deals, and over all deals.
    value: Estimate
    overall: Estimate
    #: The numbers of deals by kind.
    hopeless: int
    unbeatable: int
    neither: int
    open: int


class SetupsResults(ContestResults):
    """The figures of `setups`.

    Parameters
    ----------
    run
        The games played.
    confidence
        The confidence of all intervals.
    """

    def __init__(self, run: SetupsRun, confidence: float) -> None:
        super().__init__(run, confidence)
        repeated = run.repeated
        self.deals = repeated.deals
        self.repeats = repeated.repeats
        sides = self.game.side_of(self.players)
        #: The first seat of each competitor. All seats of a side win together.
        self.first_seats = [sides.index(side) for side in range(max(sides) + 1)]
        #: The six counts of `RepeatedDeals.counts` for the first seat of each competitor, by deal:
        #: shape (deals, competitors, 6).
        self.counts = repeated.counts[:, self.first_seats]

    @property
    def is_single(self) -> bool:
        """True if a single deal was played."""
        return len(self.deals) == 1

    @property
    def limit(self) -> float:
        """The share of wins below which a deal is hopeless; above 1 minus it, it is unbeatable."""
        return min(LIMIT, _PART_OF_FAIR * self.fair_share)

    @cached_property
    def kinds(self) -> list[list[Kind]]:
        """The `Kind` of each deal for each competitor, as a list per competitor."""
        return [self._kinds_of(place) for place in range(len(self.first_seats))]

    def count_deals(self, kind: Kind) -> int:
        """Return the number of deals that are of a kind for at least one competitor."""
        return sum(kind in of_deal for of_deal in zip(*self.kinds, strict=True))

    @cached_property
    def _alike(self) -> Any:
        """True where a competitor lost, or won alone, all plays of a deal: (2, deals, places)."""
        lost = self.counts[:, :, WON] == 0
        won = self.counts[:, :, ALONE] == self.repeats
        return np.stack([lost, won])

    @property
    def alike_deals(self) -> int:
        """The number of deals that some competitor lost, or won alone, in all their plays."""
        return int(self._alike.any(axis=(0, 2)).sum())

    @property
    def least_plays(self) -> int:
        """The smallest number of plays after which a deal can be hopeless or unbeatable.

        It holds for deals that go on to end as in all plays so far, or for a single such deal if
        there is none, and allows for the number of deals as `reports.setups.luck` does.
        """
        most_alike = max(1, int(self._alike.sum(axis=1).max()))
        return plays_needed(self.limit, most_alike, len(self.deals), self.confidence)

    def _kinds_of(self, place: int) -> list[Kind]:
        # A shared win counts as a win or as none, whichever makes the claim harder to support.
        won = self.counts[:, place, WON]
        alone = self.counts[:, place, ALONE]
        games, low, high = self.repeats, self.limit, 1 - self.limit
        hopeless = clearly_below(won, games, low, self.confidence)
        unbeatable = clearly_above(alone, games, high, self.confidence)
        between = clearly_above(alone, games, low, self.confidence)
        between &= clearly_below(won, games, high, self.confidence)
        kinds: list[Kind] = []
        for marks in zip(hopeless, unbeatable, between, strict=True):
            names: tuple[Kind, ...] = ("hopeless", "unbeatable", "neither")
            kinds.append(next((n for n, m in zip(names, marks, strict=True) if m), "not known"))
        return kinds

    @cached_property
    def rows(self) -> list[DealRow]:
        """The rows of the table of deals: every deal for every competitor, in their order."""
        whole = whole_win(self.players)
        parts = self.game.score_parts
        rows = []
        expected = [
            shrink(
                self.counts[:, place, SHARES] / whole,
                self.counts[:, place, SQUARED_SHARES] / whole**2,
                self.repeats,
            )
            for place in range(len(self.first_seats))
        ]
        for number, deal in enumerate(self.deals.tolist()):
            for place in range(len(self.first_seats)):
                counts = self.counts[number, place]
                rows.append(
                    DealRow(
                        deal,
                        place + 1,
                        self._share_in_deal(counts, whole),
                        float(expected[place][number]),
                        self.kinds[place][number],
                        float(counts[SCORES]) / self.repeats / parts,
                    )
                )
        return rows

    def _share_in_deal(self, counts: Any, whole: int) -> Estimate:
        """Return the share of a deal's games that a competitor won, with its interval."""
        games = self.repeats
        value = float(counts[SHARES]) / whole / games
        square = float(counts[SQUARED_SHARES]) / whole**2 / games
        variance = max(0.0, square - value**2) / (games - 1)
        return rate_from_variance(value, variance, games, games, self.confidence)

    @cached_property
    def seat_rows(self) -> list[SeatRow]:
        """The rows of the table of seats: one for each competitor."""
        [run] = self.run.lineup_runs
        layout = run.layout
        rows = []
        for place, seat in enumerate(self.first_seats):
            kinds = self.kinds[place]
            wins = DealSums.of(
                run.tally, layout.seat_wins.start + seat, layout.rotations, layout.win
            )
            rows.append(
                SeatRow(
                    place + 1,
                    self._share_over_deals(place),
                    rate(wins, self.confidence),
                    kinds.count("hopeless"),
                    kinds.count("unbeatable"),
                    kinds.count("neither"),
                    kinds.count("not known"),
                )
            )
        return rows

    def _share_over_deals(self, place: int) -> Estimate:
        """Return the share of all games of the repeated deals that a competitor won."""
        whole = whole_win(self.players)
        if self.is_single:
            return self._share_in_deal(self.counts[0, place], whole)
        means = self.counts[:, place, SHARES] / whole / self.repeats
        deals = len(means)
        variance = float(means.var(ddof=1)) / deals
        games = deals * self.repeats
        return rate_from_variance(float(means.mean()), variance, deals, games, self.confidence)

    @cached_property
    def setup_share(self) -> Estimate | None:
        """The share of the variance of wins that is due to the set-up; None if it is unknown."""
        return self._setup_share(SHARES, SQUARED_SHARES)

    @cached_property
    def score_share(self) -> Estimate | None:
        """The share of the differences in scores that the set-up decides; None if unknown."""
        return self._setup_share(SCORES, SQUARED_SCORES)

    def _setup_share(self, sums: int, squares: int) -> Estimate | None:
        if len(self.deals) < LEAST_DEALS:
            return None
        counts = self.counts
        return share_of_setup(
            counts[:, :, sums], counts[:, :, squares], self.repeats, self.confidence
        )

    @property
    def differ(self) -> bool:
        """True if set-ups clearly differ in how often somebody wins."""
        return self.setup_share is not None and self.setup_share.low > 0

    @cached_property
    def extremes(self) -> list[DealRow]:
        """The rows with the highest, then those with the lowest expected shares of wins.

        It is empty unless set-ups clearly differ. A deal is named once among the highest, and once
        among the lowest.
        """
        if not self.differ:
            return []
        ordered = sorted(self.rows, key=lambda row: (-row.expected, row.deal, row.seat))
        best = _first_of_each_deal(ordered)[:EXTREMES]
        worst = [row for row in _first_of_each_deal(ordered[::-1]) if row not in best][:EXTREMES]
        return [*best, *worst[::-1]]

    @property
    def is_always_alike(self) -> bool:
        """True if all games of each deal ended alike, for every deal."""
        shares = self.counts[:, :, SHARES]
        squares = self.counts[:, :, SQUARED_SHARES]
        return bool(np.all(shares**2 == self.repeats * squares))

    @cached_property
    def estimates(self) -> Mapping[str, Estimate]:
        """The shares that the set-up decides, and the shares of wins by seat, by name."""
        estimates = {f"seats.{row.seat}.win_rate": row.value for row in self.seat_rows}
        if self.setup_share:
            estimates["setup_share"] = self.setup_share
        if self.score_share:
            estimates["score_share"] = self.score_share
        return estimates


def _first_of_each_deal(rows: list[DealRow]) -> list[DealRow]:
    """Return the first row of each deal, in the same order."""
    first: dict[int, DealRow] = {}
    for row in rows:
        first.setdefault(row.deal, row)
    return list(first.values())
