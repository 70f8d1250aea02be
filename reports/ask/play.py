"""Play the questions of `ask`: one player with a handicap at a table of players without it.

A handicap can sometimes be played by several strategies, which differ in what they do instead. The
best of them is chosen on deals of its own, so that the result of the question does not depend on
its luck there.
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

#: The number of games by which one of several strategies is chosen, at most.
TRIAL_GAMES = 1_000
#: The games of a question are divided by this for the games of a trial.
TRIAL_SHARE = 4
#: Added to the seed for trials.
TRIAL_SEED = 2**40
#: Whether a kind of action is forbidden, or all other kinds are, or the player lacks an ability.
Topic = Literal["without", "only", "able"]


@dataclass(frozen=True)
class HandicapQuestion:
    """A question about what a handicap costs."""

    topic: Topic
    #: The name of a kind of action, or of the ability that is missing.
    subject: str
    #: The strategies that can play with the handicap.
    players: tuple[Strategy, ...]
    #: The kind of action that is forbidden, or the only one allowed; None for abilities.
    kind: ActionKind | None = None

    @property
    def name(self) -> str:
        """The name of the question, as in "without stops"."""
        return f"{self.topic} {self.subject}" if self.kind else self.subject


@dataclass(frozen=True)
class AskDesign:
    """The questions about a game, and the study in which they are played."""

    #: The rules, players and seed of all questions, and the number of games of each.
    study: Study
    #: The strategy without a handicap.
    base: Strategy
    #: At least one question, unless they have not been made yet.
    questions: tuple[HandicapQuestion, ...] = ()
    #: The kinds of actions of the game.
    kinds: ActionKinds = field(default_factory=ActionKinds)

    @property
    def id(self) -> str:
        """Twelve hexadecimal digits, different for designs with different results."""
        return digest([replace(self.study, lineup=(self.base.spec,)).id, "ask"])[:12]

    @property
    def is_together(self) -> bool:
        """Whether all players win or lose together; the whole group then has the handicap."""
        return competitors_of(self.study) == 1

    @property
    def games(self) -> int:
        """The number of games in all, including trials."""
        studies = []
        for question in self.questions:
            studies.append(self.study_of(question.players[0]))
            if len(question.players) > 1:
                studies.extend(self.trial_of(player) for player in question.players)
        if self.is_together:
            studies.append(self.study_of(self.base))
        return sum(study.games for study in studies)

    def study_of(self, player: Strategy) -> Study:
        """Return the study in which one player competes with the base, in every rotation."""
        return study_against(self.study, player, self.base, self.study.games)

    def trial_of(self, player: Strategy) -> Study:
        """Return the study of a trial, on deals that no question uses."""
        seed = (self.study.seed + TRIAL_SEED) % (MOST_SEED + 1)
        games = max(1, min(TRIAL_GAMES, self.study.games // TRIAL_SHARE))
        return replace(study_against(self.study, player, self.base, games), seed=seed)

    def lineup_of(self, player: Strategy) -> list[Strategy]:
        """Return the strategies of `study_of`, by seat."""
        return lineup_against(self.study, player, self.base)


@dataclass(frozen=True)
class QuestionRun:
    """The games of a question; the strategy with the handicap is the first of their line-up."""

    question: HandicapQuestion
    player: Strategy
    run: Run


@dataclass(frozen=True)
class AskRun(ContestRun):
    """The games of all questions, without trials."""

    design: AskDesign
    question_runs: tuple[QuestionRun, ...]
    #: The games without a handicap if all players win or lose together. None in other games, where
    #: a seat without a handicap wins its fair share.
    unhindered: Run | None = None

    @property
    def runs(self) -> dict[str, Run]:
        """The run of each question by its name.

        Their sums are pinned: compared with those in a study file.
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
    """Play all questions, one after the other.

    Parameters
    ----------
    design
        The questions and their study.
    jobs
        The number of threads.
    watch
        Called after each block of games, with the questions finished and the number of games
        played so far.

    Returns
    -------
    AskRun
        All questions, or those finished before an interruption.

    Raises
    ------
    KeyboardInterrupt
        If it is interrupted before any question was finished.
    """
    for question in design.questions:
        for player in question.players:  # compiled before the clock starts
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

    played = [answer.run for answer in finished]
    if unhindered:
        played.append(unhindered)
    elapsed = time.perf_counter() - began
    return AskRun(design, tuple(played), elapsed, jobs, interrupted, tuple(finished), unhindered)


def _choose_player(design: AskDesign, question: HandicapQuestion, runs: SequentialRuns) -> Strategy:
    """Return the strategy that plays a question best, by trials if there are several."""
    if len(question.players) == 1:
        return question.players[0]
    wins = []
    for player in question.players:
        trial = runs.play(design.trial_of(player), design.lineup_of(player))
        wins.append(trial.tally.sums[trial.layout.strategy_wins.start])
    return question.players[wins.index(max(wins))]
