"""Run the checks of ``fathom check``: play games compiled, and walk through games interpreted.

The interpreted games run in another process, so that a step that does not end can be stopped.
"""

from __future__ import annotations

import faulthandler
import json
import os
import pickle
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from typing import Any

from simulate.checking.checked_game import CheckedGame, MakeEngine
from simulate.checking.judging import CheckResult, judge
from simulate.checking.kinds import Kind
from simulate.checking.lines import describe_line, is_authors
from simulate.checking.steps import STEP_CHECKS
from simulate.checking.survey import Survey, survey
from simulate.checking.walks import (
    PLAYS,
    SEED,
    WORK,
    CheckedTable,
    Engines,
    Finding,
    Place,
    WalkResult,
    check_places,
    walk_all,
)
from simulate.child import child_command
from simulate.errors import FathomError, UsageError
from simulate.game import Game, find_game, game_names
from simulate.kit.compiled import JIT
from simulate.play import kernel, signals
from simulate.play.engine import Engine
from simulate.play.explaining import NOT_COMPILED
from strategies import find_strategy, strategies_for

#: An interpreted step that takes more seconds than this counts as endless. Even on a busy machine,
#: other steps are much faster.
HANGS = 20.0
#: Separates the output of the game from the pickled results, in the output of the process.
_MARK = b"fathom-walked:"
#: The name of the strategy that plays at random.
_RANDOM = "random"


def tables_of(game: Game) -> list[CheckedTable]:
    """Return all allowed pairs of a number of players and a variant.

    The smallest and the largest number of players come first.

    Raises
    ------
    UsageError
        If a variant does not allow any number of players.
    """
    fewest, most = game.seats
    numbers = sorted(range(fewest, most + 1), key=lambda players: players not in (fewest, most))
    errors: dict[CheckedTable, UsageError] = {}
    pairs = [CheckedTable(players, variant) for players in numbers for variant in game.variants]
    for table in pairs:
        try:
            game.resolve(table.variant, {}, table.players)
        except UsageError as error:
            errors[table] = error
    for variant in game.variants:
        of_variant = [table for table in pairs if table.variant == variant]
        if errors.keys() >= set(of_variant):
            raise errors[of_variant[0]]
    return [table for table in pairs if table not in errors]


def lineups_of(game: Game) -> list[str]:
    """Return the names of the strategies that play in the checks of a game.

    They are random, the game's default strategy and, for a game in a user's file, the strategies
    that this file declares or imports. Strategies that think ahead are left out, because they are
    slow.

    Raises
    ------
    UsageError
        If a strategy is invalid.
    FathomError
        If the file of a strategy cannot be loaded.
    """
    names = [_RANDOM, game.default_strategy]
    if game.origin:
        strategies = strategies_for(game.name_or_file).values()
        played = {game.name}
        if game.played_as not in game_names():
            played.add(game.played_as)
        names += [strategy.name for strategy in strategies if strategy.game in played]
    names = [name for name in dict.fromkeys(names) if name]
    return [name for name in names if not find_strategy(name, game.name_or_file).is_slow]


def making_engines(game: Game) -> Callable[[CheckedTable, int, Mapping[str, Any]], Engine]:
    """Return a function ``(table, lineup, changes)`` that returns an engine.

    `lineup` is an index into `lineups_of(game)`, and all seats play that strategy. `changes` are
    values of rules by name. Engines without changes are made only once.

    Raises
    ------
    UsageError
        If a strategy is invalid. The returned function raises the errors of `Engine`.
    FathomError
        If the file of a strategy cannot be loaded.
    """
    strategies = [find_strategy(spec, game.name_or_file) for spec in lineups_of(game)]
    unchanged: dict[tuple[CheckedTable, int], Engine] = {}

    def make(table: CheckedTable, lineup: int, changes: Mapping[str, Any]) -> Engine:
        if not changes and (table, lineup) in unchanged:
            return unchanged[table, lineup]
        values = game.resolve(table.variant, changes, table.players)
        engine = Engine(game, values, [strategies[lineup]] * table.players, 1, SEED)
        if not changes:
            unchanged[table, lineup] = engine
        return engine

    return make


def engines_of(game: Game, make: MakeEngine) -> Engines:
    """Return, for each pair of table and index of a strategy, a function that returns the engine.

    Parameters
    ----------
    game
        The game.
    make
        The function of `making_engines`.

    Raises
    ------
    UsageError
        If a strategy cannot be loaded, or a variant does not allow any number of players.
    """
    return {
        (table, lineup): partial(make, table, lineup, {})
        for lineup in range(len(lineups_of(game)))
        for table in tables_of(game)
    }


def check_game(
    game: Game, announce: Callable[[str], None]
) -> tuple[list[CheckResult], CheckedGame]:
    """Return the results of all checks of a game, and the games from which they were derived.

    A game that fails is not an error here, but the result of a check.

    Parameters
    ----------
    game
        The game.
    announce
        Called with the name of each stage of the checks when it begins.

    Raises
    ------
    UsageError
        If a variant does not allow any number of players, or a strategy cannot be loaded.
    FathomError
        If the file of a strategy cannot be loaded.
    """
    announce("walking through games, and playing thousands")
    process = begin_walking(game.name_or_file, HANGS, WORK)
    walking = ThreadPoolExecutor(1).submit(walked_by, process, HANGS)
    lineups = lineups_of(game)
    tables = tables_of(game)
    make = making_engines(game)
    surveyed = Survey()
    fault: FathomError | None = None

    def play_thousands() -> Survey:
        for lineup in range(len(lineups)):
            make(tables[0], lineup, {})
        _compile_redeal(game, make(tables[0], 0, {}))
        screens = {check.name: check.screen for check in STEP_CHECKS if check.screen}
        return survey(game, engines_of(game, make), screens)

    try:
        # If the walks stop at an error of the game, compiling is abandoned.
        with suppress(signals.StandstillError):
            surveyed = signals.interruptible(
                play_thousands, lambda: walking.done() and walking.result().stopped
            )
        walked = walking.result()
    except FathomError as error:
        fault = error
        walked = walking.result()
    finally:
        process.kill()
    _add_lines(game, surveyed, walked)
    checked = CheckedGame(game, tables, lineups, make, walked, surveyed, fault)
    return judge(checked, announce), checked


