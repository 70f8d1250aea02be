"""Plan the questions that `ask` puts to a game: which handicaps, and who plays with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from reports.analysis.contest_plan import GAMES, ContestPlan
from reports.analysis.execution import Execution
from reports.analysis.selection import StudyRequest
from reports.ask.document import AskResults
from reports.ask.play import AskDesign, HandicapQuestion, Topic, play_questions
from simulate.errors import UsageError
from simulate.game import Game
from simulate.kit.seats import open_scores
from simulate.play.kinds import ActionKinds, ActionNumbers, find_kinds
from simulate.play.lineups import ContestRun
from simulate.strategy import TIERS, Strategy, persona_specs
from simulate.study import DEFAULT_SLOW_GAMES, Study
from strategies import find_strategy, strategies_for
from strategies.restricted import HALF

#: The most styles that stand in where a player may not do what it would.
MOST_STAND_INS = 2
#: Who takes what leaves it furthest ahead at once, by lot among equals.
GRABBER = "search(rollouts=1, doubt=0, horizon=-2, base=random, playout=random)"


class AskPlan(ContestPlan):
    """Questions to be played; `player` has no handicap: the usual strategy unless said."""

    command: ClassVar[str] = "ask"
    refused_fields: ClassVar[Mapping[str, str]] = {
        "lineup": "say who plays without a handicap as player = ... under [ask]",
        **dict.fromkeys(("precision", "until_decided"), "every question has as many games"),
        "rotate": "every deal is played in every rotation",
        "targets": "the answers are verdicts themselves",
    }
    pins_interrupted = False  # what is left of an interrupted one are other questions
    design: AskDesign

    def make_design(self, asked: StudyRequest, options: Mapping[str, Any]) -> AskDesign:
        spec = options.get("player") or asked.game.default_strategy
        others = find_strategy(spec, asked.game.name_or_file)
        self.base_strategy = others.quick
        study = self.complete_study(asked, DEFAULT_SLOW_GAMES if others.is_slow else GAMES)
        study = replace(study, lineup=(others.spec,), personas=persona_specs([others]))
        return AskDesign(study, others)  # its questions take reading the game's kinds of actions

    def strategies_of(self, design: AskDesign) -> Sequence[Strategy]:
        game, others = self.study.loaded_game, design.others
        specs = ["random", *([GRABBER] if _plans(game, others) else [])]
        named = [find_strategy(spec, game.name_or_file) for spec in specs]
        return [others, *named, *_restricted(game.name_or_file, others, "")]

    def play_design(self, playing: Execution) -> AskResults:
        asking = make_asking(self.study, self.design.others)
        if not asking.questions:
            raise UsageError(
                f"there is nothing to ask of {self.study.game_name}: its actions are all of "
                "one kind, and nobody plays it but at random"
            )
        pairs = [(one.name, asking.others.spec) for one in asking.questions]
        watch = self.begin_progress(playing, pairs, asking.games, playing.confidence)
        run = play_questions(
            asking, playing.jobs, watch=lambda asked, done: watch([one.run for one in asked], done)
        )
        return AskResults(run, playing.confidence)

    def file_options(self, played: Any) -> Mapping[str, Any]:
        return {"player": played.others.full_spec}

    def describe_interrupted(self, run: ContestRun) -> str:
        return f"these are the {len(run.lineup_runs)} of {len(run.design.questions)} questions"


def make_asking(study: Study, others: Strategy) -> AskDesign:
    """Read a game's kinds of actions, and make all questions that can be asked of it."""
    quick, lot = others.quick, find_strategy("random", study.game)
    kinds = find_kinds(study, [[quick] * study.players, [lot] * study.players])
    return AskDesign(
        study, others, (*_of_actions(study, others, kinds), *_able(study, others)), kinds
    )


def _of_actions(study: Study, others: Strategy, kinds: ActionKinds) -> Iterator[HandicapQuestion]:
    """Yield a question for each kind of action forbidden, and for each alone."""
    topics: dict[Topic, str] = {"without": "", "only": ", only=1"}
    if len(kinds.kinds) + len(kinds.rare) + len(kinds.mixed) < 3:
        del topics["only"]  # one kind alone is to do without the other
    for topic, more in topics.items():
        for kind in kinds.kinds:
            players = _restricted(study.game, others, f"{_written(kind.numbers)}{more}")
            yield HandicapQuestion(topic, kind.name, players, kind)


def _written(numbers: ActionNumbers) -> str:
    """Write the parameters of `restricted` that mean these numbers."""
    text = f"first={numbers.first}, last={numbers.last}"
    if numbers.whose:
        text += f", whose={numbers.whose}, block={numbers.block}"
    if numbers.entry >= 0:
        low, high = numbers.values % 2**HALF, numbers.values >> HALF
        text += f", entry={numbers.entry}, among={numbers.among}, each={numbers.each}"
        text += f", low={low}, high={high}"
    return text


def _restricted(game: str, others: Strategy, numbers: str) -> tuple[Strategy, ...]:
    """Return the strong player without some actions, with each who could stand in."""
    # Nobody better than the player itself, or a handicap might make it better.
    known = [one for one in strategies_for(game).values() if one.tier <= others.quick.tier]
    styles = [one for one in known if one.tier and one.name != others.quick.name]
    best = max((one.tier for one in styles), default=0)
    several = [one for one in styles if one.tier == best][:MOST_STAND_INS]
    specs = [one.spec for one in (*several, find_strategy("random", game))]
    start = f"restricted({numbers}{', ' if numbers else ''}base={others.full_spec}"
    return tuple(find_strategy(f"{start}, instead={spec})", game) for spec in specs)


def _able(study: Study, others: Strategy) -> Iterator[HandicapQuestion]:
    """Yield questions about what else a player can do without."""
    game = study.loaded_game
    if others.players:
        yield HandicapQuestion("able", "thinking", (others.quick,))
    if game.scores is open_scores and others.quick.tier:
        blind = f"restricted(level=1, base={others.full_spec}, instead=random)"
        yield HandicapQuestion("able", "scores", (find_strategy(blind, game.name_or_file),))
    if _plans(game, others):
        yield HandicapQuestion("able", "planning", (find_strategy(GRABBER, game.name_or_file),))
    styles = [
        one for one in strategies_for(game.name_or_file).values() if one.name != others.quick.name
    ]
    for tier in range(others.quick.tier):
        several = tuple(one for one in styles if one.tier == tier)
        if several:
            yield HandicapQuestion("able", TIERS[tier], several)


def _plans(game: Game, others: Strategy) -> bool:
    """Tell whether it can be asked what is lost by who takes the points there are at once."""
    return game.redeal is not None and others.quick.tier > 0
