"""One step of a game as it is looked at: before, after, and the game's functions again."""

from __future__ import annotations

import linecache
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from traceback import walk_tb
from types import FrameType
from typing import Any

import numpy as np

from simulate.game import Snapshot
from simulate.kit.chance import start
from simulate.kit.menu import clear
from simulate.kit.read_only import clear_record
from simulate.play import kernel
from simulate.play.engine import Engine
from simulate.play.interpreted import explained
from simulate.play.walk import Moment, offered_on

_HOUSE = Path(__file__).resolve().parents[1]
#: What a game is made of or played by, but is not its author's: Python itself, and what is ours.
_NOT_AUTHORS = (
    str(Path(linecache.__file__).parent),
    *(str(_HOUSE / room) for room in ("kit", "making", "play", "checking")),
)


def is_authors(file: str) -> bool:
    """Tell whether code of a file is a game's own."""
    return not file.startswith(("<", *_NOT_AUTHORS)) and "site-packages" not in file


def named(file: str, line: int) -> str:
    """Return a line with its place."""
    return f"{Path(file).name}, line {line}: `{linecache.getline(file, line).strip()}`"


def raised(error: Exception) -> tuple[str, str]:
    """Say what was raised, and on which line of the game's own, in which function."""
    said, place = f"{type(error).__name__}: {error}", ""
    for frame, line in walk_tb(error.__traceback__):
        file = frame.f_code.co_filename
        if is_authors(file):
            place = f"{named(file, line)} in {frame.f_code.co_name}"
            said, _ = explained(error, frame, linecache.getline(file, line).strip())
    return said, place


def line_where(call: Callable[[], object], broken: Callable[[], bool]) -> str:
    """Call something interpreted and return the line from which on `broken()` holds, if it does."""
    here: list[tuple[str, int]] = []
    since: list[tuple[str, int]] = []

    def judge() -> None:
        if not broken():
            since.clear()
        elif here and not since:
            since.append(here[-1])

    def look(frame: FrameType, event: str, argument: Any) -> Any:
        if not is_authors(frame.f_code.co_filename):
            return None
        judge()
        if event in ("line", "call"):
            here[:] = [(frame.f_code.co_filename, frame.f_lineno)]
        return look

    tracing = sys.gettrace()
    sys.settrace(look)
    try:
        call()
    finally:
        sys.settrace(tracing)
    judge()
    return named(*since[-1]) if since else ""


#: What a step checks: what is wrong, and on which line; nothing where all is well.
Wrong = tuple[str, str] | None


@dataclass(frozen=True)
class Step:
    """A step of a game that was made, interpreted, so that any part of it can be made again.

    The state `before` is to be copied, not changed; `began` is what the census counted when the
    game began, `dealt` the worlds that were dealt anew so far, by seat and stream.
    """

    engine: Engine
    moment: Moment
    before: kernel.State
    after: Snapshot
    began: dict[str, int]
    number: int
    dealt: dict[tuple[int, int], kernel.State] = field(default_factory=dict)

    @property
    def rules(self) -> Any:
        """The rules record."""
        return self.engine.rules[0]

    @property
    def snapshot(self) -> Snapshot:
        """The game before the step."""
        return self.moment.snapshot

    @property
    def seats(self) -> range:
        """All seats at the table."""
        return range(len(self.engine.lineup))

    @property
    def asked(self) -> set[int]:
        """Seats for which worlds are dealt anew: the one to act, and of all one after another."""
        return {self.moment.seat, self.moment.step % len(self.seats)}

    @cached_property
    def action(self) -> str:
        """What was done, in words."""
        teller, table = self.engine.game.teller, self.snapshot.table
        try:
            return teller.action(self.rules, table, self.moment.action)
        except Exception:  # what names actions may be wrong too
            return ""

    def world(self, seat: int, stream: int = 1) -> kernel.State:
        """Return a world that fits what a seat sees, if the game's `redeal` is right."""
        if (seat, stream) in self.dealt:
            return self.dealt[seat, stream]
        state = copied(self.before)
        for other in range(len(state.own)):
            if other != seat:
                clear_record(state.own[other])
        clear_record(state.hidden)
        for label, source in enumerate((state.chance, state.dice)):
            source.seed, source.deal = np.uint64(stream), np.uint64(self.moment.step)
            start(source, source.seed, source.deal, label)
        assert self.engine.game.redeal is not None
        self.engine.game.redeal(self.rules, state, seat)
        return self.dealt.setdefault((seat, stream), state)

    def census(self, snapshot: Snapshot) -> dict[str, int]:
        """Count the components."""
        return self.engine.game.teller.census(self.rules, snapshot)


def copied(state: kernel.State) -> kernel.State:
    """Return a copy of a state, for something to be tried in it."""
    own = state.own.copy().view(np.recarray)
    return kernel.State(state.table.copy(), own, *(part.copy() for part in state[2:]))


def new_menu(engine: Engine) -> Any:
    """Return an empty menu."""
    menu = np.zeros(1, engine.game.menu.dtype).view(np.recarray)[0]
    clear(menu)
    return menu


def offered(engine: Engine, state: kernel.State) -> tuple[int, ...]:
    """Return what the seat to act may do in a state, in the order offered."""
    menu = new_menu(engine)
    engine.game.offer_actions(engine.rules[0], state, menu)
    return offered_on(menu)
