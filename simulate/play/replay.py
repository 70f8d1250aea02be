"""One game again, step by step, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from simulate.errors import UsageError
from simulate.game import find_game
from simulate.play import rows as row
from simulate.play.engine import Engine
from simulate.play.run import make_engine
from simulate.strategy import Strategy
from simulate.study import MOST_GAMES, Study


def tell_game(study: Study, lineup: Sequence[Strategy], number: int) -> Iterator[str]:
    """Tell game `number` of a study, line by line.

    It is played by the very code that played the run, one step after another, so it
    cannot differ from what was counted.

    Parameters
    ----------
    study, lineup
        As for `simulate.play.run.play`.
    number
        From 0; may lie beyond the study's number of games.

    Yields
    ------
    str
        Lines of text; a turn begins with ``turn``, a round with ``ROUND``.

    Raises
    ------
    UsageError
        The number is negative.
    """
    check_game_number(number)
    engine = make_engine(study, lineup)
    game, rules, tell = find_game(study.game), engine.rules[0], find_game(study.game).teller
    seated = engine.seated(number)
    everybody = range(study.players)
    yield (
        f"{game.title}, {study.variant}, {study.players} players: game {number} "
        f"(deal {number // study.rotations}, seed {study.seed})"
    )
    for seat in everybody:
        yield f"  seat {seat + 1} plays {seated[seat].spec}"

    turn = rounds = -1
    walk = engine.walk(number)
    for moment in walk:
        before = moment.snapshot
        if before.table.rounds != rounds:
            rounds = int(before.table.rounds)
            yield f"\nROUND {rounds + 1}"
        if before.table.turns != turn:
            turn = int(before.table.turns)
            yield f"\nturn {turn + 1}: seat {moment.seat + 1} ({seated[moment.seat].spec})"
            yield from (f"    {line}" for line in tell.state(rules, before, everybody))
        yield f"  seat {moment.seat + 1} {tell.action(rules, before.table, moment.action)}"
        yield from (
            f"    {line}" for line in tell.aftermath(rules, before, moment.action, walk.snapshot)
        )
    yield "\n" + _ending(engine, study, number, walk.finish())


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
