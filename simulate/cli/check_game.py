"""The checks of a game: its games are walked through interpreted, and played compiled.

Interpreted games run in a process of their own, so that a step that hangs can be ended.
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
from simulate.checking.steps import STEP_CHECKS, describe_line, is_authors
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
    look_again,
    walk_all,
)
from simulate.child import child_command
from simulate.errors import FathomError, UsageError
from simulate.game import Game, find_game
from simulate.kit.compiled import JIT
from simulate.play import kernel, signals
from simulate.play.engine import Engine
from simulate.play.explaining import NOT_COMPILED
from strategies import find_strategy, strategies_for

#: Seconds without progress after which an interpreted step counts as hanging. Even on a busy
#: machine no step takes nearly as long.
HANGS = 20.0
#: Separates the output of the game from the pickled results of the process.
_MARK = b"fathom-walked:"
_RANDOM = "random"


def tables_of(game: Game) -> list[CheckedTable]:
    """Return each allowed pair of a number of players and a variant; extreme numbers come first.

    Raises
    ------
    UsageError
        If a variant is allowed for no number of players.
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
    """Return the strategies that play: random, the usual one, and all others in the game's file.

    Strategies that think ahead are left out because they are slow.
    """
    names = [_RANDOM, game.default_strategy]
    if game.origin:
        strategies = strategies_for(game.name_or_file).values()
        names += [strategy.name for strategy in strategies if strategy.game == game.name]
    names = [name for name in dict.fromkeys(names) if name]
    return [name for name in names if not find_strategy(name, game.name_or_file).is_slow]


def making_engines(game: Game) -> Callable[[CheckedTable, int, Mapping[str, Any]], Engine]:
    """Return a function that makes an engine from a table, the index of a line-up and rule changes.

    Engines without rule changes are made once.
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
    """Return functions that make an engine, by table and index of the line-up."""
    return {
        (table, lineup): partial(make, table, lineup, {})
        for lineup in range(len(lineups_of(game)))
        for table in tables_of(game)
    }


def check_game(
    game: Game, announce: Callable[[str], None]
) -> tuple[list[CheckResult], CheckedGame]:
    """Return the results of all checks of a game, and the games that they rest on.

    Parameters
    ----------
    game
        The game.
    announce
        Called with the name of each step.
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
        # An error of the game is reported at once, without waiting for the compiler.
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
    """Compile a game's own redeal, to find mistakes in lines that no simulated game reaches."""
    if JIT and game.redeal is not None and not kernel.ships(game):
        try:
            kernel.compile_redeal(game)
        except NOT_COMPILED as error:
            raise engine.not_compiled(error) from error


def _add_lines(game: Game, surveyed: Survey, walked: WalkResult) -> None:
    """Walk to the steps at which recorded games fail, and add the faulty lines to the findings."""
    places = {
        name: place
        for name, place in surveyed.breaches.items()
        if not _is_at(walked.findings.get(name), place)
    }
    if not places or walked.stopped:
        return
    process = begin_walking(game.name_or_file, HANGS, WORK, places)
    again = walked_by(process, HANGS)
    remedies = {check.name: check.remedy for check in STEP_CHECKS}
    for name, place in places.items():
        unnamed = Finding(
            f"this check fails: {name}",
            remedies[name],
            where=str(place.table),
            game=place.game,
            step=place.step,
        )
        earlier = walked.findings.get(name, unnamed)
        walked.findings[name] = again.findings.get(name, earlier)


def _is_at(finding: Finding | None, place: Place) -> bool:
    """Return whether a finding is at the first step at which recorded games fail."""
    at = (str(place.table), place.game, place.step)
    return finding is not None and (finding.where, finding.game, finding.step) == at


def begin_walking(
    name: str, hangs: float, work: float, places: Mapping[str, Place] | None = None
) -> subprocess.Popen[bytes]:
    """Start a process that walks through games interpreted, and return it.

    Parameters
    ----------
    name
        The game's name or file.
    hangs
        Seconds without progress after which a step counts as hanging.
    work
        The amount of work, as for `simulate.checking.walks.walk_all`.
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
    """Return the results of a process of `begin_walking`; a hang or a crash is a finding."""
    out, err = process.communicate()
    _, mark, pickled = out.partition(_MARK)
    walked = pickle.loads(pickled) if mark else None
    if isinstance(walked, WalkResult):
        return walked
    finding = _failure_of_process(err.decode(errors="replace"), hangs)
    return WalkResult({PLAYS: finding}, stopped=True)


def _failure_of_process(trace: str, hangs: float) -> Finding:
    """Return the finding for a process that ended without results, with the author's line."""
    own_lines = [
        describe_line(file, int(line))
        for file, line in re.findall(r'File "(.+?)", line (\d+) in', trace)
        if is_authors(file) and "cli" not in file
    ]
    if "Timeout" in trace:  # written by `faulthandler`, the innermost line first
        problem = f"a step of a game does not end within {hangs:g} seconds"
        remedy = "look for a loop whose condition stays true"
        line = own_lines[0] if own_lines else ""
    else:  # a traceback, the innermost line last
        last_lines = trace.strip().splitlines() or ["no word"]
        problem = f"walking through games failed: {last_lines[-1]}"
        remedy = ""
        line = own_lines[-1] if own_lines else ""
    return Finding(problem, remedy, line=line)


#: The number of line-ups whose games are walked through: random play and the usual strategy.
_WALKERS = 2


def _walk(name: str, hangs: float, work: float, places_json: str) -> None:
    """Walk through games and write the results to stdout; see `begin_walking`."""
    game = find_game(name)
    engines = engines_of(game, making_engines(game))
    places = {
        check: Place(**{**place, "table": CheckedTable(**place["table"])})
        for check, place in json.loads(places_json).items()
    }

    def beat() -> None:
        faulthandler.dump_traceback_later(hangs, exit=True)

    if places:
        walked = look_again(engines, places, beat)
    else:
        engines = {at: make for at, make in engines.items() if at[1] < _WALKERS}
        walked = walk_all(engines, beat, work)
    faulthandler.cancel_dump_traceback_later()
    sys.stdout.flush()
    sys.stdout.buffer.write(_MARK + pickle.dumps(walked))


if __name__ == "__main__":
    _walk(sys.argv[1], float(sys.argv[2]), float(sys.argv[3]), sys.argv[4])
