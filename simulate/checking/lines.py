"""The line of a game's file after which something holds that must not."""

from __future__ import annotations

import linecache
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from simulate.play.interpreted import explained

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
    said, place, trace = f"{type(error).__name__}: {error}", "", error.__traceback__
    while trace:
        file, line, where = trace.tb_frame.f_code.co_filename, trace.tb_lineno, trace.tb_frame
        if is_authors(file):
            place = f"{named(file, line)} in {where.f_code.co_name}"
            said, _ = explained(error, where, linecache.getline(file, line).strip())
        trace = trace.tb_next
    return said, place


def line_where(call: Callable[[], object], broken: Callable[[], bool]) -> str:
    """Call something interpreted and return the line from which on `broken()` holds, if it does.

    Parameters
    ----------
    call
        Does what broke a rule, once more.
    broken
        Tells, as it goes, whether the rule is broken by now; it may mend itself in between, as
        where a card is taken first and put down then.
    """
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
