"""Playing one game interpreted, outside the kernel, until its own code fails.

Compiled code knows neither lines nor names. A game that failed is played again, interpreted: the
same deal and the same actions, so that it fails at the same place. One that does not compile is
played with actions chosen by lot. Where the compiler is on it is a process of its own, which takes
a pickled request from its input and answers on its output.
"""

from __future__ import annotations

import ast
import importlib
import linecache
import pickle
import random
import re
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

from simulate.errors import unknown
from simulate.game import Game, Snapshot
from simulate.kit import code_key
from simulate.kit.menu import PASS, clear, offer
from simulate.kit.seats import all_seats
from simulate.play import kernel
from simulate.play.walk import actions_on
from simulate.user_files import load_file

#: Steps of a game played by lot.
MOST_STEPS = 2_000
#: Lines of the author's that no step of a game takes.
MOST_LINES = 100_000
#: Begins what the process prints of a fault, after all that the game's file may print.
MARK = "fathom-fault:"


def find_fault(playing: InterpretedGame) -> str:
    """Play a game until its code raises, and say what it was; nothing if nothing does."""
    try:
        with np.errstate(over="ignore"), _counting(playing):
            playing.play()
    except Exception as error:
        return _told(error, playing)
    return ""


class _EndlessError(Exception):
    """More lines were run in one step than any step takes."""


