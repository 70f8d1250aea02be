"""The plan of the analysis `waiting`: its options, and the games that it plays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from reports.analysis.contest_plan import ContestPlan
from reports.analysis.execution import Execution
from reports.analysis.observed_games import play_observed
from reports.analysis.selection import StudyRequest
from reports.waiting.play import WaitingDesign
from reports.waiting.results import WaitingResults
from simulate.study import DEFAULT_EVENT_GAMES


class WaitingPlan(ContestPlan):
    """The plan to measure how long players wait in the games of a study.

    Raises
    ------
    UsageError
        If an option is invalid for the game or the analysis.
    """

    command: ClassVar[str] = "waiting"
    refused_fields: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(
            ("precision", "until_decided", "ranges"), "waiting plays a fixed number of games"
        ),
        "targets": "waiting does not judge targets",
    }
    design: WaitingDesign

    def make_design(self, request: StudyRequest, options: Mapping[str, Any]) -> WaitingDesign:
        return WaitingDesign(*self.complete_with_lineup(request, DEFAULT_EVENT_GAMES))

    def play_design(self, playing: Execution) -> WaitingResults:
        playing.live.begin("Playing", total=self.study.games)
        run = play_observed(self.design, playing.jobs, playing.live.show)
        return WaitingResults(run, playing.confidence)
