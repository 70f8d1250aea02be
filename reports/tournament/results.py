"""What a tournament found: matrix, ranking, strengths, which styles survive, and verdicts.

Whether one strategy beats another is read off the matrix, whose cells share their deals; the
ranking comes from the mixed line-ups, each with deals of its own. Where those were drawn from
more than were played, they are independent draws themselves, and the errors follow the
formula of two-stage sampling (Cochran, Sampling Techniques, 1977, section 11.3).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any, Literal

import numpy as np
from scipy.sparse.csgraph import connected_components
from scipy.special import stdtr, stdtrit

from reports.statistics import (
    DEFAULT_CONFIDENCE,
    DealSums,
    Estimate,
    RatioSums,
    holm,
    rate,
    rate_of,
    ratio,
)
from reports.targets import Judged, judge_targets, read_targets
from reports.tournament import bradley_terry, equilibrium
from simulate.errors import unknown
from simulate.game import Game, find_game
from simulate.strategy import TIERS
from simulate.tally import WIN
from simulate.tournament import Played, Tournament, TournamentRun

Numbers = np.ndarray[Any, np.dtype[np.float64]]

#: Resamples of the matrix, of which each gives shares of the styles.
RESAMPLES = 500
#: A style pays if it may have a larger share than this of the population in the long run.
LEAST_SHARE = 0.01
#: The most cycles that are listed.
MOST_CYCLES = 10

Word = Literal["above", "below", "not told"]


@dataclass(frozen=True)
class Told:
    """How a figure lies to what it is compared with, after correction for all like it.

    Attributes
    ----------
    word
        ``"above"`` or ``"below"`` if that is told from chance.
    p_value, p_holm
        Alone, and corrected by Holm's method.
    """

    word: Word
    p_value: float
    p_holm: float


@dataclass(frozen=True)
class Pair:
    """Two strategies of the ranking.

    Attributes
    ----------
    first, second
        Their numbers; the first ranks higher.
    difference
        Of their win rates.
    told
        ``"above"`` if the first is better and not by chance.
    """

    first: int
    second: int
    difference: Estimate
    told: Told


@dataclass(frozen=True)
class Ranked:
    """One strategy's place.

    Attributes
    ----------
    strategy
        Its number.
    rank
        1 for the highest win rate.
    best, worst
        The ranks it may have: below all that are told to be better, above all that are
        told to be worse.
    win_rate
        With mixed line-ups, per seat it has.
    elo
        Bradley and Terry's strength; 1500 would win half of the games against all others. An
        end of its interval is infinite where the strategy won no game, or lost none.
    """

    strategy: int
    rank: int
    best: int
    worst: int
    win_rate: Estimate
    elo: Estimate


class TournamentResults:
    """All figures of one tournament.

    Parameters
    ----------
    run
        With at least one pass played.
    confidence
        Of every interval, and of all verdicts of one kind together.
    """

    def __init__(self, run: TournamentRun, confidence: float = DEFAULT_CONFIDENCE) -> None:
        self.run = run
        self.confidence = confidence
        self.tournament = run.tournament
        self.study = run.tournament.study
        self.game: Game = find_game(self.study.game)
        self.players = self.study.players
        self.specs = run.tournament.specs
        self.tiers = [TIERS[strategy.tier] for strategy in run.tournament.strategies]
        self._cells = dict(zip(self.tournament.cells, run.cells, strict=True))

    # The matrix -------------------------------------------------------------------

    @property
    def fair_share(self) -> float:
        """The win rate of everybody where nobody is better."""
        return 1 / self.players

    @property
    def cell_games(self) -> int:
        """Games played of each cell."""
        return self.run.cells[0].games

    @property
    def mixed_games(self) -> int:
        """Games played of all mixed line-ups together."""
        return sum(played.games for played in self.run.mixed)

    def played(self, one: int, other: int) -> Played:
        """Return what one strategy at a table of another gave."""
        return self._cells[one, other]

    @cached_property
    def matrix(self) -> list[list[Estimate]]:
        """The win rate of each strategy (row) where all others play another (column).

        The fair share exactly on the diagonal.
        """
        everyone = range(len(self.specs))
        itself = Estimate(self.fair_share, self.fair_share, self.fair_share, self.cell_games)
        return [
            [
                rate(self._sums([(one, other)]), self.confidence) if one != other else itself
                for other in everyone
            ]
            for one in everyone
        ]

    @cached_property
    def against_fair(self) -> dict[tuple[int, int], Told]:
        """Whether each cell is above or below the fair share, corrected for all cells.

        The test is the one that Wilson's interval of the cell inverts. Unfinished games
        count for nobody, so the fair share is that of the decided games.
        """
        signs, p_values = [], []
        for cell, played in self._cells.items():
            sums = self._sums([cell])
            fair = self.fair_share * (1 - played.unfinished / played.games)
            p_values.append(_distant(sums.mean, sums.variance_of_mean, sums.deals, fair))
            signs.append(sums.mean - fair)
        return dict(zip(self._cells, self._judge(signs, p_values), strict=True))

    @cached_property
    def mixed_against_fair(self) -> list[Told]:
        """Whether each win rate with mixed line-ups is above or below the fair share.

        Tested as in `against_fair`, and corrected for all strategies.
        """
        rates, covariance = self._win_rates
        decided = np.zeros(len(self.specs))
        for played in self.run.mixed:
            decided += self._seats_of(played) * (1 - played.unfinished / played.games)
        fair = self.fair_share * decided / np.maximum(self._seats, 1.0)
        p_values = [
            _distant(
                float(rates[number]),
                float(covariance[number, number]),
                self._units(number),
                float(fair[number]),
            )
            for number in range(len(self.specs))
        ]
        return self._judge((rates - fair).tolist(), p_values)

    def beats(self, one: int, other: int) -> bool:
        """Return whether one strategy is told to beat another.

        Alone among the others it wins more than its share, and one of the others alone
        among such as it wins less. Two players need only be looked at once.
        """
        gains = self.against_fair[one, other].word == "above"
        return gains and self.against_fair[other, one].word == "below"

    @cached_property
    def cycles(self) -> list[tuple[int, ...]]:
        """Strategies of which each beats the next and the last the first, shortest first.

        All cycles of three; if there is none, one of the shortest, if there is any.
        """
        everyone = range(len(self.specs))
        beaten = np.array(
            [[one != other and self.beats(one, other) for other in everyone] for one in everyone]
        )
        found: list[tuple[int, ...]] = []
        for a, b, c in combinations(everyone, 3):
            for x, y, z in ((a, b, c), (a, c, b)):
                if beaten[x, y] and beaten[y, z] and beaten[z, x]:
                    found.append((x, y, z))
        return found or _shortest_cycle(beaten)

    # The ranking ------------------------------------------------------------------

    @cached_property
    def ranking(self) -> list[Ranked]:
        """The strategies by win rate with mixed line-ups, the best first."""
        rates, above, below = self._win_rates[0], [0] * len(self.specs), [0] * len(self.specs)
        for pair in self.pairs:
            if pair.told.word == "above":
                below[pair.first] += 1
                above[pair.second] += 1
        return [
            Ranked(
                number,
                1 + int((rates > rates[number]).sum()),
                1 + above[number],
                len(self.specs) - below[number],
                self.win_rate(number),
                self.elos[number],
            )
            for number in self.order
        ]

    @cached_property
    def pairs(self) -> list[Pair]:
        """Every two strategies, by rank, with the difference of their win rates."""
        rates, covariance = self._win_rates
        pairs = list(combinations(self.order, 2))
        values = [float(rates[a] - rates[b]) for a, b in pairs]
        errors = [
            math.sqrt(max(0.0, covariance[a, a] + covariance[b, b] - 2 * covariance[a, b]))
            for a, b in pairs
        ]
        p_values = [
            _p_value(value / error, self._freedom) if error else float(value == 0)
            for value, error in zip(values, errors, strict=True)
        ]
        reach = self._reach(self._freedom)
        return [
            Pair(
                *pair,
                Estimate(value, value - reach * error, value + reach * error, self.mixed_games),
                told,
            )
            for pair, value, error, told in zip(
                pairs, values, errors, self._judge(values, p_values), strict=True
            )
        ]

    def pair(self, one: int, other: int) -> Pair:
        """Return the pair of two strategies, whichever is higher."""
        return next(pair for pair in self.pairs if {pair.first, pair.second} == {one, other})

    @cached_property
    def elos(self) -> list[Estimate]:
        """Bradley and Terry's strength of each strategy."""
        groups = []
        for played in self.run.mixed:
            seats, wins = np.zeros(len(self.specs)), np.zeros((len(played.wins), len(self.specs)))
            for place, number in enumerate(played.competitors):
                seats[number] = played.places.count(number)
                wins[:, number] = played.wins[:, place] / WIN
            groups.append(bradley_terry.Group(seats, wins))
        found = bradley_terry.fit(groups, self._covariance)
        variances = np.maximum(np.diag(found.covariance), 0.0)  # rounded
        halves = self._reach(self._freedom) * np.sqrt(variances)
        estimates = []
        for number, (value, half) in enumerate(zip(found.values, halves, strict=True)):
            low, high = float(value - half), float(value + half)
            if len(found.compared) < 2 or number not in found.compared:
                low, high = self._bounds(number, found)
            elo = Estimate(float(value), low, high, self.win_rate(number).n)
            estimates.append(elo.scaled(bradley_terry.ELO).shifted(bradley_terry.EVEN_ELO))
        return estimates

    def _bounds(self, number: int, found: bradley_terry.Strengths) -> tuple[float, float]:
        """Return how weak and how strong a strategy may be that won no game, or lost none.

        By the interval of its share of the games that it won or one of those who can be compared;
        the others are as strong as was found.
        """
        known = found.compared if len(found.compared) > 1 else range(len(self.specs))
        met, won, units = [], 0.0, 0
        for played in self.run.mixed:
            others = [place for place in played.places if place in known and place != number]
            if number in played.places and others:
                by_deal = dict(zip(played.competitors, played.wins.sum(axis=0) / WIN, strict=True))
                mine = float(by_deal[number])
                games = mine + float(sum(by_deal[other] for other in set(others)))
                won, units = won + mine, units + len(played.wins)
                met.append((games, played.places.count(number), found.values[others]))
        games = sum(count for count, _, _ in met)
        least, most = -math.inf, math.inf
        if games and won == 0:
            share = rate_of(0.0, 0.0, units, round(games), self.confidence)
            most = self._replaced(found.values, number, bradley_terry.bound(share.high, met))
        elif games and won == games:
            share = rate_of(1.0, 0.0, units, round(games), self.confidence)
            least = self._replaced(found.values, number, bradley_terry.bound(share.low, met))
        value = float(found.values[number])
        return min(least, value), max(most, value)

    @staticmethod
    def _replaced(values: Numbers, number: int, strength: float) -> float:
        """Return what the strength of one counts where it is another one than was found."""
        replaced = values.copy()
        replaced[number] = strength
        return strength - bradley_terry.even(replaced)

    @cached_property
    def order(self) -> list[int]:
        """The numbers of the strategies by win rate with mixed line-ups, the best first."""
        return [int(number) for number in np.argsort(-self._win_rates[0], kind="stable")]

    def win_rate(self, number: int) -> Estimate:
        """Return the win rate of a strategy with mixed line-ups, per seat it has."""
        rates, covariance = self._win_rates
        value, variance = float(rates[number]), float(covariance[number, number])
        seats = int(self._seats[number])
        return rate_of(value, variance, self._units(number), seats, self.confidence)

    def _units(self, number: int) -> int:
        """Return how many independent units tell of a strategy: only those it plays in.

        Deals less the means taken out, plus one; or line-ups, if they were drawn.
        """
        mine = [played for played in self.run.mixed if number in played.places]
        if self._drawn:
            return len(mine)
        return 1 + sum(len(played.wins) - 1 for played in mine)

    @cached_property
    def _seats(self) -> Numbers:
        """How often each strategy had a seat in the games of mixed line-ups."""
        return np.asarray(np.sum([self._seats_of(played) for played in self.run.mixed], axis=0))

    def _seats_of(self, played: Played) -> Numbers:
        counts = [played.places.count(number) for number in range(len(self.specs))]
        return np.array(counts) * float(played.games)

    @cached_property
    def _win_rates(self) -> tuple[Numbers, Numbers]:
        """The win rate of each strategy with mixed line-ups, and their covariance."""
        won = np.zeros(len(self.specs))
        for played in self.run.mixed:
            won[list(played.competitors)] += played.wins.sum(axis=0, dtype=np.int64) / WIN
        seats = np.maximum(self._seats, 1.0)
        rates = won / seats
        terms = []
        for played in self.run.mixed:
            a_deal = self._seats_of(played) / len(played.wins)
            term = np.tile(-rates * a_deal / seats, (len(played.wins), 1))
            mine = list(played.competitors)
            term[:, mine] += played.wins / WIN / seats[mine]
            terms.append(term)
        return rates, self._covariance(terms)

    def _covariance(self, terms: Sequence[Numbers]) -> Numbers:
        """Return the covariance of a sum over the deals of the mixed line-ups.

        Parameters
        ----------
        terms
            Of each line-up, what each deal adds: shape (deals, size).
        """
        taken = len(terms) / self.tournament.mixed_possible
        within = sum(_spread(term) for term in terms)
        if taken == 1:
            return np.asarray(within)
        between = _spread(np.array([term.sum(axis=0) for term in terms]))
        return np.asarray(taken * within + (1 - taken) * between)

    @property
    def _freedom(self) -> int:
        """Degrees of freedom of `_covariance`: independent units, but for the means taken out."""
        mixed = self.run.mixed
        if self._drawn:
            return len(mixed) - 1
        return sum(len(played.wins) - 1 for played in mixed)

    @property
    def _drawn(self) -> bool:
        """Whether there are more mixed line-ups than were played."""
        return len(self.run.mixed) < self.tournament.mixed_possible

    # What survives ----------------------------------------------------------------

    @cached_property
    def shares(self) -> list[Estimate]:
        """How common each strategy is in the long run when players take up what wins.

        All begin equally common. The interval holds what else it can come to, by chance or
        because it began elsewhere.
        """
        found, least, most = self._shares
        tail = (1 - self.confidence) / 2
        lows, highs = np.quantile(least, tail, axis=0), np.quantile(most, 1 - tail, axis=0)
        return [
            Estimate(value, min(low, value), max(high, value), RESAMPLES)
            for value, low, high in zip(found.tolist(), lows.tolist(), highs.tolist(), strict=True)
        ]

    @cached_property
    def effective_styles(self) -> Estimate:
        """How many equally common styles are as diverse as those shares.

        Of styles that are equally good, chance makes some look better in nearly every resample,
        so their number is hardly ever as high as it should be. Therefore the upper end
        is the largest number that the intervals of the shares allow, those at the
        level of all of them together (Bonferroni).
        """
        found, least, most = self._shares
        number = float(equilibrium.effective_number(found))
        tail = (1 - self.confidence) / 2
        each = tail / len(self.specs)
        low = np.minimum(np.quantile(least, each, axis=0), found)
        high = np.maximum(np.quantile(most, 1 - each, axis=0), found)
        # What is stable alone has no share in anything else that lasts (Bishop and Cannings, J.
        # Theoretical Biology 70, 1978).
        alone = self.stable_alone
        together = [place for place in range(len(self.specs)) if place not in alone]
        highest = 1.0
        if high[together].sum() >= 1:
            highest = equilibrium.most_diverse(low[together], high[together])
        lowest = float(np.quantile(self._numbers, tail))
        return Estimate(number, min(lowest, number), max(highest, number), RESAMPLES)

    @cached_property
    def stable_alone(self) -> list[int]:
        """The strategies that stay if all play them: any other is told to gain less there."""
        everyone = range(len(self.specs))
        return [
            one
            for one in everyone
            if all(
                self.against_fair[other, one].word == "below" for other in everyone if other != one
            )
        ]

    @cached_property
    def never_pays(self) -> list[int]:
        """The strategies below the fair share at every table, mixed or not, and without a share."""
        return [
            one
            for one in range(len(self.specs))
            if self.shares[one].high < LEAST_SHARE
            and self.mixed_against_fair[one].word == "below"
            and all(
                self.against_fair[one, other].word == "below"
                for other in range(len(self.specs))
                if other != one
            )
        ]

    @cached_property
    def _payoffs(self) -> list[Estimate]:
        """The win rate of each cell's one per decided game.

        All strategies must be compared by the same measure, and what plays only against itself
        wins its fair share of the decided games.
        """
        found = []
        for played in self.run.cells:
            won, decided = played.wins[:, 0].astype(np.int64), played.wins.sum(1, dtype=np.int64)
            rotations = played.figures.rotations
            part, whole = (
                DealSums(len(part), int(part.sum()), int(np.square(part).sum()), rotations, WIN)
                for part in (won, decided)
            )
            payoff = ratio(RatioSums(part, whole, int(won @ decided)), self.confidence)
            nothing = Estimate(self.fair_share, 0.0, 1.0, 0)
            found.append(nothing if math.isnan(payoff.value) else payoff)
        return found

    @cached_property
    def _resampled(self) -> tuple[Numbers, Numbers]:
        """The matrix of payoffs, and resamples of it."""
        size = len(self.specs)
        values = np.full((size, size), self.fair_share)
        rows, columns = (list(places) for places in zip(*self._cells, strict=True))
        values[rows, columns] = [payoff.value for payoff in self._payoffs]
        generator = np.random.default_rng(self.study.seed)
        errors = generator.multivariate_normal(
            np.zeros(len(rows)), self._cell_covariance, RESAMPLES, method="eigh"
        )
        draws = np.repeat(values[None], RESAMPLES, axis=0)
        draws[:, rows, columns] = np.clip(draws[:, rows, columns] + errors, 0.0, 1.0)
        return values, draws

    @cached_property
    def _outcomes(self) -> tuple[Numbers, Numbers, equilibrium.Booleans]:
        """The shares in the long run; and of resamples, the shares and which are stable alone."""
        values, draws = self._resampled
        found = equilibrium.shares(np.concatenate([values[None], draws]))
        return found[0], found[1:], equilibrium.stable_alone(draws)

    @property
    def _shares(self) -> tuple[Numbers, Numbers, Numbers]:
        """The shares; and in each resample, the least and the most each can come to.

        Where all play a style that is stable alone, it stays, and all others are gone.
        """
        found, resampled, alone = self._outcomes
        others = alone.sum(axis=1, keepdims=True) - alone > 0
        return found, np.where(others, 0.0, resampled), np.where(alone, 1.0, resampled)

    @property
    def _numbers(self) -> Numbers:
        """The least effective number of each resample."""
        _, resampled, alone = self._outcomes
        return np.where(alone.any(axis=1), 1.0, equilibrium.effective_number(resampled))

    @property
    def _cell_covariance(self) -> Numbers:
        """The covariance of the payoffs of the cells, which share their deals.

        Errors are those of the cells' intervals, so that a cell without a win, in which
        no spread was seen, is not certain.
        """
        wins = np.array(
            [
                played.wins[:, 0] - payoff.value * played.wins.sum(axis=1, dtype=np.float64)
                for played, payoff in zip(self.run.cells, self._payoffs, strict=True)
            ]
        )
        wins -= wins.mean(axis=1, keepdims=True)
        products = wins @ wins.T
        spread = np.sqrt(np.diag(products))
        scale = np.where(spread > 0, spread, 1.0)
        together = products / np.outer(scale, scale)
        np.fill_diagonal(together, 1.0)
        reach = self._reach(max(1, wins.shape[1] - 1))
        errors = np.array([(found.high - found.low) / (2 * reach) for found in self._payoffs])
        return np.asarray(together * np.outer(errors, errors))

    # By path ----------------------------------------------------------------------

    def estimate(self, path: str) -> Estimate:
        """Estimate a figure by its path.

        ``tiers.STRONG.WEAK`` is the mean win rate of the strategies of one tier where all
        others play one of another tier, over all such cells of the matrix.

        Raises
        ------
        UsageError
            There is no such figure; names the nearest.
        """
        kind, *where = find_figure(self.tournament, path)
        if kind == "cells":
            return rate(self._sums(where[0]), self.confidence)
        if kind == "styles":
            return self.effective_styles
        number: int = where[0]
        if kind == "share":
            return self.shares[number]
        if kind == "win_rate":
            return self.win_rate(number)
        return self.elos[number]

    def judged(self) -> list[Judged]:
        """Return the study's targets with their verdicts; more games are those of all line-ups."""
        targets = read_targets(self.study.targets)
        return judge_targets(targets, self.estimate, self.run.games)

    # Shared -----------------------------------------------------------------------

    def _sums(self, cells: Sequence[tuple[int, int]]) -> DealSums:
        return _sums([self._cells[cell] for cell in cells])

    def _judge(self, values: Sequence[float], p_values: Sequence[float]) -> list[Told]:
        """Say of each value whether it is above or below 0, corrected for all of them."""
        found = []
        for value, alone, corrected in zip(values, p_values, holm(p_values), strict=True):
            sure = corrected < 1 - self.confidence
            word: Word = ("above" if value > 0 else "below") if sure else "not told"
            found.append(Told(word, alone, corrected))
        return found

    def _reach(self, freedom: int) -> float:
        """Return how many standard errors an interval goes to each side."""
        return float(stdtrit(freedom, 0.5 + self.confidence / 2))