@contextmanager
def _counting(playing: InterpretedGame) -> Iterator[None]:
    """Stop a step that runs more lines of the author's than any step does."""
    step, lines = None, 0

    def line(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal step, lines
        if step != playing.decisions:
            step, lines = playing.decisions, 0
        lines += 1
        if lines > MOST_LINES:
            raise _EndlessError
        return line

    def call(frame: FrameType, event: str, argument: Any) -> Any:
        return line if _is_authors(frame) else None

    earlier = sys.gettrace()
    sys.settrace(call)
    try:
        yield
    finally:
        sys.settrace(earlier)


@dataclass
class InterpretedGame:
    """A game that is played again, and where it is.

    `actions` are of all its steps, turns without a decision included; ``None`` to choose by lot.
    """

    game: Game
    values: dict[str, Any]
    players: int
    seed: int
    number: int
    deal: int
    actions: Sequence[int] | None
    decisions: int = 0
    action: int | None = None
    before: Snapshot | None = None

    def __post_init__(self) -> None:
        self.rules = self.game.rules_record(self.values, self.players)[0]
        self.work = {name: array[0] for name, array in kernel.workspace(self.game).items()}

    def play(self) -> None:
        """Play to the end, unless the game's code raises."""
        game, rules, work = self.game, self.rules, self.work
        table, menu = work["table"], work["menu"]
        for stream in (work["chance"], work["dice"]):
            stream.seed, stream.deal = np.uint64(self.seed), np.uint64(self.deal)
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

    def _actions(self, menu: Any) -> Iterator[Callable[[], int]]:
        """Yield what tells each action: those asked for and one step more, or by lot."""
        yield from (partial(int, action) for action in self.actions or ())
        lot = random.Random(self.seed)
        for _ in range(MOST_STEPS if self.actions is None else 1):
            yield lambda: lot.choice(actions_on(menu))

    def moment(self) -> str:
        """Say which game, seat, decision and action it was."""
        told = f"game {self.number}, seed {self.seed}"
        if self.before is None:
            return f"{told}, while it is dealt"
        table = self.before.table
        told += f", seat {int(table.seat) + 1}, decision {self.decisions}"
        if self.action is None:
            return told
        if self.action == PASS:
            return f"{told}, a turn without a choice"
        told += f", action {self.action}"
        with suppress(Exception):  # what names actions may be wrong too
            told += f" ({self.game.teller.action(self.rules, table, self.action)})"
        return told


def _told(error: Exception, playing: InterpretedGame) -> str:
    """Say what was raised, where if at a line of the game's own, when, and what to do."""
    frames = list(walk_tb(error.__traceback__))
    own = [one for one in frames if _is_authors(one[0])]
    last = frames[-1][0]
    frame, line = own[-1] if own else frames[-1]
    file = frame.f_code.co_filename
    text = linecache.getline(file, line).strip()
    place = f" at {file}, line {line} (in {frame.f_code.co_name}): `{text}`" if own else ""
    said, remedy = explain_error(error, frame, text)
    if last.f_code.co_name == getattr(offer, "__name__", "") and isinstance(error, IndexError):
        groups = playing.game.groups
        said = f"it offers more than {groups} groups of actions, and GAME has groups={groups}"
        remedy = "declare as many groups as a menu can have, or offer whole groups with one call"
    return f"game {playing.game.name} fails{place}: {said} ({playing.moment()}); {remedy}"


def _is_authors(frame: FrameType) -> bool:
    """Tell whether a line is neither Fathom's nor a library's."""
    return _is_authors_file(frame.f_globals.get("__name__", ""), frame.f_code.co_filename)


@cache
def _is_authors_file(module: str, named: str) -> bool:
    home, file = module.partition(".")[0], Path(named).resolve()
    return (
        home not in code_key.NOT_AUTHORS
        and home not in sys.stdlib_module_names
        and code_key.SHIPPED not in file.parents
    )


def explain_error(error: Exception, frame: FrameType, text: str) -> tuple[str, str]:
    """Return what was raised in words, by a line of somebody's, and the likely remedy."""
    parts = _parts_of(text)
    if isinstance(error, _EndlessError):
        return (
            f"this step has run {MOST_LINES:,} lines and does not end",
            "look for the loop around this line, and for what should end it",
        )
    if isinstance(error, IndexError):
        for node in parts:
            if isinstance(node, ast.Subscript) and (told := _outside(node, frame)):
                return told, "keep the index inside, or give the field more places in its layout"
    if isinstance(error, AttributeError):
        missing = re.search(r"'?(\w+)'?$", str(error))
        for node in parts:
            if not isinstance(node, ast.Attribute) or not missing or node.attr != missing[1]:
                continue
            record = _value(node.value, frame)
            fields = getattr(getattr(record, "dtype", None), "names", None)
            if fields := fields or getattr(record, "_fields", None):
                said = str(unknown("field", node.attr, fields, f" of {ast.unparse(node.value)}"))
                return said, "correct its name, or add it to the layout"
    return f"{type(error).__name__}: {error}", "correct that line"


def _parts_of(text: str) -> list[ast.AST]:
    """Return the parts of a line; of one that opens a block, of its condition."""
    for written in (text, f"{text} pass", re.sub(r"^el(?=if)", "", text) + " pass"):
        try:
            return list(ast.walk(ast.parse(written)))
        except SyntaxError:
            continue
    return []


def _outside(node: ast.Subscript, frame: FrameType) -> str:
    """Say which index lies outside, if one does."""
    array, index = _value(node.value, frame), _value(node.slice, frame)
    given = index if isinstance(index, tuple) else (index,)
    shape = (len(array),) if isinstance(array, list) else getattr(array, "shape", ())
    for axis, (places, one) in enumerate(zip(shape, given, strict=False)):
        if isinstance(one, int | np.integer) and not -places <= one < places:
            along = f" along its {('first', 'second', 'third')[axis]} axis" if axis else ""
            return (
                f"index {one} of {ast.unparse(node.value)}, which has {places} places "
                f"(0 to {places - 1}){along}"
            )
    return ""


def _value(node: ast.expr, frame: FrameType) -> Any:
    """Evaluate a part of a line again where nothing is called, so that nothing changes."""
    if any(isinstance(part, ast.Call | ast.NamedExpr) for part in ast.walk(node)):
        return None
    try:
        return eval(ast.unparse(node), frame.f_globals, frame.f_locals)
    except Exception:  # names that a comprehension binds, for instance
        return None


def _answer() -> None:
    (module_name, file, name), fields = pickle.load(sys.stdin.buffer)
    try:
        module = importlib.import_module(module_name)
    except ImportError:
        module = load_file(Path(file), "game file")
    fault = find_fault(InterpretedGame(getattr(module, name), *fields))
    sys.stdout.flush()
    sys.stdout.buffer.write(MARK.encode() + pickle.dumps(fault))


if __name__ == "__main__":
    _answer()