def _compile_redeal(game: Game, engine: Engine) -> None:
    """Compile a game's own `redeal`, so that mistakes are found even if no game calls it.

    Raises
    ------
    UsageError
        If it does not compile.
    """
    if JIT and game.redeal is not None and not kernel.ships(game):
        try:
            kernel.compile_redeal(game)
        except NOT_COMPILED as error:
            raise engine.not_compiled(error) from error


def _add_lines(game: Game, surveyed: Survey, walked: WalkResult) -> None:
    """Add the lines of code at fault to the findings on recorded games.

    To find these lines, the steps at which the games fail a check are played interpreted.
    """
    places = {
        name: place
        for name, place in surveyed.breaches.items()
        if not _is_at(walked.findings.get(name), place)
    }
    if not places or walked.stopped:
        return
    process = begin_walking(game.name_or_file, HANGS, WORK, places)
    again = walked_by(process, HANGS)
    checks = {check.name: check for check in STEP_CHECKS}
    for name, place in places.items():
        unnamed = Finding(
            f"the check {name!r} fails",
            checks[name].remedy,
            where=str(place.table),
            game=place.game,
            step=place.step,
            kind=checks[name].kind,
        )
        earlier = walked.findings.get(name, unnamed)
        walked.findings[name] = again.findings.get(name, earlier)


def _is_at(finding: Finding | None, place: Place) -> bool:
    """Return True if a finding is about the step at a place."""
    position = (str(place.table), place.game, place.step)
    return finding is not None and (finding.where, finding.game, finding.step) == position


def begin_walking(
    name: str, hangs: float, work: float, places: Mapping[str, Place] | None = None
) -> subprocess.Popen[bytes]:
    """Start a process that walks through games interpreted, and return it.

    Parameters
    ----------
    name
        The game's name or file.
    hangs
        A step that takes more seconds than this counts as endless.
    work
        The amount of work; see `simulate.checking.walks.walk_all`.
    places
        Steps to check instead of whole games, by the name of the check.
    """
    places_json = json.dumps({check: asdict(place) for check, place in (places or {}).items()})
    return subprocess.Popen(
        child_command(__name__, name, str(hangs), str(work), places_json),
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def walked_by(process: subprocess.Popen[bytes], hangs: float) -> WalkResult:
    """Wait for a process that `begin_walking` started, and return its results.

    If it was stopped or failed, its only result is a finding about that.

    Parameters
    ----------
    process
        The process.
    hangs
        The maximum number of seconds of a step, as passed to `begin_walking`.
    """
    out, err = process.communicate()
    _, mark, pickled = out.partition(_MARK)
    walked = pickle.loads(pickled) if mark else None
    if isinstance(walked, WalkResult):
        return walked
    finding = _failure_of_process(err.decode(errors="replace"), hangs)
    return WalkResult({PLAYS: finding}, stopped=True)


def _failure_of_process(trace: str, hangs: float) -> Finding:
    """Return the finding on a process that ended without results.

    Parameters
    ----------
    trace
        The text that the process wrote to stderr: the trace of a timeout, or a traceback. The line
        of the author's own code that it names is part of the finding, if there is one.
    hangs
        The maximum number of seconds of a step, as passed to `begin_walking`.
    """
    own_lines = [
        describe_line(file, int(line))
        for file, line in re.findall(r'File "(.+?)", line (\d+) in', trace)
        if is_authors(file) and "cli" not in file
    ]
    if "Timeout" in trace:  # `faulthandler` writes the innermost line first.
        problem = f"a step of a game does not end within {hangs:g} seconds"
        remedy = "look for a loop whose condition stays true"
        line = own_lines[0] if own_lines else ""
        kind = Kind.ENDLESS_STEP
    else:  # Python writes the innermost line last.
        last_lines = trace.strip().splitlines() or ["the process ended without a message"]
        problem = f"walking through games failed: {last_lines[-1]}"
        remedy = ""
        line = own_lines[-1] if own_lines else ""
        kind = Kind.CODE_FAILS
    return Finding(problem, remedy, line=line, kind=kind)


#: The number of strategies whose games are walked through: random and the default strategy.
_WALKERS = 2


def _walk(name: str, hangs: float, work: float, places_json: str) -> None:
    """Walk through games and write the results to stdout; parameters as in `begin_walking`.

    Raise `FathomError` if the game or a strategy cannot be loaded, or fails.
    """
    game = find_game(name)
    engines = engines_of(game, making_engines(game))
    places = {
        check: Place(**{**place, "table": CheckedTable(**place["table"])})
        for check, place in json.loads(places_json).items()
    }

    def beat() -> None:
        faulthandler.dump_traceback_later(hangs, exit=True)

    if places:
        walked = check_places(engines, places, beat)
    else:
        engines = {at: make for at, make in engines.items() if at[1] < _WALKERS}
        walked = walk_all(engines, beat, work)
    faulthandler.cancel_dump_traceback_later()
    sys.stdout.flush()
    sys.stdout.buffer.write(_MARK + pickle.dumps(walked))


if __name__ == "__main__":
    _walk(sys.argv[1], float(sys.argv[2]), float(sys.argv[3]), sys.argv[4])
