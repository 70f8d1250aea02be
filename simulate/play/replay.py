"""One game again, step by step, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from simulate.errors import UsageError
from simulate.play import rows as row
from simulate.play.engine import Engine, Moment
from simulate.play.run import make_engine
from simulate.strategy import Strategy
from simulate.study import MOST_GAMES, Study


@dataclass(frozen=True)
class Told:
    """A step of a game in words.

    Attributes
    ----------
    moment
        The step.
    new_round, new_turn
        Whether it is the first of its round, or of its turn.
    table
        The table before it, with everybody's hands, a line each; empty within a turn.
    did
        What the seat did, as in "lays red 4 on the centre".
    led_to
        What came of it, a line each.
    """

    moment: Moment
    new_round: bool
    new_turn: bool
    table: tuple[str, ...]
    did: str
    led_to: tuple[str, ...]


class Replay:
    """A game of a study again, step by step, in words.

    It is played by the very code that played the run, one step after another, so it
    cannot differ from what was counted.

    Parameters
    ----------
    study, lineup
        As for `simulate.play.run.play`.
    number
        From 0; may lie beyond the study's number of games.

    Attributes
    ----------
    engine
        What plays the study.

    Raises
    ------
    UsageError
        The number is negative.
    """

    def __init__(self, study: Study, lineup: Sequence[Strategy], number: int) -> None:
        check_game_number(number)
        self.engine = make_engine(study, lineup)
        self._study, self._number = study, number
        self._walk = self.engine.walk(number)

    @property
    def head(self) -> list[str]:
        """Which game it is, and who plays."""
        study, number = self._study, self._number
        seated = self.engine.seated(number)
        return [
            f"{self.engine.game.title}, {study.variant}, {study.players} players: game {number} "
            f"(deal {number // study.rotations}, seed {study.seed})",
            *(f"  seat {seat + 1} plays {seated[seat].spec}" for seat in range(study.players)),
        ]

    def name(self, moment: Moment, action: int) -> str:
        """Name an action that is legal at a moment."""
        rules, table = self.engine.rules[0], moment.snapshot.table
        return self.engine.game.teller.action(rules, table, action)

    def __iter__(self) -> Iterator[Told]:
        tell, rules = self.engine.game.teller, self.engine.rules[0]
        turn = rounds = -1
        for moment in self._walk:
            before = moment.snapshot
            new_round, new_turn = before.table.rounds != rounds, before.table.turns != turn
            rounds, turn = int(before.table.rounds), int(before.table.turns)
            table = tell.state(rules, before, range(self._study.players)) if new_turn else ()
            led_to = tell.aftermath(rules, before, moment.action, self._walk.snapshot)
            did = self.name(moment, moment.action)
            yield Told(moment, new_round, new_turn, tuple(table), did, tuple(led_to))

    def finish(self) -> row.Integers:
        """Play what is left of the game, and return its row."""
        return self._walk.finish()

    @property
    def ending(self) -> str:
        """How it ended."""
        return _ending(self.engine, self._study, self._number, self.finish())


def tell_game(
    study: Study,
    lineup: Sequence[Strategy],
    number: int,
    comment: Callable[[Told], Iterable[str]] = lambda told: (),
) -> Iterator[str]:
    """Tell game `number` of a study, line by line.

    Parameters
    ----------
    study, lineup, number
        As of `Replay`.
    comment
        Returns lines to be told below what a seat did.

    Yields
    ------
    str
        Lines of text; a turn begins with ``turn``, a round with ``ROUND``.

    Raises
    ------
    UsageError
        The number is negative.
    """
    replay = Replay(study, lineup, number)
    yield from replay.head
    seated = replay.engine.seated(number)
    for told in replay:
        seat, table = told.moment.seat, told.moment.snapshot.table
        if told.new_round:
            yield f"\nROUND {table.rounds + 1}"
        if told.new_turn:
            yield f"\nturn {table.turns + 1}: seat {seat + 1} ({seated[seat].spec})"
            yield from (f"    {line}" for line in told.table)
        yield f"  seat {seat + 1} {told.did}"
        yield from (f"    {line}" for line in comment(told))
        yield from (f"    {line}" for line in told.led_to)
    yield "\n" + replay.ending


def check_game_number(number: int) -> None:
    """Raise `UsageError` unless a game can have that number."""
    if not 0 <= number < MOST_GAMES:
        raise UsageError(f"there is no game {number}; games are numbered from 0 to 10^12 - 1")


def _ending(engine: Engine, study: Study, number: int, result: row.Integers) -> str:
    scores = ", ".join(
        f"seat {seat + 1} {engine.game.in_units(result[row.SCORES + seat]):.6g}"
        for seat in range(study.players)
    )
    turns, rounds = int(result[row.TURNS]), int(result[row.ROUNDS])
    length = f"{turns} turn{'s' * (turns != 1)}, {rounds} round{'s' * (rounds != 1)}"
    if not result[row.FINISHED]:
        return f"UNFINISHED after {length}: {scores}."
    winners = [seat + 1 for seat in range(study.players) if result[row.WINNERS] >> seat & 1]
    named = " and ".join(
        f"seat {seat} ({engine.seated(number)[seat - 1].spec})" for seat in winners
    )
    return f"{named} {'wins' if len(winners) == 1 else 'share the win'} after {length}: {scores}."
