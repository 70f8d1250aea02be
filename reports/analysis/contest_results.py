"""Figures of a run of line-ups on common deals, and on which side of a limit they clearly lie."""

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

Side = Literal["above", "below", "not told"]
#: How something stands that is played until it is settled.
Settled = Literal["clear", "practically the same", "open"]


@dataclass(frozen=True)
class AdjustedComparison:
    """How a figure lies to what it is compared with, after correction for all like it."""

    #: ``"above"`` or ``"below"`` if that is clear; as the JSON object and the tables say it.
    word: Side
    #: Alone, and corrected for all looks and by Holm's method.
    p_value: float
    p_holm: float

    @property
    def is_clear(self) -> bool:
        """Whether chance alone would hardly give it."""
        return self.word != "not told"


def compare_all(
    values: Sequence[float], p_values: Sequence[float], confidence: float, looks: int = 1
) -> list[AdjustedComparison]:
    """Say of each value whether it is above or below 0, corrected for all of them and all looks.

    Where a test was not possible its p-value is NaN, and counted as 1. Of several looks the p-value
    of any one, times their number, is no smaller than a p-value of all may be (Bonferroni), and
    Holm's method takes any p-values: so it matters not at which look each was taken.
    """
    found = []
    alone_all = [1.0 if math.isnan(p_value) else p_value for p_value in p_values]
    of_all = [min(1.0, looks * p_value) for p_value in alone_all]
    for value, alone, corrected in zip(values, alone_all, statistics.holm(of_all), strict=True):
        sure = corrected < 1 - confidence
        word: Side = ("above" if value > 0 else "below") if sure else "not told"
        found.append(AdjustedComparison(word, alone, corrected))
    return found


def settled(compared: AdjustedComparison, farthest: float, margin: float) -> Settled:
    """Say how a difference stands that may be so far from 0: clear, or too small to be noticed."""
    if compared.is_clear:
        return "clear"
    return "practically the same" if farthest <= margin else "open"


def confidence_per_look(confidence: float, looks: int, several: int = 1) -> float:
    """Return of which confidence one of several intervals is, so that after all looks all hold."""
    return 1 - (1 - confidence) / (looks * several)


#: Elo points of one unit of strength, and what Elo means at any table.
ELO = 400 / math.log(10)
ELO_MEANS = (
    f"who is 100 ahead of another wins {100 / (1 + math.exp(-100 / ELO)):.0f}% of the games that "
    "one of the two wins"
)


class ContestResults:
    """All figures of a contest: each sure by itself, what is clear of one kind sure together."""

    def __init__(self, run: ContestRun, confidence: float = statistics.DEFAULT_CONFIDENCE) -> None:
        self.run: Any = run
        self.design: Any = run.design
        self.confidence = confidence
        self.study: Study = run.design.study
        self.game: Game = self.study.loaded_game
        self.players = self.study.players

    @property
    def fair_share(self) -> float:
        """The win rate of everybody where nobody is better."""
        return self.game.fair_share(self.players)

    @cached_property
    def competitors(self) -> int:
        """The number of seats, or of sides, that play against each other."""
        return competitors_of(self.study)

    @property
    def contest(self) -> Contest:
        """Whether seats or sides play against each other, or all play together."""
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
        """Every figure that a target can name, by its path; its source is a function of this."""
        return {figure.path: figure for figure in self.list_figures(self.run.design)}

    @staticmethod
    def list_figures(design: Any) -> Iterable[Figure]:
        """Return the figures of a design."""
        return ()

    @cached_property
    def estimates(self) -> Mapping[str, statistics.Estimate]:
        """Every figure, estimated."""
        return {path: figure.source(self) for path, figure in self.figures.items()}

    def judged(self) -> list[JudgedTarget]:
        """Return the study's targets with their verdicts."""
        return [
            judged
            for target in read_targets(self.study.targets)
            for judged in judge_targets(
                [target], self.estimates.__getitem__, self.games_behind(target.figure)
            )
        ]

    def games_behind(self, path: str) -> int:
        """Return how many games are played more often if a figure is to be known better."""
        return int(self.run.games)

    @property
    def is_open(self) -> bool:
        """Whether something besides targets takes more games."""
        return False


def make_figure(
    title: str, path: Sequence[str], unit: Unit, source: Callable[..., Any], *asked: Any
) -> Figure:
    """Return a figure, by the parts of its path, that `source` reads off results, as `asked`."""
    kind, *of, what = path
    return Figure(
        topic=Topic.WINS,
        title=title,
        kind=kind,
        of=tuple(of),
        measure=what,
        unit=unit,
        source=lambda results: source(results, *asked),
    )


def check_targets(study: Study, figures: Iterable[Figure], contest: str) -> None:
    """Raise `UsageError` unless the study's targets are of figures that a contest has."""
    known = {figure.path: figure for figure in figures}
    for target in read_targets(study.targets):
        if target.figure not in known:
            raise unknown("figure", target.figure, known, f" of this {contest}")
        check_bounds(target, known[target.figure])
        if target.robust:
            raise UsageError(
                f"target {target.figure}: robust = true asks other players, and a {contest} has "
                "all of its own; delete robust"
            )


def win_sums(played: LineupRun | Run) -> statistics.DealSums:
    """Return the wins of the first strategy of a line-up, which has one seat or side."""
    layout = played.layout
    first, win = layout.strategy_wins.start, layout.win * layout.side_size
    return statistics.DealSums.of(played.tally, first, layout.rotations, win)


def wins_correlation(first: LineupRun, second: LineupRun) -> float:
    """Estimate the correlation of the errors of two line-ups' win rates.

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
    """Return how many games reached the safety cap on turns undecided."""
    return played.tally.sums[played.layout.single("unfinished")]


def decided_share(played: LineupRun | Run) -> float:
    """Return the share of the games that had a winner."""
    return count_won_games(played) / played.games


def compare_shares(
    played: Sequence[LineupRun | Run], fair_share: float, confidence: float, looks: int = 1
) -> list[AdjustedComparison]:
    """Say whether each first strategy wins more or less than its share of the games decided.

    Corrected for all of them, and for how often it may be looked. The test is the one that Wilson's
    interval inverts.
    """
    several = [(win_sums(one), fair_share * decided_share(one)) for one in played]
    p_values = [
        statistics.share_test(sums.mean, sums.variance_of_mean, sums.deals, fair)
        for sums, fair in several
    ]
    return compare_all([sums.mean - fair for sums, fair in several], p_values, confidence, looks)


LIVE_COLUMNS = (
    Heading("one alone", numeric=False),
    Heading("fewest wins in %"),
    Heading("among", numeric=False, spare=True),
)


def live_rows(
    pairs: Sequence[tuple[str, str]],
    shown: Sequence[LineupRun | Run | None],
    level: float,
    still_open: int | None = None,
) -> list[list[str]]:
    """Say among whom each wins least so far, and how many line-ups have begun, or are open.

    Pairs are one and all others of each line-up; of what is shown there may be more, or less. How
    many were open at the last look is ``None`` before the first, and where none stops.
    """
    rows = []
    for one in dict.fromkeys(one for one, _ in pairs):
        rates = {
            other: statistics.rate(win_sums(played), level)
            for (first, other), played in zip(pairs, shown, strict=False)
            if first == one and played
        }
        least = min(rates, key=lambda other: rates[other].value, default="")
        rows.append([one, wording.with_half(rates[least], SHARE) if least else "waits", least])
    count, how = (sum(map(bool, shown)), "begun") if still_open is None else (still_open, "open")
    return [*rows, [f"{count} of {max(len(shown), len(pairs))} line-ups {how}", "", ""]]
