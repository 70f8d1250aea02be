"""How long players wait for their turns, and whether losers pick the winner."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from reports.contests.waiting import WaitingResults
from simulate.cli.plans import selection as selections
from simulate.cli.plans.contest import ContestPlan
from simulate.cli.plans.execution import Playing
from simulate.cli.plans.when import WhenPlan
from simulate.play.when import When, play_when
from simulate.study import LOOKED_AT_GAMES
from strategies.waiting import watch


class WaitingPlan(ContestPlan):
    """Games of a study in which it is watched who waits, or `UsageError`."""

    command: ClassVar[str] = "waiting"
    unfit: ClassVar[Mapping[str, str]] = {**WhenPlan.unfit, "targets": "it judges none"}

    def make(self, asked: selections.Asked, options: Mapping[str, Any]) -> When:
        study, lineup = selections.complete(asked.fields, asked.game)
        games = study.games if "games" in asked.fields else min(study.games, LOOKED_AT_GAMES)
        return When(replace(study, games=games), lineup, ("",))

    def play_design(self, playing: Playing) -> WaitingResults:
        playing.live.begin(self.design.game.title, total=self.study.games)
        run = play_when(self.design, playing.jobs, playing.live.show, watch)
        return WaitingResults(run, playing.confidence)
