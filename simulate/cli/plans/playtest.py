"""Real games beside those simulated with each playing style in all seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from reports.figures.figure import TURNS
from reports.figures.statistics import Estimate
from reports.page.compose import Origin
from reports.playtest.games import SimulatedGames
from reports.playtest.log import columns_for, read_log
from reports.playtest.results import Playtest, Style
from reports.playtest.tables import TABLES, summarise
from reports.robust.levels import Level
from reports.run.results import Results
from simulate.cli.plans.diagnostics import Base
from simulate.cli.plans.execution import Playing, whole
from simulate.cli.plans.levels import refuse_sides, tables_of
from simulate.cli.plans.plan import Plan, Result
from simulate.cli.plans.selection import Selection, choose_among, gather, planned_fields
from simulate.errors import UsageError
from simulate.game import find_game
from simulate.play.extra_runs import with_lineup
from simulate.play.run import Run, play
from simulate.play.tally import digest

#: Games of each playing style unless said, and the fewest finished ones that tell anything.
GAMES, _FEWEST = 2_000, 50


def write_template(selection: Selection, path: Path) -> None:
    """Write an empty sheet for a log; `UsageError` if there is such a file."""
    study, _ = choose_among(planned_fields(selection.source, PlaytestPlan.table), selection)
    columns = columns_for(find_game(study.game), study.players, study.values)
    try:
        with path.open("x", encoding="utf-8", newline="") as file:
            file.write(",".join(columns) + "\n")
    except FileExistsError:
        raise UsageError(f"{path} is there already; choose another name, or move it away") from None
    print(f"{path}: a sheet for your games, a row each; leave empty what you do not know")


class PlaytestPlan(Plan):
    """A log, and the study whose games it may be of, or `UsageError`."""

    command: ClassVar[str] = "playtest"
    table: ClassVar[str] = "playtest"

    def __init__(self, selection: Selection, log: str | None = None) -> None:
        self.source = selection.file
        fields = planned_fields(selection.source, self.table)
        file = fields.pop("plan", {}).get(self.table, {})
        if unfit := {"precision", "targets", "until_decided", "ranges"} & fields.keys():
            what = unfit.pop().replace("ranges", "deals")
            raise UsageError(
                f"{self.source} says {what}, which playtest does not look at; delete it"
            )
        if not (log or file):
            raise UsageError("name the log of your games, a CSV file; see --template")
        place = Path(self.source)
        path = Path(log or (place if place.is_dir() else place.parent) / file["log"])
        usual, _ = choose_among(fields, selection)
        asked = gather(fields, selection)
        self.log = read_log(path, asked.game, asked.fields.get("players"), usual.players)
        fields.setdefault("games", GAMES)
        study, lineup = choose_among(fields, replace(selection, players=self.log.players))
        refuse_sides(study, "playtest tells of each seat", "'fathom run' tells how it goes")
        tables = [one for one in tables_of(study, thinkers=False) if not one.is_guest]
        if tuple(lineup) not in [one.lineup for one in tables]:
            tables.append(Level("the study's line-up", "", False, tuple(lineup)))
        self.tables = tables
        self.pinned = fields.get("tally_id", "") if asked.as_written and not log else ""
        self.strategies = list({one.spec: one for some in tables for one in some.lineup}.values())
        self.study = replace(study, lineup=(), tally_id="", plan={self.table: {"log": "log.csv"}})
        answer = [study.id, [one.name for one in tables], list(self.log.nameless)]
        self.id = self.games_id = digest([*answer, selection.confidence])[:12]
        self.name = f"{study.called}-{self.command}-{self.id}"

    def gives(self) -> tuple[Sequence[str], Sequence[str]]:
        from reports.playtest.charts import NAMES

        return list(TABLES), NAMES

    def play(self, playing: Playing) -> PlaytestResult:
        live, game = playing.live, find_game(self.study.game)
        runs, styles = dict[str, Run](), list[Style]()
        for table in self.tables:
            study, kept = with_lineup(self.study, table.lineup, self.study.games), SimulatedGames()
            live.begin(f"{game.title}: {table.name}", total=study.games)
            run = whole(play(study, table.lineup, playing.jobs, watchers={"playtest": kept}))
            runs[table.name], columns = run, kept.columns(game, study.players)
            if len(columns[TURNS]) >= _FEWEST:
                styles.append(Style(table.name, Results(run, playing.confidence), columns))
        if not styles:
            raise UsageError(f"no playing style ends {_FEWEST} games; give more --games")
        missing = [name for name in runs if name not in [one.name for one in styles]]
        return PlaytestResult(self, Playtest(self.log, styles, missing, playing.confidence), runs)


class PlaytestResult(Result):
    """What came of it: `playtest` has all that was logged and played."""

    room: ClassVar[str] = "playtest"
    plan: PlaytestPlan

    def __init__(self, plan: PlaytestPlan, playtest: Playtest, runs: Mapping[str, Run]) -> None:
        self.plan, self.playtest, self.told = plan, playtest, playtest
        self.confidence, self.runs = playtest.confidence, runs
        self.tally_id = digest({name: run.tally.id for name, run in runs.items()})

    @property
    def difference(self) -> str | None:
        pinned, found = self.plan.pinned, self.tally_id
        return f"fingerprint is {found}, pinned {pinned}" if pinned not in ("", found) else None

    @property
    def figures(self) -> Mapping[str, Estimate]:
        return self.playtest.your_table

    @cached_property
    def summary(self) -> dict[str, Any]:
        ids = {"study_id": self.plan.id, "played_study_id": self.plan.id}
        elapsed = round(sum(run.elapsed for run in self.runs.values()), 4)
        more = {"tally_id": self.tally_id, "seed": self.plan.study.seed, "games": self.games}
        return {**summarise(self.playtest), **ids, **more, "elapsed_s": elapsed}

    @property
    def origin(self) -> Origin:
        file, again = self.study_file(pinned=False), bool(self.plan.pinned)
        results = self.playtest.ranked[0].results
        return self.come_from(results, "fathom playtest study.toml", file, again=again)

    @property
    def bases(self) -> Sequence[Base]:
        best = self.playtest.ranked[0]
        lineup = next(one.lineup for one in self.plan.tables if one.name == best.name)
        return [Base(best.results, lineup, f"{best.name} in every seat")]

    def study_file(self, *, pinned: bool) -> str:
        return replace(self.plan.study, tally_id=self.tally_id if pinned else "").to_toml()