def list_figures(tournament: Tournament) -> dict[str, tuple[Any, ...]]:
    """Return every figure that a target can name, with what kind it is and where it stands."""
    specs, cells = tournament.specs, tournament.cells
    tiers = [TIERS[strategy.tier] for strategy in tournament.strategies]
    found: dict[str, tuple[Any, ...]] = {"effective_styles": ("styles",)}
    for number, spec in enumerate(specs):
        found[f"ranking.{spec}.win_rate"] = ("win_rate", number)
        found[f"ranking.{spec}.elo"] = ("elo", number)
        found[f"equilibrium.{spec}"] = ("share", number)
    for one, other in cells:
        found[f"matrix.{specs[one]}.{specs[other]}"] = ("cells", [(one, other)])
        tier = f"tiers.{tiers[one]}.{tiers[other]}"
        earlier = found.get(tier, ("cells", []))[1]
        found[tier] = ("cells", [*earlier, (one, other)])
    return found


def find_figure(tournament: Tournament, path: str) -> tuple[Any, ...]:
    """Return what kind a figure is and where it stands.

    Raises
    ------
    UsageError
        There is none; names the nearest.
    """
    figures = list_figures(tournament)
    if path not in figures:
        raise unknown("figure", path, figures, " of this tournament")
    return figures[path]


