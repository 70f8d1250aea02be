"""The figures of contests, and on which side of a limit they clearly lie."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np

from reports.figures import statistics
from reports.figures.correlation import DealGroups, correlation
from reports.figures.figure import SHARE, Figure, Topic, Unit
from reports.figures.targets import JudgedTarget, check_bounds, judge_targets, read_targets
from reports.run.results import count_won_games
from reports.writing import wording
from reports.writing.document import Heading
from simulate.errors import UsageError, unknown
from simulate.game import Game
from simulate.play.lineups import ContestRun, LineupRun, competitors_of
from simulate.play.run import Run
from simulate.play.tally import Contest
from simulate.study import Study

#: The side of a limit on which a figure clearly lies.
Side = Literal["above", "below", "not told"]
#: The state of a difference that is played until it is settled.
Settled = Literal["clear", "practically the same", "open"]


@dataclass(frozen=True)
class AdjustedComparison:
    """A figure compared with a limit, corrected for all comparisons of its kind."""

    #: ``"above"`` or ``"below"`` if that is clear, in the words of the JSON object and the tables.
    word: Side
    #: The p-value of this comparison alone.
    p_value: float
    #: The p-value corrected for all interim looks and, by Holm's method, for all comparisons.
    p_holm: float

    @property
    def is_clear(self) -> bool:
        """Whether the figure is clearly above or below the limit."""
        return self.word != "not told"


def compare_all(
    values: Sequence[float], p_values: Sequence[float], confidence: float, looks: int = 1
) -> list[AdjustedComparison]:
    """Compare values with 0, corrected for all of them and for all interim looks.

    With several looks, each p-value is multiplied by their number (Bonferroni). Holm's method takes
    any p-values, so the values need not come from the same look.

    Parameters
    ----------
    values
        The values.
    p_values
        The p-value of each; NaN, where no test was possible, counts as 1.
    confidence
        The confidence of all comparisons together.
    looks
        The number of looks.

    Returns
    -------
    list of AdjustedComparison
        A comparison for each value.
    """
    alone = [1.0 if math.isnan(p_value) else p_value for p_value in p_values]
    of_all_looks = [min(1.0, looks * p_value) for p_value in alone]
    comparisons = []
    for value, p_value, p_holm in zip(values, alone, statistics.holm(of_all_looks), strict=True):
        word: Side = "not told"
        if p_holm < 1 - confidence:
            word = "above" if value > 0 else "below"
        comparisons.append(AdjustedComparison(word, p_value, p_holm))
    return comparisons


def settled(compared: AdjustedComparison, farthest: float, margin: float) -> Settled:
    """Return whether a difference is clear, too small to be noticed, or open.

    Parameters
    ----------
    compared
        The difference compared with 0.
    farthest
        The largest absolute value in the interval of the difference.
    margin
        The largest difference that nobody notices.
    """
    if compared.is_clear:
        return "clear"
    return "practically the same" if farthest <= margin else "open"


def confidence_per_look(confidence: float, looks: int, intervals: int = 1) -> float:
    """Return the confidence of an interval such that those of all interim looks hold together.

    Parameters
    ----------
    confidence
        The confidence of all of them together.
    looks
        The number of looks.
    intervals
        The number of intervals at each look.
    """
    return 1 - (1 - confidence) / (looks * intervals)


#: The Elo points of one unit of log strength.
ELO = 400 / math.log(10)
#: The meaning of Elo at a table of any size.
ELO_MEANS = (
    f"who is 100 ahead of another wins {100 / (1 + math.exp(-100 / ELO)):.0f}% of the games that "
    "one of the two wins"
)


class ContestResults:
    """All figures of a contest.

    Each interval holds by itself. Statements that a figure is clearly above or below a limit hold
    together for all figures of a kind.

    Parameters
    ----------
    run
        The games played.
    confidence
        The confidence of all intervals.
    """

    def __init__(self, run: ContestRun, confidence: float = statistics.DEFAULT_CONFIDENCE) -> None:
        self.run: Any = run
        self.design: Any = run.design
        self.confidence = confidence
        self.study: Study = run.design.study
        self.game: Game = self.study.loaded_game
        self.players = self.study.players

    @property
    def fair_share(self) -> float:
        """The win rate of each competitor if all are equally strong."""
        return self.game.fair_share(self.players)

    @cached_property
    def competitors(self) -> int:
        """The number of seats or sides that play against each other."""
        return competitors_of(self.study)

    @property
    def contest(self) -> Contest:
        """The kind of competitors: seats, sides, or all seats together against the game."""
        if self.competitors == 1:
            return "together"
        return "seats" if self.competitors == self.players else "sides"

    @property
    def seat_word(self) -> str:
        """The word for the place of one strategy at a table of another: "seat", or "side"."""
        return "seat" if self.competitors == self.players else "side"

    @property
    def competitor_word(self) -> str:
        """The word for a competitor: "player", "side", or "group" where all play together."""
        return {"seats": "player", "sides": "side", "together": "group"}[self.contest]

    def against(self, others: str) -> str:
        """Describe the table of one competitor whose rivals all play the strategy `others`."""
        count = self.competitors - 1
        if self.seat_word == "side":
            return f"against {f'{count} sides' if count > 1 else 'a side'} of {others}"
        return f"alone among {count} {others} players" if count > 1 else f"against {others}"

    @cached_property
    def figures(self) -> Mapping[str, Figure]:
        """All figures that a target can name, by path; their sources take these results."""
        return {figure.path: figure for figure in self.list_figures(self.run.design)}

    @staticmethod
    def list_figures(design: Any) -> Iterable[Figure]:
        """Return all figures of a design."""
        return ()

    @cached_property
    def estimates(self) -> Mapping[str, statistics.Estimate]:
        """The estimates of all figures, by path."""
        return {path: figure.source(self) for path, figure in self.figures.items()}

    def judged(self) -> list[JudgedTarget]:
        """Return the targets of the study with their verdicts."""
        judged: list[JudgedTarget] = []
        for target in read_targets(self.study.targets):
            games = self.games_behind(target.figure)
            judged += judge_targets([target], self.estimates.__getitem__, games)
        return judged

    def games_behind(self, path: str) -> int:
        """Return the number of games behind a figure, for estimates of games still needed."""
        return int(self.run.games)

    @property
    def is_open(self) -> bool:
        """Whether more games are needed for a reason other than a target."""
        return False


def make_figure(
    title: str, path: Sequence[str], unit: Unit, source: Callable[..., Any], *arguments: Any
) -> Figure:
    """Return a figure of a contest.

    Parameters
    ----------
    title
        Its title.
    path
        The parts of its path.
    unit
        Its unit.
    source
        A function that returns its estimate from the results and the `arguments`.
    arguments
        Further arguments of `source`.
    """
    kind, *of, measure = path
    return Figure(
        topic=Topic.WINS,
        title=title,
        kind=kind,
        of=tuple(of),
        measure=measure,
        unit=unit,
        source=lambda results: source(results, *arguments),
    )


def check_targets(study: Study, figures: Iterable[Figure], contest: str) -> None:
    """Raise `UsageError` for a target that is not about a figure of a contest, or is robust."""
    known = {figure.path: figure for figure in figures}
    for target in read_targets(study.targets):
        if target.figure not in known:
            raise unknown("figure", target.figure, known, f" of this {contest}")
        check_bounds(target, known[target.figure])
        if target.robust:
            raise UsageError(
                f"target {target.figure}: robust = true needs other players, and a {contest} has "
                "all of its own; delete robust"
            )


def win_sums(played: LineupRun | Run) -> statistics.DealSums:
    """Return the wins of the first strategy of a line-up, by deal; it has one seat or side."""
    layout = played.layout
    first, win = layout.strategy_wins.start, layout.win * layout.side_size
    return statistics.DealSums.of(played.tally, first, layout.rotations, win)


def wins_correlation(first: LineupRun, second: LineupRun) -> float:
    """Return the estimated correlation of the errors of two line-ups' win rates.

    The win rates are those of their first strategies. Both line-ups play the same deals from the
    first on; one may play more of them.
    """
    most = max(len(first.wins), len(second.wins))

    def by_deal(played: LineupRun) -> DealGroups:
        deals, wins = np.zeros(most, np.int64), np.zeros(most, np.int64)
        deals[: len(played.wins)] = 1
        wins[: len(played.wins)] = played.wins[:, 0]
        return DealGroups(deals, wins)

    return correlation(by_deal(first), by_deal(second))


def unfinished_games(played: LineupRun | Run) -> int:
    """Return the number of games that reached the maximum of turns undecided."""
    return played.tally.sums[played.layout.single("unfinished")]


def decided_share(played: LineupRun | Run) -> float:
    """Return the share of games with a winner."""
    return count_won_games(played) / played.games


def compare_shares(
    played: Sequence[LineupRun | Run], fair_share: float, confidence: float, looks: int = 1
) -> list[AdjustedComparison]:
    """Compare the win rate of each line-up's first strategy with its share of the decided games.

    The comparisons are corrected for all line-ups and for all looks. The test is the one that
    Wilson's interval inverts.

    Parameters
    ----------
    played
        The runs of the line-ups.
    fair_share
        The share of decided games that an equally strong strategy wins.
    confidence
        The confidence of all comparisons together.
    looks
        The number of looks.
    """
    wins = [(win_sums(run), fair_share * decided_share(run)) for run in played]
    p_values = [
        statistics.share_test(sums.mean, sums.variance_of_mean, sums.deals, fair)
        for sums, fair in wins
    ]
    return compare_all([sums.mean - fair for sums, fair in wins], p_values, confidence, looks)


LIVE_COLUMNS = (
    Heading("one alone", numeric=False),
    Heading("fewest wins in %"),
    Heading("among", numeric=False, spare=True),
)


def live_rows(
    pairs: Sequence[tuple[str, str]],
    runs: Sequence[LineupRun | Run | None],
    confidence: float,
    still_open: int | None = None,
) -> list[list[str]]:
    """Return the rows to show while line-ups are played.

    There is a row for each single strategy with its lowest win rate so far, and a last row with the
    number of line-ups that have begun or are open.

    Parameters
    ----------
    pairs
        The single strategy of each line-up, and the strategy of all others.
    runs
        The runs of the line-ups in the same order, None for one that has not begun. There may be
        more or fewer of them than pairs.
    confidence
        The confidence of the intervals.
    still_open
        The number of open line-ups at the last look; None before the first look, and where no
        line-up stops early.
    """
    rows = []
    for strategy in dict.fromkeys(single for single, _ in pairs):
        rates = {
            others: statistics.rate(win_sums(run), confidence)
            for (single, others), run in zip(pairs, runs, strict=False)
            if single == strategy and run
        }
        if rates:
            least = min(rates, key=lambda others: rates[others].value)
            rows.append([strategy, wording.with_half(rates[least], SHARE), least])
        else:
            rows.append([strategy, "waits", ""])
    total = max(len(runs), len(pairs))
    if still_open is None:
        begun = sum(run is not None for run in runs)
        last = f"{begun} of {total} line-ups begun"
    else:
        last = f"{still_open} of {total} line-ups open"
    return [*rows, [last, "", ""]]
