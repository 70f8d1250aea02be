"""What is wrong with a study file that cannot be read, in words of whoever wrote it.

Where reading stopped is known from Python's own reader of such files; why it did is looked for in
that line, among the mistakes that people make: those of word processors, of other languages' words
and numbers, of a forgotten quotation mark or bracket.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path

from simulate.errors import FathomError
from simulate.study import mistyped_lines as lines
from simulate.study import mistyped_values as values
from simulate.study.pointing import excerpt, first_line_of_last_statement
from simulate.study.stopped import Cause, Stopped, readable

_AT = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


def diagnosed(error: tomllib.TOMLDecodeError, text: str, path: Path) -> FathomError:
    """Say which line of a file cannot be read, why not, and what to write."""
    found = _AT.search(str(error))
    written = text.splitlines() or [""]
    at_end = not (found and found[1])
    number = len(written) if not found or at_end else min(int(found[1]), len(written))
    statement = first_line_of_last_statement(written, number + at_end)
    if at_end:
        number = statement
    line = written[number - 1]
    at = min(int(found[2]) - 1 if found and not at_end else len(line.rstrip()), len(line))
    stopped = Stopped(
        _AT.sub("", str(error)), number, line, at, written[: number - 1], statement, at_end
    )
    cause = next(filter(None, (look(stopped) for look in _LOOKED_FOR)))
    number = cause.number or number
    told = f"{path}, line {number}: {cause.says}\n{excerpt(text, number, cause.at + 1)}"
    helps = cause.instead and (number != statement or readable(cause.instead))
    return FathomError(f"{told}\nWrite: {cause.instead}" if helps else told)


def _anything(line: Stopped) -> Cause:
    return Cause(
        "this cannot be read; a line is a name, an equals sign and a value: a number, true or "
        'false, a text in "quotes", or a list in [brackets]; a heading is a name in [brackets]',
        line.at,
    )


#: The first that finds its mistake says it.
_LOOKED_FOR: tuple[Callable[[Stopped], Cause | None], ...] = (
    lines.curly_quotes,
    lines.invisible,
    lines.long_minus,
    lines.said_twice,
    lines.broken_heading,
    lines.no_equals,
    lines.wrong_equals,
    lines.words_in_name,
    lines.no_value,
    values.foreign_number,
    lines.colon_within,
    lines.foreign_remark,
    values.list_without_brackets,
    values.missing_quote,
    values.backslash,
    values.spare_comma,
    values.unclosed,
    lines.two_values,
    values.bare_word,
    _anything,
)
