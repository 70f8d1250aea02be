"""The file that keeps a design: one line of JSON per action, so that nothing is lost.

The first line has the format and the name of the game. Each further line has a design, or the word
"undo" or "redo". A line is added as soon as the action was taken. After a crash, the last line may
be missing or incomplete; an incomplete line is ignored.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from simulate.errors import FathomError, UsageError, file_error
from simulate.explore.design import MOST_STEPS, Design, History
from simulate.input_files import read_file

#: The format, as the first line of a file names it.
FORMAT = "fathom design 1"
#: The ending of the files.
ENDING = ".journal"
#: The maximum size of a file that is read, in bytes.
_MOST_BYTES = 64_000_000
#: A file with more lines than this is shortened to the actions that can be undone.
_MOST_LINES = 4 * MOST_STEPS


class DesignFile:
    """The history of a design, and the file that keeps it. No other process may write the file.

    Parameters
    ----------
    path
        The file. It is written if it does not exist.
    game
        The name of the game.
    first
        The design if there is no file yet.

    Raises
    ------
    UsageError
        If the file is not that of a design of this game, or cannot be read.
    FathomError
        If the file cannot be written.
    """

    def __init__(self, path: Path, game: str, first: Design) -> None:
        self.path = path
        self._game = game
        self.history = History(first)
        heading = {"format": FORMAT, "game": game}
        self._heading = _line(heading)
        lines, is_complete = self._read_lines() if path.exists() else ([], False)
        #: The number of lines of the file.
        self._lines = len(lines)
        if lines:
            self._restore(lines)
        has_design = self._lines > 1
        if not (is_complete and has_design) or self._lines > _MOST_LINES:
            self._write_all()

    def add(self, design: Design) -> None:
        """Make a design the current one, and write it to the file.

        Raises
        ------
        FathomError
            If the file cannot be written. The current design stays then.
        """
        if design != self.history.design:
            self._append(design.to_json())
            self.history.add(design)
            if self._lines > _MOST_LINES:
                self._write_all()

    def undo(self) -> None:
        """Undo the last action, if there is one; raise `FathomError` if writing fails."""
        if self.history.can_undo:
            self._append("undo")
            self.history.undo()

    def redo(self) -> None:
        """Repeat the action undone last, if there is one; raise `FathomError` if writing fails."""
        if self.history.can_redo:
            self._append("redo")
            self.history.redo()

    def _read_lines(self) -> tuple[list[str], bool]:
        """Return the complete lines of the file, and whether there is no incomplete line.

        Raise `UsageError` if the file cannot be read, or was never a journal of this game.
        """
        content = read_file(self.path, "journal of a design", ENDING, _MOST_BYTES)
        *lines, rest = content.decode("utf-8", "replace").split("\n")
        if not lines and not self._heading.startswith(content):
            raise self._other_file()
        return lines, bool(lines) and not rest

    def _restore(self, lines: Sequence[str]) -> None:
        """Repeat the actions of a file; raise `UsageError` if it is not a file of this game."""
        try:
            heading = json.loads(lines[0])
            is_own = heading["format"] == FORMAT and heading["game"] == self._game
        except (ValueError, TypeError, KeyError, RecursionError):
            is_own = False
        if not is_own:
            raise self._other_file()
        for number, line in enumerate(lines[1:], 2):
            try:
                self._repeat(json.loads(line), is_first=number == 2)
            except (ValueError, TypeError, KeyError, AttributeError, RecursionError, UsageError):
                raise UsageError(
                    f"line {number} of {self.path} cannot be read; delete this line to go on with "
                    "the design before it"
                ) from None

    def _other_file(self) -> UsageError:
        """Return the error for a file that is not a journal of this game."""
        return UsageError(
            f"{self.path} is not the journal of a design of {self._game}; move it away or "
            "rename it, and a new one is begun"
        )

    def _repeat(self, action: Any, *, is_first: bool) -> None:
        """Repeat an action of the file, whose first action is the design at the beginning.

        Raise an error of `Design.from_json` if the action is invalid.
        """
        if is_first:
            self.history = History(Design.from_json(action))
        elif action == "undo":
            self.history.undo()
        elif action == "redo":
            self.history.redo()
        else:
            self.history.add(Design.from_json(action))

    def _append(self, action: Any) -> None:
        """Add a line to the file; raise `FathomError` if it cannot be written.

        The file is then as before, because a part of a line would spoil the next line.
        """
        try:
            with self.path.open("ab", buffering=0) as file:
                size = file.tell()
                try:
                    rest = memoryview(_line(action))
                    while rest:  # A disk that is nearly full takes a part of the line.
                        rest = rest[file.write(rest) :]
                    os.fsync(file.fileno())
                except OSError:
                    with suppress(OSError):
                        os.truncate(self.path, size)
                    raise
        except OSError as error:
            raise self._cannot_write(error) from None
        self._lines += 1

    def _cannot_write(self, error: OSError) -> FathomError:
        """Return the error for a file that cannot be written."""
        return file_error(OSError(error.errno, error.strerror, str(self.path)))

    def _write_all(self) -> None:
        """Replace the file by one with the actions that can be undone or repeated.

        Raise `FathomError` if it cannot be written.
        """
        designs, undone = self.history.list_all()
        lines = [self._heading]
        lines += [_line(design.to_json()) for design in designs]
        lines += [_line("undo")] * undone
        building = self.path.with_name(f".{self.path.name}.new")
        try:
            with building.open("wb") as file:
                file.writelines(lines)
                file.flush()
                os.fsync(file.fileno())
            building.replace(self.path)
        except OSError as error:
            raise self._cannot_write(error) from None
        self._lines = len(lines)


def _line(action: Any) -> bytes:
    """Return an action as a line of the file; raise `ValueError` if it has an infinite number."""
    return (json.dumps(action, ensure_ascii=False, allow_nan=False) + "\n").encode("utf-8")
