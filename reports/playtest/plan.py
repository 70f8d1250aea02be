"""The plan of a playtest: people's games are compared with simulated games of each strategy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any, ClassVar, cast

from reports.analysis import selection as selections
from reports.analysis.contest_plan import ContestPlan
from reports.analysis.execution import Execution
from reports.playtest.games import SimulatedGames
from reports.playtest.log import read_log
from reports.playtest.play import AND, FEWEST, PlaytestDesign, PlaytestRun, kind_name
from reports.playtest.results import PlaytestResults
from simulate.command_options import Selection
from simulate.errors import UsageError
from simulate.logs.reading import parse_columns
from simulate.play.extra_runs import with_lineup
from simulate.play.run import Run, play, require_finished
from simulate.strategy import Strategy
from simulate.study.fields import StudyFields
from strategies import find_strategy, strategies_for

#: The default number of games that each strategy plays in all seats.
GAMES = 2_000
#: Each pair of alternating strategies plays the number of games of a strategy, divided by this.
PART = 4


class PlaytestPlan(ContestPlan):
    """The plan of a playtest, made from options and a log.

    Parameters
    ----------
    selection
        The options that select the study.
    log
        The path of the log. None if the study file names it.
    columns
        The headings of the log's columns that the user chose, as in "winner=Sieger".

    Raises
    ------
    UsageError
        If an option or the log is invalid.
    """

    command: ClassVar[str] = "playtest"
    refused_fields: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(
            ("precision", "until_decided", "ranges"), "each style plays a fixed number of games"
        ),
        "targets": "playtest does not judge targets",
    }
    design: PlaytestDesign

    def __init__(
        self, selection: Selection, log: str | None = None, columns: Sequence[str] = ()
    ) -> None:
        has_plan = "plan" in selections.file_fields(selection.source)
        # The number of games in the study file of a run does not apply: here it would be the
        # number of games of each strategy.
        self._sets_games = has_plan or selection.games is not None
        if log and selection.file:
            # A log on the command line is relative to the current folder; the log of a study file
            # is relative to that file.
            log = str(Path.cwd() / log)
        super().__init__(selection, log=log, columns=parse_columns(columns))

    def make_design(
        self, request: selections.StudyRequest, options: Mapping[str, Any]
    ) -> PlaytestDesign:
        if "log" not in options:
            raise UsageError(
                "name the log of your games, such as log.csv; --template writes an empty one"
            )
        fields = request.fields
        if not self._sets_games:
            fields.pop("games", None)
        study, lineup = selections.complete_study(fields, request.game)
        fields.pop("lineup", None)  # Each strategy plays in all seats instead.
        source = Path(self.source)
        folder = source if source.is_dir() else source.parent
        study_fields = {**fields, "rules": tuple(study.changes)}
        chosen = options.get("columns", {})
        path = folder / options["log"]
        log = read_log(path, request.game, study_fields, study.players, chosen)
        log = replace(log, path=options["log"])
        fields.update(cast(StudyFields, log.fields))

        game = request.game.name_or_file
        named = [find_strategy(spec, game) for spec in options.get("strategies", ())]
        styles = [*strategies_for(game).values(), *lineup, *named]
        by_spec = {style.spec: style for style in styles}
        return PlaytestDesign(self.complete_study(request, GAMES), list(by_spec.values()), log)

    def strategies_of(self, design: PlaytestDesign) -> Sequence[Strategy]:
        return design.styles

    def file_options(self, design: PlaytestDesign) -> Mapping[str, Any]:
        return {"log": "log.csv", "strategies": [style.full_spec for style in design.styles]}

    def play_design(self, playing: Execution) -> PlaytestResults:
        study = self.study
        styles = self.design.styles
        players = study.players
        tables = [([style] * players, study.games) for style in styles]
        # The people at a table may play differently, so pairs of strategies alternate too.
        games_of_pair = max(FEWEST, study.games // PART)
        pairs = list(combinations(styles, 2)) if players > 1 else []
        for pair in pairs:
            lineup = [*pair * players][:players]
            tables.append((lineup, games_of_pair))

        runs = list[Run]()
        columns = []
        for lineup, games in tables:
            table_study = with_lineup(study, lineup, games)
            simulated = SimulatedGames()
            playing.live.begin(f"Playing {kind_name(table_study)}:", total=games)
            watchers = {"playtest": simulated}
            run = play(table_study, lineup, playing.jobs, watchers=watchers)
            runs.append(require_finished(run))
            columns.append(simulated.columns(study.loaded_game, players))
        elapsed = sum(run.elapsed for run in runs)
        playtest_run = PlaytestRun(
            self.design, tuple(runs), elapsed, playing.jobs, False, tuple(columns)
        )
        results = PlaytestResults(playtest_run, playing.confidence)
        if not results.kinds:
            raise UsageError(f"no strategy finished {FEWEST} games, the minimum; increase --games")
        best = results.posterior.ranked[0].split(AND)[0]
        self.base_strategy = next(style for style in styles if style.spec == best)
        return results
