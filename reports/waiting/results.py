"""The results of `waiting`: waits, turns without a choice, seats that are out, and kingmaking."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from reports.analysis.contest_results import ContestResults
from reports.analysis.observed_document import replay_command
from reports.analysis.observed_games import ObservedRun
from reports.figures import statistics
from reports.figures.statistics import LEAST_CONSTANT_DEALS, Estimate, mean_ratio, ratio_sums
from simulate.play.rows import DEAL
from strategies.waiting import APART, OWN

#: The percentage of waits that are not longer than the one reported as the longest.
PERCENT = 95
#: The number of example games.
EXAMPLES = 3


class WaitingResults(ContestResults):
    """The results of games with waits between turns, and estimated effects of choices.

    A weighed choice is one whose actions were compared by playing on from it.
    """

    def __init__(self, run: ObservedRun, confidence: float) -> None:
        super().__init__(run, confidence)
        self.seconds: Any = self.study.values["seconds_per_turn"]
        self.deals = run.observed.rows[:, DEAL]
        counts, waits, weighed = [], [], []
        for number, (deal, observation) in enumerate(
            zip(self.deals.tolist(), run.observed.observations, strict=True)
        ):
            counts_by_seat, waits_of_game, choice = observation
            counts.append(counts_by_seat)
            waits += [(deal, *wait) for wait in waits_of_game]
            if choice:
                weighed.append((number, deal, *choice))
        #: Counts as listed in `strategies.waiting.count`; shape (5, games, seats).
        self.counts = np.array(counts).transpose(2, 0, 1)
        #: Waits with columns deal, seat, turns and how often.
        self.waits = np.array(waits, np.int64).reshape(-1, 4)
        #: Weighed choices with columns game, deal, turn, number of choices in the game, seat that
        #: moves, its chance to win, another seat, and the lowest and highest chance of that seat.
        self.weighed = np.array(weighed).reshape(-1, 9)
        #: Whether each of these choices picks the winner, by a seat that cannot win itself.
        self.picks = (self.weighed[:, 5] < OWN) & (np.ptp(self.weighed[:, 7:], axis=1) >= APART)

    @cached_property
    def rows(self) -> list[dict[str, Any]]:
        """The rows of the table: all seats together, numbered 0, then each seat."""
        seats = range(self.players)
        return [self._row(0, seats), *(self._row(seat + 1, [seat]) for seat in seats)]

    def _row(self, number: int, seats: Sequence[int]) -> dict[str, Any]:
        """Return the row of some seats under a number."""
        deals, _, turns, times = self.waits[np.isin(self.waits[:, 1], seats)].T
        own, forced, _, _, out = self.counts[:, :, seats].sum(axis=2)
        mean = mean_ratio(ratio_sums(deals, turns * times, times), self.confidence)
        lengths = np.unique(turns).tolist()
        is_alike = len(lengths) == 1 and len(np.unique(self.deals)) >= LEAST_CONSTANT_DEALS

        # Woodruff's interval, as in `reports.figures.statistics.quantile`.
        shares = [
            (length, self._share((turns <= length) * times, times, deals)) for length in lengths
        ]

        def first_length(end: str) -> float:
            reached = (n for n, share in shares if getattr(share, end) >= PERCENT / 100)
            return min(reached, default=math.inf)

        most = Estimate(first_length("value"), first_length("high"), first_length("low"), mean.n)
        return {
            "seat": number,
            "value": replace(mean, is_constant=is_alike),
            "n": mean.n,
            "most": most,
            "minutes": mean.value * self.seconds / 60,
            "forced": self._share(forced, own),
            "out": self._share(out > 0, out >= 0),
        }

    @cached_property
    def estimates(self) -> Mapping[str, Estimate]:
        """The estimates for all seats together, by their names in the JSON object."""
        _, _, decisions, single, out = self.counts.sum(axis=2)
        out_turns = ratio_sums(self.deals, out, (self.counts[4] > 0).sum(axis=1))
        return {
            "waiting_all": self.rows[0]["value"],
            "forced": self.rows[0]["forced"],
            "forced_decisions": self._share(single, decisions),
            "out": self.rows[0]["out"],
            "out_turns": mean_ratio(out_turns, self.confidence),
            "kingmaking": self._kingmaking(),
        }

    def _kingmaking(self) -> Estimate:
        """Return the share of all choices that pick the winner, by a seat that cannot win."""
        # Each weighed choice stands for all choices of its game. If none of them picks the winner,
        # the sample counts as the number of equally weighted choices with the same precision (Kish,
        # Survey Sampling, 1965, section 11.7).
        _, deals, _, choices, *_ = self.weighed.T
        picked = ratio_sums(deals, self.picks * choices, choices)
        effective = picked.whole.total**2 // max(picked.whole.squares, 1)
        return statistics.rate_from_variance(
            picked.value,
            picked.variance,
            picked.whole.deals,
            len(deals),
            self.confidence,
            effective,
        )

    @property
    def examples(self) -> list[dict[str, Any]]:
        """Choices that pick the winner, those with the largest effect first."""
        rows = []
        for choice in sorted(self.weighed[self.picks].tolist(), key=lambda row: row[7] - row[8]):
            number, _, turn, _, mover, _, other = map(int, choice[:7])
            chances = f"{100 * choice[7]:.0f} or {100 * choice[8]:.0f} of 100 games"
            rows.append(
                {
                    "game": number,
                    "when": f"turn {turn}: seat {mover + 1} lets seat {other + 1} win {chances}",
                    "command": replay_command(self, number),
                }
            )
        return rows[:EXAMPLES]

    def _share(self, part: Any, whole: Any, deals: Any = None) -> Estimate:
        """Estimate a share: the ratio of the sums of `part` and `whole`.

        `deals` has the deal of each of their values; by default there is one value for each game.
        """
        sums = ratio_sums(self.deals if deals is None else deals, part, whole)
        return statistics.ratio(sums, self.confidence)
