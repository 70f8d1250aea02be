"""What a run found: every figure with its interval, read off the tally."""

from __future__ import annotations

import math
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, replace
from itertools import cycle
from operator import mul
from typing import Literal

import numpy as np

from reports.figures import figure as fig
from reports.figures import statistics
from reports.figures.catalogue import PERCENTILES, figures_of_run
from reports.figures.correlation import DealGroups
from reports.figures.spread import largest_distance, largest_gap, number_of_tests
from reports.figures.statistics import DEFAULT_CONFIDENCE, DealSums, Estimate, RatioSums, judge
from reports.figures.targets import JudgedTarget, judge_targets, read_targets
from reports.figures.unevenness import Unevenness, unevenness
from reports.robust.levels import MOST_WITHOUT_WINNER, PlayerLevel, Robustness, judge_at_levels
from simulate.errors import unknown
from simulate.game import Game
from simulate.play.lineups import LineupRun
from simulate.play.run import Run
from simulate.play.tally import LENGTHS, Contest, Histogram

#: What can be said of a win rate and the fair share.
Against = Literal["above fair", "below fair", "not clear"]
_ESTIMATORS = {"rate": statistics.rate, "count": statistics.count, "mean": statistics.mean}


@dataclass(frozen=True)
class ParticipantResult:
    """How a seat, a side or a strategy fared."""

    #: Share of its games won, a win shared by k counting 1/k.
    win_rate: Estimate
    score: Estimate | None


@dataclass(frozen=True)
class LengthResult:
    """How long games last, by one measure."""

    mean: Estimate
    sd: float
    #: 5th, 50th, 95th: the smallest value that this share of the games does not exceed.
    percentiles: Mapping[int, float]
    #: Games by value; of minutes, by turns.
    histogram: Histogram


