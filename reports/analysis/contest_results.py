"""The figures of contests, and tests of their differences from a limit."""

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
from reports.writing import spoken, wording
from reports.writing.document import Heading
from simulate.errors import UsageError, unknown
from simulate.game import Game
from simulate.play.lineups import ContestRun, LineupRun, competitors_of
from simulate.play.run import Run
from simulate.play.tally import Contest
from simulate.study import Study

#: The side of a limit on which a figure significantly lies; "not told" if it is not significant.
Side = Literal["above", "below", "not told"]
#: The state of a difference: significantly not 0, too small to notice, or still undecided.
Settled = Literal["clear", "practically the same", "open"]


@dataclass(frozen=True)
class AdjustedComparison:
    """The test of a figure against a limit, corrected for all tests of its kind."""

    #: The result, in the words of the JSON object and the tables.
    word: Side
    #: The p-value of this test alone.
    p_value: float
    #: The p-value corrected for all interim looks (Bonferroni) and for all tests (Holm).
    p_holm: float

    @property
    def is_clear(self) -> bool:
        """True if the figure is significantly above or below the limit."""
        return self.word != "not told"


def compare_all(
    values: Sequence[float], p_values: Sequence[float], confidence: float, looks: int = 1
) -> list[AdjustedComparison]:
    """Return the tests of values against 0, corrected for their number and for interim looks.

    Each p-value is multiplied by the number of looks (Bonferroni) and then corrected by Holm's
    method (Scandinavian J. Statistics 6, 1979). It allows any dependence, so the values may come
    from different looks.

    Parameters
    ----------
    values
        The values.
    p_values
        The p-value of each value. NaN, for a test that was not possible, counts as 1.
    confidence
        The confidence of all tests together.
    looks
        The number of interim looks.

    Returns
    -------
    list of AdjustedComparison
        A test per value, in the same order.

    Raises
    ------
    ValueError
        If the numbers of values and p-values differ.
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


def judge_difference(compared: AdjustedComparison, farthest: float, margin: float) -> Settled:
    """Return the state of a difference: "clear", "practically the same" or "open".

    Parameters
    ----------
    compared
        The test of the difference against 0. If it is significant, the difference is "clear".
    farthest
        The largest absolute value in the interval of the difference.
    margin
        A difference that is not clear is "practically the same" if `farthest` is at most this.
    """
    if compared.is_clear:
        return "clear"
    return "practically the same" if farthest <= margin else "open"


def confidence_per_look(confidence: float, looks: int, intervals: int = 1) -> float:
    """Return the confidence of each interval, so that `confidence` holds for all together.

    Playing may end at any of several interim looks, each of which computes several intervals. The
    probability of an error is divided equally among all of them (Bonferroni).

    Parameters
    ----------
    confidence
        The confidence with which all intervals of all looks together are true.
    looks
        The number of interim looks, at least 1.
    intervals
        The number of intervals at each look, at least 1.
    """
    return 1 - (1 - confidence) / (looks * intervals)


#: The number of Elo points per unit of the natural logarithm of strength (Elo, The Rating of
#: Chessplayers, 1978).
ELO = 400 / math.log(10)
#: The meaning of a difference in Elo for any number of players.
ELO_MEANS = (
    f"of the games that either of two players wins, a player who is 100 ahead of the other wins "
    f"{100 / (1 + math.exp(-100 / ELO)):.0f}%"
)


class ContestResults:
    """All figures of a contest.

    Intervals are not corrected for the number of figures. Tests of figures against a limit are
    corrected for all figures of a kind.

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
        """The win rate of each competitor if all are equally strong and every game is won."""
        return self.game.fair_share(self.players)

    @cached_property
    def competitors(self) -> int:
        """The number of seats or sides that play against each other."""
        return competitors_of(self.study)

    @property
    def contest(self) -> Contest:
        """The kind of competitors: "seats", "sides", or "together" if all players win together."""
        if self.competitors == 1:
            return "together"
        return "seats" if self.competitors == self.players else "sides"

    @property
    def seat_word(self) -> str:
        """The word for a competitor's place: "seat" if each seat plays for itself, else "side"."""
        return "seat" if self.competitors == self.players else "side"

    @property
    def competitor_word(self) -> str:
        """The word for a competitor: "player", "side", or "group" if all players win together."""
        if self.players == 1:
            return "player"
        return {"seats": "player", "sides": "side", "together": "group"}[self.contest]

    @property
    def competitor_wins(self) -> str:
        """The beginning of a clause on the wins of a competitor, such as "a player wins"."""
        if self.contest == "together":
            return spoken.players_win(self.players)
        return f"a {self.competitor_word} wins"

    def against(self, rivals: str) -> str:
        """Return words for the rivals of a competitor, such as "alone among 3 random players".

        `rivals` is the strategy that all rivals play.
        """
        count = self.competitors - 1
        if self.seat_word == "side":
            return f"against {f'{count} sides' if count > 1 else 'a side'} of {rivals}"
        return f"alone among {count} {rivals} players" if count > 1 else f"against {rivals}"

    @cached_property
    def figures(self) -> Mapping[str, Figure]:
        """All figures that a target can name, by path.

        The source of each is a function that is called with these results and returns the estimate.
        """
        return {figure.path: figure for figure in self.list_figures(self.run.design)}

    @staticmethod
    def list_figures(design: Any) -> Iterable[Figure]:
        """Return all figures that the results of a design have. The base class has no figures."""
        return ()

    @cached_property
    def estimates(self) -> Mapping[str, statistics.Estimate]:
        """The estimates of all figures, by path."""
        return {path: figure.source(self) for path, figure in self.figures.items()}

    def judged(self) -> list[JudgedTarget]:
        """Return the targets of the study with their verdicts.

        Raises
        ------
        UsageError
            If a target is invalid.
        KeyError
            If a target has an unknown figure.
        """
        judged: list[JudgedTarget] = []
        for target in read_targets(self.study.targets):
            games = self.games_behind(target.figure)
            judged += judge_targets([target], self.estimates.__getitem__, games)
        return judged

    def games_behind(self, path: str) -> int:
        """Return the number of games from which a figure was estimated.

        It is used to estimate the number of games that a target still needs.
        """
        return int(self.run.games)

    @property
    def is_open(self) -> bool:
        """True if more games are needed, apart from those that targets need."""
        return False


