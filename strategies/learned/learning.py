"""Learning a game: rounds in which games are played, decisions are labelled, and weights trained.

A base strategy that knows the game plays all games, and the player learns where to differ from it.
If the base strategy plays at random, it plays only the games of the first round. In further rounds
the player then plays, and improves on itself. All results depend on the seed and on the number of
rounds alone, not on the number of threads.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from simulate.errors import UsageError
from simulate.game import Game
from simulate.kit.chance import label
from simulate.play.executor import in_threads
from simulate.rules.kinds import Value
from simulate.strategy import Strategy
from strategies.learned.brain import ALWAYS_BASE, Brain
from strategies.learned.compiling import compiled_call
from strategies.learned.measuring import Exam, Strength
from strategies.learned.states import Memory, new_memory, state_dtype
from strategies.learned.steps import PLAYING, Report, report_nothing, report_part
from strategies.learned.teaching import (
    ACTIONS,
    BASE,
    DECIDED,
    FEATURES,
    MOST_LABELLED,
    MOST_OF_DECISION,
    PLAYER,
    Examples,
    Lesson,
    play_games,
    sample_positions,
)
from strategies.learned.training import Trainer, Training
from strategies.learned.words import Sample, describe, first_of_sample, new_sample

#: The number of games that a thread plays and labels at a time.
BLOCK = 64
#: The number of sampled positions from which words are described, the share of all positions of a
#: game that are sampled, and the number of games whose final leads are noted.
SAMPLED, SAMPLED_SHARE, SAMPLED_LEADS = 6000, 0.15, 200
#: The room for features of each decision in a block.
_FEATURES_PER_DECISION = 4000
#: The smallest share of the latest round in the mean of the weights of all rounds.
LEAST_SHARE = 0.05
#: How much higher an action's estimate may have to be than that of the base strategy's action, to
#: replace it. The best margin is found by playing.
MARGINS = (0.0, 0.02, 0.04, 0.08, 0.16, ALWAYS_BASE)


@dataclass(frozen=True)
class Course:
    """The settings of learning."""

    #: The number of games in each round.
    games: int = 1_280
    #: The number of worlds for each label.
    worlds: int = 4
    #: The number of random ways to complete a turn that are tried after each action.
    completions: int = 4
    #: The share of the final lead, from 0 to 1, in the worth of a game. The rest is the share of
    #: the win. In games with sides, and with a single player, the lead does not count.
    lead_weight: float = 0.5
    #: The probability of a random action in the games.
    exploration: float = 0.1
    #: The probability that a simulated game that the player plays goes on at a later turn.
    going_on: float = 0.3
    #: The mean number of labelled decisions per game.
    labelled: int = 8
    #: The number of times that each decision is used in a round.
    passes: int = 15
    #: The learning rates of the first round and of further rounds, and at the end of each round.
    first_rate: float = 3e-3
    rate: float = 2e-3
    last_rate: float = 1e-4


@dataclass(frozen=True)
class LearnerState:
    """Everything that rounds change in a learner, to continue later."""

    #: The number of rounds that were played.
    rounds: int
    training: Training


class Learner:
    """A player that learns a game, round by round.

    Parameters
    ----------
    game
        The game.
    values
        The values of its rules by name.
    players
        The number of players.
    base
        The strategy on which the player builds: it plays the games of the first round, and the
        player knows its choice at each decision and lets it play on after each action. A strategy
        of the lowest tier, such as ``random``, is not asked.
    seed
        The seed of everything.
    course
        How it learns.

    Raises
    ------
    UsageError
        If the game does not define how to deal the cards that a player cannot see, or never has
        two legal actions.
    """

    def __init__(
        self,
        game: Game,
        values: Mapping[str, Value],
        players: int,
        base: Strategy,
        seed: int = 1,
        course: Course | None = None,
    ) -> None:
        self.course = course or Course()
        self.base = base
        self._game = game
        self._seed = seed
        self._rules = game.rules_record(values, players)
        sample, decisions_per_game = self._sample()
        self._share = min(1.0, self.course.labelled / decisions_per_game)
        course = self.course
        #: The player. Rounds change its weights.
        self.brain = describe(
            game,
            players,
            sample,
            course.completions,
            course.lead_weight,
            seed,
        )
        self._trainer = Trainer(self.brain, seed)
        #: The number of rounds that were played.
        self.rounds = 0

    def state(self) -> LearnerState:
        """Return a copy of everything that rounds change."""
        return LearnerState(self.rounds, self._trainer.state())

    def resume(self, state: LearnerState) -> None:
        """Continue from a state of a learner that was made with the same arguments.

        Further rounds are then the same as those that the other learner would play.
        """
        self.rounds = state.rounds
        self._trainer.resume(state.training)

    def play_round(self, jobs: int = 1, report: Report = report_nothing) -> None:
        """Play, label and train one round.

        `jobs` is the number of threads. `report` is called with the numbers of games that were
        played, and of steps of training.
        """
        course = self.course
        is_first = self.rounds == 0
        lesson = Lesson(
            played_by=BASE if is_first or self.asks_base else PLAYER,
            exploration=course.exploration,
            share=self._share,
            worlds=course.worlds,
            going_on=course.going_on,
        )
        games = course.games
        blocks = in_threads(
            lambda first: self._play_block(lesson, first, min(BLOCK, games - first)),
            range(0, games, BLOCK),
            jobs,
        )
        parts = []
        report(PLAYING, 0, games)
        for part in blocks:
            parts.append(part)
            report(PLAYING, min(games, BLOCK * len(parts)), games)
        examples = join(parts)
        self.rounds += 1
        rate = course.first_rate if is_first else course.rate
        before = self.brain.weights.copy()
        self._trainer.train(examples, course.passes, rate, course.last_rate, report)
        self.brain.weights[:] = before + self._share_of_round() * (self.brain.weights - before)

    @property
    def asks_base(self) -> bool:
        """True if the player knows the choice of its base strategy at each decision.

        It then also lets its base strategy play on after each action, until the end of the round.
        """
        return self.base.tier > 0

    def _share_of_round(self) -> np.float32:
        """Return the share of the latest round in the mean of the weights of all rounds.

        The mean of rounds with the same teacher is about as good as if their examples were joined.
        Measured on held-out decisions, before players looked ahead, five rounds with a mean,
        without one, and their examples joined explain 10.1%, 9.7% and 10.2% of the differences
        between actions in Animal Splash, and 7.9%, 6.8% and 8.4% in Snorkeling.
        """
        rounds = self.rounds if self.asks_base else self.rounds - 1
        return np.float32(max(1 / max(1, rounds), LEAST_SHARE))

    def _play_block(self, lesson: Lesson, first: int, games: int) -> Examples:
        """Return the labelled decisions of some games of the current round."""
        examples = _new_examples(2 * games * self.course.labelled)
        memory = new_memory(self._game, self._rules, self.base)
        numbers = (label(self.rounds + 1, self._seed), first, games)
        compiled_call(
            self._game, play_games, self.base, self.brain, memory, lesson, *numbers, examples
        )
        return join([examples])

    def _sample(self) -> tuple[Sample, float]:
        """Return decisions of random play, and the mean number of decisions per game."""
        words = state_dtype(self._game).itemsize // 8
        sample = new_sample(SAMPLED, words, SAMPLED_LEADS, looks_ahead=self.asks_base)
        played = np.zeros(3, np.int64)
        memory: Memory = new_memory(self._game, self._rules, self.base)
        settings = (self.course.completions, self._seed, SAMPLED_SHARE)
        compiled_call(self._game, sample_positions, self.base, memory, *settings, sample, played)
        games, decisions, sampled = map(int, played)
        if sampled == 0:
            raise UsageError(
                f"a player cannot learn {self._game.name}, in which there is never a choice"
            )
        return first_of_sample(sample, sampled, games), decisions / games


def best_margin(
    learner: Learner, exam: Exam, jobs: int = 1, report: Report = report_nothing
) -> tuple[Brain, Strength]:
    """Return a copy of a learner's player with the best of `MARGINS`, and its strength.

    The best margin has the highest lower bound of the confidence interval. With the highest share,
    a low margin would often be chosen by chance: its share varies most. A player that does not ask
    its base strategy needs no margin. `report` is called with the number of deals that were played
    with all margins.
    """
    margins = margins_of(learner)
    measured = []
    for number, margin in enumerate(margins):
        settings = learner.brain.settings.copy()
        settings["margin"] = margin
        brain = learner.brain._replace(settings=settings, weights=learner.brain.weights.copy())
        part = report_part(report, number, len(margins))
        measured.append((brain, exam.measure(brain, learner.base, jobs, part)))
    return max(measured, key=lambda pair: pair[1].low)


def margins_of(learner: Learner) -> Sequence[float]:
    """Return the margins from which `best_margin` chooses."""
    return MARGINS if learner.asks_base else MARGINS[:1]


def _new_examples(decisions: int) -> Examples:
    """Return empty examples with room for a number of decisions."""
    features = decisions * _FEATURES_PER_DECISION + MOST_OF_DECISION
    actions = decisions * MOST_LABELLED
    return Examples(
        rows=np.empty(features, np.int32),
        values=np.empty(features, np.float32),
        decisions=np.zeros((decisions, 4), np.int64),
        actions=np.zeros((actions, 2), np.int64),
        labels=np.zeros(actions, np.float32),
        counts=np.zeros(3, np.int64),
    )


def join(parts: Sequence[Examples]) -> Examples:
    """Return the examples of several parts, in order and without empty room."""
    counts = np.array([part.counts for part in parts])
    ends = np.cumsum(counts, axis=0)
    starts = ends - counts
    decisions, actions = [], []
    for part, start in zip(parts, starts, strict=True):
        features_and_actions = start[[FEATURES, FEATURES, ACTIONS, ACTIONS]]
        decisions.append(part.decisions[: part.counts[DECIDED]] + features_and_actions)
        actions.append(part.actions[: part.counts[ACTIONS]] + start[FEATURES])
    return Examples(
        rows=np.concatenate([part.rows[: part.counts[FEATURES]] for part in parts]),
        values=np.concatenate([part.values[: part.counts[FEATURES]] for part in parts]),
        decisions=np.concatenate(decisions),
        actions=np.concatenate(actions),
        labels=np.concatenate([part.labels[: part.counts[ACTIONS]] for part in parts]),
        counts=ends[-1],
    )
