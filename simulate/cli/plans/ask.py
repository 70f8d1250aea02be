"""Questions to a game: what each handicap costs one player at a table of others without it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from reports.ask.results import AskResults
from reports.ask.sentences import LIVE_COLUMNS, live_rows
from simulate.cli.plans.contest import ContestFound, ContestPlan
from simulate.cli.plans.execution import Playing
from simulate.cli.plans.looking import Base
from simulate.cli.plans.questions import make_asking, whoever_plays
from simulate.cli.plans.selection import Selection, complete, in_file
from simulate.cli.plans.sided import refuse_sides
from simulate.cli.plans.usual import usual_base
from simulate.errors import UsageError
from simulate.play.asking import Asked, asking_id, play_questions
from simulate.strategy import Strategy, personas_among
from simulate.study import THOUGHTFUL_GAMES, Study
from strategies import find_strategy

#: Games of each question unless it is said.
GAMES = 10_000


class AskPlan(ContestPlan):
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
    unfit: ClassVar[Mapping[str, str]] = {
        "lineup": "say who plays without a handicap as player = ... under [ask]",
        "precision": "every question has as many games",
        "until_decided": "every question has as many games",
        "rotate": "every deal is played in every rotation",
        "targets": "the answers are verdicts themselves",
    }

    def __init__(self, selection: Selection, others: str | None = None) -> None:
        written, asked = self.read(selection, bool(others))
        named = written.get("player", "")
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

    @property
    def study(self) -> Study:
        return self._study

    @property
    def id(self) -> str:
        return asking_id(self.study, self.player)

    @cached_property
    def strategies(self) -> Sequence[Strategy]:
        return whoever_plays(self._game, self.player)

    def play(self, playing: Playing) -> AskFound:
        asking, live = make_asking(self.study, self.player), playing.live
        if not asking.questions:
            raise UsageError(
                f"there is nothing to ask of {self.study.called}: its actions are all of one kind, "
                "and nobody plays it but at random"
            )
        live.begin(self._game.title, LIVE_COLUMNS, asking.games)

        def watch(asked: Sequence[Asked], done: int) -> None:
            live.show(done, lambda: live_rows(asking, asked, playing.confidence))

        run = play_questions(asking, playing.jobs, watch=watch)
        return AskFound(self, AskResults(run, playing.confidence))


class AskFound(ContestFound):
    """What came of some questions."""

    plan: AskPlan
    tallied: ClassVar[str] = "all questions"

    @property
    def interrupted(self) -> str:
        asked, planned = len(self.run.asked), len(self.run.asking.questions)
        return f"these are the {asked} of {planned} questions" if self.run.interrupted else ""

    @cached_property
    def bases(self) -> Sequence[Base]:
        """Everybody without a handicap, played now."""
        run, others = self.run, self.plan.player.quick
        return [usual_base(self.plan.study, run.jobs, self.confidence, run.interrupted, others)]

    def study_file(self, *, pinned: bool) -> str:
        plan = {self.plan.table: {"player": self.plan.player.full}}
        study = replace(self.plan.study, lineup=(), plan=plan)
        if pinned and not self.run.interrupted:
            study = replace(study, tally_id=self.tally_id, pinned=self.pins())
        return study.to_toml()
