"""Reading a TOML file that somebody else may have written, within bounds.

A file of a study or of personas is a page of text. One that is larger, deeper or longer than any
that was ever needed is refused in a sentence, before it takes minutes or all memory.
"""

from __future__ import annotations

import re
import stat
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

from simulate.control_characters import unfit_in
from simulate.errors import FathomError, no_file, why_refused
from simulate.study.decoding import decoded
from simulate.study.pointing import pointed

#: A study that pins the tallies of a thousand settings has a tenth of that.
MOST_BYTES = 4_000_000
#: Tables and lists in each other; those of a study with arms are six deep.
MOST_NESTED = 20
#: Letters of a name, as of a line-up that is pinned, and of a text, as what personas are about.
LONGEST_NAME, LONGEST_TEXT = 1_000, 4_000
#: Names, and entries of lists, of a file together.
MOST_ENTRIES = 200_000
_LEAST, _MOST = -(2**63), 2**63 - 1
#: What may hold brackets and digits that mean nothing: texts and remarks.
_TEXTS = re.compile(
    r'"""(?:[^\\]|\\.)*?"""|\'\'\'.*?\'\'\'|"(?:[^"\\\n]|\\[^\n])*"|\'[^\'\n]*\'|#[^\n]*', re.DOTALL
)
#: A name of more parts than tables may be nested, as in a.b.c, and a number with too many digits.
_DEEP_NAME = re.compile(rf'(?:[\w"-]+[ \t]*\.[ \t]*){{{MOST_NESTED}}}')
_LONG_NUMBER = re.compile(r"[0-9_]{20,}")


def file_text(path: Path, what: str = "study file") -> str:
    """Return the text of a TOML file, however it is saved.

    Parameters
    ----------
    path
        Where it is.
    what
        What it is called, if there is none.

    Raises
    ------
    UsageError
        There is none; says what there is.
    FathomError
        It cannot be read, or is larger than any such file.
    """
    try:
        if not stat.S_ISREG(path.stat().st_mode) and not path.is_dir():
            raise FathomError(f"{path} is no file on a disk; name a {what} that is")
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        raise no_file(what, path, ".toml") from None
    except OSError as error:
        raise FathomError(f"{path} cannot be read: {why_refused(error)}") from None
    if len(content) > MOST_BYTES:
        raise FathomError(
            f"{path} is larger than the {MOST_BYTES // 1_000_000} MB that a {what} may have; name "
            "one that says less"
        )
    return decoded(content, path)


def read_toml(path: Path, what: str = "study file") -> tuple[dict[str, Any], str]:
    """Return what a TOML file holds, and its text.

    Parameters
    ----------
    path, what
        As for `file_text`.

    Raises
    ------
    UsageError
        There is none.
    FathomError
        It is broken, or holds what none of its kind does; names the line if it is known.
    """
    text = file_text(path, what)
    if deep := _DEEP_NAME.search(bare := _without_texts(text)):
        raise _too_deep(path, _line(bare, deep.start()))
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        from simulate.study.diagnosis import diagnosed

        raise diagnosed(error, text, path) from None
    except RecursionError:
        raise _too_deep(path, _deepest_line(bare)) from None
    except ValueError:  # Python makes no number of thousands of digits
        long = _LONG_NUMBER.search(bare)
        raise _too_large(path, _line(bare, long.start()) if long else 0) from None
    _check(document, text, path)
    return document, text


def _without_texts(text: str) -> str:
    """Return a file's text with nothing in its quotation marks and remarks, in the same lines."""
    return _TEXTS.sub(lambda found: '""' + "\n" * found[0].count("\n"), text)


def _line(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1


def _deepest_line(bare: str) -> int:
    """Return the line in which lists and tables are first nested deeper than they may be."""
    depth = 0
    for found in re.finditer(r"[\[\]{}]", bare):
        depth += 1 if found[0] in "[{" else -1
        if depth > MOST_NESTED:
            return _line(bare, found.start())
    return 0


def _too_deep(path: Path, line: int = 0) -> FathomError:
    return FathomError(
        f"{_at(path, line)}: lists and tables are nested more than {MOST_NESTED} deep here; write "
        "them less deep"
    )


def _too_large(path: Path, line: int = 0) -> FathomError:
    return FathomError(
        f"{_at(path, line)}: a number is too large; whole numbers go from -2^63 to 2^63 - 1"
    )


def _at(path: Path, line: int) -> str:
    return f"{path}, line {line}" if line else str(path)


def _check(document: Mapping[str, Any], text: str, path: Path) -> None:
    """Raise `FathomError` if a value is beyond the bounds, or cannot be shown."""
    for count, (place, value) in enumerate(_values(document, text, path), 1):
        if count > MOST_ENTRIES:
            raise FathomError(f"{path} has more than {MOST_ENTRIES:,} entries; name one with fewer")
        if isinstance(name := place[-1], str):
            _check_text(name, LONGEST_NAME, "name", place, text, path)
        if isinstance(value, str):
            _check_text(value, LONGEST_TEXT, "text", place, text, path)
        elif isinstance(value, int) and not _LEAST <= value <= _MOST:
            raise pointed(_too_large(path), text, place)


def _values(
    document: Mapping[str, Any], text: str, path: Path
) -> Iterator[tuple[tuple[int | str, ...], Any]]:
    """Yield everything with where it stands; without recursion, whatever the file holds."""
    waiting: list[tuple[tuple[int | str, ...], Any]] = [((), document)]
    while waiting:
        place, value = waiting.pop()
        if len(place) > MOST_NESTED:
            raise _too_deep(path, _deepest_line(_without_texts(text)))
        if place:
            yield place, value
        if isinstance(value, Mapping):
            waiting += [((*place, key), one) for key, one in value.items()]
        elif isinstance(value, list):
            waiting += [((*place, number), one) for number, one in enumerate(value)]


def _check_text(
    said: str, longest: int, what: str, place: tuple[int | str, ...], text: str, path: Path
) -> None:
    def refuse(why: str) -> NoReturn:
        raise pointed(FathomError(f"{path}: {why}"), text, place, at_key=what == "name")

    if unfit := unfit_in(said):
        refuse(f"a {what} holds {unfit}, a character that cannot be shown; delete it")
    if len(said) > longest:
        refuse(f"a {what} of {len(said):,} letters is too long; write at most {longest:,}")
