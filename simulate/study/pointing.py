"""The line of a file that an error is about, with a caret below it."""

from __future__ import annotations

import re

from simulate.errors import UsageError

#: How much of a long line is shown, and how much of it stands before what is pointed at.
MOST_SHOWN, BEFORE = 64, 40
#: A name, and the value after it or the first one of its list.
_SAID = re.compile(r"(?<![\w.-])([\w.-]+)[\"']?[ \t]*=[ \t]*+[\[{]?[ \t]*+[\"']?([\w.+-]+)")


def excerpt(text: str, line: int, column: int) -> str:
    """Return a line of a file with its number, and below it a caret; both count from 1."""
    whole = text.split("\n")[line - 1].replace("\t", " ")
    start = max(0, min(column - 1 - BEFORE, len(whole) - MOST_SHOWN))
    before = "..." if start else ""
    after = "..." if start + MOST_SHOWN < len(whole) else ""
    margin = f"    {line} | "
    shown = f"{margin}{before}{whole[start : start + MOST_SHOWN].rstrip()}{after}"
    return f"{shown}\n{' ' * (len(margin) - 2)}| {' ' * (len(before) + column - 1 - start)}^"


def pointed(error: UsageError, text: str) -> UsageError:
    """Return an error with the one line of a file that its first clause is about, if it is clear.

    A line is meant if it alone holds what is quoted there, or a name and its value.
    """
    clause = str(error).partition(";")[0]
    quoted = re.findall(r"'([^']+)'", clause)
    words = {*quoted, *re.findall(r"[\w.+-]+", clause)}
    names = "|".join(map(re.escape, quoted)) or "$^"
    holding = [found.start() for found in re.finditer(rf"(?<![\w.-])({names})(?![\w.-])", text)]
    saying = [
        found.start(2)
        for found in _SAID.finditer(text)
        if found[1] in words and words & {found[2], found[2].replace("_", "")}
    ]
    for places in (holding, saying):
        if places and "\n" not in text[places[0] : places[-1]]:
            line = text.count("\n", 0, places[0]) + 1
            column = places[0] - text.rfind("\n", 0, places[0])
            return UsageError(f"{error}\n{excerpt(text, line, column)}")
    return error
