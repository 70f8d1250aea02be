"""The plan of the analysis `cards`: its options, and the games that it plays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from reports.analysis.contest_plan import ContestPlan
from reports.analysis.execution import Execution
from reports.analysis.selection import StudyRequest
from reports.cards.play import CardsDesign, play_cards
from reports.cards.purchases import find_purchases
from reports.cards.results import CardsResults
from simulate.errors import UsageError
from simulate.play.lineups import ContestRun
from simulate.study import Study

#: The default number of unchanged games. The same number of games is played with random choices.
GAMES = 20_000


class CardsPlan(ContestPlan):
    """The plan to estimate the values of the cards in a study.

    Raises
    ------
    UsageError
        If an option is invalid for the game or the analysis, or the game declares no cards, tiles
        or dice.
    """

    command: ClassVar[str] = "cards"
    refused_fields: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("precision", "until_decided"), "all cards are valued in the same games"),
        "ranges": "exchanges always begin with the first deal",
        "targets": "cards does not judge targets",
    }
    pins_interrupted = False  # An interrupted command lacks whole runs.
    design: CardsDesign

    def make_design(self, request: StudyRequest, options: Mapping[str, Any]) -> CardsDesign:
        study, lineup = self.complete_with_lineup(request, GAMES)
        self.base_strategy = lineup[0]
        design = CardsDesign(replace(study, tally_id="", pinned={}), tuple(lineup))
        if not design.names:
            raise UsageError(
                f"{study.game_name} has no {design.deck.called} under these rules, so there is "
                "nothing to measure; change the rules"
            )
        return design

    @property
    def compiled(self) -> Study:
        return self.design.study_of()

    def play_design(self, playing: Execution) -> CardsResults:
        playing.live.begin("Playing", total=self.design.games)
        run = play_cards(self.design, playing.jobs, playing.live.show)
        results = CardsResults(run, playing.confidence)
        results.purchases = find_purchases(self.design)
        return results

    def describe_interrupted(self, run: ContestRun) -> str:
        return f"only these groups of games were finished: {', '.join(run.runs)}"
