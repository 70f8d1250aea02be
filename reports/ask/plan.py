"""The plan of the analysis `ask`: its options, and the questions that it answers with games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from reports.analysis.contest_plan import GAMES, ContestPlan
from reports.analysis.execution import Execution
from reports.analysis.selection import StudyRequest
from reports.ask.play import AskDesign, QuestionRun, play_questions
from reports.ask.questions import GRABBER, can_plan, make_ask_design, restricted_players
from reports.ask.results import AskResults
from simulate.errors import UsageError
from simulate.strategy import Strategy, persona_specs
from simulate.study import DEFAULT_SLOW_GAMES
from strategies import find_strategy


class AskPlan(ContestPlan):
    """The plan to answer questions about a game by giving a strategy handicaps.

    Raises
    ------
    UsageError
        If an option is invalid for the game or the analysis.
    """

    command: ClassVar[str] = "ask"
    refused_fields: ClassVar[Mapping[str, str]] = {
        "lineup": "name the strategy without a handicap as player = ... under [ask]",
        **dict.fromkeys(
            ("precision", "until_decided"), "every question has the same number of games"
        ),
        "rotate": "every deal is played in every rotation",
        "targets": "ask does not judge targets",
    }
    pins_interrupted = False  # An interrupted run lacks whole questions.
    design: AskDesign

    def make_design(self, request: StudyRequest, options: Mapping[str, Any]) -> AskDesign:
        spec = options.get("player") or request.game.default_strategy
        base = find_strategy(spec, request.game.name_or_file)
        self.base_strategy = base.quick
        study = self.complete_study(request, DEFAULT_SLOW_GAMES if base.is_slow else GAMES)
        study = replace(study, lineup=(base.spec,), personas=persona_specs([base]))
        # The questions are made in `play_design`, because games are played to find them.
        return AskDesign(study, base)

    def strategies_of(self, design: AskDesign) -> Sequence[Strategy]:
        game = self.study.loaded_game
        strategies = [design.base, find_strategy("random", game.name_or_file)]
        if can_plan(game, design.base):
            strategies.append(find_strategy(GRABBER, game.name_or_file))
        strategies.extend(restricted_players(game.name_or_file, design.base, ""))
        return strategies

    def play_design(self, playing: Execution) -> AskResults:
        design = make_ask_design(self.study, self.design.base)
        if not design.questions:
            raise UsageError(
                f"there are no questions about {self.study.game_name}, because all its actions are "
                "of one kind and its only strategy moves at random; write another strategy for it"
            )
        pairs = [(question.name, design.base.spec) for question in design.questions]
        show = self.begin_progress(playing, pairs, design.games, playing.confidence)

        def watch(finished: Sequence[QuestionRun], games: int) -> None:
            show([answer.run for answer in finished], games)

        return AskResults(play_questions(design, playing.jobs, watch=watch), playing.confidence)

    def file_options(self, design: Any) -> Mapping[str, Any]:
        return {"player": design.base.full_spec}

    def describe_interrupted(self, run: Any) -> str:
        finished = len(run.question_runs)
        return f"only {finished} of {len(run.design.questions)} questions were finished"