def check_targets(tournament: Tournament) -> None:
    """Raise `UsageError` unless the study's targets are of figures that a tournament has."""
    for target in read_targets(tournament.study.targets):
        find_figure(tournament, target.figure)


def rate_of_row(played: Played, confidence: float) -> Estimate:
    """Estimate the win rate of the one in a cell that is not yet finished."""
    return rate(_sums([played]), confidence)


def _sums(cells: Sequence[Played]) -> DealSums:
    """Return what the deals gave the ones in some cells together."""
    by_deal = np.asarray(np.sum([played.wins[:, 0] for played in cells], axis=0, dtype=np.int64))
    total, squares = int(by_deal.sum()), int(np.square(by_deal).sum())
    return DealSums(len(by_deal), total, squares, cells[0].figures.rotations * len(cells), WIN)


def _spread(terms: Numbers) -> Numbers:
    """Return the covariance of a sum of independent rows, from how they differ."""
    centred = terms - terms.mean(axis=0)
    return np.asarray(centred.T @ centred * (len(terms) / (len(terms) - 1)))


def _distant(value: float, variance: float, units: int, fair: float) -> float:
    """Return how likely a win rate as far from the fair one is by chance.

    The test that Wilson's interval inverts, as `reports.statistics.rate_of` makes it.

    Parameters
    ----------
    value, variance
        The win rate and its squared standard error.
    units
        How many independent units it was found from.
    fair
        The fair win rate.
    """
    effective = value * (1 - value) / variance if variance > 0 else float(units)
    error = math.sqrt(fair * (1 - fair) / effective) if fair and effective else math.inf
    known = units > 1 and error > 0
    return _p_value((value - fair) / error, units - 1) if known else 1.0


def _p_value(distance: float, freedom: int) -> float:
    """Return how likely a distance as large, in standard errors, is by chance."""
    return 2 * float(stdtr(freedom, -abs(distance)))


def _shortest_cycle(beaten: np.ndarray[Any, np.dtype[np.bool_]]) -> list[tuple[int, ...]]:
    """Return one of the shortest cycles, if there is any."""
    _, labels = connected_components(beaten, connection="strong")
    best: tuple[int, ...] = ()
    for start in range(len(beaten)):
        paths: list[tuple[int, ...]] = [(start,)]
        seen = {start}
        while paths:
            path = paths.pop(0)
            for following in np.flatnonzero(beaten[path[-1]] & (labels == labels[start])):
                if following == start and (not best or len(path) < len(best)):
                    best, paths = path, []
                    break
                if following not in seen:
                    seen.add(int(following))
                    paths.append((*path, int(following)))
    return [best] if best else []
