"""One game again, step by step, in words."""

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
    """A step of a game in words.

    The table, with everybody's hands, and what its seat chooses from (`hand`) are as before it,
    empty within a turn; turns that are over, scores and the seats still in are as after it. `why`
    standings were taken is told if it was for more than that each had a turn.
    """

    moment: Moment
    new_turn: bool
    table: tuple[str, ...]
    hand: str
    action: str
    effects: tuple[str, ...]
    turns: int
    scores: tuple[int, ...]
    active: tuple[int, ...]
    ends_stretch: bool
    why: str
    why_over: str


class Replay:
    """A game of a study again, by its number from 0, played by the very code of the run."""

    def __init__(self, study: Study, lineup: Sequence[Strategy], number: int) -> None:
        check_game_number(number)
        self.engine = make_engine(study, lineup)
        self.number, self.players = number, study.players
        self._study = study
        self._walk = self.engine.walk(number)

    @property
    def title(self) -> str:
        """Which game it is."""
        study, number = self._study, self.number
        players = "1 player" if study.players == 1 else f"{study.players} players"
        return (
            f"{self.engine.game.title}, {study.variant}, {players}: game {number} "
            f"(deal {number // study.rotations}, seed {study.seed})"
        )

    @property
    def specs(self) -> list[str]:
        """The spec of who plays each seat."""
        return [strategy.spec for strategy in self.engine.lineup_of(self.number)]

    def place(self, moment: Moment) -> str:
        """Say where a step is, as in "round 3, turn 45"."""
        table = moment.snapshot.table
        return f"{self.engine.game.stretch} {table.checkpoints + 1}, turn {table.turns + 1}"

    def name(self, moment: Moment, action: int) -> str:
        """Name an action that is legal at a moment."""
        rules, table = self.engine.rules[0], moment.snapshot.table
        return self.engine.game.teller.action(rules, table, action)

    def __iter__(self) -> Iterator[ReplayedStep]:
        tell, rules, turn = self.engine.game.teller, self.engine.rules[0], -1
        for moment in self._walk:
            before, action, after = moment.snapshot, moment.action, self._walk.snapshot
            seats, over = range(self.players), bool(after.table.over)
            taken = after.table.checkpoints > before.table.checkpoints
            new_turn, turn = int(before.table.turns) != turn, int(before.table.turns)
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
                taken or over,
                tell.stretch_end(rules, before, action, after) if taken else "",
                tell.game_end(rules, before, action, after) if over else "",
            )

    def finish(self) -> row.Integers:
        """Play what is left of the game, and return its row."""
        return self._walk.finish()


def check_game_number(number: int) -> None:
    """Raise `UsageError` unless a game can have that number."""
    if not 0 <= number < MOST_GAMES:
        raise UsageError(f"there is no game {number}; games are numbered from 0 to 10^12 - 1")
