"""Replay a single game step by step, with a description of each step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from simulate.errors import UsageError
from simulate.play import rows as row
from simulate.play.arms import make_engine
from simulate.play.walk import Moment
from simulate.strategy import Strategy
from simulate.study import MOST_GAMES, Study


@dataclass(frozen=True)
class ReplayedStep:
    """A step of a game, described in sentences."""

    moment: Moment
    #: Whether a turn begins with this step.
    new_turn: bool
    #: Lines that describe the table with all hands before the step; empty within a turn.
    table: tuple[str, ...]
    #: The hand of the seat before the step; empty within a turn.
    hand: str
    #: The action, such as "lays red 4".
    action: str
    #: Lines that describe the effects of the action.
    effects: tuple[str, ...]
    #: The number of turns that are over, the scores and the seats still in, after the step.
    turns: int
    scores: tuple[int, ...]
    active: tuple[int, ...]
    #: Whether standings are taken, or the game is over, after the step.
    ends_stretch: bool
    #: Why standings are taken; empty where they are taken because every seat had a turn.
    why: str
    #: Why the game is over; empty before the last step.
    why_over: str


class Replay:
    """Plays a game of a study again with the code that played the run; iterates over its steps.

    Parameters
    ----------
    study
        The study.
    lineup
        The strategies, one for each seat.
    number
        The number of the game, from 0.

    Raises
    ------
    UsageError
        If no game has that number.
    """

    def __init__(self, study: Study, lineup: Sequence[Strategy], number: int) -> None:
        check_game_number(number)
        self.engine = make_engine(study, lineup)
        self.number, self.players = number, study.players
        self._study = study
        self._walk = self.engine.walk(number)

    @property
    def title(self) -> str:
        """The game's title, rules, players and number in words."""
        study, number = self._study, self.number
        players = "1 player" if study.players == 1 else f"{study.players} players"
        return (
            f"{self.engine.game.title}, {study.variant}, {players}: game {number} "
            f"(deal {number // study.rotations}, seed {study.seed})"
        )

    @property
    def specs(self) -> list[str]:
        """The spec of the strategy in each seat."""
        return [strategy.spec for strategy in self.engine.lineup_of(self.number)]

    def place(self, moment: Moment) -> str:
        """Return the place of a step in words, such as "round 3, turn 45"."""
        table = moment.snapshot.table
        return f"{self.engine.game.stretch} {table.checkpoints + 1}, turn {table.turns + 1}"

    def name(self, moment: Moment, action: int) -> str:
        """Return the name of an action that is legal at a moment."""
        rules, table = self.engine.rules[0], moment.snapshot.table
        return self.engine.game.teller.action(rules, table, action)

    def __iter__(self) -> Iterator[ReplayedStep]:
        tell, rules, seats = self.engine.game.teller, self.engine.rules[0], range(self.players)
        turn = -1
        for moment in self._walk:
            before, action, after = moment.snapshot, moment.action, self._walk.snapshot
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
                tuple(tell.aftermath(rules, before, action, after)),
                int(after.table.turns),
                self.engine.scores(after),
                tuple(seat for seat in seats if int(after.table.active) >> seat & 1),
                has_standings or is_over,
                tell.stretch_end(rules, before, action, after) if has_standings else "",
                tell.game_end(rules, before, action, after) if is_over else "",
            )

    def finish(self) -> row.Integers:
        """Play the rest of the game without describing it, and return its row."""
        return self._walk.finish()


def check_game_number(number: int) -> None:
    """Raise `UsageError` if no game can have a number."""
    if not 0 <= number < MOST_GAMES:
        raise UsageError(f"there is no game {number}; games are numbered from 0 to 10^12 - 1")
