"""The lines of the code of a game's author: which of them run, and which is at fault."""

from __future__ import annotations

import linecache
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

#: A file of code and the number of a line, from 1.
Line = tuple[str, int]
_SIMULATE = Path(__file__).resolve().parents[1]
#: The folders of Python's library and of the parts of Fathom that play games.
_NOT_AUTHORS = (
    str(Path(linecache.__file__).parent),
    *(str(_SIMULATE / folder) for folder in ("kit", "making", "play", "checking")),
)


def is_authors(file: str) -> bool:
    """Return True if a file of code belongs to the author of a game, and not to a library."""
    return not file.startswith(("<", *_NOT_AUTHORS)) and "site-packages" not in file


def describe_line(file: str, line: int) -> str:
    """Return a text such as "reef.py, line 3: `x = 1`" for a line of a file.

    The text of the line is empty if the file cannot be read.
    """
    return f"{Path(file).name}, line {line}: `{linecache.getline(file, line).strip()}`"


def line_where(call: Callable[[], object], broken: Callable[[], bool]) -> str:
    """Return the line of the author's code after which a condition is broken until the end.

    The line is described as by `describe_line`. It is empty if the condition is not broken in the
    end, or if no line of the author's code ran.

    Parameters
    ----------
    call
        Called without arguments to run the code, which is interpreted.
    broken
        Called without arguments before every line; returns True if the condition is broken.

    Raises
    ------
    Exception
        Any error of `call` or `broken`, unchanged.
    """
    broken_since: list[Line] = []

    def judge(line: Line | None) -> None:
        if not broken():
            broken_since.clear()
        elif line and not broken_since:
            broken_since.append(line)

    _judge_lines(call, judge)
    return describe_line(*broken_since[-1]) if broken_since else ""


def lines_that_change(call: Callable[[], object], value: Callable[[], object]) -> list[Line]:
    """Return the lines of the author's code that change a value, in the order of the changes.

    Parameters
    ----------
    call
        Called without arguments to run the code, which is interpreted.
    value
        Called without arguments before every line; returns the value.

    Raises
    ------
    Exception
        Any error of `call` or `value`, unchanged.
    """
    values = [value()]
    lines: list[Line] = []

    def judge(line: Line | None) -> None:
        new_value = value()
        if new_value != values[-1]:
            values.append(new_value)
            lines.extend([line] if line else [])

    _judge_lines(call, judge)
    return lines


def _judge_lines(call: Callable[[], object], judge: Callable[[Line | None], None]) -> None:
    """Run code, and call `judge` after each line of the author's code, with that line.

    The line is None before the first line. Lines that call functions of Fathom end with them.
    """
    current: list[Line | None] = [None]

    def look(frame: FrameType, event: str, argument: Any) -> Any:
        if not is_authors(frame.f_code.co_filename):
            return None
        judge(current[0])
        if event in ("line", "call"):
            current[0] = (frame.f_code.co_filename, frame.f_lineno)
        return look

    _trace(call, look)
    judge(current[0])


class TooManyLinesError(Exception):
    """Raised by `lines_of` if code runs more lines than allowed."""


class RunLines:
    """The lines of the author's code that ran, in their order, as files and line numbers."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, int]] = []
        #: The first line of the latest function that code of a library called.
        self.entry: tuple[str, int] | None = None

    def first_split(self, other: RunLines) -> str:
        """Return the last line before which two runs were the same, as by `describe_line`.

        It is the line of the called function if the runs have the same lines, and empty if no line
        of the author's code ran.
        """
        if self.lines == other.lines:
            return describe_line(*self.entry) if self.entry else ""
        last = self.entry
        for line, other_line in zip(self.lines, other.lines, strict=False):
            if line != other_line:
                break
            last = line
        return describe_line(*last) if last else ""


def lines_of(call: Callable[[], object], most: int) -> RunLines:
    """Return the lines of the author's code that a call runs.

    Parameters
    ----------
    call
        Called without arguments to run the code, which is interpreted.
    most
        The maximum number of lines.

    Raises
    ------
    TooManyLinesError
        If the code runs more lines.
    Exception
        Any error of `call`, unchanged.
    """
    run = RunLines()

    def look(frame: FrameType, event: str, argument: Any) -> Any:
        file = frame.f_code.co_filename
        if not is_authors(file):
            return None
        if event == "call":
            caller = frame.f_back
            if caller is None or not is_authors(caller.f_code.co_filename):
                run.entry = (file, frame.f_lineno)
        elif event == "line":
            run.lines.append((file, frame.f_lineno))
            if len(run.lines) > most:
                raise TooManyLinesError
        return look

    _trace(call, look)
    return run


def _trace(call: Callable[[], object], look: Callable[[FrameType, str, Any], Any]) -> None:
    """Call a function, with `look` as the trace function of the interpreter meanwhile."""
    tracing = sys.gettrace()
    sys.settrace(look)
    try:
        call()
    finally:
        sys.settrace(tracing)
