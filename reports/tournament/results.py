"""All figures of a tournament, and what is settled of one that is played until all is decided.

A cell of the matrix is settled when it is clearly off the fair share, or so near to it that nobody
would notice; the ranking when that is so of every two strategies, so that all ranks are known. The
p-values that are corrected are those of the look at which a line-up stopped, times the number of
looks: each is valid by itself (Bonferroni), and so is Holm's correction of them, however they hang
together. What was clear stays clear: a line-up that stopped keeps its p-value, and others that
become smaller only make Holm's later steps easier.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, get_args

import numpy as np
from scipy.sparse.csgraph import shortest_path

from reports.analysis.contest_results import (
    AdjustedComparison,
    ContestResults,
    Settled,
    compare_shares,
    confidence_per_look,
    decided_share,
    make_figure,
    settled,
)
from reports.figures.figure import PLAIN, SHARE, WIN_RATE, WINS, Figure
from reports.figures.statistics import DEFAULT_CONFIDENCE, DealSums, Estimate, rate
from reports.tournament.lasting import LastingMix, last
from reports.tournament.mixed import MixedResults, TournamentStatistic
from reports.tournament.play import TournamentDesign, TournamentRun
from reports.writing.wording import counted, listed
from simulate.play.lineups import LineupRun
from simulate.strategy import TIERS


class PairwiseResults(TournamentStatistic):
    """How strategies fare alone at a table of each other, and who beats whom."""

    @cached_property
    def played(self) -> dict[tuple[int, int], LineupRun]:
        """What one strategy at a table of another gave, by their numbers."""
        return dict(zip(self.run.design.cells, self.run.cells, strict=True))

    @property
    def games(self) -> int:
        """Games played of each cell, or group; of those of a race, the most."""
        return max(played.games for played in self.run.cells or self.run.lineup_runs)

    @cached_property
    def rates(self) -> list[list[Estimate]]:
        """The win rate of each (row) where others play another (column), or the fair share."""
        everyone = range(self.size)
        itself = Estimate(self.fair_share, self.fair_share, self.fair_share, self.games)
        return [
            [self.together([(one, other)]) if one != other else itself for other in everyone]
            for one in everyone
        ]

    def together(self, cells: Sequence[tuple[int, int]], several: int = 1) -> Estimate:
        """Estimate the mean win rate of some cells, on the deals that all of them played.

        The interval holds together with those of `several` figures like it, and for all looks.
        """
        played = [self.played[cell] for cell in cells]
        deals = min(len(one.wins) for one in played)
        sums = _sums([one.wins[:deals, 0] for one in played], played)
        return rate(sums, confidence_per_look(self.confidence, self.interim, several))

    def surely(self, one: int, other: int) -> Estimate:
        """Return a cell's win rate with an interval that holds for all cells and looks together."""
        return self.together([(one, other)], len(self.played))

    def settled(self, margin: float) -> dict[tuple[int, int], Settled]:
        """Return how each cell stands: clear, so near to fair that nobody would notice, or open.

        The latter where its interval lies within the margin, at the level of all cells and looks
        together (Bonferroni). Holm's steps would not do: they count those that are found to differ,
        and a cell that is found to be fair may be one that is exactly so.
        """
        found = {}
        for cell, compared in self.against_fair.items():
            known = self.surely(*cell).shifted(-self.fair_share * decided_share(self.played[cell]))
            found[cell] = settled(compared, max(-known.low, known.high), margin)
        return found

    @cached_property
    def against_fair(self) -> dict[tuple[int, int], AdjustedComparison]:
        """Whether each cell is above or below the fair share, corrected for all cells."""
        found = compare_shares(self.run.cells, self.fair_share, self.confidence, self.interim)
        return dict(zip(self.played, found, strict=True))

    def beats(self, one: int, other: int) -> bool:
        """Return whether one strategy clearly beats another.

        Alone among the others it wins more than its share, and one of the others alone
        among such as it wins less. Two players need only be looked at once.
        """
        gains = self.against_fair[one, other].word == "above"
        return gains and self.against_fair[other, one].word == "below"

    @cached_property
    def ring(self) -> list[int]:
        """A shortest ring of strategies of which each beats the next and the last the first."""
        everyone = range(self.size)
        beaten = np.array(
            [[one != other and self.beats(one, other) for other in everyone] for one in everyone]
        )
        steps, before = shortest_path(beaten, unweighted=True, return_predecessors=True)
        back = np.where(beaten, steps.T, np.inf)
        first, second = np.unravel_index(back.argmin(), back.shape)
        if np.isinf(back[first, second]):
            return []
        found = [int(first)]
        while found[-1] != second:
            found.append(int(before[second, found[-1]]))
        return [found[0], *reversed(found[1:])]


def _sums(
    by_deal: Sequence[np.ndarray[Any, np.dtype[Any]]], played: Sequence[LineupRun]
) -> DealSums:
    """Return the sums of what deals gave in several line-ups, each game alike."""
    several = np.asarray(np.sum(by_deal, axis=0, dtype=np.int64))
    total, squares = int(several.sum()), int(np.square(several).sum())
    rotations = sum(one.layout.rotations for one in played)
    return DealSums(len(several), total, squares, rotations, played[0].layout.win)


#: The most open cells, or pairs, that are named in a sentence.
_MOST_NAMED = 4
#: How each two strategies stand, by their numbers: of a cell the one and the others, of a pair the
#: higher first.
Standing = Mapping[tuple[int, int], Settled]


