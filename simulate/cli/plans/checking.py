"""Checking a game: walked through interpreted, in a process of its own, and played compiled."""

from __future__ import annotations

import faulthandler
import os
import pickle
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any

from simulate.checking.blocks import Played, Result, judge
from simulate.checking.steps import is_authors, named
from simulate.checking.walks import PLAYS, SEED, Finding, Table, Walked, walk_all
from simulate.child import child_command
from simulate.errors import FathomError, UsageError
from simulate.game import Game, find_game
from simulate.play import signals
from simulate.play.engine import Engine
from strategies import find_strategy

#: Seconds in which games are walked through, in which they are played compiled at the least, and
#: in which all is done, but for what has been begun.
WALKING, PLAYING, IN_ALL = 15.0, 12.0, 45.0
#: Seconds of silence after which a step is taken to hang.
HANGS = 10.0
#: Games walked through at each table, as far as there is time.
NUMBERS = range(6)
_MARK = b"fathom-walked:"
_LOTS = "random"


def tables_of(game: Game) -> list[Table]:
    """Return every number of players with every variant that goes with it, the extremes first."""
    fewest, most = game.seats
    order = sorted(range(fewest, most + 1), key=lambda players: players not in (fewest, most))
    refused: dict[Table, UsageError] = {}
    every = [Table(players, variant) for players in order for variant in game.variants]
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
    """Return who plays the games: lots, and the game's own style, unless it takes long."""
    usual = game.default_strategy
    own = [usual] if usual and usual != _LOTS else []
    return [_LOTS, *(spec for spec in own if not find_strategy(spec, game.typed).is_slow)]


def making_engines(game: Game) -> Callable[[Table, int, Mapping[str, Any]], Engine]:
    """Return what makes an engine for a table, a line-up's number, and changes of rules."""
    who = [find_strategy(spec, game.typed) for spec in lineups_of(game)]

    usual: dict[tuple[Table, int], Engine] = {}

    def make(table: Table, lineup: int, changes: Mapping[str, Any]) -> Engine:
        if not changes and (table, lineup) in usual:
            return usual[table, lineup]
        values = game.resolve(table.variant, changes, table.players)
        made = Engine(game, values, [who[lineup]] * table.players, 1, SEED)
        return made if changes else usual.setdefault((table, lineup), made)

    return make


def check_game(game: Game, tell: Callable[[str], None]) -> tuple[list[Result], Walked]:
    """Check a game, and return what became of each check and what came of walking."""
    tell("walking through games, and compiling")
    begun = time.monotonic()
    process = begin_walking(game.typed, WALKING, HANGS)
    lineups, tables, make = lineups_of(game), tables_of(game), making_engines(game)
    walking = ThreadPoolExecutor(1).submit(walked_by, process, WALKING, HANGS)
    failed: FathomError | None = None

    def compile_all() -> None:
        for who in range(len(lineups)):
            make(tables[0], who, {})

    try:
        # A game that raises is told at once: what is being compiled meanwhile is left behind.
        with suppress(signals.StandstillError):
            signals.interruptible(compile_all, lambda: walking.done() and walking.result().stopped)
        walked = walking.result()
    except FathomError as error:  # told once games are to be played
        failed, walked = error, walking.result()
    finally:
        process.kill()

    def play() -> Played:
        if failed:
            raise failed
        deadline = max(begun + IN_ALL, time.monotonic() + PLAYING)
        return Played(game, tables, lineups, make, walked, deadline)

    # Compiled code that hangs is left behind.
    watch = threading.Timer(2 * IN_ALL, signals.interrupt)
    watch.daemon = True
    watch.start()
    try:
        return judge(game, walked, play, tell), walked
    finally:
        watch.cancel()
        signals.resume()


def begin_walking(name: str, walking: float, hangs: float) -> subprocess.Popen[bytes]:
    """Begin to walk through a game, interpreted, in a process of its own: for how many seconds."""
    return subprocess.Popen(
        child_command(__name__, name, str(walking), str(hangs)),
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def walked_by(process: subprocess.Popen[bytes], walking: float, hangs: float) -> Walked:
    """Return what the process that walks through games found; that it hangs is a finding."""
    try:
        out, err = process.communicate(timeout=walking + 3 * HANGS)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
    _, found, told = out.partition(_MARK)
    walked = pickle.loads(told) if found else None
    if isinstance(walked, Walked):
        return walked
    trace = err.decode(errors="replace")
    lines = re.findall(r'File "(.+?)", line (\d+) in', trace)
    own = [named(file, int(line)) for file, line in lines if is_authors(file) and "cli" not in file]
    said = f"a step of a game does not end within {hangs:g} seconds"
    remedy = "look for a loop whose condition stays true"
    if "Timeout" not in trace:
        said = f"walking through games failed: {(trace.strip().splitlines() or ['no word'])[-1]}"
        remedy, own = "", own[::-1]  # a traceback ends with where it was
    fault = Finding(said, remedy, line=own[0] if own else "")
    return Walked({PLAYS: fault}, stopped=True)


def _walk(name: str, walking: float, hangs: float) -> None:
    """Walk through games of the game of that name, and print what came of it."""
    game = find_game(name)
    make = making_engines(game)
    deadline = time.monotonic() + walking
    faulthandler.dump_traceback_later(walking + hangs, exit=True)

    engines = {
        (table, who): partial(make, table, who, {})
        for who in range(len(lineups_of(game)))
        for table in tables_of(game)
    }
    walked = walk_all(engines, NUMBERS, deadline)
    faulthandler.cancel_dump_traceback_later()
    sys.stdout.flush()
    sys.stdout.buffer.write(_MARK + pickle.dumps(walked))


if __name__ == "__main__":
    _walk(sys.argv[1], float(sys.argv[2]), float(sys.argv[3]))
