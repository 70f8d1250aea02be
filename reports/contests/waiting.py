"""How long players wait for their turns, what is forced, who is out, and who picks the winner."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from reports.contest.question import Question
from reports.contest.results import ContestResults
from reports.contests import when
from reports.figures import statistics
from reports.figures.figure import PLAIN, SHARE
from reports.figures.statistics import Estimate, mean_ratio, plain, ratio_sums
from reports.run.results import Results
from reports.writing import numbers
from reports.writing.columns import Column
from simulate.play.rows import DEAL
from simulate.play.when import WhenRun
from strategies.waiting import APART, EVERY, OWN, why_not

#: So many per cent of waits are not longer than what is told as the most; games that are named.
PERCENT, SHOWN = 95, 3


class WaitingResults(ContestResults):
    """What came of games in which it was watched who waits."""

    def __init__(self, run: WhenRun, confidence: float) -> None:
        super().__init__(run, confidence)
        self.seconds = Results(run.runs["games"]).seconds_per_turn
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
        """What the columns say of each seat, after all together."""
        every = list(range(self.players))
        return [self._row(0, every), *(self._row(seat + 1, [seat]) for seat in every)]

    def _row(self, name: int, seats: list[int]) -> dict[str, Any]:
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
            "value": replace(value, alike=len(waits) == 1),
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
        return {
            **{f"waiting.{one['seat']}": one["value"] for one in self.rows},
            "forced": self.rows[0]["forced"],
            "forced_decisions": self._share(alone, decisions),
            "out": self.rows[0]["out"],
            "out_turns": mean_ratio(watched, self.confidence),
            "kingmaking": self._kingmaking(),
        }

    def _kingmaking(self) -> Estimate:
        """Estimate in which share of choices who has lost picks the winner.

        A choice stands for all of its game. Where none is so, they are worth as many as would stand
        for as many each (Kish, Survey Sampling, 1965, section 11.7).
        """
        _, deals, _, choices, *_ = self.weighed.T
        if not len(deals):
            return statistics.UNKNOWN
        sums = ratio_sums(deals, self.picks * choices, choices)
        how = (sums.whole.deals, len(deals), self.confidence, sums.whole.total**2)
        return statistics.rate_of(sums.value, sums.variance, *how[:3], how[3] // sums.whole.squares)

    @property
    def examples(self) -> list[dict[str, Any]]:
        """A few of these choices, first those on which most hangs."""
        found, picked = [], self.weighed[self.picks]
        order = np.argsort(picked[:, 7] - picked[:, 8], kind="stable")[:SHOWN]
        for number, _, turn, _, mover, _, other, low, high in picked[order].tolist():
            who = f"turn {turn:.0f}: seat {mover + 1:.0f} lets seat {other + 1:.0f} win"
            told = f"{who} {100 * low:.0f} or {100 * high:.0f} of 100"
            typed = when.replayed(self, int(number))
            found.append({"game": int(number), "when": told, "command": typed})
        return found

    def _share(self, part: Any, whole: Any, deals: Any = None) -> Estimate:
        sums = ratio_sums(self.deals if deals is None else deals, part, whole)
        return statistics.ratio(sums, self.confidence)


def _seat(row: dict[str, Any]) -> str:
    return str(row["seat"] or "all")


def _how_long(results: WaitingResults) -> list[str]:
    wait, *_ = results.rows
    if not wait["n"]:
        return ["Nobody has a second turn."]
    return [
        f"Between two of one's own turns others have {numbers.known(wait['value'], PLAIN)}, in "
        f"{PERCENT} of 100 cases at most {wait['most'].value:g}. The mean is "
        f"{wait['minutes']:.1f} minutes, at an assumed {results.seconds} seconds a turn."
    ]


def _forced(results: WaitingResults) -> list[str]:
    turns, single = (
        numbers.share_of(results.estimates[name]) for name in ("forced", "forced_decisions")
    )
    return [
        f"In {turns} of turns there is one thing to do, or none. Of single decisions {single} have "
        "one legal move."
    ]


def _out(results: WaitingResults) -> list[str]:
    share, turns = (results.estimates[name] for name in ("out", "out_turns"))
    games = f"{numbers.share_of(share)} of {numbers.counted(results.run.games, 'game')}"
    watched = f", and then for {numbers.known(turns, PLAIN)} turns" * bool(turns.n)
    return [f"Somebody is out before the end in {games}{watched}."]


def _kingmaking(results: WaitingResults) -> list[str]:
    found, why = results.estimates["kingmaking"], why_not(results.game, results.players)
    if why or not found.n:
        return [f"Not asked: {why or 'no choice was weighed'}."]
    return [
        f"In {numbers.share_of(found)} of choices, as {numbers.whole(found.n)} of them tell: the "
        f"player to choose wins fewer than {100 * OWN:g} of 100 games whatever it does, but another "
        f"wins at least {100 * APART:g} of 100 more after one move than after another."
    ]


def _summary(results: WaitingResults, tables: Mapping[str, list[Any]]) -> dict[str, Any]:
    found = {name: {**plain(one), "n": one.n} for name, one in results.estimates.items()}
    return {
        "waiting": tables["waiting"][1:],
        "waiting_all": tables["waiting"][0],
        "forced": {**found["forced"], "decisions": found["forced_decisions"]},
        "out": {**found["out"], "turns": found["out_turns"]},
        "kingmaking": found["kingmaking"],
        "examples": results.examples,
    }


CONTEST = replace(
    when.CONTEST,
    questions=(
        Question(
            name="waiting",
            asks="How long does one wait?",
            answer=_how_long,
            columns=(
                Column("seat", "the seat; 0 is all of them", heading="seat", shown=_seat),
                Column("value", "others' turns in a wait", interval=True, heading="turns between"),
                Column("n", "how many waits these are"),
                Column("most", "of most waits", interval=True, heading=f"{PERCENT} % at most"),
                Column("minutes", "the mean wait in minutes, as assumed"),
                Column("forced", "of its turns", interval=True, heading="no choice", unit=SHARE),
                Column("out", "of games, out before the end", interval=True),
            ),
            rows=lambda results: results.rows,
            caption="By seat",
            is_first=True,
        ),
        Question(name="forced", asks="How often is there nothing to choose?", answer=_forced),
        Question(name="out", asks="Is anybody out early?", answer=_out),
        Question(name="kingmaking", asks="Does a loser pick the winner?", answer=_kingmaking),
        replace(when.CONTEST.questions[-1], rows=lambda results: results.examples),
    ),
    heading=lambda results: "Waiting, and who picks the winner",
    caveats=lambda results: [
        "Waits are counted between two turns in which a seat acts; where all choose in the same "
        f"turn, nobody waits. One choice of 1 of {EVERY} games is weighed, as far as who chooses "
        "can know."
    ],
    summary=_summary,
)
