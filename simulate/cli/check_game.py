"""Checking a game: walked through interpreted, in a process of its own, and played compiled."""

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

#: Seconds of silence after which a step that is walked through is taken to hang. No step takes
#: nearly as long on a busy machine.
HANGS = 20.0
_MARK = b"fathom-walked:"
_RANDOM = "random"


def tables_of(game: Game) -> list[CheckedTable]:
    """Return every number of players with every variant that goes with it, the extremes first."""
    fewest, most = game.seats
    order = sorted(range(fewest, most + 1), key=lambda players: players not in (fewest, most))
    refused: dict[CheckedTable, UsageError] = {}
    every = [CheckedTable(players, variant) for players in order for variant in game.variants]
    for table in every:
        try:
            game.resolve(table.variant, {}, table.players)
        except UsageError as error:
            refused[table] = error
    for variant in game.variants:
        alike = [table for table in every if table.variant == variant]
        if refused.keys() >= set(alike):
            raise refused[alike[0]]
    return [table for table in every if table not in refused]


def lineups_of(game: Game) -> list[str]:
    """Return the strategies that play: random, the usual one, and all others of the game's file.

    Strategies that think ahead are left out because they are slow.
    """
    names = [_RANDOM, game.default_strategy]
    if game.origin:
        known = strategies_for(game.name_or_file).values()
        names += [strategy.name for strategy in known if strategy.game == game.name]
    names = [name for name in dict.fromkeys(names) if name]
    return [name for name in names if not find_strategy(name, game.name_or_file).is_slow]


def making_engines(game: Game) -> Callable[[CheckedTable, int, Mapping[str, Any]], Engine]:
    """Return a function that makes the engine for a table, a line-up's number and rule changes."""
    strategies = [find_strategy(spec, game.name_or_file) for spec in lineups_of(game)]
    usual: dict[tuple[CheckedTable, int], Engine] = {}

    def make(table: CheckedTable, lineup: int, changes: Mapping[str, Any]) -> Engine:
        if not changes and (table, lineup) in usual:
            return usual[table, lineup]
        values = game.resolve(table.variant, changes, table.players)
        made = Engine(game, values, [strategies[lineup]] * table.players, 1, SEED)
        return made if changes else usual.setdefault((table, lineup), made)

    return make


def engines_of(game: Game, make: MakeEngine) -> Engines:
    """Return functions that make the engine, by table and number of the line-up."""
    return {
        (table, who): partial(make, table, who, {})
        for who in range(len(lineups_of(game)))
        for table in tables_of(game)
    }


def check_game(game: Game, tell: Callable[[str], None]) -> tuple[list[CheckResult], CheckedGame]:
    """Check a game, and return the results of all checks and what was looked at."""
    tell("walking through games, and playing thousands")
    process = begin_walking(game.name_or_file, HANGS, WORK)
    walking = ThreadPoolExecutor(1).submit(walked_by, process, HANGS)
    lineups, tables, make = lineups_of(game), tables_of(game), making_engines(game)
    surveyed = Survey()
    fault: FathomError | None = None

    def play_thousands() -> Survey:
        for who in range(len(lineups)):
            make(tables[0], who, {})
        _compile_redeal(game, make(tables[0], 0, {}))
        screens = {check.name: check.screen for check in STEP_CHECKS if check.screen}
        return survey(game, engines_of(game, make), screens)

    try:
        # An error of the game is reported at once: compiling is not waited for.
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
    played = CheckedGame(game, tables, lineups, make, walked, surveyed, fault)
    return judge(played, tell), played


def _compile_redeal(game: Game, engine: Engine) -> None:
    """Compile a game's own redeal, to find mistakes in lines that no world reaches."""
    if JIT and game.redeal is not None and not kernel.ships(game):
        try:
            kernel.compile_redeal(game)
        except NOT_COMPILED as error:
            raise engine.not_compiled(error) from error


def _add_lines(game: Game, surveyed: Survey, walked: WalkResult) -> None:
    """Walk to the steps at which recorded games fail, and add findings with the line at fault."""
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
    """Begin to walk through a game, interpreted, in a process of its own.

    With `places`, only these steps are looked at, each by the check of that name.
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
    """Return the results of the process that walks through games; a hang is a finding."""
    out, err = process.communicate()
    _, mark, pickled = out.partition(_MARK)
    walked = pickle.loads(pickled) if mark else None
    if isinstance(walked, WalkResult):
        return walked
    trace = err.decode(errors="replace")
    lines = re.findall(r'File "(.+?)", line (\d+) in', trace)
    own = [
        describe_line(file, int(line))
        for file, line in lines
        if is_authors(file) and "cli" not in file
    ]
    said = f"a step of a game does not end within {hangs:g} seconds"
    remedy = "look for a loop whose condition stays true"
    if "Timeout" not in trace:
        said = f"walking through games failed: {(trace.strip().splitlines() or ['no word'])[-1]}"
        remedy, own = "", own[::-1]  # a traceback ends with where it was
    fault = Finding(said, remedy, line=own[0] if own else "")
    return WalkResult({PLAYS: fault}, stopped=True)


#: The number of line-ups whose games are walked through: random players and the usual strategy.
_WALKERS = 2


def _walk(name: str, hangs: float, work: float, places_json: str) -> None:
    """Walk through games of the game of that name, and print the results."""
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
