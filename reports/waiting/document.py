"""How long players wait for their turns, what is forced, who is out, and who picks the winner."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from reports.analysis.contest import Question
from reports.analysis.contest_results import ContestResults
from reports.figures import statistics
from reports.figures.figure import PLAIN, SHARE, Unit
from reports.figures.statistics import LEAST_ALIKE, Estimate, mean_ratio, plain, ratio_sums
from reports.when import document as when
from reports.when.play import WhenRun
from reports.writing import wording
from reports.writing.columns import Column
from simulate.play.rows import DEAL
from strategies.registry import usual_player
from strategies.waiting import APART, OWN

#: So many per cent of waits are not longer than what is told as the most; games that are named.
PERCENT, SHOWN = 95, 3


class WaitingResults(ContestResults):
    """What came of games in which it was watched who waits."""

    def __init__(self, run: WhenRun, confidence: float) -> None:
        super().__init__(run, confidence)
        self.seconds: Any = self.study.values["seconds_per_turn"]
        self.deals = run.seen.rows[:, DEAL]
        games = list(zip(self.deals.tolist(), run.seen.looked, strict=True))
        waits = [(deal, *wait) for deal, (_, found, _) in games for wait in found]
        weighed = [(n, deal, *one[2]) for n, (deal, one) in enumerate(games) if one[2]]
        #: Rows of what was counted, shape (5, games, seats); of waits; and of choices.
        self.counts = np.array([one[0] for _, one in games]).transpose(2, 0, 1)
        self.waits = np.array(waits, np.int64).reshape(-1, 4)
        self.weighed = np.array(weighed).reshape(-1, 9)
        self.picks = (self.weighed[:, 5] < OWN) & (np.ptp(self.weighed[:, 7:], axis=1) >= APART)

    @cached_property
    def rows(self) -> list[dict[str, Any]]:
        """What the columns say of all seats together, and of each."""
        every = range(self.players)
        return [self._row(n, one) for n, one in enumerate([every, *([seat] for seat in every)])]

    def _row(self, name: int, seats: Sequence[int]) -> dict[str, Any]:
        deals, _, turns, times = self.waits[np.isin(self.waits[:, 1], seats)].T
        own, forced, _, _, out = self.counts[:, :, seats].sum(axis=2)
        value = mean_ratio(ratio_sums(deals, turns * times, times), self.confidence)
        waits = np.unique(turns).tolist()
        # Woodruff's interval, as of `reports.figures.statistics.quantile`.
        up_to = [(n, self._share((turns <= n) * times, times, deals)) for n in waits]
        most, low, high = (
            min((n for n, one in up_to if getattr(one, end) >= PERCENT / 100), default=math.inf)
            for end in ("value", "high", "low")
        )
        return {
            "seat": name,
            "value": replace(
                value, alike=len(waits) == 1 and len(np.unique(self.deals)) >= LEAST_ALIKE
            ),
            "n": value.n,
            "most": Estimate(most, low, high, value.n),
            "minutes": value.value * self.seconds / 60,
            "forced": self._share(forced, own),
            "out": self._share(out > 0, out >= 0),
        }

    @cached_property
    def estimates(self) -> Mapping[str, Estimate]:
        """What it found, by name."""
        _, _, decisions, alone, out = self.counts.sum(axis=2)
        watched = ratio_sums(self.deals, out, (self.counts[4] > 0).sum(axis=1))
        # A choice stands for all of its game. Where none is so, they are worth as many as would
        # stand for as many each (Kish, Survey Sampling, 1965, section 11.7).
        _, deals, _, choices, *_ = self.weighed.T
        picked = ratio_sums(deals, self.picks * choices, choices)
        worth = picked.whole.total**2 // max(picked.whole.squares, 1)
        many = (picked.whole.deals, len(deals), self.confidence, worth)
        return {
            "waiting_all": self.rows[0]["value"],
            "forced": self.rows[0]["forced"],
            "forced_decisions": self._share(alone, decisions),
            "out": self.rows[0]["out"],
            "out_turns": mean_ratio(watched, self.confidence),
            "kingmaking": statistics.rate_of(picked.value, picked.variance, *many),
        }

    @property
    def examples(self) -> list[dict[str, Any]]:
        """A few of these choices, first those on which most hangs."""
        found = []
        for one in sorted(self.weighed[self.picks].tolist(), key=lambda one: one[7] - one[8]):
            number, _, turn, _, mover, _, other = map(int, one[:7])
            ends = f"{100 * one[7]:.0f} or {100 * one[8]:.0f} of 100"
            told = f"turn {turn}: seat {mover + 1} lets seat {other + 1} win {ends}"
            found.append({"game": number, "when": told, "command": when.replayed(self, number)})
        return found[:SHOWN]

    def told(self, name: str, unit: Unit = SHARE) -> str:
        """Tell one of its estimates."""
        return wording.known(self.estimates[name], unit)

    def _share(self, part: Any, whole: Any, deals: Any = None) -> Estimate:
        sums = ratio_sums(self.deals if deals is None else deals, part, whole)
        return statistics.ratio(sums, self.confidence)


def _how_long(results: WaitingResults) -> list[str]:
    if not results.estimates["waiting_all"].n:
        return ["Nobody has a second turn."]
    most, minutes = results.rows[0]["most"].value, results.rows[0]["minutes"]
    mean = wording.number(minutes, minutes / 10, PLAIN)
    return [
        f"Between two of one's own turns others take {results.told('waiting_all', PLAIN)}: "
        f"{mean} minutes on average, at an assumed {results.seconds} seconds a turn. "
        f"{PERCENT} of 100 waits are of at most {wording.counted(most, 'turn')}."
    ]


def _out(results: WaitingResults) -> list[str]:
    if not results.estimates["out"].value:
        return [f"No, nobody in {wording.counted(results.run.games, 'game')}."]
    return [
        f"Somebody is out before the end in {results.told('out')} of games, and then for "
        f"{results.told('out_turns', PLAIN)} turns."
    ]


def _kingmaking(results: WaitingResults) -> list[str]:
    sides = results.game.number_of_sides(results.players)
    if sides == 1:
        return ["The question does not arise, for there are no rivals."]
    if sides == 2:
        return ["The question does not arise, for there are only two rivals."]
    if not (weighed := len(results.weighed)):
        return [
            "Not known: it takes three rivals, and a game whose hidden cards can be dealt anew."
        ]
    return [
        f"In {results.told('kingmaking')} of choices ({weighed:,} were weighed): who chooses has "
        f"lost, with fewer than {100 * OWN:g} wins in 100 games whatever it does, but another wins "
        f"at least {100 * APART:g} of 100 more after one move than after another."
    ]


def _most(row: Mapping[str, Any]) -> str:
    """Tell the longest of most waits, with its ends only if these are not the same."""
    most: Estimate = row["most"]
    ends = f" ({most.low:g} to {most.high:g})" if most.low < most.high else ""
    return f"{most.value:g}{ends}"


CONTEST = replace(
    when.CONTEST,
    questions=(
        Question(
            name="waiting",
            asks="How long does one wait?",
            answer=_how_long,
            columns=(
                Column(
                    "seat",
                    "whose waits; 0 for all together",
                    heading="seat",
                    shown=lambda one: f"{one['seat'] or 'all'}",
                ),
                Column(
                    "value",
                    "turns of others between two of its own, in the mean",
                    interval=True,
                    heading="turns between",
                ),
                Column("n", "how many waits these are"),
                Column(
                    "most",
                    f"turns that {PERCENT} of 100 waits do not exceed",
                    interval=True,
                    heading=f"{PERCENT} % at most",
                    shown=_most,
                ),
                Column("minutes", "the mean wait in minutes, at the seconds a turn of the rules"),
                Column(
                    "forced",
                    "share of its turns in which there is nothing to choose",
                    interval=True,
                    heading="no choice",
                    unit=SHARE,
                ),
                Column("out", "share of games in which it is out before the end", interval=True),
            ),
            rows=lambda results: results.rows,
            caption="By seat",
            is_first=True,
        ),
        Question(
            name="forced",
            asks="How often is there nothing to choose?",
            answer=lambda results: [
                f"In {results.told('forced')} of turns there is one thing to do, or none. Of "
                f"single decisions {results.told('forced_decisions')} have one legal move."
            ],
        ),
        Question(name="out", asks="Is anybody out early?", answer=_out),
        Question(name="kingmaking", asks="Does a loser pick the winner?", answer=_kingmaking),
        replace(when.CONTEST.questions[-1], rows=lambda results: results.examples),
    ),
    heading=lambda results: "Waiting, and who picks the winner",
    caveats=lambda results: (
        [f"What a choice leads to is found by playing on, with {usual_player(results.game)}."]
        * bool(len(results.weighed))
    ),
    summary=lambda results, tables: {
        **{name: {**plain(one), "n": one.n} for name, one in results.estimates.items()},
        "waiting": tables["waiting"][1:],
        "examples": results.examples,
    },
)
