"""Questions to a game: what each handicap costs one player at a table of others without it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from simulate.cli.plans.many import ManyFound, ManyPlan
from simulate.cli.plans.plan import Base, Playing
from simulate.cli.plans.questions import make_asking, whoever_plays
from simulate.cli.plans.selection import Selection, complete, gather, in_file, planned_fields
from simulate.cli.plans.sided import refuse_sides
from simulate.errors import UsageError

if TYPE_CHECKING:
    import pandas as pd

    from reports.ask.results import AskResults
    from reports.figures.statistics import Estimate
    from reports.figures.targets import Judged
    from reports.writing.document import Chart, Findings
    from simulate.play.asking import Asked, AskRun
    from simulate.strategy import Strategy
    from simulate.study import Study

#: Games of each question unless it is said.
GAMES = 10_000
#: Games of everybody alike that a report rests on.
FEW_GAMES = 4_000
_UNFIT = {
    "lineup": "say who plays without a handicap as player = ... under [ask]",
    "precision": "every question has as many games",
    "until_decided": "every question has as many games",
    "rotate": "every deal is played in every rotation",
    "targets": "the answers are verdicts themselves",
}


class AskPlan(ManyPlan):
    """Questions to be played.

    Parameters
    ----------
    selection
        What the user chose of what all questions share.
    others
        The spec of who plays without a handicap; what the study file says, or the game's usual
        strategy, unless it is said.

    Raises
    ------
    UsageError
        It cannot be played; nothing has been.
    """

    command: ClassVar[str] = "ask"
    table: ClassVar[str] = "ask"

    def __init__(self, selection: Selection, others: str | None = None) -> None:
        from simulate.strategy import personas_among
        from simulate.study import THOUGHTFUL_GAMES
        from strategies import find_strategy

        self.source = selection.file
        fields = planned_fields(selection.source, self.table)
        named = fields.pop("plan", {}).get(self.table, {}).get("player", "")
        asked = gather(fields, selection)
        for key, why in _UNFIT.items():
            if key in asked.fields:
                raise UsageError(f"{selection.source} has {key}; {why}, so take it out of the file")
        # Said otherwise on the command line, these are other questions than those pinned.
        said = {} if others else asked.fields
        self.pinned: Mapping[str, Any] = said.get("pinned", {})
        self.pinned_tally: str = said.get("tally_id", "")
        try:
            spec = others or named or asked.game.default_strategy
            self.player: Strategy = find_strategy(spec, asked.game.typed)
            asked.fields.setdefault("games", THOUGHTFUL_GAMES if self.player.is_slow else GAMES)
            study, _ = complete(asked.fields, asked.game)
            refuse_sides(
                study,
                "what a handicap costs is told against a fair share of one seat",
                "compare line-ups with 'fathom compare'",
            )
        except UsageError as error:
            if asked.as_written and not others:
                raise in_file(error, selection.source) from None
            raise
        study = replace(study, lineup=(self.player.spec,), personas=personas_among([self.player]))
        self._study = replace(study, tally_id="", pinned={})
        self._game = asked.game

    @classmethod
    def of_file(cls, selection: Selection) -> AskPlan:
        return cls(selection)

    @property
    def study(self) -> Study:
        return self._study

    @property
    def id(self) -> str:
        from simulate.play.asking import asking_id

        return asking_id(self.study, self.player)

    @property
    def name(self) -> str:
        study = self.study
        return f"{study.called}-{study.variant}-{study.players}p-ask-{self.id}"

    @cached_property
    def strategies(self) -> Sequence[Strategy]:
        return whoever_plays(self._game, self.player)

    @property
    def tables(self) -> Sequence[str]:
        from reports.ask.tables import TABLES

        return list(TABLES)

    @property
    def charts(self) -> Sequence[str]:
        from reports.ask.charts import CHARTS

        return CHARTS

    def play(self, playing: Playing) -> AskFound:
        from reports.ask.live import LIVE_COLUMNS, live_rows
        from simulate.play.asking import play_questions

        asking, live = make_asking(self.study, self.player), playing.live
        if not asking.questions:
            raise UsageError(
                f"there is nothing to ask of {self.study.called}: its actions are all of one kind, "
                "and nobody plays it but by lot"
            )
        live.begin(self._game.title, LIVE_COLUMNS, asking.games)

        def watch(asked: Sequence[Asked], done: int) -> None:
            live.show(done, lambda: live_rows(asking, asked, playing.confidence))

        run = play_questions(asking, playing.jobs, watch=watch)
        return AskFound(self, run, playing.confidence)


class AskFound(ManyFound):
    """What came of some questions.

    Attributes
    ----------
    results
        All that was found.
    """

    plan: AskPlan
    tallied: ClassVar[str] = "all questions"

    def __init__(self, plan: AskPlan, run: AskRun, confidence: float) -> None:
        from reports.ask.results import AskResults

        self.plan = plan
        self.confidence = confidence
        self.results: AskResults = AskResults(run, confidence)

    @property
    def interrupted(self) -> str:
        asked, planned = len(self.run.asked), len(self.run.asking.questions)
        return f"these are the {asked} of {planned} questions" if self.run.interrupted else ""

    @property
    def figures(self) -> Mapping[str, Estimate]:
        return {one.asked.question.name: one.cost for one in self.results.answers}

    @cached_property
    def summary(self) -> dict[str, Any]:
        from reports.ask.tables import summarise

        return summarise(self.results)

    @cached_property
    def tables(self) -> dict[str, pd.DataFrame]:
        from reports.ask.tables import make_ask_tables

        return make_ask_tables(self.results)

    @property
    def drawn(self) -> Sequence[Chart]:
        from reports.ask.charts import charts_of

        return charts_of(self.results)

    @property
    def judged(self) -> Sequence[Judged]:
        return []

    @property
    def findings(self) -> Findings:
        from reports.ask.document import find

        return find(self.results)

    @property
    def ruled(self) -> Study:
        study: Study = self.run.asking.study_of(self.plan.player)
        return study

    @cached_property
    def bases(self) -> Sequence[Base]:
        """Everybody without a handicap, played now."""
        from reports.run.results import Results
        from reports.run.samples import SampleGames
        from simulate.play.extra_runs import with_lineup
        from simulate.play.run import play

        others, planned = self.plan.player, self.plan.study
        lineup = [others.quick] * planned.players
        study = with_lineup(planned, lineup, min(FEW_GAMES, planned.games))
        samples = SampleGames(study)
        run = play(study, lineup, self.run.jobs, watchers={"samples": samples})
        if not run.tally.deals:
            raise KeyboardInterrupt  # there is nothing to show
        base = Results(run, self.confidence)
        return [Base(base, lineup, f"{others.quick.spec} in every seat", samples)]

    def study_file(self, *, pinned: bool) -> str:
        plan = {self.plan.table: {"player": self.plan.player.full}}
        study = replace(self.plan.study, lineup=(), plan=plan)
        if pinned and not self.run.interrupted:
            study = replace(study, tally_id=self.tally_id, pinned=self.pins())
        return study.to_toml()
