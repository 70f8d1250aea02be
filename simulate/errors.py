"""The two kinds of failure a user meets, told in a few words; and what no words may hold.

Plain functions raise these; the command line alone turns them into a message on stderr and an exit
code. A message is one sentence; a line of a file that is shown and its caret stand below it.
Anything else that is raised is our own bug and keeps its traceback.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from enum import IntEnum
from pathlib import Path


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


class StoppedError(FathomError):
    """A command was stopped before it could show anything; the message says what is kept."""

    exit_code = ExitCode.INTERRUPTED


#: What to do where the system refuses to read or write, by what it says.
_REMEDIES = {
    errno.ENOSPC: "make room on the disk, or choose a folder on another one with --out or, "
    "for machine code, FATHOM_CACHE",
    errno.EDQUOT: "make room, for your share of the disk is used up",
    errno.EFBIG: "allow larger files with ulimit -f, or choose a folder on another disk with --out",
    errno.EROFS: "choose a folder that can be written to",
    errno.EACCES: "ask for permission, or choose another file or folder",
    errno.EPERM: "ask for permission, or choose another file or folder",
    errno.ENAMETOOLONG: "give it a shorter name",
    errno.EMFILE: "close some files or programs, or allow more with ulimit -n",
    errno.ENFILE: "close some files or programs",
    errno.ENOENT: "look whether it was moved or deleted meanwhile",
    errno.EIO: "look whether the disk is there and sound",
}


def file_error(error: OSError) -> FathomError:
    """Make the error for what the system would not do with a file: which, why, and what to do."""
    names = [str(name) for name in (error.filename, error.filename2) if name is not None]
    what = f"cannot read or write {' or '.join(names)}" if names else "cannot go on"
    return FathomError(f"{what}: {explain_os_error(error)}")


def explain_os_error(error: OSError) -> str:
    """Say why the system would not do it, and what to do."""
    # What is written through libraries says more than anybody can use.
    said = os.strerror(error.errno) if error.errno else str(error) or type(error).__name__
    remedy = _REMEDIES.get(error.errno or 0, "look at the file and its folder, and try again")
    return f"{said[:1].lower()}{said[1:]}; {remedy}"


#: The most names that are all listed when one is not known; of more the nearest few are.
MOST_LISTED, NEAREST = 20, 5
#: How alike two names are, of 1, when one may be a misspelling of the other: files, or where
#: one holds the other; and all else.
ALIKE, SURELY = 0.5, 0.62
#: Where all names of a kind are told that there can be many of.
_LISTED_IN = {
    "figure": "the summary.json of a run and 'fathom run GAME --json' have all of them",
    "rule": "'fathom rules GAME' lists all of them",
    "strategy": "'fathom strategies GAME' lists all of them",
}
#: What words in names of figures are for what people type instead.
_MEANT = {
    "p50": ("median", "middle"),
    "mean": ("average", "avg", "typical"),
    "length": ("duration", "time"),
    "minutes": ("minute", "mins"),
    "win_rate": ("winrate", "winning_rate"),
}


def unknown(kind: str, name: str, known: Iterable[str], where: str = "") -> UsageError:
    """Make the error for a name of a kind that does not exist, with the nearest that does.

    The first clause ends with `where`, as in ``" for snorkeling"``.
    """
    names = sorted(known)
    meant = {typed: word for word, some in _MEANT.items() for typed in some}
    called = meant if kind == "figure" else {}
    likely = re.sub("[A-Za-z_]+", lambda word: called.get(word[0].lower(), word[0]), name)
    near = _nearest(likely, names)
    message = f"unknown {kind} {name!r}{where}"
    suggested = f"; did you mean {near[0]!r}?" if near else ""
    if len(names) <= MOST_LISTED:
        return UsageError(f"{message}; known: {', '.join(names) or 'none'}{suggested}")
    shown = near[1:] or [other for other in names if other not in near][:NEAREST]
    more = len(names) - len(shown) - len(near[:1])
    message += f"{suggested} Others are " if near else "; known are "
    message += f"{', '.join(shown)} and {more} more"
    return UsageError(f"{message}; {_LISTED_IN[kind]}" if kind in _LISTED_IN else message)


def describe_location(name: str, parts: Mapping[str, Sequence[str]]) -> str:
    """Say in which other part a name is that was looked for; ``""`` if nowhere."""
    there = [f"{part}.{name}" for part, names in parts.items() if name in names]
    return f"{name!r} is not there; it is {' or '.join(there)}" if there else ""


def _nearest(name: str, names: Sequence[str]) -> list[str]:
    """Return the few names most like one, the likest first; then those that hold it."""
    likeness = {other: _likeness(other, name) for other in names}
    holding = [other for other in names if name and name.lower() in other]
    near = [other for other in names if likeness[other] >= (ALIKE if other in holding else SURELY)]
    # Who asks for minutes, say, most likely means their mean.
    near.sort(key=lambda other: likeness[other] + 0.1 * other.endswith(".mean"), reverse=True)
    return list(dict.fromkeys([*near, *holding]))[:NEAREST]


def _likeness(other: str, name: str) -> float:
    return SequenceMatcher(None, other, name.lower()).ratio()


def missing_file(kind: str, path: Path, ending: str) -> UsageError:
    """Make the error for a file of a kind that is not there, with what may have been meant."""
    told = f"there is no {kind} {path}"
    if hidden := find_misnamed(path.with_suffix(""), ending):
        return UsageError(f"{told}, but there is {hidden}; {how_to_rename(hidden, ending)}")
    if near := _files_near(path, ending):
        return UsageError(f"{told}; did you mean {' or '.join(map(str, near))}?")
    folder = "" if path.parent.is_dir() else f": there is no folder {path.parent}"
    return UsageError(f"{told}{folder}; you are in {Path.cwd()}")


def find_misnamed(path: Path, ending: str) -> Path | None:
    """Return a file that has no ending, or one too many, instead of the one its kind has.

    Editors of Windows save ``plain.toml`` as ``plain.toml.txt``, and its Explorer shows neither.
    """
    for wrong in (f"{ending}.txt", "", ".txt", f"{ending}{ending}"):
        file = path.with_name(f"{path.name}{wrong}")
        if file.is_file():
            return file
    return None


def how_to_rename(file: Path, ending: str) -> str:
    """Say how the name of a file has to end, and how to see how it does."""
    bare = file.name
    while bare.endswith((".txt", ending)):
        bare = bare.removesuffix(".txt").removesuffix(ending)
    return (
        f"rename it {bare}{ending} (the Explorer of Windows hides endings: switch on View, File "
        "name extensions)"
    )


def _files_near(path: Path, ending: str) -> list[Path]:
    """Return files of the kind that are called alike or so in another folder, the likest first."""
    folders = [path.parent] if path.parent.is_dir() else []
    folders += [Path()] if path.parent != Path() else []
    try:
        folders += sorted(one for one in Path().iterdir() if one.is_dir())
        if same := [folder / path.name for folder in folders if (folder / path.name).is_file()]:
            return same[:2]
        beside = {file.name: file for file in folders[0].glob(f"*{ending}")} if folders else {}
    except OSError:  # a folder that may not be looked into
        return []
    near = _nearest(path.name, sorted(beside))
    # Without their ending, which all files of the kind have.
    near = [name for name in near if _likeness(Path(name).stem.lower(), path.stem) >= ALIKE]
    return [beside[name] for name in near[:2]]


#: Characters that in a name from elsewhere could repaint a terminal, hide the end of a file's name
#: or break a picture. C0 and C1 but for tabs and line ends, what breaks lines besides, what turns
#: directions; and what no file can hold as UTF-8, as bytes of a name that are no text, or no
#: picture as XML.
_UNFIT = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069"
    "\ud800-\udfff\ufffe\uffff]"
)
#: What is seen instead of each.
SIGN = "\N{REPLACEMENT CHARACTER}"


def find_unprintable(text: str) -> str:
    """Return how the first character that is not to be printed is written in code, or nothing."""
    found = _UNFIT.search(text)
    return ascii(found[0])[1:-1] if found else ""


def escape_unprintable(text: str) -> str:
    r"""Return TOML text with an escape (``\uXXXX``) instead of each character not to be printed.

    TOML has no escape for half a surrogate pair, so `SIGN` takes its place.
    """

    def escape(match: re.Match[str]) -> str:
        code = ord(match[0])
        return SIGN if 0xD800 <= code <= 0xDFFF else f"\\u{code:04x}"

    return _UNFIT.sub(escape, text)


def printable_text(text: str) -> str:
    """Return a text with a sign instead of each character that is not to be printed."""
    return _UNFIT.sub(SIGN, text)
