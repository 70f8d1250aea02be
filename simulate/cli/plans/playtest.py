"""Real games beside those simulated with each playing style in all seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from reports.playtest.games import SimulatedGames
from reports.playtest.log import columns_for, read_log
from reports.playtest.results import FEWEST, Design, PlaytestResults, PlaytestRun
from simulate.cli.plans import selection as selections
from simulate.cli.plans.contest import ContestPlan
from simulate.cli.plans.execution import Playing, whole
from simulate.errors import UsageError
from simulate.game import find_game
from simulate.play.run import play
from simulate.strategy import Strategy
from strategies import find_strategy, strategies_for

#: Games of each playing style unless said.
GAMES = 2_000


def write_template(selection: selections.Selection, path: Path) -> None:
    """Write an empty sheet for a log; `UsageError` if there is such a file."""
    study, _ = selections.choose_among(
        selections.planned_fields(selection.source, PlaytestPlan.table), selection
    )
    columns = columns_for(find_game(study.game), study.players, study.values)
    try:
        with path.open("x", encoding="utf-8", newline="") as file:
            file.write(",".join(columns) + "\n")
    except FileExistsError:
        raise UsageError(f"{path} is there already; choose another name, or move it away") from None
    print(f"{path}: a sheet for your games, a row each; leave empty what you do not know")


class PlaytestPlan(ContestPlan):
    """A `log`, and the study whose games it may be of, or `UsageError`."""

    command: ClassVar[str] = "playtest"
    table: ClassVar[str] = "playtest"
    unfit: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("precision", "until_decided", "ranges"), "each style has so many games"),
        "targets": "playtest judges none",
    }
    refusal = ("playtest tells of each seat", "'fathom run' tells how it goes")
    design: Design

    def __init__(self, selection: selections.Selection, log: str | None = None) -> None:
        planned = "plan" in selections.file_fields(selection.source)
        # The games of a run's study are not those of each style.
        self._says_games = planned or selection.games is not None
        # A log that is typed is where the user is; that of a study lies beside it.
        super().__init__(selection, log=log and str(Path.cwd() / log if selection.file else log))

    def make(self, asked: selections.Asked, options: Mapping[str, Any]) -> Design:
        if "log" not in options:
            raise UsageError("name the log of your games, a CSV file; see --template")
        if not self._says_games:
            asked.fields.pop("games", None)
        place, fields = Path(self.source), asked.fields
        usual, lineup = selections.complete(fields, asked.game)
        fields.pop("lineup", None)  # of as many as usual; here each plays all seats
        path = (place if place.is_dir() else place.parent) / options["log"]
        said = {**fields, "rules": tuple(usual.changes)}
        log = read_log(path, asked.game, said, usual.players)
        fields |= log.table
        named = [find_strategy(one, asked.game.typed) for one in options.get("strategies", ())]
        styles = [*strategies_for(asked.game.typed).values(), *lineup, *named]
        styles = list({one.spec: one for one in styles}.values())
        return Design(self.complete(asked, GAMES), styles, log)

    def players_of(self, design: Design) -> Sequence[Strategy]:
        return design.styles

    def options_of(self, played: Design) -> Mapping[str, Any]:
        return {"log": "log.csv", "strategies": [one.full for one in played.styles]}

    def play_design(self, playing: Playing) -> PlaytestResults:
        game, runs, columns = find_game(self.study.game), [], []
        for study, style in zip(self.design.studies, self.design.styles, strict=True):
            lineup, kept = [style] * study.players, SimulatedGames()
            playing.live.begin(f"{game.title}: {style.spec}", total=study.games)
            runs.append(whole(play(study, lineup, playing.jobs, watchers={"playtest": kept})))
            columns.append(kept.columns(game, study.players))
        elapsed = sum(run.elapsed for run in runs)
        run = PlaytestRun(self.design, tuple(runs), elapsed, playing.jobs, False, tuple(columns))
        results = PlaytestResults(run, playing.confidence)
        if not results.kinds:
            raise UsageError(f"no playing style ends {FEWEST} games; give more --games")
        best = results.ranked[0]
        self.usual = next(style for style in self.design.styles if style.spec == best)
        return results