def make_figure(
    title: str, path: Sequence[str], unit: Unit, source: Callable[..., Any], *arguments: Any
) -> Figure:
    """Return a figure of a contest.

    Parameters
    ----------
    title
        The title, without article.
    path
        The parts of the path; at least two.
    unit
        The unit.
    source
        A function that is called with the `ContestResults` and the `arguments`, and returns the
        estimate.
    arguments
        Additional arguments of `source`.

    Raises
    ------
    ValueError
        If the path has fewer than two parts.
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
    """Check the targets of a contest's study.

    Parameters
    ----------
    study
        The study with the targets.
    figures
        All figures of the contest.
    contest
        The word for the contest in errors, such as "tournament".

    Raises
    ------
    UsageError
        If a target is invalid, has an unknown figure or impossible bounds, or has
        ``robust = true``.
    """
    figures_by_path = {figure.path: figure for figure in figures}
    for target in read_targets(study.targets):
        if target.figure not in figures_by_path:
            raise unknown("figure", target.figure, figures_by_path, f" of this {contest}")
        check_bounds(target, figures_by_path[target.figure])
        if target.robust:
            raise UsageError(
                f"target {target.figure}: robust = true adds other players, and a {contest} only "
                "has players of its own; delete robust = true"
            )


def win_sums(run: LineupRun | Run) -> statistics.DealSums:
    """Return the sums over deals of the wins of a line-up's first strategy.

    The strategy must play exactly one seat, or all seats of one side.
    """
    layout = run.layout
    first = layout.strategy_wins.start
    win = layout.win * layout.side_size
    return statistics.DealSums.of(run.tally, first, layout.rotations, win)


def wins_correlation(first: LineupRun, second: LineupRun) -> float:
    """Return the estimated correlation of the errors of two win rates.

    They are the win rates of the first strategy of each line-up. Both line-ups play the study's
    deals from deal 0 on, and one of them may play more deals.
    """
    most = max(len(first.wins), len(second.wins))

    def by_deal(run: LineupRun) -> DealGroups:
        deals = np.zeros(most, np.int64)
        wins = np.zeros(most, np.int64)
        deals[: len(run.wins)] = 1
        wins[: len(run.wins)] = run.wins[:, 0]
        return DealGroups(deals, wins)

    return correlation(by_deal(first), by_deal(second))


def unfinished_games(run: LineupRun | Run) -> int:
    """Return the number of games that were undecided at the limit on turns."""
    return run.tally.sums[run.layout.single("unfinished")]


def decided_share(run: LineupRun | Run) -> float:
    """Return the share of games with a winner.

    Raises
    ------
    ZeroDivisionError
        If no game was played.
    """
    return count_won_games(run) / run.games


def compare_shares(
    runs: Sequence[LineupRun | Run], fair_share: float, confidence: float, looks: int = 1
) -> list[AdjustedComparison]:
    """Return the tests of the first strategies' win rates against their fair share.

    The tests are corrected for all line-ups and for all interim looks. They agree with Wilson's
    intervals (see `reports.figures.statistics.share_test`).

    Parameters
    ----------
    runs
        The run of each line-up, with at least one game.
    fair_share
        The share of decided games that an equally strong strategy wins.
    confidence
        The confidence of all tests together.
    looks
        The number of interim looks.

    Returns
    -------
    list of AdjustedComparison
        A test per line-up, in the same order.

    Raises
    ------
    ZeroDivisionError
        If a line-up has no games.
    """
    wins = [(win_sums(run), fair_share * decided_share(run)) for run in runs]
    p_values = [
        statistics.share_test(sums.mean, sums.variance_of_mean, sums.deals, fair)
        for sums, fair in wins
    ]
    return compare_all([sums.mean - fair for sums, fair in wins], p_values, confidence, looks)


LIVE_COLUMNS = (
    Heading("single player", numeric=False),
    Heading("lowest win rate in %"),
    Heading("among", numeric=False, spare=True),
)


def live_rows(
    pairs: Sequence[tuple[str, str]],
    runs: Sequence[LineupRun | Run | None],
    confidence: float,
    still_open: int | None = None,
) -> list[list[str]]:
    """Return the rows of the progress display of a contest, with `LIVE_COLUMNS`.

    There is a row per strategy with its lowest win rate over the line-ups that have begun, and a
    last row with the number of line-ups that have begun or are undecided.

    Parameters
    ----------
    pairs
        For each line-up, the strategy of one competitor and the strategy of all others.
    runs
        The runs of the line-ups in the same order; None for a line-up that has not begun. There may
        be more or fewer runs than pairs.
    confidence
        The confidence of the intervals.
    still_open
        The number of undecided line-ups at the latest interim look; None before the first look, and
        if no line-up stops early.
    """
    rows = []
    for strategy in dict.fromkeys(single for single, _ in pairs):
        rates = {
            rivals: statistics.rate(win_sums(run), confidence)
            for (single, rivals), run in zip(pairs, runs, strict=False)
            if single == strategy and run
        }
        if rates:
            least = min(rates, key=lambda rivals: rates[rivals].value)
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
