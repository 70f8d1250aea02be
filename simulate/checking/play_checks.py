"""Checks that games end, can be repeated, and are the same when compiled and interpreted."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from simulate.checking.checked_game import GAMES, CheckedGame
from simulate.checking.kinds import Kind
from simulate.checking.offering_loops import find_loop_beside
from simulate.checking.screens import actions_in
from simulate.checking.steps import Breach, changed_field
from simulate.checking.use_checks import never_offered_actions
from simulate.checking.walks import CheckedTable, Finding, GameState
from simulate.game import Snapshot
from simulate.kit.menu import PASS
from simulate.play import rows as row
from simulate.play.engine import Engine
from simulate.play.walk import find_most_frequent_action

#: The number of last actions of an undecided game, of which a finding names the most frequent.
LAST = 200
#: The largest share of undecided games of random players that is only a warning.
MAY_BE_UNDECIDED = 0.02

ENDS = "games end"
SAME = "the same seed gives the same games, however divided"
INTERPRETED = "compiled and interpreted games are the same"


def find_endless_games(checked: CheckedGame) -> Iterator[Finding]:
    """Yield a finding for each table and line-up with games that are undecided after `max_turns`.

    Raises
    ------
    FathomError
        If the code of the game or of a strategy raises an error.
    """
    for (table, lineup), rows in checked.rows.items():
        games = len(rows)
        undecided = np.flatnonzero(rows[:, row.FINISHED] == 0)
        if not undecided.size:
            games, undecided = _unfinished_in_survey(checked, table, lineup)
        if not undecided.size:
            continue
        share = undecided.size / games
        number = int(undecided[0])
        engine = checked.make(table, lineup, {})
        last_steps = _describe_last_steps(checked, engine, number)
        yield Finding(
            f"{undecided.size} of {games:,} games are not decided after "
            f"{int(engine.rules[0].max_turns):,} turns with {checked.lineups[lineup]}; "
            f"{last_steps.problem}",
            last_steps.remedy,
            where=str(table),
            game=number,
            warning=share <= MAY_BE_UNDECIDED or lineup > 0,
            line=last_steps.line,
            kind=Kind.ENDLESS_GAME,
        )


def _unfinished_in_survey(
    checked: CheckedGame, table: CheckedTable, lineup: int
) -> tuple[int, row.Integers]:
    """Return the number of recorded games, and the indices of those that do not finish.

    The games are those of one table and line-up. Games whose record stops early are played on
    first. The result is 0 and an empty array if this table and line-up were not recorded.

    Raise `FathomError` if the game or a strategy fails.
    """
    cell = checked.survey.cells.get((table, lineup))
    if cell is None:
        return 0, np.zeros(0, np.int64)
    rows = cell.rows.copy()
    for number in np.flatnonzero((rows[:, row.FINISHED] == 0) & (rows[:, row.TURNS] == 0)):
        rows[number] = checked.make(table, lineup, {}).play(int(number), 1)[0]
    return len(rows), np.flatnonzero(rows[:, row.FINISHED] == 0)


def _describe_last_steps(checked: CheckedGame, engine: Engine, number: int) -> Breach:
    """Return a description of the last steps of a game that is not decided, with a remedy.

    It names the most frequent action. If no seat has an action any more, it names the actions that
    no game offers.

    Raise `FathomError` if the game or a strategy fails.
    """
    walk = engine.walk(number)
    walk.finish()
    last = min(LAST, walk.steps)
    action, times, moment = find_most_frequent_action(
        engine.game, engine.rules[0], engine.walk(number), walk.steps, last
    )
    if moment.action != PASS or times < last:
        return Breach(
            f"{times} of the last {last} actions are: {action}",
            remedy="let a supply run out, or call end_game after a number of rounds",
        )
    problem = "no seat is offered any action any more"
    never = never_offered_actions(checked)
    if not never:
        return Breach(problem, remedy="call end_game when no seat has an action left")
    names = " and ".join(never)
    left_out = [action for numbers in never.values() for action in numbers]
    line = find_loop_beside(engine.game, left_out, actions_in(checked.survey.offered))
    return Breach(
        f"{problem}, and {names} {'is' if len(never) == 1 else 'are'} never offered",
        line,
        f"offer {names} in legal, or call end_game when no seat has an action left",
    )


def find_unrepeatable_games(checked: CheckedGame) -> Iterator[Finding]:
    """Yield findings on games that differ when played again, or alone instead of in a block.

    Raises
    ------
    FathomError
        If the code of the game or of a strategy raises an error.
    """
    faulty_tables: set[CheckedTable] = set()
    for (table, lineup), rows in checked.rows.items():
        engine = checked.make(table, lineup, {})
        repeated = {
            "again": dict(enumerate(engine.play(0, GAMES))),
            "alone": {number: engine.play(number, 1)[0] for number in (GAMES - 1, GAMES // 2)},
        }
        # If games of random players are repeatable, the fault is in the strategy.
        is_strategy = lineup > 0 and table not in faulty_tables
        for how, rows_again in repeated.items():
            different = [
                number
                for number in rows_again
                if not np.array_equal(rows_again[number], rows[number])
            ]
            if not different:
                continue
            if is_strategy:
                problem = (
                    f"strategy {checked.lineups[lineup]} decides differently when a game is "
                    f"played {how}"
                )
                remedy = "let it decide from its view alone, and draw from view.chance"
            else:
                faulty_tables.add(table)
                problem = f"a game has a different result when it is played {how}"
                remedy = (
                    "keep everything about a game in state and rules, and draw from state.chance"
                )
            yield Finding(
                problem,
                remedy,
                where=str(table),
                game=different[0],
                kind=Kind.NOT_REPEATABLE,
            )


def find_interpreted_differences(checked: CheckedGame) -> Iterator[Finding]:
    """Yield a finding for each table and line-up with a game that differs when it is interpreted.

    Raises
    ------
    FathomError
        If the compiled code of the game or of a strategy raises an error.
    """
    for (table, lineup, number), interpreted in checked.walked.last_states.items():
        walk = checked.make(table, lineup, {}).walk(number)
        walk.skip(interpreted.steps)
        compiled_row = None if walk.row is None else walk.row.tolist()
        field = changed_field(walk.snapshot, _snapshot_of(interpreted, walk.snapshot))
        if field or compiled_row != interpreted.row:
            yield Finding(
                f"after {interpreted.steps} steps, {field or 'the result'} of the compiled game "
                "differs from the interpreted game",
                "look for a number of more than 64 bits, a fraction, or an index below 0",
                where=str(table),
                game=number,
                kind=Kind.COMPILED_DIFFERS,
            )


def _snapshot_of(state: GameState, like: Snapshot) -> Snapshot:
    """Return a stored state as a snapshot whose records have the types of the records of `like`."""
    records = zip(like, state.state, strict=True)
    return Snapshot(
        *(np.frombuffer(content, record.dtype).reshape(record.shape) for record, content in records)
    )


def no_walks(checked: CheckedGame) -> str:
    """Return the reason why there is no interpreted game to compare; empty if there is one."""
    return "" if checked.walked.last_states else "no game was walked through"
