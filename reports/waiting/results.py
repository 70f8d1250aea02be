"""The results of `waiting`: waits, turns without a choice, eliminated seats, and kingmaking."""

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

#: The percentage of waits that the reported long wait exceeds or equals.
PERCENT = 95
#: The maximum number of example games.
EXAMPLES = 3
#: The number of lengths of waits that are counted separately; the last counts all longer waits.
MOST_LENGTHS = 10


class WaitingResults(ContestResults):
    """The figures of `waiting`: waits between turns, and effects of choices on other seats.

    A weighed choice is a choice whose actions were compared by playing on from each of them.

    Parameters
    ----------
    run
        The games, with the observations that `strategies.waiting.watch` made.
    confidence
        The confidence of all intervals.
    """

    def __init__(self, run: ObservedRun, confidence: float) -> None:
        super().__init__(run, confidence)
        #: The assumed seconds per turn, a rule of the game.
        self.seconds: Any = self.study.values["seconds_per_turn"]
        #: The number of the deal of each game, shape (games,).
        self.deals = run.observed.rows[:, DEAL]
        counts = []
        waits = []
        weighed = []
        for number, (deal, observation) in enumerate(
            zip(self.deals.tolist(), run.observed.observations, strict=True)
        ):
            counts_by_seat, waits_of_game, choice = observation
            counts.append(counts_by_seat)
            waits += [(deal, *wait) for wait in waits_of_game]
            if choice:
                weighed.append((number, deal, *choice))
        #: The five counts of `strategies.waiting.count`, shape (5, games, seats).
        self.counts = np.array(counts).transpose(2, 0, 1)
        #: The waits, shape (rows, 4), with the columns deal, seat, length in turns of others, and
        #: number of waits of this length.
        self.waits = np.array(waits, np.int64).reshape(-1, 4)
        #: The weighed choices, shape (choices, 9). The columns are game, deal, turn, number of
        #: choices in the game, seat that chooses, its chance to win, the other seat on which the
        #: choice has the largest effect, and the lowest and highest chance of that seat.
        self.weighed = np.array(weighed).reshape(-1, 9)
        #: True for each weighed choice in which a seat that cannot win decides whether another seat
        #: wins, shape (choices,).
        self.picks = (self.weighed[:, 5] < OWN) & (np.ptp(self.weighed[:, 7:], axis=1) >= APART)

    @cached_property
    def rows(self) -> list[dict[str, Any]]:
        """The rows of the table of seats: all seats together, with number 0, then each seat."""
        seats = range(self.players)
        return [self._row(0, seats), *(self._row(seat + 1, [seat]) for seat in seats)]

    def _row(self, number: int, seats: Sequence[int]) -> dict[str, Any]:
        """Return a row of the table of seats, by column name.

        Parameters
        ----------
        number
            The value of the column `seat`.
        seats
            The seats, from 0, whose turns and waits are counted together.
        """
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
            """Return the smallest length in `shares` that `PERCENT` percent of waits do not exceed.

            `end` selects the estimate of that share ("value") or a bound of its interval ("low",
            "high"). The length is in turns; infinity if no length qualifies.
            """
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
    def shares_of_waits(self) -> dict[str, Estimate]:
        """The share of waits of each length, by the length in turns as text, such as "3".

        The last key may be a text such as "8 or more". No length is missing between the shortest
        and the last.
        """
        if not len(self.waits):
            return {}
        deals, _, turns, times = self.waits.T
        shortest, longest = int(turns.min()), int(turns.max())
        last = min(longest, shortest + MOST_LENGTHS - 1)
        shares = {}
        for length in range(shortest, last + 1):
            is_open = length == last < longest
            counted = turns >= length if is_open else turns == length
            name = f"{length} or more" if is_open else str(length)
            shares[name] = self._share(counted * times, times, deals)
        return shares

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
        """Return the share of all choices in which a seat that cannot win decides who wins."""
        # Each weighed choice represents all choices of its game. If no weighed choice is of this
        # kind, the sample counts as the number of equally weighted choices with the same precision
        # (Kish, Survey Sampling, 1965, section 11.7).
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
        """The rows of the table of examples, with the keys "game", "when" and "command".

        They are at most `EXAMPLES` choices in which a seat that cannot win decides who wins, the
        largest effect first.
        """
        rows = []
        for choice in sorted(self.weighed[self.picks].tolist(), key=lambda row: row[7] - row[8]):
            number, _, turn, _, mover, _, winner = map(int, choice[:7])
            chances = f"{100 * choice[7]:.0f} or {100 * choice[8]:.0f} of 100 games"
            rows.append(
                {
                    "game": number,
                    "when": f"turn {turn}: seat {mover + 1} lets seat {winner + 1} win {chances}",
                    "command": replay_command(self, number),
                }
            )
        return rows[:EXAMPLES]

    def _share(self, part: Any, whole: Any, deals: Any = None) -> Estimate:
        """Return the estimate of a share, the sum of `part` divided by the sum of `whole`.

        Parameters
        ----------
        part, whole
            Arrays of counts, of the same shape.
        deals
            The number of the deal of each count. None if there is one count for each game.
        """
        sums = ratio_sums(self.deals if deals is None else deals, part, whole)
        return statistics.ratio(sums, self.confidence)
