"""Plan games that tell what the cards of a game are worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from reports.analysis.contest_plan import ContestPlan
from reports.analysis.execution import Execution
from reports.analysis.selection import StudyRequest
from reports.cards.document import CardsResults
from reports.cards.play import CardsDesign, play_cards
from simulate.errors import UsageError
from simulate.play.lineups import ContestRun
from simulate.study import Study

#: Games as they are, unless said; as many with slips.
GAMES = 20_000


class CardsPlan(ContestPlan):
    """A study whose draws are looked at, or `UsageError`."""

    command: ClassVar[str] = "cards"
    refused_fields: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("precision", "until_decided"), "all cards are known by as many games"),
        "ranges": "exchanges take the deals from the first one on",
        "targets": "cards judges none",
    }
    pins_interrupted = False  # the rest of an interrupted one are other games
    design: CardsDesign

    def make_design(self, asked: StudyRequest, options: Mapping[str, Any]) -> CardsDesign:
        study, lineup = self.complete_with_lineup(asked, GAMES)
        self.base_strategy = lineup[0]
        asking = CardsDesign(replace(study, tally_id="", pinned={}), tuple(lineup))
        if not asking.names:
            raise UsageError(f"nothing can be drawn in {study.called} by these rules")
        return asking

    @property
    def compiled(self) -> Study:
        return self.design.study_of()

    def play_design(self, playing: Execution) -> CardsResults:
        title, live = self.study.loaded_game.title, playing.live
        live.begin(f"{title}: what cards are worth", total=self.design.games)
        run = play_cards(self.design, playing.jobs, live.show)
        return CardsResults(run, playing.confidence)

    def describe_interrupted(self, run: ContestRun) -> str:
        return f"of all that was to be played there is: {', '.join(run.runs)}"
