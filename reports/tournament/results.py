"""The figures of a tournament, and the results that are settled in a race.

A cell of the matrix is settled if it clearly differs from the fair share, or if it is so near that
nobody would notice the difference. The ranking is settled if every pair of strategies is. A race
looks at its results several times, and stops line-ups whose results are settled.

Corrected p-values are those of the interim look at which a line-up stopped, times the number of
looks. Each is valid by itself (Bonferroni), and so is Holm's correction of them, whatever their
dependence. A clear verdict stays clear: a line-up that stopped keeps its p-value, and smaller
p-values of others only make Holm's later steps easier.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import get_args

import numpy as np

from reports.analysis.contest_results import ContestResults, Settled, decided_share, make_figure
from reports.figures.figure import PLAIN, SHARE, WIN_RATE, WINS, Figure
from reports.figures.statistics import DEFAULT_CONFIDENCE, Estimate
from reports.tournament.lasting import LastingMix, find_lasting_mix
from reports.tournament.matrix import PairwiseResults
from reports.tournament.mixed import MixedResults
from reports.tournament.play import TournamentDesign, TournamentRun
from reports.writing.wording import counted, listed
from simulate.strategy import TIERS

#: The maximum number of open cells, or pairs, that are named in a sentence.
_MOST_NAMED = 4
#: The state of cells, by row and column, or of pairs, by the strategy that ranks higher and the one
#: that ranks lower. Strategies are given by their numbers.
SettledByPair = Mapping[tuple[int, int], Settled]
#: Kinds and measures of figures, which are parts of their paths.
MATRIX, TIER, RANKING, ELO = "matrix", "tiers", "ranking", "elo"


@dataclass(frozen=True)
class SettledPairs:
    """The state of all cells and pairs at an interim look."""

    #: The state of each cell of the matrix, by row and column.
    cells: SettledByPair
    #: The state of each pair of strategies, by their numbers.
    pairs: SettledByPair
    #: The numbers of the line-ups that have to be played on. All mixed line-ups stop together,
    #: because each has games of several pairs.
    still_open: set[int]
    #: The largest number of games that may still be played.
    games_left: int

    @property
    def is_decided(self) -> bool:
        """True if no line-up has to be played on."""
        return not self.still_open

    def describe(self, specs: tuple[str, ...]) -> str:
        """Return a sentence on the numbers of cells and pairs in each state.

        `specs` are the names of the strategies, in the order of their numbers.
        """
        cells = _count_settled(self.cells, lambda a, b: f"{specs[a]} among {specs[b]}")
        pairs = _count_settled(self.pairs, lambda a, b: f"{specs[a]} or {specs[b]}")
        return (
            f"Of {counted(len(self.cells), 'cell')} {cells}; of "
            f"{counted(len(self.pairs), 'pair')} of the ranking {pairs}."
        )


def _count_settled(settled: SettledByPair, name: Callable[[int, int], str]) -> str:
    """Return a clause on the number of pairs in each state, with the names of a few open pairs.

    `name` is called with the numbers of two strategies and returns the name of their pair.
    """
    counts = Counter(settled.values())
    clauses = []
    for state in get_args(Settled):
        if counts[state]:
            verb = "is" if counts[state] == 1 else "are"
            clauses.append(f"{counts[state]} {verb} {state}")
    open_pairs = [name(*pair) for pair, state in settled.items() if state == "open"]
    text = listed(clauses)
    if 0 < len(open_pairs) <= _MOST_NAMED:
        text += f" ({listed(open_pairs)})"
    return text


class TournamentResults(ContestResults):
    """All figures of a tournament.

    Parameters
    ----------
    run
        The games.
    confidence
        The confidence of all interim looks together; a single interval has the confidence `level`.
    margin
        In a race, the largest difference of win rates that counts as practically the same; by
        default the noticeable difference.
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
        """The styles that last; see `reports.tournament.lasting`.

        The confidence is that of all cells of the matrix together. Win rates are shares of decided
        games, because a style that plays against itself wins its fair share of these.

        Raises
        ------
        ZeroDivisionError
            If a line-up has no games.
        """
        size = len(self.specs)
        low = np.full((size, size), self.fair_share)
        high = np.full((size, size), self.fair_share)
        for cell, lineup_run in self.matrix.runs.items():
            share = decided_share(lineup_run)
            win_rate = self.matrix.simultaneous_rate(*cell)
            low[cell] = win_rate.low / share if share else 0.0
            high[cell] = min(1.0, win_rate.high / share) if share else 1.0
        return find_lasting_mix(low, high)

    @staticmethod
    def list_figures(design: TournamentDesign) -> Iterator[Figure]:
        """Yield every figure of a design that a target can name."""
        where = "with mixed line-ups" if design.cells else "in every seat"
        for number, spec in enumerate(design.specs):
            title = f"win rate of {spec} {where}"
            yield make_figure(title, (RANKING, spec, WIN_RATE), SHARE, _mixed_rate, number)
            if design.cells:
                yield make_figure(f"Elo of {spec}", (RANKING, spec, ELO), PLAIN, _elo, number)

        tiers = [TIERS[strategy.tier] for strategy in design.strategies]
        cells_by_tiers: dict[tuple[str, str], list[tuple[int, int]]] = {}
        for row, column in design.cells:
            cells_by_tiers.setdefault((tiers[row], tiers[column]), []).append((row, column))
            first, second = design.specs[row], design.specs[column]
            title = f"win rate of {first} at a table of {second}"
            path = (MATRIX, first, second, "")
            yield make_figure(title, path, SHARE, _matrix_rate, [(row, column)])
        for (first, second), cells in cells_by_tiers.items():
            title = f"win rate of {first} strategies at tables of {second} ones"
            yield make_figure(title, (TIER, first, second, ""), SHARE, _matrix_rate, cells)

    def games_behind(self, path: str) -> int:
        """Return the number of games of the tournament; in a race, of the figure's line-ups.

        Raises
        ------
        KeyError
            If it is a race and has no figure with this path.
        """
        if not self.design.races:
            return int(self.run.games)
        numbers = lineups_behind(self.design, self.figures[path])
        return sum(self.run.lineup_runs[number].games for number in numbers)

    @cached_property
    def race(self) -> SettledPairs:
        """The state of all cells and pairs after the games played, and the line-ups to play on.

        Raises
        ------
        UsageError
            If a target is invalid.
        KeyError
            If a target has an unknown figure.
        """
        cells = self.matrix.judge_cells(self.margin)
        pairs = self.mixed.judge_pairs(self.margin)
        still_open = {number for number, state in enumerate(cells.values()) if state == "open"}
        if "open" in pairs.values():
            still_open |= set(range(len(cells), len(self.design.lineups)))
        for judged in self.judged():
            if judged.verdict.word == "undecided":
                figure = self.figures[judged.target.figure]
                still_open |= set(lineups_behind(self.design, figure))
        games_left = sum(
            self.design.games_of(number) - self.run.lineup_runs[number].games
            for number in still_open
        )
        return SettledPairs(cells, pairs, still_open, games_left)

    @property
    def is_open(self) -> bool:
        """True if the tournament is a race that is not decided.

        Raises
        ------
        UsageError
            If a target is invalid.
        KeyError
            If a target has an unknown figure.
        """
        return self.design.races and not self.race.is_decided


def _mixed_rate(results: TournamentResults, number: int) -> Estimate:
    """Return the win rate of a strategy, given by its index, over all mixed line-ups."""
    return results.mixed.win_rate(number)


def _elo(results: TournamentResults, number: int) -> Estimate:
    """Return the Elo of a strategy, given by its index."""
    return results.mixed.elos[number]


def _matrix_rate(results: TournamentResults, cells: Sequence[tuple[int, int]]) -> Estimate:
    """Return the mean win rate of cells of the matrix, given by their row and column indices."""
    return results.matrix.mean_rate(cells)


def lineups_behind(design: TournamentDesign, figure: Figure) -> Sequence[int]:
    """Return the numbers of the line-ups whose games a figure is computed from."""
    cells = design.cells
    if figure.kind == RANKING:
        return range(len(cells), len(cells) + len(design.mixed))
    names = [
        TIERS[strategy.tier] if figure.kind == TIER else strategy.spec
        for strategy in design.strategies
    ]
    return [
        number
        for number, (row, column) in enumerate(cells)
        if (names[row], names[column]) == figure.of
    ]
