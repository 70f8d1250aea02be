"""Questions to a game: what each handicap costs one player at a table of others without it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from reports.ask.results import AskResults
from reports.contest.results import LIVE_COLUMNS, live_rows
from simulate.cli.plans.contest import GAMES, ContestPlan
from simulate.cli.plans.execution import Playing
from simulate.cli.plans.questions import make_asking, whoever_plays
from simulate.cli.plans.selection import Asked, Selection
from simulate.errors import UsageError
from simulate.game import find_game
from simulate.play.asking import Asked as Answered
from simulate.play.asking import asking_id, play_questions
from simulate.play.lineups import ContestRun
from simulate.strategy import Strategy, personas_among
from simulate.study import THOUGHTFUL_GAMES, Study
from strategies import find_strategy


@dataclass(frozen=True)
class Wanted:
    """What questions are made of, once the game's kinds of actions have been read."""

    study: Study
    others: Strategy

    @property
    def id(self) -> str:
        """As of `simulate.play.asking.asking_id`."""
        return asking_id(self.study, self.others)


class AskPlan(ContestPlan):
    """Questions to be played; `player` has no handicap: the usual strategy unless said."""

    command: ClassVar[str] = "ask"
    table: ClassVar[str] = "ask"
    unfit: ClassVar[Mapping[str, str]] = {
        "lineup": "say who plays without a handicap as player = ... under [ask]",
        "precision": "every question has as many games",
        "until_decided": "every question has as many games",
        "rotate": "every deal is played in every rotation",
        "targets": "the answers are verdicts themselves",
    }
    refusal = (
        "what a handicap costs is told against a fair share of one seat",
        "compare line-ups with 'fathom compare'",
    )
    design: Wanted

    def __init__(self, selection: Selection, player: str | None = None) -> None:
        super().__init__(selection, player=player)

    def make(self, asked: Asked, options: Mapping[str, Any]) -> Wanted:
        spec = options.get("player") or asked.game.default_strategy
        others = find_strategy(spec, asked.game.typed)
        self.usual = others.quick
        study = self.complete(asked, THOUGHTFUL_GAMES if others.is_slow else GAMES)
        return Wanted(
            replace(study, lineup=(others.spec,), personas=personas_among([others])), others
        )

    @property
    def strategies(self) -> Sequence[Strategy]:
        return whoever_plays(find_game(self.study.game), self.design.others)

    def play_design(self, playing: Playing) -> AskResults:
        asking, live = make_asking(self.study, self.design.others), playing.live
        if not asking.questions:
            raise UsageError(
                f"there is nothing to ask of {self.study.called}: its actions are all of one kind, "
                "and nobody plays it but at random"
            )
        live.begin(find_game(self.study.game).title, LIVE_COLUMNS, asking.games)
        pairs = [(one.name, asking.others.spec) for one in asking.questions]

        def watch(asked: Sequence[Answered], done: int) -> None:
            runs = [one.run for one in asked]
            live.show(done, lambda: live_rows(pairs, runs, playing.confidence))

        return AskResults(play_questions(asking, playing.jobs, watch=watch), playing.confidence)

    def options_of(self, played: Any) -> Mapping[str, Any]:
        return {"player": played.others.full}

    def finished(self, run: ContestRun) -> str:
        return f"these are the {len(run.played)} of {len(run.design.questions)} questions"

    def is_pinned(self, run: ContestRun) -> bool:
        """Tell whether all was asked: what is left of an interrupted one are other questions."""
        return not run.interrupted
