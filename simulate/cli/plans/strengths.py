"""Who is how strong: tournaments, ladders up to those who think ahead, and what handicaps cost."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from reports.contest.results import check_targets, level_of
from reports.contests.ask import AskResults
from reports.ladder.results import LadderResults
from reports.tournament.results import TournamentResults
from reports.writing.wording import counted
from simulate.cli.plans.contest import GAMES, ContestPlan
from simulate.cli.plans.execution import Execution
from simulate.cli.plans.levels import strong_player
from simulate.cli.plans.selection import StudyRequest
from simulate.errors import UsageError
from simulate.game import Game, find_game
from simulate.kit.seats import open_scores
from simulate.play.asking import AskDesign, HandicapQuestion, Topic, play_questions
from simulate.play.extra_runs import play_crossed
from simulate.play.kinds import ActionKinds, ActionNumbers, find_kinds
from simulate.play.ladder import LadderDesign, can_climb, play_ladder
from simulate.play.lineups import ContestRun
from simulate.play.tournament import TournamentDesign, TournamentRun, play_tournament
from simulate.strategy import TIERS, Strategy, personas_among
from simulate.study import THOUGHTFUL_GAMES, UNTIL_DECIDED, Study, check_numbers
from strategies import find_strategy, strategies_for
from strategies.registry import thinkers_for
from strategies.restricted import HALF


class TournamentPlan(ContestPlan):
    """A tournament to be played: of those that the study file names, or of all of the game."""

    command: ClassVar[str] = "tournament"
    unfit: ClassVar[Mapping[str, str]] = {
        "precision": "a tournament plays so many games of each cell",
        "rotate": "in a tournament every deal is played in every rotation",
    }
    design: TournamentDesign

    def make(self, asked: StudyRequest, options: Mapping[str, Any]) -> TournamentDesign:
        # Whoever sits in the file's line-up competes, if nothing else is said.
        seated = list(dict.fromkeys(asked.fields.pop("lineup", ())))
        specs = options.get("strategies") or (seated if len(seated) > 1 else ())
        until = bool(asked.fields.get("until_decided"))
        study = self.complete(asked, GAMES * UNTIL_DECIDED if until else GAMES)
        named = [find_strategy(spec, study.game) for spec in specs]
        study = replace(study, personas=personas_among(named))
        planned = TournamentDesign(study, tuple(named or strategies_for(study.game).values()))
        self.pins_parts = not planned.races  # a race is played again whole: other games
        check_targets(study, TournamentResults.list_figures(planned), self.command)
        return planned

    def players_of(self, design: TournamentDesign) -> Sequence[Strategy]:
        return design.strategies

    @property
    def announcement(self) -> str:
        planned, all_games = self.design, f"{self.design.games:,} games in all"
        if not planned.cells:
            strategies = f"{len(planned.strategies)} strategies, each in every seat"
            return f"{strategies}: {planned.games_of(0):,} games of each, {all_games}"
        cells, a_cell = len(planned.cells), planned.games_of(0)
        lineups = counted(len(planned.mixed), "mixed line-up")
        told = f"{len(planned.strategies)} strategies: {cells} cells of "
        if planned.races:
            told += f"at most {a_cell:,} games, and {lineups}"
            return f"{told}; each stops as soon as it is decided ({all_games} at most)"
        told += f"{a_cell:,} games, and {planned.games - cells * a_cell:,} games of {lineups}"
        return f"{told}: {all_games}"

    def play_design(self, playing: Execution) -> TournamentResults:
        planned, specs = self.design, self.design.specs
        confidence = self.study.until_decided or playing.confidence
        pairs = [(specs[one], specs[other]) for one, other in planned.cells]
        pairs = pairs or [(spec, spec) for spec in specs]
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

    def options_of(self, played: TournamentDesign) -> Mapping[str, Any]:
        return {"strategies": played.study.typed(played.specs)}

    def finished(self, run: ContestRun) -> str:
        told = super().finished(run)
        if not self.design.races:
            return told
        return f"{told} at most, up to the last look at what is decided"


#: Budgets of those who think ahead, unless it is said.
ROLLOUTS = (16, 64, 256)


def parse_rollouts(text: str) -> list[int]:
    """Read budgets, as in ``16,64,256``, or raise `UsageError`."""
    parts = [part.strip() for part in text.split(",")]
    if not all(re.fullmatch("[0-9]{1,6}", part) for part in parts):
        raise UsageError(f"the rollouts cannot be {text!r}; give a list, as in 16,64,256")
    return [int(part) for part in parts]


class LadderPlan(ContestPlan):
    """A ladder to be played; what is not said is as in the study file.

    Or else all strategies of the game climb, its usual one has all other seats, and games of each
    who thinks ahead are as many as suit the largest of its budgets.
    """

    command: ClassVar[str] = "ladder"
    unfit: ClassVar[Mapping[str, str]] = {
        "precision": "a ladder plays so many games of each rung",
        "until_decided": "a ladder plays so many games of each rung",
        "rotate": "on a ladder every deal is played in every rotation",
        "lineup": "a ladder has strategies = [...] in its table [ladder]",
    }
    design: LadderDesign

    def make(self, asked: StudyRequest, options: Mapping[str, Any]) -> LadderDesign:
        study = self.complete(asked)
        known = strategies_for(study.game)
        specs = options.get("strategies") or [*known, *thinkers_for(study.game)]
        named = [find_strategy(spec, study.game) for spec in specs]
        reference = find_strategy(options.get("against", asked.game.default_strategy), study.game)
        study = replace(study, personas=personas_among([*named, reference]))
        quick = [strategy for strategy in named if not can_climb(strategy)]
        climbers = [strategy for strategy in named if can_climb(strategy)]
        if len(climbers) > 1:
            raise UsageError(
                f"a ladder has one strategy that thinks ahead, not {len(climbers)}; it climbs with "
                "each budget of --rollouts"
            )
        for one in climbers:
            if "rollouts" in one.values:
                raise UsageError(
                    f"strategy {one.spec} has its budget with it; give {one.name} without "
                    "rollouts, and its budgets with --rollouts"
                )
        for place, spec in enumerate(one.spec for one in named):
            if spec in [one.spec for one in named[:place]]:
                raise UsageError(f"strategy {spec} is named twice; name it once")
        if reference.spec not in [one.spec for one in quick]:
            quick.append(reference)
        budgets = sorted(set(options.get("rollouts", ROLLOUTS)))
        thinking = [one.with_values({"rollouts": number}) for one in climbers for number in budgets]
        thinking = [one for one in thinking if one.spec != reference.spec]
        if len(quick) + len(thinking) < 2:
            raise UsageError(
                f"nobody climbs but {reference.spec}, who has all other seats; name more"
            )
        best = strong_player(asked.game)
        strong = best or (thinking[-1] if thinking else next(iter(known.values())))
        slow_games = options.get("slow_games", 0)
        if slow_games:
            check_numbers(slow_games, study.seed)
        ladder = LadderDesign(
            study, reference, tuple(quick), tuple(thinking), strong, known["random"], slow_games
        )
        check_targets(study, LadderResults.list_figures(ladder), self.command)
        return ladder

    def players_of(self, design: LadderDesign) -> Sequence[Strategy]:
        return [*design.rungs, design.reference, design.strong, design.weak]

    @property
    def announcement(self) -> str:
        ladder = self.design
        slow = sum(one.spec != ladder.reference.spec for one in ladder.thinking)
        quick = len(ladder.pairs) - slow
        said = [f"{quick} line-ups of {self.study.games:,} games"] if quick else []
        if slow:
            games = f"{slow} with one who thinks ahead, of {ladder.thinking_games:,} games"
            said.append(f"{games}, which take most of the time; Ctrl-C shows what is finished")
        games_in_all = f"{', and '.join(said)}: {ladder.games:,} games in all"
        if ladder.is_together:
            return games_in_all
        return f"{games_in_all}; and {self.study.games:,} games that tell where the luck sits"

    def play_design(self, playing: Execution) -> LadderResults:
        ladder, live, title = self.design, playing.live, find_game(self.study.game).title
        games, jobs = self.study.games, playing.jobs
        crossed = None
        if not ladder.is_together:  # else all win or lose alike
            # This comes first as it is quick; the slow line-ups after it can be interrupted.
            live.begin(f"{title}: where the luck sits", total=games)
            crossed = play_crossed(self.study, ladder.strong.quick, jobs, games, live.show)
        pairs = [(one.spec, other.spec) for one, other in ladder.pairs]
        watch = self.begin(playing, pairs, ladder.games, playing.confidence)
        run = replace(play_ladder(ladder, jobs, watch=watch), crossed=crossed)
        return LadderResults(run, playing.confidence)

    def options_of(self, played: LadderDesign) -> Mapping[str, Any]:
        specs = [one.full for one in played.quick]
        options: dict[str, Any] = {"against": played.reference.full}
        if played.thinking:
            first = played.thinking[0]
            usual = first.parameters["rollouts"].default
            specs.append(first.with_values({"rollouts": usual}).full)
            options |= {"rollouts": list(played.budgets), "slow_games": played.slow_games}
        return {"strategies": specs, **options}


#: The most styles that stand in where a player may not do what it would.
MOST_STAND_INS = 2
#: Who takes what leaves it furthest ahead at once, by lot among equals.
GRABBER = "search(rollouts=1, doubt=0, horizon=-2, base=random, playout=random)"


class AskPlan(ContestPlan):
    """Questions to be played; `player` has no handicap: the usual strategy unless said."""

    command: ClassVar[str] = "ask"
    unfit: ClassVar[Mapping[str, str]] = {
        "lineup": "say who plays without a handicap as player = ... under [ask]",
        **dict.fromkeys(("precision", "until_decided"), "every question has as many games"),
        "rotate": "every deal is played in every rotation",
        "targets": "the answers are verdicts themselves",
    }
    pins_parts = False  # what is left of an interrupted one are other questions
    design: AskDesign

    def make(self, asked: StudyRequest, options: Mapping[str, Any]) -> AskDesign:
        spec = options.get("player") or asked.game.default_strategy
        others = find_strategy(spec, asked.game.typed)
        self.usual = others.quick
        study = self.complete(asked, THOUGHTFUL_GAMES if others.is_slow else GAMES)
        study = replace(study, lineup=(others.spec,), personas=personas_among([others]))
        return AskDesign(study, others)  # its questions take reading the game's kinds of actions

    def players_of(self, design: AskDesign) -> Sequence[Strategy]:
        game, others = find_game(self.study.game), design.others
        specs = ["random", *([GRABBER] if _plans(game, others) else [])]
        named = [find_strategy(spec, game.typed) for spec in specs]
        return [others, *named, *_restricted(game.typed, others, "")]

    def play_design(self, playing: Execution) -> AskResults:
        asking = make_asking(self.study, self.design.others)
        if not asking.questions:
            raise UsageError(
                f"there is nothing to ask of {self.study.called}: its actions are all of one kind, "
                "and nobody plays it but at random"
            )
        pairs = [(one.name, asking.others.spec) for one in asking.questions]
        watch = self.begin(playing, pairs, asking.games, playing.confidence)
        run = play_questions(
            asking, playing.jobs, watch=lambda asked, done: watch([one.run for one in asked], done)
        )
        return AskResults(run, playing.confidence)

    def options_of(self, played: Any) -> Mapping[str, Any]:
        return {"player": played.others.full}

    def finished(self, run: ContestRun) -> str:
        return f"these are the {len(run.played)} of {len(run.design.questions)} questions"


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
    if len(kinds.found) + len(kinds.rare) + len(kinds.mixed) < 3:
        del topics["only"]  # one kind alone is to do without the other
    for topic, more in topics.items():
        for kind in kinds.found:
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
    start = f"restricted({numbers}{', ' if numbers else ''}base={others.full}"
    return tuple(find_strategy(f"{start}, instead={spec})", game) for spec in specs)


def _able(study: Study, others: Strategy) -> Iterator[HandicapQuestion]:
    """Yield questions about what else a player can do without."""
    game = find_game(study.game)
    if others.players:
        yield HandicapQuestion("able", "thinking", (others.quick,))
    if game.scores is open_scores and others.quick.tier:
        blind = f"restricted(level=1, base={others.full}, instead=random)"
        yield HandicapQuestion("able", "scores", (find_strategy(blind, game.typed),))
    if _plans(game, others):
        yield HandicapQuestion("able", "planning", (find_strategy(GRABBER, game.typed),))
    styles = [one for one in strategies_for(game.typed).values() if one.name != others.quick.name]
    for tier in range(others.quick.tier):
        several = tuple(one for one in styles if one.tier == tier)
        if several:
            yield HandicapQuestion("able", TIERS[tier], several)


def _plans(game: Game, others: Strategy) -> bool:
    """Tell whether it can be asked what is lost by who takes the points there are at once."""
    return game.redeal is not None and others.quick.tier > 0
