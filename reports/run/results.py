"""The results of a run: every figure with its interval, computed from the tally."""

from __future__ import annotations

import math
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, replace
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
from reports.robust.levels import MOST_WITHOUT_WINNER, PlayerLevel
from reports.robust.robustness import Robustness, judge_at_levels
from simulate.errors import unknown
from simulate.game import Game
from simulate.play.lineups import LineupRun
from simulate.play.run import Run
from simulate.play.tally import LENGTHS, Contest, Histogram

#: The result of comparing a win rate with the fair share.
Against = Literal["above fair", "below fair", "not clear"]
_ESTIMATORS = {"rate": statistics.rate, "count": statistics.count, "mean": statistics.mean}


@dataclass(frozen=True)
class ParticipantResult:
    """The results of a seat, a side or a strategy."""

    #: The share of its games that it won. A win shared by k participants counts 1/k.
    win_rate: Estimate
    #: The mean final score, in the unit of the game.
    score: Estimate


@dataclass(frozen=True)
class LengthResult:
    """The distribution of the length of games in one unit, such as turns."""

    #: The mean length.
    mean: Estimate
    #: The standard deviation over games.
    sd: float
    #: The 5th, 50th and 95th percentile, by the numbers 5, 50 and 95. Percentile p is the smallest
    #: length that at least p% of the games do not exceed.
    percentiles: Mapping[int, float]
    #: The number of games by length. For minutes, lengths in the histogram are in turns.
    histogram: Histogram


@dataclass(frozen=True)
class CountSpread:
    """How a count varies from game to game."""

    #: The 5th, 50th and 95th percentile, by the numbers 5, 50 and 95, in the unit of the count's
    #: mean.
    percentiles: Mapping[int, float]
    #: 0 if the percentiles are exact. If values were counted in wide bins, the largest amount by
    #: which the percentiles may be too low.
    within: float