@dataclass(frozen=True)
class SettledPairs:
    """What is settled up to a look."""

    #: How each cell of the matrix stands, and each pair of the ranking.
    cells: Standing
    pairs: Standing
    #: The line-ups for which something is open, by their numbers: all mixed ones together, for each
    #: tells of as many pairs as it seats.
    still_open: set[int]
    #: How many more games there are at most.
    games_left: int

    @property
    def is_decided(self) -> bool:
        """Whether nothing is open."""
        return not self.still_open

    def told(self, specs: tuple[str, ...]) -> str:
        """Say how many cells and pairs are settled."""
        cells = _settled(self.cells, lambda one, other: f"{specs[one]} among {specs[other]}")
        pairs = _settled(self.pairs, lambda one, other: f"{specs[one]} or {specs[other]}")
        return (
            f"Of {counted(len(self.cells), 'cell')} {cells}; of "
            f"{counted(len(self.pairs), 'pair')} of the ranking {pairs}."
        )


def _settled(standing: Standing, name: Callable[[int, int], str]) -> str:
    counts = Counter(standing.values())
    told = [f"{n} {'is' if n == 1 else 'are'} {how}" for how in get_args(Settled)
            if (n := counts[how])]  # fmt: skip
    named = [name(*two) for two, how in standing.items() if how == "open"]
    return listed(told) + (f" ({listed(named)})" if 0 < len(named) <= _MOST_NAMED else "")


#: Kinds of figures.
MATRIX, TIER, RANKING, ELO = "matrix", "tiers", "ranking", "elo"


class TournamentResults(ContestResults):
    """All figures of one tournament, whose confidence is that of all looks together.

    Shares of wins are practically the same up to the margin, where it is played until all is
    decided: what people notice unless said. Every interval by itself has the `level`.
    """

    def __init__(
        self, run: TournamentRun, confidence: float = DEFAULT_CONFIDENCE, margin: float = WINS
    ) -> None:
        super().__init__(run, confidence)
        self.margin = margin
        self.specs = run.design.specs
        self.matrix = PairwiseResults(run, confidence)
        self.mixed = MixedResults(run, confidence)
        self.level = self.matrix.level

    @cached_property
    def lasting(self) -> LastingMix:
        """Which styles last, at the level of all cells of the matrix together.

        Of decided games, for what plays only against itself wins its fair share of those.
        """
        size = len(self.specs)
        low, high = (np.full((size, size), self.fair_share) for _ in range(2))
        for cell, played in self.matrix.played.items():
            share, known = decided_share(played), self.matrix.surely(*cell)
            low[cell] = known.low / share if share else 0.0
            high[cell] = min(1.0, known.high / share) if share else 1.0
        return last(low, high)

    @staticmethod
    def list_figures(tournament: TournamentDesign) -> Iterator[Figure]:
        """Yield every figure of a tournament."""
        specs = tournament.specs
        tiers = [TIERS[strategy.tier] for strategy in tournament.strategies]
        for place, spec in enumerate(specs):
            where = "with mixed line-ups" if tournament.cells else "in every seat"
            title, path = f"win rate of {spec} {where}", (RANKING, spec, WIN_RATE)
            yield make_figure(title, path, SHARE, lambda found, n: found.mixed.win_rate(n), place)
            if not tournament.cells:
                continue
            title, path = f"Elo of {spec}", (RANKING, spec, ELO)
            yield make_figure(title, path, PLAIN, lambda found, n: found.mixed.elos[n], place)
        of_tiers: dict[tuple[str, str], list[tuple[int, int]]] = {}
        for cell in tournament.cells:
            one, other = (specs[place] for place in cell)
            mine, theirs = (tiers[place] for place in cell)
            of_tiers.setdefault((mine, theirs), []).append(cell)
            title = f"win rate of {one} at a table of {other}"
            at = (MATRIX, one, other, "")
            yield make_figure(title, at, SHARE, lambda found, c: found.matrix.together([c]), cell)
        for (mine, theirs), cells in of_tiers.items():
            title = f"win rate of {mine} strategies at tables of {theirs} ones"
            at = (TIER, mine, theirs, "")
            yield make_figure(title, at, SHARE, lambda found, c: found.matrix.together(c), cells)

    def games_behind(self, path: str) -> int:
        """Return the games of all line-ups; in a race, of those that the figure rests on."""
        if not self.design.races:
            return int(self.run.games)
        behind = resting_on(self.design, self.figures[path])
        return sum(self.run.lineup_runs[number].games for number in behind)

    @cached_property
    def race(self) -> SettledPairs:
        """What is settled of what was played so far."""
        cells, pairs = self.matrix.settled(self.margin), self.mixed.settled(self.margin)
        still = {number for number, how in enumerate(cells.values()) if how == "open"}
        if "open" in pairs.values():
            still |= set(range(len(cells), len(self.design.lineups)))
        for one in self.judged():
            if one.verdict.word == "undecided":
                still |= {*resting_on(self.design, self.figures[one.target.figure])}
        left = sum(self.design.games_of(n) - self.run.lineup_runs[n].games for n in still)
        return SettledPairs(cells, pairs, still, left)

    @property
    def is_open(self) -> bool:
        """Whether it races and is not decided."""
        return self.design.races and not self.race.is_decided


def resting_on(tournament: TournamentDesign, figure: Figure) -> Sequence[int]:
    """Return the line-ups that a figure rests on, by their numbers."""
    cells = tournament.cells
    if figure.kind == RANKING:
        return range(len(cells), len(cells) + len(tournament.mixed))
    names = [TIERS[one.tier] if figure.kind == TIER else one.spec for one in tournament.strategies]
    return [n for n, (one, other) in enumerate(cells) if (names[one], names[other]) == figure.of]
