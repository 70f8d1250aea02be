"""Plan games in which the time that players wait is measured."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from reports.analysis.contest_plan import ContestPlan
from reports.analysis.execution import Execution
from reports.analysis.selection import StudyRequest
from reports.waiting.document import WaitingResults
from reports.when.plan import WhenPlan
from reports.when.play import WhenDesign, play_when
from simulate.study import DEFAULT_EVENT_GAMES
from strategies.waiting import watch


class WaitingPlan(ContestPlan):
    """Games of a study in which it is watched who waits, or `UsageError`."""

    command: ClassVar[str] = "waiting"
    refused_fields: ClassVar[Mapping[str, str]] = {
        **WhenPlan.refused_fields,
        "targets": "it judges none",
    }

    def make_design(self, asked: StudyRequest, options: Mapping[str, Any]) -> WhenDesign:
        return WhenDesign(*self.complete_with_lineup(asked, DEFAULT_EVENT_GAMES), ("",))

    def play_design(self, playing: Execution) -> WaitingResults:
        playing.live.begin(self.design.game.title, total=self.study.games)
        run = play_when(self.design, playing.jobs, playing.live.show, watch)
        return WaitingResults(run, playing.confidence)
