"""The two kinds of failure a user meets, each told in one line.

Plain functions raise these; the command line alone turns them into a line on
stderr and an exit code. Anything else that is raised is our own bug and keeps
its traceback.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class FathomError(Exception):
    """A run or a check failed; the message says what, where and what to do."""

    exit_code = 1


class UsageError(FathomError):
    """What was asked for cannot be done; nothing was played or written."""

    exit_code = 2


def unknown(kind: str, name: str, known: Iterable[str], where: str = "") -> UsageError:
    """Make the error for a name that does not exist.

    Parameters
    ----------
    kind
        What the name should have named, for instance ``"strategy"``.
    name
        What was found.
    known
        The names that exist; all are listed and the nearest is suggested.
    where
        Ends the first clause, for instance ``" for snorkeling"``.
    """
    names = sorted(known)
    message = f"unknown {kind} {name!r}{where}; known: {', '.join(names) or 'none'}"
    nearest = get_close_matches(name.lower(), names, n=1, cutoff=0.5)
    if nearest:
        message += f"; did you mean {nearest[0]!r}?"
    return UsageError(message)
