"""The two kinds of failure a user meets, each told in one line.

Plain functions raise these; the command line alone turns them into a line on
stderr and an exit code. Anything else that is raised is our own bug and keeps
its traceback.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from enum import IntEnum


class ExitCode(IntEnum):
    """What a command leaves with."""

    DONE = 0
    FAILED = 1  # a missed target, another tally than pinned, a broken file
    USAGE = 2  # what was asked for cannot be done
    UNDECIDED = 3  # no target missed, but not enough games for one, or for the precision
    INTERRUPTED = 130  # what was finished is shown and kept


class FathomError(Exception):
    """A run or a check failed; the message says what, where and what to do."""

    exit_code = ExitCode.FAILED


class UsageError(FathomError):
    """What was asked for cannot be done; nothing was played or written."""

    exit_code = ExitCode.USAGE


#: The most names that are all listed when one is not known; of more the nearest few are.
MOST_LISTED, NEAREST = 20, 5
#: How alike two names are, of 1, when one may be a misspelling of the other.
ALIKE = 0.5
#: Where all names of a kind are told that there can be many of.
_LISTED_IN = {
    "figure": "the summary.json of a run and 'fathom run GAME --json' have all of them",
    "rule": "'fathom rules GAME' lists all of them",
    "strategy": "'fathom strategies GAME' lists all of them",
}


def unknown(kind: str, name: str, known: Iterable[str], where: str = "") -> UsageError:
    """Make the error for a name that does not exist.

    Parameters
    ----------
    kind
        What the name should have named, for instance ``"strategy"``.
    name
        What was found.
    known
        The names that exist; the nearest is suggested, and all are listed if they are at
        most `MOST_LISTED`.
    where
        Ends the first clause, for instance ``" for snorkeling"``.
    """
    names = sorted(known)
    near = _nearest(name, names)
    message = f"unknown {kind} {name!r}{where}"
    suggested = f"; did you mean {near[0]!r}?" if near else ""
    if len(names) <= MOST_LISTED:
        return UsageError(f"{message}; known: {', '.join(names) or 'none'}{suggested}")
    shown = near[1:] or [other for other in names if other not in near][:NEAREST]
    more = len(names) - len(shown) - len(near[:1])
    message += f"{suggested} Others are " if near else "; known are "
    message += f"{', '.join(shown)} and {more} more"
    return UsageError(f"{message}; {_LISTED_IN[kind]}" if kind in _LISTED_IN else message)


def _nearest(name: str, names: Sequence[str]) -> list[str]:
    """Return the few names most like one, the likest first; then those that hold it."""
    alike = SequenceMatcher(b=name.lower())
    likeness = {}
    for other in names:
        alike.set_seq1(other)
        likeness[other] = alike.ratio()
    near = sorted(
        (other for other in names if likeness[other] >= ALIKE),
        key=likeness.__getitem__,
        reverse=True,
    )
    holding = [other for other in names if name and name.lower() in other]
    return list(dict.fromkeys([*near, *holding]))[:NEAREST]
