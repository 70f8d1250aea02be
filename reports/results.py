"""What a run found: every figure with its interval, read off the tally."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from reports import statistics
from reports.statistics import DEFAULT_CONFIDENCE, DealSums, Estimate
from simulate.game import Count, Game, Share, find_game
from simulate.run import Run
from simulate.tally import COMEBACKS, LENGTHS, WIN, Histogram

#: The percentiles told of every length.
PERCENTILES = (5, 50, 95)


@dataclass(frozen=True)
class Standing:
    """How a seat, a strategy, or a strategy in a seat fared.

    Attributes
    ----------
    win_rate
        Share of its games won, a win shared by k counting 1/k.
    score
        Mean final score; ``None`` for a strategy in a seat.
    """

    win_rate: Estimate
    score: Estimate | None


@dataclass(frozen=True)
class Length:
    """How long games last, by one measure.

    Attributes
    ----------
    mean
        With its interval.
    sd
        Standard deviation over games.
    percentiles
        5th, 50th, 95th: the smallest value that this share of the games does not
        exceed.
    histogram
        Games by value; of minutes, by turns.
    """

    mean: Estimate
    sd: float
    percentiles: Mapping[int, float]
    histogram: Histogram

    def scaled(self, factor: float) -> Length:
        """Return the length in another unit."""
        return Length(
            self.mean.scaled(factor),
            self.sd * factor,
            {percent: value * factor for percent, value in self.percentiles.items()},
            self.histogram,
        )


class Results:
    """All figures of one run.

    Parameters
    ----------
    run
        With at least one deal played.
    confidence
        Of every interval.
    """

    def __init__(self, run: Run, confidence: float = DEFAULT_CONFIDENCE) -> None:
        self.run = run
        self.confidence = confidence
        self.game: Game = find_game(run.study.game)
        self.players = run.study.players

    @property
    def fair_share(self) -> float:
        """The win rate of everybody in a fair game without unfinished games."""
        return 1 / self.players

    @property
    def decided_fair_share(self) -> float:
        """The win rate of everybody in a fair game with as many games undecided as here."""
        return self.fair_share * (1 - self.unfinished / self.run.games)

    def seats(self) -> list[Standing]:
        """Return how each seat fared."""
        figures, games = self.run.figures, self.run.figures.rotations
        return [
            Standing(
                self._rate(figures.seat_wins.start + seat, games),
                self._score(figures.seat_scores.start + seat, games),
            )
            for seat in range(self.players)
        ]

    def strategies(self) -> dict[str, Standing]:
        """Return how each strategy fared, over all its seats."""
        figures = self.run.figures
        appearances = figures.games_by_cell.sum(axis=1)
        alone = figures.strategies == 1 and not self.unfinished
        return {
            spec: Standing(
                # Somebody wins every game: when all play alike, that is no finding.
                _exactly(self.fair_share, self.run.games * self.players)
                if alone
                else self._rate(figures.strategy_wins.start + index, int(appearances[index])),
                self._score(figures.strategy_scores.start + index, int(appearances[index])),
            )
            for index, spec in enumerate(self.run.study.strategies)
        }

    def cells(self) -> dict[tuple[str, int], Standing]:
        """Return how each strategy fared in each seat (from 1) in which it played."""
        figures = self.run.figures
        games = figures.games_by_cell
        found = {}
        for index, spec in enumerate(self.run.study.strategies):
            for seat in range(self.players):
                if games[index, seat]:
                    place = figures.cell_wins.start + index * self.players + seat
                    found[spec, seat + 1] = Standing(
                        self._rate(place, int(games[index, seat])), None
                    )
        return found

    def first_player_advantage(self) -> Estimate:
        """Return seat 1's win rate minus the fair share."""
        return self.seats()[0].win_rate.shifted(-self.fair_share)

    def lengths(self) -> dict[str, Length]:
        """Return how long games last, in turns, rounds and decisions."""
        return {name: self._length(name) for name in LENGTHS}

    @property
    def seconds_per_turn(self) -> int:
        """What a turn takes at the table, as the rules assume."""
        seconds = self.run.study.values["seconds_per_turn"]
        assert isinstance(seconds, int)
        return seconds

    def minutes(self) -> Length:
        """Return how long games last in minutes, at the assumed seconds a turn."""
        return self._length("turns").scaled(self.seconds_per_turn / 60)

    def scores(self) -> list[Histogram]:
        """Return the distribution of each seat's final score, in whole units, rounded down."""
        return [histogram.coarser(self.game.score_parts) for histogram in self.run.tally.scores]

    def lead_changes(self) -> Estimate:
        """Return how often a game's leader is replaced by another."""
        return self._single("lead_changes")

    def comebacks(self) -> Estimate:
        """Return how often a seat that was last at half-time wins."""
        return self._ratio(COMEBACKS)

    def counts(self) -> dict[str, Estimate]:
        """Return the mean of each of the game's own counts that these rules allow."""
        values = self.run.study.values
        return {
            count.name: self._count(count) for count in self.game.counts if count.applies(values)
        }

    def shares(self) -> dict[str, Estimate]:
        """Return each of the game's own shares that these rules allow."""
        values = self.run.study.values
        return {
            share.name: self._ratio((share.part, share.whole))
            for share in self.game.shares
            if share.applies(values)
        }

    def meaning(self, figure: Count | Share) -> str:
        """Say what one of the game's own counts or shares is under these rules."""
        return figure.meaning.format(**self.run.study.values)

    @property
    def unfinished(self) -> int:
        """Games that reached the safety cap on turns undecided."""
        return self.run.tally.sums[self.run.figures.single("unfinished")]

    def _length(self, name: str) -> Length:
        histogram = self.run.tally.lengths[name]
        games = self.run.games
        # Python integers, so that squares of long games do not overflow.
        counted = [
            (int(v), int(c)) for v, c in zip(histogram.values, histogram.counts, strict=True)
        ]
        total = sum(value * count for value, count in counted)
        squares = sum(value * value * count for value, count in counted)
        spread = (games * squares - total * total) / (games * (games - 1)) if games > 1 else 0.0
        return Length(
            self._single(name),
            math.sqrt(spread),
            {percent: histogram.quantile(percent / 100) for percent in PERCENTILES},
            histogram,
        )

    def _single(self, name: str) -> Estimate:
        return self._mean(self.run.figures.single(name), self.run.figures.rotations)

    def _count(self, count: Count) -> Estimate:
        figures = self.run.figures
        per_deal = figures.rotations * (self.players if count.per_player else 1)
        sums = self._sums(figures.single(count.name), per_deal, count.parts)
        if count.yes_or_no:
            return statistics.rate(sums, self.confidence)
        return (statistics.mean if count.signed else statistics.count)(sums, self.confidence)

    def _ratio(self, ratio: tuple[str, str]) -> Estimate:
        """Return part over whole, two of the tally's single figures."""
        figures = self.run.figures
        part, whole = ratio
        return statistics.ratio(
            self._sums(figures.single(part), 1, self._unit(part)),
            self._sums(figures.single(whole), 1, self._unit(whole)),
            self.run.tally.products[figures.ratios.index(ratio)],
            self.confidence,
        )

    def _unit(self, name: str) -> int:
        """Return how much of one of the tally's single figures makes 1."""
        parts = {count.name: count.parts for count in self.game.counts}
        return WIN if name == "comeback_wins" else parts.get(name, 1)

    def _score(self, place: int, per_deal: int) -> Estimate:
        return statistics.mean(self._sums(place, per_deal, self.game.score_parts), self.confidence)

    def _rate(self, place: int, per_deal: int) -> Estimate:
        return statistics.rate(self._sums(place, per_deal, WIN), self.confidence)

    def _mean(self, place: int, per_deal: int) -> Estimate:
        return statistics.mean(self._sums(place, per_deal), self.confidence)

    def _sums(self, place: int, per_deal: int, unit: int = 1) -> DealSums:
        tally = self.run.tally
        return DealSums(tally.deals, tally.sums[place], tally.squares[place], per_deal, unit)


def _exactly(value: float, n: int) -> Estimate:
    """Return a figure that could not have been any other."""
    return Estimate(value, value, value, n)
