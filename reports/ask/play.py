"""Play the games of `ask`: one player with a handicap against players without the handicap.

Several strategies may have the same handicap and differ in the actions that they take instead. The
best of them is chosen in trials. Trials use other deals than the question, so that a strategy that
was lucky in its trial has no advantage in the question.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from simulate.play.arms import make_engine
from simulate.play.kinds import ActionKind, ActionKinds
from simulate.play.lineups import (
    ContestRun,
    SequentialRuns,
    competitors_of,
    lineup_against,
    study_against,
)
from simulate.play.run import Run
from simulate.play.tally import digest
from simulate.strategy import Strategy
from simulate.study import MOST_SEED, Study

#: The maximum number of games of a trial.
TRIAL_GAMES = 1_000
#: A trial plays the number of games of a question, divided by this number.
TRIAL_SHARE = 4
#: The seed of trials is the seed of the study plus this number.
TRIAL_SEED = 2**40
#: The kind of handicap. "without": a kind of action is forbidden. "only": all other kinds are
#: forbidden. "able": the player lacks an ability.
Topic = Literal["without", "only", "able"]


@dataclass(frozen=True)
class HandicapQuestion:
    """A question about the cost of a handicap."""

    #: The kind of handicap.
    topic: Topic
    #: The name of a kind of action, or of the missing ability.
    subject: str
    #: The strategies that have the handicap.
    players: tuple[Strategy, ...]
    #: The forbidden kind of action, or the only allowed kind; None for abilities.
    kind: ActionKind | None = None

    @property
    def name(self) -> str:
        """The name of the question, as in "without stops"."""
        return f"{self.topic} {self.subject}" if self.kind else self.subject


@dataclass(frozen=True)
class AskDesign:
    """The questions about a game, and the study that answers them."""

    #: The rules, players and seed of all questions, and the number of games of each question.
    study: Study
    #: The strategy without a handicap, called the base.
    base: Strategy
    #: The questions; empty before `make_ask_design` has made them.
    questions: tuple[HandicapQuestion, ...] = ()
    #: The kinds of actions of the game.
    kinds: ActionKinds = field(default_factory=ActionKinds)

    @property
    def id(self) -> str:
        """The id of the design: 12 hexadecimal digits from the study and its base strategy."""
        return digest([replace(self.study, lineup=(self.base.spec,)).id, "ask"])[:12]

    @property
    def is_together(self) -> bool:
        """True if all players win or lose together. The whole group then has the handicap."""
        return competitors_of(self.study) == 1

    @property
    def games(self) -> int:
        """The number of games of all questions and trials."""
        studies = []
        for question in self.questions:
            studies.append(self.study_of(question.players[0]))
            if len(question.players) > 1:
                studies.extend(self.trial_of(player) for player in question.players)
        if self.is_together:
            studies.append(self.study_of(self.base))
        return sum(study.games for study in studies)

    def study_of(self, player: Strategy) -> Study:
        """Return the study in which a strategy competes with the base, in every rotation."""
        return study_against(self.study, player, self.base, self.study.games)

    def trial_of(self, player: Strategy) -> Study:
        """Return the study that tries out a strategy, on different deals than the questions use."""
        seed = (self.study.seed + TRIAL_SEED) % (MOST_SEED + 1)
        games = max(1, min(TRIAL_GAMES, self.study.games // TRIAL_SHARE))
        return replace(study_against(self.study, player, self.base, games), seed=seed)

    def lineup_of(self, player: Strategy) -> list[Strategy]:
        """Return the strategy in each seat of the study that `study_of` returns."""
        return lineup_against(self.study, player, self.base)


@dataclass(frozen=True)
class QuestionRun:
    """The games of a question."""

    question: HandicapQuestion
    #: The strategy with the handicap. It is the first of the line-up.
    player: Strategy
    run: Run


@dataclass(frozen=True)
class AskRun(ContestRun):
    """The games of all questions, without trials."""

    design: AskDesign
    #: The finished questions.
    question_runs: tuple[QuestionRun, ...]
    #: The games without a handicap if all players win or lose together. None in other games, where
    #: a seat without a handicap wins its fair share.
    unhindered: Run | None = None

    @property
    def runs(self) -> dict[str, Run]:
        """The run of each question, by the question's name.

        If a group without a handicap was played, its run has the name "no handicap". Study files
        can store the tallies of these runs, so that `fathom verify` can compare them.
        """
        runs = {answer.question.name: answer.run for answer in self.question_runs}
        if self.unhindered:
            runs["no handicap"] = self.unhindered
        return runs


def play_questions(
    design: AskDesign,
    jobs: int = 1,
    *,
    watch: Callable[[Sequence[QuestionRun], int], None] = lambda question_runs, games: None,
) -> AskRun:
    """Play the games of all questions, one question after the other.

    Parameters
    ----------
    design
        The questions and their study.
    jobs
        The number of threads.
    watch
        A function that is called after each block of games, with the finished questions and the
        number of all games already played.

    Returns
    -------
    AskRun
        The games of all questions. After an interruption, only the finished questions.

    Raises
    ------
    UsageError
        If the game or a strategy does not compile.
    FathomError
        If the game or a strategy fails.
    KeyboardInterrupt
        If it is interrupted before the first question is finished.
    """
    for question in design.questions:
        for player in question.players:
            # This compiles the code before the clock starts.
            make_engine(design.study_of(player), design.lineup_of(player))
    began = time.perf_counter()
    finished: list[QuestionRun] = []
    runs = SequentialRuns(jobs, lambda games: watch(finished, games))
    interrupted = False
    unhindered: Run | None = None
    try:
        if design.is_together:
            unhindered = runs.play(design.study_of(design.base), design.lineup_of(design.base))
        for question in design.questions:
            player = _choose_player(design, question, runs)
            run = runs.play(design.study_of(player), design.lineup_of(player))
            finished.append(QuestionRun(question, player, run))
    except KeyboardInterrupt:
        if not finished:
            raise
        interrupted = True

    all_runs = [answer.run for answer in finished]
    if unhindered:
        all_runs.append(unhindered)
    elapsed = time.perf_counter() - began
    return AskRun(design, tuple(all_runs), elapsed, jobs, interrupted, tuple(finished), unhindered)


def _choose_player(design: AskDesign, question: HandicapQuestion, runs: SequentialRuns) -> Strategy:
    """Return the strategy with the handicap that wins most in trials.

    No trial is played if only one strategy has the handicap.

    Raise `FathomError` if the game or a strategy fails, and `KeyboardInterrupt` if the trials were
    interrupted.
    """
    if len(question.players) == 1:
        return question.players[0]
    wins = []
    for player in question.players:
        trial = runs.play(design.trial_of(player), design.lineup_of(player))
        wins.append(trial.tally.sums[trial.layout.strategy_wins.start])
    return question.players[wins.index(max(wins))]
