"""Plan a tournament: which strategies compete, and how many games each line-up plays."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from reports.analysis.contest_plan import GAMES, ContestPlan
from reports.analysis.contest_results import check_targets, confidence_per_look
from reports.analysis.execution import Execution
from reports.analysis.selection import StudyRequest
from reports.tournament.play import TournamentDesign, TournamentRun, play_tournament
from reports.tournament.results import TournamentResults
from reports.writing.wording import counted
from simulate.play.lineups import ContestRun
from simulate.strategy import Strategy, persona_specs
from simulate.study import UNTIL_DECIDED
from strategies import find_strategy, strategies_for


class TournamentPlan(ContestPlan):
    """A tournament to be played: of those that the study file names, or of all of the game."""

    command: ClassVar[str] = "tournament"
    refused_fields: ClassVar[Mapping[str, str]] = {
        "precision": "a tournament plays so many games of each cell",
        "rotate": "in a tournament every deal is played in every rotation",
    }
    design: TournamentDesign

    def make_design(self, asked: StudyRequest, options: Mapping[str, Any]) -> TournamentDesign:
        # Whoever sits in the file's line-up competes, if nothing else is said.
        named = list(dict.fromkeys(asked.fields.pop("lineup", ())))
        specs = options.get("strategies") or (named if len(named) > 1 else ())
        until = bool(asked.fields.get("until_decided"))
        study = self.complete_study(asked, GAMES * UNTIL_DECIDED if until else GAMES)
        strategies = [find_strategy(spec, study.game) for spec in specs]
        study = replace(study, personas=persona_specs(strategies))
        planned = TournamentDesign(study, tuple(strategies or strategies_for(study.game).values()))
        self.pins_interrupted = not planned.races  # a race is played again whole: other games
        check_targets(study, TournamentResults.list_figures(planned), self.command)
        return planned

    def strategies_of(self, design: TournamentDesign) -> Sequence[Strategy]:
        return design.strategies

    @property
    def announcement(self) -> str:
        planned, all_games = self.design, f"{self.design.games:,} games in all"
        if not planned.cells:
            strategies = f"{len(planned.strategies)} strategies, each in every seat"
            return f"{strategies}: {planned.games_of(0):,} games of each, {all_games}"
        cells, a_cell = len(planned.cells), planned.games_of(0)
        lineups = counted(len(planned.mixed), "mixed line-up")
        told = f"{len(planned.strategies)} strategies: {cells} cells of "
        if planned.races:
            told += f"at most {a_cell:,} games, and {lineups}"
            return f"{told}; each stops as soon as it is decided ({all_games} at most)"
        told += f"{a_cell:,} games, and {planned.games - cells * a_cell:,} games of {lineups}"
        return f"{told}: {all_games}"

    def play_design(self, playing: Execution) -> TournamentResults:
        planned, specs = self.design, self.design.specs
        confidence = self.study.until_decided or playing.confidence
        pairs = [(specs[one], specs[other]) for one, other in planned.cells]
        pairs = pairs or [(spec, spec) for spec in specs]
        level = confidence_per_look(confidence, len(planned.interim))
        watch = self.begin_progress(playing, pairs, planned.games, level)
        open_now: int | None = None

        def still_open(run: TournamentRun) -> Collection[int]:
            nonlocal open_now
            race = TournamentResults(run, confidence).race
            open_now = len(race.still_open)
            playing.live.expect(run.games + race.games_left)
            return race.still_open

        run = play_tournament(
            planned,
            playing.jobs,
            still_open=still_open,
            watch=lambda shown: watch(shown, still=open_now),
        )
        return TournamentResults(run, confidence)

    def file_options(self, played: TournamentDesign) -> Mapping[str, Any]:
        return {"strategies": played.study.specs_of(played.specs)}

    def describe_interrupted(self, run: ContestRun) -> str:
        told = super().describe_interrupted(run)
        if not self.design.races:
            return told
        return f"{told} at most, up to the last look at what is decided"
