"""Play questions: one player under a handicap at a table of others without it.

Of some questions several players would answer, who do differently what is left to them. Which of
them is the best is found on deals of their own, so that what it then gives is not its luck there.
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

#: Games by which one of several players is chosen: so many, or such a part of those that follow.
TRIAL_GAMES, TRIAL_SHARE = 1_000, 4
#: What is added to the seed for these.
TRIAL_SEED = 2**40
#: Whether a kind of action is forbidden, or all others, or something else is missing.
Topic = Literal["without", "only", "able"]


@dataclass(frozen=True)
class HandicapQuestion:
    """What is asked: `about` is a kind's name, or what is missing.

    The players have that handicap, in different ways; `kind` is that of action that it is about.
    """

    topic: Topic
    about: str
    players: tuple[Strategy, ...]
    kind: ActionKind | None = None

    @property
    def name(self) -> str:
        """What it is called, as in "without stops"."""
        return f"{self.topic} {self.about}" if self.kind else self.about


@dataclass(frozen=True)
class AskDesign:
    """What is asked of a game: at least one question, once they are made.

    Of `study` come rules, players and seed, and its games are those of one question. The others sit
    at the table without a handicap; `kinds` are those of the game's actions.
    """

    study: Study
    others: Strategy
    questions: tuple[HandicapQuestion, ...] = ()
    kinds: ActionKinds = field(default_factory=ActionKinds)

    @property
    def id(self) -> str:
        """Twelve hexadecimal digits that differ between questions with different answers."""
        return digest([replace(self.study, lineup=(self.others.spec,)).id, "ask"])[:12]

    @property
    def is_together(self) -> bool:
        """Whether all play together, so that a handicap is that of a whole group."""
        return competitors_of(self.study) == 1

    @property
    def games(self) -> int:
        """Games in all, those by which players are chosen included."""
        several = [one.players for one in self.questions]
        trials = [player for players in several if len(players) > 1 for player in players]
        studies = [self.study_of(player) for player, *_ in several]
        if self.is_together:
            studies.append(self.study_of(self.others))
        return sum(study.games for study in [*studies, *map(self.trial_of, trials)])

    def study_of(self, player: Strategy) -> Study:
        """Return the study in which one player sits at a table of the others, in every rotation."""
        return study_against(self.study, player, self.others, self.study.games)

    def trial_of(self, player: Strategy) -> Study:
        """Return the study by which a player is chosen, on deals that no question has."""
        seed = (self.study.seed + TRIAL_SEED) % (MOST_SEED + 1)
        games = max(1, min(TRIAL_GAMES, self.study.games // TRIAL_SHARE))
        return replace(study_against(self.study, player, self.others, games), seed=seed)

    def lineup_of(self, player: Strategy) -> list[Strategy]:
        """Return the strategies of `study_of`."""
        return lineup_against(self.study, player, self.others)


@dataclass(frozen=True)
class QuestionRun:
    """Who played with the handicap, and what came of it; its wins are the first strategy's."""

    question: HandicapQuestion
    player: Strategy
    run: Run


@dataclass(frozen=True)
class AskRun(ContestRun):
    """What came of all questions; the games by which players were chosen are not among them."""

    design: AskDesign
    asked: tuple[QuestionRun, ...]
    #: The games without a handicap where all play together; None elsewhere, as a seat without a
    #: handicap wins its fair share.
    unhindered: Run | None = None

    @property
    def runs(self) -> dict[str, Run]:
        """Each question as a run, by its name, to pin and compare."""
        runs = {answer.question.name: answer.run for answer in self.asked}
        return runs | ({"no handicap": self.unhindered} if self.unhindered else {})


def play_questions(
    asking: AskDesign,
    jobs: int = 1,
    *,
    watch: Callable[[Sequence[QuestionRun], int], None] = lambda asked, done: None,
) -> AskRun:
    """Play all questions, one after the other; those finished if it was interrupted.

    `watch` is called after each block of games with what was asked so far, and how many were
    played. `KeyboardInterrupt`: no question was finished.
    """
    for question in asking.questions:
        for player in question.players:  # compiled before the clock runs
            make_engine(asking.study_of(player), asking.lineup_of(player))
    began = time.perf_counter()
    asked: list[QuestionRun] = []
    runs, interrupted = SequentialRuns(jobs, lambda done: watch(asked, done)), False
    unhindered: Run | None = None
    try:
        if asking.is_together:
            others = asking.others
            unhindered = runs.play(asking.study_of(others), asking.lineup_of(others))
        for question in asking.questions:
            player = question.players[0]
            if len(question.players) > 1:
                several = [(asking.trial_of(one), one) for one in question.players]
                trials = [runs.play(study, asking.lineup_of(one)) for study, one in several]
                wins = [run.tally.sums[run.layout.strategy_wins.start] for run in trials]
                player = question.players[wins.index(max(wins))]
            run = runs.play(asking.study_of(player), asking.lineup_of(player))
            asked.append(QuestionRun(question, player, run))
    except KeyboardInterrupt:
        if not asked:
            raise
        interrupted = True
    played = [answer.run for answer in asked]
    if unhindered:
        played.append(unhindered)
    elapsed = time.perf_counter() - began
    return AskRun(asking, tuple(played), elapsed, jobs, interrupted, tuple(asked), unhindered)
