"""The plan of `tournament`: its options, its strategies, and the games that it plays."""

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
from simulate.play.lineups import ContestRun, LineupRun
from simulate.strategy import Strategy, persona_specs
from simulate.study import UNTIL_DECIDED, Study
from strategies import find_strategy, strategies_for


def _usual_strategies(study: Study) -> list[Strategy]:
    """Return the strategies that compete unless the user names some.

    They are all strategies of the game, and the one that plays it by default, such as a search in
    a game without strategies of its own.

    Raises
    ------
    FathomError
        If the game or one of its strategies cannot be loaded.
    """
    strategies = list(strategies_for(study.game).values())
    usual = find_strategy(study.loaded_game.default_strategy, study.game)
    if usual.name not in [strategy.name for strategy in strategies]:
        strategies.append(usual)
    return strategies


class TournamentPlan(ContestPlan):
    """A tournament of strategies.

    The option `strategies` names them. By default they are those of the line-up in the study file
    if it has several, else all strategies of the game.

    Raises
    ------
    UsageError
        If options do not fit the game or the analysis, or if there are fewer than two different
        strategies.
    """

    command: ClassVar[str] = "tournament"
    refused_fields: ClassVar[Mapping[str, str]] = {
        "precision": "a tournament plays a fixed number of games for each cell",
        "rotate": "in a tournament every deal is played in every rotation",
    }
    design: TournamentDesign

    def make_design(self, request: StudyRequest, options: Mapping[str, Any]) -> TournamentDesign:
        # The strategies in the file's line-up compete unless others are named.
        lineup = list(dict.fromkeys(request.fields.pop("lineup", ())))
        specs = options.get("strategies") or (lineup if len(lineup) > 1 else ())
        is_race = bool(request.fields.get("until_decided"))
        study = self.complete_study(request, GAMES * UNTIL_DECIDED if is_race else GAMES)
        named = [find_strategy(spec, study.game) for spec in specs]
        study = replace(study, personas=persona_specs(named))
        design = TournamentDesign(study, tuple(named or _usual_strategies(study)))
        # If an interrupted race is played again, it is played to its end, so its games differ.
        self.pins_interrupted = not design.races
        check_targets(study, TournamentResults.list_figures(design), self.command)
        return design

    def strategies_of(self, design: TournamentDesign) -> Sequence[Strategy]:
        return design.strategies

    @property
    def announcement(self) -> str:
        design = self.design
        games_in_all = f"Plays {design.games:,} games"
        per_cell = design.games_of(0)
        if not design.cells:
            seats = "" if self.study.players == 1 else " in all seats"
            return f"{games_in_all}: {per_cell:,} with each style{seats}"
        if design.races:
            return (
                f"{games_in_all} at most: up to {per_cell:,} for each style against each other "
                "one, and the rest with mixed styles. Each part stops when it is decided"
            )
        mixed_games = design.games - len(design.cells) * per_cell
        return (
            f"{games_in_all}: {per_cell:,} for each style against each other one, and "
            f"{mixed_games:,} with mixed styles"
        )

    def play_design(self, playing: Execution) -> TournamentResults:
        design = self.design
        specs = self.design.specs
        confidence = self.study.until_decided or playing.confidence
        pairs = [(specs[row], specs[column]) for row, column in design.cells]
        if not pairs:
            pairs = [(spec, spec) for spec in specs]
        per_look = confidence_per_look(confidence, len(design.interim))
        show = self.begin_progress(playing, pairs, design.games, per_look)
        open_count: int | None = None

        def still_open(run: TournamentRun) -> Collection[int]:
            nonlocal open_count
            race = TournamentResults(run, confidence).race
            open_count = len(race.still_open)
            playing.live.expect(run.games + race.games_left)
            return race.still_open

        def watch(runs: Sequence[LineupRun | None]) -> None:
            show(runs, still_open=open_count)

        run = play_tournament(design, playing.jobs, still_open=still_open, watch=watch)
        return TournamentResults(run, confidence)

    def file_options(self, design: TournamentDesign) -> Mapping[str, Any]:
        return {"strategies": design.study.specs_of(design.specs)}

    def describe_interrupted(self, run: ContestRun) -> str:
        text = super().describe_interrupted(run)
        if self.design.races:
            return f"{text} at most, up to the last interim look"
        return text
