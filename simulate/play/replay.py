"""Replay a single game, and describe each of its steps in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from simulate.errors import UsageError
from simulate.game import DetailedTeller, Snapshot, Teller
from simulate.play import rows as row
from simulate.play.arms import CompiledStudy, make_engine
from simulate.play.kernel import State
from simulate.play.steps_within import find_states_within
from simulate.play.walk import Moment
from simulate.strategy import Strategy
from simulate.study import MOST_GAMES, Study


@dataclass(frozen=True)
class ReplayedStep:
    """A step of a game, described in sentences."""

    #: The step: its seat, its action, and the game before it.
    moment: Moment
    #: True if a turn begins with this step.
    new_turn: bool
    #: Lines that describe the table and all hands before the step; empty unless a turn begins.
    table: tuple[str, ...]
    #: The hand of the seat to act before the step; empty unless a turn begins.
    hand: str
    #: The action, such as "lays red 4".
    action: str
    #: Lines that describe the effects of the action.
    effects: tuple[str, ...]
    #: The number of turns that are over after the step.
    turns: int
    #: The score of each seat after the step, in parts of a point (`Game.score_parts`).
    scores: tuple[int, ...]
    #: The seats still in the game after the step, from 0.
    active: tuple[int, ...]
    #: True if the step ends a stretch of the game, such as a round, or the game itself.
    ends_stretch: bool
    #: A sentence on why the stretch ended; empty if it goes on, or ended because every seat had a
    #: turn.
    why: str
    #: A sentence on why the game ended; empty if it goes on.
    why_over: str
    #: Lines that describe the table and all hands after the last step; empty for other steps.
    last_table: tuple[str, ...] = ()
    #: Lines on what the final points of the seats consist of; empty for other steps, and if the
    #: game does not say so.
    points_from: tuple[str, ...] = ()


class Replay:
    """A game of a study, played again with the code that played the run.

    Iterating yields each step, and raises `FathomError` if the game or a strategy fails.

    Parameters
    ----------
    study
        The study.
    lineup
        The strategies, one for each seat.
    number
        The number of the game, from 0. For a repeat, the number of any game of its deal.
    repeat
        The number of the repeat, from 1, to replay a game that `setups` played; 0 for other games.

    Raises
    ------
    UsageError
        If `number` is negative or above the largest number of a game, or if the game or a strategy
        does not compile.
    FathomError
        If the code of a user plays differently the second time, or if the game fails while it is
        dealt.
    """

    def __init__(
        self, study: Study, lineup: Sequence[Strategy], number: int, repeat: int = 0
    ) -> None:
        check_game_number(number)
        self.number = number
        self.repeat = repeat
        self.players = study.players
        self._study = study
        if repeat:
            self.engine = CompiledStudy(study, lineup).repeater
            self._walk = self.engine.walk_repeat(number // study.rotations, repeat - 1)
        else:
            self.engine = make_engine(study, lineup)
            self._walk = self.engine.walk(number)

        self._tell = self._make_teller()

    def _make_teller(self) -> Teller:
        """Return the object that describes this game."""
        tell = self.engine.game.teller
        if isinstance(tell, DetailedTeller):
            return tell.for_game(self.engine.rules[0], self._walk.snapshot)
        return tell

    @property
    def title(self) -> str:
        """The title, variant and number of players of the game, and its number, deal and seed.

        "changed rules" is added if some are changed.
        """
        study = self._study
        number = self.number
        players = "1 player" if study.players == 1 else f"{study.players} players"
        table = f"{self.engine.game.title}, {study.variant}, {players}"
        if study.changes:
            table += ", changed rules"
        deal = number // study.rotations
        if self.repeat:
            return f"{table}: deal {deal}, play {self.repeat:,} (seed {study.seed})"
        return f"{table}: game {number} (deal {deal}, seed {study.seed})"

    @property
    def specs(self) -> list[str]:
        """The name of the strategy in each seat, with its parameters, as a line-up is written."""
        return [strategy.spec for strategy in self.engine.lineup_of(self.number)]

    def place(self, moment: Moment) -> str:
        """Return in words when a step happens, such as "round 3, turn 45"."""
        table = moment.snapshot.table
        return f"{self.engine.game.stretch} {table.checkpoints + 1}, turn {table.turns + 1}"

    def name(self, moment: Moment, action: int) -> str:
        """Return the name of a legal action, such as "lays red 4"."""
        rules = self.engine.rules[0]
        table = moment.snapshot.table
        return self.engine.game.teller.action(rules, table, action)

    def __iter__(self) -> Iterator[ReplayedStep]:
        tell = self._tell
        rules = self.engine.rules[0]
        seats = range(self.players)
        turn = -1
        while True:
            state = self._walk.state if isinstance(tell, DetailedTeller) else None
            moment = next(self._walk, None)
            if moment is None:
                return
            before = moment.snapshot
            action = moment.action
            after = self._walk.snapshot
            is_over = bool(after.table.over)
            has_standings = after.table.checkpoints > before.table.checkpoints
            new_turn = int(before.table.turns) != turn
            turn = int(before.table.turns)
            yield ReplayedStep(
                moment,
                new_turn,
                tuple(tell.state(rules, before, seats)) if new_turn else (),
                tell.hand(rules, before, moment.seat) if new_turn else "",
                self.name(moment, action),
                self._describe_effects(moment, state),
                int(after.table.turns),
                self.engine.scores(after),
                tuple(seat for seat in seats if int(after.table.active) >> seat & 1),
                has_standings or is_over,
                tell.stretch_end(rules, before, action, after) if has_standings else "",
                tell.game_end(rules, before, action, after) if is_over else "",
                tuple(tell.state(rules, after, seats)) if is_over else (),
                self._find_points(after) if is_over else (),
            )

    def _describe_effects(self, moment: Moment, state: State | None) -> tuple[str, ...]:
        """Return lines on the effects of the last action.

        `state` is a copy of the state before it, or None if the game does not describe the states
        within an action.
        """
        game = self.engine.game
        tell = self._tell
        rules = self.engine.rules[0]
        after = self._walk.snapshot
        if state is None or not isinstance(tell, DetailedTeller):
            return tuple(tell.aftermath(rules, moment.snapshot, moment.action, after))
        states = find_states_within(game, rules, state, moment.action, after)
        return tuple(tell.aftermath_of_states(rules, states, moment.action))

    def _find_points(self, after: Snapshot) -> tuple[str, ...]:
        """Return lines on what the final points consist of; empty if the game does not say so."""
        tell = self._tell
        if not isinstance(tell, DetailedTeller):
            return ()
        return tuple(tell.points_from(self.engine.rules[0], after))

    def finish(self) -> row.Integers:
        """Play the rest of the game without describing it, and return the row of its counts.

        Raises
        ------
        FathomError
            If the game or a strategy fails.
        """
        return self._walk.finish()


def check_game_number(number: int) -> None:
    """Raise `UsageError` unless a number is from 0 to `MOST_GAMES` - 1."""
    if not 0 <= number < MOST_GAMES:
        raise UsageError(f"there is no game {number}; games are numbered from 0 to 10^12 - 1")
