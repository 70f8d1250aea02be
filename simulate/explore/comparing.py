"""Kept versions are played on the same deals, a few at first and then more, for the page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from reports.analysis.arms import PlannedArm
from reports.analysis.execution import Execution
from reports.compare.plan import ComparisonPlan
from simulate.errors import FathomError
from simulate.explore.background import Stop
from simulate.explore.board import Board
from simulate.explore.comparison import make_comparison
from simulate.explore.design import Version, Wishes
from simulate.explore.kept_games import kept_games
from simulate.explore.watched import WatchedProgress
from simulate.strategy import Strategy
from simulate.study import Study

#: The numbers of games of each version after which differences are shown.
STAGES = (1_000, 4_000, 20_000, 100_000)
#: The smallest and the largest number of versions that are compared.
LEAST, MOST = 2, 4


def compare_versions(
    board: Board,
    versions: Sequence[Version],
    resolve: Callable[[Version], tuple[Study, list[Strategy]]],
    wishes: Wishes,
    games_file: Path,
    jobs: int,
    stop: Stop,
) -> None:
    """Play versions and post their comparison on the board until a stop is requested.

    Parameters
    ----------
    board
        The board; the event is "comparison".
    versions
        The versions.
    resolve
        Returns the study and the strategies of a version.
    wishes
        The wishes of the designer.
    games_file
        The file with the games of earlier comparisons, which are not played again.
    jobs
        The number of threads.
    stop
        The request to end.
    """
    letters = [version.letter for version in versions]
    shown: dict[str, Any] = {"letters": letters}

    def post(phase: str, progress: str, **values: Any) -> None:
        shown.update(values, phase=phase, progress=progress)
        board.post("comparison", shown)

    post("playing", "Playing …")
    try:
        resolved = [resolve(version) for version in versions]
        with kept_games(games_file) as journal:
            for games in STAGES:
                arms = [
                    PlannedArm(letter, replace(study, games=games), lineup)
                    for letter, (study, lineup) in zip(letters, resolved, strict=True)
                ]
                progress = WatchedProgress(stop, lambda step: post("playing", step))
                result = ComparisonPlan.of_arms(arms).play(Execution(jobs, live=progress))
                journal.flush()
                stop.check()
                is_last = games == STAGES[-1]
                phase, ending = ("settled", ". Settled.") if is_last else ("playing", "")
                values = make_comparison(result.comparison, versions, wishes, is_settled=is_last)
                post(phase, f"{games:,} games each{ending}", **values)
    except KeyboardInterrupt:
        post("stopped", "Stopped.")
    except FathomError as error:
        post("failed", str(error))
