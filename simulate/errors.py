"""Errors that users see, suggestions for misspelt names, and the escaping of unprintable text.

Any function may raise these errors. Only the command line turns them into a message on stderr and
an exit code. A message is one sentence. An excerpt of a file may follow it, with a caret below the
line. Any other exception is a bug in Fathom and keeps its traceback.
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
    """The exit code of a command."""

    DONE = 0
    FAILED = 1  # A target was missed, a tally differs from its pins, or a file is broken.
    USAGE = 2  # An option, an argument or a study is wrong.
    UNDECIDED = 3  # The games do not decide a target or reach a precision.
    INTERRUPTED = 130  # The user stopped the command. Earlier results were kept.


#: Matches a word that is longer than any path, such as a cell of a broken file. It would fill the
#: screen.
_ENDLESS_WORD = re.compile(r"(\S{60})\S{338,}(\S{2})")


class FathomError(Exception):
    """An error in a run or check. The message says what failed, where, and what to do."""

    exit_code = ExitCode.FAILED

    def __str__(self) -> str:
        """Return the message, with words of 400 letters or more cut to their beginning and end."""
        return _ENDLESS_WORD.sub(r"\1…\2", super().__str__())


class UsageError(FathomError):
    """An error in an option, argument, file or setting, before games are played."""

    exit_code = ExitCode.USAGE


class StoppedError(FathomError):
    """Raised if the user stops a command before it has results. The message names kept games."""

    exit_code = ExitCode.INTERRUPTED


#: The remedies for errors of the operating system, by error number.
_REMEDIES = {
    errno.ENOSPC: "make room on the disk, or choose a folder on another disk, with --out or (for "
    "machine code) FATHOM_CACHE",
    errno.EDQUOT: "delete files, because your share of the disk is used up",
    errno.EFBIG: "allow larger files with ulimit -f, or choose a folder on another disk with --out",
    errno.EROFS: "choose a folder that can be written to",
    errno.EACCES: "ask for permission, or choose another file or folder",
    errno.EPERM: "ask for permission, or choose another file or folder",
    errno.ENAMETOOLONG: "give it a shorter name",
    errno.EMFILE: "close some files or programs, or allow more with ulimit -n",
    errno.ENFILE: "close some files or programs",
    errno.ENOENT: "check whether it was moved or deleted",
    errno.EIO: "check that the disk is connected and works",
}


def file_error(error: OSError) -> FathomError:
    """Return a `FathomError` that names the file, reason and remedy of a system error."""
    names = [str(name) for name in (error.filename, error.filename2) if name is not None]
    problem = "the command cannot continue"
    if names:
        problem = f"cannot read or write {' or '.join(names)}"
    return FathomError(f"{problem}: {explain_os_error(error)}")


def explain_os_error(error: OSError) -> str:
    """Return the reason of a system error and a remedy, as ``reason; remedy``."""
    # The error's own message may contain details of a library, which do not help users.
    reason = os.strerror(error.errno) if error.errno else str(error) or type(error).__name__
    remedy = _REMEDIES.get(error.errno or 0, "check the file and its folder, and try again")
    return f"{reason[:1].lower()}{reason[1:]}; {remedy}"


#: The maximum number of known names for which an error lists all of them, not only similar ones.
MOST_LISTED = 22
#: The maximum number of names that an error suggests.
NEAREST = 5
#: The minimum similarity, from 0 to 1, of suggested names that contain the misspelt name, and of
#: suggested names of files.
ALIKE = 0.5
#: The minimum similarity of all other names that are suggested.
SURELY = 0.62
#: The commands that list all names of a kind, for kinds with many names.
_LISTED_IN = {
    "figure": "the summary.json of a run and 'fathom run GAME --json' have all of them",
    "rule": "'fathom rules GAME' lists all of them",
    "strategy": "'fathom strategies GAME' lists all of them",
}
#: Words in the paths of figures, each with words that people type instead.
_SYNONYMS = {
    "p50": ("median", "middle"),
    "mean": ("average", "avg", "typical"),
    "length": ("duration", "time"),
    "minutes": ("minute", "mins"),
    "win_rate": ("winrate", "winning_rate"),
}


def unknown(kind: str, name: str, known: Iterable[str], where: str = "") -> UsageError:
    """Return the `UsageError` for an unknown name, with suggestions.

    Parameters
    ----------
    kind
        The kind of thing that the name is for, such as ``"figure"``.
    name
        The name.
    known
        The existing names of this kind.
    where
        The end of the first clause, such as ``" for snorkeling"``.
    """
    names = sorted(known)
    near = nearest_names(_replace_synonyms(name) if kind == "figure" else name, names)
    message = f"unknown {kind} {name!r}{where}"
    suggestion = f"; did you mean {near[0]!r}?" if near else ""
    if len(names) <= MOST_LISTED:
        return UsageError(f"{message}; known: {', '.join(names) or 'none'}{suggestion}")
    listed = near[1:] or [known_name for known_name in names if known_name not in near][:NEAREST]
    more = len(names) - len(listed) - len(near[:1])
    message += f"{suggestion} Others are " if near else "; known are "
    message += f"{', '.join(listed)} and {more} more"
    if kind in _LISTED_IN:
        message += f"; {_LISTED_IN[kind]}"
    return UsageError(message)


def _replace_synonyms(path: str) -> str:
    """Return the path of a figure with synonyms replaced by the words that paths contain."""
    words = {synonym: word for word, synonyms in _SYNONYMS.items() for synonym in synonyms}
    return re.sub("[A-Za-z_]+", lambda match: words.get(match[0].lower(), match[0]), path)


def describe_location(name: str, fields_by_record: Mapping[str, Sequence[str]]) -> str:
    """Return a message that names the records that have a field; empty if no record has it.

    It says that the field is missing in the record in which it was looked up.

    `fields_by_record` has the names of the fields of each record, by the name of the record.
    """
    places = [f"{part}.{name}" for part, names in fields_by_record.items() if name in names]
    return f"there is no field {name!r} here; use {' or '.join(places)}" if places else ""


def nearest_names(name: str, names: Sequence[str]) -> list[str]:
    """Return up to `NEAREST` of `names` that resemble or contain `name`, the most similar first."""
    containing = [candidate for candidate in names if name and name.lower() in candidate]
    likeness = {candidate: _likeness(candidate, name) for candidate in names}
    near = [
        candidate
        for candidate in names
        if likeness[candidate] >= (ALIKE if candidate in containing else SURELY)
    ]
    # A user who types "minutes" most likely wants the mean, not the median.
    preference = {candidate: 0.1 if candidate.endswith(".mean") else 0.0 for candidate in near}
    near.sort(key=lambda candidate: likeness[candidate] + preference[candidate], reverse=True)
    return list(dict.fromkeys([*near, *containing]))[:NEAREST]


def _likeness(known_name: str, name: str) -> float:
    """Return the similarity, from 0 to 1, of a known name and a typed name (Ratcliff, 1988)."""
    return SequenceMatcher(None, known_name, name.lower()).ratio()


def missing_file(kind: str, path: Path, ending: str) -> UsageError:
    """Return the `UsageError` for a missing file, with files that the user may have meant.

    Parameters
    ----------
    kind
        The kind of file, such as ``"study file"``.
    path
        The missing file.
    ending
        The ending that files of this kind have, such as ``".toml"``.
    """
    message = f"there is no {kind} {path}"
    misnamed = find_misnamed(path.with_suffix(""), ending)
    if misnamed:
        return UsageError(f"{message}, but there is {misnamed}; {how_to_rename(misnamed, ending)}")
    near = _files_near(path, ending)
    if near:
        return UsageError(f"{message}; did you mean {' or '.join(map(str, near))}?")
    if not path.parent.is_dir():
        message += f": there is no folder {path.parent}"
    return UsageError(f"{message}; you are in {Path.cwd()}")


def find_misnamed(path: Path, ending: str) -> Path | None:
    """Return an existing file with a wrong ending, such as ``plain.toml.txt``, or None.

    Editors on Windows may add ``.txt`` to the name, and Windows Explorer hides such endings.

    Parameters
    ----------
    path
        The file without an ending.
    ending
        The right ending.
    """
    for wrong in (f"{ending}.txt", "", ".txt", f"{ending}{ending}"):
        file = path.with_name(f"{path.name}{wrong}")
        if file.is_file():
            return file
    return None


def how_to_rename(file: Path, ending: str) -> str:
    """Return a text that advises to rename a file, and says how to make Windows show endings."""
    bare = file.name
    while bare.endswith((".txt", ending)):
        bare = bare.removesuffix(".txt").removesuffix(ending)
    return (
        f"rename it {bare}{ending} (Windows Explorer hides file name extensions; to see them, "
        "turn on View > File name extensions)"
    )


def _files_near(path: Path, ending: str) -> list[Path]:
    """Return up to two files that the user may have meant by a missing file, the most likely first.

    They are files of the same name in other folders, or else files with similar names in the same
    folder. The list is empty if there are none or if a folder cannot be listed.
    """
    folders = []
    if path.parent.is_dir():
        folders.append(path.parent)
    if path.parent != Path():
        folders.append(Path())
    try:
        folders += sorted(folder for folder in Path().iterdir() if folder.is_dir())
        same_name = [folder / path.name for folder in folders if (folder / path.name).is_file()]
        if same_name:
            return same_name[:2]
        neighbours = {file.name: file for file in folders[0].glob(f"*{ending}")} if folders else {}
    except OSError:
        return []
    near = nearest_names(path.name, sorted(neighbours))
    # Names are compared again without their common ending, which makes them look more similar.
    near = [name for name in near if _likeness(Path(name).stem.lower(), path.stem) >= ALIKE]
    return [neighbours[name] for name in near[:2]]


#: Characters that are not printed, because they could change the terminal's screen, hide the end of
#: a file's name or break an SVG picture. They are control characters (C0 and C1) except tabs and
#: line breaks, separators of lines, marks of text direction, surrogates (which UTF-8 cannot encode)
#: and two characters that XML forbids.
_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069"
    "\ud800-\udfff\ufffe\uffff]"
)
#: The character that is printed instead of an unprintable one.
SIGN = "\N{REPLACEMENT CHARACTER}"


def find_unprintable(text: str) -> str:
    r"""Return the first unprintable character as an escape such as ``\x1b``, or ""."""
    match = _UNPRINTABLE.search(text)
    return ascii(match[0])[1:-1] if match else ""


def escape_unprintable(text: str) -> str:
    r"""Return a TOML text with its unprintable characters escaped as ``\uXXXX``.

    TOML has no escape for surrogates. They are replaced by `SIGN`.
    """

    def escape(match: re.Match[str]) -> str:
        code = ord(match[0])
        return SIGN if 0xD800 <= code <= 0xDFFF else f"\\u{code:04x}"

    return _UNPRINTABLE.sub(escape, text)


def printable_text(text: str) -> str:
    """Return a text with its unprintable characters replaced by `SIGN`."""
    return _UNPRINTABLE.sub(SIGN, text)
