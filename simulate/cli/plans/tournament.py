"""A tournament: every strategy against every other."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from reports.contest.results import check_targets, level_of
from reports.tournament.results import TournamentResults
from simulate.cli.plans.contest import GAMES, ContestPlan
from simulate.cli.plans.execution import Playing
from simulate.cli.plans.selection import Asked
from simulate.play.lineups import ContestRun
from simulate.play.tournament import Tournament, TournamentRun, play_tournament
from simulate.strategy import Strategy, personas_among
from simulate.study import UNTIL_DECIDED
from strategies import find_strategy, strategies_for


class TournamentPlan(ContestPlan):
    """A tournament to be played: of those that the study file names, or of all of the game."""

    command: ClassVar[str] = "tournament"
    unfit: ClassVar[Mapping[str, str]] = {
        "precision": "a tournament plays so many games of each cell",
        "rotate": "in a tournament every deal is played in every rotation",
    }
    refusal = (
        "a tournament ranks players who win alone",
        "compare line-ups with 'fathom compare' or 'fathom run --lineup'",
    )
    design: Tournament

    def make(self, asked: Asked, options: Mapping[str, Any]) -> Tournament:
        # Whoever sits in the file's line-up competes, if nothing else is said.
        seated = list(dict.fromkeys(asked.fields.pop("lineup", ())))
        specs = options.get("strategies") or (seated if len(seated) > 1 else ())
        until = bool(asked.fields.get("until_decided"))
        study = self.complete(asked, GAMES * UNTIL_DECIDED if until else GAMES)
        named = [find_strategy(spec, study.game) for spec in specs]
        study = replace(study, personas=personas_among(named))
        competing = tuple(named or strategies_for(study.game).values())
        planned = Tournament(study, competing)
        self.pins_parts = not planned.races  # a race is played again whole: other games
        check_targets(study, TournamentResults.list_figures(planned), self.command)
        return planned

    def players_of(self, design: Tournament) -> Sequence[Strategy]:
        return design.strategies

    @property
    def announcement(self) -> str:
        planned = self.design
        cells, mixed = len(planned.cells), len(planned.mixed)
        a_cell = planned.games_of(0)
        lineups = f"{mixed} mixed line-up{'' if mixed == 1 else 's'}"
        if planned.races:
            return (
                f"{len(planned.strategies)} strategies: {cells} cells of at most {a_cell:,} games, "
                f"and {lineups}; each stops as soon as it is decided ({planned.games:,} games in "
                "all at most)"
            )
        return (
            f"{len(planned.strategies)} strategies: {cells} cells of {a_cell:,} games, and "
            f"{planned.games - cells * a_cell:,} games of {lineups}: "
            f"{planned.games:,} games in all"
        )

    def play_design(self, playing: Playing) -> TournamentResults:
        planned, specs = self.design, self.design.specs
        confidence = self.study.until_decided or playing.confidence
        pairs = [(specs[one], specs[other]) for one, other in planned.cells]
        level = level_of(confidence, len(planned.interim))
        watch = self.begin(playing, pairs, planned.games, level)
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

    def options_of(self, played: Tournament) -> Mapping[str, Any]:
        return {"strategies": played.study.typed(played.specs)}

    def finished(self, run: ContestRun) -> str:
        told = super().finished(run)
        if not self.design.races:
            return told
        return f"{told} at most, up to the last look at what is decided"