class RunResults:
    """All figures of one run; those told unasked are `figures`, by their paths."""

    def __init__(
        self, run: Run, confidence: float = DEFAULT_CONFIDENCE, robustness: Robustness | None = None
    ) -> None:
        self.run = run
        self.confidence = confidence
        #: What was found with other players; ``None`` if they were not asked.
        self.robustness = robustness
        self._looks = len(run.study.interim)
        self.game: Game = run.study.loaded_game
        self.players = run.study.players
        self._known = figures_of_run(run)
        self.figures = {path: one for path, one in self._known.items() if one.listed}

    def with_run(self, run: Run) -> RunResults:
        """Return the results of another run of the same study, as of fewer deals."""
        found = copy(self)
        found.run = run
        return found

    def at_confidence(self, level: float) -> RunResults:
        """Return the same results with intervals of that confidence, as if looked at once."""
        found = copy(self)
        found.confidence, found._looks = level, 1
        return found

    def confidence_per_look(self, confidence: float) -> float:
        """Return which confidence one interval has, so that those after all looks have this."""
        return 1 - (1 - confidence) / self._looks

    @property
    def look_confidence(self) -> float:
        """Of an interval after any one look, so that those after all looks have the confidence."""
        return self.confidence_per_look(self.confidence)

    @property
    def fair_share(self) -> float:
        """The win rate of everybody in a fair game without unfinished games."""
        return self.game.fair_share(self.players)

    @property
    def decided_fair_share(self) -> float:
        """The win rate of everybody in a fair game with as many games without a winner as here."""
        return self.fair_share * self.games_won / self.run.games

    def figure(self, path: str) -> fig.Figure:
        """Return the figure of that name, also any percentile of a length; or a `UsageError`."""
        if path not in self._known:
            raise unknown("figure", path, self.figures, f" of {self.game.name}")
        return self._known[path]

    def has(self, path: str) -> bool:
        """Return whether there is a figure of that name."""
        return path in self._known

    def figures_of(self, kind: str, what: str = "") -> list[fig.Figure]:
        """Return the figures of one kind, such as ``seats``, and of those what is asked."""
        return [f for f in self.figures.values() if f.kind == kind and what in ("", f.measure)]

    def figures_about(self, topic: fig.Topic) -> list[fig.Figure]:
        """Return the figures about something."""
        return [figure for figure in self.figures.values() if figure.topic is topic]

    def estimate(self, path: str) -> Estimate:
        """Estimate a figure by its path in the JSON object of ``fathom run``."""
        figure = self.figure(path)
        settled = figure.kind == fig.STRATEGIES and figure.is_fixed and figure.is_win_rate
        if settled and self.games_won == self.run.games:
            # Somebody wins every game: when all play alike, that is no finding.
            fair = self.fair_share
            return Estimate(fair, fair, fair, self.run.games * self.players)
        if figure.kind == fig.CLOSE_GAMES and not figure.listed:
            return statistics.UNKNOWN
        source = figure.source
        if isinstance(source, fig.Ratio):
            told = statistics.mean_ratio if source.signed else statistics.ratio
            return told(self.ratio_sums(source), self.look_confidence)
        if isinstance(source, fig.Mean):
            found = _ESTIMATORS[source.kind](self.deal_sums(source), self.look_confidence)
            return found.scaled(source.factor).shifted(source.shift)
        if isinstance(source, fig.SeatDifference):
            apart = largest_gap if source.pairs else largest_distance
            return apart([self.deal_sums(one) for one in source.rates], self.look_confidence)
        ranks = self.run.tally.lengths[source.length]
        found = statistics.quantile(ranks, source.percent, self.look_confidence)
        return found.scaled(source.factor)

    @property
    def unevenness(self) -> Unevenness | None:
        """The distance of the seats or sides from even; None unless they clearly differ."""
        if self.contest == "together" or not self.estimate(fig.SEAT_SPREAD).low > 0:
            return None
        source = self.figure(fig.SEATS_GAP).source
        assert isinstance(source, fig.SeatDifference)
        return unevenness([self.deal_sums(rate) for rate in source.rates], self.look_confidence)

    def judged(self) -> list[JudgedTarget]:
        """Return the study's targets with their verdicts, robust ones by all levels if asked."""
        targets = read_targets(self.run.study.targets)
        judged, asked = judge_targets(targets, self.estimate, self.run.games), self.robustness
        if not asked:
            return judged
        return [judge_at_levels(one.target, asked) if one.target.robust else one for one in judged]

    @property
    def is_decided(self) -> bool:
        """Whether it is known of each target if this line-up meets it."""
        return self.games_to_decide == 0

    @property
    def games_to_decide(self) -> int | None:
        """About how many more games decide each target; ``None`` if that cannot be told."""
        games = self.run.games
        verdicts = [
            judge(self.estimate(target.figure), target.low, target.high, games)
            for target in read_targets(self.run.study.targets)
        ]
        known = [one.more_games for one in verdicts if one.more_games is not None]
        return max(known, default=0) if len(known) == len(verdicts) else None

    def deal_sums(self, figure: fig.Mean) -> DealSums:
        """Return what the deals gave of a mean."""
        return DealSums.of(self.run.tally, figure.place, figure.per_deal, figure.unit)

    def deal_groups(self, path: str) -> DealGroups | None:
        """Return the sums of a figure by group of deals, or None if tallies do not keep them."""
        source, kept = self.figure(path).source, self.run.layout.grouped
        if not isinstance(source, fig.Mean) or source.place not in kept:
            return None
        counts = self.run.tally.groups.counts
        unit = source.factor / (source.per_deal * source.unit)
        totals = counts[:, 1 + kept.index(source.place)].astype(np.float64) * unit
        return DealGroups(counts[:, 0], totals)

    def ratio_sums(self, figure: fig.Ratio) -> RatioSums:
        """Return what the deals gave of a ratio."""
        tally = self.run.tally
        return RatioSums(
            DealSums.of(tally, figure.part, 1, figure.part_unit),
            DealSums.of(tally, figure.whole, 1, figure.whole_unit),
            tally.products[figure.index],
        )

    def seats(self) -> list[ParticipantResult]:
        """Return how each seat fared."""
        return [self._standing(f"seats.{seat}") for seat in range(1, self.players + 1)]

    def strategies(self) -> dict[str, ParticipantResult]:
        """Return how each strategy fared, over all its seats."""
        return {spec: self._standing(f"strategies.{spec}") for spec in self.run.study.strategies}

    def side_win_rate(self, spec: str) -> Estimate:
        """Return the win rate of a strategy that plays all seats of one side."""
        layout = self.run.layout
        place = layout.strategy_wins.start + self.run.study.strategies.index(spec)
        wins = fig.Mean(place, layout.rotations, layout.win * layout.side_size, "rate")
        return statistics.rate(self.deal_sums(wins), self.look_confidence)

    def judge_win_rates(self, kind: str) -> list[Against]:
        """Say on which side of the fair share each seat, side or strategy clearly is.

        Corrected for all of them (Holm); of two seats or sides, what one wins the other loses.
        """
        fair = self.decided_fair_share
        sums = [self.deal_sums(one.source) for one in self.figures_of(kind, fig.WIN_RATE)]
        asked = sums if kind == fig.STRATEGIES else sums[: number_of_tests(len(sums))]
        tests = [
            statistics.share_test(one.mean, one.variance_of_mean, one.deals, fair) for one in asked
        ]
        return [
            "not clear"
            if math.isnan(p_value) or p_value >= 1 - self.look_confidence
            else ("above fair" if one.mean > fair else "below fair")
            for one, p_value in zip(sums, cycle(statistics.holm(tests)), strict=False)
        ]

    @property
    def contest(self) -> Contest:
        """Who plays against whom."""
        return self.run.layout.contest

    def rival_win_rates(self) -> dict[str, Estimate]:
        """Return the win rates of those who play against each other, seats or sides, by name."""
        if self.contest == "seats":
            return {f"seat {seat}": one.win_rate for seat, one in enumerate(self.seats(), 1)}
        return {
            one.member: self.estimate(one.path) for one in self.figures_of(fig.SIDES, fig.WIN_RATE)
        }

    def judge_rivals(self) -> list[Against]:
        """Say of each of `rivals` on which side of the fair share it is."""
        return self.judge_win_rates(fig.SEATS if self.contest == "seats" else fig.SIDES)

    @property
    def is_seated(self) -> bool:
        """Whether different strategies each keep their seat, so that neither can be judged."""
        study = self.run.study
        return not study.rotate and len(study.strategies) > 1

    def lengths(self) -> dict[str, LengthResult]:
        """Return how long games last, in turns, rounds, decisions and assumed minutes."""
        return {name: self._length(name) for name in (*LENGTHS, "minutes")}

    @property
    def seconds_per_turn(self) -> int:
        """What a turn takes at the table, as the rules assume."""
        seconds = self.run.study.values["seconds_per_turn"]
        assert isinstance(seconds, int)
        return seconds

    def minutes(self) -> LengthResult:
        """Return how long games last in minutes, at the assumed seconds a turn."""
        return self._length("minutes")

    def scores(self) -> list[Histogram]:
        """Return the distribution of each seat's final score, in whole units, rounded down."""
        return [histogram.coarser(self.game.score_parts) for histogram in self.run.tally.scores]

    @property
    def unfinished(self) -> int:
        """Games that reached the safety cap on turns undecided."""
        return self.run.tally.sums[self.run.layout.single("unfinished")]

    @property
    def games_won(self) -> int:
        """Games that a seat or a side won, alone or with others."""
        return count_won_games(self.run)

    @property
    def is_hardly_won(self) -> bool:
        """Whether so few of the games had a winner that seats and strategies cannot be judged."""
        ended_unwon = self.run.games - self.unfinished - self.games_won
        too_few = self.games_won < (1 - MOST_WITHOUT_WINNER) * self.run.games
        return ended_unwon > 0 and too_few

    @property
    def idle_seats(self) -> list[int]:
        """The seats that made no decision in any game, numbered from 1."""
        decided = self.run.tally.decided
        return [seat + 1 for seat in range(self.players) if not decided >> seat & 1]

    def _length(self, name: str) -> LengthResult:
        counted, factor = ("turns", self.seconds_per_turn / 60) if name == "minutes" else (name, 1)
        histogram, games = self.run.tally.length(counted), self.run.games
        # Python integers, so that squares of long games do not overflow.
        values, counts = histogram.values.tolist(), histogram.counts.tolist()
        total = sum(map(mul, values, counts))
        squares = sum(value * value * count for value, count in zip(values, counts, strict=True))
        spread = (games * squares - total * total) / (games * (games - 1)) if games > 1 else 0.0
        return LengthResult(
            self.estimate(f"length.{name}.mean"),
            math.sqrt(spread) * factor,
            {percent: histogram.percentile(percent) * factor for percent in PERCENTILES},
            histogram,
        )

    def _standing(self, name: str) -> ParticipantResult:
        return ParticipantResult(
            self.estimate(f"{name}.win_rate"), self.estimate(f"{name}.score_mean")
        )


def count_won_games(played: Run | LineupRun) -> int:
    """Return the number of games that had a winner."""
    layout = played.layout
    wins = sum(played.tally.sums[layout.strategy_wins])
    # All seats of a side win together, and each has the share of its side.
    return wins // (layout.win * len(layout.seats_by_side[0]))


def measure_level(run: Run, who: PlayerLevel, confidence: float) -> PlayerLevel:
    """Return who played with what that gave."""
    results = RunResults(run)

    def known(path: str, confidence: float) -> Estimate:
        return results.at_confidence(results.confidence_per_look(confidence)).estimate(path)

    return replace(
        who,
        games=run.games,
        tally_id=run.tally.id,
        undecided=results.unfinished / run.games,
        without_winner=1 - results.games_won / run.games,
        figure=known,
        groups=results.deal_groups,
        confidence=confidence,
    )