class RunResults:
    """The figures of a run, each estimated from the tally when it is requested.

    Parameters
    ----------
    run
        The games that were played.
    confidence
        The confidence of all intervals. If the study has several interim looks, it is that of all
        looks together.
    robustness
        The results with other players; None if no other players played.
    """

    def __init__(
        self, run: Run, confidence: float = DEFAULT_CONFIDENCE, robustness: Robustness | None = None
    ) -> None:
        self.run = run
        self.confidence = confidence
        #: The results with other players; None if no other players played.
        self.robustness = robustness
        self._looks = len(run.study.interim)
        self.game: Game = run.study.loaded_game
        self.players = run.study.players
        self._all_figures = figures_of_run(run)
        #: The figures that reports list, by path.
        self.figures = {path: figure for path, figure in self._all_figures.items() if figure.listed}

    def with_run(self, run: Run) -> RunResults:
        """Return the results of another run of the same study, such as a run of its first deals."""
        results = copy(self)
        results.run = run
        return results

    def at_confidence(self, confidence: float) -> RunResults:
        """Return a copy of these results whose intervals have the given confidence.

        The intervals are not corrected for interim looks.
        """
        results = copy(self)
        results.confidence = confidence
        results._looks = 1
        return results

    def confidence_per_look(self, confidence: float) -> float:
        """Return the confidence of the interval at each interim look at these results.

        With it, the intervals of all looks together have at least `confidence` (Bonferroni).
        Without interim looks, it is `confidence`.
        """
        return 1 - (1 - confidence) / self._looks

    @property
    def look_confidence(self) -> float:
        """The confidence of the intervals of `estimate`.

        It is higher than `confidence` if there are several interim looks, so that all looks
        together have `confidence`.
        """
        return self.confidence_per_look(self.confidence)

    @property
    def fair_share(self) -> float:
        """The win rate of each seat if all seats win equally often and every game is won."""
        return self.game.fair_share(self.players)

    @property
    def decided_fair_share(self) -> float:
        """The win rate of each seat if all seats win equally often, given how many games were won.

        Raises
        ------
        ZeroDivisionError
            If no game was played.
        """
        return self.fair_share * self.games_won / self.run.games

    def figure(self, path: str) -> fig.Figure:
        """Return the figure with a path. Lengths have figures for all percentiles from 1 to 99.

        Raises
        ------
        UsageError
            If the run has no such figure.
        """
        if path not in self._all_figures:
            raise unknown("figure", path, self._suggested_paths, f" of {self.game.name}")
        return self._all_figures[path]

    @property
    def _suggested_paths(self) -> list[str]:
        """The paths that an error suggests, without repetitions.

        If all players win together, the win rate of each seat is that of the only side.
        """
        paths = list(self.figures)
        if self.contest == "together":
            repeated = [figure.path for figure in self.figures_of(fig.SEATS, fig.WIN_RATE)]
            paths = [path for path in paths if path not in repeated]
        return paths

    def has(self, path: str) -> bool:
        """Return True if the run has a figure with this path."""
        return path in self._all_figures

    def figures_of(self, kind: str, measure: str = "") -> list[fig.Figure]:
        """Return the listed figures of a kind; an empty list if there are none.

        Parameters
        ----------
        kind
            The first part of their paths, such as ``seats``.
        measure
            The last part of their paths, such as ``win_rate``; empty for any.
        """
        return [
            figure
            for figure in self.figures.values()
            if figure.kind == kind and measure in ("", figure.measure)
        ]

    def figures_about(self, topic: fig.Topic) -> list[fig.Figure]:
        """Return the listed figures on a topic."""
        return [figure for figure in self.figures.values() if figure.topic is topic]

    def estimate(self, path: str) -> Estimate:
        """Return the estimate of the figure with a path, such as ``seats.1.win_rate``.

        It is `UNKNOWN` for close games if a lower score won a game, and for percentiles of counts
        if an older version of Fathom played some of the games.

        Raises
        ------
        UsageError
            If the run has no such figure.
        """
        figure = self.figure(path)
        is_fixed_rate = figure.kind == fig.STRATEGIES and figure.is_fixed and figure.is_win_rate
        if is_fixed_rate and self.games_won == self.run.games:
            # If one strategy plays all seats and every game has a winner, its win rate is the fair
            # share by definition.
            fair = self.fair_share
            return Estimate(fair, fair, fair, self.run.games * self.players)
        if figure.kind == fig.CLOSE_GAMES and not figure.listed:
            return statistics.UNKNOWN
        source = figure.source
        if isinstance(source, fig.Ratio):
            return self._estimate_ratio(source)
        if isinstance(source, fig.Mean):
            estimate = _ESTIMATORS[source.kind](self.deal_sums(source), self.look_confidence)
            return estimate.scaled(source.factor).shifted(source.shift)
        if isinstance(source, fig.SeatDifference):
            difference = largest_gap if source.pairs else largest_distance
            return difference([self.deal_sums(rate) for rate in source.rates], self.look_confidence)
        return self._estimate_quantile(source)

    def _estimate_ratio(self, source: fig.Ratio) -> Estimate:
        if isinstance(source, fig.Surplus):
            return self._estimate_surplus(source)
        estimator = statistics.mean_ratio if source.signed else statistics.ratio
        return estimator(self.ratio_sums(source), self.look_confidence)

    def _estimate_quantile(self, source: fig.Quantile | fig.CountQuantile) -> Estimate:
        """Return the estimate of a percentile of a length or a count; `UNKNOWN` if not known."""
        if isinstance(source, fig.Quantile):
            ranks = self.run.tally.lengths[source.length]
            quantile = statistics.quantile(ranks, source.percent, self.look_confidence)
            return quantile.scaled(source.factor)
        histogram = self.distribution(source)
        if histogram is None:
            return statistics.UNKNOWN
        quantile = statistics.quantile_of_games(
            histogram, source.rotations, source.percent, self.look_confidence
        )
        return quantile.scaled(source.factor)

    def distribution(self, source: fig.CountQuantile) -> Histogram | None:
        """Return the distribution over games of a count in the tally's unit; None if unknown."""
        tally = self.run.tally
        histogram = tally.lead_changes
        if source.count is not None:
            if not tally.counts:
                return None
            histogram = tally.counts[source.count]
        return histogram if histogram.counts.sum() == self.run.games > 0 else None

    def count_spread(self, path: str) -> CountSpread | None:
        """Return the percentiles over games of a count, given the path of its mean.

        The result is None if the figure is not the mean of a count. It is also None if the
        percentiles are not known, because an older version of Fathom played some of the games.
        """
        if not self.has_percentiles(path):
            return None
        source = self.figure(f"{path}.p50").source
        histogram = self.distribution(source)
        if histogram is None:
            return None
        percentiles = {
            percent: histogram.percentile(percent) * source.factor for percent in PERCENTILES
        }
        return CountSpread(percentiles, (histogram.width - 1) * source.factor)

    def has_percentiles(self, path: str) -> bool:
        """Return True if the figure with this path is the mean of a count over games.

        Its percentiles are figures too, even if they are not known (see `count_spread`). Shares of
        games have none.
        """
        median = self._all_figures.get(f"{path}.p50")
        return median is not None and isinstance(median.source, fig.CountQuantile)

    def _estimate_surplus(self, source: fig.Surplus) -> Estimate:
        """Return the estimate of a win rate less its fair share.

        If the fair share is the same in all deals, the interval is that of the win rate. If not,
        it is computed from the differences between both in each deal.
        """
        fair = self.fixed_share(source.fair)
        if fair is not None:
            rate = statistics.ratio(self.ratio_sums(source.rate), self.look_confidence)
            return rate.shifted(-fair)
        return statistics.mean_ratio(self.ratio_sums(source), self.look_confidence)

    @property
    def unevenness(self) -> Unevenness | None:
        """The intervals of the differences between seats or sides.

        None unless some seat or side differs significantly from the fair share.
        """
        if self.contest == "together" or not self.estimate(fig.SEAT_SPREAD).low > 0:
            return None
        source = self.figure(fig.SEATS_GAP).source
        assert isinstance(source, fig.SeatDifference)
        return unevenness([self.deal_sums(rate) for rate in source.rates], self.look_confidence)

    def judged(self) -> list[JudgedTarget]:
        """Return the study's targets with their verdicts, in the order of the study.

        Targets with ``robust = true`` are judged over all player levels if other players played.

        Raises
        ------
        UsageError
            If a target is invalid or has an unknown figure.
        """
        targets = read_targets(self.run.study.targets)
        judged = judge_targets(targets, self.estimate, self.run.games)
        robustness = self.robustness
        if not robustness:
            return judged
        return [
            judge_at_levels(target.target, robustness) if target.target.robust else target
            for target in judged
        ]

    @property
    def is_decided(self) -> bool:
        """True if every target is met or missed with this line-up, and none is undecided.

        Raises
        ------
        UsageError
            If a target is invalid or has an unknown figure.
        """
        return self.games_to_decide == 0

    @property
    def games_to_decide(self) -> int | None:
        """The approximate number of further games that decide every target with this line-up.

        It is 0 if all are decided, and None if the number is unknown for a target.

        Raises
        ------
        UsageError
            If a target is invalid or has an unknown figure.
        """
        games = self.run.games
        verdicts = [
            judge(self.estimate(target.figure), target.low, target.high, games)
            for target in read_targets(self.run.study.targets)
        ]
        needed = [verdict.more_games for verdict in verdicts if verdict.more_games is not None]
        if len(needed) < len(verdicts):
            return None
        return max(needed, default=0)

    def deal_sums(self, figure: fig.Mean) -> DealSums:
        """Return the sums over deals from which a mean is estimated.

        `figure` is the source of a figure (`Figure.source`).
        """
        return DealSums.of(self.run.tally, figure.place, figure.per_deal, figure.unit)

    def deal_groups(self, path: str) -> DealGroups | None:
        """Return the sums of a figure by group of deals, or None if tallies do not keep them.

        Raises
        ------
        UsageError
            If the run has no figure with this path.
        """
        source = self.figure(path).source
        grouped = self.run.layout.grouped
        if not isinstance(source, fig.Mean) or source.place not in grouped:
            return None
        counts = self.run.tally.groups.counts
        unit = source.factor / (source.per_deal * source.unit)
        totals = counts[:, 1 + grouped.index(source.place)].astype(np.float64) * unit
        return DealGroups(counts[:, 0], totals)

    def ratio_sums(self, figure: fig.Ratio) -> RatioSums:
        """Return the sums over deals from which a ratio is estimated.

        `figure` is the source of a figure (`Figure.source`).
        """
        tally = self.run.tally
        return RatioSums(
            DealSums.of(tally, figure.part, 1, figure.part_unit),
            DealSums.of(tally, figure.whole, 1, figure.whole_unit),
            tally.products[figure.index],
        )

    def fixed_share(self, figure: fig.Ratio) -> float | None:
        """Return the value of a ratio if it is the same in all deals, else None."""
        sums = self.ratio_sums(figure)
        return sums.value if sums.n and sums.variance == 0 else None

    def seats(self) -> list[ParticipantResult]:
        """Return the win rate and mean score of each seat, in seat order."""
        return [self._participant(f"seats.{seat}") for seat in range(1, self.players + 1)]

    def strategies(self) -> dict[str, ParticipantResult]:
        """Return the win rate and mean score of each strategy over all its seats, by its name."""
        return {spec: self._participant(f"strategies.{spec}") for spec in self.run.study.strategies}

    def side_win_rate(self, spec: str) -> Estimate:
        """Return the win rate of a strategy that plays all seats of one side.

        Raises
        ------
        ValueError
            If the strategy is not in the line-up.
        """
        layout = self.run.layout
        place = layout.strategy_wins.start + self.run.study.strategies.index(spec)
        wins = fig.Mean(place, layout.rotations, layout.win * layout.side_size, "rate")
        return statistics.rate(self.deal_sums(wins), self.look_confidence)

    def joint_win_rates(self, kind: str = "") -> dict[str, Estimate]:
        """Return win rates by name with intervals that hold together at the study's confidence.

        The intervals are corrected for the number of seats, sides or strategies (Bonferroni). Two
        seats or two sides need no correction, because one wins what the other loses.

        Parameters
        ----------
        kind
            ``strategies``; by default the seats or sides that play against each other.
        """
        names = list(self.rival_win_rates())
        if kind == fig.STRATEGIES:
            names = list(self.run.study.strategies)
        tests = len(names) if kind == fig.STRATEGIES else number_of_tests(len(names))
        jointly = self.at_confidence(1 - (1 - self.look_confidence) / max(1, tests))
        if kind == fig.STRATEGIES:
            return {name: result.win_rate for name, result in jointly.strategies().items()}
        return jointly.rival_win_rates()

    def judge_win_rates(self, kind: str = "") -> list[Against]:
        """Return the verdict on each of `joint_win_rates` against the fair share, in its order.

        Parameters
        ----------
        kind
            ``strategies`` for the win rates of strategies; empty for those of seats or sides.

        Returns
        -------
        list
            "above fair" or "below fair" if the whole interval is, else "not clear".

        Raises
        ------
        ZeroDivisionError
            If no game was played.
        """
        fair = self.decided_fair_share
        verdicts = list[Against]()
        for rate in self.joint_win_rates(kind).values():
            if rate.low > fair:
                verdicts.append("above fair")
            elif rate.high < fair:
                verdicts.append("below fair")
            else:
                verdicts.append("not clear")
        return verdicts

    @property
    def contest(self) -> Contest:
        """The kind of opponents: "seats", "sides", or "together" if all players win together."""
        return self.run.layout.contest

    def rival_win_rates(self) -> dict[str, Estimate]:
        """Return the win rates of the opponents by name, such as "seat 1".

        They are seats or sides. If all players win together, there is a single win rate.
        """
        if self.contest == "seats":
            return {f"seat {seat}": result.win_rate for seat, result in enumerate(self.seats(), 1)}
        return {
            figure.member: self.estimate(figure.path)
            for figure in self.figures_of(fig.SIDES, fig.WIN_RATE)
        }

    def judge_rivals(self) -> list[Against]:
        """Return the verdict on each of `rival_win_rates` against the fair share, in its order."""
        return self.judge_win_rates()

    @property
    def is_seated(self) -> bool:
        """True if several strategies play without rotation.

        Neither seats nor strategies can be judged then, because each strategy keeps its seat.
        """
        study = self.run.study
        return not study.rotate and len(study.strategies) > 1

    def lengths(self) -> dict[str, LengthResult]:
        """Return the length of games by unit: turns, rounds, decisions and assumed minutes."""
        return {name: self._length_result(name) for name in (*LENGTHS, "minutes")}

    @property
    def seconds_per_turn(self) -> int:
        """The assumed duration of a turn at the table, in seconds."""
        seconds = self.run.study.values["seconds_per_turn"]
        assert isinstance(seconds, int)
        return seconds

    def minutes(self) -> LengthResult:
        """Return the length of games in minutes, at the assumed seconds per turn."""
        return self._length_result("minutes")

    def scores(self) -> list[Histogram]:
        """Return the distribution of each seat's final score, in whole points, rounded down."""
        return [histogram.coarser(self.game.score_parts) for histogram in self.run.tally.scores]

    @property
    def lead_changes(self) -> Histogram | None:
        """The distribution of lead changes over games; None if it is not known.

        If all players win together, nobody leads.
        """
        histogram = self.run.tally.lead_changes
        if self.contest == "together" or histogram.counts.sum() != self.run.games:
            return None
        return histogram

    @property
    def unfinished(self) -> int:
        """The number of games that were undecided at the limit on turns."""
        return self.run.tally.sums[self.run.layout.single("unfinished")]

    @property
    def games_won(self) -> int:
        """The number of games with a winner, including games whose win was shared."""
        return count_won_games(self.run)

    @property
    def is_hardly_won(self) -> bool:
        """True if too few games had a winner to judge seats and strategies.

        The share of games with a winner is then below 1 - `MOST_WITHOUT_WINNER`, and some game
        ended without a winner.
        """
        ended_without_winner = self.run.games - self.unfinished - self.games_won
        has_few_winners = self.games_won < (1 - MOST_WITHOUT_WINNER) * self.run.games
        return ended_without_winner > 0 and has_few_winners

    @property
    def idle_seats(self) -> list[int]:
        """The seats that made no decision in any game, numbered from 1."""
        decided = self.run.tally.decided
        return [seat + 1 for seat in range(self.players) if not decided >> seat & 1]

    def _length_result(self, name: str) -> LengthResult:
        """Return the distribution of the length in a unit: a key of `tally.LENGTHS`, or "minutes".

        Raise `ValueError` for any other unit.
        """
        measure: str = name
        factor: float = 1
        if name == "minutes":
            measure = "turns"
            factor = self.seconds_per_turn / 60
        histogram = self.run.tally.length(measure)
        games = self.run.games
        # Squares of long games would overflow numpy's integers, but not Python's.
        lengths = histogram.values.tolist()
        counts = histogram.counts.tolist()
        total = sum(map(mul, lengths, counts))
        squares = sum(
            length * length * count for length, count in zip(lengths, counts, strict=True)
        )
        variance = 0.0
        if games > 1:
            variance = (games * squares - total * total) / (games * (games - 1))
        return LengthResult(
            self.estimate(f"length.{name}.mean"),
            math.sqrt(variance) * factor,
            {percent: histogram.percentile(percent) * factor for percent in PERCENTILES},
            histogram,
        )

    def _participant(self, name: str) -> ParticipantResult:
        """Return the results of a participant, whose paths begin with `name`, such as "seats.1".

        Raise `UsageError` if there are no figures with these paths.
        """
        return ParticipantResult(
            self.estimate(f"{name}.win_rate"), self.estimate(f"{name}.score_mean")
        )


def count_won_games(run: Run | LineupRun) -> int:
    """Return the number of games that had at least one winner."""
    layout = run.layout
    wins = sum(run.tally.sums[layout.strategy_wins])
    # A win counts once for each seat of the side.
    return wins // (layout.win * len(layout.seats_by_side[0]))


def measure_level(run: Run, level: PlayerLevel, confidence: float) -> PlayerLevel:
    """Return a copy of a player level with the results of its games.

    Parameters
    ----------
    run
        The games of the level's players.
    level
        The level, without results.
    confidence
        The confidence of the level's intervals.

    Raises
    ------
    ZeroDivisionError
        If no game was played.
    """
    results = RunResults(run)

    def estimate(path: str, confidence: float) -> Estimate:
        return results.at_confidence(results.confidence_per_look(confidence)).estimate(path)

    return replace(
        level,
        games=run.games,
        tally_id=run.tally.id,
        undecided=results.unfinished / run.games,
        without_winner=1 - results.games_won / run.games,
        figure=estimate,
        groups=results.deal_groups,
        confidence=confidence,
    )
