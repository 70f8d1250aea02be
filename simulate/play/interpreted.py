"""Play a game without the compiler until its code fails, to find the line with the mistake.

Errors in compiled code have neither lines nor names. A game that failed is therefore played again
by Python's interpreter, on the same deal with the same actions, so that it fails at the same place.
A game that does not compile is played with random actions. If the compiler is on, this happens in
another process, which reads a pickled request from its input and writes the mistake to its output.
"""

from __future__ import annotations

import importlib
import linecache
import pickle
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from traceback import walk_tb
from types import FrameType
from typing import Any

import numpy as np

from simulate.game import Game, Snapshot
from simulate.kit import code_key
from simulate.kit.menu import PASS, clear, offer
from simulate.kit.seats import all_seats
from simulate.play import kernel
from simulate.play.error_causes import EndlessError, explain_error
from simulate.play.walk import actions_on
from simulate.user_files import load_file

#: The maximum number of steps of a game with random actions.
MOST_STEPS = 2_000
#: The maximum number of lines of the author's code that run in a step. A step with more counts as
#: endless.
MOST_LINES = 100_000
#: Separates the output of the game's file from the message, in the output of the process.
MARK = "fathom-fault:"


def find_fault(playing: InterpretedGame) -> str:
    """Play a game, and return a message about the mistake at which it fails.

    The message is empty if the game ends without an error.
    """
    try:
        with np.errstate(over="ignore", divide="raise"), _counting(playing):
            playing.play()
    except Exception as error:
        return _describe(error, playing)
    return ""


@contextmanager
def _counting(playing: InterpretedGame) -> Iterator[None]:
    """Return a context manager that raises `EndlessError` if a step of the game seems endless.

    A step is taken to be endless if it executes more than `MOST_LINES` lines.
    """
    step = None
    lines = 0

    def line(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal step, lines
        if step != playing.decisions:
            step = playing.decisions
            lines = 0
        lines += 1
        if lines > MOST_LINES:
            raise EndlessError(MOST_LINES)
        return line

    def call(frame: FrameType, event: str, argument: Any) -> Any:
        return line if is_authors(frame) else None

    earlier = sys.gettrace()
    sys.settrace(call)
    try:
        yield
    finally:
        sys.settrace(earlier)


@dataclass
class InterpretedGame:
    """A game that is played without the compiler, and its current state."""

    game: Game
    #: The values of the rules by name.
    values: dict[str, Any]
    players: int
    seed: int
    #: The number of the game.
    number: int
    #: The number of the game's deal.
    deal: int
    #: The actions of all steps, turns without a decision included; None for random actions.
    actions: Sequence[int] | None
    #: The number of decisions that were made.
    decisions: int = 0
    #: The action of the current step; None before it is chosen and after the last step.
    action: int | None = None
    #: The game before the current step; None while it is dealt.
    before: Snapshot | None = None

    def __post_init__(self) -> None:
        self.rules = self.game.rules_record(self.values, self.players)[0]
        self.work = {name: array[0] for name, array in kernel.workspace(self.game).items()}

    def play(self) -> None:
        """Play the game to its end.

        Raises
        ------
        Exception
            Any error in the game's code, unchanged.
        """
        game = self.game
        rules = self.rules
        work = self.work
        table = work["table"]
        menu = work["menu"]
        for stream in (work["chance"], work["dice"]):
            stream.seed = np.uint64(self.seed)
            stream.deal = np.uint64(self.deal)
        table.active = all_seats(self.players)
        state = kernel.State(table, work["seats"].own, work["hidden"], work["chance"], work["dice"])
        game.set_up(rules, state)
        for action in self._actions(menu):
            if table.over or table.turns >= rules.max_turns:
                break
            clear(menu)
            self.action = None
            self.before = Snapshot(table.copy(), work["seats"].own.copy(), work["hidden"].copy())
            game.offer_actions(rules, state, menu)
            self.decisions += bool(menu.count)
            self.action = PASS if menu.count == 0 else action()
            game.apply(rules, state, self.action)
            game.scores(state)
        if table.over:
            self.action = None
            game.winners(rules, state)
            game.note_sets(rules, state, np.zeros(game.sets, np.int64))

    def _actions(self, menu: Any) -> Iterator[Callable[[], int]]:
        """Yield, for each step, a function that returns the action if the step has a decision.

        After the given actions, one random action follows, for the step that failed.
        """
        yield from (partial(int, action) for action in self.actions or ())
        generator = random.Random(self.seed)
        for _ in range(MOST_STEPS if self.actions is None else 1):
            yield lambda: generator.choice(actions_on(menu))

    def moment(self) -> str:
        """Return the game, seat, decision and action of the current step, in words."""
        text = f"game {self.number}, seed {self.seed}"
        if self.before is None:
            return f"{text}, while the game is dealt"
        table = self.before.table
        text += f", seat {int(table.seat) + 1}, decision {self.decisions}"
        if self.action is None:
            return text
        if self.action == PASS:
            return f"{text}, a turn without a decision"
        text += f", action {self.action}"
        with suppress(Exception):  # The function that names actions may fail too.
            text += f" ({self.game.teller.action(self.rules, table, self.action)})"
        return text


def _describe(error: Exception, playing: InterpretedGame) -> str:
    """Return a message about an error in a game's code.

    It has the line in the game's file, the cause, the moment of the game, and a remedy.
    """
    frames = list(walk_tb(error.__traceback__))
    own = [(frame, line) for frame, line in frames if is_authors(frame)]
    last = frames[-1][0]
    frame, line = own[-1] if own else frames[-1]
    file = frame.f_code.co_filename
    text = linecache.getline(file, line).strip()
    place = f" at {file}, line {line} (in {frame.f_code.co_name}): `{text}`" if own else ""
    cause, remedy = explain_error(error, frame, text)
    if last.f_code.co_name == getattr(offer, "__name__", "") and isinstance(error, IndexError):
        groups = playing.game.groups
        cause = f"it offers more than {groups} groups of actions, but GAME has groups={groups}"
        remedy = (
            "raise groups= to the maximum number of groups on a menu, or offer each with one call"
        )
    return f"game {playing.game.name} fails{place}: {cause} ({playing.moment()}); {remedy}"


def is_authors(frame: FrameType) -> bool:
    """Return True if the code of a frame belongs neither to Fathom nor to a library."""
    return _is_authors_file(frame.f_globals.get("__name__", ""), frame.f_code.co_filename)


@cache
def _is_authors_file(module: str, path: str) -> bool:
    """Return True if a file, with its module's name, belongs neither to Fathom nor a library."""
    home = module.partition(".")[0]
    file = Path(path).resolve()
    return (
        home not in code_key.NOT_AUTHORS
        and home not in sys.stdlib_module_names
        and code_key.SHIPPED not in file.parents
    )


def _answer_request() -> None:
    """Read a request from stdin, play its game, and write the message of its mistake to stdout.

    Raise `UsageError` if the game's file cannot be loaded.
    """
    (module_name, file, name), fields = pickle.load(sys.stdin.buffer)
    try:
        module = importlib.import_module(module_name)
    except ImportError:
        module = load_file(Path(file), "game file")
    fault = find_fault(InterpretedGame(getattr(module, name), *fields))
    sys.stdout.flush()
    sys.stdout.buffer.write(MARK.encode() + pickle.dumps(fault))


if __name__ == "__main__":
    _answer_request()
