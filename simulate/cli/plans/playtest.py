"""Real games beside those simulated with each playing style in all seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any, ClassVar

from reports.playtest.games import SimulatedGames, columns_for, read_log
from reports.playtest.results import AND, FEWEST, Design, PlaytestResults, PlaytestRun, called
from simulate.cli.options import Selection
from simulate.cli.plans import selection as selections
from simulate.cli.plans.contest import ContestPlan
from simulate.cli.plans.execution import Playing, whole
from simulate.errors import UsageError
from simulate.game import find_game
from simulate.play.extra_runs import with_lineup
from simulate.play.run import play
from simulate.strategy import Strategy
from strategies import find_strategy, strategies_for

#: Games of each playing style unless said; and of how many two are mixed where none explains all.
GAMES, MIXED = 2_000, 4


def write_template(selection: Selection, path: Path) -> None:
    """Write an empty sheet for a log; `UsageError` if there is such a file."""
    study, _ = selections.choose_among(
        selections.planned_fields(selection.source, PlaytestPlan.command), selection
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
    unfit: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("precision", "until_decided", "ranges"), "each style has so many games"),
        "targets": "playtest judges none",
    }
    refusal = ("playtest tells of each seat", "'fathom run' tells how it goes")
    design: Design

    def __init__(self, selection: Selection, log: str | None = None) -> None:
        planned = "plan" in selections.file_fields(selection.source)
        # The games of a run's study are not those of each style.
        self._says_games = planned or selection.games is not None
        # A log that is typed is where the user is; that of a study lies beside it.
        super().__init__(selection, log=log and str(Path.cwd() / log if selection.file else log))

    def make(self, asked: selections.Asked, options: Mapping[str, Any]) -> Design:
        if "log" not in options:
            raise UsageError("name the log of your games, a CSV or Excel file; see --template")
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
        styles, players = self.design.styles, self.study.players
        run = PlaytestRun(self.design, (), 0.0, playing.jobs, False, ())
        results = self._play_on(run, [[style] * players for style in styles], playing)
        if any(one.verdict != "usual" for one in results.agreements):
            # Before anything is said of the rules: two styles of the likeliest, in turn.
            likely = [style for style in styles if style.spec in results.ranked[:MIXED]]
            mixed = [[*pair * players][:players] for pair in combinations(likely, 2)]
            results = self._play_on(results.run, mixed, playing)
        best = results.ranked[0].split(AND)[0]
        self.usual = next(style for style in styles if style.spec == best)
        return results

    def _play_on(
        self, run: PlaytestRun, lineups: Sequence[Sequence[Strategy]], playing: Playing
    ) -> PlaytestResults:
        """Play games of more line-ups, and compare with all there are then."""
        game, study = find_game(self.study.game), self.study
        for lineup in lineups:
            asked, kept = with_lineup(study, lineup, study.games), SimulatedGames()
            playing.live.begin(f"{game.title}: {called(asked)}", total=asked.games)
            one = whole(play(asked, lineup, playing.jobs, watchers={"playtest": kept}))
            played, elapsed = (*run.played, one), run.elapsed + one.elapsed
            columns = (*run.columns, kept.columns(game, study.players))
            run = replace(run, played=played, elapsed=elapsed, columns=columns)
        results = PlaytestResults(run, playing.confidence)
        if not results.kinds:
            raise UsageError(f"no playing style ends {FEWEST} games; give more --games")
        return results
